"""`make serve` shows the site's own page for a missing address."""

from __future__ import annotations

import threading
from http.client import HTTPConnection
from pathlib import Path

import pytest

from site_src.serve import make_server


def answer_to(folder: Path, method: str, address: str) -> tuple[int, str]:
    """The status and the text that a server of the folder answers with."""
    with make_server(folder, 0) as server:
        threading.Thread(target=server.serve_forever).start()
        try:
            connection = HTTPConnection("127.0.0.1", server.server_port, timeout=20)
            connection.request(method, address)
            answer = connection.getresponse()
            text = answer.read().decode()
            connection.close()
        finally:
            server.shutdown()
    return answer.status, text


@pytest.fixture
def harbour(tmp_path: Path) -> Path:
    (tmp_path / "quay").mkdir()
    (tmp_path / "quay" / "index.html").write_text("a quay", encoding="utf-8")
    return tmp_path


def test_a_missing_address_has_the_page_of_the_site(harbour: Path) -> None:
    (harbour / "404.html").write_text("no such harbour", encoding="utf-8")
    assert answer_to(harbour, "GET", "/quay/") == (200, "a quay")
    assert answer_to(harbour, "GET", "/e/2009-07-12/702/") == (404, "no such harbour")
    assert answer_to(harbour, "HEAD", "/e/2009-07-12/702/") == (404, "")


def test_without_such_a_page_the_answer_is_that_of_the_standard_library(harbour: Path) -> None:
    status, text = answer_to(harbour, "GET", "/pier/")
    assert status == 404
    assert "File not found" in text
