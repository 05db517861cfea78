from __future__ import annotations

import pytest

from rules.records import RULINGS_SUMMARY
from site_src.markup.words import count, date_in_words, edition_in_words, size_in_words, when_in_words
from site_src.pages.editions.witnesses import SHOWN_DIFFERENCE, Excerpt, excerpts
from tests.site_src.tiny import make_edition


def test_dates_do_not_follow_the_locale() -> None:
    assert date_in_words("2026-04-17") == "17 April 2026"
    assert date_in_words("1999-12-01") == "1 December 1999"
    with pytest.raises(ValueError, match="month"):
        date_in_words("2026-13-01")


def test_editions_in_words() -> None:
    assert edition_in_words(make_edition(set_name="Magic 2010")) == "Edition of 17 April 2026, Magic 2010"
    assert edition_in_words(make_edition(set_name=None, set_code="M10")) == "Edition of 17 April 2026, M10"
    assert edition_in_words(make_edition(set_name=None, set_code=None)) == "Edition of 17 April 2026"
    summary = make_edition("1999-04-21", work=RULINGS_SUMMARY, set_name=None, set_code=None)
    assert edition_in_words(summary) == "Rulings summary of 21 April 1999"


@pytest.mark.parametrize(
    ("day", "words"), [("1998-02-03", "3 February 1998"), ("1997-01", "January 1997"), ("1994", "1994")]
)
def test_dates_are_as_exact_as_they_are_printed(day: str, words: str) -> None:
    assert when_in_words(day) == words


def test_counts_and_sizes() -> None:
    assert [count(n, "entry", "entries") for n in (0, 1, 2000)] == ["0 entries", "1 entry", "2,000 entries"]
    assert [size_in_words(n) for n in (1, 999, 347_499)] == ["1 byte", "999 bytes", "347 kB"]


def test_excerpts_show_what_differs() -> None:
    left, right = excerpts("Rules 409.1f–h say so.", "Rules 409.1f�h say so.")
    assert left == Excerpt("Rules 409.1f", "–", "h say so.")
    assert right == Excerpt("Rules 409.1f", "�", "h say so.")


def test_excerpts_are_cut_at_words() -> None:
    same = "word " * 100
    left, right = excerpts(f"{same}LEFT{same}", f"{same}" + "right" * 100 + same)
    assert left.before.startswith("…word word")
    assert left.after.endswith(" word…")
    assert left.different == "LEFT"
    assert right.different == ("right" * 100)[:SHOWN_DIFFERENCE] + "…"


@pytest.mark.parametrize(
    ("reading", "text"), [("aa", "aaa"), ("aaa", "aa"), ("", "a"), ("abab", "ab"), ("same", "same")]
)
def test_excerpts_of_short_passages_are_whole(reading: str, text: str) -> None:
    for whole, excerpt in zip((reading, text), excerpts(reading, text), strict=True):
        assert excerpt.before + excerpt.different + excerpt.after == (whole or "—")
