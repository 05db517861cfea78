"""The sayings of players with the rules of an edition that decide them."""

from collections.abc import Mapping

from graph.search.definition import read_sayings
from rules.store import Store

_Sayings = Mapping[str, tuple[str, ...]]
"""The numbers of the rules that decide each saying, in one edition."""


def sayings_of(store: Store, edition: str) -> _Sayings:
    """Return the sayings with the numbers that their rules have in an edition; those that have none there are left out.

    The rules are followed along their lineages: to the newest edition, with the ledger if the knowledge base lacks the
    edition whose numbers the table gives, and from there to the edition.
    """
    given = read_sayings()
    newest = store.chained()[-1]
    if given.edition in store.edition_ids:
        current = _carry(store, given.rules, given.edition, newest)
    else:
        current = _carry_with_ledger(given.edition, given.rules, newest)
    return _carry(store, current, newest, edition)


def _carry_with_ledger(given: str, sayings: _Sayings, newest: str) -> _Sayings:
    """Return sayings with the numbers of the last edition that the ledger has up to an edition; none if it cannot."""
    from graph.ledger import open_ledger  # noqa: PLC0415 - slow to import

    with open_ledger() as ledger:
        editions = [edition for edition in ledger.chained() if edition <= newest]
        if not editions or given not in ledger.edition_ids:
            return {}
        return _carry(ledger, sayings, given, editions[-1])


def _carry(facts: Store, sayings: _Sayings, old: str, new: str) -> _Sayings:
    """Return sayings with the numbers of another edition."""
    if old == new:
        return sayings
    old_lineages = facts.lineages(old)
    new_keys = {lineage: key for key, lineage in facts.lineages(new).items()}
    carried: dict[str, tuple[str, ...]] = {}
    for saying, rules in sayings.items():
        lineages = [old_lineages[rule] for rule in rules if rule in old_lineages]
        keys = tuple(new_keys[lineage] for lineage in lineages if lineage in new_keys)
        if keys:
            carried[saying] = keys
    return carried
