"""The text content of what is rendered is the passage, character by character; links stand where the spans say."""

from __future__ import annotations

import pytest
from bs4 import BeautifulSoup
from hypothesis import given
from hypothesis import strategies as st
from markupsafe import Markup

from rules.records import Reference, Resolution
from site_src.markup.passages import passage_html, problem_of, symbol_class, symbols, symbols_html, text_html


def soup(html: Markup) -> BeautifulSoup:
    # left to itself the parser would fold blanks between elements
    return BeautifulSoup(f"<pre>{html}</pre>", "html.parser")


def resolution(passage: str, raw: str, status: str = "ok", **more: object) -> Resolution:
    start = passage.index(raw)
    reference = Reference("100.1", "text", raw, "rule", (raw,), more.pop("title", None), start, start + len(raw))  # type: ignore[arg-type]
    values: dict[str, object] = {"target": (raw,), **more}
    return Resolution(reference, status, **values)  # type: ignore[arg-type]


# no surrogates and no NUL: no decoded source has them; a carriage return is a character like others; the two marks are
# character references, which browsers read and Python's parser drops: tests/browser/test_hostile.py has them
TEXTS = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0\x02\x03"), max_size=80)


@given(TEXTS)
def test_text_content_is_the_text(text: str) -> None:
    assert soup(text_html(text)).get_text() == text
    assert "\n" not in text_html(text)


def test_the_marks_that_markdown_uses_itself_are_written_so_that_it_leaves_them() -> None:
    assert text_html("a\x02b\x03") == "a&#2;b&#3;"


@given(
    st.lists(st.sampled_from([*symbols(), "{w}", "{}", "{W", "W}", "{{W}}", " and ", "<", "&amp;", "\n"]), max_size=12)
)
def test_symbols_keep_their_plain_form(parts: list[str]) -> None:
    text = "".join(parts)
    assert soup(symbols_html(text)).get_text() == text


@pytest.mark.parametrize(
    ("symbol", "name"),
    [("{W}", "sym-w"), ("{W/U}", "sym-wu"), ("{2/B}", "sym-2b"), ("{CHAOS}", "sym-chaos"), ("{10}", "sym-10")],
)
def test_symbols_are_drawn(symbol: str, name: str) -> None:
    tag = soup(symbols_html(f"Add {symbol}.")).select_one("span.sym")
    assert tag is not None
    assert tag["class"] == ["sym", name] == ["sym", symbol_class(symbol)]
    assert tag.get_text() == symbol


@pytest.mark.parametrize("text", ["{LEVEL N1-N2}", "{rN}", "{w}", "{W/}", "{21}", "{W/U/P/R}"])
def test_what_is_no_symbol_stays_text(text: str) -> None:
    assert soup(symbols_html(text)).select("pre *") == []


@pytest.mark.parametrize(
    ("text", "italics"),
    [
        ("A _Boats_ card, as _The Old Harbour_ has it.", ["_Boats_", "_The Old Harbour_"]),
        ("snake_case_words, _ alone, _open", []),
        ("(_Boats_) costs {W}.", ["_Boats_"]),
    ],
)
def test_words_between_underscores_are_italics_and_stay_as_printed(text: str, italics: list[str]) -> None:
    soup = BeautifulSoup(symbols_html(text), "lxml")
    assert soup.get_text() == text
    assert [tag.get_text() for tag in soup.find_all("i")] == italics


def test_links_stand_at_their_spans() -> None:
    passage = "See <rules> 702.40a & {W}, or 100.1."
    resolutions = [resolution(passage, "100.1"), resolution(passage, "702.40a")]
    fragment = soup(passage_html(passage, resolutions, lambda key: f"#{key}"))
    assert fragment.get_text() == passage
    assert [(a["href"], a.get_text()) for a in fragment.select("a")] == [("#702.40a", "702.40a"), ("#100.1", "100.1")]


@pytest.mark.parametrize("status", ["missing", "ambiguous"])
def test_broken_references_are_marked_and_not_linked(status: str) -> None:
    passage = "See rule 702.99."
    reference = resolution(passage, "702.99", status, target=() if status == "missing" else ("702.9", "702.98"))
    fragment = soup(passage_html(passage, [reference], lambda key: f"#{key}"))
    assert fragment.get_text() == passage
    assert fragment.find("a") is None
    marked = fragment.select_one(".ref-broken")
    assert marked is not None
    assert marked["title"] == problem_of(reference) != ""


def test_a_doubtful_title_is_linked_and_said() -> None:
    passage = "See rule 702.40, “Strom.”"
    reference = resolution(passage, "702.40", "title-mismatch", title='"Strom" <b>')
    fragment = soup(passage_html(passage, [reference], lambda key: f"#{key}"))
    link = fragment.select_one("a.ref-doubtful")
    assert link is not None
    assert link["href"] == "#702.40"
    assert "Strom" in str(link["title"])


def test_a_missing_part_of_a_list_is_named() -> None:
    reference = Reference("1", "text", "702.1–2", "rule", ("702.1", "702.2"), None, 0, 7)
    problem = problem_of(Resolution(reference, "missing", ("702.1",), "702.3"))
    assert problem == "not in this edition: 702.2; perhaps 702.3 is meant"


@pytest.mark.parametrize(("start", "end"), [(0, 5), (4, 11), (90, 95)])
def test_a_wrong_span_is_loud(start: int, end: int) -> None:
    reference = Reference("100.1", "text", "702.40", "rule", ("702.40",), None, start, end)
    with pytest.raises(ValueError, match="does not stand"):
        passage_html("See rule 702.40.", [Resolution(reference, "ok", ("702.40",))], lambda _: None)


def test_overlapping_references_are_loud() -> None:
    passage = "See 702.40 and 702.41."
    resolutions = [resolution(passage, "702.40 and 702.41"), resolution(passage, "702.41")]
    with pytest.raises(ValueError, match="overlaps"):
        passage_html(passage, resolutions, lambda _: None)
