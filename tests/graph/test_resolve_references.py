"""What becomes of references inside an edition."""

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


def test_a_number_of_the_edition_is_ok() -> None:
    assert outcome("See rule 702.40a.") == ("ok", ("702.40a",), None)


def test_a_section_is_a_rule_of_one_digit() -> None:
    (resolution,) = resolve_text("See section 7, “Additional Rules.”")
    assert (resolution.status, resolution.target) == ("ok", ("7",))
    assert (resolution.reference.kind, resolution.reference.quoted_title) == ("section", "Additional Rules")


def test_a_number_that_the_edition_lacks_is_missing() -> None:
    assert outcome("See rule 702.99.") == ("missing", (), None)


def test_a_range_whose_ends_exist_names_the_rules_that_exist() -> None:
    (resolution,) = resolve_text("See rules 702.40a–d.")
    assert resolution.reference.targets == ("702.40a", "702.40b", "702.40d")
    assert (resolution.status, resolution.target) == ("ok", ("702.40a", "702.40b", "702.40d"))


def test_a_range_without_its_end_names_all_its_numbers_and_is_missing() -> None:
    (resolution,) = resolve_text("See rules 702.40b–e.")
    assert resolution.reference.targets == ("702.40b", "702.40c", "702.40d", "702.40e")
    assert (resolution.status, resolution.target) == ("missing", ("702.40b", "702.40d"))


def test_letters_joined_by_slashes_are_each_named_and_none_is_left_out() -> None:
    (resolution,) = resolve_text("See rule 702.40a/c/d.")
    assert resolution.reference.targets == ("702.40a", "702.40c", "702.40d")
    assert resolution.status == "missing"


def test_a_rule_may_name_glossary_entries_if_it_says_so() -> None:
    resolution = outcome('Order counts. (See glossary, "Stack.")')
    assert resolution == ("ambiguous", ("glossary:Stack", "glossary:Stack#2"), None)
    assert resolve_text("See Stack.") == []


def test_the_quoted_heading_finds_the_number_that_was_meant() -> None:
    assert outcome("See rule 702.99, “Storm.”") == ("missing", (), "702.40")
    assert outcome("See rule 702.41, “Storm.”") == ("title-mismatch", ("702.41",), "702.40")
    assert outcome('See rule 702,40, "Storm."') == ("missing", (), "702.40")


def test_a_title_that_two_rules_bear_suggests_nothing() -> None:
    (resolution,) = resolve_text("See rule 702.99, “Storm.”", rule("300", "", "Storm"))
    assert (resolution.status, resolution.suggestion) == ("missing", None)


def test_typography_and_case_are_no_mismatch() -> None:
    assert outcome('See rule 702, "Keyword abilities."')[0] == "ok"
    assert outcome("See rule 702.40, \ufffdSto\ufffdrm.\ufffd")[0] == "ok"


def test_a_misprinted_title_is_a_mismatch_without_suggestion() -> None:
    assert outcome("See rule 702, “Keyword Abilties.”") == ("title-mismatch", ("702",), None)


def test_a_text_that_is_a_bare_title_counts_as_heading() -> None:
    assert outcome("See rule 217.6, “Stack.”")[0] == "ok"
    assert outcome("See rule 217.6, “Storm.”") == ("title-mismatch", ("217.6",), "702.40")


def test_a_rule_without_heading_answers_to_its_first_words_and_to_those_above_it() -> None:
    assert outcome("See rule 702.40a, “Storm Copies.”")[0] == "ok"
    assert outcome("See rule 702.40b, “Storm.”")[0] == "ok"
    assert outcome("See rule 702.40b, “Nobody Knows.”")[0] == "ok"
    assert outcome("See rule 702.40b, “Affinity.”") == ("title-mismatch", ("702.40b",), "702.41")


def test_a_number_printed_twice_is_ambiguous() -> None:
    assert outcome("See rule 502.35b.") == ("ambiguous", ("502.35b", "502.35b#2"), None)


def test_a_title_can_tell_two_rules_of_one_number_apart() -> None:
    more = rule("702.41", "", "Cascade", ordinal=2)
    (resolution,) = resolve_text("See rule 702.41, “Cascade.”", more)
    assert (resolution.status, resolution.target) == ("ok", ("702.41#2",))


def test_see_in_a_rule_is_not_the_glossary() -> None:
    assert resolve_text("See Controller.") == []


def test_glossary_terms() -> None:
    (resolution,) = resolved_terms("See also Controller.")
    assert (resolution.status, resolution.target) == ("ok", ("glossary:Controller",))
    assert resolution.reference.kind == "glossary"


def test_a_list_of_terms_gives_each_its_own_span() -> None:
    text = "See also Controller, Owner."
    resolutions = resolved_terms(text)
    assert [item.reference.raw for item in resolutions] == ["Controller", "Owner"]
    assert all(text[item.reference.start : item.reference.end] == item.reference.raw for item in resolutions)


def test_a_term_with_a_comma_is_one_term() -> None:
    (resolution,) = resolved_terms("See Active Player, Nonactive Player Order.")
    assert resolution.target == ("glossary:Active Player, Nonactive Player Order",)


def test_terms_agree_in_case_quotes_and_number_if_one_entry_is_meant() -> None:
    for words in ("See activated ability.", "See Activated Abilities.", "See Bury.", "See Intervening 'If' Clause."):
        statuses = [item.status for item in resolved_terms(words)]
        assert statuses == ([] if words[4].islower() else ["ok"]), words


def test_an_entry_with_two_headwords_answers_to_both() -> None:
    assert [item.target for item in resolved_terms("See Kicker.")] == [("glossary:Kicker, Kicked",)]
    assert [item.status for item in resolved_terms("See Kicked.")] == ["ambiguous"]


def test_a_term_with_two_entries_is_ambiguous() -> None:
    (resolution,) = resolved_terms("See Stack.")
    assert (resolution.status, resolution.target) == ("ambiguous", ("glossary:Stack", "glossary:Stack#2"))


def test_a_term_without_entry_is_missing() -> None:
    (resolution,) = resolved_terms("See Phantasm.")
    assert (resolution.status, resolution.target) == ("missing", ())


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
