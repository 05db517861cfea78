"""Numbers and keys of rules: kinds, parents, order.

A number is a section (`7`), a chapter (`702`), a rule (`702.40`) or a subrule (`702.40a`). Subrule letters go from a to
z without l and o (they look like 1 and 0), then aa, ab …; the first of these is 704.5aa in 2026-08-07.

A key names a record within its edition: a rule's number, `glossary:TERM` or `index:TERM`, with `#2` for the second of
the same name.

Rulings summaries print other numbers: `A.2.1`, `K.14.Ruling.7`, `G6.4`, `502.3.Ruling.1`. That of 1998 and 1999 used
letters; its successor used the numbers of the Comprehensive Rules, with rulings under them, and letters with a digit
for topics that these rules do not cover. A star is a placeholder for a number that the author never filled in
(`D.*.*`). No edition of the Comprehensive Rules prints any of these forms.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Literal

RuleKind = Literal["section", "chapter", "rule", "subrule", "ruling"]
Level = Literal["subrule", "rule", "chapter"]
"""The level at which records are counted: each by itself (`subrule`), subrules with their rule, or rules with their
chapter."""
GLOSSARY = "glossary"
"""Used instead of a chapter's number for glossary entries."""
_GLOSSARY = f"{GLOSSARY}:"
_INDEX = "index:"

LETTERS = "abcdefghijkmnpqrstuvwxyz"
"""Subrule letters in order, without l and o."""

NUMBER = re.compile(r"(?P<section>[1-9])(?:(?P<chapter>\d{2})(?:\.(?P<rule>[1-9]\d{0,2})(?P<letters>[a-z]{1,2})?)?)?")
"""The regular form; use it with `fullmatch`."""
_KINDS: dict[str | None, RuleKind] = {
    "section": "section",
    "chapter": "chapter",
    "rule": "rule",
    "letters": "subrule",
}
"""The kind of a number by the last of its parts."""

RULING_START = r"[A-Z](?:[1-9]\d?)?\.[1-9*]"
"""The beginning of a rulings summary's own number; for look-aheads."""

_LETTERED_RULING = (
    r"[A-Z](?:[1-9]\d?)?\."  # the topic: `A.`, `G6.`
    r"(?:[1-9]\d{0,2}|\*)"  # its part: `A.2`
    r"(?:\.(?:[1-9]\d?|\*)|[a-z](?!\w))?"  # a part of that: `A.2.1`, `A.2b`
    r"(?:\.Rulings?\.[1-9]\d?)?"  # the ruling: `K.14.Ruling.7`
)
_RULING_UNDER_RULE = r"[1-9]\d\d\.(?:[1-9]\d{0,2}[a-z]?\.)?Rulings?\.[1-9]\d?"
"""`502.3.Ruling.1`, `502.Ruling.1`."""
RULING = rf"(?:{_LETTERED_RULING}|{_RULING_UNDER_RULE})"
"""A complete number of a rulings summary."""


def key_of_rule(number: str, ordinal: int = 1) -> str:
    """Return the key of a rule, unique within its edition: `702.40a`, `502.35b#2`."""
    if ordinal == 1:
        return number
    return f"{number}#{ordinal}"


def key_of_term(term: str, ordinal: int = 1) -> str:
    """Return the key of a glossary entry, unique within its edition: `glossary:Storm`."""
    return key_of_rule(_GLOSSARY + term, ordinal)


def key_of_index(term: str, ordinal: int = 1) -> str:
    """Return the key of an entry of the index that ends an edition: `index:Deck`."""
    return key_of_rule(_INDEX + term, ordinal)


def is_index(key: str) -> bool:
    """Return whether a key is that of an entry of the index."""
    return key.startswith(_INDEX)


def is_term(key: str) -> bool:
    """Return whether a key is that of a glossary entry."""
    return key.startswith(_GLOSSARY)


def name_of(key: str) -> str:
    """Return a key without the `glossary:` of an entry: `502.35b#2` → `502.35b#2`, `glossary:Storm#2` → `Storm#2`."""
    return key.removeprefix(_GLOSSARY)


def number_of(key: str) -> str:
    """Return the number in the key of a rule: `502.35b#2` → `502.35b`; the key of an entry keeps `glossary:`."""
    return key.partition("#")[0]


def term_of(key: str) -> str:
    """Return the term in the key of a glossary entry: `glossary:Storm#2` → `Storm`."""
    return number_of(name_of(key))


def ordinal_of(key: str) -> int:
    """Return the ordinal in a key, which counts the records of one name from 1.

    If the part after `#` is no number of one to three digits, the ordinal is 0, which no record has.
    """
    _, mark, ordinal = key.partition("#")
    if not mark:
        return 1
    if not ordinal.isdecimal() or len(ordinal) >= 4:
        return 0
    return int(ordinal)


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
    return _KINDS[match.lastgroup]


@lru_cache(maxsize=1 << 14)
def parent_of(number: str) -> str | None:
    """Return the number one level up: `702.40a` → `702.40` → `702` → `7` → None."""
    match kind_of(number):
        case "subrule":
            return without_letters(number)
        case "rule":
            return chapter_of(number)
        case "chapter":
            return section_of(number)
        case _:
            return None


def parent_key(key: str) -> str | None:
    """Return the number one level above a key, also above that of a ruling.

    Returns:
        None for sections, glossary entries and entries of an index.
    """
    if is_term(key) or is_index(key):
        return None
    number = number_of(key)
    if is_number(number):
        return parent_of(number)
    return number.rpartition(".")[0] or None


@lru_cache(maxsize=1 << 14)
def with_parents(key: str) -> tuple[str, ...]:
    """Return a key and those above it: `702.40a`, `702.40`, `702`, `7`."""
    parent = parent_key(key)
    if parent is None:
        return (key,)
    return (key, *with_parents(parent))


def without_letters(number: str) -> str:
    """Return the rule of a subrule's number, `702.40a` → `702.40`; any other number as it is."""
    return number.rstrip("abcdefghijklmnopqrstuvwxyz")


def chapter_of(number: str) -> str:
    """Return what a number has before the first point, `702.40a` → `702`, also of a misprinted one (`408.f`)."""
    return number.partition(".")[0]


def chapter_of_key(key: str) -> str:
    """Return the chapter of a rule's key, `502.35b#2` → `502`; `GLOSSARY` for a glossary entry.

    An entry of an index belongs to no chapter; its key is returned as it is.
    """
    if is_term(key):
        return GLOSSARY
    if is_index(key):
        return key
    return chapter_of(number_of(key))


def fold_key(key: str, by: Level) -> str:
    """Return the key with which a record is counted at a level: `702.40a` → `702.40` → `702`.

    Glossary entries and entries of an index are counted by themselves at every level.
    """
    if by == "subrule" or is_term(key) or is_index(key):
        return key
    number = without_letters(number_of(key))
    has_chapter_number = number[:1].isdigit()  # a ruling such as A.2.4 begins with the letter of its part
    if by == "chapter" and has_chapter_number:
        return chapter_of(number)
    return number


def section_of(number: str) -> str:
    """Return the section of a number: `702.40a` → `7`."""
    return number[:1]


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
    """Yield the ordinal of each name among the equal names so far: 1 for the first `502.35b`, 2 for the next."""
    seen: Counter[str] = Counter()
    for name in names:
        seen[name] += 1
        yield seen[name]


def number_beside(number: str, step: int) -> str | None:
    """Return the next number under the same parent, or with a step of -1 the one before; None if there is none.

    702.40a → 702.40b, 702.40 → 702.41. The letters l and o, which the publisher does not use, have no neighbours, nor
    have numbers with two letters.
    """
    chapter, dot, rest = number.partition(".")
    if not dot:
        return _heading_beside(chapter, step)
    digits = without_letters(rest)
    letters = rest.removeprefix(digits)
    if letters:
        letter = _letter_beside(letters, step)
        return f"{chapter}.{digits}{letter}" if letter else None
    if not digits:
        return None
    neighbour = int(digits) + step
    if neighbour == 0:
        return None
    return f"{chapter}.{neighbour}"


def _letter_beside(letters: str, step: int) -> str:
    """Return the next subrule letter, or the one before; empty if there is none."""
    if len(letters) != 1:
        return ""
    index = LETTERS.find(letters)
    is_possible = index >= 0 and 0 <= index + step < len(LETTERS)
    return LETTERS[index + step] if is_possible else ""


def _heading_beside(number: str, step: int) -> str | None:
    """Return the next section or chapter, or with a step of -1 the one before.

    Returns:
        None if there is none, or if it is a chapter of another section.
    """
    neighbour = int(number) + step
    if len(number) == 1:
        is_possible = 0 < neighbour < 10
    else:
        is_possible = str(neighbour).startswith(number[0])
    return str(neighbour) if is_possible else None


def regular_ruling(number: str) -> str:
    """Return the regular form of a ruling's number: one issue prints `Rulings` in a label where `Ruling` is meant."""
    return number.replace(".Rulings.", ".Ruling.")
