"""The options of `comprules audit`."""

from pathlib import Path
from typing import get_args

from msgspec import Struct

from rules.faults import FaultStatus


class AuditOptions(Struct, frozen=True, kw_only=True):
    """The options of `audit`, by the names of their parameters."""

    everything: bool
    only: tuple[FaultStatus, ...]
    untidy: bool
    edition: str | None
    dialect: str | None
    whole: bool | None
    style: str | None
    as_json: bool
    output: Path | None
    summary: Path | None
    baseline: Path | None
    write_baseline: bool
    exit_zero: bool
    db: Path | None

    @property
    def statuses(self) -> frozenset[FaultStatus]:
        """Return the kinds of faults to report."""
        if self.only:
            return frozenset(self.only)
        statuses: frozenset[FaultStatus] = frozenset(get_args(FaultStatus))
        if self.untidy:
            return statuses
        return statuses - {"untidy-number"}
