"""The names in the term of a glossary entry."""

import re

from rules.keys import term_of
from rules.text import fold, words

_LABEL = re.compile(r"\s*\((?:obsolete|informal)\)\s*")
_SYNONYMS = re.compile(r",\s+(?:or\s+)?|\s+or\s+|/")


def is_obsolete(key: str) -> bool:
    """Return whether a glossary entry's own term calls it obsolete: it is there for readers of old cards."""
    return "(obsolete)" in key.casefold()


def names_of(key: str) -> list[str]:
    """Return the terms that a glossary entry explains, as folded words: `Life, Life Total` has two."""
    term = _LABEL.sub("", fold(term_of(key)))
    names = [" ".join(words(name)) for name in _SYNONYMS.split(term)]
    return [name for name in names if name]
