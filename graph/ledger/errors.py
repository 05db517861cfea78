"""The error class of the ledger."""

from __future__ import annotations

from rules.errors import ComprulesError


class LedgerError(ComprulesError):
    """A ledger cannot be read, made or written. The message names the file, the problem and the remedy."""
