"""An open knowledge base, and how its editions are connected: steps, links, renamed words, lineages and versions."""

import re
import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import Any, NamedTuple, Self

from rules.caching import cached_property
from rules.faults import AuditFault
from rules.grouping import grouped
from rules.links import ChangeClass, ChangeKind, Correspondence, Link, Replacement, StepEnds, Term, Version
from rules.partial import PartialIssue
from rules.records import COMPREHENSIVE_RULES, RETYPED
from rules.store import seal
from rules.store.connection import ClosedFileError, ReadConnection, ReplacedFileError
from rules.store.errors import DamagedStoreError, StoreError
from rules.store.record_table import RecordTable, T, names_from, pack
from rules.store.tables import CORRESPONDENCES, FAULTS, PARTIAL_ISSUES, REPLACEMENTS, TERMS

REMEDY = "make it with: comprules update, or from an archive of yours with: comprules ingest"


_DAMAGED = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
_PRIMARY_CODE = 0xFF
"""The bits of SQLite's extended error codes that hold the kind of error."""
_AT_EDITION = re.compile(r"(?P<key>.+)@(?P<edition>\d{4}-\d\d-\d\d)")
_VERSIONS = "SELECT lineage, key_id, coalesce(since, first), last, attributes, sources FROM packed_versions"
_LINKS = "SELECT step, old, new, attributes FROM packed_links"
_KEYS = "SELECT id, key FROM keys WHERE id IN (SELECT value FROM json_each(?))"
_LINEAGE_IDS = "SELECT number, id FROM packed_lineages WHERE number IN (SELECT value FROM json_each(?))"
_KEY_ID = "SELECT min(id) FROM keys WHERE key = ?"
"""What links and versions call a key; keys of the same name differ in kind or parent."""
_ALIVE = """
    FROM packed_versions JOIN packed_lineages ON packed_lineages.number = lineage JOIN keys ON keys.id = key_id
    WHERE ?1 BETWEEN first AND last
"""
_RETYPED = "FROM retyped_keys WHERE edition = ?1"


class _LinkAttributes(NamedTuple):
    """What many links and versions have in common."""

    kind: ChangeKind
    change: ChangeClass | None
    method: str
    score: float
    is_main: bool


class _Names:
    """Names by their numbers, each read once.

    Thousands of rows name the same keys: to look them up is faster than to join, and makes one string of each.

    Args:
        store: The knowledge base.
        query: Selects number and name for a JSON array of numbers.
    """

    def __init__(self, store: "HistoryReader", query: str) -> None:
        self._store = store
        self._query = query
        self._names: dict[Any, Any] = {None: None}

    def read(self, numbers: Iterable[int | None]) -> Mapping[Any, Any]:
        """Return the names by number, those of some numbers at least; the name of None is None."""
        unknown = set(numbers) - self._names.keys()
        if unknown:
            self._names.update(self._store.select(self._query, pack(tuple(unknown))))
        return self._names


class HistoryReader:
    """The open SQLite file, and the part of `Store` that reads the results of aligning the editions.

    Close it, or use it in a `with` statement. Any thread may use it, and so may a process that was forked.

    Attributes:
        has_texts: Whether it holds the text of the editions; otherwise it has only facts about them.
        kind: What messages call it.
    """

    has_texts = True
    kind = "knowledge base"

    def __init__(self, path: Path, connection: ReadConnection) -> None:
        self.path = path
        self._connection = connection
        self._keys = _Names(self, _KEYS)
        self._lineage_ids = _Names(self, _LINEAGE_IDS)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the file."""
        self._connection.close()

    def hold(self) -> bytes:
        """Read the whole file into memory, so that nothing that happens to it from now on changes an answer.

        Other processes, whether forked or sent this object, read the same bytes.

        Returns:
            The bytes of the file.

        Raises:
            DamagedStoreError: They are not those that the file was sealed with; `LedgerError` for a ledger.
            StoreError: The file was closed, or was replaced before a fork.
        """
        with self._explaining():
            data = self._connection.hold()
        if not seal.is_whole(data):
            raise self.damage_error(ValueError("its bytes are not those that it was sealed with"))
        return data

    def meta(self) -> dict[str, str]:
        """Return the file's metadata: `sample` (`yes` or `no`), `code`, `schema`; see `columns.toml`."""
        rows = self.select("SELECT key, value FROM meta WHERE key != 'seal' ORDER BY key")
        return {str(key): str(value) for key, value in rows}

    @property
    def is_sample(self) -> bool:
        """Return whether the file was made from the sample editions that ship with comprules."""
        return self.meta().get("sample") == "yes"

    @cached_property
    def edition_ids(self) -> tuple[str, ...]:
        """Return the ids of all editions, oldest first."""
        return tuple(self.works)

    def editions_of(self, work: str = COMPREHENSIVE_RULES) -> tuple[str, ...]:
        """Return the ids of a work's editions, oldest first."""
        return tuple(edition for edition, work_of_edition in self.works.items() if work_of_edition == work)

    def chained(self, work: str = COMPREHENSIVE_RULES) -> tuple[str, ...]:
        """Return the ids of a work's editions that are not retyped, oldest first; all of them if all are."""
        editions = self.editions_of(work)
        return tuple(edition for edition in editions if edition not in self.retyped) or editions

    @cached_property
    def works(self) -> dict[str, str]:
        """Return the work of each edition, by its id, oldest first."""
        return {row[0]: row[1] for row in self.select("SELECT id, work FROM editions ORDER BY id")}

    @cached_property
    def retyped(self) -> frozenset[str]:
        """Return the editions of which no copy is the publisher's text; see `rules.links`."""
        return frozenset(row[0] for row in self.select("SELECT id FROM editions WHERE condition = ?", RETYPED))

    def select(self, query: str, *values: object) -> list[Any]:
        """Return the rows of an SQL query, for questions that no method answers; `columns.toml` explains the tables.

        Raises:
            StoreError: The query is wrong, or the file is damaged, was closed, or was replaced before a fork.
        """
        with self._explaining():
            return self._connection.fetch(query, *values)

    @contextmanager
    def _explaining(self) -> Iterator[None]:
        """Raise what this class promises in place of the errors of the connection."""
        try:
            yield
        except ClosedFileError as error:
            raise self._make_error(f"the {self.kind} was closed; open it again") from error
        except ReplacedFileError as error:
            raise self._make_error(f"another {self.kind} took its place before the fork; open it again") from error
        except (sqlite3.Error, UnicodeDecodeError) as error:
            raise self._explain(error) from error

    def _explain(self, error: Exception) -> Exception:
        """Return what to raise for an error of SQLite."""
        if self._shows_damage(error):
            return self.damage_error(error)
        return self._make_error(f"the {self.kind} cannot answer the query ({error})")

    def _shows_damage(self, error: Exception) -> bool:
        """Return whether an error comes from damage to the file, not from the query or the machine."""
        code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & _PRIMARY_CODE
        if code in _DAMAGED:
            return True
        # A table or a column that is missing is the query's fault, unless bytes of the file changed.
        return code == sqlite3.SQLITE_ERROR and self.path.is_file() and not seal.is_sealed(self.path)

    def _make_error(self, problem: str) -> Exception:
        return StoreError(f"{self.path}: {problem}")

    def damage_error(self, error: Exception) -> Exception:
        """Return the error to raise for content that cannot be read."""
        return DamagedStoreError(f"{self.path}: damaged {self.kind} ({error}); {REMEDY}")

    def _read(self, table: RecordTable[T], where: str, *values: object) -> tuple[T, ...]:
        """Return the records of a table's rows for which a condition holds, which may end with an order."""
        return table.records_of(self.select(f"SELECT {table.columns} FROM {table.name} WHERE {where}", *values))  # noqa: S608

    def _checked(self, edition: str) -> str:
        """Return the id of an edition; raise `LookupError` if there is no such edition."""
        if edition not in self.works:
            raise LookupError(f"{self.path}: the {self.kind} has no edition {edition}")
        return edition

    def previous(self, edition: str) -> str | None:
        """Return the edition of the same work that comes before, never a retyped one; None for the first of a work."""
        return self._previous.get(self._checked(edition))

    @cached_property
    def _previous(self) -> dict[str, str]:
        return {after: before for before, after in self._steps if before not in self.retyped}

    def step_fingerprints(self) -> dict[StepEnds, str]:
        """Return, by the two editions of each step, a hash of what the alignment was made from."""
        query = "SELECT previous, edition, fingerprint FROM steps ORDER BY id"
        return {StepEnds(previous, edition): fingerprint for previous, edition, fingerprint in self.select(query)}

    def links(self, edition: str, previous: str | None = None) -> tuple[Link, ...]:
        """Return the links from the edition before to this one, without those that are trivial.

        A record that is in none of them continues unchanged under the same key. If one link of a record is listed, all
        its links are.

        Args:
            edition: The newer edition.
            previous: The older edition of one of the steps to it; by default the one that `previous` returns.
        """
        step = self._steps.get(StepEnds(previous or self.previous(edition) or "", self._checked(edition)))
        return tuple(link for _, link in self._links("WHERE step = ? ORDER BY position", step))

    def links_from(self, key: str) -> dict[StepEnds, tuple[Link, ...]]:
        """Return the links of a key in all editions, without trivial ones, by the editions before and after a step."""
        ends = list(self._steps)
        rows = self._links(f"WHERE old = ({_KEY_ID}) ORDER BY step, position", key)
        by_step = grouped((ends[step], link) for step, link in rows)
        return {step: tuple(links) for step, links in by_step.items()}

    def branches(self) -> tuple[tuple[StepEnds, Link], ...]:
        """Return the links between two records of different lineages, each with its step, oldest step first."""
        aside = pack(tuple(number for number, shared in self._link_attributes.items() if not shared.is_main))
        where = """WHERE attributes IN (SELECT value FROM json_each(?)) AND old IS NOT NULL AND new IS NOT NULL
                   ORDER BY step, position"""
        ends = list(self._steps)
        return tuple((ends[step], link) for step, link in self._links(where, aside))

    def _links(self, where: str, *values: object) -> list[tuple[int, Link]]:
        """Return the number of the step and the link of rows of `packed_links`."""
        rows = self.select(f"{_LINKS} {where}", *values)
        ends: set[int | None] = set()
        for _, old, new, _ in rows:
            ends.update((old, new))
        keys = self._keys.read(ends)
        try:
            return [
                (step, Link(keys[old], keys[new], *self._link_attributes[attributes]))
                for step, old, new, attributes in rows
            ]
        except KeyError as error:  # a number that no table has
            raise self.damage_error(error) from error

    def links_between(self, first: str, last: str) -> tuple[tuple[str, Link], ...]:
        """Return the links, without trivial ones, of all steps from one edition to a later one of the same work.

        The steps pass over the retyped editions between the two.

        Returns:
            Pairs of the newer edition of the step and the link, oldest step first; those with
            `first < edition <= last`.

        Raises:
            LookupError: An edition is not in the knowledge base.
            ValueError: The two are editions of different works.
        """
        first_work, work = (self.works[self._checked(edition)] for edition in (first, last))
        if first_work != work:
            raise ValueError(f"{first} and {last} are editions of different works, which are not aligned")
        aside = self.retyped - {first, last}
        steps = {
            number: step.edition
            for step, number in self._steps.items()
            if self.works[step.edition] == work and first <= step.previous and step.edition <= last
            if aside.isdisjoint(step)
        }
        where = "WHERE step IN (SELECT value FROM json_each(?)) ORDER BY step, position"
        return tuple((steps[number], link) for number, link in self._links(where, pack(tuple(steps))))

    def replacements(self, edition: str, previous: str | None = None) -> tuple[Replacement, ...]:
        """Return the words that replaced others in a step, as `links` takes it, best supported first."""
        where = "edition = ? AND previous = ? ORDER BY position"
        return self._read(REPLACEMENTS, where, edition, previous or self.previous(edition))

    def terms(self, first: str, last: str) -> tuple[Term, ...]:
        """Return the terms that were renamed or retired after one edition, up to and with a later one, oldest first."""
        ends = map(self._checked, (first, last))
        return self._read(TERMS, "edition > ? AND edition <= ? ORDER BY edition, position", *ends)

    def best_terms(self) -> tuple[Term, ...]:
        """Return all terms that were renamed or retired, the most certain first."""
        return self._read(TERMS, "1 ORDER BY position")

    def keys(self, edition: str) -> tuple[str, ...]:
        """Return the keys of an edition's rules and glossary entries, in the order of the document."""
        query = "SELECT key FROM records WHERE edition = ? ORDER BY +position"
        return tuple(row[0] for row in self.select(query, self._checked(edition)))

    def lineages(self, edition: str) -> dict[str, str]:
        """Return the lineage id by key of each record that is alive in an edition, in the order of the document."""
        keys = self.keys(edition)
        columns, source, place = self._tell_holders(edition)
        lineage_of = dict(self.select(f"SELECT key, {columns} {source}", place))
        return {key: lineage_of[key] for key in keys if key in lineage_of}

    def lineage_at(self, edition: str, key: str) -> str | None:
        """Return the lineage that a key names in an edition; None if the edition has no such key."""
        column, source, place = self._tell_holders(self._checked(edition))
        lineages = self.select(f"SELECT {column} {source} AND key = ?2", place, key)
        return lineages[0][0] if lineages else None

    def _tell_holders(self, edition: str) -> tuple[str, str, str | int]:
        """Return the column of a query for the lineages of an edition, where it selects them, and its first value."""
        if edition in self.retyped:
            return "lineage", _RETYPED, edition
        return "packed_lineages.id", _ALIVE, self._line.index(edition)

    def find_lineage(self, name: str) -> str | None:
        """Return the id of the lineage that `name` means, None if there is none.

        Args:
            name: An id, a former id (an alias), or any `KEY@EDITION` of a record of the lineage.
        """
        lineages = self.select(
            "SELECT id FROM packed_lineages WHERE id = ? UNION ALL SELECT lineage FROM lineage_aliases WHERE alias = ?",
            name,
            name,
        )
        if lineages:
            return str(lineages[0][0])
        place = _AT_EDITION.fullmatch(name)
        if place is None or place["edition"] not in self.edition_ids:
            return None
        return self.lineage_at(place["edition"], place["key"])

    def versions(self, lineage: str) -> tuple[Version, ...]:
        """Return the versions of a lineage, oldest first; empty if there is no such lineage.

        Args:
            lineage: Anything that `find_lineage` accepts.
        """
        where = """
            WHERE id BETWEEN (SELECT first_version FROM packed_lineages WHERE packed_lineages.id = ?1)
                AND (SELECT last_version FROM packed_lineages WHERE packed_lineages.id = ?1)
        """
        versions = self._versions(where, lineage)
        if versions:
            return versions
        lineage_id = self.find_lineage(lineage)
        return () if lineage_id is None else self._versions(where, lineage_id)

    def holders(self, key: str) -> tuple[Version, ...]:
        """Return all versions that ever had a key, of all works, oldest first."""
        return tuple(sorted(self._versions(f"WHERE key_id = ({_KEY_ID})", key), key=lambda version: version.first))

    def all_versions(self) -> tuple[Version, ...]:
        """Return the versions of all lineages, by lineage id (as text), then oldest first."""
        return self._versions("ORDER BY id")

    def _versions(self, where: str, *values: object) -> tuple[Version, ...]:
        """Return the versions of rows of `packed_versions`."""
        rows = self.select(f"{_VERSIONS} {where}", *values)
        lineages = self._lineage_ids.read(lineage for lineage, *_ in rows)
        keys = self._keys.read(key for _, key, *_ in rows)
        versions = []
        try:
            for lineage, key, first, last, attributes, sources in rows:
                kind, change, method, score, _ = self._link_attributes[attributes]
                version = Version(
                    lineages[lineage],
                    keys[key],
                    self._line[first],
                    self._line[last],
                    kind,
                    change,
                    method,
                    score,
                    names_from(sources) if sources else (keys[key],),
                )
                versions.append(version)
        except LookupError as error:  # a number that no table has
            raise self.damage_error(error) from error
        return tuple(versions)

    def last_edition_with(self, key: str) -> str | None:
        """Return the last edition with a rule of this number, or a record of this key; None if there was never one."""
        last: str | None = self.select("SELECT max(last_edition) FROM versions WHERE key = ?", key)[0][0]
        return last

    def correspondences(self, edition: str) -> tuple[Correspondence, ...]:
        """Return what an edition restates of another work, in rule order; nothing for the Comprehensive Rules."""
        return self._read(CORRESPONDENCES, "edition = ? ORDER BY position", self._checked(edition))

    def faults(self, editions: Iterable[str]) -> Iterator[AuditFault]:
        """Yield the publisher's faults in some editions, of each in the order of the document.

        Raises:
            LookupError: There is no such edition.
        """
        for edition in editions:
            yield from self._read(FAULTS, "edition = ? ORDER BY position", self._checked(edition))

    @cached_property
    def partial_issues(self) -> tuple[PartialIssue, ...]:
        """Return the pages of issues that the archive has not, by file; none of a file older than they are."""
        has_table = self.select("SELECT 1 FROM sqlite_master WHERE name = ?", PARTIAL_ISSUES.name)
        return self._read(PARTIAL_ISSUES, "1 ORDER BY position") if has_table else ()

    def correspondences_of(self, lineage: str) -> tuple[Correspondence, ...]:
        """Return what the rules of a lineage restate and what restates them, in the order of the restating rules.

        Args:
            lineage: Anything that `find_lineage` accepts.
        """
        lineage = self.find_lineage(lineage) or ""
        keys = {version.key for version in self.versions(lineage)}
        found = []
        for edition, key, correspondence in self._corresponding:
            may_be_of_lineage = key in keys or edition in self.retyped
            if may_be_of_lineage and self.lineage_at(edition, key) == lineage:
                found.append(correspondence)
        return tuple(found)

    @cached_property
    def _corresponding(self) -> list[tuple[str, str, Correspondence]]:
        """Return edition and key of all that restates something, then of all that is restated."""
        correspondences = self._read(CORRESPONDENCES, "1 ORDER BY edition, position")
        restating = [(record.edition or "", record.key, record) for record in correspondences]
        restated = [(record.other_edition, record.other, record) for record in correspondences]
        return [*restating, *restated]

    @cached_property
    def _link_attributes(self) -> Mapping[int, _LinkAttributes]:
        """Return what links and versions share, by its number."""
        rows = self.select("SELECT id, kind, class, method, score, main FROM link_attributes")
        return {
            number: _LinkAttributes(kind, change, method, score, bool(main))
            for number, kind, change, method, score, main in rows
        }

    @cached_property
    def _line(self) -> list[str]:
        """Return the editions by their places."""
        return [edition for (edition,) in self.select("SELECT edition FROM line ORDER BY place")]

    @cached_property
    def _steps(self) -> dict[StepEnds, int]:
        """Return the number of each step, oldest first."""
        steps = self.select("SELECT previous, edition, id FROM steps ORDER BY id")
        return {StepEnds(previous, edition): number for previous, edition, number in steps}
