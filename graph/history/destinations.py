"""The one place that decides where a rule of one edition is in another edition.

A lineage is one rule through all editions. Its successor is the record of the lineage itself in the other edition; a
part is a record of another lineage that has words of the rule, because the rule was split or merged (a piece that kept
enough of the text, as `graph.history.continuations` decides). A rule can have both: if 100.1 was split into 100.1 and
100.2, and the lineage goes on as 100.1, the successor is 100.1 and a part is 100.2. If the lineage ended, there are
only parts, or nothing.

A single rule (`Destinations.of_lineage`) and a whole edition (`Continuations.paths`, for comparisons) are followed
along the same links, and the same function decides which continuations count (`graph.history.continuations`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import count
from typing import TYPE_CHECKING, cast

from graph.history.calendar import Calendar
from graph.history.continuations import Continuations
from graph.history.destination import Destination, DestinationKind, add_parts, order_keys
from graph.history.lineages import Lineages
from graph.history.paths import Path
from graph.history.periods import Period
from graph.history.stored_versions import StoredVersions
from rules.caching import cached_method
from rules.keys import key_of_rule, number_of
from rules.links import SLIGHT, Version
from rules.numbers import is_number
from rules.store import Store

if TYPE_CHECKING:
    from graph.ledger import Ledger  # which few commands need
    from rules.change import Passage


class Destinations:
    """The places in one edition of the rules of another edition.

    Args:
        store: A knowledge base, or a ledger; it must stay open.
        calendar: The order of its editions.
        versions: Its versions.
        lineages: The lineages of its editions.
        continuations: The continuations of its records.
    """

    def __init__(
        self,
        store: Store,
        calendar: Calendar,
        versions: StoredVersions,
        lineages: Lineages,
        continuations: Continuations,
    ) -> None:
        self._store = store
        self._calendar = calendar
        self._versions = versions
        self._lineages = lineages
        self._continuations = continuations

    def of_number(self, number: str, start: str, end: str) -> Destination:
        """Return the place in edition `end` of the rule that a number names in edition `start`.

        If `start` prints the number several times, and its rules have different destinations, the answer is `ambiguous`
        with the keys of all of them, or `deleted` if there are none. If `start` lacks the number, it is `absent`.
        """
        destinations: list[Destination] = []
        for ordinal in count(1):
            lineage = self._lineages.find(start, key_of_rule(number, ordinal))
            if lineage is None:
                break
            destinations.append(self.of_lineage(lineage, start, end))
        if not destinations:
            return Destination(number, "absent")
        if len(set(destinations)) == 1:
            return destinations[0]
        keys = tuple(dict.fromkeys(key for destination in destinations for key in destination.keys))
        return Destination(number, "ambiguous" if keys else "deleted", keys, sure=False)

    @cached_method
    def of_lineage(self, lineage: str, start: str, end: str) -> Destination:
        """Return the place of a lineage's rule in edition `end`, seen from edition `start` of the same work.

        Either edition may be the earlier one. The lineage need not be in `start`; then only a successor in `end` is
        found, and the number is empty. If `end` has the lineage, the successor comes first, followed by the parts that
        are certain. Otherwise see `_make_destination_of_ended`.

        Example: from 2003-07-01, when the lineage 502.30a@2003-05-26 has the number 502.30a, to an edition in which it
        has the number 702.40a → that key, and `moved` if the text is the same.
        """
        key = self._lineages.key_at(lineage, start)
        number = number_of(key or "")
        paths = self._follow(key, start, end) if key is not None else {}
        successor = self._lineages.key_at(lineage, end)
        if successor is None:
            return _make_destination_of_ended(number, paths)
        sure_parts = [part for part, path in paths.items() if part != successor and not path.ambiguous]
        keys = (successor, *sorted(sure_parts, key=order_keys))
        return Destination(number, self._find_kind(lineage, number, start, end), keys, lineage_continues=True)

    def of_versions(self, versions: Sequence[Version], end: str) -> Destination:
        """Return the place of a rule in edition `end` for a reader who may mean any of some of its versions.

        A rule that lost words in the course of the versions has parts that only its earlier versions lead to. The
        destination is that of the last version, with these parts added. If the lineage has ended and the earlier
        versions add parts, it is `split` (or `merged`, if there is a single part now), or `ambiguous` if one of the
        versions leads to candidates only.

        Args:
            versions: Versions of one lineage, oldest first; at least one.
            end: Id of the other edition.
        """
        lineage = versions[-1].lineage
        of_last = self.of_lineage(lineage, versions[-1].last, end)
        editions = [*(version.last for version in versions), *self._list_retyped(versions)]
        destinations = [self.of_lineage(lineage, edition, end) for edition in editions]
        if of_last.lineage_continues:
            return add_parts(of_last, destinations)
        keys = {key for destination in destinations for key in destination.keys}
        if keys == set(of_last.keys):
            return of_last
        parts = tuple(sorted(keys, key=order_keys))
        are_all_sure = all(destination.sure for destination in destinations)
        if not are_all_sure:
            return Destination(of_last.number, "ambiguous", parts, sure=False)
        return Destination(of_last.number, "split" if len(parts) > 1 else "merged", parts)

    def _list_retyped(self, versions: Sequence[Version]) -> list[str]:
        """Return the retyped editions in which a lineage has a key of some versions while these were in force.

        In a retyped edition (one of which there is no copy of the publisher's own text) a lineage may have another key
        than in the editions around it. Such an edition is left out, since its number means another rule.

        Args:
            versions: Versions of one lineage, oldest first; at least one.
        """
        lineage, last = versions[-1].lineage, versions[-1].last
        first_day, last_day = versions[0].first, self._calendar.last_day(last)
        keys = {version.key for version in versions}
        work_of = self._calendar.work_of
        retyped: list[str] = []
        for edition in self._calendar.retyped:
            is_between = first_day <= edition and (last_day is None or edition <= last_day)
            is_of_work = work_of[edition] == work_of[last]
            if is_between and is_of_work and self._lineages.key_at(lineage, edition) in keys:
                retyped.append(edition)
        return retyped

    @cached_method
    def of_period(self, period: Period, end: str) -> Destination:
        """Return the place in edition `end` of the rule that had a key in a period, whichever day of it is meant.

        A period is the time in which a key named one lineage; the rule may have had several versions in it. If the
        last edition of the period is retyped, or `end` is earlier than that, the rule is followed from that last
        edition alone.
        """
        if end < period.last or period.last in self._calendar.retyped:
            return self.of_lineage(period.lineage, period.last, end)
        versions = self._versions.of_lineage(period.lineage)
        # There is at least one: a period that does not end with a retyped edition begins with a version.
        versions_of_period = [version for version in versions if period.first <= version.first <= period.last]
        return self.of_versions(versions_of_period, end)

    def _follow(self, key: str, start: str, end: str) -> Mapping[str, Path]:
        """Return the keys in edition `end` that continue a record of edition `start`, with the paths to them.

        If `end` is the earlier edition, these are the keys that the record continues, with the paths from them.
        """
        if start <= end:
            return self._continuations.follow(key, start, end)
        return self._continuations.trace_back(key, end, start)

    def _find_kind(self, lineage: str, number: str, start: str, end: str) -> DestinationKind:
        """Return what became of a rule that has a successor.

        - `ambiguous`: the successor is a glossary entry, or has a number that edition `end` prints twice.
        - `kept`: it has the same number.
        - `split` or `merged`: it has another number, and this is what happened first to the rule between the editions.
        - `moved`: it has another number, and surely says the same (`_keeps_sense`).
        - `reworded`: it has another number and other words.

        Args:
            lineage: The lineage.
            number: The rule's number in edition `start`.
            start: Id of the edition from which it is followed.
            end: Id of the other edition, which may be the earlier one.
        """
        successor = self._lineages.key_at(lineage, end) or ""
        is_only_rule_of_number = is_number(successor) and not self._lineages.edition_has(end, key_of_rule(successor, 2))
        if not is_only_rule_of_number:
            return "ambiguous"
        if successor == number:
            return "kept"
        first, last = min(start, end), max(start, end)
        steps = [version for version in self._versions.of_lineage(lineage) if first < version.first <= last]
        for step in steps:
            if step.kind == "split" or step.kind == "merged":  # noqa: PLR1714 - narrows the type
                return step.kind
        if all(map(self._keeps_sense, steps)) or self._has_same_text(lineage, start, end):
            return "moved"
        return "reworded"

    def _keeps_sense(self, version: Version) -> bool:
        """Return whether a version surely says the same as the one before: in new terms or other forms, at most."""
        if version.change in SLIGHT or version.change == "terminology":
            return True
        return version.first in self._list_rephrased(version.lineage)

    @cached_method
    def _list_rephrased(self, lineage: str) -> frozenset[str]:
        """Return the first editions of the versions of a lineage that only rephrase the version before."""
        versions = self._versions.of_lineage(lineage)
        if not self._store.has_texts:
            rephrased = cast("Ledger", self._store).rephrased
            return frozenset(version.first for version in versions if (lineage, version.first) in rephrased)
        # Few commands compare words.
        from graph.compare.rephrasings import list_rephrased  # noqa: PLC0415
        from rules.change import passage_of  # noqa: PLC0415

        def read(edition: str, key: str) -> Passage:
            record = self._store.record(edition, key)
            if record is None:
                raise LookupError(f"edition {edition} has no {key}")
            return passage_of(record)

        return frozenset(version.first for version in list_rephrased(versions, read))

    def _has_same_text(self, lineage: str, start: str, end: str) -> bool:
        """Return whether a lineage has the same text in two editions; False if that cannot be known."""
        before = self._store.text_sha256(start, self._lineages.key_at(lineage, start) or "")
        return before is not None and before == self._store.text_sha256(end, self._lineages.key_at(lineage, end) or "")

    @cached_method
    def keeps_part(self, number: str, start: str, end: str) -> bool:
        """Return whether a number of edition `end` still leads to words of the rule that it named in edition `start`.

        It does if it names the rule itself or a part of it, or if one of these is directly below the number. False if
        `start` has no such number.

        Example: 702.1 was split, and its words are in 702.1a now → True.
        """
        keys = self.of_number(number, start, end).keys
        below = self._lineages.children(end, number)
        return number in keys or not set(keys).isdisjoint(below)

    def find_end(self, period: Period) -> tuple[str, str]:
        """Return the last edition that has the rule of a period or a continuation of it, and the key there.

        Only call this if the newest edition has neither.
        """
        newest = self._calendar.chain(self._calendar.work_of[period.last])[-1]
        for edition in reversed(self._calendar.list_between(period.last, newest)):
            keys = self.of_period(period, edition).keys
            if keys:
                return edition, keys[0]
        return period.last, period.key


def _make_destination_of_ended(number: str, paths: Mapping[str, Path]) -> Destination:
    """Return the place of a rule in an edition that lacks its lineage.

    It is `deleted` without parts; `ambiguous` with all parts, if one of them is only a candidate; `split` with several
    parts; and `merged` with a single one.

    Args:
        number: The rule's number.
        paths: Key of each part → the path to it.
    """
    parts = tuple(sorted(paths, key=order_keys))
    if not parts:
        return Destination(number, "deleted")
    if any(path.ambiguous for path in paths.values()):
        return Destination(number, "ambiguous", parts, sure=False)
    return Destination(number, "split" if len(parts) > 1 else "merged", parts)
