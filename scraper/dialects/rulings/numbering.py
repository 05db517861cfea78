"""The two numbering schemes of the rulings summaries.

History: until 1999 by topic: section `A`, chapter `A.2`, rule `A.2.1`, ruling `A.2.Ruling.1`. From 2003 on with the
numbers of the Comprehensive Rules, whose full text they include, and rulings under them (`502.3.Ruling.1`); other
topics have a letter with a digit (`G6.4`). One label of 1999 has `Rulings` for `Ruling`.
"""

from __future__ import annotations

import re

from msgspec import Struct

from rules.numbers import RuleKind, regular_ruling
from scraper.labels import Label

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
