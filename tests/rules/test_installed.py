"""What the installer recorded, as something that pip installs again."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest

from rules.installed import Source, parse_record, requirement

SHA = "0" * 64
COMMIT = "1" * 40


@pytest.mark.parametrize(
    ("record", "wanted"),
    [
        (
            {"url": "https://example.org/x.git", "vcs_info": {"vcs": "git", "commit_id": COMMIT}},
            f"comprules[lsp] @ git+https://example.org/x.git@{COMMIT}",
        ),
        (
            {"url": "https://me:secret@example.org:8443/x", "vcs_info": {"vcs": "hg", "commit_id": "5"}},
            "comprules[lsp] @ hg+https://example.org:8443/x@5",
        ),
        (
            {"url": "https://example.org/x.whl", "archive_info": {"hashes": {"sha256": SHA}}},
            f"comprules[lsp] @ https://example.org/x.whl#sha256={SHA}",
        ),
        ({"url": "file:///home/me/x", "dir_info": {"editable": True}}, "comprules[lsp] @ file:///home/me/x"),
    ],
)
def test_the_same_is_installed_again(record: dict[str, Any], wanted: str) -> None:
    source = parse_record(json.dumps(record))
    assert requirement(source, "lsp") == wanted
    assert requirement(source) == wanted.replace("[lsp]", "")
    assert source.is_local == wanted.endswith("/home/me/x")


def test_an_index_is_known_by_the_name() -> None:
    assert (requirement(None), requirement(None, "data")) == ("comprules", "comprules[data]")


@pytest.mark.parametrize("record", ["", "[]", "{}", '{"url": 1}', '{"url": "x", "vcs_info": []}'])
def test_what_is_no_record_is_refused(record: str) -> None:
    with pytest.raises(msgspec.DecodeError):
        parse_record(record)


def test_a_name_and_a_password_are_never_told() -> None:
    assert Source("https://example.org/x") == parse_record('{"url": "https://user:pass@example.org/x"}')
