"""References and audit over the real editions and the real rulings summary, where they are at hand."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from bench.references import FOLDER, SAMPLES, load_references, measure_agreement, sum_agreements
from graph.references.resolve import passages, resolve_references
from rules.provenance import has_unread_date, provenance_of
from rules.records import ParsedDocument, Resolution
from rules.store import open_store
from scraper.archive import load_archive, read_copy
from scraper.parse import parse_bytes
from scraper.registry import load_registry

pytestmark = pytest.mark.archive


@pytest.mark.parametrize("name", SAMPLES)
def test_labelled_references_are_found(whole: Path, name: str) -> None:
    with open_store(whole) as store:
        gold = load_references(FOLDER / name)
        agreed = sum_agreements(
            measure_agreement(day, gold[day], store.rules(day), store.glossary(day)) for day in gold
        )
    assert agreed.labelled > 200
    assert min(agreed.precision, agreed.recall) >= 0.995, "\n".join(agreed.differing)


@pytest.mark.long
def test_the_faults_of_the_archive(whole: Path) -> None:
    with open_store(whole) as store:
        faults = list(store.faults(store.edition_ids))
        keys = {edition: set(store.keys(edition)) for edition in store.edition_ids}
    named = {(fault.edition, fault.source, fault.raw): fault for fault in faults}
    # each of these was read in the text; the publisher mended most of them later
    assert named["2005-08-01", "605.2c#2", "605.2c"].suggestion == "609.2c"
    assert named["2007-05-01", "418.5k", "419.1f"].suggestion == "409.1f"
    assert named["2007-05-01", "104.4", "212.3d"].suggestion == "212.3f"
    assert named["2008-10-01", "306.1c", "306.1c"].suggestion == "306.3c"
    assert named["2009-07-11", "401.6", "602.1i"].suggestion == "601.2h"
    assert named["2009-07-11", "glossary:Ability Word", "206.3"].suggestion == "206.2c"
    assert named["2026-02-27", "glossary:Hybrid Card", "202.2f"].suggestion == "202.2d"
    assert named["2016-11-11", "702.123d", "903.11a"].suggestion == "903.10a"
    assert named["2019-05-03", "702.123d", "903.11a"].suggestion == "903.10a"
    assert named["2024-07-30", "glossary:Day", "727"].suggestion == "728"
    assert named["2026-02-27", "glossary:Map", "110.10"].suggestion == "111.10"
    wrong = [
        fault
        for fault in faults
        if fault.status in ("missing", "drifted", "mistaken", "title-mismatch")
        and fault.suggestion is not None
        and "-" not in fault.suggestion
        and not {fault.suggestion, f"glossary:{fault.suggestion}"} & keys[fault.edition]
    ]
    assert not wrong, "what was meant must be there"


@pytest.fixture(scope="module")
def document(real_archive: Path) -> ParsedDocument:
    archive = load_archive(real_archive)
    ids = {edition.id for edition in load_registry().editions if edition.work == "rulings-summary"}
    copy = next(copy for entry in archive.entries if entry.edition in ids for copy in entry.copies)
    return parse_bytes(read_copy(archive, copy), copy.file)


@pytest.fixture(scope="module")
def resolutions(document: ParsedDocument) -> tuple[Resolution, ...]:
    return resolve_references(document.rules, document.glossary)


def test_at_least_99_in_100_resolve(resolutions: tuple[Resolution, ...]) -> None:
    assert len(resolutions) >= 750
    resolved = sum(row.status == "ok" for row in resolutions)
    assert resolved >= 0.99 * len(resolutions), [row for row in resolutions if row.status != "ok"]


def test_no_number_in_the_text_is_missed(document: ParsedDocument, resolutions: tuple[Resolution, ...]) -> None:
    by_place: dict[tuple[str, str], list[Resolution]] = {}
    for row in resolutions:
        by_place.setdefault((row.reference.source, row.reference.field), []).append(row)
    for source, field, passage in passages(document.rules, document.glossary):
        for number in re.finditer(r"(?<![\w.])[A-Z]\.[\d*]", passage):
            rows = by_place.get((source, field), [])
            assert any(row.reference.start <= number.start() < row.reference.end for row in rows), (source, number[0])


def test_every_tag_is_read(document: ParsedDocument) -> None:
    tags = [tag for rule in document.rules for tag in provenance_of(rule)]
    brackets = sum(passage.count("[") for _, _, passage in passages(document.rules, document.glossary))
    assert brackets - len(tags) == 1  # an option that a card's words leave open
    assert all(tag.source and tag.start < tag.end and not has_unread_date(tag) for tag in tags)
    assert sum(tag.date is not None for tag in tags) > 750
    assert sum(tag.page is not None for tag in tags) > 400
