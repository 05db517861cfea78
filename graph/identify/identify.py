"""Ranking the editions that a document may belong to.

Editions are ranked by matching texts; if equal, by matching numbers, then by how many of the document's numbers they
have at all; if still equal, by the passages that the document lacks between its rules. Dates in the document and matter
around the rules are ignored.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from graph.identify.verbatim import GLOSSARY, DocumentUnit, Near, Verbatim, units_of
from rules.links import Correspondence
from rules.records import ParsedDocument, Variant
from rules.store import Store

Verdict = Literal["edition", "range", "nearest", "none"]
"""`edition`: it belongs to one edition; `range`: it fits several equally; `nearest`: it belongs to no known edition,
but shares text with some; `none`: it shares text with none."""


class Candidate(Struct, frozen=True, kw_only=True, rename={"placed": "same_number", "numbered": "has_number"}):
    """An edition, and how much of a document it has.

    Attributes:
        edition: Its id.
        work: Its work.
        rules_matched: Number of rules and glossary entries of the document that it has, verbatim or nearly.
        rules_total: Number of rules and glossary entries of the document.
        score: Share of the document that the edition has, 0 to 1; near matches count less.
        verbatim: Number of rules and glossary entries of the document that it has, apart from typography.
        near: Number of those that it has nearly.
        unmatched: Number of the others.
        placed: Number of verbatim and near matches under the same number or term as in the document.
        numbered: Number of rules and glossary entries of the document whose number or term it has, with any text.
        lacking: Number of passages that the edition has between those of the document and the document lacks; None if
            not computed: it is only needed for candidates that are otherwise equal.
    """

    edition: str
    work: str
    rules_matched: int
    rules_total: int
    score: float
    verbatim: int
    near: int
    unmatched: int
    placed: int
    numbered: int
    lacking: int | None


class Identification(Struct, frozen=True):
    """The result of an identification.

    Attributes:
        work: The document's work, derived from its dialect.
        dialect: Its dialect.
        verdict: The conclusion; see `Verdict`.
        rules_total: How many rules and glossary entries the document has.
        candidates: Editions that have some of its text, best first; equally good ones oldest first. Only those near the
            best are listed.
        range: The oldest and the newest edition that the document can be of; None if unknown.
        editions: The equally best editions, oldest first; empty for the verdict `none`.
        corresponds: The rules of the Comprehensive Rules that a document of another work restates, if asked for.
        variants: Where it differs from the first of the editions; None if not asked for.
    """

    work: str
    dialect: str
    verdict: Verdict
    rules_total: int
    candidates: tuple[Candidate, ...]
    range: tuple[str, str] | None
    editions: tuple[str, ...]
    corresponds: tuple[Correspondence, ...] = ()
    variants: tuple[Variant, ...] | None = None


CONSIDERED = 12
"""Number of editions for which near matches are computed, plus those that rank equal to the last of them."""

LOOKED_AT = 10_000
"""Maximum number of units for which near matches are computed; twice those of the longest edition."""

SURE = 0.5
"""Minimum score for a document to belong to an edition; below it, the two only share text."""

SOMETHING = 0.1
"""Minimum score of a candidate; below it, only headings agree that are in every edition and in other books."""

EXCERPT = 0.1
"""If the share of missing passages is above this, the document is an excerpt and they are no evidence."""


def identify(document: ParsedDocument, store: Store) -> Identification:
    """Find the editions whose text a document contains.

    Args:
        document: A whole document or a fragment. Only its rules and glossary entries are looked at.
        store: The knowledge base with the editions to choose from.
    """
    units = units_of(document)
    ranked = _rank_candidates(units, document.work, store) if units else []
    best = (
        [candidate for candidate in ranked if _rank_candidate(candidate) == _rank_candidate(ranked[0])]
        if ranked
        else []
    )
    verdict: Verdict = "none"
    if best:
        verdict = "nearest" if best[0].score < SURE else "edition" if len(best) == 1 else "range"
    editions = tuple(candidate.edition for candidate in best)
    span = (editions[0], editions[-1]) if verdict in {"edition", "range"} else None
    return Identification(document.work, document.dialect, verdict, len(units), tuple(ranked), span, editions)


def _rank_candidates(units: Sequence[DocumentUnit], work: str, store: Store) -> list[Candidate]:
    verbatim = Verbatim(store, units)
    near = Near(store, units, verbatim)
    near.seek()
    considered = _select_editions(store, work, verbatim, near)
    candidates = [_make_candidate(units, edition, store, verbatim, near) for edition in considered]
    telling = [candidate for candidate in candidates if candidate.score >= SOMETHING]
    ranked = sorted(_of_one_work(telling, work), key=lambda candidate: (_rank_candidate(candidate), candidate.edition))
    ties = [candidate for candidate in ranked if _rank_candidate(candidate) == _rank_candidate(ranked[0])]
    if len(ties) > 1:
        ranked[: len(ties)] = _without_gaps(ties, units, verbatim, store)
    return ranked


def _of_one_work(candidates: Sequence[Candidate], work: str) -> list[Candidate]:
    """Return the candidates of the document's own work, or of another work that has more of its text.

    Later rulings summaries quote the Comprehensive Rules, and the knowledge base may have no issue of them.
    """
    best = {candidate.work: candidate.score for candidate in sorted(candidates, key=lambda candidate: candidate.score)}
    chosen = max(best, key=lambda name: (best[name], name == work, name), default=work)
    return [candidate for candidate in candidates if candidate.work == chosen]


def _select_editions(store: Store, work: str, verbatim: Verbatim, near: Near) -> list[str]:
    """Return the editions that may be the best ones, of the document's own work and of others."""
    held, placed = verbatim.counts(verbatim.held), verbatim.counts(verbatim.placed)
    chosen: list[str] = []
    own = [edition for edition in store.edition_ids if store.works[edition] == work]
    others = [edition for edition in store.edition_ids if store.works[edition] != work]
    by_words = near.editions()
    for group in (own, others):
        chosen += _select_foremost(group, held, placed)
        chosen += [edition for edition in by_words if edition in group][:CONSIDERED]
    return sorted(set(chosen))


def _select_foremost(editions: Iterable[str], held: Counter[str], placed: Counter[str]) -> list[str]:
    order = sorted(
        (edition for edition in editions if held[edition]), key=lambda item: (-held[item], -placed[item], item)
    )
    if len(order) <= CONSIDERED:
        return order
    last = order[CONSIDERED - 1]
    return [edition_id for edition_id in order if (held[edition_id], placed[edition_id]) >= (held[last], placed[last])]


def _make_candidate(
    units: Sequence[DocumentUnit], edition: str, store: Store, verbatim: Verbatim, near: Near
) -> Candidate:
    missing = [index for index in range(len(units)) if not verbatim.has(verbatim.held[index], edition)]
    nearly = near.in_edition(edition, missing[:LOOKED_AT])
    placed = sum(verbatim.has(mask, edition) for mask in verbatim.placed)
    weights = [(likeness + verbatim.share_of_others(index, edition)) / 2 for index, (likeness, _) in nearly.items()]
    whole = len(units) - len(missing)
    keys = frozenset(store.keys(edition))
    return Candidate(
        edition=edition,
        work=store.works[edition],
        rules_matched=whole + len(nearly),
        rules_total=len(units),
        verbatim=whole,
        near=len(nearly),
        unmatched=len(missing) - len(nearly),
        placed=placed + sum(at_home for _, at_home in nearly.values()),
        numbered=sum(unit.name in keys for unit in units),
        lacking=None,
        score=round((whole + sum(weights)) / len(units), 6),
    )


def _rank_candidate(candidate: Candidate) -> tuple[float, int, int, int]:
    return -candidate.score, -candidate.placed, -candidate.numbered, candidate.lacking or 0


def _without_gaps(
    ties: Sequence[Candidate], units: Sequence[DocumentUnit], verbatim: Verbatim, store: Store
) -> list[Candidate]:
    """Return equal candidates with what the document lacks of each, unless it is an excerpt of all of them."""
    lacks = {tie.edition: count_lacking(store, units, verbatim, tie.edition) for tie in ties}
    if min(lacks.values()) > EXCERPT * len(units):
        return list(ties)
    complete = [replace(tie, lacking=lacks[tie.edition]) for tie in ties]
    return sorted(complete, key=lambda candidate: (_rank_candidate(candidate), candidate.edition))


LONGEST_GAP = 20
"""Maximum number of consecutive rules that count as missing; if there are more, the document continues elsewhere."""


def count_lacking(store: Store, units: Sequence[DocumentUnit], verbatim: Verbatim, edition: str) -> int:
    """Count the rules missing between adjacent units of the document, and the examples and notes missing below."""
    positions, below = verbatim.positions(store, edition)
    lacks = unmatched = 0
    before: int | None = None
    for index, unit in enumerate(units):
        places = positions.get(unit.imprint)
        if places is None or not verbatim.has(verbatim.main[index], edition):
            unmatched += 1
            continue
        here = _find_nearest(places, unit.name, before)
        if before is not None and 0 < here - before - 1 <= LONGEST_GAP + unmatched:
            lacks += max(0, here - before - 1 - unmatched)
        if here < GLOSSARY:
            lacks += max(0, below[here] - len(unit.others))
        before, unmatched = here, 0
    return lacks


def _find_nearest(places: Sequence[tuple[int, str]], name: str, before: int | None) -> int:
    """Return the place under the unit's own name, else the first after the unit before, else the first."""
    own = [position for position, other in places if other == name]
    after = [position for position, _ in places if before is not None and position > before]
    return (own or after or [places[0][0]])[0]
