"""The hook, run by pre-commit in a repository of its own."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml
from pre_commit.clientlib import load_manifest

from tests.integrations.conftest import ROOT, Installed, environment

HOOK, AUDIT_HOOK = load_manifest(str(ROOT / ".pre-commit-hooks.yaml"))

pytestmark = pytest.mark.skipif(shutil.which("git") is None, reason="pre-commit needs git")


class Repository:
    """A repository with the hook. It is `local` and `system`, for as `python` it would be installed from a registry."""

    def __init__(
        self,
        root: Path,
        installed: Installed,
        args: list[str] | None = None,
        published: dict[str, Any] = HOOK,
        **more: Any,
    ) -> None:
        self.root = root
        self.env = environment(root.parent, PRE_COMMIT_HOME=str(root.parent / "cache"), SKIP="")
        self.env["PATH"] = f"{installed.command.parent}:{self.env['PATH']}"
        self.env |= {f"GIT_{who}_{what}": "someone" for who in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")}
        keys = ("id", "name", "entry", "types", "require_serial", "pass_filenames")
        hook: dict[str, Any] = {key: published[key] for key in keys} | {"language": "system", "args": args or []} | more
        root.mkdir()
        self.write(".pre-commit-config.yaml", yaml.safe_dump({"repos": [{"repo": "local", "hooks": [hook]}]}))
        self.git("init", "-q")

    def write(self, name: str, text: str | bytes) -> None:
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text if isinstance(text, bytes) else text.encode())

    def git(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        called = ["git", *arguments]
        return subprocess.run(called, cwd=self.root, env=self.env, capture_output=True, text=True, check=False)

    def run(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        self.git("add", "-A")
        called = [sys.executable, "-m", "pre_commit", "run", "--color=never", *arguments]
        return subprocess.run(called, cwd=self.root, env=self.env, capture_output=True, text=True, check=False)


@pytest.fixture
def repository(tmp_path: Path, installed: Installed) -> Repository:
    return Repository(tmp_path / "repository", installed)


@pytest.mark.long
def test_a_wrong_citation_stops_the_commit(repository: Repository) -> None:
    repository.write("src/stack.rs", "// see CR 702.36e for turning it up\n")
    hooked = [sys.executable, "-m", "pre_commit", "install"]
    subprocess.run(hooked, cwd=repository.root, env=repository.env, capture_output=True, check=True)
    repository.git("add", "-A")
    refused = repository.git("commit", "-m", "Morph")
    assert refused.returncode == 1
    assert "src/stack.rs:1:11: CR002 retired" in refused.stdout + refused.stderr
    repository.write("src/stack.rs", "// see CR 702.37e for turning it up\n")
    repository.git("add", "-A")
    accepted = repository.git("commit", "-m", "Morph")
    assert accepted.returncode == 0, accepted.stderr


def test_files_without_citations_pass_and_what_is_no_text_is_not_handed_over(repository: Repository) -> None:
    repository.write("README.md", "Nothing is cited.\n")
    repository.write("picture.png", b"\x89PNG\r\n\x1a\n\0\0 CR 702.36e")
    completed = repository.run("--all-files", "--verbose")
    assert completed.returncode == 0, completed.stdout
    assert "0 citations in 0 of 2 files" in completed.stdout, "the README and the hook's configuration"


def test_the_configuration_holds_for_files_that_the_hook_names(repository: Repository) -> None:
    """What is excluded stays so, and the least number of citations of a tree is not asked of a commit."""
    repository.write("comprules.toml", 'exclude = ["vendor/"]\nmin-citations = 100\n')
    repository.write("vendor/stack.rs", "// see CR 702.36e\n")
    repository.write("src/stack.rs", "// see CR 702.37e\n")
    completed = repository.run("--all-files", "--verbose")
    assert completed.returncode == 0, completed.stdout
    assert "1 citation of 1 number" in completed.stdout


def test_arguments_of_the_users(tmp_path: Path, installed: Installed) -> None:
    repository = Repository(tmp_path / "repository", installed, ["--ignore=retired"])
    repository.write("src/stack.rs", "// see CR 702.36e\n")
    assert repository.run("--all-files").returncode == 0


def test_the_entry_is_the_command_that_the_package_installs(installed: Installed) -> None:
    command, subcommand = HOOK["entry"].split()[:2]
    assert (command, subcommand, HOOK["language"]) == (installed.command.name, "check", "python")


def test_a_rules_document_is_audited_whole_if_one_of_its_files_changes(tmp_path: Path, installed: Installed) -> None:
    files = ["rules/ships.md", "rules/cargo.md"]
    repository = Repository(tmp_path / "repository", installed, files, AUDIT_HOOK, files="^rules/")
    repository.write("rules/ships.md", "# 1 Ships\n\n1.1 They wait.\n\n1.2 See 2.2.\n\n1.3 They return.\n")
    repository.write("rules/cargo.md", "# 2 Cargo\n\n2.1 Load.\n\n2.2 Pay.\n\n2.3 Rule 1.1 is first.\n")
    completed = repository.run()
    assert completed.returncode == 0, completed.stdout
    repository.git("commit", "--no-verify", "-m", "Rules")
    repository.write("rules/cargo.md", "# 2 Cargo\n\n2.1 Load.\n\n2.3 Rule 1.1 is first.\n\n2.4 Rest.\n")
    completed = repository.run()
    assert completed.returncode == 1
    assert "rules/ships.md:5:9: CR201 missing: 2.2: there is no such rule" in completed.stdout
