"""A printed number to judge, with all that may decide it: the argument of every check."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from rules.numbers import is_number, parent_of

if TYPE_CHECKING:
    from graph.citations.judge.lexicon import Lexicon
    from graph.citations.judge.words import Words
    from graph.history import History, Period


class Case(msgspec.Struct, frozen=True):
    """A printed number to judge.

    Attributes:
        lexicon: The words of the rules.
        words: The words next to the citation.
        number: The number.
        target: Id of the edition that it is checked against.
        base: Id of the edition that it was written for: that of its stamp, else the declared one; None if unknown.
        is_stamped: Whether `base` is the edition of its stamp.
    """

    lexicon: Lexicon
    words: Words
    number: str
    target: str
    base: str | None
    is_stamped: bool

    @property
    def history(self) -> History:
        """Return the history of the rules."""
        return self.lexicon.history

    @property
    def now(self) -> str | None:
        """Return the lineage that the number names in the target edition."""
        return self.history.lineage(self.target, self.number)

    @property
    def parent(self) -> str | None:
        """Return the number of the parent; None for sections and for numbers without the regular form."""
        return parent_of(self.number) if is_number(self.number) else None

    def find_gap(self) -> tuple[str, str | None]:
        """Return what the target edition lacks, the number or what is above it, and the number right above that."""
        number, parent = self.number, self.parent
        while parent is not None and not self.history.exists(parent, self.target):
            number, parent = parent, parent_of(parent)
        return number, parent

    @property
    def former(self) -> tuple[Period, ...]:
        """Return the periods of other lineages that ended before the target edition, latest first."""
        periods = self.history.periods(self.number)
        return tuple(it for it in reversed(periods) if it.lineage != self.now and it.last < self.target)

    def is_off_title(self, edition: str) -> bool:
        """Return whether there are words, and none may be about the title of the number's rule in an edition.

        Half of such numbers were never right: the author meant another keyword.
        """
        titles = self.history.titles_above(edition, self.number)[0]
        return bool(titles and self.words.terms) and not self.words.may_be_about(titles)
