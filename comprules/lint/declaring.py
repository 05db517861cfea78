"""Writing a declaration into a configuration, with everything else in the file unchanged."""

from __future__ import annotations

import codecs
import os
import re
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING, Any

from comprules.lint.config import ConfigError, shared_folder
from comprules.lint.files import OWN_FILE, SHARED_FILE

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

_LONE = re.compile(r"(?<!\r)\n")
_SPECIAL = re.compile(r"[\\*?\[\]]|\s+\Z")


def pattern_of(path: Path, root: Path) -> str:
    """Return the pattern that fits one file, or a folder with everything in it, and nothing else."""
    return write_pattern(path.relative_to(root).as_posix(), is_folder=path.is_dir())


def write_pattern(path: str, *, is_folder: bool = False) -> str:
    """Return the pattern that fits one path, with the characters escaped that have a meaning in patterns."""
    name = _SPECIAL.sub(lambda sign: "".join(f"\\{letter}" for letter in sign[0]), path)
    return f"/{name}/" if is_folder else f"/{name}"


def new_config(paths: Sequence[str]) -> Path:
    """Return where a configuration for paths belongs: the root of their repository, else the folder that they share."""
    folder = shared_folder(paths)
    return next((place for place in (folder, *folder.parents) if os.path.lexists(place / ".git")), folder) / OWN_FILE


def check_name(file: Path) -> None:
    """Check that comprules will find a configuration of this name.

    Raises:
        ConfigError: It will not.
    """
    if file.name not in {OWN_FILE, SHARED_FILE}:
        raise ConfigError(f"{file}: a configuration is found only as {OWN_FILE} or {SHARED_FILE}; name one of these")


def with_keys(file: Path, data: bytes, keys: Mapping[str, Any]) -> bytes:
    """Return a configuration with other values for some keys.

    Args:
        file: Its name decides where the keys go: at the top, or in `[tool.comprules]`.
        data: The current content; empty for a new file.
        keys: The keys with their new values: strings, booleans or tables of these; None and empty tables are removed.

    Raises:
        ConfigError: It is no TOML, or is written so that these keys cannot be changed alone.
    """
    import tomlkit  # noqa: PLC0415 - only needed for writing
    from tomlkit.exceptions import TOMLKitError  # noqa: PLC0415

    mark = codecs.BOM_UTF8 if data.startswith(codecs.BOM_UTF8) else b""
    lines = ", ".join(f'{key} = "{value}"' for key, value in keys.items() if isinstance(value, str)) or "the editions"
    remedy = f"write {lines} into it by hand"
    try:
        text = data[len(mark) :].decode("utf-8")
        wanted, document = tomllib.loads(text), tomlkit.parse(text)
        for root in (wanted, document):
            table: Any = root
            if file.name == SHARED_FILE:
                tools: Any = root.setdefault("tool", {} if root is wanted else tomlkit.table(is_super_table=True))
                if "comprules" not in tools:
                    tools["comprules"] = {}
                table = tools["comprules"]
            for key, value in keys.items():
                _set_key(table, key, value)
        written = tomlkit.dumps(document)
        if "\r\n" in text and not _LONE.search(text):
            written = _LONE.sub("\r\n", written)
        changed = tomllib.loads(written)
    except (TOMLKitError, ValueError, RecursionError) as error:
        raise ConfigError(f"{file}: the declaration cannot be written: {error}; {remedy}") from error
    if changed != wanted:
        raise ConfigError(f"{file}: the declaration cannot be written without changing other keys; {remedy}")
    return mark + written.encode("utf-8")


def _set_key(table: Any, key: str, value: Any) -> None:
    """Set a key of a table, or remove it; of a table that is its value only what changes is touched."""
    if value is None or value == {}:
        table.pop(key, None)
    elif not isinstance(value, dict) or not isinstance(table.get(key), dict):
        table[key] = value
    elif table[key] != value:
        inner = table[key]
        kept = [name for name in inner if name in value and inner[name] == value[name]]
        for name in [name for name in inner if name not in kept]:
            del inner[name]
        for name in (name for name in value if name not in kept):  # at the end: the last one that fits decides
            inner[name] = value[name]
