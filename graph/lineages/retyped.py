"""The records of retyped editions among the lineages of their work.

Retyped editions are not in the sequence of editions in which lineages are chained (`rules.links`). Here the editions of
that sequence are the *regular* ones, and a chain is a `LineageChain`.

A record of a retyped edition that continues a record of the regular edition before belongs to the lineage of that
record, and adds no version to it. A record that continues nothing is new: it begins a lineage, with a version of its
own. If the next regular edition has the record as an addition, that lineage goes on there, and the retyped edition
dates it. The class of a change between the two is given only if it is slight, since one of the texts is somebody's own
typing.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from graph.lineages.chains import FIRST, LineageChain, Members, make_version
from graph.lineages.inventory import Inventory
from rules.grouping import grouped
from rules.links import SLIGHT, Link, StepEnds, Version


class RetypedRun(NamedTuple):
    """Retyped editions of a work without a regular edition between them.

    Attributes:
        before: The regular edition before the run; None if there is none.
        editions: The retyped editions, oldest first.
        after: The regular edition after the run; None if there is none.
    """

    before: Inventory | None
    editions: Sequence[Inventory]
    after: Inventory | None


class PlacedRun(NamedTuple):
    """The chains of a run of retyped editions.

    Attributes:
        chains: The chains that only the editions of the run have.
        members: Edition → the chain of each of its records.
    """

    chains: list[LineageChain]
    members: dict[str, Members]


def list_retyped_runs(inventories: Sequence[Inventory]) -> Iterator[RetypedRun]:
    """Yield the runs of retyped editions among all editions of a work, oldest first.

    Example: of the editions A, B, C and D, of which B and C are retyped → one run, with A before and D after it.

    Args:
        inventories: All editions of the work, oldest first.
    """
    before: Inventory | None = None
    run: list[Inventory] = []
    for inventory in inventories:
        if inventory.retyped:
            run.append(inventory)
            continue
        if run:
            yield RetypedRun(before, run, inventory)
        before, run = inventory, []
    if run:
        yield RetypedRun(before, run, None)


def place_run(run: RetypedRun, chains: Sequence[LineageChain], steps: Mapping[StepEnds, Sequence[Link]]) -> PlacedRun:
    """Place the records of retyped editions.

    Args:
        run: The editions.
        chains: The chains of the work so far. If one of them continues a record that is new in the run, it gets the
            versions of that record.
        steps: The links, without trivial ones, of all steps to and from the editions of the run.
    """
    return _RunPlacer(run, chains, steps).place()


class _StepSources:
    """The records of the older edition of a step from which those of the newer edition came.

    Attributes:
        _links: A link of each record of the newer edition that has links, by its key: the last main link, else the
            first link.
    """

    def __init__(self, links: Sequence[Link]) -> None:
        self._links: dict[str, Link] = {}
        for key, links_to_record in grouped((link.new, link) for link in links if link.new is not None).items():
            main_links = [link for link in links_to_record if link.main]
            self._links[key] = main_links[-1] if main_links else links_to_record[0]

    def find_link(self, key: str) -> Link | None:
        """Return the link to a record: the last main one, or else the first; None if the record is unchanged.

        Without an older edition there are no links, so the answer is None for each record.
        """
        return self._links.get(key)

    def find_source(self, key: str) -> str | None:
        """Return the old key of the record whose lineage a record continues; None if it continues none.

        A record without a link is unchanged, so it continues the record of its own key. A link that is not main leads
        to another lineage, so the record continues none.
        """
        link = self._links.get(key)
        if link is None:  # it is unchanged
            return key
        return link.old if link.main else None

    def find_slight_link(self, key: str) -> Link:
        """Return the link to a record, with its class only if that is slight, since an edition is retyped."""
        unchanged = Link(old=key, new=key, kind="kept", change="unchanged", method="text", score=1.0)
        link = self._links.get(key, unchanged)
        return link if link.change in SLIGHT else replace(link, change=None)


class _RunPlacer:
    """One run of retyped editions, placed edition by edition.

    Attributes:
        _before: The chains in the regular edition before the run.
        _new_chains: The chains that begin in the run.
        _members: The chains of the records of each edition that was placed.
    """

    def __init__(
        self, run: RetypedRun, chains: Sequence[LineageChain], steps: Mapping[StepEnds, Sequence[Link]]
    ) -> None:
        self._run = run
        self._chains = chains
        self._steps = steps
        self._before = _find_alive(chains, run.before.edition) if run.before else {}
        self._new_chains: list[LineageChain] = []
        self._members: dict[str, Members] = {}

    def place(self) -> PlacedRun:
        """Place the records of all editions of the run."""
        newcomers: Members = {}
        previous: Inventory | None = None
        for inventory in self._run.editions:
            newcomers = self._place_edition(inventory, previous, newcomers)
            previous = inventory
        if self._run.after is None:
            return PlacedRun(self._new_chains, self._members)
        return self._join_following(newcomers, self._run.after.edition)

    def _place_edition(self, inventory: Inventory, previous: Inventory | None, earlier_newcomers: Members) -> Members:
        """Place the records of an edition.

        Args:
            inventory: The edition.
            previous: The edition before it, if that is retyped too.
            earlier_newcomers: The chains of that edition that are not in the regular edition before the run.

        Returns:
            The chains of this edition that are not in the regular edition before the run.
        """
        edition = inventory.edition
        from_regular = self._read_step(self._run.before, edition)
        from_previous = self._read_step(previous, edition)
        members: Members = {}
        newcomers: Members = {}
        for key, passage_number in inventory.list_records():
            source = from_regular.find_source(key)
            if self._before and source is not None:
                # It continues a record of the regular edition before the run, and adds no version to that lineage.
                members[key] = self._before[source]
                continue
            chain = earlier_newcomers.get(from_previous.find_source(key) or "")
            if chain is None:
                chain = self._begin_chain()
                version = _make_first_version(key, edition, from_regular.find_link(key) or FIRST)
            else:
                version = make_version(key, edition, from_previous.find_slight_link(key))
            chain.append(version, passage_number)
            newcomers[key] = chain
        self._members[edition] = members | newcomers
        return newcomers

    def _begin_chain(self) -> LineageChain:
        """Return a new chain, which begins in the run."""
        chain = LineageChain()
        self._new_chains.append(chain)
        return chain

    def _join_following(self, newcomers: Members, edition: str) -> PlacedRun:
        """Join the newcomers of the last edition to the chains that continue them after the run.

        Args:
            newcomers: The chains of the last edition that are not in the regular edition before the run.
            edition: Id of the regular edition after the run.
        """
        successors = self._find_successors(newcomers, edition)
        ended_chains = [chain for chain in self._new_chains if chain not in successors]
        for chain in ended_chains:
            chain.deleted = True
        members_of = {of_run: _replace_chains(members, successors) for of_run, members in self._members.items()}
        return PlacedRun(ended_chains, members_of)

    def _find_successors(self, newcomers: Members, edition: str) -> dict[LineageChain, LineageChain]:
        """Return newcomer → the chain that continues it after the run, and therefore replaces it.

        If that chain begins as an addition after the run, it gets the versions of the newcomer. Newcomers that ended
        with the run are missing in the result, and so are those whose successor is in the run itself, because that
        chain began before the run.

        Args:
            newcomers: The chains of the last edition that are not in the regular edition before the run.
            edition: Id of the regular edition after the run.
        """
        chains_of_run = {chain for members in self._members.values() for chain in members.values()}
        step = self._read_step(self._run.editions[-1], edition)
        successors: dict[LineageChain, LineageChain] = {}
        for key, successor in _find_alive(self._chains, edition).items():
            newcomer = newcomers.get(step.find_source(key) or "")
            if newcomer is None or successor in chains_of_run:
                continue
            successors[newcomer] = successor
            if _begins_as_addition(successor, newcomer):
                _prepend(newcomer, successor, step.find_slight_link(key))
        return successors

    def _read_step(self, old: Inventory | None, new: str) -> _StepSources:
        """Return where the records of an edition came from.

        Without an older edition, no record has a link, so each seems to continue its own key. Callers then have no
        older chains in which to look up that key.
        """
        if old is None:
            return _StepSources(())
        return _StepSources(self._steps[StepEnds(old.edition, new)])


def _make_first_version(key: str, edition: str, link: Link) -> Version:
    """Return the version with which a record of a retyped edition begins."""
    return make_version(key, edition, replace(link, change=None), [link.old])


def _begins_as_addition(successor: LineageChain, newcomer: LineageChain) -> bool:
    """Return whether a chain begins after the end of a newcomer, and both began as additions."""
    first = successor.first
    is_later = first.first > newcomer.last.last
    return is_later and first.kind == "added" and newcomer.first.kind == "added"


def _prepend(newcomer: LineageChain, successor: LineageChain, link: Link) -> None:
    """Put the versions of a newcomer before those of the chain that continues it by a link."""
    first = replace(successor.first, kind=link.kind, change=link.change, method=link.method, score=link.score)
    newcomer.append(first, successor.passage_numbers[0])
    successor.versions[:1] = newcomer.versions
    successor.passage_numbers[:1] = newcomer.passage_numbers
    successor.also_printed |= newcomer.also_printed


def _find_alive(chains: Iterable[LineageChain], edition: str) -> Members:
    """Return the chains that have a version in an edition."""
    alive: Members = {}
    for chain in chains:
        for version in chain.versions:
            if version.first <= edition <= version.last:
                alive[version.key] = chain
    return alive


def _replace_chains(members: Members, successors: Mapping[LineageChain, LineageChain]) -> Members:
    """Return the chains of an edition, in which successors replace the chains that were joined to them."""
    return {key: successors.get(chain, chain) for key, chain in members.items()}
