"""Provenance tags: source, date, page, and the words that each governs."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.provenance import is_tags_alone, iso_date, provenance_of, read_provenance, tags_in
from rules.records import Rule


@pytest.mark.parametrize(
    ("tag", "source", "date", "page"),
    [
        ("[D'Angelo 02/03/98]", "D'Angelo", "1998-02-03", None),
        ("[CompRules 1999/04/23]", "CompRules", "1999-04-23", None),
        ("[Duelist Magazine #12, Page 26]", "Duelist Magazine #12", None, "26"),
        ("[Mirage, Page 59-60]", "Mirage", None, "59-60"),
        ("[PPG Page 57]", "PPG", None, "57"),
        ("[DCI Letter, Jan 1997]", "DCI Letter", "1997-01", None),
        ("[Aahz 1994]", "Aahz", "1994", None),
        ("[Almanac 2/3/05, Page 7]", "Almanac", "2005-02-03", "7"),
        ("[Page 40]", "", None, "40"),
        ("[Second Fence Rule Page]", "Second Fence Rule Page", None, None),
        ("[Sam Hill 13/45/98]", "Sam Hill 13/45/98", None, None),
        ("[Marvel 1994]", "Marvel", "1994", None),
    ],
)
def test_forms(tag: str, source: str, date: str | None, page: str | None) -> None:
    (provenance,) = read_provenance(f"A lamb is counted once. {tag}", "text")
    assert (provenance.source, provenance.date, provenance.page, provenance.raw) == (source, date, page, tag)


@pytest.mark.parametrize(
    "text",
    [
        "If it strays, you [may] call it by its name.",
        "A habit is written “[cost]: what happens.”",
        "Every [kind] of sheep. [ ] is none, and so is [].",
        "A sheep. [2] is a number and no name.",
    ],
)
def test_other_brackets_are_no_tags(text: str) -> None:
    assert tags_in([text]) == ()


def test_each_tag_governs_the_words_since_the_one_before_in_each_passage_of_a_rule() -> None:
    text = (
        "Lambs sleep. [A 01/02/98] [B 1994] Rams do not. [C, Page 3] Nobody said this.\nA line of its own. [D, Page 4]"
    )
    tags = tuple(read_provenance(text, "text"))
    governed = [text[tag.start : tag.end] for tag in tags]
    assert governed == ["Lambs sleep.", "Lambs sleep.", "Rams do not.", "A line of its own."]
    rule = Rule(
        "", "B.1", "rule", None, "One.", ("Two. [A 1994]",), ("Three. [B 1995]", "Four."), ("[A 1994]", "[B 1995]")
    )
    assert [(tag.passage, tag.source) for tag in provenance_of(rule)] == [("example:0", "A"), ("note:0", "B")]
    assert provenance_of(Rule("", "702.1", "rule", None, "A [quality] is a word. [Quality]")) == ()
    alone = ("[A 1994] [B, Page 3]", "See Rule B.1. [A 1994]", "")
    assert [is_tags_alone(text) for text in alone] == [True, False, False]


DAYS = {
    "January 15, 2004": "2004-01-15",
    "Oct 23, 2009": "2009-10-23",
    "2007/05/28": "2007-05-28",
    "Oct 2009": None,
    "2007/02/30": None,
    "yesterday": None,
}


def test_dates() -> None:
    assert {text: iso_date(text) for text in DAYS} == DAYS


PIECES = st.sampled_from(
    ["[", "]", "[A 1994]", "[B, Page 3]", "[C 02/03/98]", "[2]", "[may]", "Lambs sleep.", " ", ", ", "Page 4", "\n",
     "“x.”"]
)  # fmt: skip


@given(st.text(max_size=40) | st.lists(PIECES, max_size=30).map("".join))
def test_spans_hold_for_any_text(text: str) -> None:
    end = 0
    for tag in read_provenance(text, "text"):
        assert text[tag.offset : tag.offset + len(tag.raw)] == tag.raw
        assert 0 <= tag.start <= tag.end <= tag.offset
        assert text[tag.start : tag.end] == text[tag.start : tag.end].strip()
        assert tag.offset >= end
        end = tag.offset + len(tag.raw)


def test_a_huge_text_takes_no_time() -> None:
    text = "[" * 200_000 + "[A 1994]" * 20_000 + "[x " * 200_000
    assert sum(1 for _ in read_provenance(text, "text")) == 20_000
