"""References out of a record or into it, on request with the whereabouts of their targets in another edition."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Literal

from msgspec import UNSET, UnsetType

from graph.answers.lookup import key_of
from graph.answers.retyped import add_retyped_editions
from graph.answers.whereabouts import WhereaboutsAnswer, find_in_rules, find_whereabouts
from graph.history import History
from rules.conversion import extend
from rules.keys import Level, is_index_entry, key_at_level, number_of
from rules.records import COMPREHENSIVE_RULES, Reference, Resolution, ResolutionStatus
from rules.store import Store

Side = Literal["from", "to"]
"""Which end of a reference a record is: it refers (`from`), or is referred to (`to`)."""


class ReferenceAnswer(Reference, frozen=True, kw_only=True):
    """A reference in the rules' text, and where it leads.

    Attributes:
        status: Whether the targets exist.
        suggestion: The number that was probably meant.
        now: Where the targets are in the edition asked for, by default the newest. Missing if the reference is from
            that edition.
        retyped_editions: The retyped editions that the answer involves; only if there are any.
    """

    status: ResolutionStatus
    suggestion: str | None
    now: tuple[WhereaboutsAnswer, ...] | UnsetType = UNSET
    retyped_editions: tuple[str, ...] | UnsetType = UNSET


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
    from graph.references.printed_index import find_index_references  # noqa: PLC0415 - `show` needs none

    return (*references, *find_index_references(store, edition))


def list_references(
    store: Store, edition: str, typed: str = "", *, side: Side = "from", by: Level = "subrule"
) -> Sequence[Resolution]:
    """Return the references out of a record or into it; if no record is named, all references of the edition.

    Args:
        store: A knowledge base or a ledger.
        edition: Id of the edition.
        typed: A number, `glossary:TERM` or `index:TERM` as the user typed it; empty for all references.
        side: Whether to list the references out of the record or those into it.
        by: `rule` to include the references of a rule's subrules, `chapter` to include those of all rules of the
            record's chapter; by default only those of the record itself.

    Raises:
        NotFound: The edition has no such record; the message suggests similar ones.
    """
    references = all_references(store, edition)
    if not typed:
        return references
    is_of_index = is_index_entry(typed) and any(found.reference.source == typed for found in references)
    key = typed if is_of_index else key_of(store, edition, typed)
    wanted = key_at_level(key, by)
    if side == "from":
        return [found for found in references if key_at_level(found.reference.source, by) == wanted]
    into: list[Resolution] = []
    for found in references:
        targets = {key_at_level(target, by) for target in found.found_keys}
        if wanted in targets:
            into.append(found)
    return into


def answer_references(
    store: Store, edition: str, references: Iterable[Resolution], to_edition: str | None
) -> list[ReferenceAnswer]:
    """Return references with the whereabouts of their targets in another edition.

    References of the newest edition have none, unless that edition is named as `to_edition`.

    Args:
        store: A knowledge base or a ledger.
        edition: Id of the edition of the references.
        references: The references.
        to_edition: Id of the other edition; by default the newest of the same work. If the targets are rules of a
            rulings summary, the rules that they restate are looked up there.

    Raises:
        NotComparable: The other edition is of another work, and not of the Comprehensive Rules.
    """
    end = to_edition or store.chained(store.work_of[edition])[-1]
    is_other_work = store.work_of[end] != store.work_of[edition]
    if is_other_work and store.work_of[end] != COMPREHENSIVE_RULES:
        from graph.compare.comparison import NotComparable  # noqa: PLC0415 - only needed for the error

        raise NotComparable(f"the rules of {edition} have no links to the {store.work_of[end]} of {end}")
    if end == edition and to_edition is None:
        current = map(answer_reference, references)
        return [add_retyped_editions(store, answer, edition) for answer in current]
    history = History(store)

    @cache
    def find_target(target: str) -> WhereaboutsAnswer:
        if is_other_work:
            return find_in_rules(history, target, edition, end)
        return find_whereabouts(history, target, edition, end)

    answers: list[ReferenceAnswer] = []
    for resolution in references:
        answer = answer_reference(resolution, tuple(map(find_target, _name_targets(resolution))))
        answers.append(add_retyped_editions(store, answer, edition, end))
    return answers


def _name_targets(resolution: Resolution) -> list[str]:
    """Return the keys of the targets that exist and the numbers or terms of those that do not, in their order.

    If several records have a number, the key of the last of them takes the place of the number, and the keys of the
    others come at the end. Example: the targets 702.1 and 702.99, where two rules have the number 702.1 and none has
    702.99 → `702.1#2`, `702.99`, `702.1`.
    """
    if resolution.reference.kind == "glossary":
        return list(resolution.found_keys or resolution.reference.targets)
    key_of_number = {number_of(key): key for key in resolution.found_keys}
    # If the reference names a number twice, only the first is replaced by the key.
    named = [key_of_number.pop(number, number) for number in resolution.reference.targets]
    other_keys = [key for key in resolution.found_keys if key not in named]
    return [*named, *other_keys]
