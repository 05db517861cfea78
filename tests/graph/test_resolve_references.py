"""What becomes of references inside an edition."""

import pytest

from graph.references import resolve_records, resolve_references
from rules.numbers import kind_of, parent_of
from rules.records import Edition, GlossaryEntry, Reading, Resolution, Rule

E = "2009-07-11"


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
GLOSSARY = (
    entry("Controller"),
    entry("Owner"),
    entry("Active Player, Nonactive Player Order"),
    entry("Activated Ability"),
    entry("Bury (Obsolete)"),
    entry("Kicker, Kicked"),
    entry("Kicked, Booted"),
    entry("Stack"),
    entry("Stack", ordinal=2),
    entry("Intervening “If” Clause"),
)


def resolve_text(text: str, *more: Rule) -> list[Resolution]:
    return list(resolve_records((*RULES, *more, rule("100.1", text)), GLOSSARY))


def resolved_terms(text: str) -> list[Resolution]:
    return list(resolve_records(RULES, (*GLOSSARY, entry("Tested", text))))


def outcome(text: str) -> tuple[str, tuple[str, ...], str | None]:
    (resolution,) = resolve_text(text)
    return resolution.status, resolution.target, resolution.suggestion


MISNAMED = ("title-mismatch", ("702.41",), "702.40")
# What a rule says, and what becomes of it: status, targets, suggestion.
OUTCOMES: dict[str, tuple[str, tuple[str, ...], str | None]] = {
    "See rule 702.40a.": ("ok", ("702.40a",), None),
    "See rule 702.99.": ("missing", (), None),
    # The heading that is quoted finds the number that was meant.
    "See rule 702.99, “Storm.”": ("missing", (), "702.40"),
    "See rule 702.41, “Storm.”": MISNAMED,
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
    # Only a rule that says so names the glossary.
    'Order counts. (See glossary, "Stack.")': ("ambiguous", ("glossary:Stack", "glossary:Stack#2"), None),
}


@pytest.mark.parametrize("text", OUTCOMES)
def test_references_of_a_rule(text: str) -> None:
    assert outcome(text) == OUTCOMES[text]


@pytest.mark.parametrize("text", ["See Stack.", "See Controller."])
def test_see_in_a_rule_is_not_the_glossary(text: str) -> None:
    assert resolve_text(text) == []


@pytest.mark.parametrize(
    ("text", "letters", "status", "present"),
    [
        ("See rules 702.40a–d.", "abd", "ok", "abd"),  # its ends exist: the rules that exist
        ("See rules 702.40b–e.", "bcde", "missing", "bd"),  # its end does not: all its numbers
        ("See rule 702.40a/c/d.", "acd", "missing", "ad"),
    ],
)
def test_several_letters_of_a_rule(text: str, letters: str, status: str, present: str) -> None:
    (resolution,) = resolve_text(text)
    assert resolution.reference.targets == tuple(f"702.40{letter}" for letter in letters)
    assert (resolution.status, resolution.target) == (status, tuple(f"702.40{letter}" for letter in present))


def test_a_section_is_a_rule_of_one_digit() -> None:
    (resolution,) = resolve_text("See section 7, “Additional Rules.”")
    assert (resolution.status, resolution.target) == ("ok", ("7",))
    assert (resolution.reference.kind, resolution.reference.quoted_title) == ("section", "Additional Rules")


def test_a_title_that_two_rules_bear_suggests_nothing() -> None:
    (resolution,) = resolve_text("See rule 702.99, “Storm.”", rule("300", "", "Storm"))
    assert (resolution.status, resolution.suggestion) == ("missing", None)


def test_a_title_can_tell_two_rules_of_one_number_apart() -> None:
    more = rule("702.41", "", "Cascade", ordinal=2)
    (resolution,) = resolve_text("See rule 702.41, “Cascade.”", more)
    assert (resolution.status, resolution.target) == ("ok", ("702.41#2",))


def test_glossary_terms() -> None:
    (resolution,) = resolved_terms("See also Controller.")
    assert (resolution.status, resolution.target) == ("ok", ("glossary:Controller",))
    assert resolution.reference.kind == "glossary"


@pytest.mark.parametrize(
    ("text", "status", "targets"),
    [
        ("See Active Player, Nonactive Player Order.", "ok", ("glossary:Active Player, Nonactive Player Order",)),
        ("See Stack.", "ambiguous", ("glossary:Stack", "glossary:Stack#2")),
        ("See Phantasm.", "missing", ()),
    ],
)
def test_one_term(text: str, status: str, targets: tuple[str, ...]) -> None:
    (resolution,) = resolved_terms(text)
    assert (resolution.status, resolution.target) == (status, targets)


def test_a_list_of_terms_gives_each_its_own_span() -> None:
    text = "See also Controller, Owner."
    resolutions = resolved_terms(text)
    assert [item.reference.raw for item in resolutions] == ["Controller", "Owner"]
    assert all(text[item.reference.start : item.reference.end] == item.reference.raw for item in resolutions)


def test_terms_agree_in_case_quotes_and_number_if_one_entry_is_meant() -> None:
    for words in ("See activated ability.", "See Activated Abilities.", "See Bury.", "See Intervening 'If' Clause."):
        statuses = [item.status for item in resolved_terms(words)]
        assert statuses == ([] if words[4].islower() else ["ok"]), words


def test_an_entry_with_two_headwords_answers_to_both() -> None:
    assert [item.target for item in resolved_terms("See Kicker.")] == [("glossary:Kicker, Kicked",)]
    assert [item.status for item in resolved_terms("See Kicked.")] == ["ambiguous"]


def test_every_passage_is_read_and_named() -> None:
    rules = (
        *RULES,
        rule("100.2", "See rule 702.", examples=("None.", "See rule 702."), notes=("See rule 702.",)),
        rule("100.2", "See rule 702.", ordinal=2),
    )
    edition = Edition(E, "comprehensive-rules", None, None, "official", (), "good")
    reading = Reading(edition, rules, (entry("Tested", "See rule 702."),), (), (), ())
    places = [(item.reference.source, item.reference.field) for item in resolve_references(reading)]
    assert places == [
        ("100.2", "text"),
        ("100.2", "example:1"),
        ("100.2", "note:0"),
        ("100.2#2", "text"),
        ("glossary:Tested", "text"),
    ]


def test_a_label_printed_twice_is_no_reference() -> None:
    # one copy repeats the number of a rule at the beginning of its text
    assert [
        record.reference.raw for record in resolve_records((rule("702.40a", "702.40a Storm copies."), *RULES[4:]), ())
    ] == []
    (other,) = resolve_records((*RULES, rule("702.40e", "702.40d Storm copies.")), ())
    assert other.reference.raw == "702.40d"


def test_a_term_in_the_other_number_is_found_where_one_entry_alone_can_be_meant() -> None:
    assert resolve_term("Glosses", entry("Gloss")).target == ("glossary:Gloss",)
    # `ies` is both `y` in the plural and, without its s, another word
    both = resolve_term("Pixies", entry("Pixy"), entry("Pixie"))
    assert (both.status, both.target) == ("missing", ())


def resolve_term(term: str, *entries: GlossaryEntry) -> Resolution:
    (resolution,) = resolve_records((), (*entries, entry("Tested", f"See {term}.")))
    return resolution
