"""`comprules ledger`: make the ledger, or check it."""

import tempfile
from contextlib import ExitStack
from pathlib import Path

import click

from comprules.cli.failures import NOT_FOUND, CommandFailure
from comprules.cli.options import jobs_option, store_option
from comprules.cli.output import SHOWN, print_text, say
from comprules.cli.sources import open_knowledge_base
from comprules.progress import progress_bar
from graph.ledger import SHIPPED, open_ledger
from graph.ledger.differences import list_differences
from graph.ledger.make import ledger_of
from rules.counts import format_count
from rules.files import write_file
from rules.workers import count_cores


@click.command(
    "ledger",
    epilog="""\b
Examples:
  comprules ledger                         from build/comprules.sqlite into the package
  comprules ledger --archive ~/editions --out my.ledger
  comprules ledger --archive ~/editions --check
  COMPRULES_LEDGER=my.ledger comprules trace 702.40a

\b
Exit code 1: with --check, the ledger differs from what the editions yield.
""",
)
@click.option(
    "--archive",
    metavar="DIR",
    type=click.Path(path_type=Path),
    help="Ingest this archive first, instead of using --db; only the ledger is kept.",
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
    """Build the ledger, a small file of facts about every edition.

    The ledger has numbers, headings, hashes of texts, lineages, links, references and renamed terms, but no sentences.
    With it, `editions`, `map`, `trace`, `terms`, `check` and `upgrade` work without a knowledge base.
    """
    if archive is not None and db is not None:
        raise click.UsageError("name an archive or a knowledge base, not both", ctx)
    path = out or SHIPPED
    with ExitStack() as opened:
        if archive is not None:
            folder = opened.enter_context(tempfile.TemporaryDirectory(prefix="comprules-"))
            db = Path(folder, "comprules.sqlite")
            _ingest_whole(archive, db, jobs)
        store = opened.enter_context(open_knowledge_base(db))
        if store.is_sample and out is None and not check:
            raise click.UsageError(
                "these are the sample editions, whose wording is made up; name a file with --out", ctx
            )
        data = ledger_of(store, jobs or count_cores())
        count = len(store.edition_ids)
    if check:
        ctx.exit(_check_ledger(path, data))
    write_file(path, data)
    say(f"{path}: {format_count(count, 'edition')}, {len(data):,} bytes")


def _ingest_whole(archive: Path, db: Path, jobs: int | None) -> None:
    """Build a knowledge base from an archive, for a ledger that must have every edition.

    Raises:
        CommandFailure: An edition cannot be read.
    """
    from comprules.ingest import ingest  # noqa: PLC0415 - slow to import

    with progress_bar("ingest") as progress:
        report = ingest(archive, db, jobs=jobs, progress=progress, tell=say)
    if report.left_out:
        left_out = ", ".join(report.left_out)
        raise CommandFailure(f"{archive}: editions were left out ({left_out}); run `comprules ingest` to see why")


def _check_ledger(path: Path, data: bytes) -> int:
    """Compare a ledger with a new one; print the differences, and return 0 without any, else 1."""
    with tempfile.TemporaryDirectory(prefix="comprules-") as folder, open_ledger(path) as old:
        fresh = Path(folder, path.name)
        fresh.write_bytes(data)
        with open_ledger(fresh) as new:
            lines = list(list_differences(old, new))
    if not lines:
        say(f"{path}: matches the editions")
        return 0
    for line in lines[:SHOWN]:
        print_text(line)
    if len(lines) > SHOWN:
        print_text(f"… and {len(lines) - SHOWN:,} more")
    say(f"{path}: does not match the editions; rebuild it with: comprules ledger")
    return NOT_FOUND
