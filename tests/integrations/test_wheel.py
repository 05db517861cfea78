"""The installed package: the commands that live on the ledger work at once, anywhere, without a network."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

from tests.integrations.conftest import Installed, environment

CITING = "// see CR 702.36e for turning it up\n"


def test_the_package_is_the_installed_one_and_the_network_is_closed(installed: Installed, tmp_path: Path) -> None:
    script = "import comprules, socket; print(comprules.__file__); socket.create_connection(('127.0.0.1', 9))"
    completed = subprocess.run(
        [installed.python, "-c", script],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        env=environment(tmp_path),
        check=False,
    )
    assert Path(completed.stdout.strip()).is_relative_to(installed.packages)
    assert "no network in tests" in completed.stderr


def test_check(installed: Installed, tmp_path: Path) -> None:
    (tmp_path / "stack.rs").write_text(CITING, encoding="utf-8")
    completed = installed.run("check", ".", "--json", cwd=tmp_path)
    assert completed.returncode == 1, completed.stderr
    (finding,) = json.loads(completed.stdout)["findings"]
    assert (finding["code"], finding["path"], finding["suggestion"]) == ("CR002", "stack.rs", "702.37e")


def test_upgrade(installed: Installed, tmp_path: Path) -> None:
    (tmp_path / "stack.rs").write_text(CITING, encoding="utf-8")
    (tmp_path / "comprules.toml").write_text('edition = "2021-02-15"\n', encoding="utf-8")
    completed = installed.run("upgrade", ".", "--write", "--unsafe", cwd=tmp_path)
    assert completed.returncode == 0, completed.stderr
    assert "CR 702.37e" in (tmp_path / "stack.rs").read_text(encoding="utf-8")
    assert installed.run("check", ".", cwd=tmp_path).returncode == 0


def test_map_trace_and_editions(installed: Installed, tmp_path: Path) -> None:
    mapped = json.loads(
        installed.run("map", "502.30", "--from", "2003-07-01", "--to", "latest", "--json", cwd=tmp_path).stdout
    )
    assert mapped[0]["new"] == ["702.40"]
    traced = json.loads(installed.run("trace", "702.40", "--json", cwd=tmp_path).stdout)
    numbers = list(dict.fromkeys(entry["number"] for entry in traced["entries"]))
    assert (numbers[0], numbers[-1]) == ("502.30", "702.40")
    assert len(json.loads(installed.run("editions", "--json", cwd=tmp_path).stdout)) > 100


def test_a_check_loads_little(installed: Installed, tmp_path: Path) -> None:
    """What a start costs is what it imports."""
    (tmp_path / "stack.rs").write_text(CITING, encoding="utf-8")
    command = [str(installed.python), "-X", "importtime", str(installed.command), "check", "."]
    completed = subprocess.run(
        command, cwd=tmp_path, env=environment(tmp_path), capture_output=True, text=True, check=False
    )
    loaded = {
        line.rpartition("|")[2].strip() for line in completed.stderr.splitlines() if line.startswith("import time:")
    }
    assert "comprules.graph.citations.find" in loaded
    assert not loaded & {"bs4", "docx", "httpx", "jinja2", "lxml", "mkdocs", "networkx", "pypdfium2"}
    assert len(loaded) < 600
