"""What is rendered has the passage's text, character by character; links, differences, dates, counts, set symbols."""

from __future__ import annotations

import pytest
from bs4 import BeautifulSoup
from hypothesis import given
from hypothesis import strategies as st
from markupsafe import Markup

from rules.change import Passage
from rules.records import RULINGS_SUMMARY, CardSet, Reference, Resolution
from site_src.markup.differences import ComparedPart, parts_of
from site_src.markup.passages import (
    passage_html,
    problem_of,
    set_symbol,
    symbol_class,
    symbols,
    symbols_html,
    text_html,
)
from site_src.markup.words import (
    count,
    date_in_words,
    edition_in_words,
    format_key,
    name_in_words,
    size_in_words,
    when_in_words,
)
from site_src.pages.excerpts import SHOWN_DIFFERENCE, excerpts
from tests.site_src.tiny import HOSTILE, make_edition


def soup(html: Markup) -> BeautifulSoup:
    # left to itself the parser would fold blanks between elements
    return BeautifulSoup(f"<pre>{html}</pre>", "html.parser")


def resolution(passage: str, raw: str, status: str = "ok", **more: object) -> Resolution:
    start = passage.index(raw)
    reference = Reference("100.1", "text", raw, "rule", (raw,), more.pop("title", None), start, start + len(raw))  # type: ignore[arg-type]
    values: dict[str, object] = {"found_keys": (raw,), **more}
    return Resolution(reference, status, **values)  # type: ignore[arg-type]


def linked(passage: str, *resolutions: Resolution) -> BeautifulSoup:
    fragment = soup(passage_html(passage, resolutions, lambda key: f"#{key}"))
    assert fragment.get_text() == passage
    return fragment


# no surrogates and no NUL: no decoded source has them; a carriage return is a character like others; the two marks are
# character references, which browsers read and Python's parser drops: tests/browser/test_hostile.py has them
TEXTS = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0\x02\x03"), max_size=80)


@given(TEXTS)
def test_text_content_is_the_text(text: str) -> None:
    assert soup(text_html(text)).get_text() == text
    assert "\n" not in text_html(text)


@given(
    st.lists(st.sampled_from([*symbols(), "{w}", "{}", "{W", "W}", "{{W}}", " and ", "<", "&amp;", "\n"]), max_size=12)
)
def test_symbols_keep_their_plain_form(parts: list[str]) -> None:
    text = "".join(parts)
    assert soup(symbols_html(text)).get_text() == text


def test_symbols_are_drawn_and_what_is_none_stays_text() -> None:
    """And marks that Markdown uses itself are written so that it leaves them."""
    names = {"{W}": "sym-w", "{W/U}": "sym-wu", "{2/B}": "sym-2b", "{CHAOS}": "sym-chaos", "{10}": "sym-10"}
    for symbol, name in names.items():
        (tag,) = soup(symbols_html(f"Add {symbol}.")).select("span.sym")
        assert tag["class"] == ["sym", name] == ["sym", symbol_class(symbol)]
        assert tag.get_text() == symbol
    for text in ("{LEVEL N1-N2}", "{rN}", "{w}", "{W/}", "{21}", "{W/U/P/R}"):
        assert soup(symbols_html(text)).select("pre *") == [], text
    assert text_html("a\x02b\x03") == "a&#2;b&#3;"


def test_no_line_begins_between_a_symbol_and_what_is_printed_beside_it() -> None:
    unbroken = {
        "Pay {2}{W}, then ({T}: add {G}.)": ["{2}{W},", "({T}:", "{G}.)"],
        "Add {G} or {W/}, {rN}.": [],
        "{W}" * 9 + ".": ["{W}" * 8, "{W}."],
    }
    for text, words in unbroken.items():
        fragment = soup(symbols_html(text))
        assert fragment.get_text() == text
        assert [tag.get_text() for tag in fragment.select(".unbroken")] == words


def test_words_between_underscores_are_italics_and_stay_as_printed() -> None:
    italics = {
        "A _Boats_ card, as _The Old Harbour_ has it.": ["_Boats_", "_The Old Harbour_"],
        "snake_case_words, _ alone, _open": [],
        "(_Boats_) costs {W}.": ["_Boats_"],
    }
    for text, marked in italics.items():
        fragment = soup(symbols_html(text))
        assert fragment.get_text() == text
        assert [tag.get_text() for tag in fragment.find_all("i")] == marked


def test_links_stand_at_their_spans_and_broken_references_are_marked() -> None:
    passage = "See <rules> 702.40a & {W}, or 100.1."
    links = linked(passage, resolution(passage, "100.1"), resolution(passage, "702.40a")).select("a")
    assert [(link["href"], link.get_text()) for link in links] == [("#702.40a", "702.40a"), ("#100.1", "100.1")]
    found_keys_of_status: dict[str, tuple[str, ...]] = {"missing": (), "ambiguous": ("702.9", "702.98")}
    for status, found_keys in found_keys_of_status.items():
        broken = resolution("See rule 702.99.", "702.99", status, found_keys=found_keys)
        fragment = linked("See rule 702.99.", broken)
        assert fragment.find("a") is None, status
        assert [mark["title"] for mark in fragment.select(".ref-broken")] == [problem_of(broken)] != [""], status
    doubtful = resolution("See rule 702.40, “Strom.”", "702.40", "title-mismatch", title='"Strom" <b>')
    (link,) = linked("See rule 702.40, “Strom.”", doubtful).select("a.ref-doubtful")
    assert link["href"] == "#702.40"
    assert "Strom" in str(link["title"])
    reference = Reference("1", "text", "702.1–2", "rule", ("702.1", "702.2"), None, 0, 7)
    problem = problem_of(Resolution(reference, "missing", ("702.1",), "702.3"))
    assert problem == "not in this edition: 702.2; perhaps 702.3 is meant"


def test_wrong_spans_and_overlapping_references_are_loud() -> None:
    for start, end in ((0, 5), (4, 11), (90, 95)):
        reference = Reference("100.1", "text", "702.40", "rule", ("702.40",), None, start, end)
        with pytest.raises(ValueError, match="is not at"):
            passage_html("See rule 702.40.", [Resolution(reference, "ok", ("702.40",))], lambda _: None)
    passage = "See 702.40 and 702.41."
    resolutions = [resolution(passage, "702.40 and 702.41"), resolution(passage, "702.41")]
    with pytest.raises(ValueError, match="overlaps"):
        passage_html(passage, resolutions, lambda _: None)


PIECES = st.sampled_from([*HOSTILE, "one", "two {W} three", "four\nfive"])
VERSIONS = st.lists(PIECES, min_size=1, max_size=3).map(" ".join)
PASSAGES = st.builds(
    Passage,
    st.none() | VERSIONS,
    VERSIONS,
    st.lists(VERSIONS, max_size=3).map(tuple),
    st.lists(VERSIONS, max_size=2).map(tuple),
)


def side(part: ComparedPart, deleted: str) -> str:
    fragment = soup(Markup(part.html))
    for tag in fragment.select(deleted):
        tag.decompose()
    return fragment.get_text()


@given(PASSAGES, PASSAGES)
def test_both_versions_can_be_read_from_the_parts(before: Passage, after: Passage) -> None:
    parts = parts_of(before, after)
    if before == after:
        assert parts == ()
        return
    for name, news in (("text", [after.text]), ("example", after.examples), ("note", after.notes)):
        rebuilt = [side(part, "del") for part in parts if part.name == name and part.state != "removed"]
        assert rebuilt == list(news)
    for name, olds in (("text", [before.text]), ("example", before.examples), ("note", before.notes)):
        rebuilt = [side(part, "ins") for part in parts if part.name == name and part.state != "added"]
        assert sorted(rebuilt) == sorted(olds)


def test_the_first_version_is_whole_and_what_is_no_markup_stays_none() -> None:
    parts = parts_of(None, Passage("Ladder", "It leans.", ("An apple.",)))
    words = {"heading": "Ladder", "text": "It leans.", "example": "An apple."}
    assert [(part.name, part.state, str(part.html)) for part in parts] == [
        (name, "same", text) for name, text in words.items()
    ]
    (part,) = parts_of(Passage(text="<script>x</script>"), Passage(text="<script>y</script>"))
    assert "<script" not in part.html
    assert part.html.count("<ins>") == part.html.count("<del>") == 1


def test_dates_do_not_follow_the_locale_and_are_as_exact_as_they_are_printed() -> None:
    assert date_in_words("2026-04-17") == "17 April 2026"
    assert date_in_words("1999-12-01") == "1 December 1999"
    with pytest.raises(ValueError, match="month"):
        date_in_words("2026-13-01")
    for day, words in {"1998-02-03": "3 February 1998", "1997-01": "January 1997", "1994": "1994"}.items():
        assert when_in_words(day) == words


def test_editions_counts_and_sizes_in_words() -> None:
    assert (
        edition_in_words(make_edition(sets=(CardSet("M10", "Magic 2010"),))) == "Edition of 17 April 2026, Magic 2010"
    )
    assert edition_in_words(make_edition(sets=(CardSet("M10", None),))) == "Edition of 17 April 2026, M10"
    assert edition_in_words(make_edition(sets=())) == "Edition of 17 April 2026"
    summary = make_edition("1999-04-21", work=RULINGS_SUMMARY, sets=())
    assert edition_in_words(summary) == "Rulings summary of 21 April 1999"
    assert [count(n, "entry", "entries") for n in (0, 1, 2000)] == ["0 entries", "1 entry", "2,000 entries"]
    sizes = {
        1: "1 byte",
        999: "999 bytes",
        347_499: "347 kB",
        999_499: "999 kB",
        999_500: "1.0 MB",
        7_063_000: "7.1 MB",
        9_949_000: "9.9 MB",
        36_028_000: "36 MB",
        1_234_567_890: "1,235 MB",
    }
    assert {size: size_in_words(size) for size in sizes} == sizes


def test_excerpts_show_what_differs_and_are_cut_at_words() -> None:
    left, right = excerpts("Rules 409.1f–h say so.", "Rules 409.1f�h say so.")
    assert (left, right) == (("Rules 409.1f", "–", "h say so."), ("Rules 409.1f", "�", "h say so."))
    same = "word " * 100
    left, right = excerpts(f"{same}LEFT{same}", f"{same}" + "right" * 100 + same)
    assert left[0].startswith("…word word")
    assert left[2].endswith(" word…")
    assert (left[1], right[1]) == ("LEFT", ("right" * 100)[:SHOWN_DIFFERENCE] + "…")
    for short in (("aa", "aaa"), ("aaa", "aa"), ("", "a"), ("abab", "ab"), ("same", "same")):
        for whole, excerpt in zip(short, excerpts(*short), strict=True):
            assert "".join(excerpt) == (whole or "—")


def test_a_set_is_heard_as_its_name_and_copied_as_its_code_and_a_hostile_one_is_text() -> None:
    symbol = set_symbol("M10", "Magic 2010")
    assert symbol == '<span class="set set-m10" role="img" aria-label="Magic 2010"><span>M10</span></span>'
    assert 'aria-label="M10"' in set_symbol("M10")
    assert set_symbol(None) == ""
    assert 'aria-hidden="true"' in set_symbol("M10", "Magic 2010", is_named=True)
    hostile = str(set_symbol('"><b>x', "<i>"))
    assert "<b>" not in hostile
    assert "<i>" not in hostile
    assert 'class="set set-bx"' in hostile


def test_a_key_in_words_has_no_marks_of_italics() -> None:
    assert name_in_words("glossary:Old _Harbour_ Rope") == "Old Harbour Rope"
    assert format_key("glossary:Old _Harbour_ Rope#2") == "“Old Harbour Rope” (entry 2)"
    assert format_key("702.40a") == "702.40a"


def test_other_quotation_marks_are_marked_only_where_no_word_changed() -> None:
    (part,) = parts_of(
        Passage(text='A "boat" is whatever floats on a quiet river. It sails.'),
        Passage(text="A “boat” is whatever floats on a quiet river. It docks."),
    )
    assert part.html == "A “boat” is whatever floats on a quiet river. It <del>sails</del><ins>docks</ins>."
    (part,) = parts_of(Passage(text='A "boat" sails.'), Passage(text="A “boat” sails."))
    assert part.html.count("<ins>") == part.html.count("<del>") == 2
    assert part.state == "changed"
