"""The output of commands: JSON for programs, lines and tables for people, messages on standard error."""

import os
import sys
import textwrap
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import click
import msgspec

from comprules.printable import safe_lines
from rules.errors import NotFound
from rules.grouping import grouped
from rules.records import Diagnostic

if TYPE_CHECKING:
    from graph.documents.problems import ProblemAnswer

SHOWN = 20
"""Default number of rows of a list for people, which then fits on a screen; JSON has all."""
_WIDEST = 100
"""Maximum width of text in characters; longer lines are hard to read."""
Column = tuple[str, Callable[[Any], object]]
"""The title of a column, and the function from a row to the value in that column."""
_COLOURS = {"error": "red", "warning": "yellow", "info": "blue"}
Answer = tuple[Any, Iterable[str]] | tuple[Any, Iterable[str], int]
"""An answer of a command: the value for JSON, the lines for people, and the exit code if it may differ from 0."""


def print_json(value: Any) -> None:
    """Print one JSON document, always as UTF-8; paths are strings."""
    click.echo(msgspec.json.format(msgspec.json.encode(value, enc_hook=os.fspath), indent=2))


def say(message: str) -> None:
    """Print a message for people to standard error, without characters that could control the terminal."""
    click.echo(safe_lines(message), err=True)


def report_missing(missing: Iterable[NotFound]) -> None:
    """Print an error for each thing that was named and does not exist, to standard error."""
    for error in missing:
        say(f"Error: {error}")


def print_text(text: str) -> None:
    """Print text for people, without characters that could control a terminal or the log of a CI service."""
    click.echo(safe_lines(text))


def print_answer(answer: Any, lines: Iterable[str], *, as_json: bool) -> None:
    """Print an answer as JSON, or its lines for people."""
    if as_json:
        print_json(answer)
        return
    for line in lines:
        print_text(line)


def join_answers(answers: Iterable[Iterable[str]]) -> Iterator[str]:
    """Yield the lines of several answers, with an empty line between two answers."""
    for index, lines in enumerate(answers):
        if index > 0:
            yield ""
        yield from lines


def number_style(number: str) -> str:
    """Return a rule number in the style shown to people."""
    return click.style(number, bold=True)


def dim(text: str) -> str:
    """Return the text in a dim style."""
    return click.style(text, dim=True)


def wrap_text(text: str, indent: str = "") -> str:
    """Return paragraphs wrapped to the terminal's width; not wrapped if standard output is no terminal."""
    paragraphs = safe_lines(text).split("\n")
    if not sys.stdout.isatty():
        return "\n".join(indent + paragraph for paragraph in paragraphs)
    import shutil  # noqa: PLC0415 - slow to import, and only needed on a terminal

    width = min(_WIDEST, shutil.get_terminal_size().columns)
    return "\n".join(
        textwrap.fill(paragraph, width, initial_indent=indent, subsequent_indent=indent, break_on_hyphens=False)
        for paragraph in paragraphs
    )


def table(rows: Sequence[Any], columns: Sequence[Column], fraction: str = ".2f") -> Iterator[str]:
    """Yield the lines of a table with aligned columns, numbers on the right.

    Args:
        rows: The rows.
        columns: The columns. A cell is empty for None, and lists the names of a tuple.
        fraction: The format of numbers that are not whole.
    """
    aligned = [_align_column(title, list(map(show, rows)), fraction) for title, show in columns]
    for index, cells in enumerate(zip(*aligned, strict=True)):
        line = "  ".join(cells).rstrip()
        yield dim(line) if index == 0 else line


def _align_column(title: str, values: Sequence[object], fraction: str) -> list[str]:
    """Return the cells of a column with its title on top, all of the same width."""
    cells = [title, *(_format_cell(value, fraction) for value in values)]
    width = max(map(len, cells))
    if any(isinstance(value, int | float) for value in values):
        return [cell.rjust(width) for cell in cells]
    return [cell.ljust(width) for cell in cells]


def _format_cell(value: object, fraction: str) -> str:
    if isinstance(value, int | float):
        return format(value, fraction if isinstance(value, float) else ",")
    if isinstance(value, tuple):
        return " ".join(value)
    return str(value or "")


@contextmanager
def status_line() -> Iterator[Callable[[str], None]]:
    """Yield the function to call with each activity, which is shown on standard error.

    A terminal shows one changing line, other outputs a line for each activity.
    """
    if not sys.stderr.isatty():
        yield say
        return
    from rich.console import Console  # noqa: PLC0415 - slow to import
    from rich.text import Text  # noqa: PLC0415

    with Console(stderr=True).status("") as status:
        yield lambda activity: status.update(Text(safe_lines(activity)))


def format_problem(diagnostic: "Diagnostic | ProblemAnswer") -> str:
    """Return one problem as `path:line: severity: code: message (hint)`."""
    severity = click.style(diagnostic.severity, fg=_COLOURS[diagnostic.severity])
    parts = [severity, diagnostic.code, diagnostic.message]
    if place := _format_place(diagnostic):
        parts.insert(0, place)
    hint = ""
    if diagnostic.hint:
        hint = f" ({diagnostic.hint})"
    return safe_lines(": ".join(parts) + hint)


def _format_place(diagnostic: "Diagnostic | ProblemAnswer") -> str:
    """Return `path:line:column`, as far as they are known."""
    place = diagnostic.path
    if diagnostic.line:
        place += f":{diagnostic.line}"
        if diagnostic.column:
            place += f":{diagnostic.column}"
    return place


def summarize_problems(
    diagnostics: "Iterable[Diagnostic | ProblemAnswer]", *, shows_all: bool = False
) -> Iterator[str]:
    """Yield lines about problems, grouped by severity and code.

    Args:
        diagnostics: The problems.
        shows_all: Whether to print every problem, not only the errors and one example of each other kind.
    """
    severities = list(_COLOURS)  # the gravest first
    groups = grouped(
        ((severities.index(diagnostic.severity), diagnostic.code), diagnostic) for diagnostic in diagnostics
    )
    for rank, code in sorted(groups):
        group = groups[rank, code]
        severity = severities[rank]
        if severity == "error" or shows_all:
            yield from map(format_problem, group)
        else:
            example = group[0]
            place = example.path
            if example.line:
                place += f":{example.line}"
            word = click.style(severity, fg=_COLOURS[severity])
            yield f"{word}: {code}: {len(group):,}, such as {place}: {example.message}"


def has_colour() -> bool:
    """Return whether the output will be seen in colours."""
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def indent_text(text: str, indent: str) -> str:
    """Return each paragraph indented; coloured text is not wrapped, since the terminal wraps it."""
    return "\n".join(indent + paragraph for paragraph in text.split("\n"))
