"""A folder to work in, and the judge of the tests."""

from __future__ import annotations

from pathlib import Path

import pytest

from comprules.lint import scan
from tests.comprules.lint.trees import stand_in


@pytest.fixture
def workdir(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder, which is the working folder."""
    folder = tmp_path / "work"
    folder.mkdir()
    monkeypatch.chdir(folder)
    return folder


@pytest.fixture
def stub_workdir(workdir: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty working folder, and the judge of `trees` in place of the real one."""
    monkeypatch.setattr(scan, "make_engine", stand_in)
    return workdir
