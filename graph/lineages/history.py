"""Making lineages, with their ids and versions, from all editions and the links between them."""

from collections.abc import Iterable, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from graph.lineages.chains import LineageChain, chain_links
from graph.lineages.inventory import Inventory, PassageOf
from graph.lineages.naming import name_chains
from graph.lineages.registry import Registered
from graph.lineages.returns import join_returns
from graph.lineages.retyped import PlacedRun, list_retyped_runs, place_run
from rules.links import Link, StepEnds, Version


class TracedLineages(Struct, frozen=True):
    """All lineages.

    Attributes:
        lineages: Id of a lineage → its versions, oldest first. Sorted by the ids.
        aliases: Pairs of an alias and the id that it stands for, sorted.
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
) -> TracedLineages:
    """Follow every record through the editions of its work.

    Args:
        works: The editions of each work, oldest first.
        steps: The links of all steps, without trivial ones.
        passage_of: Returns the passage for a passage number of the inventories.
        registered: The lineages whose ids are fixed.

    Raises:
        ValueError: The steps do not match the editions; see `graph.lineages.chains.chain_links`.
    """
    chains: list[LineageChain] = []
    retyped: list[PlacedRun] = []
    work_of: dict[str, int] = {}
    for work, inventories in enumerate(works):
        regular = [inventory for inventory in inventories if not inventory.retyped]
        chains_of_work = list(join_returns(regular, chain_links(regular, steps), passage_of))
        for run in list_retyped_runs(inventories):
            placed = place_run(run, chains_of_work, steps)
            chains_of_work += placed.chains
            retyped.append(placed)
        chains += chains_of_work
        work_of.update((inventory.edition, work) for inventory in inventories)
    aliases = name_chains(chains, work_of, registered, passage_of)
    # The chains have their ids from here on.
    lineages = {chain.lineage: _name_versions(chain) for chain in chains}
    return TracedLineages(
        lineages=dict(sorted(lineages.items())),
        aliases=tuple(sorted(aliases.items())),
        retyped=tuple(sorted(_list_retyped_keys(retyped))),
    )


def _name_versions(chain: LineageChain) -> tuple[Version, ...]:
    """Return the versions of a chain with the id of the lineage."""
    return tuple(replace(version, lineage=chain.lineage) for version in chain.versions)


def _list_retyped_keys(runs: Iterable[PlacedRun]) -> list[tuple[str, str, str]]:
    """Return edition, key and lineage of all records of retyped editions."""
    rows: list[tuple[str, str, str]] = []
    for run in runs:
        for edition, members in run.members.items():
            rows.extend((edition, key, chain.lineage) for key, chain in members.items())
    return rows
