"""Chaining the links from edition to edition: each record is followed to the next edition along its main link.

A chain is a lineage without an id. A record without links continues unchanged under its key; if a record has any listed
link, all its links are listed (`rules.store.Store.links`). Chains of different works are never connected.
Passages are compared by hashes and normal forms.

Rules that were deleted and came back one or several editions later are joined, if the evidence is strong: the same
passage (except for typography and numbers) of at least `LONG_PASSAGE` words, which is unique in the last edition that
had it, in the edition that has it again, and among the other records deleted before and added there; or a heading of
the same kind, equally unique, with at least one equal subrule of that length; or a glossary entry of the same term with
mostly the same words. The subrules of a heading that came back are joined too if they are equal and unique among their
siblings. Nothing else is joined.
"""

import hashlib
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from typing import TypeVar

from msgspec import Struct
from msgspec.structs import replace

from rules.change import Passage, classify
from rules.grouping import grouped
from rules.links import Link, StepEnds, Version
from rules.numbers import is_number, is_term, kind_of, number_of
from rules.text import LONG_PASSAGE, fold, mask, masked_words, words

_SHARED = 0.6
"""Minimum share of the words of the shorter of two glossary entries that the other must have; of the three terms that
came back with other words by 2026, two have nearly all and the third almost none."""

_Feature = TypeVar("_Feature")
Place = tuple[str, str]
"""Edition and key."""
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
    return mask(fold("\n".join((passage.heading or "", passage.text, *passage.examples, *passage.notes))))


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


def join_returns(
    inventories: Sequence[Inventory], chains: Iterable[LineageChain], passage_of: PassageOf
) -> tuple[LineageChain, ...]:
    """Return the chains of one work in starting order, with those that came back joined to what they were.

    Args:
        inventories: All editions of the work, oldest first.
        chains: The chains from `chain_links`; they are modified.
        passage_of: Returns the passage for a passage number of the chains.
    """
    joiner = _Joiner(inventories, passage_of)
    every = tuple(chains)
    births = grouped((chain.first.first, chain) for chain in every if chain.first.kind == "added")
    joined: set[LineageChain] = set()
    for before, inventory in zip(inventories, inventories[2:], strict=False):
        gone = (chain for chain in every if chain.deleted and chain.last.last == before.edition)
        joiner.dead |= {(before.edition, chain.last.key): chain for chain in gone if chain not in joined}
        joined |= joiner.join(births[inventory.edition])
    return tuple(chain for chain in every if chain not in joined)


class _Joiner:
    def __init__(self, inventories: Sequence[Inventory], passage_of: PassageOf) -> None:
        self._inventories = {inventory.edition: inventory for inventory in inventories}
        self._passage_of = passage_of
        self._form = cache(lambda passage: form(passage_of(passage)))
        self._is_long = cache(lambda passage: len(words(self._form(passage))) >= LONG_PASSAGE)
        self.dead: dict[Place, LineageChain] = {}
        """Deleted chains that have not come back, by their last place."""

    def join(self, births: Iterable[LineageChain]) -> set[LineageChain]:
        """Join births of one edition to deleted chains; return those that are no longer chains of their own."""
        waiting = {(chain.first.first, chain.first.key): chain for chain in births}
        born = {*waiting.values()}
        for old, new in self._find_matches(waiting, self._text_feature):
            self._tie(old, new, waiting, "returned-text", 1.0)
        for old, new in self._find_matches(waiting, self._heading_feature):
            siblings = self._alike_below(old, new)
            if siblings:
                self._tie(old, new, waiting, "returned-heading", 0.9)
            for below, again in siblings:
                if below in self.dead and again in waiting:
                    self._tie(below, again, waiting, "returned-below-heading", 0.9)
        for old, new in self._find_matches(waiting, self._term_feature):
            if self._measure_shared(self.dead[old].passages[-1], waiting[new].passages[0]) >= _SHARED:
                self._tie(old, new, waiting, "returned-term", 0.8)
        return born - {*waiting.values()}

    def _find_matches(
        self, waiting: dict[Place, LineageChain], feature: Callable[[Place, int], _Feature | None]
    ) -> list[tuple[Place, Place]]:
        """Return places of deleted chains and of births that share a feature with nothing else in their editions."""
        births = ((feature(place, chain.passages[0]), place) for place, chain in waiting.items())
        new_by = grouped((value, place) for value, place in births if value is not None)
        dead = self.dead if new_by else {}
        deaths = ((feature(place, chain.passages[-1]), place) for place, chain in dead.items())
        old_by = grouped((value, place) for value, place in deaths if value in new_by)
        return [
            (old[0], new[0])
            for value, new in new_by.items()
            for old in (old_by.get(value, []),)
            if len(old) == len(new) == 1
            and self._is_alone(old[0], value, feature)
            and self._is_alone(new[0], value, feature)
        ]

    def _is_alone(self, place: Place, value: _Feature, feature: Callable[[Place, int], _Feature | None]) -> bool:
        """Return whether no other record of the edition has the feature."""
        edition, own = place
        inventory = self._inventories[edition]
        return not any(
            key != own and feature((edition, key), passage) == value
            for key, passage in zip(inventory.keys, inventory.passages, strict=True)
        )

    def _text_feature(self, _place: Place, passage: int) -> str | None:
        return self._form(passage) if self._is_long(passage) else None

    def _heading_feature(self, place: Place, passage: int) -> tuple[str, str] | None:
        heading, key = self._passage_of(passage).heading, number_of(place[1])
        return (kind_of(key), fold(heading)) if heading is not None and is_number(key) else None

    def _term_feature(self, place: Place, passage: int) -> str | None:
        return fold(self._passage_of(passage).heading or "") if is_term(place[1]) else None

    def _measure_shared(self, one: int, other: int) -> float:
        """Return the share of the words of the shorter passage, without its heading, that the other has too."""
        before, after = (Counter(masked_words(self._passage_of(number).text)) for number in (one, other))
        return (before & after).total() / max(1, min(before.total(), after.total()))

    def _alike_below(self, old: Place, new: Place) -> list[tuple[Place, Place]]:
        """Return the subrules of two headings that are alike; none if all are too short to be evidence."""
        before, after = self._list_below(old), self._list_below(new)
        shared = [texts for texts in before if texts in after]
        if not any(len(words(texts)) >= LONG_PASSAGE for texts in shared):
            return []
        alike = ((before[texts], after[texts]) for texts in shared)
        return [(olds[0], news[0]) for olds, news in alike if len(olds) == len(news) == 1]

    def _list_below(self, place: Place) -> dict[str, list[Place]]:
        edition, number = place[0], number_of(place[1])
        inventory = self._inventories[edition]
        records = zip(inventory.keys, inventory.parents, inventory.passages, strict=True)
        return grouped((self._form(passage), (edition, own)) for own, parent, passage in records if parent == number)

    def _tie(self, old: Place, new: Place, waiting: dict[Place, LineageChain], method: str, score: float) -> None:
        was, again = self.dead.pop(old), waiting.pop(new)
        before, after = (self._passage_of(number) for number in (was.passages[-1], again.passages[0]))
        change = classify([before], [after], lambda _old, _new: True)  # since the numbers may have moved
        first = replace(
            again.first, kind="returned", change=change, method=method, score=score, sources=(was.last.key,)
        )
        was.versions += [first, *again.versions[1:]]
        was.passages += again.passages
        was.deleted = again.deleted
