"""The configuration that decides for a file: the nearest one at or above its real folder, in its own repository.

So a file has the same configuration in every run, hook and editor. As in ruff, configurations are not merged.
"""

import os
from collections.abc import Callable, Mapping, Sequence
from copy import copy
from pathlib import Path
from types import MappingProxyType
from typing import Any

import msgspec

from comprules.lint.config import FoundConfig, config_in, is_top, shared_folder
from comprules.lint.settings import Overrides, Settings, override, settings_of
from graph.ledger import Ledger

_ALL_FILES = ("*",)


class _Decided(msgspec.Struct, frozen=True):
    """A configuration with the settings that follow from it, and from the options of the run."""

    config: FoundConfig
    settings: Settings


class TreeSettings:
    """The configurations of a run with the settings that follow from them; `of_file` finds those for a file.

    It can be pickled for worker processes, with the configurations that were found so far.

    Args:
        paths: The paths of the run.
        ledger: The ledger with the editions that configurations name.
        typed: The options of the command line, which override every configuration.
        only: The configuration that decides for all files; None to find the nearest.
        buffers: Files that are open in an editor, with their content, which is used instead of that on the disk.

    Attributes:
        config: The configuration of the folder that the paths share: it decides whatever is not about one file, such as
            the output format.
        main: The settings that follow from `config`.
        buffers: The files that are open in an editor.

    Raises:
        ConfigError: A configuration cannot be used.
    """

    _changes: dict[str, Any] = {}  # noqa: RUF012 - replaced, never changed
    """The settings that `with_settings` has given other values."""

    def __init__(
        self,
        paths: Sequence[str],
        ledger: Ledger,
        typed: Overrides | None = None,
        only: FoundConfig | None = None,
        *,
        buffers: Mapping[Path, bytes] = MappingProxyType({}),
    ) -> None:
        self.buffers = dict(buffers)
        self._ledger = ledger
        self._typed = typed or Overrides()
        self._is_only = only is not None
        self._default = override(FoundConfig(root=Path.cwd()), self._typed)
        self._opened: dict[Path | None, _Decided] = {}  # by the file of the configuration; None for the defaults
        self._folders: dict[str, _Decided] = {}
        if only is None:
            decided = self._find(os.path.realpath(shared_folder(paths)))
        else:
            config = override(only, self._typed)
            decided = _Decided(config, settings_of(config, ledger))
            self._opened[config.file] = decided
        self.config = decided.config
        self.main = decided.settings

    def selection_of(self, folder: Path) -> Settings:
        """Return the settings that decide in a folder without links.

        Raises:
            ConfigError: The configuration cannot be used.
        """
        return self._find(str(folder)).settings

    def of_file(self, path: str) -> Settings:
        """Return the settings that decide for a file.

        Raises:
            ConfigError: The configuration cannot be used.
        """
        return self._find(_folder_of(path)).settings

    def config_of(self, path: str) -> FoundConfig:
        """Return the configuration that decides for a file.

        Raises:
            ConfigError: It cannot be used.
        """
        return self._find(_folder_of(path)).config

    def with_settings(self, **fields: Any) -> "TreeSettings":
        """Return the same with other values of some settings, also of configurations that are yet to be found."""
        changed_tree = self._with_each(lambda settings: msgspec.structs.replace(settings, **fields))
        changed_tree._changes = self._changes | fields
        return changed_tree

    def with_edition(self, edition: str | None) -> "TreeSettings":
        """Return the same, with an edition for the files of configurations that were found and declare none."""
        if edition is None:
            return self.with_settings()
        return self._with_each(lambda settings: msgspec.structs.replace(settings, edition=settings.edition or edition))

    def _with_each(self, change: Callable[[Settings], Settings]) -> "TreeSettings":
        """Return the same with other settings for each configuration that was found.

        Args:
            change: Returns the new settings for the old ones.
        """
        changed_tree = copy(self)
        changed_tree._opened = {}
        for file, decided in self._opened.items():
            changed_tree._opened[file] = _Decided(decided.config, change(decided.settings))
        changed_tree._folders = {}
        for folder, decided in self._folders.items():
            changed_tree._folders[folder] = changed_tree._opened[decided.config.file]
        changed_tree.main = changed_tree._opened[self.config.file].settings
        return changed_tree

    def list_opened(self) -> list[tuple[FoundConfig, Settings]]:
        """Return the configurations that were found so far, with their settings."""
        return [(decided.config, decided.settings) for decided in self._opened.values()]

    def _find(self, folder: str) -> _Decided:
        """Return the configuration that decides in a folder, with its settings.

        The folders above are searched, up to one that was searched before, has a configuration, or is the root of a
        repository. All folders passed on the way get the same answer.
        """
        if self._is_only:
            return self._opened[self.config.file]
        passed = []  # not recursive: a tree may be deeper than Python's stack
        while folder not in self._folders:
            passed.append(folder)
            real_path = Path(folder)
            found = config_in(real_path, self.buffers)
            if found is not None or is_top(real_path):
                self._folders[folder] = self._open(found, real_path)
            else:
                folder = str(real_path.parent)
        decided = self._folders[folder]
        self._folders.update(dict.fromkeys(passed, decided))
        return decided

    def _open(self, found: FoundConfig | None, folder: Path) -> _Decided:
        """Return a configuration that was found, overridden by the options, with the settings that follow from it.

        Args:
            found: The configuration; None if there is none at or above the folder: then the defaults apply.
            folder: The folder of the configuration.
        """
        config = self._default
        if found is not None:
            config = override(found, self._typed)
        if config.file in self._opened:
            return self._opened[config.file]
        settings = settings_of(config, self._ledger)
        if found is not None and not is_top(folder) and not self._takes_folder(folder):
            # An outer configuration excludes the folder; its own configuration does not bring it back.
            settings = msgspec.structs.replace(settings, include=(), exclude=_ALL_FILES)
        settings = msgspec.structs.replace(settings, **self._changes)
        self._opened[config.file] = _Decided(config, settings)
        return self._opened[config.file]

    def _takes_folder(self, folder: Path) -> bool:
        """Return whether the configuration above a folder takes the folder."""
        above = self._find(str(folder.parent)).settings
        return above.takes_below(folder.parent)(f"{folder.name}/")


def _folder_of(path: str) -> str:
    """Return the folder of a file, with all links resolved."""
    folder, name = os.path.split(os.path.abspath(path))  # noqa: PTH100 - faster than Path, and once a file
    real_path = os.path.join(os.path.realpath(folder), name)  # noqa: PTH118
    if os.path.islink(real_path):  # noqa: PTH114
        real_path = os.path.realpath(real_path)
    return os.path.dirname(real_path)  # noqa: PTH120
