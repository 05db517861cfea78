"""The formats in which a report can be printed; only the module of the chosen one is imported.

Each format is a function `render_NAME(report) -> str` of a module in this package, and has a row below. Formats in
`FOR_PEOPLE` end with the sentence of `summary`; for the others it goes to standard error, so that programs read only
the report, and `comprules/lint/own_reports.py` says how they begin.
"""

import importlib

from comprules.lint.records import Checked

FOR_PEOPLE = frozenset({"grouped", "full", "concise", "github"})
_MODULES = {
    "grouped": "people",
    "full": "people",
    "concise": "people",
    "json": "programs",
    "github": "programs",
    "sarif": "sarif",
    "gitlab": "programs",
    "junit": "programs",
}
FORMATS = tuple(_MODULES)


def render(name: str, report: Checked) -> str:
    """Return a report in a format, for people in colours; only the module of that format is imported."""
    text: str = getattr(importlib.import_module(f"comprules.lint.formats.{_MODULES[name]}"), f"render_{name}")(report)
    return text
