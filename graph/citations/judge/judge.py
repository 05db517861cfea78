"""Judge citations: find what is wrong with each, with respect to one edition, the target.

It checks in this order whether the number can be meant as printed; whether the target has it; whether it names the same
rule there as in the edition that it was written for; and whether the words next to it are about another rule.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING, Literal

from graph.citations.codes import DOUBTFUL
from graph.citations.judge.citation_context import CitationContext
from graph.citations.judge.dating import DatedFile, Dating, EditionEvidence
from graph.citations.judge.drift import has_moved, judge_drift, judge_rewording, not_yet_existing
from graph.citations.judge.evidence import decide, is_about_another, mismatch
from graph.citations.judge.existence import is_amount, is_example, judge_missing
from graph.citations.judge.judge_context import JudgeContext
from graph.citations.judge.meaning import CERTAIN, Meaning
from graph.citations.judge.messages import join_words
from graph.citations.judge.mismatch import named_elsewhere
from graph.citations.judge.misprints import misprint
from graph.citations.judge.neighbours import FileReading, Read, TreeSays, has_words
from graph.citations.judge.quoted import settle_quoted
from graph.citations.judge.uses import NumberUses
from graph.citations.records import Judgement
from rules.numbers import is_number

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from graph.citations.judge.dating import Spans
    from graph.citations.judge.facts import Facts
    from graph.citations.judge.meaning import EvidenceKind, NumberFault
    from graph.citations.records import Citation

_MEANINGS = frozenset({"CR003", "CR004", "CR005"})
"""Codes that depend on the meaning of a number, not on its existence."""
_OF_THE_WHOLE = {("problem",), ("range",)}
"""Causes of misprints of a whole citation."""
_LONGEST_JOINT = 12
"""Maximum characters between two citations of a list: ` + CR `, ` and rule `."""


@dataclass(frozen=True, slots=True)
class PinTrust:
    """How many cited numbers, according to the words next to them, confirm the pin of their tree.

    Only numbers that name another rule in the pinned edition than in the target edition count.

    Attributes:
        fitting: How many of them name the rule of the pinned edition.
        renewed: How many of them name the rule of the target edition.
    """

    fitting: int = 0
    renewed: int = 0

    def __add__(self, other: PinTrust) -> PinTrust:
        return PinTrust(self.fitting + other.fitting, self.renewed + other.renewed)

    @property
    def share(self) -> float:
        """Return how certain the pin is for a citation of the tree about which nothing else is known."""
        return (self.fitting + _BENEFIT * _SURE) / (self.fitting + self.renewed + _BENEFIT)

    def confidence(self, file: PinTrust) -> float:
        """Return how certain the pin is for a file, from the words in the file and in the tree."""
        return (file.fitting + _WEIGHT * self.share) / (file.fitting + file.renewed + _WEIGHT)


_NO_EVIDENCE = EditionEvidence({}, {}, {})
_KEPT = 60_000
"""Maximum numbers that are kept as read for a second pass over their files; 18,000 of them took 45 MB in a large
engine."""
_WORTH = 0.5
"""Minimum share of an opinion for which a file is judged again with it."""
_CONTRADICTED = 0.5
"""Confidence in the pin if the words contradict it."""
_SURE, _BENEFIT, _WEIGHT = 0.98, 10, 3
"""The expected share of citations for which a pin is right; the number of citations for which this share counts in a
tree; the number of citations for which the tree's share counts in a file."""


class Judge:
    """Judges the citations of a run.

    Args:
        facts: The facts of all editions, such as `graph.ledger.Ledger`.
        edition: The target edition, against which citations are checked, in any form that `facts.resolve` accepts.
        pin: The edition that the citations were written for, if known; a stamp next to a citation takes precedence.
        since: Like `pin`, but numbers that are newer than this edition are not reported, and rewordings are.

    Raises:
        LookupError: `edition`, `pin` or `since` names no edition.
    """

    def __init__(self, facts: Facts, edition: str = "latest", pin: str | None = None, since: str | None = None) -> None:
        self._known = JudgeContext(facts)
        self.target = facts.resolve(edition)
        self.pin = facts.resolve(pin) if pin else None
        self.since = facts.resolve(since) if since else None
        self.trust = PinTrust()
        self._votes = PinTrust()
        self._dating = Dating(self._known.where, self.target)
        self._evidence = _NO_EVIDENCE
        self._uses = NumberUses(self._known, self.target)
        self._spans: tuple[Spans, ...] = ()
        self._file = DatedFile("")
        self._stamped = lru_cache(None)(self._resolve_stamp)
        self._readings: dict[str, tuple[tuple[Citation, ...], list[list[Read]], FileReading]] = {}
        self._room = _KEPT

    def judge(self, citation: Citation) -> tuple[Judgement, ...]:
        """Return the judgements on a citation without regard to others; see `judge_file`."""
        return self.judge_file([citation])[0]

    def judge_file(self, citations: Sequence[Citation], path: str = "") -> tuple[tuple[Judgement, ...], ...]:
        """Return the judgements on each citation of a file: one for each cause, in the order of the text.

        A stamp that names no edition is ignored; `unknown_stamp` reports it.

        Args:
            citations: All citations of the file, in order.
            path: The path of the file, which determines the folders whose evidence counts.
        """
        return tuple(
            tuple(self._findings(citation, meanings))
            for citation, meanings in zip(citations, self.meanings(citations, path), strict=True)
        )

    def meanings(self, citations: Sequence[Citation], path: str = "") -> tuple[tuple[Meaning, ...], ...]:
        """Return the meaning of each number of each citation of a file.

        The stages: read the words next to each number; derive the edition of numbers inside quoted rules from those
        rules; make the numbers of one family agree; derive the edition of the others from the dated citations of the
        file and its tree; apply the pin to the numbers that are still open.

        Args:
            citations: All citations of the file, in order.
            path: The path of the file, which determines the folders whose evidence counts.
        """
        reads, reading = self._read_file(citations, path)
        tree = TreeSays(self._dating.list_units_around(path), self._uses, self._evidence.uses.get(path, frozenset()))
        reading.settle(self._known, self._dating, self.target, tree)
        still_open = self._find_open_numbers(reading.numbers)
        self._file = DatedFile(path, frozenset(reading.dated.values()), frozenset(reading.uses.values()), still_open)
        self._spans = tuple(fact.spans for place, fact in reading.dated.items() if has_words(reading.numbers[place]))
        if path and still_open:
            self._keep(path, citations, reads, reading)
        if self.pin or self.since:
            self._apply_pin(reads, self.pin or self.since or "")
        return tuple(tuple(read.meaning for read in numbers) for numbers in reads)

    def unknown_stamp(self, citation: Citation) -> bool:
        """Return whether a citation has a stamp that names no edition."""
        return citation.stamp is not None and self._stamped(citation.stamp) is None

    def _resolve_stamp(self, stamp: str) -> str | None:
        try:
            return self._known.facts.resolve(stamp)
        except LookupError:
            return None

    def _read_file(self, citations: Sequence[Citation], path: str) -> tuple[list[list[Read]], FileReading]:
        """Return the numbers of each citation, read without the tree's evidence, from the cache if they are kept."""
        known = self._readings.get(path)
        if known is not None and known[0] == tuple(citations):
            return known[1:]
        reads = self._read_numbers(citations)
        settle_quoted(self._known, self.target, reads)
        numbers = [read for of_one in reads for read in of_one]
        return reads, FileReading.of(self._known, self.target, numbers)

    def _keep(self, path: str, citations: Sequence[Citation], reads: list[list[Read]], reading: FileReading) -> None:
        """Keep the numbers read from a file for a second pass with the evidence of the tree, while there is room."""
        if path not in self._readings and self._room >= len(reading.numbers):
            self._room -= len(reading.numbers)
            self._readings[path] = (tuple(citations), reads, reading)

    def _read_numbers(self, citations: Sequence[Citation]) -> list[list[Read]]:
        """Return the numbers of each citation with their meanings according to the words next to them."""
        cited = frozenset(number for citation in citations for number in citation.numbers)
        reads: list[list[Read]] = []
        for citation, beside in zip(citations, _lists(citations), strict=True):
            wrong = misprint(self._known, citation)
            context = CitationContext(self._known, citation, beside, cited)
            if wrong is not None:
                reads.append([Read(wrong.number, context, Meaning(wrong.number, None, 1.0, (), wrong))])
                continue
            reads.append([Read(part, context, self._by_words(part, citation, context)) for part in _to_judge(citation)])
        return reads

    def _by_words(self, number: str, citation: Citation, context: CitationContext) -> Meaning:
        """Return the meaning of a number by its stamp, by the words next to it, or by the lineages that had it."""
        known, target = self._known, self.target
        stamp = self._stamped(citation.stamp) if citation.stamp else None
        if stamp is not None:
            return Meaning(number, stamp, 1.0, ("stamp",), self._judge_since(number, stamp, context, strict=True))
        fault = (
            mismatch(known, number, target, context)
            if known.exists(number, target)
            else judge_missing(known, number, target, context)
        )
        if fault is not None and not (fault.code == "CR001" and (is_example(number) or is_amount(fault, citation))):
            return Meaning(number, fault.edition, fault.confidence, fault.evidence, fault)
        # A number that always named one rule needs no confirmation, except for a pin.
        asked = self._base is not None or bool(known.former(number, target))
        if fault is None and asked and is_number(number) and context.is_about_rule(target, number):
            return Meaning(number, target, CERTAIN, ("title",))
        return Meaning(number)

    def has_title(self, edition: str, number: str) -> bool:
        """Return whether a rule has a title of its own, as rules of keywords have."""
        return self._known.facts.heading(edition, number) is not None

    def take_votes(self) -> PinTrust:
        """Return the votes for and against the pin since the last call."""
        votes, self._votes = self._votes, PinTrust()
        return votes

    def take_spans(self) -> tuple[Spans, ...]:
        """Return the periods in which the numbers of the last file had their meanings, for those that words explain."""
        return self._spans

    def take_dated(self) -> DatedFile:
        """Return the facts that date the citations of the last file that was judged."""
        return self._file

    def set_evidence(self, evidence: EditionEvidence | None) -> None:
        """Set the evidence of the tree, as collected in a first pass over its files."""
        self._evidence = evidence or _NO_EVIDENCE
        self._dating.set_evidence(evidence)
        self._uses = NumberUses(self._known, self.target, self._evidence.uses.values())

    def has_opinion(self, file: DatedFile) -> bool:
        """Return whether the evidence of the tree may decide numbers of a file that no words decide."""
        if any(map(self._uses.tells, file.open)):
            return True
        wider = self._dating.list_units_around(file.path)
        opinion = self._dating.opinion([self._dating.find_own(file.path), *wider]) if wider else None
        return opinion is not None and opinion.share >= _WORTH

    def _find_open_numbers(self, numbers: Iterable[Read]) -> frozenset[str]:
        """Return the numbers without a certain meaning that have several ownerships."""
        return frozenset(
            read.number
            for read in numbers
            if (read.meaning.is_open or read.meaning.confidence < CERTAIN or read.meaning.evidence == ("holder",))
            and len(self._known.ownerships(read.number)) > 1
        )

    @property
    def _base(self) -> str | None:
        return self.pin or self.since

    def _find_moved(self, reads: Sequence[Sequence[Read]]) -> list[tuple[Read, Literal["now", "then"] | None]]:
        """Return the numbers that name another rule than in the pinned edition, with the side that words support."""
        known, target, base = self._known, self.target, self._base or ""
        return [
            (read, decide(known, read.number, target, base, read.context))
            for read in (number_read for numbers in reads for number_read in numbers)
            if "stamp" not in read.meaning.evidence and has_moved(known, read.number, base, target)
        ]

    def _apply_pin(self, reads: Sequence[Sequence[Read]], base: str) -> None:
        """Apply the pin if words and neighbours do not decide; the words in the file determine its confidence."""
        moved = self._find_moved(reads)
        votes = _votes(side for _, side in moved)
        self._votes += votes
        by_file = votes.fitting + votes.renewed > 0
        confidence = self.trust.confidence(votes)
        by_pin = {id(read): side for read, side in moved}
        for number_read in (read for numbers in reads for read in numbers):
            if "stamp" in number_read.meaning.evidence or (
                number_read.meaning.fault and number_read.meaning.fault.code == "CR006"
            ):
                continue
            evidence: tuple[EvidenceKind, ...] = ("neighbours", "pin") if by_file else ("pin",)
            settled = self._with_pin(
                number_read, base, by_pin.get(id(number_read)), confidence, moved=id(number_read) in by_pin
            )
            number_read.meaning = replace(settled, evidence=evidence) if settled.evidence == ("pin",) else settled

    def _with_pin(self, read: Read, base: str, side: str | None, confidence: float, *, moved: bool) -> Meaning:
        known, meaning = self._known, read.meaning
        if not moved:
            if meaning.is_open or (meaning.fault is not None and not known.exists(read.number, self.target)):
                fault = self._judge_since(read.number, base, read.context, strict=self.pin is not None) or meaning.fault
                here = known.exists(read.number, base)
                if fault is not None and here and self._is_contradicted(read, base):
                    return Meaning(read.number, base, _CONTRADICTED, ("words", "pin"), fault)
                return Meaning(read.number, base if here else meaning.edition, confidence, ("pin",), fault)
            return meaning
        if meaning.fault is not None and meaning.edition is None:
            return meaning  # words name another rule
        same = meaning.edition is not None and (
            known.where.lineage(meaning.edition, read.number) == known.where.lineage(base, read.number)
        )
        if side == "now" or (meaning.fault is not None and meaning.confidence >= CERTAIN and not same):
            return meaning if meaning.fault is not None else Meaning(read.number, self.target, CERTAIN, ("words",))
        fault = judge_drift(known, read.number, base, self.target, read.context)
        if fault is None:
            return meaning
        if side is None and self._is_contradicted(read, base):
            return Meaning(read.number, base, _CONTRADICTED, ("words", "pin"), replace(fault, confidence=_CONTRADICTED))
        sure = max(CERTAIN, confidence) if side == "then" or same else confidence
        return Meaning(read.number, base, sure, ("words", "pin") if side else ("pin",), replace(fault, confidence=sure))

    def _is_contradicted(self, read: Read, base: str) -> bool:
        """Return whether the words are about something else than the rule that the number has in the pinned edition."""
        if is_about_another(self._known, read.number, base, read.context):
            return True
        rule, chapter = self._known.titles.above(base, read.number)
        if read.context.is_about(rule or chapter):
            return False
        return named_elsewhere(self._known, read.number, base, read.context) is not None

    def _judge_since(self, number: str, base: str, context: CitationContext, *, strict: bool) -> NumberFault | None:
        """Return the fault of a number that was written for the base edition; None if it has none."""
        known, target = self._known, self.target
        if not known.exists(number, base):
            if not known.exists(number, target):
                return judge_missing(known, number, target, context)
            late = not_yet_existing(known, number, base, target) if strict else None
            return late or mismatch(known, number, target, context)
        fault = judge_drift(known, number, base, target, context)
        if fault is not None:
            return fault
        if not known.exists(number, target):
            return judge_missing(known, number, target, context)
        return judge_rewording(known, number, base, target) if self.since is not None else None

    def _findings(self, citation: Citation, meanings: Iterable[Meaning]) -> Iterable[Judgement]:
        faults = [
            replace(
                meaning.fault, confidence=min(meaning.confidence, meaning.fault.confidence), evidence=meaning.evidence
            )
            for meaning in meanings
            if meaning.fault
        ]
        return self._put_together(citation, [_demote_fault(fault) for fault in faults])

    def _put_together(self, citation: Citation, faults: Iterable[NumberFault]) -> Iterable[Judgement]:
        """Join the faults of each cause into one judgement, in the order of the text."""
        by_cause: dict[tuple[str, ...], list[NumberFault]] = defaultdict(list)
        for fault in faults:
            by_cause[fault.code, *fault.cause].append(fault)
        judgements = [_make_judgement(citation, group) for group in by_cause.values()]
        return sorted(judgements, key=lambda judgement: (judgement.start, judgement.end, judgement.code))


def _votes(sides: Iterable[str | None]) -> PinTrust:
    known_sides = list(sides)
    return PinTrust(known_sides.count("then"), known_sides.count("now"))


def _demote_fault(fault: NumberFault) -> NumberFault:
    """Return a fault, with the code for doubtful findings if it is not certain enough for an error."""
    return replace(fault, code=DOUBTFUL) if fault.confidence < CERTAIN and fault.code in _MEANINGS else fault


def _lists(citations: Sequence[Citation]) -> Iterable[tuple[Citation, ...]]:
    """Return for each citation the other citations of its list: `CR 702.9a + CR 702.3a`."""
    group: list[Citation] = []
    groups: list[list[Citation]] = []
    for item in citations:
        if not group or item.start - group[-1].end > _LONGEST_JOINT:
            group = []
            groups.append(group)
        group.append(item)
    return (tuple(other for other in each if other is not citation) for each in groups for citation in each)


def _to_judge(citation: Citation) -> tuple[str, ...]:
    """Return the numbers of a citation to judge: of a range only its ends, since there may be gaps between them."""
    printed = tuple(dict.fromkeys(part.number for part in citation.parts))
    return printed if citation.form == "range" and printed else citation.numbers


def _make_judgement(citation: Citation, faults: Sequence[NumberFault]) -> Judgement:
    first, others = faults[0], faults[1:]
    parts = [part for part in citation.parts if part.number in {fault.number for fault in faults}]
    start, end = (
        (parts[0].start, parts[-1].end)
        if parts and first.cause not in _OF_THE_WHOLE
        else (citation.start, citation.end)
    )
    suggestions = dict.fromkeys(number for fault in faults for number in fault.suggestions)
    whole = all(fault.suggestions for fault in faults)
    likewise = f" Likewise {join_words([fault.brief for fault in others])}." if others else ""
    return Judgement(
        first.code,
        f"{first.message}{likewise}",
        first.number,
        start,
        end,
        ", ".join(suggestions) if suggestions and whole else None,
        first.broken,
        min(fault.confidence for fault in faults),
        first.evidence,
    )
