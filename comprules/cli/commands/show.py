"""`comprules show`: show a rule, or cite it."""

from collections.abc import Iterator, Sequence
from typing import TypeVar

import click
from msgspec import UnsetType

from comprules.citing import cite_with_link
from comprules.cli.failures import exit_code_for
from comprules.cli.json_help import JsonCommand
from comprules.cli.options import edition_option
from comprules.cli.output import Answer, dim, join_answers, number_style, report_missing, wrap_text
from comprules.cli.related import restated_lines, sighting_lines, unlisted_number_lines
from comprules.cli.sources import answers_from, edition_of, open_knowledge_base
from comprules.meanings import find_rule
from graph.answers.citing import FORMS, RuleCitation
from graph.answers.rule import RuleAnswer
from graph.history.rule_versions import describe_changes
from rules.errors import NotFound
from rules.keys import key_of_rule
from rules.records import RETYPED
from rules.store import Store
from rules.store.query import split_numbers

T = TypeVar("T")


@click.command(
    "show",
    cls=JsonCommand,
    answers=lambda: {"": RuleAnswer},
    epilog="""\b
Examples:
  comprules show 702.40a
  comprules show CR 702.40a --json
  comprules show 702.40a 603.2 601.2b        several at once; as JSON a list of them
  comprules show 502.30 --as-of 2004-06-01 --tree
  comprules show 702 --as-of M10
  comprules show A.2.4                       of a rulings summary of 1999
  comprules show 702.38a --as-of 2012-07-01 --cite bibtex
""",
)
@click.argument("number", metavar="NUMBER...", nargs=-1, required=True)
@edition_option
@click.option("--tree", is_flag=True, help="Also show every rule below it, in full.")
@click.option(
    "--cite",
    "form",
    type=click.Choice(tuple(FORMS)),
    help="Print a citation in this form instead of the rule; with $COMPRULES_SITE_URL it has the permanent address.",
)
@answers_from(open_knowledge_base)
def show_command(store: Store, number: Sequence[str], as_of: str, tree: bool, form: str | None) -> Answer:
    """Show a rule, what it refers to and what cites it.

    NUMBER is the number of a section (7), a chapter (702), a rule (702.40) or a subrule (702.40a), `glossary:TERM`, or
    the id of a lineage (502.30a@2003-05-26). `CR` or `rule` before a number is ignored. With --as-of, NUMBER is the
    number that the rule had in that edition. The rules below it are listed, or shown in full with --tree. If some of
    several numbers do not exist, they are reported and the others are shown. A number that only a rulings summary has
    (A.2.4) is shown in the wording of its last issue, with the rule that it restates and that rule's number in the
    edition. A number that occurs only on a page of another issue (`comprules list pages`) is shown in the wording of
    that page, with the period that the page can be from.
    """
    typed = split_numbers(number)
    edition = edition_of(store, as_of)
    rules: list[RuleAnswer] = []
    missing: list[NotFound] = []
    for name in typed:
        try:
            rules.append(find_rule(store, name, edition, tree=tree))
        except NotFound as unknown:
            missing.append(unknown)
    if len(typed) == 1 and missing:
        raise missing[0]
    report_missing(missing)
    status = exit_code_for(missing)
    if form:
        citations = [cite_with_link(rule, form) for rule in rules]
        return _one_or_several(citations, typed), _print_citations(citations), status
    return _one_or_several(rules, typed), join_answers(_format_whole(store, rule) for rule in rules), status


def _one_or_several(answers: Sequence[T], typed: Sequence[str]) -> T | Sequence[T]:
    """Return the answer itself for one number that was typed, and the list of answers for several."""
    if len(typed) == 1:
        return answers[0]
    return answers


def _print_citations(citations: Sequence[RuleCitation]) -> Iterator[str]:
    for citation in citations:
        yield citation.citation


def _format_whole(store: Store, rule: RuleAnswer) -> Iterator[str]:
    yield from _format_rule(rule, "")
    yield from _format_tree(rule.subrules, "  ")
    below = [key for key in rule.subrules if isinstance(key, str)]
    if below:
        yield f"{dim('below it')}    {' '.join(below)}"
    yield from _format_keys("refers to", [key for reference in rule.references for key in reference.targets])
    yield from _format_keys("cited by", [citing.number for citing in rule.cited_by])
    if rule.lineage is None:  # only a page of another issue has the number
        yield from unlisted_number_lines(rule.sightings)
        return
    yield f"{dim('edition')}     {rule.edition}"
    if rule.edition != rule.latest and isinstance(rule.restated, UnsetType):
        yield f"{dim('today')}       {rule.standing}"
    if rule.lineage:
        yield from _format_history(store, rule, rule.lineage)


def _format_history(store: Store, rule: RuleAnswer, lineage: str) -> Iterator[str]:
    """Yield since when a rule has its words, how often it changed, and what says the same."""
    changes = ", ".join(describe_changes(store.versions(lineage))) or "never changed"
    wording = f"the words are those of a {RETYPED} copy"
    if rule.since:
        wording = f"wording unchanged since {rule.since}"
    yield f"{dim('lineage')}     {lineage}; {wording}; {changes}"
    yield from restated_lines(rule.restated, rule.corresponds)
    yield from sighting_lines(rule.sightings)


def _format_rule(rule: RuleAnswer, indent: str) -> Iterator[str]:
    heading = ""
    if rule.heading and rule.kind != "glossary":
        heading = f"  {rule.heading}"
    yield f"{indent}{number_style(key_of_rule(rule.number, rule.ordinal))}{heading}"
    if rule.text:
        yield wrap_text(rule.text, indent)
    for label, passages in (("Example", rule.examples), ("Note", rule.notes)):
        yield from (wrap_text(f"{label}: {passage}", indent + "    ") for passage in passages)


def _format_tree(rules: Sequence[str | RuleAnswer], indent: str) -> Iterator[str]:
    for rule in rules:
        if not isinstance(rule, str):
            yield from (*_format_rule(rule, indent), *_format_tree(rule.subrules, indent + "  "))


def _format_keys(label: str, keys: Sequence[str]) -> Iterator[str]:
    if keys:
        yield f"{dim(label.ljust(11))} {', '.join(dict.fromkeys(keys))}"
