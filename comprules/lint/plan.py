"""Plan the upgrade of one file so that it hides no finding.

Every finding from before is either fixed or still reported. To ensure that, a planned file is judged as it will be:
with its new numbers, by the edition that will be declared for it. A number that cannot be upgraded would pass for one
of the new edition. If that hides a finding, the old edition is written after the number (it is stamped), or the file
keeps its numbers and its edition (it is held).
"""

from collections.abc import Callable, Iterator, Sequence

from msgspec import Struct, structs

from graph.citations.judge.judge import Judge
from graph.citations.records import Citation
from graph.citations.renumber.outcomes import Outcome, apply_outcomes, list_spans
from graph.citations.renumber.renumberer import Renumberer
from graph.citations.renumber.stamping import with_stamps

_ROUNDS = 4
"""Maximum attempts to find the citations that can be renumbered in a file that keeps its edition."""
Faulty = tuple[frozenset[str], ...]
"""For each citation of a file, those of its numbers that have a finding."""


class FilePlan(Struct, frozen=True):
    """What an upgrade makes of a file.

    Attributes:
        outcomes: The outcome for each citation.
        text: The new text.
        moves: Whether the new text cites the target edition, and has to be declared for it.
        holding: The indexes of the citations because of which the file keeps its edition.
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
    ) -> None:
        self._judge = judge
        self._text = text
        self._citations = citations
        self._base = base
        self._find = find
        self._is_ignored = is_ignored
        self._before = self._find_faulty(citations, base)

    def plan(self, *, unsafe: bool, stamp_left: bool) -> FilePlan:
        """Return the plan of an upgrade for the file.

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
        hidden, fixed = self._compare(outcomes, base)
        if moves and stamp_left:
            outcomes = with_stamps(text, outcomes, self._find, hidden)
            hidden, fixed = self._compare(outcomes, base)
        if not hidden:
            return FilePlan(outcomes, apply_outcomes(text, outcomes), moves, fixed=fixed)
        if moves:
            held, fixed = self._hold(outcomes)
        else:
            held, fixed = _hold_all(outcomes), frozenset()
        return FilePlan(held, apply_outcomes(text, held), moves=False, holding=hidden, fixed=fixed)

    def _hold(self, outcomes: Sequence[Outcome]) -> tuple[tuple[Outcome, ...], frozenset[int]]:
        """Return the outcomes for a file that keeps its edition, and the indexes of the citations that are fixed.

        Only citations that show their edition themselves are renumbered, by a stamp or by words of their rule, and only
        if that fixes a finding.
        """
        held = tuple(map(self._hold_outcome, outcomes))
        for _ in range(_ROUNDS):
            wrong, fixed = self._compare(held, self._base)
            wrong |= {index for index, outcome in enumerate(held) if outcome.status == "renumbered"} - fixed
            if not wrong:
                return held, fixed
            # To hold these may change what the others mean, so the result is judged again.
            held = tuple(outcome.hold() if index in wrong else outcome for index, outcome in enumerate(held))
        return _hold_all(outcomes), frozenset()

    def _hold_outcome(self, outcome: Outcome) -> Outcome:
        """Return the outcome for a citation of a file that keeps its edition."""
        if outcome.status != "renumbered":
            return structs.replace(outcome, new=outcome.citation.raw)
        if self._shows_edition(outcome.citation):
            return outcome
        return outcome.hold()

    def _shows_edition(self, citation: Citation) -> bool:
        """Return whether a citation has a stamp, or words of its rule next to each number."""
        has_words = all(self._judge.periods_by_words(citation, number) for number in citation.numbers)
        return citation.stamp is not None or has_words

    def _find_faulty(self, citations: Sequence[Citation], base: str | None) -> Faulty:
        faulty: list[frozenset[str]] = []
        for index in range(len(citations)):
            faults = self._judge.find_faults(citations, index, base)
            faulty.append(frozenset(fault.number for fault in faults))
        return tuple(faulty)

    def _compare(self, outcomes: Sequence[Outcome], base: str | None) -> tuple[frozenset[int], frozenset[int]]:
        """Judge the file as it would be, and return the indexes of its wrong citations and of its fixed ones.

        A citation is wrong if a finding would be hidden: its number is left and has no finding any more, or is no
        citation any more. It is also wrong if it would have a new finding, or be next to a number that becomes a
        citation.

        Args:
            outcomes: What becomes of the citations.
            base: The edition that would be declared for the file.
        """
        text = apply_outcomes(self._text, outcomes)
        if text == self._text and base == self._base:
            return frozenset(), frozenset()
        citations = self._citations
        if text != self._text:
            citations = self._find(text)
        faulty = self._find_faulty(citations, base)
        found, wrong = _match_citations(outcomes, citations)
        fixed: set[int] = set()
        for index, outcome in enumerate(outcomes):
            before = self._before[index]
            after = frozenset[str]().union(*(faulty[position] for position in found[index]))
            if not found[index] or _is_wrong(outcome, before, after):
                wrong.add(index)
            elif before and not after:
                fixed.add(index)
        return frozenset(wrong), frozenset(fixed)


def _hold_all(outcomes: Sequence[Outcome]) -> tuple[Outcome, ...]:
    """Return the outcomes for a file in which nothing is renumbered."""
    return tuple(outcome.hold() for outcome in outcomes)


def _match_citations(outcomes: Sequence[Outcome], citations: Sequence[Citation]) -> tuple[list[list[int]], set[int]]:
    """Match the citations of the new text with the outcomes that they are from.

    Args:
        outcomes: What becomes of the citations of the old text.
        citations: The citations of the new text.

    Returns:
        For each outcome the indexes of its citations in the new text, usually one; and the indexes of outcomes to blame
        for a citation that was none before. About as many citations are before it as outcomes before those.
    """
    found: list[list[int]] = [[] for _ in outcomes]
    wrong: set[int] = set()
    for index, outcome_index in enumerate(_locate(list_spans(outcomes), citations)):
        if outcome_index is None:
            wrong.add(min(index, len(outcomes) - 1))
        else:
            found[outcome_index].append(index)
    return found, wrong


def _is_wrong(outcome: Outcome, before: frozenset[str], after: frozenset[str]) -> bool:
    """Return whether a citation would have a finding where it has none, or hide one by being left as it is.

    Args:
        outcome: What becomes of the citation.
        before: Its numbers with findings before the upgrade.
        after: Its numbers with findings after it.
    """
    if after and not before:
        return True
    is_hiding = not before <= after
    return outcome.status != "renumbered" and is_hiding


def _locate(spans: Sequence[tuple[int, int]], citations: Sequence[Citation]) -> Iterator[int | None]:
    """Yield for each citation the index of the span that it is in; None if it is in none. Both are in order."""
    index = 0
    for citation in citations:
        while index < len(spans) and spans[index][1] <= citation.start:
            index += 1
        is_inside = index < len(spans) and spans[index][0] <= citation.start
        yield index if is_inside else None
