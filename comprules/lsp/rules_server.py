"""The documents that an editor has open, with their citations and findings.

Citations and findings are kept for each document, with offsets into its text.
"""

from collections.abc import Callable, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from lsprotocol import types as lsp
from msgspec import structs
from pygls.exceptions import JsonRpcException
from pygls.lsp.server import LanguageServer
from pygls.workspace import TextDocument

from comprules.facts import open_facts
from comprules.lint.cache import open_cache
from comprules.lint.notices import Notice
from comprules.lint.records import Checked
from comprules.lsp.analysis import DocumentState, analyse
from comprules.lsp.diagnostics import make_diagnostic
from comprules.lsp.messages import RefusingProtocol
from comprules.lsp.offers import UpgradeOffers
from comprules.lsp.passes import PAUSE, Passes
from comprules.lsp.places import is_config, path_of, real_path_of
from comprules.printable import printable
from graph.citations.find.finder import find_citations
from graph.citations.records import Citation
from graph.history import History
from graph.ledger import open_ledger
from rules.errors import ComprulesError
from rules.keys import is_entry
from rules.numbers import is_number
from rules.version import own_version

_AROUND = 2_000
"""Characters before and after a place in which citations are searched before a pass is done: more than the words
that a citation depends on."""


class RulesServer(LanguageServer):
    """A language server with the facts for its answers.

    Args:
        db: The knowledge base; None for the default one, or the ledger if that does not exist.
        site: Address of the site to link to; empty for no links.
    """

    protocol: RefusingProtocol

    def __init__(self, db: Path | None, site: str) -> None:
        super().__init__("comprules", own_version(), protocol_cls=RefusingProtocol)
        self.facts = open_facts(db)
        self.site = site
        self.ledger = open_ledger()
        self.passes: Passes[DocumentState, Checked] = Passes(self._analyse, self._publish)
        self.offers = UpgradeOffers()
        self._cache = open_cache()
        self._citing: set[str] = set()

    def report_server_error(self, error: Exception, source: Any) -> None:
        """Report an error to the editor; a message that is no JSON has no id, so its answer has none."""
        if isinstance(error, ValueError | RecursionError) and source is JsonRpcException:
            self.protocol.refuse(None, lsp.ErrorCodes.ParseError, f"invalid JSON: {error}")
        super().report_server_error(error, source)

    def start_pass(self, document: TextDocument, _params: Any = None, *, is_new: bool = False) -> None:
        """Start a pass over a document that has changed; over all open documents if it is a configuration.

        Args:
            document: The document.
            _params: The parameters of a request, which the library gives to every handler; not needed here.
            is_new: Whether the document was just opened. Then nobody is typing, so the pass begins without a pause.
        """
        self.offers.notice_text(unquote(document.uri), document.source)
        documents = [document]
        if is_config(document.uri):
            documents = list(self.workspace.text_documents.values())
        buffers = self.list_buffers()
        for started in documents:
            state = DocumentState(
                started.uri, path_of(started), started.version, started.source, buffers, is_new=is_new
            )
            self.passes.start(unquote(started.uri), state, 0 if is_new else PAUSE)

    def start_first_pass(self, document: TextDocument, params: Any) -> None:
        """Start a pass over a document that was opened, without a pause."""
        self.start_pass(document, params, is_new=True)

    def list_buffers(self) -> dict[Path, bytes]:
        """Return the configurations that are open in the editor, by their real paths, with their content."""
        buffers = dict(self.offers.list_unsaved())
        for document in self.workspace.text_documents.values():
            if is_config(document.uri):
                buffers[real_path_of(document)] = document.source.encode("utf-8", "surrogatepass")
        return buffers

    def find_cited(self, document: TextDocument, offset: int) -> Sequence[Citation]:
        """Return the citations near an offset of a document, with their offsets in the document.

        After a pass, these are all citations of the document; before one, those of the text around the offset.
        """
        uri = unquote(document.uri)
        analysis = self.passes.find_result(uri)
        if analysis is not None:
            return analysis.cited
        text = document.source
        start = _find_start(text, offset)
        # Where the last pass found citations, bare numbers are citations; otherwise the words around them decide.
        found = find_citations(text[start : offset + _AROUND], cites_rules=uri in self._citing or None)
        return [structs.replace(citation, start=citation.start + start, end=citation.end + start) for citation in found]

    def _analyse(self, state: DocumentState, proceed: Callable[[], None]) -> Checked:
        try:
            return analyse(self.ledger, state, self._cache, proceed)
        except ComprulesError as error:
            return Checked(notices=(Notice(state.uri, "configuration", printable(str(error))),))

    def _publish(self, state: DocumentState, analysis: Checked) -> None:
        """Send the findings of a document to the editor."""
        uri = unquote(state.uri)
        document = self.workspace.text_documents.get(uri)
        if document is None:
            return
        self._citing.discard(uri)
        if analysis.citations:
            self._citing.add(uri)
        if analysis.notices:
            text = f"{document.filename or document.uri}: {'; '.join(each.message for each in analysis.notices)}"
            self.window_log_message(lsp.LogMessageParams(lsp.MessageType.Warning, text))
        lines = document.lines
        diagnostics = [make_diagnostic(document, lines, finding) for finding in analysis.findings]
        self.text_document_publish_diagnostics(
            lsp.PublishDiagnosticsParams(uri=document.uri, version=state.version, diagnostics=diagnostics)
        )

    @cached_property
    def headings(self) -> dict[str, str]:
        """Return the numbers of the newest edition, each with its heading or that of the rule above, else empty."""
        latest = self.ledger.resolve("latest")
        keys = (key for key in self.ledger.lineages(latest) if not is_entry(key) and is_number(key))
        history = History(self.ledger)
        headings: dict[str, str] = {}
        for key in keys:
            shown = history.titles.shown(latest, key)
            title = ""
            if shown is not None:
                title, _ = shown
            headings[key] = title
        return headings


def _find_start(text: str, offset: int) -> int:
    """Return the offset from which citations near another offset are searched.

    It is the beginning of a line, unless that is far away, as in a file that is one long line.
    """
    earliest = max(0, offset - _AROUND)
    limit = max(0, earliest - _AROUND)
    line_end = text.rfind("\n", limit, earliest)
    if line_end >= 0 or limit == 0:
        return line_end + 1
    return max(earliest, text.find(" ", earliest, offset) + 1)
