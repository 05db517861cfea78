"""Hashes of the source code, to recompute what older code produced."""

import hashlib
from functools import cache
from importlib.util import find_spec
from pathlib import Path

_ROOT = Path(__file__).resolve().parent.parent

_READING = ("scraper", "rules", "graph/references", "comprules/ingest.py", "comprules/work.py")
_ALIGNING = (
    "rules/align",
    "rules/change",
    "rules/links.py",
    "rules/text.py",
    "graph/compare/changed.py",
    "graph/curated_file.py",
    "graph/decisions.py",
    "graph/links.toml",
    "graph/terms",
    "graph/terms.toml",
    "comprules/steps.py",
)
_TRACING = (
    "graph/lineages",
    "graph/lineages.txt",
    "graph/correspond.py",
    "graph/identify.py",
    "comprules/history.py",
)
_NEITHER = (
    "rules/errors.py",
    "rules/files.py",
    "rules/folders.py",
    "rules/store/columns.toml",
    "rules/workers.py",
    "scraper/editions.toml",
)
"""Code without influence on what is read, and facts of single editions, which each edition's fingerprint covers."""


@cache
def reading_code() -> str:
    """Return the hash of all code and data that decide what is read, and the readers that are missing."""
    missing = [name for name in ("docx", "pypdfium2") if find_spec(name) is None]
    return "-".join((_make_fingerprint(_READING, (*_ALIGNING, *_TRACING, *_NEITHER)), *missing))


@cache
def aligning_code() -> str:
    """Return the hash of all code and data that decide how editions are aligned, without the code that reads them."""
    return _make_fingerprint(_ALIGNING, ())


@cache
def tracing_code() -> str:
    """Return the hash of all code and data that decide the lineages, without the alignment; with their registry."""
    return _make_fingerprint(_TRACING, ())


def list_covered() -> set[Path]:
    """Return the files that one of the hashes covers."""
    return {*_list_files(_READING, _NEITHER), *_list_files(_ALIGNING), *_list_files(_TRACING)}


def _make_fingerprint(places: tuple[str, ...], without: tuple[str, ...]) -> str:
    digest = hashlib.sha256()
    for path in sorted(_list_files(places, without)):
        digest.update(path.relative_to(_ROOT).as_posix().encode() + b"\0")
        digest.update(hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()


def _list_files(places: tuple[str, ...], without: tuple[str, ...] = ()) -> set[Path]:
    left_out = {_ROOT / folder for folder in without}
    named = {_ROOT / place for place in places}
    files = {path for path in named if path.is_file()}
    files |= {path for place in named for path in place.rglob("*") if path.suffix in {".py", ".toml"}}
    return {path for path in files if left_out.isdisjoint((path, *path.parents))}
