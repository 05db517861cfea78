"""Settings of a run from the command line and the configuration; the command line takes precedence."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from comprules.lint.baseline import USUAL_BASELINE, is_baseline
from comprules.lint.ignored import list_fitting
from graph.citations.codes import CODES, DRIFTED, REWORDED, code_of, unknown_code
from rules.edition_names import UnknownEdition
from rules.errors import ComprulesError
from rules.records import COMPREHENSIVE_RULES

if TYPE_CHECKING:
    from collections.abc import Iterable

    from comprules.lint.config import FoundConfig
    from graph.ledger import Ledger

CONFIDENCE = {"high": 0.9, "medium": 0.7, "low": 0.0}
"""Value of `--confidence` → minimum confidence of the reported findings."""


UNKNOWN = "unknown"
"""The value in `[editions]` for files whose edition is left open."""


class SettingsError(ComprulesError):
    """Error: the request cannot be fulfilled; the message names the option or key."""


class CheckOptions(msgspec.Struct, frozen=True):
    """The command-line options of a run; None or empty for options that were not given.

    Attributes:
        edition: The edition that the citations were written for, as typed; it goes before all declarations.
        target: The edition to check against, as typed.
        since: As typed.
        select: Codes, separated by commas.
        ignore: Codes, separated by commas.
        max_size: Megabytes.
        keep_citations: Whether to return the citations themselves too.
        confidence: `high`, `medium` or `low`.
    """

    edition: str | None = None
    target: str | None = None
    since: str | None = None
    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    max_size: int | None = None
    keep_citations: bool = False
    confidence: str = "medium"


class Settings(msgspec.Struct, frozen=True):
    """The settings of a run; picklable for worker processes. Patterns are relative to `root`.

    Attributes:
        target: Id of the edition that citations are checked against.
        since: Id of the edition since which drift and rewordings are reported; None without one.
        edition: Id of the edition declared for all files; None without one.
        editions: Patterns of files, each with the edition declared for them; the last matching one decides;
            None for files whose edition is left open.
        cites_rules: Patterns of files, each with whether they cite the rules; the last matching one decides.
        codes: Codes of the findings to report.
        per_file: Patterns of files, each with codes of findings not to report there.
        root: The folder that the patterns are relative to.
        largest: Bytes; larger files are skipped.
        keep_citations: Whether to return the citations themselves too.
        confidence: Minimum confidence of reported findings, 0 to 1.
    """

    target: str
    since: str | None
    edition: str | None
    editions: tuple[tuple[str, str | None], ...]
    cites_rules: tuple[tuple[str, bool], ...]
    codes: frozenset[str]
    per_file: tuple[tuple[str, frozenset[str]], ...]
    root: Path
    largest: int
    keep_citations: bool = False
    confidence: float = 0.0

    def base_of(self, path: str) -> str | None:
        """Return the edition declared for a file: the only place that decides it, in every form of the linter."""
        return [self.edition, *list_fitting(self.editions, self.root, path)][-1]

    def says_cites_rules(self, path: str) -> bool | None:
        """Return whether a file cites the rules, as declared; None if nothing is."""
        return [None, *list_fitting(self.cites_rules, self.root, path)][-1]

    def codes_in(self, path: str) -> frozenset[str]:
        """Return the codes of the findings that are reported in a file."""
        return self.codes.difference(*list_fitting(self.per_file, self.root, path))

    def possible_codes(self, path: str) -> frozenset[str]:
        """Return the codes of the findings that can occur in a file and are reported."""
        impossible = {REWORDED} if self.since is None else set()
        return self.codes - (impossible if self.since or self.base_of(path) else {*impossible, DRIFTED})

    @property
    def is_declared(self) -> bool:
        """Return whether anything says for which edition citations were written."""
        return bool(self.edition or self.editions or self.since)


def settings_of(options: CheckOptions, found: FoundConfig, ledger: Ledger) -> Settings:
    """Return the settings of a run.

    Raises:
        SettingsError: A code or an edition is unknown, or an edition is of another work.
    """
    config = found.config
    target = options.target or config.target or "latest"
    edition = options.edition or config.edition
    key = "--edition" if options.edition else f"{found.place}edition"
    cites_rules = config.cites_rules if isinstance(config.cites_rules, dict) else {"*": config.cites_rules}
    editions = (
        (pattern, None if name == UNKNOWN else edition_of(ledger, name, f'{found.place}editions."{pattern}"'))
        for pattern, name in config.editions.items()
    )
    return Settings(
        target=edition_of(ledger, target, "--to" if options.target else f"{found.place}target"),
        since=options.since and edition_of(ledger, options.since, "--since"),
        edition=edition and edition_of(ledger, edition, key),
        editions=() if options.edition else tuple(editions),
        cites_rules=tuple((pattern, says) for pattern, says in cites_rules.items() if says is not None),
        codes=_choose_codes(options, found),
        per_file=tuple((pattern, _find_codes(codes)) for pattern, codes in config.per_file_ignores.items()),
        root=found.root.resolve(),
        largest=found.selection(options.max_size).largest,
        keep_citations=options.keep_citations,
        confidence=CONFIDENCE[options.confidence],
    )


def edition_of(ledger: Ledger, name: str, where: str) -> str:
    """Return the id of the edition that an option or key names.

    Raises:
        SettingsError: It names none, or one of another work.
    """
    try:
        edition = ledger.resolve(name)
    except UnknownEdition as error:
        raise SettingsError(f"{where}: {error}") from error
    if ledger.works[edition] != COMPREHENSIVE_RULES:
        raise SettingsError(
            f"{where}: {edition} is a rulings summary, whose numbers are another work's; name an edition"
        )
    return edition


def baseline_file(typed: Path | None, found: FoundConfig, *, anew: bool) -> Path | None:
    """Return the baseline: the typed one, else the one of the configuration, else the usual one next to that.

    Args:
        typed: The file named on the command line, if any.
        found: The configuration.
        anew: Whether it will be written; otherwise the default one is returned only if it exists.
    """
    if typed is not None:
        return typed
    if found.config.baseline is not None:
        return found.root / found.config.baseline
    usual = found.root / USUAL_BASELINE
    return usual if anew or is_baseline(usual) else None


def _choose_codes(options: CheckOptions, found: FoundConfig) -> frozenset[str]:
    typed = _read_words("--select", options.select)
    config = found.config
    on = frozenset(name for name, code in CODES.items() if code.is_default)
    usual = on if config.select is None else _find_codes(config.select)
    # Codes selected on the command line are reported, whatever the configuration ignores.
    chosen = typed or (usual | _find_codes(config.extend_select)) - _find_codes(config.ignore)
    return chosen - _read_words("--ignore", options.ignore)


def _read_words(option: str, typed: Iterable[str]) -> frozenset[str]:
    words = [word for typed_words in typed for word in typed_words.split(",") if word.strip()]
    if problem := next(filter(None, map(unknown_code, words)), None):
        raise SettingsError(f"{option}: {problem}")
    return _find_codes(words)


def _find_codes(words: Iterable[str]) -> frozenset[str]:
    return frozenset(code for word in words if (code := code_of(word)))
