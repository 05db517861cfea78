"""Labelled references: read, held against what is found, drawn."""

from __future__ import annotations

import itertools
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bench.gold.verdicts import GoldError
from bench.reference_sample import sample
from bench.references import (
    FIRST,
    SECOND,
    GoldPassage,
    ReferenceItem,
    load_references,
    measure_agreement,
    sum_agreements,
    summary,
)
from rules.records import GlossaryEntry, Rule
from rules.store import open_store

EDITION = "2001-01-01"
RULES = (
    Rule(EDITION, "100", "chapter", heading="Boats"),
    Rule(EDITION, "100.1", "rule", text="Row as in rule 100.2.", parent="100"),
    Rule(EDITION, "100.2", "rule", text="Oars are long. See rule 100, “Boats.”", parent="100"),
)
FOUND = ReferenceItem(15, "100.2", "rule", ("100.2",), None, "ok")


def measure_items(*items: ReferenceItem, length: int = 21) -> tuple[float, float, tuple[str, ...]]:
    counted = measure_agreement(EDITION, [GoldPassage(("100.1", "text"), length, items)], RULES, ())
    return counted.precision, counted.recall, counted.differing


def test_what_differs_in_anything_is_different() -> None:
    assert measure_items(FOUND) == (1.0, 1.0, ())
    changes: list[dict[str, Any]] = [
        {"start": 14}, {"kind": "section"}, {"targets": ("100.2", "100.3")}, {"title": "Oars"}, {"status": "missing"},
    ]  # fmt: skip
    for change in changes:
        precision, recall, differing = measure_items(replace(FOUND, **change))
        assert (precision, recall, len(differing)) == (0.0, 0.0, 2), change
    assert measure_items()[:2] == (0.0, 1.0)
    assert measure_items(FOUND, ReferenceItem(0, "Row", "glossary", ("Row",), None, "missing"))[:2] == (1.0, 0.5)
    entries = (GlossaryEntry(EDITION, "Oar", "See Boat."),)
    boat = ReferenceItem(4, "Boat", "glossary", ("Boat",), None, "missing")
    assert (
        measure_agreement(EDITION, [GoldPassage(("glossary:Oar", "text"), 9, (boat,))], RULES, entries).differing == ()
    )


def test_another_passage_than_was_labelled_and_a_file_without_the_form_of_labels(tmp_path: Path) -> None:
    with pytest.raises(GoldError, match=r"2001-01-01 100\.1 text: this is not the passage that was labelled"):
        measure_items(FOUND, length=20)
    (tmp_path / "2001-01-01.toml").write_text('[[passage]]\nsource = "100.1"\n')
    with pytest.raises(GoldError, match=r"2001-01-01\.toml"):
        load_references(tmp_path)


def test_the_labels_are_facts_and_make_sense_and_the_samples_share_no_passage() -> None:
    places: set[tuple[str, tuple[str, str]]] = set()
    for gold in (load_references(FIRST), load_references(SECOND)):
        assert len(gold) >= 20
        for day, passages in gold.items():
            of_day = {(day, passage.place) for passage in passages}
            assert len(of_day) == len(passages)
            assert not of_day & places
            places |= of_day
            for gold_passage in passages:
                ends = [(item.start, item.start + len(item.raw)) for item in gold_passage.items]
                assert all(end <= start for (_, end), (start, _) in itertools.pairwise(ends))
                assert all(0 <= start < end <= gold_passage.length for start, end in ends)
                assert all(item.targets and len(item.raw) < 60 for item in gold_passage.items)


def test_one_line_for_a_sample() -> None:
    counted = measure_agreement(EDITION, [GoldPassage(("100.1", "text"), 21, (FOUND,))], RULES, ())
    assert summary("first", [counted]) == (
        "references, first sample: 1 passages of 1 editions, 1 references, precision 100.00%, recall 100.00%"
    )
    assert sum_agreements([counted, counted]).labelled == 2


def test_the_draw_is_the_same_every_time(sample_kb: Path) -> None:
    with open_store(sample_kb) as store:
        once, twice = (sample(store, "2026-04-17", "x", 12, ()) for _ in range(2))
        assert once == twice
        assert len(once) == len(set(once)) > 4
        assert not set(sample(store, "2026-04-17", "x", 12, once)) & set(once)
