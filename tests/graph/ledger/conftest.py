from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import pytest

from graph.ledger import Ledger, open_ledger
from graph.ledger.make import ledger_of
from rules.links import Link
from rules.store import Store, open_store
from tests.rules.histories import Texts, write_history


def make_ledger(
    folder: Path, editions: Mapping[str, Texts], links: Mapping[str, Sequence[Link]] | None = None
) -> Ledger:
    """The ledger of a small history, in a new folder."""
    folder.mkdir()
    path = folder / "it.ledger"
    with open_store(write_history(folder / "kb.sqlite", editions, links or {}, terms=())) as store:
        path.write_bytes(ledger_of(store))
    return open_ledger(path)


@pytest.fixture(scope="session")
def town_file(store: Store, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The town's ledger."""
    path = tmp_path_factory.mktemp("ledger") / "town.ledger"
    path.write_bytes(ledger_of(store))
    return path


@pytest.fixture
def ledger(town_file: Path) -> Iterator[Ledger]:
    """The town's ledger, opened."""
    with open_ledger(town_file) as opened:
        yield opened


@pytest.fixture
def sample(sample_store: Store, tmp_path: Path) -> Iterator[Ledger]:
    """The sample's ledger, opened."""
    path = tmp_path / "sample.ledger"
    path.write_bytes(ledger_of(sample_store))
    with open_ledger(path) as opened:
        yield opened
