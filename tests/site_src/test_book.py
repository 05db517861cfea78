"""Every record has one place on the site, at the address the contract gives it; so have histories and lineages."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.records import GlossaryEntry, Rule
from site_src.addresses import SitePlace, history_place, id_page, keyword_page, lineage_file, segment_of, slug
from site_src.layout import lay_out
from tests.site_src.scripts import run_program
from tests.site_src.tiny import TINY_GLOSSARY, TINY_RULES, make_rule


def test_addresses_follow_the_contract_and_every_record_has_exactly_one_place() -> None:
    places = lay_out(TINY_RULES, TINY_GLOSSARY).places()
    contract = {
        "7": SitePlace("cr/", "7"),
        "702": SitePlace("cr/702/"),
        "702.1": SitePlace("cr/702/", "702.1"),
        "702.40": SitePlace("cr/702.40/"),
        "702.40a": SitePlace("cr/702.40/", "702.40a"),
        "702.40a#2": SitePlace("cr/702.40/", "702.40a-2"),
        "100.1": SitePlace("cr/100/", "100.1"),
        "glossary:Storm": SitePlace("glossary/s/", "storm"),
        "glossary:storm!": SitePlace("glossary/s/", "storm-2"),
        "glossary:*": SitePlace("glossary/t/", "term"),
    }
    assert places | contract == places
    assert set(places) == {rule.key for rule in TINY_RULES} | {entry.key for entry in TINY_GLOSSARY}
    assert len(set(places.values())) == len(places)
    twice = [GlossaryEntry("e", "Exile", "a"), GlossaryEntry("e", "Exile", "b", 2), GlossaryEntry("e", "Exile 2", "c")]
    assert len(set(lay_out((), twice).places().values())) == 3


def test_rules_without_section_chapter_or_regular_number_are_kept_and_few_headings_tear_no_chapter_apart() -> None:
    stray = (Rule("2026-04-17", "408.f", "subrule", None, "Misprinted.", parent="408"), make_rule("903.5a", "Alone."))
    book = lay_out(stray, ())
    assert [section.number for section in book.sections] == ["4", "9"]
    assert [chapter.number for chapter in book.chapters] == ["408", "903"]
    assert set(book.places()) == {"408.f", "903.5a"}
    rules = (
        make_rule("903", heading="Format"),
        make_rule("903.1", "First."),
        make_rule("903.2", heading="Variant"),
        make_rule("903.2a", "Of the variant."),
        make_rule("903.3", "Third."),
    )
    (whole,) = lay_out(rules, ()).chapters
    assert (whole.rules, whole.pages) == (rules, ())


@pytest.mark.parametrize(
    ("page", "place", "address"),
    [
        ("", SitePlace("cr/702/", "702.1"), "cr/702/#702.1"),
        ("cr/702/", SitePlace("cr/702/", "702.1"), "#702.1"),
        ("cr/702/", SitePlace("cr/702/"), "."),
        ("cr/100/", SitePlace("cr/702.40/", "702.40a"), "../../cr/702.40/#702.40a"),
        ("e/2026-04-17/", SitePlace("", ""), "../../"),
        ("glossary/", SitePlace("cr/", "7"), "../cr/#7"),
    ],
)
def test_addresses_are_relative(page: str, place: SitePlace, address: str) -> None:
    assert place.seen_from(page) == address


def test_slugs_and_addresses_of_headings() -> None:
    assert slug("Mana Ability") == "mana-ability"
    assert slug("“Enters the Battlefield”") == "enters-the-battlefield"
    assert slug("+1/+1 Counter") == "1-1-counter"
    assert (slug("∞"), slug("Déjà")) == ("term", "deja")
    assert keyword_page("Bands with Other") == "kw/bands-with-other/"
    assert keyword_page("Don’t") == keyword_page("Don't") == "kw/don-t/"


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
        ("glossary:Mana Ability", "history/glossary/ma/", "mana-ability"),
        ("glossary:Bury#2", "history/glossary/bu/", "bury"),
        ("glossary:*", "history/glossary/te/", "term"),
    ],
)
def test_a_history_stands_on_the_page_of_its_number(key: str, page: str, anchor: str) -> None:
    assert history_place(key) == SitePlace(page, anchor)


def test_a_lineage_has_an_address_that_is_a_name_of_a_folder_and_not_too_long_for_one() -> None:
    pages = {
        "502.30a": "502.30a",
        "501.2#2": "501.2~2",
        "glossary:Mana Ability": "glossary.Mana_Ability",
        "glossary:As/Is “so”": "glossary.As=2fIs_=e2=80=9cso=e2=80=9d",
        "glossary:../../x": "glossary...=2f..=2fx",
    }
    for key, name in pages.items():
        assert id_page(f"{key}@2001-01-01") == f"id/{name}@2001-01-01/"
    names = ["stone" + "x" * 400, "stone" + "x" * 401, "\u0436" * 200, "s" * 200, "s" * 201]
    addresses = [keyword_page(name) for name in names] + [id_page(f"glossary:{name}@2001-01-01") for name in names]
    assert max(len(part) for address in addresses for part in address.split("/")) <= 200
    assert len(set(addresses)) == len(addresses)
    assert addresses[3:5] == [f"kw/{'s' * 200}/", f"kw/{'s' * 200}/s/"]


FILES = {
    "502.30a@2003-05-26": "35",
    "502.30@2003-05-26": "35",
    "502.3a@2003-05-26": "1",
    "702.140a@2020-04-17": "13",
    "1@1999-04-21": "28",
    "408.f@1999-04-21": "23",
    "501.2#2@1999-04-21": "63",
    "A.2.1@2003-05-26": "28",
    "glossary:Storm@2003-07-01": "30",
    "glossary:Storm#2@2003-07-01": "30",
    "glossary:Élan “so”@2003-07-01": "53",
    "/etc@2003-07-01": "5",
}


def test_the_file_of_a_lineage_follows_from_its_id_in_python_and_in_the_browser() -> None:
    assert {lineage: lineage_file(lineage) for lineage in FILES} == FILES
    program = """
        import { readFileSync } from "node:fs";
        const { lineageFile } = await import(`${process.argv[1]}/lib/numbers.js`);
        console.log(JSON.stringify(JSON.parse(readFileSync(0)).map(lineageFile)));
    """
    assert run_program(program, list(FILES)) == list(FILES.values())


@given(st.text(min_size=1, max_size=20), st.text(min_size=1, max_size=20))
def test_no_two_lineages_share_an_address(first: str, second: str) -> None:
    ours, theirs = (segment_of(f"glossary:{term}@2001-01-01") for term in (first, second))
    assert (ours == theirs) == (first == second)
    assert set(ours) <= set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789@.-_~=")
