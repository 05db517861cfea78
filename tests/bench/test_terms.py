"""Renamings written down from memory, and what the program shows, held against each other."""

from __future__ import annotations

from pathlib import Path

import pytest

from bench.gold.verdicts import GoldError
from bench.terms import RememberedRenaming, read_renamings, read_verdicts, term_figures
from graph.terms import Term


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
    figures = term_figures(shown_terms, [], [day], wanted, verdicts)
    assert (figures.asked, figures.found, figures.elsewhere, figures.mined) == (3, 1, 1, 0)
    assert (figures.shown, figures.judged, figures.real) == (2, 2, 1)
    assert [renaming.old for renaming in figures.missing] == [("flock",)]
    assert any("flock" in line for line in figures.lines())


def test_the_files_are_well_formed_and_a_line_that_is_none_is_refused_with_its_place(tmp_path: Path) -> None:
    assert len(read_renamings()) >= 60
    assert all(renaming.first <= renaming.last and renaming.old and renaming.kind for renaming in read_renamings())
    assert all(old == old.casefold() for old, _, _ in read_verdicts())
    path = tmp_path / "list.tsv"
    path.write_text("old\tnew\tfirst\tlast\tkind\nbarn\t\t2009-07-11\n", encoding="utf-8")
    for read in (read_renamings, read_verdicts):
        with pytest.raises(GoldError, match=r"list\.tsv:2"):
            read(path)
