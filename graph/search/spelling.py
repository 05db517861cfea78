"""Correct the spelling of words that no edition has."""

from collections.abc import Iterator, Mapping
from functools import cache
from typing import NamedTuple

from rapidfuzz.distance import OSA

from graph.search.definition import read_definition
from graph.search.text import stem_of


class _Correction(NamedTuple):
    """A known word that may be meant by a mistyped one. The least correction, by its fields in order, is the best.

    Attributes:
        errors: How many letters are wrong, missing, superfluous or exchanged.
        has_other_first_letter: Whether the first letter is wrong, which is seldom mistyped.
        negative_frequency: How often the known word occurs, negated.
        word: The known word.
    """

    errors: int
    has_other_first_letter: bool
    negative_frequency: int
    word: str


@cache
def common_stems() -> frozenset[str]:
    """Return the stems of common English words that must not be corrected.

    No edition has these words, and each looks like a word of the rules that is mistyped.
    """
    return frozenset(map(stem_of, read_definition().common))


def correct(word: str, frequencies: Mapping[str, int]) -> str | None:
    """Return the known word that a mistyped one most likely is; None if no known word is close.

    None also for a word that is too short to be corrected, and for one with other letters than those of English. The
    first or last letter of a short word is only mended if the known word occurs several times.

    The word with the fewest errors wins, then one with the same first letter, then the most frequent.

    Args:
        word: The folded word.
        frequencies: The known words, each with the number of times that it occurs.
    """
    limits = read_definition().limits
    # a word with other letters than those of English is no mistyped English one
    if len(word) < limits["one_error"] or not word.isalpha() or not word.isascii():
        return None
    best = min(_list_corrections(word, frequencies), default=None)
    return best.word if best else None


def _list_corrections(word: str, frequencies: Mapping[str, int]) -> Iterator[_Correction]:
    """Yield the known words that are close to a mistyped one: short words with one error, long ones with up to two.

    The arguments are those of `correct`.
    """
    limits = read_definition().limits
    most_errors = 1 if len(word) < limits["two_errors"] else 2
    is_short = len(word) <= limits["short_word"]
    for candidate, frequency in frequencies.items():
        # a difference in length is an error for each letter
        if len(candidate) < limits["one_error"] or abs(len(candidate) - len(word)) > most_errors:
            continue
        errors = OSA.distance(word, candidate, score_cutoff=most_errors)
        has_other_first_letter = candidate[0] != word[0]
        # a word with two errors and another beginning is rather one of another language: "fliegend" is not "legend"
        is_of_other_language = errors > 1 and has_other_first_letter
        # a short word with another beginning or end resembles some seldom word by chance: "voar" is no boar
        is_seldom = frequency < limits["known_well"]
        if is_short and is_seldom and _differs_at_an_end(word, candidate):
            continue
        if errors <= most_errors and not is_of_other_language:
            yield _Correction(errors, has_other_first_letter, -frequency, candidate)


def _differs_at_an_end(word: str, candidate: str) -> bool:
    """Return whether the first letters of two words differ, or only their last ones: `prisa` and `prism`."""
    if word[0] != candidate[0]:
        return True
    shorter = min(len(word), len(candidate))
    same = shorter if len(word) != len(candidate) else shorter - 1
    return word[:same] == candidate[:same]
