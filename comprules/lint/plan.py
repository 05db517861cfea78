"""Plan the upgrade of one file so that it hides no finding.

Every finding from before is either fixed or still reported. To ensure that, a planned file is judged as it will be:
with its new numbers, by the edition that will be declared for it. A number that cannot be upgraded would pass for one
of the new edition. If that hides a finding, the old edition is written after the number (it is stamped), or the file
keeps its numbers and its edition (it is held).
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence

from msgspec import Struct, structs

from comprules.lint.companions import find_clashes, find_companions, find_mixed
from comprules.lint.findings import JudgedFault
from comprules.lint.paragraphs import find_paragraphs
from graph.citations.judge.judge import Judge
from graph.citations.records import Citation, Fault
from graph.citations.renumber.outcomes import Outcome, apply_outcomes, list_spans
from graph.citations.renumber.renumberer import Renumberer
from graph.citations.renumber.stamping import with_stamps

_ROUNDS = 8
"""Maximum attempts to find the citations that can be renumbered in a file that keeps its edition.

Each attempt searches the whole text again, so a limit bounds the time. After the last one, nothing is renumbered."""
_RIGHT_OR_WRONG_ANYWAY = frozenset({"accepted", "malformed", "contradicted"})
"""Causes for which a citation is left that say nothing about its edition."""
_OF_THE_SAME_NUMBER = frozenset({"kept", "absent"})
"""What became of a rule that has the number in both editions, or in neither."""
Faulty = tuple[frozenset[str], ...]
"""For each citation of a file, those of its numbers that have a finding."""


class FilePlan(Struct, frozen=True):
    """What an upgrade makes of a file.

    Attributes:
        outcomes: The outcome for each citation.
        text: The new text.
        moves: Whether the new text cites the target edition, and has to be declared for it.
        blocking: The indexes of the citations because of which the file keeps its edition: otherwise a finding of each
            would be hidden, or one would be added.
        fixed: The indexes of the citations with a finding before and none after.
    """

    outcomes: tuple[Outcome, ...]
    text: str
    moves: bool
    blocking: frozenset[int] = frozenset()
    fixed: frozenset[int] = frozenset()


class _Effect(Struct, frozen=True):
    """What an upgrade does to the findings of a file. Citations are named by their indexes in the file.

    Attributes:
        blocking: The citations for which the upgrade would hide a finding or add one, so that it must not be done.
        fixed: The citations with a finding before and none after.
    """

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
        is_estimate: bool,
    ) -> None:
        self._judge = judge
        self._text = text
        self._citations = citations
        self._base = base
        self._find = find
        self._is_ignored = is_ignored
        self._is_estimate = is_estimate
        faults = self._find_faults(citations, base)
        self._before = _list_faulty(faults)
        judged = [JudgedFault(fault, index) for index, found in enumerate(faults) for fault in found]
        self._companions = frozenset(find_companions(text, citations, judged))

    def plan(self, *, unsafe: bool, stamp_left: bool) -> FilePlan:
        """Return the plan of an upgrade for the file.

        Args:
            unsafe: Whether to follow reworded rules too.
            stamp_left: Whether to write the old edition after citations that are left.
        """
        renumberer = Renumberer(self._judge, unsafe=unsafe)
        outcomes = renumberer.renumber(
            self._text, self._citations, self._base, self._is_ignored, is_estimate=self._is_estimate
        )
        outcomes = self._leave_clashing(outcomes)
        if self._base in {None, self._judge.target}:
            return self._plan_in_place(outcomes)
        return self._plan_move(outcomes, stamp_left=stamp_left)

    def _plan_in_place(self, outcomes: tuple[Outcome, ...]) -> FilePlan:
        """Return the plan for a file whose declaration stays: none is declared, or it already is the target edition.

        Only citations that show another edition themselves, by a stamp or by words of their rule, are renumbered then.
        """
        outcomes = self._leave_companions(outcomes)
        effect = self._judge_effect(outcomes, self._base)
        if not effect.blocking:
            return FilePlan(outcomes, apply_outcomes(self._text, outcomes), moves=False, fixed=effect.fixed)
        held = _hold_all(outcomes)
        return FilePlan(held, apply_outcomes(self._text, held), moves=False, blocking=effect.blocking)

    def _plan_move(self, outcomes: tuple[Outcome, ...], *, stamp_left: bool) -> FilePlan:
        """Return the plan for a file that is to be declared for the target edition, unless that would hide findings."""
        target = self._judge.target
        effect = self._judge_effect(outcomes, target)
        if stamp_left:
            outcomes = with_stamps(self._text, outcomes, self._find, effect.blocking - _list_unsupported(outcomes))
            effect = self._judge_effect(outcomes, target)
        if not effect.blocking:
            return FilePlan(outcomes, apply_outcomes(self._text, outcomes), moves=True, fixed=effect.fixed)
        held, fixed = self._hold(outcomes)
        return FilePlan(held, apply_outcomes(self._text, held), moves=False, blocking=effect.blocking, fixed=fixed)

    def _hold(self, outcomes: Sequence[Outcome]) -> tuple[tuple[Outcome, ...], frozenset[int]]:
        """Return the outcomes for a file that keeps its edition, and the indexes of the citations that are fixed.

        Only citations that show their edition themselves are renumbered, by a stamp or by words of their rule, and only
        if that fixes a finding. None is renumbered if the findings still change after `_ROUNDS` attempts.
        """
        held = tuple(map(self._hold_outcome, outcomes))
        for _ in range(_ROUNDS):
            held = settle(held, self._find_held, Outcome.hold)
            effect = self._judge_effect(held, self._base)
            renumbered = {index for index, outcome in enumerate(held) if outcome.status == "renumbered"}
            useless = renumbered - effect.fixed
            returned = effect.blocking | useless
            if not returned:
                return held, effect.fixed
            # Without their new numbers the other citations may mean something else, so the result is judged again.
            held = tuple(outcome.hold() if index in returned else outcome for index, outcome in enumerate(held))
        return _hold_all(outcomes), frozenset()

    def _leave_clashing(self, outcomes: tuple[Outcome, ...]) -> tuple[Outcome, ...]:
        """Return the outcomes with the status `left` for new numbers that would clash with others (`companions`)."""
        return settle(outcomes, self._find_clashing, _leave_companion)

    def _find_clashing(self, outcomes: tuple[Outcome, ...]) -> Collection[int]:
        """Return the indexes of the renumbered citations whose new numbers would clash with others."""
        return find_clashes(self._text, self._citations, _list_new_numbers(outcomes))

    def _find_mixing(self, outcomes: tuple[Outcome, ...]) -> frozenset[int]:
        """Return the indexes of the citations with new numbers in paragraphs in which another would have to move too.

        The numbers of a paragraph (`paragraphs`) would otherwise be of two editions. A number with a stamp is of the
        edition of its stamp, and so neither counts nor is held.
        """
        mixing: set[int] = set()
        for paragraph in find_paragraphs(self._text, self._citations):
            mixing |= self._list_mixing(outcomes, paragraph)
        return frozenset(index for index in mixing if outcomes[index].status == "renumbered")

    def _list_mixing(self, outcomes: Sequence[Outcome], paragraph: Iterable[int]) -> set[int]:
        """Return the indexes of the citations of a paragraph whose new numbers would be of another edition than others.

        Args:
            outcomes: What becomes of the citations of the file.
            paragraph: The indexes of the citations of the paragraph.
        """
        unstamped = [index for index in paragraph if self._citations[index].stamp is None]
        staying = [outcomes[index].citation for index in unstamped if _stays_behind(outcomes[index])]
        if not staying:
            return set()
        numbers = {number for citation in staying for number in citation.numbers}
        return {index for index in unstamped if not self._fits_edition(outcomes[index], numbers)}

    def _fits_edition(self, outcome: Outcome, numbers: Collection[str]) -> bool:
        """Return whether a citation is of the edition that the file keeps, also after it is renumbered.

        Args:
            outcome: What becomes of it.
            numbers: The numbers that stay in its paragraph, although their rules have others. A new number that is
                equal to one of these would not show which of the two rules is meant.
        """
        if self._base is None:
            return False
        destinations = self._judge.history.destinations
        return all(
            new not in numbers and destinations.of_number(new, self._judge.target, self._base).successor == new
            for new in outcome.new_numbers.values()
        )

    def _leave_companions(self, outcomes: tuple[Outcome, ...]) -> tuple[Outcome, ...]:
        """Return the outcomes with the status `left` for new numbers that must not be written alone (`companions`)."""
        return settle(outcomes, self._find_unstamped_bound, _leave_companion)

    def _find_unstamped_bound(self, outcomes: tuple[Outcome, ...]) -> frozenset[int]:
        """Return those of `_find_bound` that have no stamp."""
        return frozenset(index for index in self._find_bound(outcomes) if self._citations[index].stamp is None)

    def _find_held(self, outcomes: tuple[Outcome, ...]) -> frozenset[int]:
        """Return the indexes of the renumbered citations that a file which keeps its edition must keep as they are."""
        return self._find_bound(outcomes) | self._find_mixing(outcomes)

    def _find_bound(self, outcomes: tuple[Outcome, ...]) -> frozenset[int]:
        """Return the indexes of the renumbered citations whose new numbers must not be written alone, as in `check`.

        Those that would be mixed with old numbers are among them.
        """
        new_numbers = _list_new_numbers(outcomes)
        clashing = frozenset(find_clashes(self._text, self._citations, new_numbers))
        outdated = {
            index: self._before[index] for index, outcome in enumerate(outcomes) if outcome.status != "renumbered"
        }
        mixed = find_mixed(self._text, self._citations, new_numbers, outdated)
        return (self._companions | clashing | mixed) & new_numbers.keys()

    def _hold_outcome(self, outcome: Outcome) -> Outcome:
        """Return the outcome for a citation of a file that keeps its edition, before the file is judged."""
        if outcome.status != "renumbered":
            # A stamp that was added is taken back. `hold` would also take back the new name of a stamp that was there
            # (`CR 100.1 @2018-04-27` → `CR 100.1 @2021-02-15`): it stays, since the number is right in both editions.
            return structs.replace(outcome, new=outcome.citation.raw)
        if self._shows_edition(outcome.citation):
            return outcome
        return outcome.hold()

    def _shows_edition(self, citation: Citation) -> bool:
        """Return whether a citation has a stamp, or words of its rule next to each number."""
        has_words = all(self._judge.periods_by_words(citation, number) for number in citation.numbers)
        return citation.stamp is not None or has_words

    def _find_faults(self, citations: Sequence[Citation], base: str | None) -> list[tuple[Fault, ...]]:
        """Return the faults of each citation of a text, judged by an edition."""
        return [
            self._judge.find_faults(citations, index, base, is_estimate=self._is_estimate)
            for index in range(len(citations))
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
            return _Effect()
        citations = self._read_again(text)
        faulty = _list_faulty(self._find_faults(citations, base))
        found, blocking = _match_citations(outcomes, citations)
        fixed: set[int] = set()
        for index, outcome in enumerate(outcomes):
            before = self._before[index]
            after = frozenset[str]().union(*(faulty[position] for position in found[index]))
            is_guess = base != self._base and "unsupported" in outcome.causes
            if is_guess or not found[index] or _blocks_upgrade(outcome, before, after):
                blocking.add(index)
            elif before and not after:
                fixed.add(index)
        return _Effect(frozenset(blocking), frozenset(fixed))

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


def _list_faulty(faults: Iterable[Iterable[Fault]]) -> Faulty:
    """Return the numbers with a finding for each citation, given the faults of each."""
    return tuple(map(_collect_numbers, faults))


def _collect_numbers(faults: Iterable[Fault]) -> frozenset[str]:
    """Return the numbers of some faults."""
    return frozenset(fault.number for fault in faults)


def _list_new_numbers(outcomes: Iterable[Outcome]) -> dict[int, str]:
    """Return what is written in place of each citation that is renumbered, by its index."""
    return {index: outcome.new for index, outcome in enumerate(outcomes) if outcome.status == "renumbered"}


def _stays_behind(outcome: Outcome) -> bool:
    """Return whether a citation keeps its number although its rule has another one, or none, in the target edition."""
    if outcome.status != "left" or not _RIGHT_OR_WRONG_ANYWAY.isdisjoint(outcome.causes):
        return False
    return any(destination.kind not in _OF_THE_SAME_NUMBER for destination in outcome.destinations)


def _hold_all(outcomes: Sequence[Outcome]) -> tuple[Outcome, ...]:
    """Return the outcomes for a file that stays as it is, every stamp included.

    `Planner._hold_outcome` does the same for one citation, except that a stamp keeps the new name that it gets.
    """
    return tuple(outcome.hold() for outcome in outcomes)


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
    for index, outcome_index in enumerate(_locate(list_spans(outcomes), citations)):
        if outcome_index is None:
            # The last outcome counts as blocking for a citation after all of them.
            blocking.add(min(index, len(outcomes) - 1))
        else:
            found[outcome_index].append(index)
    return found, blocking


def _list_unsupported(outcomes: Sequence[Outcome]) -> frozenset[int]:
    """Return the indexes of the citations that must not get a stamp, because their edition is only an estimate."""
    return frozenset(index for index, outcome in enumerate(outcomes) if "unsupported" in outcome.causes)


def _blocks_upgrade(outcome: Outcome, before: frozenset[str], after: frozenset[str]) -> bool:
    """Return whether a citation would have a finding where it has none, or hide one by being left as it is.

    A citation that is renumbered may lose its finding, since it is fixed. A citation that is left may not: its number
    would only seem right, because the file is judged by another edition.

    Args:
        outcome: What becomes of the citation.
        before: Its numbers with findings before the upgrade.
        after: Its numbers with findings after it.
    """
    if after and not before:
        return True
    has_lost_finding = not before <= after
    return outcome.status != "renumbered" and has_lost_finding


def _locate(spans: Sequence[tuple[int, int]], citations: Sequence[Citation]) -> Iterator[int | None]:
    """Yield for each citation the index of the span that it begins in; None if it begins in none. Both are in order.

    For the spans `[(0, 9), (20, 29)]`, citations that begin at 3, 12 and 20 give 0, None and 1.
    """
    index = 0
    for citation in citations:
        while index < len(spans) and spans[index][1] <= citation.start:
            index += 1
        is_inside = index < len(spans) and spans[index][0] <= citation.start
        yield index if is_inside else None
