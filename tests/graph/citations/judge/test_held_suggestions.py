"""Findings and suggestions that are held back, because the words next to the number may mean something else."""

from __future__ import annotations

from typing import Any

import pytest

from graph.citations.find.finder import find_citations
from graph.citations.judge.judge import Judge
from graph.citations.judge.lexicon import Lexicon
from graph.citations.judge.words import Words
from graph.citations.records import Citation, Fault
from graph.history import History
from graph.ledger import open_ledger
from tests.graph.citations.judge.judged_history import judge_file, judged

NEWEST = "2026-08-07"
"""The edition against which these are judged; a later one may move the numbers again."""


@pytest.fixture(scope="module")
def judge() -> Judge:
    return Judge(History(open_ledger()), NEWEST)


def list_declared_faults(judge: Judge, text: str, base: str) -> list[Fault]:
    """The faults of a file that is declared to cite the rules."""
    citations = find_citations(text, cites_rules=True)
    return [fault for found in judge_file(judge, citations, base) for fault in found]


@pytest.mark.parametrize(
    "text",
    [
        "**rule 711** — Level Up (702.87) draws boats as rule 711 has them",
        "### 714.2b — Read Ahead boats exception",
        '| BOAT-402.3-002 | 402.3 | "Reveal" = all boats look (Grey Heron) |',
        "// CR 702.18a; hexproof: no boat is towed",
    ],
    ids=[
        "a name with its own number",
        "a keyword whose rule refers to the chapter",
        "a word that is explained",
        "the label of the next clause",
    ],
)
def test_such_a_title_accuses_no_number(judge: Judge, text: str) -> None:
    assert judged(judge, text) == []


@pytest.mark.parametrize(
    ("text", "suggestions"),
    [
        ("| CR 702.11 | First/double strike |", ()),
        ("| CR 702.11 | Double strike |", ("702.4",)),
        ("// (the next wreck → tap the boat, CR 701.12)", ()),
        ("// the boat is towed: populate (CR 701.12)", ("701.36",)),
        ("// the fee of crew (CR 701.36): „Tap any boats”", ()),
        ("// the fee of it (CR 701.36): „Tap any boats”", ("701.26",)),
    ],
    ids=[
        "one of two keywords",
        "one keyword",
        "a deed of a keyword that had the number",
        "no such deed",
        "a deed of the keyword that labels the number",
        "no such keyword",
    ],
)
def test_a_deed_of_another_keyword_is_not_suggested(judge: Judge, text: str, suggestions: tuple[str, ...]) -> None:
    (fault,) = judged(judge, text)
    assert fault.suggestions == suggestions


def test_a_row_of_a_table_has_the_words_of_its_own_line(judge: Judge) -> None:
    (fault,) = judged(judge, "| CR 702.16 | Lifelink | ok |\n| CR 702.14 | Landwalk | x |")
    assert (fault.number, fault.suggestions) == ("702.16", ("702.15",))


def test_an_x_next_to_other_late_letters_is_a_letter(judge: Judge) -> None:
    assert judged(judge, '"704.5v", "704.5x"; MTG', "2026-06-19")[-1].suggestions == ("704.5y",)
    assert judged(judge, '"704.5a", "704.5x"; MTG', "2026-06-19") == []


@pytest.mark.parametrize(
    ("text", "suggestions"),
    [
        ('show("Ward Towed", ["702.21"], "Ward {2} towed")', []),
        ('show("Boats Towed", ["702.21"], "Ward is towed")', []),
        ('show("Boats Towed", ["702.21"], "boats")', [("702.22",)]),
        ('show("Banding Towed", ["702.21"], "Ward")', [("702.22",)]),
        ('show("A boat with ward", ["702.21"])', [("702.22",)]),
        ('show("702.20", 7); show("Ward towed", ["702.21"])', [("702.22",)]),
        ('show("Ward", 7)\nshow("702.21")', [("702.22",)]),
    ],
    ids=[
        "the keyword of today begins both",
        "it begins the second",
        "no keyword",
        "the keyword of the declared edition",
        "a word in the middle",
        "another number on the line",
        "another line",
    ],
)
def test_a_string_beside_a_number_names_its_rule_of_today(
    judge: Judge, text: str, suggestions: list[tuple[str, ...]]
) -> None:
    faults = list_declared_faults(judge, text, "2021-02-15")
    assert [fault.suggestions for fault in faults if fault.number == "702.21"] == suggestions


DAY_AND_NIGHT = "// CR §726 Day / Night designation. Begins towed per\n"


@pytest.mark.parametrize(
    ("text", "suggestions"),
    [
        (f"{DAY_AND_NIGHT}// §726.2 and tows on boundaries", ("731.2",)),
        (f"{DAY_AND_NIGHT}// §726.2 and a coin is flipped", ("731.2",)),
        (f"{DAY_AND_NIGHT}// §726.1 of a tow, §726.2 and tows on boundaries", ("731.2",)),
        (f"{DAY_AND_NIGHT}// CR 100, §726.2 and tows on boundaries", ("727.2",)),
        (f"{DAY_AND_NIGHT}{40 * '// boat'}\n// §726.2 and tows on boundaries", ("727.2",)),
        ("// §726.2 and tows on boundaries", ("727.2",)),
        (f"{DAY_AND_NIGHT}// §726.4b and tows on boundaries", ()),
        ("// §726.4b and tows on boundaries", ("729.4b",)),
    ],
    ids=[
        "the chapter before",
        "words of another rule",
        "another subrule between",
        "another chapter between",
        "far away",
        "alone",
        "a subrule that the edition of the chapter lacks",
        "the same alone",
    ],
)
def test_a_subrule_is_of_the_edition_of_its_chapter(judge: Judge, text: str, suggestions: tuple[str, ...]) -> None:
    faults = list_declared_faults(judge, text, "2026-02-27")
    assert faults[-1].suggestions == suggestions


@pytest.mark.parametrize(
    ("text", "base", "suggestions"),
    [
        ('find(number: "106.10a")', "2026-01-16", [()]),
        ('find(number: "106.10a")', "2016-04-08", [("106.12a",)]),
        ('"702.84c"\n// CR 702.84c: unearth tows the boat at the next end step', "2026-02-27", [(), ()]),
        ('"702.84c"\n// CR 702.84c: cascade tows the next boat', "2026-02-27", [("702.85c",), ("702.85c",)]),
        ("// CR 726.3a: the boats turn at the start of the day", "2023-11-17", [()]),
        ("// CR 726.3a merged boats", "2023-11-17", [("730.3a",)]),
        ("// CR 726.3a: poprzednie statki i dzień", "2023-11-17", [("730.3a",)]),
        (
            "// Tow (CR 701.4)\n// the next one returns to a hand of its owner (CR 701.4)",
            "2021-02-15",
            [(), ()],
        ),
        ("// Tow (CR 701.4)", "2021-02-15", [("701.5",)]),
    ],
    ids=[
        "a number that was in use for half a year, long ago",
        "the same shortly before",
        "a number that the file uses for another keyword",
        "a number that it uses for the former keyword",
        "words of another chapter",
        "words of the former chapter",
        "words of another language",
        "a keyword whose number the file uses for something else",
        "the same alone",
    ],
)
def test_a_former_rule_that_no_word_fits_is_not_suggested(
    judge: Judge, text: str, base: str, suggestions: list[tuple[str, ...]]
) -> None:
    assert [fault.suggestions for fault in list_declared_faults(judge, text, base)] == suggestions


@pytest.mark.parametrize(
    ("text", "suggestions"),
    [
        ("// CR 103.4 mulligan, then discard", ("103.5",)),
        ("// CR 103.4 boats, then discard", ()),
    ],
    ids=["a word of the former rule", "no word of it"],
)
def test_a_word_of_the_former_rule_outweighs_another_keyword(
    judge: Judge, text: str, suggestions: tuple[str, ...]
) -> None:
    (fault,) = list_declared_faults(judge, text, "2021-07-23")
    assert (fault.code, fault.suggestions) == ("CR003", suggestions)


@pytest.mark.parametrize(
    ("text", "suggestions"),
    [
        ("// CR 704.5l: legend rule", ("704.5j",)),
        ("// CR 704.5l (legend rule)", ("704.5j",)),
        ("// CR 704.5l: boats", ()),
    ],
    ids=["a name of a sister", "the name in brackets", "no name"],
)
def test_a_letter_that_does_not_exist_is_the_one_of_the_name(
    judge: Judge, text: str, suggestions: tuple[str, ...]
) -> None:
    (fault,) = judged(judge, text)
    assert (fault.code, fault.suggestions) == ("CR006", suggestions)


class CountedList(list[Citation]):
    """A list that counts how often an item of it is read."""

    reads = 0

    def __getitem__(self, place: Any) -> Any:
        self.reads += 1
        return super().__getitem__(place)


def test_a_long_list_is_not_read_whole_for_each_of_its_numbers() -> None:
    lexicon = Lexicon(History(open_ledger()))
    counts: list[int] = []
    for length in (200, 800):
        citations = CountedList(find_citations(f"// CR {', '.join(['704.5x'] * length)}\n"))
        assert len(citations) == length
        for place in range(length):
            around, position = Words(lexicon, citations, place).list_with_position
            assert around[position].start == list.__getitem__(citations, place).start
        counts.append(citations.reads)
    small, large = counts
    assert large < 5 * small
