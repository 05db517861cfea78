"""What a query is: numbers, an edition, phrases, words. It knows the list of editions and nothing else."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Literal, NamedTuple

import msgspec

from graph.search.definition import read_definition
from graph.search.text import content_words, fold, words_in
from graph.search.times import first_day, time_in
from rules.store.query import DOTTED, DRESS, mend_digits, number_in

Kind = Literal["empty", "number", "edition", "phrase", "words"]

_WITHIN = re.compile(
    rf"""
    (?<![\w.])
    (?:
        {DRESS}\s*([1-9][0-9]{{2}})       # after the word "rule"
        | (?:{DRESS}\s*)?({DOTTED})       # with a point
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
_NUMBER_OR_CODE = re.compile(r"\b[0-9]\S*")
_CODE_ALONE = re.compile(r"\w{2,4}", re.ASCII)
_CODE_AMONG_WORDS = re.compile(r"[A-Z0-9]{2,4}|(?=.*[0-9])[a-z][a-z0-9]{1,3}", re.ASCII)
"""The code of a set: in capitals, or with a digit."""


class EditionRow(NamedTuple):
    """A set of an edition; an edition has a row for each of its sets, and one of empty texts if it has none."""

    date: str
    code: str
    name: str


class Query(msgspec.Struct, frozen=True):
    """What a query means.

    Attributes:
        whole: As typed, without needless blanks.
        kind: What it is.
        text: The query without the edition.
        numbers: Rules that it names.
        editions: Ids of editions that it names, the one meant first.
        time: The date that it names, as far as it does: `2009`, `2009-07`, `2009-07-11`.
        phrases: What must occur to the letter, folded.
        words: All words, folded.
        content: Those that say what it is about.
        beginnings: Words of which only the beginning is given (`planes*`).
        unwanted: Words that must not occur (`-plane`).
        is_question: Whether it asks a question.
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


class _EditionPart(NamedTuple):
    """The part of a query that names an edition, and the rest.

    Attributes:
        editions: The editions named.
        time: The date that is named, if one is.
        rest: The rest of the query.
    """

    editions: Sequence[str]
    time: str | None
    rest: str

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


def understand(
    typed: str, editions: Sequence[EditionRow], is_name: Callable[[Sequence[str]], bool] = _names_nothing
) -> Query:
    """Return what a query means; every text is a query, and some find nothing.

    Args:
        typed: The query.
        editions: The editions of the rules, oldest first, with a row for each set.
        is_name: Tells whether words are the name of a rule or glossary entry: then they name no set.
    """
    definition = read_definition()
    whole = " ".join(typed.split())[: definition.limits["query"]]
    phrases = _read_phrases(whole)
    named = _EditionPart((), None, whole)
    if not phrases and number_in(whole, mistyped=True) is None and not is_name(words_in(whole)):
        named = _find_edition(whole, editions)
    found = _find_numbers(_PHRASE.sub(" ", whole)) if phrases else _read_numbers(named.rest)
    unwanted = [word for match in _UNWANTED.finditer(found.rest) for word in words_in(match[1])]
    rest = _UNWANTED.sub(" ", found.rest)
    words = words_in(rest)
    starts_asking = len(words) > 1 and words[0] in definition.asking
    return Query(
        whole=whole,
        kind=_kind_of(named, found.numbers, phrases, words),
        text=named.rest,
        numbers=tuple(dict.fromkeys(found.numbers)),
        editions=tuple(named.editions),
        time=named.time,
        phrases=tuple(phrases),
        words=tuple(words),
        content=tuple(dict.fromkeys(content_words(words))),
        beginnings=tuple(words_in(" ".join(_BEGINNING.findall(rest)))),
        unwanted=tuple(unwanted),
        is_question=whole.endswith("?") or starts_asking,
    )


def _kind_of(named: _EditionPart, numbers: Sequence[str], phrases: Sequence[str], words: Sequence[str]) -> Kind:
    if named.is_named and not named.rest:
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
    """Return the number that a text is, else those that it has."""
    number = number_in(text, mistyped=True)
    if number:
        return _Numbers([number], "")
    return _find_numbers(text)


def _find_numbers(text: str) -> _Numbers:
    small = text.lower()
    numbers = [mend_digits(match[1] or match[2]) for match in _WITHIN.finditer(small)]
    if not numbers:
        return _Numbers([], text)
    return _Numbers(numbers, _WITHIN.sub(" ", small))


def _find_edition(text: str, editions: Sequence[EditionRow]) -> _EditionPart:
    """Return the editions named at the end or the beginning of a query; the longest name counts."""
    may_be_code = not _is_in_capitals(text) or any(letter.isdigit() for letter in text)
    for name, rest in _split_at_ends(text):
        time = time_in(name)
        found: list[str] = []
        if time:
            found = _editions_of_time(editions, time)
        elif may_be_code:
            # "702.40a M10" is a number and a set; of words in capitals none is taken for one
            found = _editions_of_set(editions, name, alone=not rest)
        if time or found:
            return _EditionPart(found, time, _PREPOSITION.sub("", rest).strip())
    return _EditionPart([], None, text)


def _is_in_capitals(text: str) -> bool:
    """Return whether a text of several words has no small letters but in numbers and codes."""
    letters = _NUMBER_OR_CODE.sub("", text)
    return len(text.split()) > 1 and not any(letter.islower() for letter in letters)


def _split_at_ends(text: str) -> Iterator[tuple[str, str]]:
    """Yield the last and the first words of a text, each with the rest; the longest first."""
    words = text.split()
    for length in range(min(len(words), read_definition().limits["edition"]), 0, -1):
        yield " ".join(words[-length:]), " ".join(words[:-length])
        yield " ".join(words[:length]), " ".join(words[length:])


def _editions_of_time(editions: Sequence[EditionRow], time: str) -> list[str]:
    """Return the editions of a time, newest first: those of a month or year, else that in force on its first day."""
    within = [row.date for row in editions if row.date.startswith(time)]
    if within:
        return _without_doubles(reversed(within))
    before = [row.date for row in editions if row.date <= first_day(time)]
    return before[-1:]


def _editions_of_set(editions: Sequence[EditionRow], text: str, *, alone: bool) -> list[str]:
    """Return the editions of a set, by its code or name, oldest first."""
    form = _CODE_ALONE if alone else _CODE_AMONG_WORDS
    code = text.upper() if form.fullmatch(text) else ""
    name = fold(text)
    dates = []
    for row in editions:
        has_code = code and row.code == code
        has_name = row.name and fold(row.name) == name
        if has_code or has_name:
            dates.append(row.date)
    return _without_doubles(dates)


def _without_doubles(dates: Iterable[str]) -> list[str]:
    return list(dict.fromkeys(dates))
