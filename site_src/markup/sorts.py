"""Each change has exactly one sort, by which readers filter a comparison; so the counts add up to the total.

A change has a kind (what happened to the rule) and a class (what happened to its text). Its sort is the kind if that is
significant in itself, else the class; for unchanged text it is `renumbered`. `assets/sorts.json` lists the sorts in
display order, and which are shown at first; the scripts read the same file.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable
from functools import cache

from msgspec import Struct

from graph.compare.groups import Group
from rules.links import ChangeClass, ChangeKind
from site_src.markup.sentences import say
from site_src.markup.words import count
from site_src.paths import ASSETS

_FILE = ASSETS / "sorts.json"

_TELLING: frozenset[ChangeKind] = frozenset({"added", "deleted", "returned", "split", "merged", "ambiguous"})
"""Kinds that are significant whatever happened to the text."""


class Sort(Struct, frozen=True):
    """A sort of changes.

    Attributes:
        name: Name for style sheets, scripts and addresses.
        sign: One character, hidden from screen readers: the word is next to it.
        word: Word to put after a number: `12 added`.
        shown: Whether it is shown at first: substantial changes are.
        hint: Its meaning in a phrase.
        changed: For sorts not shown at first, the words in a sentence: `12 with only changed references`.
    """

    name: str
    sign: str
    word: str
    shown: bool
    hint: str
    changed: str = ""


@cache
def sorts() -> tuple[Sort, ...]:
    """Return all sorts, in the order in which pages list them."""
    return tuple(Sort(**load) for load in json.loads(_FILE.read_text(encoding="utf-8")))


def sort_of(kind: ChangeKind, change: ChangeClass | None) -> str:
    """Return the name of the sort of a change of this kind and class."""
    if kind in _TELLING:
        return kind
    return "renumbered" if change in ("unchanged", None) else str(change)


def count_sorts(groups: Iterable[Group]) -> Counter[str]:
    """Return how many changes there are of each sort."""
    return Counter(sort_of(group.kind, group.change) for group in groups)


def in_words(groups: Iterable[Group]) -> tuple[str, ...]:
    """Return the changes as sentences: in the rules, in the glossary, and those hidden at first.

    `253 rules added, 85 deleted, 500 reworded.` `Glossary: 3 entries added.` `Also: 72 with only changed references.`
    """
    groups = list(groups)
    if not groups:
        return (say("nothing_changed"),)
    rules, terms = (
        count_sorts(group for group in groups if not group.is_term),
        count_sorts(group for group in groups if group.is_term),
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
    for sort in sorts():
        if sort.shown and counts[sort.name]:
            figure = f"{counts[sort.name]:,}" if parts else count(counts[sort.name], *noun)
            parts.append(f"{figure} {sort.word}")
    return say(sentence, changes=", ".join(parts)) if parts else ""


def _describe_besides(counts: Counter[str]) -> str:
    parts = [f"{counts[sort.name]:,} {sort.changed}" for sort in sorts() if not sort.shown and counts[sort.name]]
    return say("also_changed", changes=", ".join(parts)) if parts else ""
