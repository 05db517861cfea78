"""`comprules refs`: list references out of a rule, or into it."""

from collections.abc import Sequence
from operator import attrgetter
from typing import Any

import click
from msgspec import Struct
from msgspec.structs import replace

from comprules.cli.json_help import JsonCommand
from comprules.cli.options import edition_option
from comprules.cli.output import SHOWN, Answer, Column, table
from comprules.cli.sources import answers_from, edition_of, opened_facts
from graph.answers.lookup import edition_with, key_of
from graph.answers.page_references import PageReferences
from graph.answers.pages import PageRule, find_on_pages
from graph.answers.references import ReferenceAnswer, answer_references, describe_whereabouts, list_references
from graph.network.counts import ReferenceCount, cited_through
from graph.network.records import Cycles
from rules.errors import NotFound
from rules.numbers import Level, fold_key
from rules.store import Store

_OF_EDITION = ("most-cited", "orphans", "cycles")
"""Views of a whole edition; the others are about one record."""
_LONGEST = 3
"""Maximum length of the listed cycles, in references."""
_COUNTS: tuple[Column, ...] = (("references", attrgetter("references")), ("in records", attrgetter("sources")))


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
                                       ... and where its targets were later
  comprules refs A.2.4                 of a rulings summary, and what its targets restate today
  comprules refs --as-of M10 --json    every reference of the edition
  comprules refs 702.139a --near 2     what lies up to two references away
  comprules refs 610.5 --path 611.2f   the shortest ways along the references
  comprules refs 601.2b --through      how often it was cited in each edition, whatever its number
  comprules refs 601.2 --impact --by rule
                                       what may be wrong if 601.2 changes
  comprules refs --most-cited --by rule

Exit status 1: there is no such rule, or no way.

With --path the JSON has the shortest ways, each a list of keys.
""",
)
@click.argument("number", nargs=-1)
@click.option("--to", "view", flag_value="to", help="References into the rule, not out of it.")
@click.option(
    "--near", "distance", metavar="N", type=click.IntRange(1, 9), help="What lies up to N references away, either way."
)
@click.option(
    "--to-edition", metavar="EDITION", help="Say where the targets are in this edition. [default: the newest]"
)
@click.option("--path", "path_end", metavar="OTHER", help="The shortest ways from the rule to another.")
@click.option("--through", "view", flag_value="through", help="How often it was cited in each edition.")
@click.option("--impact", "view", flag_value="impact", help="What cites the rule, directly or through others.")
@click.option("--most-cited", "view", flag_value="most-cited", help="What is cited most in the edition.")
@click.option("--orphans", "view", flag_value="orphans", help="What cites nothing and is cited by nothing.")
@click.option("--cycles", "view", flag_value="cycles", help="References that lead back to where they began.")
@click.option(
    "--by",
    type=click.Choice(["subrule", "rule", "chapter"]),
    help="Count subrules as their rule, or rules as their chapter. [default: subrule; rule for --orphans]",
)
@click.option(
    "--limit",
    metavar="N",
    type=click.IntRange(min=1),
    help="Maximum number of rows. [default: 20 of an answer, all of a list; in JSON all, of --path 20]",
)
@edition_option
@answers_from(opened_facts)
def refs_command(store: Store, number: Sequence[str], as_of: str, **values: Any) -> Answer:
    """List references out of a rule, or into it.

    NUMBER is a rule or `glossary:TERM`; without one, every reference of the edition is listed. The other options ask
    what hangs together by references. Entries of the index that ends an edition of 1999 are listed last, as
    `index:TERM`. Without a knowledge base the ledger answers, which has no index.
    """
    options = RefsOptions(**values)
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
    return _answer_view(store, edition, view, [name for name in (typed, options.path_end) if name], options)


def _choose_view(options: RefsOptions, typed: str) -> str:
    """Return the question that the options ask.

    Raise an error if they ask several, or if a number is missing or must not be there.
    """
    views = [*filter(None, (options.view, "near" if options.distance else None, "path" if options.path_end else None))]
    if len(views) > 1:
        raise click.UsageError(f"--{views[0]} and --{views[1]} are two questions; ask one at a time")
    question = "from"
    if views:
        question = views[0]
    if views and question != "to" and options.to_edition:
        raise click.UsageError(f"--to-edition says where targets are; --{question} lists no targets")
    if question in _OF_EDITION and typed:
        raise click.UsageError(f"--{question} is about a whole edition; leave {typed!r} out")
    if views and question not in _OF_EDITION and not typed:
        value = {"near": " 2", "path": " 601.2b"}.get(question, "")
        raise click.UsageError(f"--{question} needs a number: comprules refs 601.2f --{question}{value}")
    return question


def _list_references(store: Store, edition: str, typed: str, options: RefsOptions, *, to: bool) -> Answer:
    """Return the references out of a record or into it; without one, all of the edition."""
    by: Level = options.by or "subrule"
    pages = find_on_pages(store, typed)
    if pages and not to:
        return _list_page_references(store, pages[0])
    references = list_references(store, edition, typed, side="to" if to else "from", by=by)
    target = None
    if options.to_edition:
        target = edition_of(store, options.to_edition)
    answers = answer_references(store, edition, references[: options.limit], target)
    lines = _format_references(answers, edition)
    if len(references) > len(answers):
        lines.append(f"… and {len(references) - len(answers):,} more (--limit)")
    return answers, lines


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


def _answer_view(store: Store, edition: str, view: str, names: Sequence[str], options: RefsOptions) -> Answer:
    """Return the answer to a question about the reference graph.

    Args:
        store: The knowledge base or ledger.
        edition: Id of the edition.
        view: The question, named as the option that asks it.
        names: The records that it is about, as typed.
        options: The options of the command.

    Raises:
        NotFound: The edition has no such record, or no references lead from the one to the other.
    """
    by: Level = options.by or ("rule" if view == "orphans" else "subrule")
    limit = options.limit
    shown = options.limit or SHOWN
    keys = [key_of(store, edition, name) for name in names]
    if view == "through":
        lineage = store.lineage_at(edition, keys[0])
        counts: tuple[ReferenceCount, ...] = ()
        if lineage:
            counts = cited_through(store, store.editions_of(store.works[edition]), lineage, by)
        return counts, table(counts, (("edition", attrgetter("edition")), ("number", attrgetter("key")), *_COUNTS))
    from graph.network import questions  # noqa: PLC0415 - networkx is slow to import

    graph = questions.link_records(store, edition, by)
    nodes = [fold_key(key, by) for key in keys]
    match view:
        case "most-cited":
            cited = questions.most_cited(graph, limit)
            lines = [*table(cited[:shown], (("cited", attrgetter("key")), *_COUNTS)), *_describe_more(cited, shown)]
            return cited, lines
        case "orphans":
            uncited = questions.orphans(graph)
            return uncited, [
                *_list_rows("rules that cite nothing and that nothing cites", uncited.rules, shown),
                *_list_rows("glossary entries that refer to nothing", uncited.entries, shown),
            ]
        case "cycles":
            circles = questions.circles(graph)
            cycles = questions.cycles(graph, _LONGEST, limit or len(graph))
            groups = [f"{len(circle):,}: {' '.join(circle)}" for circle in circles]
            ways = [" → ".join((*cycle, cycle[0])) for cycle in cycles]
            return Cycles(circles, cycles), [
                *_list_rows("groups of records that all lead to each other", groups, shown),
                *_list_rows(f"cycles of at most {_LONGEST} references", ways, shown),
            ]
        case "impact":
            affected = questions.impact(graph, nodes[0])
            return affected, [
                f"{affected.direct:,} refer to {nodes[0]}, and {affected.indirect:,} more through others",
                *table(affected.distances[:shown], (("away", attrgetter("distance")), ("record", attrgetter("key")))),
                *_describe_more(affected.distances, shown),
            ]
        case "near":
            around = questions.neighbourhood(graph, nodes[0], options.distance or 1)
            return around, [
                *table(
                    around.distances[:shown],
                    (
                        ("away", attrgetter("distance")),
                        ("record", attrgetter("key")),
                        (
                            "refers to",
                            lambda node: tuple(edge.target for edge in around.edges if edge.source == node.key),
                        ),
                    ),
                ),
                *_describe_more(around.distances, shown),
            ]
    paths = questions.paths(graph, nodes[0], nodes[1], shown)
    if not paths:
        raise NotFound(f"edition {edition}: no references lead from {nodes[0]} to {nodes[1]}")
    return paths, [" → ".join(steps) for steps in paths]


def _list_rows(title: str, rows: Sequence[str], shown: int) -> list[str]:
    return [f"{len(rows):,} {title}", *(f"  {row}" for row in rows[:shown]), *_describe_more(rows, shown)]


def _describe_more(rows: Sequence[object], shown: int) -> list[str]:
    if len(rows) > shown:
        return [f"  … and {len(rows) - shown:,} more (--limit)"]
    return []
