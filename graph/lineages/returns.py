"""Joining rules that were deleted and came back one or several editions later, if the evidence is strong.

Strong evidence is: the same passage (except for typography and numbers) of at least `LONG_PASSAGE` words, which is
unique in the last edition that had it, in the edition that has it again, and among the other records deleted before and
added there; or a heading of the same kind, equally unique, with at least one equal subrule of that length; or a
glossary entry of the same term with mostly the same words. The subrules of a heading that came back are joined too if
they are equal and unique among their siblings. Nothing else is joined.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from typing import TypeVar

from msgspec.structs import replace

from graph.lineages.chains import Inventory, LineageChain, PassageOf, fold_passage, form
from rules.change import Passage
from rules.grouping import grouped
from rules.links import ChangeClass
from rules.numbers import is_number, is_term, kind_of, number_of
from rules.text import LONG_PASSAGE, fold, masked_words, words

_SHARED = 0.6
"""Minimum share of the words of the shorter of two glossary entries that the other must have; of the three terms that
came back with other words by 2026, two have nearly all and the third almost none."""

_Feature = TypeVar("_Feature")
Place = tuple[str, str]
"""Edition and key."""


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
        change = _change(*(self._passage_of(number) for number in (was.passages[-1], again.passages[0])))
        first = replace(
            again.first, kind="returned", change=change, method=method, score=score, sources=(was.last.key,)
        )
        was.versions += [first, *again.versions[1:]]
        was.passages += again.passages
        was.deleted = again.deleted


def _change(old: Passage, new: Passage) -> ChangeClass:
    if old == new:
        return "unchanged"
    if fold_passage(old) == fold_passage(new):
        return "typographic"
    return "reference" if form(old) == form(new) else "wording"
