"""One lineage as its page tells it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from site_src.pages.history.ages import Scale
from site_src.pages.history.lineage_histories import LineageHistories
from site_src.pages.history.lineage_views import LineageView, LineageViews
from site_src.pages.history.outcomes import Outcomes
from site_src.pages.history.strip import Axis
from tests.graph.compare.histories import town
from tests.site_src.pages.history.moved_rules import EDITIONS, A, B, C
from tests.site_src.pages.written import parse_html


def lineage_view(outcomes: Outcomes, lineage: str) -> LineageView:
    return LineageViews(outcomes).view(lineage, None)


def marks(view: LineageView) -> list[tuple[str, str]]:
    return [(item.kind, item.names) for item in view.items]


def test_versions_stand_newest_first_a_move_as_a_line_and_typography_folded(outcomes: Outcomes) -> None:
    view = lineage_view(outcomes, f"702.1@{A}")
    assert marks(view) == [("card", "wording"), ("card", "added")]
    (first,) = view.items[-1].cards
    assert [str(part.html) for part in first.parts] == [EDITIONS[A]["702.1"]]
    assert view.items[0].cards[0].parts[0].html.count("<ins>") == 1
    view = lineage_view(outcomes, f"702.2a@{A}")
    assert marks(view) == [("fold", "typographic"), ("step", "renumbered"), ("card", "added")]
    assert view.items[0].words == "typography only, 11 November 2011"
    assert (view.items[1].cards[0].origin, view.items[1].cards[0].parts) == ("702.2a → 702.3a", ())
    assert view.summary == "since 1 January 2001, renumbered once, 1 slight change"
    strip = parse_html(str(view.strip))
    ticks = {path["class"][0]: str(path["d"]).count("M") for path in strip.select("path[class^=tick]")}
    assert ticks == {"tick-edit": 1, "tick-move": 1, "tick-slight": 1}
    assert [svg["aria-label"] for svg in strip.select("svg")] == ["3 versions between 2001 and 2011"]


def test_what_was_merged_says_where_it_went_the_other_whence_and_the_deleted_its_last_words(outcomes: Outcomes) -> None:
    view = lineage_view(outcomes, f"702.3b@{A}")
    assert not view.current
    assert view.aged is None
    assert view.end == "Merged into another rule with the edition of 5 May 2005"
    assert [(link.page, link.anchor, link.words) for link in view.into] == [("history/702.2/", f"702.3a@{A}", "702.2a")]
    card = lineage_view(outcomes, f"702.3a@{A}").items[1].cards[0]
    assert card.origin == "702.3a → 702.2a; took in"
    assert [link.words for link in card.others] == ["702.3b"]
    deleted = lineage_view(outcomes, f"702.4a@{A}")
    assert deleted.end == "Deleted with the edition of 5 May 2005"
    assert [str(part.html) for part in deleted.now] == ["Nobody mows alone."]


@pytest.fixture(scope="module")
def town_outcomes(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Outcomes]:
    with town(tmp_path_factory.mktemp("town")) as opened:
        yield Outcomes(LineageHistories(opened))


def test_what_came_back_says_when_it_was_last_in_force_and_a_part_from_what_it_was_split(
    town_outcomes: Outcomes,
) -> None:
    view = lineage_view(town_outcomes, "101.2@2001-01-01")
    newest = view.items[0].cards[0]
    assert (newest.until, newest.origin) == ("until today, 2 editions", "last in force on 1 February 2002")
    assert 'class="bar" d="M0 10H271M541 10H1000"' in view.strip, "the bar has a gap"
    oldest = lineage_view(town_outcomes, "101.1a@2002-02-02").items[-1].cards[0]
    assert (oldest.until, oldest.origin) == ("until 3 April 2004, 2 editions", "split from")
    assert [link.words for link in oldest.others] == ["101.1"]


def test_ages_cover_the_words_of_today(outcomes: Outcomes) -> None:
    view = lineage_view(outcomes, f"702.3a@{A}")
    assert view.aged is not None
    soup = parse_html(str(view.aged.texts[0].html))
    assert soup.get_text() == EDITIONS[C]["702.2a"]
    phrases = {since.words: since.phrases for since in view.aged.since}
    assert {span["title"] for span in soup.select("span[title]")} == set(phrases)
    moved = {f"since 1 January 2001, then in 702.3{letter}" for letter in "ab"}
    assert set(phrases) == {*moved, "since 5 May 2005", "since 11 November 2011"}
    assert phrases["since 11 November 2011"] == ("crate",)


def test_the_scale_and_the_axis_cover_all_years_without_a_gap() -> None:
    scale = Scale([A, B, C])
    years = [year for step in scale.legend() for year in range(step.first, step.last + 1)]
    assert years == list(range(2001, 2012))
    assert [step.number for step in scale.legend()] == list(range(7))
    assert (scale.find_shade(A), scale.find_shade(C)) == (0, 6)
    assert [step.words for step in Scale([A]).legend()] == ["2001"]
    axis = Axis([A, B, C])
    assert (axis.at(A), axis.at(B), axis.end(C)) == (0, axis.end(A), 1000)
    assert axis.years().count("M") == 2
