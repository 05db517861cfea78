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

    def append(self, span: VersionSpan) -> None:
        """Add a span, or lengthen the last one if number and passage are the same."""
        if self.spans and (self.last.key, self.last.passage) == (span.key, span.passage):
            self.last.last = span.last
        else:
            self.spans.append(span)


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
                alive[key] = LineageChain([VersionSpan(key, passage, 0, 0, "added", None, "first-edition", 1.0, ())])
            chains.extend(alive.values())
            continue
        ends = StepEnds(inventories[index - 1].edition, inventory.edition)
        if ends not in steps:
            raise ValueError(f"{ends.edition} is not aligned against {ends.previous}, the edition before it")
        try:
            now = _walk_step(inventory, index, steps[ends], alive)
        except ValueError as problem:
            raise ValueError(f"step to {inventory.edition}: {problem}") from None
        chains.extend(chain for chain in now.values() if chain.first.first == index)
        alive = now
    return chains


def _walk_step(
    inventory: Inventory, index: int, step: Sequence[Link], alive: Mapping[str, LineageChain]
) -> dict[str, LineageChain]:
    """Continue the chains of the previous edition in the next; return those that are alive there, by key."""
    into = grouped((link.new, link) for link in step if link.new is not None)
    out_of = grouped((link.old, link) for link in step if link.old is not None)
    for key, its in (*into.items(), *out_of.items()):
        if sum(link.main and link.old is not None and link.new is not None for link in its) > 1:
            raise ValueError(f"{key} has more than one main link")
    now: dict[str, LineageChain] = {}
    for key, passage in zip(inventory.keys, inventory.passages, strict=True):
        if key in into:
            now[key] = _link_chain(key, passage, index, into[key], alive)
            continue
        if key not in alive or key in out_of or alive[key].last.passage != passage:
            raise ValueError(f"no link tells where {key} came from")
        now[key] = alive[key]
        now[key].last.last = index
    strangers = [key for key in into if key not in now] + [key for key in out_of if key not in alive]
    lost = [key for key, chain in alive.items() if key not in out_of and now.get(key) is not chain]
    if strangers or lost:
        raise ValueError(f"{lost[0]} is in no link" if lost else f"a link names {strangers[0]}, which is not there")
    for key, links in out_of.items():
        alive[key].deleted = all(link.new is None for link in links)
    return now


def _link_chain(
    key: str, passage: int, index: int, links: Sequence[Link], alive: Mapping[str, LineageChain]
) -> LineageChain:
    """Return the chain that a record's main link continues, with the record; a new one if there is no such link."""
    main = next((link for link in links if link.main and link.old is not None), None)
    telling = main or links[0]
    sources = tuple(link.old for link in links if link.old is not None)
    if main and main.old not in alive:
        raise ValueError(f"{key} is to continue {main.old}, which is not there")
    chain = alive[main.old] if main and main.old else LineageChain([])
    # still the same version, even if others were merged into it or split off
    chain.append(
        VersionSpan(key, passage, index, index, telling.kind, telling.change, telling.method, telling.score, sources)
    )
    return chain
