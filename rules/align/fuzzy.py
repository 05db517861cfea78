"""Links between records whose words changed: candidates by shared words and by place, scored and assigned jointly.

Neither words nor place suffice. Words mislead if a new rule repeats an old one's boilerplate; numbers mislead in every
major revision. So each pair gets one score from both, and the assignment considers all competing pairs: it has the
maximum total weight on a sparse bipartite graph. Equally good alternatives are reported as ambiguous instead of decided
arbitrarily (`ties`).

It is found by successive shortest paths (Busacker and Gowen 1960). On a graph of few candidates per record each path
visits only the handful of records that compete with each other; the dense methods would need the weight of every pair.
"""

import heapq
from collections import Counter, defaultdict, deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from math import inf

from msgspec import Struct

from rules.align.matching import MAJORITY, MOST_CANDIDATES, NONE, Matching, Words, mask_passage
from rules.align.sentence_similarity import LIMITS, Bag, Lexicon, Likeness, compare
from rules.grouping import grouped

BY_WORDS = "words"
"""Method of links found here."""

CANDIDATES = 8
"""Number of candidates by words per record, or per sentence of an unlinked record; the right one is nearly always among
the first three."""


class Weights(Struct, frozen=True):
    """How much each kind of evidence adds to a score; `bench/alignment` measures the result.

    Attributes:
        words: Likeness and cover of the words.
        parent: The old parent became the new parent.
        chapter: Rules of the old chapter went to the new chapter.
        neighbour: The siblings before are linked; the same weight again for those after.
        number: Same number, if most numbers of that chapter are unchanged.
        children: Children of the old record went to the new one.
        example: Both have the same example.
        term: Both glossary entries have the same term, in any form.
        stranger: Deducted if the old parent became another record than the new parent.
    """

    words: float = 0.62
    parent: float = 0.14
    chapter: float = 0.005
    neighbour: float = 0.07
    number: float = 0.09
    children: float = 0.18
    example: float = 0.08
    term: float = 0.36
    stranger: float = 0.06


WEIGHTS = Weights()
HEADING = Weights(words=0.48, parent=0.12, neighbour=0.05, number=0.12, children=0.5, stranger=0.04)
"""Headings depend mostly on their children: they have few words, and several chapters may have the same title."""
_OTHER_KEYWORD = 0.06
"""Deducted in addition to `stranger` under another keyword, because keywords repeat each other's sentences."""
_UNLIKE = 0.35
"""Minimum cover of two rules with many words: below it they share only common words, and place alone is no evidence."""
_UNLIKE_KEPT = 0.28
"""The same if the rules have the same number."""


EQUAL = 1e-9
"""Weights, and sums of them, closer than this are equal: smaller differences are rounding."""

_Scores = Mapping[int, Mapping[int, float]]
_Twins = Callable[[int, int], bool]


class Scorer:
    """Scores pairs of records of two editions.

    Args:
        matching: The links so far.
        lexicon: The words of both editions.
        old_bags: Bags of old records by position, with terms renamed as the new edition has them.
        new_bags: Bags of new records by position.
    """

    def __init__(
        self, matching: Matching, lexicon: Lexicon, old_bags: dict[int, Bag], new_bags: dict[int, Bag]
    ) -> None:
        self.matching = matching
        self.old_bags = old_bags
        self.new_bags = new_bags
        self._terms: dict[int, set[Words]] = {position: {head} for position, head in matching.old.heads.items()}
        self._by_head = grouped((head, position) for position, head in matching.new.heads.items())
        self._titles = Counter(title for title in matching.new.titles if title)
        self.likeness = cache(lambda old, new: compare(lexicon, old_bags[old], new_bags[new]))

    def rename_terms(self, renamed: Callable[[Words], Words]) -> None:
        """Add the new names of renamed terms to the old terms.

        Args:
            renamed: Replaces renamed terms by the new edition's terms.
        """
        for position, head in self.matching.old.heads.items():
            self._terms[position].add(renamed(head))

    def list_same_terms(self, old: int) -> list[int]:
        """Return the new glossary entries with the term of an old one, in any form."""
        return [new for head in sorted(self._terms[old]) for new in self._by_head.get(head, ())]

    def score(self, old: int, new: int) -> float:
        """Return how good a continuation `new` would be for `old`, about 0 to 1.2."""
        before, after = self.matching.old, self.matching.new
        heading = before.is_heading(old) or after.is_heading(new)
        # a heading and a rule with words of its own: its children may have gone there, but something else is above them
        bare = before.is_heading(old) != after.is_heading(new)
        weights = HEADING if heading else WEIGHTS
        likeness: Likeness = self.likeness(old, new)
        # cover counts for at most 0.85 of its value, and for less the lighter the smaller record is
        words = max(likeness.likeness, 0.85 * likeness.cover * min(1.0, likeness.lighter / 40.0))
        if not heading and before.is_rule(old) and self._is_unlike(old, new):
            return 0.0
        total = 0.04 if heading else 0.0  # compensates for the fewer kinds of evidence of a heading
        total += weights.words * (0.5 * words if bare else words)
        total += self._place(old, new, weights)
        if before.keys[old] == after.keys[new]:
            total += weights.number * self.matching.stability(old)
        if before.children[old] and old in self.matching.image:
            share = self.matching.share(old, new)
            total += (WEIGHTS.children if bare else weights.children) * share
            # if most words changed, the children are stronger evidence
            unlike = words < (1.0 if heading else MAJORITY) or self._titles[after.titles[new]] > 1
            if unlike and not share:
                total -= WEIGHTS.parent  # its children went elsewhere, and its words do not speak for the candidate
        if not before.is_rule(old) and after.heads[new] in self._terms[old]:
            total += weights.term
        examples = {mask_passage(example) for example in before.passages[old].examples}
        if examples and not examples.isdisjoint(map(mask_passage, after.passages[new].examples)):
            total += weights.example
        return total

    def _is_unlike(self, old: int, new: int) -> bool:
        """Return whether two rules say much and share no more than the words that any two rules share.

        The only rule of a family continues what the family said, whatever it says now.
        """
        before, after = self.matching.old, self.matching.new
        likeness: Likeness = self.likeness(old, new)
        least = _UNLIKE_KEPT if before.keys[old] == after.keys[new] else _UNLIKE
        alone = after.parents[new] != NONE and len(after.children[after.parents[new]]) == 1
        return likeness.cover < least and likeness.lighter >= LIMITS.weight and not alone

    def _place(self, old: int, new: int, weights: Weights) -> float:
        """Return the points of a pair for its place: by the parents, the chapters and the neighbours."""
        before, after = self.matching.old, self.matching.new
        parent, adoptive = before.parents[old], after.parents[new]
        total = 0.0
        if NONE not in {parent, adoptive}:
            share = self.matching.share(parent, adoptive)
            keywords = before.kinds[parent] == "rule" and before.titles[parent] != after.titles[adoptive]
            if share:
                total += weights.parent * share
            elif parent in self.matching.image:
                total -= weights.stranger + (_OTHER_KEYWORD if keywords else 0.0)
            elif keywords and before.titles[parent] and after.titles[adoptive] and after.kinds[adoptive] == "rule":
                total -= weights.stranger + _OTHER_KEYWORD  # keywords share sentences; this is another keyword
        total += weights.chapter * self.matching.flow(before.chapters[old], after.chapters[new])
        for step in (-1, 1):
            beside, other = before.find_beside(old, step), after.find_beside(new, step)
            if NONE not in {beside, other}:
                total += weights.neighbour * (self.matching.new_of[beside] == other)
            elif beside == other and parent != NONE and self.matching.image.get(parent) == adoptive:
                total += weights.neighbour * 0.5  # both are at the same end of one family
        return total


class RareWordCandidates:
    """Finds, for old records, the new ones that share their rare words.

    Args:
        lexicon: The words of both editions.
        bags: Bags of the new records that may be found, by position.
    """

    def __init__(self, lexicon: Lexicon, bags: Iterable[tuple[int, Bag]]) -> None:
        self._weights = lexicon.weights
        self._postings: dict[int, list[int]] = defaultdict(list)
        self._heaviness: dict[int, float] = {}
        for position, bag in bags:
            self._heaviness[position] = bag.weight
            for number in bag.counts:
                self._postings[number].append(position)

    def of(self, bag: Bag, count: int = CANDIDATES) -> list[int]:
        """Return the records that share most with `bag`, best first.

        Both the weight that is shared and its share of either record count.
        """
        candidates: dict[int, float] = {}
        weights, heaviness, own = self._weights, self._heaviness, bag.weight
        lists = [(len(self._postings[number]), number) for number in bag.counts if number in self._postings]
        looked_at = 0
        for length, number in sorted(lists):
            looked_at += length
            # those of its rarest words first: common words match too much
            if looked_at > (MOST_CANDIDATES if candidates else 20 * MOST_CANDIDATES):
                break
            weight = weights[number]
            for position in self._postings[number]:
                candidates[position] = candidates.get(position, 0.0) + weight
        # among records with the same shared weight, those of similar weight come first
        ranked = [
            (-shared / (min(own, heaviness[position]) + 20.0), abs(own - heaviness[position]), position)
            for position, shared in candidates.items()
        ]
        return [position for _, _, position in heapq.nsmallest(count, ranked)]


def find_nearby(matching: Matching, old: int, children: Callable[[int], Iterable[int]]) -> Iterator[int]:
    """Yield the new records that the place of an old record suggests.

    They have its number, have successors of its parent as parents, or are next to what continues its neighbours; last
    come the records that have votes to continue it.

    Args:
        matching: The links so far.
        old: The old record.
        children: Returns the children of a new record to consider.
    """
    before, after, votes = matching.old, matching.new, matching.votes
    same = after.positions.get(before.keys[old], NONE)
    if same != NONE:
        yield same
    for adoptive in sorted(votes.get(before.parents[old], ())):
        yield from children(adoptive)
    for step in (-1, 1):
        beside = before.find_beside(old, step)
        if beside != NONE and matching.new_of[beside] != NONE:
            neighbour = after.find_beside(matching.new_of[beside], -step)
            if neighbour != NONE:
                yield neighbour
    yield from votes.get(old, ())


def link_best(matching: Matching, scorer: Scorer, pairs: Mapping[int, Sequence[int]], threshold: float) -> None:
    """Link the best assignment among candidate pairs.

    Records with equally good alternatives stay unlinked; `matching.ambiguous` gets the alternatives.

    Args:
        matching: Receives the links.
        scorer: Scores the pairs.
        pairs: Unlinked candidates by old position.
        threshold: Minimum score of a pair.
    """
    scored = (
        (old, new, scorer.score(old, new))
        for old, candidates in pairs.items()
        for new in candidates
        if matching.old.is_rule(old) == matching.new.is_rule(new)
    )
    weights: dict[int, dict[int, float]] = defaultdict(dict)
    for old, new, score in scored:
        if score >= threshold:
            # relative to the threshold: two pairs barely above it must not outweigh one good pair
            weights[old][new] = score - threshold + 0.02
    chosen = assign(weights)
    olds, news = scorer.old_bags, scorer.new_bags
    undecided = ties(
        weights,
        chosen,
        lambda one, other: olds[one].ids == olds[other].ids,
        lambda one, other: news[one].ids == news[other].ids,
    )
    matching.ambiguous.update(undecided)
    for old, new in sorted(chosen.items()):
        if old not in undecided:
            matching.link(old, new, BY_WORDS, min(1.0, weights[old][new] + threshold - 0.02))


def assign(weights: Mapping[int, Mapping[int, float]]) -> dict[int, int]:
    """Pair each left node with at most one right node so that the sum of the weights is largest.

    Args:
        weights: Left → right → weight; only weights above 0 can make a pair. A node may stay unpaired.

    Returns:
        Left → right for the chosen pairs; independent of the order in which the weights are given.
    """
    edges = {
        # To stay unpaired is a partner of its own, below 0, that gains nothing.
        left: [*((right, weight) for right, weight in sorted(rights.items()) if weight > 0), (~left, 0.0)]
        for left, rights in sorted(weights.items())
    }
    partner: dict[int, int] = {}
    holder: dict[int, int] = {}
    for start in edges:
        _augment(start, edges, weights, partner, holder)
    return {left: right for left, right in partner.items() if right >= 0}


def _augment(
    start: int,
    edges: Mapping[int, list[tuple[int, float]]],
    weights: Mapping[int, Mapping[int, float]],
    partner: dict[int, int],
    holder: dict[int, int],
) -> None:
    """Bring a left node in, along the alternating path to a free right node that gains most."""
    gain = {start: 0.0}
    reached: dict[int, tuple[float, int]] = {}  # right node → best gain so far, left node before it
    queue = deque([start])
    while queue:
        left = queue.popleft()
        for right, weight in edges[left]:
            total = gain[left] + weight
            if partner.get(left) == right or total <= reached.get(right, (-inf, 0))[0] + EQUAL:
                continue
            reached[right] = (total, left)
            other = holder.get(right)
            if other is not None:
                left_over = total - weights[other][right]
                if left_over > gain.get(other, -inf) + EQUAL:
                    gain[other] = left_over
                    queue.append(other)
    free = reached.keys() - holder.keys()
    node = max(free, key=lambda right: (round(reached[right][0], 9), right >= 0, -abs(right)))
    # Exchange the pairs along the path, from its end back to its start.
    left = reached[node][1]
    while left != start:
        partner[left], node = node, partner[left]
        holder[partner[left]] = left
        left = reached[node][1]
    partner[start] = node
    holder[node] = start


def ties(
    weights: _Scores, chosen: Mapping[int, int], same_left: _Twins, same_right: _Twins
) -> dict[int, tuple[int, ...]]:
    """Find the left nodes of a best assignment that could as well be paired otherwise.

    Nodes that can only exchange partners with each other are no tie, because they are interchangeable. Neither are
    nodes with different content, because their equal weights are a coincidence, or each continues a part.

    Args:
        weights: Left → right → weight, as `assign` took them.
        chosen: Left → right, as `assign` returned them.
        same_left: Whether two left nodes have the same content.
        same_right: The same for right nodes.

    Returns:
        Left → the equally good rights, in order, for the lefts in groups in which some node, left or right, must stay
        unpaired though it is as good as the others.
    """
    turned: dict[int, dict[int, float]] = defaultdict(dict)
    for left, row in weights.items():
        for right, weight in row.items():
            turned[right][left] = weight
    holders = {right: left for left, right in chosen.items()}
    options = grouped(
        [
            *_find_undecided(weights, chosen, same_right),
            *((left, right) for right, left in _find_undecided(turned, holders, same_left)),
        ]
    )
    return {left: tuple(sorted(set(rights))) for left, rights in sorted(options.items())}


def _find_undecided(weights: _Scores, chosen: Mapping[int, int], same: _Twins) -> Iterator[tuple[int, int]]:
    """Yield the paired nodes that could take another partner as good as their own, with each such partner.

    A partner can be had if it is free, or if the node that holds it could take another that can be had.
    """
    as_good = {
        node: {
            other
            for other, weight in weights[node].items()
            if other != own and abs(weight - weights[node][own]) <= EQUAL and same(own, other)
        }
        for node, own in chosen.items()
    }
    wanted_by = grouped((other, node) for node, others in as_good.items() for other in others)
    to_be_had = {other for row in weights.values() for other in row} - set(chosen.values())
    waiting = sorted(to_be_had)
    while waiting:
        new = {chosen[node] for node in wanted_by[waiting.pop()]} - to_be_had
        to_be_had |= new
        waiting += new
    for node, own in chosen.items():
        if own in to_be_had:
            yield from ((node, other) for other in {own, *(to_be_had & as_good[node])})
