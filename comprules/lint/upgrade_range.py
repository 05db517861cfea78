"""The editions that `upgrade` goes from and to, by the command line and the configuration."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from comprules.lint.plan import PlanError
from rules.edition_names import UnknownEdition
from rules.records import COMPREHENSIVE_RULES

if TYPE_CHECKING:
    from collections.abc import Callable

    from comprules.lint.config import FoundConfig
    from graph.ledger import Ledger


@dataclass(frozen=True, slots=True)
class UpgradeRange:
    """The editions of an upgrade.

    Attributes:
        base: Id of the edition that citations without a stamp were written for.
        target: Id of the edition that they will cite.
        pin: The edition in the configuration; None if that names none.
    """

    base: str
    target: str
    pin: str | None = None

    @property
    def is_done(self) -> bool:
        """Return whether the configuration says that citations without a stamp are already upgraded."""
        return self.pin == self.target


def range_of(ledger: Ledger, configured: FoundConfig, first: str | None, last: str | None) -> UpgradeRange:
    """Return the editions to upgrade from and to, by the command line and the configuration.

    Args:
        ledger: The ledger with the editions.
        configured: The configuration.
        first: The value of `--from`.
        last: The value of `--to`.

    Raises:
        PlanError: An edition is unknown, none to start from is named, or the two sources disagree.
    """
    config, place = configured.config, f"{configured.file}: " if configured.file else ""
    target = _find_edition(ledger, last, "--to") or _find_edition(ledger, config.target, f"{place}target") or "latest"
    target = ledger.resolve(target)
    base = _find_edition(ledger, first, "--from")
    pin = _find_edition(ledger, config.edition, f"{place}edition")
    if base is None and config.folder_editions:
        raise PlanError(
            f"{place}folder-editions pins folders to several editions; upgrade one after the other with --no-config: "
            "comprules upgrade FOLDER --from EDITION --no-config --write"
        )
    if base is None and pin is None:
        raise PlanError(
            "for which edition were the citations written? Say it with --from EDITION, or with `edition` in the "
            "configuration"
        )
    if base is not None and pin not in {None, base, target}:
        raise PlanError(
            f"{place}edition: the citations are pinned to {pin}, and --from says {base}; "
            "leave --from out, or mend the pin"
        )
    return UpgradeRange(base or pin or target, target, pin)


def _find_edition(ledger: Ledger, name: str | None, where: str) -> str | None:
    if name is None:
        return None
    try:
        return resolver(ledger)(name)
    except UnknownEdition as error:
        raise PlanError(f"{where}: {error}") from error


def resolver(ledger: Ledger) -> Callable[[str], str]:
    """Return a function from an edition's name to its id.

    It rejects editions of other works, because their citations cannot be upgraded.
    """

    def resolve(name: str) -> str:
        edition = ledger.resolve(name)
        if ledger.works[edition] != COMPREHENSIVE_RULES:
            raise UnknownEdition(f"{edition} is an edition of the {ledger.works[edition]}, whose rules nobody cites so")
        return edition

    return resolve
