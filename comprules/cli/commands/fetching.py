"""`comprules fetch` and `update`: a bar over all bytes on a terminal, elsewhere a line for each file."""

from __future__ import annotations

import datetime as dt
import shlex
import sys
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from comprules.cli.group import ENVIRONMENT
from comprules.cli.options import jobs_option, json_option, say_sets, store_option
from comprules.cli.output import print_json, say
from comprules.places import ARCHIVE_VARIABLE
from comprules.printable import safe_lines
from graph.announcements import bulletins
from scraper.archive import default_archive_dir
from scraper.fetch import FetchReport, PagesReport, fetch, fetch_pages

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rich.progress import Progress

    from comprules.update import UpdateReport
    from scraper.fetch_edition import FetchProgress, FetchStep


source_option = click.option("--from", "source", metavar="URL|DIR", help="Another archive to take editions from.")
target_option = click.option(
    "--archive",
    "target",
    metavar="DIR",
    envvar=ARCHIVE_VARIABLE,
    default=default_archive_dir,
    type=click.Path(path_type=Path),
    help="The archive to put editions into. [default: $COMPRULES_ARCHIVE, else your data folder]",
)


_SAID = {"finished": "{}: fetched and verified", "abandoned": "{}: no source had it", "note": "{}"}


class _Bar:
    """Progress for terminals: one bar over all bytes."""

    def __init__(self, bar: Progress) -> None:
        self._bar = bar
        self._task = bar.add_task("", total=None)
        self._received: dict[str, int] = {}
        self._files = 0
        self._done = 0

    def show(self, step: FetchStep, text: str, number: int) -> None:
        """Show a step of a fetch."""
        match step:
            case "files":
                self._files = number
            case "bytes":
                self._bar.update(self._task, total=number or None)
            case "started":
                self._bar.update(self._task, description=f"{self._done + 1}/{self._files} {text}")
            case "advanced":
                self._received[text] = number
                self._bar.update(self._task, completed=sum(self._received.values()))
            case "finished":
                self._done += 1
            case "abandoned" | "note":
                self._done += step == "abandoned"
                self._bar.console.print(safe_lines(_SAID[step].format(text)), markup=False, highlight=False)


def _print_line(step: FetchStep, text: str, _number: int) -> None:
    """Print the end of each file, for logs."""
    if step in _SAID:
        say(_SAID[step].format(text))


@contextmanager
def fetch_progress() -> Iterator[FetchProgress]:
    """Yield the progress to give to `scraper.fetch.fetch`: a bar on a terminal, else lines."""
    if not sys.stderr.isatty():
        yield _print_line
        return
    from rich.console import Console  # noqa: PLC0415 - slow to import
    from rich.progress import BarColumn, DownloadColumn, Progress, TextColumn, TransferSpeedColumn  # noqa: PLC0415

    columns = (BarColumn(), DownloadColumn(), TransferSpeedColumn(), TextColumn("{task.description}", markup=False))
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        yield _Bar(bar).show


@click.command(
    "fetch",
    epilog="""\b
Examples:
  comprules fetch --latest
  comprules fetch M10 2019-05-03
  comprules fetch --all
  comprules fetch --all --from /mnt/editions
  comprules fetch --all --from https://example.org/editions/
  comprules fetch --bulletins   the articles that announced changes

A download that was interrupted goes on where it stopped. A file takes its place only when its hash is right.

\b
Exit status 2: of some edition no copy could be had.

\b
JSON: {archive, editions: [{edition, outcome, files, missing, failures}]}
  outcome: fetched, present, partial or failed
  with --bulletins: {folder, bulletins: [{bulletin, file, outcome, failures}]}
""",
)
@click.argument("editions", metavar="[EDITION]...", nargs=-1)
@click.option("--all", "everything", is_flag=True, help="Every edition that the source has.")
@click.option("--latest", is_flag=True, help="The newest edition.")
@click.option("--bulletins", is_flag=True, help="The publisher's update bulletins, as pages to read.")
@source_option
@target_option
@json_option
@click.pass_context
def fetch_command(ctx: click.Context, /, editions: tuple[str, ...], target: Path, as_json: bool, **asked: Any) -> None:
    """Download editions into the archive.

    Each edition has several sources, which are tried in turn. What the archive has already is left alone.
    """
    if asked["everything"] + bool(editions or asked["latest"]) + asked["bulletins"] != 1:
        raise click.UsageError(
            "name editions, or --latest, or --all, or --bulletins (one of these): comprules fetch --latest"
        )
    names = (*editions, *(("latest",) if asked["latest"] else ()))
    if asked["bulletins"]:
        ctx.exit(_fetch_bulletins(target.parent / "bulletins", as_json=as_json))
    say_sets(*names)
    with fetch_progress() as progress:
        report = fetch(names, target, asked["source"], progress)
    if as_json:
        print_json(report)
    _print_report(report)
    ctx.exit(0 if report.usable else ENVIRONMENT)


def _fetch_bulletins(folder: Path, *, as_json: bool) -> int:
    """Fetch the known update bulletins; return the exit status."""
    pages = {bulletin.id: [*filter(None, (bulletin.archived, bulletin.address))] for bulletin in bulletins()}
    with fetch_progress() as progress:
        reports = fetch_pages(pages, folder, progress)
    if as_json:
        print_json(PagesReport(folder, reports))
    for page_report in reports:
        for failure in page_report.failures if page_report.outcome == "failed" else ():
            say(f"{page_report.name}: {failure.reason}")
    counts = (
        (outcome, sum(report.outcome == outcome for report in reports)) for outcome in ("fetched", "present", "failed")
    )
    say(f"{folder}: {', '.join(f'{count} {outcome}' for outcome, count in counts if count)}")
    return ENVIRONMENT if any(report.outcome == "failed" for report in reports) else 0


def _print_report(report: FetchReport) -> None:
    for edition in report.editions:
        if edition.missing or edition.outcome == "failed":
            say(f"{edition.edition}: {edition.outcome}; missing: {', '.join(edition.missing) or 'every copy'}")
            for failure in edition.failures:
                say(f"  {failure.address}: {failure.reason}")
        for file in edition.files:
            if not file.verified:
                say(f"{edition.edition}: {file.file} is new, its hash was not known beforehand: {file.sha256}")
    counts = (
        (outcome, len(report.select_editions(outcome))) for outcome in ("fetched", "present", "partial", "failed")
    )
    outcomes = ", ".join(f"{count} {outcome}" for outcome, count in counts if count)
    say(f"{report.target}: {outcomes or 'nothing to do'}")
    if report.usable:
        named = "" if report.target == default_archive_dir() else f" --archive {shlex.quote(str(report.target))}"
        say(f"Next: comprules ingest{named}")


@click.command(
    "update",
    epilog="""\b
Examples:
  comprules update
  comprules update --from /mnt/editions

The first run downloads all editions and reads them, which takes some minutes; later ones work only what is new.

\b
JSON: {ledger, knowledge_base, newest, added, notes}
""",
)
@source_option
@target_option
@jobs_option
@json_option
@store_option
def update_command(source: str | None, target: Path, jobs: int | None, as_json: bool, db: Path | None) -> None:
    """Bring every edition, to the newest, into the knowledge base.

    Looks on the publisher's page and in the known public archives, verifies what comes, and makes the knowledge base.
    If an edition is newer than the package, a ledger for `check` and `upgrade` is written into your data folder. An
    edition counts from the day on which it takes effect.
    """
    from comprules.update import Update  # noqa: PLC0415 - slow to import

    today = dt.datetime.now(dt.UTC).date().isoformat()
    with fetch_progress() as progress:
        report = Update(target, today, source, progress=progress, jobs=jobs, store=db).run()
    _print_update(report, as_json=as_json)


def _print_update(report: UpdateReport, *, as_json: bool) -> None:
    for note in report.notes:
        say(note)
    if as_json:
        print_json(report)
    added = f"new: {', '.join(report.added)}" if report.added else "nothing newer was found"
    say(f"{report.ledger}: {added}; the newest edition is {report.newest}")
    say(f"{report.store}: the knowledge base; try: comprules show 702.40a")
