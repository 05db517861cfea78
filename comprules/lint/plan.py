"""What an upgrade makes of one file: it silences no finding, or leaves the file as it is.

Every finding from before is either fixed or still reported, since a file is judged as it will be: with its new numbers,
by the edition that will be declared for it. A number that is left would pass for one of the new edition; if that hides
a finding, the old edition is written after the number, or the file keeps its numbers and its edition.
"""

from collections.abc import Callable, Iterator, Sequence

from msgspec import Struct, structs

from graph.citations.judge.judge import Judge
from graph.citations.records import Citation
from graph.citations.renumber.outcomes import Outcome, apply_outcomes, list_spans
from graph.citations.renumber.renumberer import Renumberer
from graph.citations.renumber.stamping import with_stamps

_ROUNDS = 4
"""Maximum attempts to find what of a file can be renumbered that keeps its edition."""
Faulty = tuple[frozenset[str], ...]
"""The numbers at fault of each citation of a file."""


class FilePlan(Struct, frozen=True):
    """What an upgrade makes of a file.

    Attributes:
        outcomes: The outcome for each citation.
        text: The new text.
        moves: Whether the file cites the target edition then, and has to be declared for it.
        holding: The indexes of the citations because of which the file stays as it is.
        fixed: The indexes of the citations with a finding before and none after.
    """

    outcomes: tuple[Outcome, ...]
    text: str
    moves: bool
    holding: frozenset[int] = frozenset()
    fixed: frozenset[int] = frozenset()


class Planner:
    """Plans the upgrade of one file, and judges each plan.

    Args:
        judge: The judge of the run.
        text: The text of the file.
        citations: Its citations, in order.
        base: The edition declared for it; None if none is.
        find: Returns the citations of another text in its place.
        is_ignored: Returns whether a comment lets the findings of a citation pass.
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
    ) -> None:
        self._judge = judge
        self._text = text
        self._citations = citations
        self._base = base
        self._find = find
        self._is_ignored = is_ignored
        self._before = self._find_faulty(citations, base)

    def plan(self, *, unsafe: bool, stamp_left: bool) -> FilePlan:
        """Return what an upgrade makes of the file.

        Args:
            unsafe: Whether to follow reworded rules too.
            stamp_left: Whether to write the old edition after citations that are left.
        """
        target = self._judge.target
        text = self._text
        citations = self._citations
        moves = self._base not in {None, target}
        base = self._base
        if moves:
            base = target
        renumberer = Renumberer(self._judge, unsafe=unsafe)
        outcomes = renumberer.renumber(text, citations, self._base, self._is_ignored)
        silenced, fixed = self._compare(outcomes, base)
        if moves and stamp_left:
            outcomes = with_stamps(text, outcomes, self._find, silenced)
            silenced, fixed = self._compare(outcomes, base)
        if not silenced:
            return FilePlan(outcomes, apply_outcomes(text, outcomes), moves, fixed=fixed)
        held, fixed = self._hold(outcomes) if moves else (tuple(outcome.hold() for outcome in outcomes), frozenset())
        return FilePlan(held, apply_outcomes(text, held), moves=False, holding=silenced, fixed=fixed)

    def _hold(self, outcomes: Sequence[Outcome]) -> tuple[tuple[Outcome, ...], frozenset[int]]:
        """Return the outcomes for a file that keeps its edition, and the indexes of the citations that are fixed.

        Only what shows its edition by itself is renumbered: citations with a stamp, or with words of their rule.
        """
        held = tuple(map(self._hold_outcome, outcomes))
        for _ in range(_ROUNDS):
            wrong, fixed = self._compare(held, self._base)
            wrong |= {index for index, outcome in enumerate(held) if outcome.status == "renumbered"} - fixed
            if not wrong:
                return held, fixed
            held = tuple(outcome.hold() if index in wrong else outcome for index, outcome in enumerate(held))
        return tuple(outcome.hold() for outcome in outcomes), frozenset()

    def _hold_outcome(self, outcome: Outcome) -> Outcome:
        """Return the outcome for a citation of a file that keeps its edition."""
        if outcome.status != "renumbered":
            return structs.replace(outcome, new=outcome.citation.raw)
        if self._shows_edition(outcome.citation):
            return outcome
        return outcome.hold()

    def _shows_edition(self, citation: Citation) -> bool:
        has_words = all(self._judge.periods_by_words(citation, number) for number in citation.numbers)
        return citation.stamp is not None or has_words

    def _find_faulty(self, citations: Sequence[Citation], base: str | None) -> Faulty:
        faulty: list[frozenset[str]] = []
        for index in range(len(citations)):
            faults = self._judge.find_faults(citations, index, base)
            faulty.append(frozenset(fault.number for fault in faults))
        return tuple(faulty)

    def _compare(self, outcomes: Sequence[Outcome], base: str | None) -> tuple[frozenset[int], frozenset[int]]:
        """Return the indexes of citations whose findings would not be as they must, and of those that would be fixed.

        A finding is silenced if the number is left and no longer at fault, or is no citation any more. A finding or a
        citation that was none before counts, too.
        """
        new = apply_outcomes(self._text, outcomes)
        if new == self._text and base == self._base:
            return frozenset(), frozenset()
        again = self._citations
        if new != self._text:
            again = self._find(new)
        faulty = self._find_faulty(again, base)
        parts, wrong = _match_again(outcomes, again)
        fixed: set[int] = set()
        for index, outcome in enumerate(outcomes):
            before = self._before[index]
            after = frozenset[str]().union(*(faulty[part] for part in parts[index]))
            if not parts[index] or _is_wrong(outcome, before, after):
                wrong.add(index)
            elif before and not after:
                fixed.add(index)
        return frozenset(wrong), frozenset(fixed)


def _match_again(outcomes: Sequence[Outcome], again: Sequence[Citation]) -> tuple[list[list[int]], set[int]]:
    """Return which citations of the new text each outcome became, and the indexes of outcomes that became none.

    A citation outside all outcomes was none before: the outcome with its index is to blame for it.
    """
    parts: list[list[int]] = [[] for _ in outcomes]
    wrong: set[int] = set()
    for index, outcome_index in enumerate(_locate(list_spans(outcomes), again)):
        if outcome_index is None:
            wrong.add(min(index, len(outcomes) - 1))
        else:
            parts[outcome_index].append(index)
    return parts, wrong


def _is_wrong(outcome: Outcome, before: frozenset[str], after: frozenset[str]) -> bool:
    """Return whether the findings of a citation would not be as they must: a new one, or a silenced one.

    Args:
        outcome: What becomes of the citation.
        before: Its numbers at fault before.
        after: Its numbers at fault then.
    """
    if after and not before:
        return True
    return outcome.status != "renumbered" and not before <= after


def _locate(spans: Sequence[tuple[int, int]], citations: Sequence[Citation]) -> Iterator[int | None]:
    """Yield for each citation the index of the span that it is in; None if it is in none. Both are in order."""
    index = 0
    for citation in citations:
        while index < len(spans) and spans[index][1] <= citation.start:
            index += 1
        is_inside = index < len(spans) and spans[index][0] <= citation.start
        yield index if is_inside else None
