"""The histories of the real archive: nothing is lost between the records and the pages."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path

import pytest

from graph.answers.history import passage_at
from graph.history import History
from rules.store import open_store
from site_src.layout import history_page, id_page
from site_src.markup.differences import ComparedPart
from site_src.pages.history.lineages import LineageView, LineageViews, Outcomes
from site_src.pages.history.pages import history_pages, lineages_by_key
from site_src.pages.history.write import numbers_json

pytestmark = [pytest.mark.archive, pytest.mark.long]


@pytest.fixture(scope="module")
def outcomes(whole: Path) -> Iterator[Outcomes]:
    with open_store(whole) as store:
        yield Outcomes(History(store))


@pytest.fixture(scope="module")
def views(outcomes: Outcomes) -> dict[str, LineageView]:
    lineage_views = LineageViews(outcomes)
    return {lineage: lineage_views.view(lineage, None) for lineage in outcomes.histories.by_lineage}


def words_of(parts: tuple[ComparedPart, ...], name: str) -> list[str]:
    """The words of a version's parts of a kind, without what was deleted."""
    htmls = (re.sub("<del>.*?</del>", "", part.html, flags=re.DOTALL) for part in parts if part.name == name)
    return [text for text in (unescape(re.sub("<[^>]*>", "", html)) for html in htmls) if text]


def test_every_version_shows_its_record_and_ages_cover_every_current_text(
    outcomes: Outcomes, views: dict[str, LineageView]
) -> None:
    shown = aged = 0
    for lineage, lineage_view in views.items():
        entries = outcomes.trace(lineage).entries
        cards = [card for item in lineage_view.items for card in item.cards]
        assert sorted(card.number for card in cards) == list(range(1, len(entries) + 1)), lineage
        for card in cards:
            passage = entries[card.number - 1].passage
            if card.parts and passage is not None:
                assert words_of(card.parts, "text") == [passage.text] * bool(passage.text)
                assert words_of(card.parts, "example") == list(passage.examples)
                assert words_of(card.parts, "note") == list(passage.notes)
                shown += 1
        assert bool(lineage_view.aged) == outcomes.histories.is_current(lineage)
        if lineage_view.aged:
            last = outcomes.histories.by_lineage[lineage][-1]
            now = passage_at(outcomes.histories, last.last, last.key)
            texts = [unescape(re.sub("<[^>]*>", "", text.html)) for text in lineage_view.aged]
            assert texts == [now.text or now.heading or "", *now.examples, *now.notes], lineage
            aged += 1
    assert shown > 20_000
    assert aged > 3000


def test_every_number_of_every_edition_leads_somewhere(outcomes: Outcomes) -> None:
    pages = history_pages(outcomes.histories)
    assert len(pages) < 4000
    on_page = {key: page.address for page in pages for key in page.keys}
    for edition in outcomes.histories.works:
        for key in outcomes.histories.lineages(edition):
            assert on_page[key] == history_page(key)
    assert sum(len(members) for members in lineages_by_key(outcomes.histories).values()) == len(
        outcomes.histories.by_lineage
    )
    addresses = [id_page(lineage) for lineage in outcomes.histories.by_lineage]
    assert len({address.lower() for address in addresses}) == len(addresses), "also where case counts for nothing"


def test_the_table_of_numbers_knows_every_edition(outcomes: Outcomes) -> None:
    table = numbers_json(outcomes)
    lineages = [row[0] for row in table["lineages"]]
    for at, edition in enumerate(table["editions"]):
        for key, lineage in outcomes.histories.lineages(edition).items():
            if key.startswith("glossary:"):
                continue
            meanings = table["numbers"][key.partition("#")[0]]
            assert any(lineages[row] == lineage and first <= at <= last for row, first, last, _ in meanings), key


def test_storm_had_five_numbers(outcomes: Outcomes, views: dict[str, LineageView]) -> None:
    lineage = outcomes.histories.lineage("2003-07-01", "502.30a")
    assert lineage is not None
    assert outcomes.list_current_keys(lineage) == ("702.40a",)
    assert views[lineage].summary.startswith("since 26 May 2003")
    assert "renumbered 4 times" in views[lineage].summary
