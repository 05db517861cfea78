"""How players say what the rules decide, with the numbers of any edition."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from graph.search.definition import read_sayings
from graph.search.rank import Saying, stems_of_saying

if TYPE_CHECKING:
    from rules.store import Store


def sayings_of(store: Store, edition: str) -> list[Saying]:
    """Return the sayings with the numbers that their rules have in an edition; those that have none there are left out.

    The rules are followed along their lineages, in the knowledge base if it has the edition whose numbers the table
    gives, else in the ledger.
    """
    sayings = read_sayings()
    if edition == sayings.edition:
        return [Saying(text, rules, stems_of_saying(text)) for text, rules in sayings.says.items()]
    if {edition, sayings.edition} <= set(store.edition_ids):
        return _carry(store, edition)
    return list(_carry_by_ledger(edition))


@cache
def _carry_by_ledger(edition: str) -> tuple[Saying, ...]:
    from graph.ledger import open_ledger  # noqa: PLC0415 - slow to import

    with open_ledger() as ledger:
        known = [one for one in ledger.chained() if one <= edition]
        return tuple(_carry(ledger, known[-1])) if known else ()


def _carry(facts: Store, edition: str) -> list[Saying]:
    sayings = read_sayings()
    there = {lineage: key for key, lineage in facts.lineages(edition).items()}
    here = facts.lineages(sayings.edition) if sayings.edition in facts.edition_ids else {}
    carried = []
    for text, rules in sayings.says.items():
        keys = tuple(there[here[rule]] for rule in rules if rule in here and here[rule] in there)
        if keys:
            carried.append(Saying(text, keys, stems_of_saying(text)))
    return carried
