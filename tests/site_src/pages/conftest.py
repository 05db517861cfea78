from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from graph.history import History
from rules.store import Store
from site_src.pages.history.lineages import Timelines
from tests.site_src.pages.history.moved_rules import moved_rules


@pytest.fixture(scope="session")
def store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    folder: Path = tmp_path_factory.mktemp("moved_rules")
    with moved_rules(folder) as opened:
        yield opened


@pytest.fixture(scope="session")
def timelines(store: Store) -> Timelines:
    return Timelines(History(store))
