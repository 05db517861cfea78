"""The blocks of text of a page, in document order.

The page is one that `scraper.markup.prepare` made safe for a parser; here its tree is walked.

Guarantees: linear time, no recursion. Every text of the tree that is not white space is in exactly one block; blocks
and their lines are in document order.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import takewhile
from typing import NamedTuple

from bs4 import BeautifulSoup
from bs4.element import NavigableString, PageElement, Tag
from msgspec import Struct

from rules.records import Span
from scraper.layout import Line, Role
from scraper.markup.elements import BLOCKS, CHROME
from scraper.markup.list_items import ItemCounter
from scraper.markup.prepare import NEWLINE, RESTORED

_ROLES: dict[str, Role] = {
    "li": "item",
    "td": "cell",
    "pre": "preformatted",
    "xmp": "preformatted",
    **dict.fromkeys(("h1", "h2", "h3", "h4", "h5", "h6"), "heading"),
}

_BOLD = frozenset(("b", "strong"))

_WHITE = f" \t\n\r\f\v\u00a0{NEWLINE}"
_SPACE = re.compile(f"[{_WHITE}]+")
"""White space. Hard spaces count too: on a page they are layout, and the rules' own text has none."""


class _Context(Struct, frozen=True):
    """The properties that a text has by the elements around it.

    Attributes:
        role: The kind of element that contains it.
        chrome: The innermost element around it whose text is not the page's own, or empty; see `CHROME`.
        is_linked: Whether the text is that of a link which leads elsewhere.
        is_bold: Whether it is in bold.
    """

    role: Role = "text"
    chrome: str = ""
    is_linked: bool = False
    is_bold: bool = False


class _Piece(NamedTuple):
    """A text of a page with its context.

    Attributes:
        text: The text; empty where only line breaks are.
        context: Its context.
        breaks_after: The number of line breaks after it: 1 for `<br>`, 2 for the beginning or end of a block such as
            `<p>`.
    """

    text: str
    context: _Context
    breaks_after: int


class _OpenElement(NamedTuple):
    """An element whose content is being walked.

    Attributes:
        children: Those children that were not reached yet.
        context: The context of its content.
        breaks_around: The number of line breaks before and after it.
    """

    children: Iterator[PageElement]
    context: _Context
    breaks_around: int


def blocks_of(prepared: str) -> tuple[Line, ...]:
    """Return the blocks of a page that `prepare` made safe.

    The pieces of a block are collected until line breaks follow. The signs `NEWLINE` in them count the lines of the
    file.
    """
    blocks: list[Line] = []
    pieces: list[_Piece] = []
    next_line = 1  # of the file, at the beginning of the next block
    breaks_before = 2  # line breaks since the last block with words
    for piece in _walk(BeautifulSoup(prepared, "html.parser")):
        pieces.append(piece)
        if not piece.breaks_after:
            continue
        raw = "".join(collected.text for collected in pieces)
        if raw.strip(_WHITE):
            blocks.append(_make_block(raw, next_line, pieces, after_blank=breaks_before > 1))
            breaks_before = 0
        next_line += raw.count(NEWLINE)
        breaks_before += piece.breaks_after
        pieces.clear()
    return tuple(blocks)


def _make_block(raw: str, line: int, pieces: Sequence[_Piece], *, after_blank: bool) -> Line:
    """Return a block.

    Args:
        raw: Its text, with the signs for the line ends of the source and the white space around it.
        line: The line of the file at which `raw` begins.
        pieces: The texts that it is made of.
        after_blank: Whether a blank line is before it.
    """
    with_words = [piece for piece in pieces if piece.text.strip(_WHITE)]
    first_context = with_words[0].context
    return Line(
        first=0,  # blocks are numbered by `scraper.markup.page.page_of`
        last=0,
        text=_SPACE.sub(" ", raw.strip(_WHITE)),
        after_blank=after_blank,
        span=_span_of(raw, line),
        role=first_context.role,
        chrome=first_context.chrome,
        linked=all(piece.context.is_linked for piece in with_words),
        lead=_measure_lead(with_words),
    )


def _span_of(raw: str, line: int) -> Span:
    """Return the lines of the words of a text, which begins at a line of the file and may begin with white space."""
    words = raw.lstrip(_WHITE)
    white_space_before = raw.removesuffix(words)
    first_line = line + white_space_before.count(NEWLINE)
    return Span(first_line, first_line + words.rstrip(_WHITE).count(NEWLINE))


def _measure_lead(pieces: Sequence[_Piece]) -> int:
    """Return the number of characters at the beginning of a block that are in bold; 0 if all of them are.

    Args:
        pieces: The texts of the block that are not white space.
    """
    bold = [piece.text for piece in takewhile(lambda piece: piece.context.is_bold, pieces)]
    if len(bold) == len(pieces):
        return 0
    return len(_SPACE.sub(" ", "".join(bold)).strip())


def _leads_to_own_place(link: Tag) -> bool:
    return str(link.get("href") or "").startswith("#")


def _is_permalink(link: Tag, context: _Context) -> bool:
    """Return whether a link is only a sign at the end or beginning of a block that leads to the block itself."""
    if link.name != "a" or len(link.contents) != 1 or not _leads_to_own_place(link):
        return False
    sign = link.contents[0]
    if not isinstance(sign, NavigableString) or any(char.isalnum() for char in sign):
        return False
    is_in_block = context.role == "heading" or (link.parent is not None and link.parent.name in BLOCKS)
    return is_in_block and (_is_blank_beside(link.next_sibling) or _is_blank_beside(link.previous_sibling))


def _is_blank_beside(sibling: PageElement | None) -> bool:
    """Return whether nothing but white space is on one side of an element in its block."""
    is_white = isinstance(sibling, NavigableString) and not sibling.strip(_WHITE)
    return sibling is None or is_white


def _leads_away(link: Tag, context: _Context) -> bool:
    """Return whether a link leads elsewhere; one from a heading to the page itself is decoration."""
    target = link.get("href")
    return target is not None and not (context.role == "heading" and _leads_to_own_place(link))


def _walk(soup: BeautifulSoup) -> Iterator[_Piece]:
    """Yield the texts of a page, and an empty text wherever an element begins or ends.

    The first text of an item of an ordered list begins with the number of the item, unless it leads elsewhere, as in a
    list of contents.
    """
    items = ItemCounter()
    open_elements = [_OpenElement(iter(soup.contents), _Context(), 2)]
    while open_elements:
        children, context, breaks_after = open_elements[-1]
        child = next(children, None)
        if child is None:
            open_elements.pop()
            items.end(len(open_elements))
            yield _Piece("", context, breaks_after)
        elif isinstance(child, Tag):
            name = _name_of(child, context)
            breaks_around = _count_breaks(child, name)
            yield _Piece("", context, 1 if name == "br" else breaks_around)
            items.begin(child, len(open_elements))
            inside = _place_inside(child, name, context)
            open_elements.append(_OpenElement(iter(child.contents), inside, breaks_around))
        elif isinstance(child, NavigableString):
            text = str(child).translate(RESTORED)
            if not context.chrome and text.strip(_WHITE):
                text = items.mark_text(text, _WHITE, is_linked=context.is_linked)
            yield from _divide_text(text, context)


def _name_of(element: Tag, context: _Context) -> str:
    """Return the name of an element; a link that is only a sign for its own block is called a permalink."""
    if _is_permalink(element, context):
        return "permalink"
    return element.name.removesuffix("-")


def _count_breaks(element: Tag, name: str) -> int:
    """Return the number of line breaks around an element: 2 around a block, 0 around any other.

    A permalink or a comment, whose names differ from those of their tags, is a block too.
    """
    if name in BLOCKS or name in CHROME or name != element.name:
        return 2
    return 0


def _place_inside(element: Tag, name: str, context: _Context) -> _Context:
    """Return the context of the content of an element."""
    chrome = context.chrome
    if name in CHROME or name in {"comment", "permalink"}:
        chrome = name
    return _Context(
        role=_ROLES.get(name, context.role),
        chrome=chrome,
        is_linked=context.is_linked or (name == "a" and _leads_away(element, context)),
        is_bold=context.is_bold or name in _BOLD,
    )


def _divide_text(text: str, context: _Context) -> Iterator[_Piece]:
    """Yield a text as one piece; a preformatted text line by line."""
    if context.role != "preformatted":
        yield _Piece(text, context, 0)
        return
    *ended, rest = text.split(NEWLINE)
    for row in ended:
        yield _Piece(f"{row}{NEWLINE}", context, 1)
    yield _Piece(rest, context, 0)
