"""Placing a copy: which edition it is a copy of, or why that cannot be said.

A copy is placed by the date that it states, if its texts or its numbers are nearest to that edition; without a date, by
its texts alone if nearly all of them are those of one edition. Texts are compared by their hashes, so the ledger
suffices (a knowledge base without the texts). Not placed are what is no copy, a part of an edition, and a copy whose
date and text contradict each other.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from graph.documents.condition import judge_document
from graph.documents.extent import Extent, is_too_small, measure_extent
from graph.documents.nearness import Nearness, measure_nearness
from graph.documents.recognition import NO_COPY, REASON
from rules.records import Condition, Diagnostic, ParsedDocument
from rules.store import Store

Basis = Literal["hash", "named", "date", "new", "text"]
"""The evidence for the edition of a copy. `hash`: the copy has the bytes of a known copy; `named`: the user named the
edition; `date`: the copy states the date, and its text agrees; `new`: the copy states the date of an edition that is
not known; `text`: nearly all texts of the copy are those of this edition only."""

SURE = 0.99
"""Minimum share of the texts of a copy without a date that its edition has word for word. Editions that follow each
other share up to 0.999 of their texts (2007-09-07), so the copy must also fit no other edition equally."""
RELATED = 0.5
"""Minimum share of the numbers of a copy of an unknown edition that the nearest edition has. Editions that follow each
other share at least 0.73 (2003-07-01), apart from the great renumbering of 2009-07-11, with 0.17."""
_REMEDY = "if you know the edition of this copy, pass it with --edition"
"""The advice about a copy that was not placed."""


class Placement(Struct, frozen=True, kw_only=True):
    """Where a copy belongs.

    Attributes:
        edition: Id of the edition; None if the copy cannot be placed.
        basis: The evidence for the place; None if the copy cannot be placed.
        reason: Why the copy cannot be placed and what to do; for a new edition, the nearest known one; else empty.
        condition: Condition of the copy, judged also by how much of the edition it has and by its texts.
        extent: How much of the edition, or of the nearest one, the copy has; None if no edition is near.
        diagnostics: The problems of the copy.
    """

    edition: str | None
    basis: Basis | None
    reason: str
    condition: Condition
    extent: Extent | None
    diagnostics: tuple[Diagnostic, ...]


class _Choice(Struct, frozen=True):
    """The edition that was chosen for a document.

    Attributes:
        edition: Id of the edition; None if none was chosen.
        basis: The evidence for the choice; None if none was chosen.
        reason: Why none was chosen, or which known edition a new one is near; else empty.
    """

    edition: str | None
    basis: Basis | None
    reason: str = ""


def place_document(document: ParsedDocument, store: Store, named: str | None) -> Placement:
    """Return the edition of which a document is a copy, or the reason why no edition is known for it.

    A document with destroyed text is not placed. An edition that the user named is believed, unless the document is
    too small a part of it; otherwise the date and the texts decide, and a document that is said to be no copy is not
    placed either.

    Args:
        document: The document, which may be damaged or a part.
        store: The ledger, or a knowledge base.
        named: The edition that the user named, which need not be known; None to find it.
    """
    if document.condition == "destroyed":
        return Placement(
            edition=None,
            basis=None,
            reason="its text was destroyed; look for another copy",
            condition="destroyed",
            extent=None,
            diagnostics=document.diagnostics,
        )
    nearness = measure_nearness(document, store)
    choice = _Choice(named, "named") if named is not None else _choose_edition(document, store, nearness)
    judgement = judge_document(document, store, named, nearness)
    extent = judgement.extent
    nearest = nearness.nearest()
    if extent is None and nearest is not None:
        extent = measure_extent(document, nearest, store)
    if extent is not None:
        choice = _reject_part(choice, extent, nearness)
    is_no_copy = any(problem.code == NO_COPY for problem in document.diagnostics)
    if is_no_copy and named is None:
        choice = _Choice(None, None, f"{REASON}; if it is a copy nevertheless, pass its edition with --edition")
    return Placement(
        edition=choice.edition,
        basis=choice.basis,
        reason=choice.reason,
        condition=judgement.condition,
        extent=extent,
        diagnostics=judgement.diagnostics,
    )


def _reject_part(choice: _Choice, extent: Extent, nearness: Nearness) -> _Choice:
    """Return the choice for a document, or no edition if the document is only a part of one.

    Args:
        choice: The edition that was chosen for the document.
        extent: How much of the edition, or of the nearest one, the document has.
        nearness: How near it is to the editions.
    """
    # If no edition has any of the texts, the extent follows from the numbers alone, which another work may have, too.
    has_known_texts = nearness.most > 0
    may_be_part = choice.edition is not None or has_known_texts
    if not may_be_part or not is_too_small(extent):
        return choice
    reason = f"it is only a part of an edition: {extent.sentence}; put it into the archive's folder `fragments`"
    return _Choice(None, None, reason)


def _choose_edition(document: ParsedDocument, store: Store, nearness: Nearness) -> _Choice:
    """Return the edition of a document, with the evidence for it: the date that it states, or else its texts."""
    if document.edition is None:
        return _choose_by_text(nearness)
    if store.work_of.get(document.edition) == document.work:
        return _check_date(document.edition, nearness)
    return _check_new(document.edition, nearness)


def _choose_by_text(nearness: Nearness) -> _Choice:
    """Return the edition of a document that states no date."""
    nearest = nearness.nearest_by_texts()
    if len(nearest) == 1 and nearness.most >= SURE * nearness.total:
        return _Choice(nearest[0], "text")
    if not nearest:
        reason = "it states no date, and no known edition has any of its text"
        return _Choice(None, None, f"{reason}; {_REMEDY}")
    comparison = _describe_nearest(nearest, nearness)
    return _Choice(None, None, f"it states no date; {comparison}; {_REMEDY}")


def _check_date(stated: str, nearness: Nearness) -> _Choice:
    """Return the edition whose date a document states, if no other edition is nearer by its texts and by its numbers.

    Args:
        stated: The edition, which is known.
        nearness: How near the document is to the editions.
    """
    nearest = nearness.nearest_by_texts()
    if stated in nearest or stated in nearness.nearest_by_numbers():
        return _Choice(stated, "date")
    own = nearness.texts.get(stated, 0)
    comparison = _describe_nearest(nearest, nearness) if nearest else "no known edition has any of its text"
    reason = f"it states {stated}, which has {own:,} of its {nearness.total:,} texts, but {comparison}"
    return _Choice(None, None, f"{reason}; {_REMEDY}")


def _check_new(stated: str, nearness: Nearness) -> _Choice:
    """Return the edition whose date a document states, if its text is similar to a known edition and not the same.

    Args:
        stated: The date, which is that of no known edition.
        nearness: How near the document is to the editions.
    """
    nearest = nearness.nearest()
    # A number that is not shared counts twice in a distance: the document has a number that the edition lacks, and
    # mostly the edition has another one in its place.
    longest_distance = 2 * (1 - RELATED) * nearness.keys
    if nearest is None or nearness.distances[nearest] > longest_distance:
        reason = f"it states {stated}, which is not a known edition, and its text is not close to any known edition"
        return _Choice(None, None, f"{reason}; {_REMEDY}")
    comparison = _describe_nearest([nearest], nearness)
    is_known_text = nearness.most == nearness.total
    if is_known_text:
        reason = f"it states {stated}, which is not a known edition, but {comparison}"
        return _Choice(None, None, f"{reason}; {_REMEDY}")
    return _Choice(stated, "new", f"this edition is not known; {comparison}")


def _describe_nearest(nearest: list[str], nearness: Nearness) -> str:
    """Return how many texts of a copy its nearest editions have: `2009-07-11 has 5 of its 6 texts word for word`."""
    shown = nearest[0] if len(nearest) == 1 else f"{len(nearest)} editions from {nearest[0]} to {nearest[-1]}"
    verb = "has" if len(nearest) == 1 else "have"
    return f"{shown} {verb} {nearness.most:,} of its {nearness.total:,} texts word for word"
