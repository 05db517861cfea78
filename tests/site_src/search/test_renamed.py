"""Old names in the search box: only confirmed ones, each with all names since."""

from __future__ import annotations

from graph.terms import Term
from site_src.layout.term_pages import TermPages
from site_src.search.renamed import renamed_rows

EARLY, MIDDLE, LATE = "2001-01-01", "2005-05-05", "2011-11-11"
TERMS = (
    Term(
        "basket", "crate", MIDDLE, "renamed", 9, 0.9, forms=(("basket", "crate"), ("baskets", "crates")), curated=True
    ),
    Term("hamper", "basket", EARLY, "renamed", 2, 0.4, forms=(("hamper", "basket"),), curated=True),
    Term("mow", "cut", LATE, "split", 3, 0.5, curated=True),
    Term("scythe", None, LATE, "retired", 1, 0.3, curated=True),
    Term("his or hers", "theirs", LATE, "reworded", 7, 0.9, curated=True),
    Term("green apple", "apple", LATE, "renamed", 3, 0.3),
)


def test_a_row_has_the_names_since_and_the_page() -> None:
    rows = {row[0]: row[1:] for row in renamed_rows(TERMS)}
    assert rows["basket"] == [MIDDLE, "renamed", "terms/basket/", ["crate"]]
    assert rows["baskets"][3] == ["crates"]
    assert rows["hamper"] == [EARLY, "renamed", "terms/hamper/", ["basket", "crate"]]
    assert rows["mow"][1:] == ["split", "terms/mow/", ["cut"]]
    assert rows["scythe"][1:] == ["retired", "terms/scythe/", []]


def test_what_nobody_confirmed_and_turns_of_phrase_are_not_expanded() -> None:
    assert not {"green apple", "his or hers"} & {row[0] for row in renamed_rows(TERMS)}


def test_inflections_share_a_page_called_by_the_most_frequent() -> None:
    pages = TermPages(TERMS)
    assert pages.page("crates") == pages.page("crate") == "terms/crate/"
    assert pages.names["terms/crate/"] == "crate"
    assert pages.find("never heard of") is None


def test_names_that_no_address_can_tell_apart_have_pages_of_their_own() -> None:
    pages = TermPages([Term("c++", "c", EARLY, "renamed", 1, 0.5)])
    assert len(pages.names) == 2
    assert sorted(pages.names.values()) == ["c", "c++"]
