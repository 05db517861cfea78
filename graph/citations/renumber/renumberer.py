"""Compute the edits that make the citations of a text cite another edition.

All edits refer to the old text and are applied together, so that citations of two rules which swapped numbers are
swapped too. A citation that cannot be renumbered exactly is left unchanged, with the reason.

A stamp is rewritten together with its citations. All citations under one stamp are renumbered, or none is, since the
stamp can name only one edition.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from itertools import chain, pairwise

from msgspec import structs

from graph.citations.judge.judge import Judge
from graph.citations.judge.placing import LONGEST_JOINT
from graph.citations.records import Citation, Meaning
from graph.citations.renumber.outcomes import Cause, Outcome
from graph.citations.renumber.spelling import (
    Segment,
    format_as_list,
    is_complete_range,
    list_segments,
    respell_citation,
)
from graph.history import Destination
from rules.caching import cached_method
from rules.edition_names import as_day
from rules.late_patterns import compile_late
from rules.number_ranges import list_between
from rules.numbers import is_number, sort_key, without_letters

_REACH_OF_RANGE = 200
"""Maximum characters between two citations that are the ends of one range, with the address of a link between them."""
_TO = compile_late(
    r"""
    (?:[)\]`*_"'”]|\]\([^()\s]{1,160}\)){0,3}
    \s?(?:[-–—]|\.{2,3}|\b(?:to|through|thru|until)\b)\s?
    [(\[`*_"'“]{0,3}(?:(?:CRs?|[Rr]ules?)\s?)?
    """,
    re.VERBOSE,
)
"""The text between two citations that are the ends of a range: `[CR 601.3a] to [CR 601.3c]`."""


class Renumberer:
    """Renumbers the citations of texts for the target edition of a judge.

    Args:
        judge: Finds what the citations of a file mean.
        unsafe: Whether to follow reworded rules and the main parts of split rules too.
    """

    def __init__(self, judge: Judge, *, unsafe: bool = False) -> None:
        self._judge = judge
        self._unsafe = unsafe

    def renumber(
        self,
        text: str,
        citations: Iterable[Citation],
        base: str | None,
        is_ignored: Callable[[Citation], bool] = lambda _: False,
    ) -> tuple[Outcome, ...]:
        """Return the outcome for each citation of a text, in order.

        Args:
            text: The whole text.
            citations: The citations in it, in order; placeholders are skipped.
            base: Id of the edition for which citations without a stamp were written; None if they already cite the
                target edition and must not be changed.
            is_ignored: Returns whether a citation must not be changed.
        """
        numbered = [citation for citation in citations if citation.form != "placeholder"]
        outcomes = [
            self._find_outcome(text, citation, base, meanings, ignored=is_ignored(citation))
            for citation, meanings in zip(numbered, self._judge.meanings(numbered, base), strict=True)
        ]
        outcomes = self._leave_contradicted(self._leave_doubtful(outcomes))
        outcomes = self._leave_broken_pairs(text, outcomes)
        staying = [outcome.citation for outcome in outcomes if outcome.status in {"left", "ignored"}]
        stamps_that_stay = {citation.stamp_start for citation in staying if citation.stamp_start is not None}
        return tuple(self._settle_stamp(outcome, stamps_that_stay) for outcome in outcomes)

    def _settle_stamp(self, outcome: Outcome, stamps_that_stay: set[int]) -> Outcome:
        """Return an outcome with its new stamp; if the stamp must stay for another citation, the citation is left too.

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

    def _leave_broken_pairs(self, text: str, outcomes: Sequence[Outcome]) -> list[Outcome]:
        """Return the outcomes of a file, with the status `left` for neighbours that would lose their connection.

        Two citations that are the ends of a range must stay the ends of the range of the same rules, and two numbers of
        a list must not become the same number.
        """
        causes: dict[int, Cause] = {}  # by the position of the outcome
        for position, (first, last) in enumerate(pairwise(outcomes)):
            if _are_ends(text, first.citation, last.citation) and not self._stay_ends(first, last):
                causes |= {position: "scattered", position + 1: "scattered"}
            elif _become_same(first, last):
                causes |= {position: "form", position + 1: "form"}
        settled = list(outcomes)
        for position, cause in causes.items():
            settled[position] = settled[position].leave(cause)
        return settled

    def _stay_ends(self, first: Outcome, last: Outcome) -> bool:
        """Return whether the new numbers of two citations are the ends of the range of exactly the same rules."""
        edition = first.edition
        if edition is None or edition != last.edition:
            return False
        segment = (first.citation.parts[0], last.citation.parts[0])
        numbers = self._list_numbers(segment, edition)
        successors = self._list_successors(self._find_destinations([numbers], edition))
        if not successors.keys() >= set(numbers):
            return False
        ends = self._find_ends(segment, _replace_numbers(numbers, successors))
        return ends is not None and list(ends) == [_new_number(first), _new_number(last)]

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
        if base is None or base == self._judge.target:
            return Outcome(citation, "unchanged", base, citation.raw)
        return self._outcome_by_meanings(text, citation, base, meanings)

    def _outcome_by_meanings(self, text: str, citation: Citation, base: str, meanings: Sequence[Meaning]) -> Outcome:
        """Return the outcome of a citation that was written for another edition than the target.

        Args:
            text: The whole text.
            citation: The citation.
            base: Id of the edition that it was written for, by its stamp or else by the declaration.
            meanings: The judge's meaning of each number. Its words may show that another edition than `base` is meant.
        """
        editions = {meaning.edition or base for meaning in meanings}
        edition = next(iter(editions)) if len(editions) == 1 else None  # None: the numbers are of several editions
        if edition == self._judge.target and citation.stamp is None:
            # The words next to the citation show that it is written for the target edition already.
            return Outcome(citation, "unchanged", edition, citation.raw)
        renumbered = self._renumber_citation(text, citation, edition or base)
        disagrees_with_stamp = citation.stamp is not None and edition != base
        if edition is None or disagrees_with_stamp:
            return renumbered.leave("contradicted")
        if renumbered.awaits_consent and not any(meaning.fault for meaning in meanings):
            # The rule was reworded or split, and the judge accepts the number as it is.
            return Outcome(citation, "left", base, citation.raw, ("accepted",))
        cause = _find_disagreement(renumbered, meanings)
        if cause is not None:
            return renumbered.leave(cause)
        return renumbered

    def _renumber_citation(self, text: str, citation: Citation, base: str) -> Outcome:
        """Return the outcome of a citation by its numbers alone, whatever the words next to it mean.

        Args:
            text: The whole text.
            citation: The citation.
            base: Id of the edition in which its numbers name the rules that are meant.
        """
        outcome = Outcome(citation, "left", base, citation.raw)
        segments = list_segments(text, citation)
        if citation.problem or segments is None or not all(is_number(part.number) for part in citation.parts):
            return structs.replace(outcome, causes=("malformed",))
        numbers = [self._list_numbers(segment, base) for segment in segments]
        outcome = structs.replace(outcome, destinations=self._find_destinations(numbers, base))
        successors = self._list_successors(outcome.destinations)
        blocking = [destination for destination in outcome.destinations if destination.number not in successors]
        if blocking:
            return structs.replace(outcome, causes=tuple(dict.fromkeys(map(_cause_of, blocking))))
        new = [_replace_numbers(of_segment, successors) for of_segment in numbers]
        written = self._write_citation(text, citation, segments, new)
        if written is None:
            cause: Cause = "scattered" if _has_range(segments) else "form"
            return structs.replace(outcome, causes=(cause,))
        status = "unchanged" if written == citation.raw else "renumbered"
        return structs.replace(outcome, status=status, new=written)

    def _find_destinations(self, numbers: Sequence[Sequence[str]], base: str) -> tuple[Destination, ...]:
        """Return where the rules of some numbers are in the target edition.

        Args:
            numbers: The numbers of each segment of a citation.
            base: Id of the edition in which they name the rules.
        """
        history, target = self._judge.history, self._judge.target
        return tuple(history.destinations.of_number(number, base, target) for number in chain.from_iterable(numbers))

    def _list_successors(self, destinations: Iterable[Destination]) -> dict[str, str]:
        """Return the new number for each number whose rule may be followed: surely, or with `unsafe`."""
        successors: dict[str, str] = {}
        for destination in destinations:
            if destination.successor and (destination.is_verbatim or self._unsafe):
                successors[destination.number] = destination.successor
        return successors

    def _list_numbers(self, segment: Segment, base: str) -> tuple[str, ...]:
        """Return the numbers of a segment to renumber: the ends of a range, and those between that the edition has.

        `702.4a-d` gives 702.4a, 702.4b and 702.4d if the edition has no 702.4c; a single number gives itself.
        """
        ends = tuple(part.number for part in segment)
        between = list_between(ends[0], ends[-1]) or ends
        return tuple(
            number for number in between if number in ends or self._judge.history.lineages.exists(number, base)
        )

    def _write_citation(
        self, text: str, citation: Citation, segments: Sequence[Segment], new: Sequence[Sequence[str]]
    ) -> str | None:
        """Return the text of a citation with the new numbers of each segment; None if it cannot be written.

        A range stays a range if its rules are still in a row; otherwise its numbers are written as a list.

        Args:
            text: The whole text.
            citation: The citation.
            segments: The single numbers and the ranges of the citation, as printed.
            new: The new numbers of each segment, those between the ends of a range included.
        """
        printed = self._list_printed(segments, new)
        if printed is not None:
            if printed == [part.number for part in citation.parts]:
                return citation.raw
            written = respell_citation(text, citation, printed)
            if written is not None:
                return written
        if not all(map(is_complete_range, segments)):
            return None
        listed = list(chain.from_iterable(new))
        if _has_range(segments):
            listed.sort(key=sort_key)
        return format_as_list(text, citation, listed)

    def _list_printed(self, segments: Sequence[Segment], new: Sequence[Sequence[str]]) -> list[str] | None:
        """Return the numbers to print in place of those of a citation; None if a range cannot be one any more."""
        printed: list[str] = []
        for segment, numbers in zip(segments, new, strict=True):
            ends = self._find_ends(segment, numbers)
            if ends is None:
                return None
            printed += ends
        return printed

    def _find_ends(self, segment: Segment, numbers: Sequence[str]) -> Sequence[str] | None:
        """Return the ends of the range that names exactly these numbers in the target edition; None if no range does.

        702.5a, 702.5b and 702.5c give 702.5a and 702.5c; without 702.5b they give None, unless the edition lacks that
        number. A single number is returned as it is. If the rules of a range cannot be listed, its ends must stay.

        Args:
            segment: The number, or the ends of the range, as printed.
            numbers: The new numbers of the rules.
        """
        if len(segment) == 1:
            return numbers
        if not is_complete_range(segment):
            is_changed = [part.number for part in segment] != list(numbers)
            return None if is_changed else numbers
        ordered = sorted(set(numbers), key=sort_key)
        between = list_between(ordered[0], ordered[-1])
        existing = [number for number in between if self._judge.history.lineages.exists(number, self._judge.target)]
        return (ordered[0], ordered[-1]) if existing == ordered else None


def _has_range(segments: Sequence[Segment]) -> bool:
    """Return whether any of the segments of a citation is a range."""
    return any(len(segment) > 1 for segment in segments)


def _replace_numbers(numbers: Sequence[str], successors: dict[str, str]) -> list[str]:
    """Return the new number of each number; all of them must have one."""
    return [successors[number] for number in numbers]


def _list_rules(outcome: Outcome) -> set[str]:
    """Return the numbers of a citation without their letters; chapters and sections are left out."""
    return {without_letters(number) for number in outcome.citation.numbers if "." in number}


def _renumber_alone(outcome: Outcome) -> Citation:
    """Return a citation with its new numbers and without its stamp; unchanged if it has no new numbers."""
    successors = _list_new_numbers(outcome)
    if not successors:
        return outcome.citation
    return structs.replace(outcome.citation.with_numbers(successors), stamp=None)


def _list_new_numbers(outcome: Outcome) -> dict[str, str]:
    """Return the new number for each number of a citation; empty if the citation is not renumbered."""
    if outcome.status != "renumbered":
        return {}
    return {destination.number: destination.successor for destination in outcome.destinations if destination.successor}


def _new_number(outcome: Outcome) -> str:
    """Return the number that the only number of a citation becomes; itself if the citation is not renumbered."""
    number = outcome.citation.numbers[0]
    return _list_new_numbers(outcome).get(number, number)


def _become_same(first: Outcome, last: Outcome) -> bool:
    """Return whether two numbers of a list would become the same number: `CR 510.4/510.5`."""
    are_numbers = first.citation.form == last.citation.form == "number"
    gap = last.citation.start - first.citation.end
    if not are_numbers or gap > LONGEST_JOINT:
        return False
    return first.citation.numbers != last.citation.numbers and _new_number(first) == _new_number(last)


def _are_ends(text: str, first: Citation, last: Citation) -> bool:
    """Return whether two citations are the ends of one range: `[CR 702.9] to [CR 702.10]`.

    In `renumbered from CR 702.9 to CR 702.10` they are not.
    """
    are_numbers = first.form == last.form == "number"
    if not are_numbers or first.change_numbers or last.start - first.end > _REACH_OF_RANGE:
        return False
    return _TO.fullmatch(text, first.end, last.start) is not None


def _find_disagreement(outcome: Outcome, meanings: Sequence[Meaning]) -> Cause | None:
    """Return why a citation must be left: the judge suggests another number, or accepts the old one; else None."""
    successors = _list_new_numbers(outcome)
    for meaning in meanings:
        new = successors.get(meaning.number, meaning.number)
        if meaning.fault is not None and new not in meaning.fault.suggestions:
            return "contradicted"
        if meaning.fault is None and new != meaning.number:
            return "accepted"
    return None


def _cause_of(destination: Destination) -> Cause:
    """Return the cause to leave a citation with a number that has no successor, or one that needs consent."""
    kind = destination.kind
    return "ambiguous" if kind == "kept" or kind == "moved" else kind  # noqa: PLR1714 - narrows the type
