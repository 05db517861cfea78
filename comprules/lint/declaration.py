"""Declaring editions in a configuration: where it belongs, the patterns of files, the keys."""

import codecs
import os
import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from comprules.lint.config import ConfigError, shared_folder
from comprules.lint.ignored import find_repository
from comprules.lint.names import OWN_FILE, SHARED_FILE
from comprules.printable import printable

_UNIX_END = re.compile(r"(?<!\r)\n")
"""A line end that is not CRLF; in a file with both kinds, each line keeps its own."""
_SPECIAL = re.compile(r"[\\*?\[\]]|\s+\Z")
"""What a backslash protects in a pattern: the signs of wildcards, and white space at the end, which git removes."""


def pattern_of(path: Path, root: Path) -> str:
    """Return the pattern that matches one file, or a folder with everything in it, and nothing else.

    Args:
        path: The file or folder, which must exist.
        root: The folder of the configuration, above it.
    """
    return write_pattern(path.relative_to(root).as_posix(), is_folder=path.is_dir())


def write_pattern(path: str, *, is_folder: bool = False) -> str:
    r"""Return the pattern that matches one path: `docs/a*.md` → `/docs/a\*.md`, and for a folder `docs` → `/docs/`."""
    name = _SPECIAL.sub(lambda sign: "".join(f"\\{letter}" for letter in sign[0]), path)
    if is_folder:
        return f"/{name}/"
    return f"/{name}"


def new_config(paths: Sequence[str]) -> Path:
    """Return the folder for a configuration of paths: the root of their repository, else the folder that they share."""
    folder = shared_folder(paths)
    return (find_repository(folder) or folder) / OWN_FILE


def check_config_file(file: Path, paths: Sequence[str]) -> None:
    """Check that comprules will find a configuration of this name for paths.

    Raises:
        ConfigError: It will not.
    """
    if file.name not in {OWN_FILE, SHARED_FILE}:
        raise ConfigError(f"{file}: a configuration is found only as {OWN_FILE} or {SHARED_FILE}; name one of these")
    check_above(file, paths)


def check_above(file: Path, paths: Iterable[str]) -> None:
    """Check that a configuration is in a folder at or above paths, since it applies only there.

    Raises:
        ConfigError: It is not.
    """
    root = Path(os.path.realpath(file)).parent  # unlike `resolve`, it accepts a link to itself
    for path in paths:
        if not Path(path).resolve().is_relative_to(root):
            raise ConfigError(
                f"{file} is not in a folder at or above {path}, so it would not apply there; name another file"
            )


def with_keys(file: Path, data: bytes, keys: Mapping[str, Any]) -> bytes:
    """Return a configuration with other values for some keys.

    Args:
        file: Its name decides where the keys go: at the top, or in `[tool.comprules]`.
        data: The current content; empty for a new file.
        keys: The keys with their new values: strings, booleans or tables of these. A key with None or an empty table is
            removed.

    Raises:
        ConfigError: The content is no TOML, or is written so that these keys cannot be changed alone.
    """
    import tomlkit.exceptions  # noqa: PLC0415 - only needed for writing

    byte_order_mark = codecs.BOM_UTF8 if data.startswith(codecs.BOM_UTF8) else b""
    try:
        text = data[len(byte_order_mark) :].decode("utf-8")
        written = _write_keys(text, keys, file.name)
        encoded = None if written is None else written.encode("utf-8")
    except UnicodeEncodeError as error:  # only a file name can have what was no UTF-8 when it was read
        name = printable(error.object[error.start : error.end])
        problem = f"the name of a file or folder has {name}, which is not UTF-8"
        raise ConfigError(f"{file}: the declaration cannot be written: {problem}; rename it") from error
    except (tomlkit.exceptions.TOMLKitError, ValueError, RecursionError) as error:
        remedy = _describe_by_hand(keys)
        raise ConfigError(f"{file}: the declaration cannot be written: {error}; {remedy}") from error
    if encoded is None:
        remedy = _describe_by_hand(keys)
        raise ConfigError(f"{file}: the declaration cannot be written without changing other keys; {remedy}")
    return byte_order_mark + encoded


def _write_keys(text: str, keys: Mapping[str, Any], file_name: str) -> str | None:
    """Return the text of a configuration with other values for some keys; None if that would change other keys, too.

    Comments, the order of the keys, and line ends by CRLF are kept.

    Raises:
        ValueError: The text is no TOML.
        TOMLKitError: The text is written so that a key cannot be changed.
        RecursionError: Its lists are nested too deeply.
    """
    import tomllib  # noqa: PLC0415 - only needed for writing

    import tomlkit  # noqa: PLC0415 - as above

    has_crlf = "\r\n" in text and not _UNIX_END.search(text)
    if has_crlf:
        text = text.replace("\r\n", "\n")
    if file_name == SHARED_FILE and "comprules" not in tomllib.loads(text).get("tool", {}):
        text = _add_table(text)
    # tomlkit keeps comments and order, but does not always write what was set: plain values show what is wanted.
    wanted = tomllib.loads(text)
    document = tomlkit.parse(text)
    _set_keys(wanted, keys, file_name)
    _set_keys(document, keys, file_name)
    written = tomlkit.dumps(document)
    if tomllib.loads(written) != wanted:
        return None
    if has_crlf:
        return written.replace("\n", "\r\n")
    return written


def _add_table(text: str) -> str:
    """Return the text of a `pyproject.toml` with our table at its end."""
    if text and not text.endswith("\n"):
        text += "\n"
    if text:
        text += "\n"
    return f"{text}[tool.comprules]\n"


def _set_keys(document: Any, keys: Mapping[str, Any], file_name: str) -> None:
    """Set keys in a document, in the table that a file of this name has for them."""
    table = document["tool"]["comprules"] if file_name == SHARED_FILE else document
    for key, value in keys.items():
        _set_key(table, key, value)


def _describe_by_hand(keys: Mapping[str, Any]) -> str:
    """Return the advice to write keys by hand: `write edition = "2009-07-11" into it by hand`."""
    lines = ", ".join(f'{key} = "{value}"' for key, value in keys.items() if isinstance(value, str))
    return f"write {lines or 'the editions'} into it by hand"


def _set_key(table: Any, key: str, value: Any) -> None:
    """Set a key of a table, or remove it."""
    if value is None or value == {}:
        table.pop(key, None)
    elif not isinstance(value, dict) or not isinstance(table.get(key), dict):
        table[key] = value
    elif table[key] != value:
        _set_rows(table[key], value)


def _set_rows(table: Any, rows: Mapping[str, Any]) -> None:
    """Give a table such as `[editions]` other rows, in their order, since the last pattern that matches a file decides.

    The rows that stay at the beginning keep their comments. Old rows that don't come next are removed, and the missing
    ones are added at the end: for the new rows b, c, d, of the old rows a, b, d the rows a and d are removed, and then
    c and d are added.
    """
    names = list(rows)
    staying = 0  # number of old rows that were left so far; they are the first of the new ones
    for name in list(table):
        if staying < len(names) and name == names[staying] and table[name] == rows[name]:
            staying += 1
        else:
            del table[name]
    for name in names[staying:]:
        table[name] = rows[name]
