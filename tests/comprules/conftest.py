"""The sample editions, ingested once, and commands on them."""

from __future__ import annotations

import json
import shutil
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from comprules.places import SAMPLE
from graph.citations.renumber.moves import Moves
from graph.ledger import open_ledger
from tests.comprules.running import run

_LEDGER = cache(open_ledger)
_MOVES = cache(Moves)


@pytest.fixture(scope="session")
def sample_store(sample_kb: Path) -> Path:
    """A knowledge base made from the sample."""
    return sample_kb


@pytest.fixture
def archive(tmp_path: Path) -> Path:
    """A copy of the sample archive that a test may spoil."""
    root = tmp_path / "archive"
    shutil.copytree(SAMPLE, root)
    return root


@pytest.fixture
def base(sample_store: Path, tmp_path: Path) -> Path:
    """What `ingest` makes of `archive`, for a test that runs it again; that it does has a test of its own."""
    return Path(shutil.copy(sample_store, tmp_path / "kb.sqlite"))


@pytest.fixture(autouse=True)
def no_user_settings(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """No archive, knowledge base or data folder of the person who runs the tests."""
    monkeypatch.delenv("COMPRULES_ARCHIVE", raising=False)
    monkeypatch.delenv("COMPRULES_DB", raising=False)
    monkeypatch.delenv("COMPRULES_LEDGER", raising=False)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.setenv("NO_COLOR", "1")


@pytest.fixture
def known_comparisons(monkeypatch: pytest.MonkeyPatch) -> None:
    """One ledger, and each comparison of editions made once, for hundreds of runs of `upgrade`."""
    monkeypatch.setattr("graph.ledger.open_ledger", _LEDGER)
    monkeypatch.setattr("comprules.lint.upgrading.Moves", _MOVES)


@pytest.fixture
def ask(sample_store: Path) -> Any:
    """Runs a command on the sample's knowledge base and returns its JSON."""

    def asked(*arguments: str, status: int = 0) -> Any:
        result = run(*arguments, "--json", "--db", str(sample_store))
        assert result.exit_code == status, result.stderr
        return json.loads(result.stdout)

    return asked


@pytest.fixture
def tell(sample_store: Path) -> Any:
    """Runs a command on the sample's knowledge base, for a person."""
    return lambda name, *arguments: run(name, "--db", str(sample_store), *arguments)
