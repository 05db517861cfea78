"""Rule numbers: their regular form, order and parents.

A number is a section (`7`), a chapter (`702`), a rule (`702.40`) or a subrule (`702.40a`). Subrule letters go from a to
z without l and o (they look like 1 and 0), then aa, ab …, which the publisher has not used yet.
Rulings summaries use letters (`A.2.1`, `A.2.Ruling.3`), which their own dialect handles.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rules.records import RuleKind

LETTERS = "abcdefghijkmnpqrstuvwxyz"
"""Subrule letters in order, without l and o."""

NUMBER = re.compile(r"(?P<section>[1-9])(?:(?P<chapter>\d{2})(?:\.(?P<rule>[1-9]\d{0,2})(?P<letters>[a-z]{1,2})?)?)?")
"""The regular form; use it with `fullmatch`."""


def is_number(text: str) -> bool:
    """Return whether `text` is a number in its regular form."""
    return NUMBER.fullmatch(text) is not None


@lru_cache(maxsize=1 << 14)
def kind_of(number: str) -> RuleKind:
    """Return the kind of rule that a regular number names.

    Raises:
        ValueError: `number` is not in the regular form.
    """
    match = NUMBER.fullmatch(number)
    if match is None:
        raise ValueError(f"not a rule number: {number!r}")
    if match["letters"]:
        return "subrule"
    if match["rule"]:
        return "rule"
    return "chapter" if match["chapter"] else "section"


@lru_cache(maxsize=1 << 14)
def parent_of(number: str) -> str | None:
    """Return the number one level up: `702.40a` → `702.40` → `702` → `7` → None."""
    kind = kind_of(number)
    if kind == "subrule":
        return number.rstrip("abcdefghijklmnopqrstuvwxyz")
    if kind == "rule":
        return number.partition(".")[0]
    return number[0] if kind == "chapter" else None


@lru_cache(maxsize=1 << 16)
def sort_key(number: str) -> tuple[int, int, int, int, str]:
    """Return the key that sorts numbers as in the rules: 7 < 702 < 702.2 < 702.2a < 702.2z < 702.2aa < 702.10."""
    match = NUMBER.fullmatch(number)
    if match is None:
        raise ValueError(f"not a rule number: {number!r}")
    letters = match["letters"] or ""
    chapter = int(match["chapter"]) if match["chapter"] else -1
    return int(match["section"]), chapter, int(match["rule"] or 0), len(letters), letters


def ordinals(names: Iterable[str]) -> Iterator[int]:
    """Yield for each name how often it has occurred so far: 1 for the first `502.35b`, 2 for the next."""
    seen: Counter[str] = Counter()
    for name in names:
        seen[name] += 1
        yield seen[name]


def next_letter(letter: str) -> str | None:
    """Return the letter after `letter` in the publisher's order, None after z or for letters it does not use."""
    index = LETTERS.find(letter)
    return LETTERS[index + 1] if 0 <= index < len(LETTERS) - 1 else None


def next_beside(number: str) -> str | None:
    """Return the next number under the same parent: 702.40a → 702.40b, 702.40 → 702.41; None after the last."""
    chapter, rule, letters = _split_number(number)
    if letters:
        letter = next_letter(letters)
        return f"{chapter}.{rule}{letter}" if letter else None
    if rule:
        return f"{chapter}.{int(rule) + 1}"
    last = chapter[1:] == "99" or chapter == "9"
    return None if last else str(int(chapter) + 1)


def previous_beside(number: str) -> str | None:
    """Return the number before under the same parent: 702.40b → 702.40a, 702.40 → 702.39; None before the first."""
    chapter, rule, letters = _split_number(number)
    if letters:
        index = LETTERS.find(letters)
        return f"{chapter}.{rule}{LETTERS[index - 1]}" if index > 0 else None
    if rule:
        return f"{chapter}.{int(rule) - 1}" if int(rule) > 1 else None
    first = chapter[1:] == "00" or chapter == "1"
    return None if first else str(int(chapter) - 1)


def _split_number(number: str) -> tuple[str, str, str]:
    """Return chapter or section, number within the chapter, and letters; the letters l and o count as such."""
    chapter, _, rest = number.partition(".")
    digits = rest.rstrip(LETTERS + "lo")
    return chapter, digits, rest[len(digits) :]
