"""The announcements of a change, as lines for people."""

from __future__ import annotations

from typing import TYPE_CHECKING

from comprules.cli.output import dim
from graph.announcements import bulletin_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from graph.announcements import Announcement, Bulletin, UnannouncedStep, Unfound


def announcement_lines(announcements: Sequence[Announcement]) -> Iterator[str]:
    """Yield two lines for each bulletin: its title with what it says of which rule, and its address."""
    subjects: dict[Bulletin, list[str]] = {}
    for announcement in announcements:
        subjects.setdefault(bulletin_of(announcement), []).append(f"{announcement.subject} ({announcement.rule})")
    for bulletin, several in subjects.items():
        yield dim(f"    announced in the {bulletin.title}: {'; '.join(several)}")
        yield dim(f"      {bulletin.archived or bulletin.address}")


def announced_documents_lines(announced: Sequence[Mapping[str, str | None]]) -> Iterator[str]:
    """Yield the same lines from the JSON documents of announcements."""
    subjects: dict[tuple[str | None, str | None], list[str]] = {}
    for each in announced:
        bulletin = each["title"], each["archived"] or each["address"]
        subjects.setdefault(bulletin, []).append(f"{each['subject']} ({each['rule']})")
    for (title, address), several in subjects.items():
        yield dim(f"    announced in the {title}: {'; '.join(several)}")
        yield dim(f"      {address}")


def unannounced_lines(steps: Sequence[UnannouncedStep]) -> Iterator[str]:
    """Yield why no announcement is known of some steps, named by their new edition: a line for each reason."""
    editions: dict[Unfound, list[str]] = {}
    for step in steps:
        editions.setdefault(step.reason, []).append(step.new)
    for reason, several in editions.items():
        yield dim(f"  {', '.join(several)}: {reason.describe()}")
        if reason.address:
            yield dim(f"    {reason.address}")
