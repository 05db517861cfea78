"""Rules of different works that say the same: as lines for people."""

from __future__ import annotations

from typing import TYPE_CHECKING

from comprules.cli.output import dim

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from rules.links import Correspondence

_SHOWN = 12


def correspondence_lines(correspondences: Sequence[Correspondence]) -> Iterator[str]:
    """Yield one line for each correspondence."""
    for correspondence in correspondences[:_SHOWN]:
        of = f" of {correspondence.edition}" if correspondence.edition else ""
        how = dim(f"({correspondence.method}, {correspondence.score:.0%})")
        restated = f"{correspondence.key}{of} restates {correspondence.other} of {correspondence.other_edition}"
        yield f"{dim('restated')}    {restated} {how}"
    if len(correspondences) > _SHOWN:
        yield f"            {len(correspondences) - _SHOWN} more; --json has them all"
