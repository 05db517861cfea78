"""`comprules identify`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click
from msgspec.structs import replace

from comprules.cli.errors import NOT_FOUND
from comprules.cli.identification import in_one_sentence, variant_lines
from comprules.cli.lookup import open_knowledge_base, read_document
from comprules.cli.options import json_option, store_option
from comprules.cli.output import print_json, print_text, say, say_retyped, table
from comprules.cli.related import correspondence_lines
from graph.correspond import correspondences
from graph.identify import identify
from rules.errors import NotFound
from rules.records import COMPREHENSIVE_RULES
from scraper.fragments import fragment_variants
from scraper.parse import parse_bytes
from scraper.source import UnknownDialect

if TYPE_CHECKING:
    from graph.identify import Identification
    from rules.records import ParsedDocument, Variant
    from rules.store import Store

_EPILOG = """\b
Examples:
  comprules identify page.html
  comprules identify fragment.txt --json
  comprules identify fragment.txt --variants
  curl ... | comprules identify -

The texts decide, then their numbers. A date in the document is not believed, it is not even looked at.

\b
Exit status 1: nothing known has text of this document.

\b
JSON: {work, dialect, verdict, rules_total, candidates, range, editions,
  corresponds, variants}
  verdict: edition; range (several fit equally: editions has all of them,
    range the oldest and the newest); nearest (it is of no known edition;
    range is null); none
  candidates: best first, {edition, work, rules_matched, rules_total, score,
    verbatim, near, unmatched, same_number, has_number, lacking}. Counted
    are rules and entries: verbatim word for word, near nearly;
    rules_matched is their sum, same_number how many of them have their
    number there, has_number how many numbers it has with any text, lacking
    what the document lacks, where that decides
  corresponds: {number, edition, other_number, other_edition, method,
    score}, rules of the Comprehensive Rules that a document of another work
    restates
  variants: null, or [{key, witness, kind, reading, text, adopted}] against the first of
    editions
"""
_SHOWN = 6


@click.command("identify", epilog=_EPILOG)
@click.argument("file", type=click.Path())
@click.option("--dialect", metavar="D", help="Read it as this dialect, not as the one that claims it.")
@click.option("--variants", "differing", is_flag=True, help="Show where it differs from that edition's reading.")
@json_option
@store_option
@click.pass_context
def command(
    ctx: click.Context, *, file: str, dialect: str | None, differing: bool, as_json: bool, db: Path | None
) -> None:
    """Show which work and editions a document is from.

    FILE may be a fragment, such as one page of a web site; `-` is standard input. A fragment that fits several
    editions equally is said to be of all of them; --variants compares it with the oldest of these.
    """
    with open_knowledge_base(db) as store:
        data = read_document(file)
        try:
            document = parse_bytes(data, "standard input" if file == "-" else file, dialect)
        except UnknownDialect as error:
            raise NotFound(str(error)) from error
        identification = identify(document, store)
        if document.work != COMPREHENSIVE_RULES:
            restated = correspondences(document.rules, None, store.chained(), store.rules)
            identification = replace(identification, corresponds=restated)
        if differing:
            identification = replace(identification, variants=_find_variants(document, identification, store))
        if as_json:
            print_json(identification)
        else:
            for candidate in identification.candidates[:1]:
                say_retyped(store, candidate.edition)
            print_text(in_one_sentence(identification, store))
            _print_candidates(identification, store)
            restated = identification.corresponds
            for line in ("", *correspondence_lines(restated)) if restated else ():
                print_text(line)
            for line in variant_lines(identification.variants or ()):
                print_text(line)
    if identification.verdict == "none":
        say("If it is an edition that the knowledge base has not: comprules update")
        ctx.exit(NOT_FOUND)


def _find_variants(document: ParsedDocument, identification: Identification, store: Store) -> tuple[Variant, ...]:
    """Return where a document differs from the first edition that it fits, or from the nearest if it fits none."""
    if not identification.editions:
        return ()
    edition = identification.editions[0]
    return fragment_variants(document, document.name, store.rules(edition), store.glossary(edition))


def _print_candidates(identification: Identification, store: Store) -> None:
    """Print the best editions and those next to them, one a line."""
    if not identification.candidates:
        return
    ties = len(identification.editions)
    shown = [*identification.candidates[: min(ties, _SHOWN)], *identification.candidates[ties : ties + _SHOWN // 2]]
    sets = {edition.id: edition.set_code or "" for edition in store.editions()}
    head = ("edition", "set", "word for word", "nearly", "not", "same number", "score")
    rows = [
        (
            candidate.edition,
            sets[candidate.edition],
            f"{candidate.verbatim:,}",
            f"{candidate.near:,}",
            f"{candidate.unmatched:,}",
            f"{candidate.placed:,}",
            f"{candidate.score:.2%}",
        )
        for candidate in shown
    ]
    click.echo()
    for line in table(head, rows, frozenset(range(2, 7))):
        print_text(line)
    if ties > _SHOWN:
        print_text(f"{ties - _SHOWN} more fit equally")
