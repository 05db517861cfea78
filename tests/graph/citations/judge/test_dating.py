"""What dates citations, weighed unit by unit."""

from __future__ import annotations

from graph.citations.judge.dating import Dated, DatedFile, Dating, EditionEvidence, Unit
from graph.citations.judge.lineage_locator import LineageLocator
from tests.graph.citations.judge.judged_history import A, B, C, D, JudgedHistory

OLD, NEW = frozenset({(A, B)}), frozenset({(C, D)})


def dating() -> Dating:
    return Dating(LineageLocator(JudgedHistory()), D)


def unit(*facts: Dated) -> Unit:
    return dating().unit((fact, 1) for fact in facts)


def old_facts(count: int, weight: float = 1.0) -> list[Dated]:
    return [Dated(f"101.{number}", OLD, weight) for number in range(count)]


def new_facts(count: int) -> list[Dated]:
    return [Dated(f"102.{number}", NEW) for number in range(count)]


def test_more_facts_of_an_older_edition_make_it_surer() -> None:
    shares = [opinion.share for count in (1, 3, 9) if (opinion := dating().opinion([unit(*old_facts(count))]))]
    assert shares == sorted(set(shares))
    assert 0.3 < shares[0] < 0.7 < shares[-1] < 1


def test_facts_of_the_newest_edition_speak_against_an_older_one() -> None:
    for nothing in ([unit(*new_facts(3))], [], [unit(*old_facts(1, weight=0.5), *new_facts(1))]):
        assert dating().opinion(nothing) is None
    alone, mixed = dating().opinion([unit(*old_facts(6))]), dating().opinion([unit(*old_facts(6), *new_facts(2))])
    assert alone is not None
    assert mixed is not None
    assert alone.editions == mixed.editions == {A, B}
    assert mixed.share < alone.share


def test_the_nearest_unit_that_tells_enough_decides_and_wider_ones_choose_among_equals() -> None:
    assert dating().opinion([unit(*new_facts(3)), unit(*old_facts(20))]) is None
    opinion = dating().opinion([unit(*old_facts(3)), unit(*new_facts(20), Dated("100.1", frozenset({(A, A)})))])
    assert opinion is not None
    assert opinion.editions == {A}
    assert opinion.share < 0.7
    in_use = dating().opinion([unit(*old_facts(3), Dated("100.3a", frozenset({(A, A)}), 0.0))])
    assert in_use is not None
    assert in_use.editions == {A}, "that a number is in use only chooses the edition"


def test_the_folders_around_a_file_do_not_count_its_own_facts() -> None:
    weighed = dating()
    counts = {"a/b/x.c": 2, "a/b/y.c": 1, "z.c": 0}
    weighed.set_evidence(EditionEvidence.of([DatedFile(path, frozenset(old_facts(n))) for path, n in counts.items()]))
    around = {path: [folder.word_facts for folder in weighed.list_units_around(path)] for path in counts}
    assert around == {"a/b/x.c": [1], "a/b/y.c": [2], "z.c": [3]}
    assert weighed.list_units_around("elsewhere.c")[-1].word_facts == 3
