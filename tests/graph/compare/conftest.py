from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from rules.store import Store
from tests.graph.compare.histories import town


@pytest.fixture(scope="session")
def store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    """The small town."""
    path: Path = tmp_path_factory.mktemp("town")
    with town(path) as opened:
        yield opened
