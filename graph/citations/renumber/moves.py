"""Find the new number of each number for citations that are rewritten for another edition.

`graph.compare` finds the outcome of each rule; this module reduces it to a decision for each number: rewrite it, leave
it, or ask a person.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Literal

from graph.compare.comparison import compare
from rules.keys import is_term, number_of
from rules.links import SLIGHT
from rules.numbers import is_number

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from graph.compare.groups import Group
    from graph.compare.source import HistorySource
    from rules.links import Link

MoveOutcome = Literal["kept", "moved", "reworded", "split", "merged", "ambiguous", "deleted", "absent"]
"""The outcome of a number. `kept`: it names the same rule, perhaps reworded; `moved`: the rule has another number and
the same words; `reworded`: the rule has another number and other words; `absent`: the old edition does not have the
number."""


@dataclass(frozen=True, slots=True)
class Destination:
    """The destination of a number.

    Attributes:
        number: The number in the old edition.
        fate: Its outcome.
        keys: The keys of its rule, or of the parts of its rule, in the new edition: numbers and glossary entries.
        heir: The number that continues the rule beyond doubt; None if there is none.
    """

    number: str
    fate: MoveOutcome
    keys: tuple[str, ...] = ()
    heir: str | None = None

    @property
    def is_verbatim(self) -> bool:
        """Return whether a citation may be rewritten without reading the rule's new words."""
        return self.fate in {"kept", "moved"}

    @property
    def needs_consent(self) -> bool:
        """Return whether the rule has an heir that has other words, or only a part of the rule."""
        return self.heir is not None and not self.is_verbatim

    def target(self, *, unsafe: bool) -> str | None:
        """Return the number to write; None if none is certain enough.

        Args:
            unsafe: Whether the numbers of reworded rules, and of the main parts of split rules, count.
        """
        return self.heir if self.is_verbatim or unsafe else None


class Moves:
    """Finds the destinations of the numbers of any edition in one target edition.

    Each edition is compared once, when it is first needed.

    Args:
        history: The ledger or a knowledge base.
        target: Id of the edition for which citations are rewritten; it may be the earlier one.
    """

    def __init__(self, history: HistorySource, target: str) -> None:
        self._history = history
        self.target = target
        self._table = lru_cache(None)(self._map_destinations)
        self._numbers = lru_cache(None)(self._read_numbers)

    def destination(self, edition: str, number: str) -> Destination:
        """Return the destination of a number of an edition.

        Raises:
            LookupError: The edition does not exist.
        """
        if not self.has(edition, number):
            return Destination(number, "absent")
        if edition == self.target:
            return Destination(number, "kept", (number,), number)
        return self._table(edition).get(number, Destination(number, "deleted"))

    def has(self, edition: str, number: str) -> bool:
        """Return whether an edition has a number."""
        return number in self._numbers(edition)

    def _read_numbers(self, edition: str) -> Mapping[str, tuple[str, ...]]:
        """Return the keys of each number of an edition: several if the publisher printed the number several times."""
        numbers: dict[str, tuple[str, ...]] = {}
        for key in self._history.lineages(edition):
            if not is_term(key):
                number = number_of(key)
                numbers[number] = (*numbers.get(number, ()), key)
        return numbers

    def _map_destinations(self, edition: str) -> Mapping[str, Destination]:
        by_key: dict[str, Destination] = {}
        for group in compare(self._history, edition, self.target).groups:
            for key in group.old:
                by_key[key] = self._destination(edition, key, group)
        return {
            number: _join_destinations(number, [by_key[key] for key in keys if key in by_key])
            for number, keys in self._numbers(edition).items()
        }

    def _destination(self, edition: str, key: str, group: Group) -> Destination:
        number = number_of(key)
        links = [link for link in group.links if link.old == key]
        keys = tuple(dict.fromkeys(link.new for link in links if link.new is not None))
        if not keys:
            return Destination(number, "deleted")
        if any(link.kind == "ambiguous" for link in links):
            return Destination(number, "ambiguous", keys)
        heir = self._heir(links)
        if heir == number:
            return Destination(number, "kept", keys, heir)
        if len(keys) > 1:
            return Destination(number, "split", keys, heir)
        if heir is None and any(link.main for link in links):
            return Destination(number, "ambiguous", keys)
        if heir is None or sum(link.new == keys[0] for link in group.links) > 1:
            return Destination(number, "merged", keys)
        same = links[0].change in SLIGHT or self._same_words(edition, key, keys[0])
        return Destination(number, "moved" if same else "reworded", keys, heir)

    def _heir(self, links: Sequence[Link]) -> str | None:
        """Return the number that continues the lineage.

        Returns:
            None if the lineage ends, or if the target edition has the number twice or in an irregular form.
        """
        main = next((link.new for link in links if link.main and link.new is not None), None)
        if main is None or not is_number(main) or len(self._numbers(self.target).get(main, ())) != 1:
            return None
        return main

    def _same_words(self, edition: str, key: str, new: str) -> bool:
        """Return whether the texts are exactly the same, as they may be if the changes of several steps cancel out."""
        ours = self._history.text_sha256(edition, key)
        return ours is not None and ours == self._history.text_sha256(self.target, new)


def _join_destinations(number: str, destinations: Sequence[Destination]) -> Destination:
    """Return the destination of a number from those of its keys: the common one if all agree, otherwise `ambiguous`."""
    if len(set(destinations)) == 1:
        return destinations[0]
    keys = tuple(dict.fromkeys(key for destination in destinations for key in destination.keys))
    return Destination(number, "ambiguous", keys) if keys else Destination(number, "deleted")
