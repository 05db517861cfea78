"""The pairs of sentences that count as the same sentence, kept up to date while more records are linked.

Two sentences count as the same if they are similar enough (`rules.align.sentence_similarity`) and their records are not
linked with each other: then the sentence may have moved from the old record to the new one.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable

from rules.align.edition_columns import NONE
from rules.align.matching import Matching, RecordPair
from rules.align.sentence_comparison import SentenceComparison
from rules.align.sentence_pairs import SentencePair, list_sentence_pairs
from rules.align.sentence_similarity import SentenceSimilarity


class SameSentences:
    """The pairs of an old and a new sentence that are the same sentence, although their records are not linked.

    A sentence is *at home* if a record that its own record is linked with contains most of it (`Sentences.is_at_home`).
    So each link changes which sentences of its two records are at home, and thereby the similarity of the pairs with
    these sentences. A new main link also changes the families, on which the similarity of all pairs depends.

    Args:
        matching: The main links so far.
        comparison: Compares the words of sentences; has the sentences of both editions.

    Attributes:
        similarities: Pair of sentences → its similarity.
    """

    def __init__(self, matching: Matching, comparison: SentenceComparison) -> None:
        self.similarities: dict[SentencePair, float] = {}
        self._matching = matching
        self._comparison = comparison
        self._old = comparison.old
        self._new = comparison.new
        self._targets: dict[int, list[int]] = defaultdict(list)  # old record → the new records linked with it
        self._sources: dict[int, list[int]] = defaultdict(list)  # new record → the old records linked with it
        new_of = matching.new_of
        self._link_records([RecordPair(old, new_of[old]) for old in self._old.record_bag_of if new_of[old] != NONE])
        # Which pairs are worth comparing depends on which sentences are at home, hence on the links.
        self._candidates = list_sentence_pairs(matching, comparison.lexicon, self._old, self._new)
        self._similarity = SentenceSimilarity(matching, matching.update_families(), comparison)
        self._compare_pairs(self._candidates)

    def records_of(self, sentences: SentencePair) -> RecordPair:
        """Return the records that two sentences are in."""
        return RecordPair(self._old.record_of[sentences.old], self._new.record_of[sentences.new])

    def are_near(self, records: RecordPair) -> bool:
        """Return whether two records are near each other, see `RecordPlaces.are_near`."""
        return self._similarity.are_near(records.old, records.new)

    def add_main_links(self, links: Collection[RecordPair]) -> None:
        """Take new main links, which `Matching` has already, into account."""
        self._link_records(links)
        self._similarity = SentenceSimilarity(self._matching, self._matching.update_families(), self._comparison)
        self._compare_pairs(self._candidates)

    def add_additional_links(self, links: Collection[RecordPair]) -> None:
        """Take new additional links, which `Matching` has already, into account.

        Only the similar pairs with a sentence of the linked records are compared again. A pair that was not similar
        before cannot become similar, because a link only brings more sentences home.
        """
        self._link_records(links)
        olds = {link.old for link in links}
        news = {link.new for link in links}
        affected: list[SentencePair] = []
        for pair in self.similarities:
            records = self.records_of(pair)
            if records.old in olds or records.new in news:
                affected.append(pair)
        self._compare_pairs(affected)

    def _link_records(self, links: Collection[RecordPair]) -> None:
        """Record main or additional links, and measure again which sentences of the linked records are at home."""
        for link in links:
            self._targets[link.old].append(link.new)
            self._sources[link.new].append(link.old)
        # A linked record without a bag is unchanged. It is not among the records that are compared.
        for old in {link.old for link in links}:
            targets = [self._new.record_bag_of[new] for new in self._targets[old] if new in self._new.record_bag_of]
            self._old.compare_with(old, targets)
        for new in {link.new for link in links}:
            sources = [self._old.record_bag_of[old] for old in self._sources[new] if old in self._old.record_bag_of]
            self._new.compare_with(new, sources)

    def _compare_pairs(self, pairs: Iterable[SentencePair]) -> None:
        """Set the similarities of pairs, and remove the pairs that do not count as the same sentence.

        Those are the pairs with a similarity of 0, and the pairs whose records are linked with each other, whatever
        their similarity is: these sentences did not move.
        """
        for pair in pairs:
            records = self.records_of(pair)
            is_linked = records.new in self._targets.get(records.old, ())
            similarity = 0.0 if is_linked else self._similarity.measure(pair.old, pair.new)
            if similarity:
                self.similarities[pair] = similarity
            else:
                self.similarities.pop(pair, None)
