"""Passes over open documents: counted, not timed."""

from __future__ import annotations

import asyncio
import threading
import traceback
from collections import Counter
from collections.abc import Callable, Coroutine, Sequence
from pathlib import Path
from typing import Any

import pytest
from lsprotocol import types as lsp
from pytest_lsp import LanguageClient

from comprules.lsp import rules_server
from comprules.lsp.analysis import DocumentState, analyse
from comprules.lsp.documents import EditorDocument
from comprules.lsp.passes import Passes
from comprules.lsp.server import make_server
from graph.citations.find.finder import find_citations
from graph.citations.records import Citation
from graph.ledger import open_ledger
from tests.comprules.lint.trees import write
from tests.comprules.running import run_apart
from tests.comprules.serve.test_lsp import opened, talk

SOON = 0.01


class Analyst:
    """Analyses texts as slowly as it is told to.

    Attributes:
        begun: The texts whose analysis began, in order.
        done: The texts that were reported, in order.
        may_end: Whether analyses may end.
        has_begun: Whether one has begun.
    """

    def __init__(self) -> None:
        self.begun: list[str] = []
        self.done: list[str] = []
        self.may_end = threading.Event()
        self.may_end.set()
        self.has_begun = threading.Event()

    def analyse(self, text: str, proceed: Callable[[], None]) -> str:
        self.begun.append(text)
        self.has_begun.set()
        while not self.may_end.wait(0.001):
            proceed()
        proceed()
        return text.upper()

    def report(self, _text: str, result: str) -> None:
        self.done.append(result)

    def talk(self, conversation: Callable[[Passes[str, str]], Coroutine[Any, Any, None]]) -> None:
        async def begin() -> None:
            passes = Passes(self.analyse, self.report)
            try:
                await asyncio.wait_for(conversation(passes), 60)
            finally:
                passes.stop()

        run_apart(begin())


def test_quick_edits_are_one_pass() -> None:
    analyst = Analyst()

    async def conversation(passes: Passes[str, str]) -> None:
        for number in range(200):
            passes.start("a", f"text {number}", SOON)
        assert passes.find_result("a") is None
        assert await passes.wait_for_result("a") == "TEXT 199"

    analyst.talk(conversation)
    assert (analyst.begun, analyst.done) == (["text 199"], ["TEXT 199"])


def test_a_pass_is_abandoned_when_the_text_changes() -> None:
    analyst = Analyst()
    analyst.may_end.clear()

    async def conversation(passes: Passes[str, str]) -> None:
        passes.start("a", "old", 0)
        await asyncio.to_thread(analyst.has_begun.wait)
        has_asked = asyncio.Event()

        async def wait_for_result() -> str | None:
            has_asked.set()
            return await passes.wait_for_result("a")

        waiting = asyncio.create_task(wait_for_result())
        await has_asked.wait()
        analyst.has_begun.clear()
        passes.start("a", "new", 0)
        await asyncio.to_thread(analyst.has_begun.wait)
        analyst.may_end.set()
        assert await waiting == "NEW", "who waited gets the result for the text as it is now"

    analyst.talk(conversation)
    assert (analyst.begun, analyst.done) == (["old", "new"], ["NEW"])


def test_documents_do_not_disturb_each_other() -> None:
    analyst = Analyst()

    async def conversation(passes: Passes[str, str]) -> None:
        for key in ("a", "b", "c"):
            passes.start(key, key, SOON)
        passes.abandon("b")
        assert await passes.wait_for_result("b") is None
        assert [await passes.wait_for_result(key) for key in ("a", "c")] == ["A", "C"]

    analyst.talk(conversation)
    assert sorted(analyst.done) == ["A", "C"]


def test_a_failure_leaves_no_one_waiting() -> None:
    def fail(_text: str, _proceed: Callable[[], None]) -> str:
        raise ZeroDivisionError

    async def conversation() -> None:
        passes = Passes(fail, lambda *_: None)
        passes.start("a", "text", 0)
        assert await asyncio.wait_for(passes.wait_for_result("a"), 60) is None
        passes.stop()

    run_apart(conversation())


def change(client: LanguageClient, uri: str, version: int, text: str) -> None:
    client.text_document_did_change(
        lsp.DidChangeTextDocumentParams(
            lsp.VersionedTextDocumentIdentifier(uri=uri, version=version),
            [lsp.TextDocumentContentChangeWholeDocument(text)],
        )
    )


def test_hover_answers_between_the_keys(sample_kb: Path) -> None:
    """What is asked while keys are typed is answered for the text as it is, before any pass."""
    uri = "file:///somewhere/engine/quick.rs"
    text = "// see CR 702.40a\n" + "// and CR 502.30a\n" * 300

    async def conversation(client: LanguageClient) -> None:
        reports: list[int | None] = []
        await opened(client, text, uri)
        client.protocol.fm.features.pop(lsp.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS, None)

        @client.feature(lsp.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)  # type: ignore[untyped-decorator]
        def note(params: lsp.PublishDiagnosticsParams) -> None:
            reports.append(params.version)

        for version in range(2, 102):
            change(client, uri, version, "x" * version + "\n" + text)
        place = lsp.HoverParams(lsp.TextDocumentIdentifier(uri), lsp.Position(1, 12))
        answer = await client.text_document_hover_async(place)
        assert answer is not None
        assert "702.40a" in str(answer.contents)
        assert 101 not in reports, "the hover did not wait for the pass"
        links = await client.text_document_document_link_async(lsp.DocumentLinkParams(lsp.TextDocumentIdentifier(uri)))
        assert links is not None
        assert len(links) == 301
        assert reports[-1] == 101
        assert len(reports) <= 3, "a hundred edits are not a hundred passes"

    talk(sample_kb, conversation)


def test_the_declaration_of_an_open_buffer_counts(sample_kb: Path, workdir: Path) -> None:
    """The quick fix leaves text and declaration unsaved: nothing is renumbered twice."""
    write(workdir, {"a.rs": "// CR 115.2a\n", "comprules.toml": 'edition = "2018-04-27"\n'})
    uri = (workdir / "a.rs").as_uri()
    config = (workdir / "comprules.toml").as_uri()

    async def codes(client: LanguageClient) -> list[object]:
        actions = await client.text_document_code_action_async(
            lsp.CodeActionParams(
                lsp.TextDocumentIdentifier(uri),
                lsp.Range(lsp.Position(0, 0), lsp.Position(0, 20)),
                lsp.CodeActionContext([]),
            )
        )
        return [action.title for action in actions or ()]

    async def conversation(client: LanguageClient) -> None:
        await opened(client, "// CR 115.2a\n", uri)
        assert await codes(client) == ["Upgrade this file and its declaration"]
        change(client, uri, 2, "// CR 116.2a \n")
        assert await codes(client), "the disk declares the old edition, for which 116.2a was another rule"
        item = lsp.TextDocumentItem(uri=config, language_id="toml", version=1, text='edition = "2026-08-07"\n')
        client.text_document_did_open(lsp.DidOpenTextDocumentParams(item))
        assert await codes(client) == []
        assert not client.diagnostics[uri]
        client.text_document_did_close(lsp.DidCloseTextDocumentParams(lsp.TextDocumentIdentifier(config)))
        assert await codes(client), "what is closed counts as on the disk"

    talk(sample_kb, conversation)


def test_an_accepted_upgrade_counts_until_the_document_is_saved(sample_kb: Path, workdir: Path) -> None:
    """Many editors start a server for some languages, and never show it the configuration that the fix changes."""
    old, new = "// CR 115.2a\n", "// CR 116.2a\n"
    write(workdir, {"a.rs": old, "comprules.toml": 'edition = "2018-04-27"\n'})
    uri = (workdir / "a.rs").as_uri()
    document = lsp.TextDocumentIdentifier(uri)

    async def offers_upgrade(client: LanguageClient) -> bool:
        whole = lsp.Range(lsp.Position(0, 0), lsp.Position(0, 20))
        params = lsp.CodeActionParams(document, whole, lsp.CodeActionContext([]))
        return bool(await client.text_document_code_action_async(params))

    async def conversation(client: LanguageClient) -> None:
        await opened(client, old, uri)
        assert await offers_upgrade(client)
        change(client, uri, 2, new)
        assert not await offers_upgrade(client)
        assert not client.diagnostics[uri]
        change(client, uri, 3, new + "// more\n")
        assert not await offers_upgrade(client), "it counts, whatever is typed later"
        change(client, uri, 4, old)
        assert await offers_upgrade(client), "it was undone"
        change(client, uri, 5, new)
        assert not await offers_upgrade(client)
        client.text_document_did_save(lsp.DidSaveTextDocumentParams(document))
        assert await offers_upgrade(client), "the configuration was not saved"
        write(workdir, {"comprules.toml": 'edition = "2026-08-07"\n'})
        client.text_document_did_save(lsp.DidSaveTextDocumentParams(document))
        assert not await offers_upgrade(client)

    talk(sample_kb, conversation)


def test_the_accepted_upgrades_of_two_documents_count(sample_kb: Path, workdir: Path) -> None:
    """The second one changes the configuration as the first one has left it in the editor, not as it is on the disk."""
    old, new = "// CR 115.2a\n", "// CR 116.2a\n"
    write(workdir, {"z.rs": old, "a.rs": old, "comprules.toml": 'edition = "2018-04-27"\n'})

    async def offers_upgrade(client: LanguageClient, uri: str) -> bool:
        whole = lsp.Range(lsp.Position(0, 0), lsp.Position(0, 20))
        params = lsp.CodeActionParams(lsp.TextDocumentIdentifier(uri), whole, lsp.CodeActionContext([]))
        return bool(await client.text_document_code_action_async(params))

    async def conversation(client: LanguageClient) -> None:
        uris = [(workdir / name).as_uri() for name in ("z.rs", "a.rs")]
        for uri in uris:
            await opened(client, old, uri)
        for uri in uris:
            assert await offers_upgrade(client, uri)
            change(client, uri, 2, new)
        for uri in uris:
            assert not await offers_upgrade(client, uri)

    talk(sample_kb, conversation)


LONG_LINES = "// {}: copies of a spell, CR 502.30a and CR 115.2a\n"


class Enough(BaseException):
    """The work was ended."""


def test_every_stage_of_a_pass_can_be_abandoned(workdir: Path) -> None:
    """Finding the citations, judging them, and planning the upgrade that the findings recommend."""
    write(workdir, {"comprules.toml": 'edition = "2018-04-27"\n'})
    count = 40
    text = "".join(map(LONG_LINES.format, range(count)))
    state = DocumentState("file:///a.rs", str(workdir / "a.rs"), 1, text, {})
    stages = ["find_citations", "_judge_citations", "_find_faults"]
    called: Counter[str] = Counter()

    def note_stages() -> None:
        functions = {frame.name for frame in traceback.extract_stack()}
        called.update(stage for stage in stages if stage in functions)

    ledger = open_ledger()
    analyse(ledger, state, proceed=note_stages)
    assert [stage for stage in stages if called[stage] < count] == []

    ended_at = 0

    def end_work() -> None:
        nonlocal ended_at
        ended_at += 1
        if ended_at == limit:
            raise Enough

    for limit in (1, count, 3 * count, 6 * count, 10 * count):
        ended_at = 0
        with pytest.raises(Enough):
            analyse(ledger, state, proceed=end_work)
        assert ended_at == limit, "nothing continues the work"


def test_a_hover_before_the_first_pass_reads_only_what_is_near(
    sample_kb: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lengths: list[int] = []

    def remember_length(text: str, **options: Any) -> Sequence[Citation]:
        lengths.append(len(text))
        return find_citations(text, **options)

    monkeypatch.setattr(rules_server, "find_citations", remember_length)
    server = make_server(sample_kb)
    for separator in (" ", "\n", ""):
        text = f"{separator}// the stack{separator}" * 5_000 + " CR 702.40a" + f"{separator}// more" * 5_000
        document = EditorDocument("file:///a.rs", text, 1)
        offset = text.index("702.40a")
        (citation,) = server.find_cited(document, offset)
        assert text[citation.start : citation.end] == "702.40a"
    assert max(lengths) < 10_000
