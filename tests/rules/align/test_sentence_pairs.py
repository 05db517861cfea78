"""How many records are near an old record, for the limit on them."""

from __future__ import annotations

import pytest

from rules.align import sentence_pairs
from rules.align.edition_columns import EditionColumns
from rules.align.matching import Matching
from tests.rules.histories import rule_of

TEXTS = {"100": "Boats", "100.1": "Boats pay a toll.", "100.2": "Ferries wait at the bridge."}


def _columns(edition: str) -> EditionColumns:
    return EditionColumns([rule_of(edition, key, text) for key, text in TEXTS.items()], ())


def test_a_record_that_is_near_for_several_reasons_counts_once(monkeypatch: pytest.MonkeyPatch) -> None:
    matching = Matching(_columns("2001-01-01"), _columns("2002-02-02"))
    matching.link(0, 0, "exact", 1.0)
    matching.link(1, 1, "exact", 1.0)
    monkeypatch.setattr(sentence_pairs, "MOST_CANDIDATES", 2)
    assert sorted(sentence_pairs._list_nearby(matching, 2)) == [1, 2]  # 2 has the same number, parent and neighbour
