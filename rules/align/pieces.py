"""Splits and merges: sentences of a rule that are now in another rule than its continuation.

A *piece* is an additional link between two records: some sentences of the old one are in the new one, although the
main link of one of them leads elsewhere. To find pieces, each sentence of a changed record is looked for among the
sentences of the other edition.

A sentence that is found in a record linked with its own record is *at home*, and no evidence of a split or merge. The
exception is a rule about two things that was split into one rule for each, since such a rule is equally similar to
both. Therefore a rule that repeats another, unchanged rule is not a piece of that rule but an addition.

The best pairs of records are linked first, and their common sentences are at home from then on. So if a sentence has
several copies, only the nearest one is a piece; and what is left of a record is looked for in what is left of the
others.
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
        olds: Sentences of the old records that are unlinked or whose words changed, by position.
        news: The same for the new records.
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
        self._similarities: dict[SentencePair, float] = {}  # of the pairs of sentences that may be the same
        # Which pairs are listed depends on which sentences are at home, so the links so far are applied first.
        self._apply_links([(old, matching.new_of[old]) for old in olds if matching.new_of[old] != NONE])
        self._pairs = list_sentence_pairs(matching, lexicon, self._old, self._new)
        self._compare_pairs(self._pairs)

    def link(self) -> None:
        """Link the pairs of records between which enough text moved, round by round.

        Pairs of unlinked records come first, because their families show where to look for the other pieces. Records
        for which the limit on rounds left pairs are marked as compared coarsely.
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
        """Give pairs of unlinked records a main link."""
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
        """Return the pairs of records that are the best pair of both records, each with what moved.

        Other pairs wait for the next round: once the best pair is linked, less of the two records is left to explain.
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
        """Take new links into account: what two linked records have in common did not move elsewhere.

        The sentences of the linked records are compared with all records that are linked with them now, and the
        similarities of all pairs with one of these sentences are measured again.

        Args:
            pairs: The new links.
        """
        for old, new in pairs:
            self._targets[old].append(new)
            self._sources[new].append(old)
        olds = {old for old, _ in pairs}
        news = {new for _, new in pairs}
        for old in olds:
            # A linked record whose words did not change is not among those that are compared.
            targets = [self._new.whole[new] for new in self._targets[old] if new in self._new.whole]
            self._old.compare_with(old, targets)
        for new in news:
            sources = [self._old.whole[old] for old in self._sources[new] if old in self._old.whole]
            self._new.compare_with(new, sources)
        touched = [
            (old_number, new_number)
            for old_number, new_number in self._similarities
            if self._old.record[old_number] in olds or self._new.record[new_number] in news
        ]
        self._compare_pairs(touched)  # for the first links there are none

    def _compare_pairs(self, pairs: Iterable[SentencePair]) -> None:
        """Measure how similar the sentences of some pairs are; drop the pairs that are not the same sentence."""
        for old_number, new_number in pairs:
            old, new = self._old.record[old_number], self._new.record[new_number]
            is_linked = new in self._targets.get(old, ())
            similarity = 0.0 if is_linked else self._similarity.measure(old_number, new_number)
            if similarity:
                self._similarities[old_number, new_number] = similarity
            else:
                self._similarities.pop((old_number, new_number), None)

    def _rank_moved(self) -> list[tuple[RecordPair, Moved]]:
        """Return the pairs of records between which enough text moved, each with what moved.

        The greatest share comes first. A sentence that could have moved to several records counts for the most similar
        one.
        """
        records_of: dict[SentencePair, RecordPair] = {}
        for old_number, new_number in sorted(self._similarities):
            records_of[old_number, new_number] = self._old.record[old_number], self._new.record[new_number]
        # A pair of records that is no piece anyway must not take a sentence from another pair.
        possible = self._sum_moved(records_of)
        competing = {sentences: records for sentences, records in records_of.items() if records in possible}
        moved_of = self._sum_moved(self._select_most_similar(competing))
        return sorted(moved_of.items(), key=_rank_by_share)

    def _select_most_similar(self, records_of: Mapping[SentencePair, RecordPair]) -> dict[SentencePair, RecordPair]:
        """Return the pairs of sentences that are about as similar as the best pair of either sentence.

        A sentence counts as moved to the record where it is most similar. If it has copies, those in its family are
        preferred, even to a more similar one elsewhere.

        Args:
            records_of: Pair of sentences → the pair of their records.

        Returns:
            The same for these pairs of sentences alone.
        """
        best_of_old: dict[int, float] = defaultdict(float)  # old sentence → the greatest similarity that it has
        best_of_new: dict[int, float] = defaultdict(float)
        near_pairs = set()
        for sentences, records in records_of.items():
            old_number, new_number = sentences
            best_of_old[old_number] = max(best_of_old[old_number], self._similarities[sentences])
            best_of_new[new_number] = max(best_of_new[new_number], self._similarities[sentences])
            if self._similarity.is_near(*records):
                near_pairs.add(sentences)
        near_old = {old_number for old_number, _ in near_pairs}
        near_new = {new_number for _, new_number in near_pairs}
        most_similar = {}
        for sentences, records in records_of.items():
            old_number, new_number = sentences
            best = max(best_of_old[old_number], best_of_new[new_number])
            is_as_similar = self._similarities[sentences] >= best - _AS_SIMILAR
            has_near_copy = old_number in near_old or new_number in near_new
            if is_as_similar and (sentences in near_pairs or not has_near_copy):
                most_similar[sentences] = records
        return most_similar

    def _sum_moved(self, records_of: Mapping[SentencePair, RecordPair]) -> dict[RecordPair, Moved]:
        """Return pair of records → what moved (`MoveMeasure`), if that is enough.

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
    """Return a value that is lowest for the pair of records of which the greatest share moved; then by position."""
    records, moved = item
    return -moved.share, records
