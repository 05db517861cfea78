"""The real archive, read once for all tests that ask for it."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from comprules.ingest import ingest


@pytest.fixture(scope="session")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A knowledge base made from the real archive, for tests that run only where `$ARCHIVE` names one."""
    path = tmp_path_factory.mktemp("whole") / "kb.sqlite"
    ingest(Path(os.environ["ARCHIVE"]), path)
    return path
