"""`bulletins/`: all bulletins, and `bulletins/ID/`: the announcements of one, each with the resulting changes."""

from collections.abc import Container, Iterable, Iterator
from typing import NamedTuple

from graph.announcements.file import bulletins
from graph.announcements.match import AnnouncementMatch, Fit, match_bulletin
from graph.announcements.records import WHOLE, AnnouncedKind, Announcement, Bulletin
from graph.announcements.unannounced import find_unannounced_steps
from graph.compare.comparison import Comparison, compare
from graph.history import History
from rules.grouping import grouped
from rules.links import Group
from rules.store import Store
from site_src.addresses import BULLETIN_PATH, PageLink, bulletin_page, id_page
from site_src.context import BuildContext
from site_src.markup.shell import Frame
from site_src.markup.words import count, date_in_words, format_key, say
from site_src.pages.compare import pair_address

_ABOUT_BULLETINS = "Articles in which the publisher announced changes of the rules, with the resulting changes."
_SHOWN = 8
"""Maximum number of changes in a row; a range of renumbered rules has hundreds."""
_WORDS: dict[Fit, str] = {
    "change": "",
    "slight": "only numbers or typography changed",
    "no-change": "the wording is unchanged",
    "no-rule": "the edition has no such number",
    "no-edition": "one of the two editions is not on this site",
}

_KINDS: dict[AnnouncedKind, str] = {
    "added": "New rules",
    "changed": "Changed rules",
    "deleted": "Deleted rules",
    "renumbered": "Renumbered rules",
    "moved": "Moved rules",
    "general": "Rearranged or shifted",
    "unclear": "Rules named without saying what changes",
}
"""The headings of the page of a bulletin, in their order."""


class ShownAnnouncement(NamedTuple):
    """An announcement as the page of a bulletin shows it.

    Attributes:
        subject: Its subject, as the beginning of a sentence.
        rules: The numbers that it names, in words.
        address: The page of the history that shows the change; empty if nothing changed.
        result: How the change differs from the announcement, as a sentence; empty if it does not.
    """

    subject: str
    rules: str
    address: str
    result: str


def bulletins_of(editions: Container[str]) -> list[Bulletin]:
    """Return the bulletins that announce a change from or to one of these editions, oldest first."""
    return [bulletin for bulletin in bulletins() if _is_about(bulletin, editions)]


def _is_about(bulletin: Bulletin, editions: Container[str]) -> bool:
    return any(old in editions or new in editions for old, new in bulletin.steps)


def write_bulletins(context: BuildContext) -> None:
    """Write the list of bulletins, and a page for each that names rules of an available edition."""
    editions = context.store.work_of
    matches = bulletins_of(editions)
    if not matches:
        return
    context.progress("matching the publisher's announcements")
    history = History(context.store)
    steps = {step for bulletin in matches for step in bulletin.steps}
    comparisons = {}
    for old, new in sorted(steps):
        if old in editions and new in editions:
            comparisons[old, new] = compare(history, old, new)
    for bulletin in matches:
        _write_bulletin(context, bulletin, comparisons)
    rows = [(found, count(len(found.announcements), "announcement")) for found in reversed(matches)]
    oldest, newest = min(editions), max(editions)
    unannounced = find_unannounced_steps(context.store.chained(), oldest, newest)
    frame = Frame(BULLETIN_PATH, "Update bulletins", _ABOUT_BULLETINS, styles=("terms",))
    context.write(frame, "bulletins.html.j2", rows=rows, unannounced=unannounced[::-1], pair_address=pair_address)


def _write_bulletin(context: BuildContext, bulletin: Bulletin, comparisons: dict[tuple[str, str], Comparison]) -> None:
    """Write the page of a bulletin."""
    when = ""
    if bulletin.date:
        when = f" on {date_in_words(bulletin.date)}"
    about = say("bulletin_about", title=bulletin.title, when=when)
    frame = Frame(bulletin_page(bulletin.id), bulletin.title, about, styles=("terms",))
    context.write(
        frame,
        "bulletin.html.j2",
        bulletin=bulletin,
        steps=tuple(_list_steps(context.store, bulletin, comparisons)),
        rule=_format_rule,
        tell=_group_by_kind,
        note=_describe_result,
        changes=_list_changes,
        link=_make_link,
        most=_SHOWN,
    )


def _list_steps(
    store: Store, bulletin: Bulletin, comparisons: dict[tuple[str, str], Comparison]
) -> Iterator[tuple[str, str, str, list[AnnouncementMatch]]]:
    """Yield the steps of a bulletin: the two editions, the address of their comparison, the announcements."""
    matches = match_bulletin(bulletin, comparisons)
    by_step = grouped(((match.announcement.old, match.announcement.new), match) for match in matches)
    for old, new in bulletin.steps:
        address = ""
        if (old, new) in comparisons and store.previous(new) == old:
            address = pair_address(old, new)
        yield old, new, address, by_step.get((old, new), [])


def _format_rule(announcement: Announcement) -> str:
    """Return the numbers that a bulletin names, in words: `702.40a to 702.40c`, `409.1c of 1 July 2012`."""
    rule = "all rules"
    if announcement.rule != WHOLE:
        rule = announcement.rule.replace("-", " to ")
    if announcement.side != "old":
        return rule
    if announcement.counterpart:
        return f"{rule} → {_name_counterpart(announcement.counterpart)}"
    return f"{rule} of {date_in_words(announcement.old)}"


def _name_counterpart(counterpart: str) -> str:
    """Return the numbers on the other side of an announcement, in words."""
    return counterpart.replace("-", " to ").replace(";", " and ")


def _list_changes(match: AnnouncementMatch) -> tuple[Group, ...]:
    """Return the changes that an announcement matches; none where it is about the whole document."""
    if match.announcement.rule == WHOLE:
        return ()
    return match.groups


def _describe_result(match: AnnouncementMatch) -> str:
    """Return how the change differs from the announcement, in words; empty if it does not."""
    words = (_WORDS[match.fit], match.announcement.reading)
    return "; ".join(part for part in words if part)


def _group_by_kind(matches: Iterable[AnnouncementMatch]) -> list[tuple[str, list[ShownAnnouncement]]]:
    """Return the headings, each with the announcements of its kind in the order of the bulletin."""
    by_kind: dict[AnnouncedKind, list[ShownAnnouncement]] = {kind: [] for kind in _KINDS}
    for match in matches:
        by_kind[match.announcement.kind].append(_show(match))
    return [(_KINDS[kind], announcements) for kind, announcements in by_kind.items() if announcements]


def _show(match: AnnouncementMatch) -> ShownAnnouncement:
    """Return an announcement as the page of its bulletin shows it."""
    announcement = match.announcement
    changes = _list_changes(match)
    address = ""
    if changes:
        address = id_page(changes[0].lineage)
    result = _describe_result(match)
    if result:
        result = f"{_capitalize(result)}."
    return ShownAnnouncement(_capitalize(announcement.subject), _name_rules(announcement), address, result)


def _capitalize(words: str) -> str:
    """Return words with a capital in front; the other letters stay as they are."""
    return words[:1].upper() + words[1:]


def _name_rules(announcement: Announcement) -> str:
    """Return the numbers of an announcement for a heading: `409.1c, now 409.1d`."""
    if announcement.rule == WHOLE:
        return "all rules"
    rules = announcement.rule.replace("-", " to ")
    if announcement.side == "old" and announcement.counterpart:
        return f"{rules}, now {_name_counterpart(announcement.counterpart)}"
    return rules


def _make_link(group: Group) -> PageLink:
    """Return a link to the history of a change: `502.30a → 702.40a`, `702.41 (added)`."""
    old = ", ".join(map(format_key, group.old))
    new = ", ".join(map(format_key, group.new))
    words = new or old
    if old and new and old != new:
        words = f"{old} → {new}"
    if group.kind in {"added", "deleted"}:
        words += f" ({group.kind})"
    return PageLink(words, id_page(group.lineage))
