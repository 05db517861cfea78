"""The records that the close comparison starts from: those that are unlinked or whose words changed."""

from collections.abc import Callable, Iterable
from functools import cache
from itertools import chain

from rules.align.coarse import link_coarsely
from rules.align.lexicon import Bag, Lexicon, join_bags
from rules.align.likeness import Likeness, compare
from rules.align.matching import Matching
from rules.align.passage_words import Words
from rules.align.side import NONE
from rules.text_sizes import LONGEST_PASSAGE

_ONCE = 7.0
"""Weight of a word that occurs in only one changed record, however many changed: so the same words identify a passage
in a small update as in a major revision, where this is about the logarithm of the number of records."""
_SAME_WORDS = 0.97
"""Minimum score of a link of `exact` that means the words are the same. Entries of the same term with other words have
0.95, entries with the same words under another term 0.9: those are compared again."""


class ChangedRecords:
    """The changed records of both editions that are compared closely, with their words.

    Args:
        matching: The links of `exact`; gets coarse links of the records that are too long.

    Attributes:
        olds: Positions of the old records.
        news: Positions of the new records.
        lexicon: The words of all these records.
        old_sentences: Old record → the words of each of its sentences, after `rename` with renamed terms replaced.
        new_sentences: New record → the words of each of its sentences.
        old_bags: Old record → all of its words.
        new_bags: New record → all of its words.
        compare: Returns the likeness of an old and a new record.
    """

    def __init__(self, matching: Matching) -> None:
        self._side = matching.old
        old, new = matching.old, matching.new
        olds, news = _list_changed_old(matching), _list_changed_new(matching)
        _set_long_aside(matching, olds, news)
        self.olds = [position for position in olds if position not in matching.coarse_old]
        self.news = [position for position in news if position not in matching.coarse_new]
        self.lexicon = Lexicon(chain(map(old.words, self.olds), map(new.words, self.news)), _ONCE)
        self.old_sentences = {position: self._make_bags(old.sentences(position)) for position in self.olds}
        self.new_sentences = {position: self._make_bags(new.sentences(position)) for position in self.news}
        self.old_bags = {position: join_bags(bags) for position, bags in self.old_sentences.items()}
        self.new_bags = {position: join_bags(bags) for position, bags in self.new_sentences.items()}
        self.compare = cache(self._compare)

    def _make_bags(self, sentences: Iterable[Words]) -> tuple[Bag, ...]:
        return tuple(map(self.lexicon.bag, sentences))

    def _compare(self, old: int, new: int) -> Likeness:
        return compare(self.lexicon, self.old_bags[old], self.new_bags[new])

    def is_same_old(self, first: int, second: int) -> bool:
        """Return whether two old records have the same words."""
        return self.old_bags[first].ids == self.old_bags[second].ids

    def is_same_new(self, first: int, second: int) -> bool:
        """Return whether two new records have the same words."""
        return self.new_bags[first].ids == self.new_bags[second].ids

    def rename(self, rename: Callable[[Words], Words]) -> None:
        """Replace renamed terms in the words of the old records, for comparison only.

        Args:
            rename: Replaces the terms in the words of a sentence.
        """
        for position in self.olds:
            before = self._side.sentences(position)
            after = tuple(map(rename, before))
            if after != before:
                self.old_sentences[position] = self._make_bags(after)
                self.old_bags[position] = join_bags(self.old_sentences[position])
        self.compare.cache_clear()


def _list_changed_old(matching: Matching) -> list[int]:
    return [
        position
        for position, target in enumerate(matching.new_of)
        if target == NONE or matching.found[position].score < _SAME_WORDS
    ]


def _list_changed_new(matching: Matching) -> list[int]:
    return [
        position
        for position, source in enumerate(matching.old_of)
        if source == NONE or matching.found[source].score < _SAME_WORDS
    ]


def _set_long_aside(matching: Matching, olds: Iterable[int], news: Iterable[int]) -> None:
    """Set aside records that are too long to compare word by word, and their counterparts with the same number.

    The new records go into `matching.coarse_new` here, the old ones into `matching.coarse_old` by `link_coarsely`.
    """
    old, new = matching.old, matching.new
    long_news = [position for position in news if len(new.texts[position]) > LONGEST_PASSAGE]
    matching.coarse_new.update(long_news)
    long_keys = {new.keys[position] for position in long_news}
    set_aside = [
        position for position in olds if len(old.texts[position]) > LONGEST_PASSAGE or old.keys[position] in long_keys
    ]
    link_coarsely(matching, set_aside)
