"""docs/integrations.md: what it shows works, and tells all there is."""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path
from typing import Any

import yaml
from cfgv import apply_defaults, validate
from pre_commit.clientlib import CONFIG_SCHEMA, MANIFEST_SCHEMA, load_manifest

from comprules.cli.group import COMMANDS
from tests.integrations.conftest import ROOT, Installed

PAGE = (ROOT / "docs" / "integrations.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```(\w*)\n(.*?)^```\n", PAGE, re.DOTALL | re.MULTILINE)
ACTION = yaml.safe_load((ROOT / "action.yml").read_text(encoding="utf-8"))
HOOK, AUDIT_HOOK = load_manifest(str(ROOT / ".pre-commit-hooks.yaml"))
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


def test_configurations_of_pre_commit_are_sound_and_the_local_hook_is_the_published_one() -> None:
    configurations: list[dict[str, Any]] = [yaml.safe_load(body) for body in blocks("yaml", ".pre-commit-config.yaml")]
    hooks = {}
    for configuration in configurations:
        validate(configuration, CONFIG_SCHEMA)
        apply_defaults(configuration, CONFIG_SCHEMA)
        repository, *_ = configuration["repos"]
        hooks[repository["repo"]], *_ = repository["hooks"]
        assert {hook["id"] for hook in repository["hooks"]} == {HOOK["id"]}
    validate(yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8")), MANIFEST_SCHEMA)
    local = hooks["local"]
    assert local.pop("language") == "system"
    assert local == {key: HOOK[key] for key in local}


def test_an_editor_gets_findings_for_a_text_that_is_not_saved(installed: Installed, tmp_path: Path) -> None:
    """The text has its file's name and its configuration; the options that the page names exist."""
    (tmp_path / "src").mkdir()
    (tmp_path / "comprules.toml").write_text('ignore = ["CR001"]\n', encoding="utf-8")
    (tmp_path / "stack.rs").write_text(CITING, encoding="utf-8")
    options = "--format concise --stdin-filename src/stack.rs -"
    assert options in PAGE
    (vim,) = blocks("vim")
    makeprg = re.search(r"makeprg=(.+)", vim)
    assert makeprg is not None
    name, *arguments = makeprg[1].replace("\\ ", " ").split()
    assert name == installed.command.name
    for called, path in ((["check", *options.split()], "src/stack.rs"), (arguments, "stack.rs")):
        completed = installed.run(*called, cwd=tmp_path, stdin=f"{CITING}// CR 702.19x\n")
        assert completed.returncode == 1, completed.stderr
        findings = [line for line in completed.stdout.splitlines() if line.startswith(f"{path}:")]
        assert [line.removeprefix(path)[:13] for line in findings] == [":1:11: CR002 "], path


def test_editors_and_assistants_start_a_command_that_exists() -> None:
    (assistant,) = (json.loads(body) for body in blocks("json"))
    server = assistant["mcpServers"]["comprules"]
    helix = next(body for body in map(tomllib.loads, blocks("toml")) if "language-server" in body)
    editor = helix["language-server"]["comprules"]
    for start in (server, editor):
        assert start["command"] == "comprules"
        assert start["args"][0] in COMMANDS
    assert '{ "comprules", "lsp" }' in "".join(blocks("lua"))
