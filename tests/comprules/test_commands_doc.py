"""`docs/commands.md` shows each command's help as it is; `UPDATE_GOLDENS=1` writes it anew."""

from __future__ import annotations

import os
import re
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from comprules.cli.group import COMMANDS, cli

DOC = Path(__file__).parents[2] / "docs" / "commands.md"
_BLOCK = re.compile(r"```text\n(Usage: comprules (\w+).*?)```", re.DOTALL)


def help_of(name: str) -> str:
    """A command's help at a fixed width, whatever the terminal."""
    result = CliRunner().invoke(cli, [name, "--help"], prog_name="comprules", terminal_width=90, max_content_width=90)
    assert result.exit_code == 0, result.output
    return re.sub(r" +$", "", result.stdout, flags=re.MULTILINE).strip() + "\n"


def test_every_command_has_its_section_in_order() -> None:
    headings = re.findall(r"^## (\w+)$", DOC.read_text(encoding="utf-8"), flags=re.MULTILINE)
    assert headings == list(COMMANDS)


@pytest.mark.parametrize("name", COMMANDS)
def test_help_is_documented(name: str) -> None:
    if os.environ.get("UPDATE_GOLDENS"):
        text = DOC.read_text(encoding="utf-8")
        DOC.write_text(_BLOCK.sub(lambda m: f"```text\n{help_of(m[2])}```", text), encoding="utf-8")
    blocks = {match[2]: match[1] for match in _BLOCK.finditer(DOC.read_text(encoding="utf-8"))}
    assert blocks.get(name) == help_of(name), "run `make goldens` and read the difference"


@pytest.mark.parametrize("name", COMMANDS)
def test_help_teaches(name: str) -> None:
    text = help_of(name)
    assert re.search(r"^ +comprules " + name, text, re.MULTILINE) or "comprules completion" in text, "no example"
    found = cli.get_command(click.Context(cli), name)
    assert found is not None
    assert found.name == name
    assert found.get_short_help_str(200).startswith(COMMANDS[name][1].rstrip(".")), (
        "the list of commands says otherwise"
    )
    for parameter in found.params:
        if isinstance(parameter, click.Option):
            assert parameter.help, f"{parameter.name} is not explained"
