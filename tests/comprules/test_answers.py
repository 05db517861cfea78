"""Each command that has `--json` prints a typed answer: what it prints fits the schema made from the type."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import click
import pytest
from jsonschema import Draft202012Validator

from comprules.additions import AdditionReport
from comprules.cli.group import COMMANDS, cli
from comprules.facts import SAMPLE
from comprules.lint.coverage_answers import Coverage
from comprules.lint.formats.programs import CheckAnswer
from comprules.lint.init_answers import InitAnswer
from comprules.lint.upgrade_answers import UpgradeAnswer
from comprules.update import UpdateReport
from graph.answers.blame import BlameAnswer
from graph.answers.comparison import ComparisonAnswer
from graph.answers.contents import ContentsAnswer
from graph.answers.document import DocumentAnswer, HealthAnswer
from graph.answers.editions import CodeAnswer, EditionAnswer
from graph.answers.history import HistoryAnswer
from graph.answers.keywords import KeywordAnswer
from graph.answers.moves import MoveAnswer
from graph.answers.owners import NumberAnswer
from graph.answers.references import ReferenceAnswer
from graph.answers.rule import RuleAnswer
from graph.answers.schema import make_schema
from graph.answers.search import ChangeAnswer, SearchAnswer
from graph.answers.terms import TermAnswer
from graph.citations.explanations import ExplainedCode
from graph.documents.identify import Identification
from graph.network.counts import ReferenceCount
from graph.network.records import Cycles, Impact, Neighbourhood, Orphans
from rules.faults import AuditFault
from scraper.fetch import FetchReport
from tests.comprules.running import ROOT, run

TEXT = f"{SAMPLE}/editions/2009-07-11/sample.txt"
TABLE: tuple[tuple[str, Any, int], ...] = (
    ("fetch --all --from sample --archive new", FetchReport, 0),
    ("update --from sample --archive new --jobs 1", UpdateReport, 0),
    ("doctor --archive sample --jobs 1", tuple[HealthAnswer, ...], 0),
    (f"archive add {TEXT} --archive new", AdditionReport, 0),
    (f"parse {TEXT}", DocumentAnswer, 0),
    (f"identify {TEXT} --variants", Identification, 0),
    ("editions", tuple[EditionAnswer, ...], 0),
    ("show 702.40 --tree", RuleAnswer, 0),
    ("trace 702.40a", HistoryAnswer, 0),
    ("map 502.30 --from 2005-08-01", tuple[MoveAnswer, ...], 0),
    ("diff 2005-08-01 latest", ComparisonAnswer, 0),
    ("blame 702.40a", BlameAnswer, 0),
    ("terms", tuple[TermAnswer, ...], 0),
    ("refs", tuple[ReferenceAnswer, ...], 0),
    ("refs --as-of 2005-08-01 --to-edition 2009-07-11", tuple[ReferenceAnswer, ...], 0),
    ("refs --most-cited", tuple[ReferenceCount, ...], 0),
    ("refs 702.40a --through", tuple[ReferenceCount, ...], 0),
    ("refs 702.40 --near 1", Neighbourhood, 0),
    ("refs 702.40 --impact", Impact, 0),
    ("refs --orphans", Orphans, 0),
    ("refs --cycles", Cycles, 0),
    ("audit M10", tuple[AuditFault, ...], 1),
    ("search storm", tuple[SearchAnswer, ...], 0),
    ("search storm --changes", tuple[ChangeAnswer, ...], 0),
    ("list keywords", tuple[KeywordAnswer, ...], 0),
    ("list contents", tuple[ContentsAnswer, ...], 0),
    ("list codes", tuple[CodeAnswer, ...], 0),
    ("init trees --dry-run", InitAnswer, 0),
    ("check trees/java --show-citations", CheckAnswer, 1),
    ("explain 702.36e", NumberAnswer, 0),
    ("explain CR002", ExplainedCode, 0),
    ("upgrade trees/java", UpgradeAnswer, 0),
    ("coverage trees/java", Coverage, 0),
)


def has_option(name: str, option: str) -> bool:
    command = cli.get_command(click.Context(cli), name)
    assert command is not None
    return any(option in parameter.opts for parameter in command.params)


def test_every_command_with_json_has_a_row() -> None:
    assert [name for name in COMMANDS if has_option(name, "--json")] == list(
        dict.fromkeys(sorted((row[0].split()[0] for row in TABLE), key=list(COMMANDS).index))
    )


@pytest.mark.parametrize(("command_line", "answer", "status"), TABLE, ids=[row[0][:40] for row in TABLE])
def test_what_is_printed_fits_the_schema(
    command_line: str,
    answer: Any,
    status: int,
    base: Path,
    old_ledger: Path,
    workdir: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    shutil.copytree(SAMPLE, workdir / "sample")
    shutil.copytree(ROOT / "tests" / "trees", workdir / "trees")
    arguments = command_line.split()
    store = ["--db", str(base)] if has_option(arguments[0], "--db") else []
    if arguments[0] in {"archive", "update"}:
        monkeypatch.setenv("COMPRULES_LEDGER", str(old_ledger))
    result = run(*arguments, "--json", *store)
    assert result.exit_code == status, result.stderr
    printed = json.loads(result.stdout)
    assert printed
    schema = make_schema(answer)
    Draft202012Validator.check_schema(schema)
    assert [error.message for error in Draft202012Validator(schema).iter_errors(printed)] == []
