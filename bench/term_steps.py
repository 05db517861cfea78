"""The steps of a knowledge base, as terms are mined from them: read through the store; `ingest` has its own rows."""

from __future__ import annotations

from itertools import pairwise

from graph.lineages import Inventory, Passage, PassageOf
from graph.terms.records import StepText
from rules.records import COMPREHENSIVE_RULES
from rules.store import Store


def steps_of(store: Store, work: str = COMPREHENSIVE_RULES) -> tuple[tuple[StepText, ...], PassageOf]:
    """All steps of a work, oldest first, and what gives their passages."""
    numbers: dict[Passage, int] = {}
    inventories = [_inventory(store, edition.id, numbers) for edition in store.editions() if edition.work == work]
    passages = tuple(numbers)
    steps = tuple(
        StepText(old, new, store.links(new.edition), store.replacements(new.edition))
        for old, new in pairwise(inventories)
    )
    return steps, passages.__getitem__


def _inventory(store: Store, edition: str, numbers: dict[Passage, int]) -> Inventory:
    keys: list[str] = []
    passages: list[int] = []
    parents: list[str | None] = []
    for rule in store.rules(edition):
        keys.append(rule.key)
        parents.append(rule.parent)
        passage = Passage(rule.heading, rule.text, rule.examples, rule.notes)
        passages.append(numbers.setdefault(passage, len(numbers)))
    for entry in store.glossary(edition):
        keys.append(entry.key)
        parents.append(None)
        passages.append(numbers.setdefault(Passage(entry.term, entry.text), len(numbers)))
    return Inventory(edition, keys, passages, parents)
