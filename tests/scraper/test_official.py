"""The official dialect on small documents of our own making: regions, rules, glossary, odd numbers."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.records import ParsedDocument
from scraper.parse import UnknownDialect, parse_bytes

CONTENTS = "Contents\n\n1. Flocks\n100. General\n101. Counting\n\n2. Barns\n200. General\n\nGlossary\n\nCredits\n\n"
BODY = """1. Flocks

100. General

100.1. A flock is a group of lambs.

100.1a A lamb alone is a flock too.
Example: One lamb stands on a hill. It is a flock.
Example: A second one joins it. They are one flock.

100.1b A ram may belong to two flocks.

It is counted in both.

101. Counting

101.1. Shearing

101.1a To shear is to take the wool.

101.2. Shear Them All!

101.2a This is what shepherds shout.

2. Barns

200. General

200.1. A barn keeps the rain out.

"""
GLOSSARY = """Glossary

Barn
Where a flock sleeps. See rule 200, "General."

Count
1. To say numbers in order.
2. The number said last.

Shear Them All!
A shout. See rule 101.2.

"""
CREDITS = "Credits\n\nWritten by the flock.\n\nPublished by the barn.\n"
DOCUMENT = f"Rules of Flocks\n\nThese rules are effective as of March 5, 2020.\n\n{CONTENTS}{BODY}{GLOSSARY}{CREDITS}"


def parse_text(text: str) -> ParsedDocument:
    return parse_bytes(text.encode(), "flocks.txt")


def codes(document: ParsedDocument) -> list[str]:
    return [problem.code for problem in document.diagnostics]


def test_a_whole_document() -> None:
    document = parse_text(DOCUMENT)
    assert (document.work, document.dialect, document.edition) == ("comprehensive-rules", "official", "2020-03-05")
    assert document.condition == "good"
    assert document.diagnostics == ()
    assert [rule.number for rule in document.rules] == [
        "1", "100", "100.1", "100.1a", "100.1b", "101", "101.1", "101.1a", "101.2", "101.2a", "2", "200", "200.1",
    ]  # fmt: skip
    by_number = {rule.number: rule for rule in document.rules}
    assert by_number["1"].heading == "Flocks"
    assert by_number["101.1"].heading == "Shearing"
    assert by_number["101.2"].heading == "Shear Them All!"
    assert by_number["100.1a"].text == "A lamb alone is a flock too."
    assert by_number["100.1a"].examples == (
        "One lamb stands on a hill. It is a flock.",
        "A second one joins it. They are one flock.",
    )
    assert by_number["100.1b"].text == "A ram may belong to two flocks.\nIt is counted in both."
    assert by_number["100.1b"].parent == "100.1"
    assert [(entry.term, entry.text.count("\n")) for entry in document.glossary] == [
        ("Barn", 0), ("Count", 1), ("Shear Them All!", 0),
    ]  # fmt: skip
    assert [matter.name for matter in document.matter] == ["title", "imprint", "contents", "credits", "imprint"]
    assert {row.reason for row in document.dropped} == {"heading"}


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_line_ends_do_not_matter(end: str) -> None:
    assert parse_text(DOCUMENT.replace("\n", end)) == parse_text(DOCUMENT)


def test_what_the_contents_promise_and_the_document_lacks_is_a_truncation() -> None:
    document = parse_text(DOCUMENT.partition("Credits\n\nWritten")[0])
    assert document.condition == "truncated"
    assert codes(document) == ["truncated"]
    document = parse_text(DOCUMENT.partition("2. Barns\n\n200. General\n\n200.1")[0])
    assert document.condition == "truncated"
    (problem,) = document.diagnostics
    assert "credits, glossary, 2, 200" in problem.message


def test_misprints_are_kept_and_reported() -> None:
    body = BODY.replace("100.1b", "100. 1b").replace("200.1. A", "200.1.A")
    document = parse_text(DOCUMENT.replace(BODY, body))
    assert codes(document) == ["misprinted-number", "misprinted-number"]
    assert [(rule.number, rule.label) for rule in document.rules if rule.label] == [
        ("100.1b", "100. 1b"),
        ("200.1", "200.1."),
    ]


def test_a_doubled_number_stays_twice() -> None:
    document = parse_text(DOCUMENT.replace("100.1b", "100.1a"))
    assert [rule.key for rule in document.rules if rule.number == "100.1a"] == ["100.1a", "100.1a#2"]
    assert codes(document) == ["duplicate-number"]


LAMBS = "".join(f"100.2{letter} A word about lambs.\n\n" for letter in "abcdefghijkmnp")
WIND = ("the rain out.\n\n", "the rain out.\n\n200.2. And the wind.\n\n")
# What is put for what in the document; of each problem that is told: its code, words of its message, its hint.
PROBLEMS: dict[str, tuple[dict[str, str], list[tuple[str, str, str | None]]]] = {
    "a number out of place, with the one that fits": (
        {"101.1a To": "110.1a To", WIND[0]: WIND[1]},
        [("out-of-order-number", "110.1a stands after 101.1", "probably meant: 101.1a")],
    ),
    "a number out of place for which two would fit": (
        {"100.1b A ram": "110.1b A ram", WIND[0]: WIND[1]},
        [("out-of-order-number", "110.1b", "")],
    ),
    "one that stands elsewhere is not missing as well": (
        {"100.1b A ram": "100.1c A ram", WIND[0]: WIND[0] + "100.1b A stray.\n\n200.2. And the wind.\n\n"},
        [("out-of-order-number", "100.1b", None)],
    ),
    "a gap": ({"100.1b": "100.1d"}, [("missing-number", "100.1b, 100.1c missing", None)]),
    "the letters l and o are no gap": (
        {"101. Counting\n\n101.1.": f"100.2. Lambs.\n\n{LAMBS}101. Counting\n\n101.1."},
        [],
    ),
    "letters that do not begin with a": (
        {"101.2a This": "101.2c This"},
        [("missing-number", "the first number under 101.2 is 101.2c: 101.2a, 101.2b missing", None)],
    ),
    "a subrule without its rule": (
        {"101.2a This": "101.3a This"},
        [("missing-number", "101.3a has no rule above it: 101.3 missing", None)],
    ),
    "a part that is missing before the end": (
        {"101. Counting\n\n101.1.": "101.1."},
        [("contents-disagree", "promise 101,", None)],
    ),
    "two dates": (
        {"by the barn.\n": "by the barn.\n\nThese rules are current as of April 1, 2021.\n"},
        [("two-dates", "", None)],
    ),
    "an impossible date": ({"March 5": "March 45"}, [("bad-date", "", None), ("no-date", "", None)]),
    "glued headwords are parted": ({"Count\n1. To": "Count1. To"}, [("glued-headword", "", None)]),
    "a headword without a blank line before it": ({'"General."\n\nCount\n1.': '"General."\nCount\n1.'}, []),
    "senses parted by blank lines stay together": ({"order.\n2. The": "order.\n\n2. The"}, []),
    "framing matter may end without a full stop": ({"by the barn.\n": "by the barn"}, []),
}


@pytest.mark.parametrize("name", PROBLEMS)
def test_what_is_told_of_a_copy(name: str) -> None:
    changes, expected = PROBLEMS[name]
    text = DOCUMENT
    for old, new in changes.items():
        head, cut, rest = text.rpartition(old)
        assert cut
        text = head + new + rest
    document = parse_text(text)
    assert codes(document) == [code for code, _, _ in expected]
    for problem, (_, message, hint) in zip(document.diagnostics, expected, strict=True):
        assert message in problem.message
        assert hint in {problem.hint, None}
    assert document.edition == (None if "bad-date" in codes(document) else "2020-03-05")
    assert document.condition == ("damaged" if "contents-disagree" in codes(document) else "good")
    entries = [(entry.term, entry.text.count("\n")) for entry in document.glossary]
    assert entries == [("Barn", 0), ("Count", 1), ("Shear Them All!", 0)]


def test_a_fragment_without_contents_is_not_called_truncated() -> None:
    assert (parse_text(BODY).condition, codes(parse_text(BODY))) == ("good", ["no-date"])
    assert codes(parse_text(BODY.rstrip().removesuffix("."))) == ["no-date", "cut-mid-sentence"]


def test_an_emptied_chapter_keeps_its_sentence() -> None:
    body = BODY.replace("2. Barns", "102. This chapter is empty now. See rule 101.\n\n2. Barns")
    document = parse_text(DOCUMENT.replace(BODY, body))
    (chapter,) = [rule for rule in document.rules if rule.number == "102"]
    assert (chapter.kind, chapter.heading) == ("chapter", None)
    assert chapter.text == "This chapter is empty now. See rule 101."


def test_markup_is_text() -> None:
    hostile = "<b>A</b> *lamb* _eats_ [grass](x) | {W} \\n &amp; <this lamb> {{ 7 }} `ox`."
    document = parse_text(DOCUMENT.replace("A barn keeps the rain out.", hostile))
    assert document.rules[-1].text == hostile


def test_an_unknown_dialect_lists_the_known() -> None:
    with pytest.raises(UnknownDialect, match="known are official"):
        parse_bytes(DOCUMENT.encode(), "flocks.txt", "klingon")


@pytest.mark.parametrize(
    "change",
    [
        lambda text: text.replace("Glossary\n", "Glossary:\n").replace("Credits\n", "CREDITS :\n"),
        lambda text: text.replace("Example:", "Example :"),
        lambda text: text.replace(" ", "\u00a0"),
        lambda text: re.sub("^(?=.)", "   ", text, flags=re.MULTILINE),
        lambda text: re.sub("^(?=.)", "\t", text, flags=re.MULTILINE),
        lambda text: re.sub("^(?=[0-9])", "\ufeff", text, flags=re.MULTILINE),
        lambda text: text.replace("\n", "  \n"),
        lambda text: text.replace("\n", "\r\r\n"),
        lambda text: text.replace("\n\n", "\n\f\n"),
        lambda text: re.sub("\n\n(?=[0-9]{3}[.][0-9])", "\n", text),
        lambda text: text.partition("Glossary\n\nBarn")[0] + re.sub("\n\n", "\n", GLOSSARY) + "\n" + CREDITS,
    ],
)
def test_the_dress_of_a_copy_does_not_matter(change: Callable[[str], str]) -> None:
    document, plain = parse_text(change(DOCUMENT)), parse_text(DOCUMENT)

    def words(text: str) -> str:
        return " ".join(text.split())

    assert [(rule.key, rule.heading and words(rule.heading)) for rule in document.rules] == [
        (rule.key, rule.heading) for rule in plain.rules
    ]
    assert [words(rule.text) for rule in document.rules] == [words(rule.text) for rule in plain.rules]
    assert [rule.examples and len(rule.examples) for rule in document.rules] == [
        rule.examples and len(rule.examples) for rule in plain.rules
    ]
    assert [(words(e.term), words(e.text)) for e in document.glossary] == [
        (e.term, words(e.text)) for e in plain.glossary
    ]
    assert (document.edition, document.condition) == ("2020-03-05", "good")


def test_quotes_lost_at_the_end_of_a_headword() -> None:
    lost = DOCUMENT.replace("Barn\nWhere", 'Barn, "Open Barn"\nWhere').replace('"', "?")
    document = parse_text(lost.replace("the grass", "the ?grass?") + "\n?Lamb? and ?ram? are words.\n")
    assert document.glossary[0].term == "Barn, ?Open Barn?"
    assert document.condition == "damaged"
    assert "quotes-lost" in codes(document)


@pytest.mark.parametrize(
    "rest",
    [
        "100.1. A lamb eats.\n\n100.2. A ram eats.\n\n100.3. A dog does n",
        "100.1. A lamb eats.\n\n100.2. A ram eats.\n\n100.3. A dog.\n\n101. Sleep\n",
        "100.1. A lamb eats.\n\n100.2. A ram eats.\n\n100.3. A dog.\n\nGlossary\n\nLamb\nYoung.\n\nRam\n",
    ],
)
def test_a_fragment_that_stops_in_mid_sentence_is_truncated(rest: str) -> None:
    document = parse_text(rest)
    assert document.condition == "truncated"
    assert "cut-mid-sentence" in codes(document)


def test_a_number_doubled_under_another_heading_is_reported() -> None:
    body = BODY.replace("101.2. Shear Them All!\n\n101.2a This is", "101.1. Counting Again\n\n101.1a This is")
    document = parse_text(DOCUMENT.replace(BODY, body).replace("rule 101.2", "rule 101.1"))
    assert [(rule.key, rule.heading) for rule in document.rules if rule.number == "101.1"] == [
        ("101.1", "Shearing"),
        ("101.1#2", "Counting Again"),
    ]
    assert codes(document) == ["duplicate-number", "duplicate-number"]


LINES = st.sampled_from(
    ["", "Glossary", "Credits", "Contents", "1. Flocks", "100. General", "100.1. A lamb.", "100.1a A ram.", "Barn",
     "Example: One.", "1. A sense.", "----", "See rule", "103.4. If", "    indented", "200.1.A lamb.", "Index",
     "\u2028", "<b>", "100.f x"]
)  # fmt: skip


@given(st.lists(LINES, min_size=1, max_size=40))
def test_every_line_is_claimed_dropped_or_reported(lines: list[str]) -> None:
    source = "\n".join(lines)
    try:
        document = parse_bytes(source.encode(), "x", "official")
    except UnknownDialect:
        return
    words = [rule.heading or "" for rule in document.rules] + [rule.text for rule in document.rules]
    words += [example for rule in document.rules for example in rule.examples]
    words += [part for entry in document.glossary for part in (entry.term, entry.text)]
    words += [matter.text for matter in document.matter] + [row.text for row in document.dropped]
    unclaimed = [row for row in document.diagnostics if row.code == "unclaimed-line"]
    letters = "".join("".join(words).split())
    for number, line in enumerate(lines, 1):
        bare = "".join(line.split())
        labelled = any(rule.span and rule.span.first_line == number for rule in document.rules)
        if bare and not labelled and not any(row.line == number for row in unclaimed):
            assert bare.removeprefix("Example:") in letters
