"""One printed number to judge, with all that decides about it."""

import msgspec

from graph.citations.judge.lexicon import Lexicon
from graph.citations.judge.words import Words
from graph.history import History, Period
from rules.numbers import is_number, parent_of


class Case(msgspec.Struct, frozen=True):
    """A printed number to judge.

    Attributes:
        history: The history of the rules.
        lexicon: The words of the rules.
        words: The words next to the citation.
        number: The number.
        target: Id of the edition that it is checked against.
        base: Id of the edition that it was written for: that of its stamp, else the declared one; None if unknown.
        is_stamped: Whether `base` is the edition of its stamp.
        now: The lineage that the number names in the target edition; None if it names none there.
    """

    history: History
    lexicon: Lexicon
    words: Words
    number: str
    target: str
    base: str | None
    is_stamped: bool
    now: str | None

    @property
    def is_chapter(self) -> bool:
        """Return whether the number is of a chapter or section."""
        return "." not in self.number

    @property
    def parent(self) -> str | None:
        """Return the number of the parent; None for sections and for numbers without the regular form."""
        return parent_of(self.number) if is_number(self.number) else None

    @property
    def former(self) -> tuple[Period, ...]:
        """Return the periods of other lineages that ended before the target edition, latest first."""
        periods = reversed(self.history.periods(self.number))
        return tuple(period for period in periods if period.lineage != self.now and period.last < self.target)

    @property
    def family(self) -> frozenset[str]:
        """Return the lineages of the number's rule with its subrules, in the target edition."""
        return self.lexicon.family(self.target, self.number)

    def find_gap(self) -> tuple[str, str | None]:
        """Return what the target edition lacks, the number or what is above it, and the number right above that."""
        number, parent = self.number, self.parent
        while parent is not None and not self.history.exists(parent, self.target):
            number, parent = parent, parent_of(parent)
        return number, parent

    def period_in(self, edition: str) -> Period | None:
        """Return the period of the number that has an edition; None if the edition lacks the number."""
        for period in self.history.periods(self.number):
            if period.first <= edition <= period.last:
                return period
        return None

    def all_titles(self, edition: str) -> frozenset[str]:
        """Return the titles of the number's rule, chapter and section in an edition."""
        rule_titles, chapter_titles = self.history.titles_above(edition, self.number)
        return rule_titles | chapter_titles

    def is_off_title(self, edition: str) -> bool:
        """Return whether the words are of another rule, and none may be about the title of the number's rule.

        Half of such numbers were never right: the author meant another keyword.
        """
        titles, _ = self.history.titles_above(edition, self.number)
        if not titles or not self.words.terms or self.words.may_be_about(titles):
            return False
        return self.words.point_elsewhere(edition, self.lexicon.family(edition, self.number))
