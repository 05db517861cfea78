"""Which tier of the tests runs."""

from __future__ import annotations

from hypothesis import settings


def is_thorough() -> bool:
    """Return whether nothing is left out: `make test-all` asks for the profile of many examples."""
    return settings().max_examples == settings.get_profile("long").max_examples
