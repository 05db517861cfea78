"""What dates citations, weighed unit by unit; and what a number means in other places of a tree."""

from __future__ import annotations

from graph.citations.find import find_citations
from graph.citations.judge import EditionEvidence, Judge
from graph.citations.judge.dating import Dated, DatedFile, Dating, Unit
from graph.citations.judge.judge_context import JudgeContext, NumberOwnership
from graph.citations.judge.lineage_locator import LineageLocator
from graph.citations.judge.uses import NumberUse, NumberUses, block_of
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


KNOWN = JudgeContext(JudgedHistory())


def ownership_of(number: str) -> NumberOwnership:
    return KNOWN.ownerships(number)[0]


def use(number: str, edition: str) -> NumberUse:
    return NumberUse(number, KNOWN.where.lineage(edition, number) or "")


def share(
    number: str, *files: NumberUse, others: tuple[NumberUse, ...] = (), counted: frozenset[NumberUse] = frozenset()
) -> float:
    uses = NumberUses(KNOWN, D, [frozenset({file}) for file in files])
    return uses.share(number, ownership_of(number), frozenset(others), counted)


def test_a_block_is_all_that_moved_together() -> None:
    for number, block in {"700.2a": "700.2", "101.1": "101", "700.3": "700.3"}.items():
        assert block_of(KNOWN, D, number, NumberOwnership(ownership_of(number).lineage, A, B)) == block


def test_more_files_make_it_surer_and_present_uses_less() -> None:
    old, new = use("700.2", A), use("700.2", D)
    shares = [share("700.2a", *[old] * count) for count in (1, 3, 9)]
    assert shares == sorted(set(shares))
    assert 0.5 < shares[0] < 0.9 < shares[-1] < 1
    assert share("700.2a", old, old, old, new) < shares[1]
    # only uses of the same block tell anything
    assert share("700.2a", use("700.3", A), use("101.1", A)) == share("700.2a", new) == 0
    assert share("101.1", use("101.2", A)) > 0.5
    # a file is not counted twice
    assert share("700.2a", old, counted=frozenset({old})) == 0
    assert share("700.2a", old, others=(old,), counted=frozenset({old})) == share("700.2a", old)


PLAIN, LEANING = "// it goes on (CR 700.2a)\n", "// follows the current (CR 700.2a)\n"


def judge_tree(tree: dict[str, str]) -> dict[str, list[tuple[str, str | None]]]:
    judge, fresh = Judge(JudgedHistory(), edition=D), Judge(JudgedHistory(), edition=D)
    dated = []
    for path, text in tree.items():
        judge.judge_file(find_citations(text), path)
        dated.append(judge.take_dated())
    for one in (judge, fresh):
        one.set_evidence(EditionEvidence.of(dated))
    for path, text in tree.items():
        for twice in (text, text + PLAIN, text):  # what was kept of the first look is of that text alone
            assert judge.judge_file(find_citations(twice), path) == fresh.judge_file(find_citations(twice), path)
    return {
        path: [
            (judgement.code, judgement.suggestion)
            for judgements in judge.judge_file(find_citations(text), path)
            for judgement in judgements
        ]
        for path, text in tree.items()
    }


def test_what_words_tell_in_some_files_decides_in_another() -> None:
    named = {f"{name}.c": "// CR 700.2: Drifting\n" for name in "abcdefg"}
    alone = judge_tree({"x.c": PLAIN, "y.c": LEANING})
    assert [code for judgements in alone.values() for code, _ in judgements if code != "CR009"] == []
    among = judge_tree({**named, "x.c": PLAIN, "y.c": LEANING})
    assert among["x.c"] == [("CR009", "700.3a")]
    assert among["y.c"] == [("CR005", "700.3a")]
    present = {f"{name}.c": "// CR 700.2: Beaching\n" for name in "mnopqrs"}
    assert judge_tree({**named, **present, "x.c": PLAIN})["x.c"] == []
