"""The pages of bulletins: what each announced, and which change that became."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from bs4 import BeautifulSoup

from graph.announcements import read_bulletins
from rules.store import open_store
from site_src.context import BuildContext
from site_src.pages.bulletins import write as pages
from tests.rules.histories import write_history
from tests.site_src.pages.history.moved_rules import EDITIONS, LINKS, A, B
from tests.site_src.pages.terms.test_term_pages import SHELL

if TYPE_CHECKING:
    from pathlib import Path

BULLETINS = f"""
[[bulletin]]
id = "orchard-bulletin"
title = "Orchard & Bulletin"
date = "2005-05-01"
address = "https://example.org/orchard-bulletin"
changes = [
  ["{A}", "{B}", "702", "new", "changed", "", "the <keyword> chapter"],
  ["{A}", "{B}", "999.9", "new", "added", "", "no such rule"],
  ["1990-01-01", "{A}", "702.2", "new", "changed", "", "an edition that is not there"],
]

[[bulletin]]
id = "elsewhere-bulletin"
title = "Elsewhere"
date = "1990-05-01"
address = "https://example.org/elsewhere-bulletin"
changes = [["1990-01-01", "1990-02-01", "702", "new", "changed", "", "of other editions"]]
"""


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(pages, "bulletins", lambda: read_bulletins(BULLETINS))
    with open_store(write_history(tmp_path / "moved_rules.sqlite", EDITIONS, LINKS)) as store:
        pages.write_bulletins(BuildContext(store, tmp_path / "site", SHELL, {}, lambda _: None))
    return tmp_path / "site" / "bulletins"


def page(folder: Path) -> BeautifulSoup:
    return BeautifulSoup((folder / "index.html").read_text(encoding="utf-8"), "html.parser")


def test_the_list_has_the_bulletins_of_the_editions_at_hand(site: Path) -> None:
    links = [(link["href"], link.get_text()) for link in page(site).select("main table a")]
    assert links == [("orchard-bulletin/", "Orchard & Bulletin")]
    assert not (site / "elsewhere-bulletin").exists()


def test_an_announcement_leads_to_its_changes_or_says_why_not(site: Path) -> None:
    rows = {
        row.select("th")[0].get_text() + ": " + row.select("td")[0].get_text(): row.select("td")[1]
        for row in page(site / "orchard-bulletin").select("tbody tr")
    }
    changed = rows["702: the <keyword> chapter"]
    assert changed.select("a[href^='../../id/702.']")
    assert rows["999.9: no such rule"].get_text() == "the edition has no such number"
    assert rows["702.2: an edition that is not there"].get_text() == "one of the two editions is not at hand"
    assert page(site / "orchard-bulletin").select_one(f"h2 a[href='../../compare/{A}..{B}/']")
