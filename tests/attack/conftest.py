"""What the tests of commands use serves here too."""

from __future__ import annotations

from functools import cache

import pytest

from graph.citations.renumber.moves import Moves
from graph.ledger import open_ledger
from tests.comprules.conftest import archive, no_user_settings, sample_store

__all__ = ["archive", "known_comparisons", "no_user_settings", "sample_store"]

_LEDGER = cache(open_ledger)
_MOVES = cache(Moves)


@pytest.fixture
def known_comparisons(monkeypatch: pytest.MonkeyPatch) -> None:
    """One ledger, and each comparison of editions made once, for hundreds of runs of `upgrade`."""
    monkeypatch.setattr("graph.ledger.open_ledger", _LEDGER)
    monkeypatch.setattr("comprules.lint.upgrading.Moves", _MOVES)
