"""Chaining the links from edition to edition: each record is followed to the next edition along its main link.

A chain is a lineage without an id. A record without links continues unchanged under its key; if a record has any listed
link, all its links are listed (`rules.store.Store.links`). Chains of different works are never connected.
Passages are compared by hashes and normal forms.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence

from msgspec import Struct

from rules.change import Passage
from rules.grouping import grouped
from rules.links import ChangeClass, ChangeKind, Link, StepEnds
from rules.text import fold, mask

PassageOf = Callable[[int], Passage]
"""Returns the passage for a passage number; two numbers are equal if and only if their passages are."""


def digest(passage: Passage) -> str:
    """Return the first twelve hex digits of the passage's SHA-256, which the registry stores."""
    parts = ("" if passage.heading is None else passage.heading, passage.text)
    examples = (f"example:{passage_text}" for passage_text in passage.examples)
    notes = (f"note:{passage_text}" for passage_text in passage.notes)
    return hashlib.sha256("\0".join((*parts, *examples, *notes)).encode()).hexdigest()[:12]


def form(passage: Passage) -> str:
    """Return the passage without its typography and with its numbers hidden; equivalent passages have the same form."""
    return mask(fold_passage(passage))


def fold_passage(passage: Passage) -> str:
    """Return the passage without its typography."""
    return fold("\n".join((passage.heading or "", passage.text, *passage.examples, *passage.notes)))


class Inventory(Struct, frozen=True):
    """The records of an edition as parallel sequences in document order, to save memory.

    Attributes:
        edition: Its id.
        keys: Keys of its rules and glossary entries.
        passages: Passage number of each record; see `graph.lineages.chains.PassageOf`.
        parents: Number of the rule one level above each record, or None.
        retyped: Whether it is no link of the chain of editions; see `rules.links`.
    """

    edition: str
    keys: Sequence[str]
    passages: Sequence[int]
    parents: Sequence[str | None]
    retyped: bool = False


class VersionSpan(Struct):
    """A version under construction; `first` and `last` are indices of the work's editions."""

    key: str
    passage: int
    first: int
    last: int
    kind: ChangeKind
    change: ChangeClass | None
    method: str
    score: float
    sources: tuple[str, ...]


class LineageChain(Struct):
    """A rule through the editions, oldest span first.

    Attributes:
        spans: At least one.
        deleted: Whether it ends with a deletion, and not with a merge, an ambiguous link or the end of the history.
    """

    spans: list[VersionSpan]
    deleted: bool = False

    @property
    def first(self) -> VersionSpan:
        """Return the span with which the chain starts."""
        return self.spans[0]

    @property
    def last(self) -> VersionSpan:
        """Return the span with which the chain ends, so far."""
        return self.spans[-1]


def chain_links(inventories: Sequence[Inventory], steps: Mapping[StepEnds, Sequence[Link]]) -> list[LineageChain]:
    """Return the chains of one work, in the order in which they start.

    Args:
        inventories: All editions of the work that are not retyped, oldest first.
        steps: The links, without trivial ones, of the step to each of them except the first.

    Raises:
        ValueError: The steps do not match the editions, or links contradict each other. The message names step and key.
    """
    chains: list[LineageChain] = []
    alive: dict[str, LineageChain] = {}
    for index, inventory in enumerate(inventories):
        if index == 0:
            for key, passage in zip(inventory.keys, inventory.passages, strict=True):
                span = VersionSpan(key, passage, 0, 0, "added", None, "first-edition", 1.0, ())
                alive[key] = LineageChain([span])
            chains.extend(alive.values())
            continue
        ends = StepEnds(inventories[index - 1].edition, inventory.edition)
        if ends not in steps:
            raise ValueError(f"{ends.edition} is not aligned against {ends.previous}, the edition before it")
        alive = _ChainStep(inventory, index, steps[ends], alive, chains).walk()
    return chains


class _ChainStep:
    """One step: continues the chains of the previous edition in this one."""

    def __init__(
        self,
        inventory: Inventory,
        index: int,
        links: Sequence[Link],
        alive: dict[str, LineageChain],
        chains: list[LineageChain],
    ) -> None:
        self.inventory = inventory
        self.index = index
        self.alive = alive
        self.chains = chains
        self.into = grouped((link.new, link) for link in links if link.new is not None)
        self.out_of = grouped((link.old, link) for link in links if link.old is not None)
        for key, its in (*self.into.items(), *self.out_of.items()):
            if sum(link.main and link.old is not None and link.new is not None for link in its) > 1:
                raise ValueError(f"step to {inventory.edition}: {key} has more than one main link")

    def walk(self) -> dict[str, LineageChain]:
        """Return the chains that are alive in this edition, by key; add new ones to all chains."""
        index, into, out_of, alive = self.index, self.into, self.out_of, self.alive
        now: dict[str, LineageChain] = {}
        for key, passage in zip(self.inventory.keys, self.inventory.passages, strict=True):
            links = into.get(key)
            if links is not None:
                now[key] = self._link_chain(key, passage, links)
                continue
            chain = alive.get(key)
            if chain is None or key in out_of or chain.spans[-1].passage != passage:
                raise ValueError(f"step to {self.inventory.edition}: no link tells where {key} came from")
            chain.spans[-1].last = index
            now[key] = chain
        self._check(now)
        for key, links in out_of.items():
            alive[key].deleted = all(link.new is None for link in links)
        return now

    def _link_chain(self, key: str, passage: int, links: Sequence[Link]) -> LineageChain:
        sources = tuple(link.old for link in links if link.old is not None)
        main = next((link for link in links if link.main and link.old is not None), None)
        telling = main or links[0]
        span = VersionSpan(
            key, passage, self.index, self.index, telling.kind, telling.change, telling.method, telling.score, sources
        )
        if main is None or main.old is None:
            chain = LineageChain([span])
            self.chains.append(chain)
            return chain
        carried = self.alive.get(main.old)
        if carried is None:
            raise ValueError(f"step to {self.inventory.edition}: {key} is to continue {main.old}, which is not there")
        last = carried.spans[-1]
        if (last.key, last.passage) == (key, passage):
            last.last = self.index  # still the same version, even if others were merged into it or split off
        else:
            carried.spans.append(span)
        return carried

    def _check(self, now: dict[str, LineageChain]) -> None:
        strangers = [key for key in self.into if key not in now] + [key for key in self.out_of if key not in self.alive]
        lost = [key for key, chain in self.alive.items() if key not in self.out_of and now.get(key) is not chain]
        if strangers or lost:
            what = f"{lost[0]} is in no link" if lost else f"a link names {strangers[0]}, which is not there"
            raise ValueError(f"step to {self.inventory.edition}: {what}")
