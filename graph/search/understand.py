"""What a query is: numbers, an edition, phrases, words. It knows the list of editions and nothing else."""

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Literal, NamedTuple

import msgspec

from graph.search.change_questions import ChangeQuestion, read_change_question
from graph.search.definition import Aim, read_definition
from graph.search.past_questions import read_past_question
from graph.search.sets import (
    EditionRow,
    edition_before,
    editions_of_part,
    editions_of_part_then,
    editions_of_set,
    editions_of_time,
    list_without_doubles,
    words_of_name,
)
from graph.search.text import content_words, fold, words_in
from graph.search.times import first_day, time_in
from rules.store.query import CUE, DOTTED, mend_digits, number_in

Kind = Literal["empty", "number", "edition", "changes", "phrase", "words"]

_WITHIN = re.compile(
    rf"""
    (?<![\w.])
    (?:
        {CUE}\s*([1-9][0-9]{{2}})       # after the word "rule"
        | (?:{CUE}\s*)?({DOTTED})       # with a point
    )
    (?!\w|\.\w)
    """,
    re.VERBOSE,
)
"""A number among other words."""
_PHRASE = re.compile(r'["“”]([^"“”]*)(?:["“”]|$)')
_UNWANTED = re.compile(r"(?<!\S)-([^\W\d_]\S*)")
_BEGINNING = re.compile(r"([^\W_]{2,})\*(?!\w)")
_PREPOSITION = re.compile(r"\s+(?:in|as of|on|of|at|during)$", re.IGNORECASE)
_AHEAD = re.compile(r"^(?:in|as of|on|at|during)\s+", re.IGNORECASE)
_BEFORE = re.compile(r"^(?:before|pre|prior to)[\s-]+", re.IGNORECASE)
_YEAR = re.compile(r"[0-9]{4}")
_NUMBER_OR_CODE = re.compile(r"\b[0-9]\S*")


class Query(msgspec.Struct, frozen=True):
    """What a query means.

    Attributes:
        whole: The query as typed, with single blanks.
        kind: What kind of query it is.
        text: The query without the edition; with it if there are phrases in quotes.
        numbers: The numbers of rules that it names.
        editions: Ids of the editions that it names, first the one that is most likely meant.
        time: The year, month or day that it names: `2009`, `2009-07`, `2009-07-11`; None if it names none.
        phrases: The phrases in quotes, folded, which must occur exactly.
        words: All words, folded.
        content: The words that say what the query is about.
        beginnings: Words of which only the beginning is given (`planes*`).
        unwanted: Words that must not occur (`-plane`).
        is_question: Whether it asks a question.
        aim: What it asks about the history of its words, which are then those of the subject alone.
        is_named_in_part: Whether its words are a part of the names of sets; it may mean the words as well.
        wants_bulletins: Whether it asks what was announced with the editions.
        changes: The changes for which it asks; its words are then those of the subject alone, and its edition is the
            last one that may have changed something. None if it asks for no changes.
    """

    whole: str
    kind: Kind
    text: str
    numbers: tuple[str, ...] = ()
    editions: tuple[str, ...] = ()
    time: str | None = None
    phrases: tuple[str, ...] = ()
    words: tuple[str, ...] = ()
    content: tuple[str, ...] = ()
    beginnings: tuple[str, ...] = ()
    unwanted: tuple[str, ...] = ()
    is_question: bool = False
    aim: Aim = ""
    is_named_in_part: bool = False
    wants_bulletins: bool = False
    changes: ChangeQuestion | None = None

    @property
    def edition(self) -> str:
        """Return the edition that the query wants to be searched; empty if it names none, or only asks for editions."""
        return self.editions[0] if self.editions and self.kind != "edition" else ""


class _EditionPart(NamedTuple):
    """The part of a query that names an edition, and the rest.

    Attributes:
        editions: Ids of the editions.
        time: The year, month or day; None if none is named.
        rest: The rest of the query.
        about: Words around the name that only say that an edition is meant.
        in_part: Whether the query is a part of the names of the editions' sets.
    """

    editions: Sequence[str]
    time: str | None
    rest: str
    about: Sequence[str] = ()
    in_part: bool = False

    @property
    def is_named(self) -> bool:
        """Return whether a time or an edition is named."""
        return bool(self.editions or self.time)


class _Numbers(NamedTuple):
    """The numbers of a query, and the rest of it."""

    numbers: Sequence[str]
    rest: str


def _names_nothing(_words: Sequence[str]) -> bool:
    return False


def _is_common(_words: Sequence[str]) -> bool:
    return True


def understand(
    typed: str,
    editions: Sequence[EditionRow],
    is_name: Callable[[Sequence[str]], bool] = _names_nothing,
    is_common: Callable[[Sequence[str]], bool] = _is_common,
) -> Query:
    """Return the meaning of a query; every text is a query, although some find nothing.

    Args:
        typed: The query.
        editions: The editions of the rules, oldest first, with a row for each set.
        is_name: Tells whether words are the name of a rule or glossary entry: then they name no set.
        is_common: Tells whether words mean so much in the rules that they are no part of a set's name.
    """
    definition = read_definition()
    whole = " ".join(typed.split())[: definition.limits["query"]]
    phrases = _read_phrases(whole)
    named = _EditionPart((), None, whole)
    changes: ChangeQuestion | None = None
    may_name_edition = not phrases and number_in(whole, mistyped=True) is None and not is_name(words_in(whole))
    if may_name_edition:
        changes = read_change_question(whole, editions, is_name)
        named = _name_last(changes) if changes else _find_edition(whole, editions, is_name, is_common)
    if phrases:
        text = whole
        named = _find_time(_PHRASE.sub(" ", whole), editions)
        found = _find_numbers(named.rest)
    else:
        text = named.rest
        found = _read_numbers(named.rest)
    unwanted = [word for match in _UNWANTED.finditer(found.rest) for word in words_in(match[1])]
    rest = _UNWANTED.sub(" ", found.rest)
    words = words_in(rest)
    starts_asking = len(words) > 1 and words[0] in definition.asking
    past = None if phrases or found.numbers or changes else read_past_question(words)
    if past:
        words = past.subject
    return Query(
        whole=whole,
        kind=_kind_of(named, found.numbers, phrases, words, asks_for_changes=bool(changes)),
        text=" ".join(words) if past else text,
        numbers=tuple(dict.fromkeys(found.numbers)),
        editions=tuple(named.editions),
        time=named.time,
        phrases=tuple(phrases),
        words=tuple(words),
        content=tuple(dict.fromkeys(content_words(words))),
        beginnings=tuple(words_in(" ".join(_BEGINNING.findall(rest)))),
        unwanted=tuple(unwanted),
        is_question=whole.endswith("?") or starts_asking,
        aim=past.aim if past else "",
        is_named_in_part=named.in_part,
        wants_bulletins=not definition.of_bulletin.isdisjoint(named.about),
        changes=changes,
    )


def _name_last(changes: ChangeQuestion) -> _EditionPart:
    """Return the last edition of a question for changes as the one that a query names, with the subject as the rest."""
    return _EditionPart((changes.last,), None, changes.subject)


def _kind_of(
    named: _EditionPart, numbers: Sequence[str], phrases: Sequence[str], words: Sequence[str], *, asks_for_changes: bool
) -> Kind:
    """Return the kind of a query from its parts: an edition alone, then numbers, phrases and words, in this order.

    A query that asks for changes, and has no subject, is of a kind of its own.
    """
    if asks_for_changes and not named.rest:
        return "changes"
    if named.is_named and not phrases and (named.in_part or not named.rest):
        return "edition"
    if numbers:
        return "number"
    if phrases:
        return "phrase"
    return "words" if words else "empty"


def _read_phrases(text: str) -> list[str]:
    """Return the phrases in double quotes that have words, folded."""
    phrases = [" ".join(fold(typed).split()) for typed in _PHRASE.findall(text)]
    return [phrase for phrase in phrases if words_in(phrase)]


def _read_numbers(text: str) -> _Numbers:
    """Return the number that a whole text is, even if it is mistyped; otherwise all numbers in the text."""
    number = number_in(text, mistyped=True)
    if number:
        return _Numbers([number], "")
    return _find_numbers(text)


def _find_numbers(text: str) -> _Numbers:
    """Return the numbers among the words of a text."""
    small = text.lower()
    numbers = [mend_digits(match[1] or match[2]) for match in _WITHIN.finditer(small)]
    if not numbers:
        return _Numbers([], text)
    return _Numbers(numbers, _WITHIN.sub(" ", small))


def _find_edition(
    text: str,
    editions: Sequence[EditionRow],
    is_name: Callable[[Sequence[str]], bool],
    is_common: Callable[[Sequence[str]], bool],
) -> _EditionPart:
    """Return the part of a query that names editions, at its end or beginning; the longest name counts.

    No editions are named if a name is found at neither end, or if the query has the words of a set but they mean
    something in the rules. Among other words, what is a name in the rules names no set: "conspiracy hidden agenda".
    """
    may_be_code = not _is_in_capitals(text) or any(letter.isdigit() for letter in text)
    for name, rest in _split_at_ends(text):
        # "702.40a M10" is a number and a set; in a query that is all in capitals, no word is taken for a set
        may_be_set = may_be_code and not (rest and is_name(words_in(name)))
        named = _read_name(name, editions, may_be_set=may_be_set, alone=not rest)
        if named.is_named:
            named = named._replace(rest=_PREPOSITION.sub("", rest).strip())
            return _read_around(named, name, editions, is_name)
    for name, rest in _split_inside(text):
        named = _read_name(name, editions, may_be_set=False, alone=False)
        if named.editions:
            return _read_around(named._replace(rest=rest), name, editions, is_name)
    found = editions_of_part(editions, text)
    if found and not is_common(words_in(text)):
        return _EditionPart(found, None, text, in_part=True)
    return _EditionPart([], None, text)


def _find_time(text: str, editions: Sequence[EditionRow]) -> _EditionPart:
    """Return the part of a text around phrases that names a time, at its end or beginning; no set is looked for."""
    for name, rest in _split_at_ends(text):
        named = _read_name(name, editions, may_be_set=False, alone=False)
        if named.is_named:
            return named._replace(rest=_PREPOSITION.sub("", rest).strip())
    return _EditionPart((), None, text)


def _read_name(name: str, editions: Sequence[EditionRow], *, may_be_set: bool, alone: bool) -> _EditionPart:
    """Return the editions and the time that some words of a query name, without a rest; neither if they name none.

    Args:
        name: The words: `2009`, `in July 2009`, `M10`, or one of these after "before".
        editions: All editions.
        may_be_set: Whether the words may be a set.
        alone: Whether they are the whole query.
    """
    bare = _BEFORE.sub("", name)
    time = time_in(_AHEAD.sub("", bare))
    found: list[str] = []
    if time:
        found = editions_of_time(editions, time)
    elif may_be_set:
        found = editions_of_set(editions, bare, alone=alone)
    if bare != name and (time or found):
        found = edition_before(editions, first_day(time) if time else found[0])
    return _EditionPart(found, time, "")


def _read_around(
    named: _EditionPart, name: str, editions: Sequence[EditionRow], is_name: Callable[[Sequence[str]], bool]
) -> _EditionPart:
    """Return what a query names, with what the words around the name add to it.

    Args:
        named: The editions, the time and the rest of the query.
        name: The name.
        editions: All editions.
        is_name: Tells whether words are the name of a rule or glossary entry: then they name no set.
    """
    definition = read_definition()
    words = words_in(named.rest)
    of_set: list[str] = []
    if named.time and words:
        of_set = editions_of_part_then(editions, named.rest, named.time)
    if of_set:
        return _EditionPart(of_set, named.time, "")
    if definition.of_edition.issuperset(words):
        found = named.editions
        if not named.time:
            found = list_without_doubles([*found, *editions_of_part(editions, name)])
        return _EditionPart(found, named.time, "", words)
    return _narrow_to_set(named, named.time, editions, is_name) if named.time else _narrow_to_year(named)


def _narrow_to_year(named: _EditionPart) -> _EditionPart:
    """Return the part of a query that names a set, with the year of the set if the rest of the query has it at an end.

    The query "mirrodin 2003 equipment" names the editions of that set of 2003.
    """
    words = named.rest.split()
    for place in (-1, 0):
        year = words[place]
        of_year = [date for date in named.editions if date.startswith(year)]
        if _YEAR.fullmatch(year) and of_year:
            del words[place]
            return _EditionPart(of_year, year, " ".join(words))
    return named


def _narrow_to_set(
    named: _EditionPart, time: str, editions: Sequence[EditionRow], is_name: Callable[[Sequence[str]], bool]
) -> _EditionPart:
    """Return the part of a query that names a time, with the set of that time if the rest names one at an end.

    The query "legend rule 2004 kamigawa" names a set of 2004; "combat 2008" names none, as the rules know combat.

    Args:
        named: The editions, the time and the rest of the query.
        time: The time.
        editions: All editions.
        is_name: Tells whether words are the name of a rule or glossary entry: then they name no set.
    """
    for part, rest in _split_at_ends(named.rest):
        words = words_in(part)
        if not rest or not words or any(is_name([word]) for word in words):
            continue
        if not words_of_name(words[0]) or not words_of_name(words[-1]):
            continue  # of "rule kamigawa", the first word belongs to the rest
        of_set = editions_of_part_then(editions, part, time)
        if of_set:
            return _EditionPart(of_set, time, _PREPOSITION.sub("", rest).strip())
    return named


def _is_in_capitals(text: str) -> bool:
    """Return whether a text of several words is all in capitals, numbers and codes apart."""
    letters = _NUMBER_OR_CODE.sub("", text)
    return len(text.split()) > 1 and not any(letter.islower() for letter in letters)


def _split_at_ends(text: str) -> Iterator[tuple[str, str]]:
    """Yield some last or first words of a text, with the rest of the text; the most words first."""
    words = text.split()
    for length in range(min(len(words), read_definition().limits["edition"]), 0, -1):
        yield " ".join(words[-length:]), " ".join(words[:-length])
        yield " ".join(words[:length]), " ".join(words[length:])


def _split_inside(text: str) -> Iterator[tuple[str, str]]:
    """Yield the words within a text that may be a time, with the rest of the text; the most words first.

    A year is always meant as one. A month or day is only meant as one if a word next to it speaks of a time: "in May
    2005", "the July 2009 wording".
    """
    definition = read_definition()
    words = text.split()
    for length in range(min(len(words) - 2, definition.limits["edition"]), 0, -1):
        for begin in range(1, len(words) - length):
            end = begin + length
            name = " ".join(words[begin:end])
            is_time = fold(words[begin - 1]) in definition.before_time or fold(words[end]) in definition.after_time
            if is_time or _YEAR.fullmatch(name) or _BEFORE.match(name):
                ahead = _PREPOSITION.sub("", " ".join(words[:begin]))
                yield name, f"{ahead} {' '.join(words[end:])}"
