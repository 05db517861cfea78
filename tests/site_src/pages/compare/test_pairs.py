"""The comparison of an edition with the one before it, as its page has it, and the categories of its changes."""

from __future__ import annotations

import json
import re
from html import unescape
from typing import get_args

import pytest
from msgspec.structs import replace

from graph.announcements import Bulletin, UnannouncedAnswer
from graph.answers.comparison import answer_comparison
from graph.history import History
from rules.links import CLASSES, SLIGHT, ChangeClass, ChangeKind, Group
from rules.store import Store
from site_src.markup.changes import CATEGORIES, category_of, count_categories, in_words
from site_src.markup.passages import set_symbol
from site_src.markup.shell import make_environment
from site_src.markup.words import date_in_words
from site_src.pages.compare import Pair, pair_of, pairs_of
from site_src.paths import ASSETS
from tests.site_src.pages.history.moved_rules import A, B, C


@pytest.fixture(scope="module")
def pair(store: Store) -> Pair:
    editions = {edition.id: edition for edition in store.editions()}
    return pair_of(store, editions[A], editions[B])


def test_every_change_is_told_once_and_both_sides_can_be_read_from_its_words(store: Store, pair: Pair) -> None:
    assert pairs_of(store) == ((A, B), (B, C)), "each with the one before"
    changes = answer_comparison(History(store), A, B).changes
    views = [view for chapter in pair.chapters for view in chapter.changes]
    assert len(views) == len(changes) == pair.total
    assert pair.at_first < pair.total
    assert len({view.anchor for view in views}) == len(views)
    moved = next(view for view in views if [side.words for side in view.old] == ["702.2a"])
    assert [side.words for side in moved.new] == ["702.3a"]
    assert (moved.category, moved.words) == ("renumbered", None)
    texts = {
        tuple(tuple(record.number for record in side) for side in (change.old, change.new)): [
            "\n".join(record.text for record in side) for side in (change.old, change.new)
        ]
        for change in changes
    }
    checked = 0
    for view in views:
        key = tuple(side.words for side in view.old), tuple(side.words for side in view.new)
        if view.words is not None and key in texts:
            without = [re.sub(rf"<{tag}>.*?</{tag}>", "", view.words, flags=re.DOTALL) for tag in ("ins", "del")]
            assert [unescape(re.sub(r"</?(?:ins|del|span)[^>]*>", "", html)) for html in without] == texts[key], key
            checked += 1
    assert checked > 2


def test_the_page_has_no_markup_of_the_rules_nothing_inline_and_boxes_for_what_is_shown_at_first(pair: Pair) -> None:
    template = make_environment().get_template("compare.html.j2")
    values = {"previous": "", "next": f"{B}..{C}", "root": "../../", "day": date_in_words, "set_symbol": set_symbol}
    html = template.render(pair=pair, **values)
    assert not re.search("<script|style=| onclick", html)
    assert html.count('<article class="ch ') == pair.total
    for number in ("702.1", "702.3a"):
        assert f'e/{B}/#{number}"' in html
    assert "announced these changes" not in html, "a bulletin did"
    known = UnannouncedAnswer(A, B, "A <Notice>", None, "https://example.org/notice", "A <Notice> did, but is lost.")
    half = Bulletin(
        id="half",
        title="Half a <Notice>",
        address="https://example.org/half",
        partial="only <half> was found",
        announcements=(),
    )
    html = template.render(pair=replace(pair, unannounced=known, partial=(half,)), **values)
    assert '<a href="../../bulletins/half/">Half a &lt;Notice&gt;</a>: only &lt;half&gt; was found.' in html
    assert "A &lt;Notice&gt; did, but is lost." in html
    assert 'href="https://example.org/notice"' in html
    boxes = dict(re.findall(r'<input type="checkbox" id="f-(\w+)"[^>]*?( checked)?>', html))
    assert boxes == {category.name: " checked" if category.shown else "" for category, _ in pair.counts}


def test_every_kind_and_class_has_a_category_that_is_listed() -> None:
    kinds: list[ChangeKind] = ["kept", "renumbered", "moved", "split", "merged", "added", "returned", "deleted"]
    used = {category_of(kind, change) for kind in (*kinds, "ambiguous") for change in (*CLASSES, None)}
    assert used == {category.name for category in CATEGORIES}
    assert category_of("split", "unchanged") == "split", "what is news in itself is told by its kind"
    assert category_of("renumbered", "wording") == "wording"
    assert category_of("renumbered", "unchanged") == category_of("moved", "unchanged") == "renumbered"
    assert category_of("kept", "reference") == "reference"
    slight = {"terminology", "reference", "typographic", "renumbered"}
    assert {category.name for category in CATEGORIES if not category.shown} >= slight


def test_every_class_and_kind_has_a_colour_and_the_scripts_have_the_order_of_the_classes() -> None:
    rows = json.loads((ASSETS / "changes.json").read_text(encoding="utf-8"))
    styles = (ASSETS / "css/changes.css").read_text(encoding="utf-8")
    assert {row["name"] for row in rows} == {*CLASSES, *get_args(ChangeKind)}
    assert [row["name"] for row in rows if f"--{row['color']}: light-dark(" not in styles] == []
    graded = sorted((row["gravity"], row["name"]) for row in rows if "gravity" in row)
    assert [name for _, name in graded] == list(CLASSES)
    assert {row["name"] for row in rows if row.get("slight")} == SLIGHT


def group(kind: ChangeKind, change: ChangeClass | None, *, key: str = "100.1") -> Group:
    return Group(() if kind == "added" else (key,), () if kind == "deleted" else (key,), kind, change, f"{key}@{A}", ())


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
        "Also: 1 with only changed references, 1 only renumbered.",
    )
    assert sum(map(int, re.findall(r"\d+", " ".join(words)))) == len(groups) == count_categories(groups).total()
    assert in_words([group("kept", "typographic")])[0] == "No rule changed in substance."
    assert in_words([]) == ("Nothing changed in the rules or the glossary.",)
