"""`comprules upgrade`: renumber citations from one edition to another."""

import sys
from collections.abc import Callable, Sequence
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import click
from msgspec import Struct
from msgspec.structs import replace

from comprules.cli.json_help import JsonCommand
from comprules.cli.options import config_option, json_option, size_option
from comprules.cli.output import print_json, say
from comprules.cli.patch import path_in_patch, unified_diff
from comprules.cli.sources import say_ambiguous_codes
from comprules.cli.tree import open_settings, open_tree, say_notices
from comprules.lint.config import ConfigError, FoundConfig
from comprules.lint.declaration import check_config_file, new_config
from comprules.lint.ignored import find_repository
from comprules.lint.linter import Linters
from comprules.lint.names import JOURNAL, OWN_FILE
from comprules.lint.nearest import TreeSettings
from comprules.lint.read import read_file
from comprules.lint.select import real_folder
from comprules.lint.settings import Overrides, edition_of
from comprules.lint.transaction import (
    CompletedAnswer,
    Rewrite,
    RewriteError,
    complete_upgrade,
    hold_folders,
    journals_above,
)
from comprules.lint.upgrade_answers import UpgradeAnswer, UpgradedAnswer
from comprules.lint.upgrade_notes import list_notes, summarize
from comprules.lint.upgrading import Upgrade
from comprules.printable import printable
from graph.ledger import open_ledger
from rules.counts import format_count


class UpgradeOptions(Struct, frozen=True, kw_only=True):
    """The options of `upgrade`, by the names of their parameters."""

    first: str | None
    target: str | None
    write: bool
    with_diff: bool
    unsafe: bool
    stamp_left: bool | None
    as_json: bool
    record: Path | None
    config: Path | None
    no_config: bool
    max_size: int | None

    @property
    def overrides(self) -> Overrides:
        """Return the options that override the configurations."""
        return Overrides(target=self.target, max_size=self.max_size, stamp_left=self.stamp_left)


@click.command(
    "upgrade",
    cls=JsonCommand,
    answers=lambda: {"": UpgradeAnswer},
    epilog="""\b
Examples:
  comprules upgrade .                               print the changes as a diff
  comprules upgrade . --write                       make the changes, and declare the new edition
  comprules upgrade src/stack.rs --write            one file, with its declaration
  comprules upgrade . --write --unsafe              also follow reworded rules
  comprules upgrade src --from 2009-05-01 --to M10  use this edition for undeclared files
  comprules upgrade . --to 2024-11-08 | git apply   renumber for an earlier edition

Each file is upgraded from the edition that the configuration declares for it (`edition`, [editions]; `comprules init`
writes them) to the newest one. A citation is renumbered if its rule has the same words under another number. If the
words changed, or if a rule was split and one part continues it, --unsafe is needed; other citations are left and
listed. A citation with an edition next to it (`20091005 - 701.6`) is upgraded from that edition, and the edition next
to it is replaced.

An upgrade hides no finding: whatever `check` reported before is either fixed or still reported. A file is upgraded as a
whole or not touched at all. A citation that can't be renumbered, but would look like one of the new edition, blocks its
file, and is listed: fix it or write the edition after it (CR 103.1 @2018-04-27), then run the command again. With
--stamp-left, the old edition is written after such a citation, and the file is upgraded.

The configuration that applies to a file (the nearest one above it) is updated together with it, all or nothing:
`edition` for a whole tree, an entry of [editions] for files and folders that you name. Running the command again
changes nothing.
Submodules and other repositories below a folder are left alone unless they are named.

\b
Exit code: 0 success, even if citations are left; 2 a usage, configuration or
environment error: nothing was written.
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
@click.option(
    "--unsafe", is_flag=True, help="Also renumber citations of reworded rules and of split ones (to the main part)."
)
@click.option(
    "--stamp-left/--no-stamp-left",
    default=None,
    help="In comments and prose, write the old edition after each citation that isn't renumbered, as in "
    "702.36e @2009-05-01. [default: `stamp-left` from the configuration, otherwise no]",
)
@json_option
@click.option(
    "--record",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="Create this comprules.toml or pyproject.toml, and declare the edition in it.",
)
@config_option
@click.option("--no-config", is_flag=True, help="Read no configuration, and declare nothing.")
@size_option
def upgrade_command(paths: tuple[str, ...], **values: Any) -> None:
    """Renumber citations in files from one edition to another.

    PATHs are files or folders. Prints a unified diff. With --write, writes the files and their declaration
    instead.
    """
    options = UpgradeOptions(**values)
    _, tree = open_settings(paths, options.overrides, config=options.config, no_config=options.no_config)
    config = tree.config
    home = (config.file or options.record or new_config(paths)).resolve().parent
    folders = _list_folders(paths, tree, home)
    with hold_folders(folders) if options.write else nullcontext():
        plan = _finish_and_plan(paths, folders, config, options)
        if plan is not None and options.write:
            plan.write(home)
    if plan is not None:
        _print_plan(plan, options)


def _finish_and_plan(
    paths: Sequence[str], folders: Sequence[Path], config: FoundConfig, options: UpgradeOptions
) -> Upgrade | None:
    """Finish upgrades of the folders that were interrupted, and return the new run, of which nothing is written yet.

    None if such an upgrade was finished and `--no-config` is given: without a declaration, it is unknown which files
    are already renumbered.
    """
    journals = list(journals_above(folders))
    if not journals:
        # not before: a run that was interrupted may have written the configuration that `--record` names
        if options.record is not None:
            _check_record(options.record, paths, config)
        plan = _plan_upgrade(paths, options)
        # Journals in folders below the paths are found only when the files are.
        journals = [Path(path) for path in plan.leftovers if Path(path).name == JOURNAL]
        if not journals:
            return plan
    completed = _complete_upgrades(journals, options)
    if options.no_config:
        _print_completed(completed, options)
        return None
    return _plan_upgrade(paths, options)  # a plan from before is of the content that the files had then


def _list_folders(paths: Sequence[str], tree: TreeSettings, home: Path) -> list[Path]:
    """Return the existing folders in which an upgrade may write: those of the paths and of their configurations."""
    folders = []
    for path in paths:
        named = Path(path)
        folders.append(named if named.is_dir() else named.parent)
    folders.append(home)
    for path in paths:
        file = tree.config_of(path).file
        if file is not None:
            folders.append(file.resolve().parent)
    return [folder for folder in folders if folder.is_dir()]


def _check_record(file: Path, paths: Sequence[str], found: FoundConfig) -> None:
    """Raise a `ConfigError` if a new configuration cannot declare the edition of these paths."""
    if found.file is not None:
        raise ConfigError(f"--record: {found.file} already applies to these paths; the edition is declared there")
    check_config_file(file, paths)


def _plan_upgrade(paths: Sequence[str], options: UpgradeOptions) -> Upgrade:
    """Return a run of which nothing is written yet; its edition is that of `--from` if none is declared for all files.

    Raises:
        PathError: A path does not exist or cannot be read.
        ConfigError: The configuration cannot declare the edition; or an edition is unknown, none to start from is
            named, or the two sources disagree.
        RewriteError: comprules failed on a file.
    """
    ledger, tree, files = open_tree(paths, options.overrides, config=options.config, no_config=options.no_config)
    say_ambiguous_codes(options.first or tree.config.edition, tree.config.target)
    base = None
    if options.first:
        base = edition_of(ledger, options.first, "--from")
        _check_declared(tree, base)
    linters = Linters(tree.with_edition(base), ledger)
    upgrade = Upgrade(linters, tree, paths, _choose_config_placement(paths, options), unsafe=options.unsafe)
    upgrade.skip(files.notices)
    upgrade.leftovers = files.leftovers
    for file in files.files:
        linter = linters.of_file(file.path)
        upgrade.add(linter.scanner.scan_content(file, read_file(file, linter.settings.largest)))
    is_any_declared = any(settings.is_declared for _, settings in tree.list_opened())
    if base is None and upgrade.declares_nothing and not is_any_declared:
        raise ConfigError("no edition is declared: pass --from EDITION, or declare it once with `comprules init`")
    upgrade.declare()
    return upgrade


def _check_declared(tree: TreeSettings, base: str) -> None:
    """Raise a `ConfigError` if a configuration declares another edition than `--from` names.

    The target edition is no contradiction: such files have been upgraded before, and stay as they are.
    """
    for config, settings in tree.list_opened():
        if settings.edition not in {None, base, settings.target}:
            raise ConfigError(
                f"{config.locate_key('edition')}: the citations are declared for {settings.edition}, and --from says "
                f"{base}; leave --from out, or correct the declaration"
            )


def _choose_config_placement(paths: Sequence[str], options: UpgradeOptions) -> Callable[[str], Path] | None:
    """Return a function from a file without a configuration to the path of the one to create; None to create none.

    That is the file of `--record`; else a configuration at the root of the repository that the paths share, or, for a
    file of another repository, at the root of that.
    """
    record = options.record
    if record is not None:
        return lambda _path: record
    if options.no_config:
        return None
    usual = new_config(paths)

    def choose(path: str) -> Path:
        repository = find_repository(real_folder(path))
        is_outside = repository is not None and not usual.resolve().is_relative_to(repository)
        if repository is not None and is_outside:
            return repository / OWN_FILE
        return usual

    return choose


def _complete_upgrades(journals: Sequence[Path], options: UpgradeOptions) -> list[CompletedAnswer]:
    """Complete upgrades that were interrupted, and report that.

    Raises:
        RewriteError: The run may not write, or an upgrade cannot be completed.
    """
    if not options.write:
        raise RewriteError(
            f"{journals[0]}: an upgrade of these files was interrupted; run the same command with --write to finish it"
        )
    completed = [complete_upgrade(journal) for journal in journals]
    for answer in completed:
        say(
            f"note: the upgrade to {printable(answer.target)} that was interrupted here is finished: "
            f"{format_count(len(answer.files_changed), 'file')}"
        )
    return completed


def _print_completed(completed: Sequence[CompletedAnswer], options: UpgradeOptions) -> None:
    """Print the files of earlier upgrades that a run with `--no-config` has finished, as all that it did.

    Raises:
        ConfigError: An upgrade that was finished was to another edition than this run asks for.
    """
    if options.as_json:
        changed = tuple(path for answer in completed for path in answer.files_changed)
        print_json(replace(completed[-1], files_changed=changed))
    target = open_ledger().resolve(options.target or "latest")
    if any(target != answer.target for answer in completed):
        raise ConfigError(
            "finished an interrupted upgrade to another edition; run the command again for your own request"
        )


def _print_plan(plan: Upgrade, options: UpgradeOptions) -> None:
    if options.as_json:
        print_json(plan.answer())
    elif options.with_diff or not options.write:
        _print_diff(plan.rewrites)
    say_notices(plan.notices)
    if not options.as_json:
        for upgraded in plan.upgraded:
            # That a citation is left because of its file is in the note about the file.
            if upgraded.status == "left" and upgraded.causes != ("file",):
                say(_describe_left(upgraded))
    for note in list_notes(plan):
        say(f"note: {note}")
    say(summarize(plan))


def _describe_left(upgraded: UpgradedAnswer) -> str:
    """Return a line such as `src/stack.rs:12:8: 112.7a left: 112.7a is 113.7a and was reworded; …`."""
    place = f"{upgraded.path}:{upgraded.line}:{upgraded.column}"
    words = printable(" ".join(upgraded.old.split()))
    return f"{place}: {words} left: {upgraded.reason}"


def _print_diff(rewrites: Sequence[Rewrite]) -> None:
    """Print the diff: to a program byte for byte, to a terminal without characters that control the terminal."""
    diff = b"".join(unified_diff(path_in_patch(rewrite.real_path), rewrite.old, rewrite.new) for rewrite in rewrites)
    if sys.stdout.isatty():
        lines = diff.decode("utf-8", "surrogateescape").split("\n")
        click.echo("\n".join(_colour_line(printable(line)) for line in lines), nl=False)
    else:
        click.echo(diff, nl=False)


def _colour_line(line: str) -> str:
    colour = {"-": "red", "+": "green", "@": "cyan"}.get(line[:1])
    if colour:
        return click.style(line, fg=colour, bold=line.startswith(("--- ", "+++ ")))
    return line
