"""Keys of records: a rule's number, `glossary:TERM` or `index:TERM`, with `#2` for the second with the same name."""

from __future__ import annotations

_GLOSSARY = "glossary:"
_INDEX = "index:"


def key_of_rule(number: str, ordinal: int = 1) -> str:
    """Return the key of a rule, unique within its edition: `702.40a`, `502.35b#2`."""
    return number if ordinal == 1 else f"{number}#{ordinal}"


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
    """Return a key without the word that marks a glossary entry: `502.35b#2`, `Storm`."""
    return key.removeprefix(_GLOSSARY)


def number_of(key: str) -> str:
    """Return the number in the key of a rule: `502.35b#2` → `502.35b`. A glossary entry's key keeps its mark."""
    return key.partition("#")[0]


def term_of(key: str) -> str:
    """Return the term in the key of a glossary entry: `glossary:Storm#2` → `Storm`."""
    return number_of(name_of(key))


def ordinal_of(key: str) -> int:
    """Return the ordinal in a key among the records of one name, from 1; 0, which no record has, if it is no number."""
    ordinal = key.partition("#")[2]
    return 1 if "#" not in key else int(ordinal) if ordinal.isdecimal() and len(ordinal) < 4 else 0
