"""Questions about the history of something: since when, until when, when was it changed."""

from collections.abc import Container, Sequence
from typing import NamedTuple

from graph.search.definition import Aim, read_definition

_LONGEST = 4
"""Words of the longest beginning or end in `definition.toml`."""


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
    for length in range(_LONGEST, 1, -1):
        beginning = " ".join(words[:length])
        if beginning in history.begins:
            return _read_rest(history.begins[beginning], list(words[length:]))
    for length in range(_LONGEST, 0, -1):
        end = " ".join(words[-length:])
        if end in history.ends:
            return _read_rest(history.ends[end], list(words[:-length]))
    return None


def _read_rest(aim: Aim, rest: list[str]) -> PastQuestion | None:
    """Return the question with a beginning or end and other words; None if a verb is needed that they lack."""
    definition = read_definition()
    history = definition.history
    if aim:
        subject = _trim(rest, definition.after_subject)
        return PastQuestion(aim, subject) if subject else None
    verb = _find_verb(rest)
    if verb is None:
        return None
    # "from the game" may be a part of the subject where it is before the verb
    subject = _trim(rest[:verb]) + _trim(rest[verb + 1 :], definition.after_subject)
    return PastQuestion(history.verbs[rest[verb]], subject) if subject else None


def _find_verb(words: Sequence[str]) -> int | None:
    """Return the place of the verb that says what became of a subject; None if there is none.

    It is the last such verb, but the first one after "they": "removed" is a part of what they renamed in "when did they
    rename removed from the game".
    """
    definition = read_definition()
    places = [place for place, word in enumerate(words) if word in definition.history.verbs]
    for place in places:
        if place and words[place - 1] in definition.maker:
            return place
    return places[-1] if places else None


def _trim(words: Sequence[str], behind: Container[str] = ()) -> list[str]:
    """Return words without those around a subject that belong to the question.

    A verb keeps what is behind it: without the rest of its name, "removed from the game" would be "removed".

    Args:
        words: The words.
        behind: Those that may be left out behind the subject.
    """
    definition = read_definition()
    start, end = 0, len(words)
    while start < end and words[start] in definition.before_subject:
        start += 1
    while start < end and words[end - 1] in behind:
        end -= 1
    if start < end < len(words) and words[end - 1] in definition.history.verbs:
        end = len(words)
    return list(words[start:end])
