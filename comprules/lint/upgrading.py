"""A run of `upgrade` over files: what is rewritten, and the declarations that go with it.

First everything is computed, then everything is written, so that errors occur before a file is touched.
"""

import os
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

from msgspec import Struct

from comprules.counts import format_count
from comprules.lint.declaration import check_above, with_keys
from comprules.lint.formats.places import relative_path
from comprules.lint.linter import Linters
from comprules.lint.nearest import TreeSettings
from comprules.lint.notices import Notice, answer_notices
from comprules.lint.plan import FilePlan
from comprules.lint.redeclare import CitingFile, ConfiguredFiles, Redeclaration
from comprules.lint.scan import ScannedFile
from comprules.lint.settings import Settings
from comprules.lint.transaction import Rewrite, RewriteError, write_all
from comprules.lint.upgrade_answers import UpgradeAnswer, UpgradedAnswer, describe_outcome, describe_ruling
from comprules.printable import printable
from rules.files import remove_temporary
from rules.sentences import FEW, join_words

SHOWN = 20
"""Maximum number of files that stay as they are to name."""


class _Held(Struct, frozen=True):
    """A file that stays as it is.

    Attributes:
        path: The file.
        edition: The edition at which it stays.
        lines: The lines whose citations hold it there.
        waiting: The number of citations that could be renumbered otherwise.
    """

    path: str
    edition: str
    lines: Sequence[int]
    waiting: int

    def describe(self) -> str:
        """Return a sentence about it."""
        lines = join_words([str(line) for line in self.lines[:FEW]])
        more = ""
        if self.lines[FEW:]:
            more = f", and {len(self.lines) - FEW:,} more"
        noun = "lines"
        if len(self.lines) == 1:
            noun = "line"
        waiting = ""
        if self.waiting:
            waiting = f"; {format_count(self.waiting, 'more citation waits', 'more citations wait')} for that"
        return f"{printable(self.path)}: the file keeps edition {self.edition} because of {noun} {lines}{more}{waiting}"


def _describe_held_file(scanned: ScannedFile, edition: str, plan: FilePlan) -> _Held:
    """Return a file that stays at an edition, with the lines that hold it there."""
    starts = [scanned.citations[index].start for index in plan.holding]
    lines = sorted({scanned.place(start)[0] for start in starts})
    # The cause "file": the citation could be renumbered, but the file is left as it is.
    waiting = sum("file" in outcome.causes for outcome in plan.outcomes)
    return _Held(scanned.path, edition, lines, waiting)


class Upgrade:
    """A run: takes scanned files one after the other, then the declarations that go with them.

    Args:
        linters: The linters of the run; the settings of each have the edition that files go from.
        tree: The configurations of the run.
        paths: The paths on the command line.
        record: Returns where a configuration is made for a file that has none; None to declare nothing at all.
        unsafe: Whether to follow reworded rules too.

    Attributes:
        rewrites: The files that change, configurations last.
        upgraded: The citations, in order; `unchanged` are those that name the same rules in both editions.
        notices: About skipped files.
        leftovers: Files left in the folders by killed runs.
        recorded: The configurations that declare the editions.
    """

    def __init__(
        self,
        linters: Linters,
        tree: TreeSettings,
        paths: Sequence[str],
        record: Callable[[str], Path] | None,
        *,
        unsafe: bool = False,
    ) -> None:
        self.rewrites: list[Rewrite] = []
        self.upgraded: list[UpgradedAnswer] = []
        self.notices: list[Notice] = []
        self.leftovers: tuple[str, ...] = ()
        self.recorded: list[Path] = []
        self._linters = linters
        self._tree = tree
        self._paths = paths
        self._record = record
        self._unsafe = unsafe
        self._written = False
        self._files = 0
        self._has_stamps = False
        self._by_config: dict[Path | None, ConfiguredFiles] = {}
        self._held: list[_Held] = []

    @property
    def _citing(self) -> list[CitingFile]:
        return [citing for configured in self._by_config.values() for citing in configured.files]

    @property
    def _targets(self) -> list[str]:
        return sorted(
            {configured.settings.target for configured in self._by_config.values()} or {self._tree.main.target}
        )

    @property
    def _first(self) -> str:
        """Return the edition, or the editions, that citations are upgraded from."""
        editions = sorted({citing.base for citing in self._citing if citing.base and citing.base != citing.target})
        return ", ".join(editions) or self._tree.main.edition or self._tree.main.target

    @property
    def declares_nothing(self) -> bool:
        """Return whether there are citations, and neither a declaration nor a stamp says for which edition."""
        return not self._has_stamps and all(citing.base is None and citing.issue is None for citing in self._citing)

    def add(self, scanned: ScannedFile) -> None:
        """Add what becomes of a file.

        Raises:
            RewriteError: comprules failed on it.
        """
        self._files += 1
        self.notices += scanned.notices
        try:
            rulings = self._linters.of_file(scanned.path).judge_rulings(scanned)
            if scanned.citations or rulings:
                self._plan(scanned)
            self.upgraded += [describe_ruling(scanned, ruling) for ruling in rulings]
        except Exception as error:
            raise RewriteError(
                f"{scanned.path}: comprules failed here ({type(error).__name__}: {error}), and nothing was written. "
                "Leave the file out with `exclude`, and please report it"
            ) from error

    def _plan(self, scanned: ScannedFile) -> None:
        """Plan the rewrite of a file, and note what its configuration has to declare then."""
        path = scanned.path
        linter = self._linters.of_file(path)
        settings = linter.settings
        base = settings.base_of(path)
        real_path = Path(path).resolve()
        plan = linter.planner(scanned, base).plan(unsafe=self._unsafe, stamp_left=settings.stamp_left)
        is_rewritten = plan.text != scanned.text
        problem = None
        if is_rewritten:
            problem = _find_problem(scanned, self._paths)
        self._has_stamps |= any(citation.stamp is not None for citation in scanned.citations)
        citing = CitingFile(
            real_path=real_path,
            base=base,
            target=settings.target,
            is_moving=plan.moves and problem is None,
            has_unstamped=any(citation.stamp is None for citation in scanned.citations),
            issue=settings.issue_of(path),
        )
        self._files_of_config(path, settings).files.append(citing)
        if problem is not None:
            self.notices.append(Notice(path, "content", f"skipped: {problem}"))
            return
        if plan.holding and base is not None and base != settings.target:
            self._held.append(_describe_held_file(scanned, base, plan))
        for outcome in plan.outcomes:
            self.upgraded.append(describe_outcome(scanned, outcome, settings.target))
        if is_rewritten:
            self.rewrites.append(Rewrite(path, real_path, scanned.data, scanned.encode(plan.text)))

    def _files_of_config(self, path: str, settings: Settings) -> ConfiguredFiles:
        """Return the files that a configuration decides for, or may be made for."""
        config = self._tree.config_of(path)
        file = None
        if self._record is not None:
            file = config.file or self._record(path)
        key = file and file.resolve()
        if key not in self._by_config:
            self._by_config[key] = ConfiguredFiles(file, config, settings, [])
        return self._by_config[key]

    def declare(self) -> None:
        """Add the rewrites of the configurations, which may already be among the rewrites; they may not exist yet.

        Raises:
            ConfigError: One cannot declare the edition.
        """
        # An upgrade of the whole tree declares the new edition, even if no file below its configuration cites rules.
        main = self._tree.config.file
        if self._record is not None and main is not None and main.resolve() not in self._by_config:
            self._by_config[main.resolve()] = ConfiguredFiles(main, self._tree.config, self._tree.main, [])
        for configured in self._by_config.values():
            if configured.file is not None:
                self._declare(configured.file, configured)

    def _declare(self, file: Path, configured: ConfiguredFiles) -> None:
        """Add the rewrite of a configuration, unless the declaration needs none."""
        real_path = file.resolve()
        planned = next((rewrite for rewrite in self.rewrites if rewrite.real_path == real_path), None)
        original, content = _read_planned(real_path, planned, self._tree.buffers)
        # Stamps say themselves for which edition they are: no configuration is made for them alone.
        needs_declaration = any(citing.has_unstamped and citing.is_moving for citing in configured.files)
        if original is None and not needs_declaration:
            return
        check_above(file, (os.path.relpath(citing.real_path) for citing in configured.files))
        paths = [Path(path).resolve() for path in self._paths]
        keys = Redeclaration(
            configured, real_path.parent, paths, self._linters.of_file(str(real_path)).history
        ).list_keys()
        self.recorded.append(file)
        if not keys:
            return
        new = with_keys(file, content, keys)
        if new != original:
            self.rewrites = [rewrite for rewrite in self.rewrites if rewrite is not planned]
            self.rewrites.append(Rewrite(os.path.relpath(file).replace(os.sep, "/"), real_path, original, new))

    def write(self, home: Path) -> None:
        """Write all of it.

        Args:
            home: The folder for the journal.

        Raises:
            RewriteError: A file cannot be written; then none was.
            OSError: The system failed.
        """
        for path in self.leftovers:
            remove_temporary(Path(path))
        write_all(self.rewrites, home, self._tree.main.target)
        self._written = True

    def answer(self) -> UpgradeAnswer:
        """Return all of it. File names that are not UTF-8 have escaped bytes."""
        pin = self._tree.config.edition
        counts = Counter(upgraded.status for upgraded in self.upgraded)
        return UpgradeAnswer(
            first=self._first,
            target=", ".join(self._targets),
            pin=pin and self._linters.of_file(".").history.resolve(pin),
            unsafe=self._unsafe,
            written=self._written,
            recorded=", ".join(printable(str(file)) for file in self.recorded) or None,
            files=self._files,
            files_changed=tuple(printable(rewrite.path) for rewrite in self.rewrites),
            renumbered=counts["renumbered"],
            unchanged=counts["unchanged"],
            left=counts["left"],
            ignored=counts["ignored"],
            citations=tuple(upgraded for upgraded in self.upgraded if upgraded.status != "unchanged"),
            notices=answer_notices(self.notices),
        )

    def list_asides(self) -> Iterator[str]:
        """Yield what a person must know about declarations."""
        target = ", ".join(self._targets)
        unstamped = [citing for citing in self._citing if citing.has_unstamped]
        is_done = bool(self._citing) and all(citing.base == citing.target for citing in self._citing)
        if is_done and unstamped:
            yield self._describe_done(target)
        undeclared = [citing for citing in unstamped if citing.base is None]
        if undeclared and len(undeclared) < len(self._citing):
            yield (
                f"{format_count(len(undeclared), 'file')} without a declaration: citations in them without a stamp "
                "stay as they are; `comprules init` declares them"
            )
        if self._held:
            yield from self._describe_held()
        if not self.recorded and any(citing.is_moving for citing in unstamped):
            yield self._warn_undeclared(target)

    def _describe_done(self, target: str) -> str:
        """Return a sentence about a run in which no citation without a stamp had to be renumbered."""
        reason = f"these files are already written for {target}"
        if self.recorded:
            configurations = ", ".join(printable(relative_path(str(file))) for file in self.recorded)
            reason = f"{configurations} already declares {target} for these files"
        return f"{reason}; citations without a stamp stay as they are"

    def _describe_held(self) -> Iterator[str]:
        """Yield which files stay as they are, and how to upgrade them."""
        for held in self._held[:SHOWN]:
            yield held.describe()
        if self._held[SHOWN:]:
            yield f"... and {format_count(len(self._held) - SHOWN, 'more file')} that keep their edition"
        yield (
            "upgrading these files would hide findings: fix those lines or mark them with the edition "
            "(CR 112.7a @2018-07-13), or let --stamp-left do that in comments and prose"
        )

    def _warn_undeclared(self, target: str) -> str:
        """Return the warning that nothing declares the new edition."""
        condition = "" if self._written else "once this is written, "
        return (
            f"{condition}nothing in this tree declares {target}: a second run with --from {self._first} "
            "would mistake the new numbers for old ones and renumber them again. "
            f'Put edition = "{target}" at the top of comprules.toml, or under [tool.comprules] in pyproject.toml'
        )

    def summary(self) -> str:
        """Return the line about what the upgrade did or would do, which is always printed."""
        answer = self.answer()
        renumbering, writing = "to renumber", "to write"
        if answer.written:
            renumbering, writing = "renumbered", "written"
        parts = [
            f"{format_count(answer.renumbered, 'citation')} {renumbering}",
            f"{answer.unchanged:,} unchanged",
            f"{answer.left:,} left",
        ]
        if answer.ignored:
            parts.append(f"{answer.ignored:,} ignored by comments")
        done = "nothing to write"
        if self.rewrites:
            done = f"{format_count(len(self.rewrites), 'file')} {writing}"
        changed = {rewrite.real_path for rewrite in self.rewrites}
        records = [printable(relative_path(str(file))) for file in self.recorded if file.resolve() in changed]
        if records:
            done += f", with the declaration in {', '.join(records)}"
        return f"{answer.first} to {answer.target}: {', '.join(parts)}, in {format_count(answer.files, 'file')}; {done}"


def _read_planned(
    real_path: Path, planned: Rewrite | None, buffers: Mapping[Path, bytes]
) -> tuple[bytes | None, bytes]:
    """Return the bytes of a file, None if it does not exist; and those it will have after its planned rewrite.

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


def _find_problem(scanned: ScannedFile, roots: Sequence[str]) -> str | None:
    """Return why a file cannot be changed; None if it can.

    Args:
        scanned: The file.
        roots: The paths on the command line. Links are followed only to targets within them, so that the upgrade of a
            tree changes nothing outside of it. A root that is itself a link to a file is no folder to be within.
    """
    path = Path(scanned.path)
    if not scanned.exact:
        return "its UTF-16 is damaged, and writing the file would lose characters"
    named = [Path(root).resolve() for root in roots if not Path(root).is_symlink() or Path(root).is_dir()]
    if path.is_symlink() and not any(path.resolve().is_relative_to(root) for root in named):
        return f"a symbolic link to {path.resolve()}, which is outside the paths; name that file instead"
    return None
