"""What a survey says of one tree: a row for each number that it cites.

The rows follow from the name of the tree and the paths and bytes of its files alone, so that a survey gives the same
rows on one machine and on many. The tree is dated as `comprules init` does it, and judged as if that were declared; its
own configuration is not read.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from itertools import chain
from pathlib import Path

from msgspec import Struct, structs

from comprules.lint.config import UNKNOWN, FoundConfig, Options, Settings, settings_of
from comprules.lint.coverage import find_rules
from comprules.lint.dating import collect_file_facts, declare
from comprules.lint.linter import Linter, ScannedFile, cites_rules
from graph.citations.date import date_files
from graph.export.tables import Column
from graph.ledger import open_ledger

_ROOT = Path("/comprules-survey")
"""The folder that patterns of paths are relative to; it does not exist, so no link on this machine counts."""


ROW_ABOUT = "One row a number that a tree cites; one row, without a path, for a tree that cites nothing or failed."
ROW_COLUMNS = (
    Column("tree", str, "the tree: its folder, or the name of its repository"),
    Column("position", int, "order within the tree, from 0"),
    Column("path", str, "the file, relative to the tree", nullable=True),
    Column("line", int, "line of the citation, from 1", nullable=True),
    Column("column", int, "its first character, from 1", nullable=True),
    Column("number", str, "the number in full; a range has a row for each printed one", nullable=True),
    Column("edition", date, "the edition it was written for; null if that is unknown", nullable=True),
    Column("rules", list, "where its rule is in the newest edition; empty if wrong or gone"),
    Column("code", str, "code of the finding about it; null if none", nullable=True),
    Column("suggestion", str, "the number that was probably meant", nullable=True),
    Column("error", str, "why the tree or file could not be surveyed", nullable=True),
)
"""The columns of a survey's table, and what the fields of its rows are."""


class SurveyRow(Struct, frozen=True):
    """A row of a survey; `ROW_COLUMNS` says what each field is."""

    tree: str
    position: int = 0
    path: str | None = None
    line: int | None = None
    column: int | None = None
    number: str | None = None
    edition: date | None = None
    rules: list[str] = []
    code: str | None = None
    suggestion: str | None = None
    error: str | None = None


class Surveyor:
    """Surveys trees, one after the other; opens the ledger once."""

    def __init__(self) -> None:
        ledger = open_ledger()
        settings = settings_of(Options(), FoundConfig(root=_ROOT), ledger)
        self._settings = structs.replace(settings, root=_ROOT)
        self._linter = Linter(self._settings, ledger)

    def survey(self, tree: str, files: Iterable[tuple[str, bytes]]) -> list[SurveyRow]:
        """Return the rows of a tree, in the order of its paths and of their text; never fails.

        Args:
            tree: Its name.
            files: Path, relative to the tree, and content of each file.
        """
        try:
            scanned, failed = self._scan(tree, files)
            rows = [*failed, *self._judge(tree, scanned)]
        except Exception as error:  # noqa: BLE001 - a bad tree never ends the survey
            rows = [SurveyRow(tree, error=describe_error(error))]
        rows.sort(key=lambda row: (row.path or "", row.line or 0, row.column or 0))
        return [structs.replace(row, position=position) for position, row in enumerate(rows)] or [SurveyRow(tree)]

    def _scan(self, tree: str, files: Iterable[tuple[str, bytes]]) -> tuple[dict[str, ScannedFile], list[SurveyRow]]:
        """Return the files with citations, and a row for each that failed."""
        scanned: dict[str, ScannedFile] = {}
        failed: list[SurveyRow] = []
        for path, data in files:
            try:
                file = self._linter.scan_bytes(str(_ROOT / path), data, named=False)
            except Exception as error:  # noqa: BLE001 - the other files are still surveyed
                failed.append(SurveyRow(tree, path=path, error=describe_error(error)))
                continue
            if file.citations:
                scanned[path] = structs.replace(file, data=b"")
        return scanned, failed

    def _judge(self, tree: str, scanned: dict[str, ScannedFile]) -> Iterator[SurveyRow]:
        """Yield the rows of the files of a tree."""
        settings = self._date(scanned)
        for path, file in scanned.items():
            try:
                yield from self._list_rows(tree, path, file, settings.base_of(file.path))
            except Exception as error:  # noqa: BLE001 - the other files are still surveyed
                yield SurveyRow(tree, path=path, error=describe_error(error))

    def _list_rows(self, tree: str, path: str, file: ScannedFile, base: str | None) -> Sequence[SurveyRow]:
        history, settings = self._linter.history, self._settings
        rows = []
        for citation, meanings in zip(file.citations, self._linter.judge.meanings(file.citations, base), strict=True):
            line, column = file.place(citation.start)
            for meaning in meanings:
                edition = meaning.edition or base
                fault = meaning.fault if meaning.fault and meaning.fault.code in settings.codes else None
                rows.append(
                    SurveyRow(
                        tree=tree,
                        path=path,
                        line=line,
                        column=column,
                        number=meaning.number,
                        edition=date.fromisoformat(edition) if edition else None,
                        rules=list(find_rules(history, meaning, settings.target)),
                        code=fault.code if fault else None,
                        suggestion=", ".join(fault.suggestions) or None if fault else None,
                    )
                )
        return rows

    def _date(self, scanned: dict[str, ScannedFile]) -> Settings:
        """Return settings that declare the editions of a tree, as far as they are known."""
        linter = self._linter
        unstamped = {
            path: [citation for citation in file.citations if citation.stamp is None] for path, file in scanned.items()
        }
        if not cites_rules(chain.from_iterable(unstamped.values())):
            return self._settings
        facts = {path: collect_file_facts(linter.judge, citations) for path, citations in unstamped.items()}
        dated = date_files(facts, linter.history.editions)
        counts = {path: len(citations) for path, citations in unstamped.items()}
        declaration = declare(dated, counts, ["."], cites_rules=False)
        editions = tuple(
            (pattern, None if edition == UNKNOWN else edition) for pattern, edition in declaration.patterns.items()
        )
        return structs.replace(self._settings, edition=declaration.edition, editions=editions)


def describe_error(error: BaseException) -> str:
    """Return an error as one short line."""
    return f"{type(error).__name__}: {error}"[:200]
