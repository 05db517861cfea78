"""Reading of `announcements.toml`: its bulletins, and its reasons why some steps have none."""

from functools import cache
from typing import Any

from graph.announcements.records import Bulletin, Unfound
from graph.curated.file import read_records

ANNOUNCEMENTS_FILE = "announcements.toml"
_BULLETIN, _UNFOUND = "bulletin", "unfound"
"""Names of the file's tables."""
_CELL_END = "|"


@cache
def bulletins(text: str | None = None) -> tuple[Bulletin, ...]:
    """Return the bulletins of a text in the format of `announcements.toml`, oldest first.

    Args:
        text: The text; None for that of the file that ships with comprules.

    Raises:
        CuratedFileError: The text is no TOML, or a bulletin or one of its rows is incomplete, unknown or duplicate.
    """
    records = read_records(
        ANNOUNCEMENTS_FILE, (_BULLETIN, _UNFOUND), text, Bulletin, named=_id_of, prepare=_split_changes
    )
    return tuple(sorted(records, key=_order))


@cache
def unfound(text: str | None = None) -> tuple[Unfound, ...]:
    """Return the reasons why steps have no announcements.

    A reason is about the steps of a span of editions. Of two spans of which one contains the other, the narrower one
    comes first. The argument is that of `bulletins`.

    Raises:
        CuratedFileError: The text is no TOML, or a reason is incomplete, has unknown fields or is a duplicate.
    """
    reasons = read_records(ANNOUNCEMENTS_FILE, (_UNFOUND, _BULLETIN), text, Unfound, named=_step_of)
    by_end = sorted(reasons, key=lambda reason: reason.new)
    return tuple(sorted(by_end, key=lambda reason: reason.old, reverse=True))


def _id_of(bulletin: Bulletin) -> str:
    return bulletin.id


def _step_of(reason: Unfound) -> tuple[str, str]:
    return reason.old, reason.new


def _order(bulletin: Bulletin) -> tuple[str, str]:
    """Return what sorts bulletins by date; one without a date has that of the last edition that it is about."""
    _, last_edition = bulletin.steps[-1]
    return bulletin.date or last_edition, bulletin.id


def _split_changes(table: dict[str, Any]) -> dict[str, Any]:
    """Return the table of a bulletin with the lines of its changes as lists of cells."""
    rest = {name: value for name, value in table.items() if name != "changes"}
    announcements = []
    for line in str(table.get("changes", "")).strip().splitlines():
        cells = map(str.strip, line.split(_CELL_END))
        announcements.append([table.get("id"), *cells])
    return rest | {"announcements": announcements}
