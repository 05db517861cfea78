"""The words of a text as the search compares them: folded, and reduced to stems as `definition.toml` says.

A *folded* text is in lower case, with straight quotes and hyphens. The *stem* of a word is what is left without its
endings: `layers` → `layer`.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import NamedTuple

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
_PLAIN_WORD = re.compile(r"[a-z']{2,}")
_TWIN = re.compile(r"([bdfgklmnprtvz])\1$")
"""A doubled consonant that is left when a suffix is removed: `bann` of `banning`."""
_POSSESSIVE = "'s"
_BLANK_BESIDE_QUOTES = r"""["']? ["']?"""
"""A pattern: a blank, with or without a quotation mark before and after it."""


class PlacedWord(NamedTuple):
    """A word of a text.

    Attributes:
        word: The folded word, without the `'s` of a possessive.
        begin: Offset of the first character of the word in the text.
        end: Offset after the last character, which includes the `'s` of a possessive.
    """

    word: str
    begin: int
    end: int


def fold(text: str) -> str:
    """Return a text in lower case with straight quotes and hyphens, as long as the text, so that offsets stay valid.

    Letters whose lower case is longer, such as İ, are rare: a text with one keeps its capital letters.
    """
    small = text.lower()
    if len(small) != len(text):
        small = text
    return small if small.isascii() else small.translate(_PLAIN)


def words_in(text: str) -> list[str]:
    """Return the words of a text in order, folded, without the `'s` of a possessive.

    Example: `The owner’s +1/+1 counters, {T}` → `the`, `owner`, `+1/+1`, `counters`, `{t}`.
    """
    return [word.removesuffix(_POSSESSIVE) for word in _TOKEN.findall(fold(text))]


def places_in(text: str) -> list[PlacedWord]:
    """Return the words of a text in order, with their offsets."""
    return [
        PlacedWord(match[0].removesuffix(_POSSESSIVE), match.start(), match.end())
        for match in _TOKEN.finditer(fold(text))
    ]


def phrase_places(text: str, phrase: str) -> list[tuple[int, int]]:
    """Return the begin and end of each place where a folded text has a folded phrase as whole words.

    Quotation marks around some words of the phrase do not matter: `a "late boat" rule` has the phrase `late boat rule`.
    """
    if not phrase:
        return []
    return [match.span(1) for match in _phrase_pattern(phrase).finditer(text)]


@cache
def _phrase_pattern(phrase: str) -> re.Pattern[str]:
    """Return the pattern of a folded phrase: its first group is the phrase, and the match itself is empty.

    Places that overlap are therefore found, too.
    """
    before = r"(?<![^\W_])" if phrase[0].isalnum() else ""
    after = r"(?![^\W_])" if phrase[-1].isalnum() else ""
    words = _BLANK_BESIDE_QUOTES.join(map(re.escape, phrase.split(" ")))
    return re.compile(f"{before}(?=({words}){after})")


@cache
def stem_of(word: str) -> str:
    """Return the stem of a folded word: "layers" and "layer" have the same one. Symbols and numbers stay as they are.

    Each group of suffixes in the definition changes the word at most once, and the next group works on the result. An
    irregular form is replaced by its regular one before each group; if both are the same, the word stays as it is.
    """
    return _drop_suffixes(word, _read_irregular(), read_definition().suffixes)


@cache
def _read_irregular() -> Mapping[str, str]:
    """Return the regular form of each irregular one: an inflection, or a word derived from another."""
    definition = read_definition()
    return definition.irregular | definition.derived


@cache
def inflection_stem_of(word: str) -> str:
    """Return the stem that a folded word has in common with its inflections, but not with words derived from it.

    "infects" and "infected" have the stem of "infect", while "infection" and "infections" have another one.
    """
    definition = read_definition()
    return _drop_suffixes(word, definition.irregular, definition.inflections)


def _drop_suffixes(word: str, irregular: Mapping[str, str], groups: Iterable[Sequence[SuffixRule]]) -> str:
    """Return a folded word without the suffixes of some groups; symbols and numbers as they are.

    Example: `sailings` → `sailing` → `sail` by two groups.

    Args:
        word: The folded word.
        irregular: The regular form of each irregular one; if both are the same, the word stays as it is.
        groups: The groups of suffixes, each of which changes the word at most once.
    """
    if _PLAIN_WORD.fullmatch(word) is None:
        return word
    stem = word
    for group in groups:
        regular = irregular.get(stem, stem)
        keeps_suffix = stem in irregular and regular == stem  # "always" is no plural
        if keeps_suffix:
            return stem
        stem = replace_suffix(regular, group)
    stem = _TWIN.sub(r"\1", stem)
    if stem.endswith("y"):
        return f"{stem.removesuffix('y')}i"
    return stem


def replace_suffix(word: str, group: Iterable[SuffixRule]) -> str:
    """Return a word changed by the first rule of a group that applies; the word itself if none does."""
    for suffix, instead, least in group:
        if word.endswith(suffix) and len(word) - len(suffix) >= least:
            return word.removesuffix(suffix) + instead
    return word


def content_words(words: Iterable[str]) -> list[str]:
    """Return the words of a query that say what it is about, without stop words and words of questions.

    Example: `how does the trample work` → `trample`. If only such words are left, those of questions stay; if only stop
    words are left, all words stay.
    """
    definition = read_definition()
    words = list(words)
    without_stop = [word for word in words if word not in definition.stop]
    content = [word for word in without_stop if word not in definition.question]
    return content or without_stop or words


@cache
def stems_of_saying(text: str) -> frozenset[str]:
    """Return the stems by which a saying is recognised: those of all its words without the filler words.

    A saying is a phrase with which players ask for something, such as "damage on the stack"; see `sayings.toml`.
    """
    filler = read_definition().filler
    return frozenset(stem_of(word) for word in words_in(text) if word not in filler)
