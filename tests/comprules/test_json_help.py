"""The section of the help about JSON: it lists no field that the command never prints."""

import pytest

from comprules.cli.commands.audit import audit_command
from comprules.cli.commands.check import check_command
from comprules.cli.commands.map import map_command
from comprules.cli.json_help import JsonCommand, describe_json
from comprules.lint.records import UNPRINTED_FIELDS, Finding
from graph.answers.moves import MoveAnswer

WIDTH = 100


@pytest.mark.parametrize("command", [audit_command, check_command, map_command])
def test_unused_fields_exist_and_are_not_described(command: JsonCommand) -> None:
    every_name = list_names(describe_all(command, unused=()))
    described = list_names(describe_all(command, unused=command.unused))
    assert {field.partition(".")[2] for field in command.unused} <= set(every_name)
    assert len(described) < len(every_name)


def test_only_the_fields_of_the_named_record_are_left_out() -> None:
    lines = "\n".join(describe_json(Finding, "", WIDTH, UNPRINTED_FIELDS))
    assert "source_column" not in lines
    assert "edition_broken" in lines
    assert "matches" in "\n".join(describe_json(MoveAnswer, "", WIDTH, UNPRINTED_FIELDS))


def describe_all(command: JsonCommand, unused: tuple[str, ...]) -> list[str]:
    """The lines about all answers of a command."""
    return [line for answer in command.answers().values() for line in describe_json(answer, "", WIDTH, unused)]


def list_names(lines: list[str]) -> list[str]:
    """The names of the fields that lines describe, each as often as it is described."""
    return [line.partition(":")[0].strip() for line in lines if ":" in line]
