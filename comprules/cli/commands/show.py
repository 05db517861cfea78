"""`comprules show`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from comprules.cli.corresponding import correspondence_lines
from comprules.cli.errors import NOT_FOUND, NotFound
from comprules.cli.lookup import latest_of, open_knowledge_base, rule_of
from comprules.cli.options import edition_option, json_option, store_option
from comprules.cli.output import dim, number_style, print_json, print_text, say, wrap_text
from comprules.cli.records import history_of, rule_json
from graph.history.since import change_counts
from rules.records import RETYPED
from rules.store.query import split_numbers

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from rules.records import Rule
    from rules.store import Store

_EPILOG = """\b
Examples:
  comprules show 702.40a
  comprules show CR 702.40a --json
  comprules show 702.40a 603.2 601.2b        several at once; as JSON a list of them
  comprules show 502.30 --as-of 2004-06-01 --tree
  comprules show 702 --as-of M10

\b
JSON: {number, ordinal, edition, condition, kind, heading, text, examples, notes, tags,
  parent, lineage, since, versions, corresponds, references, cited_by,
  subrules}
  condition: the edition's
  since: the edition since which the words are unchanged; null for a retyped
    edition
  versions: how many the lineage has
  references: as for `refs`; cited_by: {number, edition}; corresponds: as
    for `identify`
  subrules: numbers; with --tree records of the same shape
"""


@click.command("show", epilog=_EPILOG)
@click.argument("number", metavar="NUMBER...", nargs=-1, required=True)
@edition_option
@click.option("--tree", is_flag=True, help="Show every rule below it too, in full.")
@json_option
@store_option
@click.pass_context
def command(  # noqa: PLR0917
    ctx: click.Context, number: tuple[str, ...], as_of: str, tree: bool, as_json: bool, db: Path | None
) -> None:
    """Show a rule, what it refers to and what cites it.

    NUMBER is the number of a section (7), a chapter (702), a rule (702.40) or a subrule (702.40a); `CR` or `rule`
    before it is ignored. The rules below it are only listed, or with --tree shown. If some of several numbers do not
    exist, they are reported, and the others shown.
    """
    typed = split_numbers(number)
    with open_knowledge_base(db) as store:
        edition = latest_of(store, as_of)
        rules, missing = _find_rules(store, edition, typed)
        if len(typed) == 1 and missing:
            raise missing[0]
        for error in missing:
            say(str(error))
        if as_json:
            documents = [rule_json(store, rule, tree=tree) for rule in rules]
            print_json(documents if len(typed) > 1 else documents[0])
        else:
            for place, rule in enumerate(rules):
                if place:
                    print_text("")
                _print_whole(store, rule, tree=tree)
    ctx.exit(NOT_FOUND if missing else 0)


def _find_rules(store: Store, edition: str, typed: Sequence[str]) -> tuple[list[Rule], list[NotFound]]:
    """Return the rules that exist, and an error for each number that does not."""
    rules, missing = [], []
    for name in typed:
        try:
            rules.append(rule_of(store, edition, name))
        except NotFound as error:
            missing.append(error)
    return rules, missing


def _print_whole(store: Store, rule: Rule, *, tree: bool) -> None:
    _print_rule(rule, "")
    below = store.subrules(rule.edition, rule.number)
    if tree:
        _print_tree(store, below, "  ")
    elif below:
        print_text(f"{dim('below it')}    {' '.join(subrule.key for subrule in below)}")
    targets = [key for reference in store.references(rule.edition, rule.key) for key in reference.reference.targets]
    _print_keys("refers to", targets)
    _print_keys("cited by", store.cited_by(rule.edition, rule.key))
    print_text(f"{dim('edition')}     {rule.edition}")
    _print_history(store, rule)


def _print_rule(rule: Rule, indent: str) -> None:
    heading = f"  {rule.heading}" if rule.heading else ""
    print_text(f"{indent}{number_style(rule.key)}{heading}")
    if rule.text:
        print_text(wrap_text(rule.text, indent))
    for label, passages in (("Example", rule.examples), ("Note", rule.notes)):
        for passage in passages:
            print_text(wrap_text(f"{label}: {passage}", indent + "    "))


def _print_history(store: Store, rule: Rule) -> None:
    lineage, since, versions = history_of(store, rule)
    if lineage:
        changes = ", ".join(change_counts(versions).in_words()) or "never changed"
        wording = f"wording unchanged since {since}" if since else f"the words are those of a {RETYPED} copy"
        print_text(f"{dim('lineage')}     {lineage}; {wording}; {changes}")
        for line in correspondence_lines(store.correspondences_of(lineage)):
            print_text(line)


def _print_tree(store: Store, rules: tuple[Rule, ...], indent: str) -> None:
    for rule in rules:
        _print_rule(rule, indent)
        _print_tree(store, store.subrules(rule.edition, rule.number), indent + "  ")


def _print_keys(label: str, keys: list[str] | tuple[str, ...]) -> None:
    if keys:
        print_text(f"{dim(label.ljust(11))} {', '.join(dict.fromkeys(keys))}")
