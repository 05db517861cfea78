"""The data of the sample, which several tests of the search read."""

from __future__ import annotations

from pathlib import Path

import pytest

from rules.store import open_store
from tests.browser.conftest import require_assets
from tests.conftest import made_once
from tests.site_src.search.sample_data import write_data


@pytest.fixture(scope="module")
def data(sample_kb: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What the scripts read of the sample."""
    require_assets()

    def make(folder: Path) -> None:
        with open_store(sample_kb) as store:
            write_data(store, folder)

    return made_once(tmp_path_factory, "queries", make)
