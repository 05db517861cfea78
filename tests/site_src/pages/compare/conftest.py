from __future__ import annotations

from collections.abc import Iterator

import pytest

from rules.store import Store
from tests.site_src.pages.history.moved_rules import moved_rules


@pytest.fixture(scope="session")
def store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    with moved_rules(tmp_path_factory.mktemp("compared")) as opened:
        yield opened
