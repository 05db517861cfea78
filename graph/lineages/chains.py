"""Chaining the links from edition to edition: each record is followed to the next edition along its main link.

A chain is a lineage without an id: one rule in all consecutive editions that have it. Example: 502.1 of 2001 is linked
to 702.1 of 2002, which the edition of 2003 has unchanged → one chain with the versions 502.1 (2001) and 702.1 (2002 and
2003). A record without links continues unchanged under its key; if a record has any listed link, all its links are
listed (`rules.store.Store.links`). Chains of different works are never connected.
"""

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise

from msgspec import Struct
from msgspec.structs import replace

from graph.lineages.inventory import Inventory
from rules.grouping import grouped
from rules.links import Link, StepEnds, Version

FIRST = Link(old=None, new=None, kind="added", change=None, method="first-edition", score=1.0)
"""Stands in for the link that a record of the first edition lacks."""


class LineageChain(Struct, eq=False):
    """A lineage while it is being made. Two chains are equal only if they are the same object.

    Attributes:
        versions: Its versions, oldest first, without the id of the lineage.
        passage_numbers: The passage number of each version, as its last edition prints the passage.
        also_printed: Passage number of a version → the numbers of the same passage as earlier editions print it, in
            another typography. Example: the editions of a version print its passage as 7, 8 and 8 → `{8: {7}}`.
        deleted: Whether the chain ends with a deletion, not with a merge, an ambiguous link or the end of the history.
        lineage: The id of the lineage; empty until the chain is named.
    """

    # Unlike Python's dataclasses, `Struct` gives each object an empty list, dict or set of its own.
    versions: list[Version] = []
    passage_numbers: list[int] = []
    also_printed: dict[int, set[int]] = {}
    deleted: bool = False
    lineage: str = ""

    @property
    def first(self) -> Version:
        """Return the version with which the chain starts."""
        return self.versions[0]

    @property
    def last(self) -> Version:
        """Return the version with which the chain ends, so far."""
        return self.versions[-1]

    def append(self, version: Version, passage_number: int) -> None:
        """Add a version, or lengthen the last one if the number is the same and the passage, too, but for typography.

        Args:
            version: A version of one edition.
            passage_number: Its passage number. A copy may print the words of the edition before in another typography
                (`rules.typography`); then the number is another one, but the change is `unchanged`.
        """
        has_same_key = bool(self.versions) and self.last.key == version.key
        has_same_passage = bool(self.passage_numbers) and self.passage_numbers[-1] == passage_number
        is_only_reprinted = (version.kind, version.change) == ("kept", "unchanged")
        if has_same_key and (has_same_passage or is_only_reprinted):
            self.lengthen(version.last)
            self._reprint(passage_number)
        else:
            self.versions.append(version)
            self.passage_numbers.append(passage_number)

    def _reprint(self, passage_number: int) -> None:
        """Set the passage number of the last version to that of its latest edition, and record the earlier number.

        Example: the editions of a version print its passage as 7, 8 and 7 again. Then its passage number is first 7,
        then 8 with `also_printed` `{8: {7}}`, and at last 7 with `{8: {7}, 7: {8}}`.
        """
        before = self.passage_numbers[-1]
        if before == passage_number:
            return
        printed_earlier = {before} | self.also_printed.get(before, set())
        self.also_printed.setdefault(passage_number, set()).update(printed_earlier - {passage_number})
        self.passage_numbers[-1] = passage_number

    def lengthen(self, edition: str) -> None:
        """Make an edition the last one of the last version."""
        self.versions[-1] = replace(self.last, last=edition)


Members = dict[str, LineageChain]
"""Key of a record of an edition → the chain that the record belongs to."""


class _LinksByKey:
    """The links of a step, by the key at either end.

    Attributes:
        by_new: The links to each record of the newer edition, by its key.
        by_old: The links from each record of the older edition, by its key.
    """

    def __init__(self, links: Iterable[Link]) -> None:
        links = tuple(links)
        self.by_new = grouped((link.new, link) for link in links if link.new is not None)
        self.by_old = grouped((link.old, link) for link in links if link.old is not None)

    def check_main_links(self) -> None:
        """Check that no record has several main links.

        Raises:
            ValueError: A record has several.
        """
        for key, links in (*self.by_new.items(), *self.by_old.items()):
            main_links = [link for link in links if _continues(link)]
            if len(main_links) > 1:
                raise ValueError(f"{key} has more than one main link")

    def check_complete(self, alive: Members, continued: Members) -> None:
        """Check that the links match the two editions.

        A record of the older edition without a link must go on under its key, and each end of a link must exist.

        Args:
            alive: The chains in the older edition.
            continued: The chains in the newer one.

        Raises:
            ValueError: A record of the older edition is in no link, or a link names a record that does not exist.
        """
        for key, chain in alive.items():
            if key not in self.by_old and continued.get(key) is not chain:
                raise ValueError(f"{key} is in no link")
        strangers = [key for key in self.by_new if key not in continued]
        strangers += [key for key in self.by_old if key not in alive]
        if strangers:
            raise ValueError(f"a link names {strangers[0]}, which is not there")


def make_version(key: str, edition: str, link: Link, sources: Iterable[str | None] = ()) -> Version:
    """Return a version of a single edition; the id of the lineage is still empty.

    Args:
        key: The key of the record.
        edition: Id of the edition.
        link: The link with which the version begins.
        sources: The keys in the edition before from which the record came; None among them is ignored.
    """
    known_sources = tuple(source for source in sources if source is not None)
    return Version(
        lineage="",
        key=key,
        first=edition,
        last=edition,
        kind=link.kind,
        change=link.change,
        method=link.method,
        score=link.score,
        sources=known_sources,
    )


def chain_links(inventories: Sequence[Inventory], steps: Mapping[StepEnds, Sequence[Link]]) -> list[LineageChain]:
    """Return the chains of one work, in the order in which they start.

    Args:
        inventories: All editions of the work that are not retyped, oldest first.
        steps: The links, without trivial ones, of the step to each of them except the first.

    Raises:
        ValueError: The steps do not match the editions, or links contradict each other. The message names step and key.
    """
    if not inventories:
        return []
    first = inventories[0]
    alive = _chain_step(first, [replace(FIRST, new=key) for key in first.keys], {})
    chains = list(alive.values())
    for before, inventory in pairwise(inventories):
        ends = StepEnds(before.edition, inventory.edition)
        if ends not in steps:
            raise ValueError(f"{ends.edition} is not aligned against {ends.previous}, the edition before it")
        alive = _chain_step(inventory, steps[ends], alive)
        chains.extend(chain for chain in alive.values() if chain.first.first == inventory.edition)
    return chains


def _chain_step(inventory: Inventory, links: Sequence[Link], alive: Members) -> Members:
    """Continue the chains of an edition in the next one.

    Args:
        inventory: The next edition.
        links: The links to it.
        alive: The chains in the edition.

    Returns:
        The chains in the next edition.

    Raises:
        ValueError: The links contradict each other or do not match the editions; the message names the next edition.
    """
    try:
        return _continue_chains(inventory, _LinksByKey(links), alive)
    except ValueError as problem:
        raise ValueError(f"step to {inventory.edition}: {problem}") from None


def _continue_chains(inventory: Inventory, links: _LinksByKey, alive: Members) -> Members:
    """Continue the chains of an edition in the next one; see `_chain_step`."""
    links.check_main_links()
    continued: Members = {}
    for key, passage_number in inventory.list_records():
        if key in links.by_new:
            continued[key] = _append_linked(key, passage_number, inventory.edition, links.by_new[key], alive)
            continue
        # A record without links continues the record of its key, unless a link says that this record went elsewhere.
        chain = None if key in links.by_old else alive.get(key)
        if chain is None or chain.passage_numbers[-1] != passage_number:
            raise ValueError(f"no link tells where {key} came from")
        chain.lengthen(inventory.edition)
        continued[key] = chain
    links.check_complete(alive, continued)
    for key, links_of_key in links.by_old.items():
        alive[key].deleted = all(link.new is None for link in links_of_key)
    return continued


def _append_linked(key: str, passage_number: int, edition: str, links: Sequence[Link], alive: Members) -> LineageChain:
    """Append a record with links to the chain that its main link continues, or to a new chain; return the chain.

    Args:
        key: The key of the record.
        passage_number: Its passage number.
        edition: Id of its edition.
        links: The links to it, at least one.
        alive: The chains in the edition before.

    Raises:
        ValueError: The main link names a record that the edition before lacks.
    """
    main_link = next((link for link in links if _continues(link)), None)
    if main_link is None:
        chain = LineageChain()
    else:
        source = main_link.old or ""
        if source not in alive:
            raise ValueError(f"{key} is to continue {source}, which is not there")
        chain = alive[source]
    # Where number and passage are the same, the version only gets longer, even if others were merged into it.
    version = make_version(key, edition, main_link or links[0], [link.old for link in links])
    chain.append(version, passage_number)
    return chain


def _continues(link: Link) -> bool:
    """Return whether a link continues a lineage: it is a main link, and both editions have its record."""
    return link.main and link.old is not None and link.new is not None
