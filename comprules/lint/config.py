"""The configuration of the linter: reading it, the settings of a run that follow from it, and declaring editions in it.

The configuration is `[tool.comprules]` of `pyproject.toml`, or `comprules.toml`; the command line goes before it.
The nearest one at or above a file decides for the file, in its own repository; in a folder with both files
`comprules.toml` does. A `pyproject.toml` without the table is ignored.
"""

import codecs
import os
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec

from comprules.lint.files import DEFAULT_LARGEST, MEGABYTE, OWN_FILE, SHARED_FILE, Selection
from comprules.lint.findings import FORMATS, USUAL_BASELINE, is_baseline
from comprules.lint.ignored import find_fault, find_repository, list_fitting
from comprules.printable import printable
from graph.citations.codes import CODES, DRIFTED, INTERNAL, REWORDED, code_of, suggest, unknown_code
from graph.ledger import Ledger
from rules.conversion import convert
from rules.edition_names import UnknownEdition
from rules.errors import ComprulesError
from rules.files import read_regular
from rules.records import COMPREHENSIVE_RULES

_WORDS = {
    "`bool | object`": "true, false or a table",
    "`str`": "text in quotes",
    "`array`": "a list",
    "`object`": "a table",
}
"""What msgspec says of a value → what people say who write TOML."""

UNKNOWN = "unknown"
"""The value in `[editions]` for files whose edition is left open."""
SURE = 0.9
"""How sure `init` must be to declare something. The share of the bare numbers of a tree that must have named a rule: in
the trees of the samples it is at most a half where they are prices and scores, and at least 0.97 where they cite rules.
The probability that a file has another edition than the folder around it (`python -m bench.dating`)."""
_LONE = re.compile(r"(?<!\r)\n")
_SPECIAL = re.compile(r"[\\*?\[\]]|\s+\Z")


class ConfigError(ComprulesError):
    """Error: a configuration or an option cannot be used; the message names it, the problem and the remedy."""


class Roles(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The table `coverage`: patterns of the files that are tests, and of those that are documents."""

    tests: tuple[str, ...] = ()
    documents: tuple[str, ...] = ()


class FoundConfig(msgspec.Struct, frozen=True, kw_only=True, rename="kebab", forbid_unknown_fields=True):
    """The configuration, with its origin. In the file, names have hyphens: `min-citations`.

    Attributes:
        edition: The edition that the citations of the tree were written for.
        editions: Pattern of files → the edition that theirs were written for; the last pattern that fits decides.
            What is said under the old name goes before.
        folder_editions: The old name of `editions`.
        cites_rules: Whether the files cite the rules, for all or by pattern; what is not said each file shows itself.
        works: Other works whose numbers the files cite: `rulings-summary` for `Rule A.2.3`.
        target: The edition that the citations are checked against.
        select: Codes of the findings to report; None for those that are on.
        extend_select: Codes to report besides.
        ignore: Codes of findings not to report.
        per_file_ignores: Pattern of files → codes of findings not to report in them.
        coverage: The roles of files in `comprules coverage`.
        include: Patterns of the files to take from folders; empty for all.
        exclude: Patterns of files and folders to skip.
        baseline: A file of findings to suppress.
        min_citations: Minimum number of citations; with fewer the check fails.
        max_size: Megabytes; larger files are skipped.
        format: Output format of findings.
        stamp_left: Whether `upgrade` writes the old edition behind citations that it leaves, so that the rest of their
            file can be upgraded; otherwise such a file stays as it is.
        root: The folder that its paths and patterns are relative to; not a key, as the next three.
        file: The file; None if there is none.
        since: The edition since which drift and rewordings are reported.
        typed: The names of what was typed on the command line.
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

    def place_of(self, key: str) -> str:
        """Return the beginning of a message about a key: the option, or the key with the file if there is one."""
        option = "--to" if key == "target" else f"--{key}"
        return option if key in self.typed else f"{self.file}: {key}" if self.file else key


def find_config(paths: Sequence[str]) -> FoundConfig:
    """Return the configuration that decides for the folder that paths share.

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


def config_in(folder: Path) -> FoundConfig | None:
    """Return the configuration in a folder; None if there is none.

    Raises:
        ConfigError: It cannot be used.
    """
    for name in (OWN_FILE, SHARED_FILE):
        file = folder / name
        if name == OWN_FILE:
            check_link(file)
        # Path.is_file would raise if the folder may not be entered; that is reported for the path itself.
        if os.path.isfile(file) and (config := read_config(file)) is not None:  # noqa: PTH113
            check_link(file)  # not before: a pyproject.toml without the table concerns other tools only
            return config
    return None


def check_link(file: Path) -> None:
    """Check that a configuration is no link to a file that belongs to something else.

    Whoever wrote the tree need not be whoever runs comprules, which writes editions into its configuration.

    Raises:
        ConfigError: It leads out of its tree, or to a folder that is not at or above its own.
    """
    if not os.path.islink(file):  # noqa: PTH114 - never raises
        return
    folder = Path(os.path.realpath(file.parent))
    place, tree = Path(os.path.realpath(file)), tree_of(folder)
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
    import tomllib  # noqa: PLC0415 - many trees have no configuration

    try:
        document = tomllib.loads(read_regular(file, MEGABYTE).decode("utf-8-sig"))
    except OSError as error:
        raise ConfigError(f"{file}: {error.strerror}; check the path and its permissions") from error
    except (ValueError, RecursionError) as error:  # numbers of thousands of digits, deeply nested lists
        raise ConfigError(f"{file}: this is no TOML: {error}") from error
    prefix = "tool.comprules." if file.name == SHARED_FILE else ""
    tools = document.get("tool") if prefix else {"comprules": document}
    table = tools.get("comprules") if isinstance(tools, dict) else None
    if table is None:
        return None
    if not isinstance(table, dict):
        raise ConfigError(f"{file}: tool.comprules is no table; write [tool.comprules]")
    return _config(file, prefix, table)


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
    """Return the folder that paths share."""
    places = [os.path.abspath(path) for path in paths] or [str(Path.cwd())]  # noqa: PTH100 - links are not resolved
    try:
        shared = Path(os.path.commonpath(places))
    except ValueError:  # two drives of Windows
        return Path.cwd()
    return shared if shared.is_dir() else shared.parent


def _config(file: Path, prefix: str, table: Mapping[str, Any]) -> FoundConfig:
    known = [key for key in FoundConfig.__struct_encode_fields__ if key not in {"root", "file", "since", "typed"}]
    for key in table:
        if key not in known:
            hint = suggest(key, known, kind="keys", shown=f"{prefix}{{}}")
            if key == "tool" and not prefix:
                hint = f"in {file.name} the keys are at the top, without [tool.comprules]"
            raise ConfigError(f"{file}: there is no key {prefix}{key}; {hint}")
    try:
        config = convert(table, FoundConfig)
    except msgspec.ValidationError as error:
        message, _, place = str(error).replace(" | null", "").partition(" - at `$")
        for name, words in _WORDS.items():
            message = message.replace(name, words)
        raise ConfigError(f"{file}: {prefix}{place.strip('.`')}: {message[:1].lower()}{message[1:]}") from error
    for key, problem in _list_problems(config):
        if problem is not None:
            raise ConfigError(f"{file}: {prefix}{key}: {problem}")
    editions = config.folder_editions | config.editions
    return msgspec.structs.replace(config, editions=editions, root=file.resolve().parent, file=file)


def _list_problems(config: FoundConfig) -> Iterator[tuple[str, str | None]]:
    """Yield keys with the problems of their codes, patterns and names; None for what has none."""
    codes = {"select": config.select or (), "extend-select": config.extend_select, "ignore": config.ignore}
    codes |= {f'per-file-ignores."{pattern}"': its for pattern, its in config.per_file_ignores.items()}
    patterns: dict[str, Iterable[str]] = {
        "include": config.include,
        "exclude": config.exclude,
        "per-file-ignores": config.per_file_ignores,
        "editions": config.editions,
        "folder-editions": config.folder_editions,
        "cites-rules": config.cites_rules if isinstance(config.cites_rules, dict) else (),
        "coverage.tests": config.coverage.tests,
        "coverage.documents": config.coverage.documents,
    }
    yield from ((key, unknown_code(code)) for key, its in codes.items() for code in its)
    yield from ((key, find_fault(pattern)) for key, its in patterns.items() for pattern in its)
    if (name := config.format) not in FORMATS:
        hint = suggest(name, FORMATS, kind="formats", shown=repr("{}"))
        yield "format", f"there is no format {name!r}; {hint}"
    yield "baseline", "no name has a NUL character" if "\0" in (config.baseline or "") else None


def override(found: FoundConfig, typed: Mapping[str, Any]) -> FoundConfig:
    """Return a configuration with what was typed on the command line, which goes before what the file says.

    Args:
        found: The configuration.
        typed: By name `edition`, `target`, `since`, `select`, `ignore`, `max_size` and `stamp_left`; what is missing,
            None or empty was not typed.

    Raises:
        ConfigError: A code is unknown.
    """
    names = [name for name in ("edition", "target", "since", "max_size") if typed.get(name)]
    names += ["stamp_left"] if typed.get("stamp_left") is not None else []
    said = {name: typed[name] for name in names} | ({"editions": {}} if "edition" in names else {})
    select, ignore = (_read_words(f"--{name}", typed.get(name, ())) for name in ("select", "ignore"))
    if select:  # reported, whatever the configuration ignores
        said |= {"select": select, "extend_select": (), "ignore": ()}
    ignored = (*said.get("ignore", found.ignore), *ignore)
    return msgspec.structs.replace(found, **said | {"ignore": ignored}, typed=frozenset(names))


class Settings(Selection, frozen=True, kw_only=True):
    """The settings of a run: which files, and how they are judged; picklable for worker processes.

    Attributes:
        target: Id of the edition that citations are checked against.
        since: Id of the edition since which drift and rewordings are reported; None without one.
        edition: Id of the edition declared for all files; None without one.
        editions: Patterns of files, each with the edition declared for them; the last matching one decides;
            None for files whose edition is left open.
        cites_rules: Patterns of files, each with whether they cite the rules; the last matching one decides.
        codes: Codes of the findings to report.
        per_file: Patterns of files, each with codes of findings not to report there.
        stamp_left: Whether an upgrade writes the old edition behind citations that it leaves.
        keep_citations: Whether to return the citations themselves too.
        works: Other works whose numbers the files cite.
    """

    target: str
    since: str | None
    edition: str | None
    editions: tuple[tuple[str, str | None], ...]
    cites_rules: tuple[tuple[str, bool], ...]
    codes: frozenset[str]
    per_file: tuple[tuple[str, frozenset[str]], ...]
    stamp_left: bool = False
    keep_citations: bool = False
    works: tuple[str, ...] = ()

    def of_file(self, _path: str) -> "Settings":
        """Return these settings, which decide for every file: `TreeSettings` has those of each."""
        return self

    @property
    def main(self) -> "Settings":
        """Return these settings."""
        return self

    def base_of(self, path: str) -> str | None:
        """Return the edition declared for a file: the only place that decides it, in every form of the linter."""
        return [self.edition, *list_fitting(self.editions, self.root, path)][-1]

    def says_cites_rules(self, path: str) -> bool | None:
        """Return whether a file cites the rules, as declared; None if nothing is."""
        return [None, *list_fitting(self.cites_rules, self.root, path)][-1]

    def codes_in(self, path: str) -> frozenset[str]:
        """Return the codes of the findings that are reported in a file."""
        return self.codes.difference(*list_fitting(self.per_file, self.root, path)) | {INTERNAL}

    def possible_codes(self, path: str) -> frozenset[str]:
        """Return the codes of the findings that can occur in a file and are reported."""
        impossible = {REWORDED} if self.since is None else set()
        return self.codes - (impossible if self.since or self.base_of(path) else {*impossible, DRIFTED})

    @property
    def is_declared(self) -> bool:
        """Return whether anything says for which edition citations were written."""
        return bool(self.edition or self.editions or self.since)


def settings_of(config: FoundConfig, ledger: Ledger) -> Settings:
    """Return the settings of a run.

    Raises:
        ConfigError: A code or an edition is unknown, or an edition is of another work.
    """
    cites_rules = config.cites_rules if isinstance(config.cites_rules, dict) else {"*": config.cites_rules}
    editions = (
        (pattern, None if name == UNKNOWN else edition_of(ledger, name, config.place_of(f'editions."{pattern}"')))
        for pattern, name in config.editions.items()
    )
    usual = [code.code for code in CODES.values() if code.is_default] if config.select is None else config.select
    return Settings(
        target=edition_of(ledger, config.target or "latest", config.place_of("target")),
        since=config.since and edition_of(ledger, config.since, config.place_of("since")),
        edition=config.edition and edition_of(ledger, config.edition, config.place_of("edition")),
        editions=tuple(editions),
        cites_rules=tuple((pattern, says) for pattern, says in cites_rules.items() if says is not None),
        codes=_find_codes((*usual, *config.extend_select)) - _find_codes(config.ignore),
        per_file=tuple((pattern, _find_codes(codes)) for pattern, codes in config.per_file_ignores.items()),
        root=config.root.resolve(),
        include=config.include,
        exclude=config.exclude,
        largest=config.max_size * MEGABYTE,
        stamp_left=config.stamp_left,
        works=config.works,
    )


def edition_of(ledger: Ledger, name: str, where: str) -> str:
    """Return the id of the edition that an option or key names.

    Raises:
        ConfigError: It names none, or one of another work.
    """
    try:
        edition = ledger.resolve(name)
    except UnknownEdition as error:
        raise ConfigError(f"{where}: {error}") from error
    if ledger.works[edition] != COMPREHENSIVE_RULES:
        raise ConfigError(
            f"{where}: {edition} is a rulings summary, whose numbers are another work's; name an edition, and for "
            'citations of a summary write: works = ["rulings-summary"]'
        )
    return edition


def baseline_file(typed: Path | None, found: FoundConfig, *, anew: bool) -> Path | None:
    """Return the baseline: the typed one, else the one of the configuration, else the usual one next to that.

    Args:
        typed: The file named on the command line, if any.
        found: The configuration.
        anew: Whether it will be written; otherwise the default one is returned only if it exists.

    Raises:
        ConfigError: The one of the configuration, or the usual one, leads out of the tree.
    """
    if typed is not None:
        return typed
    file = found.root / (USUAL_BASELINE if found.baseline is None else found.baseline)
    if found.baseline is None and not anew and not is_baseline(file):
        return None
    _check_inside(file, found)
    return file


def _check_inside(file: Path, found: FoundConfig) -> None:
    """Check that a file which a tree names is in that tree: the repository, or the folder of the configuration.

    Whoever wrote the configuration need not be whoever runs the check.

    Raises:
        ConfigError: It is elsewhere, or is a link to something elsewhere.
    """
    tree, place = tree_of(found.root), Path(os.path.realpath(file))
    if not place.is_relative_to(tree):
        where = found.place_of("baseline") if found.baseline is not None else str(file)
        raise ConfigError(f"{where}: {place} is outside of {tree}; name such a file with --baseline")


def _read_words(option: str, typed: Iterable[str]) -> tuple[str, ...]:
    words = tuple(word for typed_words in typed for word in typed_words.split(",") if word.strip())
    if problem := next(filter(None, map(unknown_code, words)), None):
        raise ConfigError(f"{option}: {problem}")
    return words


def _find_codes(words: Iterable[str]) -> frozenset[str]:
    return frozenset(code for word in words if (code := code_of(word)))


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
    return (find_repository(folder) or folder) / OWN_FILE


def check_place(file: Path, paths: Sequence[str]) -> None:
    """Check that comprules will find a configuration of this name for paths.

    Raises:
        ConfigError: It will not.
    """
    if file.name not in {OWN_FILE, SHARED_FILE}:
        raise ConfigError(f"{file}: a configuration is found only as {OWN_FILE} or {SHARED_FILE}; name one of these")
    check_above(file, paths)


def check_above(file: Path, paths: Iterable[str]) -> None:
    """Check that a configuration is at or above paths, as whatever it declares must be.

    Raises:
        ConfigError: It is not.
    """
    root = Path(os.path.realpath(file)).parent  # unlike `resolve`, it accepts a link to itself
    for path in paths:
        if not Path(path).resolve().is_relative_to(root):
            raise ConfigError(f"{file} is not at or above {path}, so that it would not apply to it; name another file")


def with_keys(file: Path, data: bytes, keys: Mapping[str, Any]) -> bytes:
    """Return a configuration with other values for some keys.

    Args:
        file: Its name decides where the keys go: at the top, or in `[tool.comprules]`.
        data: The current content; empty for a new file.
        keys: The keys with their new values: strings, booleans or tables of these; None and empty tables are removed.

    Raises:
        ConfigError: It is no TOML, or is written so that these keys cannot be changed alone.
    """
    import tomllib  # noqa: PLC0415 - only needed for writing

    import tomlkit.exceptions  # noqa: PLC0415

    mark = codecs.BOM_UTF8 if data.startswith(codecs.BOM_UTF8) else b""
    lines = ", ".join(f'{key} = "{value}"' for key, value in keys.items() if isinstance(value, str)) or "the editions"
    remedy = f"write {lines} into it by hand"
    try:
        text = data[len(mark) :].decode("utf-8")
        has_crlf = "\r\n" in text and not _LONE.search(text)
        text = text.replace("\r\n", "\n") if has_crlf else text
        if file.name == SHARED_FILE and "comprules" not in tomllib.loads(text).get("tool", {}):
            text += ("" if text.endswith("\n") or not text else "\n") + ("\n" if text else "") + "[tool.comprules]\n"
        wanted, document = tomllib.loads(text), tomlkit.parse(text)
        for root in (wanted, document):
            table: Any = root["tool"]["comprules"] if file.name == SHARED_FILE else root
            for key, value in keys.items():
                _set_key(table, key, value)
        written = tomlkit.dumps(document)
        changed = tomllib.loads(written)
        written_bytes = (written.replace("\n", "\r\n") if has_crlf else written).encode("utf-8")
    except UnicodeEncodeError as error:  # only a file name can have what was no UTF-8 when it was read
        name = printable(error.object[error.start : error.end])
        problem = f"the name of a file or folder has {name}, which is not UTF-8"
        raise ConfigError(f"{file}: the declaration cannot be written: {problem}; rename it") from error
    except (tomlkit.exceptions.TOMLKitError, ValueError, RecursionError) as error:
        raise ConfigError(f"{file}: the declaration cannot be written: {error}; {remedy}") from error
    if changed != wanted:
        raise ConfigError(f"{file}: the declaration cannot be written without changing other keys; {remedy}")
    return mark + written_bytes


def _set_key(table: Any, key: str, value: Any) -> None:
    """Set a key of a table, or remove it; of a table that is its value only what changes is touched.

    The rows of a table end up in the order of the new value, since the last pattern that fits a file decides.
    """
    if value is None or value == {}:
        table.pop(key, None)
    elif not isinstance(value, dict) or not isinstance(table.get(key), dict):
        table[key] = value
    elif table[key] != value:
        inner = table[key]
        names, kept = list(value), 0
        for name in list(inner):
            if kept < len(names) and name == names[kept] and inner[name] == value[name]:
                kept += 1
            else:
                del inner[name]
        for name in names[kept:]:
            inner[name] = value[name]
