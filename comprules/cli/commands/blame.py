"""`comprules blame`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain
from pathlib import Path

import click

from comprules.cli.lookup import edition_of, open_knowledge_base
from comprules.cli.options import edition_option, json_option, store_option
from comprules.cli.output import dim, number_style, print_answer
from graph.answers.blame import BlameAnswer, blame_rule
from graph.answers.lookup import key_of
from graph.history import History
from rules.change.blame import Blamed
from rules.numbers import is_term
from rules.store.query import number_in

_EPILOG = """\b
Examples:
  comprules blame 702.40a
  comprules blame 601.2 --as-of 2015-07-17
  comprules blame 702.40a 100.1
  comprules blame glossary:Storm --json

A word that changed its typography only, or a number that moved with its rule, keeps its date.

\b
JSON: {number, edition, lineage, text, tokens, examples, notes}; of several
  NUMBERs an array of these
  tokens: {text, start, end, since, number}, which cover the text; since: the
    edition in which the words first appeared; number: of their rule there
  examples, notes: {text, tokens}
"""


@click.command("blame", epilog=_EPILOG)
@click.argument("number", nargs=-1, required=True)
@edition_option
@json_option
@store_option
def command(number: tuple[str, ...], as_of: str, as_json: bool, db: Path | None) -> None:
    """Show the edition in which each phrase of a rule first appeared.

    NUMBER is a rule or `glossary:TERM`, whose words may be several. Phrases are followed through all numbers that the
    rule had, and back into the rules from which they were moved. Each phrase is printed with the number under which it
    first appeared.
    """
    with open_knowledge_base(db) as store:
        edition = edition_of(store, as_of)
        keys = dict.fromkeys(key_of(store, edition, typed) for typed in _split_names(number))
        history = History(store)
        blamed = [blame_rule(history, edition, key) for key in keys]
        parts = (("", *_format_lines(rule)) if at else _format_lines(rule) for at, rule in enumerate(blamed))
        print_answer(blamed[0] if len(blamed) == 1 else blamed, chain.from_iterable(parts), as_json=as_json)


def _split_names(words: Sequence[str]) -> list[str]:
    """Return the numbers and terms among the words of the command line.

    A number ends what is before it, and so does `glossary:`; other words belong to the name that they follow or begin,
    such as `glossary:State-Based Actions` and `rule 702.40a`.
    """
    names: list[list[str]] = [[]]
    for word in words:
        before = names[-1]
        if before and (is_term(word) or number_in(before[-1]) or (number_in(word) and is_term(before[0]))):
            names.append([])
        names[-1].append(word)
    return [" ".join(name) for name in names]


def _format_lines(blamed: BlameAnswer) -> Iterator[str]:
    yield f"{number_style(blamed.key)}  {dim(f'edition {blamed.edition}, lineage {blamed.lineage}')}"
    passages = [("", blamed.spans), *(("Example", example.spans) for example in blamed.examples)]
    passages.extend(("Note", note.spans) for note in blamed.notes)
    width = max((len(span.key) for _, spans in passages for span in spans), default=0)
    for label, spans in passages:
        if label:
            yield dim(label)
        yield from _format_spans(spans, width)


def _format_spans(spans: Sequence[Blamed], width: int) -> Iterator[str]:
    for span in spans:
        for at, line in enumerate(span.text.strip().split("\n")):
            place = f"{span.since}  {span.key.ljust(width)}" if at == 0 else " " * (12 + width)
            yield f"{dim(place)}  {line}"
