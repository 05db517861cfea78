"""A run of `upgrade`: the new content of the files and of the configurations that declare their edition.

First everything is computed, then everything is written, so that errors occur before a file is touched.
"""

import os
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path

from msgspec import Struct, structs

from comprules.lint.declaration import check_above, with_keys
from comprules.lint.estimates import name_edition
from comprules.lint.linter import Linters
from comprules.lint.nearest import TreeSettings
from comprules.lint.notices import Notice, answer_notices, report_skipped
from comprules.lint.redeclare import CitingFile, ConfiguredFiles, Redeclaration
from comprules.lint.scan import ScannedFile
from comprules.lint.settings import Settings
from comprules.lint.settled_plan import SettledPlan, hold_settled, settle_plan
from comprules.lint.shared_names import SharedNames
from comprules.lint.transaction import Rewrite, RewriteError, write_all
from comprules.lint.upgrade_answers import UpgradeAnswer, UpgradedAnswer, describe_outcome, describe_ruling
from comprules.printable import printable
from rules.files import remove_temporary

_UNREAD = frozenset({"size", "unread"})
"""The kinds of notices about files and folders that may cite rules and were not read."""


class HeldFile(Struct, frozen=True):
    """A file that stays as it is, since its upgrade would hide findings or change what another file keeps.

    Attributes:
        path: The file.
        edition: The edition that it keeps.
        is_estimate: Whether that edition is only an estimate.
        stamps_left: Whether stamps were to be written after citations that are left.
        lines: The lines of the citations because of which it stays, in order.
        waiting: The number of citations that could be renumbered if the file were upgraded.
    """

    path: str
    edition: str
    is_estimate: bool
    stamps_left: bool
    lines: Sequence[int]
    waiting: int


class _AcceptedFile(Struct, frozen=True):
    """A file with a plan that changes names, which may have to stay as it is because of names in another file.

    Attributes:
        scanned: The file.
        settled: Its plan.
        citing: Its record.
        position: The index of its record among those of its configuration.
        first: The index of its first citation among those of the run.
    """

    scanned: ScannedFile
    settled: SettledPlan
    citing: CitingFile
    position: int
    first: int


def _make_held_file(scanned: ScannedFile, edition: str, settled: SettledPlan, settings: Settings) -> HeldFile:
    """Return the record of a file that stays as it is by its plan."""
    starts = [scanned.citations[index].start for index in settled.plan.blocking]
    lines = sorted({scanned.place(start)[0] for start in starts})
    # The cause "file": the citation could be renumbered, but its file is left as it is.
    waiting = sum("file" in outcome.causes for outcome in settled.plan.outcomes)
    is_estimate = settings.is_estimate(scanned.path)
    return HeldFile(scanned.path, edition, is_estimate, settings.stamp_left, lines, waiting)


class Upgrade:
    """A run of `upgrade`: `add` each scanned file, then `declare` the new editions, then `write`.

    Args:
        linters: The linters of the run. The settings of each name the edition to upgrade from.
        tree: The configurations of the run.
        paths: The paths on the command line.
        place_config: Returns the path of the configuration to create for a file that has none; None to declare nothing
            at all.
        unsafe: Whether to follow reworded rules too.

    Attributes:
        rewrites: The files that change, configurations last.
        upgraded: The citations, in order; `unchanged` are those that name the same rules in both editions.
        notices: About skipped files.
        leftovers: Files left in the folders by killed runs.
        declaring: The configurations that declare the new edition, also those that already did.
        held: The files that stay as they are, because a citation in them cannot be upgraded.
        remaining: The number of findings that `check` reports after the upgrade, without regard to a baseline.
        is_written: Whether `write` has written the files.
    """

    def __init__(
        self,
        linters: Linters,
        tree: TreeSettings,
        paths: Sequence[str],
        place_config: Callable[[str], Path] | None,
        *,
        unsafe: bool = False,
    ) -> None:
        self.rewrites: list[Rewrite] = []
        self.upgraded: list[UpgradedAnswer] = []
        self.notices: list[Notice] = []
        self.leftovers: tuple[str, ...] = ()
        self.declaring: list[Path] = []
        self.held: list[HeldFile] = []
        self.remaining = 0
        self.is_written = False
        self._linters = linters
        self._tree = tree
        self._paths = paths
        self._place_config = place_config
        self._unsafe = unsafe
        self._files = 0
        self._has_stamps = False
        self._by_config: dict[Path | None, ConfiguredFiles] = {}
        self._names = SharedNames()
        self._renaming: dict[str, _AcceptedFile] = {}  # the files that change names

    @property
    def citing(self) -> list[CitingFile]:
        """Return the files with citations of the rules, also those that do not change or were not read."""
        return [citing for configured in self._by_config.values() for citing in configured.files]

    @property
    def _targets(self) -> list[str]:
        return sorted(
            {configured.settings.target for configured in self._by_config.values()} or {self._tree.main.target}
        )

    @property
    def _first(self) -> str:
        """Return the edition, or several with commas between them, that citations are upgraded from."""
        editions = sorted({citing.base for citing in self.citing if citing.base and citing.base != citing.target})
        return ", ".join(editions) or self._tree.main.edition or self._tree.main.target

    @property
    def declares_nothing(self) -> bool:
        """Return whether there are citations, and neither a declaration nor a stamp says for which edition."""
        return not self._has_stamps and all(citing.base is None and citing.issue is None for citing in self.citing)

    def add(self, scanned: ScannedFile) -> None:
        """Plan what becomes of a file.

        Raises:
            RewriteError: comprules failed on the file.
        """
        self._files += 1
        self.skip(scanned.notices)
        try:
            linter = self._linters.of_file(scanned.path)
            rulings = linter.judge_rulings(scanned)
            if scanned.citations or rulings:
                self._plan(scanned)
            elif scanned.ignores:
                self.remaining += len(linter.check(scanned).findings)  # about the comments
            self.upgraded += [describe_ruling(scanned, ruling) for ruling in rulings]
        except Exception as error:
            raise RewriteError(
                f"{scanned.path}: comprules failed here ({type(error).__name__}: {error}), and nothing was written. "
                "Leave the file out with `exclude`, and please report it"
            ) from error

    def skip(self, notices: Iterable[Notice]) -> None:
        """Add notices about skipped files and folders; those that could not be read keep their edition.

        Nobody knows what they cite. If they were declared for the new edition, later checks would miss what drifted.
        """
        for notice in notices:
            self.notices.append(notice)
            if notice.kind in _UNREAD:
                self._keep_edition(notice.path)

    def _keep_edition(self, path: str) -> None:
        """Add a file or folder that keeps its edition, if it has an older one."""
        settings = self._linters.of_file(path).settings
        keeping = _make_citing_file(path, settings, is_moving=False, has_unstamped=False)
        if keeping.is_staying:
            self._files_of_config(path, settings).files.append(keeping)

    def _plan(self, scanned: ScannedFile) -> None:
        """Plan the rewrite of a file with citations, and add the file to those of its configuration.

        A file that cannot be written keeps its text; its configuration must then not declare the new edition for it.
        """
        linter = self._linters.of_file(scanned.path)
        settings = linter.settings
        settled = settle_plan(linter, scanned, unsafe=self._unsafe, stamp_left=settings.stamp_left)
        plan = settled.plan
        problem = None
        if plan.text != scanned.text:
            problem = _find_problem(scanned, self._paths)
        self._has_stamps |= any(citation.stamp is not None for citation in scanned.citations)
        has_unstamped = any(citation.stamp is None for citation in scanned.citations)
        is_moving = plan.moves and problem is None
        citing = _make_citing_file(scanned.path, settings, is_moving=is_moving, has_unstamped=has_unstamped)
        files = self._files_of_config(scanned.path, settings).files
        files.append(citing)
        if problem is None:
            self._names.add(scanned.path, scanned.text, plan)
            if self._names.changes_name(scanned.path):
                accepted = _AcceptedFile(scanned, settled, citing, len(files) - 1, len(self.upgraded))
                self._renaming[scanned.path] = accepted
            self._accept(scanned, settled, citing)
        else:
            staying = hold_settled(linter, scanned, plan, frozenset())
            self._names.add(scanned.path, scanned.text, staying.plan)
            self.remaining += staying.remaining
            self.notices.append(report_skipped(scanned.path, "content", problem))

    def _accept(self, scanned: ScannedFile, settled: SettledPlan, citing: CitingFile) -> None:
        """Add a plan that can be carried out to the outcomes and rewrites of the run."""
        plan = settled.plan
        self.remaining += settled.remaining
        self._note_held(scanned, settled, citing)
        for outcome in plan.outcomes:
            self.upgraded.append(describe_outcome(scanned, outcome, citing.target))
        if plan.text != scanned.text:
            new = scanned.encode(plan.text)
            self.rewrites.append(Rewrite(scanned.path, citing.real_path, scanned.data, new))

    def _note_held(self, scanned: ScannedFile, settled: SettledPlan, citing: CitingFile) -> None:
        """Add a file to those that stay as they are, if its plan says so and it has an older edition."""
        if settled.plan.blocking and citing.base is not None and citing.base != citing.target:
            settings = self._linters.of_file(scanned.path).settings
            self.held.append(_make_held_file(scanned, citing.base, settled, settings))

    def _hold_bound(self) -> None:
        """Plan that files stay as they are which would change a name that another file keeps."""
        bound = self._names.find_bound()
        self.rewrites = [rewrite for rewrite in self.rewrites if rewrite.path not in bound]
        for path, blocking in bound.items():
            accepted = self._renaming[path]
            scanned, plan, citing = accepted.scanned, accepted.settled.plan, accepted.citing
            linter = self._linters.of_file(path)
            held = hold_settled(linter, scanned, plan, blocking)
            self._files_of_config(path, linter.settings).files[accepted.position] = structs.replace(
                citing, is_moving=False
            )
            self.remaining += held.remaining - accepted.settled.remaining
            self._note_held(scanned, held, citing)
            for index, outcome in enumerate(held.plan.outcomes, accepted.first):
                self.upgraded[index] = describe_outcome(scanned, outcome, citing.target)

    def _files_of_config(self, path: str, settings: Settings) -> ConfiguredFiles:
        """Return the files of the configuration that decides for a file, or that will be created for it."""
        config = self._tree.config_of(path)
        file = None
        if self._place_config is not None:
            file = config.file or self._place_config(path)
        key = file and file.resolve()
        if key not in self._by_config:
            self._by_config[key] = ConfiguredFiles(file, config, settings, [])
        return self._by_config[key]

    def declare(self) -> None:
        """Plan the rewrites of the configurations, once all files are added.

        A configuration may not exist yet. It may also cite rules in its comments: then it already is among the
        rewrites, and its planned text gets the declaration.

        Raises:
            ConfigError: A configuration cannot declare the edition.
        """
        self._hold_bound()
        # An upgrade of the whole tree declares the new edition, even if no file below its configuration cites rules.
        main = self._tree.config.file
        if self._place_config is not None and main is not None and main.resolve() not in self._by_config:
            self._by_config[main.resolve()] = ConfiguredFiles(main, self._tree.config, self._tree.main, [])
        for configured in self._by_config.values():
            if configured.file is not None:
                self._declare(configured.file, configured)

    def _declare(self, file: Path, configured: ConfiguredFiles) -> None:
        """Plan the rewrite of a configuration, unless it already declares the new edition or has no need to."""
        real_path = file.resolve()
        planned = next((rewrite for rewrite in self.rewrites if rewrite.real_path == real_path), None)
        original, content = _read_planned(real_path, planned, self._tree.buffers)
        # A citation with a stamp names its edition itself: no configuration is created for stamps alone.
        needs_declaration = any(citing.has_unstamped and citing.is_moving for citing in configured.files)
        if original is None and not needs_declaration:
            return
        check_above(file, (os.path.relpath(citing.real_path) for citing in configured.files))
        keys = self._list_keys(real_path, configured)
        self.declaring.append(file)
        if not keys:
            return
        new = with_keys(file, content, keys)
        if new != original:
            # The planned rewrite is part of the new one, which comes after those of all other files.
            self.rewrites = [rewrite for rewrite in self.rewrites if rewrite is not planned]
            self.rewrites.append(Rewrite(os.path.relpath(file).replace(os.sep, "/"), real_path, original, new))

    def _list_keys(self, config: Path, configured: ConfiguredFiles) -> dict[str, object]:
        """Return the keys to set in a configuration, given by its real path; none if nothing changes."""
        paths = [Path(path).resolve() for path in self._paths]
        history = self._linters.of_file(str(config)).history
        return Redeclaration(configured, config.parent, paths, history).list_keys()

    def write(self, home: Path) -> None:
        """Write the planned files, and remove what killed runs have left.

        Args:
            home: The folder for the journal.

        Raises:
            RewriteError: A file cannot be written; then none was, or the message says that some were.
            OSError: The system failed.
        """
        for path in self.leftovers:
            remove_temporary(Path(path))
        write_all(self.rewrites, home, self._tree.main.target)
        self.is_written = True

    def answer(self) -> UpgradeAnswer:
        """Return the document of `upgrade --json`. File names that are not UTF-8 have escaped bytes."""
        pin = self._tree.config.edition
        counts = Counter(upgraded.status for upgraded in self.upgraded)
        return UpgradeAnswer(
            first=self._first,
            target=", ".join(self._targets),
            pin=pin and self._linters.of_file(".").history.calendar.resolve(name_edition(pin)),
            unsafe=self._unsafe,
            written=self.is_written,
            recorded=", ".join(printable(str(file)) for file in self.declaring) or None,
            files=self._files,
            files_changed=tuple(printable(rewrite.path) for rewrite in self.rewrites),
            renumbered=counts["renumbered"],
            unchanged=counts["unchanged"],
            left=counts["left"],
            ignored=counts["ignored"],
            remaining=self.remaining,
            citations=tuple(upgraded for upgraded in self.upgraded if upgraded.status != "unchanged"),
            notices=answer_notices(self.notices),
        )


def _read_planned(
    real_path: Path, planned: Rewrite | None, buffers: Mapping[Path, bytes]
) -> tuple[bytes | None, bytes]:
    """Return the bytes of a file, and the bytes that it will have after its planned rewrite.

    For a file that does not exist they are None and empty; without a planned rewrite both are the same.

    Args:
        real_path: The file.
        planned: The rewrite; None if none is planned.
        buffers: Files that are open in an editor, with their content.
    """
    if planned is not None:
        return planned.old, planned.new
    if real_path in buffers:
        return buffers[real_path], buffers[real_path]
    if not real_path.exists():
        return None, b""
    data = real_path.read_bytes()
    return data, data


def _make_citing_file(path: str, settings: Settings, *, is_moving: bool, has_unstamped: bool) -> CitingFile:
    """Return the record of a file that may have citations, whose configuration may have to be changed for it.

    Args:
        path: The file.
        settings: The settings that decide for it.
        is_moving: Whether its citations are those of the target edition after the upgrade.
        has_unstamped: Whether a citation in it has no stamp.
    """
    return CitingFile(
        real_path=Path(path).resolve(),
        base=settings.base_of(path),
        target=settings.target,
        is_moving=is_moving,
        has_unstamped=has_unstamped,
        issue=settings.issue_of(path),
        is_estimate=settings.is_estimate(path),
    )


def _find_problem(scanned: ScannedFile, roots: Sequence[str]) -> str | None:
    """Return why a file cannot be changed; None if it can.

    Args:
        scanned: The file.
        roots: The paths on the command line.
    """
    path = Path(scanned.path)
    if not scanned.exact:
        return "its UTF-16 is damaged, and writing the file would lose characters"
    if path.is_symlink() and not _is_within(path.resolve(), roots):
        return f"a symbolic link to {path.resolve()}, which is outside the paths; name that file instead"
    return None


def _is_within(target: Path, roots: Sequence[str]) -> bool:
    """Return whether the target of a link is within the paths of the command line.

    Links are followed only to such targets, so that the upgrade of a tree changes nothing outside of it. If a path of
    the command line is itself a link to a file, it does not count, since every link would be within itself.
    """
    for root in map(Path, roots):
        is_link_to_file = root.is_symlink() and not root.is_dir()
        if not is_link_to_file and target.is_relative_to(root.resolve()):
            return True
    return False
