"""The accuracy report: it counts from the records, and it tells gains and losses."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from bench.alignment import measure_alignment
from bench.reading import COLUMNS, count_edition, measure_reading
from bench.references import measure_references
from bench.report import compare_counts
from bench.section import Section
from comprules.facts import SAMPLE
from rules.records import ParsedDocument
from rules.store import open_store
from scraper.archive import load_archive
from scraper.parse import parse_bytes


@pytest.fixture(scope="module")
def reading() -> Section:
    return measure_reading(SAMPLE, jobs=1)


def test_no_line_of_the_sample_is_left_over(reading: Section) -> None:
    editions = [entry.edition for entry in load_archive(SAMPLE).entries]
    assert len(editions) == 6
    for edition in (*editions, "all"):
        counts = {name: reading.counts.get(f"{edition} {name}", 0) for name in COLUMNS}
        assert counts["lines"] > 0, edition
        assert counts["unclaimed"] == 0, edition
        assert counts["claimed"] + counts["dropped"] == counts["lines"], edition
        by_reason = (count for name, count in reading.counts.items() if name.startswith(f"{edition} dropped lines by"))
        assert sum(by_reason) == counts["dropped"], edition
    assert [line.split()[0] for line in reading.lines[1:8]] == [*editions, "all"]


def test_lost_lines_are_counted(reading: Section, monkeypatch: pytest.MonkeyPatch) -> None:
    def parse_forgetfully(data: bytes, name: str) -> ParsedDocument:
        document = parse_bytes(data, name)
        return msgspec.structs.replace(document, glossary=document.glossary[1:])

    archive = load_archive(SAMPLE)
    entry = archive.entries[-1]
    monkeypatch.setattr("bench.reading.parse_bytes", parse_forgetfully)
    counts = count_edition(archive, entry)
    assert counts["unclaimed"] > 0
    assert counts["glossary"] == reading.counts[f"{entry.edition} glossary"] - 1


def test_the_comparison_tells_gains_and_losses(reading: Section) -> None:
    now = {"reading": reading.counts}
    assert "  no difference" in list(compare_counts("main", now, now))
    rules, edition = reading.counts["all rules"], load_archive(SAMPLE).entries[0].edition
    before = {**reading.counts, "all rules": rules - 2, f"{edition} lines": reading.counts[f"{edition} lines"] + 3}
    lines = list(compare_counts("main", {"reading": before}, now))
    assert lines[1] == f"  all rules {rules - 2:,} → {rules:,} (+2)", "the totals come first"
    assert lines[2].endswith("(-3)")
    assert list(compare_counts("main", {}, now))[-1] == "  the other revision did not measure it"
    many = {f"row {index}": index for index in range(50)}
    assert list(compare_counts("main", {"a": many}, {"a": dict.fromkeys(many, 90)}))[-1] == "  and 10 more"


def test_the_sample_has_no_judged_pair_and_no_labels(sample_kb: Path) -> None:
    with open_store(sample_kb) as store:
        aligned, references = measure_alignment(store, 1), measure_references(store, 1)
    assert "  the archive has no two editions that were judged" in aligned.lines
    assert references.lines[1:] == [
        f"references, {name} sample: the archive has no labelled edition" for name in ("first", "second", "third")
    ]
