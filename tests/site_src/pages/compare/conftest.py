from __future__ import annotations

from collections.abc import Iterator

import pytest

from rules.store import Store
from tests.site_src.pages.history.orchard import orchard


@pytest.fixture(scope="session")
def store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    with orchard(tmp_path_factory.mktemp("compared-orchard")) as opened:
        yield opened
