"""What the commands share: their options, what is opened for them and what a user should know of that, and the output.

Output is JSON for programs, text for people, with changes in colours or between marks.
"""

import datetime as dt
import os
import shutil
import sys
import textwrap
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial, wraps
from itertools import chain, pairwise, zip_longest
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import click
import msgspec
from msgspec import UnsetType

from comprules.facts import SAMPLE, find_archive, open_facts, resolve_edition
from comprules.printable import safe_lines
from rules.edition_names import editions_of_set
from rules.grouping import grouped
from rules.links import CLASSES, Correspondence
from rules.records import RETYPED, Diagnostic
from rules.store.location import STORE_VARIABLE, store_path
from rules.store.read import Store, open_store

if TYPE_CHECKING:
    from graph.announcements.answers import AnnouncementAnswer
    from graph.announcements.records import UnannouncedAnswer
    from graph.answers.search import Marks, Side
    from graph.answers.sightings import SightingAnswer
    from graph.restatements.restated import RestatedAnswer

SHOWN = 20
"""Default number of rows of a list for people; JSON has all."""
_WIDEST = 100
"""Maximum width of text in characters; longer lines are hard to read."""
Column = tuple[str, Callable[[Any], object]]
"""The title of a column, and what it shows of a row."""
_COLOURS = {"error": "red", "warning": "yellow", "info": "blue"}
_PLAIN = {"delete": "[-{}-]".format, "insert": "{{+{}+}}".format}
_COLOURED = {
    "delete": partial(click.style, fg="red", strikethrough=True),
    "insert": partial(click.style, fg="green"),
}
"""How a text is marked that was deleted or inserted."""
_RESET = click.style("")
_OLD = dt.timedelta(days=365)
_UPDATE = "a newer one is brought by: comprules update"
archive_option = click.option(
    "--archive",
    metavar="DIR",
    type=click.Path(path_type=Path),
    help="The archive of editions. [default: $COMPRULES_ARCHIVE, else what `fetch` downloaded, else the sample]",
)
"""Passed as `archive: Path | None`."""
store_option = click.option(
    "--db",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="The knowledge base. [default: $COMPRULES_DB, else a checkout's build/, else your data folder]",
)
"""Passed as `db: Path | None`."""
json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON to standard output.")
edition_option = click.option(
    "--as-of",
    metavar="EDITION",
    default="latest",
    show_default=True,
    help="The edition: a date, a set code, a file date, `latest` or `first`.",
)
jobs_option = click.option(
    "--jobs", metavar="N", type=click.IntRange(min=1), help="Worker processes. [default: one for each core]"
)
config_option = click.option(
    "--config", metavar="FILE", type=click.Path(path_type=Path), help="The configuration's file."
)
no_config_option = click.option("--no-config", is_flag=True, help="Read no configuration.")
size_option = click.option(
    "--max-size", metavar="MB", type=click.IntRange(min=1), help="Leave larger files out. [default: 64]"
)
Answer = tuple[Any, Iterable[str]] | tuple[Any, Iterable[str], int]
"""What a command answers, its lines for people, and if it may differ from 0 the exit status."""


def print_json(value: Any) -> None:
    """Print one JSON document, always as UTF-8; paths are strings."""
    click.echo(msgspec.json.format(msgspec.json.encode(value, enc_hook=os.fspath), indent=2))


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


def announcement_lines(announcements: "Sequence[AnnouncementAnswer]") -> Iterator[str]:
    """Yield two lines for each bulletin: its title with what it says of which rule, and its address."""
    from graph.announcements.answers import by_bulletin  # noqa: PLC0415 - `show` announces nothing

    for several in by_bulletin(announcements):
        subjects = "; ".join(f"{said.subject} ({said.rule})" for said in several)
        yield dim(f"    announced in the {several[0].title}: {subjects}")
        yield dim(f"      {several[0].archived or several[0].address}")


def unannounced_lines(steps: "Sequence[UnannouncedAnswer]") -> Iterator[str]:
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


def restated_lines(
    restated: "tuple[RestatedAnswer, ...] | UnsetType", correspondences: Sequence[Correspondence]
) -> Iterator[str]:
    """Yield a line for each rule that a rule of another work restates; for others the lines of correspondences."""
    if isinstance(restated, UnsetType):
        yield from correspondence_lines(correspondences)
        return
    from graph.restatements.restated import describe_restated  # noqa: PLC0415 - only rulings summaries restate

    for each in restated:
        yield f"{dim('today')}       {describe_restated(each)}"
        if each.shared:
            yield dim(f"            in common: {' … '.join(each.shared)}")
    if not restated:
        yield f"{dim('today')}       no rule of the Comprehensive Rules is known that says the same"


def sighting_lines(sightings: "tuple[SightingAnswer, ...] | UnsetType") -> Iterator[str]:
    """Yield the versions of a rule on pages of issues that the archive has not."""
    if isinstance(sightings, UnsetType):
        return
    from graph.answers.sightings import describe_sighting  # noqa: PLC0415 - few rules have some
    from graph.restatements.restated import describe_restated  # noqa: PLC0415 - as above

    for sighting in sightings:
        yield f"{dim('also')}        {describe_sighting(sighting)}"
        yield indent_text(mark_segments(sighting.segments) if sighting.segments else sighting.text, "            ")
        yield from (f"            {describe_restated(each)}" for each in sighting.restated)


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


def mark_segments(segments: Sequence[tuple[str, str]]) -> str:
    """Return a text with deletions and insertions marked: struck through in red, green, or as `[-old-]` and `{+new+}`.

    Typographic changes are not marked, and shown in their new form; they are marked if there are no others.
    """
    from rules.change.typography import list_slight  # noqa: PLC0415 - not needed to show a rule

    marks = _COLOURED if has_colour() else _PLAIN
    shown = []
    for (op, text), is_slight in zip(segments, list_slight(segments), strict=True):
        if op == "equal" or (is_slight and op == "insert"):
            shown.append(text)
        elif not is_slight:
            shown.append(_mark_text(op, text, marks[op]))
    return "".join(shown)


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


def mark_changes(text: str, changed: "Marks", found: "Marks", side: "Side") -> str:
    """Return one side of a changed text, marked as `mark_segments` marks it, with the words that were found in bold.

    Args:
        text: The text of the side.
        changed: Where it has what was inserted or deleted.
        found: Where it has the words that were looked for.
        side: Whether the changed words were inserted or deleted.
    """
    op = "insert" if side == "inserted" else "delete"
    if not has_colour():
        mark = _PLAIN[op]
        parts, end = [], 0
        for start, stop in changed:
            parts += [text[end:start], mark(text[start:stop])]
            end = stop
        return "".join([*parts, text[end:]])
    borders = sorted({0, len(text), *chain.from_iterable(changed), *chain.from_iterable(found)})
    parts = []
    for start, stop in pairwise(borders):
        piece = click.style(text[start:stop], bold=True, reset=False) if _is_inside(start, found) else text[start:stop]
        if _is_inside(start, changed):
            piece = _COLOURED[op](piece, reset=False)
        parts.append(piece if piece == text[start:stop] else f"{piece}{_RESET}")
    return "".join(parts)


def _is_inside(place: int, marks: "Marks") -> bool:
    return any(begin <= place < end for begin, end in marks)


def indent_text(text: str, indent: str) -> str:
    """Return each paragraph indented; coloured text is not wrapped, since the terminal wraps it."""
    return "\n".join(indent + paragraph for paragraph in text.split("\n"))


def split_classes(only: Iterable[str]) -> tuple[str, ...]:
    """Return the kinds and classes that `--only` names, with commas or repeated.

    Raises:
        UsageError: There is no such kind or class.
    """
    from graph.answers.comparison import KINDS  # noqa: PLC0415 - slow to import

    wanted = tuple(word for typed in only for word in typed.split(",") if word)
    known = [*CLASSES, *KINDS]
    unknown = [word for word in wanted if word not in known]
    if unknown:
        raise click.UsageError(f"--only: {unknown[0]!r} is no class or kind; there are {', '.join(known)}")
    return wanted


def answers_from(opened: Callable[[Path | None], Store]) -> Callable[[Callable[..., Answer]], Callable[..., None]]:
    """Return the decorator of a command that answers from a store: it adds `--json` and `--db`, opens it and prints.

    The command takes the store before its own arguments.

    Args:
        opened: `open_knowledge_base`, or `opened_facts` for what the ledger answers too.
    """

    def decorate(command: Callable[..., Answer]) -> Callable[..., None]:
        @json_option
        @store_option
        @wraps(command)
        def run(*, as_json: bool, db: Path | None, **asked: Any) -> None:
            with opened(db) as store:
                answer, lines, *status = command(store, **asked)
                print_answer(answer, lines, as_json=as_json)
            click.get_current_context().exit(*status)

        return run

    return decorate


def choose_archive(named: Path | None, activity: str) -> Path:
    """Return the archive to use; if there is none, say what is done instead with the sample, and return that."""
    root = find_archive(named)
    if root is None:
        say(f"No archive at hand: {activity} the sample editions. The real ones: comprules fetch --all")
    return root or SAMPLE


def open_knowledge_base(db: Path | None) -> Store:
    """Return the knowledge base. If there is none at its usual place, people are offered to make it.

    Raises:
        StoreError: It does not exist; the message says how to make it.
    """
    path = store_path(db)
    if db is None and not path.exists() and has_terminal():
        say(f"There is no knowledge base yet: {path}")
        if click.confirm("Fetch all editions and make it now, as `comprules update` does?", err=True):
            root = click.get_current_context().find_root()
            update = cast("click.Group", root.command).get_command(root, "update")
            cast("click.Command", update).main([], standalone_mode=False)
    store = open_store(path)
    say_sample(store)
    return store


def has_terminal() -> bool:
    """Return whether somebody can be asked."""
    return sys.stdin.isatty() and sys.stderr.isatty()


def opened_facts(db: Path | None) -> Store:
    """Return the knowledge base or the ledger, as `open_facts` does, after a note if it is not what was expected."""
    store = open_facts(db)
    if store.has_texts:
        say_sample(store)
        return store
    if os.environ.get(STORE_VARIABLE):
        say(f"{store_path(db)}: there is no knowledge base here, though ${STORE_VARIABLE} names it; the ledger answers")
    say_ledger(store)
    return store


def say_no_texts(facts: Store) -> None:
    """Print that there is no knowledge base, if the facts have no texts."""
    if not facts.has_texts:
        say("No knowledge base at hand: without the texts, from the ledger. To make one: comprules update")


def edition_of(store: Store, name: str) -> str:
    """Return the id of the edition that `name` means, after a note if it is retyped, or one of several of its set.

    Raises:
        UnknownEdition: The store has no such edition.
    """
    edition = resolve_edition(store, name)
    if name not in ("latest", edition):
        say_sets(name)
    if name != "latest":
        say_retyped(store, edition)
    return edition


def say_sets(*names: str | None) -> None:
    """Print a note for each name that is the code of a set with several editions: which one is meant."""
    from scraper.registry import load_registry  # noqa: PLC0415 - most calls name no set

    for name in filter(None, names):
        first, *others = editions_of_set(name, load_registry().editions) or [""]
        if others:
            say(f"{name.upper()} means {first}, its first edition; also {', '.join(others)}")


def say_ledger(ledger: Store) -> None:
    """Print a note if the user's own ledger is used, or cannot be read."""
    from graph.ledger import user_ledger_path, user_ledger_problem  # noqa: PLC0415 - slow to import

    if ledger.path == user_ledger_path():
        say(f"From your own ledger, up to {ledger.editions_of()[-1]}: {ledger.path}")
    elif (problem := user_ledger_problem()) is not None:
        say(f"Your own ledger is not used: {problem}; to make it anew: comprules update")


def say_old_ledger(ledger: Store, beyond: Iterable[str], today: dt.date | None = None) -> None:
    """Print a line if the ledger is too old for the request.

    Args:
        ledger: The ledger that answered.
        beyond: Cited numbers that may belong to later editions.
        today: The current date; by default that of the clock in UTC.
    """
    newest = ledger.editions_of()[-1:]
    if not newest or ledger.is_sample:
        return
    numbers = sorted(set(beyond))
    if numbers:
        more = f" and {len(numbers) - 1} more" if len(numbers) > 1 else ""
        say(f"The newest edition known is {newest[0]}; {numbers[0]}{more} may be of a later one: {_UPDATE}")
    elif (today or dt.datetime.now(dt.UTC).date()) - dt.date.fromisoformat(newest[0]) > _OLD:
        say(f"The newest edition known is {newest[0]}, more than a year old: {_UPDATE}")
