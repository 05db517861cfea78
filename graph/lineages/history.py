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

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from itertools import chain as chained
from itertools import count, groupby

from msgspec import Struct
from msgspec.structs import replace

from graph.lineages.chains import (
    FIRST,
    Inventory,
    LineageChain,
    PassageOf,
    chain_links,
    digest,
    join_returns,
    make_version,
)
from graph.lineages.registry import Registered
from rules.grouping import grouped
from rules.links import SLIGHT, Link, StepEnds, Version

Members = dict[str, LineageChain]
"""Key in an edition → the chain of its lineage."""


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
    chains: list[LineageChain] = []
    members: dict[str, Members] = {}
    for inventories in works:
        line = [inventory for inventory in inventories if not inventory.retyped]
        its = [*join_returns(line, chain_links(line, steps), passage_of)]
        for retyped, run in groupby(enumerate(inventories), key=lambda place: place[1].retyped):
            if retyped:
                new, placed = _place_run(inventories, [at for at, _ in run], its, steps)
                its += new
                members |= placed
        chains += its
    work_of = {inventory.edition: work for work, inventories in enumerate(works) for inventory in inventories}
    aliases = _name_chains(chains, work_of, registered, passage_of)
    lineages = {
        chain.lineage: tuple(replace(version, lineage=chain.lineage) for version in chain.versions) for chain in chains
    }
    retyped_keys = ((edition, key, its.lineage) for edition, of_it in members.items() for key, its in of_it.items())
    return Lineages(dict(sorted(lineages.items())), tuple(sorted(aliases.items())), tuple(sorted(retyped_keys)))


def _name_chains(
    chains: Sequence[LineageChain],
    work_of: Mapping[str, int],
    registered: Iterable[Registered],
    passage_of: PassageOf,
) -> dict[str, str]:
    """Name all chains, and return the id of each alias; the same chains and registry give the same names."""
    placed = ((work_of[chain.first.first], chain) for chain in chains)
    lying = grouped(
        ((work, version.key), (version, passage, chain))
        for work, chain in placed
        for version, passage in zip(chain.versions, chain.passages, strict=True)
    )
    digest_of = cache(lambda passage: digest(passage_of(passage)))

    def chains_at(lineage: Registered) -> Iterable[LineageChain]:
        """Yield the chains at the anchors, in order; none for one without such a place or with another passage."""
        for edition, key, there in lineage.anchors:
            # a version of the chain may reach over a retyped edition that has another record under the key
            for version, passage, chain in lying.get((work_of.get(edition, -1), key), ()):
                if version.first <= edition <= version.last and digest_of(passage) == there:
                    yield chain

    found = ((next(iter(chains_at(lineage)), None), lineage.id) for lineage in sorted(registered, key=Registered.age))
    ids = grouped((chain, name) for chain, name in found if chain is not None)
    aliases = {alias: names[0] for names in ids.values() for alias in names[1:]}
    taken = {name for names in ids.values() for name in names}
    for chain in chains:
        plain = f"{chain.first.key}@{chain.first.first}"
        unused = (name for name in chained([plain], (f"{plain}#{more}" for more in count(2))) if name not in taken)
        chain.lineage = ids[chain][0] if chain in ids else next(unused)
        taken.add(chain.lineage)
    return aliases


def _place_run(
    inventories: Sequence[Inventory],
    run: Sequence[int],
    chains: Sequence[LineageChain],
    steps: Mapping[StepEnds, Sequence[Link]],
) -> tuple[list[LineageChain], dict[str, Members]]:
    """Place adjacent retyped editions between the chain's edition before and the one after, either of which may lack.

    Args:
        inventories: All editions of the work, oldest first.
        run: The indices of the retyped ones.
        chains: The lineages so far; one that goes on what is new in these editions gets its versions.
        steps: The links, without trivial ones, of all steps to and from them.

    Returns:
        The chains that only these editions have, and the chain of each of their records, by edition.
    """
    start, after = run[0], run[-1] + 1
    before = _list_alive(chains, inventories[start - 1].edition) if start else {}
    members: dict[str, Members] = {}
    new: list[LineageChain] = []
    newcomers: Members = {}
    for at in run:
        edition = inventories[at].edition
        came = _read_step(steps, inventories, start - 1, at) if start else {}
        beside = _read_step(steps, inventories, at - 1, at) if at > start else {}
        earlier, newcomers, members[edition] = newcomers, {}, {}
        for key, passage in zip(inventories[at].keys, inventories[at].passages, strict=True):
            old = _find_source(came, key) if before else None
            if old is not None:
                members[edition][key] = before[old]
                continue
            chain = earlier.get(_find_source(beside, key) or "")
            if chain is None:
                chain = LineageChain()
                new.append(chain)
                link = came.get(key, FIRST)
                version = make_version(key, edition, replace(link, change=None), [link.old])
            else:
                version = make_version(key, edition, _find_slight(beside, key))
            chain.append(version, passage)
            newcomers[key] = members[edition][key] = chain
    if after == len(inventories):
        return new, members
    held = {chain for of_it in members.values() for chain in of_it.values()}
    alive = {key: chain for key, chain in _list_alive(chains, inventories[after].edition).items() if chain not in held}
    joined = _join_following(newcomers, alive, _read_step(steps, inventories, after - 1, after))
    for chain in new:
        chain.deleted = True
    placed = {edition: {key: joined.get(its, its) for key, its in of_it.items()} for edition, of_it in members.items()}
    return [chain for chain in new if chain not in joined], placed


def _join_following(newcomers: Members, alive: Members, step: Mapping[str, Link]) -> dict[LineageChain, LineageChain]:
    """Return the newcomers that go on in the next edition, which has the chains `alive`, each with the one it joins."""
    joined: dict[LineageChain, LineageChain] = {}
    for key, successor in alive.items():
        newcomer = newcomers.get(_find_source(step, key) or "")
        if newcomer is None:
            continue
        joined[newcomer] = successor
        link, first = _find_slight(step, key), successor.first
        if first.first > newcomer.last.last and first.kind == newcomer.first.kind == "added":
            told = replace(first, kind=link.kind, change=link.change, method=link.method, score=link.score)
            newcomer.append(told, successor.passages[0])
            successor.versions[:1], successor.passages[:1] = newcomer.versions, newcomer.passages
    return joined


def _read_step(
    steps: Mapping[StepEnds, Sequence[Link]], inventories: Sequence[Inventory], old: int, new: int
) -> Mapping[str, Link]:
    """Return the link to each linked record of a step, the main one if there are several."""
    step = steps[StepEnds(inventories[old].edition, inventories[new].edition)]
    into = grouped((link.new, link) for link in step if link.new is not None)
    return {key: next((link for link in reversed(links) if link.main), links[0]) for key, links in into.items()}


def _list_alive(chains: Iterable[LineageChain], edition: str) -> Members:
    return {its.key: chain for chain in chains for its in chain.versions if its.first <= edition <= its.last}


def _find_source(step: Mapping[str, Link], key: str) -> str | None:
    """Return the key of the record whose lineage a record carries on; None if there is none."""
    link = step.get(key)
    if link is None:
        return key
    return link.old if link.main else None


def _find_slight(step: Mapping[str, Link], key: str) -> Link:
    """Return the link to a record from, or to, a retyped edition, with its class only if that is slight."""
    link = step.get(key, Link(key, key, "kept", "unchanged", "text", 1.0))
    return link if link.change in SLIGHT else replace(link, change=None)
