"""Laying out the pages of a PDF as the lines of one text.

A line is a page header, a page footer or a page number if the outermost lines at its height repeat on many pages, apart
from numbers; the outermost lines of the rules themselves differ from page to page. A PDF has no paragraph marks: a
paragraph ends at a gap wider than the usual line spacing, or at a change of font at the end of a sentence (a headword).
Otherwise `scraper.layout` decides by the words.

Guarantees: each row of a PDF is one line, in reading order, in `lines` or in `dropped`; a page or column break is no
paragraph break, unless the font changes at the end of a sentence. Blank lines are inserted only where a paragraph
surely ends; no text is added. Only outermost lines of a page count as framing, each with a reason, and never one that
begins with a rule number; a line that occurs on only one page stays, unless it has the height and the font of lines
recognised on other pages.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, pairwise
from typing import TypeAlias

from msgspec.structs import replace

from rules.counts import format_count
from rules.records import Diagnostic, Dropped
from scraper.decode import decode
from scraper.documents.hyphens import mend_hyphens
from scraper.documents.messages import PageLine
from scraper.labels import read_label
from scraper.layout import Line, SourceDocument

SHARE = 0.4
"""Minimum share of pages with such a line at the same height; even and odd pages, first pages of chapters and contents
may differ."""
WIDE = 1.3
"""Minimum gap between paragraphs, as a multiple of the line spacing within paragraphs. Raised letters and symbols
increase the spacing by a tenth."""
FREQUENT = 0.05
"""Minimum share of all distances for one to count as frequent; the smallest frequent one is the line spacing."""
COLUMN = 72.0
"""Maximum indentation of a line in points; a line that starts farther to the right is in another column."""
FRAMING_LINES = 3
"""Maximum number of lines of a header or footer."""

RULE_SHARE = 0.8
"""Minimum share of rows with a number of a rule for each row to be a whole rule. In wrapped text a rule has several."""

_NUMBER = re.compile(r"\d+")
_PAGE_NUMBER = re.compile(r"(?:page\s?)?\W*(?:#|[ivxlc]+)\W*(?:(?:of|/)\s?#)?\W*$", re.IGNORECASE)
_SENTENCE_END = re.compile(r"[.:!?;][\"”’')\]]*\s*$")

Position: TypeAlias = tuple[int, int]
"""Index of a page and index of a row on it."""


def find_framing(pages: Sequence[Sequence[PageLine]]) -> dict[Position, str]:
    """Return the rows that belong to their pages, each with the reason to drop it.

    Args:
        pages: The rows of each page, in the order of reading.
    """
    framing: dict[Position, str] = {}
    for above in (True, False):
        for _ in range(FRAMING_LINES):
            framing |= _find_outermost(pages, framing, above=above)
    return framing


def _find_outermost(
    pages: Sequence[Sequence[PageLine]], framing: Mapping[Position, str], *, above: bool
) -> dict[Position, str]:
    """Return the outermost rows on one side that recur on many pages, with the reason to drop each.

    Args:
        pages: The rows of each page.
        framing: Rows that were found before; the next row inside of them counts as the outermost.
        above: Whether to look at the upper side of the pages, not the lower one.
    """
    heights: dict[int, dict[Position, PageLine]] = defaultdict(dict)
    for number, rows in enumerate(pages):
        rest = {(number, index): row for index, row in enumerate(rows) if (number, index) not in framing}
        if rest:
            edge = _find_edge(rest.values(), above=above)
            heights[round(edge)] |= _list_at_edge(rest, edge)
    outermost: dict[Position, str] = {}
    for candidates in heights.values():
        for position in _list_recurring(candidates, len(pages)):
            outermost[position] = _name_framing(candidates[position].text, above=above)
    return outermost


def _find_edge(rows: Iterable[PageLine], *, above: bool) -> float:
    """Return the height of the outermost row on one side."""
    heights = [row.y for row in rows]
    if above:
        return max(heights)
    return min(heights)


def _list_at_edge(rows: Mapping[Position, PageLine], edge: float) -> dict[Position, PageLine]:
    """Return the rows at a height that do not begin with a rule's number.

    There may be several: a header can have a row on the left and one on the right.
    """
    return {
        position: row for position, row in rows.items() if abs(row.y - edge) <= 1 and not read_label(row.text.strip())
    }


def _list_recurring(candidates: Mapping[Position, PageLine], pages: int) -> list[Position]:
    """Return the rows at one height that recur on enough of the pages, and those with the font and size of these.

    Args:
        candidates: The outermost rows at the height, one or two for each page that has one there.
        pages: The number of pages.
    """
    words = {position: _mask_numbers(row.text) for position, row in candidates.items()}
    counts = Counter(words.values())
    recurring = {position for position in candidates if counts[words[position]] > 1}
    pages_with_row = {page for page, _ in recurring}
    if len(pages_with_row) < max(2, SHARE * pages):
        return []
    types = {_type_of(candidates[position]) for position in recurring}
    return [position for position, row in candidates.items() if position in recurring or _type_of(row) in types]


def _type_of(row: PageLine) -> tuple[float, tuple[str, ...]]:
    """Return the size and the fonts of a row."""
    return row.size, row.fonts


def _name_framing(text: str, *, above: bool) -> str:
    """Return the reason to drop a row: `page-number`, `page-header` or `page-footer`."""
    if _PAGE_NUMBER.match(_mask_numbers(text)):
        return "page-number"
    if above:
        return "page-header"
    return "page-footer"


def _mask_numbers(text: str) -> str:
    """Return a text with `#` for each number, in lower case: `Page 3 of 306` → `page # of #`."""
    return _NUMBER.sub("#", " ".join(text.split()).casefold())


class _Layout:
    """Pages as the lines of one text, to which the pages' rows are added in reading order.

    Attributes:
        texts: All lines, blank ones included.
        lines: The lines of the text itself.
        dropped: Page headers and footers: the reason to drop each, by line number.
        page_starts: The number of the first line of each page.
    """

    def __init__(self, body: Sequence[Sequence[PageLine]]) -> None:
        """Begin a text without lines.

        Args:
            body: The rows of each page without its header and footer, by which margin and line spacing are measured.
        """
        self.texts: list[str] = []
        self.lines: list[Line] = []
        self.dropped: dict[int, str] = {}
        self.page_starts: list[int] = []
        self._leading = _measure_leading(body)
        self._margin = _measure_margin(body)
        self._column_edge = self._margin
        self._last_row: PageLine | None = None
        self._is_page_empty = True

    def begin_page(self) -> None:
        """Make the next row the first one of a page."""
        self.page_starts.append(len(self.texts) + 1)
        self._is_page_empty = True

    def drop(self, row: PageLine, reason: str) -> None:
        """Add a row that is not part of the text itself."""
        self.dropped[len(self.texts) + 1] = reason
        self.texts.append(_plain_text(row))

    def add(self, row: PageLine) -> None:
        """Add a row of the text itself, after a blank line if it begins a paragraph."""
        begins_paragraph = self._begins_paragraph(row)
        if begins_paragraph and self._last_row is not None:
            self.texts.append("")
        if self._begins_column(row):
            self._column_edge = _find_left_edge(row, self._margin)
        number = len(self.texts) + 1
        indent = _measure_indent(row, self._column_edge)
        self.lines.append(Line(number, number, row.text, begins_paragraph, indent))
        self.texts.append(_plain_text(row))
        self._last_row = row
        self._is_page_empty = False

    def _begins_paragraph(self, row: PageLine) -> bool:
        if self._last_row is None:
            return True
        return _ends_paragraph(self._last_row, row, self._leading, same_page=not self._is_page_empty)

    def _begins_column(self, row: PageLine) -> bool:
        """Return whether a row is the first one of its column: of its page, or above the row before it."""
        if self._is_page_empty or self._last_row is None:
            return True
        return row.y > self._last_row.y


def lay_out_pages(pages: Sequence[Sequence[PageLine]], problems: Sequence[Diagnostic], name: str) -> SourceDocument:
    """Return a PDF as lines: its pages one after the other.

    Args:
        pages: The rows of each page, in reading order.
        problems: The problems that are already known.
        name: Name of the file in messages.
    """
    layout = _lay_out(pages)
    joined = mend_hyphens(layout.texts, layout.dropped)
    document = decode("\n".join(layout.texts).encode("utf-8", "replace"), name)
    problems = [*document.diagnostics, *problems]
    if joined:
        first_line, first_word = joined[0]
        words = format_count(len(joined), "word broken at a line end was", "words broken at line ends were")
        message = f"{words} joined, the first is {first_word!r}"
        problems.append(Diagnostic("mended-hyphens", "info", message, name, first_line))
    texts = dict(enumerate(document.text.split("\n"), 1))
    lines = tuple(_read_lines(layout.lines, texts))
    return replace(
        document,
        lines=lines,
        diagnostics=tuple(problems),
        dropped=tuple(_read_dropped(layout.dropped, texts)),
        pages=tuple(layout.page_starts),
        wrapped=not _are_rules(lines),
    )


def _are_rules(lines: Sequence[Line]) -> bool:
    """Return whether nearly every row begins with the number of a rule, so that none continues the one before.

    PDFium joins the lines of narrow print to one row.
    """
    return sum(read_label(line.text) is not None for line in lines) >= RULE_SHARE * len(lines)


def _lay_out(pages: Sequence[Sequence[PageLine]]) -> _Layout:
    framing = find_framing(pages)
    layout = _Layout([_list_body(number, rows, framing) for number, rows in enumerate(pages)])
    for number, rows in enumerate(pages):
        layout.begin_page()
        for index, row in enumerate(rows):
            reason = framing.get((number, index))
            if reason is None:
                layout.add(row)
            else:
                layout.drop(row, reason)
    return layout


def _list_body(number: int, rows: Sequence[PageLine], framing: Mapping[Position, str]) -> list[PageLine]:
    """Return the rows of a page without its header and footer.

    Args:
        number: The page's place in the document.
        rows: All its rows.
        framing: The reason to drop each row of a header or footer, by the places of its page and of the row.
    """
    return [row for index, row in enumerate(rows) if (number, index) not in framing]


def _find_left_edge(row: PageLine, margin: float) -> float:
    """Return where the rows of a column begin, by its first row: at the page's margin, unless it is far from it."""
    if row.x < margin + COLUMN:
        return margin
    return row.x


def _plain_text(row: PageLine) -> str:
    """Return the text of a row without form feeds, which would divide it."""
    return " ".join(row.text.split("\f"))


def _measure_indent(row: PageLine, left: float) -> int:
    """Return the indentation of a row in columns; a column is half the size of the type, about as wide as a letter."""
    if row.size <= 0:
        return 0
    return max(0, round(2 * (row.x - left) / row.size))


def _read_lines(lines: Iterable[Line], texts: Mapping[int, str]) -> Iterator[Line]:
    """Yield the lines with their decoded texts; a line may consist only of characters that decoding removed."""
    for line in lines:
        text = texts[line.first]
        if text.strip():
            yield replace(line, text=text.strip(), open_end=text != text.rstrip())


def _read_dropped(dropped: Mapping[int, str], texts: Mapping[int, str]) -> Iterator[Dropped]:
    for number, reason in dropped.items():
        text = texts[number].strip()
        if text:
            yield Dropped(number, reason, text)


def _measure_margin(pages: Sequence[Sequence[PageLine]]) -> float:
    """Return the left edge of the rows of all pages; one row in fifty may begin farther to the left by mistake."""
    starts = sorted(row.x for row in chain.from_iterable(pages))
    if starts:
        return starts[len(starts) // 50]
    return 0.0


def _distance(before: PageLine, row: PageLine) -> float | None:
    """Return the distance from one row down to the next, in sizes of the larger type; None if the next is not below."""
    size = max(before.size, row.size)
    if size > 0 and before.y > row.y:
        return (before.y - row.y) / size
    return None


def _measure_leading(pages: Sequence[Sequence[PageLine]]) -> float | None:
    """Return the smallest frequent distance between rows, in sizes of type; None if there is none."""
    distances = (_distance(before, row) for rows in pages for before, row in pairwise(rows))
    # Rows that are nearer overlap, as a raised sign does; those that are farther apart have space between them.
    plausible = (distance for distance in distances if distance is not None and 0.8 <= distance < 4)
    counts = Counter(round(distance, 1) for distance in plausible)
    frequent = [distance for distance, count in counts.items() if count >= max(2, FREQUENT * counts.total())]
    return min(frequent, default=None)


def _ends_paragraph(before: PageLine, row: PageLine, leading: float | None, *, same_page: bool) -> bool:
    """Return whether a paragraph surely ends between two rows.

    Args:
        before: The upper row.
        row: The lower row.
        leading: The usual distance between rows, in sizes of type; None if it is not known.
        same_page: Whether both rows are on one page, so that their distance says something.
    """
    changes_font = set(before.fonts).isdisjoint(row.fonts)
    if changes_font and _SENTENCE_END.search(before.text):
        return True
    distance = _distance(before, row)
    if not same_page or leading is None or distance is None:
        return False
    return distance > WIDE * leading
