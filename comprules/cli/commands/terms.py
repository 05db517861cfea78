"""`comprules terms`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import click

from comprules.cli.lookup import edition_of, opened_facts
from comprules.cli.options import json_option, store_option
from comprules.cli.output import print_answer, table
from graph.answers.term import answer_term
from graph.terms.names import TermNames
from rules.errors import NotFound
from rules.links import Term
from rules.text import FEW

_EPILOG = """\b
Examples:
  comprules terms
  comprules terms --from 2009-05-01 --to 2009-07-11
  comprules terms comes into play
  comprules terms --json

Kinds: renamed; split, where the new words took over one sense of the old; reworded, a turn of phrase; retired.

Exit status 1: TERM was never renamed or retired, nor took the place of another.

\b
JSON: [{old, new, edition, dated, kind, support, evidence, score, forms,
  curated, note}]
  dated: false if the edition only calls the words obsolete, "by" in the list
  new: null for what was retired; support: records in which the change was
    seen
  evidence: {lineage, edition}; forms: [old, new], all inflections
  curated: whether graph/terms.toml has it, with its note
"""


@click.command("terms", epilog=_EPILOG)
@click.argument("term", nargs=-1)
@click.option("--from", "first", metavar="EDITION", help="Only what changed after this edition.")
@click.option("--to", "last", metavar="EDITION", help="Only what changed up to this edition.")
@json_option
@store_option
def command(term: tuple[str, ...], first: str | None, last: str | None, as_json: bool, db: Path | None) -> None:
    """List renamed and retired terms, with evidence.

    Each with the first edition that has the new words, the surest first. With TERM, all that it was called before and
    since, oldest first. Without a knowledge base the ledger answers.
    """
    with opened_facts(db) as store:
        after = edition_of(store, first) if first else ""
        until = edition_of(store, last or "latest")
        renamed = [fact for fact in store.best_terms() if after < fact.edition <= until]
        if term:
            renamed = _select_about(renamed, " ".join(term))
        answers = [answer_term(term, store.lineage_at) for term in renamed] if as_json else []
        print_answer(answers, _format_lines(renamed), as_json=as_json)


def _select_about(terms: Sequence[Term], name: str) -> list[Term]:
    """Return the renamings that lead to a name and away from it.

    Raises:
        NotFound: There is none.
    """
    names = TermNames(terms)
    renamed = {term: None for other in names.chain(name) for term in (*names.taken_up(other), *names.given_up(other))}
    if not renamed:
        raise NotFound(f"no term {name!r} was renamed, retired or new; all of them: comprules terms")
    return sorted(renamed, key=lambda term: term.edition)


def _format_lines(terms: Sequence[Term]) -> Iterator[str]:
    if not terms:
        yield "no term was renamed or retired"
        return
    head = ("edition", "old", "new", "kind", "seen in", "such as")
    rows = [
        (
            term.since,
            term.old,
            term.new or "",
            term.kind,
            f"{term.support:,}",
            ", ".join(seen.key for seen in term.evidence[:FEW]),
        )
        for term in terms
    ]
    yield from table(head, rows, numeric=frozenset({4}))
