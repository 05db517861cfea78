"""`comprules init` and `upgrade`: for which edition citations were written, and their renumbering.

A diff is unified and of bytes, for `git apply` and `patch -p1`. As for those two, only LF ends a line; other line ends
and UTF-16 are copied byte for byte.
"""

import os
import re
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import nullcontext
from difflib import diff_bytes
from difflib import unified_diff as unified_diff_lines
from io import BytesIO
from operator import attrgetter
from pathlib import Path
from typing import Any

import click
from msgspec.structs import replace

from comprules.cli.commands.check import chosen_config, open_tree, say_notices
from comprules.cli.shared import (
    SHOWN,
    config_option,
    has_terminal,
    jobs_option,
    json_option,
    print_json,
    print_text,
    say,
    say_sets,
    size_option,
    table,
)
from comprules.cli.workflow import make_workflow
from comprules.lint.config import (
    ConfigError,
    FoundConfig,
    baseline_file,
    check_place,
    edition_of,
    find_config,
    new_config,
    read_config,
    settings_of,
    with_keys,
)
from comprules.lint.dating import InitAnswer, collect_tree_facts, declare, list_keys, place_citations, relative_path
from comprules.lint.files import JOURNAL, SHARED_FILE, find_files, gather_notices
from comprules.lint.findings import Baseline
from comprules.lint.linter import Linter, check_files, scan_tree
from comprules.lint.transaction import (
    CompletedAnswer,
    Rewrite,
    RewriteError,
    complete_upgrade,
    hold_folders,
    journals_above,
)
from comprules.lint.upgrading import Upgrade
from comprules.printable import printable
from graph.citations.date import date_files
from graph.citations.judge.judge import Judge
from graph.history import History
from graph.ledger import Ledger, open_ledger
from rules.errors import ComprulesError
from rules.files import write_file

HOOK_FILE = ".pre-commit-config.yaml"
WORKFLOW_FILE = ".github/workflows/comprules.yml"
_HOOK = """\
  - repo: local
    hooks:
      - id: comprules-check
        name: comprules check
        entry: comprules check --force-exclude --min-citations 0 --format full
        language: system
        types: [text]
        require_serial: true
"""
_TOP_KEY = re.compile(r"^([\w-]+):[^\S\n]*(.*)$", re.MULTILINE)


class OfferError(ComprulesError):
    """Error: a file cannot be extended safely; the message says what to do."""


@click.command(
    "init",
    epilog="""\b
Examples:
  comprules init                       date this tree, and declare what was found
  comprules init --dry-run             show what would be declared, and write nothing
  comprules init src --force           date one folder anew, over what is declared for it
  comprules init --baseline --hook     ... let pass what is wrong today, and check each commit

The same number names different rules in different editions, so `check` has to know for which edition citations were
written. `init` finds that out once: for each edition it weighs which of the numbers cited were in use then, and which
rule the words beside them are about; a file or folder is written for the edition of the folder around it unless its own
numbers say otherwise. A tree has the edition that is more probable than all others together, a folder or file
another one that is at least 90 % probable; the rest is left open: there `check` reports only what is certain from the
place itself.

Read the table, mend the configuration by hand where you know better, then:

\b
  comprules check .                    what is wrong
  comprules upgrade . --write          bring all to the newest edition, and declare that
  comprules check .                    from now on, in a hook or in CI

It writes `edition`, [editions] (patterns of files; the last that fits decides; "unknown" leaves files open) and
`cites-rules` into the configuration that applies to the paths: comprules.toml, or [tool.comprules] of pyproject.toml.
If an edition is declared already, it shows the difference and changes nothing without --force.

\b
Exit status: 0 fine, also if nothing can be declared; 2 usage, configuration
or environment.

\b
JSON: {declared, open, cites_rules, citations, file, written, differs, notices}
  declared: {pattern, edition, citations, support, against, confidence};
    support and against count different facts: a number in use or not, words
    about the rule or about another
  open: {path, why}: files without an edition
  differs: whether the configuration says something else so far
  notices: {path, message}
""",
)
@click.argument("paths", metavar="[PATH]...", nargs=-1)
@click.option("--dry-run", is_flag=True, help="Write nothing.")
@click.option("--force", is_flag=True, help="Replace an edition that is declared already.")
@click.option("--baseline", is_flag=True, help="Write all findings into the baseline, so that they pass.")
@click.option("--hook", is_flag=True, help=f"Add the check to {HOOK_FILE}.")
@click.option("--workflow", is_flag=True, help=f"Write {WORKFLOW_FILE}, which checks each push.")
@click.option(
    "--install-from",
    metavar="PLACE",
    help="What the workflow gives to pip, such as git+https://HOST/comprules@COMMIT; by default where this comprules "
    "was installed from.",
)
@config_option
@jobs_option
@json_option
def init_command(paths: tuple[str, ...], **asked: Any) -> None:
    """Date the citations of a tree, and declare their editions.

    PATHs are files or folders, the current folder if none is named.
    """
    paths = paths or (".",)
    found, file = _open_config(paths, asked["config"])
    root = Path(os.path.realpath(file)).parent  # unlike `resolve`, it accepts a link to itself
    if asked["workflow"]:
        plan_workflow(root, asked["install_from"])  # before anything is written, to say what is missing
    ledger, settings, files = open_tree(paths, found)
    checked, cites_rules = scan_tree(files.files, settings, ledger, asked["jobs"])
    cited = place_citations(checked.cited, root)
    inside = [relative_path(path, root) for path in paths]
    history = History(ledger)
    dated = date_files(collect_tree_facts(cited, Judge(history)), history.editions)
    declaration = declare(dated, Counter(path for path, _ in cited), inside, cites_rules=cites_rules)

    old = new = file.read_bytes() if file.exists() else None
    if declaration.declared or declaration.cites_rules:
        new = with_keys(file, old or b"", list_keys(declaration, found.editions, inside))
    is_declared = bool(found.edition or found.editions)
    writes = new is not None and new != old and not asked["dry_run"] and (asked["force"] or not is_declared)
    if writes and new is not None:
        write_file(file, new)
    notices = gather_notices((*files.notices, *checked.notices))
    if asked["as_json"]:
        did = {"file": str(file), "written": writes, "differs": new != old, "notices": tuple(notices)}
        print_json(replace(declaration, citations=checked.citations, **did))
    else:
        say_notices(notices)
        _print_declaration(declaration, checked.citations)
        if new is not None and new != old:
            _print_change(file, old, new, is_declared=is_declared, writes=writes)
        elif declaration.declared:
            say(f"{printable(str(file))} declares this already.")
    if not asked["dry_run"] and (writes or new == old):
        _make_offers(paths, root, ledger, asked)


def _open_config(paths: Sequence[str], config: Path | None) -> tuple[FoundConfig, Path]:
    """Return the configuration of paths, and the file that it is in or belongs in.

    A new declaration belongs in a `pyproject.toml` that is there, else in our own file.

    Raises:
        ConfigError: It cannot be read, or would not apply to the paths.
    """
    if config is None:
        found = find_config(paths)
        own = new_config(paths)
        shared = own.with_name(SHARED_FILE)
        return found, found.file or Path(os.path.relpath(shared if shared.is_file() else own))
    check_place(config, paths)
    root = Path(os.path.realpath(config)).parent
    return (read_config(config) if config.exists() else None) or FoundConfig(root=root), config


def _print_declaration(declaration: InitAnswer, citations: int) -> None:
    """Print what is declared and on what evidence, and what is left open and why."""
    if declaration.declared:
        columns = (
            ("files", attrgetter("pattern")),
            ("written for", attrgetter("edition")),
            ("citations", attrgetter("citations")),
            ("fits", attrgetter("support")),
            ("does not", attrgetter("against")),
            ("probability", attrgetter("confidence")),
        )
        print_text("\n".join(table(declaration.declared, columns, ".0%")))
    else:
        print_text(f"Nothing can be dated: {citations:,} citations, none of which shows its edition well enough.")
    if declaration.open:
        print_text(f"\nLeft open, {len(declaration.open):,} files, where only what their words show is reported:")
        for unit in declaration.open[:SHOWN]:
            print_text(f"  {unit.path}: {unit.why}")
        if declaration.open[SHOWN:]:
            print_text(f"  ... and {len(declaration.open) - SHOWN:,} more; --json lists all")
    if declaration.cites_rules:
        print_text("\nNumbers such as 702.40a cite rules in this tree without CR before them, too (cites-rules).")


def _print_change(file: Path, old: bytes | None, new: bytes, *, is_declared: bool, writes: bool) -> None:
    print_text("\n" + unified_diff(place_in_patch(file), old, new).decode("utf-8", "replace").rstrip("\n"))
    if writes:
        say(f"{printable(str(file))} is written. Read it, then: comprules check .")
    elif is_declared:
        say(f"{printable(str(file))} declares something else; replace it with --force.")
    else:
        say("Nothing is written (--dry-run).")


def _make_offers(paths: Sequence[str], root: Path, ledger: Ledger, asked: dict[str, Any]) -> None:
    """Write the baseline, the hook and the workflow if wanted; otherwise print how to get them.

    Raises:
        OfferError: The configuration of pre-commit cannot be extended.
        UnknownSourceError: It is not known what the workflow is to install.
    """
    workflow = root / WORKFLOW_FILE
    offers: tuple[tuple[str, str, Callable[[], None]], ...] = (
        ("baseline", "Let pass what is wrong today", lambda: _write_baseline(paths, ledger, asked)),
        ("hook", f"Check each commit ({HOOK_FILE})", lambda: _write_planned(plan_hook(root), root / HOOK_FILE)),
        (
            "workflow",
            f"Check each push on GitHub ({WORKFLOW_FILE})",
            lambda: _write_planned(plan_workflow(root, asked["install_from"]), workflow),
        ),
    )
    asks = has_terminal() and not asked["as_json"] and not any(asked[name] for name, _, _ in offers)
    left = []
    for name, question, write in offers:
        if asked[name] or (asks and click.confirm(f"{question}?", default=False, err=True)):
            write()
        elif not asks:
            left.append(f"--{name}")
    if left and not asked["as_json"]:
        say(f"Also: comprules init {' '.join(left)} (a baseline of today's findings, a commit hook, a workflow)")


def _write_planned(planned: tuple[Path, bytes] | None, file: Path) -> None:
    if planned is None:
        say(f"{printable(str(file))} has it already.")
        return
    file.parent.mkdir(parents=True, exist_ok=True)
    write_file(*planned)
    say(f"{printable(str(file))} is written.")


def _write_baseline(paths: Sequence[str], ledger: Ledger, asked: dict[str, Any]) -> None:

    found, _ = _open_config(paths, asked["config"])
    baseline = Baseline(baseline_file(None, found, anew=True), anew=True)
    settings = settings_of(found, ledger)
    files = find_files(paths, settings).files
    say(baseline.write(check_files(files, settings, asked["jobs"], ledger).findings, [file.path for file in files]))


def plan_workflow(root: Path, source: str | None) -> tuple[Path, bytes] | None:
    """Return the workflow; None if there is one.

    Raises:
        UnknownSourceError: It is not known what to install, and `source` does not name it.
    """
    file = root / WORKFLOW_FILE
    return None if file.exists() else (file, make_workflow(source))


def plan_hook(root: Path) -> tuple[Path, bytes] | None:
    """Return the configuration of pre-commit with our hook; None if it has it already.

    Raises:
        OfferError: The file is written so that nothing can be added at its end.
        OSError: It cannot be read.
    """
    file = root / HOOK_FILE
    text = file.read_bytes().decode("utf-8", "surrogateescape") if file.exists() else "repos:\n"
    if "comprules-check" in text:
        return None
    keys = list(_TOP_KEY.finditer(text))
    entries = re.search(r"^([^\S\n]*)- repo:", text[keys[-1].end() :], re.MULTILINE) if keys else None
    indent = entries[1] if entries else "  "
    if not keys or keys[-1][1] != "repos" or keys[-1][2].strip():
        raise OfferError(f"{file}: its last key is not a list `repos`; add the hook by hand:\n{_HOOK}")
    end = "\r\n" if "\r\n" in text else "\n"
    hook = "".join(f"{indent}{line[2:]}{end}" for line in _HOOK.splitlines())
    return file, (text + ("" if text.endswith("\n") else end) + hook).encode("utf-8", "surrogateescape")


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
    named = asked["record"]
    record = named or new_config(paths)
    asked["record"] = None if asked["no_config"] and named is None else record
    home = (config.file or record).resolve().parent
    folders = [folder for folder in (*folders, home) if folder.is_dir()]
    with hold_folders(folders) if asked["write"] else nullcontext():
        journals = list(journals_above(folders))
        if not journals:
            # not before: a run that was interrupted may have written the configuration that it was told to
            if named is not None:
                _check_record(named, paths, config)
            plan = _plan_upgrade(paths, chosen_config(paths, asked), asked)
            journals = [Path(path) for path in plan.leftovers if Path(path).name == JOURNAL]
        if journals and not asked["write"]:
            raise RewriteError(
                f"{journals[0]}: an upgrade of these files was interrupted; run the same command with --write to "
                "finish it"
            )
        if journals:
            completed = _complete_upgrades(journals)
            if asked["no_config"]:
                return _print_completed(completed, asked)
            plan = _plan_upgrade(paths, chosen_config(paths, asked), asked)
        if asked["write"]:
            plan.write(home)
    return _print_plan(plan, asked)


def _check_record(file: Path, paths: Sequence[str], found: FoundConfig) -> None:
    """Raise a `ConfigError` if a new configuration cannot declare the edition of these paths."""
    if found.file is not None:
        raise ConfigError(f"--record: {found.file} applies to these paths already, and will declare the edition")
    check_place(file, paths)


def _plan_upgrade(paths: Sequence[str], found: FoundConfig, asked: dict[str, Any]) -> Upgrade:
    """Return a run of which nothing is written yet; its edition is that of `--from` if none is declared for all files.

    Raises:
        PathError: A path does not exist or cannot be read.
        ConfigError: The configuration cannot declare the edition; or an edition is unknown, none to start from is
            named, or the two sources disagree.
        RewriteError: comprules failed on a file.
    """
    ledger, settings, files = open_tree(paths, found)
    say_sets(asked["first"] or found.edition, found.target)
    base = asked["first"] and edition_of(ledger, asked["first"], "--from")
    if not (base or settings.edition or settings.editions):
        raise ConfigError(
            "for which edition were the citations written? Say it with --from EDITION, or declare it once with "
            "`comprules init`"
        )
    if base and settings.edition not in {None, base, settings.target}:
        raise ConfigError(
            f"{found.place_of('edition')}: the citations are declared for {settings.edition}, and --from says {base}; "
            "leave --from out, or mend the declaration"
        )
    linter = Linter(replace(settings, edition=settings.edition or base), ledger)
    record = found.file or asked["record"]
    upgrade = Upgrade(linter, found, paths, record, unsafe=asked["unsafe"], stamp_left=asked["stamp_left"])
    upgrade.notices += files.notices
    upgrade.leftovers = files.leftovers
    for file in files.files:
        upgrade.add(linter.scan(file))
    upgrade.declare()
    return upgrade


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


def _print_plan(plan: Upgrade, asked: dict[str, Any]) -> None:
    if asked["as_json"]:
        print_json(plan.answer())
    elif asked["with_diff"] or not asked["write"]:
        _print_diff(plan.rewrites)
    say_notices(plan.notices)
    if not asked["as_json"]:
        for upgraded in plan.upgraded:
            if upgraded.status == "left":
                # src/stack.rs:12:8: 112.7a left: 112.7a is 113.7a and was reworded; --unsafe follows it
                place = f"{upgraded.path}:{upgraded.line}:{upgraded.column}"
                say(f"{place}: {printable(' '.join(upgraded.old.split()))} left: {upgraded.reason}")
    for line in plan.list_asides():
        say(f"note: {line}")
    say(plan.summary())


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


_ESCAPES = {
    **{code: f"\\{code:03o}" for code in (*range(0x20), 0x7F)},
    **str.maketrans(dict(zip('\a\b\t\n\v\f\r"\\', (f"\\{letter}" for letter in 'abtnvfr"\\'), strict=True))),
}
"""Characters of names that git quotes."""


def unified_diff(path: str, old: bytes | None, new: bytes) -> bytes:
    """Return the diff of one file; empty if nothing changed.

    Args:
        path: The file, with slashes, relative to the folder in which the diff will be applied.
        old: Its bytes; None if it does not exist yet.
        new: Its new bytes.
    """
    names = (_format_name("/dev/null" if old is None else f"a/{path}"), _format_name(f"b/{path}"))
    lines = diff_bytes(
        unified_diff_lines, BytesIO(old or b"").readlines(), BytesIO(new).readlines(), *names, lineterm=b"\n"
    )
    return b"".join(line if line.endswith(b"\n") else line + b"\n\\ No newline at end of file\n" for line in lines)


def place_in_patch(path: Path) -> str:
    """Return a file's path relative to the working folder; for a file outside, the path from the root."""
    place, here = path.resolve(), Path.cwd()
    return (place.relative_to(here) if place.is_relative_to(here) else place.relative_to(place.anchor)).as_posix()


def _format_name(path: str) -> bytes:
    """Return a file's name as git writes it: quoted if necessary, followed by a tab if it contains blanks."""
    escaped = path.translate(_ESCAPES)
    name = f'"{escaped}"' if escaped != path else f"{path}\t" if " " in path else path
    return name.encode("utf-8", "surrogateescape")
