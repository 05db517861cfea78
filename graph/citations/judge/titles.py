"""Collect the titles that rules ever had, and find them in the words next to a citation.

To report a fault, a title must occur word for word; to accept a number, a word with the same stem suffices: `equipped`
is about "Equip", but does not name it.
"""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

from ahocorasick_rs import AhoCorasick

from rules.normal import fold, strip_title
from rules.numbers import is_number, kind_of, parent_of
from rules.vocabulary import is_content, stem

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence

    from graph.citations.judge.facts import Facts
    from graph.citations.judge.lineage_locator import LineageLocator

_WORD = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")
_STOP = re.compile(r"[.;:!?()\[\]{}|]|[^\W_]")
"""Characters at which a title ends, and digits between words."""
_POSSESSIVE = re.compile(r"['’]s\Z")
_AND = re.compile(r"\s+and\s+|/", re.IGNORECASE)
_LONGEST = 8
"""Maximum words of a title that is searched for; nobody cites a rule by a longer title."""
_SHORTEST_STEM = 4
"""Minimum number of first letters that a word must share with a title's word to be about it."""
_LONG_STEM = 6
"""Minimum letters of the verb in an agent's name: "Order" has none."""


@dataclass(frozen=True, slots=True)
class Mention:
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
        facts: The facts of all editions, for the headings.
        whereabouts: Finds lineages in editions.
    """

    def __init__(self, facts: Facts, whereabouts: LineageLocator) -> None:
        self._facts = facts
        self._whereabouts = whereabouts
        self.lineages_of = lru_cache(None)(self._lineages_of)
        self.of_lineage = lru_cache(None)(self._of_lineage)
        self.above = lru_cache(None)(self._find_above)
        self.mentions = lru_cache(1 << 14)(self._mentions)

    @cached_property
    def _bearers(self) -> dict[str, tuple[tuple[str, str], ...]]:
        """Return each title, and each name that a title joins → (key, first edition) for each key that had it."""
        bearers: dict[str, list[tuple[str, str]]] = defaultdict(list)
        for title, places in self._facts.all_titles().items():
            here = [(key, first) for key, first, _ in places if is_number(key)]
            bearers[title].extend(here)
            for key, first in here:
                for name in self._names(first, key):
                    bearers[name].append((key, first))
        return {title: tuple(dict.fromkeys(places)) for title, places in bearers.items() if places}

    def _names(self, edition: str, key: str) -> list[str]:
        """Return the names that a title joins: "Tap and Untap" joins two."""
        heading = self._facts.heading(edition, key) or ""
        parts = _AND.split(heading)
        return [strip_title(part) for part in parts] if len(parts) == 2 and len(heading.split()) == 3 else []

    def _lineages_of(self, title: str) -> frozenset[str]:
        """Return the lineages that ever had a title."""
        lineages = (self._whereabouts.lineage(first, key) for key, first in self._bearers.get(title, ()))
        return frozenset(lineage for lineage in lineages if lineage)

    @cached_property
    def keywords(self) -> frozenset[str]:
        """Return the titles that only rules have, never chapters: the names of keywords, and titles of other rules."""
        return frozenset(
            title for title, places in self._bearers.items() if all(kind_of(key) == "rule" for key, _ in places)
        )

    @cached_property
    def _printed(self) -> dict[str, str]:
        """Return title in plain letters → the title as it was first printed."""
        as_printed: dict[str, str] = {}
        for title, places in self._bearers.items():
            key, first = places[0]
            printed = self._facts.heading(first, key) or title
            as_printed[title] = printed if strip_title(printed) == title else title
        return as_printed

    @cached_property
    def _stems(self) -> dict[str, tuple[str, ...]]:
        """Return title → the beginnings of its content words, one of which suffices to accept a number."""
        return {title: _list_beginnings(printed) for title, printed in self._printed.items()}

    @cached_property
    def _whole_stems(self) -> dict[str, tuple[str, ...]]:
        """Return title → the letters with which its words begin in all inflections: `shuffl`; `clash`, not `clas`."""
        return {
            title: tuple(sorted(_strip_vowels(word) for word in _stems_in(printed).split()))
            for title, printed in self._printed.items()
        }

    def bearers(self, title: str, edition: str) -> tuple[str, ...]:
        """Return the numbers in an edition of the lineages that ever had a title, sorted as text."""
        keys = (self._whereabouts.key_at(lineage, edition) for lineage in self.lineages_of(title))
        return tuple(sorted(key for key in keys if key and is_number(key)))

    def _of_lineage(self, lineage: str) -> frozenset[str]:
        """Return the titles that a lineage had in its versions, in plain letters."""
        titles: set[str] = set()
        for version in self._whereabouts.versions(lineage):
            heading = self._facts.heading(version.first, version.key)
            if heading:
                titles.update((strip_title(heading), *self._names(version.first, version.key)))
        return frozenset(titles)

    def _find_above(self, edition: str, number: str) -> tuple[frozenset[str], frozenset[str]]:
        """Return the titles that the rule of a number in an edition ever had, and those of its chapter and section."""
        rule: set[str] = set()
        chapter: set[str] = set()
        step: str | None = number if is_number(number) else None
        while step is not None:
            lineage = self._whereabouts.lineage(edition, step)
            if lineage is not None:
                (chapter if kind_of(step) in {"chapter", "section"} else rule).update(self.of_lineage(lineage))
            step = parent_of(step)
        return frozenset(rule), frozenset(chapter)

    def find_shown_title(self, edition: str, number: str) -> tuple[str, str] | None:
        """Return the nearest title at or above a number in an edition, and the number that has it; None if none has."""
        step: str | None = number if is_number(number) else None
        while step is not None:
            heading = self._facts.heading(edition, step)
            if heading:
                return heading, step
            step = parent_of(step)
        return None

    @cached_property
    def _automaton(self) -> tuple[AhoCorasick, tuple[str, ...]]:
        """Return an automaton that finds all titles and their plurals, and the title of each of its patterns."""
        patterns = {title: title for title in self._bearers}
        for title in self._bearers:
            if len(title) >= _SHORTEST_STEM:
                patterns.setdefault(f"{title}s", title)
        return AhoCorasick(list(patterns)), tuple(patterns.values())

    def _mentions(self, words: str) -> tuple[Mention, ...]:
        """Return the titles in some words from left to right; of overlapping ones the first, and the longest there."""
        tokens = list(_WORD.finditer(words))
        joined, starts, ends = _join_words(words, tokens)
        automaton, titles = self._automaton
        longest: dict[int, tuple[int, str]] = {}
        for pattern, start, end in automaton.find_matches_as_indexes(joined, overlapping=True):
            first, last = starts.get(start), ends.get(end)
            if first is None or last is None or last - first >= _LONGEST:
                continue
            if first not in longest or last > longest[first][0]:
                longest[first] = (last, titles[pattern])
        mentions: list[Mention] = []
        at = 0
        for first, (last, name) in sorted(longest.items()):
            if first < at:
                continue
            at = last + 1
            start, end = tokens[first].start(), tokens[last].end()
            set_off = _is_set_off(words, tokens, first, last - first + 1)
            mentions.append(Mention(name, words[start:end], start, end, set_off))
        return tuple(mentions)

    def may_be_about(self, words: str, titles: Collection[str]) -> bool:
        """Return whether some words may be about one of several titles: enough to accept a number, not to reject it."""
        here = _stems_in(words)
        if any(f"\n{beginning}" in here for title in titles for beginning in self._stems.get(title, ())):
            return True
        joined = strip_title(words)
        return any(len(title) > _SHORTEST_STEM and title in joined for title in titles)

    def find_title_in(self, words: str, titles: Iterable[str]) -> str | None:
        """Return the first title in alphabetical order whose content words all occur in some words, inflected."""
        here = _stems_in(words)
        for title in sorted(titles):
            beginnings = self._whole_stems.get(title, ())
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
    """Return a stem without its last letter, and without the vowel of an agent: `adventur` of `adventurer`."""
    short = word[: max(_SHORTEST_STEM, len(word) - 1)]
    return short.removesuffix("e") if word.endswith("er") and len(short) > _LONG_STEM else short


def _list_beginnings(title: str) -> tuple[str, ...]:
    """Return the beginnings that words about a title share with its content words: `adventur` for "Adventurer Cards".

    A stem of up to four letters is not shortened: fewer letters begin too many words.
    """
    return tuple(sorted(_strip_last_letter(word) for word in _stems_in(title).split()))


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


def _is_set_off(words: str, tokens: list[re.Match[str]], at: int, length: int) -> bool:
    """Return whether a name is marked as such: by quotation marks, backticks, asterisks, underscores or capitals."""
    first, last = tokens[at], tokens[at + length - 1]
    before, after = words[: first.start()][-1:], words[last.end() :][:1]
    if before and before in "`'\"“‘*_" and after and after in "`'\"”’*_":
        return True
    return all(
        token.group()[0].isupper() or not is_content(token.group().casefold()) for token in tokens[at : at + length]
    )
