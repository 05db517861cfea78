"""Every record has one place on the site, at the address the contract gives it."""

from __future__ import annotations

import pytest

from rules.records import GlossaryEntry, Rule
from site_src.layout.book import SitePlace, lay_out, slug
from tests.site_src.tiny import TINY_GLOSSARY, TINY_RULES, make_rule


def test_addresses_follow_the_contract() -> None:
    places = lay_out(TINY_RULES, TINY_GLOSSARY).places()
    assert places["7"] == SitePlace("cr/", "7")
    assert places["702"] == SitePlace("cr/702/")
    assert places["702.1"] == SitePlace("cr/702/", "702.1")
    assert places["702.40"] == SitePlace("cr/702.40/")
    assert places["702.40a"] == SitePlace("cr/702.40/", "702.40a")
    assert places["702.40a#2"] == SitePlace("cr/702.40/", "702.40a-2")
    assert places["100.1"] == SitePlace("cr/100/", "100.1")
    assert places["glossary:Storm"] == SitePlace("glossary/s/", "storm")
    assert places["glossary:storm!"] == SitePlace("glossary/s/", "storm-2")
    assert places["glossary:*"] == SitePlace("glossary/t/", "term")


def test_every_record_has_exactly_one_place() -> None:
    places = lay_out(TINY_RULES, TINY_GLOSSARY).places()
    assert set(places) == {rule.key for rule in TINY_RULES} | {entry.key for entry in TINY_GLOSSARY}
    assert len(set(places.values())) == len(places)


def test_rules_without_section_chapter_or_regular_number_are_kept() -> None:
    stray = (Rule("2026-04-17", "408.f", "subrule", None, "Misprinted.", parent="408"), make_rule("903.5a", "Alone."))
    book = lay_out(stray, ())
    assert [section.number for section in book.sections] == ["4", "9"]
    assert [chapter.number for chapter in book.chapters] == ["408", "903"]
    assert set(book.places()) == {"408.f", "903.5a"}


def test_a_few_headings_do_not_tear_a_chapter_apart() -> None:
    rules = (
        make_rule("903", heading="Format"),
        make_rule("903.1", "First."),
        make_rule("903.2", heading="Variant"),
        make_rule("903.2a", "Of the variant."),
        make_rule("903.3", "Third."),
    )
    (chapter,) = lay_out(rules, ()).chapters
    assert chapter.page.rules == rules
    assert chapter.pages == ()


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


@pytest.mark.parametrize(
    ("term", "expected"),
    [
        ("Mana Ability", "mana-ability"),
        ("“Enters the Battlefield”", "enters-the-battlefield"),
        ("+1/+1 Counter", "1-1-counter"),
        ("∞", "term"),
        ("Déjà", "deja"),
    ],
)
def test_slugs(term: str, expected: str) -> None:
    assert slug(term) == expected


def test_the_same_term_twice_has_two_anchors() -> None:
    entries = (
        GlossaryEntry("e", "Exile", "a"),
        GlossaryEntry("e", "Exile", "b", 2),
        GlossaryEntry("e", "Exile 2", "c"),
    )
    assert len(set(lay_out((), entries).places().values())) == 3
