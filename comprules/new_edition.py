"""Whether there is an edition that the ledger does not know: `python -m comprules.new_edition --archive DIR`.

For the scheduled workflow. Fetches the newest edition, from the sources of the registry or from another archive, and
compares it with the newest one of the ledger. The answer goes to standard output as `edition=2026-06-19`, with nothing
after the `=` if there is none; exit code 2 if that could not be found out.
"""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from graph.ledger import SHIPPED, LedgerError, open_ledger
from rules.records import COMPREHENSIVE_RULES
from scraper.archive import ArchiveError
from scraper.fetch import fetch
from scraper.fetch_errors import FetchError


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the tool; return 0, or 2 if the newest edition cannot be fetched or the ledger cannot be read."""
    parser = argparse.ArgumentParser(prog="python -m comprules.new_edition", description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--archive", type=Path, required=True, help="the archive to fetch it into")
    parser.add_argument("--from", dest="source", help="another archive to look in: a folder or an address")
    parser.add_argument("--ledger", type=Path, default=SHIPPED, help="the ledger to compare with")
    options = parser.parse_args(arguments)
    try:
        newest = new_edition(options.archive, options.source or None, options.ledger)
    except (FetchError, ArchiveError, LedgerError, OSError) as error:
        sys.stderr.write(f"{error}\n")
        return 2
    sys.stdout.write(f"edition={newest or ''}\n")
    return 0


def new_edition(archive: Path, source: str | None, ledger: Path = SHIPPED) -> str | None:
    """Fetch the newest edition into an archive; return its id if the ledger lacks it, else None.

    Raises:
        FetchError: No source had a copy of it.
        ArchiveError: There is no archive at `source`, or `archive` has one that cannot be read.
        LedgerError: The ledger cannot be read.
    """
    report = fetch(("latest",), archive, source)
    newest = max(edition.edition for edition in report.editions)
    if not report.usable:
        raise FetchError(f"{newest}: no source has a copy; look for one by hand")
    with open_ledger(ledger) as old_ledger:
        ids = [edition_id for edition_id, work in old_ledger.work_of.items() if work == COMPREHENSIVE_RULES]
    if newest in ids:
        return None
    return newest


if __name__ == "__main__":
    raise SystemExit(main())
