"""The results of aligning the editions of a knowledge base: links, renamed words, lineages and their versions.

- A *step* leads from an edition to a later one, which is the next one in most cases. A *link* says which record of the
  newer edition continues a record of the older one: 502.30a → 702.37a. A *trivial* link, of an unchanged record under
  the same key, is not stored.
- A *lineage* is a rule or glossary entry, followed through all its numbers. Its id is its first record,
  `502.30a@2003-05-26`. A *version* is a lineage for as long as its key and its words stay the same.
- A *retyped* edition is somebody's own typing. It is not in the *chain* of its work's editions (`rules.links`).
- The *place* of an edition counts the editions from 0, work by work: those of the chain first, oldest first, then the
  retyped ones.
"""

from collections.abc import Iterable, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from rules.caching import cached_property
from rules.grouping import grouped
from rules.late_patterns import compile_late
from rules.links import Correspondence, Link, LinkAttributes, Replacement, StepEnds, Term, Version
from rules.store.connection import ReadConnection
from rules.store.editions import EditionReader
from rules.store.record_table import encode_array, names_from, pack
from rules.store.tables import CORRESPONDENCES, REPLACEMENTS, TERMS

_RECORD_NAME = compile_late(r"(?P<key>.+)@(?P<edition>\d{4}-\d\d-\d\d)")
"""`KEY@EDITION`, which names a record of an edition."""

# Several rows of `keys` may have the same key, with another kind or parent. Links and versions name the lowest id of
# them (`PackedEditions.settle`), hence `min(id)`.
_LINKS_OF_STEP = "SELECT step, old, new, attributes FROM packed_links WHERE step = ? ORDER BY position"
_LINKS_OF_STEPS = """
    SELECT step, old, new, attributes FROM packed_links
    WHERE step IN (SELECT value FROM json_each(?)) ORDER BY step, position
"""
_LINKS_FROM_KEY = """
    SELECT step, old, new, attributes FROM packed_links
    WHERE old = (SELECT min(id) FROM keys WHERE key = ?) ORDER BY step, position
"""
_LINKS_BETWEEN_RECORDS = """
    SELECT step, old, new, attributes FROM packed_links
    WHERE attributes IN (SELECT value FROM json_each(?)) AND old IS NOT NULL AND new IS NOT NULL
    ORDER BY step, position
"""
# A version is in a run of editions of the chain, from the place `first` to the place `last`. If it began in a retyped
# edition, which is not in the chain, `since` is the place of that edition.
_VERSIONS_OF_LINEAGE = """
    SELECT lineage, key_id, coalesce(since, first), last, attributes, sources FROM packed_versions
    WHERE id BETWEEN (SELECT first_version FROM packed_lineages WHERE packed_lineages.id = ?1)
        AND (SELECT last_version FROM packed_lineages WHERE packed_lineages.id = ?1)
"""
_VERSIONS_OF_KEY = """
    SELECT lineage, key_id, coalesce(since, first), last, attributes, sources FROM packed_versions
    WHERE key_id = (SELECT min(id) FROM keys WHERE key = ?)
"""
_ALL_VERSIONS = """
    SELECT lineage, key_id, coalesce(since, first), last, attributes, sources FROM packed_versions ORDER BY id
"""
_NAMES_OF_KEYS = "SELECT id, key FROM keys WHERE id IN (SELECT value FROM json_each(?))"
_NAMES_OF_LINEAGES = "SELECT number, id FROM packed_lineages WHERE number IN (SELECT value FROM json_each(?))"
_NOT_MAIN = "SELECT id FROM link_attributes WHERE NOT main"
_ATTRIBUTES = """
    SELECT id, kind, class, method, score, main FROM link_attributes WHERE id IN (SELECT value FROM json_each(?))
"""
_LINEAGE_NAMED = """
    SELECT id FROM packed_lineages WHERE id = ?1 UNION ALL SELECT lineage FROM lineage_aliases WHERE alias = ?1
"""
_LINEAGES_AT_PLACE = """
    SELECT key, packed_lineages.id
    FROM packed_versions JOIN packed_lineages ON packed_lineages.number = lineage JOIN keys ON keys.id = key_id
    WHERE ? BETWEEN first AND last
"""
_LINEAGE_AT_PLACE = f"{_LINEAGES_AT_PLACE} AND key = ?"
_RETYPED_LINEAGES = "SELECT key, lineage FROM retyped_keys WHERE edition = ?"
_RETYPED_LINEAGE = f"{_RETYPED_LINEAGES} AND key = ?"
_LATEST_EDITIONS = 4
"""Number of editions whose keys are kept: a document that is compared with an edition needs them several times."""


class _Names:
    """The keys, or the ids of lineages, for their numbers in the packed tables. Each is read from the file once.

    Thousands of rows have the number of the same key. Reading it once is faster than a join, and all rows share one
    string.

    Args:
        store: The knowledge base.
        query: An SQL query that takes a JSON array of numbers, and selects each number with its name.
    """

    def __init__(self, store: "HistoryReader", query: str) -> None:
        self._store = store
        self._query = query
        self._names: dict[Any, Any] = {None: None}

    def read(self, numbers: Iterable[int | None]) -> Mapping[Any, Any]:
        """Return number → name for at least these numbers; the name of None is None.

        A number that a damaged knowledge base lacks is missing in the result.
        """
        unknown = set(numbers) - self._names.keys()
        if unknown:
            self._names.update(self._store.select(self._query, encode_array(tuple(unknown))))
        return self._names


class _VersionRow(NamedTuple):
    """A row with the columns of `_ALL_VERSIONS`.

    Attributes:
        lineage: Number of the lineage.
        key: Id of the key in `keys`.
        first: The place of the first edition.
        last: The place of the last edition.
        attributes: Id in `link_attributes`.
        sources: The keys that the version came from, as a JSON array; None if it came from its own key alone.
    """

    lineage: int
    key: int
    first: int
    last: int
    attributes: int
    sources: str | None


class _CorrespondingRecord(NamedTuple):
    """A record that restates a record of another work, or is restated by one."""

    edition: str
    key: str
    correspondence: Correspondence


class HistoryReader(EditionReader):
    """The part of `Store` that reads the results of aligning the editions."""

    def __init__(self, path: Path, connection: ReadConnection) -> None:
        super().__init__(path, connection)
        self._key_names = _Names(self, _NAMES_OF_KEYS)
        self._lineage_names = _Names(self, _NAMES_OF_LINEAGES)
        self._attributes: dict[int, LinkAttributes] = {}  # those that were read so far
        self._keys_of = lru_cache(_LATEST_EDITIONS)(self._select_keys)

    def previous(self, edition: str) -> str | None:
        """Return the id of the edition before this one, among those of the same work that are not retyped.

        Returns:
            None for the first edition of a work.

        Raises:
            LookupError: There is no such edition.
        """
        return self._previous.get(self._checked(edition))

    @cached_property
    def _previous(self) -> dict[str, str]:
        """Return edition → the edition before it in its work's chain; the first edition of a work is missing.

        A retyped edition has an edition before it too, but is before none itself.
        """
        return {step.edition: step.previous for step in self._steps if step.previous not in self.retyped}

    def step_fingerprints(self) -> dict[StepEnds, str]:
        """Return, by the two editions of each step, a hash of what the alignment was made from."""
        query = "SELECT previous, edition, fingerprint FROM steps ORDER BY id"
        return {StepEnds(previous, edition): fingerprint for previous, edition, fingerprint in self.select(query)}

    def links(self, edition: str, previous: str | None = None) -> tuple[Link, ...]:
        """Return the links of the step to an edition, without trivial ones.

        A record that is in none of the links continues unchanged under the same key. If one link of a record is listed,
        all its links are.

        Args:
            edition: The newer edition.
            previous: The older edition of the step; by default the one that the method `previous` returns.

        Returns:
            Empty if the knowledge base has no such step, as for the first edition of a work.
        """
        step = StepEnds(previous or self.previous(edition) or "", self._checked(edition))
        if step not in self._steps:
            return ()
        return tuple(link for _, link in self._select_links(_LINKS_OF_STEP, self._steps[step]))

    def links_from(self, key: str) -> dict[StepEnds, tuple[Link, ...]]:
        """Return step → the links of the record that has a key in the older edition of the step, oldest step first.

        Trivial links are left out, and so are steps without another link of the record.
        """
        by_step = grouped(self._select_links(_LINKS_FROM_KEY, key))
        return {step: tuple(links) for step, links in by_step.items()}

    def branches(self) -> tuple[tuple[StepEnds, Link], ...]:
        """Return the links between two records of different lineages, each with its step, oldest step first.

        They are those of splits, merges and ambiguous records.
        """
        # These are the links that are not main: only a main link continues a lineage.
        not_main = tuple(number for (number,) in self.select(_NOT_MAIN))
        return tuple(self._select_links(_LINKS_BETWEEN_RECORDS, pack(not_main)))

    def links_between(self, first: str, last: str) -> tuple[tuple[str, Link], ...]:
        """Return the links, without trivial ones, of all steps from one edition to a later one of the same work.

        The steps skip the retyped editions that lie between the two.

        Returns:
            Each link with the newer edition of its step, oldest step first. Empty if `last` is not later than `first`.

        Raises:
            LookupError: An edition is not in the knowledge base.
            ValueError: The two are editions of different works.
        """
        if self.work_of[self._checked(first)] != self.work_of[self._checked(last)]:
            raise ValueError(f"{first} and {last} are editions of different works, which are not aligned")
        numbers = tuple(self._steps[step] for step in self._list_steps_between(first, last))
        links = self._select_links(_LINKS_OF_STEPS, pack(numbers))
        return tuple((step.edition, link) for step, link in links)

    def _list_steps_between(self, first: str, last: str) -> list[StepEnds]:
        """Return the steps from one edition to a later one of its work, which skip the retyped editions between."""
        work = self.work_of[first]
        skipped = self.retyped - {first, last}
        steps: list[StepEnds] = []
        for step in self._steps:
            is_between = first <= step.previous and step.edition <= last
            if is_between and self.work_of[step.edition] == work and skipped.isdisjoint(step):
                steps.append(step)
        return steps

    def _select_links(self, query: str, *values: object) -> list[tuple[StepEnds, Link]]:
        """Return the step and the link of each row of a query that selects step, old, new and attributes."""
        rows = self.select(query, *values)
        key_numbers: set[int | None] = set()
        for _, old, new, _ in rows:
            key_numbers.update((old, new))
        keys = self._key_names.read(key_numbers)
        attributes_of = self._read_attributes(attributes for *_, attributes in rows)
        links = []
        try:
            for step, old, new, attributes in rows:
                # The fields of a link after its keys are those of `LinkAttributes`.
                link = Link(keys[old], keys[new], *attributes_of[attributes])
                links.append((self._step_of_number[step], link))
        except KeyError as error:  # a number that no table has
            raise self.damage_error(error) from error
        return links

    def replacements(self, edition: str, previous: str | None = None) -> tuple[Replacement, ...]:
        """Return the words that replaced others in the step to an edition, best supported first.

        Args:
            edition: The newer edition.
            previous: The older edition of the step; by default the one that the method `previous` returns.
        """
        where = "edition = ? AND previous = ? ORDER BY position"
        return self._read(REPLACEMENTS, where, edition, previous or self.previous(edition))

    def terms(self, first: str, last: str) -> tuple[Term, ...]:
        """Return the terms that were renamed or retired in the editions after `first`, up to and including `last`.

        Returns:
            By edition, oldest first; those of one edition best first.
        """
        where = "edition > ? AND edition <= ? ORDER BY edition, position"
        return self._read(TERMS, where, self._checked(first), self._checked(last))

    def best_terms(self) -> tuple[Term, ...]:
        """Return all terms that were renamed or retired, the most certain first."""
        return self._read(TERMS, "1 ORDER BY position")

    def keys(self, edition: str) -> tuple[str, ...]:
        """Return the keys of an edition's rules and glossary entries, in the order of the document."""
        return self._keys_of(self._checked(edition))

    def _select_keys(self, edition: str) -> tuple[str, ...]:
        # With the `+`, SQLite uses no index for the order: see `TEXT_INDEXES` in `rules.store.schema`.
        query = "SELECT key FROM records WHERE edition = ? ORDER BY +position"
        return tuple(row[0] for row in self.select(query, edition))

    def lineages(self, edition: str) -> dict[str, str]:
        """Return key → lineage id for the records of an edition, in the order of the document."""
        keys = self.keys(edition)
        if edition in self.retyped:
            rows = self.select(_RETYPED_LINEAGES, edition)
        else:
            rows = self.select(_LINEAGES_AT_PLACE, self._line.index(edition))
        lineage_of = dict(rows)
        return {key: lineage_of[key] for key in keys if key in lineage_of}

    def lineage_at(self, edition: str, key: str) -> str | None:
        """Return the id of the lineage that a key names in an edition; None if the edition has no such key.

        Raises:
            LookupError: There is no such edition.
        """
        if self._checked(edition) in self.retyped:
            rows = self.select(_RETYPED_LINEAGE, edition, key)
        else:
            rows = self.select(_LINEAGE_AT_PLACE, self._line.index(edition), key)
        return rows[0][1] if rows else None

    def find_lineage(self, name: str) -> str | None:
        """Return the id of the lineage that `name` means, None if there is none.

        Args:
            name: An id, a former id (an alias), or `KEY@EDITION` of any record of the lineage.
        """
        lineages = self.select(_LINEAGE_NAMED, name)
        if lineages:
            return str(lineages[0][0])
        record = _RECORD_NAME.fullmatch(name)
        if record is None or record["edition"] not in self.edition_ids:
            return None
        return self.lineage_at(record["edition"], record["key"])

    def versions(self, lineage: str) -> tuple[Version, ...]:
        """Return the versions of a lineage, oldest first; empty if there is no such lineage.

        Args:
            lineage: Anything that `find_lineage` accepts.
        """
        versions = self._select_versions(_VERSIONS_OF_LINEAGE, lineage)
        if versions:
            return versions
        lineage_id = self.find_lineage(lineage)
        return () if lineage_id is None else self._select_versions(_VERSIONS_OF_LINEAGE, lineage_id)

    def holders(self, key: str) -> tuple[Version, ...]:
        """Return all versions that ever had a key, of all works, oldest first."""
        return tuple(sorted(self._select_versions(_VERSIONS_OF_KEY, key), key=lambda version: version.first))

    def all_versions(self) -> tuple[Version, ...]:
        """Return the versions of all lineages, by lineage id (as text), then oldest first."""
        return self._select_versions(_ALL_VERSIONS)

    def _select_versions(self, query: str, *values: object) -> tuple[Version, ...]:
        """Return the version of each row of a query that selects the columns of `_ALL_VERSIONS`."""
        rows = [_VersionRow(*row) for row in self.select(query, *values)]
        lineages = self._lineage_names.read(row.lineage for row in rows)
        keys = self._key_names.read(row.key for row in rows)
        attributes = self._read_attributes(row.attributes for row in rows)
        try:
            return tuple(
                self._make_version(row, lineages[row.lineage], keys[row.key], attributes[row.attributes])
                for row in rows
            )
        except LookupError as error:  # a number that no table has
            raise self.damage_error(error) from error

    def _make_version(self, row: _VersionRow, lineage: str, key: str, attributes: LinkAttributes) -> Version:
        """Return the version in a row.

        Args:
            row: The row.
            lineage: Id of the lineage whose number is in the row.
            key: The key whose number is in the row.
            attributes: The attributes whose number is in the row.
        """
        return Version(
            lineage=lineage,
            key=key,
            first=self._line[row.first],
            last=self._line[row.last],
            kind=attributes.kind,
            change=attributes.change,
            method=attributes.method,
            score=attributes.score,
            sources=names_from(row.sources) if row.sources else (key,),
        )

    def last_edition_with(self, key: str) -> str | None:
        """Return the last edition with a rule of this number, or a record of this key; None if there was never one.

        Only editions in the chain of a work count: a key that only a retyped edition has gives None.
        """
        ((last,),) = self.select("SELECT max(last_edition) FROM versions WHERE key = ?", key)
        return None if last is None else str(last)

    def correspondences(self, edition: str) -> tuple[Correspondence, ...]:
        """Return the correspondences of an edition's rules with those of another work, in the order of its rules.

        The Comprehensive Rules have none: they restate no other work.
        """
        return self._read(CORRESPONDENCES, "edition = ? ORDER BY position", self._checked(edition))

    def correspondences_of(self, lineage: str) -> tuple[Correspondence, ...]:
        """Return the correspondences of a lineage's rules, whether they restate other rules or are restated.

        They are in the order of the restating rules.

        Args:
            lineage: Anything that `find_lineage` accepts.
        """
        lineage_id = self.find_lineage(lineage) or ""
        keys = {version.key for version in self.versions(lineage_id)}
        correspondences = []
        for edition, key, correspondence in self._corresponding:
            # Retyped editions have no versions, so a record of theirs may have a key that no version has.
            may_be_of_lineage = key in keys or edition in self.retyped
            if may_be_of_lineage and self.lineage_at(edition, key) == lineage_id:
                correspondences.append(correspondence)
        return tuple(correspondences)

    @cached_property
    def _corresponding(self) -> list[_CorrespondingRecord]:
        """Return all records that restate something, then all records that are restated."""
        correspondences = self._read(CORRESPONDENCES, "1 ORDER BY edition, position")
        restating = [_CorrespondingRecord(record.edition or "", record.key, record) for record in correspondences]
        restated = [_CorrespondingRecord(record.other_edition, record.other, record) for record in correspondences]
        return [*restating, *restated]

    def _read_attributes(self, numbers: Iterable[int]) -> Mapping[int, LinkAttributes]:
        """Return id in `link_attributes` → the attributes of all links and versions with it, for at least these ids.

        An id that a damaged knowledge base lacks is missing in the result.
        """
        unknown = set(numbers) - self._attributes.keys()
        if unknown:
            for number, kind, change, method, score, main in self.select(_ATTRIBUTES, encode_array(tuple(unknown))):
                self._attributes[number] = LinkAttributes(kind, change, method, score, bool(main))
        return self._attributes

    @cached_property
    def _line(self) -> list[str]:
        """Return the ids of the editions in the order of their places, so that the place is the index."""
        return [edition for (edition,) in self.select("SELECT edition FROM line ORDER BY place")]

    @cached_property
    def _steps(self) -> dict[StepEnds, int]:
        """Return step → its number in `packed_links`, oldest step first."""
        return {step: number for number, step in self._step_of_number.items()}

    @cached_property
    def _step_of_number(self) -> dict[int, StepEnds]:
        """Return number in `packed_links` → step, oldest step first."""
        steps = self.select("SELECT id, previous, edition FROM steps ORDER BY id")
        return {number: StepEnds(previous, edition) for number, previous, edition in steps}
