"""The words of a passage as the aligner compares them.

Consecutive editions share most of their passages, so the results are cached.
"""

import re
from functools import lru_cache
from itertools import chain

from rules.stems import stem
from rules.text import fold, mask, words

Words = tuple[str, ...]

_SENTENCE_END = re.compile(
    r"""
    (?<=[.!?:;]) [)"”’]* \s+ (?=[("“]?[A-Z{\[])  # the next sentence begins with a capital letter or a symbol
    | \n
    | ;\s
    | (?<=,) \s (?=\(\d\))                       # the next item of a list that is numbered (1), (2)
    """,
    re.VERBOSE,
)
"""The end of a sentence, or of a list item within a sentence. Wrong ends only make the results less precise."""
_ASIDE = re.compile(r"\s*\([^()]*\)")
"""Words in brackets, such as `(Obsolete)`."""


@lru_cache(maxsize=1 << 15)
def mask_passage(content: str) -> str:
    """Return the folded passage with `#` for rule numbers: `See rule 702.40a` → `see rule #`."""
    return mask(fold(content))


@lru_cache(maxsize=1 << 15)
def sentences_of(content: str) -> tuple[Words, ...]:
    """Return the words of each sentence of a passage, with `#` for rule numbers.

    `Draw a card. See rule 101.2.` → `(("draw", "a", "card"), ("see", "rule", "#"))`. A passage without words has one
    empty sentence.
    """
    sentences = (words(mask_passage(part)) for part in _SENTENCE_END.split(content))
    return tuple(sentence for sentence in sentences if sentence) or ((),)


@lru_cache(maxsize=1 << 13)
def words_of(content: str) -> Words:
    """Return the words of a whole passage, with `#` for rule numbers."""
    return tuple(chain.from_iterable(sentences_of(content)))


@lru_cache(maxsize=1 << 12)
def stems_of_term(term: str) -> Words:
    """Return the stems of a glossary term's words without an aside: `Casting Costs (Obsolete)` → `("cast", "cost")`."""
    return tuple(stem(word) for word in words(fold(_ASIDE.sub("", term))))
