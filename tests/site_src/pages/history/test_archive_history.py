"""The histories of the real archive: nothing is lost between the records and the pages."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path

import pytest

from graph.answers.shown_phrases import ShownPhrase
from graph.compare.passages import passage_at
from graph.history import History
from rules.store import open_store
from site_src.addresses import history_page, id_page
from site_src.markup.differences import ComparedPart, parts_of
from site_src.pages.history.ages import list_aged
from site_src.pages.history.lineages import Timelines
from site_src.pages.history.pages import history_pages, lineages_by_key
from site_src.pages.history.timeline import list_timeline
from site_src.pages.history.write import numbers_json

pytestmark = pytest.mark.archive


@pytest.fixture(scope="module")
def timelines(whole: Path) -> Iterator[Timelines]:
    with open_store(whole) as store:
        yield Timelines(History(store))


def words_of(parts: tuple[ComparedPart, ...], name: str) -> list[str]:
    """The words of a version's parts of a kind, without what was deleted."""
    htmls = (re.sub("<del>.*?</del>", "", part.html, flags=re.DOTALL) for part in parts if part.name == name)
    return [text for text in (unescape(re.sub("<[^>]*>", "", html)) for html in htmls) if text]


def test_every_version_shows_its_record_and_ages_cover_every_current_text(timelines: Timelines) -> None:
    shown = aged = 0
    for lineage, versions in timelines.history.versions.by_lineage.items():
        trace = timelines.trace(lineage)
        steps = [step for _, run in list_timeline(trace) for step in run]
        assert [version for version, _ in steps] == [*reversed(trace.entries)], lineage
        for version, before in steps:
            passage = version.passage
            parts = parts_of(before.passage if before else None, passage)
            if parts and passage is not None:
                assert words_of(parts, "text") == [passage.text] * bool(passage.text)
                assert words_of(parts, "example") == list(passage.examples)
                assert words_of(parts, "note") == list(passage.notes)
                shown += 1
        if timelines.history.lineages.is_current(lineage):
            now = passage_at(timelines.history, versions[-1].last, versions[-1].key)
            texts = [
                "".join(piece.text for piece in pieces if isinstance(piece, ShownPhrase))
                for _, pieces in list_aged(timelines.blame(trace), timelines.shown)
            ]
            assert texts == [now.text or now.heading or "", *now.examples, *now.notes], lineage
            aged += 1
    assert shown > 10_000
    assert aged > 3000


def test_every_number_of_every_edition_leads_somewhere(timelines: Timelines) -> None:
    pages = history_pages(timelines.history)
    assert len(pages) < 4000
    on_page = {key: page.address for page in pages for key in page.keys}
    for edition in timelines.history.calendar.work_of:
        for key in timelines.history.lineages.of_edition(edition):
            assert on_page[key] == history_page(key)
    assert sum(len(members) for members in lineages_by_key(timelines.history).values()) == len(
        timelines.history.versions.by_lineage
    )
    addresses = [id_page(lineage) for lineage in timelines.history.versions.by_lineage]
    assert len({address.lower() for address in addresses}) == len(addresses), "also where case counts for nothing"


def test_the_table_of_numbers_knows_every_edition(timelines: Timelines) -> None:
    table = numbers_json(timelines)
    lineages = [row[0] for row in table["lineages"]]
    for at, edition in enumerate(table["editions"]):
        for key, lineage in timelines.history.lineages.of_edition(edition).items():
            if key.startswith("glossary:"):
                continue
            meanings = table["numbers"][key.partition("#")[0]]
            assert any(lineages[row] == lineage and first <= at <= last for row, first, last, _ in meanings), key


def test_storm_had_five_numbers(timelines: Timelines) -> None:
    lineage = timelines.history.lineages.find("2003-07-01", "502.30a")
    assert lineage is not None
    assert timelines.list_current_keys(lineage) == ("702.40a",)
    summary = timelines.summarize(timelines.trace(lineage))
    assert summary.startswith("since 26 May 2003")
    assert "renumbered 4 times" in summary
