"""The histories of the real archive: nothing is lost between the records and the pages."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path

import pytest

from rules.change import passage_of
from rules.store import open_store
from site_src.layout.addresses import history_page, id_page
from site_src.markup.differences import Part
from site_src.pages.history.annals import Annals
from site_src.pages.history.fates import Fates
from site_src.pages.history.lives import Life, Lives
from site_src.pages.history.numbers import numbers_json
from site_src.pages.history.plan import history_pages, lives_by_key

pytestmark = pytest.mark.archive


@pytest.fixture(scope="module")
def fates(whole: Path) -> Iterator[Fates]:
    with open_store(whole) as store:
        yield Fates(Annals(store))


@pytest.fixture(scope="module")
def told(fates: Fates) -> dict[str, Life]:
    lives = Lives(fates)
    return {lineage: lives.tell(lineage, None) for lineage in fates.annals.by_lineage}


def words_of(parts: tuple[Part, ...], name: str) -> list[str]:
    """The words of a version's parts of a kind, without what was deleted."""
    kept = (re.sub("<del>.*?</del>", "", part.html, flags=re.DOTALL) for part in parts if part.name == name)
    return [text for text in (unescape(re.sub("<[^>]*>", "", html)) for html in kept) if text]


def test_every_version_shows_its_record(fates: Fates, told: dict[str, Life]) -> None:
    checked = 0
    for lineage, life in told.items():
        entries = fates.trace(lineage).entries
        cards = [card for item in life.items for card in item.cards]
        assert sorted(card.number for card in cards) == list(range(1, len(entries) + 1))
        for card in cards:
            passage = entries[card.number - 1].passage
            if not card.parts or passage is None:
                continue
            assert words_of(card.parts, "text") == [passage.text] * bool(passage.text)
            assert words_of(card.parts, "example") == list(passage.examples)
            assert words_of(card.parts, "note") == list(passage.notes)
            checked += 1
    assert checked > 20_000


def test_ages_cover_every_current_text(fates: Fates, told: dict[str, Life]) -> None:
    checked = 0
    for lineage, versions in fates.annals.by_lineage.items():
        aged = told[lineage].aged
        assert (aged is not None) == fates.annals.is_current(lineage)
        if aged is None:
            continue
        last = versions[-1]
        record = fates.annals.rule(last.last, last.key) or next(
            one for one in fates.annals.glossary(last.last) if one.key == last.key
        )
        passage = passage_of(record)
        shown = [unescape(re.sub("<[^>]*>", "", text.html)) for text in aged.texts]
        assert shown == [passage.text or passage.heading or "", *passage.examples, *passage.notes]
        checked += 1
    assert checked > 3000


def test_every_number_of_every_edition_leads_somewhere(fates: Fates) -> None:
    pages = history_pages(fates.annals)
    assert len(pages) < 4000
    on_page = {key: page.address for page in pages for key in page.keys}
    for edition in fates.annals.edition_ids:
        for key in fates.annals.lineages(edition):
            assert on_page[key] == history_page(key)
    assert sum(len(members) for members in lives_by_key(fates.annals).values()) == len(fates.annals.by_lineage)
    addresses = [id_page(lineage) for lineage in fates.annals.by_lineage]
    assert len({one.lower() for one in addresses}) == len(addresses), "also where case counts for nothing"


def test_the_table_of_numbers_knows_every_edition(fates: Fates) -> None:
    found = numbers_json(fates)
    lineages = [row[0] for row in found["lineages"]]
    for at, edition in enumerate(found["editions"]):
        for key, lineage in fates.annals.lineages(edition).items():
            if key.startswith("glossary:"):
                continue
            meanings = found["numbers"][key.partition("#")[0]]
            assert any(lineages[one] == lineage and first <= at <= last for one, first, last, _ in meanings), key


def test_storm_had_five_numbers(fates: Fates, told: dict[str, Life]) -> None:
    lineage = fates.annals.lineage_at("2003-07-01", "502.30a")
    assert lineage is not None
    assert fates.now(lineage) == ("702.40a",)
    assert told[lineage].summary.startswith("since 26 May 2003")
    assert "renumbered 4 times" in told[lineage].summary
