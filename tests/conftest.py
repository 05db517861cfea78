"""The real archive, read once for all tests that ask for it."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from comprules.ingest import ingest
from graph.ledger import Ledger, open_ledger
from graph.ledger.make import ledger_of
from rules.store import Store, open_store


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Tests marked `archive` run only where `$ARCHIVE` names the folder of the real editions."""
    if not os.environ.get("ARCHIVE"):
        skip = pytest.mark.skip(reason="no archive: set ARCHIVE to the folder of the real editions")
        for item in items:
            if item.get_closest_marker("archive"):
                item.add_marker(skip)


@pytest.fixture(scope="session")
def real_archive() -> Path:
    """The folder of the real editions."""
    return Path(os.environ["ARCHIVE"])


@pytest.fixture(scope="session")
def whole(real_archive: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A knowledge base made from the real archive."""
    path = tmp_path_factory.mktemp("whole") / "kb.sqlite"
    ingest(real_archive, path)
    return path


@pytest.fixture(scope="session")
def whole_store(whole: Path) -> Iterator[Store]:
    """The same, open."""
    with open_store(whole) as opened:
        yield opened


@pytest.fixture(scope="session")
def whole_ledger(whole_store: Store, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Ledger]:
    """The ledger that the real archive yields."""
    path = tmp_path_factory.mktemp("ledger") / "whole.ledger"
    path.write_bytes(ledger_of(whole_store))
    with open_ledger(path) as opened:
        yield opened
