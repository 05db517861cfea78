"""`bulletins/`: all bulletins, and `bulletins/ID/`: the announcements of one, each with the resulting changes."""

from collections.abc import Container, Iterator

from graph.announcements.file import bulletins
from graph.announcements.match import AnnouncementMatch, Fit, match_bulletin
from graph.announcements.records import WHOLE, Announcement, Bulletin
from graph.announcements.unannounced import find_unannounced_steps
from graph.compare.comparison import Comparison, compare
from graph.history import History
from rules.links import Group
from rules.store import Store
from site_src.context import BuildContext
from site_src.layout import BULLETIN_PATH, PageLink, bulletin_page, id_page
from site_src.markup.shell import Frame
from site_src.markup.words import count, date_in_words, format_key, say
from site_src.pages.compare import pair_address

_SHOWN = 8
"""Maximum number of changes in a row; a range of renumbered rules has hundreds."""
_WORDS: dict[Fit, str] = {
    "change": "",
    "slight": "no more than numbers or typography changed",
    "no-change": "the wording is unchanged",
    "no-rule": "the edition has no such number",
    "no-edition": "one of the two editions is not at hand",
}


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
    comparisons = {
        (old, new): compare(history, old, new) for old, new in sorted(steps) if old in editions and new in editions
    }
    for bulletin in matches:
        when = f" on {date_in_words(bulletin.date)}" if bulletin.date else ""
        about = say("bulletin_about", title=bulletin.title, when=when)
        context.write(
            Frame(bulletin_page(bulletin.id), bulletin.title, about, styles=("terms",)),
            "bulletin.html.j2",
            bulletin=bulletin,
            steps=tuple(_list_steps(context.store, bulletin, comparisons)),
            rule=_format_rule,
            note=lambda match: "; ".join(filter(None, (_WORDS[match.fit], match.announcement.reading))),
            changes=lambda match: () if match.announcement.rule == WHOLE else match.groups,
            link=_make_link,
            most=_SHOWN,
        )
    context.write(
        Frame(
            BULLETIN_PATH,
            "Update bulletins",
            "Articles in which the publisher announced changes of the rules, with the resulting changes.",
            styles=("terms",),
        ),
        "bulletins.html.j2",
        rows=[(found, count(len(found.announcements), "announcement")) for found in reversed(matches)],
        unannounced=find_unannounced_steps(context.store.chained(), min(editions), max(editions))[::-1],
        pair_address=pair_address,
    )


def _list_steps(
    store: Store, bulletin: Bulletin, comparisons: dict[tuple[str, str], Comparison]
) -> Iterator[tuple[str, str, str, list[AnnouncementMatch]]]:
    """Yield the steps of a bulletin: the two editions, the address of their comparison, the announcements."""
    matches = match_bulletin(bulletin, comparisons)
    for old, new in bulletin.steps:
        found = [match for match in matches if (match.announcement.old, match.announcement.new) == (old, new)]
        is_consecutive = (old, new) in comparisons and store.previous(new) == old
        yield old, new, pair_address(old, new) if is_consecutive else "", found


def _format_rule(announcement: Announcement) -> str:
    """Return the numbers that a bulletin names, in words."""
    rule = "all rules" if announcement.rule == WHOLE else announcement.rule.replace("-", " to ")
    if announcement.side == "old" and announcement.counterpart:
        return rule + " → " + announcement.counterpart.replace("-", " to ").replace(";", " and ")
    return f"{rule} of {date_in_words(announcement.old)}" if announcement.side == "old" else rule


def _make_link(group: Group) -> PageLink:
    sides = [", ".join(map(format_key, side)) for side in (group.old, group.new)]
    words = sides[0] if sides[0] == sides[1] else " → ".join(side for side in sides if side)
    kind = f" ({group.kind})" if group.kind in {"added", "deleted"} else ""
    return PageLink(words + kind, id_page(group.lineage))
