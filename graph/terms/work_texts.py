"""The words of all editions of a work, with how often they occur in each."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from itertools import accumulate
from typing import NamedTuple

from graph.lineages.inventory import Inventory, PassageOf
from graph.terms.entries import is_obsolete
from graph.terms.printed import printed_form
from rules.caching import cached_method
from rules.grouping import grouped
from rules.keys import is_entry
from rules.stems import stem
from rules.text import fold_name, plain_words

Series = tuple[int, ...]
"""Occurrences in each edition, oldest first."""


class Wording(NamedTuple):
    """The folded words of a passage, with a space before and after each.

    Attributes:
        rule: The words of heading, text and notes.
        examples: The words of the examples; in these, card names change, which are no terms.
    """

    rule: str
    examples: str


class _Difference(NamedTuple):
    """How many more records, or fewer if negative, have a passage in an edition than in the edition before.

    Attributes:
        edition_index: Index of the edition.
        records: The difference between the two numbers of records.
    """

    edition_index: int
    records: int


class WorkTexts:
    """The words of all editions of one work.

    Glossary entries marked as obsolete do not count, because they exist only for words that are no longer used.

    Args:
        editions: All editions, oldest first.
        passage: Returns the passage for a passage number.

    Attributes:
        editions: The ids of the editions.
        _differences: Passage number → its differences, only for editions with a difference. This takes less memory than
            counts of all editions. Example: one record has the passage in the editions 2 to 5 → +1 in edition 2 and -1
            in edition 6.
    """

    def __init__(self, editions: Sequence[Inventory], passage: PassageOf) -> None:
        self.editions = tuple(edition.edition for edition in editions)
        self.passage = passage
        self._inventories = editions
        self._differences = _find_differences(editions)

    @cached_method
    def wording(self, passage_number: int) -> Wording:
        """Return the words of the passage of a number."""
        passage = self.passage(passage_number)
        rule = "\n".join((passage.heading or "", passage.text, *passage.notes))
        examples = "\n".join(passage.examples)
        return Wording(join_with_spaces(plain_words(rule)), join_with_spaces(plain_words(examples)))

    @cached_property
    def _passages_with(self) -> dict[str, set[int]]:
        """Return word → the numbers of the passages that have it."""
        found: defaultdict[str, set[int]] = defaultdict(set)
        for passage_number in self._differences:
            for word in set(" ".join(self.wording(passage_number)).split()):
                found[word].add(passage_number)
        return found

    @cached_property
    def _words_by_stem(self) -> Mapping[str, Sequence[str]]:
        """Return stem → the words of all editions that have it, in alphabetical order."""
        return grouped((stem(word), word) for word in sorted(self._passages_with))

    def words_with_stem(self, stem_of_words: str) -> Sequence[str]:
        """Return the words of all editions that have a stem, in alphabetical order: `zon` → `zone`, `zones`."""
        return self._words_by_stem.get(stem_of_words, ())

    def sum(self, phrases: Iterable[str]) -> Series:
        """Return the series of several phrases together."""
        series_of_phrases = [self.series(phrase) for phrase in phrases]
        if not series_of_phrases:
            return (0,) * len(self.editions)
        return tuple(map(sum, zip(*series_of_phrases, strict=True)))

    def printed(self, phrase: str) -> str:
        """Return folded words as they are printed most often; the newest passages are looked at first."""
        newest_first = sorted(self._find_passages(phrase), reverse=True)  # the numbers rise from edition to edition
        passages = map(self.passage, newest_first)
        texts = ("\n".join((found.heading or "", found.text, *found.examples, *found.notes)) for found in passages)
        return printed_form(phrase, texts)

    def _find_passages(self, phrase: str) -> set[int]:
        """Return the numbers of the passages that have all words of a phrase, not necessarily next to each other."""
        passages_of_words = [self._passages_with.get(word, set()) for word in phrase.split()]
        return set.intersection(*passages_of_words) if passages_of_words else set()

    @cached_method
    def series(self, phrase: str) -> Series:
        """Return how often some folded words occur, one after the other, in each edition."""
        spaced = f" {phrase} "
        changes = [0] * len(self.editions)  # how many more occurrences an edition has than the one before
        for passage_number in self._find_passages(phrase):
            wording = self.wording(passage_number)
            times = wording.rule.count(spaced) + wording.examples.count(spaced)
            if times:
                for edition_index, records in self._differences[passage_number]:
                    changes[edition_index] += times * records
        return tuple(accumulate(changes))

    @cached_method
    def _find_heading(self, passage_number: int) -> str:
        """Return the heading of the passage of a number, folded; empty if it has none."""
        return fold_name(self.passage(passage_number).heading or "")

    @cached_method
    def headings(self, edition_index: int) -> dict[str, str]:
        """Return key of each rule that has a heading → the heading, folded, in the edition at an index."""
        headings: dict[str, str] = {}
        for key, passage_number in self._inventories[edition_index].list_records():
            heading = "" if is_entry(key) else self._find_heading(passage_number)
            if heading:
                headings[key] = heading
        return headings

    def has_heading(self, name: str, edition_index: int) -> bool:
        """Return whether a rule of the edition at an index has a heading; False if there is no such edition."""
        return edition_index < len(self.editions) and name in self.headings(edition_index).values()


def join_with_spaces(words: Iterable[str]) -> str:
    """Join words into one string, with a space before and after each, so that whole words can be found in it."""
    return f" {' '.join(words)} "


def _find_differences(editions: Iterable[Inventory]) -> dict[int, list[_Difference]]:
    """Return passage number → its differences, oldest first; the editions are given oldest first."""
    differences: defaultdict[int, list[_Difference]] = defaultdict(list)
    before: Counter[int] = Counter()
    for edition_index, edition in enumerate(editions):
        counts = _count_passages(edition)
        for passage_number in counts.keys() | before.keys():
            records = counts[passage_number] - before[passage_number]
            if records:
                differences[passage_number].append(_Difference(edition_index, records))
        before = counts
    return differences


def _count_passages(edition: Inventory) -> Counter[int]:
    """Return passage number → how many records of an edition have it, without obsolete glossary entries."""
    obsolete = [number for key, number in edition.list_records() if is_entry(key) and is_obsolete(key)]
    counts = Counter(edition.passage_numbers)
    counts.subtract(obsolete)
    return counts
