"""The new numbers of a citation by the history of the rules, whatever the words next to it mean.

The *successor* of a number is the one under which its rule goes on. A *segment* of a citation is a single number or a
range in it. A citation is *left* if it stays as it is although its numbers may name other rules now.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain

from msgspec import Struct, structs

from graph.citations.records import Citation
from graph.citations.renumber.outcomes import Cause, Outcome
from graph.citations.renumber.spelling import (
    Segment,
    format_as_list,
    is_complete_range,
    list_segments,
    respell_citation,
)
from graph.history import Destination, History
from rules.number_ranges import list_between
from rules.numbers import is_number, sort_key

_WEAK_CUES = ("rule", "rules")
"""The cues in names that announce numbers of any kind."""


class SegmentNumbers(Struct, frozen=True):
    """The numbers that a segment of a citation names, before or after they are replaced.

    Attributes:
        segment: The single number, or the two ends of a range, as printed in the old text.
        numbers: The number, or the ends of the range with the numbers between them that the edition has.
    """

    segment: Segment
    numbers: tuple[str, ...]


class SuccessorFinder:
    """Finds the numbers that the rules of a citation have in the target edition.

    Args:
        history: The history of the rules.
        target: Id of the edition that is to be cited.
        unsafe: Whether to follow reworded rules and the main parts of split rules too.
    """

    def __init__(self, history: History, target: str, *, unsafe: bool) -> None:
        self._history = history
        self._target = target
        self._unsafe = unsafe

    def renumber_citation(self, text: str, citation: Citation, base: str) -> Outcome:
        """Return the outcome of a citation: `renumbered`, `unchanged`, or `left` with the causes.

        It is left if its form has a fault, if one of its numbers has no successor that may be followed, if its new
        numbers can be written neither in its own style nor as a list, or if it is a chapter in a name such as
        `rule_413`.

        Args:
            text: The whole text.
            citation: The citation.
            base: Id of the edition in which its numbers name the rules that are meant.
        """
        left = Outcome(citation, "left", base, citation.raw)
        segments = list_segments(text, citation)
        if citation.problem or segments is None or not all(is_number(part.number) for part in citation.parts):
            return structs.replace(left, causes=("malformed",))
        old = [SegmentNumbers(segment, self._list_numbers(segment, base)) for segment in segments]
        old_numbers = chain.from_iterable(named.numbers for named in old)
        left = structs.replace(left, destinations=self._find_destinations(old_numbers, base))
        successors = self._list_successors(left.destinations)
        without_successor = [found for found in left.destinations if found.number not in successors]
        if without_successor:
            return structs.replace(left, causes=tuple(dict.fromkeys(map(_cause_of, without_successor))))
        new = [_replace_numbers(named, successors) for named in old]
        written = self._write_citation(text, citation, new)
        if written is None:
            cause: Cause = "scattered" if _has_range(segments) else "form"
            return structs.replace(left, causes=(cause,))
        if written != citation.raw and _may_be_any_name(citation):
            return structs.replace(left, causes=("name",))
        status = "unchanged" if written == citation.raw else "renumbered"
        return structs.replace(left, status=status, new=written)

    def find_new_ends(self, first: Citation, last: Citation, base: str) -> tuple[str, str] | None:
        """Return the new numbers of two citations that are the ends of one range, as in `[CR 601.3a] to [CR 601.3c]`.

        Args:
            first: The citation of the first number.
            last: The citation of the last number.
            base: Id of the edition in which the numbers name the rules that are meant.

        Returns:
            The ends of the range of exactly the same rules; None if they are in no range, or one cannot be followed.
        """
        segment = (first.parts[0], last.parts[0])
        old = SegmentNumbers(segment, self._list_numbers(segment, base))
        successors = self._list_successors(self._find_destinations(old.numbers, base))
        if not all(number in successors for number in old.numbers):
            return None
        ends = self._find_ends(_replace_numbers(old, successors))
        return None if ends is None else (ends[0], ends[-1])

    def _find_destinations(self, numbers: Iterable[str], base: str) -> tuple[Destination, ...]:
        """Return where the rules that have some numbers in an edition are in the target edition."""
        return tuple(self._history.destinations.of_number(number, base, self._target) for number in numbers)

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
        return tuple(number for number in between if number in ends or self._history.lineages.edition_has(base, number))

    def _write_citation(self, text: str, citation: Citation, new: Sequence[SegmentNumbers]) -> str | None:
        """Return the text of a citation with its new numbers; None if it cannot be written.

        A range stays a range if its rules are still in a row; otherwise its numbers are written as a list.

        Args:
            text: The whole text.
            citation: The citation.
            new: The new numbers of each of its segments.
        """
        printed = self._list_printed(new)
        if printed is not None:
            if printed == [part.number for part in citation.parts]:
                return citation.raw
            written = respell_citation(text, citation, printed)
            if written is not None:
                return written
        segments = [named.segment for named in new]
        if not all(is_complete_range(segment) for segment in segments):
            return None
        listed = list(chain.from_iterable(named.numbers for named in new))
        if _has_range(segments):
            listed.sort(key=sort_key)
        return format_as_list(text, citation, listed)

    def _list_printed(self, new: Sequence[SegmentNumbers]) -> list[str] | None:
        """Return the numbers to print in place of those of a citation; None if a range cannot be one any more."""
        printed: list[str] = []
        for named in new:
            ends = self._find_ends(named)
            if ends is None:
                return None
            printed += ends
        return printed

    def _find_ends(self, new: SegmentNumbers) -> Sequence[str] | None:
        """Return the ends of the range that names exactly the new numbers in the target edition; None if no range does.

        702.5a, 702.5b and 702.5c give 702.5a and 702.5c; without 702.5b they give None, unless the edition lacks that
        number. A single number is returned as it is. If the rules of a range cannot be listed, its ends must stay.
        """
        if len(new.segment) == 1:
            return new.numbers
        if not is_complete_range(new.segment):
            old_ends = tuple(part.number for part in new.segment)
            return new.numbers if new.numbers == old_ends else None
        ordered = sorted(set(new.numbers), key=sort_key)
        between = list_between(ordered[0], ordered[-1])
        existing = [number for number in between if self._history.lineages.edition_has(self._target, number)]
        return (ordered[0], ordered[-1]) if existing == ordered else None


def _may_be_any_name(citation: Citation) -> bool:
    """Return whether a citation is a chapter in a name that may mean something else: `rule_413`, but not `cr_413`."""
    is_chapter_in_name = citation.form == "identifier" and not citation.dotted
    return is_chapter_in_name and citation.cue in _WEAK_CUES


def _has_range(segments: Sequence[Segment]) -> bool:
    """Return whether any of the segments of a citation is a range."""
    return any(len(segment) > 1 for segment in segments)


def _replace_numbers(old: SegmentNumbers, successors: dict[str, str]) -> SegmentNumbers:
    """Return a segment with the new number of each of its numbers; all of them must have one."""
    return SegmentNumbers(old.segment, tuple(successors[number] for number in old.numbers))


def _cause_of(destination: Destination) -> Cause:
    """Return the cause to leave a citation with a number that has no successor, or one that needs consent.

    A rule that was kept or moved lacks a successor only if its new number is irregular, such as one that two rules
    have. Then it is not known which of them a citation would name, so that the cause is `ambiguous`.
    """
    kind = destination.kind
    return "ambiguous" if kind == "kept" or kind == "moved" else kind  # noqa: PLR1714 - narrows the type
