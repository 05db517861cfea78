"""The sample editions, ingested once, and commands on them."""

from __future__ import annotations

import json
import shutil
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from comprules.facts import SAMPLE
from comprules.ingest import ingest
from graph.history import History
from graph.ledger import open_ledger
from scraper.archive import load_archive, write_manifest
from tests.comprules.lint.trees import use_stand_ins
from tests.comprules.running import read_output, run

_LEDGER = cache(open_ledger)
_HISTORY = cache(History)


@pytest.fixture
def archive(tmp_path: Path) -> Path:
    """A copy of the sample archive that a test may spoil."""
    root = tmp_path / "archive"
    shutil.copytree(SAMPLE, root)
    return root


@pytest.fixture
def base(sample_kb: Path, tmp_path: Path) -> Path:
    """What `ingest` makes of `archive`, for a test that runs it again; that it does has a test of its own."""
    return Path(shutil.copy(sample_kb, tmp_path / "kb.sqlite"))


@pytest.fixture
def workdir(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder, which is the working folder."""
    folder = tmp_path / "work"
    folder.mkdir()
    monkeypatch.chdir(folder)
    return folder


@pytest.fixture
def stub_workdir(workdir: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty working folder, and the linter's judge of `trees` in place of the real one."""
    use_stand_ins(monkeypatch)
    return workdir


@pytest.fixture(scope="session")
def sample_ledger(sample_kb: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The ledger of the sample."""
    path = tmp_path_factory.mktemp("ledger") / "sample.ledger"
    assert "6 editions" in read_output("ledger", "--db", str(sample_kb), "--out", str(path))
    return path


@pytest.fixture(scope="session")
def old_ledger(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The ledger of the sample without its newest edition; its archive and knowledge base lie beside it."""
    folder = tmp_path_factory.mktemp("old")
    shutil.copytree(SAMPLE, folder / "archive")
    write_manifest(folder / "archive", load_archive(SAMPLE).entries[:-1])
    ingest(folder / "archive", folder / "old.sqlite", jobs=1)
    read_output("ledger", "--db", str(folder / "old.sqlite"), "--out", str(folder / "old.ledger"))
    return folder / "old.ledger"


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
    """One ledger and one history, read once, for hundreds of runs of `upgrade`."""
    monkeypatch.setattr("graph.ledger.open_ledger", _LEDGER)
    monkeypatch.setattr("graph.history.History", _HISTORY)


@pytest.fixture
def ask(sample_kb: Path) -> Any:
    """Runs a command on the sample's knowledge base and returns its JSON."""

    def asked(*arguments: str, status: int = 0) -> Any:
        result = run(*arguments, "--json", "--db", str(sample_kb))
        assert result.exit_code == status, result.stderr
        return json.loads(result.stdout)

    return asked


@pytest.fixture
def tell(sample_kb: Path) -> Any:
    """Runs a command on the sample's knowledge base, for a person."""
    return lambda name, *arguments: run(name, "--db", str(sample_kb), *arguments)
