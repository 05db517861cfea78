"""The changes of a comparison that a bulletin announces, with contradictions between its statements and the links."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Literal

from msgspec import Struct

from graph.announcements.records import AnnouncedKind, Announcement, Bulletin
from graph.compare.comparison import Comparison
from rules.keys import is_entry, number_of
from rules.links import SLIGHT, Group

Fit = Literal["change", "slight", "no-change", "no-rule", "no-edition"]
"""Whether an announcement matches a change. `slight`: only typography, references or numbers changed; `no-change`: the
rule and all rules below it are unchanged; `no-rule`: its edition has no such number; `no-edition`: one of its two
editions is not available."""
_ABOUT_NUMBERS: frozenset[AnnouncedKind] = frozenset({"renumbered", "moved", "general"})
_ONE_SIDED: frozenset[AnnouncedKind] = frozenset({"added", "deleted"})
"""Kinds of changes in which only one edition has the rule."""
_CONTINUED: frozenset[AnnouncedKind] = frozenset({"changed", "moved", "renumbered"})
"""Kinds of changes in which both editions have the rule."""


class AnnouncementMatch(Struct, frozen=True):
    """An announcement and the changes that it matches.

    Attributes:
        announcement: The announcement.
        fit: Whether it matches a change.
        groups: The changes of the rules that it names or covers, in the order of the comparison.
        contradiction: How the links of the rules that it names contradict it, in words; empty if they agree.
    """

    announcement: Announcement
    fit: Fit
    groups: tuple[Group, ...]
    contradiction: str


def match_bulletin(
    bulletin: Bulletin, comparisons: Mapping[tuple[str, str], Comparison]
) -> tuple[AnnouncementMatch, ...]:
    """Match all announcements of a bulletin, in its order.

    Args:
        bulletin: The bulletin.
        comparisons: The comparison of each pair of editions in `Bulletin.steps`, as far as available.
    """
    return tuple(
        _match(announcement, comparisons.get((announcement.old, announcement.new)))
        for announcement in bulletin.announcements
    )


def _match(announcement: Announcement, comparison: Comparison | None) -> AnnouncementMatch:
    """Match one announcement; `comparison` is that of its two editions, None if it is not available."""
    if comparison is None:
        return AnnouncementMatch(announcement, "no-edition", (), "")
    groups = [group for group in comparison.groups if _is_about(announcement, group)]
    if not groups:
        return AnnouncementMatch(announcement, "no-rule", (), "")
    contradiction = _find_contradiction(announcement, groups)
    changed = tuple(group for group in groups if not group.is_same)
    return AnnouncementMatch(announcement, _find_fit(announcement, changed), changed, contradiction)


def _is_about(announcement: Announcement, group: Group) -> bool:
    """Return whether an announcement names a rule of a group, or one above it."""
    keys = group.new if announcement.side == "new" else group.old
    return any(not is_entry(key) and announcement.covers(number_of(key)) for key in keys)


def _find_fit(announcement: Announcement, changed: Sequence[Group]) -> Fit:
    """Return how changes match an announcement; renumbering alone is slight, unless it is about numbers."""
    if not changed:
        return "no-change"
    if announcement.kind in _ABOUT_NUMBERS or any(map(_is_grave, changed)):
        return "change"
    return "slight"


def _is_grave(group: Group) -> bool:
    """Return whether a change is more than slight: its class is unknown or grave, or a rule was split or merged."""
    is_split_or_merged = len(group.links) > 1
    return is_split_or_merged or group.change is None or group.change not in SLIGHT


def _find_contradiction(announcement: Announcement, groups: Iterable[Group]) -> str:
    """Return how the links of the named rules contradict an announcement, in words; empty if they agree.

    A rule that was added or deleted must have no counterpart in the other edition. A rule that was changed, moved or
    renumbered must have one; and if it was moved or renumbered and the bulletin names the counterpart, it must have
    that number, or one above or below.
    """
    counterparts = _find_counterparts(announcement, groups)
    linked = {key: keys for key, keys in counterparts.items() if keys}
    if announcement.kind in _ONE_SIDED:
        return _describe_links(linked)
    if announcement.kind not in _CONTINUED or not counterparts:
        return ""
    if not linked:
        return f"{', '.join(counterparts)} is linked to nothing"
    if announcement.kind == "changed":
        return ""
    elsewhere = {key: keys for key, keys in counterparts.items() if not _leads_to_any(announcement, keys)}
    return _describe_links(elsewhere)


def _find_counterparts(announcement: Announcement, groups: Iterable[Group]) -> dict[str, set[str]]:
    """Return each rule that an announcement names → its counterparts in the other edition, perhaps none.

    Rules that it only covers, because it names a rule above them, are left out.
    """
    counterparts: dict[str, set[str]] = {}
    for group in groups:
        for link in group.links:
            key, counterpart = (link.new, link.old) if announcement.side == "new" else (link.old, link.new)
            if key is None or is_entry(key) or not announcement.names(number_of(key)):
                continue
            found = counterparts.setdefault(key, set())
            if counterpart is not None:
                found.add(counterpart)
    return counterparts


def _leads_to_any(announcement: Announcement, keys: Iterable[str]) -> bool:
    """Return whether any of some rules of the other edition is a counterpart that an announcement names."""
    return any(announcement.leads_to(number_of(key)) for key in keys if not is_entry(key))


def _describe_links(counterparts: Mapping[str, set[str]]) -> str:
    """Return the links of some rules in words: `linked: 702.4 to 702.5`; empty if there are no rules."""
    if not counterparts:
        return ""
    described = [f"{key} to {' and '.join(sorted(keys)) or 'nothing'}" for key, keys in counterparts.items()]
    return f"linked: {', '.join(described)}"
