"""The lines of a summary without the bullets, table marks and links that copies added.

History: the pages were lists in tables. A text extracted from one keeps the bullets (`•`, `-`), the bars between cells
and the links (`Top`, `Go To:`), and sometimes joins things: a heading to the next item, a number to the trail of links
that ends in it (`General Rulings - 702702 - …`).

Guarantees: only layout marks are removed from a line, never words; a line with nothing else is dropped for a named
reason. Lines get new numbers, because a line may be split; the page maps them to those of the source.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from msgspec.structs import replace

from rules.records import Dropped
from scraper.dialects.rulings.numbering import Numbering
from scraper.labels import is_title
from scraper.layout import is_rule_line
from scraper.markup.blocks import MarkupBlock
from scraper.markup.page import HIDDEN, MarkupPage, read_page
from scraper.source import Line, SourceDocument

NOTE = re.compile(r"Note\s?-\s+")
EXAMPLE = re.compile(r"Examples?\s?:\s*")

_BAR = re.compile(r"[|\s]+")
_BULLET = re.compile(r"[•*◦○·-]\s+")
_NAVIGATION = re.compile(
    r"(?:back to )?top|(?:return|back) to .{0,40}(?:index|contents)|(?:previous|next)(?: (?:page|section|chapter))?"
    r"|go to:.{0,200}|new search\b.{0,60}|sponsored links|general rulings - \w{1,3}",
    re.IGNORECASE,
)
_TRAIL = re.compile(r"(?P<trail>General Rulings - (?P<number>\w{1,3}))(?P=number)\s?-\s")
_GLUED = re.compile(
    r"(?P<heading>\S{1,8}\s?[-–—]\s+[^.\[\]:;?!]{2,80}?)\s+(?=\+?\s?(?:[1-9]\d\d|[A-Z]\d{0,2})\.\S{1,16}\s?[-–—]\s)"
)


def prepare(source: SourceDocument, numbering: Numbering) -> tuple[MarkupPage, tuple[Dropped, ...]]:
    """Return the lines of a text or a page as a summary has them, and those of the source that are no part of it."""
    page = read_page(source)
    lines: list[Line] = []
    blocks: list[MarkupBlock] = []
    dropped: list[Dropped] = []
    after_blank = False
    for line in page.source.lines if page else source.lines:
        block = page.block(line) if page else MarkupBlock("", line.first, line.last)
        after_blank |= line.after_blank
        bare = _without_marks(line.text, numbering)
        # A menu that is never closed holds rules, too.
        own = page is None or (page.block(line).within not in HIDDEN and numbering.item.match(bare))
        chrome = "" if own or page is None else page.chrome(line)
        for part in [line.text] if chrome or not bare else _split_line(bare, numbering):
            reason = chrome or _reason_to_drop(part, bare)
            if reason:
                dropped.append(Dropped(block.first, reason, part))
                after_blank = True  # text before and after a link is not one paragraph
                continue
            apart = after_blank or part != line.text or _begins(part, numbering)
            blocks.append(block)
            lines.append(Line(len(blocks), len(blocks), part, apart, line.indent, line.open_end))
            after_blank = False
    summary = replace(source, lines=tuple(lines), diagnostics=())
    return MarkupPage(summary, tuple(blocks), page.diagnostics if page else source.diagnostics), tuple(dropped)


def _reason_to_drop(part: str, bare: str) -> str:
    """Return why a part of a line is not summary text; empty if it is. `bare` is the line without its marks."""
    if not bare:
        return "table-mark"
    if is_rule_line(part):
        return "rule-line"
    return "navigation" if _NAVIGATION.fullmatch(part) else ""


def _without_marks(text: str, numbering: Numbering) -> str:
    """Return a line without the bar of a table and the bullet of a list.

    `-` and `*` are bullets only if a label or a note follows; the `+` of a changed rule belongs to its label.
    """
    bar = _BAR.match(text)
    if bar and "|" in bar[0]:
        text = text[bar.end() :]
    bullet = _BULLET.match(text)
    if bullet is None:
        return text
    rest = text[bullet.end() :]
    return rest if text[0] in "•◦○·" or _begins(rest, numbering) else text


def _begins(text: str, numbering: Numbering) -> bool:
    """Return whether a line begins a paragraph, whatever precedes it."""
    if numbering.item.match(text) or NOTE.match(text) or EXAMPLE.match(text):
        return True
    label = numbering.read(text)
    return label is not None and len(label.number) > 1 and is_title(text[label.end :])


def _split_line(text: str, numbering: Numbering) -> Iterator[str]:
    """Yield the parts of a line: a trail of links, a heading, and text that an extraction joined to it."""
    trail = _TRAIL.match(text)
    if trail:
        yield trail["trail"]
        text = text[trail.end("trail") :]
    glued = _GLUED.match(text)
    if glued and numbering.label.match(text) and numbering.label.match(text[glued.end() :]):
        yield glued["heading"]
        text = text[glued.end() :]
    yield text
