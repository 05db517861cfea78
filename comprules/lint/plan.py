"""Settings of a run from the command line and the configuration; the command line takes precedence."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from comprules.lint.baseline import USUAL_BASELINE, is_baseline
from comprules.lint.codes import code_of, unknown_code
from comprules.lint.scan import Settings
from graph.citations.codes import CODES
from rules.edition_names import UnknownEdition
from rules.errors import ComprulesError
from rules.records import COMPREHENSIVE_RULES

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from comprules.lint.config import FoundConfig
    from graph.ledger import Ledger

CONFIDENCE = {"high": 0.9, "medium": 0.7, "low": 0.0}
"""Value of `--confidence` → minimum confidence of the reported findings."""
_DEFAULT = frozenset(code for code, about in CODES.items() if about.is_default)


class PlanError(ComprulesError):
    """Error: the request cannot be fulfilled; the message names the option or key."""


@dataclass(frozen=True, slots=True)
class Asked:
    """The command-line options of a run; None or empty for options that were not given.

    Attributes:
        edition: The pin, as typed.
        target: The edition to check against, as typed.
        since: As typed.
        select: Codes, separated by commas.
        ignore: Codes, separated by commas.
        max_size: Megabytes.
        keep_citations: Whether to return the citations themselves too.
        find_only: Whether to find citations without judging them.
        confidence: `high`, `medium` or `low`.
    """

    edition: str | None = None
    target: str | None = None
    since: str | None = None
    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    max_size: int | None = None
    keep_citations: bool = False
    find_only: bool = False
    confidence: str = "medium"


def settings_of(asked: Asked, configured: FoundConfig, ledger: Ledger) -> Settings:
    """Return the settings of a run.

    Raises:
        PlanError: A code or an edition is unknown, or an edition is of another work.
    """
    config = configured.config
    from_config = f"{configured.file}: " if configured.file else ""
    target = _find_edition(ledger, asked.target, "--to", config.target, f"{from_config}target") or ledger.resolve(
        "latest"
    )
    return Settings(
        edition=target,
        pin=_find_edition(ledger, asked.edition, "--edition", config.edition, f"{from_config}edition"),
        since=_find_edition(ledger, asked.since, "--since", None, ""),
        codes=_choose_codes(asked, configured),
        per_file=tuple((pattern, _find_codes(codes)) for pattern, codes in config.per_file_ignores.items()),
        root=configured.root.resolve(),
        largest=configured.selection(asked.max_size).largest,
        keep_citations=asked.keep_citations,
        find_only=asked.find_only,
        confidence=CONFIDENCE[asked.confidence],
        cites_rules=config.cites_rules,
        folder_pins=() if asked.edition is not None else folder_pins(configured, ledger),
    )


def baseline_file(typed: Path | None, config: FoundConfig, *, anew: bool) -> Path | None:
    """Return the baseline: the typed one, else the one of the configuration, else the usual one next to that.

    Args:
        typed: The file named on the command line, if any.
        config: The configuration.
        anew: Whether it will be written; otherwise the default one is returned only if it exists.
    """
    if typed is not None:
        return typed
    if config.config.baseline is not None:
        return config.root / config.config.baseline
    usual = config.root / USUAL_BASELINE
    return usual if anew or is_baseline(usual) else None


def folder_pins(config: FoundConfig, ledger: Ledger) -> tuple[tuple[str, str], ...]:
    """Return the configuration's pins for some files only, in their order.

    Raises:
        PlanError: An edition is unknown, or is of another work.
    """
    pins = config.config.folder_editions.items()
    where = f"{config.file}: folder-editions"
    return tuple(
        (pattern, _find_edition(ledger, None, "", name, f'{where}."{pattern}"') or "") for pattern, name in pins
    )


def _choose_codes(asked: Asked, config: FoundConfig) -> frozenset[str]:
    typed = _read_words("--select", asked.select)
    chosen = typed or (_DEFAULT if config.config.select is None else _find_codes(config.config.select))
    # Codes selected on the command line are reported, whatever the configuration ignores.
    return (
        chosen - _read_words("--ignore", asked.ignore) - (frozenset() if typed else _find_codes(config.config.ignore))
    )


def _read_words(option: str, typed: Iterable[str]) -> frozenset[str]:
    words = [word for typed_words in typed for word in typed_words.split(",") if word.strip()]
    for word in words:
        if code_of(word) is None:
            raise PlanError(f"{option}: {unknown_code(word)}")
    return _find_codes(words)


def _find_codes(words: Iterable[str]) -> frozenset[str]:
    return frozenset(code for word in words if (code := code_of(word)))


def _find_edition(ledger: Ledger, typed: str | None, option: str, configured: str | None, key: str) -> str | None:
    name, where = (typed, option) if typed is not None else (configured, key)
    if name is None:
        return None
    try:
        edition = ledger.resolve(name)
    except UnknownEdition as error:
        raise PlanError(f"{where}: {error}") from error
    if ledger.works[edition] != COMPREHENSIVE_RULES:
        raise PlanError(f"{where}: {edition} is a rulings summary, whose numbers are another work's; name an edition")
    return edition
