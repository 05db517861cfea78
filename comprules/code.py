"""Hashes of the source code, by which `ingest` knows which of its results older code has made."""

import hashlib
import platform
from collections.abc import Iterator
from functools import cache
from importlib import metadata
from pathlib import Path

import graph
import rules
import scraper

_FOLDERS = {
    "comprules": Path(__file__).resolve().parent,
    "graph": Path(graph.__file__).resolve().parent,
    "rules": Path(rules.__file__).resolve().parent,
    "scraper": Path(scraper.__file__).resolve().parent,
}
"""The folder of each package: side by side in the repository, below `comprules` where the wheel is installed."""

# Each tuple lists the files and folders whose code decides one step of `ingest`.
_READING = (
    "scraper",
    "rules",
    "graph/references",
    "graph/documents/condition.py",
    "graph/documents/extent.py",
    "graph/documents/differing.py",
    "graph/documents/nearness.py",
    "graph/documents/novelty.py",
    "graph/documents/stated.py",
    "graph/ledger/__init__.py",
    "graph/ledger/comprules.ledger",
    "graph/ledger/fingerprints.py",
    "graph/ledger/ledger.py",
    "graph/ledger/lineage_texts.py",
    "comprules/ingest.py",
    "comprules/ingest_plan.py",
    "comprules/ingest_tasks.py",
    "comprules/known_texts.py",
    "comprules/work.py",
)
_ALIGNING = (
    "rules/align",
    "rules/change",
    "rules/links.py",
    "rules/sampling.py",
    "rules/text.py",
    "graph/compare/changed.py",
    "graph/compare/components.py",
    "graph/compare/examples.py",
    "graph/compare/step_groups.py",
    "graph/compare/trimming.py",
    "graph/curated",
    "graph/links.toml",
    "graph/terms",
    "graph/terms.toml",
    "comprules/steps.py",
)
_TRACING = (
    "graph/audit/audit.py",
    "graph/audit/contents.py",
    "graph/audit/drift.py",
    "graph/audit/evidence.py",
    "graph/audit/faults.py",
    "graph/audit/mistakes.py",
    "graph/audit/numbering.py",
    "graph/audit/runs.py",
    "graph/audit/record_cache.py",
    "graph/history",
    "graph/lineages",
    "graph/lineages.txt",
    "graph/restatements/correspond.py",
    "graph/restatements/tagged_editions.py",
    "graph/documents/identify.py",
    "graph/documents/lacking.py",
    "graph/documents/near_matches.py",
    "graph/documents/page_days.py",
    "graph/documents/partial.py",
    "graph/documents/partial_days.py",
    "graph/documents/problems.py",
    "graph/documents/units.py",
    "graph/documents/verbatim.py",
    "comprules/attribution.py",
    "comprules/edition_texts.py",
    "comprules/ingest_history.py",
)
_NEITHER = (
    "rules/errors.py",
    "rules/exchange.py",
    "rules/file_list.py",
    "rules/files.py",
    "rules/folders.py",
    "rules/foreign_files.py",
    "rules/store/columns.toml",
    "rules/workers.py",
    "scraper/editions.toml",
)
"""Code without influence on what is read, and facts of single editions, which each edition's fingerprint covers."""

_LIBRARIES = ("beautifulsoup4", "lxml", "pypdfium2", "python-docx", "rapidfuzz", "striprtf")
"""The libraries that read documents or compare texts, some of which need not be installed."""


@cache
def reading_code() -> str:
    """Return the hash of all code and data that decide what is read, with the versions of Python and of libraries.

    Every edition is read, aligned and traced again if it changes, so the other hashes need no versions.

    Example: `91f0…-python 3.12.4-beautifulsoup4 4.13.4-…-striprtf none`.
    """
    code = _make_fingerprint(_READING, (*_ALIGNING, *_TRACING, *_NEITHER))
    versions = [f"python {platform.python_version()}", *(f"{name} {_version_of(name)}" for name in _LIBRARIES)]
    return "-".join((code, *versions))


def _version_of(library: str) -> str:
    """Return the version of a library; `none` if it is not installed."""
    try:
        return metadata.version(library)
    except metadata.PackageNotFoundError:
        return "none"


@cache
def aligning_code() -> str:
    """Return the hash of all code and data that decide how editions are aligned, without the code that reads them."""
    return _make_fingerprint(_ALIGNING, ())


@cache
def tracing_code() -> str:
    """Return the hash of all code and data that decide the lineages and the faults, without the alignment."""
    return _make_fingerprint(_TRACING, ())


def list_covered() -> set[str]:
    """Return the files that one of the hashes covers, by their paths in the repository."""
    return {*_find_files(_READING, _NEITHER), *_find_files(_ALIGNING), *_find_files(_TRACING)}


def _make_fingerprint(roots: tuple[str, ...], without: tuple[str, ...]) -> str:
    """Return a hash of the names and contents of the files at or below some roots, without those at others."""
    digest = hashlib.sha256()
    for name, path in sorted(_find_files(roots, without).items()):
        digest.update(name.encode() + b"\0")
        digest.update(hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()


def _find_files(roots: tuple[str, ...], without: tuple[str, ...] = ()) -> dict[str, Path]:
    """Return the files at or below some roots, by their paths in the repository.

    Raises:
        FileNotFoundError: A root does not exist, so that a part of the code would not be covered.
    """
    files = {name: path for root in roots for name, path in _list_below(root)}
    for root in without:
        for name, _ in _list_below(root):
            files.pop(name, None)
    return files


def _list_below(root: str) -> Iterator[tuple[str, Path]]:
    """Yield the files at or below a root, each after its path in the repository: modules and files of facts."""
    package, _, below = root.partition("/")
    path = _FOLDERS[package] / below
    if path.is_file():
        yield root, path
        return
    if not path.is_dir():
        raise FileNotFoundError(path)
    for file in path.rglob("*"):
        if file.suffix in {".py", ".toml"}:
            yield f"{root}/{file.relative_to(path).as_posix()}", file
