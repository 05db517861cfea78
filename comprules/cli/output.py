"""Output of commands: JSON for programs, text for people, with changes in colours or between marks."""

from __future__ import annotations

import os
import shutil
import sys
import textwrap
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from itertools import zip_longest
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from comprules.printable import safe_lines
from rules.grouping import grouped
from rules.links import Correspondence
from rules.records import RETYPED, Diagnostic
from rules.store import Store
from rules.text import fold

if TYPE_CHECKING:
    from graph.announcements import AnnouncementAnswer, UnannouncedAnswer

SHOWN = 20
"""Default number of rows of a list for people; JSON has all."""
_WIDEST = 100
"""Maximum width of text in characters; longer lines are hard to read."""
_SYMBOLS = frozenset("o\u00e6a")
"""First letters that folding may change, or produce from other letters."""


def print_json(value: Any) -> None:
    """Print one JSON document, always as UTF-8; paths are strings."""
    import msgspec  # noqa: PLC0415 - not needed for people

    encoded = msgspec.json.encode(value, enc_hook=os.fspath)  # several times faster than `json`
    click.echo(msgspec.json.format(encoded, indent=2))


def say(message: str) -> None:
    """Print a message for people to standard error, without characters that could control the terminal."""
    click.echo(safe_lines(message), err=True)


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


def parted(parts: Iterable[Iterable[str]]) -> Iterator[str]:
    """Yield the lines of several parts, with an empty line between two."""
    for at, lines in enumerate(parts):
        yield from ("", *lines) if at else lines


def say_retyped(store: Store, edition: str) -> None:
    """Print a note if no copy of an edition is the publisher's text."""
    if edition in store.retyped:
        reason = store.edition(edition).reason
        say(f"{edition} is known only from a {RETYPED} copy, which dates what is new in it and nothing else: {reason}")


def say_sample(store: Store) -> None:
    """Print a note if the store holds the sample editions."""
    if store.is_sample:
        say(f"{store.path}: sample editions; the numbers are real, the wording is not. The real ones: comprules update")


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
    width = min(_WIDEST, shutil.get_terminal_size().columns)
    return "\n".join(
        textwrap.fill(paragraph, width, initial_indent=indent, subsequent_indent=indent, break_on_hyphens=False)
        for paragraph in paragraphs
    )


Column = tuple[str, Callable[[Any], object]]
"""The title of a column, and what it shows of a row."""


def table(rows: Sequence[Any], columns: Sequence[Column], fraction: str = ".2f") -> Iterator[str]:
    """Yield the lines of a table with aligned columns, numbers on the right.

    Args:
        rows: What the table lists.
        columns: The columns; what is None is left empty, names are listed.
        fraction: The format of numbers that are not whole.
    """
    shown = [[cell(row) for _, cell in columns] for row in rows]
    right = [any(isinstance(value, int | float) for value in column) for column in zip(*shown, strict=True)]
    lines = [
        [title for title, _ in columns],
        *([_format_cell(value, fraction) for value in values] for values in shown),
    ]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    for index, cells in enumerate(lines):
        aligned = (
            cell.rjust(width) if is_number else cell.ljust(width)
            for cell, width, is_number in zip_longest(cells, widths, right)
        )
        line = "  ".join(aligned).rstrip()
        yield dim(line) if index == 0 else line


def _format_cell(value: object, fraction: str) -> str:
    if isinstance(value, int | float):
        return format(value, fraction if isinstance(value, float) else ",")
    return " ".join(value) if isinstance(value, tuple) else str(value or "")


def render_template(template: str, **values: Any) -> str:
    """Return a template of the commands, filled in; in HTML the values are escaped."""
    from jinja2 import Environment, FileSystemLoader, StrictUndefined, select_autoescape  # noqa: PLC0415 - slow to import

    environment = Environment(
        loader=FileSystemLoader(Path(__file__).with_name("commands")),
        autoescape=select_autoescape(["html.j2"]),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    return environment.get_template(template).render(values)


@contextmanager
def status_line() -> Iterator[Callable[[str], None]]:
    """Yield the function to call with each activity, which is shown on standard error.

    A terminal shows one changing line, other outputs a line for each activity.
    """
    if not sys.stderr.isatty():
        yield say
        return
    from rich.console import Console  # noqa: PLC0415 - as above
    from rich.text import Text  # noqa: PLC0415

    with Console(stderr=True).status("") as status:
        yield lambda what: status.update(Text(safe_lines(what)))


def announcement_lines(announcements: Sequence[AnnouncementAnswer]) -> Iterator[str]:
    """Yield two lines for each bulletin: its title with what it says of which rule, and its address."""
    from graph.announcements import by_bulletin  # noqa: PLC0415 - `show` announces nothing

    for several in by_bulletin(announcements):
        subjects = "; ".join(f"{said.subject} ({said.rule})" for said in several)
        yield dim(f"    announced in the {several[0].title}: {subjects}")
        yield dim(f"      {several[0].archived or several[0].address}")


def unannounced_lines(steps: Sequence[UnannouncedAnswer]) -> Iterator[str]:
    """Yield why no announcement is known of some steps, named by their new edition: a line for each reason."""
    editions = grouped(((step.reason, step.address), step.new) for step in steps)
    for (reason, address), several in editions.items():
        yield dim(f"  {', '.join(several)}: {reason}")
        if address:
            yield dim(f"    {address}")


def correspondence_lines(correspondences: Sequence[Correspondence]) -> Iterator[str]:
    """Yield one line for each correspondence."""
    for correspondence in correspondences[:SHOWN]:
        of = f" of {correspondence.edition}" if correspondence.edition else ""
        how = dim(f"({correspondence.method}, {correspondence.score:.0%})")
        restated = f"{correspondence.key}{of} restates {correspondence.other} of {correspondence.other_edition}"
        yield f"{dim('restated')}    {restated} {how}"
    if len(correspondences) > SHOWN:
        yield f"            {len(correspondences) - SHOWN} more; --json has them all"


_COLOURS = {"error": "red", "warning": "yellow", "info": "blue"}


def format_problem(diagnostic: Diagnostic) -> str:
    """Return one problem: where, how grave, what, and what can be done about it."""
    place = diagnostic.path + (f":{diagnostic.line}" if diagnostic.line else "")
    place += f":{diagnostic.column}" if diagnostic.line and diagnostic.column else ""
    severity = click.style(diagnostic.severity, fg=_COLOURS[diagnostic.severity])
    hint = f" ({diagnostic.hint})" if diagnostic.hint else ""
    return safe_lines(f"{place + ': ' if place else ''}{severity}: {diagnostic.code}: {diagnostic.message}{hint}")


def summarize_problems(diagnostics: Iterable[Diagnostic], *, every: bool = False) -> Iterator[str]:
    """Yield lines for a terminal about problems.

    Args:
        diagnostics: The problems.
        every: Whether to print every problem, not only the errors and one example of each other kind.
    """
    groups = grouped(((diagnostic.severity, diagnostic.code), diagnostic) for diagnostic in diagnostics)
    order = list(_COLOURS)
    for (severity, code), group in sorted(groups.items(), key=lambda item: (order.index(item[0][0]), item[0][1])):
        if severity == "error" or every:
            yield from map(format_problem, group)
        else:
            example = group[0]
            place = example.path + (f":{example.line}" if example.line else "")
            word = click.style(severity, fg=_COLOURS[severity])
            yield f"{word}: {code}: {len(group):,}, such as {place}: {example.message}"


def has_colour() -> bool:
    """Return whether the output will be seen in colours."""
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


_PLAIN = {"delete": "[-{}-]".format, "insert": "{{+{}+}}".format}
_COLOURED = {
    "delete": partial(click.style, fg="red", strikethrough=True),
    "insert": partial(click.style, fg="green"),
}
"""How a text is marked that was deleted or inserted."""


def mark_segments(segments: Sequence[tuple[str, str]]) -> str:
    """Return a text with deletions and insertions marked: struck through in red, green, or as `[-old-]` and `{+new+}`.

    Typographic changes are not marked, and shown in their new form; they are marked if there are no others.
    """
    telling: list[tuple[str, str]] = []
    for op, text in segments:
        if op == "insert" and telling and telling[-1][0] == "delete" and _is_alike(telling[-1][1], text):
            telling[-1] = ("equal", text)
        else:
            telling.append((op, text))
    shown = telling if any(op != "equal" for op, _ in telling) else segments
    marks = _COLOURED if has_colour() else _PLAIN
    return "".join(text if op == "equal" else _mark_text(op, text, marks[op]) for op, text in shown)


def _is_alike(old: str, new: str) -> bool:
    """Return whether two texts differ in typography only.

    Different first letters show most differences without the slower folding.
    """
    old_word, new_word = old[0].casefold(), new[0].casefold()
    if old_word != new_word and old_word.isalpha() and new_word.isalpha() and _SYMBOLS.isdisjoint((old_word, new_word)):
        return False
    return fold(old) == fold(new)


def _mark_text(op: str, text: str, mark: Callable[[str], str]) -> str:
    """Mark the lines of a text, without the white space around it; white space alone shows only if it was inserted."""
    inner = text.strip()
    if not inner:
        return text if op == "insert" else ""
    return text.replace(inner, "\n".join(mark(line) if line.strip() else line for line in inner.split("\n")))


def mark_words(text: str, marks: Sequence[tuple[int, int]]) -> str:
    """Return a text with some places in bold; where places overlap, the first counts."""
    parts, at = [], 0
    for begin, end in marks:
        if begin >= at:
            parts += [text[at:begin], click.style(text[begin:end], bold=True)]
            at = end
    return "".join([*parts, text[at:]])


def indent_text(text: str, indent: str) -> str:
    """Return each paragraph indented; coloured text is not wrapped, since the terminal wraps it."""
    return "\n".join(indent + paragraph for paragraph in text.split("\n"))
