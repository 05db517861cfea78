"""Joining the chains of rules that were deleted and came back one or several editions later.

A chain has the versions of one rule from edition to edition, as the links of the steps connect them
(`graph.lineages.chains`). It breaks where an edition lacks the rule. A lineage goes on: if a rule is in the editions of
2001 and 2003, but not in that of 2002, its two chains are joined here to one.

Two chains are joined if the evidence is strong:

- the same passage (except for typography and numbers) of at least `DISTINCTIVE_LENGTH` words. It must be unique in the
  last edition that had it, in the edition that has it again, and among the records deleted before and added there;
- a heading of the same kind, equally unique, with at least one equal subrule of that length;
- a glossary entry of the same term with mostly the same words.

The subrules of a heading that came back are joined too, if they are equal and unique among their siblings. Nothing else
is joined.
"""

from collections import Counter
from collections.abc import Callable, Collection, Hashable, Iterable, Mapping, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from graph.lineages.chains import LineageChain
from graph.lineages.inventory import Inventory, PassageOf, Place
from rules.caching import cached_method
from rules.change import Passage, classify
from rules.grouping import grouped
from rules.keys import is_entry, number_of
from rules.links import LinkBasis
from rules.numbers import is_number, kind_of
from rules.text import fold, mask, masked_words, words
from rules.text_sizes import DISTINCTIVE_LENGTH

_SHARED = 0.6
"""Minimum share of the words of the shorter of two glossary entries that the other entry must have, 0 to 1. Three terms
came back with other words until 2026: two of them have nearly all of the words, and the third has almost none."""

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
    begun_in = grouped((chain.first.first, chain) for chain in chains if chain.first.kind == "added")
    joined: set[LineageChain] = set()
    # A rule that comes back was missing in at least one edition. So a chain that ended in one edition can come back two
    # editions later at the earliest, and from then on remains a candidate. Example: of the editions 2001 to 2004, the
    # pairs are 2001 with 2003, and 2002 with 2004.
    for ended_in, two_later in zip(inventories, inventories[2:], strict=False):
        for chain in _list_deleted_after(ended_in.edition, chains):
            if chain not in joined:
                joiner.add_deleted(chain)
        joined |= joiner.join(begun_in[two_later.edition])
    return tuple(chain for chain in chains if chain not in joined)


def _list_deleted_after(edition: str, chains: Iterable[LineageChain]) -> list[LineageChain]:
    """Return the chains of rules that an edition was the last to have, and that the next one deleted.

    A chain that ended because its rule was merged into another one, or split, is not deleted.
    """
    return [chain for chain in chains if chain.deleted and chain.last.last == edition]


class _Joiner:
    """The deleted chains, to which new chains of later editions are joined.

    Args:
        inventories: All editions of the work.
        passage_of: Returns the passage for a passage number.
    """

    def __init__(self, inventories: Sequence[Inventory], passage_of: PassageOf) -> None:
        self._inventories = {inventory.edition: inventory for inventory in inventories}
        self._passage_of = passage_of
        self._deleted: dict[Place, LineageChain] = {}  # last place → deleted chain that has not come back
        self._new_chains: dict[Place, LineageChain] = {}  # first place → chain of the present edition, not yet joined

    def add_deleted(self, chain: LineageChain) -> None:
        """Add a chain that was deleted."""
        self._deleted[Place(chain.last.last, chain.last.key)] = chain

    def join(self, new_chains: Iterable[LineageChain]) -> set[LineageChain]:
        """Join the chains that begin in an edition to deleted chains; return those that were joined.

        The strongest evidence comes first: a chain that is joined by its text is not looked at again.
        """
        self._new_chains = {Place(chain.first.first, chain.first.key): chain for chain in new_chains}
        candidates = set(self._new_chains.values())
        for returned in self._find_returns(self._text_feature):
            self._join(returned, _SAME_TEXT)
        for returned in self._find_returns(self._heading_feature):
            self._join_heading(returned)
        for returned in self._find_returns(self._term_feature):
            if self._share_words(returned):
                self._join(returned, _SAME_TERM)
        return candidates - set(self._new_chains.values())

    def _join_heading(self, heading: _Return) -> None:
        """Join a heading that came back with the subrules that came back with it, if there are any."""
        if heading.old not in self._deleted or heading.new not in self._new_chains:
            return  # it was already joined as a subrule of a heading above it
        subrules = self._find_alike_below(heading)
        if subrules:
            self._join(heading, _SAME_HEADING)
        for subrule in subrules:
            if subrule.old in self._deleted and subrule.new in self._new_chains:
                self._join(subrule, _BELOW_HEADING)

    def _find_returns(self, feature: _Feature) -> list[_Return]:
        """Return the pairs of a deleted chain and a new chain that have the same value of a feature.

        No other record of either edition, and no other deleted or new chain, may have that value.
        """
        places_of_new = self._find_new(feature)
        places_of_deleted = self._find_deleted(feature, places_of_new)
        returns: list[_Return] = []
        for value, new_places in places_of_new.items():
            deleted_places = places_of_deleted.get(value, ())
            if len(deleted_places) != 1 or len(new_places) != 1:
                continue
            (old,), (new,) = deleted_places, new_places
            if self._is_alone(old, value, feature) and self._is_alone(new, value, feature):
                returns.append(_Return(old, new))
        return returns

    def _find_new(self, feature: _Feature) -> Mapping[Hashable, Sequence[Place]]:
        """Return value of a feature → the first places of the new chains that have it."""
        places: dict[Hashable, list[Place]] = {}
        for place, chain in self._new_chains.items():
            value = feature(place, chain.passage_numbers[0])
            if value is not None:
                places.setdefault(value, []).append(place)
        return places

    def _find_deleted(self, feature: _Feature, wanted: Collection[Hashable]) -> Mapping[Hashable, Sequence[Place]]:
        """Return value of a feature → the last places of the deleted chains that have it, for the wanted values."""
        places: dict[Hashable, list[Place]] = {}
        if not wanted:
            return places  # without computing the features of all deleted chains
        for place, chain in self._deleted.items():
            value = feature(place, chain.passage_numbers[-1])
            if value in wanted:
                places.setdefault(value, []).append(place)
        return places

    def _is_alone(self, place: Place, value: Hashable, feature: _Feature) -> bool:
        """Return whether no other record of the edition has the feature."""
        for key, passage_number in self._inventories[place.edition].list_records():
            if key != place.key and feature(Place(place.edition, key), passage_number) == value:
                return False
        return True

    @cached_method
    def _form(self, passage_number: int) -> str:
        """Return the form of the passage of a number; see `_form_of`."""
        return _form_of(self._passage_of(passage_number))

    @cached_method
    def _is_long(self, passage_number: int) -> bool:
        """Return whether a passage has enough words to be evidence by itself."""
        return len(words(self._form(passage_number))) >= DISTINCTIVE_LENGTH

    def _text_feature(self, _place: Place, passage_number: int) -> str | None:
        """Return the form of a record's passage; None if the passage is too short."""
        return self._form(passage_number) if self._is_long(passage_number) else None

    def _heading_feature(self, place: Place, passage_number: int) -> tuple[str, str] | None:
        """Return the kind of a rule and its heading; None for a glossary entry, or a rule without heading."""
        heading = self._passage_of(passage_number).heading
        number = number_of(place.key)
        if heading is None or not is_number(number):
            return None
        return kind_of(number), fold(heading)

    def _term_feature(self, place: Place, passage_number: int) -> str | None:
        """Return the term of a glossary entry; None for a rule."""
        return fold(self._passage_of(passage_number).heading or "") if is_entry(place.key) else None

    def _share_words(self, entry: _Return) -> bool:
        """Return whether two glossary entries have enough words in common."""
        before = self._count_words(self._deleted[entry.old].passage_numbers[-1])
        after = self._count_words(self._new_chains[entry.new].passage_numbers[0])
        shorter = max(1, min(before.total(), after.total()))
        return (before & after).total() / shorter >= _SHARED

    def _count_words(self, passage_number: int) -> Counter[str]:
        """Count the words of a passage without its heading."""
        return Counter(masked_words(self._passage_of(passage_number).text))

    def _find_alike_below(self, heading: _Return) -> list[_Return]:
        """Return the subrules that two headings have in common; none if all of them are too short to be evidence.

        Any of them may be that evidence, but only those that each heading has once are returned.
        """
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
            (self._form(passage_number), Place(place.edition, key))
            for key, passage_number in inventory.list_records()
            if parents[key] == number
        )

    def _join(self, returned: _Return, evidence: LinkBasis) -> None:
        """Append the versions of a new chain to the deleted chain that it continues, which is changed in place.

        The first version of the new chain, which was `added`, becomes `returned`. If the new chain was deleted again,
        so is the joined one, which may then return once more.
        """
        former, new_chain = self._deleted.pop(returned.old), self._new_chains.pop(returned.new)
        before = self._passage_of(former.passage_numbers[-1])
        after = self._passage_of(new_chain.passage_numbers[0])
        first = replace(
            new_chain.first,
            kind="returned",
            change=classify([before], [after], _are_same_rule),
            method=evidence.method,
            score=evidence.score,
            sources=(former.last.key,),
        )
        former.versions += [first, *new_chain.versions[1:]]
        former.passage_numbers += new_chain.passage_numbers
        former.also_printed |= new_chain.also_printed
        former.deleted = new_chain.deleted


def _form_of(passage: Passage) -> str:
    """Return a passage without its typography, and with `#` for its numbers."""
    return mask(fold("\n".join((passage.heading or "", passage.text, *passage.examples, *passage.notes))))


def _are_same_rule(_old: str, _new: str) -> bool:
    """Return True for any two numbers, since all numbers may have moved in the meantime."""
    return True
