"""Add stamps to the citations that a renumbering leaves: `CR 702.14a @2009-05-01`.

When the other citations of a text cite a new edition, nothing else shows that these do not. A stamp is added only if
the finder then reads it as the stamp of that citation alone: not in names and addresses, and not if it would cover the
rest of a list.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from graph.citations.renumber.renumberer import Edit, Outcome, Renumbering

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from graph.citations.records import Citation

_FORMS = frozenset({"number", "range", "letters"})
_NOT_OF_AN_EDITION = frozenset({"absent", "malformed", "stamp", "contradicted"})
"""Causes for which the edition of a citation is unknown."""
_ROUNDS = 4
"""Maximum attempts: removing one stamp can make another cover too much. If the last one fails, no stamp is added."""


def with_stamps(text: str, renumbering: Renumbering, find: Callable[[str], Sequence[Citation]]) -> Renumbering:
    """Return a renumbering that also adds a stamp behind each citation that it leaves, if the stamp is unambiguous.

    Args:
        text: The old text.
        renumbering: The renumbering of the text.
        find: Returns the citations of a text.
    """
    chosen = {place for place, outcome in enumerate(renumbering.outcomes) if _may_be_stamped(outcome)}
    for _ in range(_ROUNDS):
        if not chosen:
            break
        trial = _add_stamps(renumbering, chosen)
        wrong = _misread(
            renumbering,
            trial,
            [citation for citation in find(trial.apply_edits(text)) if citation.form != "placeholder"],
            chosen,
        )
        if not wrong:
            return trial
        chosen -= wrong
    return renumbering


def _may_be_stamped(outcome: Outcome) -> bool:
    return (
        outcome.status == "left"
        and outcome.citation.stamp is None
        and outcome.citation.form in _FORMS
        and _NOT_OF_AN_EDITION.isdisjoint(outcome.causes)
    )


def _add_stamps(renumbering: Renumbering, chosen: set[int]) -> Renumbering:
    outcomes, edits = list(renumbering.outcomes), list(renumbering.edits)
    for place in chosen:
        outcome = outcomes[place]
        stamp = f" @{outcome.edition}"
        outcomes[place] = replace(outcome, new=outcome.new + stamp)
        edits.append(Edit(outcome.citation.end, outcome.citation.end, stamp))
    return Renumbering(tuple(outcomes), tuple(sorted(edits, key=lambda edit: edit.start)))


def _misread(renumbering: Renumbering, trial: Renumbering, again: Sequence[Citation], chosen: set[int]) -> set[int]:
    """Return the places, in the outcomes, of the citations whose added stamps are not read as intended."""
    if len(again) != len(trial.outcomes):
        return set(chosen)
    wrong: set[int] = set()
    for place, (outcome, citation) in enumerate(zip(renumbering.outcomes, again, strict=True)):
        was_stamped = outcome.citation.stamp is not None
        if place in chosen:
            wrong |= {place} if citation.stamp != outcome.edition else set()
        elif (citation.stamp is not None) != was_stamped:
            # The stamp that covers this citation is behind it: the next stamp that was added.
            wrong.add(min((other for other in chosen if other > place), default=max(chosen)))
    return wrong
