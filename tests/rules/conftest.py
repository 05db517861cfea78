"""Small readings for the tests of the knowledge base."""

from __future__ import annotations

import pytest

from rules.records import (
    COMPREHENSIVE_RULES,
    CardSet,
    Diagnostic,
    Edition,
    GlossaryEntry,
    Matter,
    Reading,
    Reference,
    Resolution,
    Rule,
    Span,
    Variant,
    Witness,
)

Work = tuple[Reading, tuple[Resolution, ...]]


def edition_of(day: str, set_code: str = "TST") -> Edition:
    witness = Witness("editions/a.txt", "example.org", "0" * 64, 10, "utf-8", "good", day, 5, 1, chosen=True)
    other = Witness("editions/b.txt", "example.net", "1" * 64, 11, "cp1252", "truncated", None, 4, 0)
    sets = (CardSet(set_code, "Test Set"), CardSet(f"{set_code}2", None, ("perch",)))
    return Edition(day, COMPREHENSIVE_RULES, sets, ("20000102",), "official", (witness, other), "good")


def reading_of(day: str, word: str = "tapped") -> Work:
    text = f"The permanent stays {word}. See rule 702.40, and rule 999.1."
    examples = ("First of them.", "Second of them: *not* _marked_ {W} <tag>.\nSecond paragraph.")
    tags = ("[Old 1999]", '["quoted"]')
    rules = (
        Rule(day, "7", "section", heading="Further Rules", span=Span(1, 1)),
        Rule(day, "702", "chapter", heading="Keyword Abilities", parent="7", span=Span(2, 2)),
        Rule(day, "702.40", "rule", heading="Storm", parent="702"),
        Rule(
            day, "702.40a", "subrule", None, text, examples, ("A note.",), tags, "702.40", "702. 40a", span=Span(4, 9)
        ),
        Rule(day, "702.40a", "subrule", text="The number once more.", parent="702.40", ordinal=2),
    )
    glossary = (
        GlossaryEntry(day, "Storm", "See rule 702.40.", span=Span(20, 21)),
        GlossaryEntry(day, "Storm", "Another sense.", ordinal=2),
    )
    reading = Reading(
        edition_of(day),
        rules,
        glossary,
        (Matter("introduction", "Words before the rules.", Span(1, 3)), Matter("credits", "")),
        (Variant("702.40a", "editions/b.txt", "wording", "stays tapped", "stays untapped", adopted=True),),
        (Diagnostic("misprinted-number", "info", "printed oddly", "editions/a.txt", 4, 2, "look"),),
    )
    both = ("702.40", "702")
    return reading, (
        Resolution(Reference("702.40a", "text", "rule 702.40", "rule", ("702.40",), None, 33, 44), "ok", ("702.40",)),
        Resolution(Reference("702.40a", "text", "999.1", "rule", ("999.1",), "T", 5, 10), "missing", (), "702.40"),
        Resolution(Reference("glossary:Storm", "text", "702.40", "rule", both, None, 9, 15), "ok", both),
    )


@pytest.fixture
def readings() -> tuple[Work, ...]:
    """Two editions that share most of their texts."""
    return reading_of("2009-05-01"), reading_of("2009-07-11", "untapped")
