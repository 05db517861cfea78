"""`comprules upgrade`."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from comprules.cli.configuration import chosen_config
from comprules.cli.errors import CommandFailure
from comprules.cli.ledger_notice import say_ledger
from comprules.cli.lookup import say_sets
from comprules.cli.options import json_option
from comprules.cli.output import print_json, say
from comprules.lint.config import FoundConfig, shared_folder
from comprules.lint.journal import Journal, JournalError, journals_above, read_journal
from comprules.lint.plan import PlanError
from comprules.lint.printable import printable
from comprules.lint.tree_lock import hold_folders
from rules.errors import ComprulesError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from comprules.lint.upgrade_plan import UpgradePlan

_EPILOG = """\b
Examples:
  comprules upgrade src --from 2009-05-01 --to M10         print the changes as a diff
  comprules upgrade . --from 2009-05-01 --write            make them
  comprules upgrade . --write                              from the edition in the configuration
  comprules upgrade . --write --unsafe                     reworded rules too
  comprules upgrade . --from latest --to 2024-11-08 | git apply    backwards

A citation is renumbered if its rule has the same words under another number. Where the words changed, or a rule was
split and one part carries it on, --unsafe is needed; other citations are left and listed. A citation with an edition
next to it (`20091005 - 701.6`) is upgraded from that edition, and the edition next to it is replaced.

The new edition is recorded as `edition` in the configuration, so that a second run changes nothing.

\b
Exit status: 0 fine, whatever is left; 2 usage, configuration or
environment: then nothing was written.

\b
JSON: {from, to, pin, unsafe, written, recorded, files, files_changed,
  files_upgraded_before, renumbered, unchanged, left, ignored, citations,
  notices}
  citations: {path, line, column, status, edition, old, new, causes, reason,
    numbers}
  status: renumbered, left or ignored; edition: the one that the citation
    goes from
  numbers: {old, fate, new, in}; fate: kept, moved, reworded, split, merged,
    ambiguous, deleted or absent; in: where the rule is now
"""


def _add_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """Add all options to the command's function, in the order of the help."""
    for option in reversed(
        (
            click.option(
                "--from",
                "first",
                metavar="EDITION",
                help="The edition that the citations were written for. [default: `edition` in the configuration]",
            ),
            click.option("--to", "last", metavar="EDITION", help="The edition to cite. [default: latest]"),
            click.option("--write", is_flag=True, help="Write the files instead of printing a diff."),
            click.option("--diff", "with_diff", is_flag=True, help="With --write, print the diff too."),
            click.option("--unsafe", is_flag=True, help="Follow reworded rules too, and main parts of split ones."),
            click.option(
                "--stamp-left", is_flag=True, help="Write the old edition behind citations that are left: @2009-05-01."
            ),
            json_option,
            click.option(
                "--record",
                metavar="FILE",
                type=click.Path(path_type=Path),
                help="Record the edition in this comprules.toml or pyproject.toml, where no configuration is.",
            ),
            click.option("--config", metavar="FILE", type=click.Path(path_type=Path), help="The configuration's file."),
            click.option("--no-config", is_flag=True, help="Read no configuration, and record nothing."),
            click.option(
                "--max-size", metavar="MB", type=click.IntRange(min=1), help="Leave larger files out. [default: 64]"
            ),
        )
    ):
        function = option(function)
    return function


@click.command("upgrade", epilog=_EPILOG)
@click.argument("paths", metavar="PATH...", nargs=-1, required=True)
@_add_options
def command(paths: tuple[str, ...], config: Path | None, no_config: bool, **asked: Any) -> None:
    """Renumber citations in files from one edition to another.

    PATHs are files or folders. Prints a unified diff, and with --write writes the files.
    """
    try:
        _upgrade_paths(paths, lambda: chosen_config(paths, config, no_config), asked)
    except ComprulesError as error:
        raise CommandFailure("\n".join(map(printable, str(error).split("\n")))) from error


def _upgrade_paths(paths: Sequence[str], configuration: Callable[[], FoundConfig], asked: dict[str, Any]) -> None:
    config = configuration()
    folders = [Path(path) if Path(path).is_dir() else Path(path).parent for path in paths]
    folders = [folder for folder in folders if folder.is_dir()]
    record = config.file or asked["record"]
    home = record.resolve().parent if record is not None else shared_folder(paths).resolve()
    if not asked["write"]:
        plan = _plan_upgrade(paths, config, asked)
        for journal in (*journals_above([*folders, home]), *plan.journals):
            raise JournalError(
                f"{journal}: an upgrade of these files was interrupted; run the same command with --write to finish it"
            )
        _tell(plan, asked)
        return
    with hold_folders([*folders, home]):
        completed = _complete_upgrades(journals_above([*folders, home]))
        if not completed:
            again = configuration()  # another run may have written it
            if again.file != config.file:
                raise PlanError(f"{again.file or config.file}: the configuration was changed meanwhile; run again")
            plan = _plan_upgrade(paths, again, asked)
            completed = _complete_upgrades(plan.journals)
        if completed:
            again = configuration()
            if again.config.edition is None or asked["record"] is not None:
                _tell_completed(completed, asked)
                return
            plan = _plan_upgrade(paths, again, asked)
        plan.write(home)
    _tell(plan, asked)


def _plan_upgrade(paths: Sequence[str], config: FoundConfig, asked: dict[str, Any]) -> UpgradePlan:
    from comprules.lint.upgrade_plan import plan_upgrade  # noqa: PLC0415 - not needed for `--help`
    from comprules.lint.upgrade_range import range_of  # noqa: PLC0415
    from graph.ledger import open_ledger  # noqa: PLC0415

    ledger = open_ledger()
    say_ledger(ledger)
    editions = range_of(ledger, config, asked["first"], asked["last"])
    say_sets(asked["first"] or config.config.edition, asked["last"] or config.config.target)
    kept = {key: asked[key] for key in ("unsafe", "stamp_left", "max_size", "record")}
    return plan_upgrade(ledger, editions, config, paths, **kept)


def _complete_upgrades(files: Sequence[Path]) -> list[Journal]:
    """Complete upgrades that were interrupted."""
    journals = [read_journal(file) for file in files]
    for journal in journals:
        journal.complete_upgrade()
        say(
            f"note: the upgrade from {printable(journal.base)} to {printable(journal.target)} that was interrupted "
            f"here is finished: {len(journal.places):,} files"
        )
    return journals


def _tell_completed(journals: Sequence[Journal], asked: dict[str, Any]) -> None:
    """Print that a run only finished an earlier one: without a pin, it cannot know which files are done."""
    from graph.ledger import open_ledger  # noqa: PLC0415 - as above

    if asked["as_json"]:
        from comprules.lint.upgrade_words import completed_document  # noqa: PLC0415

        print_json(completed_document(journals))
    ledger = open_ledger()
    first, last = (ledger.resolve(name) if name else None for name in (asked["first"], asked["last"] or "latest"))
    if any(first not in {None, journal.base} or last != journal.target for journal in journals):
        raise PlanError("what was interrupted is finished, and led elsewhere; run again for what you asked")


def _tell(plan: UpgradePlan, asked: dict[str, Any]) -> None:
    from comprules.lint.upgrade_words import build_document, left_line, summary  # noqa: PLC0415

    written = asked["write"]
    if asked["as_json"]:
        print_json(build_document(plan, written=written, unsafe=asked["unsafe"]))
    elif asked["with_diff"] or not written:
        _print_diff(plan.diff())
    for notice in plan.notices:
        say(f"note: {printable(notice.path)}: {printable(notice.message)}")
    if not asked["as_json"]:
        for upgraded in plan.with_status("left"):
            say(left_line(upgraded, plan.editions.target))
    for line in _list_asides(plan, written=written):
        say(f"note: {line}")
    say(summary(plan, written=written))


def _list_asides(plan: UpgradePlan, *, written: bool) -> list[str]:
    """Return what a person must know about the pin."""
    from comprules.lint.formats.wording import relative_path  # noqa: PLC0415
    from comprules.lint.upgrade_plan import describe_unrecorded  # noqa: PLC0415
    from comprules.lint.upgrade_words import describe_unmarked, upgraded_before  # noqa: PLC0415

    asides, place = [], printable(relative_path(str(plan.record)))
    if plan.editions.is_done and plan.worked.unstamped:
        asides.append(
            f"{place} says that these files are for {plan.editions.target} already; what has no stamp stays as it is"
        )
    if plan.beyond:
        files = ", ".join(map(printable, plan.beyond))
        asides.append(f"the pin in {place} applies to other files too ({files}); to --write, name the whole tree")
    asides += filter(None, [upgraded_before(plan), describe_unmarked(plan)])
    warning = describe_unrecorded(plan)
    if warning is not None:
        asides.append(warning if written else f"once this is written, {warning}")
    return asides


def _print_diff(diff: bytes) -> None:
    """Print the diff: to a program byte for byte, to a terminal without characters that could command the terminal."""
    if sys.stdout.isatty():
        lines = diff.decode("utf-8", "surrogateescape").split("\n")
        click.echo("\n".join(_colour_line(printable(line)) for line in lines), nl=False)
    else:
        click.echo(diff, nl=False)


def _colour_line(line: str) -> str:
    colour = {"-": "red", "+": "green", "@": "cyan"}.get(line[:1])
    return click.style(line, fg=colour, bold=line.startswith(("--- ", "+++ "))) if colour else line
