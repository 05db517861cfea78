"""Lineages in retyped editions, which are no links of the chain (`rules.links`).

A record that continues one of the edition before belongs to that one's lineage, and adds no version to it. A record
that continues nothing is new: it begins a lineage, with a version of its own. If the chain's next edition has it as an
addition, that lineage goes on there, so it is dated by the retyped edition. How the words of the two differ is not told
beyond typography, since one of them is somebody's own typing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from graph.lineages.chains import Inventory, LineageChain, VersionSpan
from rules.links import SLIGHT, ChangeClass, ChangeKind, Link, StepEnds

Members = dict[str, LineageChain]
"""Key in an edition → the chain of its lineage."""


def place_retyped(
    inventories: Sequence[Inventory],
    chains: Sequence[LineageChain],
    steps: Mapping[StepEnds, Sequence[Link]],
) -> tuple[list[LineageChain], dict[str, Members]]:
    """Place the records of retyped editions in lineages.

    Args:
        inventories: All editions of the work, oldest first.
        chains: The lineages of the editions that are not retyped, with spans that have indices of these; modified.
        steps: The links, without trivial ones, of all steps to and from retyped editions.

    Returns:
        All lineages of the work, with spans that have indices of all its editions; and the chain of each record of a
        retyped edition, by edition.
    """
    places = [place for place, inventory in enumerate(inventories) if not inventory.retyped]
    for chain in chains:
        for span in chain.spans:
            span.first, span.last = places[span.first], places[span.last]
    placed = list(chains)
    members: dict[str, Members] = {}
    for run in _list_runs(inventories):
        new, its_members = _RetypedRun(inventories, run, placed, steps).place()
        placed = [*placed, *new]
        members |= its_members
    return placed, members


def _list_runs(inventories: Sequence[Inventory]) -> Iterator[range]:
    """Yield the places of adjacent retyped editions, as ranges."""
    start = 0
    for place, inventory in enumerate(inventories):
        if not inventory.retyped:
            if start < place:
                yield range(start, place)
            start = place + 1
    if start < len(inventories):
        yield range(start, len(inventories))


class _RetypedRun:
    """Adjacent retyped editions, between the chain's edition before and the one after, either of which may lack."""

    def __init__(
        self,
        inventories: Sequence[Inventory],
        run: range,
        chains: Sequence[LineageChain],
        steps: Mapping[StepEnds, Sequence[Link]],
    ) -> None:
        self.inventories = inventories
        self.run = run
        self.chains = chains
        self.steps = steps
        self.members: dict[int, Members] = {}
        self.new: list[LineageChain] = []

    def place(self) -> tuple[list[LineageChain], dict[str, Members]]:
        """Return the chains that only these editions have, and the chain of each of their records, by edition."""
        before = self._list_alive(self.run.start - 1) if self.run.start else {}
        newcomers: Members = {}
        for at in self.run:
            newcomers = self._place_edition(at, before, newcomers)
        if self.run.stop < len(self.inventories):
            self._join_following(newcomers)
        return self.new, {self.inventories[at].edition: members for at, members in self.members.items()}

    def _list_alive(self, at: int) -> Members:
        return {span.key: chain for chain in self.chains for span in chain.spans if span.first <= at <= span.last}

    def _place_edition(self, at: int, before: Members, newcomers: Members) -> Members:
        """Place the records of one edition, and return those that continue nothing of the chain."""
        inventory = self.inventories[at]
        came = self._read_step(self.run.start - 1, at) if before else _Step(())
        beside = self._read_step(at - 1, at) if at > self.run.start else _Step(())
        members: Members = {}
        new: Members = {}
        for key, passage in zip(inventory.keys, inventory.passages, strict=True):
            old = came.find_source(key) if before else None
            if old is not None:
                members[key] = before[old]
                continue
            chain = newcomers.get((beside.find_source(key) if newcomers else None) or "")
            if chain is None:
                chain = LineageChain([_begin_span(key, passage, at, came.find_link(key))])
                self.new.append(chain)
            else:
                _continue_chain(chain, VersionSpan(key, passage, at, at, *_tell(beside.find_link(key)), ()))
            new[key] = members[key] = chain
        self.members[at] = members
        return new

    def _join_following(self, newcomers: Members) -> None:
        """Let what is new continue in the chain's next edition."""
        at = self.run.stop
        step = self._read_step(at - 1, at)
        for chain in self.new:
            chain.deleted = True
        for key, successor in self._list_alive(at).items():
            newcomer = newcomers.get(step.find_source(key) or "")
            if newcomer is None:
                continue
            first = successor.first
            if first.first == at and first.kind == newcomer.first.kind == "added":
                first.kind, first.change, first.method, first.score = _tell(step.find_link(key))
                _continue_chain(newcomer, first)
                successor.spans[:1] = newcomer.spans
            elif any(known is successor for members in self.members.values() for known in members.values()):
                continue
            self.new = [known for known in self.new if known is not newcomer]
            for members in self.members.values():
                members.update({own: successor for own, known in members.items() if known is newcomer})

    def _read_step(self, old: int, new: int) -> _Step:
        return _Step(self.steps[StepEnds(self.inventories[old].edition, self.inventories[new].edition)])


class _Step:
    """The links of a step, by their newer end."""

    def __init__(self, links: Sequence[Link]) -> None:
        self._into: dict[str, Link] = {}
        for link in links:
            if link.new is not None and (link.new not in self._into or link.main):
                self._into[link.new] = link

    def find_link(self, key: str) -> Link | None:
        """Return the link to a record, the main one if there are several; None if the record stayed as it was."""
        return self._into.get(key)

    def find_source(self, key: str) -> str | None:
        """Return the key of the record whose lineage a record carries on; None if there is none."""
        link = self._into.get(key)
        if link is None:
            return key
        return link.old if link.main else None


def _begin_span(key: str, passage: int, at: int, link: Link | None) -> VersionSpan:
    if link is None:  # there is no edition before
        return VersionSpan(key, passage, at, at, "added", None, "first-edition", 1.0, ())
    sources = () if link.old is None else (link.old,)
    return VersionSpan(key, passage, at, at, link.kind, None, link.method, link.score, sources)


def _tell(link: Link | None) -> tuple[ChangeKind, ChangeClass | None, str, float]:
    """Return kind, class, method and score of a version that follows one of a retyped edition."""
    if link is None:
        return "kept", "unchanged", "text", 1.0
    return link.kind, link.change if link.change in SLIGHT else None, link.method, link.score


def _continue_chain(chain: LineageChain, span: VersionSpan) -> None:
    """Append a span to a chain, or lengthen its last one if number and passage are the same."""
    if (chain.last.key, chain.last.passage) == (span.key, span.passage):
        chain.last.last = span.last
    else:
        chain.spans.append(span)
