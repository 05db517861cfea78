"""Errors as a person meets them: one message, one exit status."""

from __future__ import annotations

import errno

import click

NOT_FOUND = 1
ENVIRONMENT = 2

_REMEDIES = {
    errno.ENOENT: "check the path",
    errno.EISDIR: "name a file, not a folder",
    errno.ENOSPC: "free some space; what was there before is untouched",
}


class Failure(click.ClickException):
    """Ends the command with a message on standard error; status 2 (usage or environment) unless told otherwise."""

    exit_code = ENVIRONMENT


class NotFound(click.ClickException):
    """What was asked for is not there: status 1."""

    exit_code = NOT_FOUND


def failure_of(error: Exception) -> str | None:
    """The message for an error of the environment; None for any other, which is a bug and keeps its traceback.

    The classes are imported only now, when something has gone wrong already: a command that works does not wait for
    modules that it does not use.
    """
    from comprules.ingest import IngestError  # noqa: PLC0415
    from graph.compare.source import NotComparable  # noqa: PLC0415
    from graph.ledger import LedgerError  # noqa: PLC0415
    from rules.edition_names import UnknownEdition  # noqa: PLC0415
    from rules.store.schema import StoreError  # noqa: PLC0415
    from scraper.archive import ArchiveError  # noqa: PLC0415
    from scraper.fetch_report import FetchError  # noqa: PLC0415
    from scraper.registry import RegistryError  # noqa: PLC0415
    from site_src.builder.site import SiteError  # noqa: PLC0415

    of_archives = (IngestError, ArchiveError, RegistryError, FetchError)
    if isinstance(error, (StoreError, LedgerError, UnknownEdition, NotComparable, SiteError, *of_archives)):
        return str(error)
    if isinstance(error, OSError) and error.errno is not None:
        place = f"{error.filename}: " if error.filename else ""
        return f"{place}{error.strerror}; {_REMEDIES.get(error.errno, 'check the path and its permissions')}"
    return None
