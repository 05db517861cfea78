"""The real archive, where it is at hand: all of it ingested, the ledger that ships, copies and documents identified."""

from __future__ import annotations

import json
import zlib
from pathlib import Path

import pytest

from bench.identification import identify_all
from comprules.ingest import ingest
from graph.answers.history import answer_history
from graph.compare.comparison import compare
from graph.history import History
from graph.ledger import SHIPPED, Ledger
from graph.ledger.differences import list_differences
from graph.lineages.registry import read_registry
from rules.store import Store, open_store
from scraper.archive import load_archive
from tests.comprules.running import comprules
from tests.graph.ledger.agreement import WithoutTexts, check_edition, check_editions, check_lineage

SEEDS = Path(__file__).parents[3] / "shared" / "seeds"

pytestmark = pytest.mark.archive
needs_seeds = pytest.mark.skipif(not SEEDS.is_dir(), reason=f"no seed documents in {SEEDS}")


def test_every_edition_has_rules_glossary_and_references(real_archive: Path, whole_store: Store) -> None:
    counts = whole_store.counts()
    editions = {edition.id: edition for edition in whole_store.editions()}
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


def test_references_point_into_their_passages(whole_store: Store) -> None:
    for edition in whole_store.edition_ids[:: max(1, len(whole_store.edition_ids) // 8)]:
        records = {rule.key: rule for rule in whole_store.rules(edition)}
        for resolution in whole_store.references(edition):
            reference = resolution.reference
            rule = records.get(reference.source)
            if rule is None or reference.field.startswith("note"):
                continue
            kind, _, item = reference.field.partition(":")
            passage = rule.text if kind == "text" else rule.examples[int(item)]
            assert passage[reference.start : reference.end] == reference.raw, (edition, reference)


def test_every_record_lies_on_one_lineage(whole_store: Store) -> None:
    for edition in whole_store.edition_ids:
        lineages = whole_store.lineages(edition)
        assert tuple(lineages) == whole_store.keys(edition), edition
        assert len(set(lineages.values())) == len(lineages), edition
    known = {row[0] for row in whole_store.select("SELECT id FROM lineages UNION SELECT alias FROM lineage_aliases")}
    assert [lineage.id for lineage in read_registry() if lineage.id not in known] == []


def test_the_ledger_that_ships_is_what_the_archive_yields(whole_ledger: Ledger) -> None:
    # rows are only compared where the bytes are not the same: another version of SQLite may have written them
    if whole_ledger.path.read_bytes() != SHIPPED.read_bytes():
        with Ledger(SHIPPED) as shipped:
            assert list(list_differences(shipped, whole_ledger)) == []
    assert len(zlib.compress(SHIPPED.read_bytes())) < 6_000_000  # bytes, as a wheel packs it


@pytest.mark.parametrize("every", [40, pytest.param(4, marks=pytest.mark.long)])
def test_it_says_what_the_knowledge_base_says(whole_store: Store, whole_ledger: Ledger, every: int) -> None:
    check_editions(whole_store, whole_ledger)
    for edition in {*whole_store.edition_ids[::every], whole_store.edition_ids[-1]}:
        check_edition(whole_store, whole_ledger, edition)
    for lineage in sorted({version.lineage for version in whole_store.all_versions()})[:: 8 * every]:
        check_lineage(whole_store, whole_ledger, lineage)


def test_comparisons_and_traces_agree(whole_store: Store, whole_ledger: Ledger) -> None:
    line = whole_store.editions_of()
    middle, last = len(line) // 2, len(line) - 1
    for old, new in ((0, middle), (middle, last), (last, 0), (middle, middle)):
        ours, theirs = (
            compare(History(store), line[old], line[new]) for store in (whole_ledger, WithoutTexts(whole_store))
        )
        assert ours == theirs, (line[old], line[new])
    for lineage in sorted({version.lineage for version in whole_store.all_versions()})[::23]:
        assert answer_history(History(whole_ledger), lineage) == answer_history(
            History(WithoutTexts(whole_store)), lineage
        )


def test_what_is_quoted_is_found(whole_store: Store, whole_ledger: Ledger) -> None:
    missed, quotes = [], 0
    for edition in whole_store.editions_of()[:: max(1, len(whole_store.editions_of()) // 9)]:
        for rule in whole_store.rules(edition)[::17]:
            words = rule.text.split()
            for count in (5, 8):
                if len(words) > 2 * count:
                    quotes += 1
                    quote = " ".join(words[count : 2 * count])
                    if whole_ledger.resembling(quote).get(whole_ledger.lineage_at(edition, rule.key) or "") != 1:
                        missed.append((edition, rule.key))
    assert quotes > 1000
    assert len(missed) < quotes / 200, missed


SEED_FILES = {
    "000": ("comprehensive-rules", ["2025-02-07", "2025-07-25"], 26),
    "001": ("comprehensive-rules", ["2025-02-07", "2025-06-06"], 42),
    "002": ("comprehensive-rules", ["2006-10-01", "2007-02-01"], 94),
    "003": ("rulings-summary", None, 10),
    "004": ("comprehensive-rules", ["2006-10-01", "2007-02-01"], 36),
}
"""Seed → its work, the first and last edition that it fits, how many rules it has."""


def seed(number: str) -> Path:
    (path,) = SEEDS.glob(f"{number}_*")
    return path


@needs_seeds
@pytest.mark.parametrize("number", SEED_FILES)
def test_seeds_are_identified(whole: Path, number: str) -> None:
    completed = comprules("identify", str(seed(number)), "--json", "--db", str(whole))
    assert completed.returncode == 0, completed.stderr
    report = json.loads(completed.stdout)
    work, span, rules = SEED_FILES[number]
    assert (report["work"], report["range"], report["rules_total"]) == (work, span, rules)
    if span:
        top = report["candidates"][0]
        assert top["verbatim"] == top["rules_matched"] == top["rules_total"] == rules


@pytest.mark.parametrize("every", [40, pytest.param(1, marks=pytest.mark.long)])
def test_every_copy_is_found_to_be_of_its_own_edition(real_archive: Path, whole: Path, every: int) -> None:
    with open_store(whole) as store:
        found = identify_all(real_archive, store, step=every)
    assert len(found) > 100 // every - 1
    assert [result for result in found if result.outcome in ("wrong", "unknown")] == []
    unreadable = [result.file for result in found if result.outcome == "unreadable"]
    assert len(unreadable) <= 1, unreadable  # one copy was destroyed by re-encoding, and has no rule left
