"""The configuration that decides for a file: the nearest one at or above its real folder, in its own repository.

So a file has the same configuration in every run, hook and editor. As in ruff, configurations are not merged.
"""

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any

import msgspec

from comprules.lint.config import FoundConfig, config_in, is_top, shared_folder
from comprules.lint.settings import Overrides, Settings, override, settings_of
from graph.ledger import Ledger

_ALL_FILES = ("*",)


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
        self._opened: dict[Path | None, tuple[FoundConfig, Settings]] = {}
        self._folders: dict[str, tuple[FoundConfig, Settings]] = {}
        if only is None:
            self.config, self.main = self._find(os.path.realpath(shared_folder(paths)))
        else:
            self.config = override(only, self._typed)
            self.main = settings_of(self.config, ledger)
            self._opened[self.config.file] = self.config, self.main

    def selection_of(self, folder: Path) -> Settings:
        """Return the settings that decide in a folder without links.

        Raises:
            ConfigError: The configuration cannot be used.
        """
        _, settings = self._find(str(folder))
        return settings

    def of_file(self, path: str) -> Settings:
        """Return the settings that decide for a file.

        Raises:
            ConfigError: The configuration cannot be used.
        """
        _, settings = self._find(_folder_of(path))
        return settings

    def config_of(self, path: str) -> FoundConfig:
        """Return the configuration that decides for a file.

        Raises:
            ConfigError: It cannot be used.
        """
        config, _ = self._find(_folder_of(path))
        return config

    def with_settings(self, **fields: Any) -> "TreeSettings":
        """Return the same with other values of some settings, also of configurations that are yet to be found."""
        changed_tree = object.__new__(TreeSettings)
        changed_tree.__dict__ = dict(self.__dict__)
        changed = {
            id(config): (config, msgspec.structs.replace(settings, **fields))
            for config, settings in self._opened.values()
        }
        changed_tree._opened = {file: changed[id(config)] for file, (config, _) in self._opened.items()}
        changed_tree._folders = {folder: changed[id(config)] for folder, (config, _) in self._folders.items()}
        changed_tree.main = changed[id(self.config)][1]
        changed_tree._changes = self._changes | fields
        return changed_tree

    def with_edition(self, edition: str | None) -> "TreeSettings":
        """Return the same, with an edition for the files of configurations that declare none."""
        changed_tree = self.with_settings()
        if edition is not None:
            changed_tree._opened = {
                file: (config, msgspec.structs.replace(settings, edition=settings.edition or edition))
                for file, (config, settings) in self._opened.items()
            }
            changed_tree._folders = {}
            changed_tree._changes = self._changes
            changed_tree.main = changed_tree._opened[self.config.file][1]
        return changed_tree

    def list_opened(self) -> list[tuple[FoundConfig, Settings]]:
        """Return the configurations that were found so far, with their settings."""
        return list(self._opened.values())

    def _find(self, folder: str) -> tuple[FoundConfig, Settings]:
        """Return the configuration that decides in a folder, with its settings."""
        if self._is_only:
            return self.config, self.main
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

    def _open(self, found: FoundConfig | None, folder: Path) -> tuple[FoundConfig, Settings]:
        """Return a configuration that was found, overridden by the options, and the settings that follow from it.

        Args:
            found: The configuration; None if there is none at or above the folder: then the defaults apply.
            folder: The folder of the configuration.
        """
        file = None
        if found:
            file = found.file
        if file in self._opened:
            return self._opened[file]
        if found:
            config = override(found, self._typed)
        else:
            config = self._default
        settings = settings_of(config, self._ledger)
        if found and not is_top(folder) and not self._takes_folder(folder):
            # An outer configuration excludes the folder; its own configuration does not bring it back.
            settings = msgspec.structs.replace(settings, include=(), exclude=_ALL_FILES)
        settings = msgspec.structs.replace(settings, **self._changes)
        self._opened[file] = config, settings
        return config, settings

    def _takes_folder(self, folder: Path) -> bool:
        """Return whether the configuration above a folder takes the folder."""
        _, above = self._find(str(folder.parent))
        return above.takes_below(folder.parent)(f"{folder.name}/")


def _folder_of(path: str) -> str:
    """Return the folder of a file, with all links resolved."""
    folder, name = os.path.split(os.path.abspath(path))  # noqa: PTH100 - faster than Path, and once a file
    real_path = os.path.join(os.path.realpath(folder), name)  # noqa: PTH118
    return os.path.dirname(os.path.realpath(real_path) if os.path.islink(real_path) else real_path)  # noqa: PTH114, PTH120
