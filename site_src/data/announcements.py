"""The announcements in the publisher's bulletins, as data."""

from collections.abc import Sequence
from typing import Any

from msgspec import Struct, structs

from graph.announcements.changes import list_covered_lineages
from graph.announcements.file import bulletins
from graph.announcements.records import UnannouncedAnswer
from graph.announcements.unannounced import find_unannounced_steps
from graph.history import History
from site_src.data.deltas import encode_deltas
from site_src.data.history import number_names


class BulletinTitle(Struct, frozen=True):
    """A bulletin: its title, and its date if that is known."""

    title: str
    date: str | None


class AnnouncedRules(Struct, frozen=True):
    """What a bulletin announced of some rules.

    Attributes:
        bulletin: Its id.
        old: The edition before the change.
        new: The edition with it.
        rule: A number, or a range of numbers.
        subject: What it is about, in this project's words.
        lineages: The lineages that are meant.
    """

    bulletin: str
    old: str
    new: str
    rule: str
    subject: str
    lineages: tuple[str, ...]


class Announcements(Struct, frozen=True):
    """What the publisher's bulletins announced of rules, oldest first.

    Attributes:
        bulletins: By id, which names the bulletin's page below `bulletins/`.
        announcements: What they announced.
        unannounced: The steps of which no announcement is known, oldest first.
    """

    bulletins: dict[str, BulletinTitle]
    announcements: tuple[AnnouncedRules, ...]
    unannounced: tuple[UnannouncedAnswer, ...]


def collect_announcements(history: History) -> Announcements:
    """Return the announcements, without those of editions that `history` lacks."""
    announced = list_covered_lineages(history)
    used = {announcement.bulletin for announcement in announced}
    titles = {}
    for bulletin in bulletins():
        if bulletin.id in used:
            titles[bulletin.id] = BulletinTitle(bulletin.title, bulletin.date or None)
    rows = []
    for announcement, lineages in announced.items():
        row = AnnouncedRules(
            bulletin=announcement.bulletin,
            old=announcement.old,
            new=announcement.new,
            rule=announcement.rule,
            subject=announcement.subject,
            lineages=tuple(lineages),
        )
        rows.append(row)
    oldest, newest = min(history.calendar.work_of), max(history.calendar.work_of)
    unannounced = find_unannounced_steps(history.calendar.editions, oldest, newest)
    return Announcements(titles, tuple(rows), unannounced)


class PackedAnnouncements(Struct, frozen=True):
    """What was announced, for the page that compares.

    Attributes:
        bulletins: By id.
        announcements: A list for each field of an announcement, by the name of the field. Lineages are indexes in the
            packed history, each as its difference from the one before: 3, 5 and 9 are `[3, 2, 4]`.
        unannounced: The steps of which no announcement is known.
    """

    bulletins: dict[str, BulletinTitle]
    announcements: dict[str, list[Any]]
    unannounced: tuple[UnannouncedAnswer, ...]


def pack_announcements(lineages: Sequence[str], announcements: Announcements) -> PackedAnnouncements:
    """Return the announcements packed; `lineages` are all lineages, in the order of the packed history."""
    positions = number_names(lineages)
    columns: dict[str, list[Any]] = {name: [] for name in AnnouncedRules.__struct_fields__}
    for row in announcements.announcements:
        values = structs.asdict(row)
        values["lineages"] = encode_deltas([positions[lineage] for lineage in row.lineages])
        for name, value in values.items():
            columns[name].append(value)
    return PackedAnnouncements(announcements.bulletins, columns, announcements.unannounced)
