"""Conversion of the tree of a page to blocks of text, in document order.

Guarantees: every text of the tree that is not white space is in exactly one block; blocks and their lines are in
document order; there is no recursion, so deep trees are no problem.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Literal

from bs4 import BeautifulSoup
from bs4.element import NavigableString, PageElement, Tag
from msgspec import Struct
from msgspec.structs import replace

from scraper.markup.prepare import BLOCKS, CHROME, HEADINGS, LISTS, NEWLINE, RESTORED

Role = Literal["text", "heading", "item", "cell", "preformatted"]

_ROLES: dict[str, Role] = {"li": "item", "td": "cell", "th": "cell", "pre": "preformatted", "xmp": "preformatted"}

_SPACE = re.compile(f"[ \t\n\r\f\v\u00a0{NEWLINE}]+")
"""White space. Hard spaces count too: on a page they are layout, and the rules' own text has none."""


class MarkupBlock(Struct, frozen=True):
    """A piece of text between two block boundaries; see `scraper.markup`.

    Attributes:
        text: The text with entities decoded and white space collapsed to single spaces.
        first: Line of the file on which it begins, 1-based.
        last: Line of the file on which it ends.
        role: The kind of element that contains it.
        level: 1 to 6 for headings, else 0.
        depth: Number of lists that contain it.
        within: Innermost element around it whose text is not the page's own, or empty.
        anchor: `id` or `name` of the nearest element that has one and begins in or around this block, or empty.
        linked: Whether all of it is the text of links.
        after_blank: Whether more than one line break separates it from the block before.
    """

    text: str = ""
    first: int = 0
    last: int = 0
    role: Role = "text"
    level: int = 0
    depth: int = 0
    within: str = ""
    anchor: str = ""
    linked: bool = False
    after_blank: bool = True


class _Collector:
    """Collects texts until the block ends."""

    def __init__(self) -> None:
        self.blocks: list[MarkupBlock] = []
        self._line = 1
        self._parts: list[str] = []
        self._place = MarkupBlock()
        self._breaks = 2
        self._anchor = ""
        self._linked = True

    def add(self, text: str, place: MarkupBlock) -> None:
        """Add a text; its block has the role and surroundings of `place`, where it begins."""
        text = text.translate(RESTORED)
        if place.role == "preformatted":
            for i, line in enumerate(text.split(NEWLINE)):
                if i:
                    self.end(1)
                    self._line += 1
                self._append(line, place)
        else:
            self._append(text, place)

    def _append(self, text: str, place: MarkupBlock) -> None:
        if not self._parts:
            lead = _count_leading(text)
            self._line += text.count(NEWLINE, 0, lead)
            text = text[lead:]
            if not text:
                return
            self._place = place
        self._parts.append(text)
        self._linked &= place.linked or _count_leading(text) == len(text)

    def note_anchor(self, anchor: str) -> None:
        """Note the id of an element that begins: it names the block that the element begins in or before."""
        if not self._parts:
            self._anchor = anchor

    def end(self, breaks: int) -> None:
        """End the block; `breaks` is the number of line breaks that this makes."""
        if self._parts:
            self._write()
            self._breaks = 0
        self._breaks += breaks

    def _write(self) -> None:
        raw = "".join(self._parts)
        words = raw.rstrip(f" \t\n\r\f\v\u00a0{NEWLINE}")
        last = self._line + words.count(NEWLINE)
        block = replace(
            self._place,
            text=_SPACE.sub(" ", words),
            first=self._line,
            last=last,
            anchor=self._anchor or self._place.anchor,
            linked=self._linked,
            after_blank=self._breaks > 1,
        )
        self.blocks.append(block)
        self._line = last + raw.count(NEWLINE, len(words))
        self._parts.clear()
        self._anchor, self._linked = "", True


def _count_leading(text: str) -> int:
    """Return how many characters of white space a text begins with."""
    space = _SPACE.match(text)
    return space.end() if space else 0


def blocks_of(prepared: str) -> tuple[MarkupBlock, ...]:
    """Return the blocks of a page that `scraper.markup.prepare` made safe."""
    collector = _Collector()
    soup = BeautifulSoup(prepared, "html.parser")
    stack: list[tuple[Iterator[PageElement], MarkupBlock, str]] = [(iter(soup.contents), MarkupBlock(), "")]
    while stack:
        children, place, name = stack[-1]
        child = next(children, None)
        if child is None:
            stack.pop()
            if name:
                collector.end(2)
        elif isinstance(child, Tag):
            stack.append((iter(child.contents), *_enter(child, place, collector)))
        elif isinstance(child, NavigableString):
            collector.add(str(child), place)
    collector.end(2)
    return tuple(collector.blocks)


def _enter(tag: Tag, place: MarkupBlock, collector: _Collector) -> tuple[MarkupBlock, str]:
    """Begin an element; return the place inside the element, and its name if its end ends a block."""
    name = tag.name
    if name == "br":
        collector.end(1)
        return place, ""
    bare = name.removesuffix("-")
    set_apart = bare in BLOCKS or bare in CHROME or name.endswith("-")
    if set_apart:
        collector.end(2)
    anchor = tag.get("id") or (tag.get("name") if name == "a" else None)
    if isinstance(anchor, str):
        collector.note_anchor(anchor)
        place = replace(place, anchor=anchor) if set_apart else place
    return _enter_element(bare, place, linked=name == "a" and tag.get("href") is not None), bare if set_apart else ""


def _enter_element(name: str, place: MarkupBlock, *, linked: bool) -> MarkupBlock:
    if linked:
        place = replace(place, linked=True)
    if name in CHROME or name == "comment":
        return replace(place, within=name)
    if name in HEADINGS:
        return replace(place, role="heading", level=HEADINGS[name])
    if name in LISTS:
        return replace(place, depth=place.depth + 1)
    role = _ROLES.get(name)
    return replace(place, role=role) if role else place
