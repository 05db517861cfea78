"""Chaining the links from edition to edition: each record is followed to the next edition along its main link.

A chain is a lineage without an id. A record without links continues unchanged under its key; if a record has any listed
link, all its links are listed (`rules.store.Store.links`). Chains of different works are never connected.
Passages are compared by hashes and normal forms.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from rules.change import Passage
from rules.grouping import grouped
from rules.links import Link, StepEnds, Version
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


class LineageChain(Struct, eq=False):
    """A rule through the editions, oldest version first; chains are told apart by identity.

    Attributes:
        versions: At least one, once it is begun; without the id of the lineage.
        passages: The passage number of each version.
        deleted: Whether it ends with a deletion, and not with a merge, an ambiguous link or the end of the history.
        lineage: The id of the lineage, once it is named.
    """

    versions: list[Version] = []
    passages: list[int] = []
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

    def append(self, version: Version, passage: int) -> None:
        """Add a version, or lengthen the last one if number and passage are the same."""
        if self.versions and (self.last.key, self.passages[-1]) == (version.key, passage):
            self.versions[-1] = replace(self.last, last=version.last)
        else:
            self.versions.append(version)
            self.passages.append(passage)


FIRST = Link(None, None, "added", None, "first-edition", 1.0)
"""What there is instead of a link to a record of the first edition."""


def make_version(key: str, edition: str, link: Link, sources: Iterable[str | None] = ()) -> Version:
    """Return a version that begins in an edition, by a link, from some records of the edition before."""
    came = tuple(source for source in sources if source is not None)
    return Version("", key, edition, edition, link.kind, link.change, link.method, link.score, came)


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
    for before, inventory in zip((None, *inventories), inventories, strict=False):
        edition = inventory.edition
        if before is None:
            step: Sequence[Link] = [replace(FIRST, new=key) for key in inventory.keys]
        elif (ends := StepEnds(before.edition, edition)) in steps:
            step = steps[ends]
        else:
            raise ValueError(f"{edition} is not aligned against {before.edition}, the edition before it")
        try:
            alive = _walk_step(inventory, step, alive)
        except ValueError as problem:
            raise ValueError(f"step to {edition}: {problem}") from None
        chains.extend(chain for chain in alive.values() if chain.first.first == edition)
    return chains


def _walk_step(
    inventory: Inventory, step: Sequence[Link], alive: Mapping[str, LineageChain]
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
            links = into[key]
            main = next((link for link in links if link.main and link.old is not None), None)
            if main and main.old not in alive:
                raise ValueError(f"{key} is to continue {main.old}, which is not there")
            now[key] = alive[main.old] if main and main.old else LineageChain()
            # still the same version, even if others were merged into it or split off
            version = make_version(key, inventory.edition, main or links[0], (link.old for link in links))
            now[key].append(version, passage)
            continue
        if key not in alive or key in out_of or alive[key].passages[-1] != passage:
            raise ValueError(f"no link tells where {key} came from")
        now[key] = alive[key]
        now[key].versions[-1] = replace(now[key].last, last=inventory.edition)
    strangers = [key for key in into if key not in now] + [key for key in out_of if key not in alive]
    lost = [key for key, chain in alive.items() if key not in out_of and now.get(key) is not chain]
    if strangers or lost:
        raise ValueError(f"{lost[0]} is in no link" if lost else f"a link names {strangers[0]}, which is not there")
    for key, links in out_of.items():
        alive[key].deleted = all(link.new is None for link in links)
    return now
