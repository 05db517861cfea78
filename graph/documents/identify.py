"""Identification of a document or fragment of unknown origin: the editions that it may belong to.

Editions are ranked by how many texts of the document they have; if equal, by how many of these are under the same
number as in the document; then by how many of the document's numbers they have at all; if still equal, by how many of
their passages between its rules the document lacks. Dates in the document and matter around the rules are ignored.

The *units* of a document are its rules and glossary entries, each with the imprints of its text, its examples and its
notes. A unit is *held* by an edition that has all of these passages verbatim, apart from typography. Others may have a
*near match*: a text that was damaged, reworded, cut off, or repaired differently.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from functools import cache
from typing import Literal, NamedTuple

from msgspec import Struct
from msgspec.structs import replace
from rapidfuzz.distance import Indel

from graph.documents.condition import judge_document
from graph.documents.extent import Extent, measure_extent
from graph.documents.problems import ProblemAnswer, answer_problem
from rules.caching import cached_method, cached_property
from rules.change import passage_of
from rules.imprints import imprint
from rules.links import Correspondence
from rules.numbers import is_term, key_of_term
from rules.provenance import without_tags
from rules.records import Condition, GlossaryEntry, ParsedDocument, Rule, Variant
from rules.store import Store
from rules.text import fold

Verdict = Literal["edition", "range", "nearest", "none"]
"""What an identification says of a document. `edition`: it belongs to one edition; `range`: it fits several equally;
`nearest`: it belongs to no known edition, but shares text with some; `none`: it shares text with none."""

CONSIDERED = 12
"""Number of editions for which near matches are computed; those that rank equal to the last of them are added."""
LOOKED_AT = 10_000
"""Maximum number of units for which near matches are computed; twice those of the longest edition."""
SURE = 0.5
"""Minimum score for a document to belong to an edition; below it, the two only share text."""
SOMETHING = 0.1
"""Minimum score of a candidate; below it, only headings agree that are in every edition and in other books."""
EXCERPT = 0.1
"""If a document lacks more passages than this share of its units, it is an excerpt, and the missing passages are no
evidence."""
LONGEST_GAP = 20
"""Maximum number of consecutive rules that count as missing; if there are more, the document continues elsewhere."""
GLOSSARY = 1_000_000
"""Added to the positions of glossary entries, so that they follow the rules."""
NEAR = 0.75
"""Minimum similarity of a near match. Two rules of the same form about different things (`multiple instances of …`)
reach it too, which is intended: a fragment with one in place of the other nearly matches. Random rules stay below
0.6."""
_COMPARED = 4000
"""Maximum number of characters of a passage that are compared."""
_SOUGHT = 12
"""Maximum number of units without a verbatim match that are searched by their words, the longest ones first."""
_ENOUGH_TO_CUT = 20
"""Minimum number of characters of a passage that breaks off."""
_HITS = 6
"""Number of texts that are found by the words of a unit."""
_WORDS = 8
"""Number of words by which they are found, the longest ones."""
_LONG_WORD = re.compile(r"[a-z]{5,}")


class Candidate(Struct, frozen=True, kw_only=True, rename={"placed": "same_number", "numbered": "has_number"}):
    """An edition, and how much of a document it has.

    Attributes:
        edition: Id of the edition.
        work: Work of the edition.
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
        dialect: The dialect: the form in which the document is written.
        verdict: `edition` if the document belongs to one edition, `range` if several fit equally, `nearest` if it
            belongs to no known edition but shares text with some, `none` if it shares text with none.
        rules_total: How many rules and glossary entries the document has.
        candidates: Editions that share text with the document, best first; equally good ones oldest first. Only those
            near the best are listed.
        range: The oldest and the newest edition that the document can be of; None if unknown.
        editions: The equally best editions, oldest first; empty for the verdict `none`.
        corresponds: The rules of the Comprehensive Rules that a document of another work restates; empty for the
            Comprehensive Rules.
        variants: Where the document differs from the first of the editions; None if not asked for.
        condition: Condition of the document, judged by the document, its extent and its texts.
        extent: How much the document has of the edition that it is compared with, or else of the first of the editions;
            null for a document that is compared with none and has the verdict `none`.
        diagnostics: The document's problems.
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


def identify(document: ParsedDocument, store: Store, reference: Store | None = None) -> Identification:
    """Find the editions whose text a document contains.

    Args:
        document: A whole document or a fragment. Only its rules and glossary entries are looked at.
        store: The knowledge base with the editions to choose from.
        reference: The ledger or knowledge base by which its condition is judged; None for `store`.
    """
    units = units_of(document)
    ranked = _Matches(store, units).rank(document.work) if units else []
    best = [candidate for candidate in ranked if _rank_candidate(candidate) == _rank_candidate(ranked[0])]
    verdict: Verdict = _judge(best) if best else "none"
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
    )


def _judge(best: Sequence[Candidate]) -> Verdict:
    """Return what an identification says of a document whose best candidates, all equally good, are given."""
    if best[0].score < SURE:
        return "nearest"
    return "edition" if len(best) == 1 else "range"


def _of_one_work(candidates: Sequence[Candidate], work: str) -> list[Candidate]:
    """Return the candidates of the work that has most of a document's text; of equal ones, its own work.

    A later rulings summary quotes the Comprehensive Rules, and the knowledge base may have no issue of that summary.
    Then the candidates are editions of the Comprehensive Rules.

    Args:
        candidates: The candidates of all works.
        work: The document's own work.
    """
    best = {candidate.work: candidate.score for candidate in sorted(candidates, key=lambda candidate: candidate.score)}
    chosen = max(best, key=lambda name: (best[name], name == work, name), default=work)
    return [candidate for candidate in candidates if candidate.work == chosen]


def _rank_candidate(candidate: Candidate) -> tuple[float, int, int, int]:
    """Return what sorts the better candidate first; equal for candidates that are equally good."""
    return -candidate.score, -candidate.placed, -candidate.numbered, candidate.lacking or 0


class _Occurrence(NamedTuple):
    """A record of an edition that has the text of a unit.

    Attributes:
        position: Index of the record in the edition; glossary entries come after all rules.
        name: Number of the record, or `glossary:TERM`.
    """

    position: int
    name: str


def _choose_position(occurrences: Sequence[_Occurrence], name: str, before: int | None) -> int:
    """Return the position in an edition that a unit of the document corresponds to.

    Args:
        occurrences: The records of the edition with the unit's text, in order; at least one.
        name: The unit's number or term. A record under this name is chosen first.
        before: The position of the unit before it; None if there is none. Otherwise the first record after that is
            chosen, or else the first one of all.
    """
    for occurrence in occurrences:
        if occurrence.name == name:
            return occurrence.position
    for occurrence in occurrences:
        if before is not None and occurrence.position > before:
            return occurrence.position
    return occurrences[0].position


class DocumentUnit(Struct, frozen=True):
    """A rule or glossary entry of the document.

    Attributes:
        name: Number of the rule, or `glossary:TERM`.
        passage: Text of the unit; the heading of a rule that has no text of its own.
        imprint: Imprint of the passage.
        below: Imprints of the examples and notes.
        is_last: Whether it is the last rule or the last glossary entry, so that it may break off.
    """

    name: str
    passage: str
    imprint: int
    below: tuple[int, ...]
    is_last: bool


def units_of(document: ParsedDocument) -> tuple[DocumentUnit, ...]:
    """Return all rules, then all glossary entries, in the order of the document, without those that have no words."""
    sides: tuple[Sequence[Rule | GlossaryEntry], ...] = (document.rules, document.glossary)
    units: list[DocumentUnit] = []
    for records in sides:
        for record in records:
            name = key_of_term(record.term) if isinstance(record, GlossaryEntry) else record.number
            passage = passage_of(record)
            main, *below = map(imprint, (passage.shown, *passage.examples, *passage.notes))
            if main is not None:
                imprints = tuple(number for number in below if number is not None)
                units.append(DocumentUnit(name, passage.shown, main, imprints, record is records[-1]))
    return tuple(units)


class _Matches:
    """The matches between the units of a document and the editions of a knowledge base.

    A set of editions is a number with one bit for each edition: sets of names would need a hundred times the memory.

    Attributes:
        bits: Edition → its bit.
        held: For each unit, the set of the editions that have all of its passages.
        placed: For each unit, the set of those of `held` that have its text under its number or term.
        main: For each unit, the set of the editions that have its text, perhaps without its examples and notes.
    """

    def __init__(self, store: Store, units: Sequence[DocumentUnit]) -> None:
        self._store = store
        self._units = units
        wanted: set[int] = set()
        for unit in units:
            wanted.update((unit.imprint, *unit.below))
        alike = store.texts_like(wanted)
        self._imprints = {text: imprint_ for imprint_, texts in alike.items() for text in texts}  # by id of a text
        self.bits = {edition: 1 << index for index, edition in enumerate(store.edition_ids)}
        self._anywhere: dict[int, int] = defaultdict(int)
        under: dict[tuple[int, str], int] = defaultdict(int)
        read = cache(lambda editions: sum(self.bits[edition] for edition in editions.split(",")))
        for text, name, editions in store.find_occurrences(self._imprints):
            text_imprint = self._imprints[text]
            self._anywhere[text_imprint] |= read(editions)
            if name:
                under[text_imprint, name] |= read(editions)
        self.main = [self._anywhere[unit.imprint] for unit in units]
        self.held = []
        for unit, editions_of_main in zip(units, self.main, strict=True):
            held = editions_of_main
            for passage_imprint in unit.below:
                held &= self._anywhere[passage_imprint]
            self.held.append(held)
        self.placed = [held & under[unit.imprint, unit.name] for unit, held in zip(units, self.held, strict=True)]
        self._own_words = cache(lambda index: _fold(units[index].passage))

    def rank(self, work: str) -> list[Candidate]:
        """Return the candidates for a document of a work, best first."""
        candidates = map(self._make_candidate, self._select_editions(work))
        telling = [candidate for candidate in candidates if candidate.score >= SOMETHING]
        ranked = sorted(
            _of_one_work(telling, work), key=lambda candidate: (_rank_candidate(candidate), candidate.edition)
        )
        ties = [candidate for candidate in ranked if _rank_candidate(candidate) == _rank_candidate(ranked[0])]
        if len(ties) > 1:
            ranked[: len(ties)] = self._without_gaps(ties)
        return ranked

    def count_placed(self, edition: str) -> int:
        """Return how many units an edition has verbatim under the same number or term."""
        bit = self.bits[edition]
        return sum(bool(editions & bit) for editions in self.placed)

    def _select_editions(self, work: str) -> list[str]:
        """Return the editions that may be the best ones, of the document's own work and of others."""
        held, placed = self._count_editions(self.held), self._count_editions(self.placed)
        by_words = sorted(self._by_words, key=lambda edition: (-len(self._by_words[edition]), edition))
        chosen: set[str] = set()
        for is_own in (True, False):
            group = {
                edition for edition, edition_work in self._store.work_of.items() if (edition_work == work) == is_own
            }
            counts = {edition: (held[edition], placed[edition]) for edition in group if held[edition]}
            considered = sorted(counts.values(), reverse=True)[:CONSIDERED]
            # editions that are equal to the last of these are considered, too
            chosen.update(edition for edition, count in counts.items() if count >= considered[-1])
            chosen.update([edition for edition in by_words if edition in group][:CONSIDERED])
        return sorted(chosen)

    def _count_editions(self, sets: Iterable[int]) -> dict[str, int]:
        """Return edition → how many of some sets of editions it is in."""
        times = Counter(sets)
        counts: dict[str, int] = {}
        for edition, bit in self.bits.items():
            counts[edition] = sum(count for editions, count in times.items() if editions & bit)
        return counts

    def _make_candidate(self, edition: str) -> Candidate:
        """Return an edition with how much of the document it has."""
        units, bit = self._units, self.bits[edition]
        missing = [index for index in range(len(units)) if not self.held[index] & bit]
        nearly = self._find_near(edition, missing[:LOOKED_AT])
        placed = self.count_placed(edition)
        placed += sum(is_at_home for _, is_at_home in nearly.values())
        weights = [(likeness + self._share_below(index, bit)) / 2 for index, (likeness, _) in nearly.items()]
        whole = len(units) - len(missing)
        keys = frozenset(self._store.keys(edition))
        score = (whole + sum(weights)) / len(units)
        return Candidate(
            edition=edition,
            work=self._store.work_of[edition],
            rules_matched=whole + len(nearly),
            rules_total=len(units),
            verbatim=whole,
            near=len(nearly),
            unmatched=len(missing) - len(nearly),
            placed=placed,
            numbered=sum(unit.name in keys for unit in units),
            lacking=None,
            score=round(score, 6),
        )

    def _share_below(self, unit: int, bit: int) -> float:
        """Return the share of a unit's examples and notes that an edition has; 1 if the unit has none."""
        below = self._units[unit].below
        if not below:
            return 1.0
        return sum(bool(self._anywhere[passage_imprint] & bit) for passage_imprint in below) / len(below)

    @cached_property
    def _by_words(self) -> dict[str, dict[int, list[int]]]:
        """Return edition → index of a unit → ids of the edition's texts that share long words with the unit.

        Only units whose text no edition has verbatim are looked up, the longest first.
        """
        lost = [index for index in range(len(self._units)) if not self.main[index]]
        lost.sort(key=lambda index: (-len(self._units[index].passage), index))
        hits: dict[int, list[int]] = defaultdict(list)
        for index in lost[:_SOUGHT]:
            long_words = set(_LONG_WORD.findall(self._own_words(index)))
            telling = sorted(long_words, key=lambda word: (-len(word), word))[:_WORDS]
            for text in self._store.texts_sharing(telling, _HITS):
                hits[text].append(index)
        by_words: dict[str, dict[int, list[int]]] = defaultdict(lambda: defaultdict(list))
        for text, name, editions in self._store.find_occurrences(hits):
            for edition in editions.split(",") if name else ():
                for index in hits[text]:
                    by_words[edition][index].append(text)
        return by_words

    def _find_near(self, edition: str, missing: Sequence[int]) -> dict[int, tuple[float, bool]]:
        """Return the near matches of some units in an edition.

        A text under the unit's own number or term is preferred to one that is found by its words.

        Args:
            edition: Id of the edition.
            missing: Indices of the units, which the edition does not hold.

        Returns:
            Index of a unit → the similarity of its near match, and whether that is under the same name.
        """
        named = self._store.texts_at(edition, {self._units[index].name for index in missing})
        by_words = self._by_words.get(edition, {})
        nearest: dict[int, tuple[float, bool]] = {}
        for index in missing:
            for texts, is_named in ((named.get(self._units[index].name, ()), True), (by_words.get(index, ()), False)):
                best = max((self._compare_texts(index, text) for text in texts), default=0.0)
                if best >= NEAR:
                    nearest[index] = best, is_named
                    break
        return nearest

    @cached_method
    def _compare_texts(self, index: int, text: int) -> float:
        """Return how similar a unit and a text of the knowledge base are, 0 to 1; 0 below `NEAR`.

        The last unit of the document may break off, so it is compared with as much of the text.
        """
        own_words, other_words = self._own_words(index), self._other_words(text)
        if self._units[index].is_last and _ENOUGH_TO_CUT <= len(own_words) < len(other_words):
            other_words = other_words[: len(own_words)]
        similarity: float = Indel.normalized_similarity(own_words, other_words, score_cutoff=NEAR)
        return similarity

    @cached_method
    def _other_words(self, text: int) -> str:
        title, words = self._store.texts([text])[text]
        return _fold(words or title or "")

    def _without_gaps(self, ties: Sequence[Candidate]) -> list[Candidate]:
        """Return equally good candidates sorted by how many of their passages the document lacks.

        If the document is an excerpt of all of them, that is no evidence, and they are returned as they are.
        """
        lacks = {tie.edition: self._count_lacking(tie.edition) for tie in ties}
        if min(lacks.values()) > EXCERPT * len(self._units):
            return list(ties)
        complete = [replace(tie, lacking=lacks[tie.edition]) for tie in ties]
        return sorted(complete, key=lambda candidate: (_rank_candidate(candidate), candidate.edition))

    def _count_lacking(self, edition: str) -> int:
        """Count the passages of an edition that the document lacks.

        These are rules between two units that are close to each other in the edition, and examples and notes of units.
        Units without a match count against rules that are missing around them, since they may be the same.
        """
        occurrences_of: dict[int, list[_Occurrence]] = defaultdict(list)  # by imprint
        below: dict[int, int] = {}
        for text, name, index, count in self._store.positions(edition):
            position = index + (GLOSSARY if is_term(name) else 0)
            below[position] = count
            if text in self._imprints:
                occurrences_of[self._imprints[text]].append(_Occurrence(position, name))
        lacks = unmatched = 0
        before: int | None = None
        for unit, editions in zip(self._units, self.main, strict=True):
            occurrences = occurrences_of.get(unit.imprint)
            if occurrences is None or not editions & self.bits[edition]:
                unmatched += 1
                continue
            position = _choose_position(occurrences, unit.name, before)
            if before is not None and 0 < position - before - 1 <= LONGEST_GAP + unmatched:
                lacks += max(0, position - before - 1 - unmatched)
            if position < GLOSSARY:
                lacks += max(0, below[position] - len(unit.below))
            before, unmatched = position, 0
        return lacks


def _fold(passage: str) -> str:
    """Return as much of a passage as is compared, without typography and provenance tags."""
    return fold(without_tags(passage))[:_COMPARED]
