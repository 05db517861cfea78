"""The side on which a file is: whether the words next to its citations of a rule fit today's rule or the former one.

The declaration of a tree can be wrong for a file. A number without words of its own is then read as the others that
*moved with it*: if a file says `CR 113: Abilities`, its 113.3 is not a rule of the chapter that had this number before.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property

from msgspec import structs

from graph.citations.judge.case import Case, Side
from graph.citations.judge.sides import find_side
from graph.citations.judge.words import Words
from graph.citations.records import Citation
from rules.grouping import grouped
from rules.keys import with_parents


class FileSides:
    """Counts on which side the citations of a file are.

    Args:
        citations: All citations of the file, in order.
    """

    def __init__(self, citations: Sequence[Citation]) -> None:
        self._citations = citations
        self._counts: dict[tuple[str, str, str], Counter[Side]] = {}

    def count(self, case: Case, base: str) -> Counter[Side]:
        """Return how many numbers that moved with the number of a case have words that fit each of their two rules.

        These are all numbers of its chapter if the chapter moved, else all numbers of its rule if the rule moved, else
        only the same number. A number that the target edition lacks is on the side of its former rule, whatever words
        are next to it.

        Args:
            case: A number of the file, which may be one of those that are counted.
            base: Id of the base edition.
        """
        moved = _find_moved(case, base)
        key = (moved, base, case.target_edition)
        if key not in self._counts:
            self._counts[key] = Counter(self._list_sides(case, moved, base))
        return self._counts[key]

    def _list_sides(self, case: Case, moved: str, base: str) -> Iterator[Side]:
        """Yield the side of each number that has one, for a chapter or rule that moved and all that is below it."""
        for index, number in self._places_below.get(moved, ()):
            side = self._find_side(case, index, number, base)
            if side is not None:
                yield side

    @cached_property
    def _places_below(self) -> Mapping[str, Sequence[tuple[int, str]]]:
        """Return number → the places where it or a number below it is cited: index of the citation, cited number.

        Numbers with a stamp are left out, and those that only tell of a change of numbers.
        """
        places: list[tuple[str, tuple[int, str]]] = []
        for index, citation in enumerate(self._citations):
            if citation.stamp is not None:
                continue
            for number in citation.numbers:
                if number not in citation.change_numbers:
                    places.extend((above, (index, number)) for above in with_parents(number))
        return grouped(places)

    def _find_side(self, case: Case, index: int, number: str, base: str) -> Side | None:
        """Return the side of a number of the citation with an index; None if it has none, or did not drift."""
        former = case.history.lineages.find(base, number)
        present = case.history.lineages.find(case.target_edition, number)
        if former is None or former == present:
            return None
        if present is None:
            return "then"
        words = Words(case.lexicon, self._citations, index)
        return find_side(structs.replace(case, words=words, number=number, lineage_now=present), base)


def _find_moved(case: Case, base: str) -> str:
    """Return the number of the chapter or rule that moved with the number of a case, or else this number itself."""
    lineages = case.history.lineages
    for above in reversed(with_parents(case.number)):
        if "." not in above and len(above) < len("702"):
            continue  # a section has hardly any words
        if lineages.find(base, above) != lineages.find(case.target_edition, above):
            return above
    return case.number
