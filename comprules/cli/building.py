"""The two steps of building: reading an archive into the knowledge base, and writing the site from that."""

import time
from pathlib import Path

import click

from comprules.cli.failures import ENVIRONMENT, NOT_FOUND
from comprules.cli.output import say, status_line, summarize_problems
from comprules.cli.sources import choose_archive
from comprules.progress import progress_bar
from comprules.reference import fill_in
from rules.counts import format_count
from rules.store import open_store
from rules.store.location import store_path

out_option = click.option(
    "--out",
    metavar="DIR",
    type=click.Path(path_type=Path),
    default=Path("build/site"),
    show_default=True,
    help="The folder of the site. When the build is complete, it replaces the old site; files that comprules did not "
    "write, or that were changed, are kept and listed.",
)


def run_ingest(archive: Path | None, db: Path | None, jobs: int | None, *, fresh: bool, verbose: bool) -> int:
    """Ingest an archive, report on standard error, and return the exit code.

    Args:
        archive: The archive as typed; None for the usual one.
        db: The knowledge base as typed; None for the usual one.
        jobs: Maximum number of processes; None for one per core.
        fresh: Whether to read every edition again, even if it is unchanged.
        verbose: Whether to print every problem, not only one example of each kind.
    """
    root = choose_archive(archive, activity="using")
    from comprules.ingest import ingest  # noqa: PLC0415 - slow to import

    with progress_bar("ingest") as progress:
        report = ingest(root, store_path(db), jobs=jobs, fresh=fresh, progress=progress, tell=say)
    for line in summarize_problems(report.diagnostics, shows_all=verbose):
        say(line)
    count = len(report.worked) + len(report.carried)
    did = "nothing changed"
    if report.written:
        did = f"{len(report.worked)} processed, {len(report.carried)} unchanged"
    left_out = ""
    if report.left_out:
        left_out = f"; left out: {', '.join(report.left_out)}"
    say(f"{report.path}: {format_count(count, 'edition')}, {did}{left_out}")
    if report.failed:
        return ENVIRONMENT
    if report.damaged:
        return NOT_FOUND  # exit code 1 also means that something is wrong with what was read
    return 0


def run_site(out: Path, db: Path | None) -> None:
    """Build the site from a knowledge base, and print where it is and how large."""
    from site_src.builder.site import build_site  # noqa: PLC0415 - slow to import

    started = time.monotonic()
    path = store_path(db)
    open_store(path).close()  # report a missing knowledge base with the message that every command uses
    messages: list[str] = []  # about files that stay in the folder; printed after the changing line is gone
    with status_line() as show:
        build_site(path, out, fill_in, progress=show, tell=messages.append)
    for message in messages:
        say(message)
    files = [file for file in out.rglob("*") if file.is_file()]
    pages = sum(file.suffix == ".html" for file in files)
    size = sum(file.stat().st_size for file in files)
    say(f"{out}: {format_count(pages, 'page')}, {size / 1e6:,.1f} MB, {time.monotonic() - started:.1f} s")
    say(f"To look at it: python3 -m http.server --directory {out}   then http://127.0.0.1:8000/")
