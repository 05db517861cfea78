"""`comprules terms`: list renamed and retired terms, with evidence."""

from collections.abc import Iterable, Iterator, Sequence
from operator import attrgetter

import click

from comprules.cli.json_help import JsonCommand
from comprules.cli.output import Answer, Column, table
from comprules.cli.sources import answers_from, edition_of, opened_facts
from graph.answers.terms import TermAnswer, answer_term
from graph.terms.names import TermNames
from rules.errors import NotFound
from rules.links import Term
from rules.sentences import FEW
from rules.stems import stem_words
from rules.store import Store
from rules.text import fold_name

_COLUMNS: tuple[Column, ...] = (
    ("edition", attrgetter("since")),
    ("old", attrgetter("old")),
    ("new", attrgetter("new")),
    ("kind", attrgetter("kind")),
    ("evidence", attrgetter("support")),
    ("such as", lambda fact: ", ".join(seen.key for seen in fact.evidence[:FEW])),
)


@click.command(
    "terms",
    cls=JsonCommand,
    answers=lambda: {"": tuple[TermAnswer, ...]},
    epilog="""\b
Examples:
  comprules terms
  comprules terms --from 2009-05-01 --to 2009-07-11
  comprules terms comes into play
  comprules terms --json

Kinds: `renamed`; `split`, if the new words took over only one sense of the old words; `reworded`, if the words were a
phrase and not a term; `retired`, if nothing replaced the words; `heading`, if a rule, chapter or section got another
heading; `keyword`, if cards now print one keyword in place of a phrase; `reclassified`, if the name is the same but
belongs to a different class, such as ability words.

Exit code 1: TERM was never renamed or retired, and replaced no other term.
""",
)
@click.argument("term", nargs=-1)
@click.option("--from", "first", metavar="EDITION", help="List only changes after this edition.")
@click.option("--to", "last", metavar="EDITION", help="List only changes up to this edition.")
@answers_from(opened_facts)
def terms_command(store: Store, term: Sequence[str], first: str | None, last: str | None) -> Answer:
    """List renamed and retired terms, with evidence.

    Each change is listed with the first edition that has the new words; the most certain changes come first. With TERM,
    all names of that term are listed, oldest first, with an explanation if one is known. Without a knowledge base, the
    answer comes from the ledger.
    """
    after = ""
    if first:
        after = edition_of(store, first)
    until = edition_of(store, last or "latest")
    if after > until:
        raise click.UsageError(f"--from is {after}, which is after --to, {until}; exchange them")
    renamed = [fact for fact in store.best_terms() if after < fact.edition <= until]
    if term:
        renamed = _find_facts(" ".join(term), renamed)
    answers = [answer_term(fact, store.lineage_at) for fact in renamed]
    if not renamed:
        return answers, ["no term was renamed or retired"]
    lines: Iterable[str] = table(renamed, _COLUMNS)
    if term:
        lines = [*lines, *_list_notes(renamed)]
    return answers, lines


def _find_facts(name: str, renamed: Sequence[Term]) -> list[Term]:
    """Return the facts about a term and about all its other names, oldest first.

    Args:
        name: One of the names, as typed.
        renamed: All facts.

    Raises:
        NotFound: There is no fact about it.
    """
    names = TermNames(renamed)
    about: dict[Term, None] = {}  # each once
    for other_name in names.list_names(name):
        about.update(dict.fromkeys((*names.taken_up(other_name), *names.given_up(other_name))))
    if not about:
        raise NotFound(f"no term {name!r} was renamed, retired or introduced{_suggest_terms(name, renamed)}")
    return sorted(about, key=attrgetter("edition"))


def _suggest_terms(name: str, terms: Iterable[Term]) -> str:
    """Return the end of a message about an unknown term: the terms that have its words, or how to list all terms."""
    wanted = set(stem_words(fold_name(name)).split())
    names = (words for term in terms for words in (term.old, term.new) if words)
    similar = [words for words in dict.fromkeys(names) if wanted <= set(stem_words(words).split())]
    if not similar:
        return "; list all terms with: comprules terms"
    shown = " or ".join(f"{words!r}" for words in sorted(similar, key=len)[:FEW])
    return f"; did you mean {shown}?"


def _list_notes(terms: Iterable[Term]) -> Iterator[str]:
    """Yield the notes of terms, after an empty line."""
    notes = [f"{fact.old}: {fact.note}" for fact in terms if fact.note]
    if notes:
        yield from ("", *notes)
