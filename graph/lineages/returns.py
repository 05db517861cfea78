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
Place = tuple[int, str]
"""Index of an edition and key."""


def join_returns(
    inventories: Sequence[Inventory], chains: Iterable[LineageChain], passage_of: PassageOf
) -> tuple[LineageChain, ...]:
    """Return the chains of one work in starting order, with those that came back joined to what they were.

    Args:
        inventories: All editions of the work, oldest first.
        chains: The chains from `chain_links`; they are modified.
        passage_of: Returns the passage for a passage number of the chains.
    """
    return _Joiner(inventories, tuple(chains), passage_of).join()


class _Joiner:
    def __init__(
        self, inventories: Sequence[Inventory], chains: tuple[LineageChain, ...], passage_of: PassageOf
    ) -> None:
        self.inventories = inventories
        self.chains = chains
        self.passage_of = passage_of
        self._form = cache(lambda passage: form(passage_of(passage)))
        self._is_long = cache(lambda passage: len(words(self._form(passage))) >= LONG_PASSAGE)
        self.dead: dict[Place, LineageChain] = {}
        """Deleted chains that have not come back, by their last place."""

    def join(self) -> tuple[LineageChain, ...]:
        """Join what comes back in each edition, going through the editions; return the remaining chains."""
        firsts = ((chain.first, chain) for chain in self.chains)
        births = grouped((span.first, chain) for span, chain in firsts if span.kind == "added" and span.first > 0)
        joined: set[int] = set()
        for index in range(2, len(self.inventories)):
            gone = (chain for chain in self.chains if chain.deleted and chain.last.last == index - 2)
            self.dead |= {(index - 2, chain.last.key): chain for chain in gone if id(chain) not in joined}
            joined.update(map(id, self._join_returned(births[index])))
        return tuple(chain for chain in self.chains if id(chain) not in joined)

    def _join_returned(self, births: Sequence[LineageChain]) -> list[LineageChain]:
        """Join births of one edition to deleted chains; return those that are no longer chains of their own."""
        waiting = {(chain.first.first, chain.first.key): chain for chain in births}
        joined: list[LineageChain] = []
        for old, new in self._find_matches(waiting, self._text_feature):
            joined.append(self._tie(old, new, waiting, "returned-text", 1.0))
        for old, new in self._find_matches(waiting, self._heading_feature):
            siblings = self._alike_below(old, new)
            if not siblings:
                continue
            joined.append(self._tie(old, new, waiting, "returned-heading", 0.9))
            for below, again in siblings:
                if below in self.dead and again in waiting:
                    joined.append(self._tie(below, again, waiting, "returned-below-heading", 0.9))
        for old, new in self._find_matches(waiting, self._term_feature):
            if self._measure_shared(self.dead[old].last.passage, waiting[new].first.passage) >= _SHARED:
                joined.append(self._tie(old, new, waiting, "returned-term", 0.8))
        return joined

    def _find_matches(
        self, waiting: dict[Place, LineageChain], feature: Callable[[Place, int], _Feature | None]
    ) -> list[tuple[Place, Place]]:
        """Return places of deleted chains and of births that share a feature with nothing else in their editions."""
        births = ((feature(place, chain.first.passage), place) for place, chain in waiting.items())
        new_by = grouped((value, place) for value, place in births if value is not None)
        dead = self.dead if new_by else {}
        deaths = ((feature(place, chain.last.passage), place) for place, chain in dead.items())
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
        index, own = place
        inventory = self.inventories[index]
        return not any(
            key != own and feature((index, key), passage) == value
            for key, passage in zip(inventory.keys, inventory.passages, strict=True)
        )

    def _text_feature(self, _place: Place, passage: int) -> str | None:
        return self._form(passage) if self._is_long(passage) else None

    def _heading_feature(self, place: Place, passage: int) -> tuple[str, str] | None:
        heading = self.passage_of(passage).heading
        key = number_of(place[1])
        if heading is None or not is_number(key):
            return None
        return kind_of(key), fold(heading)

    def _term_feature(self, place: Place, passage: int) -> str | None:
        return fold(self.passage_of(passage).heading or "") if is_term(place[1]) else None

    def _measure_shared(self, one: int, other: int) -> float:
        """Return the share of the words of the shorter passage, without its heading, that the other has too."""
        before, after = (Counter(masked_words(self.passage_of(number).text)) for number in (one, other))
        return (before & after).total() / max(1, min(before.total(), after.total()))

    def _alike_below(self, old: Place, new: Place) -> list[tuple[Place, Place]]:
        """Return the subrules of two headings that are alike; none if all are too short to be evidence."""
        before, after = self._list_below(old), self._list_below(new)
        alike = [
            (places[0], other[0])
            for texts, places in before.items()
            for other in (after.get(texts, []),)
            if len(places) == len(other) == 1
        ]
        telling = {texts for texts in before if texts in after and len(words(texts)) >= LONG_PASSAGE}
        return alike if telling else []

    def _list_below(self, place: Place) -> dict[str, list[Place]]:
        index, key = place
        inventory = self.inventories[index]
        number = number_of(key)
        records = zip(inventory.keys, inventory.parents, inventory.passages, strict=True)
        return grouped((self._form(passage), (index, own)) for own, parent, passage in records if parent == number)

    def _tie(
        self, old: Place, new: Place, waiting: dict[Place, LineageChain], method: str, score: float
    ) -> LineageChain:
        was, again = self.dead.pop(old), waiting.pop(new)
        first = again.first
        first.kind = "returned"
        first.change = _change(self.passage_of(was.last.passage), self.passage_of(first.passage))
        first.method, first.score, first.sources = method, score, (was.last.key,)
        was.spans.extend(again.spans)
        was.deleted = again.deleted
        return again


def _change(old: Passage, new: Passage) -> ChangeClass:
    if old == new:
        return "unchanged"
    if fold_passage(old) == fold_passage(new):
        return "typographic"
    return "reference" if form(old) == form(new) else "wording"
