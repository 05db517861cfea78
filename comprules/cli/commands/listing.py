"""`comprules editions`, `list` and `terms`."""

from collections.abc import Callable, Sequence
from operator import attrgetter

import click
import msgspec

from comprules.cli.options import (
    Answer,
    answers_from,
    edition_of,
    edition_option,
    opened_facts,
)
from comprules.cli.output import Column, table
from graph.answers.lists import answer_editions, answer_term, list_codes, list_contents, list_keywords
from graph.terms.names import TermNames
from rules.errors import NotFound
from rules.store import Store
from rules.text import FEW


@click.command(
    "editions",
    epilog="""\b
Examples:
  comprules editions
  comprules editions --json

\b
JSON: [{id, set, set_name, sets, work, dialect, rules, glossary, references,
  witnesses, condition, reason, aliases,
  copies}]
  set, set_name: its main set; sets: all of them, {code, name, words}; words are
    in this edition and in no older one
  rules, glossary, references, witnesses: counts
  reason: how it is known that the edition is retyped; else null
  copies: {file, origin, sha256, bytes, encoding, condition, reason,
    stated_edition, rules, glossary, chosen}
""",
)
@answers_from(opened_facts)
def editions_command(store: Store) -> Answer:
    """List the editions, oldest first: those of the knowledge base, or without one those of the ledger."""
    editions = answer_editions(store)
    same = ("rules", "glossary", "references", "witnesses", "condition", "work")
    columns: tuple[Column, ...] = (
        ("edition", attrgetter("id")),
        ("set", lambda edition: tuple(each.code for each in edition.sets)),
        *((name, attrgetter(name)) for name in same),
    )
    return editions, table(editions, columns)


@click.command(
    "list",
    epilog="""\b
Examples:
  comprules list keywords                  abilities, actions, ability words
  comprules list contents --as-of M10      the headings of an edition
  comprules list codes --json              sets and dates of files that name editions

\b
JSON: keywords [{name, kind, number, since, until}],
  contents [{number, kind, heading, parent}],
  codes [{code, name, edition, editions}]

The site has the same as api/v1/keywords.json, e/<date>/toc.json and codes.json.
Without a knowledge base the ledger answers, which knows no ability words.
""",
)
@click.argument("what", type=click.Choice(["keywords", "contents", "codes"]))
@edition_option
@answers_from(opened_facts)
def list_command(store: Store, what: str, as_of: str) -> Answer:
    """List keywords, the contents of an edition, or codes of sets."""
    lists: dict[str, Callable[[], Sequence[msgspec.Struct]]] = {
        "keywords": lambda: list_keywords(store),
        "contents": lambda: list_contents(store, edition_of(store, as_of)),
        "codes": lambda: list_codes(store),
    }
    answers = lists[what]()
    names = answers[0].__struct_fields__ if answers else ()
    return answers, table(answers, [(name, attrgetter(name)) for name in names])


@click.command(
    "terms",
    epilog="""\b
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
""",
)
@click.argument("term", nargs=-1)
@click.option("--from", "first", metavar="EDITION", help="Only what changed after this edition.")
@click.option("--to", "last", metavar="EDITION", help="Only what changed up to this edition.")
@answers_from(opened_facts)
def terms_command(store: Store, term: Sequence[str], first: str | None, last: str | None) -> Answer:
    """List renamed and retired terms, with evidence.

    Each with the first edition that has the new words, the surest first. With TERM, all that it was called before and
    since, oldest first. Without a knowledge base the ledger answers.
    """
    after = edition_of(store, first) if first else ""
    until = edition_of(store, last or "latest")
    renamed = [fact for fact in store.best_terms() if after < fact.edition <= until]
    if term:
        name, names = " ".join(term), TermNames(renamed)
        about = {fact: None for other in names.chain(name) for fact in (*names.taken_up(other), *names.given_up(other))}
        if not about:
            raise NotFound(f"no term {name!r} was renamed, retired or new; all of them: comprules terms")
        renamed = sorted(about, key=attrgetter("edition"))
    columns: tuple[Column, ...] = (
        ("edition", attrgetter("since")),
        *((name, attrgetter(name)) for name in ("old", "new", "kind")),
        ("seen in", attrgetter("support")),
        ("such as", lambda fact: ", ".join(seen.key for seen in fact.evidence[:FEW])),
    )
    lines = table(renamed, columns) if renamed else ["no term was renamed or retired"]
    return [answer_term(fact, store.lineage_at) for fact in renamed], lines
