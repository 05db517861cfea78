"""What the publisher's bulletins announced, with the lineages that are meant."""

from msgspec import Struct

from graph.announcements import UnannouncedAnswer, announced_anywhere, bulletins, find_unannounced_steps
from graph.history import History


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
    """Return what was announced, but nothing of editions that `history` lacks."""
    announced = announced_anywhere(history)
    used = {announcement.bulletin for announcement in announced}
    return Announcements(
        {
            bulletin.id: BulletinTitle(bulletin.title, bulletin.date or None)
            for bulletin in bulletins()
            if bulletin.id in used
        },
        tuple(
            AnnouncedRules(said.bulletin, said.old, said.new, said.rule, said.subject, tuple(lineages))
            for said, lineages in announced.items()
        ),
        find_unannounced_steps(
            history.editions,
            min(history.works),
            max(history.works),
        ),
    )
