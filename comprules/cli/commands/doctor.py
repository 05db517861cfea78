"""`comprules doctor`: check every copy in the archive for damage."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from comprules.cli.failures import CommandFailure, exit_code_for
from comprules.cli.json_help import JsonCommand
from comprules.cli.options import archive_option, jobs_option, json_option
from comprules.cli.output import dim, format_problem, number_style, print_answer, say
from comprules.cli.sources import choose_archive, say_ambiguous_codes
from comprules.known_texts import judge_copy
from comprules.progress import progress_bar
from graph.answers.document import HealthAnswer
from graph.documents.problems import answer_problem
from rules.counts import format_count
from scraper.archive import load_archive
from scraper.registry import load_registry

if TYPE_CHECKING:
    from scraper.doctor import EditionHealth


@click.command(
    "doctor",
    cls=JsonCommand,
    answers=lambda: {"": tuple[HealthAnswer, ...]},
    epilog="""\b
Examples:
  comprules doctor
  comprules doctor 2016-08-26
  comprules doctor --archive ~/editions --json

The command changes nothing. A damaged copy can still be useful: if an edition has several copies, `ingest` takes each
passage from a copy in which it is complete.

\b
Exit code 1: a copy is damaged, two copies of an edition disagree, or an
edition seems retyped.
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

    If you name EDITIONs, only their copies are checked.

    For each copy, the command checks the hash, the encoding, the date stated in the text, how complete the copy is,
    whether it looks like an edition at all, and whether its text matches its edition. For each edition, the command
    checks whether the copies agree and which copy is best. Without EDITION, it also looks for editions that somebody
    retyped from an older edition: their wording reverts to the older one, and they contain many misspellings.
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
    say_ambiguous_codes(*editions)
    with progress_bar("checking") as progress:
        healths = diagnose(loaded, chosen, jobs, progress, judge_copy)
    with_findings = [health for health in healths if health.findings]
    print_answer([_answer_health(health) for health in healths], _format_findings(with_findings), as_json=as_json)
    say(f"{format_count(len(healths), 'edition')} checked, {len(with_findings)} with findings")
    serious = [finding for health in with_findings for finding in health.findings if finding.severity != "info"]
    ctx.exit(exit_code_for(serious))


def _answer_health(health: "EditionHealth") -> HealthAnswer:
    """Return the condition of an edition as an answer."""
    findings = tuple(map(answer_problem, health.findings))
    return HealthAnswer(health.edition, health.best or None, health.condition, findings)


def _format_findings(healths: "Iterable[EditionHealth]") -> Iterator[str]:
    """Yield lines about each edition: its best copy, and the problems that were found."""
    for health in healths:
        best = dim(f"best copy: {health.best or 'none'}, edition {health.condition}")
        yield f"{number_style(health.edition)}  {best}"
        for finding in health.findings:
            yield f"  {format_problem(finding)}"
