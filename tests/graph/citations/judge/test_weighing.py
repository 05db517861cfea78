"""What the judge weighs: what dates citations, uses in other places of a tree, distinctive terms, where a rule is."""

from __future__ import annotations

import pytest

from graph.citations.find import find_citations
from graph.citations.judge import EditionEvidence, Judge
from graph.citations.judge.dating import Dated, DatedFile, Dating, Unit
from graph.citations.judge.judge_context import JudgeContext, NumberOwnership
from graph.citations.judge.lineage_locator import LineageLocator, LocatedRule
from graph.citations.judge.subjects import Balance, Subjects, distinctive_terms
from graph.citations.judge.uses import NumberUse, NumberUses, block_of
from rules.links import Link
from tests.graph.citations.judge.judged_history import A, B, C, D, JudgedHistory
from tests.graph.lineages.small import link

OLD, NEW = frozenset({(A, B)}), frozenset({(C, D)})


def dating() -> Dating:
    return Dating(LineageLocator(JudgedHistory()), D)


def unit(*facts: Dated) -> Unit:
    return dating().unit((fact, 1) for fact in facts)


def old_facts(count: int, weight: float = 1.0) -> list[Dated]:
    return [Dated(f"101.{number}", OLD, weight) for number in range(count)]


def new_facts(count: int) -> list[Dated]:
    return [Dated(f"102.{number}", NEW) for number in range(count)]


def test_more_facts_of_an_older_edition_make_it_surer_and_those_of_the_newest_less() -> None:
    shares = [opinion.share for count in (1, 3, 9) if (opinion := dating().opinion([unit(*old_facts(count))]))]
    assert shares == sorted(set(shares))
    assert 0.3 < shares[0] < 0.7 < shares[-1] < 1
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


def test_a_block_is_all_that_moved_together_and_more_files_make_it_surer() -> None:
    for number, block in {"700.2a": "700.2", "101.1": "101", "700.3": "700.3"}.items():
        assert block_of(KNOWN, D, number, NumberOwnership(ownership_of(number).lineage, A, B)) == block
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
    other = judge_tree({**named, "x.c": "// neither Anchoring nor Towing goes on (CR 700.2a)\n"})
    assert other["x.c"] == [], "it names other rules of the chapter"
    present = {f"{name}.c": "// CR 700.2: Beaching\n" for name in "mnopqrs"}
    assert judge_tree({**named, **present, "x.c": PLAIN})["x.c"] == []


def test_what_was_read_is_kept_for_another_sequence_of_the_same_citations(monkeypatch: pytest.MonkeyPatch) -> None:
    judge, citations = Judge(JudgedHistory(), edition=D), find_citations(PLAIN)
    first = judge.meanings(citations, "x.c")
    monkeypatch.setattr(judge, "_read_numbers", lambda _: pytest.fail("the numbers are read again"))
    assert judge.meanings(list(citations), "x.c") == first


@pytest.fixture
def subjects() -> Subjects:
    common = distinctive_terms("boat harbour")
    filler = {f"rule {number}": common for number in range(400)}
    oars, sails = (common | distinctive_terms(words) for words in ("oars dawn count", "sails dusk mend"))
    return Subjects(filler | {"oars": oars, "sails": sails})


def test_inflections_numbers_and_typography_do_not_count() -> None:
    assert distinctive_terms("The Boats DRIFTED (see rule 100.2)") == distinctive_terms("boat, drifting; see rules")
    assert distinctive_terms("it is of the and 100.2") == frozenset()


def test_words_of_one_speak_for_it_and_common_ones_for_nothing(subjects: Subjects) -> None:
    def balance(words: str) -> Balance:
        return subjects.balance(distinctive_terms(words), subjects.of(["oars"]), subjects.of(["sails"]))

    sails, common = balance("mending the sails of a boat"), balance("a boat in the harbour")
    assert (sails.speaks_for_the_second, sails.leans_to_the_first) == (True, False)
    assert balance("mending oars").speaks_for_the_second is False
    assert (common.ours, common.theirs, common.has_a_rare_word) == (0.0, 0.0, False)
    # one rare word is enough only without a word for the other
    assert (balance("dusk").has_a_rare_word, balance("dusk and dawn").has_a_rare_word) == (True, False)
    assert [subjects.is_rare(distinctive_terms(word)) for word in ("dusk", "boat")] == [True, False]


@pytest.mark.parametrize(
    ("remark", "expected"),
    [
        ("we mend the sails at dusk", True),
        ("mend the sails", False),
        ("count the sails at dusk", True),
        ("count, dawn, dusk: one of each", True),
        ("three boats in three harbours", False),
        ("purple elephants dance", False),
        ("", False),
    ],
)
def test_enough_words_of_one_rule_are_a_subject(subjects: Subjects, remark: str, expected: bool) -> None:
    assert subjects.has_subject(distinctive_terms(remark), lambda _: True) is expected
    assert not subjects.has_subject(distinctive_terms(remark), lambda lineage: lineage not in {"oars", "sails"})


def place(where: LineageLocator, start: str, number: str, end: str) -> LocatedRule:
    lineage = where.lineage(start, number)
    assert lineage is not None
    return where.place(lineage, start, end)


@pytest.mark.parametrize(
    ("start", "number", "end", "numbers", "same"),
    [
        (A, "101.1a", D, ("102.1a",), True),
        (D, "102.1a", A, ("101.1a",), True),
        (A, "700.3", D, ("700.4",), True),
        (A, "100.3a", D, ("100.3",), False),  # merged
        (B, "100.2a", A, ("100.2",), False),  # split off, seen backwards
        (A, "100.2", D, ("100.2",), True),
        (A, "100.1b", D, (), False),  # dropped
        (D, "700.5", A, (), False),  # not born
        (B, "100.1a", B, ("100.1a",), True),
    ],
)
def test_places(start: str, number: str, end: str, numbers: tuple[str, ...], same: bool) -> None:
    located = place(LineageLocator(JudgedHistory()), start, number, end)
    assert (located.numbers, located.same, located.terms) == (numbers, same, ())


def test_descendants_and_the_edition_that_broke_a_number_and_candidates_that_are_not_sure() -> None:
    where = LineageLocator(JudgedHistory())
    assert where.descendants("100.2", A, D) == {"100.2", "100.2a"}
    assert where.descendants("100.3a", A, D) == {"100.3"}
    assert where.descendants("700.2", A, C) == {"700.3"}
    assert where.descendants("100.1b", A, D) == frozenset()
    lineage = where.lineage(A, "100.1c") or ""
    assert where.first_edition_without(lineage, "100.1c", A, D) == D
    assert where.first_edition_without(lineage, "100.1c", A, C) is None

    class Undecided(JudgedHistory):
        def links(self, edition: str, previous: str | None = None) -> tuple[Link, ...]:
            doubtful = tuple(link("100.1b", new, "ambiguous", None, main=False) for new in ("100.1a", "100.1c"))
            chosen = tuple(candidate for candidate in super().links(edition) if candidate.old != "100.1b")
            return doubtful + chosen if edition == C else chosen

    located = place(LineageLocator(Undecided()), A, "100.1b", C)
    assert (located.numbers, located.sure) == (("100.1a", "100.1c"), False)
    with_terms = LocatedRule(("702.40#2", "glossary:Toll", "702.40"))
    assert (with_terms.numbers, with_terms.terms) == (("702.40",), ("Toll",))
