"""The survey of one tree.

The tree is dated as `comprules init` would date it, and judged as if that edition were declared; its own configuration
is not read.
"""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from datetime import date
from pathlib import Path

from msgspec import structs

from comprules.lint.check import cites_rules
from comprules.lint.config import UNKNOWN, FoundConfig
from comprules.lint.counted_rules import find_rules
from comprules.lint.dating import collect_tree_facts, declare
from comprules.lint.estimates import name_edition
from comprules.lint.linter import Linter
from comprules.lint.scan import ScannedFile
from comprules.lint.settings import Settings, settings_of
from comprules.survey.rows import SurveyRow
from graph.citations.date import date_files
from graph.citations.records import Meaning
from graph.ledger import Ledger

_ROOT = Path("/comprules-survey")
"""The folder that all trees are taken to be in. It does not exist, so no link on this machine counts."""
_LONGEST_ERROR = 200
"""Maximum number of characters of an error in a row, which may quote a whole file."""


class Surveyor:
    """Surveys trees, one after the other.

    Args:
        ledger: The ledger by which numbers are judged.
    """

    def __init__(self, ledger: Ledger) -> None:
        self._settings = settings_of(FoundConfig(root=_ROOT), ledger)
        self._linter = Linter(self._settings, ledger)

    def survey(self, tree: str, files: Iterable[tuple[str, bytes]]) -> list[SurveyRow]:
        """Return the rows of a tree, in the order of its paths and of their text; never fails.

        Args:
            tree: The name of the tree.
            files: Path, relative to the tree, and content of each file.

        Returns:
            At least one row: that of a tree that cites nothing has neither a path nor an error.
        """
        rows: list[SurveyRow] = []
        scanned: dict[str, ScannedFile] = {}
        with _noting_errors(rows, tree):
            for path, data in files:
                with _noting_errors(rows, tree, path):
                    file = self._linter.scanner.scan_bytes(str(self._settings.root / path), data, named=False)
                    if file.citations:
                        # Rows need only the text. All files of a tree are in memory, so their bytes are dropped.
                        scanned[path] = structs.replace(file, data=b"")
            # The edition of a file follows from all files, so no file is judged before all are read.
            settings = self._date(scanned)
            for path, file in scanned.items():
                with _noting_errors(rows, tree, path):
                    rows += self._list_rows(tree, path, file, settings.base_of(file.path))
        if not rows:
            return [SurveyRow(tree)]
        rows.sort(key=lambda row: (row.path or "", row.line or 0, row.column or 0))
        return [structs.replace(row, position=position) for position, row in enumerate(rows)]

    def _list_rows(self, tree: str, path: str, file: ScannedFile, base: str | None) -> list[SurveyRow]:
        """Return the rows of a file.

        Args:
            tree: The name of the tree.
            path: The path of the file, relative to the tree.
            file: The file with its citations.
            base: The edition that the file was written for; None if that is unknown.
        """
        rows: list[SurveyRow] = []
        meanings_of_each = self._linter.judge.meanings(file.citations, base)
        for citation, meanings in zip(file.citations, meanings_of_each, strict=True):
            line, column = file.place(citation.start)
            for meaning in meanings:
                row = SurveyRow(tree=tree, path=path, line=line, column=column)
                rows.append(self._fill_row(row, meaning, base))
        return rows

    def _fill_row(self, row: SurveyRow, meaning: Meaning, base: str | None) -> SurveyRow:
        """Return a row with the number of a citation, where its rule is today, and the finding about it."""
        edition = meaning.edition or base
        row = structs.replace(
            row,
            number=meaning.number,
            edition=None if edition is None else date.fromisoformat(edition),
            rules=list(find_rules(self._linter.history, meaning, self._settings.target)),
        )
        fault = meaning.fault
        if fault is None or fault.code not in self._settings.codes:
            return row
        return structs.replace(row, code=fault.code, suggestion=", ".join(fault.suggestions) or None)

    def _date(self, scanned: Mapping[str, ScannedFile]) -> Settings:
        """Return settings that declare the editions of a tree, as far as they are known.

        Args:
            scanned: The files with citations, by path.
        """
        unstamped = [
            (path, citation) for path, file in scanned.items() for citation in file.citations if citation.stamp is None
        ]
        if not cites_rules(citation for _, citation in unstamped):
            return self._settings
        dated = date_files(collect_tree_facts(unstamped, self._linter.judge), self._linter.history.calendar.editions)
        # Only the editions of the declaration are used, not the counts that it has from `cited`.
        declaration = declare(dated, cited={}, inside=["."], cites_rules=True)
        editions = {
            pattern: None if declared == UNKNOWN else name_edition(declared)
            for pattern, declared in declaration.patterns.items()
        }
        edition = declaration.edition and name_edition(declaration.edition)
        return structs.replace(self._settings, edition=edition, editions=tuple(editions.items()))


@contextmanager
def _noting_errors(rows: list[SurveyRow], tree: str, path: str | None = None) -> Iterator[None]:
    """Add a row about an error, as one short line, so that everything else is still surveyed."""
    try:
        yield
    except Exception as error:  # noqa: BLE001 - a bad tree never ends the survey
        message = f"{type(error).__name__}: {error}"[:_LONGEST_ERROR]
        rows.append(SurveyRow(tree, path=path, error=message))
