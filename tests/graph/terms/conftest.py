"""Small histories: editions as passages by key, linked key by key."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise

import pytest

from graph.lineages import Inventory, Passage
from graph.terms import Fact, StepText, Term, mine_terms
from rules.links import Link, Replacement

Edition = Mapping[str, str | tuple[str, str]]
"""Key to text, or to text and an example."""


class Histories:
    """Makes steps of editions; a key that goes on under another is given as `renamed`."""

    def __init__(self) -> None:
        self.passages: list[Passage] = []

    def inventory(self, day: str, edition: Edition) -> Inventory:
        numbers = [self._number(key, words) for key, words in edition.items()]
        return Inventory(day, list(edition), numbers, [None] * len(numbers))

    def steps(
        self,
        editions: Mapping[str, Edition],
        renamed: Mapping[str, str] | None = None,
        replacements: Sequence[Replacement] = (),
    ) -> list[StepText]:
        inventories = [self.inventory(day, edition) for day, edition in editions.items()]
        return [StepText(old, new, _links(old, new, renamed or {}), replacements) for old, new in pairwise(inventories)]

    def terms(
        self, editions: Mapping[str, Edition], renamed: Mapping[str, str] | None = None, facts: Sequence[Fact] = ()
    ) -> tuple[Term, ...]:
        return mine_terms(self.steps(editions, renamed), self.passages.__getitem__, facts)

    def _number(self, key: str, words: str | tuple[str, str]) -> int:
        text, examples = (words, ()) if isinstance(words, str) else (words[0], words[1:])
        heading = key.removeprefix("glossary:") if key.startswith("glossary:") else None
        passage = Passage(heading, text, examples)
        if passage not in self.passages:
            self.passages.append(passage)
        return self.passages.index(passage)


def _links(old: Inventory, new: Inventory, renamed: Mapping[str, str]) -> tuple[Link, ...]:
    links = []
    for key in old.keys:
        target = renamed.get(key, key)
        counterpart = target if target in new.keys else None
        links.append(
            Link(
                key, counterpart, "kept" if counterpart else "deleted", "wording" if counterpart else None, "test", 1.0
            )
        )
    continued = {link.new for link in links}
    links += [Link(None, key, "added", None, "test", 1.0) for key in new.keys if key not in continued]
    return tuple(links)


@pytest.fixture
def histories() -> Histories:
    return Histories()
