"""`comprules update`: download every edition and build the knowledge base."""

import datetime as dt
from pathlib import Path
from typing import Any

import click

from comprules.cli.downloads import archive_option, fetch_progress, source_option
from comprules.cli.json_help import JsonCommand
from comprules.cli.options import jobs_option, json_option, store_option
from comprules.cli.output import print_json, say


def _list_answers() -> dict[str, Any]:
    """Return the types of the answers in JSON."""
    from comprules.update import UpdateReport  # noqa: PLC0415 - slow to import

    return {"": UpdateReport}


@click.command(
    "update",
    cls=JsonCommand,
    answers=_list_answers,
    epilog="""\b
Examples:
  comprules update
  comprules update --from /mnt/editions

The first run downloads and reads all editions, which takes some minutes; later runs only process new editions.
""",
)
@source_option
@archive_option
@jobs_option
@json_option
@store_option
def update_command(source: str | None, archive: Path, jobs: int | None, as_json: bool, db: Path | None) -> None:
    """Download all editions and build the knowledge base.

    The command looks for editions on the publisher's page and in the known public archives, verifies what it downloads,
    and builds the knowledge base. If an edition is newer than the package, a ledger for `check` and `upgrade` is
    written to your data folder. An edition is used from the day on which it takes effect.
    """
    from comprules.update import Update  # noqa: PLC0415 - slow to import

    today = dt.datetime.now(dt.UTC).date().isoformat()
    with fetch_progress() as progress:
        report = Update(archive, today, source, progress=progress, jobs=jobs, store=db).run()
    for note in report.notes:
        say(note)
    if as_json:
        print_json(report)
    found = "nothing newer was found"
    if report.offline:
        found = "comprules did not look for newer editions"
    added = found
    if report.added:
        added = f"new: {', '.join(report.added)}"
    say(f"{report.ledger}: {added}; the newest edition is {report.newest}")
    say(f"{report.store}: the knowledge base; try: comprules show 702.40a")
