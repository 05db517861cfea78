"""`comprules init`: find out which editions the citations of a tree were written for, and declare them."""

import os
from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import click
from msgspec import Struct
from msgspec.structs import replace

from comprules.cli.declaration_lines import list_declaration
from comprules.cli.json_help import JsonCommand
from comprules.cli.options import config_option, jobs_option, json_option
from comprules.cli.output import print_json, print_text, say
from comprules.cli.own_checks import HOOK_FILE, WORKFLOW_FILE, OfferError, plan_hook, plan_workflow
from comprules.cli.patch import path_in_patch, unified_diff
from comprules.cli.sources import has_terminal, say_ledger
from comprules.cli.tree import say_notices
from comprules.cli.workflow import UnknownSourceError
from comprules.lint.baselines import Baselines
from comprules.lint.check import TreeCitations, check_files, scan_tree
from comprules.lint.config import FoundConfig, check_link, find_config, read_config
from comprules.lint.dating import collect_tree_facts, declare, list_keys, place_citations, relative_path
from comprules.lint.declaration import check_config_file, new_config, with_keys
from comprules.lint.init_answers import InitAnswer
from comprules.lint.names import SHARED_FILE
from comprules.lint.nearest import TreeSettings
from comprules.lint.notices import Notice, answer_notices, gather_notices
from comprules.lint.other_rules import leave_out_other_rules
from comprules.lint.read import File
from comprules.lint.select import find_files
from comprules.lint.settings import baseline_file
from comprules.lint.tree_evidence import collect_evidence
from comprules.printable import printable
from graph.citations.date import date_files
from graph.citations.judge.judge import Judge
from graph.history import History
from graph.ledger import Ledger, open_ledger
from rules.counts import format_count
from rules.files import write_file


class _Offer(Struct, frozen=True):
    """A file that `init` can write in addition to the declaration.

    Attributes:
        name: The name of the option that asks for the file.
        question: The question whether to write it, for people at a terminal.
        is_wanted: Whether the option is given.
        write: Writes the file, and reports that.
    """

    name: str
    question: str
    is_wanted: bool
    write: Callable[[], None]


class _Home(Struct, frozen=True):
    """The configuration that the declaration belongs to.

    Attributes:
        file: The file, which need not exist.
        found: Its content; the defaults if it does not exist.
        is_named: Whether `--config` names it, so that it decides for all files.
    """

    file: Path
    found: FoundConfig
    is_named: bool

    @property
    def root(self) -> Path:
        """Return its folder without links, which its patterns are relative to."""
        return Path(os.path.realpath(self.file)).parent  # unlike `resolve`, it accepts a link to itself

    @property
    def is_declared(self) -> bool:
        """Return whether it declares an edition already."""
        return bool(self.found.edition or self.found.editions)

    def open_tree(self, paths: Sequence[str], ledger: Ledger) -> TreeSettings:
        """Return the configurations that decide for the files of paths."""
        only = None
        if self.is_named:
            only = self.found
        return TreeSettings(paths, ledger, only=only)


class InitOptions(Struct, frozen=True, kw_only=True):
    """The options of `init`, by the names of their parameters."""

    dry_run: bool
    force: bool
    stamp_left: bool | None
    baseline: bool
    hook: bool
    workflow: bool
    install_from: str | None
    config: Path | None
    jobs: int | None
    as_json: bool


@click.command(
    "init",
    cls=JsonCommand,
    answers=lambda: {"": InitAnswer},
    epilog="""\b
Examples:
  comprules init                       detect the edition of this tree, and declare it
  comprules init --dry-run             show what would be declared, and write nothing
  comprules init src --force           detect the edition of a folder again and replace its declaration
  comprules init --baseline --hook     also ignore today's findings, and check each commit

The same number names different rules in different editions, so `check` has to know which edition your citations were
written for. `init` finds that out once: for each edition, it weighs how many of the cited numbers existed in it, and
how well the words next to them fit those rules. A file or folder gets the edition of the folder around it unless its
own numbers say otherwise. The tree gets an edition that is more probable than all others together; a folder or file
gets a different one only if that is at least 90 % probable. If no edition is probable enough, none is declared, and
`check` reports only what is certain from the citation itself. `init` also considers copies of the
rules in the tree, names of such copies (MagicCompRules 20170925.txt), and the day of each file's last commit, because
its author can't have known later editions. Files that cite the rules of another game get `cites-rules = false`. Files
that can't be read get no edition.

Read the table, correct the configuration where an estimate is wrong, then run:

\b
  comprules check .                    what is wrong
  comprules upgrade . --write          upgrade the safe citations to the newest edition, and declare it
  comprules check .                    from now on, in a hook or in CI

An upgrade hides no finding. If a citation can't be renumbered and could be mistaken for one of the new edition, its
file keeps the old edition through an entry in [editions]; with --stamp-left the old edition is written after the
citation instead.

`init` writes `edition`, [editions] (patterns of files; the last one that matches decides; "unknown" declares none) and
`cites-rules` into the configuration that applies to the paths: comprules.toml, or [tool.comprules] of pyproject.toml.
If an edition is declared already, `init` shows the difference and leaves the declaration as it is unless you pass
--force.

\b
Exit code: 0 success, even if nothing can be declared; 2 a usage, configuration or environment error.
""",
)
@click.argument("paths", metavar="[PATH]...", nargs=-1)
@click.option("--dry-run", is_flag=True, help="Write nothing.")
@click.option("--force", is_flag=True, help="Replace an edition that is declared already.")
@click.option(
    "--stamp-left/--no-stamp-left",
    default=None,
    help="When `upgrade` can't renumber a citation, write the old edition after it, instead of keeping the old edition "
    "for the whole file.",
)
@click.option("--baseline", is_flag=True, help="Record all findings in the baseline, so that later checks ignore them.")
@click.option("--hook", is_flag=True, help=f"Add the check to {HOOK_FILE}.")
@click.option("--workflow", is_flag=True, help=f"Write {WORKFLOW_FILE}, which checks each push.")
@click.option(
    "--install-from",
    metavar="PLACE",
    help="What the workflow passes to pip, such as git+https://HOST/comprules@COMMIT; by default the place that this "
    "comprules was installed from.",
)
@config_option
@jobs_option
@json_option
def init_command(paths: tuple[str, ...], **values: Any) -> None:
    """Find out which editions a tree cites, and declare them.

    PATH is a file or folder; if you name none, it is the current folder.
    """
    options = InitOptions(**values)
    paths = paths or (".",)
    home = _open_home(paths, options.config)
    _check_offers(home.root, options)
    ledger = open_ledger()
    say_ledger(ledger)
    tree = home.open_tree(paths, ledger)
    files = find_files(paths, tree)
    own, notices_elsewhere = _split_files(files.files, tree)
    cited = scan_tree(own, tree, ledger, options.jobs)
    inside = [relative_path(path, home.root) for path in paths]
    skipped = (*files.notices, *cited.checked.notices)
    declaration = _date_tree(cited, own, skipped, home.root, inside=inside, ledger=ledger)
    old = None
    if home.file.exists():
        old = home.file.read_bytes()
    new = _compose_config(home, old, declaration, inside, options)
    plan = _ConfigPlan(old, new, _choose_allowed(home, old, new, options), options.dry_run)
    if plan.written is not None:
        write_file(home.file, plan.written)
    notices = gather_notices((*skipped, *notices_elsewhere))
    citations = cited.checked.citations
    if options.as_json:
        print_json(_complete_answer(declaration, citations, home.file, plan, notices))
    else:
        say_notices(notices)
        print_text("\n".join(list_declaration(declaration, citations)))
        _print_plan(home, plan, declaration)
    # Further files are for a tree with a declaration, and for one in which nothing can be declared.
    may_add_files = plan.is_written or home.is_declared or not plan.differs
    if not options.dry_run and may_add_files:
        _say_old_baseline(home.found, plan, options)
        _make_offers(_list_offers(paths, home.root, ledger, options), options, is_citing=citations > 0)


class _ConfigPlan(Struct, frozen=True):
    """The old and the new content of a configuration.

    Attributes:
        old: Its bytes; None if it does not exist.
        new: Its bytes with the declaration; None if it does not exist and nothing is declared.
        allowed: The bytes that the options allow to write: `new`, or the old ones with only `stamp-left` changed; None
            if nothing is to be changed.
        is_dry: Whether nothing is written all the same, because of `--dry-run`.
    """

    old: bytes | None
    new: bytes | None
    allowed: bytes | None
    is_dry: bool

    @property
    def written(self) -> bytes | None:
        """Return the bytes to write; None to write nothing."""
        if self.is_dry:
            return None
        return self.allowed

    @property
    def is_written(self) -> bool:
        """Return whether the declaration is written."""
        return self.written is not None and self.written == self.new

    @property
    def differs(self) -> bool:
        """Return whether the declaration differs from the old content."""
        return self.new != self.old


def _complete_answer(
    declaration: InitAnswer, citations: int, file: Path, plan: _ConfigPlan, notices: Sequence[Notice]
) -> InitAnswer:
    """Return a declaration as the document of `init --json`, with what was done about it.

    Args:
        declaration: The declaration.
        citations: Number of citations in the tree.
        file: The configuration.
        plan: Its old and its new content.
        notices: What was skipped.
    """
    return replace(
        declaration,
        citations=citations,
        file=str(file),
        written=plan.written is not None,
        differs=plan.differs,
        notices=answer_notices(notices),
    )


def _date_tree(
    tree: TreeCitations,
    files: Sequence[File],
    skipped: Sequence[Notice],
    root: Path,
    *,
    inside: Sequence[str],
    ledger: Ledger,
) -> InitAnswer:
    """Return the declaration proposed for a tree.

    Args:
        tree: Its citations.
        files: Its files.
        skipped: Notices about files that were skipped in it.
        root: The folder of its configuration.
        inside: The files and folders to declare, relative to `root`.
        ledger: The ledger.
    """
    history = History(ledger)
    cited = place_citations(tree.checked.cited, root)
    evidence = collect_evidence(cited, skipped, root, history, files)
    if any(unit.pattern == "*" for unit in evidence.other_rules):
        # The whole tree cites other rules: no file of it gets an edition, or is listed as one without.
        return declare((), {}, inside, replace(evidence, unread=()), cites_rules=False)
    cited = leave_out_other_rules(cited, evidence.other_rules)
    dated = date_files(collect_tree_facts(cited, Judge(history)), history.calendar.editions, evidence.hints)
    # `declare` counts the citations of a file by these numbers, so that one without a number has an empty one.
    numbers: dict[str, list[str]] = {}
    for path, citation in cited:
        numbers.setdefault(path, []).append(citation.numbers[0] if citation.numbers else "")
    return declare(dated, numbers, inside, evidence, cites_rules=tree.cites_rules)


def _compose_config(
    home: _Home, old: bytes | None, declaration: InitAnswer, inside: Sequence[str], options: InitOptions
) -> bytes | None:
    """Return the content of the configuration with the declaration; the old content if nothing can be declared.

    Args:
        home: The configuration.
        old: Its content; None if it does not exist.
        declaration: The declaration.
        inside: The files and folders to declare, relative to the folder of the configuration.
        options: The options of the command.
    """
    if not (declaration.declared or declaration.cites_rules or declaration.other_rules):
        return old
    keys = list_keys(declaration, home.found.editions, inside, home.found.cites_rules)
    stamp_left = _choose_stamp(options, home)
    if stamp_left is not None:
        keys["stamp-left"] = stamp_left
    return with_keys(home.file, old or b"", keys)


def _choose_allowed(home: _Home, old: bytes | None, new: bytes | None, options: InitOptions) -> bytes | None:
    """Return the content of the configuration that the options allow to write; None if nothing is to be changed.

    An edition that is already declared is replaced only with `--force`. Without that, `--stamp-left` is still obeyed.

    Args:
        home: The configuration.
        old: Its content; None if it does not exist.
        new: Its content with the declaration.
        options: The options of the command.
    """
    if new == old:
        return None
    if home.is_declared and not options.force:
        return _change_stamp(home.file, old or b"", options.stamp_left)
    return new


def _change_stamp(file: Path, old: bytes, stamp_left: bool | None) -> bytes | None:
    """Return a configuration with another value of `stamp-left` alone; None if nothing changes.

    Args:
        file: The configuration.
        old: Its content.
        stamp_left: The value; None if the option was not given.
    """
    if stamp_left is None:
        return None
    new = with_keys(file, old, {"stamp-left": stamp_left})
    if new == old:
        return None
    return new


def _open_home(paths: Sequence[str], config: Path | None) -> _Home:
    """Return the configuration that the declaration for paths belongs to.

    Args:
        paths: The paths of the command.
        config: The file of `--config`; None to find it.

    Raises:
        ConfigError: The file cannot be read, or would not apply to the paths.
    """
    if config is None:
        return _find_home(paths)
    check_config_file(config, paths)
    found = None
    if config.exists():
        found = read_config(config)
    if found is None:
        found = FoundConfig(root=Path(os.path.realpath(config)).parent)
    return _Home(config, found, is_named=True)


def _find_home(paths: Sequence[str]) -> _Home:
    """Return the configuration that decides for paths; else an existing `pyproject.toml`, else a `comprules.toml`.

    Raises:
        ConfigError: The configuration cannot be read, or is a link that leads elsewhere.
    """
    found = find_config(paths)
    new_file = new_config(paths)
    pyproject = new_file.with_name(SHARED_FILE)
    if pyproject.is_file():
        new_file = pyproject
    check_link(new_file)
    return _Home(found.file or Path(os.path.relpath(new_file)), found, is_named=False)


def _choose_stamp(options: InitOptions, home: _Home) -> bool | None:
    """Return the value of `stamp-left` to write; None to write none.

    People at a terminal are asked, unless the option is given or an edition is already declared.
    """
    can_ask = has_terminal() and not (options.as_json or options.dry_run or home.is_declared)
    if options.stamp_left is None and can_ask:
        return click.confirm(
            "When an upgrade leaves a citation, may it write the old edition after it (CR 112.7a @2018-07-13)? "
            "Otherwise the file keeps its numbers and its edition",
            default=False,
            err=True,
        )
    return options.stamp_left


def _split_files(files: Sequence[File], tree: TreeSettings) -> tuple[list[File], list[Notice]]:
    """Return the files that the configuration of the run decides for, and a notice for each other configuration.

    Files of other configurations are not declared: their declaration belongs in those.
    """
    own = []
    counts = Counter[Path]()
    for file in files:
        config_file = tree.config_of(file.path).file
        if config_file == tree.config.file:
            own.append(file)
        elif config_file is not None:
            counts[config_file] += 1
    notices = []
    for config, count in counts.items():
        command = f"comprules init {os.path.relpath(config.parent)}"
        words = f"decides for {format_count(count, 'file')}; declare them with: {command}"
        notices.append(Notice(os.path.relpath(config), "configuration", words))
    return own, notices


def _print_plan(home: _Home, plan: _ConfigPlan, declaration: InitAnswer) -> None:
    """Print the change of the configuration, and whether it is written."""
    file = printable(str(home.file))
    if plan.new is None or not plan.differs:
        if declaration.declared:
            say(f"{file} already declares this.")
        return
    # If nothing may be written, the difference shows the declaration that `--force` would write.
    shown = plan.new
    if plan.allowed is not None:
        shown = plan.allowed
    diff = unified_diff(path_in_patch(home.file), plan.old, shown).decode("utf-8", "replace").rstrip("\n")
    print_text(f"\n{diff}")
    if plan.is_written:
        say(f"{file} was written. Read it, then run: comprules check .")
    elif plan.written is not None:
        say(f"{file} has stamp-left now. It declares other editions; replace them with --force.")
    elif plan.allowed is None:
        say(f"{file} declares something else; replace it with --force.")
    else:
        say("Nothing was written (--dry-run).")


def _say_old_baseline(found: FoundConfig, plan: _ConfigPlan, options: InitOptions) -> None:
    """Print a note if there is a baseline from before the declaration, with which other findings are made."""
    file = baseline_file(None, found, will_write=False)
    if plan.is_written and file is not None and not options.baseline:
        say(
            f"{printable(str(file))} was written before this declaration, so some findings may look new. Read them, "
            "then rebuild the baseline: comprules init --baseline"
        )


def _check_offers(root: Path, options: InitOptions) -> None:
    """Refuse the command before it writes anything if the hook or the workflow that it wants cannot be written.

    Args:
        root: The folder of the configuration.
        options: The options of the command.

    Raises:
        OfferError: A file cannot be written or extended.
        UnknownSourceError: It is not known what the workflow is to install.
    """
    try:
        if options.workflow:
            plan_workflow(root, options.install_from)
        if options.hook:
            plan_hook(root)
    except (OfferError, UnknownSourceError) as error:
        raise type(error)(f"Nothing was written. {error}") from error


def _list_offers(paths: Sequence[str], root: Path, ledger: Ledger, options: InitOptions) -> tuple[_Offer, ...]:
    """Return the files that `init` offers to write: a baseline, a hook and a workflow.

    Args:
        paths: The files and folders of the command.
        root: The folder of the configuration.
        ledger: The ledger.
        options: The options of the command.
    """
    return (
        _Offer(
            name="baseline",
            question="Ignore today's findings from now on",
            is_wanted=options.baseline,
            write=partial(_write_baseline, paths, ledger, options),
        ),
        _Offer(
            name="hook",
            question=f"Check each commit ({HOOK_FILE})",
            is_wanted=options.hook,
            write=lambda: plan_hook(root).write(),
        ),
        _Offer(
            name="workflow",
            question=f"Check each push on GitHub ({WORKFLOW_FILE})",
            is_wanted=options.workflow,
            write=lambda: plan_workflow(root, options.install_from).write(),
        ),
    )


def _make_offers(offers: Sequence[_Offer], options: InitOptions, *, is_citing: bool) -> None:
    """Write the files whose options are given. A person at a terminal is asked for the others if no option is given.

    Args:
        offers: The files.
        options: The options of the command.
        is_citing: Whether the tree cites rules; otherwise nobody is asked.

    Raises:
        OfferError: The configuration of pre-commit cannot be extended.
        UnknownSourceError: It is not known what the workflow is to install.
    """
    can_ask = is_citing and has_terminal() and not options.as_json and not any(offer.is_wanted for offer in offers)
    remaining = []
    for offer in offers:
        if offer.is_wanted or (can_ask and click.confirm(f"{offer.question}?", default=False, err=True)):
            offer.write()
        else:
            remaining.append(f"--{offer.name}")
    # A person who was asked at the terminal already knows the offers.
    if remaining and not can_ask and is_citing and not options.as_json:
        say(f"Also: comprules init {' '.join(remaining)} (a baseline of today's findings, a commit hook, a workflow)")


def _write_baseline(paths: Sequence[str], ledger: Ledger, options: InitOptions) -> None:
    """Write the findings of the tree, as it is declared now, into its baseline."""
    tree = _open_home(paths, options.config).open_tree(paths, ledger)
    files = find_files(paths, tree).files
    findings = check_files(files, tree, options.jobs, ledger).findings
    for message in Baselines(tree, None, will_write=True).write(findings, [file.path for file in files]):
        say(message)
