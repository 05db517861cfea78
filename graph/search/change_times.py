"""The times by which a question for changes is bounded: since 2009, between Odyssey and M10, before a day."""

from collections.abc import Callable, Iterator, Sequence
from operator import attrgetter
from typing import NamedTuple

from graph.search.definition import SpanKind, read_definition
from graph.search.sets import EditionRow, editions_of_part, editions_of_set, find_edition_before, words_of_name
from graph.search.text import fold, words_in
from graph.search.times import first_day, time_in

_DAY_LENGTH = len("2009-07-11")


class TimePoint(NamedTuple):
    """A day, a month, a year or a set that bounds a question, as editions.

    Of a day, `begin` and `end` are the edition in force on that day. Of a set, both are its edition. Of a year or a
    month, changes since then are compared with the edition before it, so `begin` is `previous`.

    Attributes:
        begin: The edition with which changes since then are compared.
        previous: The last edition before it.
        end: The last edition up to its end.
    """

    begin: str
    previous: str
    end: str


class TimeSpan(NamedTuple):
    """The part of a question that names a time.

    Attributes:
        kind: The way in which the time bounds the changes, by its preposition.
        first: The time, or the first of two.
        second: The second time; the first one again if there are not two.
        other_words: The words of the question around it.
    """

    kind: SpanKind
    first: TimePoint
    second: TimePoint
    other_words: list[str]


class SpanReader:
    """Finds the times of questions.

    Args:
        editions: All editions, oldest first, with a row for each set.
        is_name: As for `read_change_question`.
    """

    def __init__(self, editions: Sequence[EditionRow], is_name: Callable[[Sequence[str]], bool]) -> None:
        self._editions = editions
        self._is_name = is_name
        self._longest = read_definition().limits["edition"]

    def list_spans(self, words: Sequence[str]) -> Iterator[TimeSpan]:
        """Yield the parts of a question that may name a time, in the order of their prepositions.

        Of the times and names of sets that may stand behind a preposition, the longest counts: "Magic 2010", not
        "Magic".
        """
        for start in range(len(words)):
            for form, kind in read_definition().spans.items():
                after = start + len(form.split())
                has_preposition = fold(" ".join(words[start:after])) == form
                span = self._read_span(kind, words[:start], words[after:]) if has_preposition else None
                if span is not None:
                    yield span

    def _read_span(self, kind: SpanKind, ahead: Sequence[str], words: Sequence[str]) -> TimeSpan | None:
        """Return the span of the one or two times with which some words begin; the arguments are those of `_read_one`.

        Only "between", and "from" with "to", have two times.
        """
        if kind == "between":
            return self._read_two(kind, ahead, words)
        return self._read_one(kind, ahead, words)

    def _read_one(self, kind: SpanKind, ahead: Sequence[str], words: Sequence[str]) -> TimeSpan | None:
        """Return the span of the time or set with which some words begin; None if they begin with none.

        Args:
            kind: What the preposition before the words says.
            ahead: The words before the preposition.
            words: The words after the preposition.
        """
        for stop in range(min(len(words), self._longest), 0, -1):
            point = self._read_point(words[:stop], may_be_part=kind != "in")
            if point:
                return TimeSpan(kind, point, point, [*ahead, *words[stop:]])
        return None

    def _read_two(self, kind: SpanKind, ahead: Sequence[str], words: Sequence[str]) -> TimeSpan | None:
        """Return the span of the two times or sets with which some words begin; None if they do not.

        The arguments are those of `_read_one`.
        """
        for join in range(1, min(len(words), self._longest + 1)):
            if fold(words[join]) not in read_definition().span_join:
                continue
            first = self._read_point(words[:join], may_be_part=True)
            rest = self._read_one(kind, ahead, words[join + 1 :])
            if first and rest:
                return TimeSpan(kind, first, rest.second, rest.other_words)
        return None

    def _read_point(self, words: Sequence[str], *, may_be_part: bool) -> TimePoint | None:
        """Return the time or set that words name; None for neither. Of several editions of a set the first counts.

        Args:
            words: The words.
            may_be_part: Whether they may be a part of the name of a set. After "in" they may not, since "in combat"
                asks for no time.
        """
        name = " ".join(words)
        time = time_in(name)
        if time:
            previous = self._find_previous(first_day(time))
            end = self._find_end(time)
            is_day = len(time) == _DAY_LENGTH
            return TimePoint(begin=end if is_day else previous, previous=previous, end=end)
        found = editions_of_set(self._editions, name, alone=False)
        if not found and may_be_part and self._may_be_part_of_name(words):
            found = editions_of_part(self._editions, name)
        if not found:
            return None
        edition = found[0]
        return TimePoint(begin=edition, previous=self._find_previous(edition), end=edition)

    def _find_previous(self, day: str) -> str:
        """Return the last edition before a day; the oldest edition if there is none."""
        return find_edition_before(self._editions, day) or self._editions[0].date

    def _find_end(self, time: str) -> str:
        """Return the last edition up to the end of a day, month or year; the oldest edition if there is none."""
        length = len(time)  # of `2009`, `2009-07` or `2009-07-11`; only so much of each date is compared
        editions = [row.date for row in self._editions if row.date[:length] <= time]
        return editions[-1] if editions else self._editions[0].date

    def _may_be_part_of_name(self, words: Sequence[str]) -> bool:
        """Return whether words may be part of a set's name: none is one in the rules, and both ends say something."""
        if any(self._is_name(words_in(word)) for word in words):
            return False
        return bool(words_of_name(words[0]) and words_of_name(words[-1]))


def bound_changes(span: TimeSpan, editions: Sequence[EditionRow]) -> tuple[str, str]:
    """Return the edition before the changes of a span, and the last edition of the span.

    Two times count in either order: "between M11 and M10" asks for the same as "between M10 and M11".
    """
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
    earlier, later = sorted((span.first, span.second), key=attrgetter("begin"))
    return earlier.begin, later.end
