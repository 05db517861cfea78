"""docs/integrations.md: what it shows works, and tells all there is."""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml
from cfgv import apply_defaults, validate
from pre_commit.clientlib import CONFIG_SCHEMA, MANIFEST_SCHEMA, load_manifest

from comprules.cli.group import COMMANDS
from tests.integrations.installed import ROOT, Installed

PAGE = (ROOT / "docs" / "integrations.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```(\w*)\n(.*?)^```\n", PAGE, re.DOTALL | re.MULTILINE)
ACTION = yaml.safe_load((ROOT / "action.yml").read_text(encoding="utf-8"))
(HOOK,) = load_manifest(str(ROOT / ".pre-commit-hooks.yaml"))
CITING = "// see CR 702.36e for turning it up\n"


def blocks(language: str, mark: str = "") -> list[str]:
    bodies = [body for name, body in BLOCKS if name == language and mark in body]
    assert bodies, f"the page has no {language} with {mark}"
    return bodies


def table(header: str) -> dict[str, list[str]]:
    """The rows of a table, by their first cell."""
    lines = PAGE[PAGE.index(f"| {header} |") :].split("\n\n", 1)[0].splitlines()[2:]
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    return {row[0].strip("`"): row[1:] for row in rows}


def test_inputs_and_outputs_of_the_action_are_told() -> None:
    inputs = table("input")
    assert inputs.keys() == ACTION["inputs"].keys()
    for name, (_, default) in inputs.items():
        if default.startswith("`"):
            assert default.strip("`") == ACTION["inputs"][name]["default"], name
    assert table("output").keys() == ACTION["outputs"].keys()


def test_workflows_use_inputs_that_exist() -> None:
    steps = [
        step
        for body in blocks("yaml", ".github/workflows")
        for step in yaml.safe_load(body)["jobs"]["check"]["steps"]
        if "comprules" in step["uses"]
    ]
    assert len(steps) == 2
    assert all(set(step.get("with", {})) <= ACTION["inputs"].keys() for step in steps)


def configurations() -> list[dict[str, Any]]:
    return [yaml.safe_load(body) for body in blocks("yaml", ".pre-commit-config.yaml")]


def test_configurations_are_as_pre_commit_wants_them() -> None:
    for configuration in configurations():
        validate(configuration, CONFIG_SCHEMA)
        apply_defaults(configuration, CONFIG_SCHEMA)
    validate(yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8")), MANIFEST_SCHEMA)


def test_the_local_hook_is_the_published_one() -> None:
    (local,) = (
        configuration["repos"][0]["hooks"][0]
        for configuration in configurations()
        if configuration["repos"][0]["repo"] == "local"
    )
    assert local.pop("language") == "system"
    assert local == {key: HOOK[key] for key in local}
    ids = {hook["id"] for configuration in configurations() for hook in configuration["repos"][0]["hooks"]}
    assert ids == {HOOK["id"]}


@pytest.fixture
def concise(installed: Installed, tmp_path: Path) -> str:
    """What an editor gets for a text that is not saved."""
    (tmp_path / "src").mkdir()
    (tmp_path / "comprules.toml").write_text('ignore = ["CR001"]\n', encoding="utf-8")
    text = f"{CITING}// CR 702.19x\n"
    arguments = ("check", "--format", "concise", "--stdin-filename", "src/stack.rs", "-")
    completed = installed.run(*arguments, cwd=tmp_path, stdin=text)
    assert completed.returncode == 1, completed.stderr
    assert "--format concise --stdin-filename src/stack.rs -" in PAGE
    return completed.stdout


def test_a_text_from_an_editor_has_its_name_and_its_configuration(concise: str) -> None:
    findings = [line for line in concise.splitlines() if line.startswith("src/stack.rs:")]
    assert [line[:25] for line in findings] == ["src/stack.rs:1:11: CR002 "]


def test_the_commands_of_the_editors_have_options_that_exist(installed: Installed, tmp_path: Path) -> None:
    (tmp_path / "stack.rs").write_text(CITING, encoding="utf-8")
    (vim,) = blocks("vim")
    makeprg = re.search(r"makeprg=(.+)", vim)
    assert makeprg is not None
    command = makeprg[1].replace("\\ ", " ").split()
    assert command[0] == installed.command.name
    completed = installed.run(*command[1:], cwd=tmp_path, stdin=CITING)
    assert completed.returncode == 1, completed.stderr
    assert "stack.rs:1:11: CR002" in completed.stdout


def test_editors_and_assistants_start_a_command_that_exists() -> None:
    (assistant,) = (json.loads(body) for body in blocks("json"))
    server = assistant["mcpServers"]["comprules"]
    helix = next(body for body in map(tomllib.loads, blocks("toml")) if "language-server" in body)
    editor = helix["language-server"]["comprules"]
    for start in (server, editor):
        assert start["command"] == "comprules"
        assert start["args"][0] in COMMANDS
    assert '{ "comprules", "lsp" }' in "".join(blocks("lua"))
