"""Which files of a finished site are kept on a reader's device: some by default, others in groups on request."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from pathlib import Path, PurePosixPath

from msgspec import Struct

UNASKED = "shell"
"""Name of the group that every visitor gets by default."""
_SHELL = ("assets/", "offline/", "index.html", "manifest.webmanifest")
"""What every page needs; nothing else is fetched unasked."""
_LATEST = ("cr/", "glossary/", "about/", "editions/", "search/index.html", "search/now.json", "search/definition.json")
_NEVER = (
    "download/",
    "api/v1/rule/",
    "api/v1/lineages/",
    "404.html",
    "sw.js",
    "sitemap.xml",
    "robots.txt",
)
"""Files for machines or useless offline: a rule's document repeats the content of pages and texts of editions."""
_DOWNLOADS = frozenset({".gz", ".zip", ".sqlite", ".xml", ".csv", ".br", ".zst"})
_GROUPS: tuple[tuple[str, str, tuple[str, ...]], ...] = (
    ("latest", "The rules of the latest edition, the glossary and the search", _LATEST),
    ("search", "Search of all words, also in former editions", ("search/",)),
    ("editions", "Every edition, to be read as of then", ("e/", "api/v1/")),
    ("histories", "The history of every rule, former numbers, keywords", ("history/", "id/", "kw/", "n/")),
    ("more", "Comparisons, pictures and all other pages", ("",)),
)
"""Name, description and addresses of the groups; a file belongs to the first group that matches."""


class KeptFile(Struct, frozen=True):
    """A file of the site.

    Attributes:
        address: Address from the site's root, without `index.html`.
        digest: Hash of its content.
        size: In bytes.
    """

    address: str
    digest: str
    size: int


class FileGroup(Struct, frozen=True):
    """Files that are stored together.

    Attributes:
        name: Name of its list: `offline/NAME.json`.
        words: Description for the reader.
        files: In order of their addresses.
    """

    name: str
    words: str
    files: tuple[KeptFile, ...]

    @property
    def size(self) -> int:
        """Return the size of all files, in bytes."""
        return sum(file.size for file in self.files)

    @property
    def digest(self) -> str:
        """Return a hash of all names and contents."""
        names = "\n".join(f"{file.address} {file.digest}" for file in self.files)
        return hashlib.sha256(names.encode()).hexdigest()[:16]


def kept_files(site_dir: Path) -> dict[str, KeptFile]:
    """Return all files of a finished site that may be kept, by name, in order."""
    return {name: kept_file(name, path) for name, path in _list_files(site_dir)}


def groups_of(files: Mapping[str, KeptFile]) -> tuple[FileGroup, ...]:
    """Return all groups of a site's files, the default one first, without empty ones."""
    files_of: dict[str, list[KeptFile]] = {}
    for name, file in sorted(files.items()):
        files_of.setdefault(_group_of(name), []).append(file)
    words = {UNASKED: "What every page needs", **{name: title for name, title, _ in _GROUPS}}
    return tuple(FileGroup(name, title, tuple(files_of[name])) for name, title in words.items() if name in files_of)


def _list_files(site_dir: Path) -> Iterator[tuple[str, Path]]:
    paths = ((path.relative_to(site_dir).as_posix(), path) for path in site_dir.rglob("*") if path.is_file())
    for name, path in sorted(paths):
        if not name.startswith(_NEVER) and PurePosixPath(name).suffix not in _DOWNLOADS:
            yield name, path


def _group_of(name: str) -> str:
    if name.startswith(_SHELL[:2]) or name in _SHELL:
        return UNASKED
    return next(group for group, _, addresses in _GROUPS if name.startswith(addresses))


def kept_file(name: str, path: Path) -> KeptFile:
    """Return a file from its name, relative to the site's root, and its path."""
    content = path.read_bytes()
    address = name.removesuffix("index.html") if PurePosixPath(name).name == "index.html" else name
    digest = hashlib.sha256(content).hexdigest()[:12]
    return KeptFile(address, digest, len(content))
