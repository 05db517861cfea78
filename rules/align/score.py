"""The score of a pair of records: how good a continuation one would be for the other.

Neither words nor place suffice. Words mislead if a new rule repeats phrases of an old one; numbers mislead in every
major revision. So each pair gets one score from both.
"""

from collections.abc import Callable, Mapping

from msgspec import Struct

from rules.align.families import Families
from rules.align.likeness import Likeness
from rules.align.matching import Matching
from rules.align.passage_words import Words, mask_passage
from rules.align.sentence_similarity import LIMITS
from rules.align.side import NONE

_HEADING_BONUS = 0.04
"""Added to the score of headings, which have fewer kinds of evidence."""
_BARE_WORDS = 0.5
"""Factor for the words of a pair of a heading and a rule: the children of the one may have gone to the other, but other
words are above them now."""
_COVER = 0.85
"""Factor for cover relative to likeness."""
_FULL_COVER_WEIGHT = 40.0
"""Weight of the lighter record from which its cover counts fully."""
_OTHER_KEYWORD = 0.06
"""Deducted in addition to `stranger` under another keyword, because keywords repeat each other's sentences."""
_MOST_WORDS_CHANGED = 0.5
"""Similarity of the words of two rules below which the children are the stronger evidence."""
_UNLIKE = 0.35
"""Minimum cover of two rules with many words: below it they share only common words, and place alone is no evidence."""
_UNLIKE_KEPT = 0.28
"""Minimum cover of two rules with many words, if the rules have the same number."""
_SAME_END = 0.5
"""Factor for `neighbour` if both records are at the same end of one family."""

TermForms = Mapping[int, frozenset[Words]]
"""The terms of the old glossary entries by position, in the form of `head_of`, under all names they may have now."""


class ScoreWeights(Struct, frozen=True):
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


WEIGHTS = ScoreWeights()
HEADING_WEIGHTS = ScoreWeights(words=0.48, parent=0.12, neighbour=0.05, number=0.12, children=0.5, stranger=0.04)
"""Headings depend mostly on their children: they have few words, and several chapters may have the same title."""


class Scorer:
    """Scores pairs of records of two editions.

    Args:
        matching: The links so far.
        families: The families so far.
        compare_words: Returns the likeness of an old record and a new one.
        terms: The terms of the old glossary entries.
    """

    def __init__(
        self,
        matching: Matching,
        families: Families,
        compare_words: Callable[[int, int], Likeness],
        terms: TermForms,
    ) -> None:
        self._matching = matching
        self._families = families
        self._compare_words = compare_words
        self._terms = terms

    def score(self, old: int, new: int) -> float:
        """Return how good a continuation `new` would be for `old`, about 0 to 1.2.

        Args:
            old: Position of the old record.
            new: Position of the new record, a rule if the old one is a rule, else a glossary entry.
        """
        before, after = self._matching.old, self._matching.new
        is_heading = before.is_heading(old) or after.is_heading(new)
        weights = HEADING_WEIGHTS if is_heading else WEIGHTS
        if not is_heading and before.is_rule(old) and self._is_unlike(old, new):
            return 0.0
        total = _HEADING_BONUS if is_heading else 0.0
        words = self._score_words(old, new)
        is_bare = before.is_heading(old) != after.is_heading(new)
        total += weights.words * (_BARE_WORDS * words if is_bare else words)
        total += self._score_place(old, new, weights)
        if before.keys[old] == after.keys[new]:
            total += weights.number * self._families.stability(old)
        if before.children[old] and old in self._families.winner:
            total += self._score_children(old, new, words)
        if not before.is_rule(old) and after.heads[new] in self._terms[old]:
            total += weights.term
        if self._share_example(old, new):
            total += weights.example
        return total

    def _score_words(self, old: int, new: int) -> float:
        """Return the similarity of the words, 0 to 1.

        It is the likeness, or the cover if that is greater after it was reduced: cover says less than likeness, and the
        less the fewer words the lighter record has.
        """
        likeness = self._compare_words(old, new)
        cover = _COVER * likeness.cover * min(1.0, likeness.lighter / _FULL_COVER_WEIGHT)
        return max(likeness.likeness, cover)

    def _is_unlike(self, old: int, new: int) -> bool:
        """Return whether two rules have many words, but share no more of them than any two rules share.

        The only rule below a new parent is excepted: it continues the family, whatever its words are.
        """
        before, after = self._matching.old, self._matching.new
        likeness = self._compare_words(old, new)
        least_cover = _UNLIKE_KEPT if before.keys[old] == after.keys[new] else _UNLIKE
        new_parent = after.parents[new]
        is_alone = new_parent != NONE and len(after.children[new_parent]) == 1
        return likeness.cover < least_cover and likeness.lighter >= LIMITS.weight and not is_alone

    def _score_children(self, old: int, new: int, words: float) -> float:
        """Return the points of a pair for the children of the old record.

        Args:
            old: The old record, whose children have votes.
            new: The new record.
            words: The similarity of their words, 0 to 1.
        """
        before, after = self._matching.old, self._matching.new
        share = self._families.share(old, new)
        if share:
            are_both_headings = before.is_heading(old) and after.is_heading(new)
            weights = HEADING_WEIGHTS if are_both_headings else WEIGHTS
            return weights.children * share
        # All children went elsewhere, so only the words can speak for the candidate.
        is_heading = before.is_heading(old) or after.is_heading(new)
        least_similarity = 1.0 if is_heading else _MOST_WORDS_CHANGED
        is_title_repeated = after.title_counts[after.titles[new]] > 1
        if words < least_similarity or is_title_repeated:
            return -WEIGHTS.parent
        return 0.0

    def _score_place(self, old: int, new: int, weights: ScoreWeights) -> float:
        """Return the points of a pair for its place: by the parents, the chapters and the neighbours."""
        before, after = self._matching.old, self._matching.new
        points = 0.0
        if before.parents[old] != NONE and after.parents[new] != NONE:
            points += self._score_parents(before.parents[old], after.parents[new], weights)
        points += weights.chapter * self._families.flow(before.chapters[old], after.chapters[new])
        for step in (-1, 1):
            points += weights.neighbour * self._score_neighbour(old, new, step)
        return points

    def _score_parents(self, parent: int, new_parent: int, weights: ScoreWeights) -> float:
        """Return the points of a pair for its parents; below 0 if the old parent became another record.

        A parent whose children are not linked yet gives no points, unless the two parents are different keywords.
        """
        before, after = self._matching.old, self._matching.new
        share = self._families.share(parent, new_parent)
        if share:
            return weights.parent * share
        title, new_title = before.titles[parent], after.titles[new_parent]
        # The rules with subrules are mostly keywords, each with its name as title.
        is_keyword_left = before.kinds[parent] == "rule" and title != new_title
        if parent in self._families.winner:
            return -(weights.stranger + (_OTHER_KEYWORD if is_keyword_left else 0.0))
        is_other_keyword = is_keyword_left and title and new_title and after.kinds[new_parent] == "rule"
        return -(weights.stranger + _OTHER_KEYWORD) if is_other_keyword else 0.0

    def _score_neighbour(self, old: int, new: int, step: int) -> float:
        """Return how well the neighbours on one side agree, 0 to 1.

        Args:
            old: The old record.
            new: The new record.
            step: -1 for the neighbours before, 1 for those after.
        """
        before, after = self._matching.old, self._matching.new
        sibling, new_sibling = before.find_sibling(old, step), after.find_sibling(new, step)
        if NONE not in {sibling, new_sibling}:
            return 1.0 if self._matching.new_of[sibling] == new_sibling else 0.0
        are_both_at_end = sibling == new_sibling == NONE
        parent = before.parents[old]
        is_same_family = parent != NONE and self._families.winner.get(parent) == after.parents[new]
        return _SAME_END if are_both_at_end and is_same_family else 0.0

    def _share_example(self, old: int, new: int) -> bool:
        """Return whether both records have the same example."""
        examples = {mask_passage(example) for example in self._matching.old.passages[old].examples}
        return any(mask_passage(example) in examples for example in self._matching.new.passages[new].examples)
