"""`comprules doctor`: check every copy in the archive for damage."""

from pathlib import Path

import click

from comprules.cli.failures import NOT_FOUND, CommandFailure
from comprules.cli.json_help import JsonCommand
from comprules.cli.options import archive_option, jobs_option, json_option
from comprules.cli.output import dim, format_problem, number_style, print_answer, say
from comprules.cli.sources import choose_archive, say_sets
from comprules.progress import progress_bar
from graph.answers.document import HealthAnswer
from graph.documents.problems import answer_problem
from scraper.archive import load_archive
from scraper.registry import load_registry


@click.command(
    "doctor",
    cls=JsonCommand,
    answers=lambda: {"": tuple[HealthAnswer, ...]},
    epilog="""\b
Examples:
  comprules doctor
  comprules doctor 2016-08-26
  comprules doctor --archive ~/editions --json

Nothing is changed. A copy that is damaged may still do its service: where an edition has several copies, `ingest`
takes each passage from one in which it is whole.

\b
Exit status 1: a copy is damaged, two copies of an edition disagree, or one seems retyped.
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
    registry = load_registry()
    editions_there = [entry.edition for entry in loaded.entries]
    chosen = [registry.resolve(name, editions_there) for name in editions]
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
