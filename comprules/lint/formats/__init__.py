"""Output formats of a report: one module per format, all from the same records.

Each has `render(report, colour) -> str`. Formats in `FOR_PEOPLE` end with the sentence that says what was checked; for
the others that sentence goes to standard error, so that programs read only the report.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING

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


def render(name: str, report: CheckReport, *, colour: bool = False) -> str:
    """Return a report in a format; only the module of that format is imported."""
    module = importlib.import_module(f"comprules.lint.formats.{_MODULES[name]}")
    text: str = module.render(report, colour)
    return text
