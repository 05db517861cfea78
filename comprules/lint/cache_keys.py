"""The keys of remembered results: hashes of everything that a result follows from."""

import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from hashlib import blake2b
from importlib.util import find_spec
from pathlib import Path

import msgspec

from comprules.lint.patterns import real_path_of
from comprules.lint.settings import Settings
from graph.ledger import Ledger
from graph.ledger.ledger import SHIPPED
from rules import files

_SIZE = 20
"""Bytes of a key: as in git, so many that no two results have the same key."""
_SOURCES = (Path(__file__).parents[1], SHIPPED.parents[1], Path(files.__file__).parent)
"""The folders of the program's modules on which findings depend: `comprules`, `graph` and `rules`."""
_LIBRARIES = ("ahocorasick_rs", "msgspec", "pathspec", "rapidfuzz")
"""The names of the imported libraries on which findings depend, and the reading of settings and of remembered results.

Their versions would be enough, but looking them up takes longer than a check of remembered results.
"""
_COMPILED = "__pycache__"


class ResultKeys:
    """Makes the keys of one kind of result; can be sent to worker processes.

    Args:
        kind: The kind of result, such as `check`.
        ledger: The ledger of the run.

    Attributes:
        is_usable: Whether keys can be made. A ledger without a seal (a hash of its content) cannot be told from others.
    """

    def __init__(self, kind: str, ledger: Ledger) -> None:
        self.is_usable = ledger.seal is not None
        self._common = _hash((kind.encode(), (ledger.seal or "").encode(), sys.version.encode(), hash_program()))

    def key_of_file(self, settings: Settings, path: str, data: bytes, *, named: bool, more: str) -> bytes:
        """Return the key of the result for a file.

        Args:
            settings: The settings that decide for it.
            path: Its path as shown.
            data: Its bytes.
            named: Whether the user named the file, which decides whether a notice says that it was skipped.
            more: Anything else that decides the result, such as the role of the file in a coverage; empty for nothing.
        """
        parts = (self._common, _encode(settings), os.fsencode(path), os.fsencode(real_path_of(path)))
        return _hash((*parts, b"named" if named else b"", more.encode(), data))

    def key_of_run(self, settings: Settings, keys: Sequence[bytes | None]) -> bytes | None:
        """Return the key of a result that follows from those for all files; None if a file has no key.

        Args:
            settings: The settings for whatever is not about one file.
            keys: The keys of the files, in order; None for a file without one.
        """
        file_keys = [key for key in keys if key is not None]
        if len(file_keys) < len(keys):
            return None
        return _hash((self._common, b"run", _encode(settings), *file_keys))


@lru_cache(maxsize=1)
def hash_program() -> bytes:
    """Return a hash that changes with each module of the program, and with other versions of the libraries.

    The version number of the program is not enough: in a checkout it stays when a module changes.
    """
    folders = [str(folder) for folder in _SOURCES]
    for name in _LIBRARIES:
        spec = find_spec(name)
        if spec is not None:
            folders.extend(spec.submodule_search_locations or ())
    return _hash(_describe_files(folders))


def _describe_files(folders: Iterable[str]) -> Iterator[bytes]:
    """Yield the path, size and time of each file below some folders except compiled ones, always in the same order."""
    waiting = list(folders)
    while waiting:
        folder = waiting.pop()
        for entry in sorted(os.scandir(folder), key=lambda entry: entry.name):
            if entry.is_dir():
                if entry.name != _COMPILED:
                    waiting.append(entry.path)
            else:
                status = entry.stat()
                yield f"{entry.path}\0{status.st_size}\0{status.st_mtime_ns}".encode("utf-8", "surrogateescape")


@lru_cache(maxsize=64)
def _encode(settings: Settings) -> bytes:
    """Return settings as bytes, which are the same in every process."""
    return msgspec.json.encode(settings, enc_hook=str, order="deterministic")


def _hash(parts: Iterable[bytes]) -> bytes:
    """Return the hash of a sequence of bytes.

    The length of each part is hashed before the part, so that `(b"ab", b"c")` and `(b"a", b"bc")` differ.
    """
    total = blake2b(digest_size=_SIZE)
    for part in parts:
        total.update(len(part).to_bytes(8, "little"))
        total.update(part)
    return total.digest()
