"""Pages of terms: the rules that changed, the counts, the picture, the words."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from bs4 import BeautifulSoup

from graph.terms import Term
from rules.store import open_store
from site_src.context import BuildContext
from site_src.data.corpus import Corpus
from site_src.markup.shell import Shell
from site_src.pages.history.strip import Axis
from site_src.pages.terms.pages import Terms, write_terms
from site_src.pages.terms.touched import Changes, Touched
from site_src.pages.terms.uses import Uses, describe_uses, pictures
from tests.rules.histories import write_history
from tests.site_src.pages.history.moved_rules import EDITIONS, LINKS, A, B, C

CRATES = Term(
    "basket", "crate", C, "renamed", 1, 0.9, forms=(("basket", "crate"),), curated=True, note="<b>Bigger</b>."
)
SCYTHE = Term("scythe", None, B, "retired", 1, 0.3, forms=(("scythe", ""),))
SHELL = Shell(
    {"css": "a.css", "js": "a.js", "early": "e.js", "serif": "s.woff2", "pages": {}, "styles": {"terms": "t.css"}},
    {"contents": [], "summary": [], "latest": {"id": C, "words": f"Edition of {C}"}, "sample": False},
)


@pytest.fixture
def context(tmp_path: Path) -> Iterator[BuildContext]:
    path = write_history(tmp_path / "moved_rules.sqlite", EDITIONS, LINKS, terms=[CRATES, SCYTHE])
    with open_store(path) as store:
        yield BuildContext(store, tmp_path / "site", SHELL, {}, lambda _: None)


def page(context: BuildContext, address: str) -> BeautifulSoup:
    write_terms(context)
    return BeautifulSoup((context.site_dir / address / "index.html").read_text(encoding="utf-8"), "html.parser")


def test_all_rules_that_changed_with_a_term_are_found(context: BuildContext) -> None:
    changes = Changes(context.store, Corpus(context.store))
    assert changes.find_touched(CRATES) == [
        Touched(f"702.3@{A}", "702.2", "702.2"),
        Touched(f"702.3a@{A}", "702.2a", "702.2a"),
    ]


def test_what_went_with_a_retired_term_is_found(context: BuildContext) -> None:
    changes = Changes(context.store, Corpus(context.store))
    assert changes.find_touched(SCYTHE) == [Touched(f"702.4@{A}", "702.4", "702.4", dropped=True)]


@pytest.mark.parametrize(("old", "new"), [("ladder leans", "ladder"), ("ladder", "ladder leans")])
def test_words_within_each_other_are_no_change_where_they_stay(context: BuildContext, old: str, new: str) -> None:
    term = replace(CRATES, old=old, new=new, forms=((old, new),))
    assert Changes(context.store, Corpus(context.store)).find_touched(term) == []


def test_the_page_of_an_old_name_leads_to_the_new_one_and_to_the_rules(context: BuildContext) -> None:
    soup = page(context, "terms/basket")
    assert soup.h1.get_text() == "“basket”"  # type: ignore[union-attr]
    lead = soup.select_one(".lead")
    assert lead is not None
    assert lead.get_text().startswith("Called crate since 2011.")
    assert lead.a["href"] == "../../terms/crate/"  # type: ignore[index]
    links = soup.select(".touched a")
    assert [link["href"] for link in links] == [f"../../id/702.3@{A}/", f"../../id/702.3a@{A}/"]
    assert [link.get_text().split() for link in links] == [["702.2", "Crate"], ["702.2a", "Crate"]]
    assert "confirmed by reading" in soup.select_one(".renaming .when").get_text()  # type: ignore[union-attr]
    assert soup.b is None, "a note is text"
    assert "<b>Bigger</b>." in soup.get_text()


def test_the_counts_are_those_of_the_editions(context: BuildContext) -> None:
    uses = {use.name: use.counts for use in Terms(context, Corpus(context.store)).uses("crate")}
    # "basket" and "baskets" are counted apart: only forms that were seen belong to a name
    assert uses == {"basket": (2, 2, 0), "crate": (0, 0, 2)}
    soup = page(context, "terms/crate")
    rows = [[cell.get_text() for cell in row.select("th, td")] for row in soup.select("figure tbody tr")]
    assert rows == [[f"{A} to {B}", "2", "0"], [C, "0", "2"]]
    assert [tag["aria-label"] for tag in soup.select("svg.uses")] == [
        "basket: from 2001 to 2011, in at most 2 places",
        "crate: from 2011 to today, in at most 2 places",
    ]


def test_the_list_says_which_are_unread(context: BuildContext) -> None:
    soup = page(context, "terms")
    confirmed, unread = soup.select(".terms-of")
    assert confirmed.select_one("li").get_text().split()[:3] == ["basket", "→", "crate"]  # type: ignore[union-attr]
    assert "scythe" in unread.get_text()
    assert unread.find_previous("h2").get_text() == "Found by the program"  # type: ignore[union-attr]


def test_a_picture_steps_with_the_editions() -> None:
    editions = ("2001-01-01", "2002-01-01", "2003-01-01", "2004-01-01")
    (picture,) = pictures([Uses("hay", (0, 2, 4, 0))], editions)
    second, third, fourth = (Axis(editions).at(edition) for edition in editions[1:])
    assert f'd="M{second} 20V10H{third}V0H{fourth}V20Z"' in picture
    assert pictures([Uses("hay", (0, 0, 0, 0))], editions) == ()
    assert describe_uses(Uses("hay", (0, 0, 0, 0)), editions) == "hay: in no edition"


def test_without_terms_there_are_no_pages(tmp_path: Path) -> None:
    with open_store(write_history(tmp_path / "none.sqlite", EDITIONS, LINKS, terms=[])) as store:
        write_terms(BuildContext(store, tmp_path / "site", SHELL, {}, lambda _: None))
    assert not (tmp_path / "site").exists()
