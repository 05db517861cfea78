"""The keys of the rules that a rulings summary restates, on a later day.

A rulings summary has no links to the Comprehensive Rules, but correspondences (`graph.restatements.correspond`): a
*restating* rule of an issue has the meaning of a *restated* rule of an edition in other words, with a score for their
likeness. From there the history of the restated rule goes on.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Literal

from msgspec import Struct

from graph.history import Destination, DestinationKind, History
from rules.keys import name_of
from rules.links import Correspondence
from rules.records import COMPREHENSIVE_RULES
from rules.sentences import join_words

Certainty = Literal["sure", "likely", "perhaps"]
"""How sure it is that a rule restates another one.

A reader of one whole issue of 1999 found all right that are `sure` or `likely`, and 7 of the 9 that are `perhaps`; on a
page with tags, all 7 of which a tag names the edition."""
LIKELY = 0.53
"""Minimum score of a correspondence that was found by its words to be `likely`."""
_LIKELIHOODS: Mapping[Certainty, str] = {"sure": "", "likely": "probably ", "perhaps": "perhaps "}
"""For each certainty the word before "restated" in a sentence, with a blank after it."""
_SURE_METHODS = frozenset({"same-text", "heading"})
_SHORTEST_PHRASE = 2
"""Minimum number of words of a phrase that two rules share."""


class RestatedAnswer(Struct, frozen=True, kw_only=True, rename={"key": "number", "other": "other_number"}):
    """A rule of the Comprehensive Rules that a rule of another work restates, and where it is on a day.

    Attributes:
        key: Number of the restating rule.
        edition: Issue of the restating rule; for a page, the path of the page.
        other: Number of the restated rule.
        other_edition: Edition in which it has that number.
        method: How the match was found.
        score: Similarity of the two rules, from 0 to 1.
        certainty: How sure the correspondence is: sure, likely or perhaps.
        day: The edition in which the restated rule was looked up.
        kind: What had become of the restated rule by that day.
        numbers: Numbers of the restated rule on that day; none if it is gone, several if it was split.
        since: The edition since which the restated rule has had this number; null if it has none, or several.
        shared: The phrases that both rules have, in the order of the restating rule; empty without texts.
    """

    key: str
    edition: str
    other: str
    other_edition: str
    method: str
    score: float
    certainty: Certainty
    day: str
    kind: DestinationKind
    numbers: tuple[str, ...]
    since: str | None
    shared: tuple[str, ...] = ()


def certainty_of(correspondence: Correspondence) -> Certainty:
    """Return the certainty of a correspondence.

    The same text, or the same heading, is sure. Similar words are likely if a tag names the edition, or if they are
    similar enough.
    """
    if correspondence.method in _SURE_METHODS:
        return "sure"
    has_tag = correspondence.method == "tagged-words"
    return "likely" if has_tag or correspondence.score >= LIKELY else "perhaps"


def find_restated(history: History, edition: str, key: str, day: str | None = None) -> tuple[RestatedAnswer, ...]:
    """Return the rules that a rule of a rulings summary restates, with their numbers on a later day.

    Args:
        history: The history of a knowledge base, or of the ledger.
        edition: Id of the issue.
        key: Key of the rule in it.
        day: Id of the edition in which the restated rules are looked up; by default the newest.

    Returns:
        Empty for a rule of the Comprehensive Rules.
    """
    if history.calendar.work_of[edition] == COMPREHENSIVE_RULES:
        return ()
    return tuple(
        _follow_issue(history, correspondence, day or history.calendar.newest)
        for correspondence in history.store.correspondences(edition)
        if correspondence.key == key
    )


def list_restated(history: History, edition: str, day: str) -> Iterator[RestatedAnswer]:
    """Yield all rules that an issue restates, in the order of the issue; the arguments are those of `find_restated`."""
    for found in history.store.correspondences(edition):
        yield _follow_issue(history, found, day)


def _follow_issue(history: History, found: Correspondence, day: str) -> RestatedAnswer:
    """Return a correspondence of an issue with the numbers of the restated rule on a day."""
    text = ""
    if found.edition and history.store.has_texts:
        restating = history.store.rule(found.edition, found.key)
        if restating is not None:
            text = restating.text or restating.heading or ""
    return follow_correspondence(history, found, day, text)


def follow_correspondence(history: History, found: Correspondence, day: str, text: str) -> RestatedAnswer:
    """Return a correspondence with the numbers of the restated rule on a day.

    Args:
        history: The history.
        found: The correspondence of the restating rule and the restated one.
        day: The day, as the id of the edition of the Comprehensive Rules in which the restated rule is looked up.
        text: The words of the restating rule; empty if they are not at hand.
    """
    lineage = history.lineages.find(found.other_edition, found.other)
    destination = Destination(found.other, "absent")
    if lineage:
        destination = history.destinations.of_lineage(lineage, found.other_edition, day)
    since = None
    if len(destination.keys) == 1:
        since = _find_start(history, destination.keys[0], day)
    return RestatedAnswer(
        key=found.key,
        edition=found.edition or "",
        other=found.other,
        other_edition=found.other_edition,
        method=found.method,
        score=found.score,
        certainty=certainty_of(found),
        day=day,
        kind=destination.kind,
        numbers=tuple(map(name_of, destination.keys)),
        since=since,
        shared=_list_shared(history, found, text),
    )


def _find_start(history: History, key: str, day: str) -> str | None:
    """Return the edition since which a key has named the rule that it names on a day; None if it names none then."""
    for period in history.periods.of_key(key):
        if period.first <= day <= period.last:
            return period.first
    return None


def _list_shared(history: History, found: Correspondence, text: str) -> tuple[str, ...]:
    """Return the phrases that both the restating rule and the restated rule have, in the order of the restating rule.

    Phrases of one word are left out if there are longer ones. Empty if the texts are not at hand.

    Args:
        history: The history.
        found: The correspondence of the two rules.
        text: The words of the restating rule; empty if they are not at hand.
    """
    if not history.store.has_texts or not text:
        return ()
    from rules.change import segments  # noqa: PLC0415 - the ledger has no texts
    from rules.provenance import without_tags  # noqa: PLC0415 - as above

    restated = history.store.rule(found.other_edition, found.other)
    if restated is None:
        return ()
    parts = segments(without_tags(text), restated.text or restated.heading or "")
    shared = [words.strip(" ,.;:") for operation, words in parts if operation == "equal"]
    phrases = [words for words in shared if len(words.split()) >= _SHORTEST_PHRASE]
    if phrases:
        return tuple(phrases)
    return tuple(words for words in shared if words)


def describe_restated(restated: RestatedAnswer) -> str:
    """Return the restated rule and its current number in words.

    Example: `it restated 403.2 of 1999-04-23 in the same words; that rule has been 602.2 since 2009-07-11`. If the
    correspondence is not sure, it begins with "probably" or "perhaps".
    """
    likelihood = _LIKELIHOODS[restated.certainty]
    rule = f"{restated.other} of {restated.other_edition}{_describe_likeness(restated)}"
    return f"it {likelihood}restated {rule}; {_describe_place(restated)}"


def _describe_likeness(restated: RestatedAnswer) -> str:
    """Return how similar a rule and the restated one are, as words after the number and the edition of the latter."""
    if restated.method == "same-text":
        return " in the same words"
    if restated.method == "heading":
        return " under the same heading"
    return f" ({restated.score:.0%} alike)"


def _describe_place(restated: RestatedAnswer) -> str:
    """Return the number of a restated rule in the edition in which it was looked up, in words.

    - `that rule is gone in 2009-07-11`;
    - `in 2009-07-11 that rule is 602.2 or 603.1`, if several are equally likely;
    - `in 2009-07-11 that rule is in 602.2 and 603.1`, if it was divided;
    - `that rule has the same number in 2009-07-11`, if it has had the number all the time;
    - `that rule has been 602.2 since 2003-07-01`.
    """
    if not restated.numbers:
        return f"that rule is gone in {restated.day}"
    if restated.kind == "ambiguous":
        return f"in {restated.day} that rule is {' or '.join(restated.numbers)}"
    if restated.since is None:
        return f"in {restated.day} that rule is in {join_words(restated.numbers)}"
    if restated.numbers == (restated.other,) and restated.since <= restated.other_edition:
        return f"that rule has the same number in {restated.day}"
    return f"that rule has been {restated.numbers[0]} since {restated.since}"
