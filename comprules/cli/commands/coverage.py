"""`comprules coverage`: show which rules a tree cites in code, in tests and in documents."""

import os
from collections.abc import Iterator, Sequence
from functools import partial
from operator import attrgetter
from pathlib import Path
from typing import Any
from urllib.parse import quote

import click
from msgspec import Struct, json

from comprules.cli.coverage_badge import render_badge
from comprules.cli.failures import ENVIRONMENT, NOT_FOUND
from comprules.cli.json_help import JsonCommand
from comprules.cli.options import cache_option, config_option, jobs_option, no_config_option
from comprules.cli.output import SHOWN, Column, print_text, say, table
from comprules.cli.reports import choose_style
from comprules.cli.tree import open_tree, say_notices
from comprules.lint.cache import open_cache
from comprules.lint.coverage import compare, cover_files, group_by_chapter
from comprules.lint.coverage_answers import Chapter, Coverage, read_coverage
from comprules.lint.formats.places import path_for_tools
from comprules.lint.roles import ROLES
from comprules.lint.settings import Overrides
from comprules.templates import render_template
from graph.citations.codes import INTERNAL
from graph.history import History
from rules.counts import format_count
from rules.files import write_file
from rules.numbers import chapter_of, kind_of


class CoverageOptions(Struct, frozen=True, kw_only=True):
    """The options of `coverage`, by the names of their parameters."""

    fail_under: float | None
    against: Path | None
    style: str | None
    as_json: bool
    output: Path | None
    badge: Path | None
    site: str | None
    source: str | None
    edition: str | None
    target: str | None
    config: Path | None
    no_config: bool
    jobs: int | None
    no_cache: bool


@click.command(
    "coverage",
    cls=JsonCommand,
    answers=lambda: {"": Coverage},
    epilog="""\b
Examples:
  comprules coverage src tests docs
  comprules coverage . --json > coverage.json
  comprules coverage . --against coverage.json     what changed since then
  comprules coverage . --format html --output rules.html
  comprules coverage . --fail-under 40 --badge rules.svg

A citation counts for the rule that it means. If it was written for an older edition, it counts for the number that its
rule has now. A range counts for all of its numbers, and a wrong number counts for none. A citation of 702.40 does not
count for 702.40a, and a citation of 702.40a does not count for 702.40.

A file counts as a test or a document according to its path (tests/, *_test.*, docs/, *.md and the like); any other file
counts as code. To replace these patterns, set your own under [coverage] in the configuration: `tests = ["sim/"]`,
`documents = ["*.html"]`. In a code file, the names of tests and everything inside `#[cfg(test)]` count as tests.

\b
Exit code: 0 success; 1 less than --fail-under; 2 usage, configuration or
environment, or an internal error (CR900).
""",
)
@click.argument("paths", metavar="PATH...", nargs=-1, required=True)
@click.option(
    "--fail-under",
    metavar="N",
    type=click.FloatRange(0, 100),
    help="Fail if code cites less than N percent of the edition's rules and subrules (numbers such as 702.40 and "
    "702.40a, counted separately; sections and chapters do not count).",
)
@click.option(
    "--against",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="Show the difference from the JSON of another commit.",
)
@click.option(
    "--format", "style", type=click.Choice(("text", "json", "html")), help="The format of the output. [default: text]"
)
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
@cache_option
@click.pass_context
def coverage_command(ctx: click.Context, /, paths: tuple[str, ...], **values: Any) -> None:
    """Show which rules a tree cites in code, in tests and in documents.

    PATHs are files or folders.
    """
    options = CoverageOptions(**values)
    style = choose_style(options.style, "text", as_json=options.as_json)
    before = None
    if options.against is not None:
        before = read_coverage(options.against)
    typed = Overrides(edition=options.edition, target=options.target)
    ledger, tree, files = open_tree(paths, typed, config=options.config, no_config=options.no_config)
    tree = tree.with_settings(target=tree.main.target)  # the rules of one edition are counted
    cache = open_cache(off=options.no_cache)
    coverage, notices = cover_files(files.files, tree, paths, options.jobs, ledger=ledger, cache=cache)
    if before is not None:
        coverage = compare(coverage, before, History(ledger))
    _print_coverage(coverage, style, options)
    if options.badge:
        write_file(options.badge, render_badge(coverage.summary.percent))
    say_notices((*files.notices, *notices))
    ctx.exit(_choose_status(coverage, options.fail_under))


def _choose_status(coverage: Coverage, fail_under: float | None) -> int:
    """Return the exit code for a coverage, and print an error if it is not 0.

    Args:
        coverage: The coverage.
        fail_under: The percentage of rules that code must cite; None for any.
    """
    failed = [wrong.path for wrong in coverage.summary.wrong if wrong.fault_code == INTERNAL]
    if failed:
        say(f"Error: comprules failed on {', '.join(failed)}; run `comprules check` for details")
        return ENVIRONMENT
    cited = coverage.summary.cited["code"]
    rules = coverage.summary.rules
    # Numbers of rules are compared, because `summary.percent` is rounded.
    if fail_under is not None and 100 * cited < fail_under * rules:
        say(f"Error: code cites {cited:,} of {rules:,} rules and subrules, less than {fail_under:g} %")
        return NOT_FOUND
    return 0


def _print_coverage(coverage: Coverage, style: str, options: CoverageOptions) -> None:
    """Print a coverage in a format, or write it into the file of `--output`."""
    output = options.output
    if style == "text" and output is None:
        print_text("\n".join(_list_lines(coverage)))
        return
    content = _render(coverage, style, options)
    if output is None:
        click.echo(content, nl=False)
    else:
        write_file(output, content)


def _render(coverage: Coverage, style: str, options: CoverageOptions) -> bytes:
    """Return a coverage in a format: `text` (without colours), `json` or `html`."""
    if style == "html":
        folder = Path()
        if options.output is not None:
            folder = options.output.resolve().parent
        return _render_html(coverage, options.site, options.source, folder)
    if style == "json":
        return json.format(json.encode(coverage), indent=1) + b"\n"
    lines = "\n".join(_list_lines(coverage))
    return f"{click.unstyle(lines)}\n".encode()


def _list_lines(coverage: Coverage) -> Iterator[str]:
    """Yield the lines of the table for people, and of the lists below it."""
    summary = coverage.summary
    yield from _list_chapters(coverage)
    yield ""
    yield from _list_numbers("cited in code, but not in tests", summary.untested)
    yield from _list_numbers("cited nowhere", summary.uncited)
    wrong = [f"{wrong.number} at {wrong.path}:{wrong.line} ({wrong.fault_code})" for wrong in summary.wrong]
    yield from _list_numbers("wrong, so they count for no rule", wrong)
    for role, changes in (coverage.against or {}).items():
        yield from _list_numbers(f"{role}: newly cited", changes["gained"])
        yield from _list_numbers(f"{role}: no longer cited", changes["lost"])
    if summary.drifted:
        yield f"{format_count(summary.drifted, 'number')} of older editions counted for the current number of the rule"
    yield (
        f"{format_count(summary.citations, 'citation')} in {summary.citing:,} of {format_count(summary.files, 'file')} "
        f"checked against {coverage.edition}: code cites {summary.percent} % of {summary.rules:,} rules and subrules"
    )


def _list_chapters(coverage: Coverage) -> Iterator[str]:
    """Yield the table of the chapters, with how many of their rules are cited in each role, and the total."""
    total = Chapter("", "all", coverage.summary.rules, coverage.summary.cited)
    columns: tuple[Column, ...] = (
        ("", attrgetter("number")),
        ("chapter", attrgetter("title")),
        ("rules", attrgetter("rules")),
        *((role, lambda chapter, role=role: chapter.cited[role]) for role in ROLES),
        ("nowhere", lambda chapter: chapter.rules - chapter.cited["any"]),
    )
    yield from table((*coverage.chapters, total), columns)


def _list_numbers(title: str, numbers: Sequence[str]) -> Iterator[str]:
    if numbers:
        more = ""
        if len(numbers) > SHOWN:
            more = f" and {len(numbers) - SHOWN:,} more"
        yield f"{len(numbers):,} {title}: {', '.join(numbers[:SHOWN])}{more}"
        yield ""


def _render_html(coverage: Coverage, site: str | None, source: str | None, folder: Path) -> bytes:
    """Return one page that needs no other file.

    Args:
        coverage: The coverage.
        site: Address of a site that `comprules site` wrote; None for no links to rules.
        source: The address of the working folder, to which paths of files are added; None for links to the files.
        folder: The folder of the page, to which links to files are relative.
    """
    page = render_template(
        "coverage.html.j2",
        coverage=coverage,
        by_chapter=group_by_chapter(coverage.rules),
        address_rule=partial(_address_rule, site),
        address_file=partial(_address_file, source, folder),
    )
    return page.encode("utf-8", "backslashreplace") + b"\n"


def _address_rule(site: str | None, number: str) -> str | None:
    """Return the address of a rule on a site: for `702.40a` it is `SITE/cr/702/#702.40a`; None without a site."""
    if site is None:
        return None
    chapters = f"{site.rstrip('/')}/cr/"
    kind = kind_of(number)
    if kind == "section":
        return f"{chapters}#{number}"
    if kind == "chapter":
        return f"{chapters}{number}/"
    return f"{chapters}{chapter_of(number)}/#{number}"


def _address_file(source: str | None, folder: Path, path: str) -> str:
    """Return the address of a file, below `source` or relative to the folder of the page; see `_render_html`."""
    if source is not None:
        return f"{source.rstrip('/')}/{quote(path_for_tools(path))}"
    return quote(os.path.relpath(path, folder).replace(os.sep, "/"))
