"""The ordinals of records that share a number or a term: 1 for the first one of a document, 2 for the next."""

from collections.abc import Sequence

from msgspec.structs import replace

from rules.keys import ordinals
from rules.records import GlossaryEntry, Rule


def with_ordinals_of_rules(rules: Sequence[Rule]) -> tuple[Rule, ...]:
    """Return rules in the order of their document, each with its ordinal among the rules with the same number."""
    numbers = [rule.number for rule in rules]
    return tuple(replace(rule, ordinal=ordinal) for rule, ordinal in zip(rules, ordinals(numbers), strict=True))


def with_ordinals_of_entries(entries: Sequence[GlossaryEntry]) -> tuple[GlossaryEntry, ...]:
    """Return entries in the order of their document, each with its ordinal among the entries with the same term."""
    terms = [entry.term for entry in entries]
    return tuple(replace(entry, ordinal=ordinal) for entry, ordinal in zip(entries, ordinals(terms), strict=True))
