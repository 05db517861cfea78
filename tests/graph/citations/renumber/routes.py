"""Where numbers went, by a plain table: what the renumberer asks `graph.citations.renumber.moves.Moves`."""

from __future__ import annotations

from collections.abc import Mapping

from graph.citations.find import find_citations
from graph.citations.renumber import Renumberer, Renumbering
from graph.citations.renumber.moves import Destination, MoveOutcome, Moves
from graph.ledger import Ledger
from rules.edition_names import edition_named
from rules.records import COMPREHENSIVE_RULES, Edition

OLD, OTHER, NEW = "2009-05-01", "2009-10-02", "2026-04-17"


EDITIONS = tuple(
    Edition(day, COMPREHENSIVE_RULES, code, None, "official", (), "good", aliases)
    for day, code, aliases in ((OLD, "ARB", ()), (OTHER, "ZEN", ("20091005",)), (NEW, "SOS", ()))
)


class Routes(Moves):
    """Moves from `OLD` to `NEW` by a table; from `OTHER` every number stays.

    Args:
        table: Number to what it is now, or for what has no such number to its fate and keys.
        added: Numbers that only the new edition has.
    """

    def __init__(self, table: Mapping[str, str | tuple[MoveOutcome, str | None]], added: tuple[str, ...] = ()) -> None:
        self.target = NEW
        self._routes = {number: _destination(number, goes) for number, goes in table.items()}
        heirs = {destination.heir for destination in self._routes.values() if destination.heir}
        self._have = {OLD: set(table), OTHER: set(table), NEW: heirs | set(added)}

    def has(self, edition: str, number: str) -> bool:
        return number in self._have[edition]

    def destination(self, edition: str, number: str) -> Destination:
        if edition == OTHER:
            return Destination(number, "kept", (number,), number)
        return self._routes.get(number, Destination(number, "absent"))


def _destination(number: str, goes: str | tuple[MoveOutcome, str | None]) -> Destination:
    if isinstance(goes, str):
        return Destination(number, "kept" if goes == number else "moved", (goes,), goes)
    fate, heir = goes
    return Destination(number, fate, (heir,) if heir else (), heir)


def resolve(name: str) -> str:
    return edition_named(name, EDITIONS, [named.id for named in EDITIONS])


def renumbered(
    text: str, routes: Moves, *, unsafe: bool = False, base: str | None = OLD, ignored: tuple[str, ...] = ()
) -> Renumbering:
    """What becomes of a text along some routes."""
    renumberer = Renumberer(routes, EDITIONS, resolve, base, unsafe=unsafe)
    return renumberer.renumber(text, find_citations(text), lambda citation: citation.raw in ignored)


def renumbered_for_real(ledger: Ledger, text: str, old: str, new: str) -> str:
    """A text renumbered along the real history."""
    renumberer = Renumberer(Moves(ledger, new), ledger.editions(), ledger.resolve, old)
    return renumberer.renumber(text, find_citations(text)).apply_edits(text)
