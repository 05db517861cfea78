"""Every command has a row in the table of benchmarks, and those on one edition do not read the others."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner
from msgspec import Struct

from bench.commands import COMMANDS, FINE, NOT_HERE, MeasuredCommand, fill
from comprules.cli.group import cli
from rules.store import open_store
from rules.store.connection import ReadConnection

MOST_ROWS, MOST_STEPS = 10, 10
"""How many times the rows and steps of reading one edition a command on one edition, or on two, may take."""
STEP = 1_000
"""Instructions of SQLite's machine in one step."""


class Reads(Struct):
    """What was read of a knowledge base: rows, and steps of SQLite, which also count what no row shows."""

    rows: int = 0
    steps: int = 0


def test_every_command_has_a_row_or_a_reason() -> None:
    measured = {command.words.split()[0] for command in COMMANDS}
    assert not measured & NOT_HERE.keys()
    assert measured | NOT_HERE.keys() == set(cli.list_commands(click.Context(cli)))


@pytest.fixture
def reads(monkeypatch: pytest.MonkeyPatch) -> Reads:
    counted = Reads()
    fetch, connect = ReadConnection.fetch, sqlite3.connect

    def count_rows(connection: ReadConnection, query: str, *values: object) -> list[Any]:
        rows = fetch(connection, query, *values)
        counted.rows += len(rows)
        return rows

    def count_step() -> int:
        counted.steps += 1
        return 0

    def count_steps(*arguments: Any, **options: Any) -> sqlite3.Connection:
        connection: sqlite3.Connection = connect(*arguments, **options)
        connection.set_progress_handler(count_step, STEP)
        return connection

    monkeypatch.setattr(ReadConnection, "fetch", count_rows)
    monkeypatch.setattr(sqlite3, "connect", count_steps)
    return counted


def read_edition(path: Path, edition: str, reads: Reads) -> Reads:
    """What reading all records and references of one edition takes."""
    with open_store(path) as store:
        assert store.rules(edition)
        assert store.glossary(edition)
        assert store.references(edition)
        assert store.lineages(edition)
    unit = Reads(reads.rows, reads.steps)
    reads.rows = reads.steps = 0
    return unit


def run(command: MeasuredCommand, whole: Path, editions: tuple[str, ...], file: Path) -> int:
    arguments = fill(command, editions, file)
    return CliRunner().invoke(cli, arguments, env={"COMPRULES_DB": str(whole)}).exit_code


@pytest.mark.archive
def test_a_command_on_one_edition_does_not_read_the_others(whole: Path, real_archive: Path, reads: Reads) -> None:
    with open_store(whole) as store:
        editions = store.editions_of()
        file = real_archive / store.edition(editions[-1]).witnesses[0].file
    unit = read_edition(whole, editions[-1], reads)
    assert len(editions) > 5 * MOST_ROWS, "too few for a command that reads all of them to be noticed"
    wrong: list[str] = []
    for command in COMMANDS:
        if not command.reads_one_edition:
            continue
        reads.rows = reads.steps = 0
        assert run(command, whole, editions, file) in FINE, command.words
        if reads.rows > MOST_ROWS * unit.rows or reads.steps > MOST_STEPS * unit.steps:
            wrong.append(f"{command.words}: {reads.rows / unit.rows:.1f} rows, {reads.steps / unit.steps:.1f} steps")
    assert wrong == []


@pytest.mark.archive
def test_reading_all_editions_is_noticed(whole: Path, reads: Reads) -> None:
    with open_store(whole) as store:
        editions = store.editions_of()
    unit = read_edition(whole, editions[-1], reads)
    with open_store(whole) as store:
        for edition in editions:
            store.references(edition)
    assert reads.rows > MOST_ROWS * unit.rows
