"""Numbers of the Comprehensive Rules: their kinds, parents, order and neighbours.

A number is a section (`7`), a chapter (`702`), a rule (`702.40`) or a subrule (`702.40a`). Subrule letters go from a to
z without l and o (they look like 1 and 0), then aa, ab …; the first number with two letters is 704.5aa of the edition
2026-08-07. `rules.summary_numbers` has the numbers of rulings.
"""

import re
from functools import lru_cache
from typing import Literal

RuleKind = Literal["section", "chapter", "rule", "subrule", "ruling"]
"""The kind of a numbered record; only rulings summaries have rulings."""
LETTERS = "abcdefghijkmnpqrstuvwxyz"
"""Subrule letters in order, without l and o."""
NUMBER = re.compile(r"(?P<section>[1-9])(?:(?P<chapter>\d{2})(?:\.(?P<rule>[1-9]\d{0,2})(?P<letters>[a-z]{1,2})?)?)?")
"""The regular form of a number; use it with `fullmatch`."""
_KINDS: dict[str | None, RuleKind] = {
    "section": "section",
    "chapter": "chapter",
    "rule": "rule",
    "letters": "subrule",
}
"""The last group of `NUMBER` that matches → the kind of the number."""


def is_number(text: str) -> bool:
    """Return whether `text` is a number in its regular form."""
    return NUMBER.fullmatch(text) is not None


@lru_cache(maxsize=1 << 14)
def kind_of(number: str) -> RuleKind:
    """Return the kind of rule that a regular number names: `7` → `section`, `702` → `chapter`, `702.40a` → `subrule`.

    Raises:
        ValueError: `number` is not in the regular form.
    """
    match = NUMBER.fullmatch(number)
    if match is None:
        raise ValueError(f"not a rule number: {number!r}")
    return _KINDS[match.lastgroup]


@lru_cache(maxsize=1 << 14)
def parent_of(number: str) -> str | None:
    """Return the number one level up: `702.40a` → `702.40` → `702` → `7` → None.

    Raises:
        ValueError: `number` is not in the regular form.
    """
    match kind_of(number):
        case "subrule":
            return without_letters(number)
        case "rule":
            return chapter_of(number)
        case "chapter":
            return section_of(number)
        case _:
            return None


def without_letters(number: str) -> str:
    """Return the rule of a subrule, `702.40a` → `702.40`; a number without letters at its end is returned unchanged."""
    return number.rstrip("abcdefghijklmnopqrstuvwxyz")


def chapter_of(number: str) -> str:
    """Return the part of a number before the first point: `702.40a` → `702`, also `408.f` (a misprint) → `408`."""
    return number.partition(".")[0]


def section_of(number: str) -> str:
    """Return the section of a number: `702.40a` → `7`."""
    return number[:1]


@lru_cache(maxsize=1 << 16)
def sort_key(number: str) -> tuple[int, int, int, int, str]:
    """Return a value that sorts numbers as in the rules: 7 < 702 < 702.2 < 702.2a < 702.2z < 702.2aa < 702.10.

    Raises:
        ValueError: `number` is not in the regular form.
    """
    match = NUMBER.fullmatch(number)
    if match is None:
        raise ValueError(f"not a rule number: {number!r}")
    letters = match["letters"] or ""
    chapter = int(match["chapter"]) if match["chapter"] else -1
    return int(match["section"]), chapter, int(match["rule"] or 0), len(letters), letters


def number_beside(number: str, step: int) -> str | None:
    """Return the number after a number under the same parent, or with a `step` of -1 the number before it.

    With a step of 1, `702.40a` → `702.40b`, `702.40` → `702.41`, `702` → `703`.

    Returns:
        None if there is no such number: `702.1` has none before it, `702.40z` none after it. Letters that the publisher
        does not use (l and o) and pairs of letters have no neighbours.
    """
    chapter, point, rule_and_letters = number.partition(".")
    if not point:
        return _heading_beside(chapter, step)
    rule = without_letters(rule_and_letters)
    letters = rule_and_letters.removeprefix(rule)
    if letters:
        letter = _letter_beside(letters, step)
        return f"{chapter}.{rule}{letter}" if letter else None
    if not rule:
        return None
    neighbour = int(rule) + step
    if neighbour == 0:
        return None
    return f"{chapter}.{neighbour}"


def _letter_beside(letters: str, step: int) -> str:
    """Return the subrule letter after a letter, or with a `step` of -1 the letter before it; empty if there is none."""
    if len(letters) != 1:
        return ""
    index = LETTERS.find(letters)
    is_possible = index >= 0 and 0 <= index + step < len(LETTERS)
    return LETTERS[index + step] if is_possible else ""


def _heading_beside(number: str, step: int) -> str | None:
    """Return the section or chapter after another one, or with a `step` of -1 the one before it.

    Returns:
        None if there is none, or if it is a chapter of another section: `799` has no neighbour after it.
    """
    neighbour = int(number) + step
    is_section = len(number) == 1
    if is_section:
        is_possible = 0 < neighbour < 10
    else:
        is_possible = str(neighbour).startswith(number[0])
    return str(neighbour) if is_possible else None
