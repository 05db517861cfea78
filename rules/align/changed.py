"""The changed records: those that are unlinked, or linked to a record with other words.

Only these are compared word by word (`rules.align.close`). Records that are too long for that are linked by their
number alone (`rules.align.coarse`), and are not among them.
"""

from collections.abc import Callable, Iterable
from functools import cache
from itertools import chain

from rules.align.coarse import link_coarsely
from rules.align.edition_columns import NONE
from rules.align.lexicon import Bag, Lexicon, join_bags
from rules.align.matching import Matching
from rules.align.passage_words import Words
from rules.align.word_comparison import WordComparison, compare_words
from rules.text_sizes import LONGEST_PASSAGE

_RAREST_WEIGHT = 7.0
"""Weight of a word that occurs in only one of the changed records.

It does not depend on how many records changed, so that the thresholds of the close comparison mean the same in a small
update as in a major revision. (There, the logarithm of the number of records is about 7.)"""
_SAME_WORDS = 0.97
"""Minimum score of a link of `rules.align.exact` whose records have the same words. Glossary entries with other words,
or under another term, have lower scores there (0.95 and 0.9), and are compared again."""


class ChangedRecords:
    """The changed records of both editions that are compared word by word.

    Args:
        matching: The links of `rules.align.exact`. It receives links by number between records that are too long.

    Attributes:
        olds: Positions of the old records.
        news: Positions of the new records.
        lexicon: The ids and weights of the words of all these records.
        old_sentences: Position of an old record → the words of each of its sentences; after a call of `rename`, with
            the new words of renamed terms.
        new_sentences: Position of a new record → the words of each of its sentences.
        old_bags: Position of an old record → all of its words; after a call of `rename`, as `old_sentences`.
        new_bags: Position of a new record → all of its words.
        compare: Compares the words of an old and a new record, given by their positions.
    """

    def __init__(self, matching: Matching) -> None:
        self._side = matching.old
        old, new = matching.old, matching.new
        olds, news = _list_changed_old(matching), _list_changed_new(matching)
        _link_long_coarsely(matching, olds, news)
        self.olds = [position for position in olds if position not in matching.coarse_old]
        self.news = [position for position in news if position not in matching.coarse_new]
        self.lexicon = Lexicon(chain(map(old.words, self.olds), map(new.words, self.news)), _RAREST_WEIGHT)
        self.old_sentences = {position: self._make_bags(old.sentences(position)) for position in self.olds}
        self.new_sentences = {position: self._make_bags(new.sentences(position)) for position in self.news}
        self.old_bags = {position: join_bags(bags) for position, bags in self.old_sentences.items()}
        self.new_bags = {position: join_bags(bags) for position, bags in self.new_sentences.items()}
        self.compare = cache(self._compare)

    def _make_bags(self, sentences: Iterable[Words]) -> tuple[Bag, ...]:
        return tuple(map(self.lexicon.bag, sentences))

    def _compare(self, old: int, new: int) -> WordComparison:
        return compare_words(self.lexicon, self.old_bags[old], self.new_bags[new])

    def is_same_old(self, first: int, second: int) -> bool:
        """Return whether two old records have the same words."""
        return self.old_bags[first].ids == self.old_bags[second].ids

    def is_same_new(self, first: int, second: int) -> bool:
        """Return whether two new records have the same words."""
        return self.new_bags[first].ids == self.new_bags[second].ids

    def rename(self, rename: Callable[[Words], Words]) -> None:
        """Replace renamed terms in `old_sentences` and `old_bags`; the passages of the records stay as they are.

        Each call starts from the words of the passages. Records in which it renames nothing keep the words that an
        earlier call gave them.

        Args:
            rename: Returns the words of a sentence with new words for renamed terms.
        """
        for position in self.olds:
            printed_sentences = self._side.sentences(position)
            renamed_sentences = tuple(map(rename, printed_sentences))
            if renamed_sentences != printed_sentences:
                self.old_sentences[position] = self._make_bags(renamed_sentences)
                self.old_bags[position] = join_bags(self.old_sentences[position])
        self.compare.cache_clear()


def _list_changed_old(matching: Matching) -> list[int]:
    """Return the old records that are unlinked or linked to a record with other words."""
    return [old for old, new in enumerate(matching.new_of) if new == NONE or not _has_same_words(matching, old)]


def _list_changed_new(matching: Matching) -> list[int]:
    """Return the new records that are unlinked or linked to a record with other words."""
    return [new for new, old in enumerate(matching.old_of) if old == NONE or not _has_same_words(matching, old)]


def _has_same_words(matching: Matching, old: int) -> bool:
    """Return whether a linked old record has the same words as the new record that continues it.

    The score of its link shows that: `rules.align.exact` gives links between other words a score below `_SAME_WORDS`.
    """
    return matching.basis_of[old].score >= _SAME_WORDS


def _link_long_coarsely(matching: Matching, olds: Iterable[int], news: Iterable[int]) -> None:
    """Link the records that are too long to compare word by word by their number (`rules.align.coarse`).

    If only one of two records with the same number is too long, neither of them is compared word by word. All these
    records are in `matching.coarse_old` and `matching.coarse_new` afterwards, even if they could not be linked.

    Args:
        matching: The links of `exact`.
        olds: The changed old records.
        news: The changed new records.
    """
    old, new = matching.old, matching.new
    long_news = [position for position in news if len(new.texts[position]) > LONGEST_PASSAGE]
    matching.coarse_new.update(long_news)
    keys_of_long = {new.keys[position] for position in long_news}
    not_compared = [
        position
        for position in olds
        if len(old.texts[position]) > LONGEST_PASSAGE or old.keys[position] in keys_of_long
    ]
    # This also adds them to `coarse_old`, and the new records with their numbers to `coarse_new`.
    link_coarsely(matching, not_compared)
