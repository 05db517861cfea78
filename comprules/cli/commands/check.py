"""`comprules check`, `explain`, `coverage`: which citations are wrong, what a finding means, which rules are cited."""

import os
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from operator import attrgetter
from pathlib import Path
from typing import Any
from urllib.parse import quote

import click
from msgspec import json, structs

from comprules.cli.group import ENVIRONMENT, NOT_FOUND
from comprules.cli.shared import (
    SHOWN,
    config_option,
    jobs_option,
    json_option,
    no_config_option,
    print_answer,
    print_text,
    say,
    say_ledger,
    say_old_ledger,
    say_sets,
    size_option,
    table,
)
from comprules.lint.baselines import Baselines
from comprules.lint.config import FoundConfig, named_config
from comprules.lint.coverage import ROLES, Chapter, Coverage, compare, cover_files, group_by_chapter, read_coverage
from comprules.lint.files import JOURNAL, LEFT_OUT, MEGABYTE, FoundFiles, Notice, PathError, find_files, gather_notices
from comprules.lint.findings import (
    FOR_PEOPLE,
    FORMATS,
    Checked,
    format_count,
    merge_results,
    number_statistics,
    place_of,
    relative_path,
    render,
    statistics,
    summary,
)
from comprules.lint.linter import Linters, check_files
from comprules.lint.nearest import TreeSettings
from comprules.printable import printable
from comprules.templates import render_template
from graph.answers.owners import answer_number
from graph.citations.codes import AUDIT_CODES, DESCRIBED_CODES, INTERNAL, code_of, unknown_code
from graph.history import History
from graph.ledger import Ledger, open_ledger
from rules.errors import NotFound
from rules.files import write_file
from rules.numbers import chapter_of, kind_of
from rules.store.query import number_in
from rules.text import FEW

_STDIN = "-"
_CODES = "CODE[,CODE]..."
_BEYOND = "CR007"


@click.command(
    "check",
    epilog="""\b
Examples:
  comprules check src tests
  comprules check . --edition 2024-11-08    as written for that edition
  comprules check . --since M21 --select CR003,CR008
  comprules check . --format sarif --output comprules.sarif
  comprules check . --write-baseline        let pass what is wrong today: comprules-baseline.json
  comprules check - --stdin-filename src/stack.rs < src/stack.rs

What a citation means follows from its number, the words beside it, an edition written next to it, and the edition
declared for its file: `edition` and [editions] in the configuration, which `comprules init` writes. Nothing else in the
tree counts, so a file has the same findings alone as in its tree. The configuration of a file is the nearest one at or
above it in its repository: comprules.toml, or [tool.comprules] of pyproject.toml.

What git ignores, binary files, symbolic links and other repositories in folders are skipped. To let a finding pass,
write beside it `comprules: ignore[CR002] reason`.

\b
Exit status: 0 no findings, or only notes; 1 findings, or fewer citations than
--min-citations; 2 usage, configuration or environment, or a fault of
comprules (CR900): everything else was checked all the same.

\b
JSON: {edition, pin, citations, numbers, files, files_citing, ignored,
  baseline, undeclared, findings, notices}; cited with --show-citations
  baseline: {known, gone}
  undeclared: what edition the files look written for if none is declared
  notices: {path, message}
  findings: {code, name, severity, message, path, line, column, end_column,
    number, suggestion, edition_broken, confidence, fix}; suggestion is a
    number, several parted by commas, or null; end_column is behind the last
    character; fix: `place` if writing the suggestion there mends it, `file`
    if the command in the message fixes the file with its declaration
""",
)
@click.argument("paths", metavar="[PATH]...", nargs=-1)
@click.option(
    "--edition",
    metavar="EDITION",
    help="The edition that all citations were written for, whatever is declared.",
)
@click.option("--to", "--target", "target", metavar="EDITION", help="The edition held against. [default: latest]")
@click.option("--since", metavar="EDITION", help="Report also what drifted or was reworded since that edition.")
@click.option(
    "--format",
    "--output-format",
    "style",
    type=click.Choice(FORMATS),
    help="How to print. [default: grouped]",
)
@click.option("--json", "as_json", is_flag=True, help="The same as --format json.")
@click.option("--output", metavar="FILE", type=click.Path(path_type=Path), help="Print to a file.")
@click.option("--select", metavar=_CODES, multiple=True, help="Report only these findings.")
@click.option("--ignore", metavar=_CODES, multiple=True, help="Do not report these findings.")
@click.option(
    "--confidence",
    type=click.Choice(("high", "medium", "low")),
    default="medium",
    help="Leave out findings less sure than that; all that are reported today are at least 0.99 sure.",
)
@click.option("--min-citations", metavar="N", type=click.IntRange(min=0), help="Fail with fewer citations than that.")
@click.option("--exit-zero", is_flag=True, help="Exit with 0 in spite of findings.")
@config_option
@no_config_option
@click.option(
    "--baseline",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="Let pass what this file lists. [default: comprules-baseline.json, if it is there]",
)
@click.option("--write-baseline", is_flag=True, help="Write all findings into the baseline.")
@size_option
@click.option("--force-exclude", is_flag=True, help="Say nothing of named files that are left out.")
@click.option("--stdin-filename", metavar="NAME", help="Read standard input, as the file of that name.")
@click.option("--summary", metavar="FILE", type=click.Path(path_type=Path), help="Add a Markdown summary.")
@click.option("--statistics", "counts", is_flag=True, help="Count the findings by code and by number.")
@click.option("--show-citations", is_flag=True, help="List all citations too.")
@jobs_option
@click.pass_context
def check_command(ctx: click.Context, /, paths: tuple[str, ...], **asked: Any) -> None:
    """Check citations of the rules in files.

    PATHs are files, folders, or `-` for standard input; the current folder if none is named.
    """
    paths = paths or ("." if asked["stdin_filename"] is None else _STDIN,)
    places = [asked["stdin_filename"] or "." if path == _STDIN else path for path in paths]
    ctx.exit(_check(paths, places, asked))


def _check(paths: Sequence[str], places: Sequence[str], asked: dict[str, Any]) -> int:
    """Check the paths and print the report; return the exit status."""
    ledger, tree = open_settings(places, asked)
    tree = tree.with_settings(keep_citations=asked["show_citations"])
    files = find_files([path for path in paths if path != _STDIN], tree)
    config, settings = tree.config, tree.main
    say_sets(config.edition, config.target, config.since)
    anew = asked["write_baseline"]
    known = Baselines(tree, asked["baseline"], anew=anew, reads_none=asked["no_config"])
    checked = check_files(files.files, tree, asked["jobs"], ledger)
    if _STDIN in paths:
        checked = merge_results([_check_stdin(Linters(tree, ledger), asked), checked])
    unfinished = "an upgrade of these files was interrupted; run `comprules upgrade --write` again to finish it"
    notices = [Notice(path, unfinished) for path in files.leftovers if Path(path).name == JOURNAL]
    notices += [notice for notice in files.notices if not (asked["force_exclude"] and notice.message == LEFT_OUT)]
    checked = structs.replace(checked, notices=(*notices, *checked.notices))
    places = [file.path for file in files.files] + (
        [str(asked["stdin_filename"] or "<stdin>")] if _STDIN in paths else []
    )
    if anew:
        for message in known.write(checked.findings, places):
            say(message)
        for error in checked.internal_errors:
            say(f"Error: {place_of(error)}: {printable(error.message)}")
        return ENVIRONMENT if checked.internal_errors else 0
    least = config.min_citations if asked["min_citations"] is None else asked["min_citations"]
    report = structs.replace(
        known.apply_to(checked, places),
        edition=settings.target,
        pin=settings.edition,
        too_few=least if checked.citations < least else None,
        show_citations=asked["show_citations"],
    )
    print_report(report, choose_style(asked, config.format), asked)
    say_old_ledger(
        ledger, (finding.number for finding in report.findings if finding.code == _BEYOND and finding.number)
    )
    if report.internal_errors:
        return ENVIRONMENT
    fails = any(finding.severity != "note" for finding in report.findings)  # notes are no failure
    return NOT_FOUND if report.too_few is not None or (fails and not asked["exit_zero"]) else 0


def _check_stdin(linters: Linters, asked: dict[str, Any]) -> Checked:
    name = str(asked["stdin_filename"] or "<stdin>")
    linter = linters.of_file(name)
    selection = linter.settings
    data = sys.stdin.buffer.read(selection.largest + 1)
    if len(data) > selection.largest:
        raise PathError(f"standard input: more than {selection.largest // MEGABYTE} MB; allow more with --max-size")
    if asked["stdin_filename"] and not selection.takes(name):
        return Checked(notices=() if asked["force_exclude"] else (Notice(name, LEFT_OUT),))
    return linter.check_bytes(name, data)


def print_report(report: Checked, style: str, asked: Mapping[str, Any]) -> None:
    """Print a report in its format, and the notes that people need to see."""
    output = asked["output"]
    _print_text(render(style, report), style, output)
    say_notices(report.notices)
    if gone := report.baseline.gone:
        shown = ", ".join(map(printable, gone[:FEW])) + (", ..." if gone[FEW:] else "")
        occur = "entry of the baseline no longer occurs", "entries of the baseline no longer occur"
        say(f"note: {format_count(len(gone), *occur)}: {shown}; bring it up to date with --write-baseline")
    aside = style not in FOR_PEOPLE or output is not None
    if report.undeclared:
        say(f"note: {report.undeclared}")
    if aside:
        say(summary(report))
    if asked.get("counts"):
        for line in (*statistics(report), *number_statistics(report)):
            click.echo(line, err=aside)
    if asked["summary"] is not None:
        from comprules.lint.formats.people import render_markdown  # noqa: PLC0415 - rarely needed

        with asked["summary"].open("a", encoding="utf-8", errors="backslashreplace") as file:
            file.write(render_markdown(report))
    if report.too_few is not None:
        say(
            f"Error: {format_count(report.citations, 'citation')} found, at least {report.too_few:,} expected "
            "(min-citations); check the paths and what is left out"
        )


def _print_text(text: str, style: str, output: Path | None) -> None:
    """Print text for programs as UTF-8, text for people in the terminal's encoding, and a file in one step."""
    if output is not None:
        write_file(output, click.unstyle(text).encode("utf-8", "backslashreplace"))
    elif style in FOR_PEOPLE:
        encoding = sys.stdout.encoding or "utf-8"
        click.echo(text.encode(encoding, "backslashreplace").decode(encoding), nl=False)
    else:
        click.echo(text.encode(), nl=False)


_COLOURS = ("#a4373a", "#8a6100", "#2c7a3f")
"""Of a badge: for less than a third, less than two thirds, and more; white letters can be read on each."""


@click.command(
    "coverage",
    epilog="""\b
Examples:
  comprules coverage src tests docs
  comprules coverage . --json > coverage.json
  comprules coverage . --against coverage.json     what changed since then
  comprules coverage . --format html --output rules.html
  comprules coverage . --fail-under 40 --badge rules.svg

A citation counts for the rule that it means: what is declared or stamped for an older edition counts for where its rule
is now, all numbers of a range count, and a wrong number counts for none. A citation of 702.40 does not count for
702.40a, nor the other way round.

A file is a test or a document by its path (tests/, *_test.*, docs/, *.md and the like), else code; [coverage] in the
configuration has patterns of your own: `tests = ["sim/"]`, `documents = ["*.html"]`. In code, the name of a test and
what stands in `#[cfg(test)]` count as tests.

\b
Exit status: 0 fine; 1 less than --fail-under; 2 usage, configuration or
environment, or a fault of comprules (CR900).

\b
JSON: {edition, rules, chapters, summary, against, notices}
  rules: {number, title, code, tests, documents}: all numbers of the edition;
    code, tests and documents list the places: {path, line}
  chapters: {number, title, rules, cited}: how many rules and subrules it has,
    how many are cited: {code, tests, documents, any}
  summary: {files, citing, citations, rules, cited, percent, untested, uncited,
    drifted, wrong}; percent is that of rules and subrules cited in code,
    drifted counts numbers of older editions, wrong: {path, line, number,
    role, code}
  against: {code, tests, documents}, each {gained, lost}; or null
  notices: {path, message}
""",
)
@click.argument("paths", metavar="PATH...", nargs=-1, required=True)
@click.option(
    "--fail-under",
    metavar="N",
    type=click.FloatRange(0, 100),
    help="Fail if code cites less than N percent of the edition's rules and subrules (numbers such as 702.40 and "
    "702.40a, each by itself; sections and chapters do not count).",
)
@click.option(
    "--against",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="Show the difference to the JSON of another commit.",
)
@click.option("--format", "style", type=click.Choice(("text", "json", "html")), help="How to print. [default: text]")
@click.option("--json", "as_json", is_flag=True, help="The same as --format json.")
@click.option("--output", metavar="FILE", type=click.Path(path_type=Path), help="Print to a file.")
@click.option("--badge", metavar="FILE", type=click.Path(path_type=Path), help="Write a badge, as SVG.")
@click.option("--site", metavar="ADDRESS", help="Link rules to this site, which `comprules site` wrote (HTML).")
@click.option("--source", metavar="ADDRESS", help="Link lines to files below this address (HTML). [default: the files]")
@click.option("--edition", metavar="EDITION", help="The edition that all citations were written for.")
@click.option(
    "--to", "--target", "target", metavar="EDITION", help="The edition whose rules are listed. [default: latest]"
)
@config_option
@no_config_option
@jobs_option
@click.pass_context
def coverage_command(ctx: click.Context, /, paths: tuple[str, ...], **asked: Any) -> None:
    """Show which rules a tree cites in code, in tests and in documents.

    PATHs are files or folders.
    """
    style = choose_style(asked, "text")
    before = asked["against"] and read_coverage(asked["against"])
    ledger, tree, files = open_tree(paths, asked)
    tree = tree.with_settings(target=tree.main.target)  # the rules of one edition are counted
    coverage = cover_files(files.files, tree, paths, asked["jobs"])
    if before:
        coverage = compare(coverage, before, History(ledger))
    _print_coverage(coverage, style, asked)
    if asked["badge"]:
        write_file(asked["badge"], _render_badge(coverage))
    say_notices((*files.notices, *coverage.notices))
    if failed := [wrong.path for wrong in coverage.summary.wrong if wrong.code == INTERNAL]:
        say(f"Error: comprules failed on {', '.join(failed)}; `comprules check` says more")
        ctx.exit(ENVIRONMENT)
    code, rules = coverage.summary.cited["code"], coverage.summary.rules
    if 100 * code < (asked["fail_under"] or 0) * rules:
        say(f"Error: code cites {code:,} of {rules:,} rules and subrules, less than {asked['fail_under']:g} %")
        ctx.exit(NOT_FOUND)


def _print_coverage(coverage: Coverage, style: str, asked: dict[str, Any]) -> None:
    """Print a coverage in a format, or write it into a file."""
    output = asked["output"]
    if style == "html":
        content = _render_html(coverage, asked["site"], asked["source"], output.resolve().parent if output else Path())
    elif style == "json":
        content = json.format(json.encode(coverage), indent=1) + b"\n"
    else:
        lines = "\n".join(_list_lines(coverage))
        if output is None:
            return print_text(lines)
        content = f"{click.unstyle(lines)}\n".encode()
    if output is None:
        return click.echo(content, nl=False)
    return write_file(output, content)


def _list_lines(coverage: Coverage) -> Iterator[str]:
    """Yield the lines of the table for people, and of the lists below it."""
    summary = coverage.summary
    total = Chapter("", "all", summary.rules, summary.cited)
    yield from table(
        (*coverage.chapters, total),
        (
            ("", attrgetter("number")),
            ("chapter", attrgetter("title")),
            ("rules", attrgetter("rules")),
            *((role, lambda chapter, role=role: chapter.cited[role]) for role in ROLES),
            ("nowhere", lambda chapter: chapter.rules - chapter.cited["any"]),
        ),
    )
    yield ""
    yield from _list_numbers("cited in code, in no test", summary.untested)
    yield from _list_numbers("cited nowhere", summary.uncited)
    wrong = [f"{wrong.number} at {wrong.path}:{wrong.line} ({wrong.code})" for wrong in summary.wrong]
    yield from _list_numbers("wrong, so they count for no rule", wrong)
    for role, changes in (coverage.against or {}).items():
        yield from _list_numbers(f"{role}: cited now and not before", changes["gained"])
        yield from _list_numbers(f"{role}: cited before and not now", changes["lost"])
    if summary.drifted:
        yield f"{format_count(summary.drifted, 'number')} of older editions counted for where the rule is now"
    yield (
        f"{format_count(summary.citations, 'citation')} in {summary.citing:,} of {format_count(summary.files, 'file')} "
        f"checked against {coverage.edition}: code cites {summary.percent} % of {summary.rules:,} rules and subrules"
    )


def _list_numbers(title: str, numbers: Sequence[str]) -> Iterator[str]:
    if numbers:
        more = f" and {len(numbers) - SHOWN:,} more" if len(numbers) > SHOWN else ""
        yield f"{len(numbers):,} {title}: {', '.join(numbers[:SHOWN])}{more}"
        yield ""


def _render_html(coverage: Coverage, site: str | None, source: str | None, folder: Path) -> bytes:
    """Return one page that needs no other file.

    Args:
        coverage: What is shown.
        site: Address of a site that `comprules site` wrote; None for no links to rules.
        source: What goes before the path of a file, relative to the working folder; None for links to the files.
        folder: The folder that the page is in.
    """

    def address_rule(number: str) -> str | None:
        if site is None:
            return None
        chapter = "" if kind_of(number) == "section" else f"{chapter_of(number)}/"
        anchor = "" if kind_of(number) == "chapter" else f"#{number}"
        return f"{site.rstrip('/')}/cr/{chapter}{anchor}"

    def address_file(path: str) -> str:
        if source is not None:
            return f"{source.rstrip('/')}/{quote(relative_path(path))}"
        return quote(os.path.relpath(path, folder).replace(os.sep, "/"))

    page = render_template(
        "coverage.html.j2",
        coverage=coverage,
        by_chapter=group_by_chapter(coverage.rules),
        address_rule=address_rule,
        address_file=address_file,
    )
    return page.encode("utf-8", "backslashreplace") + b"\n"


def _render_badge(coverage: Coverage) -> bytes:
    """Return a badge with the percentage of rules that are cited in code, as SVG."""
    words = f"rules cited in code: {coverage.summary.percent:.0f} %"
    colour = _COLOURS[min(int(coverage.summary.percent * len(_COLOURS) / 100), len(_COLOURS) - 1)]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="190" height="20" role="img" aria-label="{words}">'
        f'<title>{words}</title><rect width="140" height="20" fill="#444"/>'
        f'<rect x="140" width="50" height="20" fill="{colour}"/>'
        '<g fill="#fff" text-anchor="middle" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11">'
        '<text x="70" y="14" textLength="126">rules cited in code</text>'
        f'<text x="165" y="14">{coverage.summary.percent:.0f} %</text></g></svg>\n'
    ).encode()


def open_settings(paths: Sequence[str], asked: Mapping[str, Any]) -> tuple[Ledger, TreeSettings]:
    """Return the ledger, and the configurations of a run: that of `--config`, none with `--no-config`, or the nearest.

    What was typed on the command line goes before each of them.

    Raises:
        ConfigError: A configuration cannot be used, or what was typed is unknown.
        UsageError: Both options were given.
    """
    if asked["config"] is not None and asked.get("no_config"):
        raise click.UsageError("--config and --no-config exclude each other")
    only = named_config(asked["config"]) if asked["config"] is not None else None
    only = FoundConfig(root=Path.cwd()) if asked.get("no_config") else only
    ledger = open_ledger()
    tree = TreeSettings(paths, ledger, asked, only)
    say_ledger(ledger)
    return ledger, tree


def open_tree(paths: Sequence[str], asked: Mapping[str, Any]) -> tuple[Ledger, TreeSettings, FoundFiles]:
    """Return the ledger, the configurations of a run, and the files that paths mean.

    Raises:
        ConfigError: A configuration cannot be used, or what was typed is unknown.
        PathError: A path does not exist or cannot be read.
        UsageError: Options exclude each other.
    """
    ledger, tree = open_settings(paths, asked)
    return ledger, tree, find_files(paths, tree)


def choose_style(asked: Mapping[str, Any], usual: str) -> str:
    """Return the format that `--format` or `--json` names, else the usual one."""
    if asked["as_json"] and asked["style"] not in {None, "json"}:
        raise click.UsageError("--json and --format exclude each other")
    return "json" if asked["as_json"] else asked["style"] or usual


def say_notices(notices: Iterable[Notice]) -> None:
    """Print what is to be said of files that were not read."""
    for notice in gather_notices(notices):
        say(f"note: {printable(notice.path)}: {printable(notice.message)}")


@click.command(
    "explain",
    epilog="""\b
Examples:
  comprules explain CR004
  comprules explain text-mismatch
  comprules explain 702.36e
  comprules explain A.2.4        of a rulings summary, and what it restates

Without a download: the ledger that ships with the package has the numbers and headings of every edition.

\b
Exit status: 0 fine; 1 there is no such code, and no edition has such a number.

\b
JSON: {code, name, severity, meaning, is_default}, or {number, owners: [{first, last,
  until, title, now, numbers, gone, last_number, see}]}; first and last are
  editions, until is the last day, null for a rule that still has the number
  gone: the edition that dropped the rule, and last_number its last number;
    null while it is there
  see: where its last words send readers, if it had become empty: {number,
    numbers}, the number printed and where that rule is now
  restated: only of a rulings summary; as for `show`
""",
)
@click.argument("what", metavar="CODE|NUMBER")
@json_option
def explain_command(what: str, as_json: bool) -> None:
    """Explain a finding's code, or what a number was and is.

    For a number, each rule that ever had it is listed: since when, until when, and where that rule is now, or when it
    went and what its last number was.
    """
    code = code_of(what, DESCRIBED_CODES)
    if code is not None:
        about = DESCRIBED_CODES[code]
        lines = [f"{about.code} {about.name} ({about.severity})", about.meaning]
        if code in AUDIT_CODES:
            lines.append("To let one pass, write a baseline: comprules audit FILE --baseline BASELINE --write-baseline")
        elif code != INTERNAL:
            lines.append(f"To let one pass, write beside it: comprules: ignore[{code}] reason")
        print_answer(about, lines, as_json=as_json)
        return
    number = number_in(what)
    if number is None:
        raise NotFound(f"{unknown_code(what)}; a rule's number is written as 702.36e")
    answer = answer_number(open_ledger(), number)
    rows = (
        f"{f'{owner.first} to {owner.until}' if owner.until else f'since {owner.first}'}: "
        f"{f'{owner.title}; ' if owner.title else ''}{owner.now}"
        for owner in answer.owners
    )
    print_answer(answer, rows, as_json=as_json)
