"""What an editor sends that is no message, or none of the protocol: answered, and nobody waits for ever."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from comprules.lsp.messages import MessageStream

PARSE_ERROR, INVALID_REQUEST, INVALID_PARAMETERS = -32700, -32600, -32602
INITIALIZE: dict[str, Any] = {"processId": None, "rootUri": None, "capabilities": {}}


def framed(content: bytes, header: bytes = b"Content-Length") -> bytes:
    return b"%s: %d\r\n\r\n%s" % (header, len(content), content)


def message(method: str, params: Any, message_id: Any = None, version: str = "2.0") -> bytes:
    written = {"jsonrpc": version, "method": method, "params": params}
    return framed(json.dumps(written | ({} if message_id is None else {"id": message_id})).encode())


def converse(db: Path, *sent: bytes, is_ended: bool = True) -> tuple[int, list[dict[str, Any]], str]:
    """The status of a server, its answers, and what it says on standard error.

    Args:
        sent: What is sent after the first message.
        is_ended: Whether the editor then closes the stream.
    """
    command = [sys.executable, "-m", "comprules", "lsp", "--db", str(db)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as child:
        assert child.stdin is not None
        assert child.stdout is not None
        assert child.stderr is not None
        child.stdin.write(b"".join((message("initialize", INITIALIZE, 1), *sent)))
        child.stdin.flush()
        if is_ended:
            child.stdin.close()
        output = child.stdout.read()
        said = child.stderr.read().decode()
        status = child.wait()
    answers = []
    stream = MessageStream(io.BytesIO(output))
    while header := stream.readline():
        stream.readline()
        answers.append(json.loads(stream.read(int(header.split()[1]))))
    return status, [answer for answer in answers if "method" not in answer and answer["id"] != 1], said


@pytest.mark.parametrize(
    "sent",
    [
        b"Content-Length: abc\r\n\r\n{}",
        b"Content-Length: -5\r\n\r\n{}",
        b"Content-Length: 99999999999\r\n\r\n{}",
        b'{"jsonrpc": "2.0"}\n',
        b"x" * 10_000,
        b"\0\0\0\0\n",
    ],
    ids=range(6),
)
def test_what_is_no_message_ends_the_server(sample_kb: Path, sent: bytes) -> None:
    """The editor does not close the stream; a server that waits would never end."""
    status, answers, said = converse(sample_kb, sent, is_ended=False)
    assert status == 2
    assert [(answer["id"], answer["error"]["code"]) for answer in answers] == [(None, PARSE_ERROR)]
    assert "start the server again" in said
    assert "Traceback" not in said


@pytest.mark.parametrize(
    ("sent", "answered"),
    [
        (framed(b"{no JSON"), (None, PARSE_ERROR)),
        (framed(b"\xff\xfe\xfd"), (None, PARSE_ERROR)),
        (framed(b"[" * 200_000), (None, PARSE_ERROR)),
        (framed(b"[]"), (None, INVALID_REQUEST)),
        (framed(b"5"), (None, INVALID_REQUEST)),
        (framed(b"{}"), (None, INVALID_REQUEST)),
        (framed(b'{"id": 7, "method": "shutdown"}'), (7, INVALID_REQUEST)),
        (message("shutdown", None, 8, version="1.0"), (8, INVALID_REQUEST)),
        (message("textDocument/hover", {"textDocument": 5}, 9), (9, INVALID_PARAMETERS)),
        (message("textDocument/hover", {}, "ten"), ("ten", INVALID_PARAMETERS)),
        (message("textDocument/hover", None, [11]), (None, INVALID_PARAMETERS)),
        (message(5, {}, 12), (12, -32603)),  # type: ignore[arg-type]
        (message("no/such/method", {}, 13), (13, -32601)),
    ],
    ids=range(13),
)
def test_a_message_that_does_not_fit_is_answered_and_the_next_is_read(
    sample_kb: Path, sent: bytes, answered: tuple[Any, int]
) -> None:
    _, answers, _ = converse(sample_kb, sent, message("shutdown", None, 99), message("exit", None))
    assert (answers[0]["id"], answers[0]["error"]["code"]) == answered
    assert answers[-1]["id"] == 99
    assert "error" not in answers[-1]


def test_requests_after_the_end_are_refused(sample_kb: Path) -> None:
    late = message("textDocument/hover", {"textDocument": {"uri": "a:b"}, "position": {"line": 0, "character": 0}}, 2)
    status, answers, _ = converse(sample_kb, message("shutdown", None, 1), late, message("exit", None))
    assert status == 0
    assert [(answer["id"], answer["error"]["code"]) for answer in answers] == [(2, INVALID_REQUEST)]


def test_headers_in_any_case_and_a_stream_that_ends_early(sample_kb: Path) -> None:
    request = b'{"jsonrpc": "2.0", "id": 3, "method": "shutdown", "params": null}'
    odd = b"\r\nContent-Type: text\r\n" + framed(request, b"content-LENGTH ")
    status, answers, _ = converse(sample_kb, odd, b"Content-Length: 500\r\n\r\n{}")
    assert status == 0
    assert [answer["id"] for answer in answers] == [3]


@given(st.lists(st.sampled_from([b"Content-Length: 2", b"\r\n", b"\n", b"{}", b"x: y", b"Content-Length:", b"5"])))
def test_any_bytes_are_read_to_their_end(pieces: list[bytes]) -> None:
    stream = MessageStream(io.BytesIO(b"".join(pieces)))
    while header := stream.readline():
        assert stream.readline() == b"\r\n"
        if not stream.read(int(header.split()[1])):
            break
