"""Reading the ledger: a knowledge base that has fingerprints and distinctive terms instead of texts."""

from __future__ import annotations

import os
import sqlite3
import struct
from collections.abc import Callable, Collection
from pathlib import Path

from graph.ledger.fingerprints import fingerprints, sign_fingerprint, unsign_fingerprint
from rules.caching import cached_property
from rules.errors import ComprulesError
from rules.keys import term_of
from rules.store import Store, seal
from rules.store.connection import ReadConnection
from rules.store.location import data_folder
from rules.store.record_table import encode_array
from rules.text import strip_title

SHIPPED = Path(__file__).with_name("comprules.ledger")
"""Path of the ledger that ships with the package."""
APPLICATION_ID = 0x43524C33
"""Written to the file's header (`CRL3`), so that it is not taken for a knowledge base."""
LEDGER_VERSION = 7
"""Incremented with every change of the tables of a ledger, which are some of those of a knowledge base."""
LEDGER_VARIABLE = "COMPRULES_LEDGER"
USER_LEDGER = "comprules.ledger"
_REMEDY = "reinstall comprules, or make one with: comprules ledger"
_FORMAT = b"SQLite format 3\0"
_HEAD = struct.Struct(f">{len(_FORMAT)}s 44x I 4x I")
"""The beginning of a SQLite file: its format, `user_version` and `application_id`."""
_WITHOUT_TEXTS = ("no such column: ", "no such table: ")

_HEADINGS = """
    SELECT key, first, title FROM keys
    CROSS JOIN runs ON key_id = keys.id CROSS JOIN packed_texts ON packed_texts.id = text_id
    WHERE kind IN ('section', 'chapter', 'rule') AND title IS NOT NULL AND number IS NOT NULL AND first < ?
    ORDER BY key_id, first
"""
_RESEMBLING = """
    SELECT id, count(*) FROM fingerprints CROSS JOIN packed_lineages ON number = lineage
    WHERE mark IN (SELECT value FROM json_each(?)) GROUP BY lineage ORDER BY count(*) DESC, lineage
"""

_REMNANTS = """
    SELECT older.id, old_first, newer.id, new_first, percent FROM remnants
    JOIN packed_lineages AS older ON older.number = old JOIN packed_lineages AS newer ON newer.number = new
"""
_REPHRASINGS = "SELECT id, first FROM rephrasings JOIN packed_lineages ON number = lineage"


class LedgerError(ComprulesError):
    """A ledger cannot be read, made or written. The message names the file, the problem and the remedy."""


def open_ledger(path: Path | None = None) -> Ledger:
    """Open a ledger: the one named, else the one that `$COMPRULES_LEDGER` names, else the newest available.

    The newest is the user's own ledger, which `comprules update` makes, if it has a later edition than the shipped one.
    An unreadable user's ledger is ignored; `user_ledger_problem` returns the reason.

    Raises:
        LedgerError: There is no ledger, or the named one is damaged, no ledger, or of another version.
    """
    if path is not None:
        return Ledger(path)
    path_in_environment = os.environ.get(LEDGER_VARIABLE)
    if path_in_environment:
        return Ledger(Path(path_in_environment))
    shipped = Ledger(SHIPPED)
    path_of_user = user_ledger_path()
    if not path_of_user.is_file():
        return shipped
    try:
        ledger_of_user = Ledger(path_of_user)
    except LedgerError:
        return shipped
    # Lists of at most one edition, so that a ledger without editions is the older one.
    if ledger_of_user.editions_of()[-1:] > shipped.editions_of()[-1:]:
        shipped.close()
        return ledger_of_user
    ledger_of_user.close()
    return shipped


def open_held_ledger() -> Ledger:
    """Open a ledger as `open_ledger` does, and hold it in memory.

    All workers that it is sent to read the same ledger, whatever replaces the file meanwhile.

    Raises:
        LedgerError: As `open_ledger`.
    """
    ledger = open_ledger()
    ledger.hold()
    return ledger


def user_ledger_path() -> Path:
    """Return the path of the user's own ledger, whether or not the file exists."""
    return data_folder() / USER_LEDGER


def user_ledger_problem() -> str | None:
    """Return the reason why the user's ledger cannot be used; None if it can, or if there is none."""
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

    As a `Store` it may be shared by threads, used after a fork, and pickled.

    Args:
        path: The file.
        data: Its bytes, where another process holds them in memory.

    Raises:
        LedgerError: There is no file at `path`, or it is damaged, no ledger, or of another format.
    """

    has_texts = False
    kind = "ledger"

    def __init__(self, path: Path, data: bytes | None = None) -> None:
        if data is None:
            _check_file(path)
        super().__init__(path, _connect(path, data))

    def __reduce__(self) -> tuple[Callable[..., Ledger], tuple[object, ...]]:
        """Return how another process opens the same ledger."""
        if self._connection.data is not None:
            return Ledger, (self.path, self._connection.data)
        return _open_again, (self.path.resolve(), self.seal)

    def _make_error(self, problem: str) -> LedgerError:
        """Return the error about a problem of this ledger."""
        return LedgerError(f"{self.path}: {problem}")

    def damage_error(self, error: Exception) -> LedgerError:
        """Return the error to raise for content that cannot be read; its remedy is a new ledger."""
        return _damage_error(self.path, str(error))

    def _explain(self, error: Exception) -> Exception:
        """Return the error to raise for an error of SQLite. A missing table or column means a query for texts."""
        if str(error).startswith(_WITHOUT_TEXTS):
            remedy = "make a knowledge base with: comprules ingest"
            return self._make_error(f"the ledger has no texts ({error}); {remedy}")
        return super()._explain(error)

    def all_titles(self) -> list[tuple[str, str, str]]:
        """Return every heading of the Comprehensive Rules, once for each run of editions in which a key had it.

        Returns:
            The key, the first edition of the run, and the heading as printed; by key, then by edition. Retyped editions
            are left out.
        """
        # On the line of editions, those of the Comprehensive Rules come first.
        rows = self.select(_HEADINGS, len(self.editions_of()))
        titles = [(key, self._line[first], title) for key, first, title in rows]
        return [(key, edition, title) for key, edition, title in titles if edition not in self.retyped]

    def resembling(self, text: str) -> dict[str, float]:
        """Return the lineages that share fingerprints with a text.

        Args:
            text: Quoted text of five words or more. A verbatim quotation has a share of 1; a rule that shares fewer
                than five consecutive words with the text may not be found.

        Returns:
            Lineage id → share of the text's fingerprints that a version of the lineage has, above 0 and up to 1. The
            greatest share comes first.
        """
        signed = sorted(map(sign_fingerprint, fingerprints(text)))
        shared = self.select(_RESEMBLING, encode_array(signed))
        return {lineage: count / len(signed) for lineage, count in shared}

    @cached_property
    def shares(self) -> dict[tuple[str, str, str, str], int]:
        """Return the share of a record's text in its remnants: pieces that have too little of it to count as parts.

        `graph.compare.remnants` finds them.

        Returns:
            The lineage of the record, the first edition with its text, the lineage of the piece, and the first edition
            with the text of the piece → percent of the shorter of the two texts that the longer one has too. Empty for
            a ledger made before these figures were kept.
        """
        if not self.select("SELECT 1 FROM sqlite_master WHERE name = 'remnants'"):
            return {}
        line = self._line
        return {
            (old, line[old_first], new, line[new_first]): percent
            for old, old_first, new, new_first, percent in self.select(_REMNANTS)
        }

    @cached_property
    def rephrased(self) -> frozenset[tuple[str, str]]:
        """Return the versions that only rephrase the one before, each as its lineage and its first edition.

        Empty for a ledger made before these versions were listed.
        """
        if not self.select("SELECT 1 FROM sqlite_master WHERE name = 'rephrasings'"):
            return frozenset()
        return frozenset((lineage, self._line[first]) for lineage, first in self.select(_REPHRASINGS))

    def select_known(self, wanted: Collection[int]) -> frozenset[int]:
        """Return those of some fingerprints that any rule or glossary entry has, or the text around the rules."""
        query = "SELECT value FROM json_each(?) WHERE EXISTS (SELECT 1 FROM fingerprints WHERE mark = value)"
        signed = [sign_fingerprint(fingerprint) for fingerprint in sorted(wanted)]
        return frozenset(unsign_fingerprint(found) for (found,) in self.select(query, encode_array(signed)))

    @cached_property
    def chapter_titles(self) -> frozenset[str]:
        """Return the titles that sections and chapters ever had, by `rules.text.strip_title`."""
        return frozenset(strip_title(title) for key, _, title in self.all_titles() if "." not in key)

    def distinctive_terms(self) -> dict[str, bytes]:
        """Return lineage id → the distinctive terms of all its versions, in packed form (`pack_terms`)."""
        return dict(self.select("SELECT id, words FROM distinctive_terms JOIN packed_lineages ON number = lineage"))

    def glossary_rules(self, edition: str) -> list[tuple[str, str]]:
        """Return the terms of an edition's glossary, each with a number to which its entry refers, in order."""
        query = """SELECT source, value FROM refs, json_each(targets)
                   WHERE edition = ? AND source >= 'glossary:' AND source < 'glossary;' AND refs.kind != 'glossary'
                   ORDER BY position"""
        return [(term_of(source), number) for source, number in self.select(query, edition)]

    def ability_words(self) -> list[tuple[str, str]]:
        """Return each ability word in plain letters with the lineage of a rule that lists or listed it, sorted."""
        query = "SELECT name, id FROM ability_words JOIN packed_lineages ON number = lineage ORDER BY name, number"
        return [(name, lineage) for name, lineage in self.select(query)]


def _open_again(path: Path, sealed: str | None) -> Ledger:
    """Open the ledger that another process has open.

    Args:
        path: The file of the ledger.
        sealed: The seal of the ledger that the other process opened.

    Raises:
        LedgerError: There is no ledger any more, or a file with another seal has replaced it.
    """
    ledger = Ledger(path)
    if ledger.seal != sealed:
        ledger.close()
        raise LedgerError(f"{path}: the ledger was replaced during the run; try again")
    return ledger


def _check_file(path: Path) -> None:
    """Check that a file is a whole ledger of this version.

    Raises:
        LedgerError: It is not, or it cannot be read.
    """
    try:
        with path.open("rb") as file:
            head = file.read(_HEAD.size)
        whole = seal.is_file_sealed(path)
    except FileNotFoundError:
        raise LedgerError(f"{path}: there is no ledger here; {_REMEDY}") from None
    except OSError as error:
        raise LedgerError(f"{path}: the ledger cannot be opened ({error.strerror}); {_REMEDY}") from error
    if not head:
        raise LedgerError(f"{path}: the file is empty; {_REMEDY}")
    form, made_by, application = _HEAD.unpack(head.ljust(_HEAD.size))
    if (form, application) != (_FORMAT, APPLICATION_ID):
        raise LedgerError(f"{path}: not a ledger of comprules, or one of an older version; {_REMEDY}")
    if made_by != LEDGER_VERSION:
        newer = "a newer" if made_by > LEDGER_VERSION else "an older"
        raise LedgerError(
            f"{path}: made by {newer} version of comprules (format {made_by}, not {LEDGER_VERSION}); {_REMEDY}"
        )
    if not whole:
        raise _damage_error(path, "the file was changed after it was written")


def _connect(path: Path, data: bytes | None) -> ReadConnection:
    """Return a connection to the file of a ledger, or to its bytes in memory.

    Raises:
        LedgerError: SQLite cannot read it.
    """
    try:
        return ReadConnection(path, _keep_whole, data)
    except sqlite3.Error as error:
        raise _damage_error(path, str(error)) from error


def _keep_whole(connection: sqlite3.Connection) -> None:
    """Make SQLite keep the whole file in memory, because checking many citations reads it in random order."""
    (pages,) = connection.execute("PRAGMA page_count").fetchone()
    connection.execute(f"PRAGMA cache_size = {pages}")


def _damage_error(path: Path, problem: str) -> LedgerError:
    """Return the error about a damaged ledger."""
    return LedgerError(f"{path}: damaged ledger: {problem}; {_REMEDY}")
