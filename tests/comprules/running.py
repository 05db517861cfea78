"""Running commands in the tests."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, TypeVar

from click.testing import CliRunner, Result

from comprules.cli.group import cli

T = TypeVar("T")
ROOT = Path(__file__).parents[2]


def run(*arguments: str, stdin: bytes | None = None) -> Result:
    """Runs a command in this process."""
    return CliRunner().invoke(cli, list(arguments), input=stdin)


def read_output(*arguments: str, status: int = 0, stdin: bytes | None = None) -> str:
    """Run a command that must end with this status, and return all that it says."""
    result = run(*arguments, stdin=stdin)
    assert result.exit_code == status, result.output
    return result.output


def read_refusal(*arguments: str, status: int = 2, stdin: bytes | None = None) -> str:
    """Run a command that must end with this status, and return what it says of it."""
    result = run(*arguments, stdin=stdin)
    assert result.exit_code == status, result.output
    assert "Traceback" not in result.output, result.output
    return result.stderr


def comprules(*arguments: str, environment: dict[str, str] | None = None) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "comprules", *arguments],
        cwd=ROOT,
        capture_output=True,
        encoding="utf-8",
        errors="replace",
        env={**os.environ, **(environment or {})},
        check=False,
    )


def run_apart(conversation: Coroutine[Any, Any, T]) -> T:
    """Run a conversation in a thread of its own: the browser's tests leave an event loop running in the main one."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(asyncio.run, conversation).result()
