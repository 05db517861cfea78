"""The configuration of the linter: finding and reading it.

The configuration is `comprules.toml`, or the table `[tool.comprules]` of `pyproject.toml`; a `pyproject.toml` without
the table is ignored. Options of the command line override it. For a file, the nearest configuration at or above it
decides, up to the root of its repository; two configurations in one folder are an error.
"""

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Annotated, Any, Literal

import msgspec

from comprules.lint.backslashes import describe_toml_error, find_backslash
from comprules.lint.formats.choice import FORMATS
from comprules.lint.ignored import find_repository
from comprules.lint.names import HIDDEN_FILE, OWN_FILE, SHARED_FILE
from comprules.lint.patterns import find_pattern_problem
from comprules.lint.read import DEFAULT_LARGEST, MEGABYTE
from comprules.lint.severities import find_severity_problem
from graph.citations.codes import unknown_code
from rules.conversion import convert
from rules.errors import ComprulesError
from rules.files import read_regular
from rules.suggestions import suggest

_WORDS = {
    "`bool | object`": "true, false or a table",
    "`str`": "text in quotes",
    "`array`": "a list",
    "`object`": "a table",
}
"""The name of a type in a message of msgspec → the words for it in TOML."""
UNKNOWN = "unknown"
"""The value in `[editions]` for files whose edition is left open."""
_NOT_IN_FILE = frozenset({"root", "file", "since", "typed"})
"""The fields of `FoundConfig` that are no keys of a file: its origin, and what only an option can set."""


class ConfigError(ComprulesError):
    """Error: a configuration or an option cannot be used; the message names it, the problem and the remedy."""


class _OfOtherToolsError(ConfigError):
    """Error: a `pyproject.toml` cannot be read, or is no TOML, so that nobody knows whether it has our table."""


class Roles(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The table `coverage`: patterns of the files that are tests, and of those that are documents."""

    tests: tuple[str, ...] = ()
    documents: tuple[str, ...] = ()


class FoundConfig(msgspec.Struct, frozen=True, kw_only=True, rename="kebab", forbid_unknown_fields=True):
    """The configuration, with its origin. In the file, names have hyphens: `min-citations`.

    Attributes:
        edition: The edition that the citations of the tree were written for.
        editions: Pattern of files → the edition that their citations were written for; the last pattern that matches
            decides. Patterns under the old name come before these.
        folder_editions: The old name of `editions`.
        cites_rules: Whether the files cite the rules, for all or by pattern; otherwise the words of each file decide.
        works: Other works whose numbers the files cite: `rulings-summary` for `Rule A.2.3`.
        target: The edition that the citations are checked against.
        select: Codes of the findings to report; None for those that are on.
        extend_select: Codes to report in addition.
        ignore: Codes of findings not to report.
        per_file_ignores: Pattern of files → codes of findings not to report in them.
        severity: Code of findings → how serious they are, or `off`.
        coverage: The roles of files in `comprules coverage`.
        include: Patterns of the files to take from folders; empty for all.
        exclude: Patterns of files and folders to skip.
        baseline: A file of findings to suppress.
        min_citations: Minimum number of citations; with fewer the check fails.
        max_size: Megabytes; larger files are skipped.
        format: Output format of findings.
        stamp_left: Whether `upgrade` writes the old edition after citations that it leaves, so that the rest of their
            file can be upgraded; otherwise such a file stays as it is.
        root: The folder that its paths and patterns are relative to. This and the next three are no keys of the file.
        file: The file; None if there is none.
        since: The edition since which drift and rewordings are reported.
        typed: The fields whose values were typed on the command line, such as `target` for `--to`.
    """

    edition: Annotated[str, msgspec.Meta(min_length=1)] | None = None
    editions: dict[str, str] = {}
    folder_editions: dict[str, str] = {}
    cites_rules: bool | dict[str, bool] | None = None
    works: tuple[Literal["rulings-summary"], ...] = ()
    target: Annotated[str, msgspec.Meta(min_length=1)] | None = None
    select: tuple[str, ...] | None = None
    extend_select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    per_file_ignores: dict[str, tuple[str, ...]] = {}
    severity: dict[str, str] = {}
    coverage: Roles = Roles()
    include: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()
    baseline: str | None = None
    min_citations: Annotated[int, msgspec.Meta(ge=0, le=10**9)] = 0
    max_size: Annotated[int, msgspec.Meta(ge=1, le=10**9)] = DEFAULT_LARGEST
    format: str = "grouped"
    stamp_left: bool = False
    root: Path = Path()
    file: Path | None = None
    since: str | None = None
    typed: frozenset[str] = frozenset()

    def locate_key(self, key: str) -> str:
        """Return the origin of a key's value, to begin a message: `--to`, or `comprules.toml: target`.

        For a default, it is the key alone.
        """
        option = "--to"
        if key != "target":
            option = f"--{key}"
        if key in self.typed:
            return option
        if self.file:
            return f"{self.file}: {key}"
        return key


def find_config(paths: Sequence[str]) -> FoundConfig:
    """Return the configuration that decides for the folder that paths share; the defaults if no file has one.

    Raises:
        ConfigError: It cannot be used.
    """
    folder = Path(os.path.realpath(shared_folder(paths)))
    while True:
        config = config_in(folder)
        if config is not None:
            return config
        if is_top(folder):
            return FoundConfig(root=Path.cwd())
        folder = folder.parent


def config_in(folder: Path, buffers: Mapping[Path, bytes] = MappingProxyType({})) -> FoundConfig | None:
    """Return the configuration in a folder; None if there is none.

    Args:
        folder: The folder.
        buffers: Files that are open in an editor, with their content, which is used instead of that on the disk.

    Raises:
        ConfigError: It cannot be used, or there are two.
    """
    own = folder / OWN_FILE
    check_link(own)
    _refuse_hidden(folder / HIDDEN_FILE)
    config = _find_in_file(own, buffers)
    if config is not None:
        _refuse_second(own, folder / SHARED_FILE, buffers)
        return config
    if own not in buffers and os.path.lexists(own):
        raise ConfigError(f"{own}: this is not a file; put a configuration in its place, or remove it")
    shared = folder / SHARED_FILE
    config = _find_in_file(shared, buffers)
    if config is not None and shared not in buffers:
        check_link(shared)  # not before: a pyproject.toml without the table concerns other tools only
    return config


def _refuse_hidden(file: Path) -> None:
    """Refuse a configuration with a name that is not read.

    Raises:
        ConfigError: The file exists.
    """
    if os.path.lexists(file):
        raise ConfigError(
            f"{file}: a configuration is found only as {OWN_FILE} or {SHARED_FILE}; rename this file to {OWN_FILE}, or "
            "give it another name and pass it with --config"
        )


def _refuse_second(own: Path, shared: Path, buffers: Mapping[Path, bytes]) -> None:
    """Refuse a `pyproject.toml` with our table next to a `comprules.toml`, even if both say the same now.

    A new declaration is written into one of them, and from then on they would contradict each other.

    Args:
        own: The `comprules.toml`, which exists.
        shared: The `pyproject.toml`, which may not exist.
        buffers: Files that are open in an editor, with their content.

    Raises:
        ConfigError: The second file has our table.
    """
    try:
        second = _find_in_file(shared, buffers)
    except _OfOtherToolsError:
        return  # what is broken is not ours
    if second is not None:
        raise ConfigError(
            f"{own}: {SHARED_FILE} in the same folder has a configuration, too; move the keys of its table "
            f"[tool.comprules] into {OWN_FILE} and remove the table, or remove {OWN_FILE}"
        )


def _find_in_file(file: Path, buffers: Mapping[Path, bytes]) -> FoundConfig | None:
    """Return the configuration in a file, as an editor has it or as it is on the disk; None if there is none.

    Raises:
        ConfigError: It cannot be used.
    """
    if file in buffers:
        return parse_config(file, buffers[file])
    # Path.is_file would raise if the folder may not be entered; that is reported for the path itself.
    if os.path.isfile(file):  # noqa: PTH113
        return read_config(file)
    return None


def check_link(file: Path) -> None:
    """Check that a configuration is no link to a file that belongs to something else.

    comprules writes editions into the configuration. The author of a tree may be somebody else than the user, and must
    not be able to make comprules write elsewhere.

    Raises:
        ConfigError: The link leads out of its tree, or to a folder that is not at or above its own.
    """
    if not os.path.islink(file):  # noqa: PTH114 - never raises
        return
    folder = Path(os.path.realpath(file.parent))
    place = Path(os.path.realpath(file))
    tree = tree_of(folder)
    remedy = "put the file itself in its place, or remove the link"
    if not place.is_relative_to(tree):
        raise ConfigError(f"{file}: this is a link to {place}, which is outside of {tree}; {remedy}")
    if not folder.is_relative_to(place.parent):
        raise ConfigError(f"{file}: this is a link to {place}, which would not apply to {folder}; {remedy}")


def tree_of(folder: Path) -> Path:
    """Return the real folder in which files named by a configuration in `folder` must be: its repository, or itself."""
    return Path(os.path.realpath(find_repository(folder) or folder))


def is_top(folder: Path) -> bool:
    """Return whether no configuration above a folder decides for its files, since it is the root of a repository."""
    return folder.parent == folder or os.path.lexists(folder / ".git")


def read_config(file: Path) -> FoundConfig | None:
    """Return the configuration in a file; None for a `pyproject.toml` without the table.

    Raises:
        ConfigError: The file cannot be read, is no TOML, or has an unknown key or a wrong value.
    """
    try:
        data = read_regular(file, MEGABYTE)
    except OSError as error:
        kind = _OfOtherToolsError if file.name == SHARED_FILE else ConfigError
        raise kind(f"{file}: {error.strerror}; check the path and its permissions") from error
    return parse_config(file, data)


def parse_config(file: Path, data: bytes) -> FoundConfig | None:
    """Return the configuration in the content of a file; None for a `pyproject.toml` without the table.

    Raises:
        ConfigError: It is no TOML, or has an unknown key or a wrong value.
    """
    import tomllib  # noqa: PLC0415 - many trees have no configuration

    try:
        document = tomllib.loads(data.decode("utf-8-sig"))
    except (ValueError, RecursionError) as error:  # numbers of thousands of digits, deeply nested lists
        message = describe_toml_error(error, data.decode("utf-8-sig", "replace"))
        if isinstance(error, UnicodeDecodeError):
            message = "invalid TOML: it is not UTF-8; save it in that encoding"
        kind = _OfOtherToolsError if file.name == SHARED_FILE else ConfigError
        raise kind(f"{file}: {message}") from error
    if file.name != SHARED_FILE:
        return _read_table(file, "", document)
    tools = document.get("tool")
    if not isinstance(tools, dict) or "comprules" not in tools:
        return None
    table = tools["comprules"]
    if not isinstance(table, dict):
        raise ConfigError(f"{file}: tool.comprules must be a table; write [tool.comprules]")
    return _read_table(file, "tool.comprules.", table)


def named_config(file: Path) -> FoundConfig:
    """Return the configuration in the file that was named with `--config`.

    Raises:
        ConfigError: As for `read_config`, or a `pyproject.toml` lacks our table.
    """
    config = read_config(file)
    if config is None:
        raise ConfigError(f"{file}: it has no table [tool.comprules]")
    return config


def shared_folder(paths: Sequence[str]) -> Path:
    """Return the folder that paths share; the working folder for no paths, and for paths on two drives of Windows."""
    places = [os.path.abspath(path) for path in paths] or [str(Path.cwd())]  # noqa: PTH100 - links are not resolved
    try:
        shared = Path(os.path.commonpath(places))
    except ValueError:  # two drives of Windows
        return Path.cwd()
    if shared.is_dir():
        return shared
    return shared.parent


def _read_table(file: Path, prefix: str, table: Mapping[str, Any]) -> FoundConfig:
    """Return the configuration in a table of a file.

    Args:
        file: The file.
        prefix: What messages write before a key: `tool.comprules.`, or nothing.
        table: The keys with their values.

    Raises:
        ConfigError: There is an unknown key or a wrong value.
    """
    keys = [key for key in FoundConfig.__struct_encode_fields__ if key not in _NOT_IN_FILE]
    for key in table:
        if key not in keys:
            hint = suggest(key, keys, kind="keys", shown=f"{prefix}{{}}")
            if key == "tool" and not prefix:
                hint = f"in {file.name} the keys are at the top, without [tool.comprules]"
            raise ConfigError(f"{file}: there is no key {prefix}{key}; {hint}")
    try:
        config = convert(table, FoundConfig)
    except msgspec.ValidationError as error:
        raise ConfigError(f"{file}: {prefix}{_translate_message(error)}") from error
    for key, problem in _list_problems(config):
        raise ConfigError(f"{file}: {prefix}{key}: {problem}")
    editions = config.folder_editions | config.editions
    return msgspec.structs.replace(config, editions=editions, root=file.resolve().parent, file=file)


def _translate_message(error: msgspec.ValidationError) -> str:
    """Return a message of msgspec as people know TOML.

    "Expected `str`, got `int` - at `$.edition`" becomes "edition: expected text in quotes, got `int`".
    """
    message, _, place = str(error).replace(" | null", "").partition(" - at `$")
    for name, words in _WORDS.items():
        message = message.replace(name, words)
    return f"{place.strip('.`')}: {message[:1].lower()}{message[1:]}"


def _list_problems(config: FoundConfig) -> Iterator[tuple[str, str]]:
    """Yield each problem of a code, a pattern or a name in a configuration, after the key that has it."""
    for key, code in _list_codes(config):
        problem = unknown_code(code)
        if problem is not None:
            yield key, problem
    problem = find_severity_problem(config.severity.items())
    if problem is not None:
        yield "severity", problem
    for key, pattern in _list_patterns(config):
        problem = find_backslash(pattern) or find_pattern_problem(pattern)
        if problem is not None:
            yield key, problem
    if config.format not in FORMATS:
        hint = suggest(config.format, FORMATS, kind="formats", shown=repr("{}"))
        yield "format", f"there is no format {config.format!r}; {hint}"
    if config.baseline is not None and "\0" in config.baseline:
        yield "baseline", "no name has a NUL character"


def _list_codes(config: FoundConfig) -> Iterator[tuple[str, str]]:
    """Yield each code of a finding in a configuration, or its name, after the key that lists it."""
    listed = {"select": config.select or (), "extend-select": config.extend_select, "ignore": config.ignore}
    for pattern, ignored in config.per_file_ignores.items():
        listed[f'per-file-ignores."{pattern}"'] = ignored
    for key, codes in listed.items():
        for code in codes:
            yield key, code


def _list_patterns(config: FoundConfig) -> Iterator[tuple[str, str]]:
    """Yield each pattern of files in a configuration, after the key that lists it."""
    citing: Iterable[str] = ()
    if isinstance(config.cites_rules, dict):
        citing = config.cites_rules
    listed: dict[str, Iterable[str]] = {
        "include": config.include,
        "exclude": config.exclude,
        "per-file-ignores": config.per_file_ignores,
        "editions": config.editions,
        "folder-editions": config.folder_editions,
        "cites-rules": citing,
        "coverage.tests": config.coverage.tests,
        "coverage.documents": config.coverage.documents,
    }
    for key, patterns in listed.items():
        for pattern in patterns:
            yield key, pattern
