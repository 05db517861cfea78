"""Writing the pin into a configuration: `edition = "…"`, with everything else in the file unchanged."""

from __future__ import annotations

import codecs
import re
import tomllib
from typing import TYPE_CHECKING, Any

from comprules.lint.config import OWN_FILE, SHARED_FILE, ConfigError

if TYPE_CHECKING:
    from pathlib import Path

KEY = "edition"
_LONE = re.compile(r"(?<!\r)\n")


def pin_line(edition: str) -> str:
    """Return the line that records an edition, for messages."""
    return f'{KEY} = "{edition}"'


def check_name(file: Path) -> None:
    """Check that comprules will find a configuration of this name.

    Raises:
        ConfigError: It will not.
    """
    if file.name not in {OWN_FILE, SHARED_FILE}:
        raise ConfigError(f"{file}: a configuration is found only as {OWN_FILE} or {SHARED_FILE}; name one of these")


def with_pin(file: Path, data: bytes, edition: str) -> bytes:
    """Return a configuration with another pin.

    Args:
        file: Its name decides where the pin goes: at the top, or in `[tool.comprules]`.
        data: The current content; empty for a new file.
        edition: Id of the edition.

    Raises:
        ConfigError: It is no TOML, or is written so that the pin cannot be changed alone.
    """
    import tomlkit  # noqa: PLC0415 - only needed for writing
    from tomlkit.exceptions import TOMLKitError  # noqa: PLC0415

    mark = codecs.BOM_UTF8 if data.startswith(codecs.BOM_UTF8) else b""
    remedy = f"write {pin_line(edition)} into it by hand"
    try:
        text = data[len(mark) :].decode("utf-8")
        before = tomllib.loads(text)
        document: Any = tomlkit.parse(text)
        table = document
        if file.name == SHARED_FILE:
            tools = document.setdefault("tool", tomlkit.table(is_super_table=True))
            if "comprules" not in tools:
                tools["comprules"] = tomlkit.table()
            table = tools["comprules"]
        table[KEY] = edition
        written = _with_line_ends_of(text, tomlkit.dumps(document))
        after = tomllib.loads(written)
    except (TOMLKitError, ValueError, RecursionError) as error:
        raise ConfigError(f"{file}: the pin cannot be written: {error}; {remedy}") from error
    expected: Any = before
    if file.name == SHARED_FILE:
        expected = before.setdefault("tool", {}).setdefault("comprules", {})
    expected[KEY] = edition
    if after != before:
        raise ConfigError(f"{file}: the pin cannot be written without changing other keys; {remedy}")
    return mark + written.encode("utf-8")


def _with_line_ends_of(text: str, written: str) -> str:
    """Return a text with the line ends of another text: CRLF if that one has only CRLF."""
    crlf = "\r\n" in text and not _LONE.search(text)
    return _LONE.sub("\r\n", written) if crlf else written
