"""The index at the end of an edition: its entries, their references, and their faults."""

from __future__ import annotations

from graph.references.printed_index import read_printed_index, resolve_printed_index
from rules.records import Matter
from tests.graph.audit.small import Small, audit_small
from tests.graph.lineages.small import link
from tests.graph.references.test_resolve_references import RULES

A, B = "2001-01-01", "2002-02-02"
INDEX = "Copies, 702.40\n\tof a storm, 702.40a-b, 702.41\nDeck, 7\nNeighbours, near and far, 702.99\nPile, see Deck"


def entries(text: str) -> dict[str, list[str]]:
    return {
        entry.key: [entry.text[start:end] for start, end in entry.numbers]
        for entry in read_printed_index([Matter("index", text)])
    }


def test_entries_have_the_term_above_them_in_their_name_and_of_one_name_a_number() -> None:
    assert entries(INDEX) == {
        "index:Copies": ["702.40"],
        "index:Copies, of a storm": ["702.40a-b", "702.41"],
        "index:Deck": ["7"],
        "index:Neighbours, near and far": ["702.99"],
        "index:Pile": [],
    }
    assert read_printed_index([Matter("index", INDEX)])[-1].see == "Deck"
    assert read_printed_index([Matter("credits", INDEX), Matter("contents", INDEX)]) == (), "other matter is no index"
    several = entries("General, A.1\nGeneral, A.2\nGeneral, K.6.Ruling.4")
    assert list(several) == ["index:General", "index:General#2", "index:General#3"]
    assert entries("General, K.6.Ruling.4, K.7") == {"index:General": ["K.6.Ruling.4", "K.7"]}
    assert entries("Deck, 702.4o2, 7O2") == {"index:Deck": ["702.4o2", "7O2"]}, "what should be a number leads nowhere"


def test_numbers_lead_to_the_rules_of_the_edition() -> None:
    resolutions = resolve_printed_index(read_printed_index([Matter("index", INDEX)]), RULES, ())
    assert [(resolution.status, resolution.found_keys) for resolution in resolutions] == [
        ("ok", ("702.40",)),
        ("ok", ("702.40a", "702.40b")),
        ("ok", ("702.41",)),
        ("ok", ("7",)),
        ("missing", ()),
    ]
    assert all(resolution.reference.raw in INDEX for resolution in resolutions)


def test_the_audit_tells_the_faults_of_an_index_and_how_long_they_stand() -> None:
    texts = {"100": "Dogs|", "100.1": "Dogs are counted.", "100.2": "Lambs are counted.", "index": "Dog, 100.1, 100.7"}
    (fault,) = (fault for fault in audit_small(Small({A: texts, B: texts}), [B]) if fault.source == "index:Dog")
    assert (fault.raw, fault.status, fault.lineage, fault.since, fault.until) == ("100.7", "missing", None, A, B)
    # the audit sees that a rule moved and the index stayed
    old = texts | {"index": "Dog, 100.1"}
    new = old | {"100.1": texts["100.2"], "100.2": texts["100.1"]}
    (fault,) = audit_small(Small({A: old, B: new}, {B: [link("100.1", "100.2"), link("100.2", "100.1")]}), [B])
    assert (fault.source, fault.raw, fault.status, fault.suggestion) == ("index:Dog", "100.1", "drifted", "100.2")
