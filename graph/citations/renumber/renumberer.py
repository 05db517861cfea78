"""Compute the edits that make the citations of a text cite another edition.

All edits refer to the old text and are applied together, so that two rules which swapped numbers are swapped in every
citation of them. A citation that cannot be renumbered exactly is left unchanged, with the reason.

A stamp is rewritten with its citations. The citations under one stamp are renumbered together or not at all, since the
stamp cannot be right for both editions.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Protocol

from graph.citations.judge.meaning import CERTAIN
from graph.citations.renumber.blocks import whole_blocks
from graph.citations.renumber.outcome import Cause, Outcome, Status
from graph.citations.renumber.spelling import format_as_list, is_complete_range, respell_citation, segments
from rules.edition_names import UnknownEdition, as_day
from rules.number_ranges import list_between
from rules.numbers import is_number, sort_key

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from graph.citations.judge.meaning import Meaning
    from graph.citations.records import Citation
    from graph.citations.renumber.moves import MoveOutcome, Moves
    from graph.citations.renumber.spelling import NumberSegment
    from rules.edition_names import EditionNames

_CAUSES: dict[MoveOutcome, Cause] = {
    "reworded": "reworded",
    "split": "split",
    "merged": "merged",
    "ambiguous": "ambiguous",
    "deleted": "deleted",
    "absent": "absent",
}


@dataclass(frozen=True, slots=True)
class Edit:
    """A replacement: the text from `start` to `end` becomes `new`."""

    start: int
    end: int
    new: str


@dataclass(frozen=True, slots=True)
class Renumbering:
    """The result for a text.

    Attributes:
        outcomes: The outcome for each citation, in order.
        edits: The replacements, in order and without overlap.
    """

    outcomes: tuple[Outcome, ...] = ()
    edits: tuple[Edit, ...] = ()

    def apply_edits(self, text: str) -> str:
        """Return the text with all edits made."""
        pieces: list[str] = []
        position = 0
        for edit in self.edits:
            pieces += (text[position : edit.start], edit.new)
            position = edit.end
        return "".join((*pieces, text[position:]))


class Judging(Protocol):
    """The methods of `graph.citations.judge.Judge` that the renumberer needs."""

    def meanings(self, citations: Sequence[Citation], path: str = "") -> Sequence[Sequence[Meaning]]:
        """Return the meaning of each number of each citation of a file."""

    def has_title(self, edition: str, number: str) -> bool:
        """Return whether a rule has a title of its own."""


class Renumberer:
    """Renumbers the citations of texts for the target edition of `moves`.

    Args:
        moves: Finds the new numbers.
        editions: The names of all editions, by which stamps are written.
        resolve: Returns the id of an edition, given its name; raises `UnknownEdition`.
        base: Id of the edition for which citations without a stamp were written; None if they already cite the target
            edition and must not be changed.
        unsafe: Whether to follow reworded rules and the main parts of split rules too.
        judge: Finds what the citations of a file mean; without it, all citations are taken to be from `base`.
    """

    def __init__(
        self,
        moves: Moves,
        editions: Sequence[EditionNames],
        resolve: Callable[[str], str],
        base: str | None,
        *,
        unsafe: bool = False,
        judge: Judging | None = None,
    ) -> None:
        self._moves = moves
        self._target = next(edition for edition in editions if edition.id == moves.target)
        self._resolve = resolve
        self._base = base
        self._unsafe = unsafe
        self._judge = judge

    def renumber(
        self,
        text: str,
        citations: Iterable[Citation],
        is_ignored: Callable[[Citation], bool] = lambda _: False,
        path: str = "",
    ) -> Renumbering:
        """Renumber the citations of a text.

        Args:
            text: The whole text.
            citations: The citations in it, in order; placeholders are skipped.
            is_ignored: Returns whether a citation must not be changed.
            path: The path of the file, which determines the folders whose evidence the judge uses.
        """
        outcomes: list[Outcome] = []
        stamped: dict[int, list[Outcome]] = defaultdict(list)
        read = [citation for citation in citations if citation.form != "placeholder"]
        meanings = self._judge.meanings(read, path) if self._judge and self._base else [()] * len(read)
        for citation, meaning in zip(read, meanings, strict=True):
            outcome = self._outcome(text, citation, meaning, ignored=is_ignored(citation))
            if citation.stamp_start is None:
                outcomes.append(outcome)
            else:
                stamped[citation.stamp_start].append(outcome)
        stamps: list[Edit] = []
        for start, group in stamped.items():
            together, stamp = self._under_one_stamp(start, group)
            outcomes += together
            stamps += stamp
        outcomes.sort(key=lambda outcome: outcome.citation.start)
        outcomes = whole_blocks(outcomes, self._judge.has_title) if self._judge else outcomes
        edits = [
            Edit(outcome.citation.start, outcome.citation.end, outcome.new)
            for outcome in outcomes
            if outcome.status == "renumbered"
        ]
        return Renumbering(tuple(outcomes), tuple(sorted((*edits, *stamps), key=lambda edit: edit.start)))

    def _under_one_stamp(self, start: int, group: list[Outcome]) -> tuple[list[Outcome], list[Edit]]:
        """Return the outcomes of the citations under one stamp, and the edit of that stamp, if any."""
        stamp = group[0].citation.stamp or ""
        if group[0].edition in {None, self._moves.target}:
            return group, []
        if any(outcome.status in {"left", "ignored"} for outcome in group):
            return [_not_alone(outcome) for outcome in group], []
        return group, [Edit(start, start + len(stamp), self._stamp(stamp))]

    def _stamp(self, old: str) -> str:
        """Return the name of the target edition in the form of the old stamp."""
        target = self._target
        compact = target.aliases[0] if target.aliases else target.id.replace("-", "")
        day = target.id if "-" in old else compact
        wanted = day if as_day(old) else target.sets[0].code if target.sets else ""
        try:
            return wanted if self._resolve(wanted) == target.id else target.id
        except UnknownEdition:
            return target.id

    def _outcome(self, text: str, citation: Citation, meanings: Sequence[Meaning], *, ignored: bool) -> Outcome:
        base = self._base
        if citation.stamp is not None:
            try:
                base = self._resolve(citation.stamp)
            except UnknownEdition:
                return Outcome(citation, "left", None, citation.raw, ("stamp",))
        if ignored:
            return Outcome(citation, "ignored", base, citation.raw)
        if base in {None, self._moves.target}:
            return Outcome(citation, "unchanged", base, citation.raw)
        if citation.stamp is None and meanings:
            return self._as_meant(text, citation, base or "", meanings)
        return self._renumber_citation(text, citation, base or "")

    def _as_meant(self, text: str, citation: Citation, base: str, meanings: Sequence[Meaning]) -> Outcome:
        """Return the outcome of a citation without a stamp, according to its meanings and the base edition."""
        target = self._moves.target
        editions = {meaning.edition or base for meaning in meanings}
        edition = editions.pop() if len(editions) == 1 else None
        sure = all(meaning.confidence >= CERTAIN and (meaning.edition or not meaning.fault) for meaning in meanings)
        if edition == target:
            return Outcome(citation, "unchanged", edition, citation.raw)
        plain = self._renumber_citation(text, citation, edition or base)
        if plain.status == "left" and plain.causes == ("malformed",):
            return plain
        if edition is not None and plain.status == "unchanged":
            return plain
        if any(meaning.fault and meaning.edition is None and meaning.fault.code != "CR001" for meaning in meanings):
            return replace(plain, status="left", new=citation.raw, causes=("contradicted",))
        if edition is None or (not sure and plain.status == "renumbered"):
            return replace(plain, status="left", new=citation.raw, causes=("doubtful",))
        if plain.status == "renumbered" and not _is_suggested(plain, meanings):
            return replace(plain, status="left", new=citation.raw, causes=("contradicted",))
        return plain

    def _renumber_citation(self, text: str, citation: Citation, base: str) -> Outcome:
        parts = segments(text, citation)
        if citation.problem or parts is None or not all(is_number(part.number) for part in citation.parts):
            return Outcome(citation, "left", base, citation.raw, ("malformed",))
        destinations = tuple(
            self._moves.destination(base, number) for segment in parts for number in self._list_numbers(segment, base)
        )
        heirs = {destination.number: destination.target(unsafe=self._unsafe) for destination in destinations}
        blocking = [destination for destination in destinations if heirs[destination.number] is None]
        if blocking:
            causes = tuple(dict.fromkeys(_CAUSES[destination.fate] for destination in blocking))
            return Outcome(citation, "left", base, citation.raw, causes, destinations)
        written = self._write_citation(text, citation, parts, base, {old: new for old, new in heirs.items() if new})
        if written is None:
            scattered = any(len(segment.parts) > 1 for segment in parts)
            return Outcome(citation, "left", base, citation.raw, ("scattered" if scattered else "form",), destinations)
        status: Status = "unchanged" if written == citation.raw else "renumbered"
        return Outcome(citation, status, base, written, (), destinations)

    def _list_numbers(self, segment: NumberSegment, base: str) -> tuple[str, ...]:
        """Return the numbers of a segment to renumber: the ends of a range, and those between that the edition has."""
        ends = {part.number for part in segment.parts}
        return tuple(number for number in segment.numbers if number in ends or self._moves.has(base, number))

    def _write_citation(
        self, text: str, citation: Citation, parts: Sequence[NumberSegment], base: str, heirs: dict[str, str]
    ) -> str | None:
        """Return the new text of a citation whose numbers all have a new number; None if it cannot be written."""
        ends: list[str] = []
        for segment in parts:
            named = [heirs[number] for number in self._list_numbers(segment, base)]
            both = tuple(named) if len(segment.parts) == 1 else self._range(segment, named)
            if both is None:
                return self._as_list(text, citation, parts, base, heirs)
            ends += both
        if ends == [part.number for part in citation.parts]:
            return citation.raw
        return respell_citation(text, citation, ends) or self._as_list(text, citation, parts, base, heirs)

    def _as_list(
        self, text: str, citation: Citation, parts: Sequence[NumberSegment], base: str, heirs: dict[str, str]
    ) -> str | None:
        """Return the new numbers of a citation as a list of single numbers; None if it cannot be written."""
        if not all(map(is_complete_range, parts)):
            return None
        everything = [heirs[number] for segment in parts for number in self._list_numbers(segment, base)]
        has_range = any(len(segment.parts) > 1 for segment in parts)
        return format_as_list(text, citation, sorted(everything, key=sort_key) if has_range else everything)

    def _range(self, segment: NumberSegment, numbers: Sequence[str]) -> tuple[str, ...] | None:
        """Return the ends of the range that names exactly these numbers in the target edition; None if none does."""
        if not is_complete_range(segment):
            return tuple(numbers) if [part.number for part in segment.parts] == list(numbers) else None
        ordered = sorted(set(numbers), key=sort_key)
        inside = [
            number for number in list_between(ordered[0], ordered[-1]) if self._moves.has(self._moves.target, number)
        ]
        return (ordered[0], ordered[-1]) if inside == ordered else None


def _is_suggested(outcome: Outcome, meanings: Sequence[Meaning]) -> bool:
    """Return whether `check` would suggest the new numbers of all its findings.

    It does not suggest them if the words next to the citation fit none of the numbers that now have the rule.
    """
    heirs = {destination.number: destination.heir for destination in outcome.destinations}
    return all(meaning.fault is None or heirs.get(meaning.number) in meaning.fault.suggestions for meaning in meanings)


def _not_alone(outcome: Outcome) -> Outcome:
    """Return an outcome with the status `left` instead of `renumbered`, for a citation that shares its stamp."""
    if outcome.status != "renumbered":
        return outcome
    return replace(outcome, status="left", new=outcome.citation.raw, causes=("shared",))
