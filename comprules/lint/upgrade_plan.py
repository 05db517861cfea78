"""A run of `upgrade`: what to write, and where to record the new edition.

First everything is computed, then everything is written, so that errors occur before a file is touched.
"""

from __future__ import annotations

import os
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

from comprules.lint.copies import gather_copies
from comprules.lint.files import find_files
from comprules.lint.journal import JOURNAL
from comprules.lint.patch import place_in_patch, unified_diff
from comprules.lint.pins import check_name, pin_line, with_pin
from comprules.lint.plan import PlanError
from comprules.lint.rewriting import Rewrite, write_all
from comprules.lint.runner import survey_files
from comprules.lint.scan import Settings
from comprules.lint.upgrading import Upgrade, Upgraded, Worked
from comprules.lint.written import editions_written
from rules.files import remove_temporary

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from comprules.lint.config import FoundConfig
    from comprules.lint.files import File, Notice
    from comprules.lint.upgrade_range import UpgradeRange
    from graph.ledger import Ledger

_FEW = 3


@dataclass(frozen=True, slots=True)
class UpgradePlan:
    """The plan of a run.

    Attributes:
        editions: The editions to upgrade from and to.
        worked: The results for the files.
        rewrites: The files that change, including the configuration, in order.
        notices: About skipped files.
        record: The configuration that records the edition; None if there is none.
        beyond: Files outside the paths whose citations depend on the same pin, the first few; then nothing is recorded.
        leftovers: Files left in the folders by killed runs.
        before: Files unchanged since an upgrade to the same edition.
    """

    editions: UpgradeRange
    worked: Worked
    rewrites: tuple[Rewrite, ...]
    notices: tuple[Notice, ...]
    record: Path | None
    beyond: tuple[str, ...]
    leftovers: tuple[str, ...] = ()
    before: tuple[str, ...] = ()

    @property
    def journals(self) -> tuple[Path, ...]:
        """Return the journals of interrupted upgrades below the paths."""
        return tuple(Path(path) for path in self.leftovers if Path(path).name == JOURNAL)

    def with_status(self, status: str) -> tuple[Upgraded, ...]:
        """Return the citations of a status."""
        return tuple(upgraded for upgraded in self.worked.upgraded if upgraded.outcome.status == status)

    def diff(self) -> bytes:
        """Return all changes as a unified diff."""
        return b"".join(
            unified_diff(place_in_patch(rewrite.place), rewrite.old or b"", rewrite.new) for rewrite in self.rewrites
        )

    def write(self, home: Path) -> None:
        """Write all of the plan.

        Args:
            home: The folder for the journal.

        Raises:
            PlanError: The pin also applies to files that were not named, so that it can neither be changed nor kept.
            RewriteError: A file cannot be written; then none was.
            OSError: The system failed.
        """
        if self.beyond:
            raise PlanError(
                f"{self.record}: its pin applies to more files than those named ({', '.join(self.beyond)}), and one "
                "pin cannot mean two editions; name the whole tree. Nothing was written"
            )
        for path in self.leftovers:
            remove_temporary(Path(path))
        write_all(self.rewrites, home, self.editions.base, self.editions.target, self.worked.staying)


def plan_upgrade(
    ledger: Ledger,
    editions: UpgradeRange,
    config: FoundConfig,
    paths: Sequence[str],
    *,
    unsafe: bool,
    stamp_left: bool,
    max_size: int | None,
    record: Path | None,
) -> UpgradePlan:
    """Return the plan of a run.

    Args:
        ledger: The ledger.
        editions: The editions to upgrade from and to.
        config: The configuration.
        paths: The named paths.
        unsafe: Whether to follow reworded rules too.
        stamp_left: Whether to write their edition behind citations that are left.
        max_size: Megabytes; larger files are skipped. None for the configuration's value.
        record: File to record the edition in if there is no configuration.

    Raises:
        PathError: A path does not exist or cannot be read.
        ConfigError: The configuration cannot record the edition.
        PlanError: Files are for another edition than stated, or two pins would be needed.
        OSError: The notes of earlier runs cannot be read.
    """
    if record is not None:
        _check_record(record, config, paths)
    selection = config.selection(max_size)
    files = find_files(paths, selection)
    survey = survey_files(files.files, _make_settings(editions, config, selection.largest))
    before = _upgraded_before(survey.candidates, editions)
    make = partial(
        Upgrade,
        unsafe=unsafe,
        stamp_left=stamp_left,
        largest=selection.largest,
        cites_rules=config.config.cites_rules,
    )
    run = make(ledger, editions)
    worked = run.work([candidate for candidate in survey.candidates if candidate.path not in before], paths)
    if before:
        done = make(ledger, replace(editions, base=editions.target, pin=editions.target))
        worked += done.work([candidate for candidate in survey.candidates if candidate.path in before], paths)
    worked = replace(worked, files=worked.files + survey.searched, notices=(*survey.notices, *worked.notices))
    rewrites, file = worked.rewrites, config.file or record
    beyond: tuple[str, ...] = ()
    if file is not None and not editions.is_done:
        beyond = _find_beyond(run, files.files, config, file)
        rewrites = rewrites if beyond else _add_record(file, editions, rewrites)
    notices = gather_copies((*files.notices, *worked.notices))
    return UpgradePlan(editions, worked, rewrites, notices, file, beyond, files.leftovers, tuple(sorted(before)))


def _upgraded_before(files: Sequence[File], editions: UpgradeRange) -> frozenset[str]:
    """Return the files that were already upgraded to the target, though no pin says so.

    Raises:
        PlanError: Some are for a third edition.
        OSError: The notes of earlier runs cannot be read.
    """
    if editions.base == editions.target:
        return frozenset()
    known = editions_written(file.path for file in files)
    strangers = {path: edition for path, edition in known.items() if edition not in {editions.base, editions.target}}
    for path, edition in strangers.items():
        others = f" and {len(strangers) - 1:,} more" if len(strangers) > 1 else ""
        raise PlanError(
            f"{path}{others}: untouched since an upgrade to {edition}, so that they are not for {editions.base}; "
            f"say --from {edition}. Nothing was written"
        )
    return frozenset(path for path, edition in known.items() if edition == editions.target)


def _make_settings(editions: UpgradeRange, config: FoundConfig, largest: int) -> Settings:
    """Return the settings for the first pass over the files."""
    return Settings(
        edition=editions.target,
        pin=None,
        since=None,
        codes=frozenset(),
        per_file=(),
        root=config.root.resolve(),
        largest=largest,
        cites_rules=config.config.cites_rules,
    )


def describe_unrecorded(plan: UpgradePlan) -> str | None:
    """Return the message about an upgrade that is not recorded anywhere; None if it is, or need not be."""
    if plan.record is not None or not plan.worked.unstamped or plan.editions.base == plan.editions.target:
        return None
    editions = plan.editions
    return (
        f"nothing in this tree records that it is for {editions.target} now: once edited or copied, a second run with "
        f"--from {editions.base} would take their new numbers for old ones and move them again. Put "
        f"{pin_line(editions.target)} at the top of comprules.toml, or under [tool.comprules] in pyproject.toml; "
        "--record FILE does so"
    )


def _check_record(record: Path, config: FoundConfig, paths: Sequence[str]) -> None:
    """Check that the file in which to record the edition will be found the next time."""
    if config.file is not None:
        raise PlanError(f"--record: {config.file} applies to these paths already, and will record the edition")
    check_name(record)
    for path in paths:
        if not Path(path).resolve().is_relative_to(record.resolve().parent):
            raise PlanError(f"--record: {record} is not at or above {path}, and would not be found the next time")


def _add_record(file: Path, editions: UpgradeRange, rewrites: Sequence[Rewrite]) -> tuple[Rewrite, ...]:
    """Return the rewrites with that of the configuration, which may already be among them."""
    place = file.resolve()
    planned = next((rewrite for rewrite in rewrites if rewrite.place == place), None)
    old = planned.old if planned else place.read_bytes() if place.exists() else None
    new = with_pin(file, planned.new if planned else old or b"", editions.target)
    others = tuple(rewrite for rewrite in rewrites if rewrite is not planned)
    shown = os.path.relpath(file).replace(os.sep, "/")
    return others if new == old else (*others, Rewrite(shown, place, old, new))


def _find_beyond(run: Upgrade, files: Sequence[File], config: FoundConfig, file: Path) -> tuple[str, ...]:
    """Return the files under the pin that were not named and whose citations the run would change.

    Only the first few are returned.
    """
    root = file.resolve().parent
    named = {os.path.realpath(found.path) for found in files}
    others = (
        found
        for found in find_files([str(root)], config.selection()).files
        if os.path.realpath(found.path) not in named
    )
    return tuple(islice(_find_affected(run, others), _FEW))


def _find_affected(run: Upgrade, files: Iterable[File]) -> Iterator[str]:
    for file in files:
        worked = run.work([file], [])
        if any(
            upgraded.outcome.citation.stamp is None
            and (upgraded.outcome.status == "renumbered" or upgraded.outcome.awaits_consent)
            for upgraded in worked.upgraded
        ):
            yield os.path.relpath(file.path)
