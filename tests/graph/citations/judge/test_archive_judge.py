"""The judge over all real editions: facts that are known, and what must hold of every rule."""

from __future__ import annotations

import pytest

from graph.citations.judge.judge import Judge
from graph.citations.records import Citation, Evidence, Part
from graph.compare.comparison import compare
from graph.history import History
from graph.ledger import Ledger
from rules.store import Store
from tests.graph.citations.judge.judged_history import describe_judgement, judge_file, judged

pytestmark = pytest.mark.archive


@pytest.fixture(scope="module")
def judge(whole_ledger: Ledger) -> Judge:
    return Judge(History(whole_ledger))


def cited(number: str, words: str = "") -> Citation:
    """`CR NUMBER: WORDS`, as the finder gives it."""
    end = 3 + len(number)
    beside = (Evidence("keyword", words, end + 2, end + 2 + len(words)),) if words else ()
    return Citation(number, 3, end, "number", (number,), (Part(number, 3, end),), "cr", None, beside)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("// CR 119.3a", "CR002 119.3a -> 120.3a since 2019-07-12"),
        ("// CR 112.7a", "CR002 112.7a -> 113.7a since 2019-07-12"),
        ("// CR 702.36e", "CR002 702.36e -> 702.37e since 2021-04-22"),
        ("// CR 420.5n", "CR002 420.5n -> 704.5q since 2009-07-11"),
        ("// Comprehensive rule 502.7f", "CR002 502.7f -> 702.16f since 2009-07-11"),
        ("// CR 605.1c", "CR001 605.1c"),
        ("//20091005 - 702.17c and CR 100.1", "CR003 702.17c -> 702.19d in file since 2011-06-17"),
        ("// shuffling the library (CR 701.19)", "CR005 701.19 since 2020-07-03"),
        ("// CR 702.14: decayed", "CR005 702.14 -> 702.147"),
        ("// Training (CR 702.138a)", "CR005 702.138a -> 702.149a"),
    ],
)
def test_known_facts(whole_ledger: Ledger, text: str, expected: str) -> None:
    judgements = judged(Judge(History(whole_ledger), "2026-04-17"), text)
    assert [describe_judgement(judgement) for judgement in judgements] == [expected]


@pytest.mark.parametrize(
    "text",
    [
        "// totem armor, as it was called (CR 702.89a)",
        "// what comes into play tapped enters tapped (CR 614.1c)",
        "// First strike, double strike (CR 702.7, CR 702.4)\n// - Deathtouch (CR 702.2)\n// - Trample (CR 702.19)",
        "// the payload of CR 702.143a is a cost too, and must not share Plot's tag",
        "// deathtouch and trample (CR 702.2c/702.19b), menace, vigilance",
        "// CR 702.10c's haste exemption",
        "// what was announced is paid as real life (CR 118.3)",
        "// CR 702.43a (Modular) / CR 702.21a, the way that it picks by itself",
        "// puts a +1/+1 counter on it (CR 701.34a)",
    ],
)
def test_what_only_seems_wrong(whole_ledger: Ledger, text: str) -> None:
    assert judged(Judge(History(whole_ledger), "2026-04-17"), text) == []


def test_no_rule_of_the_newest_edition_is_accused_beside_its_own_words(whole_store: Store, judge: Judge) -> None:
    for rule in whole_store.rules(judge.target):
        words = " ".join(rule.text.split()[:12])
        assert judge_file(judge, [cited(rule.number, words)]) == [()], rule.number
        assert judge_file(judge, [cited(rule.number, rule.heading or "")]) == [()], rule.number


def test_retired_numbers_are_sent_where_the_comparison_sends_them(
    whole_store: Store, whole_ledger: Ledger, judge: Judge
) -> None:
    target = judge.target
    alive = whole_ledger.lineages(target)
    retired = sorted({key for edition in whole_ledger.editions_of() for key in whole_store.keys(edition)} - set(alive))
    numbers = [key for key in retired if not key.startswith("glossary:") and "#" not in key]
    assert len(numbers) > 1000
    followed = 0
    doubted = []
    for number in numbers:
        ((judgement,),) = judge_file(judge, [cited(number)])
        assert judgement.code in {"CR002", "CR006"}, number
        rules = {holder.lineage for holder in whole_ledger.holders(number)}
        if judgement.suggestion is None and len(rules) > 1:
            doubted.append(number)  # an earlier rule had it for longer, shortly before the last one
            continue
        successor = {lineage: key for key, lineage in alive.items()}.get(whole_ledger.holders(number)[-1].lineage)
        if successor is not None and not successor.startswith("glossary:"):
            followed += 1
            assert judgement.suggestion == successor.partition("#")[0], number
    assert followed > 0.8 * len(numbers)
    assert 0 < len(doubted) < 0.1 * len(numbers), doubted


def map_keys(history: History, start: str, end: str) -> dict[str, list[str]]:
    """Where the comparison of two editions sends each key, that of the same lineage first."""
    targets: dict[str, list[str]] = {key: [] for key in history.lineages.of_edition(start)}
    for group in compare(history, start, end).groups:
        for link in sorted(group.links, key=lambda link: not link.main):
            if link.old is not None and link.new is not None:
                targets[link.old].append(link.new)
    return targets


@pytest.mark.long
def test_whereabouts_are_those_of_the_comparison(whole_store: Store, whole_ledger: Ledger) -> None:
    """In an edition in the middle; `tests/comprules/test_destinations.py` asks about the newest edition."""
    comparing, placing = History(whole_store), History(whole_ledger)
    assert comparing.versions.by_lineage
    assert placing.versions.by_lineage
    new = "2009-07-11"
    asked = several = 0
    for old in whole_ledger.editions_of():
        targets = map_keys(comparing, old, new) if old != new else {}
        for key, keys in targets.items():
            place = placing.destinations.of_lineage(placing.lineages.of_edition(old)[key], old, new)
            assert sorted(place.keys) == sorted(keys), (old, key)
            assert not place.lineage_continues or place.keys[0] == keys[0], (old, key)
            asked += 1
            several += len(keys) > 1
    assert asked > 300_000
    assert several > 3_000


@pytest.mark.parametrize("every", [4, pytest.param(1, marks=pytest.mark.long)])
def test_words_of_an_old_edition_are_sent_to_where_they_stand(
    whole_store: Store, whole_ledger: Ledger, judge: Judge, every: int
) -> None:
    edition = whole_ledger.resolve("2018-10-05")
    alive = {lineage: key for key, lineage in whole_ledger.lineages(judge.target).items()}
    right = wrong = silent = 0
    for rule in whole_store.rules(edition)[::every]:
        successor = alive.get(whole_ledger.lineage_at(edition, rule.key) or "")
        if (
            successor is None
            or successor == rule.number
            or not rule.text
            or rule.number not in whole_ledger.numbers(judge.target)
        ):
            continue
        words = " ".join(rule.text.split()[:14])
        end = 3 + len(rule.number)
        quoted = Evidence("text", words, end + 2, end + 2 + len(words))
        citation = cited(rule.number)
        quoting = Citation(citation.raw, 3, end, "number", citation.numbers, citation.parts, "cr", None, (quoted,))
        (judgements,) = judge_file(judge, [quoting])
        silent += not judgements
        right += bool(judgements) and judgements[0].suggestion == successor
        wrong += bool(judgements) and judgements[0].suggestion != successor
    assert right > 500 // every
    assert wrong <= 0.02 * right
    assert silent <= 0.05 * right
