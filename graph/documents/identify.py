"""Identification of a document or fragment of unknown origin: the editions that it may belong to.

Editions are ranked by how many texts of the document they have; if equal, by how many of these are under the same
number as in the document; then by how many of the document's numbers they have at all; if still equal, by how many of
their passages between its rules the document lacks. Dates in the document and matter around the rules are ignored.

A *work* is a series of documents, such as the Comprehensive Rules or a rulings summary; its documents are its editions.
The *units* of a document are its rules and glossary entries (`units`), each with its text, its examples and its notes.
An edition may have all of these passages verbatim, apart from typography (`verbatim`), or a near match: a text that was
damaged, reworded, cut off, or repaired differently (`near_matches`).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from graph.documents.condition import judge_document
from graph.documents.extent import Extent, measure_extent
from graph.documents.lacking import count_lacking
from graph.documents.near_matches import NearMatches
from graph.documents.problems import ProblemAnswer, answer_problem
from graph.documents.units import DocumentUnit, list_units
from graph.documents.verbatim import VerbatimMatches
from rules.caching import cached_property
from rules.links import Correspondence
from rules.records import Condition, ParsedDocument, Variant
from rules.store import Store

Verdict = Literal["edition", "range", "nearest", "none"]
"""The result of an identification. `edition`: the document belongs to one edition; `range`: it fits several equally;
`nearest`: it belongs to no known edition, but shares text with some; `none`: it shares text with none."""

MOST_CONSIDERED = 12
"""Number of editions for which near matches are computed; those that rank equal to the last of them are added."""
MOST_UNITS = 10_000
"""Maximum number of units for which near matches are computed; twice those of the longest edition."""
LEAST_OF_EDITION = 0.5
"""Minimum score for a document to belong to an edition; below it, the two only share text."""
LEAST_OF_CANDIDATE = 0.1
"""Minimum score of a candidate; below it, only headings agree that are in every edition and in other books."""
MOST_LACKING = 0.1
"""Maximum number of passages that a whole document lacks, as a share of its units. A document that lacks more is an
excerpt, and the missing passages are no evidence."""


class Candidate(Struct, frozen=True, kw_only=True):
    """An edition that a document may be from, and how much of the document it has.

    Attributes:
        edition: Id of the edition.
        work: Work of the edition.
        rules_matched: Number of rules and glossary entries of the document that it has, verbatim or nearly.
        rules_total: Number of rules and glossary entries of the document.
        score: Share of the document that the edition has, 0 to 1; near matches count less.
        verbatim: Number of rules and glossary entries of the document that it has word for word, apart from typography.
        near: Number of rules and glossary entries that it has in nearly the same words.
        unmatched: Number of rules and glossary entries without a verbatim or near match.
        same_number: Number of verbatim and near matches under the same number or term as in the document.
        has_number: Number of rules and glossary entries of the document whose number or term also occurs in the
            edition, whatever the text.
        lacking: Number of gaps: passages of the edition that are missing in the document, although the document has
            passages before and after them. None if it was not counted: only candidates that are otherwise equal need
            this number.
    """

    edition: str
    work: str
    rules_matched: int
    rules_total: int
    score: float
    verbatim: int
    near: int
    unmatched: int
    same_number: int
    has_number: int
    lacking: int | None


class Identification(Struct, frozen=True):
    """The work and the editions that a document can be from.

    Attributes:
        work: The document's work, derived from its dialect.
        dialect: Name of the form in which the document is written.
        verdict: `edition` if the document belongs to one edition, `range` if several fit equally, `nearest` if it
            belongs to no known edition but shares text with some, `none` if it shares text with none.
        rules_total: How many rules and glossary entries the document has.
        candidates: Editions that share text with the document, best first; equally good ones oldest first. Only those
            near the best are listed.
        range: The oldest and the newest edition to which the document can belong; None if unknown.
        editions: The editions that fit best (several if they fit equally well), oldest first; empty if the verdict is
            `none`.
        corresponds: The rules of the Comprehensive Rules that a document of another work restates; empty for the
            Comprehensive Rules.
        variants: Where the document differs from the first of the editions; None if not asked for.
        condition: Condition of the document, judged by its problems, its extent and its texts.
        extent: How much the document contains of the edition that it was compared with or, without a comparison, of
            the first of `editions`; null if there is no such edition.
        diagnostics: The document's problems.
        differing: Numbers and terms (`glossary:Storm`) whose text differs in the edition compared with, or that it
            lacks. If the document wasn't compared with an edition, the nearest one is used.
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
    condition: Condition = "good"
    extent: Extent | None = None
    diagnostics: tuple[ProblemAnswer, ...] = ()
    differing: tuple[str, ...] = ()


def identify(document: ParsedDocument, store: Store, reference: Store | None = None) -> Identification:
    """Find the editions whose text a document contains.

    `corresponds` and `variants` of the result keep their defaults: they need more than the document, and are filled in
    by the callers that are asked for them.

    Args:
        document: A whole document or a fragment. Only its rules and glossary entries are looked at.
        store: The knowledge base with the editions to choose from.
        reference: The ledger or knowledge base by which its condition is judged; None for `store`.
    """
    units = list_units(document)
    ranked = _Ranking(store, units).rank(document.work) if units else []
    best = _list_best(ranked)
    verdict: Verdict = _choose_verdict(best) if best else "none"
    editions = tuple(candidate.edition for candidate in best)
    span = (editions[0], editions[-1]) if verdict in {"edition", "range"} else None
    judgement = judge_document(document, reference or store)
    extent = judgement.extent
    if extent is None and editions:
        extent = measure_extent(document, editions[0], store)
    return Identification(
        work=document.work,
        dialect=document.dialect,
        verdict=verdict,
        rules_total=len(units),
        candidates=tuple(ranked),
        range=span,
        editions=editions,
        condition=judgement.condition,
        extent=extent,
        diagnostics=tuple(map(answer_problem, judgement.diagnostics)),
        differing=judgement.differing,
    )


def _choose_verdict(best: Sequence[Candidate]) -> Verdict:
    """Return the result of an identification, by its best candidates, which are equally good; at least one.

    With less than half of the document, they are only the nearest ones.
    """
    if best[0].score < LEAST_OF_EDITION:
        return "nearest"
    return "edition" if len(best) == 1 else "range"


def _select_work(candidates: Sequence[Candidate], work: str) -> list[Candidate]:
    """Return the candidates of the work that has most of a document's text; of two equal works, the document's own.

    A later rulings summary quotes the Comprehensive Rules, and the knowledge base may have no issue of that summary.
    Then the candidates are editions of the Comprehensive Rules.

    Args:
        candidates: The candidates of all works.
        work: The document's own work.
    """
    best_scores: dict[str, float] = {}
    for candidate in candidates:
        best_scores[candidate.work] = max(candidate.score, best_scores.get(candidate.work, 0.0))
    # The name comes last, so that the choice between two other works with equal scores is always the same.
    chosen = max(best_scores, key=lambda name: (best_scores[name], name == work, name), default=work)
    return [candidate for candidate in candidates if candidate.work == chosen]


def _rank_candidate(candidate: Candidate) -> tuple[float, int, int, int]:
    """Return the sorting key of a candidate: better ones come first, and equally good ones have equal keys."""
    return -candidate.score, -candidate.same_number, -candidate.has_number, candidate.lacking or 0


def _sort_candidates(candidates: Iterable[Candidate]) -> list[Candidate]:
    """Return candidates in order, the best first; equally good ones oldest first."""
    return sorted(candidates, key=lambda candidate: (_rank_candidate(candidate), candidate.edition))


def _list_best(ranked: Sequence[Candidate]) -> list[Candidate]:
    """Return the first of the ranked candidates, with those that are equally good."""
    return [candidate for candidate in ranked if _rank_candidate(candidate) == _rank_candidate(ranked[0])]


class _Ranking:
    """Ranks the editions of a knowledge base by how much of a document they have.

    Args:
        store: The knowledge base.
        units: The units of the document; at least one.
    """

    def __init__(self, store: Store, units: Sequence[DocumentUnit]) -> None:
        self._store = store
        self._units = units
        self._verbatim = VerbatimMatches(store, units)
        self._near = NearMatches(store, units, self._verbatim.list_in_no_edition())

    def rank(self, work: str) -> list[Candidate]:
        """Return the candidates for a document of a work, best first."""
        candidates = map(self._make_candidate, self._select_editions(work))
        likely = [candidate for candidate in candidates if candidate.score >= LEAST_OF_CANDIDATE]
        ranked = _sort_candidates(_select_work(likely, work))
        best = _list_best(ranked)
        if len(best) > 1:
            return [*self._rank_by_lacking(best), *ranked[len(best) :]]
        return ranked

    def _select_editions(self, work: str) -> list[str]:
        """Return the editions that may be the best ones, of the document's own work and of others."""
        own = [edition for edition, edition_work in self._store.work_of.items() if edition_work == work]
        foreign = [edition for edition, edition_work in self._store.work_of.items() if edition_work != work]
        return sorted({*self._select_likely(own), *self._select_likely(foreign)})

    def _select_likely(self, editions: Collection[str]) -> set[str]:
        """Return those of some editions that have most units verbatim, and those with most texts that share words."""
        sharing_words = [edition for edition in self._near.by_words if edition in editions]
        sharing_words.sort(key=lambda edition: (-len(self._near.by_words[edition]), edition))
        return self._select_verbatim(editions) | set(sharing_words[:MOST_CONSIDERED])

    def _select_verbatim(self, editions: Collection[str]) -> set[str]:
        """Return those of some editions that have most units verbatim; of equal ones, those with most in their place.

        In its place is a unit under the same number or term as in the document. More than `MOST_CONSIDERED` are
        returned only if several are equal to the last of these; none if no edition has any unit verbatim.
        """
        with_all, in_place = self._counts_with_all, self._counts_in_place
        counts = {edition: (with_all[edition], in_place[edition]) for edition in editions if with_all[edition]}
        if not counts:
            return set()
        lowest = sorted(counts.values(), reverse=True)[:MOST_CONSIDERED][-1]
        return {edition for edition, count in counts.items() if count >= lowest}

    @cached_property
    def _counts_with_all(self) -> dict[str, int]:
        """Return edition → how many units it has verbatim."""
        return self._verbatim.count_sets(self._verbatim.with_all)

    @cached_property
    def _counts_in_place(self) -> dict[str, int]:
        """Return edition → how many units it has verbatim under the same number or term."""
        return self._verbatim.count_sets(self._verbatim.in_place)

    def _make_candidate(self, edition: str) -> Candidate:
        """Return an edition with how much of the document it has."""
        total = len(self._units)
        missing = self._verbatim.list_missing(edition)
        near_matches = self._near.find(edition, missing[:MOST_UNITS])
        weights = [self._weigh_near_match(edition, index, match.likeness) for index, match in near_matches.items()]
        verbatim = total - len(missing)
        near_in_place = sum(match.in_place for match in near_matches.values())
        same_number = self._verbatim.count_in_place(edition) + near_in_place
        keys = frozenset(self._store.keys(edition))
        return Candidate(
            edition=edition,
            work=self._store.work_of[edition],
            rules_matched=verbatim + len(near_matches),
            rules_total=total,
            score=round((verbatim + sum(weights)) / total, 6),
            verbatim=verbatim,
            near=len(near_matches),
            unmatched=len(missing) - len(near_matches),
            same_number=same_number,
            has_number=sum(unit.name in keys for unit in self._units),
            lacking=None,
        )

    def _weigh_near_match(self, edition: str, index: int, likeness: float) -> float:
        """Return how much a near match counts, 0 to 1: half for its text, half for its examples and notes.

        Args:
            edition: The edition.
            index: The index of the unit.
            likeness: The likeness of the text to that of the edition, 0 to 1.
        """
        return (likeness + self._verbatim.share_below(edition, index)) / 2

    def _rank_by_lacking(self, ties: Sequence[Candidate]) -> list[Candidate]:
        """Return equally good candidates sorted by how many of their passages the document lacks.

        If the document lacks many passages of each candidate, it is an excerpt. Then the missing passages are no
        evidence, and the candidates are returned as they are.
        """
        lacking = {tie.edition: count_lacking(self._store, self._verbatim, self._units, tie.edition) for tie in ties}
        if min(lacking.values()) > MOST_LACKING * len(self._units):
            return list(ties)
        return _sort_candidates([replace(tie, lacking=lacking[tie.edition]) for tie in ties])
