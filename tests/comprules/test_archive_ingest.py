"""The whole archive, where it is at hand."""

from __future__ import annotations

from pathlib import Path

import pytest

from comprules.ingest import ingest
from graph.lineages import read_registry
from rules.store import open_store
from scraper.archive import load_archive

pytestmark = pytest.mark.archive


def test_every_edition_has_rules_glossary_and_references(real_archive: Path, whole: Path) -> None:
    with open_store(whole) as store:
        counts = store.counts()
        editions = {edition.id: edition for edition in store.editions()}
        for entry in load_archive(real_archive).entries:
            assert entry.edition in editions, f"{entry.edition} was left out"
            rules, glossary, references = counts[entry.edition]
            assert rules > 300, entry.edition
            assert references > 100, entry.edition
            if editions[entry.edition].work == "comprehensive-rules":
                assert glossary > 100, entry.edition
            files = {witness.file for witness in editions[entry.edition].witnesses}
            assert files == {copy.file for copy in entry.copies}, "a witness was lost"


def test_a_second_run_changes_nothing(real_archive: Path, whole: Path) -> None:
    before = whole.stat()
    report = ingest(real_archive, whole)
    assert report.worked == ()
    assert not report.written
    assert whole.stat().st_mtime_ns == before.st_mtime_ns


def test_references_point_into_their_passages(whole: Path) -> None:
    with open_store(whole) as store:
        for edition in store.edition_ids[:: max(1, len(store.edition_ids) // 8)]:
            records = {rule.key: rule for rule in store.rules(edition)}
            for resolution in store.references(edition):
                reference = resolution.reference
                rule = records.get(reference.source)
                if rule is None or reference.field.startswith("note"):
                    continue
                kind, _, item = reference.field.partition(":")
                passage = rule.text if kind == "text" else rule.examples[int(item)]
                assert passage[reference.start : reference.end] == reference.raw


def test_every_record_lies_on_one_lineage(whole: Path) -> None:
    with open_store(whole) as store:
        for edition in store.edition_ids:
            lineages = store.lineages(edition)
            assert tuple(lineages) == store.keys(edition), edition
            assert len(set(lineages.values())) == len(lineages), edition


def test_every_registered_lineage_resolves(whole: Path) -> None:
    with open_store(whole) as store:
        known = {row[0] for row in store.select("SELECT id FROM lineages UNION SELECT alias FROM lineage_aliases")}
    assert [lineage.id for lineage in read_registry() if lineage.id not in known] == []
