"""The package as its users have it: a wheel, installed into an environment of its own, without a network."""

from __future__ import annotations

import os
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest
from msgspec import Struct

from tests.comprules.conftest import old_ledger
from tests.comprules.running import ROOT
from tests.conftest import made_once

__all__ = ["ROOT", "Installed", "environment", "old_ledger"]

# Loaded by every start of that environment's Python.
NO_NETWORK = """
import socket

def refused(*args, **kwargs):
    raise RuntimeError("no network in tests")

socket.socket.connect = socket.socket.connect_ex = socket.getaddrinfo = socket.create_connection = refused
"""


class Installed(Struct, frozen=True):
    """An environment with comprules in it.

    Attributes:
        python: Its interpreter.
        command: The command `comprules`.
        packages: Where its packages lie.
    """

    python: Path
    command: Path
    packages: Path

    def install(self, *wheels: Path) -> None:
        """Installs wheels, and nothing else."""
        pip = (sys.executable, "-m", "pip", "--python", str(self.python), "install", "-q", "--no-deps", "--no-index")
        run_or_fail(*pip, *map(str, wheels))

    def uninstall(self, name: str) -> None:
        """Uninstalls a distribution."""
        run_or_fail(sys.executable, "-m", "pip", "--python", str(self.python), "uninstall", "-q", "-y", name)

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


@pytest.fixture(scope="session")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel of this checkout."""
    folder = made_once(
        tmp_path_factory,
        "wheel",
        lambda at: run_or_fail(sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(at)),
    )
    (built,) = folder.glob("*.whl")
    return built


@pytest.fixture(scope="session")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Installed:
    """The wheel in a new environment; what it depends on is taken from the environment that runs the tests."""
    environment = make_environment(tmp_path_factory.mktemp("environment"))
    environment.install(wheel)
    return environment


def make_environment(home: Path) -> Installed:
    """An environment with all that comprules depends on, but without it, and without a network."""
    run_or_fail(sys.executable, "-m", "venv", "--without-pip", str(home))
    scripts = home / ("Scripts" if os.name == "nt" else "bin")
    packages = Path(sysconfig.get_path("purelib", vars={"base": str(home), "platbase": str(home)}))
    (packages / "without_network.py").write_text(NO_NETWORK, encoding="utf-8")
    # A .pth file adds that folder but does not read the .pth files in it, such as the one of an editable install. What
    # it imports is imported always; many systems have a `sitecustomize` of their own.
    dependencies = f"{sysconfig.get_path('purelib')}\nimport without_network\n"
    (packages / "dependencies.pth").write_text(dependencies, encoding="utf-8")
    return Installed(scripts / "python", scripts / "comprules", packages)


def run_or_fail(*command: str, cwd: Path = ROOT) -> None:
    """Runs a command that must succeed."""
    completed = subprocess.run(command, cwd=cwd, capture_output=True, text=True, check=False)
    assert completed.returncode == 0, completed.stderr or completed.stdout
