"""The plan of an upgrade, written to disk before it begins, so that a killed run can be completed.

Before the first file is replaced, all new texts lie beside their files, and the journal has the hashes of the old and
the new text of each file. Completing it renames the remaining new texts. The last entry is the file with the pin; the
first ones are citing files that do not change, of which only the edition is noted.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from comprules.lint.printable import printable
from comprules.lint.written import note_written
from rules.errors import ComprulesError
from rules.files import put_in_place, sync_folder, temporary_path, write_file

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

JOURNAL = ".comprules-upgrade.json"
_VERSION = 1
_LARGEST = 64 * 2**20


class JournalError(ComprulesError):
    """Error: an interrupted upgrade cannot be completed; the message says what to do."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One file of an upgrade.

    Attributes:
        place: Its real path, without symbolic links.
        old: SHA-256 of the old text; None if the file did not exist.
        new: SHA-256 of the new text; equal to `old` if the file does not change.
    """

    place: Path
    old: str | None
    new: str

    @property
    def changes(self) -> bool:
        """Return whether the file gets a new text."""
        return self.old != self.new


@dataclass(frozen=True, slots=True)
class Journal:
    """An upgrade that began to write.

    Attributes:
        file: The file of the journal.
        base: The edition upgraded from.
        target: The edition upgraded to.
        entries: The files, in writing order.
    """

    file: Path
    base: str
    target: str
    entries: tuple[Entry, ...]

    def write(self) -> None:
        """Write the journal; from then on the upgrade can be completed.

        Raises:
            OSError: It cannot be written.
        """
        home = self.file.parent.resolve()
        document = {
            "comprules-upgrade": _VERSION,
            "from": self.base,
            "to": self.target,
            "files": [
                {"path": _make_relative(entry.place, home), "old": entry.old, "new": entry.new}
                for entry in self.entries
            ],
        }
        write_file(self.file, json.dumps(document, indent=1).encode("ascii") + b"\n")

    @property
    def places(self) -> tuple[Path, ...]:
        """Return the files that get a new text."""
        return tuple(entry.place for entry in self.entries if entry.changes)

    def complete_upgrade(self) -> None:
        """Give each file its new text if it lacks it, note the edition of the files, and delete the journal.

        Raises:
            JournalError: A file was changed meanwhile, or its new text is gone; then nothing was done.
            OSError: The system failed; the journal stays, and can be completed later.
        """
        waiting = [entry for entry in self.entries if _is_waiting(entry, self)]
        for file in waiting:
            put_in_place(temporary_path(file.place), file.place)
        for place in self.places:
            temporary_path(place).unlink(missing_ok=True)
        # If notes cannot be stored, only a pin tells the next run; every run without a pin reports that.
        with contextlib.suppress(OSError):
            note_written(((entry.place, entry.new) for entry in self.entries), self.target)
        self.file.unlink()
        sync_folder(self.file.parent)


def read_journal(file: Path) -> Journal:
    """Read a journal.

    Raises:
        JournalError: It is no journal, or one of another version.
        OSError: It cannot be read.
    """
    try:
        with file.open("rb") as stream:
            document: Any = json.loads(stream.read(_LARGEST))
        _ = {_VERSION: "known"}[document["comprules-upgrade"]]
        home = file.parent.resolve()
        entries = tuple(
            Entry(home / str(entry["path"]), None if entry["old"] is None else str(entry["old"]), str(entry["new"]))
            for entry in document["files"]
        )
        return Journal(file, str(document["from"]), str(document["to"]), entries)
    except (ValueError, TypeError, KeyError, RecursionError) as error:
        raise JournalError(
            f"{file}: no journal of an upgrade that this version can read; see with your version control what was "
            "changed, and delete it"
        ) from error


def journals_above(folders: Iterable[Path]) -> tuple[Path, ...]:
    """Return the journals in folders and above them."""
    places = {place for folder in folders for place in (folder.resolve(), *folder.resolve().parents)}
    return tuple(place / JOURNAL for place in sorted(places) if os.path.isfile(place / JOURNAL))  # noqa: PTH113 - never raises


def entries_of(planned: Sequence[tuple[Path, bytes | None, bytes]]) -> Iterator[Entry]:
    """Return the entries for places with their old and their new bytes."""
    for place, old, new in planned:
        yield Entry(place, None if old is None else _hash_data(old), _hash_data(new))


def _is_waiting(entry: Entry, journal: Journal) -> bool:
    """Return whether a file does not have its new text yet.

    Raises:
        JournalError: It was changed meanwhile, or its new text is gone.
    """
    now = _sha256_of(entry.place)
    if now == entry.new or not entry.changes:
        return False
    staged = _sha256_of(temporary_path(entry.place))
    shown = printable(str(entry.place))
    way = f"the upgrade from {journal.base} to {journal.target} that was interrupted"
    if staged != entry.new:
        if now != entry.old:
            return False  # it was renamed, and changed by somebody later
        raise JournalError(
            f"{shown}: the new text that {way} had for it is gone; delete {printable(str(journal.file))}, and upgrade "
            f"this file alone with --no-config --from {journal.base} --to {journal.target}"
        )
    if now != entry.old:
        raise JournalError(
            f"{shown}: it was changed since {way}; its planned text is {printable(str(temporary_path(entry.place)))}: "
            "rename that over it, or delete it to keep what is there, and run again"
        )
    return True


def _make_relative(place: Path, home: Path) -> str:
    return str(place.relative_to(home)) if place.is_relative_to(home) else str(place)


def _hash_data(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def _sha256_of(path: Path) -> str | None:
    if not path.is_file():
        return None
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
