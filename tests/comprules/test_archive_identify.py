"""Copies of the real editions, and the documents that carry no date, identified with the whole archive."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from bench.identification import identify_all
from tests.comprules.running import comprules

SEEDS = Path(__file__).parents[3] / "shared" / "seeds"

pytestmark = pytest.mark.archive
needs_seeds = pytest.mark.skipif(not SEEDS.is_dir(), reason=f"no seed documents in {SEEDS}")

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
    identified = identify_all(real_archive, whole, every=every)
    assert len(identified.found) > 100 // every - 1
    assert [result for result in identified.found if result.outcome in ("wrong", "unknown")] == []
    unreadable = [result.file for result in identified.found if result.outcome == "unreadable"]
    assert len(unreadable) <= 1, unreadable  # one copy was destroyed by re-encoding, and has no rule left
