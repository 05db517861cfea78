"""Plan the upgrade of one file so that it hides no finding.

Every finding from before is either fixed or still reported. To ensure that, a planned file is judged as it will be:
with its new numbers, by the edition that will be declared for it. A number that cannot be upgraded would pass for one
of the new edition. If that hides a finding, the old edition is written after the number (it is stamped), or the file
stays as it is, with its edition (it is held). No file is renumbered in part, since nobody could tell its old numbers
from its new ones.
"""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from itertools import filterfalse

from msgspec import Struct, structs

from comprules.lint.companions import find_clashes, find_companions, find_mixed
from comprules.lint.findings import JudgedFault
from graph.citations.codes import CHOSEN_CODES
from graph.citations.judge.judge import Judge
from graph.citations.records import Citation, Fault
from graph.citations.renumber.outcomes import Outcome, apply_outcomes, list_spans
from graph.citations.renumber.renumberer import Renumberer
from graph.citations.renumber.stamping import with_stamps
from rules.caching import cached_method
from rules.numbers import without_letters

_ROUNDS = 8
"""Maximum attempts to find the citations that can be renumbered or stamped; after the last one, none is."""
_OF_UNKNOWN_EDITION = frozenset({"unsupported", "block", "contradicted"})
"""Causes for which a citation is left whose edition is unknown. If the words next to a number mean another rule, a
stamp would confirm what nobody wrote."""
Faults = Sequence[Sequence[Fault]]
"""The faults of each citation of a file."""


class _Faulty(Struct, frozen=True):
    """The numbers of a citation that have a finding.

    Attributes:
        numbers: All of them.
        firm: Those with a finding that is not only of a code which is often wrong, such as CR010. An upgrade must not
            turn a firm finding into one of the other kind.
    """

    numbers: frozenset[str] = frozenset()
    firm: frozenset[str] = frozenset()


class FilePlan(Struct, frozen=True):
    """What an upgrade makes of a file.

    Attributes:
        outcomes: The outcome for each citation.
        text: The new text.
        moves: Whether the new text cites the target edition, and has to be declared for it.
        faults: The faults of each citation of the new text, judged by the edition that is declared for it then.
        blocking: The indexes of the citations because of which the file stays as it is: otherwise a finding of each
            would be hidden, or one would be added.
        fixed: The indexes of the citations with a finding before and none after.
    """

    outcomes: tuple[Outcome, ...]
    text: str
    moves: bool
    faults: Faults
    blocking: frozenset[int] = frozenset()
    fixed: frozenset[int] = frozenset()


class _Effect(Struct, frozen=True):
    """What an upgrade does to the findings of a file. Citations are named by their indexes in the file.

    Attributes:
        faults: The faults after the upgrade, for each citation that the file has then.
        blocking: The citations for which the upgrade would hide a finding or add one, so that it must not be done.
        fixed: The citations with a finding before and none after.
    """

    faults: Faults
    blocking: frozenset[int] = frozenset()
    fixed: frozenset[int] = frozenset()


class Planner:
    """Plans the upgrade of one file, and judges each plan.

    Args:
        judge: The judge of the run.
        text: The text of the file.
        citations: Its citations, in order.
        base: The edition declared for it; None if none is.
        is_estimate: Whether that edition is only an estimate.
        find: Returns the citations that the file would have with another text.
        is_ignored: Returns whether a comment suppresses the findings of a citation.
        is_suppressed: Returns whether a comment suppresses a finding.
    """

    def __init__(
        self,
        judge: Judge,
        text: str,
        citations: Sequence[Citation],
        base: str | None,
        *,
        find: Callable[[str], Sequence[Citation]],
        is_ignored: Callable[[Citation], bool],
        is_suppressed: Callable[[Fault], bool],
        is_estimate: bool,
    ) -> None:
        self._judge = judge
        self._text = text
        self._citations = citations
        self._base = base
        self._find = find
        self._is_ignored = is_ignored
        self._is_estimate = is_estimate
        self._faults = self._find_faults(citations, base)
        self._before = _list_faulty(self._faults)
        self._reported = _list_faulty(filterfalse(is_suppressed, found) for found in self._faults)
        judged = [JudgedFault(fault, index) for index, found in enumerate(self._faults) for fault in found]
        self._companions = frozenset(find_companions(text, citations, judged))

    def plan(self, *, unsafe: bool, stamp_left: bool) -> FilePlan:
        """Return the plan of an upgrade for the file.

        Args:
            unsafe: Whether to follow reworded rules too.
            stamp_left: Whether to write the old edition after citations that are left.
        """
        renumberer, outcomes = self._renumber(unsafe=unsafe)
        if self._base in {None, self._judge.target}:
            return self._plan_in_place(outcomes)
        return self._plan_move(outcomes, renumberer, stamp_left=stamp_left)

    @cached_method
    def _renumber(self, *, unsafe: bool) -> tuple[Renumberer, tuple[Outcome, ...]]:
        """Return what would become of the citations without stamps, and what decided that.

        Args:
            unsafe: Whether to follow reworded rules too.
        """
        renumberer = Renumberer(self._judge, unsafe=unsafe)
        outcomes = renumberer.renumber(
            self._text, self._citations, self._base, self._is_ignored, is_estimate=self._is_estimate
        )
        return renumberer, self._leave_clashing(outcomes)

    def _plan_in_place(self, outcomes: tuple[Outcome, ...]) -> FilePlan:
        """Return the plan for a file whose declaration stays: none is declared, or it already is the target edition.

        Only citations that show another edition themselves, by a stamp or by words of their rule, are renumbered then.
        """
        outcomes = self._leave_companions(outcomes)
        return self._make_plan(outcomes, self._judge_effect(outcomes, self._base), moves=False)

    def _plan_move(self, outcomes: tuple[Outcome, ...], renumberer: Renumberer, *, stamp_left: bool) -> FilePlan:
        """Return the plan for a file that is to be declared for the target edition, unless that would hide findings."""
        effect = self._judge_move(outcomes)
        if stamp_left:
            stamped = self._add_stamps(outcomes, effect.blocking, renumberer)
            if stamped != outcomes:
                outcomes = stamped
                effect = self._judge_move(outcomes)
        return self._make_plan(outcomes, effect, moves=True)

    @cached_method
    def _judge_move(self, outcomes: tuple[Outcome, ...]) -> _Effect:
        """Judge the file as it would be with the target edition; a number that would not be unique blocks it, too."""
        effect = self._judge_effect(outcomes, self._judge.target)
        return structs.replace(effect, blocking=effect.blocking | _find_doubles(outcomes))

    def _make_plan(self, outcomes: tuple[Outcome, ...], effect: _Effect, *, moves: bool) -> FilePlan:
        """Return the plan that carries out all outcomes, or none if one of them would hide a finding or add one.

        Args:
            outcomes: What is to become of the citations.
            effect: What that does to the findings.
            moves: Whether the file is to be declared for the target edition.
        """
        if effect.blocking:
            held = _hold_all(outcomes, effect.blocking)
            return FilePlan(held, self._text, moves=False, faults=self._faults, blocking=effect.blocking)
        new = apply_outcomes(self._text, outcomes)
        return FilePlan(outcomes, new, moves=moves, faults=effect.faults, fixed=effect.fixed)

    def _add_stamps(
        self, outcomes: tuple[Outcome, ...], blocking: frozenset[int], renumberer: Renumberer
    ) -> tuple[Outcome, ...]:
        """Return the outcomes with stamps after citations that are left.

        A stamp is added only if the edition of the citation is known. The next run would trust the stamp, so none is
        added to a citation that the next run would renumber because of it.

        Args:
            outcomes: What becomes of the citations.
            blocking: The indexes of the citations that block the upgrade without a stamp.
            renumberer: The renumberer of the run.
        """
        barred = _list_of_unknown_edition(outcomes)
        for _ in range(_ROUNDS):
            stamped = with_stamps(self._text, outcomes, self._find, must_stamp=blocking, must_not=barred)
            if stamped == outcomes:
                break
            text = apply_outcomes(self._text, stamped)
            again = renumberer.renumber(text, self._find(text), self._judge.target)
            added = (index for index, outcome in enumerate(stamped) if outcome is not outcomes[index])
            moving = {index for index in added if again[index].status == "renumbered"}
            if not moving:
                return stamped
            barred |= moving
        return outcomes

    def _leave_clashing(self, outcomes: tuple[Outcome, ...]) -> tuple[Outcome, ...]:
        """Return the outcomes with the status `left` for new numbers that would clash with others (`companions`)."""
        return settle(outcomes, self._find_clashing, _leave_companion)

    def _find_clashing(self, outcomes: tuple[Outcome, ...]) -> Collection[int]:
        """Return the indexes of the renumbered citations whose new numbers would clash with others."""
        return find_clashes(self._text, self._citations, _list_new_numbers(outcomes))

    def _leave_companions(self, outcomes: tuple[Outcome, ...]) -> tuple[Outcome, ...]:
        """Return the outcomes with the status `left` for new numbers that must not be written alone (`companions`)."""
        return settle(outcomes, self._find_bound, _leave_companion)

    def _find_bound(self, outcomes: tuple[Outcome, ...]) -> frozenset[int]:
        """Return the indexes of the renumbered citations whose new numbers must not be written alone, as in `check`.

        Those that would be mixed with old numbers are among them. A citation with a stamp is of the edition of its
        stamp, whatever is near it.
        """
        new_numbers = _list_new_numbers(outcomes)
        outdated = {
            index: self._before[index].firm for index, outcome in enumerate(outcomes) if outcome.status != "renumbered"
        }
        mixed = find_mixed(self._text, self._citations, new_numbers, outdated)
        bound = (self._companions | mixed | self._find_shifted(outcomes)) & new_numbers.keys()
        return frozenset(index for index in bound if self._citations[index].stamp is None)

    def _find_shifted(self, outcomes: Sequence[Outcome]) -> frozenset[int]:
        """Return the indexes of the citations whose new letter is that of a citation which may be outdated, too.

        If 704.5w became 704.5x, nothing shows whether a bare 704.5x of the file has to become 704.5y.

        Args:
            outcomes: What becomes of the citations.
        """
        shifted = self._list_shifted(outcomes)
        doubtful: set[int] = set()
        for index, outcome in enumerate(outcomes):
            for number in shifted.keys() & set(outcome.citation.numbers):
                if outcome.status != "renumbered" and self._may_be_outdated(index, number):
                    doubtful.update(shifted[number])
        return frozenset(doubtful)

    def _list_shifted(self, outcomes: Sequence[Outcome]) -> dict[str, list[int]]:
        """Return each number of which only the letter is new, with the indexes of the citations that would get it.

        Numbers that the edition of the citation does not have are left out: what cites them is written for a later one.
        """
        lineages = self._judge.history.lineages
        shifted: dict[str, list[int]] = defaultdict(list)
        for index, outcome in enumerate(outcomes):
            for old, new in outcome.new_numbers.items():
                is_other_letter = old != new and without_letters(old) == without_letters(new)
                if is_other_letter and lineages.edition_has(outcome.edition or "", new):
                    shifted[new].append(index)
        return shifted

    def _may_be_outdated(self, index: int, number: str) -> bool:
        """Return whether a citation, given by its index, has a number that is wrong, or that nothing confirms."""
        citation = self._citations[index]
        if citation.stamp is not None:
            return False
        return number in self._before[index].firm or not self._judge.periods_by_words(citation, number)

    def _find_faults(self, citations: Sequence[Citation], base: str | None) -> list[tuple[Fault, ...]]:
        """Return the faults of each citation of a text, judged by an edition: the declared one, or a certain one."""
        is_estimate = self._is_estimate and base == self._base
        return [
            self._judge.find_faults(citations, index, base, is_estimate=is_estimate) for index in range(len(citations))
        ]

    def _judge_effect(self, outcomes: Sequence[Outcome], base: str | None) -> _Effect:
        """Judge the file as it would be after the upgrade, and compare its findings with those of today.

        A citation blocks the upgrade in four cases:

        - it is left as it is, and its finding is gone;
        - it is left because its edition is only an estimate, and the file would be declared for another edition;
        - it is no citation any more;
        - it has a finding that it did not have, or a number next to it becomes a citation.

        Args:
            outcomes: What becomes of the citations.
            base: The edition that would be declared for the file.
        """
        text = apply_outcomes(self._text, outcomes)
        if text == self._text and base == self._base:
            return _Effect(self._faults)
        citations = self._read_again(text)
        faults = self._find_faults(citations, base)
        faulty = _list_faulty(faults)
        found, blocking = _match_citations(outcomes, citations)
        fixed: set[int] = set()
        for index, outcome in enumerate(outcomes):
            before = self._reported[index] if outcome.status == "ignored" else self._before[index]
            after = _join_faulty(faulty[position] for position in found[index])
            is_guess = base != self._base and "unsupported" in outcome.causes
            if is_guess or not found[index] or _blocks_upgrade(outcome, before, after):
                blocking.add(index)
            elif before.numbers and not after.numbers:
                fixed.add(index)
        return _Effect(faults, frozenset(blocking), frozenset(fixed))

    def _read_again(self, text: str) -> Sequence[Citation]:
        """Return the citations that the file has with a new text; those at hand if the text stays."""
        if text == self._text:
            return self._citations
        return self._find(text)


def settle(
    outcomes: tuple[Outcome, ...],
    find: Callable[[tuple[Outcome, ...]], Collection[int]],
    keep: Callable[[Outcome], Outcome],
) -> tuple[Outcome, ...]:
    """Return the outcomes without the new numbers that must not be written.

    A number that stays may forbid the next new one, so the result is examined again. If it still changes after
    `_ROUNDS` attempts, no new number is written.

    Args:
        outcomes: What would become of the citations of a file.
        find: Returns the indexes of the renumbered citations that must keep their numbers.
        keep: Returns the outcome for a citation that keeps its number.
    """
    for _ in range(_ROUNDS):
        found = find(outcomes)
        if not found:
            return outcomes
        outcomes = tuple(keep(outcome) if index in found else outcome for index, outcome in enumerate(outcomes))
    return tuple(keep(outcome) if outcome.status == "renumbered" else outcome for outcome in outcomes)


def _leave_companion(outcome: Outcome) -> Outcome:
    """Return the outcome for a citation that is left because of other numbers of its file."""
    return outcome.leave("companion")


def _list_faulty(faults: Iterable[Iterable[Fault]]) -> tuple[_Faulty, ...]:
    """Return the numbers with a finding for each citation, given the faults of each."""
    return tuple(map(_collect_numbers, faults))


def _collect_numbers(faults: Iterable[Fault]) -> _Faulty:
    """Return the numbers of some faults."""
    is_firm = {(fault.number, fault.code not in CHOSEN_CODES) for fault in faults}
    return _Faulty(frozenset(number for number, _ in is_firm), frozenset(number for number, firm in is_firm if firm))


def _join_faulty(parts: Iterable[_Faulty]) -> _Faulty:
    """Return the numbers with a finding of several citations together."""
    joined = list(parts)
    return _Faulty(
        frozenset[str]().union(*(part.numbers for part in joined)),
        frozenset[str]().union(*(part.firm for part in joined)),
    )


def _list_new_numbers(outcomes: Iterable[Outcome]) -> dict[int, str]:
    """Return what is written in place of each citation that is renumbered, by its index."""
    return {index: outcome.new for index, outcome in enumerate(outcomes) if outcome.status == "renumbered"}


def _find_doubles(outcomes: Sequence[Outcome]) -> frozenset[int]:
    """Return the indexes of the citations that keep a number of which the rule moved, while others get that number.

    With the headings 704.5w and 704.5x, of which only the first is renumbered, the file would have two headings 704.5x.
    """
    written: set[str] = set()
    for outcome in outcomes:
        if outcome.citation.stamp is None:
            written.update(new for old, new in outcome.new_numbers.items() if new != old)
    return frozenset(index for index, outcome in enumerate(outcomes) if _keeps_number_of(outcome, written))


def _keeps_number_of(outcome: Outcome, written: Collection[str]) -> bool:
    """Return whether a citation is left without a stamp, with one of some numbers, although its rule moved."""
    is_stamped = outcome.citation.stamp is not None or outcome.new != outcome.citation.raw
    if outcome.status != "left" or is_stamped:
        return False
    return any(moved.number in written and moved.kind != "kept" for moved in outcome.destinations)


def hold_plan(plan: FilePlan, text: str, blocking: frozenset[int]) -> FilePlan:
    """Return the plan for a file that stays as it is, since another file keeps a name that this one would change.

    Args:
        plan: The plan that would be carried out otherwise.
        text: The text of the file.
        blocking: The indexes of the citations in such names.
    """
    outcomes = [
        outcome.leave("elsewhere") if index in blocking else outcome for index, outcome in enumerate(plan.outcomes)
    ]
    return FilePlan(_hold_all(outcomes, blocking), text, moves=False, faults=(), blocking=blocking)


def _hold_all(outcomes: Sequence[Outcome], blocking: Collection[int]) -> tuple[Outcome, ...]:
    """Return the outcomes for a file that stays as it is, every stamp included.

    Args:
        outcomes: What would become of its citations.
        blocking: The indexes of those because of which it stays.
    """
    return tuple(
        outcome.hold_blocking() if index in blocking else outcome.hold() for index, outcome in enumerate(outcomes)
    )


def _match_citations(outcomes: Sequence[Outcome], citations: Sequence[Citation]) -> tuple[list[list[int]], set[int]]:
    """Match the citations of the new text with the outcomes that they are from.

    Args:
        outcomes: What becomes of the citations of the old text.
        citations: The citations of the new text.

    Returns:
        For each outcome the indexes of its citations in the new text, usually one; and the indexes of the blocking
        outcomes. If the new text has a citation that no outcome made, the outcome with the same index, which is near
        that citation, counts as blocking.
    """
    found: list[list[int]] = [[] for _ in outcomes]
    blocking: set[int] = set()
    for index, outcome_index in enumerate(locate(list_spans(outcomes), citations)):
        if outcome_index is None:
            # The last outcome counts as blocking for a citation after all of them.
            blocking.add(min(index, len(outcomes) - 1))
        else:
            found[outcome_index].append(index)
    return found, blocking


def _list_of_unknown_edition(outcomes: Sequence[Outcome]) -> frozenset[int]:
    """Return the indexes of the citations that must not get a stamp, because nobody knows their edition.

    It is only estimated, the number may be of the new edition already, or its words mean another rule.
    """
    return frozenset(
        index for index, outcome in enumerate(outcomes) if not _OF_UNKNOWN_EDITION.isdisjoint(outcome.causes)
    )


def _blocks_upgrade(outcome: Outcome, before: _Faulty, after: _Faulty) -> bool:
    """Return whether a citation would have a finding where it has none, or hide one by being left as it is.

    A firm finding that becomes one of another kind counts as hidden, and the reverse as a new one.

    A citation that is renumbered may lose its finding, since it is fixed. A citation that is left may not: its number
    would only seem right, because the file is judged by another edition. A finding that a comment suppresses may come
    and go.

    Args:
        outcome: What becomes of the citation.
        before: Its numbers with findings before the upgrade, without those that a comment suppresses.
        after: Its numbers with findings after it.
    """
    if outcome.status != "ignored" and ((after.numbers and not before.numbers) or (after.firm and not before.firm)):
        return True
    has_lost_finding = not (before.numbers <= after.numbers and before.firm <= after.firm)
    return outcome.status != "renumbered" and has_lost_finding


def locate(spans: Sequence[tuple[int, int]], citations: Sequence[Citation]) -> Iterator[int | None]:
    """Yield for each citation the index of the span that it begins in; None if it begins in none. Both are in order.

    For the spans `[(0, 9), (20, 29)]`, citations that begin at 3, 12 and 20 give 0, None and 1.
    """
    index = 0
    for citation in citations:
        while index < len(spans) and spans[index][1] <= citation.start:
            index += 1
        is_inside = index < len(spans) and spans[index][0] <= citation.start
        yield index if is_inside else None
