"""The faults of made-up editions, also of numbers, and what must not be taken for one."""

from __future__ import annotations

from typing import ClassVar

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from graph.audit.faults import by_run
from graph.audit.numbering import MOST_GAPS, RULES_PER_GAP, faults_of, make_number_fault
from graph.audit.wording import describe_fault, describe_meant, describe_span
from rules.faults import AuditEvidence, AuditFault
from rules.links import Link
from rules.records import Diagnostic, Rule, Span, Variant
from scraper.dialects.rulings import check_rules
from scraper.labels import check_numbers
from tests.graph.audit.small import Small, audit_small
from tests.graph.lineages.small import link, sort_texts, split

A, B, C, D = DAYS = "2001-01-01", "2002-02-02", "2003-03-03", "2004-04-04"
BASE = {
    "1": "Town|",
    "100": "Water|",
    "100.1": "Boats wait for their pilot.",
    "100.2": "Ferries go at noon.",
    "101": "Land|",
    "101.1": "Carts keep to the left.",
    "101.2": "Riders keep to the right.",
}


def faults(library: Small, *editions: str) -> list[AuditFault]:
    return audit_small(library, editions or tuple(library.editions))


def history(*changes: dict[str, str], links: dict[str, list[Link]] | None = None) -> Small:
    """Editions from `A` on, of which each has these texts besides those of `BASE`."""
    return Small({day: sort_texts(BASE | change) for day, change in zip(DAYS, changes, strict=False)}, links)


def summarize_faults(library: Small, *editions: str) -> list[tuple[str, str, str, str | None]]:
    return [(fault.source, fault.status, fault.raw, fault.suggestion) for fault in faults(library, *editions)]


def describe_spans(library: Small) -> list[tuple[str, str, str | None, str, str | None]]:
    return [(fault.edition, fault.status, fault.suggestion, fault.since, fault.until) for fault in faults(library)]


def test_an_edition_without_faults_has_none() -> None:
    texts = {"101.3": "See rule 100, “Water,” and rules 101.1–2.", "glossary:Cart": "See rule 101.1."}
    assert summarize_faults(history(texts, texts)) == []


# What 101.3 or, behind `@`, an entry says in each edition; of the first fault what was meant, and why; words for it.
CASES = """
# the edition that mends it tells what was meant
Boats pay, see rule 109.2.
Boats pay, see rule 100.2.
> 101.3 missing, meant 100.2; later 100.2 2002-02-02 100.2
= probably meant: 100.2 (since 2002-02-02 it reads 100.2)
# reasons that differ suggest nothing
Boats pay, see rule 109, “Water.”
Boats pay, see rule 101.1.
> 101.3 missing, meant None; later 101.1 2002-02-02 101.1; title 100 None Water
# other words before a reference make it another
Boats pay in silver, see rule 109.2.
Dogs swim where they like, see rule 101.2.
> 101.3 missing, meant None
# a reference that is dropped leads nowhere
Boats pay, see rule 109.2.
Boats pay.
> 101.3 missing, meant None; later None 2002-02-02 None
= since 2002-02-02 there is no reference in that place
# the same title tells where it went
Boats pay, see rule 109, “Water.”
Whoever swims, see rule 100, “Water.”
> 101.3 missing, meant 100; later 100 2002-02-02 100; title 100 None Water
# a range is mended by a range
Boats pay, see rules 109.1–2.
Boats pay, see rules 100.1–2.
> 101.3 missing, meant 100.1-100.2; later 100.1-100.2 2002-02-02 100.1–2
# a title beside several numbers is held against none
See rules 109.1–2, “Wartime.”
> 101.3 missing, meant None
# a title that another rule bears
See rule 101, “Water.”
> 101.3 title-mismatch, meant 100; title 100 None Water
= 101, “Water”: 101 is called “Land”
# a title misspelt leaves the number right
See rule 100, “Watter.”
> 101.3 title-mismatch, meant 100; near-title 100 None Water
= the number is right, the title is not
# a glossary entry that leads nowhere
@Barge See Ferry Boat.
> glossary:Barge missing, meant None
= See Ferry Boat: the glossary has no such entry
# an appendix that is not there
See Appendix B.
> 101.3 missing, meant None
= Appendix B: the edition has no appendix
"""


def describe_evidence(fault: AuditFault) -> str:
    evidence = (f"; {item.by} {item.meant} {item.edition} {item.printed or None}" for item in fault.evidence)
    return f"{fault.source} {fault.status}, meant {fault.suggestion}{''.join(evidence)}"


class TestReferences:
    @pytest.mark.parametrize("case", CASES.split("\n# ")[1:], ids=lambda case: case.partition("\n")[0])
    def test_what_was_meant(self, case: str) -> None:
        lines = case.splitlines()[1:]
        texts = [f"101.3 {line}".replace("101.3 @", "glossary:") for line in lines if line[0] not in ">="]
        fault = faults(history(*(dict([text.split(" ", 1)]) for text in texts)))[0]
        assert describe_evidence(fault) == lines[len(texts)].removeprefix("> ")
        assert (fault.edition, fault.since, fault.until) == (A, A, A)
        assert (fault.heading is None) == (fault.status == "missing")
        for words in lines[len(texts) + 1 :]:
            assert words.removeprefix("= ") in f"{describe_fault(fault)}; {describe_meant(fault)}"

    def test_numbers_of_other_editions_are_carried_over(self) -> None:
        # the fault is in B, where ferries are 100.2; C, which mends it, has them as 200.2
        water = {"100": "200", "100.1": "200.1", "100.2": "200.2"}
        moved = {water.get(key, key): text for key, text in BASE.items()}
        mended = sort_texts(moved | {"101.3": "Boats pay, see rule 200.2."})
        links = {C: [link(old, new) for old, new in water.items()]}
        (fault,) = faults(Small({B: BASE | {"101.3": "Boats pay, see rule 109.2."}, C: mended}, links))
        assert (fault.suggestion, fault.evidence[0].printed) == ("100.2", "200.2")

    def test_a_fault_is_followed_through_the_editions(self) -> None:
        wrong = {"101.3": "See rule 109.2."}
        library = history({}, wrong, wrong, {})
        assert describe_spans(library) == [(B, "missing", None, B, C), (C, "missing", None, B, C)]
        assert [len(run) for run in by_run(faults(library))] == [2]
        assert describe_span(faults(library)[0]) == f"{B} to {C}"

    def test_the_rule_that_was_cited_before_is_gone_and_another_copy_casts_doubt(self) -> None:
        texts = BASE | {"101.3": "See rule 100.2."}
        (fault,) = faults(Small({A: texts, B: {key: text for key, text in texts.items() if key != "100.2"}}))
        assert describe_evidence(fault) == f"101.3 missing, meant None; earlier None {A} 100.2"
        assert "which no longer exists" in describe_meant(fault)
        copy = Variant("101.3", "other.txt", "damage", "See rule 109.2.", "See rule 100.2.")
        (fault,) = faults(Small({A: BASE | {"101.3": "See rule 109.2."}}, variants=[copy]))
        assert fault.doubted == ("other.txt",)


class TestDrift:
    """In the second edition 100.2 is 100.3, and swimmers take its number."""

    ENTRY = "It goes at noon. See rule 100.2."
    LINKS: ClassVar = {B: [link("100.2", "100.3")]}
    MOVED: ClassVar = {"100.2": "Swimmers wear bells.", "100.3": BASE["100.2"]}

    def test_a_reference_left_standing_when_its_rule_moved_is_wrong_until_it_is_mended(self) -> None:
        (fault,) = faults(
            history({"glossary:Ferry": self.ENTRY}, {**self.MOVED, "glossary:Ferry": self.ENTRY}, links=self.LINKS)
        )
        assert (fault.edition, fault.source, fault.status) == (B, "glossary:Ferry", "drifted")
        assert (fault.suggestion, fault.evidence) == ("100.3", (AuditEvidence("earlier", "100.3", A, "100.2"),))
        assert describe_fault(fault) == "100.2: the number now belongs to a different rule than when this was written"
        entry = {"glossary:Ferry": self.ENTRY}
        mended = {"glossary:Ferry": "It goes at noon. See rule 100.3."}
        library = history(entry, *[self.MOVED | entry] * 2, self.MOVED | mended, links=self.LINKS)
        assert describe_spans(library) == [(B, "drifted", "100.3", B, C), (C, "drifted", "100.3", B, C)]
        assert [evidence.by for evidence in faults(library)[0].evidence] == ["later", "earlier"]

    @pytest.mark.parametrize(
        ("before", "after"),
        [
            (ENTRY, "It goes at noon. See rule 100.3."),  # it moved with its rule
            (ENTRY, "It goes at noon. See rules 100.2 and 100.3."),  # one of a list that was looked at
            ("See rule 100.2, “Ferries.”", "See rule 100.2, “Ferries.”"),  # its title decides
        ],
    )
    def test_what_is_no_drift(self, before: str, after: str) -> None:
        library = history({"glossary:Ferry": before}, {**self.MOVED, "glossary:Ferry": after}, links=self.LINKS)
        assert summarize_faults(library) == []

    def test_what_comes_next_is_always_next_and_a_split_is_no_drift(self) -> None:
        old = {"101.2a": "If not, go on to rule 101.2b.", "101.2b": "Ring the bell."}
        new = old | {"101.2b": "Look both ways twice.", "101.2c": "Ring the bell."}
        assert summarize_faults(history(old, new, links={B: [link("101.2b", "101.2c")]})) == []
        entry = {"glossary:Rider": "See rule 101.2."}
        parts = {"101.2": "Riders keep.", "101.3": "To the right."}
        links = {B: list(split("101.2", "101.3", "101.2"))}
        assert summarize_faults(history(entry, entry | parts, links=links)) == []


class TestANumberThatWasTakenLater:
    """101.9 is cited before there is such a rule; then a rule takes the number, and nobody looks at the reference."""

    BEFORE: ClassVar = {"glossary:Rider": "They keep well to one side of the road. See rule 101.9."}
    TAKEN: ClassVar = BEFORE | {"101.9": "Mules may rest."}

    def test_it_stays_wrong_until_another_number_stands_there(self) -> None:
        mended = self.TAKEN | {"glossary:Rider": "They keep well to one side of the road. See rule 101.2."}
        library = history(self.BEFORE, self.TAKEN, self.TAKEN, mended)
        assert [entry for entry in describe_spans(library) if entry[1] != "missing-number"] == [
            (A, "missing", "101.2", A, A),
            (B, "drifted", "101.2", B, C),
            (C, "drifted", "101.2", B, C),
        ]
        drifted = next(fault for fault in faults(library) if fault.status == "drifted")
        assert drifted.evidence == (AuditEvidence("later", "101.2", D, "101.2"),)
        assert "no rule had this number when this was written" in describe_fault(drifted)

    def test_a_number_among_new_ones_is_the_same_by_its_words_and_a_forgotten_rule_is_none(self) -> None:
        text = "In fog, see rule 100.1. They keep well to one side of the road. See rule 101.2."
        assert [fault.suggestion for fault in faults(history(self.BEFORE, {"glossary:Rider": text}), A)] == ["101.2"]
        statuses = summarize_faults(history(self.BEFORE, self.TAKEN, self.TAKEN), B, C)
        assert [fault for fault in statuses if fault[1] != "missing-number"] == []


class TestMistaken:
    """The entry is about the bell; which rule of the two has one decides who is right."""

    TEXTS: ClassVar = {"101.3": "Every rider carries a bell.", "101.4": "Lamps are lit at dusk."}

    def cite(self, number: str, words: str = "It is brass.") -> dict[str, str]:
        return self.TEXTS | {"glossary:Bells (Loud)": f"{words} See rule {number}."}

    def test_the_number_that_was_mended_or_that_replaced_the_right_one_is_wrong(self) -> None:
        library = history(self.cite("101.4"), self.cite("101.4"), self.cite("101.3"))
        assert describe_spans(library) == [(A, "mistaken", "101.3", A, B), (B, "mistaken", "101.3", A, B)]
        fault = faults(library)[0]
        assert fault.evidence == (AuditEvidence("later", "101.3", C, "101.3"),)
        assert describe_fault(fault) == "101.4: this rule is about something else"
        library = history(self.cite("101.3"), self.cite("101.4"), self.cite("101.4"))
        assert [(fault.edition, fault.suggestion, fault.evidence[0].by) for fault in faults(library)] == [
            (B, "101.3", "earlier"),
            (C, "101.3", "earlier"),
        ]

    @pytest.mark.parametrize(("term", "word"), [("Abilities", "ability"), ("Copies", "copying"), ("Class", "classes")])
    def test_a_rule_has_a_term_in_any_inflection(self, term: str, word: str) -> None:
        rules = {"101.3": f"Riders know of the {word}.", "101.4": "Lamps are lit at dusk."}
        entries = [rules | {f"glossary:{term}": f"It is brass. See rule {number}."} for number in ("101.4", "101.3")]
        assert describe_spans(history(*entries)) == [(A, "mistaken", "101.3", A, A)]

    def test_nothing_is_said_where_the_words_do_not_decide(self) -> None:
        both = {"101.4": "A bell hangs beside the lamp."}
        moved = self.cite("101.5") | {"101.4": "Whistles are for walkers.", "101.5": self.TEXTS["101.4"]}
        for old, new, links in (
            (self.cite("101.1"), self.cite("101.2"), {}),
            (self.cite("101.4") | both, self.cite("101.3") | both, {}),
            (self.cite("101.4", "It shines."), self.cite("101.3"), {}),  # new words may cite what they like
            (self.cite("101.4"), moved, {B: [link("101.4", "101.5")]}),  # a number that moved with its rule
        ):
            assert summarize_faults(history(old, new, links=links)) == []


TOWN = {"1": "T|", "100": "W|", "100.1": "a."}


def summarize_numbering(
    *editions: dict[str, str], links: dict[str, list[Link]] | None = None
) -> list[tuple[str, str, str | None]]:
    library = Small(dict(zip((A, B), editions, strict=False)), links)
    return [(fault.source, fault.status, fault.suggestion) for fault in audit_small(library, [A])]


class TestSeries:
    def test_gaps(self) -> None:
        assert summarize_numbering(TOWN | {"100.3": "b."}) == [("100.2", "missing-number", None)]
        letters = {f"100.1{letter}": "x." for letter in "abcdefghijkmnpq"}
        assert summarize_numbering(TOWN | letters) == [], "letters that are never used are no gap"
        excerpt = {"1": "T|", "100": "W|"} | {f"100.{number}": "x." for number in range(1, 3 * MOST_GAPS, 2)}
        assert len(excerpt) < RULES_PER_GAP * MOST_GAPS
        assert summarize_numbering(excerpt) == [], "an excerpt lacks nothing"

    def test_of_doubled_numbers_the_second_takes_the_next_or_the_one_that_changes_was_wrong(self) -> None:
        assert summarize_numbering(TOWN | {"100.1#2": "b."}) == [("100.1#2", "duplicate-number", "100.2")]
        old = TOWN | {"101": "L|", "100.1#2": "Carts.", "101.2": "Riders."}
        new = TOWN | {"101": "L|", "101.1": "Carts.", "101.2": "Riders."}
        statuses = summarize_numbering(old, new, links={B: [link("100.1#2", "101.1", "moved")]})
        assert ("100.1#2", "duplicate-number", "101.1") in statuses
        # a number that it soon had and that does not follow here counts for nothing
        old, new = TOWN | {"100.1#2": "Carts."}, TOWN | {"100.2": "Fog.", "100.3": "Carts."}
        (fault,) = audit_small(Small({A: old, B: new}, {B: [link("100.1#2", "100.3", "moved")]}), [A])
        assert describe_meant(fault) == "probably meant: 100.2 (100.2 fits between its neighbours)"

    @pytest.mark.parametrize("later_chapter", ["100", "200"], ids=["in the same chapter", "in a renumbered chapter"])
    def test_two_misprints_in_a_row_are_told_by_their_later_numbers(self, later_chapter: str) -> None:
        carts, rafts = "Carts keep to the left.", "Rafts are tied with rope."
        old = TOWN | {"1OO.2": carts, "1OO.3": rafts}
        later_texts = {"": "W|", ".1": "a.", ".2": carts, ".3": rafts}
        new = {"1": "T|"} | {later_chapter + end: text for end, text in later_texts.items()}
        ends = {"100": "", "100.1": ".1", "1OO.2": ".2", "1OO.3": ".3"}
        links = [link(key, later_chapter + end) for key, end in ends.items()]
        assert summarize_numbering(old, new, links={B: links}) == [
            ("1OO.2", "misprinted-number", "100.2"),
            ("1OO.3", "misprinted-number", "100.3"),
        ]

    def test_a_fault_stands_as_long_as_its_rule_has_it(self) -> None:
        gap, twice = TOWN | {"100.3": "b."}, TOWN | {"100.1#2": "b.", "100.5": "c."}
        for old, new, until in ((gap, gap, B), (twice, twice, B), (gap, gap | {"100.2": "c."}, A)):
            faults = audit_small(Small({A: old, B: new}), [A])
            assert faults
            assert {(fault.since, fault.until) for fault in faults} == {(A, until)}

    def test_a_number_out_of_place_and_contents_that_disagree(self) -> None:
        assert ("190.2", "misplaced-number", "100.2") in summarize_numbering(TOWN | {"190.2": "b.", "100.3": "c."})
        texts = {"contents": "1. Town\n100. Watter ..... 7", "1": "Town|", "100": "Water|"}
        assert summarize_numbering(texts) == [("100", "contents-mismatch", None)]
        assert summarize_numbering(texts | {"contents": "1. Town\n100. Water ..... 7"}) == []


LABELS = {
    "706. 8b": ("706.8b", "untidy-number", "printed with a blank in it"),
    "706.8b.": ("706.8b", "untidy-number", "printed with a full stop, unlike other subrules"),
    "706.8": ("706.8", "untidy-number", "printed without its full stop"),
    "706.8.": ("706.8", "untidy-number", "no blank follows it"),
    "7O6.8": ("706.8", "misprinted-number", "706.8 is printed '7O6.8'"),
    "A.8. 1": ("A.8.1", "misprinted-number", "A.8.1 is printed 'A.8. 1'"),
}


@pytest.mark.parametrize("label", LABELS)
def test_what_is_wrong_with_a_label(label: str) -> None:
    number, status, place = LABELS[label]
    message = f"{number} is printed {label!r}"
    diagnostic = Diagnostic("misprinted-number", "info", message, number=number, label=label)
    (fault,) = faults_of(A, diagnostic)
    assert (fault.source, fault.raw, fault.status, fault.place) == (number, label, status, place)
    assert place in describe_fault(fault)
    assert bool(describe_meant(replace(fault, suggestion=number))) == (status == "misprinted-number")


GAPS = {
    ("101.8", "101.7 is followed by 101.9"): "101.8: 101.7 is followed by 101.9",
    ("101.1", "101 is followed by 101.10"): "101.1: 101 is followed by 101.10",
    ("101.2a", "the first number under 101.2 is 101.2aa"): "101.2a: the first number under 101.2 is 101.2aa",
    ("101.3", "101.3a has no rule above it"): "101.3a has no rule above it",
}


@pytest.mark.parametrize("gap", GAPS)
def test_a_gap_is_named_unless_its_own_subrule_names_it(gap: tuple[str, str]) -> None:
    number, place = gap
    assert describe_fault(make_number_fault(A, "missing-number", number, number, place)) == GAPS[gap]


def test_no_fault_depends_on_the_words_of_a_diagnostic() -> None:
    (doubled,) = faults_of(A, Diagnostic("duplicate-number", "warning", "odd", number="101.3#2", meant="101.4"))
    assert (doubled.source, doubled.raw, doubled.targets, doubled.evidence[0].meant) == (
        "101.3#2",
        "101.3",
        ("101.3",),
        "101.4",
    )
    gap = Diagnostic("missing-number", "info", "odd", missing=("101.5", "101.6"), place="after 101.4")
    assert [(fault.source, fault.place) for fault in faults_of(A, gap)] == [
        ("101.5", "after 101.4"),
        ("101.6", "after 101.4"),
    ]
    assert faults_of(A, Diagnostic("mojibake", "info", "anything")) == ()
    rulings = [Rule(A, "T.5.2", "rule", parent="T.5", ordinal=ordinal) for ordinal in (1, 2)]
    (diagnostic,) = check_rules(rulings, "x")
    assert [fault.source for fault in faults_of(A, diagnostic)] == ["T.5.2#2"]


NUMBERS = st.from_regex(r"[12]00\.[1-4][ab]?", fullmatch=True)


@given(st.lists(NUMBERS, max_size=12) | st.lists(NUMBERS, max_size=12).map(sorted))
def test_all_that_the_reader_says_of_numbers_is_understood(numbers: list[str]) -> None:
    seen: dict[str, int] = {}
    rules = []
    for line, number in enumerate(numbers, 1):
        seen[number] = seen.get(number, 0) + 1
        parent = number.rstrip("abcd") if number[-1].isalpha() else number[:3]
        label = f"{number} ?" if line % 5 == 0 else ""
        rules.append(Rule(A, number, "rule", parent=parent, ordinal=seen[number], label=label, span=Span(line, line)))
    for diagnostic in (*check_numbers(rules, "x"), *check_rules(rules, "x")):
        faults = faults_of(A, diagnostic)
        assert faults, diagnostic
        for fault in faults:
            assert fault.source.partition("#")[0] == fault.targets[0]
            assert diagnostic.message.startswith(fault.targets[0]) or fault.status == "missing-number"
