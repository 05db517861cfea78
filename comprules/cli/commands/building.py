"""`comprules fetch`, `update`, `ingest`, `doctor`, `site`, `build`, `ledger`: the archive, and what is made of it."""

import datetime as dt
import os
import shlex
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from comprules.cli.commands.fetching import addresses_among, crawl_options, run_crawl, web_settings
from comprules.cli.group import ENVIRONMENT, NOT_FOUND, CommandFailure
from comprules.cli.shared import (
    SHOWN,
    archive_option,
    choose_archive,
    dim,
    format_problem,
    jobs_option,
    json_option,
    number_style,
    open_knowledge_base,
    print_answer,
    print_json,
    print_text,
    say,
    say_sets,
    status_line,
    store_option,
    summarize_problems,
)
from comprules.facts import ARCHIVE_VARIABLE
from comprules.missing_network import describe_missing_network
from comprules.printable import safe_lines
from comprules.progress import progress_bar
from comprules.reference import fill_in
from graph.answers.document import HealthAnswer
from graph.documents.problems import answer_problem
from graph.ledger import SHIPPED, open_ledger
from graph.ledger.make import differing, ledger_of
from rules.files import write_file
from rules.store import open_store
from rules.store.location import store_path
from scraper.archive import default_archive_dir, load_archive
from scraper.registry import load_registry

if TYPE_CHECKING:
    from scraper.fetch import FetchReport
    from scraper.fetch_edition import EditionReport


@click.command(
    "ingest",
    epilog="""\b
Examples:
  comprules ingest
  comprules ingest --archive ~/editions --db rules.sqlite --jobs 4

Only editions that changed are worked again. A run that is interrupted leaves the old knowledge base as it was.

\b
Exit status 1: an edition had to be left out, because all of its copies are damaged.
""",
)
@archive_option
@store_option
@jobs_option
@click.option("--fresh", is_flag=True, help="Work every edition again.")
@click.option("-v", "--verbose", is_flag=True, help="Show every problem, not one example of each kind.")
@click.pass_context
def ingest_command(  # noqa: PLR0917
    ctx: click.Context,
    archive: Path | None,
    db: Path | None,
    jobs: int | None,
    fresh: bool,
    verbose: bool,
) -> None:
    """Read the archive into the knowledge base.

    Every copy is parsed, the copies of an edition are collated into one reading, references are resolved; then each
    edition is aligned with the one before, rules are followed through all of them, and renamed terms are mined.
    """
    ctx.exit(run_ingest(archive, db, jobs, fresh=fresh, verbose=verbose))


def run_ingest(archive: Path | None, db: Path | None, jobs: int | None, *, fresh: bool, verbose: bool) -> int:
    """Ingest an archive, report on standard error, and return the exit status, as `build` does too."""
    root = choose_archive(archive, "using")
    from comprules.ingest import ingest  # noqa: PLC0415 - slow to import

    with progress_bar("ingest") as progress:
        report = ingest(root, store_path(db), jobs=jobs, fresh=fresh, progress=progress, tell=say)
    for line in summarize_problems(report.diagnostics, every=verbose):
        say(line)
    count = len(report.worked) + len(report.carried)
    did = f"{len(report.worked)} worked, {len(report.carried)} unchanged" if report.written else "nothing changed"
    left_out = f"; left out: {', '.join(report.left_out)}" if report.left_out else ""
    say(f"{report.path}: {count} editions, {did}{left_out}")
    return ENVIRONMENT if report.failed else NOT_FOUND if report.damaged else 0


out_option = click.option(
    "--out",
    metavar="DIR",
    type=click.Path(path_type=Path),
    default=Path("build/site"),
    show_default=True,
    help="The site's folder. The new site takes its place when it is complete; files in it that comprules did not "
    "write, or that were changed, stay and are named.",
)


@click.command(
    "site",
    epilog="""\b
Examples:
  comprules site
  comprules site --out public --db rules.sqlite
  comprules site && python -m http.server --directory build/site
""",
)
@out_option
@store_option
def site_command(out: Path, db: Path | None) -> None:
    """Write the site from the knowledge base."""
    run_site(out, db)


def run_site(out: Path, db: Path | None) -> None:
    """Build the site and print where it is, as `build` does too."""
    from site_src.builder.site import build_site  # noqa: PLC0415 - slow to import

    started, path = time.monotonic(), store_path(db)
    open_store(path).close()  # report a missing knowledge base with the message that every command uses
    stayed: list[str] = []
    with status_line() as show:
        build_site(path, out, fill_in, progress=show, tell=stayed.append)
    for line in stayed:
        say(line)
    files = [file for file in out.rglob("*") if file.is_file()]
    pages, size = sum(file.suffix == ".html" for file in files), sum(file.stat().st_size for file in files)
    say(f"{out}: {pages:,} pages, {size / 1e6:,.1f} MB, {time.monotonic() - started:.1f} s")
    say(f"To look at it: python3 -m http.server --directory {out}   then http://127.0.0.1:8000/")


@click.command(
    "build",
    epilog="""\b
Examples:
  comprules build
  comprules build --archive ~/editions --out public
""",
)
@archive_option
@store_option
@jobs_option
@out_option
@click.pass_context
def build_command(ctx: click.Context, archive: Path | None, db: Path | None, jobs: int | None, out: Path) -> None:
    """Ingest, then write the site."""
    status = run_ingest(archive, db, jobs, fresh=False, verbose=False)
    run_site(out, db)
    ctx.exit(status)


@click.command(
    "doctor",
    epilog="""\b
Examples:
  comprules doctor
  comprules doctor 2016-08-26
  comprules doctor --archive ~/editions --json

Nothing is changed. A copy that is damaged may still do its service: where an edition has several copies, `ingest`
takes each passage from one in which it is whole.

\b
Exit status 1: a copy is damaged, two copies of an edition disagree, or one seems retyped.

\b
JSON: [{edition, best, condition, findings}]
  findings: shaped as the diagnostics of `parse`
""",
)
@click.argument("editions", metavar="[EDITION]...", nargs=-1)
@archive_option
@jobs_option
@json_option
@click.pass_context
def doctor_command(
    ctx: click.Context, editions: tuple[str, ...], archive: Path | None, jobs: int | None, as_json: bool
) -> None:
    """Check every copy in the archive for damage.

    With EDITIONs, only the copies of these.

    Checked are the hash, the encoding, truncation, the date that the text states, and whether the copies of an
    edition agree; the best copy of each edition is named. Without EDITIONs it is also checked whether somebody typed
    an edition over an older one: words that go back to those of older editions, and many misspellings.
    """
    from scraper.doctor import diagnose  # noqa: PLC0415 - slow to import

    root = choose_archive(archive, "checking")
    loaded = load_archive(root)
    if not loaded.entries:
        raise CommandFailure(
            f"{root}: the manifest lists no edition; fetch some with `comprules fetch`, or name another with --archive"
        )
    registry, known = load_registry(), [entry.edition for entry in loaded.entries]
    chosen = [registry.resolve(name, known) for name in editions]
    say_sets(*editions)
    with progress_bar("checking") as progress:
        healths = diagnose(loaded, chosen, jobs, progress)
    sick = [edition for edition in healths if edition.findings]
    answers = [
        HealthAnswer(each.edition, each.best or None, each.condition, tuple(map(answer_problem, each.findings)))
        for each in healths
    ]
    lines = (
        line
        for edition in sick
        for line in (
            f"{number_style(edition.edition)}  "
            + dim(f"best copy: {edition.best or 'none'}, edition {edition.condition}"),
            *(f"  {format_problem(finding)}" for finding in edition.findings),
        )
    )
    print_answer(answers, lines, as_json=as_json)
    say(f"{len(healths)} editions checked, {len(sick)} with findings")
    ctx.exit(NOT_FOUND if any(finding.severity != "info" for edition in sick for finding in edition.findings) else 0)


@click.command(
    "ledger",
    epilog="""\b
Examples:
  comprules ledger                         from build/comprules.sqlite into the package
  comprules ledger --archive ~/editions --out my.ledger
  comprules ledger --archive ~/editions --check
  COMPRULES_LEDGER=my.ledger comprules trace 702.40a

\b
Exit status 1: with --check, the ledger differs from what the editions yield.
""",
)
@click.option(
    "--archive",
    metavar="DIR",
    type=click.Path(path_type=Path),
    help="Ingest this archive for the purpose, in place of --db; nothing else is kept of it.",
)
@store_option
@click.option(
    "--out",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="The ledger to write, or to check. [default: the one in the package]",
)
@click.option("--check", is_flag=True, help="Write nothing; check whether the ledger matches the editions.")
@jobs_option
@click.pass_context
def ledger_command(  # noqa: PLR0917
    ctx: click.Context, archive: Path | None, db: Path | None, out: Path | None, check: bool, jobs: int | None
) -> None:
    """Make the ledger: facts of every edition in one small file.

    It has numbers, headings, hashes of texts, lineages, links, references and renamed terms, but no sentences. With it
    `editions`, `map`, `trace`, `terms`, `check` and `upgrade` work without a knowledge base.
    """
    if archive is not None and db is not None:
        raise click.UsageError("name an archive or a knowledge base, not both", ctx)
    path = out or SHIPPED
    with ExitStack() as opened:
        if archive is not None:
            from comprules.ingest import ingest  # noqa: PLC0415 - slow to import

            db = Path(opened.enter_context(tempfile.TemporaryDirectory(prefix="comprules-")), "comprules.sqlite")
            with progress_bar("ingest") as progress:
                ingest(archive, db, jobs=jobs, progress=progress)
        store = opened.enter_context(open_knowledge_base(db))
        if store.is_sample and out is None and not check:
            raise click.UsageError("this is the sample, whose wording is not real; name a file with --out", ctx)
        made, count = ledger_of(store, jobs or os.cpu_count() or 1), len(store.edition_ids)
    if check:
        ctx.exit(_check_ledger(path, made))
    write_file(path, made)
    say(f"{path}: {count} editions, {len(made):,} bytes")


def _check_ledger(path: Path, made: bytes) -> int:
    """Compare a ledger with a new one; print the differences, and return 0 without any, else 1."""
    with tempfile.TemporaryDirectory(prefix="comprules-") as folder, open_ledger(path) as old:
        fresh = Path(folder, path.name)
        fresh.write_bytes(made)
        with open_ledger(fresh) as new:
            lines = list(differing(old, new))
    if not lines:
        say(f"{path}: as the editions yield it")
        return 0
    for line in lines[:SHOWN]:
        print_text(line)
    if len(lines) > SHOWN:
        print_text(f"… and {len(lines) - SHOWN:,} more")
    say(f"{path}: not as the editions yield it; make it anew with: comprules ledger")
    return NOT_FOUND


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


_OUTCOMES = ("fetched", "present", "partial", "failed")
_SAID = {"finished": "{}: fetched and verified", "abandoned": "{}: no source had it", "note": "{}"}


def _print_line(step: str, text: str, _number: int) -> None:
    if step in _SAID:
        say(_SAID[step].format(text))


@contextmanager
def fetch_progress() -> Iterator[Callable[[str, str, int], None]]:
    """Yield the progress to give to `scraper.fetch.fetch`: on a terminal a bar over all bytes, else a line a file."""
    if not sys.stderr.isatty():
        yield _print_line
        return
    from rich.console import Console  # noqa: PLC0415 - slow to import
    from rich.progress import BarColumn, DownloadColumn, Progress, TextColumn, TransferSpeedColumn  # noqa: PLC0415

    shown = TextColumn("{task.fields[at]}/{task.fields[files]} {task.description}", markup=False)
    columns = (BarColumn(), DownloadColumn(), TransferSpeedColumn(), shown)
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=None, at=0, files=0)
        received: dict[str, int] = {}

        def show(step: str, text: str, number: int) -> None:
            match step:
                case "files":
                    bar.update(task, files=number)
                case "bytes":
                    bar.update(task, total=number or None)
                case "started" | "advanced":
                    received[text] = number
                    bar.update(task, completed=sum(received.values()), at=len(received), description=text)
                case "abandoned" | "note":
                    bar.console.print(safe_lines(_SAID[step].format(text)), markup=False, highlight=False)

        yield show


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

\b
Examples with pages of web sites (see "Pages of web sites" in the documentation):
  comprules fetch --dry-run https://example.org/rules/
  comprules fetch https://example.org/rules/             a contents page: all that it lists
  comprules fetch https://example.org/rules/607.html     one page
  comprules fetch --follow https://example.org/book-1    and the pages after it
  comprules fetch --source chapters https://example.org/rules/
  COMPRULES_CONTACT=me@example.org comprules fetch https://example.org/rules/

A download that was interrupted goes on where it stopped. A file takes its place only when its hash is right.
robots.txt is obeyed; a page that the archive has is asked for again after a day at the earliest, and then only if it
changed. Pages are stored as they came, below fragments/, and `comprules ingest` finds out what they are of.

\b
Exit status 2: of some edition no copy could be had; a page could not be had, or had no rules.

\b
JSON: {archive, editions: [{edition, outcome, files, missing, failures}],
  silent_hosts}
  outcome: fetched, present, partial or failed
  silent_hosts: those that were asked if there is no network, else empty
  with --bulletins: {folder, bulletins: [{bulletin, file, outcome, failures}],
    silent_hosts}
  with URL: {archive, pages: [{address, outcome, why, source, file, sha256,
    bytes, reason}], stopped}
    outcome: fetched, changed, unchanged, present, index, doubled, planned,
    skipped, without-rules or failed
""",
)
@click.argument("editions", metavar="[EDITION|URL]...", nargs=-1)
@click.option("--all", "everything", is_flag=True, help="Every edition that the source has.")
@click.option("--latest", is_flag=True, help="The newest edition.")
@click.option("--bulletins", is_flag=True, help="The publisher's update bulletins, as pages to read.")
@source_option
@target_option
@crawl_options
@json_option
@click.pass_context
def fetch_command(ctx: click.Context, /, editions: tuple[str, ...], target: Path, as_json: bool, **asked: Any) -> None:
    """Download editions, or pages of web sites, into the archive.

    Each EDITION has several sources, which are tried in turn. What the archive has already is left alone.

    A URL is a page with rules, a contents page, or a page that links to files of the rules; only pages of its host and
    below its folder are fetched, politely and in order.
    """
    addresses = addresses_among(editions, ctx)
    if addresses:
        ctx.exit(run_crawl(addresses, target, asked, as_json=as_json))
    if asked["everything"] + bool(editions or asked["latest"]) + asked["bulletins"] != 1:
        raise click.UsageError(
            "name editions, or --latest, or --all, or --bulletins (one of these): comprules fetch --latest"
        )
    names = (*editions, *(("latest",) if asked["latest"] else ()))
    if asked["bulletins"]:
        ctx.exit(_fetch_bulletins(target.parent / "bulletins", as_json=as_json))
    from scraper.fetch import fetch  # noqa: PLC0415 - slow to import

    say_sets(*names)
    with fetch_progress() as progress:
        report = fetch(names, target, asked["source"], progress, settings=web_settings(asked["contact"]))
    if as_json:
        print_json(report)
    _tell_editions(report)
    say(f"{target}: {_count_outcomes(edition.outcome for edition in report.editions) or 'nothing to do'}")
    if report.usable:
        named = "" if target == default_archive_dir() else f" --archive {shlex.quote(str(target))}"
        say(f"Next: comprules ingest{named}")
    ctx.exit(0 if report.usable else ENVIRONMENT)


def _tell_editions(report: "FetchReport") -> None:
    """Print what a user should know of each edition, or once that there is no network."""
    if report.silent_hosts:
        say(describe_missing_network(report.silent_hosts, "nothing was downloaded"))
        return
    for edition in report.editions:
        _tell_edition(edition)


def _tell_edition(edition: "EditionReport") -> None:
    """Print what is missing of an edition, and which of its files nobody had recorded."""
    if edition.missing or edition.outcome == "failed":
        say(f"{edition.edition}: {edition.outcome}; missing: {', '.join(edition.missing) or 'every copy'}")
        for failure in edition.failures:
            say(f"  {failure.address}: {failure.reason}")
    for file in edition.files:
        if not file.verified:
            say(f"{edition.edition}: {file.file} is new, its hash was not known beforehand: {file.sha256}")


def _fetch_bulletins(folder: Path, *, as_json: bool) -> int:
    """Fetch the known update bulletins; return the exit status."""
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
    return ENVIRONMENT if failed else 0


def _count_outcomes(outcomes: Iterable[str]) -> str:
    counts = Counter(outcomes)
    return ", ".join(f"{counts[outcome]} {outcome}" for outcome in _OUTCOMES if counts[outcome])


@click.command(
    "update",
    epilog="""\b
Examples:
  comprules update
  comprules update --from /mnt/editions

The first run downloads all editions and reads them, which takes some minutes; later ones work only what is new.

\b
JSON: {ledger, knowledge_base, newest, added, notes, offline}
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
    for note in report.notes:
        say(note)
    if as_json:
        print_json(report)
    found = "nothing newer was looked for" if report.offline else "nothing newer was found"
    added = f"new: {', '.join(report.added)}" if report.added else found
    say(f"{report.ledger}: {added}; the newest edition is {report.newest}")
    say(f"{report.store}: the knowledge base; try: comprules show 702.40a")
