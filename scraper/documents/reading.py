"""Reading a file's bytes as a `SourceDocument`: runs the worker and lays out what it read as the lines of one text.

A line is a page header, a page footer or a page number if the outermost lines at its height repeat on many pages, apart
from numbers; the outermost lines of the rules themselves differ from page to page. A PDF has no paragraph marks: a
paragraph ends at a gap wider than the usual line spacing, or at a change of font at the end of a sentence (a headword).
Otherwise `scraper.layout` decides by the words. A hyphen at the end of a line belongs to the word
("Snow-⏎Covered") or comes from typesetting ("coun-⏎ters"); it is removed if the document itself is evidence: the word
occurs elsewhere in it without a hyphen, and nowhere with one. A soft hyphen is always removed.

Guarantees: every non-blank line of the text is in `lines` or in `dropped`; a page or column break is no paragraph
break, unless the font changes at the end of a sentence. Each row of a PDF is one line, in reading order; blank lines
are inserted only where a paragraph surely ends; no text is added. Only outermost lines of a page count as framing, each
with a reason, and never one that begins with a rule number; a line that occurs on only one page stays, unless it has
the height and the font of lines recognised on other pages. Of a hyphenated word only the end of a line and the first
word of the next change, and each change is returned.
"""

import os
import re
import subprocess
import sys
from collections import Counter, defaultdict
from collections.abc import Container, Mapping, Sequence
from contextlib import suppress
from itertools import pairwise
from typing import Literal

import msgspec
from msgspec.structs import replace

from rules.conversion import decode_json
from rules.records import Diagnostic, Dropped
from scraper.decode import decode
from scraper.documents.messages import LARGEST_TEXT, PAGE_UNREADABLE, REFUSED, PageLine, Part
from scraper.labels import read_label
from scraper.layout import Line, SourceDocument, UnknownDialect

Kind = Literal["pdf", "docx", "rtf"]
NAMES: dict[Kind, str] = {"pdf": "PDF", "docx": "Word file", "rtf": "RTF file"}

_PDF = re.compile(rb"(?:^|[\r\n])\s*%PDF-\d")

_ZIP = (b"PK\x03\x04", b"PK\x05\x06", b"PK\x07\x08")
_OLD_WORD = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_RTF = b"{\\rtf"

LOSES_END = frozenset(("file-cut",))
LOSES_TEXT = frozenset((PAGE_UNREADABLE, "file-damaged"))
"""Codes of problems that mean that the end of the text is missing, or some of the text."""

WAIT = 1800
"""Wall-clock seconds after which the worker is killed, in case that its CPU time limit does not stop it. A busy machine
may take many times as long as the computing itself."""


def kind_of(data: bytes) -> Kind | None:
    """Return whether these bytes are a PDF, RTF or a zip archive (the form of Word files); None for anything else."""
    if data.startswith(_ZIP):
        return "docx"
    if data.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(_RTF):
        return "rtf"
    # Mail and web servers put lines before the signature.
    return "pdf" if _PDF.search(data.removeprefix(b"\xef\xbb\xbf")[:1024]) else None


def other_kind(data: bytes) -> str | None:
    """Return the kind of a file that cannot be read and the remedy; None for bytes that may be text."""
    if data.startswith(_OLD_WORD):
        return "an old Word file (.doc); open it in a word processor and save it as .docx, or as text"
    return None


def read_document(data: bytes, kind: Kind, name: str) -> SourceDocument:
    """Read a PDF, a Word file or an RTF file.

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
            parts.append(decode_json(line, Part))  # noqa: PERF401 - what precedes half a line
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
            why = next((row.message for row in problems if row.code == PAGE_UNREADABLE), "there is no text in it")
            refusal = f"{why}; is it the text of an edition?"
    if not done:
        # How far the worker came depends on the machine: none of it is used.
        refusal = refusal or "reading it takes longer, or more memory, than any edition; is it the text of an edition?"
    if refusal:
        raise UnknownDialect(f"{name}: this {NAMES[kind]} cannot be read: {refusal}")
    document = _lay_out_text(text, problems, name) if text else lay_out_pages(pages, problems, name)
    condition, codes = document.condition, {row.code for row in problems}
    if codes & LOSES_END:
        condition = "truncated"
    elif codes & LOSES_TEXT and condition == "good":
        condition = "damaged"
    return replace(document, encoding=kind, condition=condition)


def _ask_worker(data: bytes, kind: Kind) -> tuple[bytes, bool]:
    """Return the output of the worker until the worker ends or is stopped, and whether it came to its end."""
    paths = [path or os.getcwd() for path in sys.path]  # noqa: PTH109 - sys.path holds strings
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(paths), "PYTHONHASHSEED": "0"}
    # -P: a folder beside the user's files does not take the place of a package.
    command = [sys.executable, "-P", "-m", f"{__package__}.worker", kind]
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
    """Return a Word or RTF file: its lines, and after them its running heads and feet."""
    whole = "\n".join((*text.lines, *(framing for _, framing in text.framing)))
    document = decode(whole.encode("utf-8", "replace"), name)
    first = len(text.lines) + 1
    return replace(
        document,
        lines=tuple(line for line in document.lines if line.first < first),
        dropped=tuple(Dropped(first + i, *row) for i, row in enumerate(text.framing)),
        diagnostics=(*document.diagnostics, *problems),
    )


SHARE = 0.4
"""Minimum share of pages with such a line at the same height; even and odd pages, first pages of chapters and contents
may differ."""

_NUMBER = re.compile(r"\d+")
_PAGE_NUMBER = re.compile(r"(?:page\s?)?\W*(?:#|[ivxlc]+)\W*(?:(?:of|/)\s?#)?\W*$", re.IGNORECASE)

Place = tuple[int, int]
"""Index of a page and index of a row on it."""


def find_framing(pages: Sequence[Sequence[PageLine]]) -> dict[Place, str]:
    """Return the rows that belong to their pages, each with the reason to drop it.

    Args:
        pages: The rows of each page, in the order of reading.
    """
    framing: dict[Place, str] = {}
    for above in (True, False):
        for _ in range(3):  # lines of a header or footer, at most
            framing |= _find_outermost(pages, framing, above=above)
    return framing


def _find_outermost(
    pages: Sequence[Sequence[PageLine]], framing: Mapping[Place, str], *, above: bool
) -> dict[Place, str]:
    """Return the outermost rows on one side that are framing, leaving out those in `framing`."""
    heights: dict[int, list[Place]] = defaultdict(list)
    for i, rows in enumerate(pages):
        rest = [j for j in range(len(rows)) if (i, j) not in framing]
        if rest:
            edge = (max if above else min)(rows[j].y for j in rest)
            # A header may have two separate rows, one on the left and one on the right.
            places = [(i, j) for j in rest if abs(rows[j].y - edge) <= 1 and not read_label(rows[j].text.strip())]
            heights[round(edge)] += places
    outermost: dict[Place, str] = {}
    for places in heights.values():
        counts = Counter(_mask_numbers(pages[i][j].text) for i, j in places)
        recurring = [(i, j) for i, j in places if counts[_mask_numbers(pages[i][j].text)] > 1]
        if len({i for i, _ in recurring}) < max(2, SHARE * len(pages)):
            continue
        types = {(pages[i][j].size, pages[i][j].fonts) for i, j in recurring}
        for i, j in places:
            row = pages[i][j]
            if (i, j) in recurring or (row.size, row.fonts) in types:
                is_number = _PAGE_NUMBER.match(_mask_numbers(row.text))
                outermost[i, j] = "page-number" if is_number else "page-header" if above else "page-footer"
    return outermost


def _mask_numbers(text: str) -> str:
    return _NUMBER.sub("#", " ".join(text.split()).casefold())


WIDE = 1.3
"""Minimum gap between paragraphs, as a multiple of the line spacing within paragraphs. Raised letters and symbols
increase the spacing by a tenth."""

FREQUENT = 0.05
"""Minimum share of all distances for one to count as frequent; the smallest frequent one is the line spacing."""

COLUMN = 72.0
"""Maximum indentation of a line in points; a line that starts farther to the right is in another column."""

_SENTENCE_END = re.compile(r"[.:!?;][\"”’')\]]*\s*$")


def lay_out_pages(pages: Sequence[Sequence[PageLine]], problems: Sequence[Diagnostic], name: str) -> SourceDocument:
    """Return a PDF as lines: its pages one after the other.

    Args:
        pages: The rows of each page, in reading order.
        problems: What is known to be wrong with them.
        name: Name of the file in messages.
    """
    framing = find_framing(pages)
    body = [[row for j, row in enumerate(rows) if (i, j) not in framing] for i, rows in enumerate(pages)]
    starts = sorted(row.x for rows in body for row in rows)
    leading, margin = _measure_leading(body), starts[len(starts) // 50] if starts else 0.0  # one in fifty may be a slip
    texts: list[str] = []  # of all lines, blank ones included
    lines: list[Line] = []
    dropped: dict[int, str] = {}  # page headers and footers, by line number, with the reason
    begins: list[int] = []
    before: PageLine | None = None
    for i, rows in enumerate(pages):
        begins.append(len(texts) + 1)
        left, first = margin, True
        for j, row in enumerate(rows):
            if (i, j) in framing:
                dropped[len(texts) + 1] = framing[i, j]
            else:
                if first or (before is not None and row.y > before.y):  # a column begins
                    left = margin if row.x < margin + COLUMN else row.x
                parted = before is None or _ends_paragraph(before, row, leading, same_page=not first)
                if parted and before is not None:
                    texts.append("")
                number = len(texts) + 1
                # Two columns to the size of the type: about as many as letters.
                indent = max(0, round(2 * (row.x - left) / row.size)) if row.size > 0 else 0
                lines.append(Line(number, number, row.text, parted, indent))
                before, first = row, False
            texts.append(" ".join(row.text.split("\f")))
    mended = mend_hyphens(texts, dropped)
    document = decode("\n".join(texts).encode("utf-8", "replace"), name)
    problems = [*document.diagnostics, *problems]
    if mended:
        message = f"{len(mended):,} words broken at line ends were put together, the first is {mended[0][1]!r}"
        problems.append(Diagnostic("mended-hyphens", "info", message, name, mended[0][0]))
    rows_read = dict(enumerate(document.text.split("\n"), 1))
    # A line may consist only of characters that decoding removed.
    kept = ((line, rows_read[line.first]) for line in lines if rows_read[line.first].strip())
    return replace(
        document,
        lines=tuple(replace(line, text=text.strip(), open_end=text != text.rstrip()) for line, text in kept),
        diagnostics=tuple(problems),
        dropped=tuple(
            Dropped(number, reason, text) for number, reason in dropped.items() if (text := rows_read[number].strip())
        ),
        pages=tuple(begins),
        wrapped=True,
    )


def _distance(before: PageLine, row: PageLine) -> float | None:
    """Return the distance from one row down to the next, in sizes of the larger type; None if the next is not below."""
    size = max(before.size, row.size)
    return (before.y - row.y) / size if size > 0 and before.y > row.y else None


def _measure_leading(pages: Sequence[Sequence[PageLine]]) -> float | None:
    """Return the smallest frequent distance between rows, in sizes of type."""
    distances = (_distance(before, row) for rows in pages for before, row in pairwise(rows))
    counts = Counter(round(distance, 1) for distance in distances if distance is not None and 0.8 <= distance < 4)
    frequent = [distance for distance, count in counts.items() if count >= max(2, FREQUENT * counts.total())]
    return min(frequent, default=None)


def _ends_paragraph(before: PageLine, row: PageLine, leading: float | None, *, same_page: bool) -> bool:
    """Return whether a paragraph surely ends between two rows."""
    if not set(before.fonts) & set(row.fonts) and _SENTENCE_END.search(before.text):
        return True
    distance = _distance(before, row)
    return same_page and leading is not None and distance is not None and distance > WIDE * leading


SOFT = "\u00ad"

_WORD = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")
_HEAD = re.compile(rf"([^\W\d_]+)([-{SOFT}])$")
_TAIL = re.compile(r"[^\W\d_]+")


def mend_hyphens(lines: list[str], framing: Container[int]) -> list[tuple[int, str]]:
    """Join words that the typesetter broke, in place; the rest of each word moves up to its beginning.

    Args:
        lines: All lines of the document; blank ones separate paragraphs.
        framing: Numbers of the page headers and footers, which text continues across.

    Returns:
        Line number and word of each.
    """
    body = [number for number, line in enumerate(lines, 1) if number not in framing]
    words = {word.casefold() for line in lines for word in _WORD.findall(line.strip())}
    mended: list[tuple[int, str]] = []
    for number, following in pairwise(body):
        head, tail = _HEAD.search(lines[number - 1].rstrip()), _TAIL.match(lines[following - 1].lstrip())
        if head is None or tail is None or not tail[0].islower():
            continue
        word, compound = head[1] + tail[0], f"{head[1]}-{tail[0]}"
        if head[2] == SOFT or (word.casefold() in words and compound.casefold() not in words):
            piece, _, rest = lines[following - 1].lstrip().partition(" ")
            lines[number - 1] = f"{lines[number - 1].rstrip()[: -len(head[0])]}{word}{piece[len(tail[0]) :]} "
            lines[following - 1] = rest
            mended.append((number, word))
    return mended
