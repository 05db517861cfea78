"""The pages of bulletins: what each announced, and which change that became."""

from __future__ import annotations

from pathlib import Path

import pytest

from graph.announcements import read_bulletins
from site_src.pages.bulletins import write as pages
from tests.site_src.pages.history.moved_rules import A, B
from tests.site_src.pages.written import moved_rules_site, read_page

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


def test_an_announcement_leads_to_its_changes_or_says_why_not(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The list has the bulletins of the editions at hand."""
    monkeypatch.setattr(pages, "bulletins", lambda: read_bulletins(BULLETINS))
    with moved_rules_site(tmp_path) as context:
        pages.write_bulletins(context)
    folder = context.site_dir / "bulletins"
    links = [(link["href"], link.get_text()) for link in read_page(folder, "").select("main table a")]
    assert links == [("orchard-bulletin/", "Orchard & Bulletin")]
    assert not (folder / "elsewhere-bulletin").exists()
    page = read_page(folder, "orchard-bulletin")
    rows = {
        f"{row.select('th')[0].get_text()}: {row.select('td')[0].get_text()}": row.select("td")[1]
        for row in page.select("tbody tr")
    }
    assert rows["702: the <keyword> chapter"].select("a[href^='../../id/702.']")
    assert rows["999.9: no such rule"].get_text() == "the edition has no such number"
    assert rows["702.2: an edition that is not there"].get_text() == "one of the two editions is not at hand"
    assert page.select_one(f"h2 a[href='../../compare/{A}..{B}/']")
