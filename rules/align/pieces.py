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
from itertools import islice, product
from typing import NamedTuple

from rules.align.candidates import CANDIDATES, RareWordCandidates, find_nearby
from rules.align.lexicon import Bag, Lexicon
from rules.align.limits import MOST_CANDIDATES, MOST_ROUNDS, MOST_SENTENCE_PAIRS, MOST_SENTENCES
from rules.align.matching import Matching
from rules.align.sentence_similarity import SentenceComparison, SentenceSimilarity
from rules.align.sentences import Sentences
from rules.align.side import NONE
from rules.grouping import grouped
from rules.links import LinkBasis

BY_PIECES = "piece"
"""Method of links by moved sentences."""
_PART = 0.2
"""Minimum share of an unlinked record that must have moved for a link; a smaller share is a common phrase."""
_PART_FOUND = 0.08
"""The same if reworded sentences count only as far as their words are found. Most links below it are wrong."""
_PART_ENTRY = 0.4
"""The same if one or both are glossary entries, which repeat the rules."""
_TAKEN = 12.0
"""Minimum weight of words that one record lost and the other gained, if both are linked otherwise."""
_AS_SIMILAR = 0.04
"""Maximum difference in similarity between the best place of a sentence and a second one."""
_MORE_THAN_FORMULA = 0.4
"""Minimum share of the words of two rules of one sentence each that they have in common, weighed by how rare the words
are in the whole editions. Below it (0.33, where the right links begin at 0.49) they share a turn of phrase."""
_CANDIDATES_OF_LINKED = 5
"""Number of candidate sentences in the other edition for each sentence of a linked record; for those of an unlinked
record the number is `CANDIDATES`."""

RecordPair = tuple[int, int]
"""Position of an old record, position of a new record."""
SentencePair = tuple[int, int]
"""Number of an old sentence, number of a new sentence."""


class _Moved(NamedTuple):
    """How much moved between two records: first as weights of words, and divided by the weight of a record as shares.

    Of two of them, the one with the greater `share` is the greater one.

    Attributes:
        share: The sentences that moved, counted whole; decides which pair of records is linked first.
        found: The same, but a reworded sentence counts only as far as its words are found; the score of the link.
    """

    share: float
    found: float

    def scale(self, factor: float) -> "_Moved":
        """Return both figures times a factor."""
        return _Moved(self.share * factor, self.found * factor)

    def limit(self) -> "_Moved":
        """Return both figures, at most 1."""
        return _Moved(min(1.0, self.share), min(1.0, self.found))


_NOTHING = _Moved(0.0, 0.0)


class _MovedWeights(NamedTuple):
    """The weights of what moved between two records: of the old record's sentences, and of the new record's."""

    old: _Moved
    new: _Moved


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
        self._lexicon = lexicon
        self._old = Sentences(lexicon, matching.old, olds, matching.new_of)
        self._new = Sentences(lexicon, matching.new, news, matching.old_of)
        self._comparison = SentenceComparison(lexicon, self._old, self._new, matching)
        self._families = matching.count_families()
        self._similarity = SentenceSimilarity(matching, self._families, self._comparison)
        self._targets: dict[int, list[int]] = defaultdict(list)  # old record → the new records linked with it
        self._sources: dict[int, list[int]] = defaultdict(list)  # new record → the old records linked with it
        self._similarities: dict[SentencePair, float] = {}  # of the pairs of sentences that may be the same
        # Which pairs are listed depends on which sentences are at home, so the links so far are applied first.
        self._apply_links([(old, matching.new_of[old]) for old in olds if matching.new_of[old] != NONE])
        self._pairs = self._list_pairs()
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
            self._families = self._matching.count_families()
            self._similarity = SentenceSimilarity(self._matching, self._families, self._comparison)
            self._apply_links(linked)
            self._compare_pairs(self._pairs)

    def _find_best(self) -> dict[RecordPair, _Moved]:
        """Return the pairs of records that are the best pair of both records, each with what moved.

        Other pairs wait for the next round: once the best pair is linked, less of the two records is left to explain.
        """
        seen_olds: set[int] = set()
        seen_news: set[int] = set()
        best: dict[RecordPair, _Moved] = {}
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

    def _list_pairs(self) -> list[SentencePair]:
        """Return the pairs of sentences to compare.

        They share rare words, or the place of an unlinked record suggests them. If an edition has too many sentences,
        none are compared, and all unlinked records are marked as compared coarsely.
        """
        if max(len(self._old.record), len(self._new.record)) > MOST_SENTENCES:
            self._matching.coarse_old |= self._old.unlinked
            self._matching.coarse_new |= self._new.unlinked
            return []
        pairs = self._find_pairs(self._old, self._new)
        for new_number, old_number in self._find_pairs(self._new, self._old):
            pairs.add((old_number, new_number))
        for old in sorted(self._old.unlinked):
            self._add_nearby(old, pairs)
        return sorted(pairs)

    def _add_nearby(self, old: int, pairs: set[SentencePair]) -> None:
        """Add the pairs of sentences that the place of an unlinked record suggests.

        If there are too many, none are added, and the record is marked as compared coarsely.

        Args:
            old: Position of the old record.
            pairs: The pairs so far, to which these are added.
        """
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
        """Return the pairs of a sentence of one edition and the sentences of the other that share its rare words.

        Sentences at home are skipped. If such a sentence was split, its counterpart is not at home, and finds it when
        the editions change roles.

        Args:
            half: The sentences of one edition.
            other_half: The sentences of the other edition.

        Returns:
            Pairs of a number in `half` and a number in `other_half`.
        """
        index = RareWordCandidates(self._lexicon, other_half.list_distinctive())
        pairs: set[tuple[int, int]] = set()
        for number, bag in half.list_distinctive():
            if half.is_at_home(number):
                continue
            count = CANDIDATES if half.record[number] in half.unlinked else _CANDIDATES_OF_LINKED
            for candidate in index.find(bag, count):
                pairs.add((number, candidate))
        return pairs

    def _rank_moved(self) -> list[tuple[RecordPair, _Moved]]:
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

    def _sum_moved(self, records_of: Mapping[SentencePair, RecordPair]) -> dict[RecordPair, _Moved]:
        """Return pair of records → what moved (`_measure_moved`), if that is enough.

        Args:
            records_of: Pair of sentences → the pair of their records.
        """
        sentences_of = grouped((records, sentences) for sentences, records in records_of.items())
        moved_of = {}
        for records, sentences in sentences_of.items():
            moved = self._measure_moved(records, sentences)
            if moved.share:
                moved_of[records] = moved
        return moved_of

    def _measure_moved(self, pair: RecordPair, sentences: Collection[SentencePair]) -> _Moved:
        """Return what moved of the smaller record to the other; nothing if it is not enough for a piece.

        Args:
            pair: The two records.
            sentences: The pairs of their sentences that are the same.
        """
        old, new = pair
        if self._share_formula(old, new):
            return _NOTHING
        if old in self._old.unlinked or new in self._new.unlinked:
            moved = self._measure_explained(pair, sentences)
            are_rules = self._matching.old.is_rule(old) and self._matching.new.is_rule(new)
            least_share = _PART if are_rules else _PART_ENTRY
        else:
            moved = self._measure_transferred(pair, sentences)
            least_share = _PART
        is_enough = moved.share >= least_share and moved.found >= _PART_FOUND
        return moved.limit() if is_enough else _NOTHING

    def _measure_explained(self, pair: RecordPair, sentences: Collection[SentencePair]) -> _Moved:
        """Return how much of an unlinked record the other record explains; if both are unlinked, the greater share.

        The arguments are those of `_measure_moved`.
        """
        old, new = pair
        weights = self._weigh_moved(sentences)
        old_moved = new_moved = _NOTHING
        if old in self._old.unlinked:
            old_moved = weights.old.scale(1 / self._old.whole[old].weight)
        if new in self._new.unlinked:
            new_moved = weights.new.scale(1 / self._new.whole[new].weight)
        return max(old_moved, new_moved)

    def _measure_transferred(self, pair: RecordPair, sentences: Collection[SentencePair]) -> _Moved:
        """Return how much went from one record to another if both are linked otherwise.

        The text must be missing in the one and new in the other: a sentence that both records have anyway did not move.
        The arguments are those of `_measure_moved`.
        """
        old, new = pair
        taken = sum(self._similarity.weigh_taken_words(*numbers) for numbers in sentences)
        if taken < _TAKEN:
            return _NOTHING
        lighter = min(self._old.whole[old].weight, self._new.whole[new].weight)
        weights = self._weigh_moved(sentences)
        return min(weights.old, weights.new).scale(1 / lighter)

    def _weigh_moved(self, sentences: Collection[SentencePair]) -> _MovedWeights:
        """Return the weights of what moved between two records, given the pairs of their sentences that are the same.

        A sentence that is the same as several others counts once, as far as the most similar one holds it.
        """
        old_covers: dict[int, float] = defaultdict(float)
        new_covers: dict[int, float] = defaultdict(float)
        for old_number, new_number in sorted(sentences):
            covers = self._comparison.measure_covers(old_number, new_number)
            old_covers[old_number] = max(old_covers[old_number], covers.old)
            new_covers[new_number] = max(new_covers[new_number], covers.new)
        return _MovedWeights(_sum_covers(self._old.bag, old_covers), _sum_covers(self._new.bag, new_covers))

    def _share_formula(self, old: int, new: int) -> bool:
        """Return whether two unlinked rules of one sentence each share only a turn of phrase.

        In longer rules, and if a sentence is a part of another rule, what else is there speaks for the link.
        """
        old_numbers, new_numbers = self._old.numbers.get(old, ()), self._new.numbers.get(new, ())
        if len(old_numbers) != 1 or len(new_numbers) != 1:
            return False
        if old not in self._old.unlinked or new not in self._new.unlinked:
            return False
        return self._comparison.measure_rare_similarity(old_numbers[0], new_numbers[0]) < _MORE_THAN_FORMULA


def _rank_by_share(item: tuple[RecordPair, _Moved]) -> tuple[float, RecordPair]:
    """Return a value that is lowest for the pair of records of which the greatest share moved; then by position."""
    records, moved = item
    return -moved.share, records


def _sum_covers(bags: Sequence[Bag], covers: Mapping[int, float]) -> _Moved:
    """Return the weight of sentences, and that of the part of them that the other record holds.

    Args:
        bags: The words of all sentences of the edition.
        covers: Number of a sentence → the share of it that the other record holds.
    """
    whole_weight = sum(bags[number].weight for number in sorted(covers))
    found_weight = sum(bags[number].weight * covers[number] for number in sorted(covers))
    return _Moved(whole_weight, found_weight)
