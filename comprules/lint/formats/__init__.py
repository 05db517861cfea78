"""Output formats of a report: one module per format, all from the same records.

Each module has `render(report, colour) -> str`, and `OPENING`, a pattern for the first bytes of what it writes, unless
that ends with the sentence of `wording.summary`. Formats in `FOR_PEOPLE` end with that sentence; for the others it goes
to standard error, so that programs read only the report.
"""

from __future__ import annotations

import importlib
import re
from typing import TYPE_CHECKING, Any

from rules.late_patterns import compile_late

if TYPE_CHECKING:
    from comprules.lint.findings import CheckReport

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
_UPGRADE = rb'\{\s*"from":\s*"\d{4}-\d\d-\d\d",\s*"to":\s*"\d{4}-\d\d-\d\d",\s*"pin":'
"""The opening of the JSON document of `upgrade`, which `comprules.lint.upgrade_plan` builds."""
_HEAD, _TAIL = 4_000, 600
"""Bytes in which the opening of a report and its last lines are."""


def render(name: str, report: CheckReport, *, colour: bool = False) -> str:
    """Return a report in a format; only the module of that format is imported."""
    text: str = _load(name).render(report, colour)
    return text


def is_report(data: bytes) -> bool:
    """Return whether a file is a report that comprules wrote, in any format."""
    if b" checked against " in data[-_TAIL:] and _SUMMARY.search(data[-_TAIL:]):
        return True
    head = data[:_HEAD].lstrip()
    openings = (getattr(_load(name), "OPENING", None) for name in (*FORMATS, "markdown", "coverage"))
    return head.startswith((b"{", b"[", b"<", b"## ")) and any(
        re.match(opening, head) for opening in (_UPGRADE, *openings) if opening
    )


def _load(name: str) -> Any:
    return importlib.import_module(f"comprules.lint.formats.{_MODULES.get(name, name)}")
