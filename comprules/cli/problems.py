"""Problems of the content as text: errors in full, the others counted by code with one example each."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import click

from comprules.lint.printable import safe_lines
from rules.grouping import grouped
from rules.records import Diagnostic

_COLOURS = {"error": "red", "warning": "yellow", "info": "blue"}


def full_line(diagnostic: Diagnostic) -> str:
    """Return one problem: where, how grave, what, and what can be done about it."""
    place = diagnostic.path + (f":{diagnostic.line}" if diagnostic.line else "")
    place += f":{diagnostic.column}" if diagnostic.line and diagnostic.column else ""
    severity = click.style(diagnostic.severity, fg=_COLOURS[diagnostic.severity])
    hint = f" ({diagnostic.hint})" if diagnostic.hint else ""
    return safe_lines(f"{place + ': ' if place else ''}{severity}: {diagnostic.code}: {diagnostic.message}{hint}")


def summary(diagnostics: Iterable[Diagnostic], *, every: bool = False) -> Iterator[str]:
    """Yield lines for a terminal about problems.

    Args:
        diagnostics: The problems.
        every: Whether to print every problem, not only the errors and one example of each other kind.
    """
    groups = grouped(((diagnostic.severity, diagnostic.code), diagnostic) for diagnostic in diagnostics)
    order = list(_COLOURS)
    for (severity, code), group in sorted(groups.items(), key=lambda item: (order.index(item[0][0]), item[0][1])):
        if severity == "error" or every:
            yield from map(full_line, group)
        else:
            example = group[0]
            place = example.path + (f":{example.line}" if example.line else "")
            word = click.style(severity, fg=_COLOURS[severity])
            yield f"{word}: {code}: {len(group):,}, such as {place}: {example.message}"
