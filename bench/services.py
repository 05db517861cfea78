"""The waiting times of the language server and the server for assistants, measured with real clients."""

from __future__ import annotations

import asyncio
import statistics
import sys
import time
from typing import TYPE_CHECKING, Any

from lsprotocol import types as lsp
from mcp import Client, StdioServerParameters
from mcp.client.stdio import stdio_client
from msgspec import Struct
from pytest_lsp import client_capabilities
from pytest_lsp.client import make_test_lsp_client

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable
    from pathlib import Path

LINES = 2_000
_CITING = 10
"""One in this many lines cites a rule."""
_URI = "file:///somewhere/engine.rs"
_TIMES = 5


class Waits(Struct, frozen=True):
    """Waiting times in seconds, each the median of several.

    Attributes:
        diagnostics: From opening a document of `LINES` lines to its findings.
        hover: From a hover over its last citation to the answer.
        answers: Time of the slowest tool of the server for assistants.
        slowest: Name of that tool.
    """

    diagnostics: float
    hover: float
    answers: float
    slowest: str


def measure_services(db: Path) -> Waits:
    """Start both servers on a knowledge base and measure their answers.

    Args:
        db: The knowledge base.
    """
    diagnostics, hover = asyncio.run(_ask_editor(db))
    answers = asyncio.run(_ask_assistant(db))
    slowest = max(answers, key=lambda name: answers[name])
    return Waits(diagnostics, hover, answers[slowest], slowest)


async def _ask_editor(db: Path) -> tuple[float, float]:
    numbers = ("702.40a", "613.7", "704.5k", "601.2b", "502.30a", "100.1")
    lines = [
        f"    let x{line} = {line}; // as CR {numbers[line // _CITING % len(numbers)]} says"
        if line % _CITING == 0
        else f"    let x{line} = step({line}, {line}.5);"
        for line in range(LINES)
    ]
    client = make_test_lsp_client()
    await client.start_io(sys.executable, "-m", "comprules", "lsp", "--db", str(db))
    capabilities = client_capabilities("visual-studio-code")
    await client.initialize_session(lsp.InitializeParams(capabilities=capabilities, root_uri="file:///somewhere"))

    async def show(version: int) -> None:
        document = lsp.TextDocumentItem(f"{_URI}{version}", "rust", 1, f"// {version}\n" + "\n".join(lines))
        client.text_document_did_open(lsp.DidOpenTextDocumentParams(document))
        await client.wait_for_notification(lsp.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)

    async def point() -> None:
        cited = LINES - _CITING + 1
        at = lsp.Position(cited, lines[cited - 1].index("CR ") + 4)
        where = lsp.HoverParams(lsp.TextDocumentIdentifier(f"{_URI}0"), at)
        if await client.text_document_hover_async(where) is None:
            raise ValueError("no answer to a hover over a citation")

    versions = iter(range(1 << 10))
    try:
        return await _measure_median(lambda: show(next(versions))), await _measure_median(point)
    finally:
        await client.shutdown_session()
        await client.stop()  # type: ignore[no-untyped-call]


async def _ask_assistant(db: Path) -> dict[str, float]:
    calls: dict[str, dict[str, Any]] = {
        "rule": {"number": "702.40a"},
        "follow": {"number": "502.30a"},
        "search": {"words": "cast for free"},
        "citing": {"number": "702.40a"},
        "compare": {"old": "2005-08-01", "new": "2009-07-11", "number": "502.30a"},
        "check": {"text": "See CR 502.30a and CR 702.40a.\n"},
    }
    command = StdioServerParameters(command=sys.executable, args=["-m", "comprules", "mcp", "--db", str(db)])
    waits: dict[str, float] = {}
    async with Client(stdio_client(command)) as client:

        async def ask(name: str) -> None:
            result = await client.call_tool(name, calls[name])
            if result.is_error:
                raise ValueError(f"{name}: {result.content}")

        for name in calls:
            waits[name] = await _measure_median(lambda name=name: ask(name))  # type: ignore[misc]
    return waits


async def _measure_median(work: Callable[[], Awaitable[None]]) -> float:
    """Return the median seconds of several runs of some work, after one to warm up."""
    await work()
    times = []
    for _ in range(_TIMES):
        started = time.perf_counter()
        await work()
        times.append(time.perf_counter() - started)
    return statistics.median(times)
