"""The rules that a file cites, with how often it cites each."""

from collections import Counter
from collections.abc import Sequence

from graph.citations.records import Citation
from rules.caching import cached_property
from rules.numbers import without_letters


class CitedNumbers:
    """The numbers that the citations of a file print, without those of chapters and sections.

    A range counts with its two ends: `702.40a-c` cites 702.40 twice. The numbers are counted at first use, since most
    checks do not ask for them.

    Args:
        citations: All citations of the file.

    Attributes:
        citations: These citations.
    """

    def __init__(self, citations: Sequence[Citation]) -> None:
        self.citations = citations

    def count_rule(self, number: str) -> int:
        """Return how often the file cites the rule of a number: for 702.40a also 702.40 and 702.40b count."""
        return self._counts_of_rules[without_letters(number)]

    @cached_property
    def _counts_of_rules(self) -> Counter[str]:
        """Return number of a rule → how often the file cites it or a subrule."""
        counts: Counter[str] = Counter()
        for citation in self.citations:
            counts.update(without_letters(part.number) for part in citation.parts if "." in part.number)
        return counts
