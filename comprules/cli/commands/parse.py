"""`comprules parse`."""

from __future__ import annotations

from collections import Counter

import click

from comprules.cli.errors import NOT_FOUND
from comprules.cli.lookup import read_document
from comprules.cli.options import json_option
from comprules.cli.output import print_json, print_text, say, summarize_problems
from graph.answers.document import answer_document
from rules.records import ParsedDocument

_EPILOG = """\b
Examples:
  comprules parse MagicCompRules.txt
  comprules parse MagicCompRules.txt --json > rules.json
  curl ... | comprules parse - --json

Every line of the document is in a record, or under `dropped` with the reason why.

\b
Exit status 1: no rule could be read from the document. 2: no dialect claims it.

\b
JSON: {work, dialect, encoding, edition, condition, rules, glossary, matter,
  index, dropped, diagnostics}
  rules: {number, ordinal, label, kind, heading, text, examples, notes,
    tags, line}, and where there are tags provenance: {source, date, page,
    raw, passage, start, end, at}
  glossary: {term, text, line}
  matter: {name, text, line}
  dropped: {line, reason, text}
  diagnostics: {code, name, severity, message, path, line, column,
    end_column, number, suggestion, edition_broken, hint}
"""


@click.command("parse", epilog=_EPILOG)
@click.argument("file", type=click.Path())
@click.option("--dialect", metavar="D", help="Read it as this dialect, not as the one that claims it.")
@json_option
@click.option("-v", "--verbose", is_flag=True, help="Show every problem, not one example of each kind.")
@click.pass_context
def command(ctx: click.Context, file: str, dialect: str | None, as_json: bool, verbose: bool) -> None:
    """Turn one document into records.

    FILE may be `-` for standard input. Encoding and dialect are found from the bytes.
    """
    document = read_document(file, dialect)
    if as_json:
        print_json(answer_document(document))
    else:
        _print_summary(document)
    for line in summarize_problems(document.diagnostics, every=verbose):
        say(line)
    ctx.exit(0 if document.rules or document.glossary else NOT_FOUND)


def _print_summary(document: ParsedDocument) -> None:
    kinds = Counter(rule.kind for rule in document.rules)
    examples = sum(len(rule.examples) for rule in document.rules)
    dropped = Counter(line.reason for line in document.dropped)
    rows = [
        ("work", document.work),
        ("dialect", document.dialect),
        ("encoding", document.encoding),
        ("edition", document.edition or "not stated"),
        ("condition", document.condition),
        ("rules", ", ".join(f"{kind} {count:,}" for kind, count in kinds.items()) or "none"),
        ("examples", f"{examples:,}"),
        ("glossary", f"{len(document.glossary):,}"),
        ("matter", ", ".join(part.name for part in document.matter) or "none"),
        ("dropped", ", ".join(f"{reason} {count:,}" for reason, count in sorted(dropped.items())) or "nothing"),
    ]
    for label, value in rows:
        print_text(f"{label.ljust(10)} {value}")
