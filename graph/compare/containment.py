"""The share of a passage's words that another passage still has."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from rules.text import masked_words
from rules.word_lists import FUNCTION_WORDS

if TYPE_CHECKING:
    from rules.change import Passage  # most commands follow rules without comparing words

HELD = 30
"""Minimum percentage of the shorter text's content words that the other must have for a piece to count.

A piece is a record that has words of a rule, but another lineage (`graph.history.continuations`)."""


def measure_shared(old: Passage, new: Passage) -> int:
    """Return the percentage of the shorter passage's content words that the other passage has in the same order.

    This is containment, not similarity: a rule that doubled in length still has all of its old text. The percentage is
    0 if one of the passages has no words.
    """
    from rapidfuzz.distance import LCSseq  # noqa: PLC0415 - as above

    old_words, new_words = _list_content_words(old), _list_content_words(new)
    shorter = min(len(old_words), len(new_words))
    if not shorter:
        return 0
    return round(100 * LCSseq.similarity(old_words, new_words) / shorter)


@lru_cache(maxsize=4096)
def _list_content_words(passage: Passage) -> tuple[str, ...]:
    """Return the folded content words of a passage; all of its words if it has only function words."""
    passage_words = masked_words(passage.body)
    return tuple(word for word in passage_words if word not in FUNCTION_WORDS) or passage_words
