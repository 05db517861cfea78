"""The language server's features, for any editor that supports the protocol.

Requests for documents that were never opened, or for positions outside them, get an empty answer.
"""

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, BinaryIO, cast
from urllib.parse import unquote

from lsprotocol import types as lsp
from pygls.workspace import TextDocument

from comprules.lsp.completion import COMPLETION_OPTIONS, list_completions
from comprules.lsp.fixes import FIX_OPTIONS, list_fixes
from comprules.lsp.hover import answer_hover
from comprules.lsp.links import list_links
from comprules.lsp.messages import MessageError, MessageStream
from comprules.lsp.places import is_config, real_path_of
from comprules.lsp.rules_server import RulesServer


def make_server(db: Path | None = None, site: str = "") -> RulesServer:
    """Make a server; `serve` serves an editor with it.

    Args:
        db: The knowledge base; None for the default one, or the ledger if that does not exist.
        site: Address of the site to link to; empty for no links.

    Raises:
        StoreError: The named knowledge base does not exist, or is none.
        LedgerError: The ledger is damaged.
    """
    server = RulesServer(db, site)
    features: tuple[tuple[str, Any, Callable[..., Any]], ...] = (
        (lsp.TEXT_DOCUMENT_DID_OPEN, None, RulesServer.start_first_pass),
        (lsp.TEXT_DOCUMENT_DID_CHANGE, None, RulesServer.start_pass),
        (lsp.TEXT_DOCUMENT_DID_SAVE, None, _use_saved),
        (lsp.TEXT_DOCUMENT_HOVER, None, answer_hover),
        (lsp.TEXT_DOCUMENT_COMPLETION, COMPLETION_OPTIONS, list_completions),
    )
    analysed: tuple[tuple[str, Any, Callable[..., Any]], ...] = (
        (lsp.TEXT_DOCUMENT_CODE_ACTION, FIX_OPTIONS, list_fixes),
        (lsp.TEXT_DOCUMENT_DOCUMENT_LINK, None, list_links),
    )
    for feature, options, answer in features:
        server.feature(feature, options)(_for_open_documents(answer))
    for feature, options, answer in analysed:
        server.feature(feature, options)(_for_analysed_documents(answer))

    server.feature(lsp.INITIALIZE)(_use_editor_lines)
    server.feature(lsp.TEXT_DOCUMENT_DID_CLOSE)(_close_document)
    return server


def _for_open_documents(answer: Callable[..., Any]) -> Callable[[RulesServer, Any], Any]:
    """Return the handler of a request about a document; a document that is not open gets no answer.

    Args:
        answer: Takes the server, the document and the parameters of the request.
    """

    def handle(ls: RulesServer, params: Any) -> Any:
        # Editors escape addresses differently; the library keeps documents by the address without escapes.
        document = ls.workspace.text_documents.get(unquote(params.text_document.uri))
        if document is None:
            return None
        return answer(ls, document, params)

    return handle


def _for_analysed_documents(answer: Callable[..., Any]) -> Callable[[RulesServer, Any], Any]:
    """Return the handler of a request that is answered once the pass over its document is done.

    Args:
        answer: Takes the server, the document, the result of the pass and the parameters of the request.
    """

    async def handle(ls: RulesServer, params: Any) -> Any:
        uri = unquote(params.text_document.uri)
        analysis = await ls.passes.wait_for_result(uri)
        document = ls.workspace.text_documents.get(uri)
        if document is None or analysis is None:
            return None
        return answer(ls, document, analysis, params)

    return handle


def _use_editor_lines(server: RulesServer, _params: lsp.InitializeParams) -> None:
    """Replace the workspace, which the library makes, by one whose documents are divided as the editor does."""
    server.protocol.use_editor_workspace()


def _use_saved(server: RulesServer, document: TextDocument, _params: lsp.DidSaveTextDocumentParams) -> None:
    """Check a saved document again: editors that save all files save its configuration, too."""
    server.offers.forget(unquote(document.uri))
    server.start_pass(document)


def _close_document(server: RulesServer, params: lsp.DidCloseTextDocumentParams) -> None:
    """Take the findings of a closed document away; if it is a configuration, the one on the disk counts again."""
    uri = params.text_document.uri
    server.passes.abandon(unquote(uri))
    server.offers.forget(unquote(uri))
    if is_config(uri):
        server.offers.forget_file(real_path_of(TextDocument(uri)))
        # The findings of every open document may depend on the configuration.
        for document in server.workspace.text_documents.values():
            server.start_pass(document)
    server.text_document_publish_diagnostics(lsp.PublishDiagnosticsParams(uri, diagnostics=[]))


def serve(server: RulesServer) -> None:
    """Serve an editor on standard input and output, until it ends.

    Raises:
        MessageError: The editor sent something that is no message; it has been answered.
    """
    stream = MessageStream(sys.stdin.buffer)
    try:
        server.start_io(cast("BinaryIO", stream))
    finally:
        server.passes.stop()
    if stream.problem is not None:
        server.protocol.refuse(None, lsp.ErrorCodes.ParseError, stream.problem)
        raise MessageError(f"{stream.problem}; start the server again")
