"""The declarations of a configuration after an upgrade of its files."""

from collections.abc import Sequence
from pathlib import Path

from msgspec import Struct

from comprules.lint.config import UNKNOWN, FoundConfig
from comprules.lint.declaration import pattern_of
from comprules.lint.estimates import mark_estimate, name_edition
from comprules.lint.patterns import last_fitting
from comprules.lint.settings import Settings
from graph.history import History
from rules.records import COMPREHENSIVE_RULES


class CitingFile(Struct, frozen=True):
    """A file with citations.

    Attributes:
        real_path: Its real path.
        base: The edition that it is upgraded from; None if none is declared.
        target: The edition that it is upgraded to.
        is_moving: Whether its citations are those of the target edition after the upgrade.
        has_unstamped: Whether a citation in it has no stamp.
        issue: The issue of a rulings summary that is declared for it, which stays.
        is_estimate: Whether `base` is only an estimate.
    """

    real_path: Path
    base: str | None
    target: str
    is_moving: bool
    has_unstamped: bool
    issue: str | None
    is_estimate: bool = False

    @property
    def is_staying(self) -> bool:
        """Return whether it keeps an older edition."""
        return self.base not in {None, self.target} and not self.is_moving


class ConfiguredFiles(Struct):
    """The files that one configuration decides for.

    Attributes:
        file: The file of the configuration, which need not exist; None if none may be written.
        config: The configuration.
        settings: The settings that follow from it.
        files: The files with citations.
    """

    file: Path | None
    config: FoundConfig
    settings: Settings
    files: list[CitingFile]


class Redeclaration:
    """The keys of a configuration after an upgrade.

    Args:
        configured: The configuration, with its files.
        root: Its folder, without links.
        paths: The paths of the run, without links.
        history: The history of the rules, which resolves the names of editions.
    """

    def __init__(self, configured: ConfiguredFiles, root: Path, paths: Sequence[Path], history: History) -> None:
        self._configured = configured
        self._root = root
        self._paths = paths
        self._history = history
        self._target = configured.settings.target
        self._moving = [citing.real_path for citing in configured.files if citing.is_moving]

    def list_keys(self) -> dict[str, object]:
        """Return the keys that declare the editions after the upgrade; none if the declaration must not change.

        If the whole tree was upgraded, the edition of the tree changes; otherwise files and folders get patterns.
        """
        has_staying = any(citing.is_staying for citing in self._configured.files)
        if not self._moving and has_staying:
            return {}  # a new edition would be wrong for every file
        if any(self._root.is_relative_to(path) for path in self._paths):
            # also if no file moves: none of them keeps an older edition
            return self._declare_tree()
        if not self._moving:
            return {}  # no file needs another pattern than before
        return self._declare_paths()

    def _declare_tree(self) -> dict[str, object]:
        """Return the keys if the whole tree was upgraded: its edition, and the patterns of what is left open."""
        keys: dict[str, object] = {}
        edition = None
        if self._configured.settings.edition:
            edition = self._target
            keys["edition"] = edition
        return keys | self._declare_patterns(edition, self._list_tree_patterns())

    def _list_tree_patterns(self) -> dict[str, str]:
        """Return the content of `[editions]` after the upgrade of a whole tree.

        Patterns without an edition of the rules keep their value: those that are left open, and those with an issue of
        another work. All others get the target. If the whole tree has an edition, it is the target by then, and such a
        pattern is dropped, because it says the same. So `docs/ = "2009-07-11"`, `old/ = "unknown"` become
        `old/ = "unknown"`.
        """
        patterns: dict[str, str] = {}
        for pattern, name in self._configured.config.editions.items():
            if self._names_no_edition(name):
                patterns[pattern] = name
            # A later pattern overrides an earlier one, so it is needed as soon as one before it is kept.
            elif patterns or not self._configured.settings.edition:
                patterns[pattern] = self._target
        return patterns

    def _declare_paths(self) -> dict[str, object]:
        """Return the keys if files and folders of the tree were upgraded: a pattern for each."""
        patterns = dict(self._configured.config.editions)
        for path in self._paths:
            for declared in self._list_declared(path):
                new = pattern_of(declared, self._root)
                patterns = self._drop_covered(patterns, new) | {new: self._target}
        edition = None
        # The settings may have the edition of `--from`, which no file declares.
        if self._configured.config.edition:
            edition = self._history.calendar.resolve(self._configured.settings.edition or "")
        return self._declare_patterns(edition, patterns)

    def _drop_covered(self, patterns: dict[str, str], new: str) -> dict[str, str]:
        """Return patterns without those that a new pattern replaces; those with an issue of another work stay."""
        return {
            pattern: name
            for pattern, name in patterns.items()
            if self._is_of_other_work(name) or not _is_covered(pattern, new)
        }

    def _list_declared(self, path: Path) -> list[Path]:
        """Return the files and folders to declare for a path.

        A folder gets one pattern, unless it has undeclared files, which the pattern would declare for the new edition.
        """
        moved = [moving for moving in self._moving if moving.is_relative_to(path)]
        undeclared = [citing.real_path for citing in self._configured.files if citing.base is None]
        if moved and not any(file.is_relative_to(path) for file in undeclared):
            return [path]
        return moved

    def _declare_patterns(self, edition: str | None, patterns: dict[str, str]) -> dict[str, object]:
        """Return the keys for patterns, and for each file that they would give a wrong edition one more pattern.

        Args:
            edition: The edition for the whole tree; None without one.
            patterns: The content of `[editions]`.
        """
        edition_of_tree = edition or self._configured.settings.issue
        for citing in self._configured.files:
            patterns = self._add_exception(citing, edition_of_tree, patterns)
        # None removes a key: `folder-editions` is the old name of `editions`, whose patterns are among these.
        return {"editions": patterns, "folder-editions": None}

    def _names_no_edition(self, name: str) -> bool:
        """Return whether a value of `[editions]` is no edition of the rules: it is left open, or an issue."""
        return name == UNKNOWN or self._is_of_other_work(name)

    def _is_of_other_work(self, name: str) -> bool:
        """Return whether `[editions]` names an issue of another work, which no upgrade replaces."""
        edition = self._resolve(name)
        return edition is not None and self._history.calendar.work_of[edition] != COMPREHENSIVE_RULES

    def _add_exception(
        self, citing: CitingFile, edition_of_tree: str | None, patterns: dict[str, str]
    ) -> dict[str, str]:
        """Return the content of `[editions]` that declares the right edition for a file.

        Args:
            citing: The file.
            edition_of_tree: The edition or issue declared for the whole tree; None without one.
            patterns: The content so far.
        """
        wanted = citing.issue or citing.base
        if citing.is_moving and citing.issue is None:
            wanted = citing.target
        rows = tuple((pattern, self._resolve(name)) for pattern, name in patterns.items())
        if last_fitting(rows, self._root, str(citing.real_path), edition_of_tree) == wanted:
            return patterns
        pattern = pattern_of(citing.real_path, self._root)
        unchanged = {old: name for old, name in patterns.items() if old != pattern}
        declared = wanted or UNKNOWN
        if citing.is_estimate and wanted == citing.base:
            declared = mark_estimate(declared)
        return unchanged | {pattern: declared}

    def _resolve(self, name: str) -> str | None:
        """Return the id of the edition or issue that a value of `[editions]` names; None for files left open."""
        if name == UNKNOWN:
            return None
        return self._history.calendar.resolve(name_edition(name))


def _is_covered(old: str, new: str) -> bool:
    """Return whether a new pattern surely matches every file that an old one matches: `/docs/` and `/docs/a.txt`."""
    return old == new or (new.endswith("/") and old.startswith(new))
