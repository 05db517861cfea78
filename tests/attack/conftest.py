"""What the tests of commands use serves here too."""

from tests.comprules.conftest import archive, no_user_settings, sample_store

__all__ = ["archive", "no_user_settings", "sample_store"]
