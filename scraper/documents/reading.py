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

from rules.records import Condition, Diagnostic, Dropped
from scraper.decode import decode
from scraper.documents import messages
from scraper.documents.pages import lay_out_pages
from scraper.layout import SourceDocument, UnknownDialect

Kind = Literal["pdf", "docx"]

_PDF = re.compile(rb"(?:^|[\r\n])\s*%PDF-\d")

_ZIP = (b"PK\x03\x04", b"PK\x05\x06", b"PK\x07\x08")
_OLD_WORD = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_RTF = b"{\\rtf"

LOSES_END = {"pages-left-out", "file-cut"}
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
    what = "PDF" if kind == "pdf" else "Word file"
    output, done = _ask_worker(data, kind)
    answer: list[messages.Message] = []
    with suppress(msgspec.DecodeError):
        for line in output.splitlines():
            answer.append(msgspec.json.decode(line, type=messages.Message))  # noqa: PERF401 - what precedes half a line
    found = [message for message in answer if isinstance(message, messages.Problem)]
    for problem in found:
        if problem.code == messages.REFUSED:
            raise UnknownDialect(f"{name}: this {what} cannot be read: {problem.message}; {problem.hint}")
    pages = [message for message in answer if isinstance(message, messages.Page)]
    text = next((message for message in answer if isinstance(message, messages.UnpagedText)), None)
    rows = [row.text for page in pages for row in page.rows]
    letters = sum(map(len, text.lines if text else rows))
    if not letters or letters > messages.LARGEST_TEXT or len(rows) > messages.LARGEST_TEXT // 80:
        why = "it has more text than any edition" if letters else _why_nothing(pages, done=done)
        raise UnknownDialect(f"{name}: this {what} cannot be read: {why}; is it the text of an edition?")
    problems = [
        Diagnostic("page-unreadable", "warning", f"page {page.number:,} was not, or not all, read: {page.lost}", name)
        for page in pages
        if page.lost
    ]
    condition: Condition | None = "damaged" if problems else None
    for row in found:
        problems.append(Diagnostic(row.code, "warning", row.message, name, row.line, hint=row.hint))
        condition = "truncated" if row.code in LOSES_END else condition
    if not done:
        count = pages[-1].count if pages else 0
        message = f"reading was stopped after {len(pages):,} of {count:,} pages: it takes too long"
        problems.append(Diagnostic("reading-stopped", "warning", message, name, hint="try another copy"))
        condition = "truncated"
    document = (
        _lay_out_text(text, problems, name) if text else lay_out_pages([page.rows for page in pages], problems, name)
    )
    if condition == "truncated" or (condition and document.condition == "good"):
        document = replace(document, condition=condition)
    return replace(document, encoding=kind)


def _why_nothing(pages: Sequence[messages.Page], *, done: bool) -> str:
    if not done:
        return "reading it takes longer, or more memory, than any edition"
    lost = next((page for page in pages if page.lost), None)
    return f"page {lost.number:,} was not read, for {lost.lost}" if lost else "there is no text in it"


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


def _lay_out_text(text: messages.UnpagedText, problems: Sequence[Diagnostic], name: str) -> SourceDocument:
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
