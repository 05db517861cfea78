"""The comparison of an edition with the one before it, as its page has it, and the categories of its changes."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any, get_args

import pytest

from graph.announcements.records import Bulletin, UnannouncedAnswer
from graph.answers.comparison import answer_comparison
from graph.compare import categories
from graph.compare.categories import category_of, count_categories
from graph.history import History
from rules.links import CLASSES, SLIGHT, ChangeClass, ChangeKind, Group
from rules.store import Store
from site_src.context import BuildContext
from site_src.markup.changes import CATEGORIES, in_words
from site_src.markup.shell import Shell
from site_src.markup.templates import render
from site_src.pages import compare as compare_pages
from site_src.pages.compare import divide_chapters, pair_values, pairs_of
from site_src.paths import ASSETS
from tests.site_src.pages.history.moved_rules import A, B, C
from tests.site_src.pages.written import SHELL, parse_html, read_page

AROUND = {"previous": "", "next": f"{B}..{C}", "root": "../../", "later": []}


@pytest.fixture(scope="module")
def values(store: Store) -> dict[str, Any]:
    """What the template is given for the first two editions."""
    return pair_values(store, store.edition(A), store.edition(B)) | AROUND


def test_every_change_is_told_once_and_both_sides_can_be_read_from_its_words(
    store: Store, values: dict[str, Any]
) -> None:
    assert pairs_of(store) == ((A, B), (B, C)), "each with the one before"
    changes = answer_comparison(History(store), A, B).changes
    page = parse_html(render("compare.html.j2", **values))
    articles = page.select(".ch")
    assert len(articles) == len(changes) == values["total"]
    assert values["shown_first"] < values["total"]
    assert len({article["id"] for article in articles}) == len(articles)
    (moved,) = [article for article in articles if article.select("h3 .num")[0].get_text() == "702.2a"]
    assert [side.get_text() for side in moved.select("h3 .num")] == ["702.2a", "702.3a"]
    assert (moved["class"], moved.select(".rule-text")) == (["ch", "s-renumbered"], [])
    texts = {
        tuple(dict.fromkeys(record.number for side in (change.old, change.new) for record in side)): [
            "\n".join(record.text for record in side) for side in (change.old, change.new)
        ]
        for change in changes
    }
    checked = 0
    for article in articles:
        key = tuple(side.get_text() for side in article.select("h3 .num"))
        words = article.select_one(".rule-text")
        if words is not None and key in texts:
            without = []
            for tag in ("ins", "del"):
                side = parse_html(str(words))
                for left_out in side.select(tag):
                    left_out.decompose()
                without.append(side.get_text())
            assert without == texts[key], key
            checked += 1
    assert checked > 2


def test_a_large_comparison_has_several_pages_with_all_its_chapters(
    sample_store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pairs = pairs_of(sample_store)
    position = pairs.index((old := "2005-08-01", new := "2009-07-11"))
    values = pair_values(sample_store, sample_store.edition(old), sample_store.edition(new))
    chapters = values["chapters"]
    assert divide_chapters(chapters) == [chapters], "a small one"
    monkeypatch.setattr(compare_pages, "_LARGE", 0)
    monkeypatch.setattr(compare_pages, "_FIRST_PART", -1)
    monkeypatch.setattr(compare_pages, "_FURTHER_PART", -1)
    assert divide_chapters(chapters) == [[chapter] for chapter in chapters]
    assert divide_chapters([]) == [[]]
    _, *later = chapters
    assert len(later) > 1
    files = {"compare": "of-a-page"}
    assets = SHELL.extra["assets"] | {"pages": files, "styles": files}
    context = BuildContext(sample_store, tmp_path, Shell({**SHELL.extra, "assets": assets}), {}, str)
    compare_pages.write_pair(context, pairs, position)
    names = [f"{old}..{new}-rest", *(f"{old}..{new}-rest-{number}" for number in range(2, len(later) + 1))]
    page = read_page(tmp_path, f"compare/{old}..{new}")
    parts = [read_page(tmp_path, f"compare/{name}") for name in names]
    on_parts = [change for part in parts for change in part.select(".ch")]
    assert len(page.select(".ch")) + len(on_parts) == values["total"]
    figures = json.loads(str(page.select(".c-more")[0]["data-figures"]))
    assert list(figures) == [section["id"] for part in parts for section in part.select(".c-chapter")]
    assert sum(sum(numbers.values()) for numbers in figures.values()) == len(on_parts)
    assert [link["href"] for link in page.select(".c-more a")] == [f"../{name}/" for name in names]
    following = [[link["href"] for link in part.select(".pager a")] for part in parts]
    assert following == [*([f"../{name}/"] for name in names[1:]), []], "each leads to the next"
    links = [link["href"] for link in page.select(".c-contents a")]
    anchors = [f"#{chapter['anchor']}" for chapter in chapters]
    assert links == [anchors[0], *(f"../{name}/{anchor}" for name, anchor in zip(names, anchors[1:], strict=True))]
    assert all(part.select('meta[content="noindex"]') for part in parts)


def test_the_page_has_no_markup_of_the_rules_nothing_inline_and_boxes_for_what_is_shown_at_first(
    values: dict[str, Any],
) -> None:
    html = render("compare.html.j2", **values)
    assert not re.search("<script|style=| onclick", html)
    assert html.count('<article class="ch ') == values["total"]
    for number in ("702.1", "702.3a"):
        assert f'e/{B}/#{number}"' in html
    assert "announced these changes" not in html, "a bulletin did"
    known = UnannouncedAnswer(
        old=A, new=B, title="A <Notice>", address="https://example.org/notice", reason="A <Notice> did, but is lost."
    )
    half = Bulletin(
        id="half",
        title="Half a <Notice>",
        address="https://example.org/half",
        partial="only <half> was found",
        announcements=(),
    )
    html = render("compare.html.j2", **{**values, "unannounced": known, "partial": (half,)})
    assert '<a href="../../bulletins/half/">Half a &lt;Notice&gt;</a>: only &lt;half&gt; was found.' in html
    assert "A &lt;Notice&gt; did, but is lost." in html
    assert 'href="https://example.org/notice"' in html
    boxes = dict(re.findall(r'<input type="checkbox" id="f-(\w+)"[^>]*?( checked)?>', html))
    assert boxes == {category.name: " checked" if category.shown else "" for category, _ in values["counts"]}


def test_every_kind_and_class_has_a_category_that_is_listed() -> None:
    kinds: list[ChangeKind] = ["kept", "renumbered", "moved", "split", "merged", "added", "returned", "deleted"]
    used = {category_of(kind, change) for kind in (*kinds, "ambiguous") for change in (*CLASSES, None)}
    assert used == {category.name for category in CATEGORIES}
    assert tuple(category.name for category in CATEGORIES) == categories.CATEGORIES
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
        "Also changed: 1 in references only, 1 only renumbered.",
    )
    assert sum(map(int, re.findall(r"\d+", " ".join(words)))) == len(groups) == count_categories(groups).total()
    assert in_words([group("kept", "typographic")])[0] == "No rule changed in substance."
    assert in_words([]) == ("Nothing changed in the rules or the glossary.",)


def test_the_names_of_chapters_have_no_underscores(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    headings = {edition: dict.fromkeys(store.headings(edition), "The _Harbour_ Rules") for edition in (A, B)}
    monkeypatch.setattr(Store, "headings", lambda _store, edition: headings[edition])
    chapters = pair_values(store, store.edition(A), store.edition(B))["chapters"]
    assert "The Harbour Rules" in {chapter["heading"] for chapter in chapters}
    assert not any("_" in chapter["heading"] for chapter in chapters)
    headings.update({edition: {} for edition in headings})
    chapters = pair_values(store, store.edition(A), store.edition(B))["chapters"]
    assert {chapter["heading"] for chapter in chapters} <= {"Untitled", "Glossary"}
