"""A quoted sentence, and how much of it each rule has.

Sentences are compared by their *fingerprints*: hashes of four words in a row. The *share* of a rule is the part of the
fingerprints of a quote that it has, 0 to 1. A *lineage* is a rule through all editions.
"""

from collections.abc import Mapping

import msgspec

RESEMBLES = 0.6
"""Minimum share of the fingerprints of a quote that the quoted rule has. A quote that was shortened in the middle keeps
that many, and two rules of one keyword mostly share fewer."""
DIFFERS = 0.25
"""Maximum share of the fingerprints of a quote that a rule has by chance. Stock phrases reach this share, sentences do
not."""
AS_GOOD = 0.9
"""Minimum ratio of the share of a rule to the best share, for the rule to be a possible source of a quote too: rules of
two keywords are often alike."""
MOST_OF_RIVAL = 0.9
"""Maximum share of the fingerprints of a quote that a rule has which certainly lacks some of its words."""
LEAST_OF_SOURCE = 0.9
"""Minimum share of the fingerprints of a quote that its only source has, if no other evidence shows the source."""
SHORTEST_SENTENCE = 8
"""Minimum words of a quote that is longer than the phrases which many cards and rules share."""
SHORTEST_VERBATIM = 11
"""Minimum words of a quote that no comment shares with a rule by chance."""


class Quote(msgspec.Struct, frozen=True):
    """A quoted sentence.

    Attributes:
        length: The number of words.
        shares: The lineages that may be quoted, each with the share of the fingerprints of the quote that it has.
    """

    length: int
    shares: Mapping[str, float]

    @property
    def best_share(self) -> float:
        """Return the highest share of any lineage."""
        return max(self.shares.values())

    def share_of(self, lineage: str) -> float:
        """Return the share of a lineage; 0 if it cannot be quoted."""
        return self.shares.get(lineage, 0.0)

    def best_share_of(self, family: frozenset[str]) -> float:
        """Return the highest share of any lineage of a family; 0 if none can be quoted."""
        return max((self.share_of(lineage) for lineage in family), default=0.0)

    def is_rather_of(self, lineage: str, rival: str) -> bool:
        """Return whether the quote is from one lineage and not from another.

        It is if the first has most of the quote and the second hardly any of it, or if the first has all of the quote
        and the second certainly lacks some of its words.
        """
        share, rival_share = self.share_of(lineage), self.share_of(rival)
        if share >= RESEMBLES and rival_share <= DIFFERS:
            return True
        return share == 1.0 and rival_share <= MOST_OF_RIVAL
