"""Where a rule went: the editions, lineages, titles and numbers of a store, in memory.

The only place that says what a number means in an edition, since when, and where its rule is in another edition.
`graph.compare` compares two whole editions; this module follows single rules through many pairs of editions, from the
lineages and links alone. The two agree: a test in `tests/graph/citations` asserts it.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import defaultdict
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Literal

from msgspec import Struct

from graph.traces.since import last_day
from rules.late_patterns import compile_late
from rules.links import SLIGHT
from rules.numbers import is_number, is_term, key_of_rule, kind_of, name_of, number_of, parent_of, sort_key
from rules.text import strip_title

if TYPE_CHECKING:
    from collections.abc import Mapping

    from graph.ledger import Ledger

DestinationKind = Literal["kept", "moved", "reworded", "split", "merged", "ambiguous", "deleted", "absent"]
"""What became of a rule. `kept`: it has the same number, perhaps other words; `moved`: another number and the same
words; `reworded`: another number and other words; `split`, `merged`: parts of it are elsewhere, or it went into another
rule; `ambiguous`: several continuations are equally good, or its number there does not name it alone; `absent`: the
number had no rule in the first place."""
_AND = compile_late(r"\s+and\s+|/", re.IGNORECASE)


class Period(Struct, frozen=True):
    """A period in which a number named a lineage without interruption.

    Attributes:
        lineage: Id of the lineage.
        first: The first edition in which the number names it.
        last: The last edition in which the number names it.
    """

    lineage: str
    first: str
    last: str


class Destination(Struct, frozen=True):
    """Where the rule of a number is in another edition.

    Attributes:
        number: Its number in the first edition.
        kind: What became of it.
        keys: Its keys there: mostly one, several if it was split, none if it is gone.
        same: Whether it continues under its own lineage; otherwise `keys` are its parts, or the rule into which it was
            merged.
        sure: Whether the aligner chose these keys; otherwise they are equally good candidates.
    """

    number: str
    kind: DestinationKind
    keys: tuple[str, ...] = ()
    same: bool = False
    sure: bool = True

    @property
    def numbers(self) -> tuple[str, ...]:
        """Return the keys that are rule numbers, without the ordinals of duplicates."""
        return tuple(dict.fromkeys(number_of(key) for key in self.keys if not is_term(key)))

    @property
    def terms(self) -> tuple[str, ...]:
        """Return the terms of the glossary entries among the keys."""
        return tuple(name_of(key) for key in self.keys if is_term(key))

    @property
    def heir(self) -> str | None:
        """Return the number that continues the rule beyond doubt; None if there is none."""
        if not self.same or self.kind == "ambiguous" or not is_number(self.keys[0]):
            return None
        return self.keys[0]

    @property
    def is_verbatim(self) -> bool:
        """Return whether a citation may be rewritten without reading the rule's new words."""
        return self.kind in {"kept", "moved"}

    @property
    def needs_consent(self) -> bool:
        """Return whether the rule has an heir that has other words, or only a part of the rule."""
        return self.heir is not None and not self.is_verbatim


class History:
    """The history of the Comprehensive Rules in a store. Results are cached, since few numbers are cited often.

    Args:
        store: The facts of all editions: a ledger, or a knowledge base's `Store` with the same methods.

    Attributes:
        editions: The editions of the Comprehensive Rules that are not retyped, oldest first; see `rules.chain`.
    """

    def __init__(self, store: Ledger) -> None:
        self.store = store
        self.editions = store.chained()
        self._rank = {edition: bisect_right(self.editions, edition) - 1 for edition in store.editions_of()}
        self._sets = {edition.id: edition.set_name for edition in store.editions()}
        self.resolve = lru_cache(None)(store.resolve)
        self.heading = lru_cache(None)(store.heading)
        self.versions = lru_cache(None)(store.versions)
        self.periods = lru_cache(None)(self._list_periods)
        self.lineage = lru_cache(None)(self._find_lineage)
        self.place = lru_cache(None)(self._place)
        self.keeps_part = lru_cache(None)(self._keeps_part)
        self.titles_of = lru_cache(None)(self._list_titles)
        self.titles_above = lru_cache(None)(self._find_titles_above)
        self.children = lru_cache(None)(self._map_children)
        self._holders = lru_cache(None)(store.holders)
        self._onward = lru_cache(None)(store.links_from)
        self._retyped_keys = lru_cache(None)(self._map_retyped)

    @property
    def newest(self) -> str:
        """Return the newest edition."""
        return self.editions[-1]

    def is_rule(self, lineage: str) -> bool:
        """Return whether a lineage is a rule with a number, not a glossary entry or a record of another work."""
        versions = self.versions(lineage)
        return bool(versions) and versions[0].first in self._rank and is_number(number_of(versions[-1].key))

    def name_edition(self, edition: str) -> str:
        """Return an edition as messages name it: its date, and its set if known."""
        name = self._sets.get(edition)
        return f"{edition} ({name})" if name else edition

    def edition_after(self, edition: str) -> str | None:
        """Return the next edition that is not retyped; None for the newest."""
        rank = self._rank[edition] + 1
        return self.editions[rank] if rank < len(self.editions) else None

    def last_day(self, edition: str) -> str:
        """Return the last day on which an edition was in force; for the newest edition, its own date."""
        return last_day(self.editions, edition) or edition

    def exists(self, number: str, edition: str) -> bool:
        """Return whether an edition has a number."""
        return self.lineage(edition, number) is not None

    def _find_lineage(self, edition: str, key: str) -> str | None:
        """Return the lineage that a key names in an edition; None if the edition lacks the key."""
        if edition in self.store.retyped:
            return self.store.lineages(edition).get(key)
        return next((holder.lineage for holder in self._holders(key) if holder.first <= edition <= holder.last), None)

    def _list_periods(self, number: str) -> tuple[Period, ...]:
        """Return the periods of a number, oldest first."""
        periods: list[Period] = []
        for version in self._holders(number):
            last = periods[-1] if periods else None
            if last and last.lineage == version.lineage and self.edition_after(last.last) == version.first:
                periods[-1] = Period(last.lineage, last.first, version.last)
            else:
                periods.append(Period(version.lineage, version.first, version.last))
        return tuple(periods)

    def period_at(self, number: str, edition: str) -> Period | None:
        """Return the period of a number that an edition is in; None if the edition lacks the number."""
        return next((period for period in self.periods(number) if period.first <= edition <= period.last), None)

    def key_at(self, lineage: str, edition: str) -> str | None:
        """Return the key of a lineage in an edition; None if the edition lacks the lineage."""
        if edition in self.store.retyped:
            return self._retyped_keys(edition).get(lineage)
        return next((it.key for it in self.versions(lineage) if it.first <= edition <= it.last), None)

    def destination(self, number: str, start: str, end: str) -> Destination:
        """Return where the rule that a number names in `start` is in `end`, as `place` does.

        A number that `start` prints several times has a destination only if all its rules have the same.
        """
        lineages = [self.lineage(start, number)]
        while lineages[-1] is not None:
            lineages.append(self.lineage(start, key_of_rule(number, len(lineages) + 1)))
        places = [self.place(lineage, start, end) for lineage in lineages if lineage]
        if not places:
            return Destination(number, "absent")
        if len(set(places)) == 1:
            return places[0]
        keys = tuple(dict.fromkeys(key for place in places for key in place.keys))
        return Destination(number, "ambiguous" if keys else "deleted", keys, sure=False)

    def _place(self, lineage: str, start: str, end: str) -> Destination:
        """Return where the rule that had a lineage in `start` is in `end`, which may be the earlier edition."""
        number = number_of(self.key_at(lineage, start) or "")
        key = self.key_at(lineage, end)
        if key is not None:
            return Destination(number, self._compare(lineage, number, start, end), (key,), same=True)
        if end in self.store.retyped:
            return Destination(number, "deleted")
        if start in self.store.retyped:
            start = self.editions[max(0, self._rank[start])]
        keys, sure = self._follow_on(lineage, start, end) if start <= end else self._follow_back(lineage, start, end)
        kind: DestinationKind = (
            "deleted" if not keys else "ambiguous" if not sure else "split" if len(keys) > 1 else "merged"
        )
        return Destination(number, kind, keys, sure=sure or not keys)

    def _compare(self, lineage: str, number: str, start: str, end: str) -> DestinationKind:
        """Return what became of a rule whose lineage both editions have."""
        old, new = self.key_at(lineage, start) or "", self.key_at(lineage, end) or ""
        if not is_number(new) or self.exists(key_of_rule(new, 2), end):
            return "ambiguous"
        if new == number:
            return "kept"
        steps = [it for it in self.versions(lineage) if min(start, end) < it.first <= max(start, end)]
        kind = next((step.kind for step in steps if step.kind in {"split", "merged"}), None)
        if kind == "split" or kind == "merged":  # noqa: PLR1714 - narrows the type
            return kind
        same = all(step.change in SLIGHT for step in steps) or (
            (before := self.store.text_sha256(start, old)) is not None and before == self.store.text_sha256(end, new)
        )
        return "moved" if same else "reworded"

    def _follow_on(self, lineage: str, start: str, end: str) -> tuple[tuple[str, ...], bool]:
        """Return the keys in `end` that continue a lineage which ended before, and whether the aligner chose them."""
        held = [version for version in self.versions(lineage) if start <= version.last < end]
        last = held[-1] if held else None
        after = self.edition_after(last.last) if last else None
        if last is None or after is None:
            return (), False
        links = self._onward(last.key).get((last.last, after), ())
        sure = [link for link in links if link.kind != "ambiguous"]
        return self._join([link.new for link in sure or links if link.new], (after, end), sure=bool(sure))

    def _follow_back(self, lineage: str, start: str, end: str) -> tuple[tuple[str, ...], bool]:
        """Return the keys in `end` from which a lineage came that began after `end`, as `_follow_on` does."""
        versions = self.versions(lineage)
        if not versions or versions[0].first > start or versions[0].first <= end:
            return (), False
        rank = self._rank[versions[0].first] - (versions[0].first not in self.store.retyped)
        if rank < 0:
            return (), False
        before = self.editions[rank]
        return self._join(versions[0].sources, (before, end), sure=versions[0].kind != "ambiguous")

    def _join(
        self, keys: tuple[str, ...] | list[str], between: tuple[str, str], *, sure: bool
    ) -> tuple[tuple[str, ...], bool]:
        start, end = between
        lineages = [lineage for key in keys if (lineage := self.lineage(start, key))]
        places = [self.place(lineage, start, end) for lineage in lineages]
        joined = tuple(dict.fromkeys(key for place in places for key in place.keys))
        return joined, sure and all(place.sure for place in places)

    def _keeps_part(self, number: str, start: str, end: str) -> bool:
        """Return whether a number names, in another edition, a part of its rule, or the rule that this went into."""
        lineage = self.lineage(start, number)
        if lineage is None:
            return False
        keys = {number}
        low, high = sorted((start, end))
        for edition in self.editions[self._rank[low] + 1 : self._rank[high] + 1]:
            links = [(key, self._onward(key).get((low, edition))) for key in keys]
            keys = {new for key, some in links for new in ([it.new for it in some if it.new] if some else [key])}
            low = edition
        return number in keys or number in self.place(lineage, start, end).keys

    def find_end(self, lineage: str) -> tuple[str, str]:
        """Return the last edition that has a lineage or what continues it, and the key there."""
        last = self.versions(lineage)[-1]
        after = self.edition_after(last.last)
        heirs = {
            heir
            for link in (self._onward(last.key).get((last.last, after), ()) if after else ())
            if link.new and (heir := self.lineage(after or "", link.new)) and heir != lineage
        }
        return max([(last.last, last.key), *map(self.find_end, heirs)])

    def _map_retyped(self, edition: str) -> Mapping[str, str]:
        """Return the keys of a retyped edition by their lineages."""
        return {lineage: key for key, lineage in self.store.lineages(edition).items()}

    def _map_children(self, edition: str) -> Mapping[str, tuple[str, ...]]:
        """Return the numbers right below each number of an edition, in order."""
        children: dict[str, list[str]] = defaultdict(list)
        for key in self.store.lineages(edition):
            parent = parent_of(key) if is_number(key) else None
            if parent is not None:
                children[parent].append(key)
        return {parent: tuple(sorted(keys, key=sort_key)) for parent, keys in children.items()}

    def shown_title(self, edition: str, number: str) -> tuple[str, str] | None:
        """Return the nearest title at or above a number in an edition, and the number that has it; None if none has."""
        step: str | None = number if is_number(number) else None
        while step is not None:
            heading = self.heading(edition, step)
            if heading:
                return heading, step
            step = parent_of(step)
        return None

    def _find_titles_above(self, edition: str, number: str) -> tuple[frozenset[str], frozenset[str]]:
        """Return the titles that the rule of a number in an edition ever had, and those of its chapter and section.

        The rule is the one that the number is, or is below; the titles are in plain letters.
        """
        rule: set[str] = set()
        chapter: set[str] = set()
        step: str | None = number if is_number(number) else None
        while step is not None:
            lineage = self.lineage(edition, step)
            if lineage is not None:
                (chapter if kind_of(step) in {"chapter", "section"} else rule).update(self.titles_of(lineage))
            step = parent_of(step)
        return frozenset(rule), frozenset(chapter)

    def _list_titles(self, lineage: str) -> frozenset[str]:
        """Return the titles that a lineage ever had, in plain letters, and the names that they join."""
        headings = (self.heading(version.first, version.key) for version in self.versions(lineage))
        return frozenset(name for heading in headings if heading for name in _split_title(heading))

    @cached_property
    def bearers(self) -> Mapping[str, tuple[tuple[str, str], ...]]:
        """Return each title, and each name that a title joins → (key, first edition) for each key that had it."""
        bearers: dict[str, list[tuple[str, str]]] = defaultdict(list)
        for title, places in self.store.all_titles().items():
            here = [(key, first) for key, first, _ in places if is_number(key)]
            bearers[title].extend(here)
            for key, first in here:
                for name in _split_title(self.heading(first, key) or "")[1:]:
                    bearers[name].append((key, first))
        return {title: tuple(dict.fromkeys(places)) for title, places in bearers.items() if places}

    def bearers_in(self, title: str, edition: str) -> tuple[str, ...]:
        """Return the numbers in an edition of the lineages that ever had a title, in order."""
        lineages = {self.lineage(first, key) for key, first in self.bearers.get(title, ())}
        keys = {self.key_at(lineage, edition) for lineage in lineages if lineage}
        return tuple(sorted((key for key in keys if key and is_number(key)), key=sort_key))


def _split_title(heading: str) -> list[str]:
    """Return a title in plain letters, and the names that it joins: "Tap and Untap" joins two."""
    parts = _AND.split(heading)
    names = [strip_title(part) for part in parts] if len(parts) == 2 and len(heading.split()) == 3 else []
    return [strip_title(heading), *names]
