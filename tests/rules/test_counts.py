"""A number has its noun in the singular or the plural, with the verb that belongs to it."""

from rules.counts import format_count, format_rules_and_headings


def test_one_thing_has_the_singular_and_any_other_number_the_plural() -> None:
    assert [format_count(count, "boat") for count in (0, 1, 2_000)] == ["0 boats", "1 boat", "2,000 boats"]
    assert format_count(1, "boat lies", "boats lie") == "1 boat lies"
    assert format_count(3, "boat lies", "boats lie") == "3 boats lie"


def test_headings_are_named_where_they_are_counted_with_the_rules() -> None:
    counted = [format_rules_and_headings(count) for count in (1, 3_318)]
    assert counted == ["1 rule or heading", "3,318 rules and headings"]
