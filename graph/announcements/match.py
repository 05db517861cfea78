"""The changes of a comparison that a bulletin announces, with contradictions between its statements and the links.

An announcement says that a rule was, for example, moved, and gives its number in one of the two editions. That edition
is its *side*. The number may be a range, such as 702.4-702.6. The announcement *names* the rules of the range, and
*covers* the rules below them, such as 702.4a, too.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Literal

from msgspec import Struct

from graph.announcements.records import AnnouncedKind, Announcement, Bulletin
from graph.compare.comparison import Comparison
from rules.keys import is_entry, number_of
from rules.links import SLIGHT, Group

Fit = Literal["change", "slight", "no-change", "no-rule", "no-edition"]
"""Whether an announcement matches a change.

`change`: a rule that it names or covers was changed; `slight`: only typography, references or numbers of these rules
changed; `no-change`: none of them changed; `no-rule`: its edition has no such number; `no-edition`: one of its two
editions is not available."""
_ABOUT_NUMBERS: frozenset[AnnouncedKind] = frozenset({"renumbered", "moved", "general"})
"""Kinds of announcements that a new number alone confirms."""
_ONE_SIDED: frozenset[AnnouncedKind] = frozenset({"added", "deleted"})
"""Kinds of announcements by which only one edition has the rule."""
_CONTINUED: frozenset[AnnouncedKind] = frozenset({"changed", "moved", "renumbered"})
"""Kinds of announcements by which both editions have the rule."""


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
    """Return the match of one announcement.

    Args:
        announcement: The announcement.
        comparison: The comparison of its two editions; None if one of them is not available.
    """
    if comparison is None:
        return AnnouncementMatch(announcement, "no-edition", (), "")
    groups = [group for group in comparison.groups if _is_about(announcement, group)]
    if not groups:
        return AnnouncementMatch(announcement, "no-rule", (), "")
    contradiction = _find_contradiction(announcement, groups)
    changed = tuple(group for group in groups if not group.is_same)
    return AnnouncementMatch(announcement, _find_fit(announcement, changed), changed, contradiction)


def _is_about(announcement: Announcement, group: Group) -> bool:
    """Return whether an announcement names or covers a rule of a group: one of 702.40 is about 702.40 and 702.40a."""
    keys = group.new if announcement.side == "new" else group.old
    return any(not is_entry(key) and announcement.covers(number_of(key)) for key in keys)


def _find_fit(announcement: Announcement, changed: Sequence[Group]) -> Fit:
    """Return how well an announcement fits the changes of its rules.

    If 702.4 became 702.5 and kept its words, an announcement that it was `renumbered` fits this `change`. For an
    announcement that it was `changed`, the new number alone is `slight`.

    Args:
        announcement: The announcement.
        changed: The changes of the rules that it names or covers.
    """
    if not changed:
        return "no-change"
    if announcement.kind in _ABOUT_NUMBERS or any(map(_is_grave, changed)):
        return "change"
    return "slight"


def _is_grave(group: Group) -> bool:
    """Return whether a change is more than slight: words changed, or a rule was added, deleted, split or merged."""
    is_split_or_merged = len(group.links) > 1
    has_no_class = group.change is None  # of rules that were added or deleted, or are ambiguous
    return is_split_or_merged or has_no_class or group.change not in SLIGHT


def _find_contradiction(announcement: Announcement, groups: Iterable[Group]) -> str:
    """Return how the links of the named rules contradict an announcement, in words; empty if they agree.

    - `added` and `deleted`: no named rule may have a counterpart in the other edition. If the added 702.5 is linked
      with 702.4, the result is `linked: 702.5 to 702.4`.
    - `changed`: at least one of the named rules must have a counterpart; without one, the result is `702.5 is linked to
      nothing`. That suffices for a range, since a bulletin also calls a range changed if some of its rules are new.
    - `moved` and `renumbered`: every named rule must have a counterpart. If the bulletin names the counterpart, it must
      be that one, or one above or below it. If the bulletin names 703, and 702.5 is linked with 704.1, the result is
      `linked: 702.5 to 704.1`.
    - Other kinds contradict nothing.
    """
    counterparts = _find_counterparts(announcement, groups)
    linked = {key: keys for key, keys in counterparts.items() if keys}
    if announcement.kind in _ONE_SIDED:
        return _describe_links(linked)
    if announcement.kind not in _CONTINUED or not counterparts:
        return ""
    if not linked:
        verb = "is" if len(counterparts) == 1 else "are"
        return f"{', '.join(counterparts)} {verb} linked to nothing"
    if announcement.kind == "changed":
        return ""
    linked_elsewhere = {key: keys for key, keys in counterparts.items() if not _leads_to_any(announcement, keys)}
    return _describe_links(linked_elsewhere)


def _find_counterparts(announcement: Announcement, groups: Iterable[Group]) -> dict[str, set[str]]:
    """Return the key of each rule that an announcement names → the keys of its counterparts in the other edition.

    A counterpart is a record that is linked with the rule. A rule without a link has an empty set. Rules that the
    announcement only covers, because it names a rule above them, are left out. Example: an announcement of the old
    702.4-702.5, of which 702.4 was split and 702.5 deleted → `{"702.4": {"702.4", "702.6"}, "702.5": set()}`.
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
    """Return whether one of some records is a counterpart that an announcement names, or is above or below one.

    If the announcement names no counterpart, any rule is one.
    """
    return any(announcement.leads_to(number_of(key)) for key in keys if not is_entry(key))


def _describe_links(counterparts: Mapping[str, set[str]]) -> str:
    """Return the links of some rules in words; empty if there are no rules.

    Example: `{"702.4": {"702.6", "702.5"}, "702.8": set()}` → `linked: 702.4 to 702.5 and 702.6, 702.8 to nothing`.
    """
    if not counterparts:
        return ""
    described = [f"{key} to {' and '.join(sorted(keys)) or 'nothing'}" for key, keys in counterparts.items()]
    return f"linked: {', '.join(described)}"
