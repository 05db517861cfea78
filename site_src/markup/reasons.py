"""The announcements of a change as shown on pages: a bulletin, its page, and its subjects."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from graph.answers.announced import AnnouncementAnswer

BULLETIN_PATH = "bulletins/"
"""Below it is a page for each bulletin."""


class Reason(Struct, frozen=True):
    """A bulletin that announced a change.

    Attributes:
        title: Title of the bulletin.
        page: Address of the bulletin's page, from the site's root.
        subjects: Its subjects, each with the number that it names: `convoke (702.50)`.
    """

    title: str
    page: str
    subjects: tuple[str, ...]


def bulletin_page(bulletin: str) -> str:
    """Return the address of a bulletin's page: `bulletins/magic-2015-update-bulletin-2014-07-17/`."""
    return f"{BULLETIN_PATH}{bulletin}/"


def reasons_of(announcements: Iterable[AnnouncementAnswer]) -> tuple[Reason, ...]:
    """Return the bulletins that made some announcements, in their order, each with all that it states."""
    subjects: dict[str, tuple[str, list[str]]] = {}
    for announcement in announcements:
        subjects.setdefault(announcement.bulletin, (announcement.title, []))[1].append(
            f"{announcement.subject} ({announcement.rule})"
        )
    return tuple(
        Reason(title, bulletin_page(name), tuple(subjects_told)) for name, (title, subjects_told) in subjects.items()
    )
