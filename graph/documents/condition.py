"""The condition of a document: whether it is whole and undamaged, or what it has lost.

Conditions are, from the best to the worst, `good`, `damaged`, `truncated`, `retyped`, `fragment` and `destroyed`.
Every command that names the condition of a copy asks `judge_document`. A document is judged by itself, when it is
read; by its extent: what it lacks of its edition; by its order; and by its texts: which of them are not those of its
edition. The worst of these conditions is that of the document: a copy that is a part of an edition and has lost words
as well is a `fragment`, and its problems name both.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from graph.documents.differing import list_differing
from graph.documents.extent import (
    MOST_SLIPS,
    Extent,
    Order,
    count_lost,
    judge_condition,
    list_lost_headings,
    measure_extent,
    measure_order,
)
from graph.documents.nearness import Nearness, measure_nearness
from graph.documents.novelty import LEAST_SHARED, SLIPPED, UNKNOWN_TEXTS, find_novelties, is_lacking
from graph.documents.stated import (
    FEW,
    TEXTS_DIFFER,
    UNKNOWN_EDITION,
    differs_much,
    report_differing,
    report_misdated,
    report_undated,
    report_unknown,
)
from rules.counts import format_count
from rules.records import Condition, Diagnostic, ParsedDocument, choose_worst
from rules.store import Store

INCOMPLETE = "incomplete"
"""The code of the diagnostic with the extent of a document that is not whole."""
DISORDERED = "order-differs"
"""The code of the diagnostic about records that are not in the order of the edition."""
MOST_MISPLACED = 3
"""Maximum number of glossary entries that may be out of order: sites sort them in different ways. In the copies of the
archive no entry and no rule is out of order."""
MOST_LOST_ENTRIES = 1
"""Maximum number of entries that may be missing in a glossary; in one undamaged copy of the archive one is, in no such
copy a rule."""
WITHOUT_HEADINGS = "headings-missing"
"""The code of the diagnostic about sections and chapters whose rules are there without the heading."""
MOST_NAMED = 5
"""Maximum number of such sections and chapters that the diagnostic names."""
UNPLACED = "unplaced"
"""The code of the diagnostic about a short document of no known edition."""
_UNPLACED_HINT = "give it its date if it is an edition, or compare it with the copy that it was taken from"
_HINT = "another copy of this edition may be whole; comprules identify FILE --json lists what is missing"

_COMPARED = frozenset(
    [
        INCOMPLETE,
        DISORDERED,
        SLIPPED,
        TEXTS_DIFFER,
        UNKNOWN_EDITION,
        UNKNOWN_TEXTS,
        UNPLACED,
        WITHOUT_HEADINGS,
    ]
)
"""The codes of the diagnostics that the comparison with an edition finds."""
_HEADINGS_HINT = "another copy of this edition may have them"
_DAMAGE = frozenset([INCOMPLETE, DISORDERED, WITHOUT_HEADINGS])
"""The codes of those that mean that a document is not in good condition."""
_ORDER_HINT = "pages or columns may be mixed up; another copy of this edition may be in order"


class Judgement(Struct, frozen=True, kw_only=True):
    """The condition of a document, and why.

    Attributes:
        condition: Condition of the document.
        extent: How much of the edition that it is compared with the document has; None if it is compared with none.
        diagnostics: All problems: those of the document, then those that the comparison found.
        differing: The keys of the texts that this edition does not have under the same number or term.
    """

    condition: Condition
    extent: Extent | None
    diagnostics: tuple[Diagnostic, ...]
    differing: tuple[str, ...] = ()


class _Comparison(Struct, frozen=True, kw_only=True):
    """A document compared with an edition.

    Attributes:
        extent: How much the document has of the edition.
        is_incomplete: Whether it lacks records that misprints do not explain.
        order: Whether its records are in the order of the edition.
        lost_headings: The numbers of sections and chapters of which it has rules, but not the heading.
        differing: The keys of its texts that are not those of the edition.
    """

    extent: Extent
    is_incomplete: bool
    order: Order
    lost_headings: tuple[str, ...]
    differing: tuple[str, ...]


def judge_document(
    document: ParsedDocument, store: Store, edition: str | None = None, nearness: Nearness | None = None
) -> Judgement:
    """Return the condition of a document.

    A document that was judged before may be judged again; what the last comparison found is replaced. A document that
    was destroyed, or has neither rules nor entries, is compared with nothing.

    Args:
        document: The document.
        store: The ledger, or a knowledge base.
        edition: The edition that it is known to be of, or None. It is then compared with the edition that has nearly
            all of its texts, else with the one that it states, else with the one whose numbers it has. A document of
            an edition that the store lacks is compared with none.
        nearness: How near it is to the editions; None if that is not measured yet.
    """
    own_problems = tuple(problem for problem in document.diagnostics if problem.code not in _COMPARED)
    by_itself = Judgement(condition=document.condition, extent=None, diagnostics=own_problems)
    if document.condition == "destroyed" or not (document.rules or document.glossary):
        return by_itself
    nearness = nearness or measure_nearness(document, store)
    compared = edition or _choose_edition(document, nearness, store)
    if compared is None or compared not in store.work_of:
        return _judge_unplaced(document, store, by_itself, nearness)
    # A document with another date may be of an edition that the store lacks, which has other texts.
    is_of_edition = document.edition in (None, compared) or edition is not None
    comparison = _compare(document, compared, store, nearness)
    return _judge_by_comparison(document, comparison, by_itself, nearness, is_of_edition=is_of_edition)


def _judge_by_comparison(
    document: ParsedDocument, comparison: _Comparison, by_itself: Judgement, nearness: Nearness, *, is_of_edition: bool
) -> Judgement:
    """Return the condition of a document, by its comparison with an edition.

    Args:
        document: The document.
        comparison: The document compared with the edition.
        by_itself: The condition of the document, judged without an edition.
        nearness: How near it is to the editions.
        is_of_edition: Whether it is of this edition, so that other texts are damage.
    """
    found = list(_find_problems(document, nearness, comparison))
    has_other_texts = is_of_edition and len(comparison.differing) > FEW
    condition = judge_condition(document.condition, comparison.extent)
    if has_other_texts or any(problem.code in _DAMAGE for problem in found):
        condition = choose_worst([condition, "damaged"])
    return Judgement(
        condition=condition,
        extent=comparison.extent,
        diagnostics=(*by_itself.diagnostics, *found),
        differing=comparison.differing,
    )


def _compare(document: ParsedDocument, edition: str, store: Store, nearness: Nearness) -> _Comparison:
    """Return a document compared with an edition that the ledger or knowledge base has."""
    extent = measure_extent(document, edition, store)
    differing: tuple[str, ...] = ()
    if not nearness.has_all_texts(edition):
        differing = list_differing(document, edition, store)
    lacks_much = judge_condition("good", extent) != "good"
    return _Comparison(
        extent=extent,
        is_incomplete=lacks_much or _has_lost_records(document, extent, store),
        order=measure_order(document, edition, store),
        lost_headings=tuple(list_lost_headings(document, extent, store)),
        differing=differing,
    )


def _has_lost_records(document: ParsedDocument, extent: Extent, store: Store) -> bool:
    """Return whether a document lacks rules or entries that misprints do not explain.

    A document that states another edition may be one that the store lacks, which has deleted them.
    """
    if document.edition not in (None, extent.edition):
        return False
    lost_rules, lost_entries = count_lost(document, extent, store)
    return lost_rules > 0 or lost_entries > MOST_LOST_ENTRIES


def _report_headings(name: str, edition: str, numbers: Sequence[str]) -> Diagnostic:
    """Return a diagnostic of sections and chapters whose rules a document has without the heading.

    Args:
        name: Name of the document.
        edition: The edition that it is compared with.
        numbers: The numbers of these sections and chapters; at least one.
    """
    named = ", ".join(numbers[:MOST_NAMED])
    if len(numbers) > MOST_NAMED:
        named = f"{named} and {len(numbers) - MOST_NAMED:,} more"
    message = f"the headings of {named} are missing, which {edition} has"
    if len(numbers) == 1:
        message = f"the heading of {named} is missing, which {edition} has"
    return Diagnostic(WITHOUT_HEADINGS, "warning", message, name, hint=_HEADINGS_HINT)


def _judge_unplaced(document: ParsedDocument, store: Store, by_itself: Judgement, nearness: Nearness) -> Judgement:
    """Return the condition of a document that is of no known edition.

    A document without a date that has fewer rules than any edition is a fragment, unless it has all parts of an
    edition, such as a draft. Any other document is compared with the nearest edition, if one has any of its texts.

    Args:
        document: The document.
        store: The ledger, or a knowledge base.
        by_itself: The condition of the document, judged without an edition.
        nearness: How near it is to the editions.
    """
    fewest = _count_fewest_rules(document.work, store)
    is_short = len(document.rules) < fewest and not _has_all_parts(document)
    if document.edition is None and document.condition == "good" and is_short:
        problem = _report_short(document, fewest)
        return replace(by_itself, condition="fragment", diagnostics=(*by_itself.diagnostics, problem))
    nearest = nearness.nearest()
    if nearest is None:
        return by_itself
    return _judge_by_nearest(document, nearest, store, by_itself, nearness)


def _report_short(document: ParsedDocument, fewest: int) -> Diagnostic:
    """Return a diagnostic about a document of no known edition that has fewer rules than any edition.

    Args:
        document: The document.
        fewest: Number of rules of the shortest edition.
    """
    message = (
        f"it states no date, no edition has its texts, and it has only {format_count(len(document.rules), 'rule')}, "
        f"while the shortest edition has {fewest:,}"
    )
    return Diagnostic(UNPLACED, "warning", message, document.name, hint=_UNPLACED_HINT)


def _judge_by_nearest(
    document: ParsedDocument, nearest: str, store: Store, by_itself: Judgement, nearness: Nearness
) -> Judgement:
    """Return the condition of a document of an unknown edition, compared with the nearest known one.

    The document is damaged if it differs more than a new edition can, and incomplete if it lacks more than a new
    edition can.

    Args:
        document: The document.
        nearest: The known edition with most of its texts.
        store: The ledger, or a knowledge base.
        by_itself: The condition of the document, judged without an edition.
        nearness: How near it is to the editions.
    """
    condition = document.condition
    differing = list_differing(document, nearest, store)
    found = [_report_unknown_edition(document, nearest, differing, nearness.keys)]
    novelties = list(find_novelties(document, nearest, store))
    if novelties:
        found += novelties
        condition = choose_worst([condition, "damaged"])
    extent = measure_extent(document, nearest, store)
    # A later edition may have added what the document lacks.
    is_nearest_later = document.edition is not None and nearest >= document.edition
    is_same_book = nearness.most >= LEAST_SHARED * nearness.total
    if is_same_book and not is_nearest_later and is_lacking(extent):
        message = f"it has {extent.sentence}, the nearest edition; a new edition lacks far less of it"
        found.append(Diagnostic(INCOMPLETE, "warning", message, document.name, hint=_HINT))
        condition = judge_condition(condition, extent)
    diagnostics = (*by_itself.diagnostics, *found)
    return Judgement(condition=condition, extent=None, diagnostics=diagnostics, differing=differing)


def _report_unknown_edition(document: ParsedDocument, nearest: str, differing: Sequence[str], total: int) -> Diagnostic:
    """Return the diagnostic that a document is of no known edition.

    Args:
        document: The document.
        nearest: The known edition with most of its texts.
        differing: The keys of its texts that this edition lacks.
        total: Number of all its texts.
    """
    if document.edition is None:
        return report_undated(document.name, nearest, differing, total)
    return report_unknown(document.name, document.edition, nearest, differing, total)


def _has_all_parts(document: ParsedDocument) -> bool:
    """Return whether a document has what an edition has: rules, a glossary and credits."""
    return bool(document.rules and document.glossary) and any(part.name == "credits" for part in document.matter)


def _count_fewest_rules(work: str, store: Store) -> int:
    """Return the number of rules of the shortest edition of a work; 0 if there is none."""
    counts = store.counts()
    editions = [edition for edition in counts if store.work_of[edition] == work]
    rules = [counts[edition].rules for edition in editions]
    return min(rules, default=0)


def apply_judgement(document: ParsedDocument, judgement: Judgement) -> ParsedDocument:
    """Return a document with its condition and all its problems."""
    return replace(document, condition=judgement.condition, diagnostics=judgement.diagnostics)


def _choose_edition(document: ParsedDocument, nearness: Nearness, store: Store) -> str | None:
    """Return the edition that a document is compared with; None if it is of none that the store has.

    That is an edition with nearly all of its texts, or else the edition that the document states, or else the edition
    with its numbers.

    Args:
        document: The document.
        nearness: How near it is to the editions.
        store: The ledger, or a knowledge base.
    """
    stated = document.edition
    has_nearly_all_texts = not differs_much(nearness.most, nearness.total)
    if has_nearly_all_texts:
        nearest = nearness.nearest_by_texts()
        return stated if stated in nearest else next(iter(nearest), None)
    if stated is not None:
        is_known = store.work_of.get(stated) == document.work
        return stated if is_known else None
    return _choose_by_numbers(nearness)


def _choose_by_numbers(nearness: Nearness) -> str | None:
    """Return the edition that has nearly all numbers and terms of a document; None if there is none.

    The newest edition is never chosen: the next one, which is not known yet, has nearly the same numbers.
    """
    likely = nearness.nearest()
    newest = max(nearness.shared, default=None)
    if likely is None or likely == newest:
        return None
    lacking_in_edition = nearness.keys - nearness.shared[likely]
    return likely if lacking_in_edition <= MOST_SLIPS * nearness.keys else None


def _find_problems(document: ParsedDocument, nearness: Nearness, comparison: _Comparison) -> Iterator[Diagnostic]:
    """Yield a diagnostic for each kind of problem that the comparison of a document with an edition found.

    Args:
        document: The document.
        nearness: How near it is to the editions.
        comparison: The document compared with the edition.
    """
    extent, order = comparison.extent, comparison.order
    if comparison.is_incomplete:
        yield Diagnostic(INCOMPLETE, "warning", f"it has {extent.sentence}", document.name, hint=_HINT)
    if order.misplaced > MOST_MISPLACED or order.misplaced_rules:
        message = f"{order.misplaced:,} of {order.total:,} rules and entries are not in the order of {extent.edition}"
        yield Diagnostic(DISORDERED, "warning", message, document.name, hint=_ORDER_HINT)
    yield from _compare_texts(document, nearness, extent.edition, comparison.differing)
    if comparison.lost_headings:
        yield _report_headings(document.name, extent.edition, comparison.lost_headings)


def _compare_texts(
    document: ParsedDocument, nearness: Nearness, edition: str, differing: Sequence[str]
) -> Iterator[Diagnostic]:
    """Yield diagnostics about texts that are not those of an edition, or not those of the edition that is stated.

    Args:
        document: The document.
        nearness: How near it is to the editions.
        edition: The edition that it is compared with.
        differing: The keys of the texts that are not those of this edition.
    """
    stated = document.edition
    if stated is not None and stated not in nearness.texts:
        yield report_unknown(document.name, stated, edition, differing, nearness.keys)
        return
    if differing:
        yield report_differing(document.name, edition, differing, nearness.keys)
    if stated is not None and stated != edition and differs_much(nearness.texts[stated], nearness.total):
        yield report_misdated(document.name, stated, nearness.texts[stated], nearness.total)
