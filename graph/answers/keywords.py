"""The keywords that editions have, and the variants of them that have a name.

The keywords are read from runs of editions in which a heading, or a list of ability words, stays the same. That is
faster than to read each edition.
"""

import re
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from typing import Any, Literal, NamedTuple

from msgspec import Struct

from graph.answers.retyped import list_dating
from graph.history import KEYWORD_ACTIONS
from graph.search.text import fold
from rules.grouping import grouped
from rules.numbers import chapter_of
from rules.store import Store
from rules.store.schema import RANK

KeywordKind = Literal["ability", "action", "ability word"]
_KINDS: dict[str, KeywordKind] = {"Keyword Abilities": "ability", KEYWORD_ACTIONS: "action"}
"""Title of a chapter of keywords → the kind of its keywords."""
_ABILITY_WORDS = re.compile(r"The ability words are ([^.]+)\.")
"""The list of the ability words, in the rule about them."""
_VARIANT = re.compile(r"(?:^|[.\n] )[“\"]?([A-Z][\w’' ]*?)[”\"]? is a variant of ")
"""How a rule names a variant of a keyword, with the name of the variant."""
_DEFINED = re.compile(r"^[“\"]([A-Z][\w’' ]*?)[”\"] means ")
"""How other rules about variants begin. Rules that define something else begin so too."""
_TYPECYCLING = re.compile(r"\[[^\]]*type\]cycling", re.IGNORECASE)
"""The pattern of words in the rule about typecycling."""
_LANDWALK = "landwalk"
_LAND_TYPES = ("Forest", "Island", "Mountain", "Plains", "Swamp")
"""The basic land types, with which landwalk and typecycling make words: plainswalk, plainscycling."""
_TWO_NAMES = re.compile(r"([A-Z]\w+) and ([A-Z]\w+)")
"""A heading over two keywords: `Tap and Untap`."""
_SEPARATOR = re.compile(r",\s*(?:and\s+)?|\s+and\s+")
"""What separates two ability words of the list: a comma, `and`, or both."""
_IN_ORDER = f"ORDER BY {RANK}"
_POSITIONS = "SELECT place, edition FROM line"
_HEADINGS = f"""
    SELECT kind, number, title, first, last
    FROM runs JOIN keys ON keys.id = key_id JOIN packed_texts ON packed_texts.id = text_id
    WHERE title IS NOT NULL AND kind IN ('chapter', 'rule') {_IN_ORDER}
"""  # noqa: S608 - fixed words only
_ABILITY_WORD_RULES = f"""
    SELECT number, text, first, last
    FROM packed_texts JOIN runs ON text_id = packed_texts.id JOIN keys ON keys.id = key_id
    WHERE text LIKE '%the ability words are%' AND number IS NOT NULL {_IN_ORDER}
"""  # noqa: S608
_HEADWORDS = """
    SELECT DISTINCT title
    FROM runs JOIN keys ON keys.id = key_id JOIN packed_texts ON packed_texts.id = text_id
    WHERE kind IS NULL AND title IS NOT NULL
"""
"""The headwords of glossaries."""
_VARIANT_RULES = f"""
    SELECT number, text, first, last
    FROM packed_texts JOIN runs ON text_id = packed_texts.id JOIN keys ON keys.id = key_id
    WHERE number IS NOT NULL
        AND (text LIKE '%is a variant of%' OR text LIKE '%type]cycling%' OR substr(text, 1, 1) IN ('“', '"'))
    {_IN_ORDER}
"""  # noqa: S608


class KeywordSighting(NamedTuple):
    """A keyword in a run of editions.

    Attributes:
        kind: The kind of keyword.
        name: The name as printed.
        number: Number of the keyword's rule.
        first: The position, in the table `line`, of the first of these editions.
        last: The position of the last of these editions.
    """

    kind: KeywordKind
    name: str
    number: str
    first: int
    last: int


class KeywordAnswer(Struct, frozen=True):
    """A keyword of the rules.

    Attributes:
        name: The name as last printed, or as printed in the edition asked for.
        kind: `ability` or `action` for keywords of the chapters with these names, including variants such as
            multikicker or plainswalk; `ability word` for those that the rule about ability words lists.
        number: Number of the rule about the keyword or the variant, or of the rule that lists the ability words, in the
            edition of `name`.
        since: The first edition with the keyword, which may be retyped.
        until: The last edition with the keyword; null if the newest has it.
    """

    name: str
    kind: KeywordKind
    number: str
    since: str
    until: str | None


class _KeywordChapter(NamedTuple):
    """A chapter of keywords in a run of editions.

    Attributes:
        kind: The kind of its keywords.
        first: The position, in the table `line`, of the first of these editions.
        last: The position of the last of these editions.
    """

    kind: KeywordKind
    first: int
    last: int


_Chapters = Mapping[str, Sequence[_KeywordChapter]]
"""Number of a chapter → the chapters of keywords that had the number."""


def list_keywords(store: Store, edition: str | None = None) -> list[KeywordAnswer]:
    """Return all keywords that any edition had, or those of one edition, in alphabetical order.

    A keyword that only retyped editions have is listed only if one of these editions is asked for.

    Args:
        store: The knowledge base. A ledger has no texts, so its keywords lack the ability words and the variants.
        edition: Id of the edition; its keywords have the names and numbers that they have there.
    """
    line = _read_line(store)
    by_name = grouped(((fold(sighting.name), sighting.kind), sighting) for sighting in _list_sightings(store))
    answers: list[KeywordAnswer] = []
    for _, sightings in sorted(by_name.items()):
        chained = [sighting for sighting in sightings if line.is_chained(sighting)]
        shown = _find_newest(chained) if edition is None else _find_sighting(sightings, line.positions[edition])
        if shown is not None:
            dating = chained or sightings  # retyped editions count only if no other edition has the keyword
            answers.append(_answer_keyword(store, line, shown, dating=dating, sightings=sightings))
    return answers


class _Line(NamedTuple):
    """The editions in the order of the table `line`: the chain of each work in a row, then all retyped editions.

    Attributes:
        editions: Position → edition.
        positions: Edition → position.
        oldest: The position of the oldest edition of the Comprehensive Rules.
        newest: The position of the newest one that is not retyped.
    """

    editions: Mapping[int, str]
    positions: Mapping[str, int]
    oldest: int
    newest: int

    def is_chained(self, sighting: KeywordSighting) -> bool:
        """Return whether a sighting is in an edition of the Comprehensive Rules that is not retyped."""
        return sighting.last >= self.oldest and sighting.first <= self.newest


def _read_line(store: Store) -> _Line:
    """Return the editions of a knowledge base in the order of its table `line`."""
    editions: dict[int, str] = dict(store.select(_POSITIONS))
    positions = {edition: position for position, edition in editions.items()}
    chained = [positions[edition] for edition in store.chained()]
    return _Line(editions, positions, oldest=min(chained, default=0), newest=max(chained, default=-1))


def _answer_keyword(
    store: Store,
    line: _Line,
    shown: KeywordSighting,
    *,
    dating: Sequence[KeywordSighting],
    sightings: Sequence[KeywordSighting],
) -> KeywordAnswer:
    """Return a keyword with its dates.

    Args:
        store: The knowledge base.
        line: The editions.
        shown: The sighting whose name and number are shown.
        dating: The sightings that date the keyword.
        sightings: All sightings of the keyword.
    """
    since = line.editions[min(sighting.first for sighting in dating)]
    last = max(sighting.last for sighting in dating)
    return KeywordAnswer(
        name=shown.name,
        kind=shown.kind,
        number=shown.number,
        since=_find_retyped(store, line, sightings, since) or since,
        until=None if last == line.newest else line.editions[last],
    )


def _find_retyped(store: Store, line: _Line, sightings: Sequence[KeywordSighting], since: str) -> str | None:
    """Return the retyped edition that dates a keyword; None if none does.

    As for a rule, it is one that has the keyword and lies between the first other edition with it and the one before.

    Args:
        store: The knowledge base.
        line: The editions.
        sightings: All sightings of the keyword.
        since: The first edition with it that is not retyped.
    """
    for edition in list_dating(store, since):
        position = line.positions[edition]
        if any(sighting.first <= position <= sighting.last for sighting in sightings):
            return edition
    return None


def _find_newest(sightings: Sequence[KeywordSighting]) -> KeywordSighting | None:
    """Return the sighting whose last edition is the newest; None if there are no sightings.

    If several end with the same edition, it is the last of them, as `max` returns the first one that it meets.
    """
    return max(reversed(sightings), key=lambda sighting: sighting.last, default=None)


def _find_sighting(sightings: Sequence[KeywordSighting], position: int) -> KeywordSighting | None:
    """Return the sighting that includes the edition at a position; None if that edition lacks the keyword."""
    return next((sighting for sighting in sightings if sighting.first <= position <= sighting.last), None)


def _list_sightings(store: Store) -> list[KeywordSighting]:
    """Return all sightings of keywords and variants; the names of keywords come before those of variants."""
    headings = store.select(_HEADINGS)
    chapters = _list_chapters(headings)
    sightings = [*_list_headed_keywords(headings, chapters)]
    sightings += _list_landwalks(sightings)
    if store.has_texts:
        sightings += _list_ability_words(store)
        sightings += _list_variants(store, chapters, {fold(sighting.name) for sighting in sightings})
    return sightings


def _list_chapters(headings: Iterable[tuple[Any, ...]]) -> _Chapters:
    """Return the numbers of the chapters of keywords, each with the kind of keyword and a run of editions.

    Args:
        headings: The rows of `_HEADINGS`.
    """
    return grouped(
        (number, _KeywordChapter(_KINDS[title], first, last))
        for kind, number, title, first, last in headings
        if kind == "chapter" and title in _KINDS
    )


def _list_headed_keywords(headings: Iterable[tuple[Any, ...]], chapters: _Chapters) -> Iterator[KeywordSighting]:
    """Yield the keywords that are headings of rules in the chapters of keywords, in the order of the documents."""
    for kind, number, title, first, last in headings:
        if kind == "rule":
            two_names = _TWO_NAMES.fullmatch(title)
            names = two_names.groups() if two_names else (title,)
            for name in names:
                yield from _sight(name, number, first, last, chapters)


def _list_landwalks(sightings: Iterable[KeywordSighting]) -> list[KeywordSighting]:
    """Return the kinds of landwalk, wherever an edition has landwalk."""
    return [
        sighting._replace(name=f"{land_type}walk")
        for sighting in sightings
        if fold(sighting.name) == _LANDWALK
        for land_type in _LAND_TYPES
    ]


def _list_variants(store: Store, chapters: _Chapters, headings: Container[str]) -> Iterator[KeywordSighting]:
    """Yield the variants of keywords that have a name, in the rules of the chapters of keywords.

    Args:
        store: The knowledge base.
        chapters: The chapters of keywords.
        headings: The folded names of keywords that have a rule of their own.
    """
    rows = store.select(_VARIANT_RULES)
    known_names = {fold(name) for _, text, _, _ in rows for name in _VARIANT.findall(text)}
    known_names.update(fold(term) for (term,) in store.select(_HEADWORDS))
    for number, text, first, last in rows:
        for name in _list_variant_names(text, known_names):
            if fold(name) not in headings:
                yield from _sight(name, number, first, last, chapters)


def _list_variant_names(text: str, known_names: Container[str]) -> list[str]:
    """Return the names of variants in the text of a rule.

    Args:
        text: The text.
        known_names: The folded names that any rule calls a variant, and those of the glossary. A rule that begins with
            `“X” means …` is about a variant only if X is one of them.
    """
    names: list[str] = _VARIANT.findall(text)
    names += [name for name in _DEFINED.findall(text) if fold(name) in known_names]
    if _TYPECYCLING.search(text):
        names += [f"{land_type}cycling" for land_type in _LAND_TYPES]
    return names


def _sight(name: str, number: str, first: int, last: int, chapters: _Chapters) -> Iterator[KeywordSighting]:
    """Yield the sightings of a keyword in a run of editions, as far as its rule is in a chapter of keywords.

    The number of that chapter changed, so the run is cut to the editions in which the chapter had the number. Example:
    a rule 502.1 in the editions 0 to 30, and a chapter 502 of keyword abilities in the editions 5 to 20 → a sighting in
    the editions 5 to 20.

    Args:
        name: The name of the keyword.
        number: The number of its rule.
        first: The position of the first edition of the run.
        last: The position of the last edition of the run.
        chapters: The chapters of keywords.
    """
    for chapter in chapters.get(chapter_of(number), ()):
        shared_first, shared_last = max(first, chapter.first), min(last, chapter.last)
        if shared_first <= shared_last:
            yield KeywordSighting(chapter.kind, name, number, shared_first, shared_last)


def _list_ability_words(store: Store) -> Iterator[KeywordSighting]:
    """Yield the ability words, which one rule of each edition lists."""
    for number, text, first, last in store.select(_ABILITY_WORD_RULES):
        for words in _ABILITY_WORDS.findall(text):
            for word in _SEPARATOR.split(words):
                yield KeywordSighting("ability word", word, number, first, last)
