"""The sentences of one edition's changed records, and what of each is at home where its record goes on."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass

from rules.align.similarity import NOTHING, Bag, Lexicon, join_bags

HOME = 0.6
"""Share of a sentence that its record's continuation must hold for it to be at home; at half, many a sentence that left
is at home by its common words, and at seven tenths much that was only reworded is not."""
TELLING = 7.0
"""Weight below which a sentence says too little to be recognised anywhere; some two telling words."""
TORN_WEIGHT = 2.0
"""Weight of missing words that can tell twins apart: one that does not stand everywhere."""


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence, the record it stands in, and what of it those hold with which that record is linked.

    Attributes:
        record: Position of the record.
        bag: Its words.
        linked: Whether its record is linked with any that changed.
        at_home: Share of it that they hold, 0 to 1; 0 where there are none.
        missing: Its words that they lack; empty where there are none.
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
        headings: Positions of those that are headings: they count as a whole, and have no sentences.

    Attributes:
        all: The sentences.
        numbers: For each record the numbers of its sentences.
        whole: For each record, headings too, all its words.
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
        """Take in the counterparts that a record is linked with in the other edition; without any, nothing changes."""
        if not counterparts:
            return
        together = join_bags(counterparts)
        for number in self.numbers.get(record, ()):
            bag = self.all[number].bag
            held = max(self._lexicon.measure_cover(bag, counterpart) for counterpart in counterparts)
            self.all[number] = Sentence(record, bag, True, held, self._lexicon.find_missing(bag, together))

    def list_telling(self) -> Iterator[tuple[int, Bag]]:
        """Yield the sentences with enough words, without those that are at home and lack no word."""
        for number, sentence in enumerate(self.all):
            at_home = sentence.at_home >= HOME and sentence.missing.weight < TORN_WEIGHT
            if sentence.bag.weight >= TELLING and not at_home:
                yield number, sentence.bag
