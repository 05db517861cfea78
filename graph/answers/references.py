"""References out of a record or into it, and where their targets are in another edition."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Literal

from msgspec import UNSET, Struct, UnsetType

from graph.answers.lookup import key_of
from graph.history import DestinationKind, History
from graph.restatements.restated import find_restated
from rules.conversion import extend
from rules.numbers import Level, fold_key, is_index, is_term, name_of, number_of
from rules.records import COMPREHENSIVE_RULES, Reference, Resolution, ResolutionStatus
from rules.store import Store

Side = Literal["from", "to"]
"""Which end of a reference a record is: it refers (`from`), or is referred to (`to`)."""


class WhereaboutsAnswer(Struct, frozen=True):
    """Where the target of a reference is in another edition.

    Attributes:
        target: The target: a number, `glossary:TERM`, or a number that the edition of the reference lacks.
        edition: The other edition.
        kind: What became of it: kept, moved, reworded, split, merged, ambiguous, deleted or absent; if the edition is
            of another work, restated or unmatched.
        keys: Its keys there: mostly one, several if it was split or the aligner could not decide, none if it is gone.
    """

    target: str
    edition: str
    kind: DestinationKind | Literal["restated", "unmatched"]
    keys: tuple[str, ...]


class ReferenceAnswer(Reference, frozen=True, kw_only=True):
    """A reference in the rules' text, and where it leads.

    Attributes:
        status: Whether its targets exist.
        suggestion: The number that was probably meant.
        now: Where its targets are in the newest edition, or in the one asked for; only if that is another edition.
    """

    status: ResolutionStatus
    suggestion: str | None
    now: tuple[WhereaboutsAnswer, ...] | UnsetType = UNSET


def answer_reference(resolution: Resolution, now: tuple[WhereaboutsAnswer, ...] | UnsetType = UNSET) -> ReferenceAnswer:
    """Return a reference and its resolution, with the whereabouts of its targets if they are known."""
    return extend(
        resolution.reference, ReferenceAnswer, status=resolution.status, suggestion=resolution.suggestion, now=now
    )


def all_references(store: Store, edition: str) -> tuple[Resolution, ...]:
    """Return the references of an edition in the order of the document, then those of its index.

    Args:
        store: A knowledge base, or a ledger, which has no index.
        edition: Id of the edition.
    """
    references = store.references(edition)
    if not store.has_texts:
        return references
    from graph.references.resolve import index_references  # noqa: PLC0415 - `show` needs none

    return (*references, *index_references(store, edition))


def list_references(
    store: Store, edition: str, typed: str = "", *, side: Side = "from", by: Level = "subrule"
) -> Sequence[Resolution]:
    """Return the references out of a record or into it; without one, all of the edition.

    Args:
        store: A knowledge base or a ledger.
        edition: Id of the edition.
        typed: A number, `glossary:TERM` or `index:TERM` as the user typed it; empty for all references.
        side: Whether the record refers or is referred to.
        by: Whether references of and to its subrules count, or those of all rules of its chapter.

    Raises:
        NotFound: The edition has no such record; the message suggests similar ones.
    """
    references = all_references(store, edition)
    if not typed:
        return references
    of_index = is_index(typed) and any(resolution.reference.source == typed for resolution in references)
    node = fold_key(typed if of_index else key_of(store, edition, typed), by)
    if side == "from":
        return [found for found in references if fold_key(found.reference.source, by) == node]
    into: list[Resolution] = []
    for found in references:
        targets = {fold_key(key, by) for key in found.target}
        if node in targets:
            into.append(found)
    return into


def answer_references(
    store: Store, edition: str, references: Iterable[Resolution], to_edition: str | None = None
) -> list[ReferenceAnswer]:
    """Return references with the whereabouts of their targets in another edition.

    Args:
        store: A knowledge base or a ledger.
        edition: Id of the edition of the references.
        references: The references.
        to_edition: Id of the other edition; by default the newest of the same work. Of the targets in a rulings
            summary, what they restate is looked up there.

    Raises:
        NotComparable: The other edition is of another work, and not of the Comprehensive Rules.
    """
    end = to_edition or store.chained(store.work_of[edition])[-1]
    is_other_work = store.work_of[end] != store.work_of[edition]
    if is_other_work and store.work_of[end] != COMPREHENSIVE_RULES:
        from graph.compare.comparison import NotComparable  # noqa: PLC0415 - only needed for the error

        raise NotComparable(f"the rules of {edition} have no links to the {store.work_of[end]} of {end}")
    if end == edition and to_edition is None:
        return [answer_reference(resolution) for resolution in references]
    history = History(store)

    @cache
    def find_target(target: str) -> WhereaboutsAnswer:
        if is_other_work:
            return _find_in_rules(history, target, edition, end)
        return find_whereabouts(history, target, edition, end)

    return [
        answer_reference(resolution, tuple(map(find_target, _name_targets(resolution)))) for resolution in references
    ]


def _name_targets(resolution: Resolution) -> list[str]:
    """Return the keys of the targets that exist and the numbers or terms of those that do not, in their order."""
    found = {number_of(key): key for key in resolution.target}
    if resolution.reference.kind == "glossary":
        return list(resolution.target or resolution.reference.targets)
    named = [found.pop(number, number) for number in resolution.reference.targets]
    return [*named, *(key for key in resolution.target if key not in named)]


def find_whereabouts(history: History, key: str, start: str, end: str) -> WhereaboutsAnswer:
    """Return where the record of a key in an edition is in another one.

    Args:
        history: The history of the store.
        key: The key, or a number that the edition lacks.
        start: Id of the edition of the key.
        end: Id of the other edition.
    """
    lineage = history.lineage(start, key)
    if lineage is None:
        return WhereaboutsAnswer(key, end, "absent", ())
    there = history.key_at(lineage, end)
    if there is not None and is_term(there):
        return WhereaboutsAnswer(key, end, "kept" if there == key else "moved", (there,))
    destination = history.follow_lineage(lineage, start, end)
    return WhereaboutsAnswer(key, end, destination.kind, destination.keys)


def _find_in_rules(history: History, key: str, start: str, end: str) -> WhereaboutsAnswer:
    """Return where the rule that a record of another work restates is in an edition of the Comprehensive Rules."""
    if history.lineage(start, key) is None:
        return WhereaboutsAnswer(key, end, "absent", ())
    restated = find_restated(history, start, key, end)
    numbers = tuple(dict.fromkeys(number for answer in restated for number in answer.numbers))
    return WhereaboutsAnswer(key, end, "restated" if numbers else "unmatched", numbers)


def describe_whereabouts(now: Iterable[WhereaboutsAnswer]) -> str:
    """Return where targets are, in words: `409.1b → 601.2b, 409.9 absent`."""
    return ", ".join(map(_describe, now))


def _describe(target: WhereaboutsAnswer) -> str:
    if not target.keys:
        return f"{name_of(target.target)} {target.kind}"
    joint = " or " if target.kind == "ambiguous" else " + "
    return f"{name_of(target.target)} → {joint.join(map(name_of, target.keys))}"
