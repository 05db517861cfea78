"""The place of a reference's target in another edition."""

from collections.abc import Iterable
from typing import Literal

from msgspec import Struct

from graph.history import DestinationKind, History
from graph.restatements.restated import find_restated
from rules.keys import is_entry, name_of


class WhereaboutsAnswer(Struct, frozen=True):
    """Where the target of a reference is in another edition.

    Attributes:
        target: The target: a number or `glossary:TERM`, even if it does not exist in the edition of the reference.
        edition: The other edition.
        kind: What became of the target: kept, moved, reworded, split, merged, ambiguous, deleted or absent; if the
            edition is of another work, restated or unmatched.
        keys: Keys of the target in that edition: usually one key; several if the target was split or if the aligner
            could not decide; none if the target is gone.
    """

    target: str
    edition: str
    kind: DestinationKind | Literal["restated", "unmatched"]
    keys: tuple[str, ...]


def find_whereabouts(history: History, key: str, start: str, end: str) -> WhereaboutsAnswer:
    """Return the keys of a record of one edition in another edition.

    Args:
        history: The history of the store.
        key: The key, or a number that the edition lacks.
        start: Id of the edition of the key.
        end: Id of the other edition.
    """
    lineage = history.lineages.find(start, key)
    if lineage is None:
        return WhereaboutsAnswer(key, end, "absent", ())
    end_key = history.lineages.key_at(lineage, end)
    if end_key is not None and is_entry(end_key):
        # `destinations.of_lineage` is made for rules, and would call a key that is no number ambiguous.
        return WhereaboutsAnswer(key, end, "kept" if end_key == key else "moved", (end_key,))
    destination = history.destinations.of_lineage(lineage, start, end)
    return WhereaboutsAnswer(key, end, destination.kind, destination.keys)


def find_in_rules(history: History, key: str, start: str, end: str) -> WhereaboutsAnswer:
    """Return the place in an edition of the Comprehensive Rules of the rule that a record of a summary restates.

    Args:
        history: The history of the store.
        key: The key of the record.
        start: Id of the issue that has the record.
        end: Id of an edition of the Comprehensive Rules.
    """
    if history.lineages.find(start, key) is None:
        return WhereaboutsAnswer(key, end, "absent", ())
    restated = find_restated(history, start, key, end)
    numbers = tuple(dict.fromkeys(number for answer in restated for number in answer.numbers))
    return WhereaboutsAnswer(key, end, "restated" if numbers else "unmatched", numbers)


def describe_whereabouts(now: Iterable[WhereaboutsAnswer]) -> str:
    """Return the places of targets, in words: `409.1b → 601.2b, 409.9 absent`."""
    return ", ".join(map(_describe, now))


def _describe(target: WhereaboutsAnswer) -> str:
    """Return in words where a target is."""
    if not target.keys:
        return f"{name_of(target.target)} {target.kind}"
    joint = " or " if target.kind == "ambiguous" else " + "
    return f"{name_of(target.target)} → {joint.join(map(name_of, target.keys))}"
