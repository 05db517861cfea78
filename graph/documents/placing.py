"""Placing a copy: which edition it is a copy of, or why that cannot be said.

A copy is placed by the date that it states, if its texts or its numbers are nearest to that edition; without a date, by
its texts alone if nearly all of them are those of one edition. Texts are compared by their hashes, so the ledger
suffices. What is no copy, a part of an edition, and a copy whose date and text contradict each other are not placed.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from graph.documents.condition import judge_document
from graph.documents.extent import Extent, is_part, measure_extent
from graph.documents.nearness import Nearness, measure_nearness
from graph.documents.recognition import NO_COPY, REASON
from rules.records import Condition, Diagnostic, ParsedDocument
from rules.store import Store

Basis = Literal["hash", "named", "date", "new", "text"]
"""`hash`: its bytes are those of a known copy; `named`: the user named the edition; `date`: it states the date, and
its text agrees; `new`: it states the date of an edition that is not known; `text`: nearly all its texts are those of
this edition only."""

SURE = 0.99
"""Minimum share of the texts of a copy without a date that its edition has word for word. Editions that follow each
other share up to 0.999 of their texts (2007-09-07), so the copy must also fit no other edition equally."""
RELATED = 0.5
"""Minimum share of the numbers of a copy of an unknown edition that the nearest edition has. Editions that follow each
other share at least 0.73 (2003-07-01), apart from the great renumbering of 2009-07-11, with 0.17."""


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


def place_document(document: ParsedDocument, store: Store, named: str | None = None) -> Placement:
    """Return the edition of which a document is a copy, or the reason why it is of none.

    Args:
        document: A whole document, or what is left of one.
        store: The ledger, or a knowledge base.
        named: The edition that the user named, which need not be known; None to find it.
    """
    if document.condition == "destroyed":
        reason = "its text was destroyed; look for another copy"
        return Placement(
            edition=None,
            basis=None,
            reason=reason,
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
    is_foreign = choice.edition is None and not nearness.most  # a part has texts of its edition, not only numbers
    if extent is not None and is_part(extent) and not is_foreign:
        reason = f"it is only a part of an edition: {extent.sentence}; put it into the archive's folder `fragments`"
        choice = _Choice(None, None, reason)
    is_no_copy = any(problem.code == NO_COPY for problem in document.diagnostics)
    if is_no_copy and named is None:
        choice = _Choice(None, None, f"{REASON}; if it is one, name its edition with --edition")
    return Placement(
        edition=choice.edition,
        basis=choice.basis,
        reason=choice.reason,
        condition=judgement.condition,
        extent=extent,
        diagnostics=judgement.diagnostics,
    )


def _choose_edition(document: ParsedDocument, store: Store, nearness: Nearness) -> _Choice:
    """Return the edition of a document, and what decided."""
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
        reason = "it states no date, and no known edition has any of its text; name its edition with --edition"
        return _Choice(None, None, reason)
    comparison = _describe_nearest(nearest, nearness)
    return _Choice(None, None, f"it states no date; {comparison}; if you know its edition, name it with --edition")


def _check_date(stated: str, nearness: Nearness) -> _Choice:
    """Return the known edition that a document states, if its texts or its numbers agree."""
    nearest = nearness.nearest_by_texts()
    if stated in nearest or stated in nearness.nearest_by_numbers():
        return _Choice(stated, "date")
    own = nearness.texts.get(stated, 0)
    comparison = _describe_nearest(nearest, nearness) if nearest else "no known edition has any of its text"
    reason = f"it states {stated}, which has {own:,} of its {nearness.total:,} texts, but {comparison}"
    return _Choice(None, None, f"{reason}; if you know its edition, name it with --edition")


def _check_new(stated: str, nearness: Nearness) -> _Choice:
    """Return the unknown edition that a document states, if its text is similar to a known edition and not the same."""
    nearest = nearness.nearest()
    # Each number that the nearest edition lacks counts twice: it mostly has another one in its place.
    if nearest is None or nearness.distances[nearest] > 2 * (1 - RELATED) * nearness.keys:
        reason = f"it states {stated}, which is not a known edition, and its text is not close to any known edition"
        return _Choice(None, None, f"{reason}; if you know its edition, name it with --edition")
    comparison = _describe_nearest([nearest], nearness)
    if nearness.most == nearness.total:
        reason = f"it states {stated}, which is not a known edition, but {comparison}"
        return _Choice(None, None, f"{reason}; if you know its edition, name it with --edition")
    return _Choice(stated, "new", f"this edition is not known; {comparison}")


def _describe_nearest(nearest: list[str], nearness: Nearness) -> str:
    """Return words about the nearest editions."""
    shown = nearest[0] if len(nearest) == 1 else f"{len(nearest)} editions from {nearest[0]} to {nearest[-1]}"
    verb = "has" if len(nearest) == 1 else "have"
    return f"{shown} {verb} {nearness.most:,} of its {nearness.total:,} texts word for word"
