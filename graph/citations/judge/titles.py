"""Find the titles of rules in the words next to a citation: word for word, or by words with the same stem.

A *title* is the heading of a rule or chapter, or an ability word. A title *in plain letters* is in small letters,
without blanks and marks: `First Strike` → `firststrike`. A fault is reported only if a title occurs word for word. To
accept a number, a word with the same stem is enough: `equipped` is about "Equip", but does not name it.
"""

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

import msgspec
from ahocorasick_rs import AhoCorasick

from graph.history import History
from rules.caching import cached_method, cached_property
from rules.late_patterns import compile_late
from rules.stems import stem
from rules.text import fold, strip_title
from rules.word_lists import is_content_word

_WORD = compile_late(r"[^\W\d_]+(?:['’-](?!(?:specific|related|only)\b)[^\W\d_]+)*")
"""A word, also with a hyphen, but not with an ending for things that concern a title: `Flashback-specific` has two
words."""
_STOP = compile_late(r"(?<!\bvs)\.|[;:!?()\[\]{}|]|[^\W_]")
"""A mark that ends a clause (but the full stop of `vs.`), or a digit: no title has one between two of its words."""
_POSSESSIVE = compile_late(r"['’]s\Z")
_CAPITALISED = r"[A-Z](?![A-Z]{2})[\w'’-]*"
"""A word with a capital; a word all in capitals is only stressed."""
_NAME = compile_late(rf"\b{_CAPITALISED}(?:[ -](?:of|the|to|and|{_CAPITALISED}))*[ -]{_CAPITALISED}")
"""Several capitalised words, also with small words between them: a name, whose words say nothing about a rule."""
_IRREGULAR = {"foretold": "foretell", "fought": "fight"}
"""Irregular forms of titles that `rules.stems` does not know; it must not change, since the lineages depend on it."""
_SHORTEST_STEM = 4
"""Minimum number of first letters that a word must share with a title's word to be about it."""
_DERIVED_ENDINGS = ("", "e", "i", "y", "ion")
"""What may follow the stem of a title of one word, so that the word is a form of the title: `regeneration`."""
_OPENING_MARKS = "`'\"“‘*_"
_CLOSING_MARKS = "`'\"”’*_"
"""The marks around a name that is set off."""


class NamedTitle(msgspec.Struct, frozen=True):
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


class _Stems(msgspec.Struct, frozen=True):
    """The beginnings of the content words of a title.

    Attributes:
        accepting: Short beginnings; a word with one of them is enough to accept a number.
        naming: Longer beginnings; words with all of them name the title.
    """

    accepting: tuple[str, ...] = ()
    naming: tuple[str, ...] = ()


class _TitleEnd(msgspec.Struct, frozen=True):
    """The end of a title in a text.

    Attributes:
        last: The index of its last token.
        name: The title in plain letters.
    """

    last: int
    name: str


class _JoinedWords(NamedTuple):
    """The words of a text in plain letters without blanks, as titles are listed.

    Attributes:
        tokens: The matches of the single words, in order.
        letters: The letters, with a line end where a title cannot continue.
        beginnings: Offset in `letters` → the index of the token that begins there.
        ends: Offset in `letters` → the index of the token that ends there, not counting the s of a possessive.
    """

    tokens: Sequence[re.Match[str]]
    letters: str
    beginnings: dict[int, int]
    ends: dict[int, int]


class NameFinder:
    """Finds names in words: titles of rules, or names of the glossary.

    Args:
        names: Each form of a name in plain letters, such as its plural → the name in plain letters.

    Attributes:
        find: Returns the names in some words; see `_find`. Cached, since files repeat clauses.
    """

    def __init__(self, names: Mapping[str, str]) -> None:
        self._automaton = AhoCorasick(list(names))
        self._names = tuple(names.values())  # by the index of the form in the automaton
        self.find = lru_cache(1 << 14)(self._find)

    def _find(self, words: str) -> tuple[NamedTitle, ...]:
        """Return the names in some words from left to right.

        If names overlap, the one that begins first counts; of several that begin there, the longest.
        """
        joined = _join_words(words)
        tokens, longest = joined.tokens, self._find_longest(joined)
        found: list[NamedTitle] = []
        next_free = 0  # the index of the first token after the last name
        for first in sorted(longest):
            if first < next_free:
                continue
            last, name = longest[first].last, longest[first].name
            next_free = last + 1
            start, end = tokens[first].start(), tokens[last].end()
            set_off = _is_set_off(words, tokens[first:next_free])
            found.append(NamedTitle(name, words[start:end], start, end, set_off))
        return tuple(found)

    def _find_longest(self, joined: _JoinedWords) -> dict[int, _TitleEnd]:
        """Return the longest name that begins at each token, by the index of the token."""
        longest: dict[int, _TitleEnd] = {}
        for form, start, end in self._automaton.find_matches_as_indexes(joined.letters, overlapping=True):
            first, last = joined.beginnings.get(start), joined.ends.get(end)
            if first is None or last is None:
                continue  # the letters of a name, but not as whole words
            if first not in longest or last > longest[first].last:
                longest[first] = _TitleEnd(last, self._names[form])
        return longest


class TitleFinder:
    """The titles of rules, chapters and ability words of all editions, with caches, for all citations of a run.

    Args:
        history: The history of the rules.
    """

    def __init__(self, history: History) -> None:
        self.history = history

    def may_be_about(self, words: str, titles: Collection[str], excluding: Collection[str] = ()) -> bool:
        """Return whether words may be about one of several titles: enough to accept a number, not to reject it.

        They may if one word has the stem of a word of a title, or if they have a whole title of more than four letters,
        even within other words.

        Args:
            words: The words.
            titles: The titles.
            excluding: Other titles. A word with a stem that one of these has too does not count. One of `titles` that
                occurs in whole counts in any case.
        """
        stems = _stems_in(words)
        shared = {beginning for title in excluding for beginning in self._stems(title).accepting}
        for title in titles:
            for beginning in self._stems(title).accepting:
                if beginning not in shared and f"\n{beginning}" in stems:
                    return True
        joined = strip_title(words)
        return any(len(title) > _SHORTEST_STEM and title in joined for title in titles)

    def find_inflected(self, words: str, titles: Iterable[str]) -> str | None:
        """Return the first title in alphabetical order whose content words all occur in some words, inflected.

        A title of one word must occur in a form of that word: "creating" is one of "Create", "creature" is none. Names
        of several capitalised words, such as a card's, do not count.
        """
        stems = _stems_in(_NAME.sub(" ", words))
        for title in sorted(titles):
            beginnings = self._stems(title).naming
            if _occur_in(beginnings, stems):
                return title
        return None

    def _is_one_word(self, title: str) -> bool:
        """Return whether a title in plain letters has only one content word, as "play" and "the stack" have."""
        return len(self._stems(title).naming) == 1

    def leave_out_similar(self, words: str, titles: Iterable[str]) -> frozenset[str]:
        """Return the titles of several words, and those of one word that is, in some form, among the given words.

        "Players" may be about anything, and is only similar to the title "Play".
        """
        stems = _stems_in(words)
        return frozenset(
            title for title in titles if not self._is_one_word(title) or _occur_in(self._stems(title).naming, stems)
        )

    def find_named(self, words: str) -> tuple[NamedTitle, ...]:
        """Return the titles in some words from left to right; see `NameFinder.find`."""
        return self._finder.find(words)

    @cached_property
    def _finder(self) -> "NameFinder":
        """Return what finds all titles and their plurals; a name of fewer than four letters has no plural."""
        patterns = {name: name for name in (*self.history.titles.places, *self.history.titles.ability_words)}
        for title in list(patterns):
            if len(title) >= _SHORTEST_STEM:
                patterns.setdefault(f"{title}s", title)
        return NameFinder(patterns)

    @cached_method
    def _stems(self, title: str) -> _Stems:
        """Return the beginnings of a title's content words.

        A beginning has lost its last letters, which inflection changes: `shuffl`; `clash`, not `clas`. A title that no
        rule has, such as an ability word, has none.
        """
        holders = self.history.titles.places.get(title)
        if not holders:
            return _Stems()
        key, edition = holders[0]
        printed = self.history.titles.heading(edition, key)
        is_whole_heading = printed is not None and strip_title(printed) == title
        words = printed if printed is not None and is_whole_heading else title
        stems = _stems_in(words).split()
        return _Stems(accepting=tuple(map(_strip_last_letter, stems)), naming=tuple(map(_strip_vowels, stems)))


@lru_cache(1 << 14)
def _stems_in(words: str) -> str:
    """Return the stems of the content words as one text, each after a line end.

    So one search for a line end and a beginning tells whether any stem begins in that way.
    """
    stems = {_stem_of(printed) for printed in _WORD.findall(words)}
    return "".join(sorted(f"\n{found}" for found in stems if found))


def _occur_in(beginnings: Sequence[str], stems: str) -> bool:
    """Return whether the words of a title occur among stems: a single word in a form of its own, several loosely.

    Args:
        beginnings: The beginnings of the words of the title; never found if there are none.
        stems: The stems, each after a line end (`_stems_in`).
    """
    if len(beginnings) == 1:
        beginning = beginnings[0]
        return any(_is_form(found, beginning) for found in stems.split())
    return bool(beginnings) and all(f"\n{beginning}" in stems for beginning in beginnings)


def _is_form(found: str, beginning: str) -> bool:
    """Return whether a stem is that of a form of a word: `creat` or `creation` of `creat`, but not `creatur`.

    An ending may double the last letter of the word: `equipp` is a form of `equip`.
    """
    if not found.startswith(beginning):
        return False
    ending = found[len(beginning) :]
    return ending in _DERIVED_ENDINGS or ending == beginning[-1]


@lru_cache(1 << 15)
def _stem_of(printed: str) -> str:
    """Return the stem of a word as printed; empty if it is not a content word."""
    word = fold(printed)
    word = _IRREGULAR.get(word, word)
    return stem(word) if is_content_word(word) else ""


def _strip_vowels(word: str) -> str:
    """Return a stem without a last vowel, unless few letters are left: `da` of `day` begins `damage` too."""
    short = word.rstrip("eiy")
    if len(short) < _SHORTEST_STEM:
        return word
    return short


def _strip_last_letter(word: str) -> str:
    """Return a stem without its last letter, and without the vowel of an agent: `adventur` of `adventurer`.

    A stem of up to four letters is not shortened: fewer letters begin too many words. Nor is the verb of an agent, as
    in "Order", unless it is clearly longer.
    """
    short = word[: max(_SHORTEST_STEM, len(word) - 1)]
    is_long_agent = word.endswith("er") and len(short) > _SHORTEST_STEM + 2
    if is_long_agent:
        return short.removesuffix("e")
    return short


@lru_cache(1 << 8)  # names of the glossary are searched for after titles, in the same words
def _join_words(words: str) -> _JoinedWords:
    """Return words in plain letters without blanks: `First Strike; Flying` → `firststrike`, a line end, `flying`."""
    tokens = tuple(_WORD.finditer(words))
    letters = ""
    beginnings: dict[int, int] = {}
    ends: dict[int, int] = {}
    previous_end = 0
    for index, token in enumerate(tokens):
        between = words[previous_end : token.start()]
        if between != " " and _STOP.search(words, previous_end, token.start()):
            letters += "\n"
        beginnings[len(letters)] = index
        letters += strip_title(token[0])
        end = len(letters)
        if _POSSESSIVE.search(token[0]):
            end -= 1
        ends[end] = index
        previous_end = token.end()
    return _JoinedWords(tokens, letters, beginnings, ends)


def _is_set_off(words: str, tokens: Sequence[re.Match[str]]) -> bool:
    """Return whether a name is marked as such: by quotation marks, backticks, asterisks, underscores or capitals.

    Small words need no capital: `Lord of the Pit`. A word all in capitals is stressed, and no name: `NO OARS`.
    """
    before, after = words[: tokens[0].start()][-1:], words[tokens[-1].end() :][:1]
    if before and before in _OPENING_MARKS and after and after in _CLOSING_MARKS:
        return True
    if all(token[0].isupper() for token in tokens):
        return False
    return all(token[0][0].isupper() or not is_content_word(token[0].casefold()) for token in tokens)
