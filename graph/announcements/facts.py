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
    Unfound,
)
from graph.curated_file import read_tables
from rules.numbers import is_number, sort_key

ANNOUNCEMENTS_FILE = "announcements.toml"
_KINDS = frozenset(get_args(AnnouncedKind))
_SIDES = frozenset(get_args(Side))
_BULLETIN, _UNFOUND = "bulletin", "unfound"
"""Names of the file's tables."""
_TEXT_FIELDS = ("id", "title", "address")
_FIELDS = frozenset((*_TEXT_FIELDS, "date", "archived", "partial", "changes"))
_SPAN_FIELDS = ("from", "to", "reason", "evidence")
_KNOWN_FIELDS = ("title", "date", "address")
_COLUMNS = (7, 8, 9)
"""Allowed numbers of columns. The eighth is omitted or empty if the edition has the number that the bulletin names, the
ninth is omitted if the links agree with the bulletin."""
_KIND_SIDES = {"added": "new", "deleted": "old"}
"""Announced kinds of which only one edition has the rule."""
_DATE = re.compile(r"\d{4}-\d{2}-\d{2}")
_ADDRESS = re.compile(r"https?://\S+")
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
    tables = read_tables(ANNOUNCEMENTS_FILE, text, _BULLETIN, AnnouncementsError, (_UNFOUND,))
    # Without a date, a bulletin stands with the edition whose changes it announces.
    ordered = tuple(
        sorted(
            (_read_bulletin(table) for table in tables),
            key=lambda bulletin: (bulletin.date or bulletin.steps[-1][1], bulletin.id),
        )
    )
    doubled = [name for name, count in Counter(bulletin.id for bulletin in ordered).items() if count > 1]
    if doubled:
        raise AnnouncementsError(f"{ANNOUNCEMENTS_FILE}: {doubled[0]} is listed twice; keep one")
    return ordered


@cache
def unfound() -> tuple[Unfound, ...]:
    """Return the reasons, shipped with comprules, why editions have no announcements; see `read_unfound`.

    Raises:
        AnnouncementsError: The file is invalid.
    """
    return read_unfound((files("graph") / ANNOUNCEMENTS_FILE).read_text(encoding="utf-8"))


def read_unfound(text: str) -> tuple[Unfound, ...]:
    """Read and check why editions have no announcements, in the format of `announcements.toml`.

    Args:
        text: The content of the file.

    Returns:
        The reasons, in an order in which a span stands before those that it lies in.

    Raises:
        AnnouncementsError: The text is no TOML, or a reason is incomplete, has unknown fields or is a duplicate.
    """
    tables = read_tables(ANNOUNCEMENTS_FILE, text, _UNFOUND, AnnouncementsError, (_BULLETIN,))
    reasons = [_read_unfound(table) for table in tables]
    doubled = [span for span, count in Counter((reason.first, reason.last) for reason in reasons).items() if count > 1]
    if doubled:
        raise AnnouncementsError(f"{ANNOUNCEMENTS_FILE}: {' to '.join(doubled[0])} is listed twice; keep one")
    return tuple(sorted(sorted(reasons, key=lambda reason: reason.last), key=lambda reason: reason.first, reverse=True))


def _read_unfound(table: dict[str, Any]) -> Unfound:
    where = f"{ANNOUNCEMENTS_FILE}: {_UNFOUND} from {table.get('from')} to {table.get('to')}"
    unknown = table.keys() - {*_SPAN_FIELDS, *_KNOWN_FIELDS}
    problem = f"{min(unknown)!r} is no field" if unknown else ""
    for field in (*_SPAN_FIELDS, *(table.keys() & set(_KNOWN_FIELDS))):
        if not isinstance(table.get(field), str) or not table[field]:
            problem = problem or f"{field!r} is missing"
    if problem:
        raise AnnouncementsError(f"{where}: {problem}; there are {', '.join((*_SPAN_FIELDS, *_KNOWN_FIELDS))}")
    first, last, reason, evidence = (table[field] for field in _SPAN_FIELDS)
    title, date, address = (table.get(field, "") for field in _KNOWN_FIELDS)
    if not (_DATE.fullmatch(first) and _DATE.fullmatch(last) and first < last):
        raise AnnouncementsError(f"{where}: the editions are two dates, the older one first")
    if bool(title) != bool(address) or (date and not title):
        raise AnnouncementsError(f"{where}: a bulletin has a title and an address")
    if address and _ADDRESS.fullmatch(address) is None:
        raise AnnouncementsError(f"{where}: addresses begin with https:// or http://")
    if date and re.fullmatch(r"\d{4}(?:-\d{2}){0,2}", date) is None:
        raise AnnouncementsError(f"{where}: the date is YYYY-MM-DD, or as much of it as is known")
    return Unfound(first, last, title, date, address, reason, evidence)


def _read_bulletin(table: dict[str, Any]) -> Bulletin:
    name = table.get("id", "a bulletin without id")
    where = f"{ANNOUNCEMENTS_FILE}: {name}"
    missing = [field for field in _TEXT_FIELDS if not isinstance(table.get(field), str) or not table[field]]
    unknown = table.keys() - _FIELDS
    if missing or unknown:
        wrong = f"{missing[0]!r} is missing" if missing else f"{min(unknown)!r} is no field"
        raise AnnouncementsError(f"{where}: {wrong}; there are {', '.join(sorted(_FIELDS))}")
    date, archived, partial = (table.get(field, "") for field in ("date", "archived", "partial"))
    if not all(isinstance(value, str) for value in (date, archived, partial)):
        raise AnnouncementsError(f"{where}: 'date', 'archived' and 'partial' are texts")
    if _ID.fullmatch(table["id"]) is None or (date and _DATE.fullmatch(date) is None):
        raise AnnouncementsError(f"{where}: the id needs small letters, digits and hyphens, the date is YYYY-MM-DD")
    if any(_ADDRESS.fullmatch(address) is None for address in (table["address"], archived) if address):
        raise AnnouncementsError(f"{where}: addresses begin with https:// or http://")
    changes = str(table.get("changes", "")).strip()
    rows = tuple(_read_announcement(where, table["id"], row) for row in changes.splitlines())
    if not rows:
        raise AnnouncementsError(f"{where}: it announces nothing")
    doubled = [row for row, count in Counter(rows).items() if count > 1]
    if doubled:
        raise AnnouncementsError(f"{where}: {doubled[0].rule} ({doubled[0].subject}) is listed twice; keep one")
    return Bulletin(table["id"], table["title"], date, table["address"], archived, partial, rows)


def _read_announcement(where: str, bulletin: str, row: str) -> Announcement:
    cells = [cell.strip() for cell in row.split("|")]
    if len(cells) not in _COLUMNS:
        raise AnnouncementsError(f"{where}: {row!r} is no line of seven to nine texts")
    old, new, rule, side, kind, counterpart, subject, published, reading = (*cells, "", "")[:9]
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
    elif side != _KIND_SIDES.get(kind, side):
        problem = f"the number of what is {kind} is of the {_KIND_SIDES[kind]} edition"
    elif published and not is_number(published):
        problem = f"{published!r} is no number"
    elif not subject:
        problem = "the subject is missing"
    if problem:
        raise AnnouncementsError(f"{where}: {rule} of {new}: {problem}")
    sided, announced = cast("Side", side), cast("AnnouncedKind", kind)
    return Announcement(bulletin, old, new, rule, sided, announced, counterpart, subject, published, reading)
