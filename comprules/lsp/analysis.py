"""One document in an editor: its citations and findings, with offsets into its text."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from msgspec import Struct

from comprules.lint.config import CheckOptions, FoundConfig, find_config, settings_of
from comprules.lint.files import LEFT_OUT
from comprules.lint.findings import Finding
from comprules.lint.linter import Linter
from comprules.lint.upgrading import UpgradeOptions, UpgradePlan, plan_files
from graph.citations.records import Citation
from graph.ledger import Ledger

LARGEST = 4_000_000
"""Characters; larger documents are not analysed: nobody edits them by hand, and the editor would have to wait."""


class Analysis(Struct, frozen=True):
    """The result of analysing a document.

    Attributes:
        citations: All citations, by place.
        findings: The findings about them, by place.
        notice: Why the document was not checked; empty if it was.
    """

    citations: tuple[Citation, ...] = ()
    findings: tuple[Finding, ...] = ()
    notice: str = ""

    def citation_at(self, offset: int) -> Citation | None:
        """Return the citation that contains the character at an offset, or ends there."""
        return next((citation for citation in self.citations if citation.start <= offset <= citation.end), None)


class Analyser:
    """Checks documents; makes the linter for each configuration only once.

    Args:
        ledger: The ledger with the editions that configurations name.
    """

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger
        self._linter = cache(lambda settings: Linter(settings, ledger))

    def analyse(self, path: str, text: str) -> Analysis:
        """Find and judge the citations of a document.

        Args:
            path: Its path; the configuration is searched from there upwards.
            text: Its content, possibly unsaved.

        Raises:
            ConfigError: The applicable configuration cannot be read, or names an unknown edition or finding.
        """
        if len(text) > LARGEST:
            return Analysis(notice=f"not checked: more than {LARGEST // 1_000_000} million characters")
        linter, found = self._open(path)
        if not found.selection().takes(path):
            return Analysis(notice=LEFT_OUT)
        scanned = linter.scan_bytes(path, text.encode("utf-8", "surrogatepass"))
        checked = linter.check(scanned)
        notice = "; ".join(notice_read.message for notice_read in checked.notices)
        return Analysis(scanned.citations, checked.findings, notice)

    def plan(self, path: str, text: str) -> UpgradePlan:
        """Return what mends a document together with its declaration; takes the arguments of `analyse`.

        Raises:
            ComprulesError: It cannot be upgraded; the message says why.
        """
        linter, found = self._open(path)
        scanned = linter.scan_bytes(path, text.encode("utf-8", "surrogatepass"))
        return plan_files(linter, UpgradeOptions(), found, [path], [scanned])

    def _open(self, path: str) -> tuple[Linter, FoundConfig]:
        folder = Path(path).parent
        found = find_config([str(folder if folder.is_dir() else Path.cwd())])
        return self._linter(settings_of(CheckOptions(), found, self._ledger)), found
