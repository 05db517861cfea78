"""Open the default source of a command: the archive, the knowledge base or the ledger."""

import os
from pathlib import Path

from rules.store import Store
from rules.store.location import store_path
from rules.store.read import open_store

ARCHIVE_VARIABLE = "COMPRULES_ARCHIVE"
"""Environment variable with the folder of the archive."""
SAMPLE = Path(__file__).with_name("sample")

SAMPLE_ORIGIN = "comprules:sample"
"""The origin of every copy in the sample, which identifies the sample in any folder."""


def find_archive(named: Path | None) -> Path | None:
    """Return the archive to use: the named one, else `$COMPRULES_ARCHIVE`, else the downloaded one; None without any.

    A downloaded archive that has only pages of web sites does not count: without an edition to compare them with,
    nothing shows which editions they are from.

    Raises:
        ArchiveError: The downloaded archive is damaged.
    """
    chosen = named or os.environ.get(ARCHIVE_VARIABLE)
    if chosen:
        return Path(chosen)
    from scraper.archive import MANIFEST, default_archive_dir, load_archive  # noqa: PLC0415 - not needed for `show`

    downloaded = default_archive_dir()
    if not (downloaded / MANIFEST).exists() or not load_archive(downloaded).entries:
        return None
    return downloaded


def open_facts(db: Path | None) -> Store:
    """Return the knowledge base, or the ledger if no knowledge base was named and the default one does not exist.

    Raises:
        StoreError: The named knowledge base does not exist, or the file is no knowledge base.
        LedgerError: There is no ledger either.
    """
    path = store_path(db)
    if db is not None or path.exists():
        return open_store(path)
    from graph.ledger import open_ledger  # noqa: PLC0415 - not needed with a knowledge base

    return open_ledger()


def resolve_edition(store: Store, name: str) -> str:
    """Return the id of the edition that `name` means: a date, a set code, a file date, `latest` or `first`.

    Raises:
        UnknownEdition: A `LookupError`; the knowledge base has no such edition.

    Example:
        >>> comprules.resolve_edition(store, "M10")
        '2009-07-11'
    """
    if name == "latest":
        return (store.chained() or store.edition_ids)[-1]
    if name in store.edition_ids:
        return name
    if not store.has_texts:
        return store.resolve(name)
    from scraper.registry import load_registry  # noqa: PLC0415 - most calls pass none, or an id

    return load_registry().resolve(name, store.edition_ids)
