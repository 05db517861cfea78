"""Find the references inside the text of a rule that a file repeats, such as `702.40a Row on (see rule 702.9)`.

The number before the text is its *head*, here 702.40a. A reference, here 702.9, is printed as the rules print it, with
the word "rule" before the number, in the comment or paragraph that the head begins. Whoever repeats the rule wrote
neither the number nor the words around it, so that both are of the edition that is repeated.
"""

from collections.abc import Sequence

from graph.citations.find.layout import find_unit, is_placed_as_in_rules
from graph.citations.find.possible import PossibleCitation
from graph.citations.records import Citation

_CUES = ("rule", "rules")
"""The words before a reference in the rules."""


def find_heads(text: str, places: Sequence[PossibleCitation], citations: Sequence[Citation]) -> list[int | None]:
    """Return for each citation the index of the head whose text it is in; None if it is in no text of a rule.

    Args:
        text: The whole text.
        places: The places of the citations, in order.
        citations: The citations, with their evidence.
    """
    heads: list[int | None] = []
    for index, place in enumerate(places):
        head: int | None = None
        if index and _is_reference(text, place) and _are_in_one_unit(text, places[index - 1], place):
            head = heads[index - 1]
            if head is None and _is_head(text, places[index - 1], citations[index - 1]):
                head = index - 1
        heads.append(head)
    return heads


def _is_reference(text: str, place: PossibleCitation) -> bool:
    """Return whether the word "rule" in small letters announces a number, or the list that the number continues."""
    if place.cue not in _CUES:
        return False
    if place.is_joined:
        return not is_placed_as_in_rules(text, place.start)
    return text[place.start].islower()


def _are_in_one_unit(text: str, first: PossibleCitation, second: PossibleCitation) -> bool:
    """Return whether two places that follow each other are in one unit, such as a comment or an item of a list."""
    return find_unit(text, first.start, first.end).stop >= second.end


def _is_head(text: str, place: PossibleCitation, citation: Citation) -> bool:
    """Return whether a number is first on its line, and the text of a rule follows it."""
    has_text = any(evidence.kind == "text" and evidence.start >= citation.end for evidence in citation.evidence)
    return has_text and is_placed_as_in_rules(text, place.start)
