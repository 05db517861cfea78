"""Questions about the history of something: since when, until when, when was it changed."""

from collections.abc import Container, Sequence
from typing import NamedTuple

from graph.search.definition import Aim, read_definition

_LONGEST_BEGINNING = 4
"""Words of the longest beginning in `definition.toml`."""


class PastQuestion(NamedTuple):
    """A question about the history of something.

    Attributes:
        aim: What is asked.
        subject: The words of the query that say of what.
    """

    aim: Aim
    subject: list[str]


def read_past_question(words: Sequence[str]) -> PastQuestion | None:
    """Return the question about history that the words of a query ask; None if they ask no such question."""
    history = read_definition().history
    for length in range(_LONGEST_BEGINNING, 1, -1):
        beginning = " ".join(words[:length])
        if beginning in history.begins:
            return _read_rest(history.begins[beginning], list(words[length:]))
    return None


def _read_rest(aim: Aim, rest: list[str]) -> PastQuestion | None:
    """Return the question with a beginning and other words; None if a verb is needed that they have not."""
    definition = read_definition()
    history = definition.history
    places = [place for place, word in enumerate(rest) if word in history.verbs]
    if aim:
        subject = _trim(rest, definition.after_subject)
        return PastQuestion(aim, subject) if subject else None
    if not places:
        return None
    verb = places[-1]
    # "from the game" may be a part of the subject where it is before the verb
    subject = _trim(rest[:verb], definition.before_subject) + _trim(rest[verb + 1 :], definition.after_subject)
    return PastQuestion(history.verbs[rest[verb]], subject) if subject else None


def _trim(words: list[str], behind: Container[str]) -> list[str]:
    """Return words without those around a subject that belong to the question.

    Args:
        words: The words.
        behind: Those that may be left out behind the subject.
    """
    ahead = read_definition().before_subject
    start, end = 0, len(words)
    while start < end and words[start] in ahead:
        start += 1
    while start < end and words[end - 1] in behind:
        end -= 1
    return words[start:end]
