"""Calling an installed comprules."""

from __future__ import annotations

import os
import subprocess
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]


@dataclass(frozen=True, slots=True)
class Installed:
    """An environment with comprules in it.

    Attributes:
        python: Its interpreter.
        command: The command `comprules`.
        packages: Where its packages lie.
    """

    python: Path
    command: Path
    packages: Path

    def run(self, *arguments: str, cwd: Path, stdin: str | None = None) -> subprocess.CompletedProcess[str]:
        """Runs the command."""
        return subprocess.run(
            [str(self.command), *arguments],
            cwd=cwd,
            input=stdin,
            capture_output=True,
            encoding="utf-8",
            env=environment(cwd),
            check=False,
        )


def environment(home: Path, **more: str) -> dict[str, str]:
    """The variables of a user who has set nothing of ours."""
    variables = {key: value for key, value in os.environ.items() if not key.startswith(("COMPRULES", "PYTHON", "GIT_"))}
    return {**variables, "HOME": str(home), "XDG_DATA_HOME": str(home / "data"), "NO_COLOR": "1", **more}
