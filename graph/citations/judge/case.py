"""A printed number with everything that its judgement depends on.

A *lineage* is a rule through all editions, whatever its number and its words. A *period* is the time in which a lineage
had a number: `702.40` was first one rule, then another. A number is judged against the *target* edition, and the *base*
is the edition that its author had.
"""

from collections.abc import Callable, Mapping
from typing import Literal, NamedTuple

import msgspec

from graph.citations.judge.cited_numbers import CitedNumbers
from graph.citations.judge.contradiction import are_about_another_rule
from graph.citations.judge.lexicon import Lexicon
from graph.citations.judge.unrelated_words import Support
from graph.citations.judge.words import Words
from graph.history import History, Period
from rules.numbers import is_number, parent_of, without_letters

Side = Literal["now", "then"]
"""The rule of a drifted number that some words fit: `now` for the present rule, `then` for the former one."""

_LETTERS_NEXT_TO_X = "vwyz"
"""The letters of subrules near 704.5x, which only a few rules have."""


def _count_none(_case: "Case", _base: str) -> Mapping[Side, int]:
    """Return no sides, for a number that is judged without its file."""
    return {}


def _find_no_support(_case: "Case", _edition: str) -> Support | None:
    """Return no support, for a number that is judged without its file."""
    return None


class Gap(NamedTuple):
    """The gap in the target edition that a number leads into.

    Attributes:
        missing: The number itself, or the highest number above it that the edition lacks.
        parent: The number directly above `missing`, which the edition has; None if no number is above it.
    """

    missing: str
    parent: str | None


class Case(msgspec.Struct, frozen=True):
    """A printed number to judge.

    Attributes:
        history: The history of the rules.
        lexicon: The words of the rules.
        words: The words next to the citation.
        cited_numbers: The numbers that the file of the citation cites.
        number: The number.
        target_edition: Id of the edition that it is checked against.
        base: Id of the edition that the number was written for, from its stamp or else from the declaration; None if
            neither is known.
        is_stamped: Whether `base` is from the stamp.
        lineage_now: The lineage that the number names in the target edition; None if it names none there.
        is_estimated: Whether `base` is a declaration that is only an estimate.
        chapter_edition: The edition that the words next to the chapter of the number show; None if they show none.
        count_sides: Returns how many numbers in the file that moved with this one fit their present and their former
            rules (`file_sides`), given this case and the base edition.
        find_support_in_file: Returns whether the words next to all citations of this number in the file fit the rule
            that it has in an edition (`file_support`), given this case and the edition.
    """

    history: History
    lexicon: Lexicon
    words: Words
    cited_numbers: CitedNumbers
    number: str
    target_edition: str
    base: str | None
    is_stamped: bool
    lineage_now: str | None
    is_estimated: bool = False
    chapter_edition: str | None = None
    count_sides: Callable[["Case", str], Mapping[Side, int]] = _count_none
    find_support_in_file: Callable[["Case", str], Support | None] = _find_no_support

    @property
    def base_with_number(self) -> str | None:
        """Return the edition that the number was written for; None if that is unknown, or if it lacks the number."""
        has_number = self.base is not None and self.history.lineages.edition_has(self.base, self.number)
        return self.base if has_number else None

    @property
    def is_of_chapter(self) -> bool:
        """Return whether `base` is the edition that the words next to the chapter of the number show."""
        return self.chapter_edition is not None and self.base == self.chapter_edition

    @property
    def is_chapter(self) -> bool:
        """Return whether the number is of a chapter or section."""
        return "." not in self.number

    @property
    def may_be_any_letter(self) -> bool:
        """Return whether the number ends with an x that may stand for any letter: `702.40x`.

        It does not if the number has a stamp, or if the list that it is in has a subrule with a letter next to x: in
        `704.5w, 704.5x` it is a letter as well.
        """
        if self.is_stamped or not self.number.endswith("x"):
            return False
        rule = without_letters(self.number)
        citations, _ = self.words.list_with_position
        cited = {number for citation in citations for number in citation.numbers}
        return cited.isdisjoint(f"{rule}{letter}" for letter in _LETTERS_NEXT_TO_X)

    @property
    def parent(self) -> str | None:
        """Return the number one level above; None for a section, and for a number in an irregular form."""
        return parent_of(self.number) if is_number(self.number) else None

    @property
    def former(self) -> tuple[Period, ...]:
        """Return the periods in which other lineages had the number, the latest first.

        Only periods that ended before the target edition count.
        """
        periods = reversed(self.history.periods.of_key(self.number))
        return tuple(
            period for period in periods if period.lineage != self.lineage_now and period.last < self.target_edition
        )

    @property
    def family(self) -> frozenset[str]:
        """Return the lineages of the number and its relatives in the target edition; see `Lexicon.family`."""
        return self.lexicon.family(self.target_edition, self.number)

    def find_gap(self) -> Gap:
        """Return the gap that the number leads into: for 950.3b, that is 950 if the target edition has no chapter 950.

        Only call this for a number that the target edition lacks.
        """
        missing, parent = self.number, self.parent
        while parent is not None and not self.history.lineages.edition_has(self.target_edition, parent):
            missing, parent = parent, parent_of(parent)
        return Gap(missing, parent)

    def period_in(self, edition: str) -> Period | None:
        """Return the period of the number that includes an edition; None if the edition lacks the number."""
        return self.history.periods.at(self.number, edition)

    @property
    def declared_period(self) -> Period | None:
        """Return the period of the number in the edition that it was written for.

        None if that edition is unknown, or if it lacks the number.
        """
        return None if self.base is None else self.period_in(self.base)

    @property
    def may_have_drifted(self) -> bool:
        """Return whether the number named another rule in the edition of its author; False if that is unknown."""
        period = self.declared_period
        return period is not None and period.lineage != self.lineage_now

    @property
    def is_right_as_declared(self) -> bool:
        """Return whether the number names the same rule today as in the edition that its author surely had.

        An ordinary word next to such a number, which is the title of another rule too, shows little.
        """
        period = self.declared_period
        return period is not None and not self.is_estimated and period.lineage == self.lineage_now

    def all_titles(self, edition: str) -> frozenset[str]:
        """Return the titles that the rule of the number in an edition, and the chapter and section above it, ever had.

        Empty if the edition lacks the number.
        """
        titles = self.history.titles.of_number(edition, self.number)
        return titles.of_rule | titles.of_chapter

    def is_off_title(self, edition: str) -> bool:
        """Return whether the words are about another rule than the one that the number names in an edition.

        They are in two cases: the title of another rule labels the number, or the rule has a title, no word may be
        about that title, and the words are clearly about another rule (`are_about_another_rule`).

        Such a number must not be renumbered with its rule. In half of all cases it was never right: the author meant
        another keyword.
        """
        if self._is_labelled_otherwise(edition):
            return True
        titles = self.history.titles.of_number(edition, self.number).of_rule
        if not titles or not self.words.terms or self.words.may_be_about(titles):
            return False
        return are_about_another_rule(self.words, edition, self.lexicon.family(edition, self.number))

    def _is_labelled_otherwise(self, edition: str) -> bool:
        """Return whether the title of another rule is before the number, and no word is about that of its own rule.

        A word that both titles have does not count: in `the combat phase (CR 505.6a)` nothing is about the main phase.
        An ability word labels abilities of any kind. So next to a number without a title it counts only directly before
        the number, as every title does; next to a number with a title it counts anywhere before the number.
        """
        titles = self.history.titles.of_number(edition, self.number)
        own = titles.of_rule | titles.of_chapter
        ability_words = self.history.titles.ability_words if titles.of_rule else ()
        labels = self.words.list_labels_before(ability_words) - own
        return bool(labels) and not self.words.may_be_about(own, excluding=labels)
