"""Sorts of changes: every change has one, and the sentences count them all."""

from __future__ import annotations

import re
from pathlib import Path

from graph.compare.groups import Group
from rules.links import CLASSES, ChangeClass, ChangeKind
from site_src.markup.sorts import count_sorts, in_words, sort_of, sorts
from site_src.paths import ROOT
from tests.site_src.pages.history.moved_rules import A

STYLES = Path(ROOT, "site_src", "assets", "css", "pages", "compare.css")
ALL_KINDS: tuple[ChangeKind, ...] = (
    "kept", "renumbered", "moved", "split", "merged", "added", "returned", "deleted", "ambiguous",
)  # fmt: skip


def group(kind: ChangeKind, change: ChangeClass | None, *, key: str = "100.1") -> Group:
    return Group(() if kind == "added" else (key,), () if kind == "deleted" else (key,), kind, change, f"{key}@{A}", ())


def test_every_kind_and_class_has_a_sort_that_is_listed() -> None:
    names = {sort.name for sort in sorts()}
    sorts_used = {sort_of(kind, change) for kind in ALL_KINDS for change in (*CLASSES, None)}
    assert sorts_used == names


def test_what_is_news_in_itself_is_told_by_its_kind() -> None:
    assert sort_of("split", "unchanged") == "split"
    assert sort_of("renumbered", "wording") == "wording"
    assert sort_of("renumbered", "unchanged") == sort_of("moved", "unchanged") == "renumbered"
    assert sort_of("kept", "reference") == "reference"


def test_slight_sorts_are_hidden_at_first() -> None:
    assert {sort.name for sort in sorts() if not sort.shown} == {
        "terminology", "reference", "typographic", "renumbered",
    }  # fmt: skip


def test_the_style_sheet_filters_each_sort() -> None:
    styles = STYLES.read_text(encoding="utf-8")
    for sort in sorts():
        assert f":has(#f-{sort.name}:checked) ~ * :is(.s-{sort.name}, .h-{sort.name})" in styles
        assert f".chip-{sort.name} " in styles


def test_sentences_count_every_change_once() -> None:
    groups = [
        group("added", None),
        group("added", None),
        group("renumbered", "wording"),
        group("renumbered", "unchanged"),
        group("kept", "reference"),
        group("deleted", None, key="glossary:Storm"),
    ]
    words = in_words(groups)
    assert words == (
        "2 rules added, 1 reworded.",
        "Glossary: 1 entry deleted.",
        "Also: 1 in references only, 1 renumbered only.",
    )
    assert sum(map(int, re.findall(r"\d+", " ".join(words)))) == len(groups) == count_sorts(groups).total()


def test_nothing_of_substance_and_nothing_at_all_are_said() -> None:
    assert in_words([group("kept", "typographic")])[0] == "No rule changed in substance."
    assert in_words([]) == ("Nothing changed in the rules or the glossary.",)
