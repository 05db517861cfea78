"""Reading a file's bytes as a `SourceDocument`: runs the worker and lays out its messages as lines.

Guarantees: every non-blank line of the text is in `lines` or in `dropped`; a page or column break is no paragraph
break, unless the font changes at the end of a sentence.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress
from typing import Literal

import msgspec
from msgspec.structs import replace

from rules.records import Diagnostic, Dropped
from scraper.decode import decode
from scraper.documents.messages import LARGEST_TEXT, PAGE_UNREADABLE, REFUSED, Part
from scraper.documents.pages import lay_out_pages
from scraper.layout import SourceDocument, UnknownDialect

Kind = Literal["pdf", "docx"]

_PDF = re.compile(rb"(?:^|[\r\n])\s*%PDF-\d")

_ZIP = (b"PK\x03\x04", b"PK\x05\x06", b"PK\x07\x08")
_OLD_WORD = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_RTF = b"{\\rtf"

LOSES_END = {"pages-left-out", "file-cut", "reading-stopped"}
"""Codes of problems that mean that the end of the text is missing."""

WAIT = 30
"""Wall-clock seconds after which the worker is killed, in case that its CPU time limit does not stop it."""


def kind_of(data: bytes) -> Kind | None:
    """Return whether these bytes are a PDF or a zip archive (the form of Word files); None for anything else."""
    if data.startswith(_ZIP):
        return "docx"
    # Mail and web servers put lines before the signature.
    return "pdf" if _PDF.search(data.removeprefix(b"\xef\xbb\xbf")[:1024]) else None


def other_kind(data: bytes) -> str | None:
    """Return the kind of a file that cannot be read and the remedy; None for bytes that may be text."""
    if data.startswith(_OLD_WORD):
        return "an old Word file (.doc); open it in a word processor and save it as .docx, or as text"
    if data.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(_RTF):
        return "an RTF file; open it in a word processor and save it as .docx, or as text"
    return None


def read_document(data: bytes, kind: Kind, name: str) -> SourceDocument:
    """Read a PDF or a Word file.

    Args:
        data: Its bytes.
        kind: Its kind, from `kind_of`.
        name: Its name in messages.

    Raises:
        UnknownDialect: It has no readable text: encrypted, cut, only pictures, or far too large.
    """
    output, done = _ask_worker(data, kind)
    parts: list[Part] = []
    with suppress(msgspec.DecodeError):
        for line in output.splitlines():
            parts.append(msgspec.json.decode(line, type=Part))  # noqa: PERF401 - what precedes half a line
    problems = [replace(part.problem, path=name) for part in parts if part.problem]
    pages = [part.page for part in parts if part.page is not None]
    text = next((part for part in parts if part.lines), None)
    refusal = next((f"{row.message}; {row.hint}" for row in problems if row.code == REFUSED), "")
    if not refusal:
        rows = [row.text for page in pages for row in page]
        letters = sum(map(len, text.lines if text else rows))
        if letters > LARGEST_TEXT or len(rows) > LARGEST_TEXT // 80:
            refusal = "it has more text than any edition; is it the text of an edition?"
        elif not letters:
            refusal = f"{_why_nothing(problems, done=done)}; is it the text of an edition?"
    if refusal:
        raise UnknownDialect(f"{name}: this {'PDF' if kind == 'pdf' else 'Word file'} cannot be read: {refusal}")
    if not done:
        count = max(part.count for part in parts)
        message = f"reading was stopped after {len(pages):,} of {count:,} pages: it takes too long"
        problems.append(Diagnostic("reading-stopped", "warning", message, name, hint="try another copy"))
    document = _lay_out_text(text, problems, name) if text else lay_out_pages(pages, problems, name)
    condition, codes = document.condition, {row.code for row in problems}
    if codes & LOSES_END:
        condition = "truncated"
    elif PAGE_UNREADABLE in codes and condition == "good":
        condition = "damaged"
    return replace(document, encoding=kind, condition=condition)


def _why_nothing(problems: Sequence[Diagnostic], *, done: bool) -> str:
    if not done:
        return "reading it takes longer, or more memory, than any edition"
    return next((row.message for row in problems if row.code == PAGE_UNREADABLE), "there is no text in it")


def _ask_worker(data: bytes, kind: Kind) -> tuple[bytes, bool]:
    """Return the output of the worker until the worker ends or is stopped, and whether it came to its end."""
    paths = [path or os.getcwd() for path in sys.path]  # noqa: PTH109 - sys.path holds strings
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(paths), "PYTHONHASHSEED": "0"}
    command = [sys.executable, "-m", "scraper.documents.worker", kind]
    with subprocess.Popen(  # noqa: S603 - our own interpreter and module
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=environment
    ) as process:
        try:
            output = process.communicate(data, WAIT)[0]
        except subprocess.TimeoutExpired:
            process.kill()
            output = process.communicate()[0]
        except BaseException:
            process.kill()
            raise
        return output, process.returncode == 0


def _lay_out_text(text: Part, problems: Sequence[Diagnostic], name: str) -> SourceDocument:
    """Return a Word file: its lines, and after them its running heads and feet."""
    whole = "\n".join((*text.lines, *(framing for _, framing in text.framing)))
    document = decode(whole.encode("utf-8", "replace"), name)
    first = len(text.lines) + 1
    return replace(
        document,
        lines=tuple(line for line in document.lines if line.first < first),
        dropped=tuple(Dropped(first + i, *row) for i, row in enumerate(text.framing)),
        diagnostics=(*document.diagnostics, *problems),
    )
