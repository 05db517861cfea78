"""`comprules upgrade`."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click
from msgspec import convert
from msgspec.structs import replace

from comprules.cli.linting import chosen_config, place_in_patch, say_notices, unified_diff
from comprules.cli.options import config_option, json_option, say_ledger, say_sets, size_option
from comprules.cli.output import print_json, say
from comprules.lint.config import ConfigError, FoundConfig, Options, new_config
from comprules.lint.files import JOURNAL
from comprules.lint.transaction import (
    CompletedAnswer,
    JournalError,
    Rewrite,
    complete_upgrade,
    hold_folders,
    journals_above,
)
from comprules.lint.upgrading import UpgradePlan, answer_upgrade, left_line, list_asides, plan_upgrade, summary
from comprules.printable import printable
from graph.ledger import open_ledger


@click.command(
    "upgrade",
    epilog="""\b
Examples:
  comprules upgrade .                               what would change, as a diff
  comprules upgrade . --write                       make the changes, and declare the new edition
  comprules upgrade src/stack.rs --write            one file, with its declaration
  comprules upgrade . --write --unsafe              reworded rules too
  comprules upgrade src --from 2009-05-01 --to M10  what is not declared, from this edition
  comprules upgrade . --to 2024-11-08 | git apply   backwards

Each file goes from the edition that the configuration declares for it (`edition`, [editions]; `comprules init` writes
them) to the newest one. A citation is renumbered if its rule has the same words under another number. Where the words
changed, or a rule was split and one part carries it on, --unsafe is needed; other citations are left and listed. A
citation with an edition next to it (`20091005 - 701.6`) is upgraded from that edition, and the edition next to it is
replaced.

The configuration is written together with the files, all or nothing: for a whole tree `edition`, for the files and
folders that were named an entry of [editions]. So a second run changes nothing, and `check` judges by what is true.

\b
Exit status: 0 fine, whatever is left; 2 usage, configuration or
environment: then nothing was written.

\b
JSON: {from, to, pin, unsafe, written, recorded, files, files_changed,
  renumbered, unchanged, left, ignored, citations, notices}
  citations: {path, line, column, status, edition, old, new, causes, reason,
    numbers}
  status: renumbered, left or ignored; edition: the one that the citation
    goes from
  numbers: {old, fate, new, in}; fate: kept, moved, reworded, split, merged,
    ambiguous, deleted or absent; in: where the rule is now
""",
)
@click.argument("paths", metavar="PATH...", nargs=-1, required=True)
@click.option(
    "--from",
    "first",
    metavar="EDITION",
    help="The edition that files without a declaration were written for.",
)
@click.option("--to", "target", metavar="EDITION", help="The edition to cite. [default: latest]")
@click.option("--write", is_flag=True, help="Write the files instead of printing a diff.")
@click.option("--diff", "with_diff", is_flag=True, help="With --write, print the diff too.")
@click.option("--unsafe", is_flag=True, help="Follow reworded rules too, and main parts of split ones.")
@click.option("--stamp-left", is_flag=True, help="Write the old edition behind citations that are left: @2009-05-01.")
@json_option
@click.option(
    "--record",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="Declare the edition in this new comprules.toml or pyproject.toml.",
)
@config_option
@click.option("--no-config", is_flag=True, help="Read no configuration, and declare nothing.")
@size_option
def upgrade_command(paths: tuple[str, ...], **asked: Any) -> None:
    """Renumber citations in files from one edition to another.

    PATHs are files or folders. Prints a unified diff, and with --write writes the files and their declaration.
    """
    config = chosen_config(paths, asked)
    folders = [Path(path) if Path(path).is_dir() else Path(path).parent for path in paths]
    record = config.file or asked["record"] or new_config(paths)
    home = record.resolve().parent
    folders = [folder for folder in (*folders, home) if folder.is_dir()]
    if not asked["write"]:
        plan = _plan_upgrade(paths, config, asked)
        below = (Path(path) for path in plan.leftovers if Path(path).name == JOURNAL)
        for journal in (*journals_above(folders), *below):
            raise JournalError(
                f"{journal}: an upgrade of these files was interrupted; run the same command with --write to finish it"
            )
        _print_plan(plan, asked)
        return
    with hold_folders(folders):
        completed = _complete_upgrades(journals_above(folders))
        if not completed:
            plan = _plan_upgrade(paths, chosen_config(paths, asked), asked)
            completed = _complete_upgrades([Path(path) for path in plan.leftovers if Path(path).name == JOURNAL])
        if completed:
            if asked["no_config"]:
                _print_completed(completed, asked)
                return
            plan = _plan_upgrade(paths, chosen_config(paths, asked), asked | {"record": None})
        plan.write(home)
    _print_plan(plan, asked)


def _plan_upgrade(paths: Sequence[str], config: FoundConfig, asked: dict[str, Any]) -> UpgradePlan:

    ledger = open_ledger()
    say_ledger(ledger)
    say_sets(asked["first"] or config.edition, asked["target"] or config.target)
    return plan_upgrade(ledger, convert(asked, Options), config, paths)


def _complete_upgrades(files: Sequence[Path]) -> list[CompletedAnswer]:
    """Complete upgrades that were interrupted."""
    completed = [complete_upgrade(file) for file in files]
    for answer in completed:
        say(
            f"note: the upgrade to {printable(answer.target)} that was interrupted here is finished: "
            f"{len(answer.files_changed):,} files"
        )
    return completed


def _print_completed(completed: Sequence[CompletedAnswer], asked: dict[str, Any]) -> None:
    """Print that a run only finished an earlier one: without a declaration, it cannot know which files are done."""
    if asked["as_json"]:
        changed = tuple(path for answer in completed for path in answer.files_changed)
        print_json(replace(completed[-1], files_changed=changed))
    target = open_ledger().resolve(asked["target"] or "latest")
    if any(target != answer.target for answer in completed):
        raise ConfigError("what was interrupted is finished, and led elsewhere; run again for what you asked")


def _print_plan(plan: UpgradePlan, asked: dict[str, Any]) -> None:

    written = asked["write"]
    if asked["as_json"]:
        print_json(answer_upgrade(plan, written=written, unsafe=asked["unsafe"]))
    elif asked["with_diff"] or not written:
        _print_diff(plan.rewrites)
    say_notices(plan.notices)
    if not asked["as_json"]:
        for upgraded in plan.with_status("left"):
            say(left_line(upgraded))
    for line in list_asides(plan, written=written):
        say(f"note: {line}")
    say(summary(plan, written=written))


def _print_diff(rewrites: Sequence[Rewrite]) -> None:
    """Print the diff: to a program byte for byte, to a terminal without characters that could command the terminal."""
    diff = b"".join(unified_diff(place_in_patch(rewrite.place), rewrite.old, rewrite.new) for rewrite in rewrites)
    if sys.stdout.isatty():
        lines = diff.decode("utf-8", "surrogateescape").split("\n")
        click.echo("\n".join(_colour_line(printable(line)) for line in lines), nl=False)
    else:
        click.echo(diff, nl=False)


def _colour_line(line: str) -> str:
    colour = {"-": "red", "+": "green", "@": "cyan"}.get(line[:1])
    return click.style(line, fg=colour, bold=line.startswith(("--- ", "+++ "))) if colour else line
