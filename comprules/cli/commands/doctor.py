"""`comprules doctor`."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from pathlib import Path

import click

from comprules.cli.group import NOT_FOUND, CommandFailure
from comprules.cli.options import archive_option, choose_archive, jobs_option, json_option, say_sets
from comprules.cli.output import dim, format_problem, number_style, print_answer, say
from comprules.progress import progress_bar
from graph.answers.document import HealthAnswer, answer_problem
from scraper.archive import load_archive
from scraper.doctor import EditionHealth, diagnose
from scraper.registry import load_registry


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
