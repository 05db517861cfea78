"""Pages of rules sites and e-book sites beyond the goldens, seed documents, files that are no edition, any bytes."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.records import ParsedDocument, Rule
from rules.text import fold
from scraper.archive import load_archive, read_copy
from scraper.layout import UnknownDialect
from scraper.markup import prepare
from scraper.parse import parse_bytes
from tests.scraper.accounts import codes_of

SEEDS = Path(__file__).parents[3] / "shared" / "seeds"
ARCHIVE = os.environ.get("ARCHIVE", "")


def read(text: str, dialect: str | None = None) -> ParsedDocument:
    return parse_bytes(text.encode(), "page", dialect)


EBOOK = "Page 3\n100.1. A lamb eats.\n100.2. A ram eats.\n"


def test_a_word_is_joined_only_when_that_is_sure_and_reported_on_its_line() -> None:
    joined = "100.3. All lambs are mead\now lambs."
    cases = {
        f"{joined} A meadow is wet.\n": ("All lambs are meadow lambs. A meadow is wet.", {"broken-word"}),
        f"{joined}\n": ("All lambs are mead ow lambs.", {"maybe-broken-word"}),
        "100.3. A ram may be\nlow. Be low, or below. Low rams.\n": (
            "A ram may be low. Be low, or below. Low rams.",
            {"maybe-broken-word"},
        ),
        "100.3. A ram may\neat. A lamb may eat.\n": ("A ram may eat. A lamb may eat.", set()),
    }
    for rows, (text, codes) in cases.items():
        document = read(EBOOK + rows)
        assert document.rules[-1].text == text
        assert {"broken-word", "maybe-broken-word"} & set(codes_of(document)) == codes
    thrice = read(EBOOK + "100.3. Meadow mead\now meado\nw meadows.\n")
    assert [problem.line for problem in thrice.diagnostics if problem.code == "broken-word"] == [5, 6]
    assert thrice.rules[-1].text == "Meadow meadow meadow meadows."


def test_where_rules_begin_and_end() -> None:
    """At a tag broken over lines, at the edges of a page, not before a chapter, nor behind chrome."""
    tagged = read(EBOOK + "100.3. A ewe eats.\n<\nbr /> 100.4. A dog eats. <br/>100.5. It barks.\n")
    assert [rule.number for rule in tagged.rules] == ["100.1", "100.2", "100.3", "100.4", "100.5"]
    assert [(row.line, row.reason) for row in tagged.dropped] == [(1, "page-footer"), (5, "page-tag")]
    inside = read("goes home. It sleeps.\n" + EBOOK + "100.2a A dog barks at the\n", "ebook")
    assert [(matter.name, matter.text) for matter in inside.matter] == [("fragment-start", "goes home. It sleeps.")]
    assert inside.rules[-1].text == "A dog barks at the"
    assert [problem.line for problem in inside.diagnostics if problem.code == "ends-mid-rule"] == [5]
    assert (inside.edition, inside.condition) == (None, "good")
    chapter = read("We love lambs.\n" + "# 100. Lambs\n\n100.1. A lamb.\n\n100.2. A ram.\n\n100.3. A ewe.\n")
    assert [matter.name for matter in chapter.matter] == ["title"]
    rows = "".join(f"<tr><td>100.{n}</td><td>Lamb {n} eats.</td></tr>" for n in (1, 2, 3))
    table = read(f"<table>{rows}<tr><td>100.4</td></tr><tr><td><a href='/'>Home</a></td></tr></table>")
    assert [rule.text for rule in table.rules] == ["Lamb 1 eats.", "Lamb 2 eats.", "Lamb 3 eats.", ""]


def test_examples_without_their_first_word_are_kept_at_the_end_of_a_page() -> None:
    examples = ["A lamb is so tired that it", "A second lamb sleeps."]
    for label in (": ", "Example: "):
        rows = "".join(f"{label}{example}\n\n" for example in examples)
        document = read(f"{EBOOK}\n100.3. A lamb eats.\n\n{rows}", "ebook")
        assert [example.removeprefix("Example: ") for example in document.rules[-1].examples] == examples
        assert "page-end" not in {row.reason for row in document.dropped}


def test_rules_on_one_line_are_judged_one_by_one() -> None:
    """A number out of place hides no gap elsewhere, and reports are in the order of the rules, not by kind."""
    numbers = ("100.1", "100.2", "100.4", "900.1", "100.5", "100.7")
    document = read("".join(f"<p>{number}. A lamb eats.</p>" for number in numbers))
    assert [problem.message for problem in document.diagnostics if problem.code.endswith("-number")] == [
        "100.2 is followed by 100.4: 100.3 missing",
        "900.1 is printed after 100.4",
        "100.5 is followed by 100.7: 100.6 missing",
    ]


def test_a_page_says_that_it_was_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(prepare, "MOST_TAGS", 4_000)
    cells = "".join(f"<p>{100 + n // 400}.{n % 400 + 1}. Lamb {n} eats.</p>" for n in range(3_000))
    document = read(f"<html>{cells}")
    cut = next(problem for problem in document.diagnostics if problem.code == "markup-cut")
    assert (cut.line, cut.column > 0, document.condition) == (1, True, "truncated")
    assert len(document.rules) > 1_000


RULE_PAGE = "<h1>903.11a</h1><p>903.11a A flock has one leader.</p>"


def test_a_rules_page_for_a_single_rule_is_known_by_the_sites_name() -> None:
    document = read(f"<html><title>Comprehensive rules</title>{RULE_PAGE}")
    assert (document.dialect, document.rules[-1].text) == ("rules-site", "A flock has one leader.")
    with pytest.raises(UnknownDialect):
        read("<html><title>Sheep</title><p>903.11a A flock has one leader.</p>")
    for printed, day in {"June 6, 2025": "2025-06-06", "February 30, 2025": None}.items():
        menu = f"<p>Town Contents | Glossary</p><p>Effective {printed}</p>"
        dated = read(f"<html><title>Comprehensive rules</title>{menu}{RULE_PAGE}")
        assert dated.edition == day, "a day of the calendar"
        assert ("bad-date" in codes_of(dated)) is (day is None)
        assert {"site-menu", "date-line"} <= {dropped.reason for dropped in dated.dropped}, printed


needs_seeds = pytest.mark.skipif(
    not (ARCHIVE and SEEDS.is_dir()), reason="the seed documents need ../shared/seeds and ARCHIVE=../shared/archive"
)


def edition(name: str) -> dict[str, Rule]:
    archive = load_archive(Path(ARCHIVE))
    entry = next(entry for entry in archive.entries if entry.edition == name)
    best = max(
        (parse_bytes(read_copy(archive, copy), copy.file) for copy in entry.copies), key=lambda row: len(row.rules)
    )
    return {rule.key: rule for rule in best.rules}


@needs_seeds
@pytest.mark.parametrize(
    ("seed", "dialect", "rules", "examples", "editions"),
    [
        ("000", "rules-site", 26, 5, ["2025-06-06"]),
        ("001", "rules-site", 42, 4, ["2025-06-06"]),
        ("002", "ebook", 94, 4, ["2006-10-01", "2007-02-01"]),
        ("004", "ebook", 36, 3, ["2006-10-01", "2007-02-01"]),
    ],
)
def test_seeds_hold_the_text_of_their_editions(
    seed: str, dialect: str, rules: int, examples: int, editions: list[str]
) -> None:
    path = next(SEEDS.glob(f"{seed}_*"))
    document = parse_bytes(path.read_bytes(), path.name)
    assert (document.dialect, len(document.rules), document.edition) == (dialect, rules, None)
    assert sum(len(rule.examples) for rule in document.rules) == examples
    assert document.condition == "good"
    for name in editions:
        known = edition(name)
        for rule in document.rules:
            same = known[rule.key]
            assert (rule.heading, fold(rule.text)) == (same.heading, fold(same.text)), f"{rule.key} of {name}"
            assert [fold(example) for example in rule.examples] == [fold(example) for example in same.examples]


PIECES = st.sampled_from(
    ["\n", "\n\n", "\r\n", " ", "100. Lambs\n", "100.1. A lamb.", "100.1a ", "100.2", "702.40. ", "CR 100. ", "# ",
     "* ", "**", "| 100.3 | x |\n", "---\n", "Glossary\n", "Credits\n", "Example: ", ": “Come", "Page 12\n", "lamb",
     "Выбрать главу\n", "<", "br />", "<br>", "<p>", "</p>", "<ul><li>", "</ul>", "<nav>", "<a href=x>", "</a>", "•",
     "<table><tr><td>", "<!--", "{{CR|Spring|* ", "}}", "'''", "***'''100.4a.''' ", "== ", "[[a|b]]", "\\u003cp>",
     '{"content":{"rendered":"', '"}}', "\\ud800", "Bloodthirs\nt X", "See rule 1.", "See A.", "“", "Ïðàâ", "\ufffd",
     "Effective March 5, 2031"]
)  # fmt: skip


@given(
    st.lists(PIECES, max_size=50),
    st.sampled_from(["", "<html>", EBOOK, '{"content":{"rendered":"<p>100.1. A.<p>100.2. B.<p>100.3. C.']),
    st.sampled_from([None, "rules-site", "ebook"]),
    st.sampled_from(["utf-8", "cp1251", "utf-16", "cp1252"]),
)
def test_any_page_yields_records_or_an_error_that_says_so(
    pieces: list[str], head: str, dialect: str | None, encoding: str
) -> None:
    try:
        document = parse_bytes((head + "".join(pieces)).encode(encoding, "replace"), "x", dialect)
    except UnknownDialect:
        return
    spoken = {"no-rules", "headwords-lost"} & set(codes_of(document))
    assert document.rules or spoken
    assert "unclaimed-line" not in codes_of(document) or "Glossary\n" in pieces
    lines = (head + "".join(pieces)).count("\n") + (head + "".join(pieces)).count("\r") + 1
    spans = [rule.span for rule in document.rules] + [entry.span for entry in document.glossary]
    for span in spans + [matter.span for matter in document.matter]:
        assert span is not None
        assert 1 <= span.first_line <= span.last_line <= lines
    keys = [rule.key for rule in document.rules]
    assert len(keys) == len(set(keys))


REFUSED = {
    "empty": (b"", b"\n \r\n", b"\0\0\0"),
    "unknown dialect": (
        b"A letter about lambs, without a single number.\n" * 9,
        b"<html><body><p>100.1. A lamb</p>\n<p>100.2. A ram</p>\n</body></html>\n" * 9,
        b"#!/bin/sh\nVERSION=100.1\n100.1 || echo 100.2a\nsleep 100.3\n" * 9,
        b"100.1 17.5\n100.2 18.1\n100.3 18.9\n100.4 20.2\n",
        b"1.1.1. A lamb of another game.\n1.1.2. A ram of it.\n2.10.3. Its barn.\n" * 9,
        b"\0" * 5000 + b"x" * 50,
    ),
    "not text": (bytes(range(1, 256)) * 40,),
    "a picture has no text": (b"\x89PNG\r\n\x1a\n" + bytes(n * n % 256 for n in range(9000)),),
    "more lines than any edition": (b"a\n" * 300_000,),
}


@pytest.mark.parametrize("what", REFUSED)
def test_what_cannot_be_an_edition_is_refused_with_the_nearest_dialect_or_at_once(what: str) -> None:
    for data in REFUSED[what]:
        with pytest.raises(UnknownDialect, match=what):
            parse_bytes(data, "letter.txt")


def test_a_huge_text_is_refused() -> None:
    data = b"100.1. A lamb.\n" * 9_000_000  # made here: a constant of the module would stay in memory
    with pytest.raises(UnknownDialect, match="larger than any edition"):
        parse_bytes(data, "letter.txt")


SCRAPS = st.sampled_from(
    ["\n", "\r", "\r\n", " ", "\t", "\f", "\x0b", "\0", "\x1a", "\u200b", "\ufeff", "\ufffd", "ß", "?", "“ox”",
     "1. ", "100. ", "100.1. ", "100.1a ", "702.40", "A.1.2 - ", "A.1.Ruling.3 - ", "Note - ", "Example: ", "----",
     "Glossary\n", "Credits", "Contents\n", "A lamb", "eats.", "....... 9", "[Almanac 98]", "Snow-",
     "These rules are effective as of March 5, 2020"]
)  # fmt: skip
DATA = st.one_of(
    st.binary(max_size=300),
    st.builds(
        lambda pieces, codec: "".join(pieces).encode(codec, "replace"),
        st.lists(SCRAPS, max_size=60),
        st.sampled_from(["utf-8", "utf-8-sig", "cp1252", "mac-roman", "cp437", "utf-16", "utf-16-be"]),
    ),
)


@given(DATA, st.sampled_from([None, "official", "rulings-summary"]))
def test_any_bytes_yield_records_or_an_error_that_says_so(data: bytes, dialect: str | None) -> None:
    try:
        document = parse_bytes(data, "x", dialect)
    except UnknownDialect:
        return
    assert document.rules or any(row.code == "no-rules" for row in document.diagnostics)
    assert (document.condition == "destroyed") >= (not document.rules)
    keys = [rule.key for rule in document.rules] + [entry.key for entry in document.glossary]
    assert len(keys) == len(set(keys))
    assert all(rule.span is not None for rule in document.rules)
