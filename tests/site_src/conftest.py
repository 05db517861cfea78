from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from rules.store import Store, open_store


@pytest.fixture(scope="session")
def sample_store(sample_kb: Path) -> Iterator[Store]:
    """The knowledge base of the sample editions."""
    with open_store(sample_kb) as opened:
        yield opened
