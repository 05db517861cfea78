"""Add a stamp after each citation that is left when the others are renumbered, since nothing else shows its edition.

A *stamp* is the edition written next to a citation; a citation is *left* if it stays as it is.
A stamp is added (`CR 702.14a @2009-05-01`) only if the finder then reads it as the stamp of that citation alone. So
names and addresses get none, and no stamp may cover the rest of a list.
"""

from collections.abc import Callable, Collection, Sequence

from msgspec import structs

from graph.citations.find.layout import find_region
from graph.citations.records import Citation
from graph.citations.renumber.outcomes import Outcome, apply_outcomes

_STAMPED_FORMS = frozenset({"number", "range", "letters"})
_NOT_OF_AN_EDITION = frozenset({"absent", "malformed", "stamp", "contradicted", "unsupported"})
"""Causes for which the edition of a citation is unknown."""
_ROUNDS = 4
"""Maximum attempts: removing one stamp can make another cover too much. If the last one fails, no stamp is added."""


def with_stamps(
    text: str,
    outcomes: tuple[Outcome, ...],
    find: Callable[[str], Sequence[Citation]],
    must_stamp: Collection[int] = (),
    must_not: Collection[int] = (),
) -> tuple[Outcome, ...]:
    """Return outcomes that also add a stamp after each citation that is left, if the stamp is unambiguous.

    Args:
        text: The old text.
        outcomes: The outcomes for its citations.
        find: Returns the citations of a text.
        must_stamp: The indices of citations that get a stamp whatever the cause for which they are left. Without one, a
            finding would disappear or appear once the file is declared for another edition.
        must_not: The indices of citations that get no stamp, whatever the cause.
    """
    chosen = _choose(text, outcomes, must_stamp).difference(must_not)
    for _ in range(_ROUNDS):
        if not chosen:
            break
        trial = tuple(_add_stamp(outcome) if index in chosen else outcome for index, outcome in enumerate(outcomes))
        citations = [citation for citation in find(apply_outcomes(text, trial)) if citation.form != "placeholder"]
        misread = _list_misread(trial, citations, chosen)
        if not misread:
            return trial
        chosen -= misread
    return outcomes


def _choose(text: str, outcomes: Sequence[Outcome], must_stamp: Collection[int]) -> set[int]:
    """Return the indices of the citations that should get a stamp; the arguments are those of `with_stamps`."""
    chosen: set[int] = set()
    for index, outcome in enumerate(outcomes):
        is_of_an_edition = outcome.status == "left" and _NOT_OF_AN_EDITION.isdisjoint(outcome.causes)
        if (index in must_stamp or is_of_an_edition) and _can_be_stamped(text, outcome):
            chosen.add(index)
    return chosen


def _can_be_stamped(text: str, outcome: Outcome) -> bool:
    """Return whether a stamp may be added after a citation: not in a string, which a program may read."""
    citation = outcome.citation
    if outcome.status not in {"left", "ignored"}:
        return False
    if citation.stamp is not None or citation.form not in _STAMPED_FORMS or outcome.edition is None:
        return False
    return find_region(text, citation.start) != "string"


def _add_stamp(outcome: Outcome) -> Outcome:
    """Return an outcome that adds a stamp with the edition of the citation."""
    return structs.replace(outcome, new=f"{outcome.new} @{outcome.edition}")


def _list_misread(outcomes: Sequence[Outcome], citations: Sequence[Citation], chosen: set[int]) -> set[int]:
    """Return the indices, in the outcomes, of the citations whose added stamps are not read as intended.

    If any citation has another stamp than intended, at least one index is returned: the next attempt has fewer stamps.

    Args:
        outcomes: The outcomes with the stamps.
        citations: The citations of the new text.
        chosen: The indices of the citations to which a stamp was added.
    """
    if len(citations) != len(outcomes):
        return set(chosen)
    misread: set[int] = set()
    for index, (outcome, citation) in enumerate(zip(outcomes, citations, strict=True)):
        if not _is_as_meant(outcome, citation, is_chosen=index in chosen):
            # The stamp that covers a citation is its own, or the next one that was added after it. Without such a stamp
            # the cause is unknown, and the last stamp is removed.
            at_or_after = [stamped for stamped in chosen if stamped >= index]
            misread.add(min(at_or_after) if at_or_after else max(chosen))
    return misread


def _is_as_meant(outcome: Outcome, citation: Citation, *, is_chosen: bool) -> bool:
    """Return whether a citation of the new text has the stamp that it should have."""
    if is_chosen:
        return citation.stamp == outcome.edition
    return (citation.stamp is None) is (outcome.citation.stamp is None)
