"""Documents audited against themselves, and against the faults of an edition."""

from __future__ import annotations

from typing import ClassVar

import pytest
from msgspec.structs import replace

from graph.audit.document import audit_document, list_spans, looks_whole, resolve_document
from graph.audit.faults import FaultSpan, make_fault
from graph.audit.known import compare_with_faults
from rules.faults import AuditFault
from rules.numbers import kind_of, parent_of
from rules.records import COMPREHENSIVE_RULES, Condition, GlossaryEntry, ParsedDocument, Resolution, Rule
from scraper.labels import check_numbers

DAY = "2001-01-01"


def make_document(texts: dict[str, str], condition: Condition = "good") -> ParsedDocument:
    rules = tuple(
        Rule(DAY, number, kind_of(number), None, text, parent=parent_of(number)) for number, text in texts.items()
    )
    diagnostics = check_numbers(rules, "town.txt")
    return ParsedDocument(
        "town.txt", COMPREHENSIVE_RULES, "official", "ascii", DAY, condition, rules, (), (), (), diagnostics
    )


def list_faults(document: ParsedDocument, *, is_whole: bool, known: frozenset[str] = frozenset()) -> list[str]:
    audited = audit_document(document, resolve_document(document), is_whole=is_whole, existing=known)
    return [f"{fault.source}: {fault.raw} {fault.status}" for fault in audited.faults]


CHAPTER = {
    "702.3": "Boats wait.",
    "702.4": "See rule 702.1, rule 702.4z, rule 702.9 and rule 601.2.",
    "702.5": "Carts wait.",
}


@pytest.mark.parametrize(
    ("known", "broken"),
    [
        (frozenset[str](), ["702.4z"]),
        (frozenset({"702.1", "601.2", "702.9"}), ["702.4z"]),
        (frozenset({"702.1"}), ["702.4z", "702.9", "601.2"]),
    ],
    ids=["nothing is known", "the edition has them", "the edition has one"],
)
def test_a_part_is_judged_by_what_it_covers_or_the_edition_has(known: frozenset[str], broken: list[str]) -> None:
    document = make_document(CHAPTER)
    assert list_faults(document, is_whole=False, known=known) == [f"702.4: {number} missing" for number in broken]


def test_of_a_chapter_from_its_beginning_all_numbers_are_judged_unless_its_end_is_missing() -> None:
    texts = {"702.1": "Boats wait. See rule 702.9.", "702.2": "Carts wait."}
    assert list_faults(make_document(texts), is_whole=False) == ["702.1: 702.9 missing"]
    assert list_faults(make_document(texts, "truncated"), is_whole=False) == []


def test_a_whole_document_has_all_that_it_refers_to() -> None:
    assert len(list_faults(make_document(CHAPTER), is_whole=True)) == 4


@pytest.mark.parametrize(
    ("first", "condition", "whole"),
    [("1", "good", True), ("100.1", "good", True), ("702.1", "good", False), ("1", "truncated", False)],
)
def test_a_document_is_whole_if_it_has_its_beginning_and_its_end(first: str, condition: Condition, whole: bool) -> None:
    assert looks_whole(make_document({first: "Boats wait."}, condition)) == whole


def find_reference(document: ParsedDocument, raw: str) -> Resolution:
    return next(found for found in resolve_document(document) if found.reference.raw == raw)


class TestEdition:
    """What the history of the edition adds."""

    TEXTS: ClassVar = {"100.1": "See rule 100.2 and rule 100.7.", "100.2": "Boats wait.", "100.3": "Carts wait."}

    def compare(
        self, document: ParsedDocument, faults: list[AuditFault], edition: ParsedDocument
    ) -> list[tuple[str, str, str | None, bool | None]]:
        audited = audit_document(document, resolve_document(document), is_whole=True)
        compared = compare_with_faults(audited, faults, resolve_document(edition), list_spans(document))
        return [(fault.raw, fault.status, fault.suggestion, fault.in_edition) for fault in compared.faults]

    def test_a_fault_of_both_has_the_evidence_of_the_edition(self) -> None:
        document = make_document(self.TEXTS)
        known = make_fault(DAY, find_reference(document, "100.7"), "missing", FaultSpan(DAY, DAY))
        known = replace(known, suggestion="100.3")
        assert self.compare(document, [known], document) == [("100.7", "missing", "100.3", True)]

    def test_a_reference_that_drifted_is_found_where_the_document_prints_it_too(self) -> None:
        document = make_document(self.TEXTS)
        drifted = make_fault(DAY, find_reference(document, "100.2"), "drifted", FaultSpan(DAY, DAY))
        assert ("100.2", "drifted", None, True) in self.compare(document, [drifted], document)
        mended = make_document(self.TEXTS | {"100.1": "See rule 100.3."})
        assert self.compare(mended, [drifted], document) == []

    def test_a_fault_of_the_document_alone_is_mended_as_the_edition_prints_it(self) -> None:
        edition = make_document(self.TEXTS | {"100.1": "See rule 100.2 and rule 100.3."})
        assert self.compare(make_document(self.TEXTS), [], edition) == [("100.7", "missing", "100.3", False)]
        unlike = make_document(self.TEXTS | {"100.1": "See rule 100.3 and rule 100.3."})
        assert self.compare(make_document(self.TEXTS), [], unlike) == [("100.7", "missing", None, False)]


def test_glossary_entries_that_the_edition_has_are_no_faults_of_a_part() -> None:
    document = replace(make_document(CHAPTER), glossary=(GlossaryEntry(DAY, "Boat", "See Pilot."),))
    found = list_faults(document, is_whole=False, known=frozenset({"702.1", "702.9", "601.2", "glossary:Pilot"}))
    assert found == ["702.4: 702.4z missing"]
    assert "glossary:Boat: Pilot missing" in list_faults(document, is_whole=False)
