"""The numbers that a file cites, with how often it cites each number, rule and chapter."""

from collections import Counter
from collections.abc import Sequence

from graph.citations.records import Citation
from rules.caching import cached_property
from rules.numbers import chapter_of, without_letters


class CitedNumbers:
    """The numbers that the citations of a file print, without those of chapters and sections.

    A range counts with its two ends: `702.40a-c` is one citation of 702.40a and one of 702.40c. They are counted at
    first use, since most checks do not ask for them.

    Args:
        citations: All citations of the file.

    Attributes:
        citations: These citations.
    """

    def __init__(self, citations: Sequence[Citation]) -> None:
        self.citations = citations

    def count_number(self, number: str) -> int:
        """Return how often the file cites exactly a number: 702.40a does not count for 702.40."""
        return self._counts[number]

    def count_rule(self, number: str) -> int:
        """Return how often the file cites the rule of a number: for 702.40a also 702.40 and 702.40b count."""
        return self._counts_of_rules[without_letters(number)]

    def count_chapter(self, number: str) -> int:
        """Return how often the file cites rules of the chapter of a number: for 702.40a also 702.19 counts."""
        return self._counts_of_chapters[chapter_of(number)]

    @cached_property
    def _counts(self) -> Counter[str]:
        """Return number → how often the file cites it."""
        counts: Counter[str] = Counter()
        for citation in self.citations:
            counts.update(part.number for part in citation.parts if "." in part.number)
        return counts

    @cached_property
    def _counts_of_rules(self) -> Counter[str]:
        """Return number of a rule → how often the file cites it or a subrule."""
        counts: Counter[str] = Counter()
        for number, count in self._counts.items():
            counts[without_letters(number)] += count
        return counts

    @cached_property
    def _counts_of_chapters(self) -> Counter[str]:
        """Return number of a chapter → how often the file cites its rules and subrules."""
        counts: Counter[str] = Counter()
        for number, count in self._counts.items():
            counts[chapter_of(number)] += count
        return counts
