"""Compute the edits that make the citations of a text cite another edition.

All edits refer to the old text and are applied together, so that citations of two rules which swapped numbers are
swapped too. A citation that cannot be renumbered exactly is *left* unchanged, with the *cause*. The *base* is the
edition that the citations were written for, and the *stamp* of a citation the edition written next to it.

A stamp is rewritten together with its citations. All citations under one stamp are renumbered, or none is, since the
stamp can name only one edition. If none of their numbers changes, the stamp may be a statement about that edition, and
stays; only the short form `@2018-04-27`, which says nothing but whose numbers these are, is brought up to date.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from msgspec import structs

from graph.citations.codes import LIKELY_ANOTHER, OFF_TOPIC, REWORDED
from graph.citations.judge.judge import Judge
from graph.citations.records import Citation, Meaning
from graph.citations.renumber.neighbours import leave_broken_pairs
from graph.citations.renumber.outcomes import Cause, Outcome
from graph.citations.renumber.runs import leave_broken_runs
from graph.citations.renumber.statements import is_pinned, says_only_edition
from graph.citations.renumber.successors import SuccessorFinder
from rules.caching import cached_method
from rules.edition_names import as_day
from rules.numbers import without_letters

_OF_THE_SAME_RULE = frozenset({OFF_TOPIC, LIKELY_ANOTHER, REWORDED})
"""Codes of findings that don't show that another rule is meant."""


class Renumberer:
    """Renumbers the citations of texts for the target edition of a judge.

    Args:
        judge: Finds what the citations of a file mean.
        unsafe: Whether to follow reworded rules and the main parts of split rules too.
    """

    def __init__(self, judge: Judge, *, unsafe: bool = False) -> None:
        self._judge = judge
        self._finder = SuccessorFinder(judge.history, judge.target, unsafe=unsafe)

    def renumber(
        self,
        text: str,
        citations: Iterable[Citation],
        base: str | None,
        is_ignored: Callable[[Citation], bool] = lambda _: False,
        *,
        is_estimate: bool = False,
    ) -> tuple[Outcome, ...]:
        """Return the outcome for each citation of a text, in order.

        Args:
            text: The whole text.
            citations: The citations in it, in order; placeholders are skipped.
            base: Id of the edition for which citations without a stamp were written; None if they already cite the
                target edition and must not be changed.
            is_ignored: Returns whether a citation must not be changed.
            is_estimate: Whether `base` is only an estimate, so that words must support each new number.
        """
        numbered = [citation for citation in citations if citation.form != "placeholder"]
        all_meanings = self._judge.meanings(numbered, base, is_estimate=is_estimate)
        outcomes = [
            self._find_outcome(text, citation, base, meanings, ignored=is_ignored(citation))
            for citation, meanings in zip(numbered, all_meanings, strict=True)
        ]
        outcomes = self._leave_contradicted(self._leave_doubtful(outcomes))
        outcomes = leave_broken_pairs(text, outcomes, self._finder)
        outcomes = leave_broken_runs(text, outcomes)
        outcomes = [outcome.leave("pinned") if is_pinned(text, outcome.citation) else outcome for outcome in outcomes]
        staying = [outcome.citation for outcome in outcomes if outcome.status in {"left", "ignored"}]
        stamps_that_stay = {citation.stamp_start for citation in staying if citation.stamp_start is not None}
        settled = tuple(self._settle_stamp(outcome, stamps_that_stay) for outcome in outcomes)
        renewed = {outcome.citation.stamp_start for outcome in settled if outcome.status == "renumbered"}
        return tuple(
            outcome
            if outcome.citation.stamp_start in renewed or says_only_edition(text, outcome.citation)
            else structs.replace(outcome, new_stamp=None)
            for outcome in settled
        )

    def _settle_stamp(self, outcome: Outcome, stamps_that_stay: set[int]) -> Outcome:
        """Return an outcome with its new stamp; if the stamp must stay for another citation, the citation is left too.

        An outcome without a stamp, or for a citation that names the target edition already, stays as it is.

        Args:
            outcome: The outcome.
            stamps_that_stay: The offsets of the stamps that cover a citation which is left or ignored.
        """
        citation = outcome.citation
        if citation.stamp_start in stamps_that_stay:
            return outcome.leave("shared")
        if not citation.stamp or outcome.edition == self._judge.target:
            return outcome
        return structs.replace(outcome, new_stamp=self._renew_stamp(citation.stamp))

    def _leave_doubtful(self, outcomes: Sequence[Outcome]) -> list[Outcome]:
        """Return the outcomes of a file, with the status `left` for citations without words that may be right already.

        If the words next to one citation of a rule show that it is written for the new edition already, the citations
        of the same rule without words may be too: renumbering them would make them name another rule.
        """
        target = self._judge.target
        up_to_date: set[str] = set()  # the rules that citations with words cite by their new numbers
        for outcome in outcomes:
            if outcome.status == "unchanged" and outcome.edition == target and outcome.citation.stamp is None:
                up_to_date |= _list_rules(outcome)
        sure: list[Outcome] = []
        for outcome in outcomes:
            is_doubtful = not up_to_date.isdisjoint(_list_rules(outcome)) and not self._has_words(outcome)
            sure.append(outcome.leave("block") if is_doubtful else outcome)
        return sure

    def _has_words(self, outcome: Outcome) -> bool:
        """Return whether the words next to a citation, or its stamp, show what it means."""
        citation = outcome.citation
        if citation.stamp is not None:
            return True
        return any(self._judge.periods_by_words(citation, number) for number in citation.numbers)

    def _leave_contradicted(self, outcomes: Sequence[Outcome]) -> list[Outcome]:
        """Return the outcomes of a file, with the status `left` if the judge would find a fault in the new numbers."""
        if not any(outcome.status == "renumbered" for outcome in outcomes):
            return list(outcomes)
        judged = self._judge.meanings([_renumber_alone(outcome) for outcome in outcomes], self._judge.target)
        accepted: list[Outcome] = []
        for outcome, meanings in zip(outcomes, judged, strict=True):
            is_faulty = any(meaning.fault for meaning in meanings)
            accepted.append(outcome.leave("contradicted") if is_faulty else outcome)
        return accepted

    @cached_method
    def _renew_stamp(self, old: str) -> str:
        """Return the name of the target edition in the form of an old stamp: a set code, a date or a file date.

        The id of the edition if that form would name another edition, or none.
        """
        editions = self._judge.history.store.editions()
        target = next(edition for edition in editions if edition.id == self._judge.target)
        if not as_day(old):
            name = target.sets[0].code if target.sets else ""
        elif "-" in old:
            name = target.id
        elif target.aliases:
            name = target.aliases[0]
        else:
            name = target.id.replace("-", "")
        return name if self._judge.find_edition(name) == target.id else target.id

    def _find_outcome(
        self, text: str, citation: Citation, base: str | None, meanings: Sequence[Meaning], *, ignored: bool
    ) -> Outcome:
        """Return the outcome of a citation.

        Args:
            text: The whole text.
            citation: The citation.
            base: Id of the edition for which citations without a stamp were written; None if they stay as they are.
            meanings: What the judge says about each number of the citation.
            ignored: Whether a comment says that the citation must not be changed.
        """
        if citation.stamp is not None:
            base = self._judge.find_edition(citation.stamp)
            if base is None:
                return Outcome(citation, "left", None, citation.raw, ("stamp",))
        if ignored:
            return Outcome(citation, "ignored", base, citation.raw)
        if base is None or (base == self._judge.target and not any(map(_is_reported, meanings))):
            return Outcome(citation, "unchanged", base, citation.raw)
        if base == self._judge.target:
            return self._outcome_of_reported(text, citation, meanings)
        return self._outcome_by_meanings(text, citation, base, meanings)

    def _outcome_of_reported(self, text: str, citation: Citation, meanings: Sequence[Meaning]) -> Outcome:
        """Return the outcome of a citation that is declared for the target edition, but that `check` reports.

        If the words next to it mean the rule that had its number in an older edition, it is renumbered from that
        edition; otherwise it is left.

        Args:
            text: The whole text.
            citation: The citation.
            meanings: The judge's meaning of each number.
        """
        target = self._judge.target
        editions = {meaning.edition or target for meaning in meanings}
        is_by_words = all(self._judge.periods_by_words(citation, meaning.number) for meaning in meanings)
        edition = next(iter(editions)) if len(editions) == 1 and is_by_words else target
        outcome = self._finder.renumber_citation(text, citation, edition)
        cause: Cause | None = "contradicted"
        if outcome.status == "renumbered":
            cause = _find_disagreement(outcome, meanings)
        if cause is None or outcome.status == "left":
            return outcome
        return structs.replace(outcome, status="left", new=citation.raw, causes=(cause,))

    def _outcome_by_meanings(self, text: str, citation: Citation, base: str, meanings: Sequence[Meaning]) -> Outcome:
        """Return the outcome of a citation that was written for another edition than the target.

        It is `unchanged` if the words next to it show that it names the target edition already. It is left in three
        cases: its numbers, or its words and its stamp, are of different editions (`contradicted`); the judge accepts
        its numbers although its rule was reworded or split (`accepted`); or the judge and the history disagree about
        its new numbers. Otherwise it is what the history of its rules gives.

        Args:
            text: The whole text.
            citation: The citation.
            base: Id of the edition that it was written for, by its stamp or else by the declaration.
            meanings: The judge's meaning of each number. Its words may show that another edition than `base` is meant.
        """
        editions = {meaning.edition or base for meaning in meanings}
        edition = next(iter(editions)) if len(editions) == 1 else None  # None: the numbers are of several editions
        is_up_to_date = edition == self._judge.target and citation.stamp is None  # by the words next to the citation
        if is_up_to_date:
            return Outcome(citation, "unchanged", edition, citation.raw)
        renumbered = self._finder.renumber_citation(text, citation, edition or base)
        if _are_unsupported(meanings):
            return renumbered.leave_unsupported()
        disagrees_with_stamp = citation.stamp is not None and edition != base
        if edition is None or disagrees_with_stamp:
            return renumbered.leave("contradicted")
        if renumbered.awaits_consent and not any(meaning.fault for meaning in meanings):
            # The rule was reworded or split, and the judge accepts the number as it is.
            return Outcome(citation, "left", base, citation.raw, ("accepted",))
        return _leave_disagreeing(renumbered, meanings)


def _is_reported(meaning: Meaning) -> bool:
    """Return whether a number surely has a fault: one that is reported without being asked for."""
    fault = meaning.fault
    return fault is not None and not fault.is_guess and fault.code not in _OF_THE_SAME_RULE


def _list_rules(outcome: Outcome) -> set[str]:
    """Return the numbers of a citation without their letters; chapters and sections are left out."""
    return {without_letters(number) for number in outcome.citation.numbers if "." in number}


def _renumber_alone(outcome: Outcome) -> Citation:
    """Return a citation with its new numbers and without its stamp; unchanged if it has no new numbers."""
    new_numbers = outcome.new_numbers
    if not new_numbers:
        return outcome.citation
    return structs.replace(outcome.citation.with_numbers(new_numbers), stamp=None)


def _are_unsupported(meanings: Sequence[Meaning]) -> bool:
    """Return whether nothing but an estimated edition shows what one of the numbers of a citation means."""
    return any(meaning.fault is not None and meaning.fault.is_unsupported for meaning in meanings)


def _leave_disagreeing(outcome: Outcome, meanings: Sequence[Meaning]) -> Outcome:
    """Return the outcome of a citation, with the status `left` if the judge disagrees with its new or equal number."""
    cause = _find_disagreement(outcome, meanings)
    if cause is None:
        return outcome
    keeps_numbers = all(moved.successor == moved.number for moved in outcome.destinations)
    if outcome.status == "unchanged" and keeps_numbers and any(map(_is_reported, meanings)):
        return structs.replace(outcome, status="left", causes=(cause,))
    return outcome.leave(cause)


def _find_disagreement(outcome: Outcome, meanings: Sequence[Meaning]) -> Cause | None:
    """Return why a citation must be left: the judge suggests nothing or another number, or accepts the old one.

    None if it need not be left.
    """
    new_numbers = outcome.new_numbers
    for meaning in meanings:
        new = new_numbers.get(meaning.number, meaning.number)
        if meaning.fault is not None and new not in meaning.fault.suggestions:
            return "contradicted"
        if meaning.fault is None and new != meaning.number:
            return "accepted"
    return None
