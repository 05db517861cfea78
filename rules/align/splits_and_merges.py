"""Splits and merges: sentences of a rule that are now in another rule than its continuation.

An *additional link* connects two records if some sentences of the old record are in the new record, although the main
link of one of the two leads to another record. To find such links, each sentence of a changed record (one that is
unlinked, or whose words changed) is looked for among the sentences of the other edition.

A sentence that is also in a record linked with its own record is *at home*, and no evidence of a split or merge.
Therefore a rule that repeats another, unchanged rule is not a part of that rule but an addition. The exception is a
rule about two things that was split into one rule for each thing, since its sentences are equally similar to both.

The best pairs of records are linked first, and their common sentences are at home from then on. So if a sentence has
several copies, only the nearest copy is linked, and the sentences that are left of a record are looked for among those
that are left of the others. `rules.align.sentence_similarity` has an example for all these words.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from rules.align.lexicon import Bag, Lexicon
from rules.align.limits import MOST_ROUNDS
from rules.align.matching import Matching, RecordPair
from rules.align.moved import Moved, MoveMeasure
from rules.align.same_sentences import SameSentences
from rules.align.sentence_comparison import SentenceComparison
from rules.align.sentence_pairs import SentencePair
from rules.align.sentences import Sentences
from rules.align.similar_copies import select_most_similar
from rules.grouping import grouped
from rules.links import LinkBasis

BY_SENTENCES = "piece"
"""Method of links by moved sentences, main ones and additional ones."""


class _MovedPair(NamedTuple):
    """Two records, and how much text moved from the old one to the new one: enough for a link."""

    records: RecordPair
    moved: Moved

    def rank(self) -> tuple[float, RecordPair]:
        """Return a sort value by which the greatest share comes first; of equal shares, the first position."""
        return -self.moved.share, self.records


class SplitsAndMerges:
    """The search for splits and merges. Make an object for each search, and call `link` once.

    Args:
        matching: The main links so far. Its `additional_links` receive the links found; a pair of two unlinked records
            gets a main link instead.
        lexicon: The words of both editions.
        olds: Position of an old record that is unlinked or whose words changed → its sentences.
        news: Position of such a new record → its sentences.
    """

    def __init__(
        self,
        matching: Matching,
        lexicon: Lexicon,
        olds: Mapping[int, Sequence[Bag]],
        news: Mapping[int, Sequence[Bag]],
    ) -> None:
        old = Sentences(lexicon, matching.old, olds, matching.new_of)
        new = Sentences(lexicon, matching.new, news, matching.old_of)
        comparison = SentenceComparison(lexicon, old, new, matching)
        self._matching = matching
        self._measure = MoveMeasure(matching, comparison)
        self._same_sentences = SameSentences(matching, comparison)

    def link(self) -> None:
        """Link the pairs of records between which enough text moved.

        Pairs of unlinked records come first, because their families show where to look for the other parts. The others
        are linked in rounds: only the best pair of both its records is linked in a round (`_select_best`). The old
        records of pairs that are left after `MOST_ROUNDS` are added to `Matching.coarse_old`, as not compared closely.
        """
        self._link_unlinked()
        for _ in range(MOST_ROUNDS):
            best = _select_best(self._rank_moved())
            if not best:
                return
            self._add_additional_links(best)
        for remaining_pair in self._rank_moved():
            self._matching.coarse_old.add(remaining_pair.records.old)

    def _link_unlinked(self) -> None:
        """Link pairs of unlinked records by a main link, the best pairs first.

        A pair is left out if a better pair has linked one of its records.
        """
        linked: list[RecordPair] = []
        for records, moved in self._rank_moved():
            if self._matching.are_unlinked(records.old, records.new):
                self._matching.link(records.old, records.new, BY_SENTENCES, moved.found)
                linked.append(records)
        if linked:
            self._same_sentences.add_main_links(linked)

    def _add_additional_links(self, pairs: Sequence[_MovedPair]) -> None:
        """Link pairs of records by additional links."""
        for records, moved in pairs:
            self._matching.additional_links[records] = LinkBasis(BY_SENTENCES, moved.found)
        self._same_sentences.add_additional_links([pair.records for pair in pairs])

    def _rank_moved(self) -> list[_MovedPair]:
        """Return the pairs of records between which enough text moved, the greatest share first.

        First every sentence counts for all pairs of records that it is in. A pair of records that has too little text
        even so can never be linked, and must not take a sentence from another pair. Among the pairs that are left, a
        sentence counts only for those where it is most similar.
        """
        records_of: dict[SentencePair, RecordPair] = {}
        for sentence_pair in sorted(self._same_sentences.similarities):
            records_of[sentence_pair] = self._same_sentences.records_of(sentence_pair)
        possible = {moved_pair.records for moved_pair in self._list_moved(records_of)}
        competing = {sentence_pair: records for sentence_pair, records in records_of.items() if records in possible}
        moved_pairs = self._list_moved(self._select_most_similar(competing))
        return sorted(moved_pairs, key=_MovedPair.rank)

    def _select_most_similar(self, records_of: Mapping[SentencePair, RecordPair]) -> dict[SentencePair, RecordPair]:
        """Return the pairs of sentences that are left if each sentence keeps only its most similar pairs.

        Example: an old sentence is in two pairs, with the similarities 0.95 and 0.8. Only the first one is left.
        `select_most_similar` describes which pairs are left if some records are near each other.

        Args:
            records_of: Pair of sentences → the pair of their records.
        """
        similarities: dict[SentencePair, float] = {}
        near_pairs: set[SentencePair] = set()
        for sentence_pair, records in records_of.items():
            similarities[sentence_pair] = self._same_sentences.similarities[sentence_pair]
            if self._same_sentences.are_near(records):
                near_pairs.add(sentence_pair)
        selected = select_most_similar(similarities, near_pairs)
        return {sentence_pair: records_of[sentence_pair] for sentence_pair in selected}

    def _list_moved(self, records_of: Mapping[SentencePair, RecordPair]) -> list[_MovedPair]:
        """Return the pairs of records between which enough text moved for a link (`MoveMeasure`).

        Args:
            records_of: Pair of sentences that moved → the pair of their records.
        """
        sentence_pairs_of = grouped((records, sentence_pair) for sentence_pair, records in records_of.items())
        moved_pairs: list[_MovedPair] = []
        for records, sentence_pairs in sentence_pairs_of.items():
            moved = self._measure.measure(records, sentence_pairs)
            if moved is not None:
                moved_pairs.append(_MovedPair(records, moved))
        return moved_pairs


def _select_best(ranked: Iterable[_MovedPair]) -> list[_MovedPair]:
    """Return the pairs of records that are the best pair of both their records.

    Other pairs wait for the next round. By then, the sentences that a best pair has in common are at home: their record
    is linked with the one that contains them. So they no longer count for the other pairs.

    Args:
        ranked: The pairs, the best first.
    """
    seen_olds: set[int] = set()
    seen_news: set[int] = set()
    best: list[_MovedPair] = []
    for pair in ranked:
        old, new = pair.records
        if old not in seen_olds and new not in seen_news:
            best.append(pair)
        seen_olds.add(old)
        seen_news.add(new)
    return best
