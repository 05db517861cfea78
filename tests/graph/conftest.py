"""The small town, which several folders of tests read."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from rules.store import Store
from tests.graph.compare.histories import town


@pytest.fixture(scope="session")
def store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    """The small town: two works, a split, a merge, a rule that goes and comes back."""
    with town(tmp_path_factory.mktemp("town")) as opened:
        yield opened
