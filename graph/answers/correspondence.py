"""The comparison of a rulings summary with an edition of the Comprehensive Rules, by correspondence.

Editions of different works have no links, so nothing is added or deleted between them. For some rules of a summary it
is known, with a score, which rules they restate; about all other rules nothing is claimed.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import chain

from msgspec import UNSET, Struct, UnsetType

from graph.answers.compared_changes import ComparedRecord
from graph.answers.moves import MoveAnswer, answer_map, answer_moves_back, make_restated, make_unmatched
from graph.answers.retyped import add_retyped_editions
from graph.compare.comparison import NotComparable, compare
from graph.compare.passages import passage_at
from graph.history import History
from graph.restatements.restated import RestatedAnswer, list_restated
from rules.change import Segment, segments
from rules.provenance import without_tags
from rules.records import COMPREHENSIVE_RULES


class RestatedChange(Struct, frozen=True):
    """A rule of one work and what says the same in the other.

    Attributes:
        kind: `restated`.
        old: The record in the edition compared from.
        new: The records in the edition compared to; several if the restated rule was split.
        segments: The words that both texts have and the words that only one of them has, in order, without provenance
            tags. Together they rebuild both texts.
        restated: The restated rules, with the method and the certainty.
    """

    kind: str
    old: tuple[ComparedRecord, ...]
    new: tuple[ComparedRecord, ...]
    segments: tuple[Segment, ...]
    restated: tuple[RestatedAnswer, ...]


class CorrespondenceCounts(Struct, frozen=True):
    """How many records of either side have a counterpart, and how sure these are.

    Attributes:
        restated: Number of records of the summary that restate a rule which the other edition still has.
        sure: Number of restatements that are sure.
        likely: Number of restatements that are likely.
        perhaps: Number of restatements that are doubtful.
        unmatched_old: Number of records in the edition compared from that have no known counterpart.
        unmatched_new: Number of records in the edition compared to that have no known counterpart.
    """

    restated: int
    sure: int
    likely: int
    perhaps: int
    unmatched_old: int
    unmatched_new: int


class CorrespondenceAnswer(Struct, frozen=True, rename={"old": "from", "new": "to"}):
    """A comparison of editions of different works, by correspondence.

    Attributes:
        old: The edition compared from.
        new: The edition compared to.
        by: `correspondence`.
        summary: The numbers of records that correspond.
        changes: The records that correspond, in the order of the edition compared from.
        retyped_editions: The retyped editions that the answer involves; only if there are any.
    """

    old: str
    new: str
    by: str
    summary: CorrespondenceCounts
    changes: tuple[RestatedChange, ...]
    retyped_editions: tuple[str, ...] | UnsetType = UNSET


def is_across_works(history: History, old: str, new: str) -> bool:
    """Return whether two editions are of different works, one of them the Comprehensive Rules."""
    works = {history.calendar.work_of[old], history.calendar.work_of[new]}
    return len(works) > 1 and COMPREHENSIVE_RULES in works


def answer_moves_between(
    history: History, old: str, new: str, keys: Collection[str] | None = None
) -> Sequence[MoveAnswer]:
    """Return the keys of the records of an edition in another edition, which may be of another work.

    Within one work, the answer is that of `answer_map` or, for an earlier edition, `answer_moves_back`. Across works, a
    record that restates rules of the other edition, or is restated by some, is `restated`, with the numbers of these;
    any other record is `unmatched`.

    Args:
        history: The history.
        old: Id of the edition compared from.
        new: Id of the edition compared to.
        keys: The keys of `old` to look up. None for all of them, and within one work also for rows about the additions
            of `new`.

    Raises:
        NotComparable: They are editions of different works, of which none is the Comprehensive Rules.
    """
    if not is_across_works(history, old, new):
        comparison = compare(history, old, new, keys)
        moves = answer_moves_back(comparison) if new < old else answer_map(comparison)
        return [add_retyped_editions(history.store, move, old, new) for move in moves]
    matches = _match_records(history, old, new)
    lineages = history.lineages.of_edition(old)
    answers: list[MoveAnswer] = []
    for key, lineage in lineages.items():
        if keys is None or key in keys:
            move = _make_move(key, lineage, matches.get(key, ()))
            answers.append(add_retyped_editions(history.store, move, old, new))
    return answers


def _make_move(key: str, lineage: str, found: Sequence[RestatedAnswer]) -> MoveAnswer:
    """Return where a record is in an edition of another work.

    Args:
        key: The key of the record.
        lineage: The lineage of the record.
        found: The restatements that connect it with records of that edition.
    """
    if not found:
        return make_unmatched(key, lineage)
    best = max(found, key=lambda restated: restated.score)
    return make_restated(key, tuple(_list_counterparts(found, key)), best, lineage)


def answer_correspondence(history: History, old: str, new: str) -> CorrespondenceAnswer:
    """Compare editions of different works by the rules of one that restate rules of the other.

    Args:
        history: The history of a knowledge base with texts.
        old: Id of the edition compared from.
        new: Id of the edition compared to.

    Raises:
        NotComparable: None of them is of the Comprehensive Rules, or both are.
    """
    if not is_across_works(history, old, new):
        raise NotComparable(
            f"{old} and {new} cannot be compared; name a rulings summary and an edition of the Comprehensive Rules"
        )
    matches = _match_records(history, old, new)
    changes = tuple(_compare_record(history, old, new, key, found) for key, found in matches.items())
    matched_new = {record.number for change in changes for record in change.new}
    certainties = _list_certainties(chain.from_iterable(matches.values()))
    counts = CorrespondenceCounts(
        restated=len(certainties),
        sure=certainties.count("sure"),
        likely=certainties.count("likely"),
        perhaps=certainties.count("perhaps"),
        unmatched_old=len(history.lineages.of_edition(old)) - len(changes),
        unmatched_new=len(history.lineages.of_edition(new)) - len(matched_new),
    )
    answer = CorrespondenceAnswer(old, new, "correspondence", counts, changes)
    return add_retyped_editions(history.store, answer, old, new)


def _list_certainties(found: Iterable[RestatedAnswer]) -> list[str]:
    """Return how certain each of some restatements is: `sure`, `likely` or `perhaps`.

    A restatement is found under each part of the restated rule if that was split since. It counts once.
    """
    certainties: dict[tuple[str, str, str], str] = {}
    for restated in found:
        restating_and_restated = restated.key, restated.other_edition, restated.other
        certainties[restating_and_restated] = restated.certainty
    return list(certainties.values())


def _match_records(history: History, old: str, new: str) -> dict[str, list[RestatedAnswer]]:
    """Return key of `old` → the restatements that connect its record with records of `new`, in the order of `old`."""
    old_is_summary = history.calendar.work_of[old] != COMPREHENSIVE_RULES
    summary, rules_edition = (old, new) if old_is_summary else (new, old)
    by_key: dict[str, list[RestatedAnswer]] = defaultdict(list)
    for restated in list_restated(history, summary, rules_edition):
        if not restated.numbers:
            continue
        keys = [restated.key] if old_is_summary else restated.numbers
        for key in keys:
            by_key[key].append(restated)
    return {key: by_key[key] for key in history.lineages.of_edition(old) if key in by_key}


def _list_counterparts(found: Iterable[RestatedAnswer], key: str) -> dict[str, None]:
    """Return the numbers that correspond to a key, each once, in order.

    Args:
        found: The restatements in which the key restates or is restated.
        key: The key.
    """
    numbers: dict[str, None] = {}
    for restated in found:
        numbers |= dict.fromkeys(restated.numbers if restated.key == key else [restated.key])
    return numbers


def _compare_record(history: History, old: str, new: str, key: str, found: Sequence[RestatedAnswer]) -> RestatedChange:
    """Return the answer about a record of `old` and the records of `new` that correspond to it."""
    (old_record,) = _list_records(history, old, [key])
    new_records = tuple(_list_records(history, new, _list_counterparts(found, key)))
    new_text = "\n".join(record.text for record in new_records)
    words = tuple(segments(old_record.text, new_text))
    return RestatedChange("restated", old=(old_record,), new=new_records, segments=words, restated=tuple(found))


def _list_records(history: History, edition: str, keys: Iterable[str]) -> Iterator[ComparedRecord]:
    """Yield records of an edition with their texts, without provenance tags."""
    for key in keys:
        yield ComparedRecord(key, without_tags(passage_at(history, edition, key).shown).strip())
