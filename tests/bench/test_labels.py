"""What readers labelled: references, renamings, citations of the field test; held against what is found."""

from __future__ import annotations

import itertools
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from bench.citation_report import GOLD, Figures, Verdict, hold_edits, hold_findings, read_verdicts
from bench.gold.verdicts import GoldError
from bench.references import (
    FOLDER,
    GoldPassage,
    ReferenceItem,
    load_references,
    measure_agreement,
    sum_agreements,
    summarize,
)
from bench.sample import draw_passages
from bench.terms import RememberedRenaming, count_renamings, read_renamings
from bench.terms import read_verdicts as read_term_verdicts
from rules.links import Term
from rules.numbers import is_number
from rules.records import GlossaryEntry, Rule
from rules.store import open_store

EDITION = "2001-01-01"
RULES = (
    Rule(EDITION, "100", "chapter", heading="Boats"),
    Rule(EDITION, "100.1", "rule", text="Row as in rule 100.2.", parent="100"),
    Rule(EDITION, "100.2", "rule", text="Oars are long. See rule 100, “Boats.”", parent="100"),
)
FOUND = ReferenceItem(15, "100.2", "rule", ("100.2",), "ok")


def measure_items(*items: ReferenceItem, length: int = 21) -> tuple[float, float, tuple[str, ...]]:
    counted = measure_agreement(EDITION, [GoldPassage("100.1", "text", length, items)], RULES, ())
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
    assert measure_items(FOUND, ReferenceItem(0, "Row", "glossary", ("Row",), "missing"))[:2] == (1.0, 0.5)
    entries = (GlossaryEntry(EDITION, "Oar", "See Boat."),)
    boat = ReferenceItem(4, "Boat", "glossary", ("Boat",), "missing")
    assert measure_agreement(EDITION, [GoldPassage("glossary:Oar", "text", 9, (boat,))], RULES, entries).differing == ()


def test_another_passage_than_was_labelled_and_a_file_without_the_form_of_labels(tmp_path: Path) -> None:
    with pytest.raises(GoldError, match=r"2001-01-01 100\.1 text: this is not the passage that was labelled"):
        measure_items(FOUND, length=20)
    (tmp_path / "2001-01-01.toml").write_text('[[passage]]\nsource = "100.1"\n')
    with pytest.raises(GoldError, match=r"2001-01-01\.toml"):
        load_references(tmp_path)


def test_the_labels_are_facts_and_make_sense_and_the_samples_share_no_passage() -> None:
    places: set[tuple[str, tuple[str, str]]] = set()
    for gold in (load_references(FOLDER / "first"), load_references(FOLDER / "second")):
        assert len(gold) >= 20
        for day, passages in gold.items():
            of_day = {(day, passage.place) for passage in passages}
            assert len(of_day) == len(passages)
            assert not of_day & places, day
            places |= of_day
            for gold_passage in passages:
                place = (day, gold_passage.place)
                ends = [(item.start, item.start + len(item.raw)) for item in gold_passage.items]
                assert all(end <= start for (_, end), (start, _) in itertools.pairwise(ends)), place
                assert all(0 <= start < end <= gold_passage.length for start, end in ends), place
                assert all(item.targets and len(item.raw) < 60 for item in gold_passage.items), place


def test_one_line_for_a_sample() -> None:
    counted = measure_agreement(EDITION, [GoldPassage("100.1", "text", 21, (FOUND,))], RULES, ())
    assert summarize("first", 1, counted) == (
        "references, first sample: 1 passages of 1 editions, 1 references, precision 100.00%, recall 100.00%"
    )
    assert sum_agreements([counted, counted]).labelled == 2


def test_the_draw_is_the_same_every_time(sample_kb: Path) -> None:
    with open_store(sample_kb) as store:
        once, twice = (draw_passages(store, "2026-04-17", "x", 12, ()) for _ in range(2))
        assert once == twice
        assert len(once) == len(set(once)) > 4
        assert not set(draw_passages(store, "2026-04-17", "x", 12, once)) & set(once)


def term(old: str, new: str | None, edition: str = "2009-07-11", *, curated: bool = False) -> Term:
    return Term(old, new, edition, "renamed" if new else "retired", 1, 0.5, (), ((old, new or ""),), curated=curated)


def test_a_renaming_is_found_by_nearly_its_words_in_its_editions() -> None:
    wanted = RememberedRenaming(("old barn", "barn of stone"), ("new barn",), "2009-05-01", "2009-10-01", "term")
    for old in ("old barn", "old barns", "the old barn of stone"):
        assert wanted.is_found_in(term(old, "new barn")), old
    assert not wanted.is_found_in(term("barn", "new barn"))
    assert not wanted.is_found_in(term("old barn", None))
    assert not wanted.is_found_in(term("old barn", "new barn", "2010-02-01"))


def test_figures() -> None:
    day = "2009-07-11"
    wanted = [RememberedRenaming((old,), (), day, day, "retired") for old in ("barn", "slate", "flock")]
    wanted.append(RememberedRenaming(("elsewhere",), (), "1994-01-01", "1994-01-01", "retired"))
    shown_terms = [term("barn", None, curated=True), term("slate", None, "2010-02-01"), term("dog", "cat")]
    verdicts = {("slate", "", "2010-02-01"): True, ("dog", "cat", day): False, ("gone", "", day): False}
    figures = count_renamings(shown_terms, [], [day], wanted, verdicts)
    assert list(figures.counts.values()) == [3, 1, 1, 0, 2, 2, 1]
    assert [line.split()[3] for line in figures.lines if "not found" in line] == ["flock"]


def test_the_files_are_well_formed_and_a_line_that_is_none_is_refused_with_its_place(tmp_path: Path) -> None:
    assert len(read_renamings()) >= 60
    assert all(renaming.first <= renaming.last and renaming.old and renaming.kind for renaming in read_renamings())
    assert all(old == old.casefold() for old, _, _ in read_term_verdicts())
    path = tmp_path / "list.tsv"
    path.write_text("old\tnew\tfirst\tlast\tkind\nbarn\t\t2009-07-11\n", encoding="utf-8")
    for read in (read_renamings, read_term_verdicts):
        with pytest.raises(GoldError, match=r"list\.tsv:2"):
            read(path)


def test_verdicts_are_well_formed() -> None:
    for name in ("first", "second", "third", "fourth", "fifth", "sixth"):
        verdicts = read_verdicts(GOLD / f"{name}.tsv")
        assert len(verdicts) >= 100, name
        places = {(verdict.tree, verdict.path, verdict.line, verdict.column) for verdict in verdicts}
        assert len(places) == len(verdicts), name
        for entry in verdicts:
            assert entry.verdict in {"right", "stale", "wrong", "none", "unclear"}, entry
            assert all(is_number(number) and number != entry.number for number in entry.meant), entry
            assert entry.verdict in {"stale", "wrong"} or not entry.meant, entry


def _verdict(line: int, number: str, verdict: str, *meant: str) -> Verdict:
    return Verdict("o/t", "a.c", line, 8, number, verdict, meant)


_PLACES = [
    _verdict(1, "702.36e", "stale", "702.37e"),
    _verdict(2, "702.36e", "stale", "702.37e"),
    _verdict(3, "601.2b", "right"),
    _verdict(4, "601.2c", "wrong", "601.2b"),
    _verdict(5, "120.5s", "none"),
    _verdict(6, "608.2b", "unclear"),
]


def _record(line: int, **more: Any) -> dict[str, Any]:
    return {"path": "a.c", "line": line, "column": 5, "end_column": 15, **more}


def test_findings_are_held_against_the_verdicts() -> None:
    findings = [(1, "702.37e"), (3, None), (4, "601.2d, 601.2b"), (6, None)]
    figures = Figures()
    found = [_record(line, code="CR002", severity="error", message="", suggestion=new) for line, new in findings]
    hold_findings(figures, _PLACES, {"findings": found, "cited": [_record(line) for line in (1, 2, 3, 4, 5)]})
    assert figures.errors["CR002"] == {True: 2, False: 1}
    assert figures.stale == {True: 1, False: 1}
    assert figures.wrong == {True: 1}
    assert figures.suggestions == {True: 2}
    assert figures.found == {True: 4}
    assert figures.none == {False: 1}


def test_edits_are_held_against_the_verdicts() -> None:
    edits = [(1, "702.36e", "702.37e"), (2, "702.36e", "702.38e"), (3, "601.2b", "601.2c"), (4, "601.2c", "601.2c")]
    figures = Figures()
    upgraded = [
        _record(line, status="renumbered", old=f"CR {old}", numbers=[{"old": old, "new": new}])
        for line, old, new in edits
    ]
    hold_edits(figures, _PLACES, {"citations": upgraded})
    assert figures.edits == {True: 1, False: 2}
    assert figures.untouched == {False: 1}
