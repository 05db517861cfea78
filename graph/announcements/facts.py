"""Reading and checking `announcements.toml`: which bulletin announces a change of which rule."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from importlib.resources import files
from typing import Any, cast, get_args

from graph.announcements.records import (
    WHOLE,
    AnnouncedKind,
    Announcement,
    AnnouncementsError,
    Bulletin,
    Side,
)
from graph.curated_file import read_tables
from rules.numbers import is_number, sort_key

ANNOUNCEMENTS_FILE = "announcements.toml"
_KINDS = frozenset(get_args(AnnouncedKind))
_SIDES = frozenset(get_args(Side))
_TEXT_FIELDS = ("id", "title", "date", "address")
_FIELDS = frozenset((*_TEXT_FIELDS, "archived", "changes"))
_COLUMNS = (7, 8)
"""Allowed numbers of columns. The last column is omitted if the edition has the number that the bulletin names."""
_DATE = re.compile(r"\d{4}-\d{2}-\d{2}")
_ID = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")


@cache
def bulletins() -> tuple[Bulletin, ...]:
    """Return the bulletins that ship with comprules, oldest first.

    Raises:
        AnnouncementsError: The file is invalid.
    """
    return read_bulletins((files("graph") / ANNOUNCEMENTS_FILE).read_text(encoding="utf-8"))


def bulletin_of(announcement: Announcement) -> Bulletin:
    """Return the bulletin that made an announcement.

    Raises:
        KeyError: No bulletin shipped with comprules made it.
    """
    return {bulletin.id: bulletin for bulletin in bulletins()}[announcement.bulletin]


def read_bulletins(text: str) -> tuple[Bulletin, ...]:
    """Read and check bulletins in the format of `announcements.toml`.

    Args:
        text: The content of the file.

    Returns:
        The bulletins, oldest first.

    Raises:
        AnnouncementsError: The text is no TOML, or a bulletin or one of its rows is incomplete, unknown or duplicate.
    """
    tables = read_tables(ANNOUNCEMENTS_FILE, text, "bulletin", AnnouncementsError)
    ordered = tuple(
        sorted((_read_bulletin(table) for table in tables), key=lambda bulletin: (bulletin.date, bulletin.id))
    )
    doubled = [name for name, count in Counter(bulletin.id for bulletin in ordered).items() if count > 1]
    if doubled:
        raise AnnouncementsError(f"{ANNOUNCEMENTS_FILE}: {doubled[0]} is listed twice; keep one")
    return ordered


def _read_bulletin(table: dict[str, Any]) -> Bulletin:
    name = table.get("id", "a bulletin without id")
    where = f"{ANNOUNCEMENTS_FILE}: {name}"
    missing = [field for field in _TEXT_FIELDS if not isinstance(table.get(field), str) or not table[field]]
    unknown = table.keys() - _FIELDS
    if missing or unknown:
        wrong = f"{missing[0]!r} is missing" if missing else f"{min(unknown)!r} is no field"
        raise AnnouncementsError(f"{where}: {wrong}; there are {', '.join(sorted(_FIELDS))}")
    archived = table.get("archived", "")
    if _ID.fullmatch(table["id"]) is None or _DATE.fullmatch(table["date"]) is None:
        raise AnnouncementsError(f"{where}: the id needs small letters, digits and hyphens, the date is YYYY-MM-DD")
    if any(not address.startswith("https://") for address in (table["address"], archived) if address):
        raise AnnouncementsError(f"{where}: addresses begin with https://")
    rows = tuple(_read_announcement(where, table["id"], row) for row in table.get("changes", ()))
    if not rows:
        raise AnnouncementsError(f"{where}: it announces nothing")
    doubled = [row for row, count in Counter(rows).items() if count > 1]
    if doubled:
        raise AnnouncementsError(f"{where}: {doubled[0].rule} ({doubled[0].subject}) is listed twice; keep one")
    return Bulletin(table["id"], table["title"], table["date"], table["address"], archived, rows)


def _read_announcement(where: str, bulletin: str, row: Any) -> Announcement:
    if not isinstance(row, list) or len(row) not in _COLUMNS or not all(isinstance(cell, str) for cell in row):
        raise AnnouncementsError(f"{where}: {row!r} is no row of seven or eight texts")
    old, new, rule, side, kind, counterpart, subject = row[:7]
    published = row[7] if len(row) > 7 else ""
    first, _, last = rule.partition("-")
    ends = (first, last or first)
    problem = ""
    if not (_DATE.fullmatch(old) and _DATE.fullmatch(new) and old < new):
        problem = "the editions are two dates, the older one first"
    elif rule != WHOLE and not all(is_number(end) for end in ends):
        problem = f"{rule!r} is no number, no range of numbers and not {WHOLE}"
    elif rule != WHOLE and sort_key(ends[0]) > sort_key(ends[1]):
        problem = f"{rule!r} ends before it begins"
    elif side not in _SIDES or kind not in _KINDS:
        problem = f"{side!r} must be one of {sorted(_SIDES)} and {kind!r} one of {sorted(_KINDS)}"
    elif published and not is_number(published):
        problem = f"{published!r} is no number"
    elif not subject:
        problem = "the subject is missing"
    if problem:
        raise AnnouncementsError(f"{where}: {rule} of {new}: {problem}")
    return Announcement(
        bulletin, old, new, rule, cast("Side", side), cast("AnnouncedKind", kind), counterpart, subject, published
    )
