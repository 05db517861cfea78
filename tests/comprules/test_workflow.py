"""The workflow that `init` writes: it installs what is known to be comprules, or is not written."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

from comprules.cli import workflow
from comprules.cli.workflow import UnknownSourceError, make_workflow, runs_check
from rules.clone import read_clone
from rules.installed import Source
from tests.comprules.lint.trees import write
from tests.comprules.running import ROOT, read_output, read_refusal

COMMIT = "1" * 40
SHA = "0" * 64
ADDRESS = f"git+https://example.org/comprules@{COMMIT}"
CITING = {"a.rs": "// CR 702.36e\n"}


def steps_of(text: bytes) -> list[dict[str, Any]]:
    steps: list[dict[str, Any]] = yaml.safe_load(text)["jobs"]["comprules"]["steps"]
    return steps


def installed_by(text: bytes) -> str:
    (step,) = (step for step in steps_of(text) if "pip install" in step.get("run", ""))
    assert step["run"] == 'pip install "$COMPRULES"'
    return str(step["env"]["COMPRULES"])


def git(folder: Path, *arguments: str) -> str:
    who = ("-c", "user.name=A", "-c", "user.email=a@example.org", "-c", "init.defaultBranch=main")
    command = ["git", *who, "-C", str(folder), *arguments]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """A clone with one commit, which its origin has; the origin's address is one of the web."""
    origin, clone = tmp_path / "origin", tmp_path / "clone"
    origin.mkdir()
    git(origin, "init", "-q")
    write(origin, {"pyproject.toml": ""})
    git(origin, "add", ".")
    git(origin, "commit", "-qm", "first")
    git(tmp_path, "clone", "-q", str(origin), str(clone))
    git(clone, "remote", "set-url", "origin", "https://me:secret@example.org/comprules.git")
    return clone


@pytest.mark.parametrize("value", ["2024-99-99", "!!bool maybe", '!!int ""', "!!timestamp soon", "!ours x"])
def test_a_check_is_found_whatever_other_values_mean(value: str) -> None:
    assert runs_check(f"env: {{A: {value}}}\njobs: {{a: {{steps: [{{run: comprules check .}}]}}}}\n")
    assert not runs_check(f"env: {{A: {value}}}\njobs: {{a: {{steps: [{{run: true}}]}}}}\n")


@pytest.mark.parametrize(
    "script",
    [
        "comprules check .",
        ".venv/bin/comprules check .",
        "/usr/bin/comprules check .",
        '"comprules" check .',
        '"$HOME/.venv/bin/comprules" check .',
        "C:\\tools\\comprules.exe check .",
        "pip install x#egg=y && comprules check .",
        "cd rules\nuvx --from x comprules check",
        "(comprules check)",
        "pip install x;comprules check;true",
    ],
)
def test_a_step_that_runs_a_check_is_found(script: str) -> None:
    assert runs_check(json.dumps({"jobs": {"a": {"steps": [{"run": script}]}}}))


@pytest.mark.parametrize(
    "script",
    [
        "# comprules check .",
        "true # comprules check .",
        "true\n  # with .venv/bin/comprules check .",
        "comprules checkout",
        "comprules\ncheck",
        "not-comprules check .",
        'echo "comprules check ."',
        "echo '/comprules check ends'",
    ],
)
def test_a_step_that_runs_no_check_is_passed_over(script: str) -> None:
    assert not runs_check(json.dumps({"jobs": {"a": {"steps": [{"run": script}]}}}))


def test_a_text_that_is_not_yaml_runs_no_check() -> None:
    for text in ("[", '"\\UFFFFFFFF"', '"\\U00110000"', "[" * 100_000):
        assert not runs_check(text)


def test_a_named_place_is_installed(workdir: Path) -> None:
    write(workdir, CITING)
    read_output("init", "--workflow", "--install-from", ADDRESS)
    assert installed_by((workdir / workflow_file()).read_bytes()) == ADDRESS


def workflow_file() -> str:
    return ".github/workflows/comprules.yml"


@pytest.mark.parametrize(
    ("source", "installed"),
    [
        (Source("https://example.org/c", "git", COMMIT), f"comprules @ git+https://example.org/c@{COMMIT}"),
        (
            Source("https://example.org/c.whl", sha256="0" * 64),
            f"comprules @ https://example.org/c.whl#sha256={'0' * 64}",
        ),
    ],
)
def test_what_is_recorded_is_installed(source: Source, installed: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workflow, "read_source", lambda: source)
    assert installed_by(make_workflow(None)) == installed


@pytest.mark.parametrize(
    "source",
    [None, Source("file:///nowhere/comprules"), Source("ssh://git@example.org/c", "git", COMMIT)],
)
def test_nothing_is_written_where_the_place_is_unknown(
    source: Source | None, workdir: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(workdir, CITING)
    monkeypatch.setattr(workflow, "read_source", lambda: source)
    refusal = read_refusal("init", "--hook", "--workflow")
    assert "--install-from" in refusal
    assert "Nothing was written" in refusal
    assert [path.name for path in workdir.iterdir()] == ["a.rs"]


@pytest.mark.parametrize("place", ["--index-url=https://example.org", "x\n      - run: y", "${{ secrets.TOKEN }}"])
def test_what_is_no_place_is_refused(place: str) -> None:
    with pytest.raises(UnknownSourceError, match="not something that pip can install"):
        make_workflow(place)


def test_quotes_stay_within_the_value() -> None:
    place = "comprules @ https://example.org/\"a'b\\c: #d"
    assert installed_by(make_workflow(place)) == place


def test_a_clone_whose_commit_is_published(clone: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    commit = git(clone, "rev-parse", "HEAD")
    assert read_clone(clone) == Source("https://example.org/comprules.git", "git", commit)
    monkeypatch.setattr(workflow, "read_source", lambda: Source(clone.as_uri()))
    assert installed_by(make_workflow(None)) == f"comprules @ git+https://example.org/comprules.git@{commit}"


def test_a_commit_that_only_another_remote_has(clone: Path, tmp_path: Path) -> None:
    write(clone, {"pyproject.toml": "# changed\n"})
    git(clone, "commit", "-qam", "second")
    git(tmp_path, "init", "-q", "--bare", "fork")
    git(clone, "remote", "add", "fork", str(tmp_path / "fork"))
    git(clone, "push", "-q", "fork", "HEAD:refs/heads/main")
    assert read_clone(clone) is None


def test_a_clone_that_others_do_not_have(clone: Path, tmp_path: Path) -> None:
    write(clone, {"pyproject.toml": "# changed\n"})
    assert read_clone(clone) is None
    git(clone, "commit", "-qam", "not pushed")
    assert read_clone(clone) is None
    git(clone, "reset", "-q", "--hard", "HEAD~1")
    git(clone, "remote", "set-url", "origin", str(tmp_path / "origin"))
    assert read_clone(clone) is None
    assert read_clone(tmp_path) is None


def test_nothing_is_found_by_zizmor(tmp_path: Path) -> None:
    write(tmp_path, {workflow_file(): make_workflow(ADDRESS).decode()})
    command = [str(Path(sys.executable).with_name("zizmor")), "--offline", "--quiet", str(tmp_path)]
    completed = subprocess.run(command, capture_output=True, text=True, check=False)
    assert completed.returncode == 0, completed.stdout + completed.stderr


def test_each_action_is_named_by_a_hash_and_each_job_has_its_own_permissions() -> None:
    files = [*(ROOT / ".github" / "workflows").glob("*.yml"), ROOT / "action.yml"]
    assert len(files) == 4
    for file in files:
        document = yaml.safe_load(file.read_text(encoding="utf-8"))
        jobs = document.get("jobs", {"action": document.get("runs", {})}).values()
        used = [step["uses"] for job in jobs for step in job["steps"] if "uses" in step]
        assert used
        assert [use for use in used if not (len(use.rpartition("@")[2]) == 40 and use.startswith("actions/"))] == []
        if "jobs" in document:
            assert document["permissions"] == {}
            assert all("permissions" in job for job in jobs)
