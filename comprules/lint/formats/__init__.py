"""Output formats of a report, all from the same records.

Each is a function `render_NAME(report) -> str` and has a row below. Formats in `FOR_PEOPLE` end with the sentence of
`wording.summary`; for the others it goes to standard error, so that programs read only the report, and `_OPENINGS` says
how they begin, since reports are never checked themselves.
"""

from __future__ import annotations

import importlib
import re

from comprules.lint.findings import CheckReport
from comprules.lint.texts import HEAD
from graph.citations.records import LONGEST_LINE
from rules.late_patterns import compile_late

FOR_PEOPLE = frozenset({"grouped", "full", "concise", "github"})

_MODULES = {
    "grouped": "people",
    "full": "people",
    "concise": "people",
    "json": "programs",
    "github": "programs",
    "sarif": "programs",
    "gitlab": "programs",
    "junit": "programs",
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
    import click  # noqa: PLC0415 - not needed for the Python API

    module = importlib.import_module(f"comprules.lint.formats.{_MODULES[name]}")
    text: str = getattr(module, f"render_{name}")(report)
    return text if colour else click.unstyle(text)


def is_report(data: bytes) -> bool:
    """Return whether a file is a report that comprules wrote, in any format."""
    if b" checked against " in data[-LONGEST_LINE:] and _SUMMARY.search(data[-LONGEST_LINE:]):
        return True
    head = data[:HEAD].lstrip()
    return any(head.startswith(first) and re.match(opening, head) for first, opening in _OPENINGS)
