"""Joining the chains of rules that were deleted and came back one or several editions later.

Two chains are joined if the evidence is strong:

- the same passage (except for typography and numbers) of at least `DISTINCTIVE_LENGTH` words. It must be unique in the
  last edition that had it, in the edition that has it again, and among the records deleted before and added there;
- a heading of the same kind, equally unique, with at least one equal subrule of that length;
- a glossary entry of the same term with mostly the same words.

The subrules of a heading that came back are joined too, if they are equal and unique among their siblings. Nothing else
is joined.
"""

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from graph.lineages.chains import LineageChain
from graph.lineages.inventory import Inventory, PassageOf, Place
from rules.caching import cached_method
from rules.change import Passage, classify
from rules.grouping import grouped
from rules.keys import is_term, number_of
from rules.links import LinkBasis
from rules.numbers import is_number, kind_of
from rules.text import fold, mask, masked_words, words
from rules.text_sizes import DISTINCTIVE_LENGTH

_SHARED = 0.6
"""Minimum share of the words of the shorter of two glossary entries that the other one must have. Three terms came back
with other words until 2026: two have nearly all of the words, and the third almost none."""

_Feature = Callable[[Place, int], Hashable | None]
"""Returns the value by which a record, given by its place and passage number, can be recognised as one that was deleted
before; None if the record has no such value."""


_SAME_TEXT = LinkBasis("returned-text", 1.0)
_SAME_HEADING = LinkBasis("returned-heading", 0.9)
_BELOW_HEADING = LinkBasis("returned-below-heading", 0.9)
_SAME_TERM = LinkBasis("returned-term", 0.8)


class _Return(NamedTuple):
    """A record that came back: its last place before the deletion, and its first place afterwards."""

    old: Place
    new: Place


def join_returns(
    inventories: Sequence[Inventory], chains: Iterable[LineageChain], passage_of: PassageOf
) -> tuple[LineageChain, ...]:
    """Return the chains of one work in the order in which they start, those that came back joined to the old ones.

    Args:
        inventories: All editions of the work, oldest first.
        chains: The chains from `graph.lineages.chains.chain_links`; they are modified.
        passage_of: Returns the passage for a passage number of the chains.
    """
    chains = tuple(chains)
    joiner = _Joiner(inventories, passage_of)
    births = grouped((chain.first.first, chain) for chain in chains if chain.first.kind == "added")
    joined: set[LineageChain] = set()
    # What comes back was missing in at least one edition. So a chain whose last edition is `last_with_chain` can come
    # back two editions later at the earliest, and from then on stays among those that can.
    for last_with_chain, edition_of_births in zip(inventories, inventories[2:], strict=False):
        for chain in chains:
            ended_there = chain.deleted and chain.last.last == last_with_chain.edition
            if ended_there and chain not in joined:
                joiner.bury(chain)
        joined |= joiner.join(births[edition_of_births.edition])
    return tuple(chain for chain in chains if chain not in joined)


class _Joiner:
    """The deleted chains, to which chains that begin later (births) are joined.

    Args:
        inventories: All editions of the work.
        passage_of: Returns the passage for a passage number.
    """

    def __init__(self, inventories: Sequence[Inventory], passage_of: PassageOf) -> None:
        self._inventories = {inventory.edition: inventory for inventory in inventories}
        self._passage_of = passage_of
        self._dead: dict[Place, LineageChain] = {}  # last place → deleted chain that has not come back
        self._waiting: dict[Place, LineageChain] = {}  # first place → birth of the edition that is looked at

    def bury(self, chain: LineageChain) -> None:
        """Add a chain that was deleted."""
        self._dead[Place(chain.last.last, chain.last.key)] = chain

    def join(self, births: Iterable[LineageChain]) -> set[LineageChain]:
        """Join births of one edition to deleted chains; return the births that were joined."""
        self._waiting = {Place(chain.first.first, chain.first.key): chain for chain in births}
        born = set(self._waiting.values())
        for back in self._find_returns(self._text_feature):
            self._tie(back, _SAME_TEXT)
        for back in self._find_returns(self._heading_feature):
            self._join_heading(back)
        for back in self._find_returns(self._term_feature):
            if self._share_words(back):
                self._tie(back, _SAME_TERM)
        return born - set(self._waiting.values())

    def _join_heading(self, heading: _Return) -> None:
        """Join a heading that came back with the subrules that came back with it, if there are any."""
        if heading.old not in self._dead or heading.new not in self._waiting:
            return  # it was joined with the heading above it
        subrules = self._find_alike_below(heading)
        if subrules:
            self._tie(heading, _SAME_HEADING)
        for subrule in subrules:
            if subrule.old in self._dead and subrule.new in self._waiting:
                self._tie(subrule, _BELOW_HEADING)

    def _find_returns(self, feature: _Feature) -> list[_Return]:
        """Return the pairs of a deleted chain and a birth that have the same value of a feature.

        No other record of either edition, and no other deleted chain or birth, may have that value.
        """
        places_of_births: dict[Hashable, list[Place]] = {}
        for place, chain in self._waiting.items():
            value = feature(place, chain.passages[0])
            if value is not None:
                places_of_births.setdefault(value, []).append(place)
        places_of_dead = self._find_dead(feature, places_of_births)
        returns: list[_Return] = []
        for value, births in places_of_births.items():
            dead = places_of_dead.get(value, ())
            if len(dead) != 1 or len(births) != 1:
                continue
            (old,), (new,) = dead, births
            if self._is_alone(old, value, feature) and self._is_alone(new, value, feature):
                returns.append(_Return(old, new))
        return returns

    def _find_dead(self, feature: _Feature, wanted: Mapping[Hashable, object]) -> Mapping[Hashable, Sequence[Place]]:
        """Return value of a feature → the last places of the deleted chains that have it, for the wanted values."""
        places: dict[Hashable, list[Place]] = {}
        if not wanted:
            return places
        for place, chain in self._dead.items():
            value = feature(place, chain.passages[-1])
            if value in wanted:
                places.setdefault(value, []).append(place)
        return places

    def _is_alone(self, place: Place, value: Hashable, feature: _Feature) -> bool:
        """Return whether no other record of the edition has the feature."""
        for key, passage in self._inventories[place.edition].list_records():
            if key != place.key and feature(Place(place.edition, key), passage) == value:
                return False
        return True

    @cached_method
    def _form(self, passage: int) -> str:
        """Return the form of the passage of a number; see `_form_of`."""
        return _form_of(self._passage_of(passage))

    @cached_method
    def _is_long(self, passage: int) -> bool:
        """Return whether a passage has enough words to be evidence by itself."""
        return len(words(self._form(passage))) >= DISTINCTIVE_LENGTH

    def _text_feature(self, _place: Place, passage: int) -> str | None:
        """Return the form of a record's passage; None if the passage is too short."""
        return self._form(passage) if self._is_long(passage) else None

    def _heading_feature(self, place: Place, passage: int) -> tuple[str, str] | None:
        """Return the kind of a rule and its heading; None for a glossary entry, or a rule without heading."""
        heading = self._passage_of(passage).heading
        number = number_of(place.key)
        if heading is None or not is_number(number):
            return None
        return kind_of(number), fold(heading)

    def _term_feature(self, place: Place, passage: int) -> str | None:
        """Return the term of a glossary entry; None for a rule."""
        return fold(self._passage_of(passage).heading or "") if is_term(place.key) else None

    def _share_words(self, entry: _Return) -> bool:
        """Return whether two glossary entries have enough words in common."""
        before = self._count_words(self._dead[entry.old].passages[-1])
        after = self._count_words(self._waiting[entry.new].passages[0])
        shorter = max(1, min(before.total(), after.total()))
        return (before & after).total() / shorter >= _SHARED

    def _count_words(self, passage: int) -> Counter[str]:
        """Count the words of a passage without its heading."""
        return Counter(masked_words(self._passage_of(passage).text))

    def _find_alike_below(self, heading: _Return) -> list[_Return]:
        """Return the subrules that two headings have in common; none if all of them are too short to be evidence."""
        before = self._list_below(heading.old)
        after = self._list_below(heading.new)
        shared = [form for form in before if form in after]
        if not any(len(words(form)) >= DISTINCTIVE_LENGTH for form in shared):
            return []
        unique = [form for form in shared if len(before[form]) == len(after[form]) == 1]
        return [_Return(before[form][0], after[form][0]) for form in unique]

    def _list_below(self, place: Place) -> dict[str, list[Place]]:
        """Return form → the places of the records with that form directly below a rule."""
        number = number_of(place.key)
        inventory = self._inventories[place.edition]
        parents = inventory.map_parents()
        return grouped(
            (self._form(passage), Place(place.edition, key))
            for key, passage in inventory.list_records()
            if parents[key] == number
        )

    def _tie(self, back: _Return, evidence: LinkBasis) -> None:
        """Append the versions of a birth to the deleted chain that it continues."""
        deleted, birth = self._dead.pop(back.old), self._waiting.pop(back.new)
        before = self._passage_of(deleted.passages[-1])
        after = self._passage_of(birth.passages[0])
        first = replace(
            birth.first,
            kind="returned",
            change=classify([before], [after], _are_same_rule),
            method=evidence.method,
            score=evidence.score,
            sources=(deleted.last.key,),
        )
        deleted.versions += [first, *birth.versions[1:]]
        deleted.passages += birth.passages
        deleted.also_printed |= birth.also_printed
        deleted.deleted = birth.deleted


def _form_of(passage: Passage) -> str:
    """Return a passage without its typography, and with `#` for its numbers."""
    return mask(fold("\n".join((passage.heading or "", passage.text, *passage.examples, *passage.notes))))


def _are_same_rule(_old: str, _new: str) -> bool:
    """Return True for any two numbers, since all numbers may have moved in the meantime."""
    return True
