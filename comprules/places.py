"""The archive to use if the user does not name one."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Literal

from msgspec import Struct

ARCHIVE_VARIABLE = "COMPRULES_ARCHIVE"
SAMPLE = Path(__file__).with_name("sample")

SAMPLE_ORIGIN = "comprules:sample"
"""The origin of every copy in the sample, which identifies the sample in any folder."""


class ArchivePlace(Struct, frozen=True):
    """An archive's folder and why it was chosen: `named`, `downloaded` or `sample`."""

    root: Path
    why: Literal["named", "downloaded", "sample"]


def archive_place(named: Path | None) -> ArchivePlace:
    """Return the archive to use: the named one, else `$COMPRULES_ARCHIVE`, else the downloaded one, else the sample."""
    if named is not None:
        return ArchivePlace(named, "named")
    if os.environ.get(ARCHIVE_VARIABLE):
        return ArchivePlace(Path(os.environ[ARCHIVE_VARIABLE]), "named")
    from scraper.archive import MANIFEST, default_archive_dir  # noqa: PLC0415 - not needed for `show`

    downloaded = default_archive_dir()
    if (downloaded / MANIFEST).exists():
        return ArchivePlace(downloaded, "downloaded")
    return ArchivePlace(SAMPLE, "sample")
