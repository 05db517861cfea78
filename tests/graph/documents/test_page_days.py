"""The days from which a page of an issue can be."""

from collections.abc import Sequence

import pytest
from msgspec.structs import replace

from graph.documents.page_days import PageDays, find_days_by_tags, find_days_by_text
from rules.records import RULINGS_SUMMARY, ParsedDocument
from tests.rules.histories import reading_of

EDITIONS = ("2001-01-01", "2002-02-02", "2004-04-04", "2005-05-05")


def find_days_of_tagged(tags: Sequence[str]) -> PageDays:
    """Return the days of a page of a rulings summary with one ruling for each tag."""
    texts = {f"A.1.{number}": f"A heron wakes. {tag}" for number, tag in enumerate(tags, 1)}
    reading = reading_of("", RULINGS_SUMMARY, texts)
    rules = tuple(replace(rule, tags=(tag,)) for rule, tag in zip(reading.rules, tags, strict=True))
    page = ParsedDocument("page", RULINGS_SUMMARY, "rulings", "utf-8", None, "good", rules, (), (), (), ())
    return find_days_by_tags(page, EDITIONS)


def test_a_page_is_from_between_the_editions_around_the_nearest() -> None:
    days = find_days_by_text("2002-02-02", EDITIONS)
    assert (days.earliest, days.latest) == ("2001-01-01", "2004-04-03")
    days = find_days_by_text("2001-01-01", EDITIONS)
    assert (days.earliest, days.latest) == (None, "2002-02-01")
    days = find_days_by_text("2005-05-05", EDITIONS)
    assert (days.earliest, days.latest) == ("2004-04-04", None)


def test_a_retyped_edition_is_nearest_at_its_own_day() -> None:
    days = find_days_by_text("2003-03-03", EDITIONS)
    assert (days.earliest, days.latest) == ("2002-02-02", "2004-04-03")


@pytest.mark.parametrize(("nearest", "editions"), [("2001-01-01", EDITIONS), ("2001-01-01", EDITIONS[:1])])
def test_no_reason_names_an_edition_that_does_not_exist(nearest: str, editions: Sequence[str]) -> None:
    days = find_days_by_text(nearest, editions)
    assert days.earliest_reason == "2001-01-01 has most of its text, and no edition before it is known"
    assert (days.latest is None) == days.latest_reason.endswith("no edition after it is known")


def test_a_page_is_from_between_its_youngest_tag_and_the_edition_that_it_never_cites() -> None:
    days = find_days_of_tagged(["[CompRules 2002/02/02]", "[D'Angelo 2003/03/03]"])
    assert (days.earliest, days.latest) == ("2003-03-03", "2004-04-03")


def test_a_page_that_cites_a_day_after_the_next_edition_has_no_latest_day() -> None:
    days = find_days_of_tagged(["[CompRules 2002/02/02]", "[D'Angelo 2004/05/01]"])
    assert (days.earliest, days.latest) == ("2004-05-01", None)
    assert "2004-04-04, which is older" in days.latest_reason
