"""The sentences of one edition's changed records, and how much of each is in the records linked with its own."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping, Sequence

from msgspec import Struct

from rules.align.similarity import NOTHING, Bag, Lexicon, join_bags

HOME = 0.6
"""Minimum share of a sentence that a linked record must contain for it to be at home. At 0.5, many sentences that left
are at home by their common words; at 0.7, many that were only reworded are not."""
DISTINCTIVE = 7.0
"""Minimum weight of a sentence to be recognised elsewhere; about two distinctive words."""
TORN_WEIGHT = 2.0
"""Minimum weight of missing words that can distinguish twins: one word that is not very common."""


class Sentence(Struct, frozen=True):
    """A sentence, its record, and how much of it the records linked with its record contain.

    Attributes:
        record: Position of the record.
        bag: Its words.
        linked: Whether its record is linked with a changed record.
        at_home: Maximum share of it that one of these records contains, 0 to 1; 0 without any.
        missing: Its words that they lack; empty without any.
    """

    record: int
    bag: Bag
    linked: bool = False
    at_home: float = 0.0
    missing: Bag = NOTHING

    @property
    def away(self) -> Bag:
        """Return the words that may be found elsewhere: all of them as long as the sentence's record is not linked."""
        return self.missing if self.linked else self.bag


class Sentences:
    """The sentences of one side, by number.

    Args:
        lexicon: The words of both editions.
        records: Sentences of the changed records, by position.
        headings: Positions of the headings among them, which are not split into sentences.

    Attributes:
        all: The sentences.
        numbers: The numbers of each record's sentences.
        whole: All words of each record, headings included.
    """

    def __init__(self, lexicon: Lexicon, records: Mapping[int, Sequence[Bag]], headings: Container[int]) -> None:
        self._lexicon = lexicon
        self.whole = {position: join_bags(bags) for position, bags in records.items()}
        self.all: list[Sentence] = []
        self.numbers: dict[int, range] = {}
        for position, bags in records.items():
            if position not in headings:
                first = len(self.all)
                self.all += [Sentence(position, bag) for bag in bags]
                self.numbers[position] = range(first, len(self.all))

    def record(self, number: int) -> int:
        """Return the record of a sentence."""
        return self.all[number].record

    def settle(self, record: int, counterparts: Sequence[Bag]) -> None:
        """Update the sentences of a record with its linked records in the other edition, if there are any."""
        if not counterparts:
            return
        together = join_bags(counterparts)
        for number in self.numbers.get(record, ()):
            bag = self.all[number].bag
            held = max(self._lexicon.measure_cover(bag, counterpart) for counterpart in counterparts)
            self.all[number] = Sentence(record, bag, True, held, self._lexicon.find_missing(bag, together))

    def list_distinctive(self) -> Iterator[tuple[int, Bag]]:
        """Yield the sentences with enough words, without those that are at home and lack no word."""
        for number, sentence in enumerate(self.all):
            at_home = sentence.at_home >= HOME and sentence.missing.weight < TORN_WEIGHT
            if sentence.bag.weight >= DISTINCTIVE and not at_home:
                yield number, sentence.bag
