"""The rules that a file cites, with how often it cites each."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import chain

from graph.citations.records import Citation
from rules.caching import cached_property
from rules.grouping import grouped
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
        self._counts_of_names: dict[str, Counter[str]] = {}

    def count_rule(self, number: str) -> int:
        """Return how often the file cites the rule of a number: for 702.40a also 702.40 and 702.40b count."""
        return self._counts_of_rules[without_letters(number)]

    def count_places(self, number: str) -> int:
        """Return how many citations of the file have a number."""
        return len(self._indexes.get(number, ()))

    def count_names(self, number: str, list_names: Callable[[int], Iterable[str]]) -> Counter[str]:
        """Return name → next to how many citations of a number the file has it.

        Args:
            number: The number.
            list_names: Returns the names next to the citation with an index.
        """
        if number not in self._counts_of_names:
            names = (set(list_names(index)) for index in self._indexes.get(number, ()))
            self._counts_of_names[number] = Counter(chain.from_iterable(names))
        return self._counts_of_names[number]

    @cached_property
    def _indexes(self) -> Mapping[str, Sequence[int]]:
        """Return number → the indexes of the citations of it."""
        return grouped((number, index) for index, citation in enumerate(self.citations) for number in citation.numbers)

    @cached_property
    def _counts_of_rules(self) -> Counter[str]:
        """Return number of a rule → how often the file cites it or a subrule."""
        counts: Counter[str] = Counter()
        for citation in self.citations:
            counts.update(without_letters(part.number) for part in citation.parts if "." in part.number)
        return counts
