"""`comprules update`."""

from __future__ import annotations

import datetime as dt
from pathlib import Path
from typing import TYPE_CHECKING

import click

from comprules.cli.fetching import fetch_progress, source_option, target_option
from comprules.cli.options import jobs_option, json_option, store_option
from comprules.cli.output import print_json, say

if TYPE_CHECKING:
    from comprules.update import UpdateReport

_EPILOG = """\b
Examples:
  comprules update
  comprules update --from /mnt/editions

The first run downloads all editions and reads them, which takes some minutes; later ones work only what is new.

\b
JSON: {ledger, knowledge_base, newest, added, notes}
"""


@click.command("update", epilog=_EPILOG)
@source_option
@target_option
@jobs_option
@json_option
@store_option
def command(source: str | None, target: Path, jobs: int | None, as_json: bool, db: Path | None) -> None:
    """Bring every edition, to the newest, into the knowledge base.

    Looks on the publisher's page and in the known public archives, verifies what comes, and makes the knowledge base.
    If an edition is newer than the package, a ledger for `check` and `upgrade` is written into your data folder. An
    edition counts from the day on which it takes effect.
    """
    from comprules.update import UpdateSettings, update  # noqa: PLC0415 - slow to import

    today = dt.datetime.now(dt.UTC).date().isoformat()
    with fetch_progress() as progress:
        report = update(target, UpdateSettings(today, progress=progress, jobs=jobs, store=db), source)
    _print_report(report, as_json=as_json)


def _print_report(report: UpdateReport, *, as_json: bool) -> None:
    for note in report.notes:
        say(note)
    if as_json:
        print_json(report)
    added = f"new: {', '.join(report.added)}" if report.added else "nothing newer was found"
    say(f"{report.ledger}: {added}; the newest edition is {report.newest}")
    say(f"{report.store}: the knowledge base; try: comprules show 702.40a")
