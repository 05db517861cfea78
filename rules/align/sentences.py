"""The sentences of the changed records of one edition: how much of each the records linked with its record have.

A *changed* record is unlinked, or linked to a record with other words. The *counterparts* of a sentence are the changed
records that its record is linked with. If rule 1.1 says "At dawn, paint each wall or gate", and the rule 1.1 of the
next edition says "At dawn, paint each wall", the new 1.1 is the counterpart of the old sentence. The sentence is *at
home*, because its counterpart contains most of it, and it is *torn*, because its counterpart lacks a distinctive word.
"""

from collections.abc import Iterator, Mapping, Sequence

from rules.align.edition_columns import NONE, EditionColumns
from rules.align.lexicon import Bag, Lexicon, join_bags
from rules.grouping import grouped

HOME = 0.6
"""Minimum share of a sentence that a record linked with its record must contain for the sentence to be *at home*. Such
a sentence stayed with its record. At 0.5, many sentences that left would be at home because of common words; at 0.7,
many that were only reworded would not."""
TORN_WEIGHT = 2.0
"""Minimum weight of a sentence's away words (`Sentences.away_words`) for the sentence to be *torn*, so that a part of
it may be in another record. It is about the weight of one word that is not very common."""


class Sentences:
    """The sentences of one edition in columns; a sentence is given by its index into each column.

    Args:
        lexicon: The words of both editions.
        edition: The edition.
        records: Position of a changed record → its sentences. Those of headings are not among the columns.
        partners: At the position of a record, that of the record with which it has a main link, or `NONE`.

    Attributes:
        record_of: Position of the record of each sentence.
        bag_of: The words of each sentence.
        away_words: The words of each sentence that may be in another record: those that all its counterparts together
            lack; all words if there are no counterparts.
        home_share: The greatest share of each sentence that one of its counterparts contains, 0 to 1; 0 if there are no
            counterparts.
        sentences_of: Position of a record → its sentences.
        record_bag_of: Position of a record, which may be a heading → all its words.
        unlinked: The records that had no main link before the search for splits and merges. This does not change when
            the search links them.
    """

    def __init__(
        self, lexicon: Lexicon, edition: EditionColumns, records: Mapping[int, Sequence[Bag]], partners: Sequence[int]
    ) -> None:
        self._lexicon = lexicon
        self.record_bag_of = {position: join_bags(bags) for position, bags in records.items()}
        self.unlinked = frozenset(position for position in records if partners[position] == NONE)
        self.record_of: list[int] = []
        self.bag_of: list[Bag] = []
        for position, bags in records.items():
            if not edition.is_heading(position):
                self.record_of += [position] * len(bags)
                self.bag_of += bags
        self.away_words = [*self.bag_of]
        self.home_share = [0.0] * len(self.bag_of)
        self.sentences_of = grouped((position, sentence) for sentence, position in enumerate(self.record_of))

    def compare_with(self, record: int, counterparts: Sequence[Bag]) -> None:
        """Fill the columns `home_share` and `away_words` for the sentences of a record.

        Args:
            record: Position of the record.
            counterparts: The words of all changed records of the other edition that are linked with it; if there are
                none, nothing changes.
        """
        if not counterparts:
            return
        all_counterparts = join_bags(counterparts)
        for sentence in self.sentences_of.get(record, ()):
            bag = self.bag_of[sentence]
            covers = [self._lexicon.measure_cover(bag, counterpart) for counterpart in counterparts]
            self.home_share[sentence] = max(covers)
            self.away_words[sentence] = self._lexicon.find_missing(bag, all_counterparts)

    def is_at_home(self, sentence: int) -> bool:
        """Return whether one of its counterparts contains most of a sentence."""
        return self.home_share[sentence] >= HOME

    def is_torn(self, sentence: int) -> bool:
        """Return whether the counterparts lack so many words of a sentence that a part of it may have moved."""
        return self.away_words[sentence].weight >= TORN_WEIGHT

    def list_distinctive(self) -> Iterator[tuple[int, Bag]]:
        """Yield the sentences that are worth looking for in the other edition, each with its index and its words.

        They weigh at least as much as a word that only one record has. They are not at home, or at home but torn.
        """
        for sentence, bag in enumerate(self.bag_of):
            is_whole_at_home = self.is_at_home(sentence) and not self.is_torn(sentence)
            if bag.weight >= self._lexicon.rarest_weight and not is_whole_at_home:
                yield sentence, bag
