"""The score of a pair of records: how good a continuation one would be for the other.

Neither the words nor the place of two records suffice. Words mislead if a new rule repeats phrases of an old rule, and
numbers mislead in every major revision. So the points for both are added.

*Cover* is the share of the lighter of two passages, the one with less weight of words, that the heavier one contains
(`rules.align.word_comparison`). The *family* of a parent is the parent with its children. The *successor* of an old
parent is the new record that most of its linked children are under so far (`rules.align.families`). A parent that is
not linked itself, and has no linked child, has no successor.
"""

from collections.abc import Callable, Mapping

from msgspec import Struct

from rules.align.edition_columns import NONE
from rules.align.families import Families
from rules.align.matching import Matching
from rules.align.passage_words import Words, mask_passage
from rules.align.sentence_limits import LIMITS
from rules.align.word_comparison import WordComparison

_HEADING_BONUS = 0.04
"""Points for headings, which have fewer kinds of evidence."""
_BARE_WORDS = 0.5
"""Factor for the points for words if one record is a heading and the other a rule: the children of one may have gone to
the other, but other words are above them now."""
_COVER = 0.85
"""Factor by which cover is reduced before it is compared with likeness."""
_FULL_COVER_WEIGHT = 40.0
"""Weight of the lighter record from which its cover counts fully."""
_OTHER_KEYWORD = 0.06
"""Points deducted in addition to `stranger` if the parents are different keywords, which repeat each other's
sentences."""
_MOST_WORDS_CHANGED = 0.5
"""Minimum similarity of two rules whose words are stronger evidence than their children."""
_UNLIKE = 0.35
"""Minimum cover of two rules with many words. Below it they share only common words, and their place is no evidence."""
_UNLIKE_KEPT = 0.28
"""Minimum cover of two rules with many words, if the rules have the same number."""
_SAME_END = 0.5
"""How well the neighbours agree, 0 to 1, if neither record has one because both are first, or last, in their family."""

TermForms = Mapping[int, frozenset[Words]]
"""Position of an old glossary entry → the stems of its term, and those of the terms that may have replaced it."""


class ScoreWeights(Struct, frozen=True):
    """The points for each kind of evidence; `bench/alignment` measures the result.

    Evidence that is a share, such as the share of the children that went to the new record, gives that share of the
    points.

    Attributes:
        words: The words of the two records are similar.
        parent: The parent of the new record continues the parent of the old one.
        chapter: Rules of the old record's chapter went to the new record's chapter.
        neighbour: The siblings before the two records are linked; the same points again for the siblings after them.
        number: Both have the same number; counts as far as the chapter's other rules kept their numbers.
        children: Children of the old record went to the new record.
        example: Both have the same example.
        term: Both glossary entries have the same term, or the new one has a term that may have replaced the old one.
        stranger: Points deducted if another record than the new parent continues the old parent.
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
        compare_words: Compares the words of an old record and a new one.
        terms: The terms of the old glossary entries.
    """

    def __init__(
        self,
        matching: Matching,
        families: Families,
        compare_words: Callable[[int, int], WordComparison],
        terms: TermForms,
    ) -> None:
        self._matching = matching
        self._families = families
        self._compare_words = compare_words
        self._terms = terms

    def score(self, old: int, new: int) -> float:
        """Return the score of `new` as a continuation of `old`: the sum of all points, up to about 1.2.

        The sum may be negative, because points are deducted for evidence against the pair. It is 0 for two rules with
        texts that have many words, but hardly any in common (`_is_unlike`).

        The weights are those of headings if either record is a heading. The children count only if the old record has
        children and a successor, the terms only for glossary entries.

        Args:
            old: Position of the old record.
            new: Position of the new record, a rule if the old one is a rule, else a glossary entry.
        """
        old_edition, new_edition = self._matching.old, self._matching.new
        either_is_heading = old_edition.is_heading(old) or new_edition.is_heading(new)
        only_one_is_heading = old_edition.is_heading(old) != new_edition.is_heading(new)
        if not either_is_heading and old_edition.is_rule(old) and self._is_unlike(old, new):
            return 0.0
        weights = HEADING_WEIGHTS if either_is_heading else WEIGHTS
        total = _HEADING_BONUS if either_is_heading else 0.0
        words = self._score_words(old, new)
        total += weights.words * (_BARE_WORDS * words if only_one_is_heading else words)
        total += self._score_place(old, new, weights)
        has_children_with_votes = bool(old_edition.children[old]) and old in self._families.successor_of
        if has_children_with_votes:
            total += self._score_children(old, new, words)
        is_same_term = not old_edition.is_rule(old) and new_edition.term_stems[new] in self._terms[old]
        if is_same_term:
            total += weights.term
        if self._share_example(old, new):
            total += weights.example
        return total

    def _score_words(self, old: int, new: int) -> float:
        """Return the similarity of the words, 0 to 1: the likeness, or the reduced cover if that is greater.

        The cover is reduced because it is weaker evidence than the likeness; the fewer words the lighter record has,
        the weaker it is.
        """
        words = self._compare_words(old, new)
        cover = _COVER * words.cover * min(1.0, words.lighter / _FULL_COVER_WEIGHT)
        return max(words.likeness, cover)

    def _is_unlike(self, old: int, new: int) -> bool:
        """Return whether two rules have many words, but have no more of them in common than any two rules have.

        Both must have many words, and the least cover is lower if they have the same number. The answer is False if the
        new rule is the only child of its parent, which may continue an old family whatever its words are.
        """
        old_edition, new_edition = self._matching.old, self._matching.new
        new_parent = new_edition.parents[new]
        is_only_child = new_parent != NONE and len(new_edition.children[new_parent]) == 1
        if is_only_child:
            return False
        words = self._compare_words(old, new)
        least_cover = _UNLIKE_KEPT if old_edition.keys[old] == new_edition.keys[new] else _UNLIKE
        have_many_words = words.lighter >= LIMITS.weight
        return have_many_words and words.cover < least_cover

    def _score_children(self, old: int, new: int, words: float) -> float:
        """Return the points of a pair for the children of the old record.

        - If some of the old record's votes (`Families`) are for the new record, the points are in proportion to their
          share. The children weigh more if both records are headings.
        - If all votes are for other records, the points are negative: the children weigh as much against the pair as
          parents that agree weigh for it. They are 0 if the words are stronger evidence (`_is_strong_by_words`).

        Args:
            old: The old record, which has children and votes.
            new: The new record.
            words: The similarity of the words of the two records, 0 to 1.
        """
        old_edition, new_edition = self._matching.old, self._matching.new
        share = self._families.share(old, new)
        if share:
            are_both_headings = old_edition.is_heading(old) and new_edition.is_heading(new)
            weights = HEADING_WEIGHTS if are_both_headings else WEIGHTS
            return weights.children * share
        return 0.0 if self._is_strong_by_words(old, new, words) else -WEIGHTS.parent

    def _is_strong_by_words(self, old: int, new: int, words: float) -> bool:
        """Return whether the words of a pair are stronger evidence for it than the old record's children against it.

        They are if they are similar (those of headings: equal), and if the title of the new record, if it has one, is
        unique. For the arguments see `_score_children`.
        """
        old_edition, new_edition = self._matching.old, self._matching.new
        either_is_heading = old_edition.is_heading(old) or new_edition.is_heading(new)
        least_similarity = 1.0 if either_is_heading else _MOST_WORDS_CHANGED
        is_title_repeated = new_edition.title_counts[new_edition.titles[new]] > 1
        return words >= least_similarity and not is_title_repeated

    def _score_place(self, old: int, new: int, weights: ScoreWeights) -> float:
        """Return the points of a pair for its place: by the parents, the chapters, the neighbours and the number.

        The parents count only if both records have one, the number only if it is the same.
        """
        old_edition, new_edition = self._matching.old, self._matching.new
        points = 0.0
        if old_edition.parents[old] != NONE and new_edition.parents[new] != NONE:
            points += self._score_parents(old_edition.parents[old], new_edition.parents[new], weights)
        points += weights.chapter * self._families.flow(old_edition.chapters[old], new_edition.chapters[new])
        for step in (-1, 1):
            points += weights.neighbour * self._score_neighbour(old, new, step)
        if old_edition.keys[old] == new_edition.keys[new]:
            points += weights.number * self._families.stability(old)
        return points

    def _score_parents(self, parent: int, new_parent: int, weights: ScoreWeights) -> float:
        """Return the points of a pair for its parents.

        - If some of the old parent's votes (`Families`) are for the new parent, the points are in proportion to their
          share.
        - Points are deducted if all votes are for other records, and more if the old parent is also of the kind `rule`
          and the new parent has another title.
        - The greater number is also deducted for different keywords, such as 702.40 Storm and 702.41 Affinity, even if
          the old parent has no votes.
        - Otherwise there are no votes, and no points.

        A parent has votes if it is linked itself or one of its children is.
        """
        old_edition, new_edition = self._matching.old, self._matching.new
        share = self._families.share(parent, new_parent)
        if share:
            return weights.parent * share
        have_other_titles = old_edition.titles[parent] != new_edition.titles[new_parent]
        are_titled_rules = old_edition.is_titled_rule(parent) and new_edition.is_titled_rule(new_parent)
        are_other_keywords = are_titled_rules and have_other_titles
        is_continued_by_another = parent in self._families.successor_of
        is_old_rule_retitled = old_edition.kinds[parent] == "rule" and have_other_titles
        if are_other_keywords or (is_continued_by_another and is_old_rule_retitled):
            return -(weights.stranger + _OTHER_KEYWORD)
        return -weights.stranger if is_continued_by_another else 0.0

    def _score_neighbour(self, old: int, new: int, step: int) -> float:
        """Return how well the neighbours before the two records agree, or those after them, from 0 to 1.

        - If both records have a neighbour there, the result is 1 if the two neighbours are linked, else 0.
        - If neither has one, because both are first or last in their families, the result is `_SAME_END` if the new
          parent is the successor of the old one, else 0.
        - If only one of them has a neighbour, the result is 0.

        Args:
            old: The old record.
            new: The new record.
            step: -1 for the neighbours before, 1 for those after.
        """
        old_edition, new_edition = self._matching.old, self._matching.new
        sibling, new_sibling = old_edition.find_sibling(old, step), new_edition.find_sibling(new, step)
        if NONE not in {sibling, new_sibling}:
            return 1.0 if self._matching.new_of[sibling] == new_sibling else 0.0
        are_both_at_end = sibling == new_sibling == NONE
        parent = old_edition.parents[old]
        is_same_family = parent != NONE and self._families.successor_of.get(parent) == new_edition.parents[new]
        return _SAME_END if are_both_at_end and is_same_family else 0.0

    def _share_example(self, old: int, new: int) -> bool:
        """Return whether both records have the same example."""
        examples = {mask_passage(example) for example in self._matching.old.passages[old].examples}
        return any(mask_passage(example) in examples for example in self._matching.new.passages[new].examples)
