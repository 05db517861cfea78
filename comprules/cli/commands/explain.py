"""`comprules explain`: what a finding's code means, or what a number was and is."""

from collections.abc import Iterator
from itertools import chain
from typing import Any

import click

from comprules.cli.json_help import JsonCommand
from comprules.cli.options import json_option
from comprules.cli.output import indent_text, print_answer, wrap_text
from comprules.cli.related import sighting_lines, unlisted_number_lines
from graph.answers.owners import NumberAnswer, OwnerAnswer, answer_number
from graph.citations.codes import AUDIT_CODES, DESCRIBED_CODES, code_of, unknown_code
from graph.citations.explanations import ExplainedCode, explain_code
from graph.ledger import open_ledger
from rules.errors import NotFound
from rules.sentences import join_words
from rules.store.query import number_in


def _list_answers() -> dict[str, Any]:
    """Return the types of the answers in JSON."""
    return {"of a code": ExplainedCode, "of a number": NumberAnswer}


@click.command(
    "explain",
    cls=JsonCommand,
    answers=_list_answers,
    epilog="""\b
Examples:
  comprules explain CR004
  comprules explain text-mismatch
  comprules explain 702.36e
  comprules explain A.2.4        a number of a rulings summary, with the rules that it restates

No download is needed: the ledger that ships with the package has the numbers and headings of every edition.

\b
Exit code 1: there is no such code or number.
""",
)
@click.argument("subject", metavar="CODE|NUMBER")
@json_option
def explain_command(subject: str, as_json: bool) -> None:
    """Explain the code of a finding, or list the rules that had a number.

    For a number, the command lists each rule that ever had it, with the first and last day on which the rule had the
    number, and either its current number or, if the rule was deleted, its last number and the day it was deleted.
    """
    code = code_of(subject, DESCRIBED_CODES)
    if code is not None:
        explained = explain_code(code)
        print_answer(explained, _list_explanation(explained), as_json=as_json)
        return
    number = number_in(subject)
    if number is None:
        raise NotFound(f"{unknown_code(subject)}; a rule's number is written as 702.36e")
    answer = answer_number(open_ledger(), number)
    if answer.owners:
        lines: Iterator[str] = chain(map(_describe_owner, answer.owners), sighting_lines(answer.sightings))
    else:
        lines = unlisted_number_lines(answer.sightings)
    print_answer(answer, lines, as_json=as_json)


def _list_explanation(code: ExplainedCode) -> Iterator[str]:
    """Yield the lines about a kind of finding."""
    yield f"{code.code} {code.name} ({code.severity})"
    yield code.meaning
    if not code.is_default:
        yield _describe_choice(code.code)
    yield ""
    yield wrap_text(f"Why it matters: {code.why}")
    yield ""
    yield "Example:"
    yield indent_text(code.example, "  ")
    yield ""
    yield wrap_text(f"What to do: {code.remedy}")
    yield ""
    yield wrap_text(f"To ignore it: {code.suppression}")


def _describe_choice(code: str) -> str:
    """Return how to ask for a kind of finding that is not reported by default."""
    if code in AUDIT_CODES:
        return "Off unless you use `comprules audit --untidy`."
    only = f"`comprules check --select {code}` reports nothing else"
    return wrap_text(f"Off unless you select it: {only}; `extend-select` in the configuration adds it to the others.")


def _describe_owner(owner: OwnerAnswer) -> str:
    """Return a line about a rule that had the number: when, its title, and where it is now."""
    span = f"since {owner.first}"
    if owner.until:
        span = f"{owner.first} to {owner.until}"
    title = f"{owner.title}; " if owner.title else ""
    dated = ""
    if owner.retyped_editions:
        dated = f" ({join_words(owner.retyped_editions)} is known only from a retyped copy)"
    return f"{span}{dated}: {title}{owner.now}"
