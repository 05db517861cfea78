"""The parts of a query: numbers, an edition, phrases, words. Only the list of editions is known here.

A *phrase* is what is in double quotes. The *content* are the words that say what the query is about: `trample` in `how
does trample work`. The *rest* is what is left of a query when a part has been read.
"""

import re
from collections.abc import Sequence
from typing import Literal, NamedTuple

import msgspec

from graph.search.change_questions import ChangeQuestion, read_change_question
from graph.search.citing_questions import read_citing_question
from graph.search.definition import Aim, read_definition
from graph.search.edition_names import EditionNameReader, EditionPart
from graph.search.past_questions import find_number_asked_about, read_past_question
from graph.search.sets import EditionRow, WordTest
from graph.search.text import content_words, fold, words_in
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
"""A phrase in quotes, of which the second may be missing."""
_QUOTES = re.compile(r'["“”]')
_UNWANTED = re.compile(r"(?<!\S)-([^\W\d_]\S*)")
"""A word with a minus before it: `-plane`."""
_BEGINNING = re.compile(r"([^\W_]{2,})\*(?!\w)")
"""The beginning of a word with a star after it: `planes*`."""


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
        aim: What it asks about the history of its words, which are then those of the subject alone, or of its numbers.
        asks_for_past: Whether it asks about former days: about the history of its words, or what something was. A query
            that names an edition asks what that edition says, not what became of it.
        asks_for_references: Whether it asks which rules refer to its numbers; it has no words then.
        is_named_in_part: Whether its words are a part of the names of sets; it may mean the words as well.
        set_name: The set that it names with a time that has no edition of it; empty for any other query.
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
    asks_for_past: bool = False
    asks_for_references: bool = False
    is_named_in_part: bool = False
    set_name: str = ""
    wants_bulletins: bool = False
    changes: ChangeQuestion | None = None

    @property
    def edition(self) -> str:
        """Return the edition that the query wants to be searched; empty if it names none, or only asks for editions."""
        return self.editions[0] if self.editions and self.kind != "edition" else ""


class _Parts(NamedTuple):
    """The parts of a query.

    Attributes:
        text: The query without the edition; with it if there are phrases.
        named: The part that names an edition.
        numbers: The numbers of rules.
        rest: The words that are left, without edition and numbers.
        changes: The changes for which the query asks; None if it asks for none.
    """

    text: str
    named: EditionPart
    numbers: Sequence[str]
    rest: str
    changes: ChangeQuestion | None = None


class _Wording(NamedTuple):
    """The words of a query, without its edition and its numbers.

    Attributes:
        words: The words, folded; of a question about history those of its subject alone.
        beginnings: The words of which only the beginning is given.
        unwanted: The words that must not occur.
        starts_asking: Whether the first of several words is one with which questions begin.
        asks_what_was: Whether the query asks what something was or did.
        aim: What the query asks about the history of its subject; empty for most queries.
        number: The number of the section, chapter or rule that is this subject; None for any other.
        asks_for_references: Whether the query asks which rules refer to its numbers.
    """

    words: Sequence[str]
    beginnings: Sequence[str]
    unwanted: Sequence[str]
    starts_asking: bool
    asks_what_was: bool
    aim: Aim
    number: str | None
    asks_for_references: bool = False


class _Numbers(NamedTuple):
    """The numbers of a query, and the rest of it."""

    numbers: Sequence[str]
    rest: str


def _names_nothing(_words: Sequence[str]) -> bool:
    """Return that words are no name, for callers that know no rules."""
    return False


def _is_common(_words: Sequence[str]) -> bool:
    """Return that words are no part of a set's name, for callers that know no rules."""
    return True


def understand(
    typed: str, editions: Sequence[EditionRow], is_name: WordTest = _names_nothing, is_common: WordTest = _is_common
) -> Query:
    """Return the meaning of a query; every text is a query, although some find nothing.

    Example: `rule 702.40a in 2009` → the kind `number`, the number `702.40a`, and the editions of 2009.

    Args:
        typed: The query.
        editions: The editions of the rules, oldest first, with a row for each set.
        is_name: Returns whether words are a saying, or the name of a rule or glossary entry: then they name no set.
        is_common: Returns whether words mean so much in the rules that they are no part of a set's name.
    """
    definition = read_definition()
    whole = " ".join(typed.split())[: definition.limits["query"]]
    phrases = _read_phrases(whole)
    reader = EditionNameReader(editions, is_name, is_common)
    parts = _divide_around_phrases(whole, reader) if phrases else _divide(whole, editions, is_name, reader)
    may_ask = not phrases and not parts.changes
    wording = _read_wording(parts.rest, may_ask=may_ask, names_number=bool(parts.numbers))
    if wording.number:
        parts = parts._replace(numbers=[wording.number])
    words, named = wording.words, parts.named
    if wording.aim and named.time and not parts.numbers:
        # the history of a subject is that of all days, also if the question recalls one: "mana burn 2010 when removed"
        named = EditionPart((), None, named.rest)
    return Query(
        whole=whole,
        kind=_kind_of(parts, phrases, words),
        text=" ".join(words) if wording.aim else parts.text,
        numbers=tuple(dict.fromkeys(parts.numbers)),
        editions=tuple(named.editions),
        time=named.time,
        phrases=tuple(phrases),
        words=tuple(words),
        content=tuple(dict.fromkeys(content_words(words))),
        beginnings=tuple(wording.beginnings),
        unwanted=tuple(wording.unwanted),
        is_question=whole.endswith("?") or wording.starts_asking,
        aim=wording.aim,
        asks_for_past=bool(wording.aim) or (wording.asks_what_was and not named.editions),
        asks_for_references=wording.asks_for_references,
        is_named_in_part=named.is_part_of_name,
        set_name=named.set_name,
        wants_bulletins=not definition.of_bulletin.isdisjoint(named.around_name),
        changes=parts.changes,
    )


def _read_wording(text: str, *, may_ask: bool, names_number: bool) -> _Wording:
    """Return the words of a query.

    Example: `planes* -plane` → the words `planes`, of which only the beginning is given, and the unwanted `plane`.

    Args:
        text: The query without its edition and its numbers.
        may_ask: Whether the words may be a question about references or history.
        names_number: Whether the query has numbers, which are then the subject of such a question.
    """
    definition = read_definition()
    unwanted = [word for match in _UNWANTED.finditer(text) for word in words_in(match[1])]
    wanted_text = _UNWANTED.sub(" ", text)
    typed_words = words_in(wanted_text)
    citing = read_citing_question(typed_words, names_number=names_number) if may_ask else None
    if citing:
        return _Wording([], [], unwanted, True, False, "", citing.number, asks_for_references=True)
    past = read_past_question(typed_words, names_number=names_number) if may_ask else None
    number = find_number_asked_about(past) if past else None
    words = past.subject if past else typed_words
    return _Wording(
        words=[] if number else words,
        beginnings=words_in(" ".join(_BEGINNING.findall(wanted_text))),
        unwanted=unwanted,
        starts_asking=len(typed_words) > 1 and typed_words[0] in definition.asking,
        asks_what_was=typed_words[:1] == ["what"] and not definition.was.isdisjoint(typed_words[1:2]),
        aim=past.aim if past else "",
        number=number,
    )


def _divide(whole: str, editions: Sequence[EditionRow], is_name: WordTest, reader: EditionNameReader) -> _Parts:
    """Return the parts of a query without phrases.

    A query for changes names the last edition that may have changed something, and its subject is the rest. A query
    that is nothing but a number, or a name in the rules, names no edition: "conspiracy" is not the set.
    """
    named = EditionPart((), None, whole)
    changes: ChangeQuestion | None = None
    may_name_edition = number_in(whole, mistyped=True) is None and not is_name(words_in(whole))
    if may_name_edition:
        changes = read_change_question(whole, editions, is_name)
        if changes:
            named = EditionPart((changes.last,), None, changes.subject)
        else:
            named = reader.find_edition(whole)
    found = _read_numbers(named.rest)
    return _Parts(named.rest, named, found.numbers, found.rest, changes)


def _divide_around_phrases(whole: str, reader: EditionNameReader) -> _Parts:
    """Return the parts of a query with phrases, which are looked for to the letter and name no edition."""
    named = reader.find_time(_PHRASE.sub(" ", whole))
    found = _find_numbers(named.rest)
    return _Parts(whole, named, found.numbers, found.rest)


def _kind_of(parts: _Parts, phrases: Sequence[str], words: Sequence[str]) -> Kind:
    """Return the kind of a query; the first of these that fits.

    - `changes`: it asks for changes, and has no subject (`changes since 2019`).
    - `edition`: it names an edition and has no other words, or is a part of the names of sets, and has no phrase.
    - `number`, `phrase`, `words`: it has a number, a phrase, or other words.
    - `empty`: it has none of these.

    Args:
        parts: The parts of the query.
        phrases: Its phrases.
        words: Its words; of a question about history those of the subject.
    """
    named = parts.named
    if parts.changes and not named.rest:
        return "changes"
    if named.is_named and not phrases and (named.is_part_of_name or not named.rest):
        return "edition"
    if parts.numbers:
        return "number"
    if phrases:
        return "phrase"
    return "words" if words else "empty"


def is_more_than_phrases(typed: str) -> bool:
    """Return whether words are outside of the quotes: `does "draw a card" target` has some, `"draw a card"` none."""
    return bool(words_in(_PHRASE.sub(" ", typed)))


def drop_quotes(typed: str) -> str:
    """Return a query without the quotes of its phrases, so that their words are searched in any order."""
    return _QUOTES.sub(" ", typed)


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
