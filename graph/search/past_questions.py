"""Questions about the history of something: since when, until when, when was it changed.

The *aim* of a question is what it asks, and its *subject* the words that say of what: `since when does storm exist` has
the aim `since` and the subject `storm`.
"""

from collections.abc import Container, Sequence
from typing import NamedTuple

from graph.search.definition import Aim, read_definition
from rules.store.query import number_in

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


def read_past_question(words: Sequence[str], *, names_number: bool = False) -> PastQuestion | None:
    """Return the question about history that the words of a query ask; None if they ask no such question.

    Its beginning shows it (`since when …`), its end (`… history`), or a question behind its subject (`…, when was it
    removed`), which are tried in this order. Of several beginnings, or ends, the longest one counts.

    Args:
        words: The words of the query, without its numbers.
        names_number: Whether the query names a number of a rule. The number is the subject then, and the words around
            it, such as "last" in `when was 603.4 last changed`, are left out.
    """
    question = _read_words(words, needs_subject=not names_number)
    if question is None or not names_number:
        return question
    return PastQuestion(question.aim, _drop_around_number(question.subject))


def find_number_asked_about(question: PastQuestion) -> str | None:
    """Return the number of a section, chapter or rule if it is all that a question asks about; else None.

    Anywhere else, digits such as those of `702 history` may be any number. Numbers with a point are found before; those
    with another mark, as in `603,4 history`, are found here, too.
    """
    return number_in(" ".join(_drop_around_number(question.subject)), mistyped=True)


def _drop_around_number(words: Sequence[str]) -> list[str]:
    """Return words without those that only belong to a question about the history of a number."""
    definition = read_definition()
    around = definition.before_subject | definition.after_subject | definition.around_change | definition.around_number
    return [word for word in words if word not in around]


def _read_words(words: Sequence[str], *, needs_subject: bool) -> PastQuestion | None:
    """Return the question that words ask by their beginning or end; None if they ask none.

    Args:
        words: The words.
        needs_subject: Whether they ask nothing if no words are left as the subject.
    """
    history = read_definition().history
    for length in range(_LONGEST, 1, -1):  # no beginning has a single word
        beginning = " ".join(words[:length])
        if beginning in history.begins:
            return _read_rest(history.begins[beginning], list(words[length:]), needs_subject=needs_subject)
    for length in range(_LONGEST, 0, -1):
        end = " ".join(words[-length:])
        if end in history.ends:
            return _read_rest(history.ends[end], list(words[:-length]), needs_subject=needs_subject)
    return _read_question_behind(words)


def _read_question_behind(words: Sequence[str]) -> PastQuestion | None:
    """Return the question that stands behind its subject, with a pronoun for it: `mana burn, when was it removed`."""
    definition = read_definition()
    for start in range(1, len(words)):
        for length in range(2, _LONGEST + 1):
            beginning = " ".join(words[start : start + length])
            behind = list(words[start + length :])
            if beginning not in definition.history.begins or definition.pronoun.isdisjoint(behind[:2]):
                continue
            question = _read_rest(definition.history.begins[beginning], behind, needs_subject=False)
            subject = _trim(words[:start], definition.after_subject)
            return PastQuestion(question.aim, subject) if question and subject else None
    return None


def _read_rest(aim: Aim, rest: list[str], *, needs_subject: bool) -> PastQuestion | None:
    """Return the question that a beginning or end asks about the other words.

    Args:
        aim: What the beginning or end asks; empty if a verb among the other words must say it.
        rest: The other words of the query.
        needs_subject: Whether words must be left as the subject.

    Returns:
        None if the verb is missing, or if no words are left as the subject although it is needed.
    """
    definition = read_definition()
    if aim:
        subject = _trim(rest, definition.after_subject)
        return PastQuestion(aim, subject) if subject or not needs_subject else None
    verb = _find_verb(rest)
    if verb is None:
        return None
    # Before the verb, words such as "from the game" may be a part of the subject, so they are kept there.
    before_verb = _trim(rest[:verb])
    while before_verb and before_verb[-1] in definition.before_verb:
        before_verb.pop()
    after_verb = _trim(rest[verb + 1 :], definition.after_subject)
    subject = before_verb + after_verb
    if needs_subject and not subject:
        return None
    return PastQuestion(definition.history.verbs[rest[verb]], subject)


def _find_verb(words: Sequence[str]) -> int | None:
    """Return the index of the verb that says what became of a subject; None if there is none.

    It is the last such verb, but the first one after a word such as "they": "removed" is a part of what they renamed in
    "when did they rename removed from the game".
    """
    definition = read_definition()
    indices = [index for index, word in enumerate(words) if word in definition.history.verbs]
    for index in indices:
        follows_maker = index > 0 and words[index - 1] in definition.maker
        if follows_maker:
            return index
    return indices[-1] if indices else None


def _trim(words: Sequence[str], after_subject: Container[str] = ()) -> list[str]:
    """Return words without those around a subject that belong to the question.

    Args:
        words: The words.
        after_subject: Those that are left out after the subject. But if they follow a verb, they stay: without the rest
            of its name, "removed from the game" would be "removed".
    """
    definition = read_definition()
    start, end = 0, len(words)
    while start < end and words[start] in definition.before_subject:
        start += 1
    while start < end and words[end - 1] in after_subject:
        end -= 1
    has_dropped_end = end < len(words)
    if start < end and has_dropped_end and words[end - 1] in definition.history.verbs:
        end = len(words)
    return list(words[start:end])
