"""The official dialect on small documents of our own making: regions, rules, glossary, odd numbers."""

from __future__ import annotations

import pickle
import re
from collections.abc import Callable
from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bench.growth import LIMIT, cost
from rules.records import ParsedDocument
from scraper.layout import UnknownDialect
from scraper.parse import parse_bytes
from tests.scraper.accounts import codes_of, without_blanks

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
TITLE = "Rules of Flocks\n\nThese rules are effective as of March 5, 2020.\n\n"
DOCUMENT = f"{TITLE}{CONTENTS}{BODY}{GLOSSARY}{CREDITS}"


ENTRIES = [("Barn", 0), ("Count", 1), ("Shear Them All!", 0)]
"""The terms of the glossary, and how many breaks are in their texts."""


def parse_text(text: str) -> ParsedDocument:
    return parse_bytes(text.encode(), "flocks.txt")


def test_a_whole_document() -> None:
    document = parse_text(DOCUMENT)
    assert (document.work, document.dialect, document.edition) == ("comprehensive-rules", "official", "2020-03-05")
    assert document.condition == "good"
    assert document.diagnostics == ()
    numbers = "1 100 100.1 100.1a 100.1b 101 101.1 101.1a 101.2 101.2a 2 200 200.1"
    assert [rule.number for rule in document.rules] == numbers.split()
    by_number = {rule.number: rule for rule in document.rules}
    headings = [by_number[number].heading for number in ("1", "101.1", "101.2")]
    assert headings == ["Flocks", "Shearing", "Shear Them All!"]
    assert by_number["100.1a"].text == "A lamb alone is a flock too."
    assert by_number["100.1a"].examples == (
        "One lamb stands on a hill. It is a flock.",
        "A second one joins it. They are one flock.",
    )
    assert by_number["100.1b"].text == "A ram may belong to two flocks.\nIt is counted in both."
    assert by_number["100.1b"].parent == "100.1"
    assert [(entry.term, entry.text.count("\n")) for entry in document.glossary] == ENTRIES
    assert [matter.name for matter in document.matter] == ["title", "imprint", "contents", "credits", "imprint"]
    assert {row.reason for row in document.dropped} == {"heading"}
    for end in ("\r\n", "\r"):
        assert parse_text(DOCUMENT.replace("\n", end)) == document
    with pytest.raises(UnknownDialect, match="known ones are official"):
        parse_bytes(DOCUMENT.encode(), "flocks.txt", "klingon")


@pytest.mark.parametrize("data", [b"", b"Lambs stand on a hill.\n"], ids=["empty", "unclaimed"])
def test_an_error_has_the_reason_apart_from_the_name_also_after_another_process_sent_it(data: bytes) -> None:
    with pytest.raises(UnknownDialect) as caught:
        parse_bytes(data, "flocks.txt")
    error = caught.value
    sent = pickle.loads(pickle.dumps(error))
    assert str(error) == str(sent) == f"flocks.txt: {error.reason}"
    assert (type(sent), sent.reason, sent.name) == (type(error), error.reason, "flocks.txt")
    assert "flocks" not in error.reason


TRIO = "100.1. A lamb eats.\n\n100.2. A ram eats.\n\n100.3. A dog"


def test_what_breaks_off_is_truncated() -> None:
    """It lacks what its contents promise, or stops in mid-sentence."""
    creditless, halved = (
        parse_text(DOCUMENT.partition(end)[0]) for end in ("Credits\n\nWritten", "2. Barns\n\n200. General\n\n200.1")
    )
    assert (creditless.condition, codes_of(creditless)) == ("truncated", ["truncated"])
    assert (halved.condition, codes_of(halved)) == ("truncated", ["truncated"])
    assert "credits, glossary, 2, 200" in halved.diagnostics[0].message
    assert (parse_text(BODY).condition, codes_of(parse_text(BODY))) == ("good", ["no-date"])
    assert codes_of(parse_text(BODY.rstrip().removesuffix("."))) == ["no-date", "cut-mid-sentence"]
    for rest in (f"{TRIO} does n", f"{TRIO}.\n\n101. Sleep\n", f"{TRIO}.\n\nGlossary\n\nLamb\nYoung.\n\nRam\n"):
        assert "cut-mid-sentence" in codes_of(parse_text(rest)), rest
        assert parse_text(rest).condition == "truncated"


def replaced(changes: dict[str, str]) -> str:
    """The document with changes, each where the words stand last."""
    text = DOCUMENT
    for old, new in changes.items():
        head, cut, rest = text.rpartition(old)
        assert cut, old
        text = head + new + rest
    return text


def test_what_is_odd_is_kept_and_reported() -> None:
    misprinted = parse_text(replaced({"100.1b": "100. 1b", "200.1. A": "200.1.A"}))
    assert codes_of(misprinted) == ["misprinted-number", "misprinted-number"]
    labels = {rule.number: rule.label for rule in misprinted.rules if rule.label}
    assert labels == {"100.1b": "100. 1b", "200.1": "200.1."}
    doubled = parse_text(replaced({"100.1b": "100.1a"}))
    assert [rule.key for rule in doubled.rules if rule.number == "100.1a"] == ["100.1a", "100.1a#2"]
    assert codes_of(doubled) == ["duplicate-number"]
    again = "101.1. Counting Again\n\n101.1a This is"
    twice = parse_text(replaced({"rule 101.2": "rule 101.1", "101.2. Shear Them All!\n\n101.2a This is": again}))
    headings = {rule.key: rule.heading for rule in twice.rules if rule.number == "101.1"}
    assert headings == {"101.1": "Shearing", "101.1#2": "Counting Again"}
    assert codes_of(twice) == ["duplicate-number", "duplicate-number"]
    sentence = "This chapter is empty now. See rule 101."
    emptied = parse_text(replaced({"2. Barns": "102. " + sentence + "\n\n2. Barns"}))
    (chapter,) = [rule for rule in emptied.rules if rule.number == "102"]
    assert (chapter.kind, chapter.heading, chapter.text) == ("chapter", None, sentence)
    hostile = "<b>A</b> *lamb* _eats_ [grass](x) | {W} \\n &amp; <this lamb> {{ 7 }} `ox`."
    assert parse_text(replaced({"A barn keeps the rain out.": hostile})).rules[-1].text == hostile
    lost = replaced({"Barn\nWhere": 'Barn, "Open Barn"\nWhere'}).replace('"', "?")
    document = parse_text(lost + "\n?Lamb? and ?ram? are words.\n")
    assert document.glossary[0].term == "Barn, ?Open Barn?"
    assert document.condition == "damaged"
    assert "quotes-lost" in codes_of(document)


LAMBS = "".join(f"100.2{letter} A word about lambs.\n\n" for letter in "abcdefghijkmnp")
STRAY = {"100.1b A ram": "100.1c A ram", "200.2. And": "100.1b A stray.\n\n200.2. And"}
TWICE_DATED = {"by the barn.\n": "by the barn.\n\nThese rules are current as of April 1, 2021.\n"}
LETTERED = {"101. Counting\n\n101.1.": f"100.2. Lambs.\n\n{LAMBS}101. Counting\n\n101.1."}
# What is put for what in the document, and what is told of it: the code and words of the message.
PROBLEMS: dict[str, tuple[dict[str, str], str]] = {
    "a number out of place, for which one fits": (
        {"101.1a To": "110.1a To"},
        "out-of-order-number: is printed after 101.1",
    ),
    "a number out of place, for which two fit": ({"100.1b A ram": "110.1b A ram"}, "out-of-order-number: 110.1b"),
    "the last number of all": ({"200.2. And": "100.9. And"}, "out-of-order-number: 100.9 is printed after 200.1"),
    "one that stands elsewhere is not missing as well": (STRAY, "out-of-order-number: 100.1b"),
    "a gap": ({"100.1b": "100.1d"}, "missing-number: 100.1b, 100.1c missing"),
    "the letters l and o are no gap": (LETTERED, ""),
    "letters that do not begin with a": (
        {"101.2a This": "101.2c This"},
        "missing-number: the first number under 101.2 is 101.2c: 101.2a, 101.2b missing",
    ),
    "a subrule without its rule": (
        {"101.2a This": "101.3a This"},
        "missing-number: 101.3a has no rule above it: 101.3 missing",
    ),
    "a part that is missing before the end": ({"101. Counting\n\n101.1.": "101.1."}, "contents-disagree: promise 101,"),
    "two dates": (TWICE_DATED, "two-dates: "),
    "an impossible date": ({"March 5": "March 45"}, "bad-date: ; no-date: "),
    "glued headwords are parted": ({"Count\n1. To": "Count1. To"}, "glued-headword: "),
    "a headword without a blank line before it": ({'"General."\n\nCount\n1.': '"General."\nCount\n1.'}, ""),
    "senses parted by blank lines stay together": ({"order.\n2. The": "order.\n\n2. The"}, ""),
    "framing matter may end without a full stop": ({"by the barn.\n": "by the barn"}, ""),
}


@pytest.mark.parametrize("name", PROBLEMS)
def test_what_is_told_of_a_copy(name: str) -> None:
    changes, told = PROBLEMS[name]
    document = parse_text(replaced({"the rain out.\n\n": "the rain out.\n\n200.2. And the wind.\n\n", **changes}))
    expected = [part.split(": ", 1) for part in told.split("; ") if part]
    assert codes_of(document) == [code for code, _ in expected]
    for problem, (_, words) in zip(document.diagnostics, expected, strict=True):
        assert words in problem.message
        assert "out of place" not in name or problem.hint == "probably meant: 101.1a" * ("one" in name)
    assert document.edition == (None if "bad-date" in codes_of(document) else "2020-03-05")
    assert document.condition == ("damaged" if "contents-disagree" in codes_of(document) else "good")
    assert [(entry.term, entry.text.count("\n")) for entry in document.glossary] == ENTRIES


def words_of(document: ParsedDocument) -> list[object]:
    """All that a document says, however its lines are dressed."""
    rules = [(rule.key, without_blanks(rule.heading or ""), without_blanks(rule.text)) for rule in document.rules]
    entries = [(without_blanks(entry.term), without_blanks(entry.text)) for entry in document.glossary]
    return [document.edition, document.condition, rules, [len(rule.examples) for rule in document.rules], entries]


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
    assert words_of(parse_text(change(DOCUMENT))) == words_of(parse_text(DOCUMENT))


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


def test_what_an_endless_entry_costs_grows_with_its_length() -> None:
    """Short lines that the alphabet keeps from being headwords belong to the entry before them."""

    def parse(count: int) -> Callable[[], ParsedDocument]:
        lines = "Barn\nthis is an ordinary sentence that is text, and it ends.\n" * count
        unwrapped = f"200.2. A barn {'keeps the rain out and ' * 9}stands.\n\n"
        return partial(parse_text, f"{TITLE}{CONTENTS}{BODY}{unwrapped}Glossary\n\nRam\nA male.\n{lines}")

    assert {entry.term for entry in parse(9)().glossary} == {"Ram"}
    assert cost(parse(16_000)) < LIMIT * cost(parse(4_000))  # shorter ones do not show it


def test_a_misplaced_headword_does_not_take_over_the_entries_after_it() -> None:
    """In a file without blank lines the alphabet tells headwords from other short lines."""
    entries = "\n".join(
        f"{term}\nThis is the entry of {term.casefold()}, and it ends."
        for term in ("Hen", "Kid", "Ibex", "Jackdaw", "Lamb")
    )
    document = parse_text(f"{TITLE}{CONTENTS}{BODY}Glossary\n\n{entries}\n")
    assert [entry.term for entry in document.glossary] == ["Hen", "Kid", "Ibex", "Jackdaw", "Lamb"]
