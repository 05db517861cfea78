"""`comprules parse`: turn one document into records."""

from collections import Counter
from collections.abc import Iterator

import click

from comprules.cli.documents import read_document
from comprules.cli.failures import NOT_FOUND
from comprules.cli.json_help import JsonCommand
from comprules.cli.options import json_option
from comprules.cli.output import print_answer, say, summarize_problems
from comprules.user_condition import judge_as_user
from graph.answers.document import DocumentAnswer, answer_document
from graph.documents.condition import apply_judgement
from graph.documents.extent import Extent
from rules.records import ParsedDocument


@click.command(
    "parse",
    cls=JsonCommand,
    answers=lambda: {"": DocumentAnswer},
    epilog="""\b
Examples:
  comprules parse MagicCompRules.txt
  comprules parse MagicCompRules.txt --json > rules.json
  comprules parse https://example.org/rules/607.html
  curl ... | comprules parse - --json

Every line of the document is in a record, or is listed under `dropped` with the reason for dropping it.

\b
Exit code 1: no rule could be read from the document; 2: its dialect was not recognised.
""",
)
@click.argument("file", metavar="FILE|URL", type=click.Path())
@click.option("--dialect", metavar="D", help="Read the document as this dialect instead of detecting its dialect.")
@json_option
@click.option("-v", "--verbose", is_flag=True, help="Show every problem, not just one example of each kind.")
@click.pass_context
def parse_command(ctx: click.Context, file: str, dialect: str | None, as_json: bool, verbose: bool) -> None:
    """Turn one document into records.

    FILE can also be `-` for standard input. A URL is the address of one page; if robots.txt allows it, comprules
    fetches the page without storing it. Encoding and dialect are detected from the bytes.
    """
    document = read_document(file, dialect)
    judgement = judge_as_user(document, lambda error: say(f"note: compared with the ledger alone: {error}"))
    document = apply_judgement(document, judgement)
    extent = judgement.extent
    answer = answer_document(document, extent, judgement.differing) if as_json else None
    print_answer(answer, _summarize(document, extent), as_json=as_json)
    for line in summarize_problems(document.diagnostics, shows_all=verbose):
        say(line)
    ctx.exit(0 if document.rules or document.glossary else NOT_FOUND)


def _summarize(document: ParsedDocument, extent: Extent | None) -> Iterator[str]:
    kinds = Counter(rule.kind for rule in document.rules)
    examples = sum(len(rule.examples) for rule in document.rules)
    dropped = Counter(line.reason for line in document.dropped)
    rows = [
        ("work", document.work),
        ("dialect", document.dialect),
        ("encoding", document.encoding),
        ("edition", document.edition or "not stated"),
        ("condition", document.condition),
        ("extent", extent.sentence if extent else "not known; see comprules identify"),
        ("rules", ", ".join(f"{kind} {count:,}" for kind, count in kinds.items()) or "none"),
        ("examples", f"{examples:,}"),
        ("glossary", f"{len(document.glossary):,}"),
        ("matter", ", ".join(part.name for part in document.matter) or "none"),
        ("dropped", ", ".join(f"{reason} {count:,}" for reason, count in sorted(dropped.items())) or "nothing"),
    ]
    yield from (f"{label.ljust(10)} {value}" for label, value in rows)
