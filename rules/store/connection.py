"""A read-only SQLite file that any thread may query, also after a fork."""

import os
import sqlite3
import threading
import weakref
from collections.abc import Callable
from pathlib import Path
from typing import Any

from rules.errors import ComprulesError

_SEAL = "SELECT value FROM meta WHERE key = 'seal'"

_opening = threading.Lock()
"""Held while a file is opened, so that no fork comes in between."""
_connections: weakref.WeakSet["ReadConnection"] = weakref.WeakSet()
"""All connections of this process."""
_inherited: list[sqlite3.Connection] = []
"""Connections of the parent process, in a process that was forked. They are kept here because SQLite allows this
process neither to use nor to close them; if they were freed, they would be closed."""
_waiting: list["ReadConnection"] = []
"""Connections that wait for the end of a fork; empty at all other times."""


class ReplacedFileError(ComprulesError):
    """Raised in a forked process if another file has replaced the one that was opened before the fork."""


class ClosedFileError(ComprulesError):
    """Raised if a query is sent after the file was closed."""


class ReadConnection:
    """One connection to a file that is only ever replaced as a whole.

    Threads take turns: SQLite keeps the values of a query in a statement that all of them share. A process that was
    forked opens the file again, because SQLite's state must not be used in two processes; `ReplacedFileError` is
    raised there if the path holds another file by then.

    Args:
        path: The file.
        prepare: Called with each new connection, to configure it.
        data: The bytes of the file, if they are to be read instead of the file at the path.

    Attributes:
        data: The bytes of the file if they are held in memory, else None.
        seal: The file's seal (`rules.store.seal`), by which a forked process recognizes the file; None if it has none.

    Raises:
        sqlite3.Error: The file cannot be opened.
    """

    def __init__(
        self,
        path: Path,
        prepare: Callable[[sqlite3.Connection], object] | None = None,
        data: bytes | None = None,
    ) -> None:
        self.data = data
        # A relative path would mean another file once the process has another working folder.
        self._address = f"{path.resolve().as_uri()}?mode=ro&immutable=1"
        self._prepare = prepare
        self._lock = threading.Lock()
        self._is_closed = False
        with _opening:
            self._connection: sqlite3.Connection | None = self._connect()
            self.seal = _read_seal(self._connection)
            _connections.add(self)

    def fetch(self, query: str, *values: object) -> list[Any]:
        """Return all rows of a query.

        Raises:
            sqlite3.Error: The query cannot be answered.
            ClosedFileError: `close` was called.
            ReplacedFileError: This is a forked process, and the path holds another file by now.
        """
        with self._lock:
            return self._open().execute(query, values).fetchall()

    def hold(self) -> bytes:
        """Read the whole file into memory, so that later changes to the file do not matter, and return its bytes.

        Raises:
            sqlite3.Error: The file cannot be read.
            ClosedFileError: `close` was called.
            ReplacedFileError: This is a forked process, and the path holds another file by now.
        """
        with self._lock:
            if self.data is None:
                connection_to_file = self._open()
                self.data = connection_to_file.serialize()
                self._connection = self._connect()  # now to the bytes
                connection_to_file.close()
            return self.data

    def close(self) -> None:
        """Close the file; no query can be answered afterwards."""
        with self._lock:
            self._is_closed = True
            if self._connection is not None:
                self._connection.close()

    def wait(self) -> None:
        """Wait until no thread is in a query, and let no query begin; called before a fork."""
        self._lock.acquire()

    def resume(self) -> None:
        """Let queries begin again; called in the parent process after a fork."""
        self._lock.release()

    def leave_parent(self) -> None:
        """Stop using the connection of the parent process, and let queries begin; called in the forked process."""
        if self._connection is not None:
            _inherited.append(self._connection)
        self._connection = None
        self._lock = threading.Lock()

    def _open(self) -> sqlite3.Connection:
        """Return the connection; a forked process opens one of its own at the first query.

        Raises:
            ClosedFileError: `close` was called.
            ReplacedFileError: This is a forked process, and the path holds another file by now.
        """
        if self._is_closed:
            raise ClosedFileError
        if self._connection is None:
            connection = self._connect()
            if _read_seal(connection) != self.seal:
                connection.close()
                raise ReplacedFileError
            self._connection = connection
        return self._connection

    def _connect(self) -> sqlite3.Connection:
        """Return a new connection to the file, or to the bytes held in memory."""
        # Immutable: the file is only ever replaced by a rename, so no lock is needed and a read-only disk is enough.
        if self.data is None:
            connection = sqlite3.connect(self._address, uri=True, check_same_thread=False)
        else:
            connection = sqlite3.connect(":memory:", check_same_thread=False)
            connection.deserialize(self.data)
        if self._prepare is not None:
            self._prepare(connection)
        return connection


def _read_seal(connection: sqlite3.Connection) -> str | None:
    try:
        rows = connection.execute(_SEAL).fetchall()
    except sqlite3.Error:
        return None  # the first query says what is wrong with the file
    return str(rows[0][0]) if rows else None


def _wait_for_queries() -> None:
    """Wait until no thread is inside SQLite, before the process forks.

    Otherwise the forked process would inherit SQLite's locks, and nobody would ever release them there.
    """
    _opening.acquire()
    _waiting.extend(_connections)
    for connection in _waiting:
        connection.wait()


def _resume() -> None:
    """Let queries begin again in the parent process."""
    for connection in _waiting:
        connection.resume()
    _waiting.clear()
    _opening.release()


def _leave_parent() -> None:
    """Stop using the connections of the parent process, and let queries begin in the forked process."""
    for connection in _waiting:
        connection.leave_parent()
    _waiting.clear()
    _opening.release()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(before=_wait_for_queries, after_in_parent=_resume, after_in_child=_leave_parent)
