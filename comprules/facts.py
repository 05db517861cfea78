"""What is opened if the user names nothing: the archive, the knowledge base or the ledger; and links to the site."""

import os
from pathlib import Path
from urllib.parse import quote

from rules.store import Store
from rules.store.location import store_path
from rules.store.read import open_store

ARCHIVE_VARIABLE = "COMPRULES_ARCHIVE"
SAMPLE = Path(__file__).with_name("sample")

SAMPLE_ORIGIN = "comprules:sample"
"""The origin of every copy in the sample, which identifies the sample in any folder."""


SITE_VARIABLE = "COMPRULES_SITE_URL"
"""Environment variable with the address of the site that answers link to; without it they have no links."""


def find_archive(named: Path | None) -> Path | None:
    """Return the archive to use: the named one, else `$COMPRULES_ARCHIVE`, else the downloaded one; None if none is.

    One with nothing but fetched pages is none, because nothing tells which editions they are of.

    Raises:
        ArchiveError: The downloaded one is damaged.
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
        StoreError: The named one does not exist, or the file is no knowledge base.
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


def permanent_link(lineage: str, edition: str, site: str | None = None) -> str:
    """Return the permanent address of a rule as worded in one edition; empty if no site is configured.

    Args:
        lineage: Id of its lineage.
        edition: Id of the edition.
        site: Address of the site; None for `$COMPRULES_SITE_URL`.
    """
    base = _site(site)
    if not base:
        return ""
    from site_src.layout import id_page  # noqa: PLC0415 - only needed if a site is configured

    return f"{base}/{quote(id_page(lineage), safe='/@~=.')}#{edition}"


def record_link(facts: Store, edition: str, key: str, site: str | None = None) -> str:
    """Return the permanent address of a record of an edition, or of another page; empty if no site is configured.

    Args:
        facts: A knowledge base or the ledger.
        edition: Id of the edition.
        key: `702.40a`, `glossary:Storm`, or the source of another answer of the search: `term:mana burn`.
        site: Address of the site; None for `$COMPRULES_SITE_URL`.
    """
    base = _site(site)
    if not base:
        return ""
    lineage = facts.lineage_at(edition, key)
    if lineage:
        return permanent_link(lineage, edition, site)
    page = _find_page(facts, key)
    return f"{base}/{quote(page, safe='/?')}" if page else ""


def _find_page(facts: Store, source: str) -> str:
    """Return the page of an edition, a bulletin or a term, by the source of an answer; empty for anything else."""
    kind, _, name = source.partition(":")
    if kind == "edition":
        return f"e/{name}/"
    if kind == "number":
        return f"n/?{name}"
    if kind == "bulletin":
        from site_src.layout import bulletin_page  # noqa: PLC0415 - only needed if a site is configured

        return bulletin_page(name)
    if kind == "term":
        from site_src.pages.terms import TermPages  # noqa: PLC0415 - only needed if a site is configured

        return TermPages(facts.best_terms()).find(name) or ""
    return ""


def comparison_link(old: str, new: str, site: str | None = None) -> str:
    """Return the address of the comparison of two editions; empty if no site is configured.

    Args:
        old: Id of the edition compared from.
        new: Id of the edition compared to.
        site: As for `permanent_link`.
    """
    base = _site(site)
    if base:
        return f"{base}/compare/?from={old}&to={new}"
    return ""


def _site(named: str | None) -> str:
    return (os.environ.get(SITE_VARIABLE, "") if named is None else named).rstrip("/")
