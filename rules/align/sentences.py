"""The sentences of the changed records of one edition, with what their linked records lack of them."""

from collections.abc import Iterator, Mapping, Sequence

from rules.align.lexicon import Bag, Lexicon, join_bags
from rules.align.side import NONE, AlignmentSide
from rules.grouping import grouped

HOME = 0.6
"""Minimum share of a sentence that a linked record must contain for it to be at home. At 0.5, many sentences that left
are at home by their common words; at 0.7, many that were only reworded are not."""
TORN_WEIGHT = 2.0
"""Minimum weight of missing words that can distinguish twins: one word that is not very common."""


class Sentences:
    """The sentences of one side in columns; the number of a sentence is an index into each of them.

    Args:
        lexicon: The words of both editions.
        side: The edition.
        records: Sentences of the changed records, by position; headings are not split into sentences.
        partners: For each position of the side, that of the record linked with it, or `NONE`.

    Attributes:
        record: Position of the record of each sentence.
        bag: Its words.
        away: Its words that may be found elsewhere: all of them as long as its record is not linked with a changed
            record, then those that all such records lack.
        at_home: Maximum share of it that one of these records contains, 0 to 1; 0 without any.
        numbers: The numbers of each record's sentences.
        whole: All words of each record, headings included.
        free: The records that were unlinked before the search for pieces.
    """

    def __init__(
        self, lexicon: Lexicon, side: AlignmentSide, records: Mapping[int, Sequence[Bag]], partners: Sequence[int]
    ) -> None:
        self._lexicon = lexicon
        self.whole = {position: join_bags(bags) for position, bags in records.items()}
        self.free = frozenset(position for position in records if partners[position] == NONE)
        self.record: list[int] = []
        self.bag: list[Bag] = []
        for position, bags in records.items():
            if not side.is_heading(position):
                self.record += [position] * len(bags)
                self.bag += bags
        self.away = [*self.bag]
        self.at_home = [0.0] * len(self.bag)
        self.numbers = grouped((position, number) for number, position in enumerate(self.record))

    def settle(self, record: int, counterparts: Sequence[Bag]) -> None:
        """Update the sentences of a record with its linked records in the other edition, if there are any."""
        if not counterparts:
            return
        all_counterparts = join_bags(counterparts)
        for number in self.numbers.get(record, ()):
            bag = self.bag[number]
            self.at_home[number] = max(self._lexicon.measure_cover(bag, counterpart) for counterpart in counterparts)
            self.away[number] = self._lexicon.find_missing(bag, all_counterparts)

    def is_at_home(self, number: int) -> bool:
        """Return whether one of the linked records contains most of a sentence."""
        return self.at_home[number] >= HOME

    def is_torn(self, number: int) -> bool:
        """Return whether words of a sentence are missing that can distinguish twins."""
        return self.away[number].weight >= TORN_WEIGHT

    def list_distinctive(self) -> Iterator[tuple[int, Bag]]:
        """Yield the sentences that weigh as much as a word of one record, without those at home that lack no word."""
        for number, bag in enumerate(self.bag):
            is_whole_at_home = self.is_at_home(number) and not self.is_torn(number)
            if bag.weight >= self._lexicon.once and not is_whole_at_home:
                yield number, bag
