"""What the tests of commands use serves here too."""

from __future__ import annotations

from tests.comprules.conftest import archive, known_comparisons, no_user_settings, workdir

__all__ = ["archive", "known_comparisons", "no_user_settings", "workdir"]
