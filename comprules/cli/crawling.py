"""`comprules fetch URL`: fetch pages of web sites, show the progress, and report the outcome of each page."""

import os
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click
from click.core import ParameterSource
from msgspec import Struct
from msgspec.structs import replace

from comprules.cli.downloads import command_for_archive
from comprules.cli.failures import ENVIRONMENT
from comprules.cli.output import dim, print_answer, say
from comprules.printable import safe_lines
from scraper.archive import load_archive
from scraper.visits import CrawlReport, CrawlSettings, Outcome, Visit
from scraper.web.addresses import has_scheme

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID

    from scraper.web.settings import FetchSettings

CONTACT_VARIABLE = "COMPRULES_CONTACT"
"""Environment variable with the address at which the owner of a site can reach the user."""
_MEGABYTE = 1_000_000
_OUTCOME_WORDS: dict[Outcome, str] = {
    "fetched": "fetched",
    "changed": "changed",
    "unchanged": "unchanged",
    "present": "already there",
    "doubled": "with the bytes of another",
    "planned": "to fetch",
    "index": "leading to others",
    "skipped": "skipped",
    "without-rules": "without rules",
    "failed": "failed",
}
_SHOWN_SKIPPED = 5
"""Maximum number of skipped pages that are listed; a site has many pages without rules."""
_NAMES_OF_OPTIONS = {
    "follow": "--follow",
    "dry_run": "--dry-run",
    "family": "--source",
    "pages": "--pages",
    "megabytes": "--megabytes",
    "max_age": "--max-age",
    "delay": "--delay",
}
"""The options that concern only pages of web sites, by the names of their parameters; `--contact` concerns both."""
_SECONDS_PER_HOUR = 3600


class CrawlOptions(Struct, frozen=True, kw_only=True):
    """The options that concern pages of web sites, by the names of their parameters."""

    follow: bool
    dry_run: bool
    family: str | None
    pages: int
    megabytes: int
    max_age: float
    delay: float
    contact: str | None


def crawl_options(command: Callable[..., None]) -> Callable[..., None]:
    """Add the options that concern pages of web sites to a command; they are passed by name."""
    options = (
        click.option("--follow", is_flag=True, help="URL: also fetch the pages after it, or all pages below it."),
        click.option("--dry-run", is_flag=True, help="URL: list the pages that would be fetched, with the reason."),
        click.option("--source", "family", metavar="NAME", help="URL: treat the site as one of this family."),
        click.option(
            "--pages",
            metavar="N",
            type=click.IntRange(min=1),
            default=CrawlSettings().most_pages,
            show_default=True,
            help="URL: maximum number of pages.",
        ),
        click.option(
            "--megabytes",
            metavar="N",
            type=click.IntRange(min=1),
            default=CrawlSettings().most_bytes // _MEGABYTE,
            show_default=True,
            help="URL: maximum size of the download.",
        ),
        click.option(
            "--max-age",
            metavar="HOURS",
            type=click.FloatRange(min=0),
            default=CrawlSettings().max_age / _SECONDS_PER_HOUR,
            show_default=True,
            help="URL: use a stored page for this long before requesting it again.",
        ),
        click.option(
            "--delay",
            metavar="SECONDS",
            type=click.FloatRange(min=0, max=_SECONDS_PER_HOUR),
            default=1.0,
            show_default=True,
            help="URL: pause between two pages; robots.txt may ask for more.",
        ),
        click.option(
            "--contact",
            metavar="ADDRESS",
            envvar=CONTACT_VARIABLE,
            help="Where the owner of a site can write to you. [default: $COMPRULES_CONTACT, else none]",
        ),
    )
    for option in reversed(options):
        command = option(command)
    return command


def run_crawl(addresses: tuple[str, ...], archive: Path, options: CrawlOptions, *, as_json: bool) -> int:
    """Fetch pages, report on them, and return the exit code.

    Args:
        addresses: Where to begin.
        archive: The archive's folder.
        options: The values of `crawl_options`.
        as_json: Whether to print the report as JSON.
    """
    from scraper.crawl import crawl  # noqa: PLC0415 - slow to import

    settings = CrawlSettings(
        follow=options.follow,
        most_pages=options.pages,
        most_bytes=options.megabytes * _MEGABYTE,
        max_age=options.max_age * _SECONDS_PER_HOUR,
        source=options.family,
        dry_run=options.dry_run,
    )
    web = replace(web_settings(options.contact), pause=options.delay)
    with crawl_progress() as progress:
        report = crawl(addresses, archive, settings, progress, web=web)
    print_answer(report, _plan_lines(report) if settings.dry_run else (), as_json=as_json)
    for line in _problem_lines(report):
        say(line)
    say(f"{archive}: {_count_outcomes(report)}")
    if report.with_outcome("fetched", "changed"):
        _say_next_step(archive)
    if report.complete:
        return 0
    return ENVIRONMENT


def _count_outcomes(report: CrawlReport) -> str:
    """Return how many pages had each outcome: `3 fetched, 1 skipped`."""
    counts = Counter(page.outcome for page in report.pages)
    parts = [f"{counts[outcome]:,} {word}" for outcome, word in _OUTCOME_WORDS.items() if counts[outcome]]
    return ", ".join(parts) or "nothing"


def _say_next_step(archive: Path) -> None:
    """Print what to do with fetched pages: ingest them, or first fetch editions to compare them with."""
    if load_archive(archive).entries:
        say(f"Next: {command_for_archive('comprules ingest', archive)}")
    else:
        command = command_for_archive("comprules fetch --all", archive)
        say(f"Next, to get editions to compare the pages with: {command}")


def addresses_among(names: tuple[str, ...], ctx: click.Context) -> tuple[str, ...]:
    """Return the addresses of pages among what `fetch` was given; empty if it was given editions.

    Raises:
        UsageError: Editions and pages are mixed, or an option is given that concerns only the kind that is not named.
    """
    addresses = tuple(name for name in names if has_scheme(name))
    given = {name for name in ctx.params if ctx.get_parameter_source(name) is ParameterSource.COMMANDLINE}
    if not addresses:
        stray = [option for name, option in _NAMES_OF_OPTIONS.items() if name in given]
        if stray:
            raise click.UsageError(f"{stray[0]} concerns pages of web sites; name the address of one")
        return ()
    if len(addresses) < len(names) or given & {"everything", "latest", "bulletins"}:
        raise click.UsageError("name editions or addresses, not both; call the command twice")
    if "source" in given:
        raise click.UsageError("--from names another archive to take editions from; with an address, leave it out")
    return addresses


def web_settings(contact: str | None = None) -> "FetchSettings":
    """Return the settings of requests, with the address at which a site's owner can reach the user.

    Args:
        contact: The address, as typed; None for that in `$COMPRULES_CONTACT`, if any.

    Raises:
        UsageError: The address has characters that the header of a request cannot have.
    """
    from scraper.web.settings import FetchSettings  # noqa: PLC0415 - slow to import

    named = (contact or os.environ.get(CONTACT_VARIABLE) or "").strip()
    if not named.isascii() or not (named.isprintable() and set(named).isdisjoint("()<>")):
        raise click.UsageError(f"--contact: {named!r} is not an address; give a mail address or the URL of a page")
    return FetchSettings(contact=named or None)


def _plan_lines(report: CrawlReport) -> Iterator[str]:
    """Yield two lines for each page that a dry run found: its address, and why it would be fetched or would not."""
    for page in report.pages:
        if page.outcome in {"planned", "present", "index"}:
            yield f"{page.address}"
            reason = ""
            if page.reason:
                reason = f"; {page.reason}"
            yield dim(f"    {_OUTCOME_WORDS[page.outcome]}, {page.source or 'site'}: {page.why}{reason}")


def _problem_lines(report: CrawlReport) -> Iterator[str]:
    """Yield what a user should know: each failure, each page that changed, some skipped ones, and why the run ended."""
    for page in report.with_outcome("failed", "without-rules", "changed", "doubled"):
        yield _describe_visit(page)
    skipped = report.with_outcome("skipped")
    for page in skipped[:_SHOWN_SKIPPED]:
        yield _describe_visit(page)
    if len(skipped) > _SHOWN_SKIPPED:
        yield f"{len(skipped) - _SHOWN_SKIPPED:,} more were skipped; --json has them all"
    if report.stopped is not None:
        yield f"Stopped: {report.stopped}"


def _describe_visit(page: Visit) -> str:
    return f"{page.address}: {_OUTCOME_WORDS[page.outcome]}: {page.reason or page.why}"


@contextmanager
def crawl_progress() -> Iterator[Callable[[str, str, int], None]]:
    """Yield the function with which `scraper.crawl.crawl` reports its progress.

    On a terminal it draws a bar over the known pages; elsewhere it prints a line for each page. Its arguments are a
    stage (such as `started`), the address of a page or a message, and a number: of all pages, or of bytes.
    """
    if not sys.stderr.isatty() or os.environ.get("TERM") == "dumb":
        yield _print_stage
        return
    from rich.console import Console  # noqa: PLC0415 - slow to import
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn  # noqa: PLC0415

    words = TextColumn("{task.fields[size]} {task.description}", markup=False)
    columns = (BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), words)
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        yield partial(_show_stage, bar, bar.add_task("", total=None, size="", received=0))


def _show_stage(bar: "Progress", task: "TaskID", stage: str, text: str, number: int) -> None:
    """Show a stage of a crawl on a bar; the last three arguments are those of the function in `crawl_progress`."""
    match stage:
        case "files":
            bar.update(task, total=number or None)
        case "started":
            bar.update(task, description=safe_lines(text))
        case "finished" | "abandoned":
            received = bar.tasks[task].fields["received"] + number
            bar.update(task, advance=1, received=received, size=f"{received / _MEGABYTE:,.1f} MB")
        case "note":
            bar.console.print(safe_lines(text), markup=False, highlight=False)


def _print_stage(stage: str, text: str, _number: int) -> None:
    if stage in {"started", "note"}:
        say(text)
