"""The sentences of the changed records of one edition, each compared with what its record is linked to."""

from collections.abc import Iterator, Mapping, Sequence

from rules.align.lexicon import Bag, Lexicon, join_bags
from rules.align.side import NONE, AlignmentSide
from rules.grouping import grouped

HOME = 0.6
"""Minimum share of a sentence that a linked record must contain for the sentence to be *at home*, that is, to have
stayed with its record. At 0.5, many sentences that left count as at home because of common words; at 0.7, many that
were only reworded do not."""
TORN_WEIGHT = 2.0
"""Minimum weight of the words that its linked records lack for a sentence to be *torn*, so that a part of it may be
elsewhere: the weight of one word that is not very common."""


class Sentences:
    """The sentences of one side in columns; the number of a sentence is an index into each of them.

    Args:
        lexicon: The words of both editions.
        side: The edition.
        records: Sentences of the changed records, by position; headings are not split into sentences.
        partners: For each position of the side, that of the record linked with it, or `NONE`.

    Attributes:
        record: Position of the record of each sentence.
        bag: The words of each sentence.
        away: The words of each sentence that may be found elsewhere: those that all changed records lack with which its
            record is linked. Without such a record these are all words.
        at_home: The greatest share of each sentence that one of these linked records contains, 0 to 1; 0 without any.
        numbers: Position of a record → the numbers of its sentences.
        whole: All words of each record, headings included.
        unlinked: The records that had no link before the search for pieces.
    """

    def __init__(
        self, lexicon: Lexicon, side: AlignmentSide, records: Mapping[int, Sequence[Bag]], partners: Sequence[int]
    ) -> None:
        self._lexicon = lexicon
        self.whole = {position: join_bags(bags) for position, bags in records.items()}
        self.unlinked = frozenset(position for position in records if partners[position] == NONE)
        self.record: list[int] = []
        self.bag: list[Bag] = []
        for position, bags in records.items():
            if not side.is_heading(position):
                self.record += [position] * len(bags)
                self.bag += bags
        self.away = [*self.bag]
        self.at_home = [0.0] * len(self.bag)
        self.numbers = grouped((position, number) for number, position in enumerate(self.record))

    def compare_with(self, record: int, counterparts: Sequence[Bag]) -> None:
        """Note which words of the sentences of a record its linked records have.

        Args:
            record: Position of the record.
            counterparts: The words of all changed records of the other edition that are linked with it; if there are
                none, nothing changes.
        """
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
        """Return whether the linked records lack enough words of a sentence for a part of it to be elsewhere."""
        return self.away[number].weight >= TORN_WEIGHT

    def list_distinctive(self) -> Iterator[tuple[int, Bag]]:
        """Yield number and words of the sentences that are worth looking for in the other edition.

        A sentence must weigh at least as much as a word that only one record has. Sentences that are at home are left
        out, unless they are torn.
        """
        for number, bag in enumerate(self.bag):
            is_whole_at_home = self.is_at_home(number) and not self.is_torn(number)
            if bag.weight >= self._lexicon.once and not is_whole_at_home:
                yield number, bag
