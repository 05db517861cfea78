"""Read a file's bytes as a `SourceDocument`: the worker reads the file, then its text is laid out as lines.

Pages are laid out by `scraper.documents.pages`; of other files the worker returns the lines.

Guarantee: every non-blank line of the text is in `lines` or in `dropped`.
"""

import os
import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress

import msgspec
from msgspec.structs import replace

from rules.conversion import decode_json
from rules.records import Condition, Diagnostic, Dropped
from scraper.decode import decode
from scraper.documents.kinds import KIND_NAMES, Kind
from scraper.documents.limits import LARGEST_TEXT
from scraper.documents.messages import PAGE_UNREADABLE, REFUSED, Part
from scraper.documents.pages import lay_out_pages
from scraper.layout import SourceDocument, UnknownDialect

_MOST_ROWS = LARGEST_TEXT // 80
"""Maximum number of rows of all pages, since a row of a page has some eighty characters."""
LOSES_END = frozenset(("file-cut",))
"""Codes of the problems by which the end of the text is missing."""
LOSES_TEXT = frozenset((PAGE_UNREADABLE, "file-damaged"))
"""Codes of the problems by which some of the text is missing."""

_STOPPED = "reading it takes longer, or more memory, than any edition; is it the text of an edition?"
"""The refusal of a file whose worker was stopped at a limit before it wrote a refusal."""
_LONGEST_WAIT = 1800
"""Wall-clock seconds after which the worker is killed, in case that its CPU time limit does not stop it. A busy machine
may take many times as long as the computing itself."""


def read_document(data: bytes, kind: Kind, name: str) -> SourceDocument:
    """Read a PDF, an e-book, or a file of a word processor.

    Args:
        data: Its bytes.
        kind: Its kind, from `readable_kind`.
        name: Its name in messages.

    Raises:
        UnknownDialect: It has no readable text: encrypted, cut, only pictures, or far too large.
    """
    output, is_whole = _ask_worker(data, kind)
    parts = _read_parts(output)
    problems = [replace(part.problem, path=name) for part in parts if part.problem]
    refusal = _find_written_refusal(problems)
    if not refusal:
        # How far a worker came that was stopped depends on the machine, so nothing that it read is used or judged.
        refusal = _judge_content(parts, problems) if is_whole else _STOPPED
    if refusal:
        raise UnknownDialect(f"this {KIND_NAMES[kind]} cannot be read: {refusal}", name)
    document = _lay_out(parts, problems, name)
    return replace(document, encoding=kind, condition=_judge(document, problems))


def _read_parts(output: bytes) -> list[Part]:
    """Return the parts that the worker wrote, one per line; if it was stopped within a line, those before that line."""
    parts: list[Part] = []
    with suppress(msgspec.DecodeError):
        for line in output.splitlines():
            parts.append(decode_json(line, Part))  # noqa: PERF401 - what precedes half a line
    return parts


def _find_written_refusal(problems: Sequence[Diagnostic]) -> str:
    """Return the reason and the remedy with which the worker refused a file; empty if it did not."""
    for problem in problems:
        if problem.code == REFUSED:
            return f"{problem.message}; {problem.hint}"
    return ""


def _judge_content(parts: Sequence[Part], problems: Sequence[Diagnostic]) -> str:
    """Return the reason why the text of a file that was read to its end cannot be used; empty if it can.

    Args:
        parts: All parts of the file.
        problems: The problems of reading it.
    """
    if any(part.markup for part in parts):
        return ""  # the worker counted the bytes of an e-book when it unpacked them
    rows_of_pages = [row.text for part in parts for row in part.page or ()]
    lines = [line for part in parts for line in part.lines]
    characters = sum(map(len, lines or rows_of_pages))
    if characters > LARGEST_TEXT or len(rows_of_pages) > _MOST_ROWS:
        return "it has more text than any edition; is it the text of an edition?"
    if characters:
        return ""
    unreadable_pages = [problem.message for problem in problems if problem.code == PAGE_UNREADABLE]
    reason = "there is no text in it"
    if unreadable_pages:
        reason = unreadable_pages[0]
    return f"{reason}; is it the text of an edition?"


def _lay_out(parts: Sequence[Part], problems: Sequence[Diagnostic], name: str) -> SourceDocument:
    """Return the parts that the worker read as one document."""
    markup = [part.markup for part in parts if part.markup is not None]
    if markup:
        return _join_markup(markup, problems, name)
    text = next((part for part in parts if part.lines), None)
    if text is not None:
        return _lay_out_text(text, problems, name)
    return lay_out_pages([part.page for part in parts if part.page is not None], problems, name)


def _join_markup(pages: Sequence[str], problems: Sequence[Diagnostic], name: str) -> SourceDocument:
    """Return the pages of an e-book, one after the other, as one web page."""
    begins = [1]
    for page in pages[:-1]:
        begins.append(begins[-1] + page.count("\n") + 1)
    document = decode("\n".join(pages).encode("utf-8", "replace"), name)
    return replace(document, diagnostics=(*document.diagnostics, *problems), pages=tuple(begins))


def _judge(document: SourceDocument, problems: Sequence[Diagnostic]) -> Condition:
    """Return the condition of a file by what went wrong when it was read."""
    codes = {problem.code for problem in problems}
    if codes & LOSES_END:
        return "truncated"
    if codes & LOSES_TEXT and document.condition == "good":
        return "damaged"
    return document.condition


def _ask_worker(data: bytes, kind: Kind) -> tuple[bytes, bool]:
    """Return the output of the worker, and whether it read the whole file; False if it was stopped or failed."""
    paths = [path or os.getcwd() for path in sys.path]  # noqa: PTH109 - sys.path holds strings
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(paths), "PYTHONHASHSEED": "0"}
    # -P: a folder next to the user's files, such as `rules`, is not imported instead of a package.
    command = [sys.executable, "-P", "-m", f"{__package__}.worker", kind]
    with subprocess.Popen(  # noqa: S603 - our own interpreter and module
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=environment
    ) as process:
        try:
            output = process.communicate(data, _LONGEST_WAIT)[0]
        except subprocess.TimeoutExpired:
            process.kill()
            output = process.communicate()[0]
        except BaseException:
            process.kill()
            raise
        return output, process.returncode == 0


def _lay_out_text(text: Part, problems: Sequence[Diagnostic], name: str) -> SourceDocument:
    """Return a file of a word processor as a document: its lines, without its running heads and feet.

    The running heads and feet (`framing`) are put after the lines, so that they are decoded with them and can be found
    in the text of the document. Then they are taken out of its lines and listed as dropped.
    """
    whole = "\n".join((*text.lines, *(framing for _reason, framing in text.framing)))
    document = decode(whole.encode("utf-8", "replace"), name)
    first_framing_line = len(text.lines) + 1
    dropped = [
        Dropped(number, reason, framing) for number, (reason, framing) in enumerate(text.framing, first_framing_line)
    ]
    return replace(
        document,
        lines=tuple(line for line in document.lines if line.first < first_framing_line),
        dropped=tuple(dropped),
        diagnostics=(*document.diagnostics, *problems),
    )
