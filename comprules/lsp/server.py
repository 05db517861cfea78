"""The language server's features, for any editor that supports the protocol.

Requests for documents that were never opened, or for positions outside them, get an empty answer.
Of a document what was found in it is kept, with offsets into its text.
"""

import os
import re
import sys
from collections.abc import Callable, Iterator
from functools import cached_property
from pathlib import Path
from typing import Any, BinaryIO, cast
from urllib.parse import quote, unquote

from lsprotocol import types as lsp
from pygls.exceptions import JsonRpcException
from pygls.lsp.server import LanguageServer
from pygls.uris import from_fs_path, to_fs_path
from pygls.workspace import TextDocument

from comprules.facts import open_facts
from comprules.lint.declaration import new_config
from comprules.lint.linter import Linter, Linters, shared_linter
from comprules.lint.nearest import TreeSettings
from comprules.lint.notices import Notice, left_out
from comprules.lint.records import Checked, Finding
from comprules.lint.upgrading import Upgrade
from comprules.lsp.messages import MessageError, MessageStream, RefusingProtocol
from comprules.meanings import find_meaning
from comprules.printable import printable
from graph.answers.rule import MeaningAnswer
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
_MOST = 200
"""Maximum number of completions; typing more narrows them."""
_QUICK = lsp.CodeActionKind.QuickFix
_SEVERITIES = {
    "error": lsp.DiagnosticSeverity.Error,
    "warning": lsp.DiagnosticSeverity.Warning,
    "note": lsp.DiagnosticSeverity.Information,
}


def analyse(ledger: Ledger, path: str, text: str) -> Checked:
    """Find and judge the citations of a document.

    Args:
        ledger: The ledger with the editions that configurations name.
        path: Its path; the configuration is searched from there upwards.
        text: Its content, possibly unsaved.

    Raises:
        ConfigError: The applicable configuration cannot be read, or names an unknown edition or finding.
    """
    if len(text) > LARGEST:
        return Checked(
            notices=(Notice(path, "size", f"not checked: more than {LARGEST // 1_000_000} million characters"),)
        )
    linter, _ = _open_linter(ledger, path)
    if not linter.settings.takes(path):
        return Checked(notices=(left_out(path),))
    return linter.check(linter.scan_bytes(path, text.encode("utf-8", "surrogatepass")))


def _open_linter(ledger: Ledger, path: str) -> tuple[Linter, TreeSettings]:
    folder = os.path.dirname(path)  # noqa: PTH120
    is_known = os.path.isdir(folder)  # noqa: PTH112 - never raises
    tree = TreeSettings([folder if is_known else os.getcwd()], ledger)  # noqa: PTH109
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
        self.analyses: dict[str, tuple[int | None, Checked]] = {}

    def report_server_error(self, error: Exception, source: Any) -> None:
        """Tell the editor of an error; a message that is no JSON has no id, and is answered without."""
        if isinstance(error, ValueError | RecursionError) and source is JsonRpcException:
            self.protocol.refuse(None, lsp.ErrorCodes.ParseError, f"invalid JSON: {error}")
        super().report_server_error(error, source)

    def analysis(self, document: TextDocument) -> Checked:
        """Return the analysis of a document's current content; each version is analysed once."""
        key = unquote(document.uri)
        earlier = self.analyses.get(key)
        if earlier is not None and earlier[0] is not None and earlier[0] == document.version:
            return earlier[1]
        try:
            analysis = analyse(self.ledger, path_of(document), document.source)
        except ComprulesError as error:
            analysis = Checked(notices=(Notice(document.uri, "configuration", printable(str(error))),))
        self.analyses[key] = (document.version, analysis)
        return analysis

    def publish(self, document: TextDocument, _params: Any) -> None:
        """Send the findings of a document to the editor."""
        analysis = self.analysis(document)
        if analysis.notices:
            text = f"{document.filename or document.uri}: {'; '.join(each.message for each in analysis.notices)}"
            self.window_log_message(lsp.LogMessageParams(lsp.MessageType.Warning, text))
        diagnostics = [_make_diagnostic(document, finding) for finding in analysis.findings]
        self.text_document_publish_diagnostics(
            lsp.PublishDiagnosticsParams(uri=document.uri, version=document.version, diagnostics=diagnostics)
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
        (lsp.TEXT_DOCUMENT_DID_OPEN, None, RulesServer.publish),
        (lsp.TEXT_DOCUMENT_DID_CHANGE, None, RulesServer.publish),
        (lsp.TEXT_DOCUMENT_HOVER, None, _hover),
        (lsp.TEXT_DOCUMENT_CODE_ACTION, lsp.CodeActionOptions(code_action_kinds=[_QUICK]), _list_fixes),
        (lsp.TEXT_DOCUMENT_COMPLETION, lsp.CompletionOptions(trigger_characters=[" ", "."]), _list_completions),
        (lsp.TEXT_DOCUMENT_DOCUMENT_LINK, None, _list_links),
    )
    for feature, options, answer in features:
        server.feature(feature, options)(_for_open_documents(answer))

    @server.feature(lsp.TEXT_DOCUMENT_DID_CLOSE)
    def on_close(params: lsp.DidCloseTextDocumentParams) -> None:
        server.analyses.pop(unquote(params.text_document.uri), None)
        server.text_document_publish_diagnostics(lsp.PublishDiagnosticsParams(params.text_document.uri, diagnostics=[]))

    return server


def serve(server: RulesServer) -> None:
    """Serve an editor on standard input and output, until it ends.

    Raises:
        MessageError: The editor sent something that is no message; it has been answered.
    """
    stream = MessageStream(sys.stdin.buffer)
    server.start_io(cast("BinaryIO", stream))
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


def _make_diagnostic(document: TextDocument, finding: Finding) -> lsp.Diagnostic:
    start = lsp.Position(finding.line - 1, finding.column - 1)
    end = lsp.Position(finding.line - 1, finding.end_column - 1)
    place = document.position_codec.range_to_client_units(document.lines, lsp.Range(start, end))
    return lsp.Diagnostic(
        range=place,
        message=printable(finding.message),
        severity=_SEVERITIES[finding.severity],
        code=finding.code,
        source="comprules",
        data={"replacement": finding.replacement, "marked": finding.marked},
    )


def _hover(server: RulesServer, document: TextDocument, params: lsp.HoverParams) -> lsp.Hover | None:
    offset = document.offset_at_position(params.position)
    cited = server.analysis(document).cited
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


def _list_fixes(server: RulesServer, document: TextDocument, params: lsp.CodeActionParams) -> list[lsp.CodeAction]:
    actions = []
    by_file = []
    for finding in server.analysis(document).findings:
        diagnostic = _make_diagnostic(document, finding)
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
        linter, tree = _open_linter(server.ledger, path)
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


def _list_links(server: RulesServer, document: TextDocument, _params: Any) -> list[lsp.DocumentLink]:
    return [
        lsp.DocumentLink(
            _range_of(document, citation),
            target=f"{server.site.rstrip('/')}/n/?{quote(citation.numbers[0], safe='.')}",
            tooltip=f"rule {citation.numbers[0]}",
        )
        for citation in (server.analysis(document).cited if server.site else ())
        if citation.numbers
    ]


def _range_of(document: TextDocument, citation: Citation) -> lsp.Range:
    return lsp.Range(*map(document.client_position_at_offset, (citation.start, citation.end)))
