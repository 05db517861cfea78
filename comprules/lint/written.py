"""Remembers for which edition upgrades wrote files, so that a repeated run renumbers nothing twice.

New numbers look like old ones, and only a pin in the tree records the edition permanently. Without one, a run that was
killed just after its last step looks like one that never began. So each run notes in the user's data folder how it
left the citing files. A note is valid only for that very file while it is untouched; a copy, a checkout or an edit
invalidates it, and then `--from` decides.
"""

from __future__ import annotations

import contextlib
import errno
import hashlib
import os
import sqlite3
from pathlib import Path
from typing import TYPE_CHECKING

import platformdirs

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

NOTES = "upgraded.sqlite"
_MOST = 200_000
"""Maximum number of remembered files, the latest ones; a note takes about 150 bytes."""
_SCHEMA = "CREATE TABLE IF NOT EXISTS written (place BLOB UNIQUE, state TEXT, sha256 TEXT, edition TEXT)"


def note_written(files: Iterable[tuple[Path, str]], edition: str) -> None:
    """Note the edition of files.

    Args:
        files: Their real paths, and the SHA-256 of their content.
        edition: Id of the edition.

    Raises:
        OSError: It cannot be noted.
    """
    rows = [(os.fsencode(place), state, digest, edition) for place, digest in files if (state := _read_state(place))]
    place = _notes()
    place.parent.mkdir(parents=True, exist_ok=True)
    with _open_notes(place) as notes:
        notes.execute(_SCHEMA)
        notes.executemany("INSERT OR REPLACE INTO written VALUES (?, ?, ?, ?)", rows)
        notes.execute("DELETE FROM written WHERE rowid <= (SELECT max(rowid) FROM written) - ?", (_MOST,))
        notes.commit()


def editions_written(files: Iterable[str]) -> dict[str, str]:
    """Return the edition of each file that is exactly as an upgrade left it.

    Raises:
        OSError: There are notes, but they cannot be read.
    """
    place = _notes()
    if not os.path.exists(place):  # noqa: PTH110 - never raises: an unreadable folder has none of our notes
        return {}
    editions = {}
    with _open_notes(place) as notes:
        if not notes.execute("SELECT 1 FROM sqlite_master WHERE name = 'written'").fetchone():
            return {}
        for file in files:
            real = Path(os.path.realpath(file))
            row = notes.execute(
                "SELECT state, sha256, edition FROM written WHERE place = ?", (os.fsencode(real),)
            ).fetchone()
            if row is not None and row[0] == _read_state(real) and row[1] == _hash_file(real):
                editions[file] = row[2]
    return editions


@contextlib.contextmanager
def _open_notes(place: Path) -> Iterator[sqlite3.Connection]:
    try:
        with contextlib.closing(sqlite3.connect(place)) as notes:
            yield notes
    except sqlite3.Error as error:
        raise OSError(
            errno.EIO, f"{error}; delete it: all it holds is what earlier upgrades wrote", str(place)
        ) from error


def _notes() -> Path:
    return platformdirs.user_data_path("comprules", appauthor=False) / NOTES


def _read_state(place: Path) -> str | None:
    """Return a state that changes when a file is written, replaced, renamed or restored; None if there is no file."""
    try:
        about = place.stat()
    except OSError:
        return None
    return f"{about.st_ino} {about.st_size} {about.st_mtime_ns} {about.st_ctime_ns}"


def _hash_file(place: Path) -> str | None:
    try:
        with place.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError:
        return None
