"""How players say what the rules decide, with the numbers of any edition."""

from __future__ import annotations

from graph.search.definition import read_sayings
from graph.search.rank import Saying, stems_of_saying
from rules.store import Store


def sayings_of(store: Store, edition: str) -> list[Saying]:
    """Return the sayings with the numbers that their rules have in an edition; those that have none there are left out.

    The rules are followed along their lineages: to the newest edition, with the ledger if the knowledge base lacks the
    edition whose numbers the table gives, and from there to the edition.
    """
    given, sayings = read_sayings()
    newest = store.chained()[-1]
    known = [Saying(text, rules, stems_of_saying(text)) for text, rules in sayings.items()]
    if given in store.edition_ids:
        known = _carry(store, known, given, newest)
    elif newest != given:
        known = _carry_by_ledger(known, given, newest)
    return _carry(store, known, newest, edition)


def _carry_by_ledger(sayings: list[Saying], old: str, new: str) -> list[Saying]:
    from graph.ledger import open_ledger  # noqa: PLC0415 - slow to import

    with open_ledger() as ledger:
        before = [edition for edition in ledger.chained() if edition <= new]
        return _carry(ledger, sayings, old, before[-1]) if before and old in ledger.edition_ids else []


def _carry(facts: Store, sayings: list[Saying], old: str, new: str) -> list[Saying]:
    if old == new:
        return sayings
    there = {lineage: key for key, lineage in facts.lineages(new).items()}
    here = facts.lineages(old)
    carried = []
    for saying in sayings:
        keys = tuple(there[here[rule]] for rule in saying.rules if rule in here and here[rule] in there)
        if keys:
            carried.append(Saying(saying.text, keys, saying.stems))
    return carried
