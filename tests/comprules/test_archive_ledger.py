"""The ledger that ships, against the archive that it was made from."""

from __future__ import annotations

import zlib

import pytest

from graph.compare import compare
from graph.ledger import SHIPPED, Ledger
from graph.ledger.differing import differing
from graph.traces.trace import trace
from rules.store import Store
from tests.graph.ledger.agreement import WithoutTexts, check_edition, check_editions, check_lineage

pytestmark = pytest.mark.archive


def test_the_ledger_that_ships_is_what_the_archive_yields(whole_ledger: Ledger) -> None:
    # rows are only compared where the bytes are not the same: another version of SQLite may have written them
    if whole_ledger.path.read_bytes() != SHIPPED.read_bytes():
        with Ledger(SHIPPED) as shipped:
            assert list(differing(shipped, whole_ledger)) == []


@pytest.mark.parametrize("every", [40, pytest.param(4, marks=pytest.mark.long)])
def test_it_says_what_the_knowledge_base_says(whole_store: Store, whole_ledger: Ledger, every: int) -> None:
    check_editions(whole_store, whole_ledger)
    for edition in {*whole_store.edition_ids[::every], whole_store.edition_ids[-1]}:
        check_edition(whole_store, whole_ledger, edition)
    for lineage in sorted({version.lineage for version in whole_store.all_versions()})[:: 8 * every]:
        check_lineage(whole_store, whole_ledger, lineage)


def test_comparisons_agree(whole_store: Store, whole_ledger: Ledger) -> None:
    line = whole_store.editions_of()
    middle, last = len(line) // 2, len(line) - 1
    for old, new in ((0, middle), (middle, last), (last, 0), (middle, middle)):
        ours, theirs = (compare(store, line[old], line[new]) for store in (whole_ledger, WithoutTexts(whole_store)))
        assert ours == theirs


def test_traces_agree(whole_store: Store, whole_ledger: Ledger) -> None:
    for lineage in sorted({version.lineage for version in whole_store.all_versions()})[::23]:
        assert trace(whole_ledger, lineage) == trace(WithoutTexts(whole_store), lineage)


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


def test_it_is_small() -> None:
    assert len(zlib.compress(SHIPPED.read_bytes())) < 6_000_000  # bytes, as a wheel packs it
