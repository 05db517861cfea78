"""The *twins* of a number: the other places in its file.

An author means the same rule by a number everywhere in a file. So if the words next to some twins show that another
rule is meant, a number means that rule too, even if its own words show nothing. A number whose own words fit its
present rule is right, and so may be the twins whose words fit neither rule.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import NamedTuple

from graph.citations.codes import LIKELY_ANOTHER, OFF_TOPIC, REWORDED
from graph.citations.judge.author_letters import AuthorLetters
from graph.citations.judge.case import Case, Side
from graph.citations.judge.contradiction import contradict
from graph.citations.judge.former_meaning import make_former_fault
from graph.citations.judge.messages import describe_rule, number_with_title
from graph.citations.judge.sides import find_side
from graph.citations.records import Citation, Fault, Meaning
from rules.caching import cached_property
from rules.grouping import grouped
from rules.numbers import chapter_of, without_letters

OF_WORDS = frozenset({"quote", "title"})
"""The evidence of faults that words next to the number show."""
_ON_REQUEST = frozenset({LIKELY_ANOTHER, OFF_TOPIC, REWORDED})
"""The codes of faults that say less than those that words show."""

_LEAST_SHARE = 0.3
"""Minimum share of the twins next to which a title stands that their rule never had, for the title to be meant."""
_LEAST_PLACES = 2
"""Minimum number of such twins: a single one may be a slip of the pen in a file whose other places are right."""

_SEVERAL = 2
"""Minimum number of words next to a number that show its present rule by being all in it."""


class _Place(NamedTuple):
    """A place of a number in a file.

    Attributes:
        position: The index of its citation.
        number: The number.
    """

    position: int
    number: str


class _Shown(NamedTuple):
    """What the words next to some twins show.

    Attributes:
        fault: The fault of one of them.
        has_present: Whether the words next to another one fit the present rule.
    """

    fault: Fault
    has_present: bool


class FileTwins:
    """Judges the citations of a file, each number also by its twins.

    Args:
        citations: All citations of the file, in order.
        judge_alone: Returns the meanings of the numbers of the citation with an index by themselves.
        make_case: Returns the case of a number of the citation with an index.
        author_letters: Tells which letters of the numbers of the file can be believed.
    """

    def __init__(
        self,
        citations: Sequence[Citation],
        judge_alone: Callable[[int], tuple[Meaning, ...]],
        make_case: Callable[[int, str], Case],
        author_letters: AuthorLetters,
    ) -> None:
        self._citations = citations
        self._judge_alone = cache(judge_alone)
        self._make_case = make_case
        self._author_letters = author_letters
        self._shown: dict[str, _Shown | None] = {}
        self._numbers: dict[str, bool] = {}  # number → the result of `_has_shown_fault`

    def judge(self, index: int) -> tuple[Meaning, ...]:
        """Return the meanings of the numbers of the citation with an index."""
        return tuple(self._follow_twins(index, meaning) for meaning in self._judge_alone(index))

    def _follow_twins(self, index: int, meaning: Meaning) -> Meaning:
        """Return a meaning with the fault that only the twins of the number show; unchanged if they show none.

        Args:
            index: The index of the citation.
            meaning: The meaning of one of its numbers by itself.
        """
        number = meaning.number
        if not _may_have_twins(self._citations[index], number):
            return meaning
        if meaning.fault is not None and meaning.fault.code not in _ON_REQUEST:
            return meaning
        if not self._has_shown_fault(number):
            return meaning  # so it is for nearly all numbers
        case = self._make_case(index, number)
        shown = None if case.lineage_now is None else self._find_shown(case)
        fault = None if shown is None else _make_fault(case, shown)
        if fault is None:
            return meaning
        return Meaning(number, fault.edition, self._author_letters.leave_out_doubtful(case, fault))

    def _has_shown_fault(self, number: str) -> bool:
        """Return whether words next to a place of a number show that it is wrong, and which rule is meant."""
        if number not in self._numbers:
            twins = (place for place in self._places[without_letters(number)] if place.number == number)
            self._numbers[number] = any(self._find_shown_fault(place) is not None for place in twins)
        return self._numbers[number]

    def _find_shown_fault(self, place: _Place) -> Fault | None:
        """Return the fault at a place if words show it with the rule that is meant; else None."""
        fault = self._find_fault(place)
        is_shown = fault is not None and fault.evidence in OF_WORDS and len(fault.suggestions) == 1
        return fault if is_shown else None

    def _find_fault(self, place: _Place) -> Fault | None:
        """Return the fault of the number at a place by itself; None if it has none."""
        meanings = self._judge_alone(place.position)
        return next((meaning.fault for meaning in meanings if meaning.number == place.number), None)

    def _has_clear_fault(self, place: _Place) -> bool:
        """Return whether the number at a place has a fault by itself that says as much as words show."""
        fault = self._find_fault(place)
        return fault is not None and fault.code not in _ON_REQUEST

    def _find_shown(self, case: Case) -> _Shown | None:
        """Return what the words next to the twins of a number show; None if they show nothing, or different rules."""
        if case.number not in self._shown:
            self._shown[case.number] = self._weigh(case)
        return self._shown[case.number]

    def _weigh(self, case: Case) -> _Shown | None:
        """Return what the words next to the twins of a number show; see `_find_shown`.

        A title that the rule of the number never had must be next to enough of them, and to more than one. In a chapter
        of rules with titles, such as keywords, words that fit a subrule of the present rule fit this rule.
        """
        places = self._places[without_letters(case.number)]
        twins = [place for place in places if place.number == case.number]
        faults = [shown for shown in map(self._find_shown_fault, twins) if shown is not None]
        if len(set(map(_find_meant, faults))) != 1:
            return None
        is_invented = faults[0].edition is None
        if is_invented and len(faults) < max(_LEAST_PLACES, _LEAST_SHARE * len(twins)):
            return None
        is_titled = case.lexicon.is_chapter_of_titles(case.target_edition, chapter_of(case.number))
        related = places if is_titled else twins
        without_fault = [place for place in related if not self._has_clear_fault(place)]
        has_present = any(_find_side(self._make_case(*place), faults[0]) == "now" for place in without_fault)
        return _Shown(faults[0], has_present)

    @cached_property
    def _places(self) -> Mapping[str, Sequence[_Place]]:
        """Return number without letters → the places with it or a subrule that may have twins."""
        places = (
            (without_letters(number), _Place(index, number))
            for index, citation in enumerate(self._citations)
            for number in citation.numbers
            if _may_have_twins(citation, number)
        )
        return grouped(places)


def _may_have_twins(citation: Citation, number: str) -> bool:
    """Return whether a number may mean the same as in other places of the file.

    A stamp says what it means, a sentence about a change of numbers has the old number and the new one, and a test that
    expects a sentence has the number of that sentence. Chapters are cited for all that is below them, and an open range
    for all that is after its number.
    """
    is_single = citation.form == "number" and "." in number and not citation.is_open
    is_free = citation.stamp is None and not citation.is_expected and number not in citation.change_numbers
    return is_single and is_free and citation.problem is None


def _find_meant(fault: Fault) -> tuple[str | None, tuple[str, ...]]:
    """Return which rule is meant according to a fault, whatever the letter of its subrule."""
    return fault.edition, tuple(map(without_letters, fault.suggestions))


def _find_side(case: Case, fault: Fault) -> Side | None:
    """Return whether the words next to a number fit its present rule or the rule of a fault; None if neither.

    Args:
        case: The number.
        fault: The fault of a twin.
    """
    if fault.edition is not None:
        return find_side(case, fault.edition) or ("now" if _has_all_words(case) else None)
    if case.words.may_be_about(case.history.titles.of_number(case.target_edition, case.number).of_rule):
        return "now"
    meant = case.lexicon.family(case.target_edition, fault.suggestions[0])
    if case.lexicon.balance(case.words.terms, candidate=meant, rival=case.family).prefers_candidate:
        return "then"
    if case.lexicon.balance(case.words.terms, candidate=case.family, rival=meant).prefers_candidate:
        return "now"
    return "now" if _has_all_words(case) else None


def _has_all_words(case: Case) -> bool:
    """Return whether the present rule of a number, with its subrules, has all of the several words next to it.

    Another rule may have them too, so that they do not decide what the number means. But a number whose own words are
    those of its present rule follows no twin.
    """
    terms = case.words.terms
    return len(terms) >= _SEVERAL and terms <= case.lexicon.terms_of(case.family)


def _make_fault(case: Case, shown: _Shown) -> Fault | None:
    """Return the fault of a number that means the rule that its twins show.

    None if the words next to it fit its present rule, or if the rule that is meant is in its list. If they fit neither
    of the two, it is also None if they are about a third rule, or if the words next to another twin fit the present
    rule. A rule without a title that never had the number is only believed next to a number without words.

    Args:
        case: The number.
        shown: What the words next to its twins show.
    """
    fault = shown.fault
    side = _find_side(case, fault)
    if side == "now" or (side is None and (shown.has_present or _are_about_third(case, fault))):
        return None
    citations, _ = case.words.list_with_position
    if any(fault.suggestions[0] in citation.numbers for citation in citations):
        return None  # in a list with the rule that is meant, the number means another one
    if fault.edition is None:
        return _make_other_fault(case, fault)
    period = case.period_in(fault.edition)
    if period is None or period not in case.former:
        return None
    return make_former_fault(case, period, "title", is_elsewhere=True)


def _are_about_third(case: Case, fault: Fault) -> bool:
    """Return whether the words next to a number contradict the rule of a fault, or name an ability word."""
    if any(named.name in case.history.titles.ability_words for named in case.words.own_titles):
        return True
    is_titled = case.lexicon.is_chapter_of_titles(case.target_edition, chapter_of(case.number))
    if fault.edition is None and not is_titled and case.words.terms:
        return True
    if fault.edition is not None:
        return contradict(case.words, fault.edition, case.number)
    return contradict(case.words, case.target_edition, fault.suggestions[0])


def _make_other_fault(case: Case, shown: Fault) -> Fault:
    """Return the fault of a number whose twins mean the rule of another number.

    Args:
        case: The number.
        shown: The fault of a twin.
    """
    history, target = case.history, case.target_edition
    (meant,) = shown.suggestions
    message = (
        f"{case.number} is {describe_rule(history, target, case.number)}; "
        f"words next to it elsewhere in this file name {number_with_title(history, target, meant)}."
    )
    return Fault(shown.code, message, shown.suggestions, evidence="title", has_lost_letter=shown.has_lost_letter)
