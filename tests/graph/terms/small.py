"""Small histories: editions as passages by key, linked key by key."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise

from graph.lineages import Inventory, Passage
from graph.terms import Fact, StepText, Term, mine_terms
from rules.links import Link

Edition = Mapping[str, str]
"""Key to text; what stands before a bar is the heading: `Storm|`; ` EX ` parts a text from an example.

A number hangs under what it begins with, up to its dot.
"""


def mine(
    editions: Mapping[str, Edition],
    renamed: Mapping[str, str] | None = None,
    facts: Sequence[Fact] = (),
    method: str = "words",
) -> tuple[Term, ...]:
    """The terms of editions; a key that goes on under another is given as `renamed`, and how that was found."""
    passages: list[Passage] = []
    inventories = []
    for day, edition in editions.items():
        numbers = [_number(_passage(key, words), passages) for key, words in edition.items()]
        inventories.append(Inventory(day, list(edition), numbers, [key.rpartition(".")[0] or None for key in edition]))
    steps = [StepText(old, new, _links(old, new, renamed or {}, method)) for old, new in pairwise(inventories)]
    return mine_terms(steps, passages.__getitem__, facts)


def _passage(key: str, words: str) -> Passage:
    heading, bar, text = words.rpartition("|")
    text, *examples = text.split(" EX ")
    term = key.removeprefix("glossary:") if key.startswith("glossary:") else None
    return Passage(heading if bar else term, text, tuple(examples))


def _number(passage: Passage, passages: list[Passage]) -> int:
    if passage not in passages:
        passages.append(passage)
    return passages.index(passage)


def _links(old: Inventory, new: Inventory, renamed: Mapping[str, str], method: str) -> tuple[Link, ...]:
    targets = {key: key for key in old.keys if key in new.keys}
    targets |= {key: target for key, target in renamed.items() if key in old.keys and target in new.keys}
    links = [
        Link(key, targets[key], "kept" if targets[key] == key else "moved", "wording", method, 1.0)
        if key in targets
        else Link(key, None, "deleted", None, method, 1.0)
        for key in old.keys
    ]
    links += [Link(None, key, "added", None, method, 1.0) for key in new.keys if key not in targets.values()]
    return tuple(links)
