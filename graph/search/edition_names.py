"""The part of a query that names an edition, by a set, by a time, or by both.

A *set* is one of cards, with which an edition of the rules was published: Mirrodin, with the code MRD. A *name* here is
what a query calls an edition by: `M10`, `in July 2009`, `before Mirrodin`. The *rest* are the other words of the query.
"""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from graph.search.definition import read_definition
from graph.search.period_names import PeriodReader
from graph.search.sets import (
    EditionRow,
    WordTest,
    editions_of_part,
    editions_of_part_in_force,
    editions_of_part_in_time,
    editions_of_set,
    editions_of_time,
    find_edition_before,
    list_without_doubles,
    rows_of_part,
    rows_of_set,
    words_of_name,
)
from graph.search.text import fold, words_in
from graph.search.times import first_day, time_in

_PREPOSITION = re.compile(r"\s+(?:in|as of|on|of|at|during|under)$", re.IGNORECASE)
"""The preposition that is left at the end of a query without the name after it: `banding in`."""
_AHEAD = re.compile(r"^(?:in|as of|on|at|during|under)\s+", re.IGNORECASE)
"""A preposition that begins a name: `in 2009`."""
_BEFORE = re.compile(r"^(?:before|pre|prior to)[\s-]+", re.IGNORECASE)
"""The words before a time or set whose edition is followed by the one that is meant: `before M10`, `pre-2009`."""
_ARTICLE = re.compile(r"^the\s+", re.IGNORECASE)
_YEAR = re.compile(r"[0-9]{4}")
_NUMBER_OR_CODE = re.compile(r"\b[0-9]\S*")


class EditionPart(NamedTuple):
    """The part of a query that names an edition, and the rest.

    Example: "banding in 2009" → the editions of 2009, the time `2009`, and the rest `banding`.

    Attributes:
        editions: Ids of the editions, first the one that is most likely meant.
        time: The year, month or day; None if none is named.
        rest: The rest of the query.
        around_name: Words around the name that only say that an edition is meant: of "rules of zendikar", `rules`.
        is_part_of_name: Whether the query is only a part of the names of the editions' sets, so that it may mean words
            of the rules as well. The rest is then the whole query.
        set_name: The set that the query names with a time that has no edition of it; empty for any other query. The
            editions are then those of the set.
    """

    editions: Sequence[str]
    time: str | None
    rest: str
    around_name: Sequence[str] = ()
    is_part_of_name: bool = False
    set_name: str = ""

    @property
    def is_named(self) -> bool:
        """Return whether a time or an edition is named."""
        return bool(self.editions or self.time)


class EditionNameReader:
    """Finds the editions that queries name.

    Args:
        editions: The editions of the rules, oldest first, with a row for each set.
        is_name: Returns whether words are a saying, or the name of a rule or glossary entry: then they name no set.
        is_common: Returns whether words mean so much in the rules that they are no part of a set's name.
    """

    def __init__(self, editions: Sequence[EditionRow], is_name: WordTest, is_common: WordTest) -> None:
        self._editions = editions
        self._is_name = is_name
        self._is_common = is_common
        self._periods = PeriodReader(editions, self._may_be_part_of_set)

    def find_edition(self, text: str) -> EditionPart:
        """Return the part of a query that names editions.

        A period that is clear from the words around its name comes first: "when Lorwyn came out". Then a name is looked
        for at the end and the beginning of the query, then a time within the query. Last, the query, or the words that
        it has next to a name in the rules, are compared with parts of the names of sets. The longest name counts. Among
        other words, a name in the rules names no set: "conspiracy hidden agenda".
        """
        named = self._find_period(text) or self._find_at_ends(text) or self._find_time_inside(text)
        if named is not None:
            return named
        found = editions_of_part(self._editions, text)
        if found and not self._is_common(words_in(text)):
            return EditionPart(found, None, text, is_part_of_name=True)
        return self._find_next_to_name(text)

    def _find_period(self, text: str) -> EditionPart | None:
        """Return the part of a query that names a period by words around its name; None if none does."""
        found = self._periods.find_period(text)
        if found is None:
            return None
        named = EditionPart(found.editions, found.time, found.rest)
        if not named.editions:
            return named
        of_another_time = self._read_set_and_time(named, found.own_name)
        return of_another_time or self._read_around(named, name="")

    def _find_at_ends(self, text: str) -> EditionPart | None:
        """Return the part of a query that names editions at its end or its beginning; None if neither does.

        A set is not looked for in a query that is all in capitals without a digit, nor in words among others that are
        the name of a rule.
        """
        # "702.40a M10" is a number and a set; in a query that is all in capitals, no word is taken for a set
        reads_sets = not _is_in_capitals(text) or any(letter.isdigit() for letter in text)
        for name, rest in _list_names_at_ends(text):
            is_name_among_words = bool(rest) and self._is_name(words_in(name))
            may_be_set = reads_sets and not is_name_among_words
            named = self._read_name(name, may_be_set=may_be_set, is_whole_query=not rest)
            if named.is_named:
                named = named._replace(rest=_drop_preposition(rest))
                return self._read_set_and_time(named, name) or self._read_around(named, name)
        return None

    def _find_time_inside(self, text: str) -> EditionPart | None:
        """Return the part of a query that names a time between its other words; None if there is none."""
        for name, rest in _split_inside(text):
            named = self._read_name(name, may_be_set=False, is_whole_query=False)
            if named.editions:
                return self._read_around(named._replace(rest=rest), name)
        return None

    def _find_next_to_name(self, text: str) -> EditionPart:
        """Return the part of a query that is a part of the names of sets, if all the rest is a name or a saying.

        Example: "legend rule kamigawa" → the editions of the sets of Kamigawa, and the rest `legend rule`.
        """
        for part, rest in _list_names_at_ends(text):
            subject = _drop_preposition(rest)
            words = words_in(part)
            if not self._is_name(words_in(subject)) or not self._may_be_part_of_set(words):
                continue
            found = editions_of_part(self._editions, part)
            if found:
                return EditionPart(found, None, subject)
        return EditionPart([], None, text)

    def _may_be_part_of_set(self, words: Sequence[str]) -> bool:
        """Return whether words next to others may be a part of the name of a set."""
        return self._may_name_set(words) and not self._is_common(words)

    def _may_name_set(self, words: Sequence[str]) -> bool:
        """Return whether words of a longer query may name a set.

        None of them is a name in the rules, and the first and the last one say something: in "rule kamigawa", the first
        word belongs to the rest.
        """
        if not words or any(self._is_name([word]) for word in words):
            return False
        return bool(words_of_name(words[0]) and words_of_name(words[-1]))

    def find_time(self, text: str) -> EditionPart:
        """Return the part of a text around phrases that names a time, at its end or beginning; sets are not read."""
        for name, rest in _split_at_ends(text):
            named = self._read_name(name, may_be_set=False, is_whole_query=False)
            if named.is_named:
                return named._replace(rest=_drop_preposition(rest))
        return EditionPart((), None, text)

    def _read_name(self, name: str, *, may_be_set: bool, is_whole_query: bool) -> EditionPart:
        """Return the editions and the time that some words of a query name, without a rest; neither if they name none.

        Args:
            name: The words: `2009`, `in July 2009`, `M10`, or one of these after "before".
            may_be_set: Whether the words may be a set.
            is_whole_query: Whether they are the whole query.
        """
        bare = _BEFORE.sub("", name)
        time = time_in(_AHEAD.sub("", bare))
        found: list[str] = []
        if time:
            found = editions_of_time(self._editions, time)
        elif may_be_set:
            found = editions_of_set(self._editions, bare, is_whole_query=is_whole_query)
        has_before = bare != name
        if has_before and (time or found):
            day = first_day(time) if time else found[0]
            before = find_edition_before(self._editions, day)
            found = [] if before is None else [before]
        return EditionPart(found, time, "")

    def _read_around(self, named: EditionPart, name: str) -> EditionPart:
        """Return what a query names, with what the words around the name add to it.

        - The rest is a set of the time: `kamigawa 2004` names the editions of that set alone. A set of the year before
          counts if its edition was still in force: `zendikar 2016`.
        - The rest only says that an edition is meant: `rules of zendikar`. Then all sets with that word in their names
          are meant.
        - The rest begins or ends with a set of the time, or with a year of the set: `legend rule 2004 kamigawa`,
          `mirrodin 2003 equipment`.
        - Otherwise it adds nothing.

        Args:
            named: The editions, the time and the rest of the query.
            name: The words that name them; empty if they name no set that could be one of several.
        """
        words = words_in(named.rest)
        if named.time and words:
            of_set = editions_of_part_in_force(self._editions, named.rest, named.time)
            if of_set:  # the rest is a set of that time: "kamigawa 2004"
                return EditionPart(of_set, named.time, "")
        if read_definition().of_edition.issuperset(words):  # "rules of zendikar"; also if there is no rest
            found = named.editions
            if not named.time:
                found = list_without_doubles([*found, *editions_of_part(self._editions, name)])
            return EditionPart(found, named.time, rest="", around_name=words)
        return self._narrow_to_set(named, named.time) if named.time else _narrow_to_year(named)

    def _read_set_and_time(self, named: EditionPart, name: str) -> EditionPart | None:
        """Return what a query names that has nothing but a set and a time; None for any other query.

        If the set has no edition of that time, all its editions are named, since the time is the lesser part of the
        query: `kamigawa 2006`.

        Args:
            named: The editions, the time and the rest of the query.
            name: The words that name the editions; empty if they are not those of the name itself.
        """
        text, time = _divide_set_and_time(named, name)
        if not (text and time and name) or _BEFORE.match(name):
            return None
        if named.time and editions_of_part_in_force(self._editions, text, time):
            return None
        set_name = self._find_set_name(text)
        rows = self._list_rows_of_set(set_name)
        if not rows:
            return None
        of_time = [row for row in rows if (row.released or row.date).startswith(time)]
        editions = list_without_doubles(row.date for row in of_time or rows)
        if of_time:
            return EditionPart(editions, time, rest="")
        whole_name = rows[0].name if len(rows) == 1 else set_name
        return EditionPart(editions, time, rest="", set_name=whole_name)

    def _find_set_name(self, text: str) -> str:
        """Return a text without words that say nothing in the name of a set, unless it is a whole name with them.

        `Tenth Edition` is such a name.
        """
        is_whole_name = bool(rows_of_set(self._editions, text, is_whole_query=False))
        return text if is_whole_name else _drop_words_of_edition(text)

    def _list_rows_of_set(self, set_name: str) -> list[EditionRow]:
        """Return the rows of the set of a name, or of the sets with a part of it; none if it also names a rule."""
        words = words_in(set_name)
        if self._is_name(words):
            return []
        rows = rows_of_set(self._editions, set_name, is_whole_query=False)
        if self._may_be_part_of_set(words):
            rows += rows_of_part(self._editions, set_name)
        return [row for row in self._editions if row in rows]

    def _narrow_to_set(self, named: EditionPart, time: str) -> EditionPart:
        """Return the part of a query that names a time, with the set of that time if the rest names one at an end.

        The query "legend rule 2004 kamigawa" names a set of 2004; "combat 2008" names none, as the rules know combat.

        Args:
            named: The editions, the time and the rest of the query.
            time: The time.
        """
        for part, rest in _split_at_ends(named.rest):
            if not rest or not self._may_name_set(words_in(part)):
                continue
            of_set = editions_of_part_in_time(self._editions, part, time)
            if of_set:
                return EditionPart(of_set, time, _drop_preposition(rest))
        return named


def _narrow_to_year(named: EditionPart) -> EditionPart:
    """Return the part of a query that names a set, with the year of the set if the rest of the query has it at an end.

    The query "mirrodin 2003 equipment" names the editions of that set of 2003.
    """
    words = named.rest.split()
    for end in (-1, 0):
        year = words[end]
        of_year = [date for date in named.editions if date.startswith(year)]
        if _YEAR.fullmatch(year) and of_year:
            del words[end]
            return EditionPart(of_year, year, " ".join(words))
    return named


def _list_names(text: str) -> list[str]:
    """Return the names that a part of a query may be: itself, and itself without the words that say what it names.

    Example: `the M10 rules` → `the M10 rules` and `M10`. "Changes" is no such word, since it asks for a bulletin.
    """
    definition = read_definition()
    words = _ARTICLE.sub("", text).split()
    while words and fold(words[-1]) in definition.of_edition - definition.of_bulletin:
        words.pop()
    bare = " ".join(words)
    return [text] if bare in ("", text) else [text, bare]


def _divide_set_and_time(named: EditionPart, name: str) -> tuple[str, str | None]:
    """Return the words of a query that may name a set, and the time beside them.

    Args:
        named: The editions, the time and the rest of the query.
        name: The words that name the editions.
    """
    if named.time:
        return named.rest, named.time
    return name, time_in(_drop_words_of_edition(named.rest))


def _drop_words_of_edition(text: str) -> str:
    """Return a text without the words that say nothing in the name of a set: `rules of kamigawa` → `kamigawa`."""
    return " ".join(word for word in text.split() if words_of_name(word))


def _drop_preposition(rest: str) -> str:
    """Return the rest of a query without the preposition that joined it to a name: `banding in` → `banding`."""
    return _PREPOSITION.sub("", rest).strip()


def _is_in_capitals(text: str) -> bool:
    """Return whether a text of several words is all in capitals, numbers and codes apart."""
    letters = _NUMBER_OR_CODE.sub("", text)
    return len(text.split()) > 1 and not any(letter.islower() for letter in letters)


def _split_at_ends(text: str) -> Iterator[tuple[str, str]]:
    """Yield some last or first words of a text, with the rest of the text; the most words first.

    Example: `a b` → `a b` and an empty rest (twice), `b` and `a`, `a` and `b`.
    """
    words = text.split()
    for length in range(min(len(words), read_definition().limits["edition"]), 0, -1):
        yield " ".join(words[-length:]), " ".join(words[:-length])
        yield " ".join(words[:length]), " ".join(words[length:])


def _list_names_at_ends(text: str) -> Iterator[tuple[str, str]]:
    """Yield the names that some last or first words of a text may be, with the rest of the text; the most words first.

    Of equally many words, those at both ends are names as they are before the words that say what they name are left
    out: in "jan 2012 rules", `jan 2012` comes before the `2012` of `2012 rules`.
    """
    splits = [*_split_at_ends(text)]
    for both_ends in zip(splits[::2], splits[1::2], strict=True):
        yield from both_ends
        for words, rest in both_ends:
            if rest:
                yield from ((name, rest) for name in _list_names(words)[1:])


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
            follows_word_of_time = fold(words[begin - 1]) in definition.before_time
            precedes_word_of_time = fold(words[end]) in definition.after_time
            is_written_as_time = _YEAR.fullmatch(name) or _BEFORE.match(name)
            if follows_word_of_time or precedes_word_of_time or is_written_as_time:
                ahead = _PREPOSITION.sub("", " ".join(words[:begin]))
                yield name, f"{ahead} {' '.join(words[end:])}"
