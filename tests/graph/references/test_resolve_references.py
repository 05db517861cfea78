"""What becomes of references inside an edition, and which numbers a printed item names."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graph.references.expand import expand
from graph.references.resolve import resolve_references
from rules.numbers import LETTERS, is_number, kind_of, parent_of, sort_key
from rules.records import GlossaryEntry, Resolution, Rule

E = "2009-07-11"
Outcome = tuple[str, tuple[str, ...], str | None]


def rule(number: str, text: str = "Some words.", heading: str | None = None, **more: object) -> Rule:
    return Rule(E, number, kind_of(number), heading, text, parent=parent_of(number), **more)  # type: ignore[arg-type]


def entry(term: str, text: str = "Some words.", ordinal: int = 1) -> GlossaryEntry:
    return GlossaryEntry(E, term, text, ordinal)


RULES = (
    rule("7", "", "Additional Rules"),
    rule("702", "", "Keyword Abilities"),
    rule("702.40", "", "Storm"),
    rule("702.40a", "Storm copies a spell."),
    rule("702.40b", "Each one copies by itself."),
    rule("702.40d"),
    rule("702.41", "", "Affinity"),
    rule("217.6", "Stack"),
    rule("502.35", "", "Twice"),
    rule("502.35b", "The first one so numbered."),
    rule("502.35b", "The second one so numbered.", ordinal=2),
)
HEADWORDS = (
    "Controller; Owner; Active Player, Nonactive Player Order; Activated Ability; Bury (Obsolete); "
    "Kicker, Kicked; Kicked, Booted; Stack; Intervening “If” Clause"
)
GLOSSARY = (*map(entry, HEADWORDS.split("; ")), entry("Stack", ordinal=2))


def resolve_text(text: str, *more: Rule) -> list[Resolution]:
    return list(resolve_references((*RULES, *more, rule("100.1", text)), GLOSSARY))


def resolved_terms(text: str, *more: GlossaryEntry) -> list[Resolution]:
    return list(resolve_references(RULES, (*GLOSSARY, *more, entry("Tested", text))))


def outcomes(resolutions: list[Resolution]) -> list[Outcome]:
    return [(resolution.status, resolution.found_keys, resolution.suggestion) for resolution in resolutions]


# What a rule says, and what becomes of it: status, targets, suggestion.
OUTCOMES: dict[str, Outcome] = {
    "See rule 702.40a.": ("ok", ("702.40a",), None),
    "See rule 702.99.": ("missing", (), None),
    # The heading that is quoted finds the number that was meant.
    "See rule 702.99, “Storm.”": ("missing", (), "702.40"),
    "See rule 702.41, “Storm.”": ("title-mismatch", ("702.41",), "702.40"),
    'See rule 702,40, "Storm."': ("missing", (), "702.40"),
    # Typography and case are no mismatch, a misprint is.
    'See rule 702, "Keyword abilities."': ("ok", ("702",), None),
    "See rule 702.40, \ufffdSto\ufffdrm.\ufffd": ("ok", ("702.40",), None),
    "See rule 702, “Keyword Abilties.”": ("title-mismatch", ("702",), None),
    # A text that is a bare title counts as heading.
    "See rule 217.6, “Stack.”": ("ok", ("217.6",), None),
    "See rule 217.6, “Storm.”": ("title-mismatch", ("217.6",), "702.40"),
    # A rule without heading answers to its first words, and to those above it.
    "See rule 702.40a, “Storm Copies.”": ("ok", ("702.40a",), None),
    "See rule 702.40b, “Storm.”": ("ok", ("702.40b",), None),
    "See rule 702.40b, “Nobody Knows.”": ("ok", ("702.40b",), None),
    "See rule 702.40b, “Affinity.”": ("title-mismatch", ("702.40b",), "702.41"),
    "See rule 502.35b.": ("ambiguous", ("502.35b", "502.35b#2"), None),
    # Of a range whose ends exist the rules that exist; of another all its numbers.
    "See rules 702.40a–d.": ("ok", ("702.40a", "702.40b", "702.40d"), None),
    "See rules 702.40b–e.": ("missing", ("702.40b", "702.40d"), None),
    "See rule 702.40a/c/d.": ("missing", ("702.40a", "702.40d"), None),
    "See section 7, “Additional Rules.”": ("ok", ("7",), None),
    # Only a rule that says so names the glossary.
    'Order counts. (See glossary, "Stack.")': ("ambiguous", ("glossary:Stack", "glossary:Stack#2"), None),
}
# What a glossary entry says, and what becomes of it.
TERMS: dict[str, list[Outcome]] = {
    "See also Controller.": [("ok", ("glossary:Controller",), None)],
    "See Active Player, Nonactive Player Order.": [("ok", ("glossary:Active Player, Nonactive Player Order",), None)],
    "See Stack.": [("ambiguous", ("glossary:Stack", "glossary:Stack#2"), None)],
    "See Phantasm.": [("missing", (), None)],
    "See also Controller, Owner.": [("ok", ("glossary:Controller",), None), ("ok", ("glossary:Owner",), None)],
    # Case, quotes and number do not count if one entry is meant.
    "See activated ability.": [],
    "See Activated Abilities.": [("ok", ("glossary:Activated Ability",), None)],
    "See Bury.": [("ok", ("glossary:Bury (Obsolete)",), None)],
    "See Intervening 'If' Clause.": [("ok", ("glossary:Intervening “If” Clause",), None)],
    # An entry with two headwords answers to both.
    "See Kicker.": [("ok", ("glossary:Kicker, Kicked",), None)],
    "See Kicked.": [("ambiguous", ("glossary:Kicker, Kicked", "glossary:Kicked, Booted"), None)],
    # One entry alone can be meant; but `ies` is both `y` in the plural and, without its s, another word.
    "See Glosses.": [("ok", ("glossary:Gloss",), None)],
    "See Pixies.": [("missing", (), None)],
}


@pytest.mark.parametrize("text", OUTCOMES)
def test_references_of_a_rule(text: str) -> None:
    assert outcomes(resolve_text(text)) == [OUTCOMES[text]]


@pytest.mark.parametrize("text", TERMS)
def test_terms_of_an_entry(text: str) -> None:
    resolutions = resolved_terms(text, entry("Gloss"), entry("Pixy"), entry("Pixie"))
    assert outcomes(resolutions) == TERMS[text]
    for item in resolutions:
        assert text[item.reference.start : item.reference.end] == item.reference.raw != ""
        assert item.reference.kind == "glossary"


def test_what_a_reference_names() -> None:
    assert resolve_text("See Stack. See Controller.") == [], "`see` in a rule is not the glossary"
    for text, letters in (("702.40a–d", "abd"), ("702.40b–e", "bcde"), ("702.40a/c/d", "acd")):
        (letter_range,) = resolve_text(f"See rules {text}.")
        assert letter_range.reference.targets == tuple(f"702.40{letter}" for letter in letters)
    (section,) = resolve_text("See section 7, “Additional Rules.”")
    assert (section.reference.kind, section.reference.quoted_title) == ("section", "Additional Rules")


def test_a_title_that_two_rules_bear_suggests_nothing_but_tells_two_of_one_number_apart() -> None:
    two = resolve_text("See rule 702.99, “Storm.”", rule("300", "", "Storm"))
    assert outcomes(two) == [("missing", (), None)]
    doubled = resolve_text("See rule 702.41, “Cascade.”", rule("702.41", "", "Cascade", ordinal=2))
    assert outcomes(doubled) == [("ok", ("702.41#2",), None)]


def test_every_passage_is_read_and_named() -> None:
    see = "See rule 702."
    twice = (rule("100.2", see, examples=("None.", see), notes=(see,)), rule("100.2", see, ordinal=2))
    found = resolve_references((*RULES, *twice), (entry("Tested", see),))
    assert [(item.reference.source, item.reference.field) for item in found] == [
        ("100.2", "text"),
        ("100.2", "example:1"),
        ("100.2", "note:0"),
        ("100.2#2", "text"),
        ("glossary:Tested", "text"),
    ]


def test_a_label_printed_twice_is_no_reference_and_a_number_never_filled_in_is_missing() -> None:
    # one copy repeats the number of a rule at the beginning of its text
    assert list(resolve_references((rule("702.40a", "702.40a Storm copies."), *RULES[4:]), ())) == []
    (other,) = resolve_references((*RULES, rule("702.40e", "702.40d Storm copies.")), ())
    assert other.reference.raw == "702.40d"
    rules = (Rule("", "S.1", "chapter", "Lambs"), Rule("", "S.1.1", "rule", text="See Rule S.*.* and S.1."))
    assert outcomes(list(resolve_references(rules, ()))) == [("missing", (), None), ("ok", ("S.1",), None)]


ITEMS = {
    "409.1f": "409.1f",
    "6": "6",
    "A.8.12": "A.8.12",
    "409.1f-h": "409.1f 409.1g 409.1h",
    "409.1f–h": "409.1f 409.1g 409.1h",
    "409.1f?h": "409.1f 409.1g 409.1h",
    "409.1f\ufffdh": "409.1f 409.1g 409.1h",
    "603.7d - f": "603.7d 603.7e 603.7f",
    "212.4k-m": "212.4k 212.4m",
    "111.10j–r": "111.10j 111.10k 111.10m 111.10n 111.10p 111.10q 111.10r",
    "509.1–3": "509.1 509.2 509.3",
    "119.9–10": "119.9 119.10",
    "903.6–903.8": "903.6 903.7 903.8",
    "409.1a-409.1c": "409.1a 409.1b 409.1c",
    "212-215": "212 213 214 215",
    "510.1c through Rule 510.1d": "510.1c 510.1d",
    "A.11.3 through Rule A.11.5": "A.11.3 A.11.4 A.11.5",
    "A.11.2-4": "A.11.2 A.11.3 A.11.4",
    "K.14.Rulings.7": "K.14.Ruling.7",
    "502.3.Ruling.1": "502.3.Ruling.1",
    "D.*.*": "D.*.*",
    "G6.4": "G6.4",
    "702.145b/c/e": "702.145b 702.145c 702.145e",
    "601.2c/2d": "601.2c 601.2d",
    # The ends alone, where nothing can be said about what lies between.
    "409.1h-410.2b": "409.1h 410.2b",
    "409.1h-f": "409.1h 409.1f",
    "509.3-1": "509.3 509.1",
    "102.1-900": "102.1 102.900",
    "409.1f-3": "409.1f 409.3",
    "409-410.2": "409 410.2",
    "A.11.3-A.12.5": "A.11.3 A.12.5",
    "A.8.b-A.8.d": "A.8.b-A.8.d",
    # Misprints come back as they stand.
    "419,8": "419,8",
}


def test_expand() -> None:
    assert {raw: " ".join(expand(raw)) for raw in ITEMS} == ITEMS


@given(st.sampled_from(LETTERS), st.sampled_from(LETTERS), st.sampled_from("-–?"))
def test_a_range_of_letters_is_ordered_and_whole(first: str, last: str, dash: str) -> None:
    numbers = expand(f"702.40{first}{dash}{last}")
    assert numbers[0] == f"702.40{first}"
    assert numbers[-1] == f"702.40{last}"
    if first < last:
        assert all(is_number(number) for number in numbers)
        assert list(numbers) == sorted(numbers, key=sort_key)
        assert len(numbers) == LETTERS.index(last) - LETTERS.index(first) + 1


KNOWN = {"702.2", "702.2a", "702.2c", "702.2d", "702.3", "702.5"}


IN_A_DOCUMENT = {
    "702.2a-d": "702.2a 702.2c 702.2d",
    "702.2–5": "702.2 702.3 702.5",
    "702.2a through 702.2d": "702.2a 702.2c 702.2d",
    "702.2a-e": "702.2a 702.2b 702.2c 702.2d 702.2e",  # no 702.2e: the reference is at fault
    "702.2a/b/c": "702.2a 702.2b 702.2c",
    "702.9": "702.9",
}


def test_of_a_range_whose_ends_exist_the_rules_count_that_exist() -> None:
    assert {raw: " ".join(expand(raw, KNOWN)) for raw in IN_A_DOCUMENT} == IN_A_DOCUMENT
