"""One document in an editor: its citations and findings, with offsets into its text."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from comprules.lint.config import find_config
from comprules.lint.plan import Asked, settings_of
from comprules.lint.scan import make_engine

if TYPE_CHECKING:
    from comprules.lint.findings import Finding
    from comprules.lint.scan import Engine, Settings
    from graph.citations.records import Citation
    from graph.ledger import Ledger

LARGEST = 4_000_000
"""Characters; larger documents are not analysed: nobody edits them by hand, and the editor would have to wait."""


@dataclass(frozen=True, slots=True)
class Analysis:
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
    """Checks documents; creates the engine for each configuration only once.

    Args:
        ledger: The ledger with the editions that configurations name.
    """

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger
        self._engines: dict[Settings, Engine] = {}

    def analyse(self, path: str, text: str) -> Analysis:
        """Find and judge the citations of a document.

        Args:
            path: Its path; the configuration is searched from there upwards.
            text: Its content, possibly unsaved.

        Raises:
            ConfigError: The applicable configuration cannot be read.
            PlanError: The configuration names an unknown edition or finding.
        """
        if len(text) > LARGEST:
            return Analysis(notice=f"not checked: more than {LARGEST // 1_000_000} million characters")
        engine = self._engine(path)
        checked = engine.check_bytes(path, text.encode("utf-8", "surrogatepass"))
        notice = "; ".join(notice_read.message for notice_read in checked.notices)
        citations = (
            () if notice else tuple(citation for citation in engine.find(text) if citation.form != "placeholder")
        )
        return Analysis(citations, checked.findings, notice)

    def _engine(self, path: str) -> Engine:
        folder = Path(path).parent
        config = find_config([str(folder if folder.is_dir() else Path.cwd())])
        settings = settings_of(Asked(), config, self._ledger)
        if settings not in self._engines:
            self._engines[settings] = make_engine(settings, self._ledger)
        return self._engines[settings]
