"""The functions of the public Python API; `comprules` hands them on."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from comprules.places import store_path
from rules.store import open_store as _open_store

if TYPE_CHECKING:
    from comprules.ingest import Report
    from rules.records import ParsedDocument
    from rules.store import Store


def open_store(path: str | os.PathLike[str] | None = None) -> Store:
    """Opens a knowledge base for reading.

    Args:
        path: The file; by default `$COMPRULES_DB`, else `build/comprules.sqlite`.

    Raises:
        StoreError: There is none, or it is one of another version; the message says how to make one.
    """
    return _open_store(store_path(None if path is None else Path(path)))


def resolve_edition(store: Store, name: str) -> str:
    """The id of the edition that `name` means: a date, a set code, a file date, `latest` or `first`.

    Raises:
        UnknownEdition: A `LookupError`; the knowledge base has no such edition.
    """
    from scraper.registry import load_registry  # noqa: PLC0415 - only where a name has to be looked up

    return load_registry().resolve(name, store.edition_ids)


def parse(document: bytes | str | os.PathLike[str], name: str = "", dialect: str | None = None) -> ParsedDocument:
    """Turns one document into records.

    Args:
        document: Its bytes, or its path.
        name: What to call it in messages; by default its path.
        dialect: Read it as this dialect, not as the one that claims it.

    Raises:
        UnknownDialect: No dialect claims the document.
        OSError: The file cannot be read.
    """
    from scraper.parse import parse_bytes  # noqa: PLC0415 - readers of a knowledge base do without

    if isinstance(document, bytes):
        return parse_bytes(document, name or "document", dialect)
    path = Path(document)
    return parse_bytes(path.read_bytes(), name or str(path), dialect)


def build_store(
    archive: str | os.PathLike[str], store: str | os.PathLike[str] | None = None, *, jobs: int | None = None
) -> Report:
    """Makes a knowledge base from an archive, or brings it up to date; see `comprules.ingest.ingest`.

    Args:
        archive: The archive's folder.
        store: The knowledge base; by default `$COMPRULES_DB`, else `build/comprules.sqlite`.
        jobs: Worker processes; by default one for each core.
    """
    from comprules.ingest import ingest  # noqa: PLC0415 - readers of a knowledge base do without

    return ingest(Path(archive), store_path(None if store is None else Path(store)), jobs=jobs)
