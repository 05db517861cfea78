"""Splits and merges: sentences of a rule that are now in another rule than its continuation.

Each sentence of a changed record is looked for in the sentences of the other edition. A sentence that is found in a
record linked with its own is at home and no evidence, with one exception: a rule about two things that was split into
one rule for each is equally similar to both. Therefore a rule that repeats another, unchanged rule is not a piece of it
but an addition.

The best pairs are linked first, and their common sentences are at home from then on: of several copies of a sentence
only the nearest is a piece, and the rest of a record is looked for in the rest of the others.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import islice, product

from rules.align.candidates import CANDIDATES, RareWordCandidates, find_nearby
from rules.align.lexicon import Bag, Lexicon
from rules.align.limits import MOST_CANDIDATES, MOST_ROUNDS, MOST_SENTENCE_PAIRS, MOST_SENTENCES
from rules.align.matching import LinkBasis, Matching
from rules.align.sentence_similarity import SentenceComparison, SentenceSimilarity
from rules.align.sentences import Sentences
from rules.align.side import NONE
from rules.grouping import grouped

BY_PIECES = "piece"
"""Method of links by moved sentences."""
_PART = 0.2
"""Minimum share of an unlinked record that must have moved for a link; less is a common phrase."""
_PART_ENTRY = 0.4
"""The same if one or both are glossary entries, which repeat the rules."""
_TAKEN = 12.0
"""Minimum weight of words that one record lost and the other gained, if both are linked otherwise."""
_AS_LIKE = 0.04
"""Maximum difference in similarity between the best place of a sentence and a second one."""
_CANDIDATES = 5
"""Number of candidate sentences of the other edition per sentence of a linked record."""

RecordPair = tuple[int, int]
"""Position of an old record, position of a new record."""
SentencePair = tuple[int, int]
"""Number of an old sentence, number of a new sentence."""


class Pieces:
    """The search for splits and merges.

    Args:
        matching: All one-to-one links; its `pieces` get the others, and two unlinked records a main link.
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
        self._lexicon = lexicon
        self._old = Sentences(lexicon, matching.old, olds, matching.new_of)
        self._new = Sentences(lexicon, matching.new, news, matching.old_of)
        self._comparison = SentenceComparison(lexicon, self._old, self._new)
        self._families = matching.count_families()
        self._similarity = SentenceSimilarity(matching, self._families, self._comparison)
        self._targets: dict[int, list[int]] = defaultdict(list)
        self._sources: dict[int, list[int]] = defaultdict(list)
        self._likes: dict[SentencePair, float] = {}
        self._settle([(old, matching.new_of[old]) for old in olds if matching.new_of[old] != NONE])
        self._pairs = self._list_pairs()
        self._weigh(self._pairs)

    def link(self) -> None:
        """Find the pieces of each pair of records and keep the pairs between which enough text moved.

        Pairs of unlinked records come first, because their families show where to look for the other pieces.
        """
        self._link_free()
        for _ in range(MOST_ROUNDS):
            best = self._find_best()
            if not best:
                return
            for pair, share in best.items():
                self._matching.pieces[pair] = LinkBasis(BY_PIECES, share)
            self._settle(best)
        for (old, _), _ in self._rank_shares():
            self._matching.coarse_old.add(old)

    def _link_free(self) -> None:
        """Give pairs of unlinked records a main link."""
        linked = []
        for (old, new), share in self._rank_shares():
            if self._matching.is_free_pair(old, new):
                self._matching.link(old, new, BY_PIECES, share)
                linked.append((old, new))
        if linked:
            self._families = self._matching.count_families()
            self._similarity = SentenceSimilarity(self._matching, self._families, self._comparison)
            self._settle(linked)
            self._weigh(self._pairs)

    def _find_best(self) -> dict[RecordPair, float]:
        """Return the pairs that are the best pair of both records.

        Once that pair is linked, the rest of the record may look different.
        """
        ranked = self._rank_shares()
        best_of_old: dict[int, RecordPair] = {}
        best_of_new: dict[int, RecordPair] = {}
        for pair, _ in ranked:
            old, new = pair
            best_of_old.setdefault(old, pair)
            best_of_new.setdefault(new, pair)
        return {(old, new): share for (old, new), share in ranked if best_of_old[old] == best_of_new[new] == (old, new)}

    def _settle(self, pairs: Collection[RecordPair]) -> None:
        """Apply new links: update which sentences are at home, and drop sentence pairs that became impossible."""
        for old, new in pairs:
            self._targets[old].append(new)
            self._sources[new].append(old)
        olds = {old for old, _ in pairs}
        news = {new for _, new in pairs}
        for old in olds:
            self._old.settle(old, [self._new.whole[new] for new in self._targets[old] if new in self._new.whole])
        for new in news:
            self._new.settle(new, [self._old.whole[old] for old in self._sources[new] if old in self._old.whole])
        touched = [
            (old_number, new_number)
            for old_number, new_number in self._likes
            if self._old.record[old_number] in olds or self._new.record[new_number] in news
        ]
        self._weigh(touched)

    def _weigh(self, pairs: Iterable[SentencePair]) -> None:
        """Note how similar the sentences of the pairs are, and drop pairs of different sentences."""
        for old_number, new_number in pairs:
            old, new = self._old.record[old_number], self._new.record[new_number]
            is_linked = new in self._targets.get(old, ())
            like = 0.0 if is_linked else self._similarity.measure(old_number, new_number)
            if like:
                self._likes[old_number, new_number] = like
            else:
                self._likes.pop((old_number, new_number), None)

    def _list_pairs(self) -> list[SentencePair]:
        """Return the pairs of sentences that share rare words, and those that the place of a free record suggests."""
        if max(len(self._old.record), len(self._new.record)) > MOST_SENTENCES:
            self._matching.coarse_old |= self._old.free
            self._matching.coarse_new |= self._new.free
            return []
        pairs = {(old_number, new_number) for new_number, old_number in self._find_pairs(self._new, self._old)}
        pairs |= self._find_pairs(self._old, self._new)
        for old in sorted(self._old.free):
            self._add_nearby(old, pairs)
        return sorted(pairs)

    def _add_nearby(self, old: int, pairs: set[SentencePair]) -> None:
        """Add the pairs of sentences that the place of a free record suggests, or mark it if there are too many."""
        list_children = self._matching.new.children.__getitem__
        nearby = find_nearby(self._matching, self._families, old, list_children)
        candidates = list(islice(nearby, MOST_CANDIDATES + 1))
        old_numbers = self._old.numbers.get(old, ())
        new_numbers: list[int] = []
        for new in dict.fromkeys(candidates):
            new_numbers += self._new.numbers.get(new, ())
        pair_count = len(pairs) + len(old_numbers) * len(new_numbers)
        if len(candidates) > MOST_CANDIDATES or pair_count > MOST_SENTENCE_PAIRS:
            self._matching.coarse_old.add(old)
        else:
            pairs.update(product(old_numbers, new_numbers))

    def _find_pairs(self, half: Sentences, other_half: Sentences) -> set[tuple[int, int]]:
        """Return pairs of a sentence of one half with one of the other half that shares most of its rare words.

        Sentences at home are skipped: if such a sentence was split, its twin is not at home and finds it.
        """
        index = RareWordCandidates(self._lexicon, other_half.list_distinctive())
        pairs: set[tuple[int, int]] = set()
        for number, bag in half.list_distinctive():
            if half.is_at_home(number):
                continue
            count = CANDIDATES if half.record[number] in half.free else _CANDIDATES
            for candidate in index.find(bag, count):
                pairs.add((number, candidate))
        return pairs

    def _rank_shares(self) -> list[tuple[RecordPair, float]]:
        """Return the pairs of records between which enough moved, with the share that moved, the greatest first."""
        records = {
            (old_number, new_number): (self._old.record[old_number], self._new.record[new_number])
            for old_number, new_number in sorted(self._likes)
        }
        # Pairs of records that are no piece must not compete for a sentence.
        parts = self._sum_moved(records)
        competing = {sentences: pair for sentences, pair in records.items() if pair in parts}
        likest = self._select_likest(competing)
        return sorted(self._sum_moved(likest).items(), key=lambda item: (-item[1], item[0]))

    def _select_likest(self, records: Mapping[SentencePair, RecordPair]) -> dict[SentencePair, RecordPair]:
        """Return the pairs of sentences that are as similar as any other pair of either sentence.

        A sentence counts as moved to the place where it is most similar. Of several copies, those in its family are
        preferred.
        """
        best_of_old: dict[int, float] = defaultdict(float)
        best_of_new: dict[int, float] = defaultdict(float)
        near_pairs = set()
        for sentences, pair in records.items():
            old_number, new_number = sentences
            best_of_old[old_number] = max(best_of_old[old_number], self._likes[sentences])
            best_of_new[new_number] = max(best_of_new[new_number], self._likes[sentences])
            if self._similarity.is_near(*pair):
                near_pairs.add(sentences)
        near_old = {old_number for old_number, _ in near_pairs}
        near_new = {new_number for _, new_number in near_pairs}
        likest = {}
        for sentences, pair in records.items():
            old_number, new_number = sentences
            is_as_like = self._likes[sentences] >= max(best_of_old[old_number], best_of_new[new_number]) - _AS_LIKE
            has_nearer_copy = old_number in near_old or new_number in near_new
            if is_as_like and (sentences in near_pairs or not has_nearer_copy):
                likest[sentences] = pair
        return likest

    def _sum_moved(self, records: Mapping[SentencePair, RecordPair]) -> dict[RecordPair, float]:
        """Return the share of the smaller record that moved, for each pair of records between which enough moved."""
        shares = {}
        for pair, sentences in grouped((pair, sentences) for sentences, pair in records.items()).items():
            share = self._measure_moved(pair, sentences)
            if share:
                shares[pair] = share
        return shares

    def _measure_moved(self, pair: RecordPair, sentences: Collection[SentencePair]) -> float:
        """Return the share of a record that moved in these pairs of sentences, up to 1; 0 if it was not enough."""
        old, new = pair
        old_numbers = {number for number, _ in sentences}
        new_numbers = {number for _, number in sentences}
        moved_old = sum(self._old.bag[number].weight for number in sorted(old_numbers))
        moved_new = sum(self._new.bag[number].weight for number in sorted(new_numbers))
        old_weight, new_weight = self._old.whole[old].weight, self._new.whole[new].weight
        is_old_free, is_new_free = old in self._old.free, new in self._new.free
        if is_old_free or is_new_free:
            old_share = moved_old / old_weight if is_old_free else 0.0
            new_share = moved_new / new_weight if is_new_free else 0.0
            share = max(old_share, new_share)
            is_rule = self._matching.old.is_rule(old) and self._matching.new.is_rule(new)
            least_share = _PART if is_rule else _PART_ENTRY
        else:
            taken = sum(self._similarity.weigh_taken_words(*numbers) for numbers in sentences)
            if taken < _TAKEN:
                return 0.0
            share = min(moved_old, moved_new) / min(old_weight, new_weight)
            least_share = _PART
        return min(1.0, share) if share >= least_share else 0.0
