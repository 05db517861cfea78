"""`comprules refs`: list references out of a rule, or into it."""

from collections.abc import Sequence
from operator import attrgetter
from typing import Annotated, Any

import click
from msgspec import Meta, Struct
from msgspec.structs import replace

from comprules.cli.json_help import JsonCommand
from comprules.cli.options import edition_option
from comprules.cli.output import Answer, Column, table
from comprules.cli.sources import answers_from, edition_of, opened_facts, say_retyped
from graph.answers.lookup import edition_with, key_of
from graph.answers.page_references import PageReferences
from graph.answers.pages import PageRule, find_on_pages
from graph.answers.references import ReferenceAnswer, Side, answer_references, list_references
from graph.answers.whereabouts import describe_whereabouts
from graph.network.counts import ReferenceCount, cited_through
from graph.network.records import Cycles
from rules.keys import Level
from rules.store import Store

_OF_EDITION = ("most-cited", "orphans", "cycles")
"""Views of a whole edition; the others are about one record."""
_DEFAULT_LEVELS: dict[str, Level] = {"orphans": "rule"}
"""What counts as a record by default, where that is not the subrule."""
_THROUGH_COLUMNS: tuple[Column, ...] = (
    ("edition", attrgetter("edition")),
    ("number", attrgetter("key")),
    ("references", attrgetter("references")),
    ("in records", attrgetter("sources")),
)
_Paths = Annotated[tuple[tuple[str, ...], ...], Meta(description="The shortest paths, each a list of keys.")]
"""The answer with --path, which has no record."""


class RefsOptions(Struct, frozen=True, kw_only=True):
    """The options of `refs`, by the names of their parameters."""

    view: str | None
    distance: int | None
    path_end: str | None
    by: Level | None
    to_edition: str | None
    limit: int | None


def _list_answers() -> dict[str, Any]:
    """Return the types of the answers in JSON."""
    from graph.network.records import Impact, Neighbourhood, Orphans  # noqa: PLC0415 - only needed for help

    return {
        "": tuple[ReferenceAnswer, ...],
        "with --most-cited or --through": tuple[ReferenceCount, ...],
        "with --near": Neighbourhood,
        "with --path": _Paths,
        "with --impact": Impact,
        "with --orphans": Orphans,
        "with --cycles": Cycles,
    }


@click.command(
    "refs",
    cls=JsonCommand,
    answers=_list_answers,
    epilog="""\b
Examples:
  comprules refs 702.40a               what 702.40a refers to
  comprules refs 601.2f --to           what refers to 601.2f
  comprules refs 601.2 --to --by rule  what refers to 601.2 or any of its subrules
  comprules refs 601.2b --as-of M10 --to-edition 2015-01-23
                                       also the numbers of its targets in a later edition
  comprules refs A.2.4                 a rule of a rulings summary, and the rules that its targets restate
  comprules refs --as-of M10 --json    every reference of the edition
  comprules refs 702.139a --near 2     all rules up to two references away
  comprules refs 610.5 --path 611.2f   the shortest paths along the references
  comprules refs 601.2b --through      how often it was cited in each edition, whatever its number
  comprules refs 601.2 --impact --by rule
                                       all rules to check if 601.2 changes
  comprules refs --most-cited --by rule

Exit code 1: the rule does not exist, or the rules are not connected.
""",
)
@click.argument("number", nargs=-1)
@click.option("--to", "view", flag_value="to", help="Show references to the rule instead of references from it.")
@click.option(
    "--near",
    "distance",
    metavar="N",
    type=click.IntRange(1, 9),
    help="Show the records up to N references away, in either direction.",
)
@click.option(
    "--to-edition", metavar="EDITION", help="Show where the targets are in this edition. [default: the newest]"
)
@click.option("--path", "path_end", metavar="OTHER", help="Show the shortest paths from the rule to this one.")
@click.option("--through", "view", flag_value="through", help="Show how often the rule was cited in each edition.")
@click.option(
    "--impact",
    "view",
    flag_value="impact",
    help="Show the records that cite the rule, directly or through other rules.",
)
@click.option("--most-cited", "view", flag_value="most-cited", help="Show which records the edition cites most.")
@click.option(
    "--orphans",
    "view",
    flag_value="orphans",
    help="Show rules that cite nothing and that nothing cites, and glossary entries that cite nothing.",
)
@click.option("--cycles", "view", flag_value="cycles", help="Show references that lead back to where they started.")
@click.option(
    "--by",
    type=click.Choice(["subrule", "rule", "chapter"]),
    help="Count subrules with their rule, or rules with their chapter. [default: subrule; rule for --orphans]",
)
@click.option(
    "--limit",
    metavar="N",
    type=click.IntRange(min=1),
    help="Maximum number of rows. [default: 20; all for a plain list of references and with --json; --path: always 20]",
)
@edition_option
@answers_from(opened_facts)
def refs_command(store: Store, number: Sequence[str], as_of: str, **values: Any) -> Answer:
    """List references from a rule or to a rule.

    NUMBER is a rule, `glossary:TERM` or the id of a lineage. Without NUMBER, every reference of the edition is listed.
    --near, --path, --impact and --cycles show how rules are connected by references. Entries of the index that ends an
    edition of 1999 are listed last, as `index:TERM`. Without a knowledge base, the answer comes from the ledger, which
    has no index.
    """
    options = RefsOptions(**values)
    if options.path_end is not None and not options.path_end.strip():
        raise click.UsageError("--path is empty; name the rule at which the paths end")
    typed = " ".join(number).strip()
    if number and not typed:  # a script's empty variable must not list the whole edition
        raise click.UsageError("NUMBER is empty; leave it out to list every reference of the edition")
    view = _choose_view(options, typed)
    named = edition_of(store, as_of)
    edition = edition_with(store, named, typed)
    if edition != named and not options.to_edition:
        options = replace(options, to_edition=named)
    if view in ("from", "to"):
        return _list_references(store, edition, typed, options, to=view == "to")
    by = options.by or _DEFAULT_LEVELS.get(view, "subrule")
    if view == "through":
        return _answer_through(store, edition, key_of(store, edition, typed), by)
    from comprules.cli.reference_views import ViewOptions, answer_view  # noqa: PLC0415 - loads networkx

    names = [name for name in (typed, options.path_end) if name]
    amount = ViewOptions(by=by, limit=options.limit, distance=options.distance or 1)
    return answer_view(store, edition, view, names, amount)


def _choose_view(options: RefsOptions, typed: str) -> str:
    """Return the question that the options ask: `from` by default, `to`, or the name of an option such as `impact`.

    Raises:
        UsageError: The options ask several questions, or a number is missing or not allowed.
    """
    views = []
    if options.view:
        views.append(options.view)
    if options.distance:
        views.append("near")
    if options.path_end:
        views.append("path")
    if len(views) > 1:
        raise click.UsageError(f"--{views[0]} and --{views[1]} answer different questions; use one at a time")
    if not views:
        return "from"
    view = views[0]
    if view != "to" and options.to_edition:
        raise click.UsageError(f"--to-edition says where targets are; --{view} lists no targets")
    if view in _OF_EDITION and typed:
        raise click.UsageError(f"--{view} is about a whole edition; leave {typed!r} out")
    if view not in _OF_EDITION and not typed:
        value = {"near": " 2", "path": " 601.2b"}.get(view, "")
        raise click.UsageError(f"--{view} needs a number: comprules refs 601.2f --{view}{value}")
    return view


def _list_references(store: Store, edition: str, typed: str, options: RefsOptions, *, to: bool) -> Answer:
    """Return the references out of a record or into it; without one, all of the edition."""
    by: Level = options.by or "subrule"
    pages = find_on_pages(store, typed)
    if pages and not to:
        return _list_page_references(store, pages[0])
    side: Side = "from"
    if to:
        side = "to"
    references = list_references(store, edition, typed, side=side, by=by)
    target = None
    if options.to_edition:
        target = edition_of(store, options.to_edition)
    answers = answer_references(store, edition, references[: options.limit], target)
    lines = _format_references(answers, edition)
    if len(references) > len(answers):
        lines.append(f"… and {len(references) - len(answers):,} more (--limit)")
    return answers, lines


def _answer_through(store: Store, edition: str, key: str, by: Level) -> Answer:
    """Return how often a record was cited in each edition, whatever its number."""
    lineage = store.lineage_at(edition, key)
    counts: tuple[ReferenceCount, ...] = ()
    if lineage:
        counts = cited_through(store, store.editions_of(store.work_of[edition]), lineage, by)
    for count in counts:
        if count.edition and count.edition != edition:
            say_retyped(store, count.edition)
    return counts, table(counts, _THROUGH_COLUMNS)


def _list_page_references(store: Store, page: PageRule) -> Answer:
    """Return the references out of a number that only a page of another issue has."""
    answers = PageReferences(store, page.issue).references_of(page.rule.key)
    return answers, _format_references(answers, page.issue.file)


def _format_references(answers: Sequence[ReferenceAnswer], edition: str) -> list[str]:
    columns: list[Column] = [
        ("source", attrgetter("source")),
        ("field", attrgetter("field")),
        ("as printed", attrgetter("raw")),
        ("targets", attrgetter("targets")),
        ("status", attrgetter("status")),
        ("suggestion", attrgetter("suggestion")),
    ]
    if answers and answers[0].now:
        columns.append((f"in {answers[0].now[0].edition}", lambda answer: describe_whereabouts(answer.now)))
    if answers:
        return [*table(answers, columns)]
    return [f"no reference (edition {edition})"]
