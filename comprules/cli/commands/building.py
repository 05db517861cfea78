"""`comprules ingest`, `doctor`, `site`, `build` and `ledger`: from the archive to what is made of it."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

import click

from comprules.cli.group import ENVIRONMENT, NOT_FOUND, CommandFailure
from comprules.cli.options import (
    archive_option,
    choose_archive,
    jobs_option,
    json_option,
    open_knowledge_base,
    say_sets,
    store_option,
)
from comprules.cli.output import (
    SHOWN,
    dim,
    format_problem,
    number_style,
    print_answer,
    print_text,
    say,
    status_line,
    summarize_problems,
)
from comprules.progress import progress_bar
from comprules.reference import fill_in
from graph.answers.document import HealthAnswer, answer_problem
from graph.ledger import SHIPPED, open_ledger
from graph.ledger.make import differing, ledger_of
from rules.files import write_file
from rules.store import Store, open_store
from rules.store.location import store_path
from scraper.archive import load_archive
from scraper.registry import load_registry

if TYPE_CHECKING:
    from comprules.ingest import IngestReport
    from scraper.doctor import EditionHealth


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
    report = run_ingest(archive, db, jobs, fresh=fresh, verbose=verbose)
    ctx.exit(ENVIRONMENT if report.failed else NOT_FOUND if report.damaged else 0)


def run_ingest(archive: Path | None, db: Path | None, jobs: int | None, *, fresh: bool, verbose: bool) -> IngestReport:
    """Ingest an archive and report on standard error, as `build` does too."""
    root = choose_archive(archive, "using")
    from comprules.ingest import ingest  # noqa: PLC0415 - slow to import

    with progress_bar("ingest") as progress:
        report = ingest(root, store_path(db), jobs=jobs, fresh=fresh, progress=progress, tell=say)
    for line in summarize_problems(report.diagnostics, every=verbose):
        say(line)
    say(_conclude(report))
    return report


def _conclude(report: IngestReport) -> str:
    count = len(report.worked) + len(report.carried)
    left_out = f"; left out: {', '.join(report.left_out)}" if report.left_out else ""
    if not report.written:
        return f"{report.path}: {count} editions, nothing changed{left_out}"
    return f"{report.path}: {count} editions, {len(report.worked)} worked, {len(report.carried)} unchanged{left_out}"


out_option = click.option(
    "--out",
    metavar="DIR",
    type=click.Path(path_type=Path),
    default=Path("build/site"),
    show_default=True,
    help="The site's folder; replaced when the new site is complete.",
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

    path = store_path(db)
    open_store(path).close()  # report a missing knowledge base with the message that every command uses
    with status_line() as tell:
        report = build_site(path, out, fill_in, progress=tell)
    size = report.size / 1e6
    say(f"{report.out}: {report.pages:,} pages, {size:,.1f} MB, {report.seconds:.1f} s")
    say(f"To look at it: python3 -m http.server --directory {report.out}   then http://127.0.0.1:8000/")


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
    report = run_ingest(archive, db, jobs, fresh=False, verbose=False)
    run_site(out, db)
    ctx.exit(ENVIRONMENT if report.failed else NOT_FOUND if report.damaged else 0)


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
        raise CommandFailure(f"{root}: the manifest lists no edition; name another archive with --archive")
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
    print_answer(answers, chain.from_iterable(map(_format_health, sick)), as_json=as_json)
    say(f"{len(healths)} editions checked, {len(sick)} with findings")
    grave = any(finding.severity != "info" for edition in sick for finding in edition.findings)
    ctx.exit(NOT_FOUND if grave else 0)


def _format_health(edition: EditionHealth) -> Iterator[str]:
    best = f"best copy: {edition.best or 'none'}, edition {edition.condition}"
    yield f"{number_style(edition.edition)}  {dim(best)}"
    yield from (f"  {format_problem(finding)}" for finding in edition.findings)


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
    with _open_source(archive, db, jobs) as store:
        if store.is_sample and out is None and not check:
            raise click.UsageError("this is the sample, whose wording is not real; name a file with --out", ctx)
        made, count = ledger_of(store, jobs or os.cpu_count() or 1), len(store.edition_ids)
    if check:
        ctx.exit(_check_ledger(path, made))
    write_file(path, made)
    say(f"{path}: {count} editions, {len(made):,} bytes")


@contextmanager
def _open_source(archive: Path | None, db: Path | None, jobs: int | None) -> Iterator[Store]:
    if archive is None:
        with open_knowledge_base(db) as store:
            yield store
        return
    with tempfile.TemporaryDirectory(prefix="comprules-") as folder:
        from comprules.ingest import ingest  # noqa: PLC0415 - slow to import

        path = Path(folder, "comprules.sqlite")
        with progress_bar("ingest") as progress:
            ingest(archive, path, jobs=jobs, progress=progress)
        with open_knowledge_base(path) as store:
            yield store


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
