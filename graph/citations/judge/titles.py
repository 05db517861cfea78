"""Find the titles that rules ever had in the words next to a citation.

To report a fault, a title must occur word for word; to accept a number, a word with the same stem suffices: `equipped`
is about "Equip", but does not name it.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from functools import cached_property, lru_cache

import msgspec
from ahocorasick_rs import AhoCorasick

from graph.history import History
from rules.late_patterns import compile_late
from rules.numbers import kind_of
from rules.text import fold, is_content, stem, strip_title

_WORD = compile_late(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")
_STOP = compile_late(r"[.;:!?()\[\]{}|]|[^\W_]")
"""Characters at which a title ends, and digits between words."""
_POSSESSIVE = compile_late(r"['’]s\Z")
_NAME = compile_late(r"\b[A-Z][\w'’-]*(?:[ -](?:of|the|to|and|[A-Z][\w'’-]*))*[ -][A-Z][\w'’-]*")
"""Several capitalised words: a name, whose words say nothing about a rule."""
_SHORTEST_STEM = 4
"""Minimum number of first letters that a word must share with a title's word to be about it."""


class Mention(msgspec.Struct, frozen=True):
    """A title found in some words.

    Attributes:
        name: The title in plain letters.
        words: The title as printed.
        start: Offset of its first character in the words that were searched.
        end: Offset after its last character.
        set_off: Whether capitals or quotation marks distinguish it from its sentence, as they do for names.
    """

    name: str
    words: str
    start: int
    end: int
    set_off: bool


class Titles:
    """The titles of all rules and chapters in all editions.

    Args:
        history: The history of the rules.
    """

    def __init__(self, history: History) -> None:
        self._history = history
        self.mentions = lru_cache(1 << 14)(self._find_mentions)
        self._stems = lru_cache(None)(self._list_stems)

    @cached_property
    def keywords(self) -> frozenset[str]:
        """Return the titles that only rules have, never chapters: the names of keywords, and titles of other rules."""
        return frozenset(
            title for title, places in self._history.holders.items() if all(kind_of(key) == "rule" for key, _ in places)
        )

    def _list_stems(self, title: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Return the beginnings of a title's content words that suffice to accept a number, and those that name it.

        A beginning has lost its last letters, which inflection changes: `shuffl`; `clash`, not `clas`.
        """
        places = self._history.holders.get(title)
        if not places:
            return (), ()
        printed = self._history.heading(places[0][1], places[0][0]) or title
        words = _stems_in(printed if strip_title(printed) == title else title).split()
        return tuple(map(_strip_last_letter, words)), tuple(map(_strip_vowels, words))

    @cached_property
    def _automaton(self) -> tuple[AhoCorasick, tuple[str, ...]]:
        """Return an automaton that finds all names and their plurals, and the name of each of its patterns."""
        patterns = {name: name for name in (*self._history.holders, *self._history.ability_words)}
        for title in [*patterns]:
            if len(title) >= _SHORTEST_STEM:
                patterns.setdefault(f"{title}s", title)
        return AhoCorasick(list(patterns)), tuple(patterns.values())

    def _find_mentions(self, words: str) -> tuple[Mention, ...]:
        """Return the titles in some words from left to right; of overlapping ones the first, and the longest there."""
        tokens = list(_WORD.finditer(words))
        joined, starts, ends = _join_words(words, tokens)
        automaton, titles = self._automaton
        longest: dict[int, tuple[int, str]] = {}
        for pattern, start, end in automaton.find_matches_as_indexes(joined, overlapping=True):
            first, last = starts.get(start), ends.get(end)
            if first is not None and last is not None and last > longest.get(first, (-1, ""))[0]:
                longest[first] = (last, titles[pattern])
        mentions: list[Mention] = []
        at = 0
        for first, (last, name) in sorted(longest.items()):
            if first >= at:
                at = last + 1
                start, end = tokens[first].start(), tokens[last].end()
                set_off = _is_set_off(words, tokens[first:at])
                mentions.append(Mention(name, words[start:end], start, end, set_off))
        return tuple(mentions)

    def may_be_about(self, words: str, titles: Collection[str], others: Collection[str] = ()) -> bool:
        """Return whether some words may be about one of several titles: enough to accept a number, not to reject it.

        Words that some other titles have too say nothing.
        """
        here = _stems_in(words)
        shared = {beginning for title in others for beginning in self._stems(title)[0]}
        if any(f"\n{beginning}" in here for title in titles for beginning in {*self._stems(title)[0]} - shared):
            return True
        joined = strip_title(words)
        return any(len(title) > _SHORTEST_STEM and title in joined for title in titles)

    def find_inflected(self, words: str, titles: Iterable[str]) -> str | None:
        """Return the first title in alphabetical order whose content words all occur in some words, inflected.

        Names of several capitalised words, such as a card's, do not count.
        """
        here = _stems_in(_NAME.sub(" ", words))
        for title in sorted(titles):
            beginnings = self._stems(title)[1]
            if beginnings and all(f"\n{beginning}" in here for beginning in beginnings):
                return title
        return None


@lru_cache(1 << 14)
def _stems_in(words: str) -> str:
    """Return the stems of the content words, each after a line end, so that one search finds whether any begins so."""
    return "".join(sorted(f"\n{word}" for word in {*map(_stem_of, _WORD.findall(words))} - {""}))


@lru_cache(1 << 15)
def _stem_of(printed: str) -> str:
    """Return the stem of a word as printed; empty if it is not a content word."""
    word = fold(printed)
    return stem(word) if is_content(word) else ""


def _strip_vowels(word: str) -> str:
    """Return a stem without a last vowel, unless few letters are left: `da` of `day` begins `damage` too."""
    short = word.rstrip("eiy")
    return short if len(short) >= _SHORTEST_STEM else word


def _strip_last_letter(word: str) -> str:
    """Return a stem without its last letter, and without the vowel of an agent: `adventur` of `adventurer`.

    A stem of up to four letters is not shortened: fewer letters begin too many words. Nor is the verb of an agent, as
    in "Order", unless it is clearly longer.
    """
    short = word[: max(_SHORTEST_STEM, len(word) - 1)]
    return short.removesuffix("e") if word.endswith("er") and len(short) > _SHORTEST_STEM + 2 else short


def _join_words(words: str, tokens: Sequence[re.Match[str]]) -> tuple[str, dict[int, int], dict[int, int]]:
    """Join words in plain letters without blanks, as titles are listed, with a line end where a title cannot continue.

    Returns:
        The letters; offset in them → the token that starts there; offset → the token that ends there, not counting the
        s of a possessive.
    """
    parts: list[str] = []
    starts: dict[int, int] = {}
    ends: dict[int, int] = {}
    length = previous = 0
    for place, token in enumerate(tokens):
        between = words[previous : token.start()]
        if between != " " and _STOP.search(between):
            parts.append("\n")
            length += 1
        letters = strip_title(token[0])
        starts[length] = place
        parts.append(letters)
        length += len(letters)
        ends[length - 1 if _POSSESSIVE.search(token[0]) else length] = place
        previous = token.end()
    return "".join(parts), starts, ends


def _is_set_off(words: str, tokens: Sequence[re.Match[str]]) -> bool:
    """Return whether a name is marked as such: by quotation marks, backticks, asterisks, underscores or capitals."""
    before, after = words[: tokens[0].start()][-1:], words[tokens[-1].end() :][:1]
    if before and before in "`'\"“‘*_" and after and after in "`'\"”’*_":
        return True
    return all(token[0][0].isupper() or not is_content(token[0].casefold()) for token in tokens)
