"""Output formats of a report: one module per format, all from the same records.

Each module has `render(report, colour) -> str` and a row below. Formats in `FOR_PEOPLE` end with the sentence of
`wording.summary`; for the others it goes to standard error, so that programs read only the report, and `_OPENINGS` says
how they begin, since reports are never checked themselves.
"""

from __future__ import annotations

import importlib
import re
from typing import Any

from comprules.lint.findings import CheckReport
from comprules.lint.texts import HEAD
from graph.citations.records import LONGEST_LINE
from rules.late_patterns import compile_late

FOR_PEOPLE = frozenset({"grouped", "full", "concise", "github"})

_MODULES = {
    "grouped": "grouped",
    "full": "full",
    "concise": "concise",
    "json": "json_document",
    "github": "github",
    "sarif": "sarif",
    "gitlab": "gitlab",
    "junit": "junit",
}
FORMATS = tuple(_MODULES)
_SUMMARY = compile_late(
    rb"^[\d,]+ citations?(?: of [\d,]+ numbers?)? in [\d,]+ of [\d,]+ files? checked against \d{4}-\d\d-\d\d",
    re.MULTILINE,
)
"""The sentence of `wording.summary`, at the beginning of a line."""
_OPENINGS: tuple[tuple[bytes, bytes], ...] = (
    (b"{", rb'\{\s*"edition":[^{}\[\]]{0,400}"files_citing":'),
    (b"{", rb'\{[^{}\[\]]{0,300}"runs":\s*\[\s*\{\s*"tool":\s*\{\s*"driver":\s*\{\s*"name":\s*"comprules"'),
    (b"[", rb'\[\s*\{\s*"description":\s*"CR\d{3} [a-z-]+: (?:[^"\\]|\\.){0,2000}",\s*"check_name":\s*"CR\d{3}"'),
    (b"<", rb'(?:<\?xml[^>]{0,80}\?>\s*)?<testsuites name="comprules"'),
    (b"## ", rb"## Citations of the Comprehensive Rules\n\n[\d,]+ citations?"),
    (b"{", rb'\{\s*"edition":\s*"[\d-]+",\s*"rules":\s*\[\s*\{\s*"number":'),
    (b"<!", rb"<!doctype html>\s*<!-- comprules coverage -->"),
    (b"{", rb'\{\s*"from":\s*"\d{4}-\d\d-\d\d",\s*"to":\s*"\d{4}-\d\d-\d\d",\s*"pin":'),
)
"""How reports begin that do not end with that sentence, also those of `coverage` and `upgrade`: the first bytes, and a
pattern."""


def render(name: str, report: CheckReport, *, colour: bool = False) -> str:
    """Return a report in a format; only the module of that format is imported."""
    module: Any = importlib.import_module(f"comprules.lint.formats.{_MODULES[name]}")
    return str(module.render(report, colour))


def is_report(data: bytes) -> bool:
    """Return whether a file is a report that comprules wrote, in any format."""
    if b" checked against " in data[-LONGEST_LINE:] and _SUMMARY.search(data[-LONGEST_LINE:]):
        return True
    head = data[:HEAD].lstrip()
    return any(head.startswith(first) and re.match(opening, head) for first, opening in _OPENINGS)
