"""Reading a file's bytes as a `SourceDocument`: runs the worker and lays out its messages as lines.

Guarantees: every non-blank line of the text is in `lines` or in `dropped`; a page or column break is no paragraph
break, unless the font changes at the end of a sentence.
"""

from __future__ import annotations

import os
import subprocess
import sys
from bisect import bisect_right
from collections.abc import Sequence

import msgspec
from msgspec import Struct, field
from msgspec.structs import replace

from rules.errors import ComprulesError
from rules.records import Condition, Diagnostic, Dropped, ParsedDocument
from scraper.decode import decode
from scraper.documents import messages
from scraper.documents.hyphens import mend_hyphens
from scraper.documents.kinds import Kind
from scraper.documents.pages import find_framing
from scraper.documents.rows import TextLayout, lay_out_rows
from scraper.lines import Line, split_lines
from scraper.source import SourceDocument

LARGEST_FILE = 32_000_000
"""Maximum size in bytes; a PDF of an edition has three million."""

LOSES_END = {"pages-left-out", "file-cut"}
"""Codes of problems that mean that the end of the text is missing."""

WAIT = 30
"""Wall-clock seconds after which the worker is killed, in case that its CPU time limit does not stop it."""


class UnreadableFile(ComprulesError):
    """Nothing can be read from a file; the message says why and what to do."""


class _WorkerOutput(Struct):
    """The messages of the worker, by kind."""

    count: int | None = None
    pages: list[tuple[messages.PageLine, ...]] = field(default_factory=list)
    lost: list[messages.LostPage] = field(default_factory=list)
    text: messages.UnpagedText | None = None
    problems: list[messages.Problem] = field(default_factory=list)
    refused: messages.Refused | None = None
    done: bool = False


def read_document(data: bytes, kind: Kind, name: str) -> SourceDocument:
    """Read a PDF or a Word file.

    Args:
        data: Its bytes.
        kind: Its kind, from `kind_of`.
        name: Its name in messages.

    Raises:
        UnreadableFile: It has no readable text: encrypted, cut, only pictures, or far too large.
    """
    what = "PDF" if kind == "pdf" else "Word file"
    if len(data) > LARGEST_FILE:
        raise UnreadableFile(f"{name}: {len(data):,} bytes are more than the {what} of any edition has; is it one?")
    output = _collect(_ask_worker(data, kind))
    if output.refused is not None:
        raise UnreadableFile(f"{name}: this {what} cannot be read: {output.refused.why}; {output.refused.remedy}")
    rows = sum(map(len, output.pages))
    letters = sum(len(row.text) for page in output.pages for row in page)
    letters += sum(map(len, output.text.lines)) if output.text else 0
    if not letters or letters > messages.LARGEST_TEXT or rows > messages.LARGEST_TEXT // 80:
        why = _why_nothing(output) if not letters else "it has more text than any edition"
        raise UnreadableFile(f"{name}: this {what} cannot be read: {why}; is it the text of an edition?")
    return (
        _build_word_document(output, output.text, kind, name)
        if output.text
        else _build_pdf_document(output, kind, name)
    )


def _why_nothing(output: _WorkerOutput) -> str:
    if not output.done:
        return "reading it takes longer, or more memory, than any edition"
    if output.lost:
        return f"page {output.lost[0].number:,} was not read, for {output.lost[0].why}"
    return "there is no text in it"


def _ask_worker(data: bytes, kind: Kind) -> bytes:
    """Return the output of the worker until the worker ends or is stopped."""
    paths = [path or os.getcwd() for path in sys.path]  # noqa: PTH109 - sys.path holds strings
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(paths), "PYTHONHASHSEED": "0"}
    command = [sys.executable, "-m", "scraper.documents.worker", kind]
    with subprocess.Popen(  # noqa: S603 - our own interpreter and module
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=environment
    ) as process:
        try:
            return process.communicate(data, WAIT)[0]
        except subprocess.TimeoutExpired:
            process.kill()
            return process.communicate()[0]
        except BaseException:
            process.kill()
            raise


def _collect(data: bytes) -> _WorkerOutput:
    output = _WorkerOutput()
    for line in data.splitlines():
        try:
            message = messages.decode(line)
        except msgspec.DecodeError:
            # The worker was stopped while writing this line.
            break
        match message:
            case messages.Opened(pages):
                output.count = pages
            case messages.ReadPage():
                output.pages.append(message.rows)
            case messages.LostPage():
                output.lost.append(message)
            case messages.UnpagedText():
                output.text = message
            case messages.Problem():
                output.problems.append(message)
            case messages.Refused():
                output.refused = message
            case messages.Done():
                output.done = True
    return output


def _build_word_document(output: _WorkerOutput, text: messages.UnpagedText, kind: Kind, name: str) -> SourceDocument:
    """Return a Word file: its lines, and after them its running heads and feet."""
    whole = "\n".join((*text.lines, *(framing for _, framing in text.framing)))
    decoded = decode(whole.encode("utf-8", "replace"), name)
    first = len(text.lines) + 1
    lines = [line for line in split_lines(decoded.text) if line.number < first]
    dropped = tuple(Dropped(first + i, *row) for i, row in enumerate(text.framing))
    problems = (*decoded.diagnostics, *_report_problems(output, name))
    condition = _judge_condition(decoded.condition, output)
    return SourceDocument(name, decoded.text, kind, condition, tuple(lines), problems, dropped)


def _build_pdf_document(output: _WorkerOutput, kind: Kind, name: str) -> SourceDocument:
    """Return a PDF: its pages one after the other."""
    layout = lay_out_rows(output.pages, find_framing(output.pages))
    mended = mend_hyphens(layout.lines, layout.framing)
    decoded = decode("\n".join(layout.lines).encode("utf-8", "replace"), name)
    texts = decoded.text.split("\n")
    # A line may consist only of characters that decoding removed.
    lines = [_make_line(number, texts[number - 1], layout) for number in layout.body if texts[number - 1].strip()]
    dropped = [Dropped(n, why, texts[n - 1].strip()) for n, why in layout.framing.items() if texts[n - 1].strip()]
    problems = [*decoded.diagnostics, *_report_problems(output, name)]
    if mended:
        message = f"{len(mended):,} words broken at line ends were put together, the first is {mended[0][1]!r}"
        problems.append(Diagnostic("mended-hyphens", "info", message, name, mended[0][0]))
    return SourceDocument(
        name=name,
        text=decoded.text,
        encoding=kind,
        condition=_judge_condition(decoded.condition, output),
        lines=tuple(lines),
        diagnostics=tuple(problems),
        dropped=tuple(dropped),
        pages=layout.pages,
        wrapped=True,
    )


def _judge_condition(characters: Condition, output: _WorkerOutput) -> Condition:
    """Return how much of the file is left, from the state of its characters and from the worker's messages."""
    if not output.done or any(problem.code in LOSES_END for problem in output.problems):
        return "truncated"
    return "damaged" if output.lost and characters == "good" else characters


def _make_line(number: int, text: str, layout: TextLayout) -> Line:
    place = layout.body[number]
    return Line(number, text.strip(), place.indent, text != text.rstrip(), place.after_blank)


def _report_problems(output: _WorkerOutput, name: str) -> list[Diagnostic]:
    problems = [
        Diagnostic("page-unreadable", "warning", f"page {lost.number:,} was not, or not all, read: {lost.why}", name)
        for lost in output.lost
    ]
    problems += [Diagnostic(row.code, "warning", row.message, name, row.line, hint=row.hint) for row in output.problems]
    if not output.done:
        message = f"reading was stopped after {len(output.pages):,} of {output.count or 0:,} pages: it takes too long"
        problems.append(Diagnostic("reading-stopped", "warning", message, name, hint="try another copy"))
    return problems


def with_pages(document: ParsedDocument, pages: Sequence[int]) -> ParsedDocument:
    """Add the page to each message about a line, because the user cannot see the lines of the extracted text.

    Args:
        document: The records from the dialect.
        pages: Number of the first line of each page; empty if the document has no pages.
    """
    if not pages:
        return document
    on_pages = tuple(
        replace(row, message=f"{row.message} (page {bisect_right(pages, row.line)})") if row.line else row
        for row in document.diagnostics
    )
    return replace(document, diagnostics=on_pages)
