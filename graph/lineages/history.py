"""Making lineages, with their ids and versions, from all editions and the links between them.

A registered lineage belongs to the chain that has its first anchor, or else its later one. The oldest registered
lineage of a chain gives it its id; the others become aliases, which still resolve. A chain without one is named after
its first key and edition. So adding an edition, even the oldest, never changes a registered id.

Retyped editions are no links of the chain (`rules.links`). A record of one that continues one of the edition before
belongs to that one's lineage, and adds no version to it. A record that continues nothing is new: it begins a lineage,
with a version of its own. If the chain's next edition has it as an addition, that lineage goes on there, so it is dated
by the retyped edition. How the words of the two differ is not told beyond typography, since one of them is somebody's
own typing.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from itertools import count, groupby

from msgspec import Struct

from graph.lineages.chains import Inventory, LineageChain, PassageOf, VersionSpan, chain_links, digest
from graph.lineages.registry import Anchor, Registered
from graph.lineages.returns import join_returns
from rules.grouping import grouped
from rules.links import SLIGHT, ChangeClass, ChangeKind, Link, StepEnds, Version

Thread = tuple[Sequence[str], Sequence[LineageChain]]
"""The ids of the editions of one work, oldest first, and its chains."""


def name_chains(
    threads: Sequence[Thread], registered: Iterable[Registered], passage_of: PassageOf
) -> tuple[dict[int, str], dict[str, str]]:
    """Name all chains; the same chains and registry give the same names.

    Returns:
        The id of each chain, by the identity of the chain in Python; and the id of each alias.
    """
    places = {
        edition: (work, index) for work, (editions, _) in enumerate(threads) for index, edition in enumerate(editions)
    }
    placed = ((work, chain) for work, (_, chains) in enumerate(threads) for chain in chains)
    spans = grouped(((work, span.key), (span, chain)) for work, chain in placed for span in chain.spans)
    digest_of = cache(lambda passage: digest(passage_of(passage)))

    def chain_at(anchor: Anchor) -> LineageChain | None:
        """Return the chain at an anchor; None without such a place or with another passage there."""
        work, index = places.get(anchor.edition, (-1, -1))
        # a span of the chain may reach over a retyped edition that has another record under the key
        its = ((span, chain) for span, chain in spans.get((work, anchor.key), ()) if span.first <= index <= span.last)
        return next((chain for span, chain in its if digest_of(span.passage) == anchor.digest), None)

    by_age = sorted(registered, key=lambda item: item.age)
    found = ((next(filter(None, map(chain_at, lineage.anchors)), None), lineage) for lineage in by_age)
    registered_of = grouped((id(chain), lineage) for chain, lineage in found if chain is not None)
    aliases = {other.id: known[0].id for known in registered_of.values() for other in known[1:]}
    names = {chain: known[0].id for chain, known in registered_of.items()}
    taken = {*names.values(), *aliases}
    for editions, chains in threads:
        for chain in chains:
            if id(chain) not in names:
                plain = f"{chain.first.key}@{editions[chain.first.first]}"
                numbered = (f"{plain}#{number}" for number in count(2))
                names[id(chain)] = next(name for name in itertools.chain([plain], numbered) if name not in taken)
                taken.add(names[id(chain)])
    return names, aliases


class Lineages(Struct, frozen=True):
    """All lineages.

    Attributes:
        lineages: The versions of each lineage, oldest first, by its id; sorted by that.
        aliases: Pairs of alias and id, sorted.
        retyped: Edition, key and lineage of each record of a retyped edition, sorted.
    """

    lineages: dict[str, tuple[Version, ...]]
    aliases: tuple[tuple[str, str], ...]
    retyped: tuple[tuple[str, str, str], ...] = ()


def trace_lineages(
    works: Sequence[Sequence[Inventory]],
    steps: Mapping[StepEnds, Sequence[Link]],
    passage_of: PassageOf,
    registered: Iterable[Registered] = (),
) -> Lineages:
    """Follow every record through the editions of its work.

    Args:
        works: The editions of each work, oldest first.
        steps: The links of all steps, without trivial ones.
        passage_of: Returns the passage for a passage number of the inventories.
        registered: The lineages whose ids are fixed.

    Raises:
        ValueError: The steps do not match the editions; see `chain_links`.
    """
    threads: list[Thread] = []
    members: dict[str, Members] = {}
    for inventories in works:
        chained = [inventory for inventory in inventories if not inventory.retyped]
        chains = join_returns(chained, chain_links(chained, steps), passage_of)
        placed, its_members = place_retyped(inventories, chains, steps)
        threads.append(([inventory.edition for inventory in inventories], placed))
        members |= its_members
    names, aliases = name_chains(threads, registered, passage_of)
    lineages = {
        names[id(chain)]: tuple(
            Version(
                lineage=names[id(chain)],
                key=span.key,
                first=editions[span.first],
                last=editions[span.last],
                kind=span.kind,
                change=span.change,
                method=span.method,
                score=span.score,
                sources=span.sources,
            )
            for span in chain.spans
        )
        for editions, its_chains in threads
        for chain in its_chains
    }
    retyped = [(edition, key, names[id(chain)]) for edition, of_it in members.items() for key, chain in of_it.items()]
    return Lineages(dict(sorted(lineages.items())), tuple(sorted(aliases.items())), tuple(sorted(retyped)))


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
    for _, run in groupby(range(len(inventories)), lambda place: inventories[place].retyped):
        adjacent = list(run)
        if inventories[adjacent[0]].retyped:
            new, its_members = _RetypedRun(inventories, adjacent, placed, steps).place()
            placed = [*placed, *new]
            members |= its_members
    return placed, members


class _RetypedRun:
    """Adjacent retyped editions, between the chain's edition before and the one after, either of which may lack."""

    def __init__(
        self,
        inventories: Sequence[Inventory],
        run: Sequence[int],
        chains: Sequence[LineageChain],
        steps: Mapping[StepEnds, Sequence[Link]],
    ) -> None:
        self.inventories = inventories
        self.run = run
        self.stop = run[-1] + 1
        self.chains = chains
        self.steps = steps
        self.members: dict[int, Members] = {}
        self.new: list[LineageChain] = []

    def place(self) -> tuple[list[LineageChain], dict[str, Members]]:
        """Return the chains that only these editions have, and the chain of each of their records, by edition."""
        before = self._list_alive(self.run[0] - 1) if self.run[0] else {}
        newcomers: Members = {}
        for at in self.run:
            newcomers = self._place_edition(at, before, newcomers)
        if self.stop < len(self.inventories):
            self._join_following(newcomers)
        return self.new, {self.inventories[at].edition: members for at, members in self.members.items()}

    def _list_alive(self, at: int) -> Members:
        return {span.key: chain for chain in self.chains for span in chain.spans if span.first <= at <= span.last}

    def _place_edition(self, at: int, before: Members, newcomers: Members) -> Members:
        """Place the records of one edition, and return those that continue nothing of the chain."""
        inventory = self.inventories[at]
        came = self._read_step(self.run[0] - 1, at) if before else {}
        beside = self._read_step(at - 1, at) if at > self.run[0] else {}
        members: Members = {}
        new: Members = {}
        for key, passage in zip(inventory.keys, inventory.passages, strict=True):
            old = _find_source(came, key) if before else None
            if old is not None:
                members[key] = before[old]
                continue
            chain = newcomers.get((_find_source(beside, key) if newcomers else None) or "")
            if chain is None:
                chain = LineageChain([_begin_span(key, passage, at, came.get(key))])
                self.new.append(chain)
            else:
                chain.append(VersionSpan(key, passage, at, at, *_tell(beside.get(key)), ()))
            new[key] = members[key] = chain
        self.members[at] = members
        return new

    def _join_following(self, newcomers: Members) -> None:
        """Let what is new continue in the chain's next edition."""
        at = self.stop
        step = self._read_step(at - 1, at)
        for chain in self.new:
            chain.deleted = True
        for key, successor in self._list_alive(at).items():
            newcomer = newcomers.get(_find_source(step, key) or "")
            if newcomer is None:
                continue
            first = successor.first
            if first.first == at and first.kind == newcomer.first.kind == "added":
                first.kind, first.change, first.method, first.score = _tell(step.get(key))
                newcomer.append(first)
                successor.spans[:1] = newcomer.spans
            elif any(known is successor for members in self.members.values() for known in members.values()):
                continue
            self.new = [known for known in self.new if known is not newcomer]
            for members in self.members.values():
                members.update({own: successor for own, known in members.items() if known is newcomer})

    def _read_step(self, old: int, new: int) -> Mapping[str, Link]:
        """Return the link to each linked record of a step, the main one if there are several."""
        step = self.steps[StepEnds(self.inventories[old].edition, self.inventories[new].edition)]
        into = grouped((link.new, link) for link in step if link.new is not None)
        return {key: next((link for link in reversed(links) if link.main), links[0]) for key, links in into.items()}


def _find_source(step: Mapping[str, Link], key: str) -> str | None:
    """Return the key of the record whose lineage a record carries on; None if there is none."""
    link = step.get(key)
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
