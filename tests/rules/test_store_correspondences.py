"""What one work restates of another, read back by edition and by lineage."""

from __future__ import annotations

from pathlib import Path

import pytest

from rules.links import Link
from rules.records import RULINGS_SUMMARY
from rules.store import Store, open_store
from tests.rules.histories import write_history

SUMMARY, OLD, NEW = "2000-01-01", "2000-02-02", "2001-03-03"
WORDS = "Whoever has the lantern turns first; the other one answers or passes the lantern on."
OTHER = "The heron moves along the outermost ring only, against the sun."


@pytest.fixture
def store(tmp_path: Path) -> Store:
    editions = {
        SUMMARY: {"100.1": WORDS, "100.3": "Herons are made of ash."},
        OLD: {"100.1": OTHER, "100.2": WORDS},
        NEW: {"100.1": WORDS, "100.2": OTHER},
    }
    links = {
        NEW: [
            Link("100.1", "100.2", "renumbered", "unchanged", "same-text", 1.0),
            Link("100.2", "100.1", "renumbered", "unchanged", "same-text", 1.0),
        ]
    }
    return open_store(write_history(tmp_path / "kb.sqlite", editions, links, works={SUMMARY: RULINGS_SUMMARY}))


def test_by_edition(store: Store) -> None:
    (correspondence,) = store.correspondences(SUMMARY)
    assert (correspondence.edition, correspondence.key, correspondence.other_edition, correspondence.other) == (
        SUMMARY,
        "100.1",
        OLD,
        "100.2",
    )
    assert (correspondence.method, correspondence.score) == ("same-text", 1.0)
    assert store.correspondences(OLD) == ()


def test_by_lineage_from_either_work(store: Store) -> None:
    (correspondence,) = store.correspondences(SUMMARY)
    restated = store.lineage_at(NEW, "100.1")
    assert restated is not None
    assert store.correspondences_of(restated) == (correspondence,)
    restating = store.lineage_at(SUMMARY, "100.1")
    assert restating is not None
    assert store.correspondences_of(restating) == (correspondence,)


def test_numbers_of_the_other_work_mean_nothing(store: Store) -> None:
    heron = store.lineage_at(OLD, "100.1")
    assert heron is not None
    assert store.correspondences_of(heron) == ()


def test_no_lineage_leads_from_work_to_work(store: Store) -> None:
    assert {version.lineage for version in store.all_versions() if version.first == SUMMARY} == {
        f"100.1@{SUMMARY}",
        f"100.3@{SUMMARY}",
    }
