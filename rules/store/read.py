"""The store: an open knowledge base, with a method for each question about its editions."""

from __future__ import annotations

import sqlite3
from collections import defaultdict
from collections.abc import Callable, Collection, Container, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

import msgspec

from rules.caching import cached_property
from rules.edition_names import edition_named
from rules.faults import AuditFault
from rules.grouping import grouped
from rules.keys import is_entry, key_of_rule, number_of
from rules.links import StepEnds, StepRecords
from rules.numbers import RuleKind
from rules.partial import PartialIssue
from rules.records import (
    CardSet,
    Diagnostic,
    Edition,
    GlossaryEntry,
    Matter,
    Reading,
    Resolution,
    Rule,
    Span,
    Variant,
    Witness,
)
from rules.store import tables
from rules.store.connection import ReadConnection
from rules.store.errors import DamagedStoreError, ForeignFileError, StoreError
from rules.store.open_file import REMEDY
from rules.store.record_table import RecordTable, encode_array, names_from
from rules.store.reference_rows import REFERENCE_COLUMNS, make_resolution
from rules.store.schema import APPLICATION_ID, EXAMPLE, NOTE, SCHEMA_VERSION
from rules.store.texts import TextReader
from rules.text import strip_title

_RULES = """
    SELECT number, ordinal, kind, title, text, passages, tags, parent, label, first_line, last_line
    FROM records JOIN texts ON texts.id = text_id WHERE edition = ? AND number IS NOT NULL
"""
_ENTRIES = """
    SELECT title, text, ordinal, first_line, last_line
    FROM records JOIN texts ON texts.id = text_id WHERE edition = ? AND number IS NULL
"""
_REFERENCES = f"SELECT source, {REFERENCE_COLUMNS} FROM refs"  # noqa: S608 - fixed words only
_FORMAT = b"SQLite format 3\0"
"""The first bytes of every SQLite file."""
_APPLICATION = slice(68, 72)
"""The bytes of a SQLite file that hold the id of its application."""
_COPIES = (tables.WITNESSES, tables.FRAGMENTS)
"""The tables of the copies of an edition: whole copies, and fragments."""
_FOREIGN = "remove it or name another file with --db, then make one with: comprules ingest"


_PassageTexts = Mapping[tuple[int | None, int], Sequence[str]]
"""Id of a list of passages, and `EXAMPLE` or `NOTE` → the texts of the examples, or of the notes, in the list."""


class _RuleRow(NamedTuple):
    """A row of the query `_RULES`; `passages` is the id of a list of examples and notes, or None."""

    number: str
    ordinal: int
    kind: RuleKind
    title: str | None
    text: str
    passages: int | None
    tags: str | None
    parent: str | None
    label: str
    first_line: int | None
    last_line: int | None


class EditionCounts(NamedTuple):
    """How many rules, glossary entries and references an edition has."""

    rules: int
    glossary: int
    references: int


def open_store(path: Path) -> Store:
    """Open a knowledge base for reading.

    Raises:
        StoreError: There is no file at `path`, it is not a knowledge base, or it has another schema version.
    """
    _check_readable(path)
    try:
        connection = ReadConnection(path)
        ((application,),) = connection.fetch("PRAGMA application_id")
        ((version,),) = connection.fetch("PRAGMA user_version")
    except sqlite3.Error as error:
        raise _explain_unopened(path, error) from error
    if application != APPLICATION_ID:
        connection.close()
        raise ForeignFileError(f"{path}: not a knowledge base of comprules; {_FOREIGN}")
    if version != SCHEMA_VERSION:
        connection.close()
        raise StoreError(
            f"{path}: made by another version of comprules (schema {version}, not {SCHEMA_VERSION}); {REMEDY}"
        )
    return Store(path, connection)


def _explain_unopened(path: Path, error: sqlite3.Error) -> StoreError:
    """Return the error to raise in place of an error of SQLite for a file that it cannot open."""
    if _has_our_head(path):
        return DamagedStoreError(f"{path}: damaged knowledge base ({error}); {REMEDY}")
    return ForeignFileError(f"{path}: not a knowledge base ({error}); {_FOREIGN}")


def _check_readable(path: Path) -> None:
    """Raise `StoreError` if no file can be read at a path. SQLite would not say why."""
    try:
        if not path.is_file():
            problem = "is a folder, not a knowledge base" if path.is_dir() else "there is no knowledge base here"
            raise StoreError(f"{path}: {problem}; {REMEDY}")
        with path.open("rb"):
            pass
    except OSError as error:
        raise StoreError(f"{path}: the knowledge base cannot be opened ({error.strerror})") from error


def _has_our_head(path: Path) -> bool:
    """Return whether a file begins like a knowledge base; one that cannot be opened is damaged then."""
    with path.open("rb") as file:
        head = file.read(_APPLICATION.stop)
    return head.startswith(_FORMAT) and int.from_bytes(head[_APPLICATION], "big") == APPLICATION_ID


def copy_store(path: Path, target: Path) -> None:
    """Copy a knowledge base. If another file replaces it in the meantime, the copy is still whole.

    Args:
        path: The knowledge base.
        target: The path of the copy.

    Raises:
        StoreError: There is no usable knowledge base at `path`, or it is damaged.
        OSError: The copy cannot be written.
    """
    with open_store(path) as store:
        target.write_bytes(store.hold())


def _open_held(path: Path, data: bytes) -> Store:
    """Open the knowledge base that another process holds in memory."""
    return Store(path, ReadConnection(path, data=data))


def _open_again(path: Path, sealed: str | None) -> Store:
    """Open the knowledge base that another process has open, for `Store.__reduce__`.

    Args:
        path: Its path.
        sealed: The seal that it has there.

    Raises:
        StoreError: There is no knowledge base at the path, or one with another seal.
    """
    store = open_store(path)
    if store.seal != sealed:
        store.close()
        raise StoreError(f"{path}: the knowledge base was replaced; open it again")
    return store


class Store(TextReader):
    """An open knowledge base. Made by `open_store`; close it, or use it in a `with` statement.

    Threads may share it. It can be used after a fork and be pickled: the other process opens the same file for itself,
    and `StoreError` is raised if another knowledge base took its place.

    Methods that take an edition take its id (`2009-07-11`) and raise `LookupError` for an edition that is not in the
    knowledge base.
    """

    def __init__(self, path: Path, connection: ReadConnection) -> None:
        super().__init__(path, connection)
        self._citing = lru_cache(2)(self._map_citing)
        self._editions = lru_cache(1)(self._read_editions)

    def __reduce__(self) -> tuple[Callable[..., Store], tuple[object, ...]]:
        """Return how another process opens the same knowledge base."""
        if self._connection.data is not None:
            return _open_held, (self.path, self._connection.data)
        return _open_again, (self.path.resolve(), self.seal)

    @property
    def seal(self) -> str | None:
        """Return the hash that the file was sealed with; two knowledge bases with the same seal have the same bytes.

        Returns:
            None if the file has no seal.
        """
        return self._connection.seal

    def editions(self) -> tuple[Edition, ...]:
        """Return all editions, oldest first."""
        return self._editions()

    def resolve(self, name: str) -> str:
        """Return the id of the edition that a date, a set code, a file date, `latest` or `first` means.

        Raises:
            UnknownEdition: No edition matches; see `rules.edition_names.edition_named`.
        """
        return edition_named(name, self.editions(), self.edition_ids)

    def edition(self, edition: str) -> Edition:
        """Return one edition."""
        return self._read_editions("WHERE edition = ?", self._checked(edition))[0]

    def _read_editions(
        self, where: str = "", *values: str, copies: Sequence[RecordTable[Witness]] = _COPIES
    ) -> tuple[Edition, ...]:
        """Return editions with their witnesses.

        Args:
            where: The condition on the column `edition`, in SQL; by default all editions.
            values: The values of the question marks in `where`.
            copies: The tables of the witnesses; by default those of whole copies and of fragments.
        """
        witnesses = self._read_witnesses(copies, where, *values)
        query = f"SELECT id AS edition, work, sets, dialect, condition, aliases FROM editions {where} ORDER BY id"  # noqa: S608
        editions: list[Edition] = []
        for edition_id, work, sets, dialect, condition, aliases in self.select(query, *values):
            edition = Edition(
                id=edition_id,
                work=work,
                sets=_read_sets(sets),
                aliases=names_from(aliases),
                dialect=dialect,
                witnesses=tuple(witnesses[edition_id]),
                condition=condition,
            )
            editions.append(edition)
        return tuple(editions)

    def _read_witnesses(
        self, copies: Sequence[RecordTable[Witness]], where: str, *values: str
    ) -> defaultdict[str, list[Witness]]:
        """Return edition → its witnesses, those of the first table first.

        The arguments are those of `_read_editions`.
        """
        witnesses: defaultdict[str, list[Witness]] = defaultdict(list)
        for table in copies:
            query = f"SELECT edition, {table.columns} FROM {table.name} {where} ORDER BY edition, position"  # noqa: S608
            for edition, *row in self.select(query, *values):
                witnesses[edition] += table.records_of([row])
        return witnesses

    def counts(self) -> dict[str, EditionCounts]:
        """Return edition id → how many rules, glossary entries and references it has."""
        query = "SELECT id, rule_count, glossary_count, reference_count FROM editions ORDER BY id"
        return {edition: EditionCounts(*counts) for edition, *counts in self.select(query)}

    def fingerprints(self) -> dict[str, str]:
        """Return edition id → the hash of all input from which the edition was made."""
        return dict(self.select("SELECT id, fingerprint FROM editions ORDER BY id"))

    def rules(self, edition: str, keys: Container[str] | None = None) -> tuple[Rule, ...]:
        """Return the rules of an edition, from sections to subrules, in the order of the document.

        Args:
            edition: Its id.
            keys: The keys of the rules to return; None for all rules.
        """
        return self._rules(edition, "ORDER BY +position", keys=keys)

    def rule(self, edition: str, key: str) -> Rule | None:
        """Return the rule with a key, such as `702.40a` or `502.35b#2`; None if the edition has no such rule."""
        return next(iter(self._rules(edition, "AND key = ?", key)), None)

    def numbers(self, edition: str) -> tuple[str, ...]:
        """Return the numbers of an edition's rules, in the order of the document, with repetitions."""
        query = "SELECT number FROM rules WHERE edition = ? ORDER BY +position"
        return tuple(row[0] for row in self.select(query, self._checked(edition)))

    def editions_with(self, number: str) -> tuple[str, str] | None:
        """Return the first and the last edition that has a rule of this number; None if there was never one."""
        first, last = self.select("SELECT min(edition), max(edition) FROM rules WHERE number = ?", number)[0]
        return None if first is None else (first, last)

    def heading(self, edition: str, key: str) -> str | None:
        """Return the heading of a rule; None if it has none, and for glossary entries, which have a term instead."""
        query = """SELECT title FROM records JOIN texts ON texts.id = text_id
                   WHERE edition = ? AND key = ? AND number IS NOT NULL"""
        selected = self.select(query, self._checked(edition), key)
        return selected[0][0] if selected else None

    def headings(self, edition: str) -> dict[str, str]:
        """Return key → heading for the rules of an edition that have a heading, in the order of the document."""
        query = """SELECT key, title FROM records JOIN texts ON texts.id = text_id
                   WHERE edition = ? AND number IS NOT NULL AND title <> '' ORDER BY +position"""
        return dict(self.select(query, self._checked(edition)))

    def headings_below(self, edition: str, parent: str) -> dict[str, str | None]:
        """Return key → heading, None without one, for the rules right below a rule, in the order of the document.

        Args:
            edition: Its id.
            parent: The number of a section, chapter or rule; that of a chapter has the rules of the chapter below it.
        """
        query = """SELECT key, title FROM records JOIN texts ON texts.id = text_id
                   WHERE edition = ? AND parent = ? AND number IS NOT NULL ORDER BY +position"""
        return dict(self.select(query, self._checked(edition), parent))

    def text_sha256(self, edition: str, key: str) -> str | None:
        """Return the SHA-256, in hexadecimal, of the shown words of a record: its text, else its heading.

        Returns:
            None if the edition has no such record.
        """
        query = "SELECT title, sha256 FROM records JOIN texts ON texts.id = text_id WHERE edition = ? AND key = ?"
        selected = self.select(query, self._checked(edition), key)
        if not selected:
            return None
        from hashlib import sha256  # noqa: PLC0415 - slow to import

        ((title, sha256_of_text),) = selected  # a ledger has the hash, but not the text
        has_text = sha256_of_text != sha256(b"").hexdigest()
        return str(sha256_of_text) if has_text else sha256((title or "").encode()).hexdigest()

    def titled(self, edition: str, words: str) -> tuple[tuple[str, str], ...]:
        """Return number and heading of the rules whose heading has exactly these words, in any typography.

        `titled("2009-07-11", "first strike")` → `(("702.7", "First Strike"),)`.
        """
        wanted = strip_title(words)
        headings = self.headings(edition).items()
        return tuple((number_of(key), title) for key, title in headings if strip_title(title) == wanted)

    def subrules(self, edition: str, number: str) -> tuple[Rule, ...]:
        """Return the rules right below a rule: chapters of a section, rules of a chapter, subrules of a rule."""
        return self._rules(edition, "AND parent = ? ORDER BY +position", number)

    def glossary(self, edition: str) -> tuple[GlossaryEntry, ...]:
        """Return the glossary of an edition, in its order."""
        return self._entries(edition, "ORDER BY +position")

    def entry(self, edition: str, key: str) -> GlossaryEntry | None:
        """Return one entry of an edition's glossary; None if it has none of that key."""
        return next(iter(self._entries(edition, "AND key = ?", key)), None)

    def record(self, edition: str, key: str) -> Rule | GlossaryEntry | None:
        """Return the rule or the glossary entry with a key; None if the edition has no such record."""
        return self.entry(edition, key) if is_entry(key) else self.rule(edition, key)

    def matter(self, edition: str) -> tuple[Matter, ...]:
        """Return the matter around the rules of an edition: introduction, contents, credits and the like."""
        query = """SELECT name, text, first_line, last_line
                   FROM matter JOIN texts ON texts.id = text_id WHERE edition = ? ORDER BY position"""
        return tuple(
            Matter(name, text, _span(first, last))
            for name, text, first, last in self.select(query, self._checked(edition))
        )

    def references(self, edition: str, source: str | None = None) -> tuple[Resolution, ...]:
        """Return the references of an edition, or of one of its records, in the order of the document.

        Args:
            edition: Its id.
            source: Key of a rule or glossary entry; None for all of them.
        """
        # Two queries, because with one whose condition allows any source SQLite would always read all references.
        if source is None:
            rows = self.select(f"{_REFERENCES} WHERE edition = ? ORDER BY position", self._checked(edition))
        else:
            query = f"{_REFERENCES} WHERE edition = ? AND source = ? ORDER BY position"
            rows = self.select(query, self._checked(edition), source)
        return tuple(make_resolution(key, row) for key, *row in rows)

    def cited_by(self, edition: str, key: str) -> tuple[str, ...]:
        """Return the keys of the records that refer to a rule or glossary entry, in document order, each once.

        Args:
            edition: Its id.
            key: `Rule.key` (the number) or `GlossaryEntry.key`.
        """
        return tuple(dict.fromkeys(self._citing(edition).get(key, ())))

    def _map_citing(self, edition: str) -> dict[str, list[str]]:
        """Return target → the keys of the records that refer to it, for all references of an edition."""
        rows = self.select("SELECT position, source, found FROM refs WHERE edition = ?", self._checked(edition))
        return grouped((target, source) for _, source, found in sorted(rows) for target in names_from(found))

    def variants(self, edition: str) -> tuple[Variant, ...]:
        """Return the passages in which witnesses of an edition differ from its reading, those of fragments last."""
        of_fragments = self._read(tables.FRAGMENT_VARIANTS, "edition = ? ORDER BY position", self._checked(edition))
        return (*self._whole_variants(edition), *of_fragments)

    def _whole_variants(self, edition: str) -> tuple[Variant, ...]:
        query = """SELECT key, witness, kind, reading.text, other.text, adopted FROM variants
                   JOIN texts AS reading ON reading.id = reading_id JOIN texts AS other ON other.id = text_id
                   WHERE edition = ? ORDER BY +position"""
        return tables.VARIANTS.records_of(self.select(query, edition))

    def diagnostics(self, edition: str) -> tuple[Diagnostic, ...]:
        """Return the problems found while the edition was read."""
        return self._read(tables.DIAGNOSTICS, "edition = ? ORDER BY position", self._checked(edition))

    def faults(self, editions: Iterable[str]) -> Iterator[AuditFault]:
        """Yield the publisher's faults in some editions, edition by edition, each in the order of the document.

        Raises:
            LookupError: There is no such edition.
        """
        for edition in editions:
            yield from self._read(tables.FAULTS, "edition = ? ORDER BY position", self._checked(edition))

    @cached_property
    def partial_issues(self) -> tuple[PartialIssue, ...]:
        """Return the pages of issues of which the archive has no whole copy, sorted by file.

        The answer is empty for a ledger without the table of these pages: older versions made such ledgers.
        """
        has_table = self.select("SELECT 1 FROM sqlite_master WHERE name = ?", tables.PARTIAL_ISSUES.name)
        return self._read(tables.PARTIAL_ISSUES, "1 ORDER BY position") if has_table else ()

    def reading_facts(self, edition: str) -> Reading:
        """Return the parts of an edition that `CarriedEditions` does not carry over into a new knowledge base.

        These are its names, its whole copies with their variants, the text around its rules, and the problems in it.
        Rules, glossary and references are empty, because `CarriedEditions` carries them over. Fragments are left out,
        because they are added to a new knowledge base later.
        """
        (head,) = self._read_editions("WHERE edition = ?", edition, copies=(tables.WITNESSES,))
        return Reading(
            edition=head,
            rules=(),
            glossary=(),
            matter=self.matter(edition),
            variants=self._whole_variants(edition),
            diagnostics=self.diagnostics(edition),
            fingerprint=self.fingerprints()[edition],
        )

    def step_records(self, step: StepEnds) -> StepRecords:
        """Return all records of a step, to be written into a new knowledge base."""
        edition, previous = step.edition, step.previous
        is_in_chain = self.retyped.isdisjoint(step)  # only these steps have changed passages
        return StepRecords(
            edition=edition,
            previous=previous,
            fingerprint=self.step_fingerprints()[step],
            links=self.links(edition, previous),
            replacements=self.replacements(edition, previous),
            changes=self._read(tables.CHANGES, "edition = ? ORDER BY rowid", edition) if is_in_chain else (),
        )

    def _rules(self, edition: str, where: str, *values: str, keys: Container[str] | None = None) -> tuple[Rule, ...]:
        """Return rules of an edition.

        Args:
            edition: Its id.
            where: SQL that follows the condition on the edition: more conditions, an order.
            values: The values of the question marks in `where`.
            keys: The keys of the rules to return; None for all that `where` selects.
        """
        rows = [_RuleRow(*row) for row in self.select(f"{_RULES} {where}", self._checked(edition), *values)]
        if keys is not None:
            rows = [row for row in rows if key_of_rule(row.number, row.ordinal) in keys]
        passages = self._read_passages({row.passages for row in rows if row.passages is not None})
        return tuple(_make_rule(edition, row, passages) for row in rows)

    def _read_passages(self, lists: Collection[int]) -> _PassageTexts:
        """Return the texts of the examples and notes in some lists of passages, given by their ids."""
        if not lists:
            return {}
        query = """SELECT passages.id, note, text FROM passage_lists AS passages JOIN texts ON texts.id = text_id
                   WHERE passages.id IN (SELECT value FROM json_each(?)) ORDER BY passages.id, note, item"""
        rows = self.select(query, encode_array(sorted(lists)))
        return grouped(((number, note), text) for number, note, text in rows)

    def _entries(self, edition: str, where: str, *values: str) -> tuple[GlossaryEntry, ...]:
        return tuple(
            GlossaryEntry(edition, term, text, ordinal, _span(first, last))
            for term, text, ordinal, first, last in self.select(f"{_ENTRIES} {where}", self._checked(edition), *values)
        )


def _read_sets(packed: str) -> tuple[CardSet, ...]:
    """Return the sets of an edition: `[["M10", "Magic 2010", []]]` → `(CardSet("M10", "Magic 2010", ()),)`."""
    return tuple(CardSet(code, name, tuple(words)) for code, name, words in msgspec.json.decode(packed))


def _make_rule(edition: str, row: _RuleRow, passages: _PassageTexts) -> Rule:
    """Return the rule in a row.

    Args:
        edition: Id of its edition.
        row: The row.
        passages: The texts of its examples and notes, among others.
    """
    examples = passages.get((row.passages, EXAMPLE), ())
    notes = passages.get((row.passages, NOTE), ())
    return Rule(
        edition=edition,
        number=row.number,
        kind=row.kind,
        heading=row.title,
        text=row.text,
        examples=tuple(examples),
        notes=tuple(notes),
        tags=names_from(row.tags) if row.tags else (),
        parent=row.parent,
        label=row.label,
        ordinal=row.ordinal,
        span=_span(row.first_line, row.last_line),
    )


def _span(first: int | None, last: int | None) -> Span | None:
    return None if first is None or last is None else Span(first, last)
