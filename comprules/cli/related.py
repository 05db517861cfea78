"""What is printed beside a rule: the announcements of its changes, and rules of other works that say the same."""

from __future__ import annotations

from typing import TYPE_CHECKING

from comprules.cli.output import dim
from rules.grouping import grouped

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from graph.announcements import UnannouncedAnswer
    from graph.answers.announced import AnnouncementAnswer
    from rules.links import Correspondence

_SHOWN = 12


def announcement_lines(announcements: Sequence[AnnouncementAnswer]) -> Iterator[str]:
    """Yield two lines for each bulletin: its title with what it says of which rule, and its address."""
    from graph.answers.announced import by_bulletin  # noqa: PLC0415 - `show` announces nothing

    for several in by_bulletin(announcements):
        subjects = "; ".join(f"{said.subject} ({said.rule})" for said in several)
        yield dim(f"    announced in the {several[0].title}: {subjects}")
        yield dim(f"      {several[0].archived or several[0].address}")


def unannounced_lines(steps: Sequence[UnannouncedAnswer]) -> Iterator[str]:
    """Yield why no announcement is known of some steps, named by their new edition: a line for each reason."""
    editions = grouped(((step.reason, step.address), step.new) for step in steps)
    for (reason, address), several in editions.items():
        yield dim(f"  {', '.join(several)}: {reason}")
        if address:
            yield dim(f"    {address}")


def correspondence_lines(correspondences: Sequence[Correspondence]) -> Iterator[str]:
    """Yield one line for each correspondence."""
    for correspondence in correspondences[:_SHOWN]:
        of = f" of {correspondence.edition}" if correspondence.edition else ""
        how = dim(f"({correspondence.method}, {correspondence.score:.0%})")
        restated = f"{correspondence.key}{of} restates {correspondence.other} of {correspondence.other_edition}"
        yield f"{dim('restated')}    {restated} {how}"
    if len(correspondences) > _SHOWN:
        yield f"            {len(correspondences) - _SHOWN} more; --json has them all"
