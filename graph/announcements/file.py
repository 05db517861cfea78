"""Reading of `announcements.toml`: its bulletins, and its reasons why some steps have none."""

from functools import cache
from operator import attrgetter
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
        ANNOUNCEMENTS_FILE,
        _BULLETIN,
        text,
        Bulletin,
        key_of=attrgetter("id"),
        other_names=(_UNFOUND,),
        prepare=_split_changes,
    )
    return tuple(sorted(records, key=_order))


@cache
def unfound(text: str | None = None) -> tuple[Unfound, ...]:
    """Return the reasons why steps have no announcements.

    A reason is about the steps of a span of editions. Of two spans of which one contains the other, the narrower one
    comes first.

    Args:
        text: The text; None for that of the file that ships with comprules.

    Raises:
        CuratedFileError: The text is no TOML, or a reason is incomplete, has unknown fields or is a duplicate.
    """
    reasons = read_records(
        ANNOUNCEMENTS_FILE, _UNFOUND, text, Unfound, key_of=attrgetter("old", "new"), other_names=(_BULLETIN,)
    )
    # The span that begins later comes first, and of those that begin together the one that ends earlier.
    earliest_end_first = sorted(reasons, key=lambda reason: reason.new)
    return tuple(sorted(earliest_end_first, key=lambda reason: reason.old, reverse=True))


def _order(bulletin: Bulletin) -> tuple[str, str]:
    """Return the key that sorts bulletins by date; one without a date has that of the last edition that it is about."""
    _, last_edition = bulletin.steps[-1]
    return bulletin.date or last_edition, bulletin.id


def _split_changes(table: dict[str, Any]) -> dict[str, Any]:
    """Return the table of a bulletin with `announcements` instead of `changes`.

    `changes` is a text with a line for each announcement, such as `2009-05-01 | 2009-07-11 | 702.15 | new | added | |
    a new keyword`. Its cells are the fields of `Announcement` in their order, without the first field, which is the id
    of the bulletin.
    """
    announcements = []
    for line in str(table.get("changes", "")).strip().splitlines():
        cells = [cell.strip() for cell in line.split(_CELL_END)]
        announcements.append([table.get("id"), *cells])
    fields = {name: value for name, value in table.items() if name != "changes"}
    return fields | {"announcements": announcements}
