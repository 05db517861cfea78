"""`bulletins/`: all bulletins, and `bulletins/ID/`: the announcements of one, each with the resulting changes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from graph.announcements import Bulletin, Fit, bulletins, find_unannounced_steps, match_bulletin
from graph.announcements.records import WHOLE
from graph.compare import compare
from graph.history import History
from site_src.layout.addresses import id_page
from site_src.layout.book import PageLink
from site_src.markup.page_source import make_environment
from site_src.markup.reasons import BULLETIN_SHELF, bulletin_page
from site_src.markup.sentences import say
from site_src.markup.shell import Frame
from site_src.markup.words import count, date_in_words
from site_src.pages.compare.pairs import pair_address
from site_src.pages.history.outcomes import format_key

if TYPE_CHECKING:
    from collections.abc import Container, Iterator

    from graph.announcements.match import AnnouncementMatch
    from graph.compare import Comparison, Group
    from rules.store import Store
    from site_src.context import BuildContext

_SHOWN = 8
"""Maximum number of changes in a row; a range of renumbered rules has hundreds."""
_WORDS: dict[Fit, str] = {
    "change": "",
    "slight": "no more than numbers or typography changed",
    "no-change": "the wording is unchanged",
    "no-rule": "the edition has no such number",
    "no-edition": "one of the two editions is not at hand",
}


class AnnouncementRow(Struct, frozen=True):
    """An announcement.

    Attributes:
        rule: The number that the bulletin names, in words.
        published: The number as published, if that differs.
        subject: Its subject.
        note: Why it leads to no change, or to another than announced; empty if neither.
        links: The first resulting changes: their numbers in words, and the history, from the site's root.
        more: Number of further changes.
    """

    rule: str
    published: str
    subject: str
    note: str
    links: tuple[PageLink, ...]
    more: int


class AnnouncedStep(Struct, frozen=True):
    """The announcements for one pair of editions: the two dates, the address of their comparison, the rows."""

    old: str
    new: str
    page: str
    rows: tuple[AnnouncementRow, ...]


def bulletins_of(editions: Container[str]) -> list[Bulletin]:
    """Return the bulletins that announce a change from or to one of these editions, oldest first."""
    return [bulletin for bulletin in bulletins() if any(id_ in editions for step in bulletin.steps for id_ in step)]


def write_bulletins(context: BuildContext) -> None:
    """Write the list of bulletins, and a page for each that names rules of an available edition."""
    editions = context.store.works
    matches = bulletins_of(editions)
    if not matches:
        return
    context.progress("matching the publisher's announcements")
    history = History(context.store)
    comparisons = {
        step: compare(history, *step)
        for step in sorted({step for bulletin in matches for step in bulletin.steps})
        if step[0] in editions and step[1] in editions
    }
    for bulletin in matches:
        _write_page(context, bulletin, comparisons)
    rows = [
        {
            "page": bulletin.id,
            "title": bulletin.title,
            "day": bulletin.date,
            "partial": bulletin.partial,
            "rules": count(len(bulletin.announcements), "announcement"),
        }
        for bulletin in reversed(matches)
    ]
    unannounced = [
        {"page": pair_address(step.old, step.new), "step": step}
        for step in reversed(find_unannounced_steps(context.store.chained(), min(editions), max(editions), bulletins()))
    ]
    template = make_environment().get_template("bulletins.html.j2")
    body = template.render(rows=rows, unannounced=unannounced, root="../", day=date_in_words)
    frame = Frame(
        BULLETIN_SHELF,
        "Update bulletins",
        "Articles in which the publisher announced changes of the rules, with the resulting changes.",
        styles=("terms",),
    )
    context.shell.write(context.site_dir, frame, body)


def _write_page(context: BuildContext, bulletin: Bulletin, comparisons: dict[tuple[str, str], Comparison]) -> None:
    page = bulletin_page(bulletin.id)
    body = (
        make_environment()
        .get_template("bulletin.html.j2")
        .render(
            bulletin=bulletin,
            steps=tuple(_list_steps(context.store, bulletin, comparisons)),
            root="../../",
            day=date_in_words,
        )
    )
    when = f" on {date_in_words(bulletin.date)}" if bulletin.date else ""
    description = say("bulletin_about", when=when)
    context.shell.write(
        context.site_dir, Frame(page, bulletin.title, description, styles=("terms",), lasting=True), body
    )


def _list_steps(
    store: Store, bulletin: Bulletin, comparisons: dict[tuple[str, str], Comparison]
) -> Iterator[AnnouncedStep]:
    matches = match_bulletin(bulletin, comparisons)
    for old, new in bulletin.steps:
        rows = tuple(
            _make_row(match) for match in matches if (match.announcement.old, match.announcement.new) == (old, new)
        )
        is_consecutive = (old, new) in comparisons and store.previous(new) == old
        yield AnnouncedStep(old, new, pair_address(old, new) if is_consecutive else "", rows)


def _make_row(match: AnnouncementMatch) -> AnnouncementRow:
    announcement = match.announcement
    groups = () if announcement.rule == WHOLE else match.groups
    rule = "all rules" if announcement.rule == WHOLE else announcement.rule.replace("-", " to ")
    if announcement.side == "old" and announcement.counterpart:
        rule += " → " + announcement.counterpart.replace("-", " to ").replace(";", " and ")
    elif announcement.side == "old":
        rule += f" of {date_in_words(announcement.old)}"
    return AnnouncementRow(
        rule,
        announcement.published,
        announcement.subject,
        "; ".join(filter(None, (_WORDS[match.fit], announcement.reading))),
        tuple(map(_make_link, groups[:_SHOWN])),
        len(groups[_SHOWN:]),
    )


def _make_link(group: Group) -> PageLink:
    sides = [", ".join(map(format_key, side)) for side in (group.old, group.new)]
    words = sides[0] if sides[0] == sides[1] else " → ".join(side for side in sides if side)
    kind = f" ({group.kind})" if group.kind in {"added", "deleted"} else ""
    return PageLink(words + kind, id_page(group.lineage))
