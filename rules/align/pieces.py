"""Splits and merges: sentences of a rule that are now in another rule than its continuation.

A *piece* is an additional link between two records: some sentences of the old record are in the new record, although
the main link of one of the two leads to another record. To find pieces, each sentence of a changed record is looked for
among the sentences of the other edition.

A sentence that is also in a record linked with its own record is *at home*, and no evidence of a split or merge.
Therefore a rule that repeats another, unchanged rule is not a piece of that rule but an addition. The exception is a
rule about two things that was split into one rule for each thing, since its sentences are equally similar to both.

The best pairs of records are linked first, and their common sentences are at home from then on. So if a sentence has
several copies, only the nearest copy is a piece, and the sentences that are left of a record are looked for among those
that are left of the others.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence

from rules.align.lexicon import Bag, Lexicon
from rules.align.limits import MOST_ROUNDS
from rules.align.matching import Matching
from rules.align.moved import Moved, MoveMeasure, RecordPair
from rules.align.sentence_pairs import SentencePair, list_sentence_pairs
from rules.align.sentence_similarity import SentenceComparison, SentenceSimilarity
from rules.align.sentences import Sentences
from rules.align.side import NONE
from rules.grouping import grouped
from rules.links import LinkBasis

BY_PIECES = "piece"
"""Method of links by moved sentences."""
_AS_SIMILAR = 0.04
"""Maximum difference in similarity between the best place of a sentence and a second one."""


class Pieces:
    """The search for splits and merges. Make an object for each search, and call `link` once.

    Args:
        matching: All one-to-one links. Its `pieces` receive the links found; a pair of two unlinked records becomes a
            main link instead.
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
        self._matching = matching
        self._old = Sentences(lexicon, matching.old, olds, matching.new_of)
        self._new = Sentences(lexicon, matching.new, news, matching.old_of)
        self._comparison = SentenceComparison(lexicon, self._old, self._new, matching)
        self._measure = MoveMeasure(matching, self._comparison)
        self._similarity = SentenceSimilarity(matching, matching.count_families(), self._comparison)
        self._targets: dict[int, list[int]] = defaultdict(list)  # old record → the new records linked with it
        self._sources: dict[int, list[int]] = defaultdict(list)  # new record → the old records linked with it
        self._similarities: dict[SentencePair, float] = {}  # only of the pairs that count as the same sentence
        self._pairs: Collection[SentencePair] = ()  # all that may be the same sentence
        self._prepare(olds)

    def _prepare(self, olds: Iterable[int]) -> None:
        """Apply the main links so far; then list the pairs of sentences, and compare the two sentences of each.

        The order matters: which pairs are listed depends on which sentences are at home.

        Args:
            olds: Positions of the old records with sentences.
        """
        new_of = self._matching.new_of
        self._apply_links([(old, new_of[old]) for old in olds if new_of[old] != NONE])
        self._pairs = list_sentence_pairs(self._matching, self._comparison.lexicon, self._old, self._new)
        self._compare_pairs(self._pairs)

    def link(self) -> None:
        """Link the pairs of records between which enough text moved, in several rounds.

        Pairs of unlinked records come first, because their families show where to look for the other pieces. Each round
        links the best pairs. If pairs are left after `MOST_ROUNDS`, their old records are marked as compared coarsely.
        """
        self._link_unlinked()
        for _ in range(MOST_ROUNDS):
            best = self._find_best()
            if not best:
                return
            for pair, moved in best.items():
                self._matching.pieces[pair] = LinkBasis(BY_PIECES, moved.found)
            self._apply_links(best)
        for (old, _), _ in self._rank_moved():
            self._matching.coarse_old.add(old)

    def _link_unlinked(self) -> None:
        """Link pairs of unlinked records by a main link, the best pairs first."""
        linked = []
        for (old, new), moved in self._rank_moved():
            if self._matching.are_unlinked(old, new):
                self._matching.link(old, new, BY_PIECES, moved.found)
                linked.append((old, new))
        if linked:
            families = self._matching.count_families()
            self._similarity = SentenceSimilarity(self._matching, families, self._comparison)
            self._apply_links(linked)
            self._compare_pairs(self._pairs)

    def _find_best(self) -> dict[RecordPair, Moved]:
        """Return the pairs of records that are the best pair of both their records, with how much moved.

        Other pairs wait for the next round, because the sentences that the best pair has in common are at home then.
        """
        seen_olds: set[int] = set()
        seen_news: set[int] = set()
        best: dict[RecordPair, Moved] = {}
        for (old, new), moved in self._rank_moved():
            if old not in seen_olds and new not in seen_news:
                best[old, new] = moved
            seen_olds.add(old)
            seen_news.add(new)
        return best

    def _apply_links(self, pairs: Collection[RecordPair]) -> None:
        """Update the sentences of newly linked records, and the similarities that depend on them.

        The pairs in `_similarities` with a sentence of these records are measured again. Pairs that were removed stay
        out, because a link only brings more sentences home. New main links also change the families; `_link_unlinked`,
        which makes them, therefore measures all pairs again.

        Args:
            pairs: The new links.
        """
        for old, new in pairs:
            self._targets[old].append(new)
            self._sources[new].append(old)
        olds = {old for old, _ in pairs}
        news = {new for _, new in pairs}
        self._update_homes(olds, news)
        affected = [
            (old_sentence, new_sentence)
            for old_sentence, new_sentence in self._similarities
            if self._old.record_of[old_sentence] in olds or self._new.record_of[new_sentence] in news
        ]
        self._compare_pairs(affected)  # for the first links there are none

    def _update_homes(self, olds: Iterable[int], news: Iterable[int]) -> None:
        """Find out again which sentences of some records are at home, by all links of these records.

        Args:
            olds: Positions of old records.
            news: Positions of new records.
        """
        for old in olds:
            # A linked record whose words did not change is not among those that are compared.
            targets = [self._new.record_bag_of[new] for new in self._targets[old] if new in self._new.record_bag_of]
            self._old.compare_with(old, targets)
        for new in news:
            sources = [self._old.record_bag_of[old] for old in self._sources[new] if old in self._old.record_bag_of]
            self._new.compare_with(new, sources)

    def _compare_pairs(self, pairs: Iterable[SentencePair]) -> None:
        """Store in `_similarities` how similar the sentences of pairs are.

        Pairs that are not the same sentence, or whose records are linked with each other, are removed from it.
        """
        for old_sentence, new_sentence in pairs:
            old, new = self._old.record_of[old_sentence], self._new.record_of[new_sentence]
            is_linked = new in self._targets.get(old, ())
            similarity = 0.0 if is_linked else self._similarity.measure(old_sentence, new_sentence)
            if similarity:
                self._similarities[old_sentence, new_sentence] = similarity
            else:
                self._similarities.pop((old_sentence, new_sentence), None)

    def _rank_moved(self) -> list[tuple[RecordPair, Moved]]:
        """Return the pairs of records between which enough text moved, with how much moved, the greatest share first.

        First every sentence counts for all pairs of records that it is in. A pair that has too little text even so can
        never be a piece. Among the other pairs, a sentence counts only for the record where it is most similar.
        """
        records_of: dict[SentencePair, RecordPair] = {}
        for old_sentence, new_sentence in sorted(self._similarities):
            old, new = self._old.record_of[old_sentence], self._new.record_of[new_sentence]
            records_of[old_sentence, new_sentence] = (old, new)
        # A pair of records that cannot be a piece must not take a sentence from another pair.
        possible = self._sum_moved(records_of)
        competing = {sentences: records for sentences, records in records_of.items() if records in possible}
        moved_of = self._sum_moved(self._select_most_similar(competing))
        return sorted(moved_of.items(), key=_rank_by_share)

    def _select_most_similar(self, records_of: Mapping[SentencePair, RecordPair]) -> dict[SentencePair, RecordPair]:
        """Return the pairs of sentences that are about as similar as the best pair with either sentence.

        A copy of a sentence in its own family is nearer than any other copy: if a sentence is in a pair of records that
        are near each other (`is_near`), its other pairs are left out, even if they are more similar.

        So a sentence may be left without a pair. Let an old sentence have the similarity 0.70 with a near sentence, and
        0.95 with a distant one. The distant one is left out because there is a near one; the near one is left out too,
        because 0.70 is less than 0.95 - `_AS_SIMILAR`, which makes it weak evidence. In the editions of 1999-2026 that
        happens in 8 of 363 selections; most of these near pairs would be wrong links.

        Args:
            records_of: Pair of sentences → the pair of their records.

        Returns:
            The selected items of `records_of`.
        """
        best_of_old: dict[int, float] = defaultdict(float)  # old sentence → its greatest similarity in any pair
        best_of_new: dict[int, float] = defaultdict(float)  # new sentence → its greatest similarity in any pair
        near_pairs = set()
        for sentences, records in records_of.items():
            old_sentence, new_sentence = sentences
            best_of_old[old_sentence] = max(best_of_old[old_sentence], self._similarities[sentences])
            best_of_new[new_sentence] = max(best_of_new[new_sentence], self._similarities[sentences])
            if self._similarity.is_near(*records):
                near_pairs.add(sentences)
        near_old = {old_sentence for old_sentence, _ in near_pairs}
        near_new = {new_sentence for _, new_sentence in near_pairs}
        most_similar = {}
        for sentences, records in records_of.items():
            old_sentence, new_sentence = sentences
            best = max(best_of_old[old_sentence], best_of_new[new_sentence])  # of all pairs, those left out too
            is_as_similar = self._similarities[sentences] >= best - _AS_SIMILAR
            has_near_copy = old_sentence in near_old or new_sentence in near_new
            if is_as_similar and (sentences in near_pairs or not has_near_copy):
                most_similar[sentences] = records
        return most_similar

    def _sum_moved(self, records_of: Mapping[SentencePair, RecordPair]) -> dict[RecordPair, Moved]:
        """Return pair of records → how much moved (`MoveMeasure`), for the pairs with enough for a link.

        Args:
            records_of: Pair of sentences → the pair of their records.
        """
        sentences_of = grouped((records, sentences) for sentences, records in records_of.items())
        moved_of = {}
        for records, sentences in sentences_of.items():
            moved = self._measure.measure(records, sentences)
            if moved.share:
                moved_of[records] = moved
        return moved_of


def _rank_by_share(item: tuple[RecordPair, Moved]) -> tuple[float, RecordPair]:
    """Return a sort value by which the greatest share comes first; of equal shares, the first position."""
    records, moved = item
    return -moved.share, records
