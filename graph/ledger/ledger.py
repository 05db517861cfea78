"""Reading the ledger: a knowledge base without texts, with fingerprints and distinctive terms instead."""

from __future__ import annotations

import json
import os
import sqlite3
from collections import Counter, defaultdict
from functools import cached_property, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

from graph.ledger import schema
from graph.ledger.errors import LedgerError
from graph.ledger.fingerprints import fingerprints
from graph.ledger.words import PackedWords, sign_mark
from rules.links import Link, Version
from rules.numbers import number_of
from rules.store import Store, rows, seal
from rules.store.location import data_folder
from rules.text import strip_title

if TYPE_CHECKING:
    from rules.records import Edition, Resolution

SHIPPED = Path(__file__).with_name("comprules.ledger")
"""Path of the ledger that ships with the package."""
LEDGER_VARIABLE = "COMPRULES_LEDGER"
USER_LEDGER = "comprules.ledger"
_REMEDY = "install comprules anew, or make one with: comprules ledger"
_HEAD = b"SQLite format 3\0"
_HEAD_SIZE = 100
"""Size of the SQLite header in bytes; `user_version` is at offset 60 and `application_id` at 68."""
_AT_ONCE = 900
"""Maximum number of values in one query; old versions of SQLite allow 999."""
_CACHE = 32_768
"""Cache size in KiB, larger than the file, because checking many citations reads it in random order."""
_WITHOUT_TEXTS = ("no such column: ", "no such table: ")

_VERSIONS = """
    SELECT packed_lineages.id, key_id, coalesce(since, first), last, attributes, sources
    FROM packed_versions JOIN packed_lineages ON number = lineage
"""
_HEADINGS = """
    SELECT key_id, first, last, title FROM packed_versions NOT INDEXED
    CROSS JOIN packed_texts ON packed_texts.id = text_id CROSS JOIN keys ON keys.id = key_id
    WHERE title IS NOT NULL AND number IS NOT NULL ORDER BY key_id, first
"""
"""Fixes the order of the joins: by default SQLite would use the index of the versions, which takes 50 % longer."""


def open_ledger(path: Path | None = None) -> Ledger:
    """Open a ledger: the one named, else the one that `$COMPRULES_LEDGER` names, else the newest available.

    The newest is the user's own ledger, which `comprules update` makes, if it has a later edition than the shipped one.
    An unreadable user's ledger is ignored; `user_ledger_problem` returns the reason.

    Raises:
        LedgerError: There is no ledger, or the named one is damaged, no ledger, or of another version.
    """
    named = os.environ.get(LEDGER_VARIABLE)
    if path is not None or named:
        return Ledger(path or Path(named or ""))
    shipped = Ledger(SHIPPED)
    own = user_ledger_path()
    if not own.is_file():
        return shipped
    try:
        users = Ledger(own)
    except LedgerError:
        return shipped
    newer = users.editions_of()[-1:] > shipped.editions_of()[-1:]
    (shipped if newer else users).close()
    return users if newer else shipped


def user_ledger_path() -> Path:
    """Return the path of the user's own ledger, whether or not the file exists."""
    return data_folder() / USER_LEDGER


def user_ledger_problem() -> str | None:
    """Return why the user's ledger cannot be used; None if it can, or if there is none."""
    path = user_ledger_path()
    if not path.is_file():
        return None
    try:
        Ledger(path).close()
    except LedgerError as error:
        return str(error)
    return None


class Ledger(Store):
    """An open ledger: a `Store` without texts, with additional queries. A query for texts raises `LedgerError`.

    It may be shared by threads, used after a fork, and pickled; each process opens the file again.

    Raises:
        LedgerError: There is no file at `path`, or it is damaged, no ledger, or of another format.
    """

    has_texts = False

    def __init__(self, path: Path) -> None:
        _check_file(path)
        super().__init__(path, _connect(path))
        self._process = os.getpid()
        self.versions = lru_cache(maxsize=None)(self._find_versions)  # type: ignore[method-assign]

    def __reduce__(self) -> tuple[type[Self], tuple[Path]]:
        """Return how to open the same file again: a worker process opens the file for itself."""
        return type(self), (self.path,)

    def select(self, query: str, *values: object) -> list[Any]:
        """Return the rows of a query, as `Store.select` does.

        Raises:
            LedgerError: The query needs data that only a knowledge base has, or the file is damaged.
        """
        if self._process != os.getpid():  # SQLite connections must not be used after a fork
            self._connection, self._process = _connect(self.path), os.getpid()
        return super().select(query, *values)

    def _damage_error(self, error: sqlite3.DatabaseError) -> LedgerError:
        if str(error).startswith(_WITHOUT_TEXTS):
            return LedgerError(
                f"{self.path}: the ledger has no texts ({error}); make a knowledge base with: comprules ingest"
            )
        return _damage_error(self.path, str(error))

    def _check(self, edition: str) -> None:
        if edition not in self.works:
            raise LookupError(f"{self.path}: the ledger has no edition {edition}")

    @cached_property
    def _editions(self) -> tuple[Edition, ...]:
        return super().editions()

    def editions(self) -> tuple[Edition, ...]:
        """Return all editions, oldest first."""
        return self._editions

    def keys(self, edition: str) -> tuple[str, ...]:
        """Return the keys as `Store.keys` does, in one query."""
        return tuple(self.lineages(edition))

    def lineages(self, edition: str) -> dict[str, str]:
        """Return the lineages as `Store.lineages` does, in one query."""
        self._check(edition)
        query = """SELECT key, packed_lineages.id FROM alive JOIN packed_lineages ON packed_lineages.number = lineage
                   WHERE edition = ? ORDER BY position"""
        return dict(self.select(query, edition))

    def references_to(self, edition: str, key: str) -> tuple[Resolution, ...]:
        """Return the references as `Store.references_to` does; the ledger has no index of what is cited."""
        return tuple(reference for reference in self.references(edition) if key in reference.target)

    def links(self, edition: str, previous: str | None = None) -> tuple[Link, ...]:
        """Return the links as `Store.links` does, without joins: they are read for every step of a long comparison."""
        before = previous or self.previous(edition)
        query = "SELECT old, new, attributes FROM packed_links WHERE step = ? ORDER BY position"
        names, link_attributes = self._names, self._link_attributes
        return tuple(
            Link(names[old], names[new], *link_attributes[attributes])
            for old, new, attributes in self.select(query, self._steps.get((before, edition)))
        )

    def links_from(self, key: str) -> dict[tuple[str, str], tuple[Link, ...]]:
        """Return the links of a key in all editions, without trivial ones, by the editions before and after a step."""
        query = "SELECT step, new, attributes FROM packed_links WHERE old = ? ORDER BY step, position"
        links: dict[tuple[str, str], tuple[Link, ...]] = {}
        for step, new, attributes in self.select(query, self._key_ids.get(key)):
            link = Link(key, self._names[new], *self._link_attributes[attributes])
            links[self._step_ends[step]] = (*links.get(self._step_ends[step], ()), link)
        return links

    def _find_versions(self, lineage: str) -> tuple[Version, ...]:
        """Return the versions as `Store.versions` does, without joins."""
        query = (
            f"{_VERSIONS} WHERE packed_lineages.id = ? AND packed_versions.id BETWEEN first_version AND last_version"
        )
        version_rows = self.select(query, lineage)
        if not version_rows and (known := self.find_lineage(lineage)) is not None:
            version_rows = self.select(query, known)
        return tuple(map(self._make_version, version_rows))

    def holders(self, key: str) -> tuple[Version, ...]:
        """Return the versions as `Store.holders` does, without joins."""
        query = f"{_VERSIONS} WHERE key_id = ? AND packed_versions.id <= last_version"
        versions = map(self._make_version, self.select(query, self._key_ids.get(key)))
        return tuple(sorted(versions, key=lambda version: version.first))

    def heading(self, edition: str, key: str) -> str | None:
        """Return a rule's own heading; None if it has none, and for glossary entries, which have their term."""
        self._check(edition)
        place = self._places[edition]
        return next((title for first, last, title in self._headings.get(key, ()) if first <= place <= last), None)

    def titled(self, edition: str, words: str) -> tuple[tuple[str, str], ...]:
        """Return number and heading of the rules that have some words as their heading, whatever the typography."""
        self._check(edition)
        place, wanted = self._places[edition], strip_title(words)
        return tuple(
            (number_of(key), title)
            for key, runs in self._headings.items()
            for first, last, title in runs
            if first <= place <= last and strip_title(title) == wanted
        )

    def all_titles(self) -> dict[str, tuple[tuple[str, str, str], ...]]:
        """Return every heading of the Comprehensive Rules in plain letters, with the keys and editions that had it.

        Returns:
            Heading normalised by `rules.text.strip_title` → (key, first edition, last edition), by key, then oldest
            first; the editions between have the heading under that key as well.
        """
        line = self._line
        runs_of: dict[str, list[tuple[str, int, int]]] = defaultdict(list)
        for key, headings in self._headings.items():
            for first, last, title in headings:
                if first < self._end and line[first] not in self.retyped:
                    runs = runs_of[strip_title(title)]
                    since = runs.pop()[1] if runs and runs[-1][0] == key and runs[-1][2] == first - 1 else first
                    runs.append((key, since, last))
        return {
            title: tuple((key, line[first], line[last]) for key, first, last in runs) for title, runs in runs_of.items()
        }

    def resembling(self, text: str) -> dict[str, float]:
        """Return the lineages whose versions share fingerprints with a text: lineage id → share of the text's, 0 to 1.

        Args:
            text: Quoted text of five words or more. A verbatim quotation has a share of 1; a rule that shares fewer
                than five consecutive words with the text may not be found.

        Returns:
            The lineages with the greatest share first; those that share nothing are left out.
        """
        marks = sorted(map(sign_mark, fingerprints(text)))
        shared: Counter[int] = Counter()
        for start in range(0, len(marks), _AT_ONCE):
            some = marks[start : start + _AT_ONCE]
            query = f"SELECT lineage FROM fingerprints WHERE mark IN ({','.join('?' * len(some))})"  # noqa: S608
            shared.update(lineage for (lineage,) in self.select(query, *some))
        best = sorted(shared, key=lambda candidate: (-shared[candidate], candidate))
        return {self._lineage_ids[lineage]: shared[lineage] / len(marks) for lineage in best}

    def referring(self, lineage: str) -> tuple[tuple[str, str, tuple[str, ...]], ...]:
        """Return the numbers of the rules to which a lineage ever referred.

        Args:
            lineage: Its id.

        Returns:
            For each reference of each version, the first and the last edition that print it this way, and the numbers.
        """
        query = """SELECT spans.first, spans.last, targets FROM packed_lineages
                   JOIN packed_versions ON packed_versions.id BETWEEN first_version AND last_version
                   JOIN spans ON spans.version = packed_versions.id JOIN ref_lists ON ref_lists.id = spans.refs
                   JOIN packed_refs ON packed_refs.id = ref_lists.ref WHERE packed_lineages.id = ?"""
        line = self._line
        return tuple(
            (line[first], line[last], tuple(json.loads(targets)))
            for first, last, targets in self.select(query, lineage)
        )

    def distinctive_terms(self) -> PackedWords:
        """Return lineage id → distinctive terms of all versions of its rules; see `graph.ledger.words`."""
        query = "SELECT id, words FROM distinctive_terms JOIN packed_lineages ON number = lineage"
        return PackedWords(dict(self.select(query)))

    def _make_version(self, row: tuple[Any, ...]) -> Version:
        lineage, key, first, last, attributes, sources = row
        kind, change, method, score, _ = self._link_attributes[attributes]
        name, line = self._names[key] or "", self._line
        came_from = (name,) if sources is None else rows.names_from(sources)
        return Version(lineage, name, line[first], line[last], kind, change, method, score, came_from)

    @cached_property
    def _line(self) -> list[str]:
        """Return the editions, grouped by work."""
        return [edition for (edition,) in self.select("SELECT edition FROM line ORDER BY place")]

    @cached_property
    def _end(self) -> int:
        """Return the place after the last edition of the Comprehensive Rules, which come first in the line."""
        return len(self.editions_of())

    @cached_property
    def _places(self) -> dict[str, int]:
        return {edition: place for place, edition in enumerate(self._line)}

    @cached_property
    def _step_ends(self) -> dict[int, tuple[str, str]]:
        """Return the editions of each step, by its number."""
        steps = self.select("SELECT id, before, place FROM packed_steps")
        return {number: (self._line[before], self._line[place]) for number, before, place in steps}

    @cached_property
    def _steps(self) -> dict[tuple[str | None, str], int]:
        """Return the number of each step, by its editions."""
        return {ends: number for number, ends in self._step_ends.items()}

    @cached_property
    def _names(self) -> dict[int | None, str | None]:
        """Return the keys by their numbers; None for None."""
        return {None: None, **dict(self.select("SELECT id, key FROM keys"))}

    @cached_property
    def _key_ids(self) -> dict[str | None, int]:
        return {key: number for number, key in self._names.items() if number is not None}

    @cached_property
    def _link_attributes(self) -> list[tuple[Any, ...]]:
        attribute_rows = self.select("SELECT kind, class, method, score, main FROM link_attributes ORDER BY id")
        return [(*attributes, bool(main)) for *attributes, main in attribute_rows]

    @cached_property
    def _lineage_ids(self) -> list[str]:
        return [lineage for (lineage,) in self.select("SELECT id FROM packed_lineages ORDER BY number")]

    @cached_property
    def _headings(self) -> dict[str, list[tuple[int, int, str]]]:
        """Return key of a rule → its headings, oldest first: first and last place in the line, and the heading."""
        headings: dict[str, list[tuple[int, int, str]]] = defaultdict(list)
        for key, first, last, title in self.select(_HEADINGS):
            headings[self._names[key] or ""].append((first, last, title))
        return dict(headings)


def _check_file(path: Path) -> None:
    try:
        with path.open("rb") as file:
            head = file.read(_HEAD_SIZE)
        whole = len(head) == _HEAD_SIZE and seal.is_sealed(path)
    except FileNotFoundError:
        raise LedgerError(f"{path}: there is no ledger here; {_REMEDY}") from None
    except OSError as error:
        raise LedgerError(f"{path}: the ledger cannot be opened ({error.strerror}); {_REMEDY}") from error
    if not head:
        raise LedgerError(f"{path}: the file is empty; {_REMEDY}")
    if not head.startswith(_HEAD) or head[68:72] != schema.APPLICATION_ID.to_bytes(4, "big"):
        raise LedgerError(f"{path}: not a ledger of comprules, or one of an older version; {_REMEDY}")
    made_by = int.from_bytes(head[60:64], "big")
    if made_by != schema.FORMAT:
        newer = "a newer" if made_by > schema.FORMAT else "an older"
        raise LedgerError(
            f"{path}: made by {newer} version of comprules (format {made_by}, not {schema.FORMAT}); {_REMEDY}"
        )
    if not whole:
        raise _damage_error(path, "its bytes are not those that it was sealed with")


def _connect(path: Path) -> sqlite3.Connection:
    try:
        connection = sqlite3.connect(
            f"{path.resolve().as_uri()}?mode=ro&immutable=1", uri=True, check_same_thread=False
        )
        connection.execute(f"PRAGMA cache_size = -{_CACHE}")
    except sqlite3.Error as error:
        raise _damage_error(path, str(error)) from error
    return connection


def _damage_error(path: Path, problem: str) -> LedgerError:
    return LedgerError(f"{path}: damaged ledger: {problem}; {_REMEDY}")
