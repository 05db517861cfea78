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

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache

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
    finder = _AnchorFinder(threads, passage_of)
    by_age = sorted(registered, key=lambda item: item.age)
    found = ((next(filter(None, map(finder.chain_at, lineage.anchors)), None), lineage) for lineage in by_age)
    registered_of = grouped((id(chain), lineage) for chain, lineage in found if chain is not None)
    aliases = {other.id: known[0].id for known in registered_of.values() for other in known[1:]}
    names = {chain: known[0].id for chain, known in registered_of.items()}
    taken = {*names.values(), *aliases}
    for editions, chains in threads:
        for chain in chains:
            if id(chain) not in names:
                names[id(chain)] = _mint(chain, editions, taken)
                taken.add(names[id(chain)])
    return names, aliases


def _mint(chain: LineageChain, editions: Sequence[str], taken: set[str]) -> str:
    first = chain.first
    plain = name = f"{first.key}@{editions[first.first]}"
    number = 1
    while name in taken:
        number += 1
        name = f"{plain}#{number}"
    return name


class _AnchorFinder:
    """Finds the chain that has an anchor."""

    def __init__(self, threads: Sequence[Thread], passage_of: PassageOf) -> None:
        self._digest = cache(lambda passage: digest(passage_of(passage)))
        self._places: dict[str, tuple[int, int]] = {
            edition: (work, index)
            for work, (editions, _) in enumerate(threads)
            for index, edition in enumerate(editions)
        }
        placed = ((work, chain) for work, (_, chains) in enumerate(threads) for chain in chains)
        self._spans = grouped(((work, span.key), (span, chain)) for work, chain in placed for span in chain.spans)

    def chain_at(self, anchor: Anchor) -> LineageChain | None:
        """Return the chain at an anchor; None without such a place or with another passage there."""
        work, index = self._places.get(anchor.edition, (-1, -1))
        for span, chain in self._spans.get((work, anchor.key), ()):
            # a span of the chain may reach over a retyped edition that has another record under the key
            if span.first <= index <= span.last and self._digest(span.passage) == anchor.digest:
                return chain
        return None


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
        names[id(chain)]: _make_versions(names[id(chain)], chain, editions)
        for editions, its_chains in threads
        for chain in its_chains
    }
    retyped = [(edition, key, names[id(chain)]) for edition, of_it in members.items() for key, chain in of_it.items()]
    return Lineages(dict(sorted(lineages.items())), tuple(sorted(aliases.items())), tuple(sorted(retyped)))


def _make_versions(lineage: str, chain: LineageChain, editions: Sequence[str]) -> tuple[Version, ...]:
    return tuple(
        Version(
            lineage=lineage,
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
