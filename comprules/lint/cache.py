"""The results of earlier runs, in a file of the user's cache folder.

A result is stored under a hash of everything that it follows from (see `cache_keys`), so an outdated result is never
found. The file is never in the tree that is checked: the author of the tree could then choose the findings. If the file
cannot be used, a run works without it; a damaged file is removed.
"""

import contextlib
import os
import sqlite3
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from hashlib import blake2b
from pathlib import Path

CACHE_VARIABLE = "COMPRULES_CACHE"
"""Environment variable with the folder of the cache."""
_FILE = "results-1.sqlite"
"""The number in the name is increased when the table changes."""
_LARGEST = 128_000_000
"""Maximum bytes of the file, so that it fills no disk; of a larger one, the older half of the results is deleted."""
_PATIENCE = 1.0
"""Seconds to wait for another run that writes; then this run works without the cache, so that nobody waits for long."""
_CHECKSUM_SIZE = 16
"""Bytes of the checksum that a stored value begins with: so many that no damage goes unnoticed."""
_AT_ONCE = 500
"""Keys in one query; SQLite limits the number of question marks, in old versions to 999."""
_TABLE = (
    "CREATE TABLE IF NOT EXISTS results (number INTEGER PRIMARY KEY, key BLOB NOT NULL UNIQUE, value BLOB NOT NULL)"
)
_SHRINK = "DELETE FROM results WHERE number <= (SELECT (min(number) + max(number)) / 2 FROM results)"


class ResultCache:
    """A file of results, which several runs may use at once.

    Args:
        path: The file; it need not exist. None for the user's: in the folder that `$COMPRULES_CACHE` names, else in the
            cache folder of the system.
    """

    def __init__(self, path: Path | None = None) -> None:
        self._named = path

    @cached_property
    def _path(self) -> Path:
        if self._named is not None:
            return self._named
        folder = os.environ.get(CACHE_VARIABLE)
        if folder:
            return Path(folder) / _FILE
        import platformdirs  # noqa: PLC0415 - not needed without a cache

        return platformdirs.user_cache_path("comprules", appauthor=False) / _FILE

    def read(self, keys: Sequence[bytes]) -> dict[bytes, bytes]:
        """Return the undamaged results that the file has for some keys, by their keys.

        Args:
            keys: The keys.
        """
        values: dict[bytes, bytes] = {}

        def select(connection: sqlite3.Connection) -> None:
            for start in range(0, len(keys), _AT_ONCE):
                batch = keys[start : start + _AT_ONCE]
                placeholders = ",".join("?" * len(batch))
                query = f"SELECT key, value FROM results WHERE key IN ({placeholders})"  # noqa: S608 - question marks alone
                values.update(connection.execute(query, batch))

        if self._path.is_file():
            self._use(select)
        return {key: value[_CHECKSUM_SIZE:] for key, value in values.items() if _is_whole(key, value)}

    def write(self, values: Mapping[bytes, bytes]) -> None:
        """Add results; a result replaces the earlier one of the same key.

        If the file grows too large, the older half of its results is deleted.

        Args:
            values: Key → result.
        """
        rows = [(key, _make_checksum(key, value) + value) for key, value in values.items()]

        def insert(connection: sqlite3.Connection) -> None:
            connection.execute(_TABLE)
            connection.executemany("INSERT OR REPLACE INTO results (key, value) VALUES (?, ?)", rows)
            connection.commit()
            if self._path.stat().st_size > _LARGEST:
                connection.execute(_SHRINK)
                connection.commit()
                connection.execute("VACUUM")

        if rows:
            with contextlib.suppress(OSError):
                self._path.parent.mkdir(parents=True, exist_ok=True)
            self._use(insert)

    def _use(self, execute: Callable[[sqlite3.Connection], None]) -> None:
        """Execute statements on the file. If they fail, a damaged file is deleted, and the run goes on uncached."""
        try:
            with contextlib.closing(sqlite3.connect(self._path, timeout=_PATIENCE)) as connection:
                # Faster, but a power cut may damage the file; damage is noticed by the checksum of each result.
                connection.execute("PRAGMA synchronous = OFF")
                execute(connection)
        except (sqlite3.OperationalError, OSError):  # locked, read-only, full, another table, a folder in its place
            return
        except sqlite3.DatabaseError:
            self._remove()

    def _remove(self) -> None:
        for suffix in ("", "-journal"):
            with contextlib.suppress(OSError):
                Path(f"{self._path}{suffix}").unlink()


def open_cache(*, off: bool = False) -> ResultCache | None:
    """Return the user's cache; None if none is to be used.

    Args:
        off: Whether none is to be used.
    """
    if off:
        return None
    return ResultCache()


def _make_checksum(key: bytes, value: bytes) -> bytes:
    """Return the checksum by which damage to a result, or to its key, is noticed."""
    return blake2b(key + value, digest_size=_CHECKSUM_SIZE).digest()


def _is_whole(key: object, value: object) -> bool:
    """Return whether a stored value, which begins with its checksum, is undamaged."""
    if not isinstance(key, bytes) or not isinstance(value, bytes):
        return False
    return value[:_CHECKSUM_SIZE] == _make_checksum(key, value[_CHECKSUM_SIZE:])
