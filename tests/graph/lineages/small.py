"""Histories small enough to write down: an edition is a table of keys and texts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise

from graph.lineages.history import TracedLineages, trace_lineages
from graph.lineages.inventory import Inventory
from graph.lineages.registry import Registered
from rules.change import Passage
from rules.links import ChangeClass, ChangeKind, Link, StepEnds
from rules.numbers import is_number, parent_of, sort_key

Texts = Mapping[str, str]
"""Key to text; what stands before a bar is the heading: `Storm|`."""
LONG = "When you do this, do that as well, and {} after it, as often as you like."
"""Long enough to be known again; no two words of it need to be from any rule."""


def link(
    old: str | None,
    new: str | None,
    kind: ChangeKind = "renumbered",
    change: ChangeClass | None = "unchanged",
    *,
    main: bool = True,
) -> Link:
    if old is None or new is None:
        change = None
    return Link(old=old, new=new, kind=kind, change=change, method="test", score=0.75, main=main)


def added(*keys: str) -> tuple[Link, ...]:
    return tuple(link(None, key, "added") for key in keys)


def deleted(*keys: str) -> tuple[Link, ...]:
    return tuple(link(key, None, "deleted") for key in keys)


def split(old: str, *new: str, change: ChangeClass = "wording") -> tuple[Link, ...]:
    """The links of a rule to its parts, the main part first."""
    return tuple(link(old, key, "split", change, main=key == new[0]) for key in new)


def merged(new: str, *old: str, change: ChangeClass = "wording") -> tuple[Link, ...]:
    """The links of several rules to the one they became, the main one first."""
    return tuple(link(key, new, "merged", change, main=key == old[0]) for key in old)


def sort_texts(texts: Texts) -> dict[str, str]:
    """The texts in the order of a document: by number, then what has none."""
    rules = sorted((key for key in texts if is_number(key)), key=sort_key)
    return {key: texts[key] for key in (*rules, *(key for key in texts if not is_number(key)))}


class Small:
    """A history of one work."""

    def __init__(self, editions: Mapping[str, Texts], links: Mapping[str, Sequence[Link]] | None = None) -> None:
        self.numbers: dict[Passage, int] = {}
        self.passages: list[Passage] = []
        self.inventories = [self._inventory(edition, texts) for edition, texts in editions.items()]
        days = list(editions)
        self.steps = {StepEnds(*days): tuple((links or {}).get(days[1], ())) for days in pairwise(days)}

    def passage(self, number: int) -> Passage:
        return self.passages[number]

    def trace(self, registered: Sequence[Registered] = ()) -> TracedLineages:
        return trace_lineages([self.inventories], self.steps, self.passage, registered)

    def list_versions(self, registered: Sequence[Registered] = ()) -> dict[str, list[tuple[str, str, str, str]]]:
        """For each lineage (key, first, last, kind) of its versions."""
        return {
            lineage: [(version.key, version.first, version.last, version.kind) for version in versions]
            for lineage, versions in self.trace(registered).lineages.items()
        }

    def _inventory(self, edition: str, texts: Texts) -> Inventory:
        passages = [self._number(_passage(key, text)) for key, text in texts.items()]
        parents = [parent_of(key.partition("#")[0]) if is_number(key.partition("#")[0]) else None for key in texts]
        return Inventory(edition, list(texts), passages, parents)

    def _number(self, passage: Passage) -> int:
        number = self.numbers.setdefault(passage, len(self.passages))
        if number == len(self.passages):
            self.passages.append(passage)
        return number


def _passage(key: str, text: str) -> Passage:
    if key.startswith("glossary:"):
        return Passage(key.removeprefix("glossary:").partition("#")[0], text)
    heading, bar, rest = text.partition("|")
    return Passage(heading, rest) if bar else Passage(None, text)
