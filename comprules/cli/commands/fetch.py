"""`comprules fetch`: download editions, or pages of web sites, into the archive."""

from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from comprules.cli.crawling import CrawlOptions, addresses_among, crawl_options, run_crawl, web_settings
from comprules.cli.downloads import archive_option, command_for_archive, fetch_progress, source_option
from comprules.cli.failures import ENVIRONMENT
from comprules.cli.json_help import JsonCommand
from comprules.cli.options import json_option
from comprules.cli.output import print_json, say
from comprules.cli.sources import say_ambiguous_codes
from comprules.missing_network import describe_missing_network

if TYPE_CHECKING:
    from scraper.fetch import FetchReport
    from scraper.fetch_edition import EditionReport

_OUTCOMES = ("fetched", "present", "partial", "failed")


class FetchOptions(CrawlOptions, frozen=True, kw_only=True):
    """The options of `fetch`, by the names of their parameters."""

    everything: bool
    latest: bool
    bulletins: bool
    source: str | None


def _list_answers() -> dict[str, Any]:
    """Return the types of the answers in JSON."""
    from scraper.fetch import FetchReport, PagesReport  # noqa: PLC0415 - slow to import
    from scraper.visits import CrawlReport  # noqa: PLC0415 - as above

    return {"": FetchReport, "with --bulletins": PagesReport, "with URL": CrawlReport}


@click.command(
    "fetch",
    cls=JsonCommand,
    answers=_list_answers,
    epilog="""\b
Examples:
  comprules fetch --latest
  comprules fetch M10 2019-05-03
  comprules fetch --all
  comprules fetch --all --from /mnt/editions
  comprules fetch --all --from https://example.org/editions/
  comprules fetch --bulletins   the articles that announced changes

\b
Examples with pages of web sites (see "Pages of web sites" in the documentation):
  comprules fetch --dry-run https://example.org/rules/
  comprules fetch https://example.org/rules/             all pages that a contents page lists
  comprules fetch https://example.org/rules/607.html     one page
  comprules fetch --follow https://example.org/book-1    a page and the pages after it
  comprules fetch --source chapters https://example.org/rules/
  COMPRULES_CONTACT=me@example.org comprules fetch https://example.org/rules/

An interrupted download resumes where it stopped. A file is added only after its hash is verified. comprules obeys
robots.txt. A page that the archive already has is requested again after a day at the earliest, and downloaded only if
it changed. Pages are stored unchanged in fragments/; `comprules ingest` finds out which edition they are from.

\b
Exit code 2: no copy of an edition could be downloaded, or a page could
not be downloaded or had no rules.
""",
)
@click.argument("editions", metavar="[EDITION|URL]...", nargs=-1)
@click.option("--all", "everything", is_flag=True, help="Every edition that the source has.")
@click.option("--latest", is_flag=True, help="The newest edition.")
@click.option("--bulletins", is_flag=True, help="Download the update bulletins of the publisher as web pages.")
@source_option
@archive_option
@crawl_options
@json_option
@click.pass_context
def fetch_command(
    ctx: click.Context, /, editions: tuple[str, ...], archive: Path, as_json: bool, **values: Any
) -> None:
    """Download editions, or pages of web sites, into the archive.

    comprules tries the sources of each EDITION in turn. Editions that the archive already has are not downloaded
    again.

    A URL can be a page with rules, a contents page, or a page with links to files of the rules. comprules fetches only
    pages on the same host and in the same folder or below, one after the other and with pauses.
    """
    options = FetchOptions(**values)
    addresses = addresses_among(editions, ctx)
    if addresses:
        ctx.exit(run_crawl(addresses, archive, options, as_json=as_json))
    if options.everything + bool(editions or options.latest) + options.bulletins != 1:
        raise click.UsageError(
            "name editions, or --latest, or --all, or --bulletins (one of these): comprules fetch --latest"
        )
    if options.bulletins:
        ctx.exit(_fetch_bulletins(archive.parent / "bulletins", as_json=as_json))
    names = editions
    if options.latest:
        names += ("latest",)
    ctx.exit(_fetch_editions(names, archive, options, as_json=as_json))


def _fetch_editions(names: tuple[str, ...], archive: Path, options: FetchOptions, *, as_json: bool) -> int:
    """Fetch editions, report the outcome, and return the exit code.

    Args:
        names: The editions as typed; none for all that the source has.
        archive: The archive's folder.
        options: The options of the command.
        as_json: Whether to print the report as JSON.
    """
    from scraper.fetch import fetch  # noqa: PLC0415 - slow to import

    say_ambiguous_codes(*names)
    with fetch_progress() as progress:
        report = fetch(names, archive, options.source, progress, settings=web_settings(options.contact))
    if as_json:
        print_json(report)
    _say_failures(report)
    say(f"{archive}: {_count_outcomes(edition.outcome for edition in report.editions) or 'nothing to do'}")
    if not report.usable:
        return ENVIRONMENT
    say(f"Next: {command_for_archive('comprules ingest', archive)}")
    return 0


def _say_failures(report: "FetchReport") -> None:
    """Print what is missing of each edition; without a network, one message for all."""
    if report.silent_hosts:
        say(describe_missing_network(report.silent_hosts, "nothing was downloaded"))
        return
    for edition in report.editions:
        _say_failures_of_edition(edition)


def _say_failures_of_edition(edition: "EditionReport") -> None:
    """Print what is missing of an edition and why, and which of its files had no recorded hash to check."""
    if edition.missing or edition.outcome == "failed":
        say(f"{edition.edition}: {edition.outcome}; missing: {', '.join(edition.missing) or 'every copy'}")
        for failure in edition.failures:
            say(f"  {failure.address}: {failure.reason}")
    for file in edition.files:
        if not file.verified:
            say(f"{edition.edition}: {file.file} is new, its hash was not known beforehand: {file.sha256}")


def _fetch_bulletins(folder: Path, *, as_json: bool) -> int:
    """Fetch the known update bulletins; return the exit code."""
    from graph.announcements.file import bulletins  # noqa: PLC0415 - rarely needed
    from scraper.fetch import fetch_pages  # noqa: PLC0415

    pages = {bulletin.id: [*filter(None, (bulletin.archived, bulletin.address))] for bulletin in bulletins()}
    with fetch_progress() as progress:
        report = fetch_pages(pages, folder, progress)
    if as_json:
        print_json(report)
    if report.silent_hosts:
        say(describe_missing_network(report.silent_hosts, "nothing was downloaded", "Try again later"))
    failed = [page for page in report.pages if page.outcome == "failed"]
    for page in failed:
        for failure in page.failures:
            say(f"{page.name}: {failure.reason}")
    say(f"{folder}: {_count_outcomes(page.outcome for page in report.pages)}")
    if failed:
        return ENVIRONMENT
    return 0


def _count_outcomes(outcomes: Iterable[str]) -> str:
    counts = Counter(outcomes)
    return ", ".join(f"{counts[outcome]} {outcome}" for outcome in _OUTCOMES if counts[outcome])
