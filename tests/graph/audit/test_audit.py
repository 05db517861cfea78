"""The faults of made-up editions, and what must not be taken for one."""

from __future__ import annotations

from typing import ClassVar

import pytest

from graph.audit import AuditEvidence, AuditFault, audit
from graph.audit.words import by_run, describe_fault, describe_meant, describe_span
from rules.numbers import is_number, sort_key
from rules.records import Variant
from tests.graph.audit.small import Small
from tests.graph.lineages.small import link

A, B, C, D = "2001-01-01", "2002-02-02", "2003-03-03", "2004-04-04"
BASE = {
    "1": "Town|",
    "100": "Water|",
    "100.1": "Boats wait for their pilot.",
    "100.2": "Ferries go at noon.",
    "101": "Land|",
    "101.1": "Carts keep to the left.",
    "101.2": "Riders keep to the right.",
}


def sort_texts(texts: dict[str, str]) -> dict[str, str]:
    rules = sorted((key for key in texts if is_number(key)), key=sort_key)
    return {key: texts[key] for key in (*rules, *(key for key in texts if not is_number(key)))}


def faults(library: Small, *editions: str) -> list[AuditFault]:
    return list(audit(library, editions or tuple(library.works)))


def summarize_faults(library: Small, *editions: str) -> list[tuple[str, str, str, str | None]]:
    return [(fault.source, fault.status, fault.raw, fault.suggestion) for fault in faults(library, *editions)]


def test_an_edition_without_faults_has_none() -> None:
    texts = BASE | {"101.3": "See rule 100, “Water,” and rules 101.1–2.", "glossary:Cart": "See rule 101.1."}
    assert summarize_faults(Small({A: texts, B: texts})) == []


class TestReferences:
    def test_the_edition_that_mends_it_tells_what_was_meant(self) -> None:
        wrong_text, right = "Boats pay, see rule 109.2.", "Boats pay, see rule 100.2."
        library = Small({A: BASE, B: BASE | {"101.3": wrong_text}, C: BASE | {"101.3": right}})
        (fault,) = faults(library)
        assert (fault.edition, fault.status, fault.suggestion) == (B, "missing", "100.2")
        assert (fault.since, fault.until) == (B, B)
        assert fault.evidence == (AuditEvidence("later", "100.2", C, "100.2"),)
        assert describe_meant(fault) == f"probably meant: 100.2 (since {C} it reads 100.2)"

    def test_numbers_of_other_editions_are_carried_over(self) -> None:
        # the fault is in B, where ferries are 100.2; C, which mends it, has them as 200.2
        water = {"100": "200", "100.1": "200.1", "100.2": "200.2"}
        moved = {water.get(key, key): text for key, text in BASE.items()}
        library = Small(
            {
                B: BASE | {"101.3": "Boats pay, see rule 109.2."},
                C: sort_texts(moved | {"101.3": "Boats pay, see rule 200.2."}),
            },
            {C: [link(old, new) for old, new in water.items()]},
        )
        (fault,) = faults(library)
        assert (fault.suggestion, fault.evidence[0].printed) == ("100.2", "200.2")

    def test_a_fault_is_followed_through_the_editions(self) -> None:
        texts = BASE | {"101.3": "See rule 109.2."}
        library = Small({A: BASE, B: texts, C: texts, D: BASE})
        library_faults = faults(library)
        assert [(fault.edition, fault.since, fault.until) for fault in library_faults] == [(B, B, C), (C, B, C)]
        assert [len(run) for run in by_run(library_faults)] == [2]
        assert describe_span(library_faults[0]) == f"{B} to {C}"

    def test_the_rule_that_was_cited_before_is_gone(self) -> None:
        texts = BASE | {"101.3": "See rule 100.2."}
        library = Small({A: texts, B: {key: text for key, text in texts.items() if key != "100.2"}})
        (fault,) = faults(library)
        assert (fault.status, fault.suggestion) == ("missing", None)
        assert fault.evidence == (AuditEvidence("earlier", None, A, "100.2"),)
        assert "a rule that is gone" in describe_meant(fault)

    def test_a_title_that_another_rule_bears(self) -> None:
        library = Small({A: BASE | {"101.3": "See rule 101, “Water.”"}})
        (fault,) = faults(library)
        assert (fault.status, fault.suggestion, fault.heading) == ("title-mismatch", "100", "Land")
        assert describe_fault(fault) == "101, “Water”: 101 is called “Land”"

    def test_a_title_misspelt_leaves_the_number_right(self) -> None:
        library = Small({A: BASE | {"101.3": "See rule 100, “Watter.”"}})
        (fault,) = faults(library)
        assert (fault.status, fault.suggestion) == ("title-mismatch", "100")
        assert describe_meant(fault).startswith("the number holds, the title does not")

    def test_reasons_that_differ_suggest_nothing(self) -> None:
        # the title says 100, the edition after says 101.1
        texts = BASE | {"101.3": "Boats pay, see rule 109, “Water.”"}
        library = Small({A: texts, B: texts | {"101.3": "Boats pay, see rule 101.1."}})
        (fault,) = faults(library, A)
        assert {evidence.meant for evidence in fault.evidence} == {"100", "101.1"}
        assert fault.suggestion is None

    def test_other_words_before_a_reference_make_it_another(self) -> None:
        library = Small(
            {
                A: BASE | {"101.3": "Boats pay in silver, see rule 109.2."},
                B: BASE | {"101.3": "Dogs swim where they like, see rule 101.2."},
            }
        )
        (fault,) = faults(library)
        assert fault.evidence == ()

    def test_a_glossary_entry_that_leads_nowhere(self) -> None:
        library = Small({A: BASE | {"glossary:Barge": "See Ferry Boat."}})
        (fault,) = faults(library)
        assert (fault.source, fault.status, fault.kind) == ("glossary:Barge", "missing", "glossary")
        assert describe_fault(fault) == "See Ferry Boat: the glossary has no such entry"

    def test_an_appendix_that_is_not_there(self) -> None:
        (fault,) = faults(Small({A: BASE | {"101.3": "See Appendix B."}}))
        assert describe_fault(fault) == "Appendix B: the edition has no appendix"

    def test_a_reference_that_is_dropped_leads_nowhere(self) -> None:
        library = Small({A: BASE | {"101.3": "Boats pay, see rule 109.2."}, B: BASE | {"101.3": "Boats pay."}})
        (fault,) = faults(library)
        assert fault.evidence == (AuditEvidence("later", None, B),)
        assert describe_meant(fault) == f"since {B} nothing is cited there"

    def test_the_same_title_tells_where_it_went(self) -> None:
        texts = BASE | {"101.3": "Boats pay, see rule 109, “Water.”"}
        library = Small({A: texts, B: texts | {"101.3": "Whoever swims, see rule 100, “Water.”"}})
        (fault,) = faults(library, A)
        assert AuditEvidence("later", "100", B, "100") in fault.evidence

    def test_a_range_is_mended_by_a_range(self) -> None:
        texts = BASE | {"101.3": "Boats pay, see rules 109.1–2."}
        library = Small({A: texts, B: texts | {"101.3": "Boats pay, see rules 100.1–2."}})
        (fault,) = faults(library, A)
        assert fault.suggestion == "100.1-100.2"

    def test_a_title_beside_several_numbers_is_held_against_none(self) -> None:
        library = Small({A: BASE | {"101.3": "See rules 109.1–2, “Wartime.”"}})
        (fault,) = faults(library)
        assert (fault.heading, fault.evidence) == (None, ())

    def test_a_copy_without_the_fault_casts_doubt_on_it(self) -> None:
        copy = Variant("101.3", "other.txt", "damage", "See rule 109.2.", "See rule 100.2.")
        (fault,) = faults(Small({A: BASE | {"101.3": "See rule 109.2."}}, variants=[copy]))
        assert fault.doubted == ("other.txt",)


class TestDrift:
    TEXTS: ClassVar = BASE | {"glossary:Ferry": "It goes at noon. See rule 100.2."}
    MOVED: ClassVar = {"100.2": "100.3"}

    def moved(self, **changed: str) -> dict[str, str]:
        texts = {self.MOVED.get(key, key): text for key, text in self.TEXTS.items()}
        return sort_texts({**texts, "100.2": "Swimmers wear bells."} | changed)

    def make_history(self, *, after: str = "It goes at noon. See rule 100.2.", before: str | None = None) -> Small:
        old = dict(self.TEXTS) if before is None else dict(self.TEXTS) | {"glossary:Ferry": before}
        links = {B: [link("100.2", "100.3")]}
        return Small({A: old, B: self.moved(**{"glossary:Ferry": after})}, links)

    def test_a_reference_left_standing_when_its_rule_moved(self) -> None:
        (fault,) = faults(self.make_history())
        assert (fault.edition, fault.source, fault.status, fault.suggestion) == (
            B,
            "glossary:Ferry",
            "drifted",
            "100.3",
        )
        assert fault.evidence == (AuditEvidence("earlier", "100.3", A, "100.2"),)
        assert describe_fault(fault) == "100.2: the number holds another rule than when this was written"

    @pytest.mark.parametrize(
        ("before", "after"),
        [
            (None, "It goes at noon. See rule 100.3."),  # it moved with its rule
            (None, "It goes at noon. See rules 100.2 and 100.3."),  # one of a list that was looked at
            ("See rule 100.2, “Ferries.”", "See rule 100.2, “Ferries.”"),  # its title decides
        ],
    )
    def test_what_is_no_drift(self, before: str | None, after: str) -> None:
        assert summarize_faults(self.make_history(before=before, after=after)) == []

    def test_what_comes_next_is_always_next(self) -> None:
        texts = BASE | {"101.2a": "If not, go on to rule 101.2b.", "101.2b": "Ring the bell."}
        library = Small(
            {A: texts, B: texts | {"101.2b": "Look both ways twice.", "101.2c": "Ring the bell."}},
            {B: [link("101.2b", "101.2c")]},
        )
        assert summarize_faults(library) == []

    def test_a_rule_that_was_split_in_two(self) -> None:
        texts = BASE | {"glossary:Rider": "See rule 101.2."}
        library = Small(
            {A: texts, B: texts | {"101.2": "Riders keep.", "101.3": "To the right."}},
            {B: [link("101.2", "101.3", "split", "wording"), link("101.2", "101.2", "split", "wording", main=False)]},
        )
        assert summarize_faults(library) == []

    def test_it_stands_until_it_is_mended(self) -> None:
        drifted = self.moved()
        mended = drifted | {"glossary:Ferry": "It goes at noon. See rule 100.3."}
        links = {B: [link("100.2", "100.3")]}
        library_faults = faults(Small({A: self.TEXTS, B: drifted, C: drifted, D: mended}, links))
        assert [(fault.edition, fault.since, fault.until, fault.suggestion) for fault in library_faults] == [
            (B, B, C, "100.3"),
            (C, B, C, "100.3"),
        ]
        assert [evidence.by for evidence in library_faults[0].evidence] == ["later", "earlier"]


class TestANumberThatWasTakenLater:
    """101.9 is cited before there is such a rule; then a rule takes the number, and nobody looks at the reference."""

    BEFORE: ClassVar = BASE | {"glossary:Rider": "They keep well to one side of the road. See rule 101.9."}
    TAKEN: ClassVar = sort_texts(BEFORE | {"101.9": "Mules may rest."})

    def test_it_stays_wrong_until_another_number_stands_there(self) -> None:
        mended = self.TAKEN | {"glossary:Rider": "They keep well to one side of the road. See rule 101.2."}
        library_faults = faults(Small({A: self.BEFORE, B: self.TAKEN, C: self.TAKEN, D: mended}))
        entries = [
            (fault.edition, fault.status, fault.since, fault.until, fault.suggestion) for fault in library_faults
        ]
        assert [entry for entry in entries if entry[1] != "missing-number"] == [
            (A, "missing", A, A, "101.2"),
            (B, "drifted", B, C, "101.2"),
            (C, "drifted", B, C, "101.2"),
        ]
        drifted = next(fault for fault in library_faults if fault.status == "drifted")
        assert drifted.evidence == (AuditEvidence("later", "101.2", D, "101.2"),)
        assert "no such rule when this was written" in describe_fault(drifted)

    def test_a_number_found_among_new_ones_is_the_same_when_the_words_before_it_are(self) -> None:
        text = "In fog, see rule 100.1. They keep well to one side of the road. See rule 101.2."
        library_faults = faults(Small({A: self.BEFORE, B: BASE | {"glossary:Rider": text}}), A)
        assert [fault.suggestion for fault in library_faults] == ["101.2"]

    def test_the_rule_that_had_been_forgotten_is_none(self) -> None:
        statuses = summarize_faults(Small({A: self.BEFORE, B: self.TAKEN, C: self.TAKEN}), B, C)
        assert [fault for fault in statuses if fault[1] != "missing-number"] == []


class TestMistaken:
    """The entry is about the bell; which rule of the two has one decides who is right."""

    TEXTS: ClassVar = BASE | {"101.3": "Every rider carries a bell.", "101.4": "Lamps are lit at dusk."}

    def entry(self, number: str, words: str = "It is brass.") -> dict[str, str]:
        return self.TEXTS | {"glossary:Bells (Loud)": f"{words} See rule {number}."}

    def test_the_number_that_was_mended_had_been_wrong(self) -> None:
        library_faults = faults(Small({A: self.entry("101.4"), B: self.entry("101.4"), C: self.entry("101.3")}))
        assert [
            (fault.edition, fault.status, fault.raw, fault.suggestion, fault.since, fault.until)
            for fault in library_faults
        ] == [(A, "mistaken", "101.4", "101.3", A, B), (B, "mistaken", "101.4", "101.3", A, B)]
        assert library_faults[0].evidence == (AuditEvidence("later", "101.3", C, "101.3"),)
        assert describe_fault(library_faults[0]) == "101.4: this rule is about something else"

    def test_the_number_that_replaced_it_is_wrong(self) -> None:
        library_faults = faults(Small({A: self.entry("101.3"), B: self.entry("101.4"), C: self.entry("101.4")}))
        assert [(fault.edition, fault.suggestion, fault.evidence[0].by) for fault in library_faults] == [
            (B, "101.3", "earlier"),
            (C, "101.3", "earlier"),
        ]

    def test_nothing_is_said_where_the_words_do_not_decide(self) -> None:
        assert summarize_faults(Small({A: self.entry("101.1"), B: self.entry("101.2")})) == []
        both = {"101.4": "A bell hangs beside the lamp."}
        assert summarize_faults(Small({A: self.entry("101.4") | both, B: self.entry("101.3") | both})) == []

    def test_an_entry_with_new_words_may_cite_what_it_likes(self) -> None:
        assert summarize_faults(Small({A: self.entry("101.4", "It shines."), B: self.entry("101.3")})) == []

    def test_a_number_that_moved_with_its_rule(self) -> None:
        moved = {key: text for key, text in self.entry("101.5").items() if key != "101.4"}
        moved = sort_texts(moved | {"101.4": "Whistles are for walkers.", "101.5": self.TEXTS["101.4"]})
        library = Small({A: self.entry("101.4"), B: moved}, {B: [link("101.4", "101.5")]})
        assert summarize_faults(library) == []
