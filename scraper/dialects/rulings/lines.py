"""The lines of a summary, with its numbers, without the bullets, table marks and links that copies added.

History of the numbers: until 1999 by topic: section `A`, chapter `A.2`, rule `A.2.1`, ruling `A.2.Ruling.1`. From 2003
on those of the Comprehensive Rules, whose full text the summaries include, and rulings under them (`502.3.Ruling.1`);
other topics have a letter with a digit (`G6.4`). One label of 1999 has `Rulings` for `Ruling`.

History: the pages were lists in tables. A text extracted from one keeps the bullets (`•`, `-`), the bars between cells
and the links (`Top`, `Go To:`), and sometimes joins things: a heading to the next item, a number to the trail of links
that ends in it (`General Rulings - 702702 - …`).

Guarantees: only layout marks are removed from a line, never words; a line with nothing else is dropped for a named
reason. Lines get new numbers, because a line may be split; the page maps them to those of the source.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import replace

from rules.numbers import RuleKind, regular_ruling
from rules.records import Dropped
from scraper.labels import Label, is_title
from scraper.layout import Line, SourceDocument, is_rule_line
from scraper.markup.blocks import MarkupBlock
from scraper.markup.page import HIDDEN, MarkupPage, read_page

DASH = r"\s?[-–—]\s+(?=\S)"
"""The dash between a number and its words. The pages of 1999 have no space before it."""

_PART = re.compile(r"\d+|[A-Za-z]+")


class Numbering(Struct, frozen=True):
    """A numbering scheme.

    Attributes:
        label: Matches a label with its dash.
        item: Matches only the label of a rule or ruling, not that of a section or chapter.
    """

    label: re.Pattern[str]
    item: re.Pattern[str]

    def read(self, text: str) -> Label | None:
        """Return the label at the start of a paragraph, None if there is none.

        A `+` in `printed` marks a change since the previous issue.
        """
        match = self.label.match(text)
        if match is None:
            return None
        printed = match[0].rstrip().rstrip("-–—").rstrip()
        number = regular_ruling(match["number"])
        return Label(number, kind_of(number), printed if printed != number else "", match.end())


_LETTERED = r"[A-Z]\.\d{1,2}\.(?:Rulings?\.)?\d{1,3}"
_RULING = r"(?:\.Rulings?\.\d{1,3})"
_NUMBERED = rf"(?:[1-9]\d\d|[A-Z]\d{{1,2}})(?:(?:\.\d{{1,3}}[a-z]{{0,2}}){{1,2}}{_RULING}?|{_RULING})"

LETTERS = Numbering(
    label=re.compile(rf"(?:\+\s+)?(?P<number>{_LETTERED}|[A-Z](?:\.\d{{1,2}})?){DASH}"),
    item=re.compile(rf"(?:\+\s+)?{_LETTERED}{DASH}"),
)
"""1998 and 1999."""

NUMBERS = Numbering(
    label=re.compile(rf"(?:\+\s+)?(?P<number>{_NUMBERED}|[1-9]\d\d|[A-Z]\d{{1,2}}|[1-9A-Z]){DASH}"),
    item=re.compile(rf"(?:\+\s+)?{_NUMBERED}{DASH}"),
)
"""2003 to 2009."""


def kind_of(number: str) -> RuleKind:
    """Return the kind of rule that a number names.

    Args:
        number: In the regular form of either scheme.
    """
    if "Ruling" in number:
        return "ruling"
    first, _, rest = number.partition(".")
    if not rest:
        return "section" if len(first) == 1 else "chapter"
    if first.isalpha():
        return "rule" if "." in rest else "chapter"
    return "subrule" if "." in rest or rest[-1].isalpha() else "rule"


def parent_of(number: str) -> str | None:
    """Return the parent number: `502.3.Ruling.1` and `502.3a` → `502.3` → `502` → `5`; `G6` → `G`, `A.2` → `A`."""
    if "Ruling" in number:
        return number.partition(".Ruling")[0]
    head, dot, last = number.rpartition(".")
    if not dot:
        return number[0] if len(number) > 1 else None
    digits = last.rstrip("abcdefghijklmnopqrstuvwxyz")
    return f"{head}.{digits}" if digits != last else head


def is_under(number: str, other: str) -> bool:
    """Return whether a number is under another one, at any depth, or is that number."""
    level: str | None = number
    while level is not None and level != other:
        level = parent_of(level)
    return level == other


def sort_key(number: str) -> tuple[tuple[int, str], ...]:
    """Return the key that sorts numbers in the order of a summary: rules before the rulings of the same number."""
    return tuple(
        (int(part), "") if part.isdigit() else (10_000 if part == "Ruling" else 0, part)
        for part in _PART.findall(number)
    )


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
