"""Addresses of histories and lineages follow from the key alone."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from site_src.layout.addresses import history_place, id_page, keyword_page, segment_of
from site_src.layout.book import SitePlace


@pytest.mark.parametrize(
    ("key", "page", "anchor"),
    [
        ("702.40a", "history/702.40/", "702.40a"),
        ("702.40", "history/702.40/", "702.40"),
        ("702.40ab", "history/702.40/", "702.40ab"),
        ("702", "history/702/", "702"),
        ("7", "history/7/", "7"),
        ("502.35b#2", "history/502.35/", "502.35b-2"),
        ("408.f", "history/408/", "408.f"),
        ("A.2.Ruling.3", "history/A.2/", "A.2.Ruling.3"),
        ("A", "history/A/", "A"),
        ("glossary:Mana Ability", "history/glossary/mana-ability/", ""),
        ("glossary:Bury#2", "history/glossary/bury/", ""),
        ("glossary:*", "history/glossary/term/", ""),
    ],
)
def test_a_history_stands_on_the_page_of_its_number(key: str, page: str, anchor: str) -> None:
    assert history_place(key) == SitePlace(page, anchor)


@pytest.mark.parametrize(
    ("lineage", "page"),
    [
        ("502.30a@2003-07-01", "id/502.30a@2003-07-01/"),
        ("501.2#2@2006-05-01", "id/501.2~2@2006-05-01/"),
        ("glossary:Mana Ability@2001-01-01", "id/glossary.Mana_Ability@2001-01-01/"),
        ("glossary:As/Is “so”@2001-01-01", "id/glossary.As=2fIs_=e2=80=9cso=e2=80=9d@2001-01-01/"),
        ("glossary:../../x@2001-01-01", "id/glossary...=2f..=2fx@2001-01-01/"),
    ],
)
def test_a_lineage_has_an_address_that_is_a_name_of_a_folder(lineage: str, page: str) -> None:
    assert id_page(lineage) == page


@given(st.text(min_size=1, max_size=20), st.text(min_size=1, max_size=20))
def test_no_two_lineages_share_an_address(first: str, second: str) -> None:
    ours, theirs = (segment_of(f"glossary:{term}@2001-01-01") for term in (first, second))
    assert (ours == theirs) == (first == second)
    assert set(ours) <= set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789@.-_~=")


def test_a_heading_has_an_address() -> None:
    assert keyword_page("Bands with Other") == "kw/bands-with-other/"
    assert keyword_page("Don’t") == keyword_page("Don't") == "kw/don-t/"


def test_no_part_of_an_address_is_too_long_for_a_file_system() -> None:
    names = ["stone" + "x" * 400, "stone" + "x" * 401, "\u0436" * 200, "s" * 200, "s" * 201]
    pages = [keyword_page(name) for name in names] + [id_page(f"glossary:{name}@2001-01-01") for name in names]
    assert max(len(part) for page in pages for part in page.split("/")) <= 200
    assert len(set(pages)) == len(pages)
    assert pages[3] == f"kw/{'s' * 200}/"
    assert pages[4] == f"kw/{'s' * 200}/s/"
