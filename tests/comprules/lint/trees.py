"""Small trees of files, and a judge that knows five numbers: the tests of the tool need no more of the rules."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs

from graph.citations.records import Citation, Fault, Fix, Part
from tests.comprules.running import run

_CITED = re.compile(r"\bCR ([1-9]\d\d\.\d+[a-z]?)(?: @(\w+))?")

WRONG = {
    "111.1a": ("CR001", None, None),
    "222.2b": ("CR002", "333.3c", "2009-07-11"),
    "444.4d": ("CR004", "555.5e, 555.5f", None),
    "666.6g": ("CR007", None, None),
}
"""Number → what is wrong with it: the code, the suggestion, the edition that broke it."""


class StandIn:
    """A judge; takes the place of `graph.citations.judge.judge.Judge`."""

    def __init__(self, *_: object, **__: object) -> None:
        pass

    def find_faults(
        self, citations: Sequence[Citation], place: int, base: str | None = None, *, is_estimate: bool = False
    ) -> tuple[Fault, ...]:
        return self.judge(citations[place])

    def judge(self, citation: Citation) -> tuple[Fault, ...]:
        number = citation.numbers[0]
        if number not in WRONG:
            return ()
        code, suggestion, edition = WRONG[number]
        message = f"{number} is wrong: 100% sure | <so>."
        fix: Fix = "place" if suggestion and "," not in suggestion else ""
        suggestions = tuple(suggestion.split(", ")) if suggestion else ()
        fault = Fault(code, message, suggestions, edition, number=number)
        return (structs.replace(fault, start=citation.start, end=citation.end, fix=fix),)

    def find_edition(self, stamp: str) -> str | None:
        return None if stamp == "never" else stamp


def find(text: str, *, cites_rules: bool | None = None) -> tuple[Citation, ...]:
    """Citations of the plainest form."""
    return tuple(
        Citation(match[1], *match.span(1), "number", (match[1],), (Part(match[1], *match.span(1)),), "cr", match[2])
        for match in _CITED.finditer(text)
    )


def use_stand_ins(monkeypatch: pytest.MonkeyPatch) -> None:
    """Put that judge and that finder in place of the real ones."""
    monkeypatch.setattr("graph.citations.judge.judge.Judge", StandIn)
    monkeypatch.setattr("graph.citations.find.finder.find_citations", find)
    monkeypatch.setattr("graph.citations.find.reasons.might_cite", lambda data, **_: b"CR " in data.replace(b"\0", b""))


def write(root: Path, files: Mapping[str, str | bytes]) -> Path:
    """Writes files below a folder; text as UTF-8, line ends as they are."""
    for name, content in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return root


def read_report(*arguments: str) -> Any:
    """Runs `check` and returns its JSON."""
    return json.loads(run("check", *arguments, "--json").stdout)
