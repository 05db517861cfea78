"""The one place that decides what a number meant on a day, and where its rule went: a store's history in memory.

A single rule (`follow_lineage`) and a whole edition (`paths`, for comparisons) are followed along the same links, and
the same function decides which continuations count (`graph.history.continuations`).
"""

from bisect import bisect_right
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import chain, count, takewhile
from typing import TYPE_CHECKING, cast

from msgspec.structs import replace

from graph.history.continuations import Continuations
from graph.history.days import last_day
from graph.history.destination import Destination, DestinationKind, add_parts, order_keys
from graph.history.paths import LinksFrom, Path, Paths, find_paths
from graph.history.stored_versions import StoredVersions
from graph.history.titles import TitlesAbove, split_title
from rules.caching import cached_method, cached_property
from rules.grouping import grouped
from rules.keys import is_entry, key_of_rule, number_of, term_of, with_parents
from rules.links import SLIGHT, Link, StepEnds, Version, list_steps, make_version_of_edition
from rules.numbers import is_number, kind_of, parent_of, sort_key
from rules.records import COMPREHENSIVE_RULES, RETYPED, GlossaryEntry, Rule
from rules.store import Store

if TYPE_CHECKING:
    from graph.ledger import Ledger  # which few commands need

KEYWORD_ACTIONS = "Keyword Actions"
"""The title of the chapter of keyword actions, whose number changes."""
_FEW_EDITIONS = 2
"""Number of editions up to which the keys of each are read; for more, it is faster to read all keys of all editions."""

Period = Version
"""A period in which a key named a lineage without interruption.

`lineage`, `key`, `first` and `last` are those of the period, which may last longer than a version: the key often stays
when the words change. All other fields are those of its first version."""


class History:
    """The history of all works in a store. Results are cached, since few numbers are asked for often.

    Args:
        store: A knowledge base, or a ledger; it must stay open.

    Attributes:
        editions: The editions of the Comprehensive Rules that are not retyped, oldest first; see `rules.links`.
        work_of: Edition id → work of the edition, for the editions of all works.
        retyped: The retyped editions of all works, which are not in the chain; see `rules.links`.
        previous: Returns the edition before an edition that is not retyped; see `rules.store.Store.previous`.
        resolve: Returns the edition that a name or date means; see `rules.store.Store.resolve`. Cached.
        heading: Returns the heading of a key in an edition; None without one. Cached.
        versions: Returns the versions of a lineage, oldest first; empty if there is no such lineage. Cached.
        links_from: Returns the links of an old key, by step. Cached.
    """

    def __init__(self, store: Store) -> None:
        self.store = store
        self.work_of = store.work_of
        self.retyped = store.retyped
        self._lines = grouped((work, edition) for edition, work in self.work_of.items() if edition not in self.retyped)
        self.editions = tuple(self.line(COMPREHENSIVE_RULES))
        self.previous = store.previous
        self.resolve = cache(store.resolve)
        self.heading: Callable[[str, str], str | None] = cache(store.heading)
        self._stored = StoredVersions(store)
        self.versions = self._stored.of_lineage
        self._lineages: dict[str, dict[str, str]] = {}
        self._links = cache(store.links)
        self._versions_with_key = self._stored.of_key
        self.links_from: LinksFrom = cache(store.links_from)
        self._continuations = Continuations(self)

    @property
    def ledger(self) -> "Ledger":
        """Return the store as a ledger, which has more facts about titles and words than a knowledge base."""
        return cast("Ledger", self.store)

    @property
    def newest(self) -> str:
        """Return the newest edition of the Comprehensive Rules."""
        return self.editions[-1]

    def line(self, work: str) -> Sequence[str]:
        """Return the line of a work: its editions that are not retyped, oldest first, or all if all are retyped."""
        return self._lines.get(work) or self._editions_of(work)

    def _editions_of(self, work: str) -> list[str]:
        """Return all editions of a work, oldest first."""
        return [edition for edition, work_of_edition in self.work_of.items() if work_of_edition == work]

    def list_between(self, first: str, last: str) -> list[str]:
        """Return the editions after `first` up to and including `last`, without the retyped ones between them.

        Both are editions of one work. The result is empty if `last` is not later than `first`.
        """
        line = self.line(self.work_of[last])
        between = list(line[bisect_right(line, first) : bisect_right(line, last)])
        if last not in between and first < last:
            between.append(last)  # it is retyped
        return between

    def is_rule(self, lineage: str) -> bool:
        """Return whether a lineage is a rule with a number, not a glossary entry or a record of another work."""
        versions = self.versions(lineage)
        if not versions or self.work_of[versions[0].first] != COMPREHENSIVE_RULES:
            return False
        return is_number(number_of(versions[-1].key))

    def is_current(self, lineage: str) -> bool:
        """Return whether the newest edition of a lineage's work still has the lineage."""
        last = self.versions(lineage)[-1].last
        return last >= self.line(self.work_of[last])[-1]

    @cached_method
    def name_edition(self, edition: str) -> str:
        """Return an edition as messages name it: its date, followed by its set if that is known."""
        name = self.store.edition(edition).set_name
        return f"{edition} ({name})" if name else edition

    def edition_after(self, edition: str) -> str | None:
        """Return the next edition of the same work that is not retyped; None for the newest."""
        line = self._lines.get(self.work_of[edition], ())
        position = bisect_right(line, edition)
        return line[position] if position < len(line) else None

    def last_day(self, edition: str) -> str | None:
        """Return the last day on which an edition was in force; None for the newest of its work."""
        return last_day(self.line(self.work_of[edition]), edition)

    def exists(self, number: str, edition: str) -> bool:
        """Return whether an edition has a number."""
        return self.lineage(edition, number) is not None

    @property
    def by_lineage(self) -> Mapping[str, tuple[Version, ...]]:
        """Return lineage → its versions, for all lineages of all works."""
        return self._stored.by_lineage

    @property
    def by_key(self) -> Mapping[str, Sequence[Version]]:
        """Return key → the versions of all works that had it, oldest first."""
        return self._stored.by_key

    def steps(self) -> Iterator[StepEnds]:
        """Yield all steps of all works, those to and from retyped editions too."""
        for work in dict.fromkeys(self.work_of.values()):
            yield from list_steps(self._editions_of(work), self.retyped)

    def keys_of(self, editions: Collection[str]) -> Iterable[str]:
        """Return the keys of some editions, each once.

        For one or two editions these are exactly their keys. For more, keys of other editions are among them: one query
        for all keys is faster than one for each edition.
        """
        if len(editions) > _FEW_EDITIONS:
            retyped = (self.lineages(edition) for edition in editions if edition in self.retyped)
            return dict.fromkeys(chain(self.by_key, *retyped))
        return dict.fromkeys(key for edition in editions for key in self.lineages(edition))

    def links(self, edition: str, previous: str | None = None) -> tuple[Link, ...]:
        """Return the links, without trivial ones, of a step; see `rules.store.Store.links`.

        Args:
            edition: The newer edition of the step.
            previous: Its older edition; by default the edition before that is not retyped.
        """
        return self._links(edition, previous or self.previous(edition) or "")

    @cached_property
    def branches(self) -> Mapping[StepEnds, Sequence[Link]]:
        """Return step → its links between records of different lineages.

        For steps to or from retyped editions all links between two records are listed, because main links of these
        steps may also lead to another lineage: retyped editions do not make lineages.
        """
        branches = dict(grouped(self.store.branches()))
        for step in self.steps():
            if not self.retyped.isdisjoint(step):
                links = self.links(step.edition, step.previous)
                branches[step] = [link for link in links if link.old is not None and link.new is not None]
        return branches

    @property
    def shares(self) -> Mapping[tuple[str, str, str, str], int]:
        """Return the same as `graph.ledger.Ledger.shares`; only for a store without texts."""
        return self.ledger.shares

    def share(self, old_key: str, old: str, new_key: str, new: str) -> int:
        """Return the percentage of the shorter text of two records that the other text has.

        See `graph.history.continuations.Continuations.share`.
        """
        return self._continuations.share(old_key, old, new_key, new)

    def paths(self, old: str, new: str) -> Paths:
        """Return the paths of all keys of edition `old` to those of the later edition `new` of the same work."""

        def versions_between(lineage: str) -> list[Version]:
            return [version for version in self.versions(lineage) if old < version.first <= new]

        links = self.store.links_between(old, new)
        return find_paths(self.lineages(old), self.lineages(new), links, versions_between)

    def record(self, edition: str, key: str) -> Rule | GlossaryEntry | None:
        """Return a record of an edition, from a store with texts; None if the edition lacks it."""
        return self.store.entry(edition, key) if is_entry(key) else self.store.rule(edition, key)

    def lineages(self, edition: str) -> Mapping[str, str]:
        """Return key → lineage for the records of an edition, in the order of the document."""
        if edition not in self._lineages:
            self._lineages[edition] = self.store.lineages(edition)
        return self._lineages[edition]

    @cached_method
    def lineage(self, edition: str, key: str) -> str | None:
        """Return the lineage that a key names in an edition; None if the edition lacks the key."""
        if edition in self.retyped or edition in self._lineages:
            return self.lineages(edition).get(key)
        for version in self._versions_with_key(key):
            is_within = version.first <= edition <= version.last
            if is_within and self.work_of[version.first] == self.work_of[edition]:
                return version.lineage
        return None

    def last_version(self, edition: str, key: str) -> Version | None:
        """Return the version that a key means in an edition or, if the edition lacks the key, the last one before.

        Returns:
            None if no edition of that work up to this one had the key.
        """
        for version in reversed(self._versions_with_key(key)):
            if version.first <= edition and self.work_of[version.first] == self.work_of[edition]:
                return version
        return None

    @cached_method
    def periods(self, key: str, work: str = COMPREHENSIVE_RULES) -> tuple[Period, ...]:
        """Return the periods of a key in a work, oldest first."""
        periods: list[Period] = []
        for version in self._versions_with_key(key):
            if self.work_of[version.first] != work:
                continue
            last = periods[-1] if periods else None
            if last and last.lineage == version.lineage and self.edition_after(last.last) == version.first:
                periods[-1] = replace(last, last=version.last)
            else:
                periods.append(version)
        return tuple(periods)

    def periods_of_number(self, number: str) -> list[Period]:
        """Return the periods of a number, oldest first, those of a second rule under it (`502.35b#2`) too."""
        # The ordinals of a number have no gaps, so the first key without a period ends the list.
        keys = takewhile(self.periods, (key_of_rule(number, ordinal) for ordinal in count(1)))
        periods = (period for key in keys for period in self.periods(key))
        return sorted(periods, key=lambda period: (period.first, period.last, period.key))

    def period_at(self, key: str, edition: str) -> Period | None:
        """Return the period of a key that includes an edition; None if the edition lacks the key.

        A retyped edition may give the key to another rule than the editions around it do. The period is then the
        retyped edition alone.
        """
        lineage = self.lineage(edition, key)
        if lineage is None:
            return None
        for period in self.periods(key, self.work_of[edition]):
            if period.lineage == lineage and period.first <= edition <= period.last:
                return period
        return make_version_of_edition(lineage, key, edition, RETYPED)

    def all_periods(self, key: str) -> tuple[Period, ...]:
        """Return the periods of a key in all works, work by work."""
        works = dict.fromkeys(self.work_of[version.first] for version in self._versions_with_key(key))
        return tuple(period for work in works for period in self.periods(key, work))

    def versions_with(self, key: str) -> Sequence[Version]:
        """Return the versions of all works that had a key, oldest first.

        Of a key that only retyped editions have, these editions count as versions.
        """
        versions = self.by_key.get(key)
        if versions:
            return versions
        alone = [self.period_at(key, edition) for edition in sorted(self.retyped)]
        return [period for period in alone if period is not None]

    def key_at(self, lineage: str, edition: str) -> str | None:
        """Return the key of a lineage in an edition; None if the edition lacks the lineage."""
        if edition in self.retyped:
            return self._retyped_keys(edition).get(lineage)
        for version in self.versions(lineage):
            if version.first <= edition <= version.last:
                return version.key
        return None

    @cached_method
    def _retyped_keys(self, edition: str) -> dict[str, str]:
        """Return lineage → key for the records of a retyped edition."""
        return {lineage: key for key, lineage in self.lineages(edition).items()}

    def destination(self, number: str, start: str, end: str) -> Destination:
        """Return the place in edition `end` of the rule that a number names in edition `start`.

        If `start` prints the number several times, and its rules have different destinations, the answer is `ambiguous`
        with the keys of all of them, or `deleted` if there are none.
        """
        destinations: list[Destination] = []
        for ordinal in count(1):
            lineage = self.lineage(start, key_of_rule(number, ordinal))
            if lineage is None:
                break
            destinations.append(self.follow_lineage(lineage, start, end))
        if not destinations:
            return Destination(number, "absent")
        if len(set(destinations)) == 1:
            return destinations[0]
        keys = tuple(dict.fromkeys(key for destination in destinations for key in destination.keys))
        return Destination(number, "ambiguous" if keys else "deleted", keys, sure=False)

    @cached_method
    def follow_lineage(self, lineage: str, start: str, end: str) -> Destination:
        """Return the place of a lineage's rule in edition `end`, seen from edition `start`.

        Either edition may be the earlier one. The lineage need not be in `start`; then only a successor in `end` is
        found, and the number is empty.

        Example: from 2003-07-01, when the lineage 502.30a@2003-07-01 has the number 502.30a, to an edition in which it
        has the number 702.40a → that key, and `moved` if the text is the same.
        """
        key = self.key_at(lineage, start)
        number = number_of(key or "")
        successor = self.key_at(lineage, end)
        paths = self._follow(key, start, end) if key is not None else {}
        parts = sorted((part for part in paths if part != successor), key=order_keys)
        if successor is not None:
            sure_parts = (part for part in parts if not paths[part].ambiguous)
            kind = self._kind_of_continued(lineage, number, start, end)
            return Destination(number, kind, (successor, *sure_parts), lineage_continues=True)
        if not parts:
            return Destination(number, "deleted")
        if any(path.ambiguous for path in paths.values()):
            return Destination(number, "ambiguous", tuple(parts), sure=False)
        return Destination(number, "split" if len(parts) > 1 else "merged", tuple(parts))

    def follow_versions(self, versions: Sequence[Version], end: str) -> Destination:
        """Return the place of a rule in edition `end` for a reader who may mean any of some of its versions.

        A rule that lost words in the course of the versions has parts that only its earlier versions lead to. The
        destination is that of the last version, with these parts added.

        Args:
            versions: Versions of one lineage, oldest first; at least one.
            end: Id of the other edition.
        """
        last = versions[-1]
        of_last = self.follow_lineage(last.lineage, last.last, end)
        editions = [*(version.last for version in versions), *self._list_retyped(versions)]
        destinations = [self.follow_lineage(last.lineage, edition, end) for edition in editions]
        if of_last.lineage_continues:
            return add_parts(of_last, destinations)
        keys = {key for destination in destinations for key in destination.keys}
        if len(keys) == len(of_last.keys):
            return of_last  # whose keys are among them, so the other versions lead nowhere else
        parts = tuple(sorted(keys, key=order_keys))
        if not all(destination.sure for destination in destinations):
            return Destination(of_last.number, "ambiguous", parts, sure=False)
        return Destination(of_last.number, "split" if len(parts) > 1 else "merged", parts)

    def _list_retyped(self, versions: Sequence[Version]) -> list[str]:
        """Return the retyped editions, while some versions were in force, in which the lineage has a key of these.

        Args:
            versions: Versions of one lineage, oldest first; at least one.
        """
        lineage, last = versions[-1].lineage, versions[-1].last
        first_day, last_day = versions[0].first, self.last_day(last)
        keys = {version.key for version in versions}
        retyped: list[str] = []
        for edition in self.retyped:
            is_between = first_day <= edition and (last_day is None or edition <= last_day)
            if is_between and self.work_of[edition] == self.work_of[last] and self.key_at(lineage, edition) in keys:
                retyped.append(edition)
        return retyped

    @cached_method
    def follow_period(self, period: Period, end: str) -> Destination:
        """Return the place in edition `end` of the rule that had a key in a period, whichever day of it is meant.

        Args:
            period: The period.
            end: Id of an edition. If it is earlier than the last edition of the period, the rule is followed from that
                last edition alone.
        """
        if end < period.last or period.last in self.retyped:
            return self.follow_lineage(period.lineage, period.last, end)
        held = [version for version in self.versions(period.lineage) if period.first <= version.first <= period.last]
        return self.follow_versions(held, end)

    def _follow(self, key: str, start: str, end: str) -> Mapping[str, Path]:
        """Return the keys in edition `end` that continue a record of edition `start`, with the paths to them.

        If `end` is the earlier edition, these are the keys that the record continues, with the paths from them.
        """
        if start <= end:
            return self._continuations.follow(key, start, end)
        return self._continuations.trace_back(key, start, end)

    def _kind_of_continued(self, lineage: str, number: str, start: str, end: str) -> DestinationKind:
        """Return what became of a rule whose lineage both editions have.

        Args:
            lineage: The lineage.
            number: The rule's number in edition `start`.
            start: Id of the edition from which it is followed.
            end: Id of the other edition, which may be the earlier one.
        """
        new = self.key_at(lineage, end) or ""
        if not is_number(new) or self.exists(key_of_rule(new, 2), end):
            return "ambiguous"  # its new key is no number, or a number that the edition prints twice
        if new == number:
            return "kept"
        first, last = min(start, end), max(start, end)
        steps = [version for version in self.versions(lineage) if first < version.first <= last]
        for step in steps:
            if step.kind == "split" or step.kind == "merged":  # noqa: PLR1714 - narrows the type
                return step.kind
        if all(step.change in SLIGHT for step in steps) or self._has_same_text(lineage, start, end):
            return "moved"
        return "reworded"

    def _has_same_text(self, lineage: str, start: str, end: str) -> bool:
        """Return whether a lineage has the same text in two editions; False if that cannot be known."""
        before = self.store.text_sha256(start, self.key_at(lineage, start) or "")
        return before is not None and before == self.store.text_sha256(end, self.key_at(lineage, end) or "")

    def links_onward(self, version: Version) -> tuple[str, list[Link]]:
        """Return the edition after a version, and the links from its record to records of that edition.

        Returns:
            The edition is empty if the version is in the newest edition. There are no links then, nor if the record was
            deleted, nor if it stays unchanged under its key.
        """
        after = self.edition_after(version.last)
        links = self.links_from(version.key).get(StepEnds(version.last, after), ()) if after else ()
        return after or "", [link for link in links if link.new is not None]

    @cached_method
    def keeps_part(self, number: str, start: str, end: str) -> bool:
        """Return whether a number of edition `end` still leads to words of the rule that it named in edition `start`.

        It does if it names the rule itself, a part of it after a split, or the rule into which it was merged, or if one
        of these is directly below the number. False if `start` has no such number.
        """
        keys = self.destination(number, start, end).keys
        below = self.children(end).get(number, ())
        return number in keys or not set(keys).isdisjoint(below)

    def find_end(self, period: Period) -> tuple[str, str]:
        """Return the last edition that has the rule of a period or a continuation of it, and the key there.

        Only call this if the newest edition has neither.
        """
        for edition in reversed(self.list_between(period.last, self.line(self.work_of[period.last])[-1])):
            keys = self.follow_period(period, edition).keys
            if keys:
                return edition, keys[0]
        return period.last, period.key

    @cached_method
    def children(self, edition: str) -> Mapping[str, tuple[str, ...]]:
        """Return number → the numbers right below it in an edition, in order; numbers without any are missing."""
        parents = ((parent_of(key), key) for key in self.lineages(edition) if is_number(key))
        children = grouped((parent, key) for parent, key in parents if parent is not None)
        return {parent: tuple(sorted(keys, key=sort_key)) for parent, keys in children.items()}

    def title(self, edition: str, key: str) -> str | None:
        """Return the own title of a record: a rule's heading, an entry's term; None if it has none."""
        return term_of(key) if is_entry(key) else self.heading(edition, key)

    def shown_title(self, edition: str, key: str) -> tuple[str, str] | None:
        """Return the title under which a reader finds a key: the nearest one at or above it, and the key that has it.

        Returns:
            None if no key at or above it has a title.
        """
        for ancestor in with_parents(key):
            title = self.title(edition, ancestor)
            if title:
                return title, ancestor
        return None

    @cached_method
    def titles_above(self, edition: str, number: str) -> TitlesAbove:
        """Return the titles at and above a number of an edition, with those that the same rules had in other editions.

        There are none if `number` is no number, nor for numbers that the edition lacks.
        """
        of_rule: set[str] = set()
        of_chapter: set[str] = set()
        for ancestor in with_parents(number) if is_number(number) else ():
            lineage = self.lineage(edition, ancestor)
            if lineage is None:
                continue
            if kind_of(ancestor) in {"chapter", "section"}:
                of_chapter |= self.titles_of(lineage)
            else:
                of_rule |= self.titles_of(lineage)
        return TitlesAbove(frozenset(of_rule), frozenset(of_chapter))

    @cached_method
    def titles_of(self, lineage: str) -> frozenset[str]:
        """Return the titles that a lineage ever had, in plain letters; of "Tap and Untap" also its two names alone."""
        headings = (self.heading(version.first, version.key) for version in self.versions(lineage))
        return frozenset(name for heading in headings if heading for name in split_title(heading))

    @cached_property
    def places_of_title(self) -> Mapping[str, tuple[tuple[str, str], ...]]:
        """Return title in plain letters → each number that had it, with an edition in which it had it.

        A name that a title joins ("Tap" of "Tap and Untap") is a title too.
        """
        places: dict[str, dict[tuple[str, str], None]] = {}
        for key, first, title in self.ledger.all_titles():
            if is_number(key):
                for name in split_title(title):
                    places.setdefault(name, {})[key, first] = None
        return {name: tuple(places_of_name) for name, places_of_name in places.items()}

    @cached_property
    def ability_words(self) -> Mapping[str, str]:
        """Return ability word in plain letters, such as `joinforces` → the lineage of a rule that listed it."""
        return dict(self.ledger.ability_words())

    def numbers_titled(self, title: str, edition: str) -> tuple[str, ...]:
        """Return the numbers that the rules with a title have in an edition, in order.

        A rule counts if it ever had the title, or if the title is an ability word that the rule lists.

        Args:
            title: The title, in plain letters.
            edition: Id of the edition.
        """
        lineages = {self.lineage(first, key) for key, first in self.places_of_title.get(title, ())}
        lineages.add(self.ability_words.get(title))
        keys = {self.key_at(lineage, edition) for lineage in lineages if lineage}
        return tuple(sorted((key for key in keys if key and is_number(key)), key=sort_key))
