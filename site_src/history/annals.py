"""All versions of all lineages and their words, read at once: thousands of histories are told from it in seconds.

It is a `graph.compare.pair.Library`, so that `graph.traces` tells each history; what that asks again and again is
answered from memory.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Mapping
from functools import cached_property

from rules.links import Link, RenamedTerm, Version
from rules.records import Edition, GlossaryEntry, Rule
from rules.store import Store
from site_src.book import chapter_of
from site_src.history.addresses import home_of


class Annals:
    """The lineages of a knowledge base; keeps the store, which must stay open."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self.editions: dict[str, Edition] = {edition.id: edition for edition in store.editions()}
        self.by_lineage: dict[str, tuple[Version, ...]] = {}
        self._by_key: dict[str, list[Version]] = defaultdict(list)
        rows: dict[str, list[Version]] = defaultdict(list)
        for version in store.all_versions():
            rows[version.lineage].append(version)
            self._by_key[version.key].append(version)
        self.by_lineage = {lineage: tuple(versions) for lineage, versions in rows.items()}
        for versions in self._by_key.values():
            versions.sort(key=lambda one: one.first)
        self._records: dict[str, dict[str, Rule | GlossaryEntry]] = {}
        self._previous: dict[str, str | None] = {}
        self._links: dict[str, tuple[Link, ...]] = {}

    @property
    def edition_ids(self) -> tuple[str, ...]:
        """The ids of all editions, oldest first."""
        return self._store.edition_ids

    @property
    def works(self) -> Mapping[str, str]:
        """The work of each edition."""
        return self._store.works

    @cached_property
    def newest(self) -> dict[str, str]:
        """The newest edition of each work that has a lineage, by work: what stands there is current."""
        found: dict[str, str] = {}
        for versions in self.by_lineage.values():
            last = versions[-1].last
            work = self.works[last]
            found[work] = max(last, found.get(work, ""))
        return found

    @cached_property
    def keys(self) -> dict[str, tuple[Version, ...]]:
        """Every key that an edition has or had, and the versions that bore it, oldest first."""
        return {key: tuple(versions) for key, versions in self._by_key.items()}

    def is_current(self, lineage: str) -> bool:
        """Whether a lineage stands in the newest edition of its work."""
        last = self.by_lineage[lineage][-1].last
        return self.newest[self.works[last]] == last

    def previous(self, edition: str) -> str | None:
        """The edition of the same work that comes before."""
        if edition not in self._previous:
            self._previous[edition] = self._store.previous(edition)
        return self._previous[edition]

    def links(self, edition: str) -> tuple[Link, ...]:
        """The links, without trivial ones, from the edition before to this one."""
        if edition not in self._links:
            self._links[edition] = self._store.links(edition)
        return self._links[edition]

    def links_between(self, first: str, last: str) -> tuple[tuple[str, Link], ...]:
        """The links of all steps from one edition to a later one."""
        return self._store.links_between(first, last)

    def lineages(self, edition: str) -> dict[str, str]:
        """Key to lineage id, of all that is alive in an edition."""
        return self._store.lineages(edition)

    def version_at(self, edition: str, key: str) -> Version | None:
        """What bears a key in an edition."""
        found = self._by_key.get(key, [])
        at = bisect_right(found, edition, key=lambda one: one.first)
        for version in reversed(found[:at]):
            if version.last >= edition and self.works[version.first] == self.works[edition]:
                return version
        return None

    def lineage_at(self, edition: str, key: str) -> str | None:
        """The lineage that a key names in an edition."""
        version = self.version_at(edition, key)
        return version.lineage if version else None

    def find_lineage(self, name: str) -> str | None:
        """The id of the lineage that an id, an alias or a `KEY@EDITION` means."""
        return name if name in self.by_lineage else self._store.find_lineage(name)

    def versions(self, lineage: str) -> tuple[Version, ...]:
        """The versions of a lineage, oldest first."""
        found = self.find_lineage(lineage)
        return self.by_lineage[found] if found else ()

    def last_edition_with(self, key: str) -> str | None:
        """The last edition that has a record of this key."""
        return max((one.last for one in self._by_key.get(key, ())), default=None)

    def rules(self, edition: str) -> tuple[Rule, ...]:
        """All rules of an edition."""
        return tuple(one for one in self._in(edition).values() if isinstance(one, Rule))

    def glossary(self, edition: str) -> tuple[GlossaryEntry, ...]:
        """The glossary of an edition."""
        return tuple(one for one in self._in(edition).values() if isinstance(one, GlossaryEntry))

    def rule(self, edition: str, key: str) -> Rule | None:
        """One rule of an edition."""
        found = self._in(edition).get(key)
        return found if isinstance(found, Rule) else None

    def terms(self, first: str, last: str) -> tuple[RenamedTerm, ...]:
        """The terms that were renamed between two editions."""
        return self._store.terms(first, last)

    def _in(self, edition: str) -> dict[str, Rule | GlossaryEntry]:
        if edition not in self._records:
            records: list[Rule | GlossaryEntry] = [*self._store.rules(edition), *self._store.glossary(edition)]
            self._records[edition] = {record.key: record for record in records}
        return self._records[edition]

    def heading(self, version: Version) -> str | None:
        """The heading that a version has of its own."""
        record = self._in(version.first).get(version.key)
        if isinstance(record, GlossaryEntry):
            return record.term
        return record.heading if record else None

    def text(self, version: Version) -> str:
        """The text of a version, without heading, examples and notes."""
        record = self._in(version.first).get(version.key)
        return record.text if record else ""

    def title(self, version: Version, edition: str) -> str:
        """What a version was about in an edition: its heading, or that of its rule or chapter then; perhaps nothing."""
        own = self.heading(version)
        for above in () if own else (home_of(version.key), chapter_of(version.key)):
            bearer = self.version_at(edition, above) if above != version.key else None
            own = self.heading(bearer) if bearer else None
            if own:
                break
        return own or ""
