"""Questions for what changed in a time: since a year, between two sets, before an edition."""

import re
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from msgspec import Struct

from graph.search.definition import SpanKind, read_definition
from graph.search.sets import EditionRow, edition_before, editions_of_part, editions_of_set, words_of_name
from graph.search.text import fold, words_in
from graph.search.times import first_day, time_in

_MARKS = "?!.,;:"
_YEARS = re.compile(r"\b([0-9]{4})\s?[-–]\s?([0-9]{4})\b")
"""Two years with a dash between them, `2014-2016`."""
_DAY_LENGTH = len("2009-07-11")


class ChangeQuestion(Struct, frozen=True):
    """A question for what changed from one edition to another.

    Attributes:
        subject: The words that say in what; empty for all rules.
        first: The edition before the changes.
        last: The last edition that may have changed something.
    """

    subject: str
    first: str
    last: str


class _Point(NamedTuple):
    """A time or a set that bounds a question.

    Attributes:
        begin: The edition with which changes since then are compared: that of a set or in force on a day, but for a
            year or month the one before it.
        previous: The last edition before it.
        end: The last edition up to its end.
    """

    begin: str
    previous: str
    end: str


class _Span(NamedTuple):
    """The part of a question that names a time.

    Attributes:
        kind: How the time is bounded.
        first: The time, or the first of two.
        second: The second time; the first one again if there are not two.
        rest: The other words.
    """

    kind: SpanKind
    first: _Point
    second: _Point
    rest: list[str]


def read_change_question(
    text: str, editions: Sequence[EditionRow], is_name: Callable[[Sequence[str]], bool]
) -> ChangeQuestion | None:
    """Return the question for changes that a query asks; None if it asks no such question.

    "Since" and two times always ask for changes: "layers since 2019". Any other time asks for them only next to a word
    such as "changed", because "banding before 2009" asks for the rules of that time.

    Args:
        text: The query.
        editions: All editions, oldest first, with a row for each set.
        is_name: Tells whether words are the name of a rule or glossary entry: then they are no part of a set's name.
    """
    if not editions:
        return None
    definition = read_definition()
    words = [word.strip(_MARKS) for word in _YEARS.sub(r"from \1 to \2", text).split()]
    for span in _SpanReader(editions, is_name).list_spans([word for word in words if word]):
        asks_for_changes = any(fold(word) in definition.changing for word in span.rest)
        subject = " ".join(_trim(span.rest))
        needs_word = span.kind not in {"since", "between"}
        if needs_word and not asks_for_changes:
            continue
        if span.kind in {"in", "before"} and not subject:
            continue  # "what changed in Magic 2010" asks for the edition and its bulletins
        first, last = _bound(span, editions)
        if first < last:
            return ChangeQuestion(subject, first, last)
    return None


class _SpanReader:
    """Finds the times of questions.

    Args:
        editions: All editions, oldest first, with a row for each set.
        is_name: As for `read_change_question`.
    """

    def __init__(self, editions: Sequence[EditionRow], is_name: Callable[[Sequence[str]], bool]) -> None:
        self._editions = editions
        self._is_name = is_name
        self._longest = read_definition().limits["edition"]

    def list_spans(self, words: Sequence[str]) -> Iterator[_Span]:
        """Yield the parts of a question that may name a time, from its beginning on; of one beginning the longest."""
        for start in range(len(words)):
            for form, kind in read_definition().spans.items():
                after = start + len(form.split())
                if fold(" ".join(words[start:after])) != form:
                    continue
                read = self._read_two if kind == "between" else self._read_one
                span = read(kind, words[:start], words[after:])
                if span is not None:
                    yield span

    def _read_one(self, kind: SpanKind, ahead: Sequence[str], words: Sequence[str]) -> _Span | None:
        """Return the span of the time or set with which some words begin; None if they begin with none.

        Args:
            kind: What the preposition before the words says.
            ahead: The words before the preposition.
            words: The words after the preposition.
        """
        for stop in range(min(len(words), self._longest), 0, -1):
            point = self._read_point(words[:stop], may_be_part=kind != "in")
            if point:
                return _Span(kind, point, point, [*ahead, *words[stop:]])
        return None

    def _read_two(self, kind: SpanKind, ahead: Sequence[str], words: Sequence[str]) -> _Span | None:
        """Return the span of the two times or sets with which some words begin; None if they do not.

        The arguments are those of `_read_one`.
        """
        for join in range(1, min(len(words), self._longest + 1)):
            if fold(words[join]) not in read_definition().span_join:
                continue
            first = self._read_point(words[:join], may_be_part=True)
            second = self._read_one(kind, ahead, words[join + 1 :])
            if first and second:
                return second._replace(first=first)
        return None

    def _read_point(self, words: Sequence[str], *, may_be_part: bool) -> _Point | None:
        """Return the time or set that words name; None for neither. Of several editions of a set the first counts.

        Args:
            words: The words.
            may_be_part: Whether they may be a part of the name of a set.
        """
        name = " ".join(words)
        oldest = self._editions[0].date
        time = time_in(name)
        if time:
            previous = _last(edition_before(self._editions, first_day(time)), oldest)
            end = _last([row.date for row in self._editions if row.date[: len(time)] <= time], oldest)
            is_day = len(time) == _DAY_LENGTH
            return _Point(end if is_day else previous, previous, end)
        found = editions_of_set(self._editions, name, alone=False)
        if not found and may_be_part and self._may_be_part_of_name(words):
            found = editions_of_part(self._editions, name)
        if not found:
            return None
        return _Point(found[0], _last(edition_before(self._editions, found[0]), oldest), found[0])

    def _may_be_part_of_name(self, words: Sequence[str]) -> bool:
        """Return whether words may be part of a set's name: none is one in the rules, and both ends say something."""
        if any(self._is_name(words_in(word)) for word in words):
            return False
        return bool(words_of_name(words[0]) and words_of_name(words[-1]))


def _last(found: Sequence[str], oldest: str) -> str:
    """Return the last edition found; the oldest edition if none was found."""
    return found[-1] if found else oldest


def _bound(span: _Span, editions: Sequence[EditionRow]) -> tuple[str, str]:
    """Return the edition before the changes of a span, and the last edition of the span."""
    oldest, newest = editions[0].date, editions[-1].date
    if span.kind == "since":
        return span.first.begin, newest
    if span.kind == "after":
        return span.first.end, newest
    if span.kind == "before":
        return oldest, span.first.previous
    if span.kind == "until":
        return oldest, span.first.end
    if span.kind == "in":
        return span.first.previous, span.first.end
    return span.first.begin, span.second.end


def _trim(words: Sequence[str]) -> list[str]:
    """Return the words of a question without those at both ends that only ask for changes.

    Nothing is left if the words only speak of rules: "rule changes".
    """
    definition = read_definition()
    start, end = 0, len(words)
    while start < end and fold(words[start]) in definition.around_change:
        start += 1
    while start < end and fold(words[end - 1]) in definition.around_change:
        end -= 1
    subject = list(words[start:end])
    return [] if definition.question.issuperset(map(fold, subject)) else subject
