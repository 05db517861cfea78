"""The language server, asked by a real client over standard input and output."""

from __future__ import annotations

import asyncio
import re
import subprocess
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from lsprotocol import types as lsp
from pygls.workspace import Workspace
from pytest_lsp import LanguageClient, client_capabilities
from pytest_lsp.client import make_test_lsp_client

from comprules.lsp.fixes import _list_edits
from comprules.lsp.server import make_server
from tests.comprules.lint.trees import write
from tests.comprules.running import run_apart

SITE = "https://rules.example.org"
URI = "file:///somewhere/engine/stack.rs"
TEXT = (
    "// 🃏 the emoji takes two UTF-16 units\n"
    "fn storm() {} // 🃏 CR 702.40a, and CR 502.30a long ago\n"
    '// CR 702.40a, "Cycling"\n'
    "fn other() {}\n"
    "\n"
    "// see CR 702.4\n"
)
Talk = Callable[[LanguageClient], Awaitable[None]]


def talk(kb: Path, conversation: Talk, *, site: str = SITE) -> None:
    """Starts a server on a knowledge base, has a conversation with it, and ends it in the proper way."""

    async def serve_and_talk() -> None:
        client = make_test_lsp_client()
        await client.start_io(sys.executable, "-m", "comprules", "lsp", "--db", str(kb), "--site", site)
        capabilities = client_capabilities("visual-studio-code")
        await client.initialize_session(lsp.InitializeParams(capabilities=capabilities, root_uri="file:///somewhere"))
        try:
            await asyncio.wait_for(conversation(client), timeout=600)
        finally:
            await client.shutdown_session()
            await client.stop()  # type: ignore[no-untyped-call]

    run_apart(serve_and_talk())


async def opened(client: LanguageClient, text: str = TEXT, uri: str = URI) -> list[lsp.Diagnostic]:
    """Opens the document and waits for its findings."""
    item = lsp.TextDocumentItem(uri=uri, language_id="rust", version=1, text=text)
    client.text_document_did_open(lsp.DidOpenTextDocumentParams(item))
    await client.wait_for_notification(lsp.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
    return list(client.diagnostics[uri])


def in_utf16(text: str, span: lsp.Range) -> str:
    """The words of a range on one line, whose columns count UTF-16 units."""
    line = text.split("\n")[span.start.line].encode("utf-16-le")
    return line[2 * span.start.character : 2 * span.end.character].decode("utf-16-le")


def test_findings_appear_change_and_go(sample_kb: Path) -> None:
    async def conversation(client: LanguageClient) -> None:
        diagnostics = await opened(client)
        assert {diagnostic.code: in_utf16(TEXT, diagnostic.range) for diagnostic in diagnostics} == {
            "CR002": "502.30a",
            "CR005": "702.40a",
        }
        assert all(diagnostic.source == "comprules" and diagnostic.message for diagnostic in diagnostics)
        lines = TEXT.split("\n")
        whole = lsp.Range(lsp.Position(2, 0), lsp.Position(2, len(lines[2])))
        client.text_document_did_change(
            lsp.DidChangeTextDocumentParams(
                lsp.VersionedTextDocumentIdentifier(uri=URI, version=2),
                [lsp.TextDocumentContentChangePartial(range=whole, text="")],
            )
        )
        await client.wait_for_notification(lsp.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
        assert [diagnostic.code for diagnostic in client.diagnostics[URI]] == ["CR002"]
        client.text_document_did_close(lsp.DidCloseTextDocumentParams(lsp.TextDocumentIdentifier(URI)))
        await client.wait_for_notification(lsp.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
        assert list(client.diagnostics[URI]) == []

    talk(sample_kb, conversation)


def test_a_form_feed_ends_no_line(sample_kb: Path) -> None:
    text = "\f\n// a\u2028b CR 502.30a\n\f// CR 702.40a\n"

    async def conversation(client: LanguageClient) -> None:
        (retired,) = await opened(client, text)
        assert in_utf16(text, retired.range) == "502.30a"
        document = lsp.TextDocumentIdentifier(URI)
        hover = await client.text_document_hover_async(lsp.HoverParams(document, lsp.Position(2, 10)))
        assert hover is not None
        assert isinstance(hover.contents, lsp.MarkupContent)
        assert "**702.40a**" in hover.contents.value
        client.text_document_did_change(
            lsp.DidChangeTextDocumentParams(
                lsp.VersionedTextDocumentIdentifier(uri=URI, version=2),
                [lsp.TextDocumentContentChangePartial(lsp.Range(lsp.Position(1, 0), lsp.Position(2, 0)), text="")],
            )
        )
        await client.wait_for_notification(lsp.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
        assert list(client.diagnostics[URI]) == []

    talk(sample_kb, conversation)


def test_a_workspace_of_the_library_is_replaced_by_one_with_the_same_folders(sample_kb: Path) -> None:
    folder = lsp.WorkspaceFolder("file:///work/tree", "tree")
    server = make_server(sample_kb)
    server.protocol._workspace = Workspace("file:///work", workspace_folders=[folder], position_encoding="utf-8")
    server.protocol.use_editor_workspace()
    assert list(server.workspace.folders.values()) == [folder]
    assert (server.workspace.root_uri, server.workspace.position_encoding) == ("file:///work", "utf-8")
    server.workspace.put_text_document(lsp.TextDocumentItem(URI, "text", 1, "a\fb\nc"))
    assert server.workspace.text_documents[URI].lines == ["a\fb\n", "c"]


def test_what_is_asked_at_a_number(sample_kb: Path) -> None:
    async def conversation(client: LanguageClient) -> None:
        diagnostics = await opened(client)
        document = lsp.TextDocumentIdentifier(URI)
        at = TEXT.split("\n")[1].encode("utf-16-le").index("502.30a".encode("utf-16-le")) // 2

        hover = await client.text_document_hover_async(lsp.HoverParams(document, lsp.Position(1, at + 2)))
        assert hover is not None
        assert isinstance(hover.contents, lsp.MarkupContent)
        assert "**502.30a**" in hover.contents.value
        assert "now 702.40a" in hover.contents.value
        assert f"{SITE}/id/502.30a@" in hover.contents.value
        assert await client.text_document_hover_async(lsp.HoverParams(document, lsp.Position(0, 1))) is None
        assert await client.text_document_hover_async(lsp.HoverParams(document, lsp.Position(99, 0))) is None

        retired = next(diagnostic for diagnostic in diagnostics if diagnostic.code == "CR002")
        context = lsp.CodeActionContext(diagnostics=[retired])
        actions = await client.text_document_code_action_async(lsp.CodeActionParams(document, retired.range, context))
        assert actions
        (action,) = (candidate for candidate in actions if isinstance(candidate, lsp.CodeAction))
        assert action.edit is not None
        assert list((action.edit.changes or {})[URI]) == [lsp.TextEdit(retired.range, "702.40a")]

        links = await client.text_document_document_link_async(lsp.DocumentLinkParams(document))
        assert f"{SITE}/n/?502.30a" in [link.target for link in links or ()]

        line = TEXT.split("\n")[5]
        place = lsp.Position(5, len(line))
        completion = await client.text_document_completion_async(lsp.CompletionParams(document, place))
        assert isinstance(completion, lsp.CompletionList)
        labels = [item.label for item in completion.items]
        assert {"702.4", "702.40a"} <= set(labels)
        assert all(label.startswith("702.4") for label in labels)
        nothing = await client.text_document_completion_async(lsp.CompletionParams(document, lsp.Position(0, 3)))
        assert nothing is None

    talk(sample_kb, conversation)


@pytest.mark.parametrize(
    "uri",
    [
        "file:///some%20where/st%C3%BCck.rs",
        "file:///some where/stück.rs",
        "file:///%E6%97%A5%E6%9C%AC/a%2Bb%40c%28d%29.rs",
        "file:///a+b@c(d);e,f=g&h~.rs",
        "file:///100%25/%23%3F.rs",
        "file:///c%3A/engine/a.rs",
        "file:///C:/engine/a.rs",
        "file://server/share/a.rs",
        "file:///%F0%9F%83%8F.rs",
        "file:///a%FFb.rs",
        "file:///a%00b.rs",
        f"file:///{'x' * 300}/{'y' * 300}.rs",
        "untitled:Untitled-1",
        "vscode-notebook-cell:/a%20b.ipynb#W0sZmlsZQ%3D%3D",
    ],
)
def test_every_address_of_a_document_is_answered(sample_kb: Path, uri: str) -> None:
    async def conversation(client: LanguageClient) -> None:
        diagnostics = await opened(client, uri=uri)
        assert {diagnostic.code for diagnostic in diagnostics} == {"CR002", "CR005"}
        document = lsp.TextDocumentIdentifier(uri)
        context = lsp.CodeActionContext(diagnostics=diagnostics)
        place = next(diagnostic.range for diagnostic in diagnostics if diagnostic.code == "CR002")
        assert await client.text_document_hover_async(lsp.HoverParams(document, place.start))
        assert await client.text_document_code_action_async(lsp.CodeActionParams(document, place, context))
        assert await client.text_document_document_link_async(lsp.DocumentLinkParams(document))
        end = lsp.Position(5, len("// see CR 702.4"))
        assert await client.text_document_completion_async(lsp.CompletionParams(document, end))
        client.text_document_did_close(lsp.DidCloseTextDocumentParams(document))
        await client.wait_for_notification(lsp.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
        assert list(client.diagnostics[uri]) == []

    talk(sample_kb, conversation)


def test_a_document_may_be_asked_for_with_other_escapes(sample_kb: Path) -> None:
    async def conversation(client: LanguageClient) -> None:
        await opened(client, uri="file:///c%3A/a%20b.rs")
        hover = lsp.HoverParams(lsp.TextDocumentIdentifier("file:///c:/a b.rs"), lsp.Position(1, 26))
        assert await client.text_document_hover_async(hover)

    talk(sample_kb, conversation)


def test_a_declared_document_is_mended_with_its_declaration(sample_kb: Path, workdir: Path) -> None:
    """Like `check` and `upgrade`, by what is declared for the file; what is excluded has no findings."""
    text = "// CR 702.36\n// CR 119.3a, not saved\n"
    declared = 'edition = "latest"\nexclude = ["out.rs"]\n[editions]\n"old/" = "2018-07-13"\n'
    write(workdir, {"comprules.toml": declared, "old/a.rs": "", "out.rs": ""})
    uri = (workdir / "old/a.rs").as_uri()

    async def conversation(client: LanguageClient) -> None:
        assert await opened(client, text, (workdir / "out.rs").as_uri()) == []
        diagnostics = await opened(client, text, uri)
        assert [diagnostic.code for diagnostic in diagnostics] == ["CR003", "CR002"]
        context, document = lsp.CodeActionContext(diagnostics=diagnostics), lsp.TextDocumentIdentifier(uri)
        params = lsp.CodeActionParams(document, diagnostics[0].range, context)
        (action,) = await client.text_document_code_action_async(params) or ()
        assert isinstance(action, lsp.CodeAction)
        assert action.title == "Upgrade this file and its declaration"
        assert action.edit is not None
        changes = [change for change in action.edit.document_changes or () if isinstance(change, lsp.TextDocumentEdit)]
        assert [change.text_document.uri for change in changes] == [uri, (workdir / "comprules.toml").as_uri()]
        lines = [getattr(edit, "new_text", "") for edit in changes[0].edits]
        assert lines == ["// CR 702.37\n", "// CR 120.3a, not saved\n"]
        assert '"/old/a.rs" = "' in getattr(changes[1].edits[0], "new_text", "")

    talk(sample_kb, conversation)


@pytest.mark.long
def test_a_document_that_was_never_opened_and_one_that_is_too_large(sample_kb: Path) -> None:
    async def conversation(client: LanguageClient) -> None:
        unknown = lsp.TextDocumentIdentifier("file:///nowhere.rs")
        assert await client.text_document_hover_async(lsp.HoverParams(unknown, lsp.Position(0, 0))) is None
        assert not await client.text_document_document_link_async(lsp.DocumentLinkParams(unknown))
        assert await opened(client, "CR 999.99 " * 2_000_000) == []
        assert any("not checked" in message.message for message in client.log_messages)

    talk(sample_kb, conversation)


@pytest.mark.long
def test_garbage_does_not_hang_the_server(sample_kb: Path) -> None:
    command = [sys.executable, "-m", "comprules", "lsp", "--db", str(sample_kb)]
    version = b'Content-Length: 17\r\n\r\n{"jsonrpc": "3"} '
    for garbage in (b"Content-Length: 9\r\n\r\n{garbage}", version, b"\x00\xff\r\n\r\n"):
        completed = subprocess.run(command, input=garbage, capture_output=True, timeout=600, check=False)
        assert b'"result"' not in completed.stdout, garbage


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("a\fCR 702.36e\nb\n", "a\fCR 702.37e\nb\n"),
        ("one\u2028two\r\nold\rlast", "one\u2028two\r\nnew\rlast"),
        ("old\nlast", "new\nand more\nlast"),
        ("", "new\n"),
    ],
)
def test_edits_count_lines_as_editors_do(old: str, new: str) -> None:
    """An editor divides lines at line feeds and carriage returns alone."""
    lines = re.split(r"(?<=\n)|(?<=\r)(?!\n)", old)
    for edit in reversed(list(_list_edits(old, new))):
        start, end = edit.range.start, edit.range.end
        assert start.character == end.character == 0
        lines[start.line : end.line] = [edit.new_text]
    assert "".join(lines) == new
