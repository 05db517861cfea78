"""Reading and checking `announcements.toml`: which bulletin announces a change of which rule."""

from __future__ import annotations

from functools import cache
from typing import Any

from graph.announcements.records import Announcement, Bulletin, Unfound
from graph.curated_file import read_records

ANNOUNCEMENTS_FILE = "announcements.toml"
_BULLETIN, _UNFOUND = "bulletin", "unfound"
"""Names of the file's tables."""


@cache
def bulletins(text: str | None = None) -> tuple[Bulletin, ...]:
    """Return the bulletins of a text in the format of `announcements.toml`, oldest first.

    Args:
        text: The text; None for that of the file that ships with comprules.

    Raises:
        CuratedFileError: The text is no TOML, or a bulletin or one of its rows is incomplete, unknown or duplicate.
    """
    names = (_BULLETIN, _UNFOUND)
    records = read_records(
        ANNOUNCEMENTS_FILE, names, text, Bulletin, named=lambda one: one.id, prepare=_with_announcements
    )
    # Without a date, a bulletin stands with the edition whose changes it announces.
    return tuple(sorted(records, key=lambda bulletin: (bulletin.date or bulletin.steps[-1][1], bulletin.id)))


def bulletin_of(announcement: Announcement) -> Bulletin:
    """Return the bulletin that made an announcement.

    Raises:
        KeyError: No bulletin shipped with comprules made it.
    """
    return _bulletins_by_id()[announcement.bulletin]


@cache
def _bulletins_by_id() -> dict[str, Bulletin]:
    return {bulletin.id: bulletin for bulletin in bulletins()}


def _with_announcements(table: dict[str, Any]) -> dict[str, Any]:
    """Return the table of a bulletin with the lines of its changes as lists of cells."""
    rest = {name: value for name, value in table.items() if name != "changes"}
    rows = str(table.get("changes", "")).strip().splitlines()
    return rest | {"announcements": [[table.get("id"), *map(str.strip, row.split("|"))] for row in rows]}


@cache
def unfound(text: str | None = None) -> tuple[Unfound, ...]:
    """Return the reasons why editions have no announcements, a span before those that it lies in.

    Takes the arguments of `bulletins`.

    Raises:
        CuratedFileError: The text is no TOML, or a reason is incomplete, has unknown fields or is a duplicate.
    """
    names = (_UNFOUND, _BULLETIN)
    reasons = read_records(ANNOUNCEMENTS_FILE, names, text, Unfound, named=lambda one: (one.first, one.last))
    return tuple(sorted(sorted(reasons, key=lambda reason: reason.last), key=lambda reason: reason.first, reverse=True))
