"""The edits that fix the findings of a document."""

from collections.abc import Iterator
from urllib.parse import unquote

from lsprotocol import types as lsp
from pygls.uris import from_fs_path
from pygls.workspace import TextDocument

from comprules.lint.declaration import new_config
from comprules.lint.linter import Linters
from comprules.lint.records import Checked
from comprules.lint.transaction import Rewrite
from comprules.lint.upgrading import Upgrade
from comprules.lsp.analysis import open_linter
from comprules.lsp.diagnostics import make_diagnostic
from comprules.lsp.documents import divide_lines
from comprules.lsp.places import path_of
from comprules.lsp.rules_server import RulesServer
from rules.errors import ComprulesError

_Change = lsp.TextDocumentEdit | lsp.CreateFile | lsp.RenameFile | lsp.DeleteFile
_QUICK = lsp.CodeActionKind.QuickFix
FIX_OPTIONS = lsp.CodeActionOptions(code_action_kinds=[_QUICK])


def list_fixes(
    server: RulesServer, document: TextDocument, analysis: Checked, params: lsp.CodeActionParams
) -> list[lsp.CodeAction]:
    """Return the fixes of the findings in a part of a document.

    Findings that only an upgrade of the whole file can fix share one action.
    """
    actions = []
    fixed_by_upgrade = []
    lines = document.lines
    for finding in analysis.findings:
        diagnostic = make_diagnostic(document, lines, finding)
        is_before = diagnostic.range.end < params.range.start
        is_after = params.range.end < diagnostic.range.start
        if is_before or is_after:
            continue
        if finding.replacement is not None:
            edit = lsp.WorkspaceEdit(changes={document.uri: [lsp.TextEdit(diagnostic.range, finding.replacement)]})
            actions.append(_make_action(f"Replace {finding.marked} with {finding.replacement}", [diagnostic], edit))
        elif finding.fix == "file":
            fixed_by_upgrade.append(diagnostic)
    upgrade = None
    if fixed_by_upgrade:
        upgrade = _make_upgrade(server, document)
    if upgrade is not None:
        actions.append(_make_action("Upgrade this file and its declaration", fixed_by_upgrade, upgrade))
    return actions


def _make_action(title: str, diagnostics: list[lsp.Diagnostic], edit: lsp.WorkspaceEdit) -> lsp.CodeAction:
    return lsp.CodeAction(title, kind=_QUICK, diagnostics=diagnostics, edit=edit, is_preferred=True)


def _make_upgrade(server: RulesServer, document: TextDocument) -> lsp.WorkspaceEdit | None:
    """Return the edits that renumber a whole document and declare its new edition; None if that cannot be done."""
    path = path_of(document)
    try:
        linter, tree = open_linter(server.ledger, path, server.list_buffers())
        scanned = linter.scanner.scan_bytes(path, document.source.encode("utf-8", "surrogatepass"), named=True)
        plan = Upgrade(Linters(tree, server.ledger), tree, [path], lambda _path: new_config([path]))
        plan.add(scanned)
        plan.declare()
    except ComprulesError:
        return None
    if all(rewrite.path != path for rewrite in plan.rewrites):
        return None  # the document stays as it is, so there is nothing to declare
    of_document, *of_configurations = plan.rewrites
    server.offers.remember(unquote(document.uri), document.source, of_document.new.decode(), of_configurations)
    changes = list(_list_changes(of_document, document.uri))  # its address as the editor writes it
    for rewrite in of_configurations:
        changes += _list_changes(rewrite, from_fs_path(str(rewrite.real_path)) or "")
    return lsp.WorkspaceEdit(document_changes=changes)


def _list_changes(rewrite: Rewrite, uri: str) -> Iterator[_Change]:
    """Yield the changes of a file, which is created first if it does not exist."""
    if rewrite.old is None:
        yield lsp.CreateFile(uri=uri, options=lsp.CreateFileOptions(ignore_if_exists=True))
    edits = list(_list_edits((rewrite.old or b"").decode(), rewrite.new.decode()))
    yield lsp.TextDocumentEdit(text_document=lsp.OptionalVersionedTextDocumentIdentifier(uri=uri), edits=edits)


def _list_edits(old: str, new: str) -> Iterator[lsp.TextEdit]:
    """Yield the edits from one text to another: one for each changed line, or one for all if their number differs."""
    before = divide_lines(old)
    after = divide_lines(new)
    if len(before) != len(after):
        yield lsp.TextEdit(lsp.Range(lsp.Position(0, 0), lsp.Position(len(before), 0)), new)
        return
    for number, (old_line, new_line) in enumerate(zip(before, after, strict=True)):
        if old_line != new_line:
            yield lsp.TextEdit(lsp.Range(lsp.Position(number, 0), lsp.Position(number + 1, 0)), new_line)
