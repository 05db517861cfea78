"""Questions for what changed in a time: since a year, between two sets, before an edition."""

import re
from collections.abc import Callable, Sequence

from msgspec import Struct

from graph.search.change_times import SpanReader, TimeSpan, bound_changes
from graph.search.definition import read_definition
from graph.search.sets import EditionRow
from graph.search.text import fold

_MARKS = "?!.,;:"
_YEAR_OR_CODE = r"[0-9]{4}|[A-Za-z][0-9]{2}|[A-Z][A-Z0-9]{2}"
_RANGE = re.compile(rf"\b({_YEAR_OR_CODE})\s?[-–/]\s?({_YEAR_OR_CODE})\b|(?<=\w)\.\.(?=\w)", re.ASCII)
"""Two years or codes of sets with a dash or stroke between them, `2014-2016` or `M10/M11`; two points in any range."""


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


def read_change_question(
    text: str, editions: Sequence[EditionRow], is_name: Callable[[Sequence[str]], bool]
) -> ChangeQuestion | None:
    """Return the question for changes that a query asks; None if it asks no such question.

    "Since" and two times always ask for changes: "layers since 2019", "combat M10 to M11". Any other time asks for them
    only next to a word such as "changed", because "banding before 2009" asks for the rules of that time. After "in" or
    "before" it needs a subject too: "what changed in Magic 2010" asks for the edition. None also if the time leaves no
    edition that could have changed something.

    Args:
        text: The query.
        editions: All editions, oldest first, with a row for each set.
        is_name: Tells whether words are the name of a rule or glossary entry: then they are no part of a set's name.
    """
    if not editions:
        return None
    words = [word.strip(_MARKS) for word in _RANGE.sub(r"\1 to \2", text).split()]
    for span in SpanReader(editions, is_name).list_spans([word for word in words if word]):
        subject = " ".join(_trim(span.other_words))
        first, last = bound_changes(span, editions)
        if _asks_for_changes(span, subject) and first < last:
            return ChangeQuestion(subject, first, last)
    return None


def _asks_for_changes(span: TimeSpan, subject: str) -> bool:
    """Return whether a question that names a time asks for changes.

    Args:
        span: The time, with the other words of the question.
        subject: The words that say in what something changed; empty for all rules.
    """
    if span.kind in {"in", "before"} and not subject:
        return False  # "what changed in Magic 2010" asks for the edition and its bulletins
    return span.kind in {"since", "between"} or span.has_changing_word


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
