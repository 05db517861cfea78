"""The ledger that ships, against the archive that it was made from."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from graph.compare import compare
from graph.ledger import SHIPPED, Ledger, open_ledger
from graph.ledger.make import ledger_of
from graph.traces.trace import trace
from rules.store import Store, open_store
from tests.comprules.running import run
from tests.graph.ledger.agreement import WithoutTexts, check_edition, check_editions, check_lineage

pytestmark = [
    pytest.mark.archive,
    pytest.mark.skipif(
        not os.environ.get("ARCHIVE"), reason="no archive: set ARCHIVE to the folder of the real editions"
    ),
]


@pytest.fixture(scope="module")
def store(whole: Path) -> Iterator[Store]:
    with open_store(whole) as opened:
        yield opened


@pytest.fixture(scope="module")
def ledger(store: Store, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Ledger]:
    path = tmp_path_factory.mktemp("ledger") / "whole.ledger"
    path.write_bytes(ledger_of(store))
    with open_ledger(path) as opened:
        yield opened


def test_the_ledger_that_ships_is_what_the_archive_yields(whole: Path) -> None:
    result = run("ledger", "--db", str(whole), "--check")
    assert result.exit_code == 0, result.stdout + result.stderr


def test_it_says_what_the_knowledge_base_says(store: Store, ledger: Ledger) -> None:
    check_editions(store, ledger)
    for edition in {*store.edition_ids[::4], store.edition_ids[-1]}:
        check_edition(store, ledger, edition)
    for lineage in sorted({one.lineage for one in store.all_versions()})[::11]:
        check_lineage(store, ledger, lineage)


def test_comparisons_agree(store: Store, ledger: Ledger) -> None:
    line = store.editions_of()
    places = (0, len(line) // 3, 2 * len(line) // 3, len(line) - 1)
    for old in places:
        for new in places:
            ours, theirs = (compare(one, line[old], line[new]) for one in (ledger, WithoutTexts(store)))
            assert ours == theirs


def test_traces_agree(store: Store, ledger: Ledger) -> None:
    for lineage in sorted({one.lineage for one in store.all_versions()})[::23]:
        assert trace(ledger, lineage) == trace(WithoutTexts(store), lineage)


def test_what_is_quoted_is_found(store: Store, ledger: Ledger) -> None:
    missed, quotes = [], 0
    for edition in store.editions_of()[:: max(1, len(store.editions_of()) // 9)]:
        for rule in store.rules(edition)[::17]:
            words = rule.text.split()
            for count in (5, 8):
                if len(words) > 2 * count:
                    quotes += 1
                    quote = " ".join(words[count : 2 * count])
                    if ledger.resembling(quote).get(ledger.lineage_at(edition, rule.key) or "") != 1:
                        missed.append((edition, rule.key))
    assert quotes > 1000
    assert len(missed) < quotes / 200, missed


def test_it_is_small() -> None:
    assert SHIPPED.stat().st_size < 3_000_000
