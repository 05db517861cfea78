"""References of the real rulings summary, where the archive is at hand: nearly all resolve, none is missed."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from graph.references import resolve_records
from graph.references.resolve import passages
from rules.provenance import has_unread_date, provenance_of
from rules.records import ParsedDocument, Resolution
from scraper.archive import load_archive, read_copy
from scraper.parse import parse_bytes
from scraper.registry import load_registry

pytestmark = pytest.mark.archive


@pytest.fixture(scope="module")
def document(real_archive: Path) -> ParsedDocument:
    archive = load_archive(real_archive)
    ids = {edition.id for edition in load_registry().editions if edition.work == "rulings-summary"}
    copy = next(copy for entry in archive.entries if entry.edition in ids for copy in entry.copies)
    return parse_bytes(read_copy(archive, copy), copy.file)


@pytest.fixture(scope="module")
def resolutions(document: ParsedDocument) -> tuple[Resolution, ...]:
    return resolve_records(document.rules, document.glossary)


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
