"""Rules of different works that say the same: as JSON, and as lines for people."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from comprules.cli.output import dim

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from rules.correspondence import Correspondence

_SHOWN = 12


def correspondence_json(correspondence: Correspondence) -> dict[str, Any]:
    """Return a rule and the rule of another work that it restates.

    `edition` is null for a document that is no edition.
    """
    return {
        "number": correspondence.key,
        "edition": correspondence.edition or None,
        "other_number": correspondence.other,
        "other_edition": correspondence.other_edition,
        "method": correspondence.method,
        "score": correspondence.score,
    }


def correspondence_lines(correspondences: Sequence[Correspondence]) -> Iterator[str]:
    """Yield one line for each correspondence."""
    for correspondence in correspondences[:_SHOWN]:
        of = f" of {correspondence.edition}" if correspondence.edition else ""
        how = dim(f"({correspondence.method}, {correspondence.score:.0%})")
        restated = f"{correspondence.key}{of} restates {correspondence.other} of {correspondence.other_edition}"
        yield f"{dim('restated')}    {restated} {how}"
    if len(correspondences) > _SHOWN:
        yield f"            {len(correspondences) - _SHOWN} more; --json has them all"
