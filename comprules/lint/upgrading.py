"""A run of `upgrade`: scan, judge, renumber; then what to write, and the declaration that goes with it.

First everything is computed, then everything is written, so that errors occur before a file is touched.
"""

from __future__ import annotations

import os
from contextlib import contextmanager
from itertools import dropwhile
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct, structs

from comprules.lint.config import (
    UNKNOWN,
    CheckOptions,
    ConfigError,
    FoundConfig,
    Settings,
    SettingsError,
    edition_of,
    settings_of,
)
from comprules.lint.declaring import check_name, new_config, pattern_of, with_keys
from comprules.lint.files import File, Notice, PathError, find_files
from comprules.lint.linter import Linter, ScannedFile
from comprules.lint.transaction import Rewrite, RewriteError
from comprules.lint.upgrade_plan import UpgradePlan, answer_citation
from graph.citations.find import find_citations
from graph.citations.renumber import Renumberer
from graph.citations.renumber.stamping import with_stamps

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from graph.ledger import Ledger


class UpgradeOptions(Struct, frozen=True):
    """The command-line options of a run.

    Attributes:
        first: The edition that citations without a declaration were written for, as typed; None if it was not given.
        target: The edition to cite, as typed.
        unsafe: Whether to follow reworded rules too.
        stamp_left: Whether to write their edition behind citations that are left.
        max_size: Megabytes; larger files are skipped.
        record: File to declare the edition in if there is no configuration.
        records: Whether to declare the edition at all.
    """

    first: str | None = None
    target: str | None = None
    unsafe: bool = False
    stamp_left: bool = False
    max_size: int | None = None
    record: Path | None = None
    records: bool = True


def plan_upgrade(ledger: Ledger, options: UpgradeOptions, found: FoundConfig, paths: Sequence[str]) -> UpgradePlan:
    """Return the plan of a run.

    Raises:
        PathError: A path does not exist or cannot be read.
        ConfigError: The configuration cannot declare the edition.
        SettingsError: An edition is unknown, none to start from is named, or the two sources disagree.
        RewriteError: comprules failed on a file.
    """
    linter = Linter(_settings_of(options, found, ledger), ledger)
    files = find_files(paths, found.selection(options.max_size))
    plan = plan_files(linter, options, found, paths, (_scan(linter, file) for file in files.files))
    plan.files, plan.leftovers, plan.notices = len(files.files), files.leftovers, [*files.notices, *plan.notices]
    return plan


def plan_files(
    linter: Linter, options: UpgradeOptions, found: FoundConfig, paths: Sequence[str], files: Iterable[ScannedFile]
) -> UpgradePlan:
    """Return the plan for files that are scanned as it goes on; takes the arguments and raises as `plan_upgrade`."""
    pin = found.config.edition
    plan = UpgradePlan(linter.settings, pin and linter.history.resolve(pin))
    renumberer = Renumberer(linter.judge, unsafe=options.unsafe)
    for scanned in files:
        plan.notices += scanned.notices
        if scanned.citations:
            with _report_file(scanned.path):
                _upgrade_file(plan, scanned, renumberer, options, paths)
    record = _find_record(options, found, paths)
    if record is not None:
        _declare(plan, found, record, paths)
    return plan


def _settings_of(options: UpgradeOptions, found: FoundConfig, ledger: Ledger) -> Settings:
    """Return the settings of a run; their edition is that of `--from` if none is declared for all files."""
    settings = settings_of(CheckOptions(target=options.target, max_size=options.max_size), found, ledger)
    base = options.first and edition_of(ledger, options.first, "--from")
    if not (base or settings.edition or settings.editions):
        raise SettingsError(
            "for which edition were the citations written? Say it with --from EDITION, or declare it once with "
            "`comprules init`"
        )
    if base and settings.edition not in {None, base, settings.target}:
        raise SettingsError(
            f"{found.place}edition: the citations are declared for {settings.edition}, and --from says {base}; leave "
            "--from out, or mend the declaration"
        )
    return structs.replace(settings, edition=settings.edition or base)


def _upgrade_file(
    plan: UpgradePlan, scanned: ScannedFile, renumberer: Renumberer, options: UpgradeOptions, roots: Sequence[str]
) -> None:
    """Add to a plan what becomes of a file."""
    path, text, base = scanned.path, scanned.decoded.text, plan.settings.base_of(scanned.path)
    place = Path(path).resolve()
    renumbering = renumberer.renumber(text, scanned.citations, base, scanned.is_ignored)
    if options.stamp_left:
        renumbering = with_stamps(text, renumbering, find_citations)
    plan.bases[place] = base
    problem = _find_problem(scanned, roots) if renumbering.edits else None
    if problem is not None:
        plan.notices.append(Notice(path, f"skipped: {problem}"))
        plan.staying.append(place)
        return
    for outcome in renumbering.outcomes:
        is_unstamped = outcome.citation.stamp is None
        plan.unstamped += is_unstamped
        plan.undated += is_unstamped and outcome.status == "left" and outcome.new == outcome.citation.raw
        plan.unchanged += outcome.status == "unchanged"
        if outcome.status != "unchanged":
            plan.upgraded.append(answer_citation(outcome, scanned, plan.settings.target))
    if renumbering.edits:
        new = scanned.decoded.encode(renumbering.apply_edits(text))
        plan.rewrites.append(Rewrite(path, place, scanned.data, new))


def _find_problem(scanned: ScannedFile, roots: Sequence[str]) -> str | None:
    """Return why a file cannot be changed; None if it can. A link is followed only to targets within the roots."""
    path = Path(scanned.path)
    if not scanned.decoded.exact:
        return "its UTF-16 is damaged, and writing it would lose what is there"
    named = [Path(root).resolve() for root in roots if not Path(root).is_symlink() or Path(root).is_dir()]
    if path.is_symlink() and not any(path.resolve().is_relative_to(root) for root in named):
        return f"a symbolic link to {path.resolve()}, outside of the paths; name that instead"
    return None


def _find_record(options: UpgradeOptions, found: FoundConfig, paths: Sequence[str]) -> Path | None:
    """Return the configuration in which to declare the edition, which may not exist yet.

    Raises:
        ConfigError: It would not be found the next time.
    """
    if options.record is None or found.file is not None:
        if options.record is not None:
            raise ConfigError(f"--record: {found.file} applies to these paths already, and will declare the edition")
        return found.file or (new_config(paths) if options.records else None)
    check_name(options.record)
    for path in paths:
        if not Path(path).resolve().is_relative_to(options.record.resolve().parent):
            raise ConfigError(
                f"--record: {options.record} is not at or above {path}, and would not be found the next time"
            )
    return options.record


def _declare(plan: UpgradePlan, found: FoundConfig, file: Path, paths: Sequence[str]) -> None:
    """Add to a plan the rewrite of the configuration, which may already be among the rewrites."""
    place = file.resolve()
    keys = _list_keys(plan, found, place.parent, paths)
    planned = next((rewrite for rewrite in plan.rewrites if rewrite.place == place), None)
    old = planned.old if planned else place.read_bytes() if place.exists() else None
    if old is None and not plan.unstamped:
        return
    new = with_keys(file, planned.new if planned else old or b"", keys) if keys else None
    plan.record = file
    if new is not None and new != old:
        plan.rewrites = [rewrite for rewrite in plan.rewrites if rewrite is not planned]
        plan.rewrites.append(Rewrite(os.path.relpath(file).replace(os.sep, "/"), place, old, new))


def _list_keys(plan: UpgradePlan, found: FoundConfig, root: Path, paths: Sequence[str]) -> dict[str, object]:
    """Return the keys that declare for which edition all files are after the upgrade."""
    target = plan.settings.target
    moving = [place for place, base in plan.bases.items() if base not in {None, target}]
    undeclared = [place for place, base in plan.bases.items() if base is None]
    editions = dict(found.config.editions)
    keys: dict[str, object] = {}
    if any(root.is_relative_to(Path(path).resolve()) for path in paths):
        # The edition of the whole tree needs no patterns, except for what is left open and what is within that.
        is_whole = plan.settings.edition is not None
        kept = dropwhile(lambda item: is_whole and item[1] != UNKNOWN, editions.items())
        editions = {pattern: name if name == UNKNOWN else target for pattern, name in kept}
        keys = {"edition": target} if plan.settings.edition else {}
    else:
        for path in (Path(path).resolve() for path in paths):
            moved = [place for place in moving if place.is_relative_to(path)]
            # A folder is declared as one, unless it has files of which nobody says for which edition they are.
            whole = moved and not any(place.is_relative_to(path) for place in undeclared)
            for place in [path] if whole else moved:
                new = pattern_of(place, root)
                done = [old for old in editions if old == new or (new.endswith("/") and old.startswith(new))]
                editions = {old: name for old, name in editions.items() if old not in done} | {new: target}
        if not moving:
            return {}
    stays = {pattern_of(place, root): plan.settings.base_of(str(place)) or UNKNOWN for place in plan.staying}
    return keys | {"editions": editions | stays, "folder-editions": None}


def _scan(linter: Linter, file: File) -> ScannedFile:
    with _report_file(file.path):
        return linter.scan(file)


@contextmanager
def _report_file(path: str) -> Iterator[None]:
    """Turn an internal error into one that names the file in which it occurs; then nothing is written.

    Raises:
        RewriteError: An internal error occurred.
    """
    try:
        yield
    except (PathError, OSError):
        raise
    except Exception as error:
        raise RewriteError(
            f"{path}: comprules failed here ({type(error).__name__}: {error}), and nothing was written. "
            "Leave the file out with `exclude`, and please report it"
        ) from error
