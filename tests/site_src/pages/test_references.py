"""The lists of references: by chapter, with their sentences, since when; and what is hostile stays text."""

from __future__ import annotations

from pathlib import Path

import pytest

from rules.store import open_store
from site_src.context import BuildContext
from site_src.pages.references import write_references
from tests.graph.lineages.small import link
from tests.rules.histories import write_history
from tests.site_src.pages.written import SHELL, read_page, text_at

A, B = "2001-01-01", "2003-03-03"
OLD = {
    "601": "Quays & <Piers>|",
    "601.1": "A <quay> lasts. See rules 602.1–3. Rule 699.9 is lost.",
    "602": "Boats|",
    "602.1": "A boat floats.",
    "602.2": "It sinks. See rule 602.1.",
    "602.3": "See “Old & <New>” in the glossary.",
    "glossary:Old & <New>": "See rule 602, “Boats.”",
}
NEW = {key.replace("601", "603"): text for key, text in OLD.items()}


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("references")
    links = {B: [link("601", "603"), link("601.1", "603.1")]}
    with open_store(write_history(folder / "quays.sqlite", {A: OLD, B: NEW}, links)) as store:
        write_references(BuildContext(store, folder / "site", SHELL, {}, lambda _: None))
    return folder / "site"


def test_a_reference_is_listed_at_both_ends_with_its_sentence_once(written: Path) -> None:
    quays = read_page(written, "references/603")
    assert text_at(quays, "h1") == "References: 603 Quays & <Piers>"
    neighbours = [" ".join(item.get_text(" ").split()) for item in quays.select(".neighbours > li")]
    assert neighbours == [
        *(f"602.{number} since 1 January 2001 603.1 See rules 602.1–3 ." for number in (1, 2, 3)),
        "699.9 since 1 January 2001 603.1 Rule 699.9 is lost.",
    ]
    assert [tag.get_text() for tag in quays.select(".ref-broken")][-1] == "699.9"
    assert [link["href"] for link in quays.select("a.neighbour")] == [
        f"../../references/602/#602.{number}" for number in (1, 2, 3)
    ]
    boats = read_page(written, "references/602")
    assert [section["id"] for section in boats.select(".of-rule")] == ["602", "602.1", "602.2", "602.3"]
    assert [tag.get_text() for tag in boats.select("section[id='602.1'] :is(h3, h4)")] == [
        "Is referred to by",
        "602 Boats",
        "603 Quays & <Piers>",
    ]


def test_every_page_is_listed(written: Path) -> None:
    front = read_page(written, "references")
    assert [link["href"] for link in front.select(".lists a")] == ["../references/602/", "../references/603/"]
    assert [link.get_text() for link in front.select(".letters-of a")] == ["Glossary, O"]
    folder = written / "references"
    pages = {str(path.parent.relative_to(folder)) for path in folder.rglob("index.html")}
    assert pages == {".", "602", "603", "glossary/o"}
