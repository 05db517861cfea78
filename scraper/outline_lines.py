"""The numbered lines of an outline: which of them begin a rule, and which are its contents.

A line begins a rule if it is a numbered heading of Markdown (`## 1.2 Title`), or begins with a number with a dot in it.
A line such as `1. Title`, without a mark of Markdown, may also be an item of a list or of the contents. It begins a
section if the next number is below it (1.1), and if its own number goes on from those before it.

The contents are the numbered lines before the first heading of Markdown. Where there is none, they are the titles
before the place where the numbers begin again.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from msgspec import Struct

from rules.text_sizes import LONGEST_HEADING
from scraper.layout import STRAY, Line
from scraper.outline_numbers import LETTER, can_follow, order

_NUMBER = rf"[1-9]\d{{0,2}}(?:\.[1-9]\d{{0,2}}){{0,5}}(?:\.?{LETTER})?"
# The number of a heading of Markdown, of an item, of a section without marks, and of a line of the contents.
_HEADING = re.compile(rf"(?:>\s*)?#{{1,6}}\s+(?:§\s*)?(?P<number>{_NUMBER})[.):]?\s+(?P<title>\S.*?)\s*#*$")
_ITEM = re.compile(
    rf"(?:>\s*)?(?:[-*+]\s+)?(?:\*\*|__)?(?:§\s*)?(?P<number>(?=\d+\.\d){_NUMBER})(?P<mark>[.):]?(?:\*\*|__)?[.:)]?)(?:\s+(?P<text>\S.*)|$)"
)
_SECTION = re.compile(
    r"(?P<bold>\*\*|__)?(?:§\s*)?(?P<number>[1-9]\d{0,2})[.):]?\s+(?P<text>\S.*?)(?(bold)(?P=bold))\s*$"
)
_ENTRY = re.compile(
    rf"(?:[-*+]\s+)?\[?(?P<number>{_NUMBER})[.):]?\s+(?P<title>[^\]|]+?)(?:\]\([^()]*\))?(?:\s*\.{{3,}}\s*\d*)?$"
)
_FENCE = re.compile(r"(?:```|~~~)")
_ENDS_SENTENCE = re.compile(r"[.!?:;][\"”“»’)\]*_]*$")
LEAST_CONTENTS = 2
"""Minimum number of entries of contents in a document without headings of Markdown; a single line is no contents."""
REPEATED_SHARE = 0.5
"""Minimum share of the entries of such contents whose numbers the body repeats."""


class Beginning(Struct, frozen=True):
    """The beginning of a rule: its number, its heading or its text, and its place among the lines."""

    number: str
    heading: str | None
    text: str
    index: int


class ContentsEntry(Struct, frozen=True):
    """A line of the contents."""

    number: str
    title: str
    line: Line


class _Numbered(Struct, frozen=True):
    """A line with a number, which may begin a rule.

    Attributes:
        beginning: The rule that the line would begin.
        is_markdown_heading: Whether the line is a heading of Markdown.
        is_certain: Whether the line is such a heading or its number has a dot. A line like `1. Title` may be an item
            of a list.
    """

    beginning: Beginning
    is_markdown_heading: bool
    is_certain: bool


def find_beginnings(lines: Sequence[Line]) -> list[Beginning]:
    """Return the beginnings of the rules, without contents and lists."""
    numbered = list(_list_numbered(lines))
    start = next((index for index, line in enumerate(numbered) if line.is_markdown_heading), None)
    if start is None:
        start = _count_contents(numbered)
    body = numbered[start:]
    if not any(line.is_certain for line in body):
        # Only numbers without a dot: there is nothing below them by which to tell sections from items of a list.
        return [line.beginning for line in body]
    return _select_beginnings(body, lines)


def read_contents(lines: Sequence[Line]) -> list[ContentsEntry]:
    """Return the entries of the contents among the lines before the first rule."""
    entries: list[ContentsEntry] = []
    for line in lines:
        match = _ENTRY.match(line.text)
        if match:
            entries.append(ContentsEntry(match["number"], match["title"], line))
    return entries


def _list_numbered(lines: Sequence[Line]) -> Iterator[_Numbered]:
    """Yield the lines that begin with a number, except those of code."""
    fenced = False
    for index, line in enumerate(lines):
        if _FENCE.match(line.text):
            fenced = not fenced
        if fenced:
            continue
        heading = _HEADING.match(line.text)
        item = _ITEM.match(line.text)
        section = _SECTION.match(line.text)
        if heading:
            beginning = Beginning(heading["number"], heading["title"], "", index)
            yield _Numbered(beginning, is_markdown_heading=True, is_certain=True)
        elif item:
            beginning = Beginning(item["number"], None, item["text"] or "", index)
            yield _Numbered(beginning, is_markdown_heading=False, is_certain=True)
        elif section:
            beginning = Beginning(section["number"], None, section["text"], index)
            if _is_title(section["text"]):
                beginning = Beginning(section["number"], section["text"], "", index)
            yield _Numbered(beginning, is_markdown_heading=False, is_certain=False)


def _count_contents(numbered: Sequence[_Numbered]) -> int:
    """Return how many of the numbered lines are contents: titles that the lines after them repeat in the same order."""
    if not numbered:
        return 0
    numbers = [line.beginning.number for line in numbered]
    if numbers[0] not in numbers[1:]:
        return 0
    # the contents end where the first number comes again
    count = numbers.index(numbers[0], 1)
    contents = [line.beginning for line in numbered[:count]]
    is_rising = all(order(before.number) < order(after.number) for before, after in pairwise(contents))
    are_titles = all(_is_title(entry.heading or entry.text) for entry in contents)
    if count < LEAST_CONTENTS or not is_rising or not are_titles:
        return 0
    body = set(numbers[count:])
    repeated = sum(entry.number in body for entry in contents)
    if repeated >= REPEATED_SHARE * count:
        return count
    return 0


def _select_beginnings(numbered: Sequence[_Numbered], lines: Sequence[Line]) -> list[Beginning]:
    """Return the numbered lines that begin rules; the others belong to the rule before them."""
    selected: list[Beginning] = []
    for line, following in zip(numbered, (*numbered[1:], None), strict=True):
        beginning = line.beginning
        last = selected[-1].number if selected else None
        if line.is_markdown_heading:
            begins_rule = True
        elif line.is_certain:
            begins_rule = _is_expected(beginning, last) or not _continues_sentence(lines, beginning.index)
        else:
            has_child = following is not None and following.beginning.number.startswith(f"{beginning.number}.")
            begins_rule = has_child and _rises(beginning, last)
        if begins_rule:
            selected.append(beginning)
    return selected


def _rises(found: Beginning, last: str | None) -> bool:
    """Return whether a number is higher than the last one."""
    return last is None or order(last) < order(found.number)


def _is_expected(found: Beginning, last: str | None) -> bool:
    """Return whether a number fits after the last one so well that it needs no look at the line above.

    A number that skips others fits only if its words do not begin like the rest of a sentence.
    """
    if last is None or can_follow(last, found.number):
        return True
    return _rises(found, last) and not found.text[:1].islower()


def _continues_sentence(lines: Sequence[Line], index: int) -> bool:
    """Return whether a line goes on with the sentence of a long line above it: `which takes` / `1.5 hours`."""
    if index == 0 or lines[index].after_blank:
        return False
    above = lines[index - 1].text
    return len(above) >= STRAY and _ENDS_SENTENCE.search(above) is None


def _is_title(text: str) -> bool:
    """Return whether the words after a number can be a title: short, and no sentence."""
    return len(text) <= LONGEST_HEADING and _ENDS_SENTENCE.search(text) is None
