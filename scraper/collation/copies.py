"""The copies of an edition, in the order from best to worst."""

from collections.abc import Sequence
from typing import NamedTuple

from rules.records import CONDITIONS, RETYPED, GlossaryEntry, ParsedDocument, Rule, Witness
from rules.typography import FormCounts, count_differing, count_forms, typography_of
from scraper.archive import Copy
from scraper.collation.agreement import is_damaged, words_of_record

ParsedCopy = tuple[Copy, ParsedDocument]
"""The facts of a copy and its records."""


class _Wholeness(NamedTuple):
    """How whole a copy is, as a sort key that puts the best one first.

    Attributes:
        unusable: Whether it cannot be the base of a reading.
        retyped: Whether it is somebody's own typing.
        undamaged: The number of its undamaged rules and entries, as a negative number.
        condition: The place of its condition in the order from best to worst.
    """

    unusable: bool
    retyped: bool
    undamaged: int
    condition: int


class _Rank(NamedTuple):
    """The place of a copy among those of its edition, as a sort key that puts the best one first.

    Attributes:
        wholeness: How whole it is.
        foreign: The number of marks with another form than in the neighbouring editions, such as straight quotes.
        marks: The number of its rules with curly marks, as a negative number, because copies lose marks.
        file: Its path, so that the order does not depend on that of the witnesses.
    """

    wholeness: _Wholeness
    foreign: float
    marks: int
    file: str


def is_usable(document: ParsedDocument) -> bool:
    """Return whether a copy can be the base of a reading: it has rules with texts, unlike a list of contents."""
    has_texts = any(rule.text for rule in document.rules)
    return has_texts and document.condition != "destroyed"


def sort_copies(witnesses: Sequence[ParsedCopy], neighbours: Sequence[Sequence[ParsedDocument]]) -> list[ParsedCopy]:
    """Return the copies, the best first.

    Usable copies come before others, and retyped ones after all others. Then the copy with the most undamaged passages
    is better, then the one in the better condition, then the one whose typography is most like that of the neighbouring
    editions, then the one with the most curly marks, because copies lose marks.

    Args:
        witnesses: The copies.
        neighbours: The usable copies of the editions before and after.
    """
    foreign: dict[str, float] = {}
    if neighbours and len(witnesses) > 1:
        counts_of_neighbours = [list(map(_count_forms, documents)) for documents in neighbours]
        for facts, document in witnesses:
            foreign[facts.file] = _count_foreign(_count_forms(document), counts_of_neighbours)

    def rank(copy: ParsedCopy) -> _Rank:
        facts, document = copy
        return _Rank(_measure_wholeness(copy), foreign.get(facts.file, 0), -_count_marked(document), facts.file)

    return sorted(witnesses, key=rank)


def are_equally_whole(witnesses: Sequence[ParsedCopy]) -> bool:
    """Return whether several best copies are equally whole but differ in typography, so that only that can decide."""
    best, *further = sorted(witnesses, key=_measure_wholeness)
    if not further:
        return False
    _, best_document = best
    counts = _count_forms(best_document)
    for copy in further:
        _, document = copy
        if _measure_wholeness(copy) == _measure_wholeness(best) and count_differing(counts, _count_forms(document)):
            return True
    return False


def witness_of(facts: Copy, document: ParsedDocument, *, chosen: bool = False) -> Witness:
    """Return a copy as a witness, with the facts that the knowledge base keeps about it.

    Args:
        facts: Its facts from the manifest.
        document: Its records.
        chosen: Whether it is the base of the edition's reading.
    """
    condition = document.condition
    if facts.condition is not None and condition != "destroyed":
        condition = RETYPED
    return Witness(
        file=facts.file,
        origin=facts.origin,
        sha256=facts.sha256,
        size=facts.bytes,
        encoding=document.encoding,
        condition=condition,
        stated_edition=document.edition,
        rules=len(document.rules),
        glossary=len(document.glossary),
        chosen=chosen,
        reason=facts.reason,
        typography=typography_of(_count_forms(document)),
    )


def _measure_wholeness(copy: ParsedCopy) -> _Wholeness:
    facts, document = copy
    return _Wholeness(
        unusable=not is_usable(document),
        retyped=facts.condition == RETYPED,
        undamaged=-_count_undamaged(document),
        condition=CONDITIONS.index(document.condition),
    )


def _count_undamaged(document: ParsedDocument) -> int:
    """Return how many rules and entries of a copy have lost nothing."""
    records = _list_records(document)
    if document.condition == "good":
        return len(records)
    undamaged = sum(not is_damaged(words_of_record(record)) for record in records)
    if document.condition == "truncated":
        undamaged -= 1  # the last record may be cut
    return undamaged


def _count_marked(document: ParsedDocument) -> int:
    """Return how many rules of a copy have curly quotes or apostrophes."""
    return sum("’" in rule.text or "“" in rule.text for rule in document.rules)


def _count_forms(document: ParsedDocument) -> FormCounts:
    return count_forms(map(words_of_record, _list_records(document)))


def _count_foreign(counts: FormCounts, neighbours: Sequence[Sequence[FormCounts]]) -> float:
    """Return the number of marks with another form than in the most similar copy of each neighbouring edition."""
    foreign = 0.0
    for copies in filter(None, neighbours):
        foreign += min(count_differing(counts, copy) for copy in copies)
    return foreign


def _list_records(document: ParsedDocument) -> list[Rule | GlossaryEntry]:
    return [*document.rules, *document.glossary]
