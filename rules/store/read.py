"""Reading the knowledge base."""

from __future__ import annotations

import sqlite3
from collections import defaultdict
from hashlib import sha256
from typing import TYPE_CHECKING, Any, Literal

from rules.edition_names import edition_named
from rules.numbers import is_term, key_of_rule, number_of, ordinal_of, term_of
from rules.records import Diagnostic, Edition, GlossaryEntry, Matter, Resolution, Rule, Variant
from rules.store import rows
from rules.store.base import REMEDY
from rules.store.history import HistoryReader
from rules.store.occurrences import TextsToEditions
from rules.store.schema import APPLICATION_ID, SCHEMA_VERSION, ForeignFileError, StoreError

if TYPE_CHECKING:
    from collections.abc import Container, Iterable
    from pathlib import Path

_RULES = """
    SELECT position, number, ordinal, kind, title, text, parent, label, tags, first_line, last_line
    FROM rules JOIN texts ON texts.id = rules.text_id
"""
_NO_TEXT = sha256(b"").hexdigest()
_FOREIGN = "remove it or name another file with --db, then make one with: comprules ingest"


def open_store(path: Path) -> Store:
    """Open a knowledge base for reading.

    Raises:
        StoreError: There is no file at `path`, it is not a knowledge base, or it has another schema version.
    """
    if not path.is_file():
        what = "is a folder, not a knowledge base" if path.is_dir() else "there is no knowledge base here"
        raise StoreError(f"{path}: {what}; {REMEDY}")
    try:
        # Immutable: the file is only ever replaced by a rename, so no lock is needed and a read-only disk is enough.
        connection = sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro&immutable=1", uri=True)
        application = connection.execute("PRAGMA application_id").fetchone()[0]
        version = connection.execute("PRAGMA user_version").fetchone()[0]
    except sqlite3.Error as error:
        raise ForeignFileError(f"{path}: not a knowledge base ({error}); {_FOREIGN}") from error
    if application != APPLICATION_ID:
        connection.close()
        raise ForeignFileError(f"{path}: not a knowledge base of comprules; {_FOREIGN}")
    if version != SCHEMA_VERSION:
        connection.close()
        raise StoreError(
            f"{path}: made by another version of comprules (schema {version}, not {SCHEMA_VERSION}); {REMEDY}"
        )
    return Store(path, connection)


class Store(HistoryReader, TextsToEditions):
    """An open knowledge base. Made by `open_store`; close it, or use it in a `with` statement.

    Methods that take an edition take its id (`2009-07-11`) and raise `LookupError` for an edition that is not in the
    knowledge base.
    """

    def editions(self) -> tuple[Edition, ...]:
        """Return all editions, oldest first."""
        witnesses: dict[str, list[Any]] = defaultdict(list)
        for edition, *row in self.select("SELECT * FROM witnesses ORDER BY edition, position"):
            witnesses[edition].append(row)
        fragments: dict[str, list[Any]] = defaultdict(list)
        for row in self.select("SELECT * FROM fragments ORDER BY edition, position"):
            fragments[row[0]].append(row)
        return tuple(
            rows.edition_from(row, witnesses[row[0]], fragments[row[0]])
            for row in self.select("SELECT * FROM editions ORDER BY id")
        )

    def resolve(self, name: str) -> str:
        """Return the id of the edition that a date, a set code, a file date, `latest` or `first` means.

        Raises:
            UnknownEdition: No edition matches; see `rules.edition_names.edition_named`.
        """
        return edition_named(name, self.editions(), self.edition_ids)

    def edition(self, edition: str) -> Edition:
        """Return one edition."""
        self._check(edition)
        witnesses = self.select("SELECT * FROM witnesses WHERE edition = ? ORDER BY position", edition)
        (row,) = self.select("SELECT * FROM editions WHERE id = ?", edition)
        fragments = self.select("SELECT * FROM fragments WHERE edition = ? ORDER BY position", edition)
        return rows.edition_from(row, [witness[1:] for witness in witnesses], fragments)

    def counts(self) -> dict[str, tuple[int, int, int]]:
        """Return how many rules, glossary entries and references each edition has, by its id."""
        query = "SELECT id, rule_count, glossary_count, reference_count FROM editions ORDER BY id"
        return {row[0]: (row[1], row[2], row[3]) for row in self.select(query)}

    def fingerprints(self) -> dict[str, str]:
        """Return the hash of what each edition was made from, by its id."""
        return {row[0]: row[1] for row in self.select("SELECT id, fingerprint FROM editions ORDER BY id")}

    def rules(self, edition: str, keys: Container[str] | None = None) -> tuple[Rule, ...]:
        """Return the rules of an edition, sections to subrules, in document order: all, or those of some keys."""
        self._check(edition)
        selected = self.select(f"{_RULES} WHERE edition = ? ORDER BY position", edition)
        if keys is not None:
            selected = [row for row in selected if key_of_rule(row[1], row[2]) in keys]
        return self._as_rules(edition, selected)

    def rule(self, edition: str, key: str) -> Rule | None:
        """Return one rule by its number, or by its key (`502.35b#2`) for the second of its number; None without one."""
        self._check(edition)
        number, _, ordinal = key.partition("#")
        if ordinal and not (ordinal.isdecimal() and len(ordinal) < 4):
            return None
        selected = self.select(
            f"{_RULES} WHERE edition = ? AND number = ? AND ordinal = ?", edition, number, int(ordinal or 1)
        )
        return next(iter(self._as_rules(edition, selected)), None)

    def numbers(self, edition: str) -> tuple[str, ...]:
        """Return the numbers of an edition's rules, in the order of the document; doubled numbers twice."""
        self._check(edition)
        return tuple(r[0] for r in self.select("SELECT number FROM rules WHERE edition = ? ORDER BY position", edition))

    def editions_with(self, number: str) -> tuple[str, str] | None:
        """Return the first and the last edition that has a rule of this number; None if there was never one."""
        first, last = self.select("SELECT min(edition), max(edition) FROM rules WHERE number = ?", number)[0]
        return None if first is None else (first, last)

    def heading(self, edition: str, key: str) -> str | None:
        """Return the own heading of a rule; None if it has none, and for glossary entries, which have their term."""
        return self._read_heading_and_parent(edition, key)[0]

    def headings(self, edition: str) -> dict[str, str]:
        """Return the own headings of an edition's rules by key, in the order of the document."""
        self._check(edition)
        query = """SELECT number, ordinal, title FROM rules JOIN texts ON texts.id = text_id
                   WHERE edition = ? AND title <> '' ORDER BY position"""
        return {key_of_rule(number, ordinal): title for number, ordinal, title in self.select(query, edition)}

    def title(self, edition: str, key: str) -> str | None:
        """Return the own heading of a rule, else that of the nearest rule above it that has one."""
        above: str | None = key
        seen: set[str | None] = set()
        while above is not None and above not in seen:
            seen.add(above)
            heading = self.heading(edition, above)
            if heading is not None:
                return heading
            above = self._read_heading_and_parent(edition, above)[1]
        return None

    def _read_heading_and_parent(self, edition: str, key: str) -> tuple[str | None, str | None]:
        """Return heading and parent of a rule, None for each that the rule does not have."""
        self._check(edition)
        query = """SELECT title, parent FROM rules JOIN texts ON texts.id = text_id
                   WHERE edition = ? AND number = ? AND ordinal = ?"""
        selected = self.select(query, edition, number_of(key), ordinal_of(key))
        return selected[0] if selected else (None, None)

    def text_sha256(self, edition: str, key: str) -> str | None:
        """Return the SHA-256, in hexadecimal, of the shown words of a record: its text, else its heading.

        Returns:
            None if the edition has no such record.
        """
        self._check(edition)
        where = "glossary JOIN texts ON texts.id = text_id WHERE title = ?"
        if not is_term(key):
            where = "rules JOIN texts ON texts.id = text_id WHERE number = ?"
        query = f"SELECT title, sha256 FROM {where} AND edition = ? AND ordinal = ?"  # noqa: S608 - fixed words only
        selected = self.select(query, term_of(key), edition, ordinal_of(key))
        if not selected:
            return None
        title, digest = selected[0]
        return sha256((title or "").encode()).hexdigest() if digest == _NO_TEXT else str(digest)

    def titled(self, edition: str, words: str) -> tuple[tuple[str, str], ...]:
        """Return number and heading of the rules with this heading, in upper or lower case."""
        self._check(edition)
        query = """SELECT number, title FROM texts JOIN rules ON rules.text_id = texts.id
                   WHERE title = ? COLLATE NOCASE AND edition = ? ORDER BY position"""
        return tuple((number, title) for number, title in self.select(query, words, edition))

    def subrules(self, edition: str, number: str) -> tuple[Rule, ...]:
        """Return the rules right below a rule: chapters of a section, rules of a chapter, subrules of a rule."""
        self._check(edition)
        selected = self.select(f"{_RULES} WHERE edition = ? AND parent = ? ORDER BY position", edition, number)
        return self._as_rules(edition, selected)

    def glossary(self, edition: str) -> tuple[GlossaryEntry, ...]:
        """Return the glossary of an edition, in its order."""
        self._check(edition)
        query = """SELECT title, text, ordinal, first_line, last_line
                   FROM glossary JOIN texts ON texts.id = text_id WHERE edition = ? ORDER BY position"""
        return tuple(
            GlossaryEntry(edition, term, text, ordinal, rows.span_from(first, last))
            for term, text, ordinal, first, last in self.select(query, edition)
        )

    def entry(self, edition: str, key: str) -> GlossaryEntry | None:
        """Return one entry of an edition's glossary; None if it has none of that key."""
        self._check(edition)
        query = """SELECT title, text, ordinal, first_line, last_line
                   FROM glossary JOIN texts ON texts.id = text_id WHERE edition = ? AND title = ? AND ordinal = ?"""
        for term, text, ordinal, first, last in self.select(query, edition, term_of(key), ordinal_of(key)):
            return GlossaryEntry(edition, term, text, ordinal, rows.span_from(first, last))
        return None

    def matter(self, edition: str) -> tuple[Matter, ...]:
        """Return the matter around the rules of an edition: introduction, contents, credits and the like."""
        self._check(edition)
        query = """SELECT name, text, first_line, last_line
                   FROM matter JOIN texts ON texts.id = text_id WHERE edition = ? ORDER BY position"""
        return tuple(
            Matter(name, text, rows.span_from(first, last)) for name, text, first, last in self.select(query, edition)
        )

    def references(self, edition: str, source: str | None = None) -> tuple[Resolution, ...]:
        """Return the references of an edition, or of one of its records, in the order of the document.

        Args:
            edition: Its id.
            source: Key of a rule or glossary entry; None for all of them.
        """
        self._check(edition)
        where = "edition = ?" if source is None else "edition = ? AND source = ?"
        values = (edition,) if source is None else (edition, source)
        selected = self.select(f"SELECT * FROM refs WHERE {where} ORDER BY position", *values)  # noqa: S608 - fixed words only
        return tuple(rows.resolution_from(row[1:]) for row in selected)

    def references_to(self, edition: str, key: str) -> tuple[Resolution, ...]:
        """Return the references of an edition that lead to a rule or glossary entry, in the order of the document."""
        self._check(edition)
        query = """SELECT refs.* FROM citations JOIN refs USING (edition, position)
                   WHERE edition = ? AND target = ? ORDER BY position"""
        return tuple(rows.resolution_from(row[1:]) for row in self.select(query, edition, key))

    def cited_by(self, edition: str, key: str) -> tuple[str, ...]:
        """Return the keys of the records that refer to a rule or glossary entry, in document order, each once.

        Args:
            edition: Its id.
            key: `Rule.key` (the number) or `GlossaryEntry.key`.
        """
        return tuple(dict.fromkeys(reference.reference.source for reference in self.references_to(edition, key)))

    def variants(self, edition: str) -> tuple[Variant, ...]:
        """Return the passages in which the witnesses of an edition differ from its reading; those of fragments last."""
        self._check(edition)
        query = """SELECT position, key, witness, kind, reading.text, other.text, adopted FROM variants
                   JOIN texts AS reading ON reading.id = reading_id JOIN texts AS other ON other.id = text_id
                   WHERE edition = ? ORDER BY position"""
        of_fragments = self.select("SELECT * FROM fragment_variants WHERE edition = ? ORDER BY position", edition)
        whole = (rows.variant_from(row) for row in self.select(query, edition))
        return (*whole, *(rows.fragment_variant_from(row) for row in of_fragments))

    def diagnostics(self, edition: str) -> tuple[Diagnostic, ...]:
        """Return the problems found while the edition was read."""
        self._check(edition)
        selected = self.select("SELECT * FROM diagnostics WHERE edition = ? ORDER BY position", edition)
        return tuple(rows.diagnostic_from(row[1:]) for row in selected)

    def _as_rules(self, edition: str, selected: Iterable[Any]) -> tuple[Rule, ...]:
        selected = list(selected)
        examples = self._read_passages("examples", edition, selected)
        notes = self._read_passages("notes", edition, selected)
        return tuple(
            Rule(
                edition=edition,
                number=row[1],
                ordinal=row[2],
                kind=row[3],
                heading=row[4],
                text=row[5],
                examples=tuple(examples.get(row[0], ())),
                notes=tuple(notes.get(row[0], ())),
                tags=rows.tags_from(row[8]),
                parent=row[6],
                label=row[7],
                span=rows.span_from(row[9], row[10]),
            )
            for row in selected
        )

    def _read_passages(
        self, table: Literal["examples", "notes"], edition: str, selected: list[Any]
    ) -> dict[int, list[str]]:
        """Return the examples or notes of the selected rules, by position."""
        passages: dict[int, list[str]] = defaultdict(list)
        if selected:
            query = f"""SELECT position, text FROM {table} JOIN texts ON texts.id = text_id
                        WHERE edition = ? AND position BETWEEN ? AND ? ORDER BY position, item"""  # noqa: S608 - fixed words only
            for position, text in self.select(query, edition, selected[0][0], selected[-1][0]):
                passages[position].append(text)
        return passages
