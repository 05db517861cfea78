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

from rules.align.fuzzy import CANDIDATES, RareWordCandidates, find_nearby
from rules.align.matching import MAJORITY, MOST_CANDIDATES, MOST_PAIRS, MOST_ROUNDS, NONE, Matching
from rules.align.sentence_similarity import HOME, Bag, Lexicon, Sentences, SentenceSimilarity
from rules.grouping import grouped
from rules.numbers import OWN_VOTE

Pair = tuple[int, int]
"""Positions, or numbers of sentences, in the old edition and in the new one."""

BY_PIECES = "piece"
"""Method of links by moved sentences."""
_PART = 0.2
"""Minimum share of an unlinked record that must have moved for a link; less is a common phrase. Also that of a
heading's votes for another to continue it, if both are unlinked."""
_PART_ENTRY = 0.4
"""The same if one or both are glossary entries, which repeat the rules."""
_TAKEN = 12.0
"""Minimum weight of words that one record lost and the other gained, if both are linked otherwise."""
_AS_LIKE = 0.04
"""Maximum difference in similarity between the best place of a sentence and a second one."""
_CANDIDATES = 5
"""Number of candidate sentences of the other edition per sentence of a linked record."""


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
        self.matching = matching
        self.lexicon = lexicon
        self.old = Sentences(lexicon, matching.old, olds, matching.new_of)
        self.new = Sentences(lexicon, matching.new, news, matching.old_of)
        matching.count_links()
        self.same = SentenceSimilarity(matching, lexicon, self.old, self.new)
        self.targets: dict[int, list[int]] = defaultdict(list)
        self.sources: dict[int, list[int]] = defaultdict(list)
        self.likes: dict[Pair, float] = {}
        self._settle([(old, matching.new_of[old]) for old in olds if matching.new_of[old] != NONE])
        self.pairs = self._list_pairs()
        self._weigh(self.pairs)

    def link(self) -> None:
        """Find the pieces of each pair of records and keep the pairs between which enough text moved.

        Pairs of unlinked records come first, because their families show where to look for the other pieces.
        """
        linked = []
        for (old, new), share in self._rank_shares():
            if self.matching.new_of[old] == NONE and self.matching.old_of[new] == NONE:
                self.matching.link(old, new, BY_PIECES, share)
                linked.append((old, new))
        if linked:
            self.matching.count_links()
            self._settle(linked)
            self._weigh(self.pairs)
        for _ in range(MOST_ROUNDS):
            best = self._find_best()
            if not best:
                return
            self.matching.pieces.update({pair: (BY_PIECES, share) for pair, share in best.items()})
            self._settle(best)
        self.matching.coarse_old.update(old for (old, _), _ in self._rank_shares())

    def _find_best(self) -> dict[Pair, float]:
        """Return the best pair of each record.

        Once that pair is linked, the rest of the record may look different.
        """
        ranked = self._rank_shares()
        first_old = {old: (old, new) for (old, new), _ in reversed(ranked)}
        first_new = {new: (old, new) for (old, new), _ in reversed(ranked)}
        return {pair: share for pair, share in ranked if first_old[pair[0]] == first_new[pair[1]] == pair}

    def _settle(self, pairs: Collection[Pair]) -> None:
        """Apply new links: update which sentences are at home, and drop sentence pairs that became impossible."""
        for old, new in pairs:
            self.targets[old].append(new)
            self.sources[new].append(old)
        olds, news = {old for old, _ in pairs}, {new for _, new in pairs}
        for old in olds:
            self.old.settle(old, [self.new.whole[new] for new in self.targets[old] if new in self.new.whole])
        for new in news:
            self.new.settle(new, [self.old.whole[old] for old in self.sources[new] if old in self.old.whole])
        self._weigh([(s, t) for s, t in self.likes if self.old.record[s] in olds or self.new.record[t] in news])

    def _weigh(self, pairs: Iterable[Pair]) -> None:
        """Note how similar the sentences of the pairs are, and drop pairs of different sentences."""
        for s, t in pairs:
            linked = self.new.record[t] in self.targets.get(self.old.record[s], ())
            like = 0.0 if linked else self.same.measure_likeness(s, t)
            if like:
                self.likes[s, t] = like
            else:
                self.likes.pop((s, t), None)

    def _list_pairs(self) -> list[Pair]:
        """Return the pairs of sentences that share rare words, and those that the place of a free record suggests."""
        if max(len(self.old.record), len(self.new.record)) > MOST_PAIRS:
            self.matching.coarse_old |= self.old.free
            self.matching.coarse_new |= self.new.free
            return []
        pairs = {(s, t) for t, s in self._find_pairs(self.new, self.old)}
        pairs.update(self._find_pairs(self.old, self.new))
        for old in sorted(self.old.free):
            old_sentences = self.old.numbers.get(old, ())
            around = list(
                islice(find_nearby(self.matching, old, self.matching.new.children.__getitem__), MOST_CANDIDATES + 1)
            )
            new_sentences = [t for new in dict.fromkeys(around) for t in self.new.numbers.get(new, ())]
            if len(around) > MOST_CANDIDATES or len(pairs) + len(old_sentences) * len(new_sentences) > MOST_PAIRS:
                self.matching.coarse_old.add(old)
            else:
                pairs.update(product(old_sentences, new_sentences))
        return sorted(pairs)

    def _find_pairs(self, half: Sentences, other: Sentences) -> set[Pair]:
        """Return pairs of a sentence of one half with one of the other half that shares most of its rare words.

        Sentences at home are skipped: if such a sentence was split, its twin is not at home and finds it.
        """
        index = RareWordCandidates(self.lexicon, other.list_distinctive())
        pairs: set[Pair] = set()
        for number, bag in half.list_distinctive():
            if half.at_home[number] < HOME:
                count = CANDIDATES if half.record[number] in half.free else _CANDIDATES
                pairs.update((number, candidate) for candidate in index.of(bag, count))
        return pairs

    def _rank_shares(self) -> list[tuple[Pair, float]]:
        """Return the pairs of records between which enough moved, with the share that moved, the greatest first.

        A sentence moved to where it is most similar.
        """
        records = {(s, t): (self.old.record[s], self.new.record[t]) for s, t in sorted(self.likes)}
        # pairs of records that are no piece must not compete for a sentence
        parts = self._sum_moved(records)
        records = {pair: record for pair, record in records.items() if record in parts}
        best_old: dict[int, float] = defaultdict(float)
        best_new: dict[int, float] = defaultdict(float)
        for s, t in records:
            best_old[s] = max(best_old[s], self.likes[s, t])
            best_new[t] = max(best_new[t], self.likes[s, t])
        # of several copies of a sentence, prefer those in the family
        near = {pair for pair, record in records.items() if self.same.is_near(*record)}
        near_old, near_new = {s for s, _ in near}, {t for _, t in near}
        likest = {
            (s, t): record
            for (s, t), record in records.items()
            if self.likes[s, t] >= max(best_old[s], best_new[t]) - _AS_LIKE
            and ((s, t) in near or (s not in near_old and t not in near_new))
        }
        return sorted(self._sum_moved(likest).items(), key=lambda item: (-item[1], item[0]))

    def _sum_moved(self, records: Mapping[Pair, Pair]) -> dict[Pair, float]:
        """Return the share of the smaller record that moved, for each pair of records between which enough moved."""
        shares: dict[Pair, float] = {}
        for (old, new), pairs in grouped((record, pair) for pair, record in records.items()).items():
            moved_old = sum(self.old.bag[s].weight for s in sorted({s for s, _ in pairs}))
            moved_new = sum(self.new.bag[t].weight for t in sorted({t for _, t in pairs}))
            whole_old, whole_new = self.old.whole[old].weight, self.new.whole[new].weight
            free_old, free_new = old in self.old.free, new in self.new.free
            least = _PART
            if free_old or free_new:
                share = max(moved_old / whole_old if free_old else 0.0, moved_new / whole_new if free_new else 0.0)
                if not (self.matching.old.is_rule(old) and self.matching.new.is_rule(new)):
                    least = _PART_ENTRY
            else:
                share = min(moved_old, moved_new) / min(whole_old, whole_new)
                if sum(self.same.weigh_taken_words(s, t) for s, t in pairs) < _TAKEN:
                    continue
            if share >= least:
                shares[old, new] = min(1.0, share)
        return shares


BY_CHILDREN = "children"
"""Method of links between headings."""


def link_headings(matching: Matching, headings: Iterable[int]) -> None:
    """Link headings by their children: the main link if both are unlinked, else an additional link.

    Args:
        matching: Receives the links.
        headings: Old headings that may have been split or merged, by position.
    """
    matching.count_links()
    for old in headings:
        votes = matching.votes.get(old, {})
        for new in sorted(votes, key=lambda new: (-votes[new], new)):
            share, back = matching.share(old, new), matching.back_share(old, new)
            free_old, free_new = matching.new_of[old] == NONE, matching.old_of[new] == NONE
            if matching.new_of[old] == new or votes[new] <= OWN_VOTE:  # no children moved
                continue
            if free_old and free_new and share >= _PART:
                matching.link(old, new, BY_CHILDREN, share)
            elif (free_old and share >= MAJORITY) or (free_new and back >= MAJORITY and matching.new.is_heading(new)):
                matching.pieces[(old, new)] = (BY_CHILDREN, max(share, back))
