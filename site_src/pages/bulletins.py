"""`bulletins/`: all bulletins, and `bulletins/ID/`: the announcements of one, each with the resulting changes."""

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import NamedTuple

from graph.announcements.file import bulletins
from graph.announcements.match import AnnouncementMatch, Fit, match_bulletin
from graph.announcements.records import WHOLE, AnnouncedKind, Announcement, Bulletin
from graph.announcements.unannounced import find_unannounced_steps
from graph.compare.comparison import Comparison, compare
from graph.history import History
from rules.grouping import grouped
from rules.links import Group
from rules.sentences import capitalize
from rules.store import Store
from site_src.addresses import BULLETIN_PATH, PageLink, bulletin_page, id_page
from site_src.context import BuildContext
from site_src.markup.shell import Frame
from site_src.markup.steps import describe_step
from site_src.markup.words import count, date_in_words, format_key, say
from site_src.pages.compare import pair_address

_ABOUT_BULLETINS = "Articles in which the publisher announced changes of the rules, with the resulting changes."
_SHOWN_CHANGES = 8
"""Maximum number of changes in a row; a range of renumbered rules has hundreds."""
_FIT_WORDS: dict[Fit, str] = {
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


_PREDICATES: dict[AnnouncedKind, tuple[str, str]] = {
    "added": ("is new", "are new"),
    "changed": ("changed", "changed"),
    "deleted": ("was deleted", "were deleted"),
    "renumbered": ("was renumbered", "were renumbered"),
    "moved": ("was moved", "were moved"),
    "general": ("was affected", "were affected"),
    "unclear": ("is named", "are named"),
}
"""What a sentence says about a rule, and about several."""
_UNCHANGED = ("was to change", "were to change")
"""The same about rules that were announced as changed, and have the same words as before."""
_CHANGES_NUMBER: frozenset[AnnouncedKind] = frozenset({"renumbered", "moved"})

Comparisons = Mapping[tuple[str, str], Comparison]
"""The comparisons of two editions by the older and the newer one."""


class ShownAnnouncement(NamedTuple):
    """An announcement as the page of a bulletin shows it, in a sentence, or several with the same subject and result.

    Attributes:
        rules: The numbers that it names, in words, each with the page of the history that shows the change. The address
            is empty if nothing changed.
        predicate: What happened to them: `were deleted`; empty if the words of the rules say it, as in `502.30 became
            702.40`.
        subject: Its subject, which ends the sentence.
        result: How the change differs from the announcement, as a sentence; empty if it does not.
    """

    rules: tuple[PageLink, ...]
    predicate: str
    subject: str
    result: str


class ShownStep(NamedTuple):
    """A step between two editions for which a bulletin announces changes.

    Attributes:
        old: The older edition.
        new: The newer edition.
        address: The page that compares them; empty if there is none.
        summary: What the newer one changed, in sentences; empty if one of the two is not available.
        matches: The announcements, each with the changes that it matches.
    """

    old: str
    new: str
    address: str
    summary: str
    matches: Sequence[AnnouncementMatch]


def bulletins_of(editions: Container[str]) -> list[Bulletin]:
    """Return the bulletins that announce a change from or to one of these editions, oldest first."""
    return [bulletin for bulletin in bulletins() if _is_about(bulletin, editions)]


def _is_about(bulletin: Bulletin, editions: Container[str]) -> bool:
    return any(old in editions or new in editions for old, new in bulletin.steps)


def write_bulletins(context: BuildContext) -> None:
    """Write the list of bulletins, and a page for each that names rules of an available edition."""
    shown = bulletins_of(context.store.work_of)
    if not shown:
        return
    context.progress("matching the publisher's announcements")
    comparisons = _compare_steps(context.store, shown)
    for bulletin in shown:
        _write_bulletin(context, bulletin, comparisons)
    _write_list(context, shown, comparisons)


def _compare_steps(store: Store, shown: Iterable[Bulletin]) -> Comparisons:
    """Compare the two editions of each step that a bulletin announces, if both are available."""
    history = History(store)
    steps = {step for bulletin in shown for step in bulletin.steps}
    comparisons = {}
    for old, new in sorted(steps):
        if old in store.work_of and new in store.work_of:
            comparisons[old, new] = compare(history, old, new)
    return comparisons


def _write_list(context: BuildContext, shown: Sequence[Bulletin], comparisons: Comparisons) -> None:
    """Write the list of bulletins, newest first, and of the steps between editions that no bulletin announced."""
    rows = []
    for bulletin in reversed(shown):
        summaries = [_summarize(context.store, old, new, comparisons) for old, new in bulletin.steps]
        rows.append((bulletin, count(len(bulletin.announcements), "announcement"), list(filter(None, summaries))))
    editions = context.store.work_of
    unannounced = find_unannounced_steps(context.store.chained(), min(editions), max(editions))
    frame = Frame(BULLETIN_PATH, "Update bulletins", _ABOUT_BULLETINS, styles=("terms",))
    context.write(frame, "bulletins.html.j2", rows=rows, unannounced=unannounced[::-1], pair_address=pair_address)


def _write_bulletin(context: BuildContext, bulletin: Bulletin, comparisons: Comparisons) -> None:
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
        group_by_kind=_group_by_kind,
        name_announced=_name_announced,
        list_changes=_list_changes,
        describe_result=_describe_result,
        make_link=_make_link,
        shown_changes=_SHOWN_CHANGES,
    )


def _list_steps(store: Store, bulletin: Bulletin, comparisons: Comparisons) -> Iterator[ShownStep]:
    """Yield the steps of a bulletin, with the announcements of each."""
    matches = match_bulletin(bulletin, comparisons)
    by_step = grouped(((match.announcement.old, match.announcement.new), match) for match in matches)
    for old, new in bulletin.steps:
        address = ""
        # a site has a page for each edition and the one before it, not for other pairs
        if (old, new) in comparisons and store.previous(new) == old:
            address = pair_address(old, new)
        yield ShownStep(old, new, address, _summarize(store, old, new, comparisons), by_step.get((old, new), []))


def _summarize(store: Store, old: str, new: str, comparisons: Comparisons) -> str:
    """Return what the newer of two editions changed, in sentences; empty if they could not be compared."""
    comparison = comparisons.get((old, new))
    return "" if comparison is None else describe_step(store, old, new, comparison.groups)


def _name_announced(announcement: Announcement) -> str:
    """Return the numbers of an announcement for the table: `702.40a to 702.40c`, `409.1c of 1 July 2012`.

    The day is that of the older edition, if only that one has the number. The new number may be known: `409.1c →
    409.1d`.
    """
    rules = _name_rules(announcement.rule)
    if announcement.side != "old":
        return rules
    if announcement.counterpart:
        return f"{rules} → {_name_rules(announcement.counterpart)}"
    return f"{rules} of {date_in_words(announcement.old)}"


def _name_rules(numbers: str) -> str:
    """Return numbers in words: `702.40a-702.40c;702.41` → `702.40a to 702.40c and 702.41`."""
    if numbers == WHOLE:
        return "all rules"
    return numbers.replace("-", " to ").replace(";", " and ")


def _list_changes(match: AnnouncementMatch) -> tuple[Group, ...]:
    """Return the changes that an announcement matches; none where it is about the whole document."""
    if match.announcement.rule == WHOLE:
        return ()
    return match.groups


def _describe_result(match: AnnouncementMatch) -> str:
    """Return how the change differs from the announcement, in words; empty if it does not."""
    parts = (_FIT_WORDS[match.fit], match.announcement.reading)
    return "; ".join(part for part in parts if part)


def _group_by_kind(matches: Iterable[AnnouncementMatch]) -> list[tuple[str, list[ShownAnnouncement]]]:
    """Return the headings, each with the announcements of its kind in the order of the bulletin."""
    by_kind: dict[AnnouncedKind, list[AnnouncementMatch]] = {kind: [] for kind in _KINDS}
    for match in matches:
        by_kind[match.announcement.kind].append(match)
    return [(_KINDS[kind], _join_equal(announced)) for kind, announced in by_kind.items() if announced]


def _join_equal(announcements: Iterable[AnnouncementMatch]) -> list[ShownAnnouncement]:
    """Join announcements in a row with the same kind, subject and result: `705.1 and 705.2 changed: coin flips`."""
    joined = []
    for _, several in groupby(announcements, _sentence_of):
        matches = list(several)
        announcement = matches[0].announcement
        predicate = "" if _says_new_number(announcement) else _find_predicate(matches)
        result = _describe_result(matches[0])
        joined.append(
            ShownAnnouncement(
                rules=tuple(map(_link_rules, matches)),
                predicate=predicate,
                subject=announcement.subject,
                result=f"{capitalize(result)}." if result else "",
            )
        )
    return joined


def _find_predicate(matches: Sequence[AnnouncementMatch]) -> str:
    """Return what a sentence says about the rules of some announcements of one kind."""
    announcement = matches[0].announcement
    is_unchanged = announcement.kind == "changed" and matches[0].fit == "no-change"
    for_rule, for_rules = _UNCHANGED if is_unchanged else _PREDICATES[announcement.kind]
    has_rules = len(matches) > 1 or any(sign in announcement.rule for sign in ("-", ";", WHOLE))
    return for_rules if has_rules else for_rule


def _sentence_of(match: AnnouncementMatch) -> tuple[str, str, bool]:
    """Return by what announcements of a kind are joined into one sentence."""
    return match.announcement.subject, _describe_result(match), _says_new_number(match.announcement)


def _says_new_number(announcement: Announcement) -> bool:
    """Return whether a sentence says the old and the new number of a rule."""
    has_both = announcement.counterpart != "" and announcement.rule != WHOLE
    return has_both and announcement.kind in _CHANGES_NUMBER


def _link_rules(match: AnnouncementMatch) -> PageLink:
    """Return the numbers of an announcement as a link to the history that shows the change."""
    changes = _list_changes(match)
    address = id_page(changes[0].lineage) if changes else ""
    return PageLink(_name_in_sentence(match.announcement), address)


def _name_in_sentence(announcement: Announcement) -> str:
    """Return the numbers of an announcement for the list: `409.1c became 409.1d`, `409.1c (now 409.1d)`."""
    rules = _name_rules(announcement.rule)
    if _says_new_number(announcement):
        ends = [rules, _name_rules(announcement.counterpart)]
        return " became ".join(ends if announcement.side == "old" else reversed(ends))
    if announcement.rule == WHOLE:
        return capitalize(rules)
    if announcement.side == "old" and announcement.counterpart and announcement.rule != WHOLE:
        return f"{rules} (now {_name_rules(announcement.counterpart)})"
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
