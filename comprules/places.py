"""The archive to use if the user does not name one."""

from __future__ import annotations

import os
from pathlib import Path

ARCHIVE_VARIABLE = "COMPRULES_ARCHIVE"
SAMPLE = Path(__file__).with_name("sample")

SAMPLE_ORIGIN = "comprules:sample"
"""The origin of every copy in the sample, which identifies the sample in any folder."""


def find_archive(named: Path | None) -> Path | None:
    """Return the archive to use: the named one, else `$COMPRULES_ARCHIVE`, else the downloaded one; None if none is."""
    if named is not None:
        return named
    if os.environ.get(ARCHIVE_VARIABLE):
        return Path(os.environ[ARCHIVE_VARIABLE])
    from scraper.archive import MANIFEST, default_archive_dir  # noqa: PLC0415 - not needed for `show`

    downloaded = default_archive_dir()
    return downloaded if (downloaded / MANIFEST).exists() else None
