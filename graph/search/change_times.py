"""The times by which a question for changes is bounded: since 2009, between Odyssey and M10, before a day.

A *point* is a time or a set in a question, given by editions, and a *span* the one or two points that bound the
changes.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from operator import attrgetter
from typing import Literal, NamedTuple

from graph.search.definition import SpanKind, read_definition
from graph.search.sets import (
    EditionRow,
    editions_of_part,
    editions_of_set,
    find_edition_before,
    list_words_of_sets,
    words_of_name,
)
from graph.search.text import fold, words_in
from graph.search.times import first_day, time_in

_YEAR = re.compile(r"[0-9]{4}")
_DAY_LENGTH = len("2009-07-11")

PointForm = Literal["time", "set", "part", "latest"]
"""The form in which words name a point: a time, a whole set, a part of a set's name, the latest edition."""


class TimePoint(NamedTuple):
    """A day, a month, a year or a set that bounds a question, as editions.

    Of a day, `begin`, `opening` and `end` are the edition in force on that day. Of a set, they are its edition. Of a
    year or a month, changes since then are compared with the edition before it, so `begin` is `previous`.

    Attributes:
        begin: The edition with which changes since then are compared.
        opening: The first edition within it; `begin` if there is none.
        previous: The last edition before it.
        end: The last edition up to its end.
        form: How the words name it: as a time, by the whole name or code of a set, by a part of a set's name, or by a
            word for the latest edition.
    """

    begin: str
    opening: str
    previous: str
    end: str
    form: PointForm


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

    @property
    def has_changing_word(self) -> bool:
        """Return whether one of the other words asks for changes: `changed`, `differences`."""
        return any(fold(word) in read_definition().changing for word in self.other_words)


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
        """Yield the parts of a question that may name a time: first those of two times, then those of one."""
        if self._may_have_pair(words):
            for start in range(len(words)):
                yield from self._list_pairs(words, start)
        for start in range(len(words)):
            yield from self._list_singles(words, start)

    def _may_have_pair(self, words: Sequence[str]) -> bool:
        """Return whether two words at least may be a time or in the name of a set; most queries end here.

        To read every part of a query as the name of a set is slow.
        """
        of_sets = list_words_of_sets(tuple(self._editions))
        latest = read_definition().latest
        found = [word for word in map(fold, words) if word in of_sets or word in latest or _YEAR.search(word)]
        return len(found) > 1

    def _list_pairs(self, words: Sequence[str], start: int) -> Iterator[TimeSpan]:
        """Yield the spans of two times or sets of which the first begins at a word, the longest first one first.

        Example: "combat M10 to M11", from the second word on → the span from M10 to M11, with the other word `combat`.

        Args:
            words: The words of the question.
            start: The position of the word. A word such as "between" before it belongs to the span.
        """
        definition = read_definition()
        has_preposition = start > 0 and definition.spans.get(fold(words[start - 1])) == "between"
        ahead = words[: start - 1] if has_preposition else words[:start]
        for stop in range(min(len(words) - 1, start + self._longest), start, -1):
            first = self._read_edition(words[start:stop])
            if first is None:
                continue
            second_start = self._skip_join(words, stop)
            is_joined = not definition.span_join.isdisjoint(map(fold, words[stop:second_start]))
            longest_stop = min(len(words), second_start + self._longest)
            for second_stop in range(longest_stop, second_start, -1):
                second = self._read_edition(words[second_start:second_stop])
                if second is None or self._is_part_of_set(words[start:second_stop]):
                    continue
                if _is_pair(first, second, is_joined=is_joined, has_preposition=has_preposition):
                    yield TimeSpan("between", first, second, [*ahead, *words[second_stop:]])

    def _is_part_of_set(self, words: Sequence[str]) -> bool:
        """Return whether words are a part of the name of one set: "Return to Ravnica" names no two sets."""
        return bool(editions_of_part(self._editions, " ".join(words)))

    @staticmethod
    def _skip_join(words: Sequence[str], start: int) -> int:
        """Return the position after the words that may stand between two times: after `compared to` or `and in`."""
        definition = read_definition()
        end = start
        while end < len(words):
            word = fold(words[end])
            if word not in definition.span_join and definition.spans.get(word) != "in":
                break
            end += 1
        return end

    def _read_edition(self, words: Sequence[str]) -> TimePoint | None:
        """Return the time or set that words name, perhaps between words such as "the" and "rules"; None for neither.

        A word for the latest edition names that: "the current rules". The name of a set may begin or end with such a
        word, so that all words are read before those without it.
        """
        definition = read_definition()
        around = definition.of_edition - definition.span_join - definition.spans.keys() - definition.changing
        start, end = 0, len(words)
        while start < end - 1 and fold(words[start]) in around:
            start += 1
        while start < end - 1 and fold(words[end - 1]) in around:
            end -= 1
        bare = words[start:end]
        if len(bare) == 1 and fold(bare[0]) in definition.latest:
            return self._make_point_of_edition(self._editions[-1].date, "latest")
        return self._read_point(words, may_be_part=True) or self._read_point(bare, may_be_part=True)

    def _list_singles(self, words: Sequence[str], start: int) -> Iterator[TimeSpan]:
        """Yield the spans of one time whose preposition begins at a word.

        Of the times and names of sets that may stand behind the preposition, the longest counts: "Magic 2010", not
        "Magic".

        Args:
            words: The words of the question.
            start: The position of the word.
        """
        for form, kind in read_definition().spans.items():
            after = start + len(form.split())
            if kind == "between" or fold(" ".join(words[start:after])) != form:
                continue
            span = self._read_one(kind, words[:start], words[after:])
            if span is not None:
                yield span

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
            return self._make_point_of_time(time)
        of_set = editions_of_set(self._editions, name, is_whole_query=False)
        if of_set:
            return self._make_point_of_edition(of_set[0], "set")
        if not may_be_part or not self._may_be_part_of_name(words):
            return None
        of_part = editions_of_part(self._editions, name)
        return self._make_point_of_edition(of_part[0], "part") if of_part else None

    def _make_point_of_time(self, time: str) -> TimePoint:
        """Return a day, month or year as a point."""
        previous = self._find_previous(first_day(time))
        end = self._find_end(time)
        is_day = len(time) == _DAY_LENGTH
        begin = end if is_day else previous
        within = [row.date for row in self._editions if row.date.startswith(time)]
        opening = within[0] if within else begin
        return TimePoint(begin, opening, previous, end, "time")

    def _make_point_of_edition(self, edition: str, form: PointForm) -> TimePoint:
        """Return an edition as a point."""
        return TimePoint(edition, edition, self._find_previous(edition), edition, form)

    def _find_previous(self, day: str) -> str:
        """Return the last edition before a day; the oldest edition if there is none."""
        return find_edition_before(self._editions, day) or self._editions[0].date

    def _find_end(self, time: str) -> str:
        """Return the last edition up to the end of a day, month or year; the oldest edition if there is none."""
        length = len(time)  # of `2009`, `2009-07` or `2009-07-11`; only so much of each date is compared
        editions = [row.date for row in self._editions if row.date[:length] <= time]
        return editions[-1] if editions else self._editions[0].date

    def _may_be_part_of_name(self, words: Sequence[str]) -> bool:
        """Return whether words may be part of a set's name.

        None of them is the name of a rule or glossary entry, and neither the first nor the last one is a stop word or a
        word such as "edition".
        """
        if any(self._is_name(words_in(word)) for word in words):
            return False
        return bool(words_of_name(words[0]) and words_of_name(words[-1]))


def _is_pair(first: TimePoint, second: TimePoint, *, is_joined: bool, has_preposition: bool) -> bool:
    """Return whether two times or sets that follow each other in a question bound its changes.

    Without a word between them, both must be years, months or days, or both whole names of sets: "Mirrodin 2003" is one
    edition. Two parts of names need a preposition: "from Kamigawa to Ravnica".

    Args:
        first: The first time or set.
        second: The second one.
        is_joined: Whether a word such as "to" or "vs" is between them.
        has_preposition: Whether a word such as "from" or "between" is before them.
    """
    forms = {first.form, second.form}
    if not is_joined:
        return forms in ({"time"}, {"set"})
    return has_preposition or forms not in ({"part"}, {"latest"})


def bound_changes(span: TimeSpan, editions: Sequence[EditionRow]) -> tuple[str, str]:
    """Return the edition before the changes of a span, and the last edition of the span.

    Two times count in either order: "between M11 and M10" asks for the same as "between M10 and M11". "What changed
    between 2009 and 2015" asks for all changes of these years, and "layers 2009 to 2015" for a comparison of an edition
    of 2009 with one of 2015.
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
    return earlier.begin if span.has_changing_word else earlier.opening, later.end
