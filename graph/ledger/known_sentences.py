"""The facts about the sentences and titles of all editions that show whether a text is a copy of the rules."""

from collections.abc import Collection
from typing import Protocol


class KnownSentences(Protocol):
    """The fingerprints and titles of the rules of all editions; a ledger has them."""

    def select_known(self, wanted: Collection[int]) -> frozenset[int]:
        """Return those of some fingerprints that a wording of the rules has, or the text around the rules."""

    @property
    def chapter_titles(self) -> frozenset[str]:
        """Return the titles that sections and chapters ever had, by `rules.text.strip_title`."""
