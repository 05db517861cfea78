"""The settings of a run: what follows from a configuration and what was typed on the command line."""

import os
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec

from comprules.lint.baseline import USUAL_BASELINE, looks_like_baseline
from comprules.lint.config import UNKNOWN, ConfigError, FoundConfig, tree_of
from comprules.lint.estimates import is_estimate, name_edition
from comprules.lint.patterns import last_fitting, list_fitting
from comprules.lint.read import MEGABYTE
from comprules.lint.select import Selection
from comprules.lint.severities import OFF, default_severity, list_off, read_severities, resolve_severities
from graph.citations.codes import CODES, DRIFTED, INTERNAL, REWORDED, code_of, unknown_code
from graph.citations.records import Severity
from graph.ledger import Ledger
from rules.edition_names import UnknownEdition
from rules.records import COMPREHENSIVE_RULES, RULINGS_SUMMARY

_TREE = ""
"""The place of the pattern that stands for `edition`, which is declared for the whole tree."""


class Overrides(msgspec.Struct, frozen=True, kw_only=True):
    """Options of the command line, which override the configurations; None or empty if an option was not given.

    Attributes:
        edition: The edition that all citations were written for.
        target: The edition to check against.
        since: The edition since which drift and rewordings are reported.
        select: Codes of the only findings to report, several in a word with commas.
        ignore: Codes of findings not to report.
        severity: Codes of findings with their severities, `CR010=error`, several in a word with commas.
        max_size: Megabytes; larger files are skipped.
        stamp_left: Whether `upgrade` writes the old edition after citations that it leaves.
    """

    edition: str | None = None
    target: str | None = None
    since: str | None = None
    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    severity: tuple[str, ...] = ()
    max_size: int | None = None
    stamp_left: bool | None = None


def override(found: FoundConfig, typed: Overrides) -> FoundConfig:
    """Return a configuration with what was typed on the command line.

    Args:
        found: The configuration.
        typed: The options. Messages about their values call them options (`FoundConfig.typed`).

    Raises:
        ConfigError: A code or a severity is unknown.
    """
    typed_values: dict[str, Any] = {}
    for name in ("edition", "target", "since", "max_size"):
        if getattr(typed, name):
            typed_values[name] = getattr(typed, name)
    if typed.stamp_left is not None:
        typed_values["stamp_left"] = typed.stamp_left
    changes = {**typed_values}
    if typed.edition:
        changes["editions"] = {}  # a typed edition is that of all files
    select = _read_codes("--select", typed.select)
    ignore = _read_codes("--ignore", typed.ignore)
    severity = _read_severities("--severity", typed.severity)
    configured = found.severity
    if select:  # these codes are reported even if the configuration ignores them
        changes |= {"select": select, "extend_select": (), "ignore": ignore}
        configured = _without_codes(configured, list_off(configured))
    else:  # so are those that get a severity
        is_on = tuple(word for word, level in severity.items() if level != OFF)
        ignored = _find_codes(found.ignore) - _find_codes(is_on)
        changes |= {"ignore": (*sorted(ignored), *ignore), "extend_select": (*found.extend_select, *is_on)}
    changes["severity"] = _without_codes(configured, severity) | severity
    return msgspec.structs.replace(found, **changes, typed=frozenset(typed_values))


class Settings(Selection, frozen=True, kw_only=True):
    """The settings of a run: which files, and how they are judged; picklable for worker processes.

    Attributes:
        target: Id of the edition that citations are checked against.
        since: Id of the edition since which drift and rewordings are reported; None without one.
        edition: Id of the edition declared for all files; None without one.
        issue: Id of the issue of a rulings summary declared for all files, in place of an edition; None without one.
        editions: Patterns of files, each with the edition or issue declared for them; the last matching one decides;
            None for files whose edition is left open.
        issues: The issues among them.
        estimated: The patterns among those of `editions` whose edition is only an estimate; `_TREE` for `edition`.
        cites_rules: Patterns of files, each with whether they cite the rules; the last matching one decides.
        codes: Codes of the findings to report.
        severities: Codes that have another severity than usual, each with it.
        per_file: Patterns of files, each with codes of findings not to report there.
        stamp_left: Whether an upgrade writes the old edition after citations that it leaves.
        keep_citations: Whether to return the citations themselves too.
        works: Other works whose numbers the files cite.
    """

    target: str
    since: str | None
    edition: str | None
    editions: tuple[tuple[str, str | None], ...]
    cites_rules: tuple[tuple[str, bool], ...]
    codes: frozenset[str]
    severities: tuple[tuple[str, Severity], ...] = ()
    per_file: tuple[tuple[str, frozenset[str]], ...]
    stamp_left: bool = False
    keep_citations: bool = False
    works: tuple[str, ...] = ()
    issue: str | None = None
    issues: frozenset[str] = frozenset()
    estimated: frozenset[str] = frozenset()

    def base_of(self, path: str) -> str | None:
        """Return the edition declared for a file; None without one, and if an issue of a rulings summary is declared.

        Every command of the linter asks here.
        """
        declared = self._declared_for(path)
        return None if declared in self.issues else declared

    def is_estimate(self, path: str) -> bool:
        """Return whether the edition declared for a file is only an estimate of `comprules init`."""
        if not self.estimated:
            return False
        patterns: tuple[tuple[str, str | None], ...] = tuple((pattern, pattern) for pattern, _ in self.editions)
        return last_fitting(patterns, self.root, path, _TREE) in self.estimated

    def issue_of(self, path: str) -> str | None:
        """Return the issue of a rulings summary that is declared for a file in place of an edition, or None."""
        declared = self._declared_for(path)
        return declared if declared in self.issues else None

    def cites_rulings(self, path: str) -> bool:
        """Return whether a file cites a rulings summary: an issue is declared for it, or `works` names the summary."""
        # The only other work that a configuration can name is a rulings summary.
        return bool(self.works) or self.issue_of(path) is not None

    def _declared_for(self, path: str) -> str | None:
        """Return the edition or issue of the last pattern that matches a file, else that of all files."""
        return last_fitting(self.editions, self.root, path, self.edition or self.issue)

    def says_cites_rules(self, path: str) -> bool | None:
        """Return whether a file cites the rules, as declared; None if nothing is."""
        rows: tuple[tuple[str, bool | None], ...] = self.cites_rules
        return last_fitting(rows, self.root, path, None)

    def codes_in(self, path: str) -> frozenset[str]:
        """Return the codes of the findings that are reported in a file."""
        return self.codes.difference(*list_fitting(self.per_file, self.root, path)) | {INTERNAL}

    def severity_of(self, code: str) -> Severity:
        """Return how serious the findings of a code are."""
        return dict(self.severities).get(code) or default_severity(code)

    def possible_codes(self, path: str) -> frozenset[str]:
        """Return the codes that the run reports and that can be found in a file.

        It makes no difference whether `per_file` ignores them there.
        """
        impossible: set[str] = set()
        if self.since is None:
            impossible.add(REWORDED)
        if self.since is None and self.base_of(path) is None:
            impossible.add(DRIFTED)
        return self.codes - impossible

    @property
    def is_declared(self) -> bool:
        """Return whether anything says for which edition citations were written."""
        return bool(self.edition or self.issue or self.editions or self.since)


def settings_of(config: FoundConfig, ledger: Ledger) -> Settings:
    """Return the settings of a run.

    Raises:
        ConfigError: A code or an edition is unknown, or an edition is of another work.
    """
    declared = None
    if config.edition:
        declared = _resolve(ledger, config.edition, config.locate_key("edition"))
    issues = frozenset(name for name, work in ledger.work_of.items() if work == RULINGS_SUMMARY)
    is_issue = declared in issues
    since = None
    if config.since:
        since = edition_of(ledger, config.since, config.locate_key("since"))
    return Settings(
        target=edition_of(ledger, config.target or "latest", config.locate_key("target")),
        since=since,
        edition=None if is_issue else declared,
        issue=declared if is_issue else None,
        editions=tuple(_list_editions(config, ledger)),
        issues=issues,
        estimated=frozenset(_list_estimated(config)),
        cites_rules=_list_citing(config),
        codes=_choose_codes(config),
        severities=_list_severities(config),
        per_file=_list_ignored(config),
        root=config.root.resolve(),
        include=config.include,
        exclude=config.exclude,
        largest=config.max_size * MEGABYTE,
        stamp_left=config.stamp_left,
        works=config.works,
    )


def _list_editions(config: FoundConfig, ledger: Ledger) -> Iterator[tuple[str, str | None]]:
    """Yield the patterns of files with the ids of their editions; None for those that are left open."""
    for pattern, name in config.editions.items():
        if name == UNKNOWN:
            yield pattern, None
        else:
            yield pattern, _resolve(ledger, name, config.locate_key(f'editions."{pattern}"'))


def _list_estimated(config: FoundConfig) -> Iterator[str]:
    """Yield the patterns of files whose edition is only an estimate; `_TREE` if that of the whole tree is."""
    if config.edition and is_estimate(config.edition):
        yield _TREE
    for pattern, name in config.editions.items():
        if is_estimate(name):
            yield pattern


def _list_citing(config: FoundConfig) -> tuple[tuple[str, bool], ...]:
    """Return the patterns of files, each with whether they cite the rules."""
    if config.cites_rules is None:
        return ()
    if isinstance(config.cites_rules, bool):
        return (("*", config.cites_rules),)
    return tuple(config.cites_rules.items())


def _list_ignored(config: FoundConfig) -> tuple[tuple[str, frozenset[str]], ...]:
    """Return the patterns of files, each with the codes of the findings that are not reported there."""
    return tuple((pattern, _find_codes(codes)) for pattern, codes in config.per_file_ignores.items())


def _choose_codes(config: FoundConfig) -> frozenset[str]:
    """Return the codes of the findings to report."""
    selected: Iterable[str] | None = config.select
    if selected is None:
        selected = (*(code.code for code in CODES.values() if code.is_default), *config.severity)
    is_off = list_off(config.severity)
    return _find_codes((*selected, *config.extend_select)) - _find_codes((*config.ignore, *is_off))


def _list_severities(config: FoundConfig) -> tuple[tuple[str, Severity], ...]:
    """Return the codes that have another severity than usual, in order, each with its severity."""
    rows = resolve_severities(config.severity).items()
    return tuple(sorted((code, severity) for code, severity in rows if severity != default_severity(code)))


def edition_of(ledger: Ledger, name: str, where: str) -> str:
    """Return the id of the edition that an option or key names.

    Raises:
        ConfigError: There is no such edition, or it is of another work.
    """
    edition = _resolve(ledger, name, where)
    if ledger.work_of[edition] != COMPREHENSIVE_RULES:
        raise ConfigError(
            f"{where}: {edition} is an issue of the rulings summary, not an edition of the rules; name an edition. "
            f'Only `edition` and `[editions]` may name an issue: edition = "{edition}" declares files that cite it'
        )
    return edition


def _resolve(ledger: Ledger, name: str, where: str) -> str:
    """Return the id of the edition, or issue of a rulings summary, that an option or key names.

    Raises:
        ConfigError: There is neither.
    """
    try:
        return ledger.resolve(name_edition(name))
    except UnknownEdition as error:
        raise ConfigError(f"{where}: {error}") from error


def baseline_file(typed: Path | None, config: FoundConfig, *, will_write: bool) -> Path | None:
    """Return the baseline: the typed one, else the one of the configuration, else the usual one in its folder.

    Args:
        typed: The file named on the command line, if any.
        config: The configuration.
        will_write: Whether the run writes it. Otherwise the result is None if nothing was named and the usual file does
            not exist or does not look like a baseline; an empty file does.

    Raises:
        ConfigError: The one of the configuration, or the usual one, leads out of the tree.
    """
    if typed is not None:
        return typed
    if config.baseline is not None:
        file = config.root / config.baseline
    else:
        file = config.root / USUAL_BASELINE
        if not will_write and not looks_like_baseline(file):
            return None
    _check_inside(file, config)
    return file


def _check_inside(file: Path, config: FoundConfig) -> None:
    """Check that a file which a configuration names is in its tree: the repository, or else its folder.

    The author of the configuration may be somebody else than the user, who must not overwrite files elsewhere.

    Raises:
        ConfigError: The file is elsewhere, or is a link to a place elsewhere.
    """
    tree = tree_of(config.root)
    real_path = Path(os.path.realpath(file))
    if not real_path.is_relative_to(tree):
        if config.baseline is not None:
            where = config.locate_key("baseline")
        else:
            where = str(file)
        raise ConfigError(f"{where}: {real_path} is outside of {tree}; name such a file with --baseline")


def _read_codes(option: str, typed: Iterable[str]) -> tuple[str, ...]:
    """Return the codes that an option names: `("CR001,CR002", "CR003")` → `("CR001", "CR002", "CR003")`.

    Raises:
        ConfigError: A code is unknown.
    """
    words = tuple(word for typed_words in typed for word in typed_words.split(",") if word.strip())
    for word in words:
        problem = unknown_code(word)
        if problem is not None:
            raise ConfigError(f"{option}: {problem}")
    return words


def _read_severities(option: str, typed: Iterable[str]) -> dict[str, str]:
    """Return the severities that an option gives to codes, by the codes or names as they were typed.

    Raises:
        ConfigError: A code or a severity is unknown.
    """
    try:
        return read_severities(typed)
    except ValueError as error:
        raise ConfigError(f"{option}: {error}") from error


def _without_codes(severities: Mapping[str, str], codes: Iterable[str]) -> dict[str, str]:
    """Return the severities of a configuration without those of some codes, however both are written."""
    left_out = _find_codes(codes)
    return {word: severity for word, severity in severities.items() if code_of(word) not in left_out}


def _find_codes(words: Iterable[str]) -> frozenset[str]:
    """Return the codes of words, each of which is a code or its name: `CR002` or `retired`."""
    return frozenset(code for word in words if (code := code_of(word)))
