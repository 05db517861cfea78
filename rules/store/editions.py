"""The editions of a knowledge base, in order.

A knowledge base has editions of several works: the Comprehensive Rules, and the rulings summary of 1998 and 1999. The
*chain* of a work is its editions without the *retyped* ones, which survive only as somebody's own typing
(`rules.links`).
"""

from rules.caching import cached_method, cached_property
from rules.records import COMPREHENSIVE_RULES, RETYPED
from rules.store.open_file import OpenFile


class EditionReader(OpenFile):
    """The part of `Store` that lists the editions of all works."""

    @cached_property
    def work_of(self) -> dict[str, str]:
        """Return edition id → the work of the edition, such as `comprehensive-rules`, oldest edition first."""
        return dict(self.select("SELECT id, work FROM editions ORDER BY id"))

    @cached_property
    def edition_ids(self) -> tuple[str, ...]:
        """Return the ids of all editions, oldest first."""
        return tuple(self.work_of)

    @cached_property
    def retyped(self) -> frozenset[str]:
        """Return the ids of the retyped editions: no copy of them is the publisher's text. See `rules.links`."""
        return frozenset(row[0] for row in self.select("SELECT id FROM editions WHERE condition = ?", RETYPED))

    def editions_of(self, work: str = COMPREHENSIVE_RULES) -> tuple[str, ...]:
        """Return the ids of a work's editions, oldest first."""
        return tuple(edition for edition, work_of_edition in self.work_of.items() if work_of_edition == work)

    @cached_method
    def chained(self, work: str = COMPREHENSIVE_RULES) -> tuple[str, ...]:
        """Return the ids of the editions in a work's chain, oldest first.

        These are the editions that are not retyped. If all editions of the work are retyped, all are returned.
        """
        editions = self.editions_of(work)
        return tuple(edition for edition in editions if edition not in self.retyped) or editions

    def _checked(self, edition: str) -> str:
        """Return the id of an edition unchanged.

        Raises:
            LookupError: There is no such edition.
        """
        if edition not in self.work_of:
            raise LookupError(f"{self.path}: the {self.kind} has no edition {edition}")
        return edition
