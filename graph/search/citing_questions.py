"""Questions for the rules that refer to a rule: `who cites 704.5`, `what refers to 702.19`."""

from collections.abc import Sequence
from typing import NamedTuple

from graph.search.definition import read_definition
from rules.store.query import number_in

REFERENCES_PAGE = "references:"
"""The beginning of the source of an answer that is the page of a rule's references.

The number follows, and after an `@` the edition if that is not the latest: `references:702.40@2021-04-22`.
"""


class CitingQuestion(NamedTuple):
    """A question for the rules that refer to a rule.

    Attributes:
        number: The number of the section or chapter among its words; None if the query names its numbers otherwise.
    """

    number: str | None


def read_citing_question(words: Sequence[str], *, names_number: bool) -> CitingQuestion | None:
    """Return the question for references that the words of a query ask; None if they ask no such question.

    All words must belong to the question: "which rules refer to objects 702.19 names" asks for more. A verb such as
    "cite" only asks if it is not the first word, which is a request: `cite 702.19`.

    Args:
        words: The words of the query, without its numbers with a point.
        names_number: Whether the query has such numbers, which are then the subject.
    """
    definition = read_definition()
    is_question = not definition.citing.isdisjoint(words) or not definition.cite.isdisjoint(words[1:])
    if not is_question:
        return None
    of_question = definition.citing | definition.cite | definition.around_citing
    further = [word for word in words if word not in of_question]
    if names_number:
        return None if further else CitingQuestion(None)
    # digits such as those of `who cites 704` are a number only here
    number = number_in(" ".join(further), mistyped=True)
    return CitingQuestion(number) if number and number[0].isdigit() else None
