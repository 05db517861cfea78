"""The support that a former rule of a number has in a file: whether the words next to other citations of it fit.

A number that the target edition lacks often stands alone in a string, such as `"702.40c"`. The rule that once had it is
then only meant if the file does not use the same number for something else.
"""

from collections.abc import Mapping, Sequence

from graph.citations.judge.case import Case
from graph.citations.judge.unrelated_words import Support, find_support
from graph.citations.judge.words import Words
from graph.citations.records import Citation
from rules.caching import cached_property
from rules.grouping import grouped


class FileSupport:
    """Tells how the words next to all citations of a number in a file fit a rule that it was.

    Args:
        citations: All citations of the file, in order.
    """

    def __init__(self, citations: Sequence[Citation]) -> None:
        self._citations = citations
        self._found: dict[tuple[str, str], Support | None] = {}

    def find(self, case: Case, edition: str) -> Support | None:
        """Return `fits` if the words next to one citation of a number fit its rule in an edition; else `lacks` or None.

        `lacks` if the words next to one citation show something else. Citations with a stamp and those of a list or a
        range, whose words may belong to another number, are left out.

        Args:
            case: The number, cited in the file.
            edition: The edition, which has the number.
        """
        key = (case.number, edition)
        if key not in self._found:
            found = {
                find_support(Words(case.lexicon, self._citations, index), edition, case.number)
                for index in self._indexes.get(case.number, ())
            }
            self._found[key] = next((support for support in ("fits", "lacks") if support in found), None)
        return self._found[key]

    @cached_property
    def _indexes(self) -> Mapping[str, Sequence[int]]:
        """Return number → the indexes of the citations of it alone."""
        return grouped(
            (citation.numbers[0], index)
            for index, citation in enumerate(self._citations)
            if citation.form == "number" and citation.stamp is None
        )
