"""Pages of terms: the rules that changed, the counts, the picture, the words."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from graph.terms import Term
from site_src.context import BuildContext
from site_src.data.corpus import Corpus
from site_src.pages.history.strip import Axis
from site_src.pages.terms.pages import Terms, write_terms
from site_src.pages.terms.touched import Changes, Touched
from site_src.pages.terms.uses import Uses, describe_uses, pictures
from tests.site_src.pages.history.moved_rules import A, B, C
from tests.site_src.pages.written import moved_rules_site, read_page, text_at

CRATES = Term(
    "basket", "crate", C, "renamed", 1, 0.9, forms=(("basket", "crate"),), curated=True, note="<b>Bigger</b>."
)
SCYTHE = Term("scythe", None, B, "retired", 1, 0.3, forms=(("scythe", ""),))


@pytest.fixture(scope="module")
def context(tmp_path_factory: pytest.TempPathFactory) -> Iterator[BuildContext]:
    with moved_rules_site(tmp_path_factory.mktemp("terms"), [CRATES, SCYTHE]) as made:
        write_terms(made)
        yield made


def test_all_rules_that_changed_or_went_with_a_term_are_found(context: BuildContext) -> None:
    """Words within each other are no change where they stay."""
    changes = Changes(context.store, Corpus(context.store))
    assert changes.find_touched(CRATES) == [
        Touched(f"702.3@{A}", "702.2", "702.2"),
        Touched(f"702.3a@{A}", "702.2a", "702.2a"),
    ]
    assert changes.find_touched(SCYTHE) == [Touched(f"702.4@{A}", "702.4", "702.4", dropped=True)]
    for old, new in (("ladder leans", "ladder"), ("ladder", "ladder leans")):
        assert changes.find_touched(replace(CRATES, old=old, new=new, forms=((old, new),))) == []


def test_the_page_of_an_old_name_leads_to_the_new_one_and_to_the_rules(context: BuildContext) -> None:
    soup = read_page(context.site_dir, "terms/basket")
    assert text_at(soup, "h1") == "“basket”"
    assert text_at(soup, ".lead").startswith("Called crate since 2011.")
    assert soup.select(".lead a")[0]["href"] == "../../terms/crate/"
    links = soup.select(".touched a")
    assert [link["href"] for link in links] == [f"../../id/702.3@{A}/", f"../../id/702.3a@{A}/"]
    assert [link.get_text().split() for link in links] == [["702.2", "Crate"], ["702.2a", "Crate"]]
    assert "confirmed by reading" in text_at(soup, ".renaming .when")
    assert soup.b is None, "a note is text"
    assert "<b>Bigger</b>." in soup.get_text()
    confirmed, unread = read_page(context.site_dir, "terms").select(".terms-of")
    assert confirmed.select("li")[0].get_text().split()[:3] == ["basket", "→", "crate"]
    assert "scythe" in unread.get_text()
    assert unread.find_all_previous("h2")[0].get_text() == "Found by the program"


def test_the_counts_are_those_of_the_editions(context: BuildContext) -> None:
    uses = {use.name: use.counts for use in Terms(context, Corpus(context.store)).uses("crate")}
    # "basket" and "baskets" are counted apart: only forms that were seen belong to a name
    assert uses == {"basket": (2, 2, 0), "crate": (0, 0, 2)}
    soup = read_page(context.site_dir, "terms/crate")
    rows = [[cell.get_text() for cell in row.select("th, td")] for row in soup.select("figure tbody tr")]
    assert rows == [[f"{A} to {B}", "2", "0"], [C, "0", "2"]]
    assert [tag["aria-label"] for tag in soup.select("svg.uses")] == [
        "basket: from 2001 to 2011, in at most 2 places",
        "crate: from 2011 to today, in at most 2 places",
    ]


def test_a_picture_steps_with_the_editions() -> None:
    editions = ("2001-01-01", "2002-01-01", "2003-01-01", "2004-01-01")
    (picture,) = pictures([Uses("hay", (0, 2, 4, 0))], editions)
    second, third, fourth = (Axis(editions).at(edition) for edition in editions[1:])
    assert f'd="M{second} 20V10H{third}V0H{fourth}V20Z"' in picture
    assert pictures([Uses("hay", (0, 0, 0, 0))], editions) == ()
    assert describe_uses(Uses("hay", (0, 0, 0, 0)), editions) == "hay: in no edition"


def test_without_terms_there_are_no_pages(tmp_path: Path) -> None:
    with moved_rules_site(tmp_path, []) as context:
        write_terms(context)
    assert not context.site_dir.exists()
