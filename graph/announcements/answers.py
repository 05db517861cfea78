"""The answers about announcements, each with its bulletin."""

from collections.abc import Iterable

from msgspec import Struct

from graph.announcements.file import bulletins
from graph.announcements.records import Announcement, Bulletin
from rules.grouping import grouped


class AnnouncementAnswer(Struct, frozen=True):
    """The statement of a bulletin about a change.

    Attributes:
        bulletin: Id of the bulletin, which is also the name of its page on the site.
        title: Title of the bulletin.
        date: The day on which the bulletin was published.
        address: Address of the bulletin at the publisher, or of a copy.
        archived: Address of a copy in a public web archive; empty if none is known.
        rule: The number that the bulletin names, a range `A-B`, or `*` for the whole document.
        edition: The edition in which the rule has that number.
        kind: The kind of change announced.
        subject: The subject of the announcement, in our words.
    """

    bulletin: str
    title: str
    date: str | None
    address: str
    archived: str
    rule: str
    edition: str
    kind: str
    subject: str


def answer_announcement(announcement: Announcement) -> AnnouncementAnswer:
    """Return an announcement with its bulletin, which ships with comprules."""
    bulletin = _find_bulletin(announcement.bulletin)
    return AnnouncementAnswer(
        bulletin=bulletin.id,
        title=bulletin.title,
        date=bulletin.date or None,
        address=bulletin.address,
        archived=bulletin.archived,
        rule=announcement.rule,
        edition=announcement.edition,
        kind=announcement.kind,
        subject=announcement.subject,
    )


def _find_bulletin(name: str) -> Bulletin:
    """Return the bulletin with an id.

    Raises:
        LookupError: There is none.
    """
    for bulletin in bulletins():
        if bulletin.id == name:
            return bulletin
    raise LookupError(f"no bulletin {name!r}")


def by_bulletin(announcements: Iterable[AnnouncementAnswer]) -> list[list[AnnouncementAnswer]]:
    """Return the announcements of each bulletin, in the order in which the bulletins first occur."""
    return list(grouped((announcement.bulletin, announcement) for announcement in announcements).values())
