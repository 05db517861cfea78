"""An export of the sample, which several tests read."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from graph.export.select import select_tables
from graph.export.write import export_tables
from rules.store import Store
from tests.conftest import made_once


def exported(store: Store, out: Path, form: Any) -> Path:
    export_tables(store, out, select_tables((), has_texts=store.has_texts), form)
    return out


@pytest.fixture(scope="session")
def sample_export(sample_store: Store, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return made_once(tmp_path_factory, "export", lambda out: exported(sample_store, out, "parquet"))
