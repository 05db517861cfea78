"""Keys, which name the records of an edition.

| record | key |
|---|---|
| a rule | its number, `502.35b` |
| a glossary entry | `glossary:Storm` |
| an entry of the index that ends some editions | `index:Deck` |

If an edition has several records with the same number or term, the keys of all but the first of them end in an ordinal:
`502.35b`, `502.35b#2`, `502.35b#3`.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Literal

from rules.numbers import chapter_of, is_number, parent_of, without_letters

Level = Literal["subrule", "rule", "chapter"]
"""The level at which records are counted: each by itself (`subrule`), subrules as their rule, or rules and subrules as
their chapter."""
GLOSSARY = "glossary"
"""Used for glossary entries where a rule has the number of its chapter."""
_GLOSSARY = f"{GLOSSARY}:"
_INDEX = "index:"
_RULING = ".Ruling"
"""The end of the number of the rule that a ruling is under, in the number of the ruling: `502.3.Ruling.1`."""
_MOST_DIGITS_OF_ORDINAL = 3


def key_of_rule(number: str, ordinal: int = 1) -> str:
    """Return the key of a rule: `702.40a`, or `502.35b#2` for the second rule with this number (`ordinal` 2)."""
    if ordinal == 1:
        return number
    return f"{number}#{ordinal}"


def key_of_entry(term: str, ordinal: int = 1) -> str:
    """Return the key of a glossary entry: `glossary:Storm`, or `glossary:Storm#2` for the second with this term."""
    return key_of_rule(_GLOSSARY + term, ordinal)


def key_of_index_entry(term: str, ordinal: int) -> str:
    """Return the key of an entry of the index: `index:Deck`, or `index:Deck#2` for the second with this term."""
    return key_of_rule(_INDEX + term, ordinal)


def is_index_entry(key: str) -> bool:
    """Return whether a key is that of an entry of the index."""
    return key.startswith(_INDEX)


def is_entry(key: str) -> bool:
    """Return whether a key is that of a glossary entry."""
    return key.startswith(_GLOSSARY)


def name_of(key: str) -> str:
    """Return a key without `glossary:`, with its ordinal: `glossary:Storm#2` → `Storm#2`, `502.35b#2` → `502.35b#2`."""
    return key.removeprefix(_GLOSSARY)


def number_of(key: str) -> str:
    """Return a key without its ordinal: `502.35b#2` → `502.35b`. That of a rule is its number.

    A key that is no rule's keeps its prefix: `glossary:Storm#2` → `glossary:Storm`.
    """
    return key.partition("#")[0]


def term_of(key: str) -> str:
    """Return the term in the key of a glossary entry: `glossary:Storm#2` → `Storm`."""
    return number_of(name_of(key))


def ordinal_of(key: str) -> int:
    """Return the ordinal of a key: `502.35b` → 1, `502.35b#2` → 2.

    A key that a user typed may have anything after `#`. If that is no number of one to three digits, the ordinal is 0,
    which no record has.
    """
    _, mark, ordinal = key.partition("#")
    if not mark:
        return 1
    is_possible = ordinal.isdecimal() and len(ordinal) <= _MOST_DIGITS_OF_ORDINAL
    return int(ordinal) if is_possible else 0


def ordinals(names: Iterable[str]) -> Iterator[int]:
    """Yield the ordinal of each number or term among its equals: `101.1`, `101.2`, `101.1`, `101.1` → 1, 1, 2, 3."""
    counts: Counter[str] = Counter()
    for name in names:
        counts[name] += 1
        yield counts[name]


def parent_key(key: str) -> str | None:
    """Return the key one level above the key of a rule: `502.35b#2` → `502.35`, `702` → `7`.

    The numbers of rulings (`rules.summary_numbers`) are followed too: `A.2.4` → `A.2`, `502.3.Ruling.1` → `502.3`.

    Returns:
        None for sections, glossary entries and entries of an index.
    """
    if is_entry(key) or is_index_entry(key):
        return None
    number = number_of(key)
    if is_number(number):
        return parent_of(number)
    # The number is misprinted, or that of a ruling.
    above_ruling, mark, _ = number.partition(_RULING)
    if mark:
        return above_ruling
    before_last_point, _, _ = number.rpartition(".")
    return before_last_point or None


@lru_cache(maxsize=1 << 14)
def with_parents(key: str) -> tuple[str, ...]:
    """Return a key and all keys above it, nearest first: `702.40a` → `702.40a`, `702.40`, `702`, `7`."""
    parent = parent_key(key)
    if parent is None:
        return (key,)
    return (key, *with_parents(parent))


def chapter_of_key(key: str) -> str:
    """Return the chapter of a rule, `502.35b#2` → `502`, or `GLOSSARY` for a glossary entry.

    An entry of the index belongs to no chapter; its key is returned unchanged. The chapter of a section is the section
    itself, and that of a ruling such as `A.2.4` is its topic, `A`.
    """
    if is_entry(key):
        return GLOSSARY
    if is_index_entry(key):
        return key
    return chapter_of(number_of(key))


def key_at_level(key: str, level: Level) -> str:
    """Return the key as which a record is counted at a level.

    `702.40a#2` is counted as `702.40a#2` at the level `subrule`, as `702.40` at the level `rule`, and as `702` at the
    level `chapter`. Glossary entries and entries of the index are counted by themselves at every level. A ruling such
    as `A.2.4`, which is in no numbered chapter, is counted by itself at the level `chapter` too. A misprint such as
    `408.f`, whose number lacks a part, is counted as `408`.
    """
    if level == "subrule" or is_entry(key) or is_index_entry(key):
        return key
    rule = without_letters(number_of(key)).removesuffix(".")
    is_in_numbered_chapter = rule[:1].isdigit()
    if level == "chapter" and is_in_numbered_chapter:
        return chapter_of(rule)
    return rule
