"""The language server's features, for any editor that supports the protocol.

Requests for documents that were never opened, or for positions outside them, get an empty answer.
Of a document what was found in it is kept, with offsets into its text.
"""

import os
import re
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any, BinaryIO, cast
from urllib.parse import quote, unquote

import msgspec
from lsprotocol import types as lsp
from msgspec import structs
from pygls.exceptions import JsonRpcException
from pygls.lsp.server import LanguageServer
from pygls.uris import from_fs_path, to_fs_path
from pygls.workspace import TextDocument

from comprules.facts import open_facts
from comprules.lint.cache import ResultCache, open_cache
from comprules.lint.cache_keys import ResultKeys
from comprules.lint.declaration import new_config
from comprules.lint.linter import Linter, Linters, shared_linter
from comprules.lint.names import OWN_FILE, SHARED_FILE
from comprules.lint.nearest import TreeSettings
from comprules.lint.notices import Notice, left_out
from comprules.lint.read import File
from comprules.lint.records import Checked, Finding, PlacedCitation
from comprules.lint.reuse import Reuse, pays
from comprules.lint.upgrading import Upgrade
from comprules.lsp.messages import MessageError, MessageStream, RefusingProtocol
from comprules.lsp.passes import PAUSE, Passes
from comprules.meanings import find_meaning
from comprules.printable import printable
from graph.answers.rule import MeaningAnswer
from graph.citations.find.finder import find_citations
from graph.citations.records import Citation
from graph.history import History
from graph.ledger import Ledger, open_ledger
from rules.errors import ComprulesError, NotFound
from rules.numbers import is_number, is_term, key_of_rule
from rules.version import own_version

LARGEST = 4_000_000
"""Characters; larger documents are not analysed: nobody edits them by hand, and the editor would have to wait."""


_ANNOUNCED = re.compile(
    r"(?:\bCR|\brules?|\bcomp(?:rehensive)? rules?)[ \t#:.]*(?P<typed>\d[\w.]{0,8})?$", re.IGNORECASE
)
"""Text before the caret after which a number can be completed."""
_AROUND = 2_000
"""Characters before and after a place in which citations are searched before a pass is done."""
_MOST = 200
"""Maximum number of completions; typing more narrows them."""
_QUICK = lsp.CodeActionKind.QuickFix
_SEVERITIES = {
    "error": lsp.DiagnosticSeverity.Error,
    "warning": lsp.DiagnosticSeverity.Warning,
    "note": lsp.DiagnosticSeverity.Information,
}


class DocumentState(msgspec.Struct, frozen=True):
    """A document as it is at a moment.

    Attributes:
        uri: Its address, as the editor writes it.
        path: Its path; the configuration is searched from there upwards.
        version: Its version; None if the editor does not count them.
        text: Its content, possibly unsaved.
        buffers: The configurations that are open in the editor, with their content.
        is_new: Whether it was just opened, so that its findings are worth remembering.
    """

    uri: str
    path: str
    version: int | None
    text: str
    buffers: Mapping[Path, bytes]
    is_new: bool = False


def analyse(
    ledger: Ledger, state: DocumentState, cache: ResultCache | None = None, proceed: Callable[[], None] = lambda: None
) -> Checked:
    """Find and judge the citations of a document.

    Args:
        ledger: The ledger with the editions that configurations name.
        state: The document.
        cache: The results of earlier runs; None to use none.
        proceed: Called before each citation; it ends the work by an error that is no `Exception`.

    Raises:
        ConfigError: The applicable configuration cannot be read, or names an unknown edition or finding.
    """
    path = state.path
    if len(state.text) > LARGEST:
        return Checked(
            notices=(Notice(path, "size", f"not checked: more than {LARGEST // 1_000_000} million characters"),)
        )
    linter, _ = _open_linter(ledger, path, state.buffers)
    if not linter.settings.takes(path):
        return Checked(notices=(left_out(path),))
    data = state.text.encode("utf-8", "surrogatepass")
    if cache is None or not pays([File(path, len(data))]):
        return linter.check(linter.scan_bytes(path, data), proceed)
    reuse: Reuse[Checked] = Reuse(
        cache, ResultKeys("check", ledger), Checked, is_lasting=lambda result: not result.internal_errors
    )
    return reuse.use_for_bytes(
        linter.settings,
        path,
        data,
        lambda: linter.check(linter.scan_bytes(path, data), proceed),
        remember=state.is_new,
    )


def _open_linter(ledger: Ledger, path: str, buffers: Mapping[Path, bytes]) -> tuple[Linter, TreeSettings]:
    folder = os.path.dirname(path)  # noqa: PTH120
    is_known = os.path.isdir(folder)  # noqa: PTH112 - never raises
    tree = TreeSettings([folder if is_known else os.getcwd()], ledger, buffers=buffers)  # noqa: PTH109
    tree = tree.with_settings(keep_citations=True)
    return shared_linter(tree.of_file(path) if is_known else tree.main, ledger), tree


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
        self._cache = open_cache()
        self._citing: set[str] = set()

    def report_server_error(self, error: Exception, source: Any) -> None:
        """Tell the editor of an error; a message that is no JSON has no id, and is answered without."""
        if isinstance(error, ValueError | RecursionError) and source is JsonRpcException:
            self.protocol.refuse(None, lsp.ErrorCodes.ParseError, f"invalid JSON: {error}")
        super().report_server_error(error, source)

    def start_pass(self, document: TextDocument, _params: Any, pause: float = PAUSE) -> None:
        """Begin a pass over a document that has changed; over all open documents if it is a configuration."""
        documents = [document]
        if _is_config(document):
            documents = list(self.workspace.text_documents.values())
        buffers = self.list_buffers()
        for started in documents:
            state = DocumentState(
                started.uri, path_of(started), started.version, started.source, buffers, is_new=pause == 0
            )
            self.passes.start(unquote(started.uri), state, pause)

    def start_first_pass(self, document: TextDocument, params: Any) -> None:
        """Begin a pass over a document that was opened, at once."""
        self.start_pass(document, params, 0)

    def list_buffers(self) -> dict[Path, bytes]:
        """Return the configurations that are open in the editor, by their real paths, with their content."""
        buffers: dict[Path, bytes] = {}
        for document in self.workspace.text_documents.values():
            if _is_config(document):
                folder, name = os.path.split(path_of(document))
                buffers[Path(os.path.realpath(folder), name)] = document.source.encode("utf-8", "surrogatepass")
        return buffers

    def find_cited(self, document: TextDocument, offset: int) -> Sequence[Citation]:
        """Return the citations around a place; until the pass over a document is done, those of the text around it."""
        key = unquote(document.uri)
        analysis = self.passes.find_result(key)
        if analysis is not None:
            return analysis.cited
        text = document.source
        low = text.rfind("\n", 0, max(0, offset - _AROUND)) + 1
        found = find_citations(text[low : offset + _AROUND], cites_rules=key in self._citing or None)
        return [structs.replace(citation, start=citation.start + low, end=citation.end + low) for citation in found]

    def _analyse(self, state: DocumentState, proceed: Callable[[], None]) -> Checked:
        try:
            return analyse(self.ledger, state, self._cache, proceed)
        except ComprulesError as error:
            return Checked(notices=(Notice(state.uri, "configuration", printable(str(error))),))

    def _publish(self, state: DocumentState, analysis: Checked) -> None:
        """Send the findings of a document to the editor."""
        key = unquote(state.uri)
        document = self.workspace.text_documents.get(key)
        if document is None:
            return
        self._citing.discard(key)
        if analysis.citations:
            self._citing.add(key)
        if analysis.notices:
            text = f"{document.filename or document.uri}: {'; '.join(each.message for each in analysis.notices)}"
            self.window_log_message(lsp.LogMessageParams(lsp.MessageType.Warning, text))
        lines = document.lines
        diagnostics = [_make_diagnostic(document, lines, finding) for finding in analysis.findings]
        self.text_document_publish_diagnostics(
            lsp.PublishDiagnosticsParams(uri=document.uri, version=state.version, diagnostics=diagnostics)
        )

    @cached_property
    def headings(self) -> dict[str, str]:
        """Return the numbers of the newest edition, each with its own or its rule's heading."""
        latest = self.ledger.resolve("latest")
        keys = (key for key in self.ledger.lineages(latest) if not is_term(key) and is_number(key))
        history = History(self.ledger)
        return {key: (history.shown_title(latest, key) or ("",))[0] for key in keys}


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
        (lsp.TEXT_DOCUMENT_HOVER, None, _hover),
        (lsp.TEXT_DOCUMENT_COMPLETION, lsp.CompletionOptions(trigger_characters=[" ", "."]), _list_completions),
    )
    analysed: tuple[tuple[str, Any, Callable[..., Any]], ...] = (
        (lsp.TEXT_DOCUMENT_CODE_ACTION, lsp.CodeActionOptions(code_action_kinds=[_QUICK]), _list_fixes),
        (lsp.TEXT_DOCUMENT_DOCUMENT_LINK, None, _list_links),
    )
    for feature, options, answer in features:
        server.feature(feature, options)(_for_open_documents(answer))
    for feature, options, answer in analysed:
        server.feature(feature, options)(_for_analysed_documents(answer))

    @server.feature(lsp.TEXT_DOCUMENT_DID_CLOSE)
    def on_close(params: lsp.DidCloseTextDocumentParams) -> None:
        server.passes.abandon(unquote(params.text_document.uri))
        if _is_config_name(params.text_document.uri):
            for document in server.workspace.text_documents.values():
                server.start_pass(document, params)
        server.text_document_publish_diagnostics(lsp.PublishDiagnosticsParams(params.text_document.uri, diagnostics=[]))

    return server


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


def path_of(document: TextDocument) -> str:
    """Return the path of a document; one that is no file has its address in place of a path."""
    path = to_fs_path(document.uri) or document.uri
    return path.replace("\0", "\ufffd")  # no path has a NUL


def _for_open_documents(answer: Callable[..., Any]) -> Callable[[RulesServer, Any], Any]:
    """Return the handler of a request about a document; files that were never opened are not read, and get no answer.

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
        key = unquote(params.text_document.uri)
        analysis = await ls.passes.wait_for_result(key)
        document = ls.workspace.text_documents.get(key)
        if document is None or analysis is None:
            return None
        return answer(ls, document, analysis, params)

    return handle


def _is_config(document: TextDocument) -> bool:
    """Return whether a document is a configuration."""
    return _is_config_name(document.uri)


def _is_config_name(uri: str) -> bool:
    return unquote(uri).rpartition("/")[2] in {OWN_FILE, SHARED_FILE}


def _make_diagnostic(document: TextDocument, lines: Sequence[str], finding: Finding) -> lsp.Diagnostic:
    return lsp.Diagnostic(
        range=_span_of(document, lines, finding),
        message=printable(finding.message),
        severity=_SEVERITIES[finding.severity],
        code=finding.code,
        source="comprules",
        data={"replacement": finding.replacement, "marked": finding.marked},
    )


def _hover(server: RulesServer, document: TextDocument, params: lsp.HoverParams) -> lsp.Hover | None:
    offset = document.offset_at_position(params.position)
    cited = server.find_cited(document, offset)
    citation = next((citation for citation in cited if citation.start <= offset <= citation.end), None)
    if citation is None or not citation.numbers:
        return None
    lines = []
    for number in citation.numbers[:3]:
        try:
            lines.append(_format_hover(find_meaning(server.facts, number, site=server.site)))
        except NotFound as error:
            lines.append(_escape_markdown(str(error)))
    content = lsp.MarkupContent(lsp.MarkupKind.Markdown, "\n\n---\n\n".join(lines))
    return lsp.Hover(content, _range_of(document, citation))


def _format_hover(meaning: MeaningAnswer) -> str:
    title = ""
    if meaning.title:
        title = f" {_escape_markdown(meaning.title)}"
    lines = [f"**{_escape_markdown(key_of_rule(meaning.number, meaning.ordinal))}**{title}"]
    if meaning.text and meaning.text != meaning.heading:
        lines.append(_escape_markdown(meaning.text))
    standing = _escape_markdown(meaning.standing)
    lines.append(f"[{standing}](<{meaning.link}>)" if meaning.link else f"*{standing}*")
    return "\n\n".join(lines)


def _escape_markdown(text: str) -> str:
    """Escape the characters that Markdown treats as markup, so that the text of rules is shown literally."""
    return re.sub(r"([\\`*_{}\[\]<>#|~])", r"\\\1", printable(text))


def _list_fixes(
    server: RulesServer, document: TextDocument, analysis: Checked, params: lsp.CodeActionParams
) -> list[lsp.CodeAction]:
    actions = []
    by_file = []
    lines = document.lines
    for finding in analysis.findings:
        diagnostic = _make_diagnostic(document, lines, finding)
        if diagnostic.range.end < params.range.start or params.range.end < diagnostic.range.start:
            continue
        if finding.replacement is not None:
            edit = lsp.WorkspaceEdit(changes={document.uri: [lsp.TextEdit(diagnostic.range, finding.replacement)]})
            actions.append(_make_action(f"Replace {finding.marked} by {finding.replacement}", [diagnostic], edit))
        elif finding.fix == "file":
            by_file.append(diagnostic)
    if by_file and (upgrade := _upgrade(server, document)) is not None:
        actions.append(_make_action("Upgrade this file and declare it", by_file, upgrade))
    return actions


def _make_action(title: str, diagnostics: list[lsp.Diagnostic], edit: lsp.WorkspaceEdit) -> lsp.CodeAction:
    return lsp.CodeAction(title, kind=_QUICK, diagnostics=diagnostics, edit=edit, is_preferred=True)


def _upgrade(server: RulesServer, document: TextDocument) -> lsp.WorkspaceEdit | None:
    """Return the edits that renumber a whole document and declare its new edition; None if that cannot be done."""
    path = path_of(document)
    try:
        linter, tree = _open_linter(server.ledger, path, server.list_buffers())
        scanned = linter.scan_bytes(path, document.source.encode("utf-8", "surrogatepass"))
        plan = Upgrade(Linters(tree, server.ledger), tree, [path], lambda _path: new_config([path]))
        plan.add(scanned)
        plan.declare()
    except ComprulesError:
        return None
    changes: list[lsp.TextDocumentEdit | lsp.CreateFile | lsp.RenameFile | lsp.DeleteFile] = []
    for rewrite in plan.rewrites:
        if rewrite is plan.rewrites[0]:
            uri = document.uri
        else:
            uri = from_fs_path(str(rewrite.place)) or ""
        if rewrite.old is None:
            changes.append(lsp.CreateFile(uri=uri, options=lsp.CreateFileOptions(ignore_if_exists=True)))
        text = lsp.OptionalVersionedTextDocumentIdentifier(uri=uri)
        edits = list(_list_edits((rewrite.old or b"").decode(), rewrite.new.decode()))
        changes.append(lsp.TextDocumentEdit(text_document=text, edits=edits))
    changes_document = any(rewrite.path == path for rewrite in plan.rewrites)
    if changes_document:
        return lsp.WorkspaceEdit(document_changes=changes)
    return None


def _list_edits(old: str, new: str) -> Iterator[lsp.TextEdit]:
    """Yield the edits from one text to another: of each line that changed, or of the whole if lines came or went."""
    before = old.splitlines(keepends=True)
    after = new.splitlines(keepends=True)
    if len(before) != len(after):
        before = [old]
        after = [new]
    start = 0
    for old_line, new_line in zip(before, after, strict=True):
        end = start + max(1, old_line.count("\n"))
        if old_line != new_line:
            yield lsp.TextEdit(lsp.Range(lsp.Position(start, 0), lsp.Position(end, 0)), new_line)
        start = end


def _list_completions(
    server: RulesServer, document: TextDocument, params: lsp.CompletionParams
) -> lsp.CompletionList | None:
    position = params.position
    if position.line >= len(document.lines):
        return None
    offset = document.offset_at_position(position) - document.offset_at_position(lsp.Position(position.line, 0))
    match = _ANNOUNCED.search(document.lines[position.line][:offset])
    if match is None:
        return None
    typed = match["typed"] or ""
    start = lsp.Position(position.line, position.character - len(typed))  # the typed part is ASCII
    keys = [key for key in server.headings if key.startswith(typed)]
    keys.sort(key=lambda key: (len(key) > len(typed) + 4, key))
    items = [
        lsp.CompletionItem(
            label=key,
            detail=server.headings[key],
            kind=lsp.CompletionItemKind.Reference,
            sort_text=f"{at:05}",
            filter_text=key,
            text_edit=lsp.TextEdit(lsp.Range(start, position), key),
        )
        for at, key in enumerate(keys[:_MOST])
    ]
    return lsp.CompletionList(is_incomplete=len(keys) > _MOST, items=items)


def _list_links(server: RulesServer, document: TextDocument, analysis: Checked, _params: Any) -> list[lsp.DocumentLink]:
    links: list[lsp.DocumentLink] = []
    if not server.site:
        return links
    lines = document.lines
    for citation in analysis.cited:
        if citation.numbers:
            target = f"{server.site.rstrip('/')}/n/?{quote(citation.numbers[0], safe='.')}"
            span = _span_of(document, lines, citation)
            links.append(lsp.DocumentLink(span, target=target, tooltip=f"rule {citation.numbers[0]}"))
    return links


def _span_of(document: TextDocument, lines: Sequence[str], placed: PlacedCitation | Finding) -> lsp.Range:
    """Return the part of a line that a citation or finding is about.

    Args:
        document: The document.
        lines: Its lines, which it divides anew whenever it is asked for them.
        placed: The citation or finding.
    """
    start = lsp.Position(placed.line - 1, placed.column - 1)
    end = lsp.Position(placed.line - 1, placed.end_column - 1)
    return document.position_codec.range_to_client_units(lines, lsp.Range(start, end))


def _range_of(document: TextDocument, citation: Citation) -> lsp.Range:
    return lsp.Range(*map(document.client_position_at_offset, (citation.start, citation.end)))
