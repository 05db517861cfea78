"""`comprules fetch`."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import Any

import click

from comprules.cli.errors import ENVIRONMENT
from comprules.cli.fetching import fetch_progress, source_option, target_option
from comprules.cli.lookup import say_sets
from comprules.cli.options import json_option
from comprules.cli.output import print_json, say
from graph.announcements import bulletins
from scraper.archive import default_archive_dir
from scraper.fetch import fetch, fetch_pages
from scraper.fetch_report import FetchReport, PagesReport

_EPILOG = """\b
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
"""


@click.command("fetch", epilog=_EPILOG)
@click.argument("editions", metavar="[EDITION]...", nargs=-1)
@click.option("--all", "everything", is_flag=True, help="Every edition that the source has.")
@click.option("--latest", is_flag=True, help="The newest edition.")
@click.option("--bulletins", is_flag=True, help="The publisher's update bulletins, as pages to read.")
@source_option
@target_option
@json_option
@click.pass_context
def command(ctx: click.Context, /, editions: tuple[str, ...], target: Path, as_json: bool, **asked: Any) -> None:
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
