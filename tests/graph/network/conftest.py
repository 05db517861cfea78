"""The book of boats, which the tests of the graph read."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from rules.store import Store
from tests.graph.network.histories import boats


@pytest.fixture(scope="session")
def book(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    """The book of boats, in which tolls move and a rule goes away."""
    with boats(tmp_path_factory.mktemp("boats")) as opened:
        yield opened
