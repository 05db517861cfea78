"""Each change has exactly one category, by which readers filter a comparison; so the counts add up to the total.

A change has a kind (what happened to the rule) and a class (what happened to its text). Its category is the kind if
that is significant in itself, else the class; for unchanged text it is `renumbered`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from rules.links import ChangeClass, ChangeKind, Group
from site_src.markup.changes import CATEGORIES
from site_src.markup.sentences import say
from site_src.markup.words import count

_SIGNIFICANT: frozenset[ChangeKind] = frozenset({"added", "deleted", "returned", "split", "merged", "ambiguous"})
"""Kinds that are significant whatever happened to the text."""


def category_of(kind: ChangeKind, change: ChangeClass | None) -> str:
    """Return the name of the category of a change of this kind and class."""
    if kind in _SIGNIFICANT:
        return kind
    return "renumbered" if change in ("unchanged", None) else str(change)


def count_categories(groups: Iterable[Group]) -> Counter[str]:
    """Return how many changes there are of each category."""
    return Counter(category_of(group.kind, group.change) for group in groups)


def in_words(groups: Iterable[Group]) -> tuple[str, ...]:
    """Return the changes as sentences: in the rules, in the glossary, and those hidden at first.

    `253 rules added, 85 deleted, 500 reworded.` `Glossary: 3 entries added.` `Also: 72 with only changed references.`
    """
    groups = list(groups)
    if not groups:
        return (say("nothing_changed"),)
    rules, terms = (
        count_categories(group for group in groups if not group.is_term),
        count_categories(group for group in groups if group.is_term),
    )
    clauses = [
        _describe_counts(rules, "rules_changed", ("rule", "rules")) or say("no_substance"),
        _describe_counts(terms, "entries_changed", ("entry", "entries")),
        _describe_besides(rules + terms),
    ]
    return tuple(sentence for sentence in clauses if sentence)


def _describe_counts(counts: Counter[str], sentence: str, noun: tuple[str, str]) -> str:
    """Return counts as a sentence: `12 rules added, 5 reworded.`; only the first figure has a noun."""
    parts: list[str] = []
    for category in CATEGORIES:
        if category.shown and counts[category.name]:
            figure = f"{counts[category.name]:,}" if parts else count(counts[category.name], *noun)
            parts.append(f"{figure} {category.word}")
    return say(sentence, changes=", ".join(parts)) if parts else ""


def _describe_besides(counts: Counter[str]) -> str:
    parts = [
        f"{counts[category.name]:,} {category.changed}"
        for category in CATEGORIES
        if not category.shown and counts[category.name]
    ]
    return say("also_changed", changes=", ".join(parts)) if parts else ""
