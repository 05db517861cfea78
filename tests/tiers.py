"""Which tier of the tests runs."""

from __future__ import annotations

import pytest
from hypothesis import settings


def is_thorough() -> bool:
    """Return whether nothing is left out: `make test-all` asks for the profile of many examples."""
    return settings().max_examples == settings.get_profile("long").max_examples


def leave_to_test_all() -> None:
    """Skip a test where time is short: others of its kind run."""
    if not is_thorough():
        pytest.skip("left to `make test-all`")
