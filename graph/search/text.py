"""Words as the search compares them: folded, cut into tokens, reduced to stems, as `definition.toml` says."""

import re
from collections.abc import Container, Iterable, Mapping, Sequence
from functools import cache
from typing import NamedTuple

from rapidfuzz.distance import OSA

from graph.search.definition import SuffixRule, read_definition

_PLAIN = str.maketrans("’‘“”–—−\u00a0", "''\"\"--- ")
_TOKEN = re.compile(
    r"""
    \{[^{}\s]{1,9}\}                          # a symbol: {s}
    | [+-][0-9x*]{1,3} / [+-][0-9x*]{1,3}     # a change of power and toughness: +1/+1
    | [^\W_]+ (?: (?:(?<=[0-9])\.|') [^\W_]+ )*  # a word or number: can't, 702.40a
    """,
    re.VERBOSE,
)
_PLAIN_WORD = re.compile(r"[a-z']{3,}")
_TWIN = re.compile(r"([bdfgklmnprtvz])\1$")
_POSSESSIVE = "'s"


class PlacedWord(NamedTuple):
    """A folded word of a text, and where it begins and ends there."""

    word: str
    begin: int
    end: int


class _Correction(NamedTuple):
    """A known word for a mistyped one; the least is the best."""

    errors: int
    has_other_first_letter: bool  # which is seldom the wrong one
    negative_frequency: int
    word: str


def fold(text: str) -> str:
    """Return a text in small letters with straight quotes, of the same length, so that places stay places."""
    small = text.lower()
    if len(small) != len(text):
        small = text
    return small.translate(_PLAIN)


def words_in(text: str) -> list[str]:
    """Return the words of a text in order, folded, without the `'s` of a possessive."""
    return [word.removesuffix(_POSSESSIVE) for word in _TOKEN.findall(fold(text))]


def places_in(text: str) -> list[PlacedWord]:
    """Return the words of a text with where each begins and ends."""
    return [
        PlacedWord(match[0].removesuffix(_POSSESSIVE), match.start(), match.end())
        for match in _TOKEN.finditer(fold(text))
    ]


def phrase_places(text: str, phrase: str) -> list[tuple[int, int]]:
    """Return where a folded phrase stands in a folded text, as whole words."""
    if not phrase:
        return []
    before = r"(?<![^\W_])" if phrase[0].isalnum() else ""
    after = r"(?![^\W_])" if phrase[-1].isalnum() else ""
    starts = [match.start() for match in re.finditer(f"{before}(?={re.escape(phrase)}{after})", text)]
    return [(start, start + len(phrase)) for start in starts]


@cache
def stem_of(word: str) -> str:
    """Return the stem of a folded word: "layers" and "layer" share one. Symbols and numbers are their own."""
    definition = read_definition()
    if _PLAIN_WORD.fullmatch(word) is None:
        return word
    for group in definition.suffixes:
        regular = definition.irregular.get(word)
        if regular == word:
            return word
        word = _replace_suffix(regular or word, group)
    word = _TWIN.sub(r"\1", word)
    return f"{word[:-1]}i" if word.endswith("y") else word


def _replace_suffix(word: str, group: Iterable[SuffixRule]) -> str:
    """Return a word as the first rule of a group makes it that applies."""
    for suffix, instead, least in group:
        if word.endswith(suffix) and len(word) - len(suffix) >= least:
            return word.removesuffix(suffix) + instead
    return word


def content_words(words: Iterable[str]) -> list[str]:
    """Return the words of a query that say what it is about; all of them if none does."""
    definition = read_definition()
    words = list(words)
    without_stop = [word for word in words if word not in definition.stop]
    content = [word for word in without_stop if word not in definition.question]
    return content or without_stop or words


@cache
def stems_of_saying(text: str) -> frozenset[str]:
    """Return the stems by which a saying is recognised."""
    filler = read_definition().filler
    return frozenset(stem_of(word) for word in words_in(text) if word not in filler)


@cache
def common_stems() -> frozenset[str]:
    """Return the stems of English words that no edition has and that look like words of the rules mistyped."""
    return frozenset(map(stem_of, read_definition().common))


def correct(word: str, frequencies: Mapping[str, int]) -> str | None:
    """Return the known word that a mistyped one most likely is: the nearest, then the most frequent; else None."""
    limits = read_definition().limits
    if len(word) < limits["one_error"] or not word.isalpha():
        return None
    most = 1 if len(word) < limits["two_errors"] else 2
    best: _Correction | None = None
    for candidate, frequency in frequencies.items():
        if len(candidate) < limits["one_error"] or abs(len(candidate) - len(word)) > most:
            continue
        errors = OSA.distance(word, candidate, score_cutoff=most)
        if errors > most:
            continue
        correction = _Correction(errors, candidate[0] != word[0], -frequency, candidate)
        if best is None or correction < best:
            best = correction
    return best.word if best else None


def shortest_run(words: Sequence[str], wanted: Sequence[Container[str]]) -> int:
    """Return the length of the shortest run of words that has one of each that are wanted; all words if none has."""
    last: dict[int, int] = {}
    shortest = len(words)
    for position, word in enumerate(words):
        found = [number for number, forms in enumerate(wanted) if word in forms]
        last.update(dict.fromkeys(found, position))
        if found and len(last) == len(wanted):
            shortest = min(shortest, position - min(last.values()) + 1)
    return shortest
