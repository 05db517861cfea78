"""Archives that tests write."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from pathlib import Path

from scraper.archive import ArchiveEntry, Copy, write_manifest


def write_edition(root: Path, edition: str, texts: Mapping[str, bytes]) -> ArchiveEntry:
    """Write the copies of an edition into an archive, by their names; return its entry."""
    copies = []
    for name, data in texts.items():
        path = root / "editions" / edition / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
        file = path.relative_to(root).as_posix()
        copies.append(Copy(file, "example.org", len(data), hashlib.sha256(data).hexdigest()))
    return ArchiveEntry(edition, tuple(copies))


def write_archive(root: Path, editions: Mapping[str, Mapping[str, bytes]]) -> Path:
    """Write an archive of editions, each with its copies by their names; return its folder."""
    write_manifest(root, [write_edition(root, edition, texts) for edition, texts in editions.items()])
    return root
