"""Compare the citations of a file, since those of a family, and mostly of a whole file, were written from one edition.

A family is a rule with its subrules, such as 702.62 and 702.62a. The certain meaning of one member is likely for the
others, unless the words next to them contradict it. A weakly supported meaning of one member is less certain if words
next to others support the opposite. The facts that date the citations of the file and its tree
(`graph.citations.judge.dating`) decide numbers without other evidence.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter, defaultdict
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple

from graph.citations.judge.dating import Dated, Spans
from graph.citations.judge.evidence import decide, is_about_another, past_fault
from graph.citations.judge.existence import judge_missing
from graph.citations.judge.meaning import CERTAIN, LIKELY, Meaning
from graph.citations.judge.subjects import ENOUGH
from graph.citations.judge.uses import EVEN, NO_USES, NumberUse, NumberUses, by_chapter, chapter_of
from rules.numbers import is_number, kind_of, parent_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from graph.citations.judge.citation_context import CitationContext
    from graph.citations.judge.dating import Dating, Opinion, Unit
    from graph.citations.judge.judge_context import JudgeContext, NumberOwnership

_AGREED, _FAR, _RETIRED, _CONTESTED = 0.93, 0.85, 0.8, 0.6
"""Confidence in the meaning that a family gives to a member without words: if words explain another member near by; if
words explain a member elsewhere in the file; if another member is only known to be retired; if words next to a member
support its present meaning."""
_NEAR = 2500
"""Maximum characters between two citations that are near each other: about one screen."""
_ONE, _TWO, _MANY, _BESIDE = 0.6, 0.82, 0.88, 0.05
"""How often a number without words had its meaning of an edition, if one, two, or more other families of its file were
written from that edition and nothing in the file contradicts it; and the addition if one of them is near by."""
_LEANS = 0.5
"""The share of numbers with a past meaning among those whose words lean to their past rule."""
_ELSEWHERE = 0.88
"""Maximum confidence that other files give to the meaning of a number without words."""
_FEW_PAST = 0.2
"""Minimum share of past meanings, among the facts that date a file, for a search for older parts of the file."""
_FEW_CONTRARY = 5
"""Minimum number of families that agree with an edition, for each one that contradicts it."""


@dataclass(slots=True)
class Read:
    """A cited number of a file, with the words next to it and its meaning."""

    number: str
    context: CitationContext
    meaning: Meaning


def family_of(number: str) -> str | None:
    """Return the number of the rule to which a number belongs: 702.62 for 702.62a; None for chapters and sections."""
    if not is_number(number) or kind_of(number) not in {"rule", "subrule"}:
        return None
    return parent_of(number) if kind_of(number) == "subrule" else number


class TreeSays(NamedTuple):
    """The evidence of a tree for one of its files.

    Attributes:
        wider: The dating units of the folders around the file, nearest first.
        uses: The uses that words explain in the whole tree.
        own: Those of these uses that are in the file itself.
    """

    wider: Sequence[Unit]
    uses: NumberUses
    own: frozenset[NumberUse] = frozenset()


@dataclass(frozen=True, slots=True)
class FileReading:
    """The numbers of a file with their meanings according to the words and neighbours in the file, not to the tree.

    Attributes:
        numbers: All numbers of the file, in order.
        meanings: The meaning of each number.
        dated: The facts that date the numbers, by place in `numbers`.
        uses: The uses that words explain, by place in `numbers`.
    """

    numbers: Sequence[Read]
    meanings: Sequence[Meaning]
    dated: Mapping[int, Dated]
    uses: Mapping[int, NumberUse]

    @classmethod
    def of(cls, known: JudgeContext, target: str, numbers: Sequence[Read]) -> FileReading:
        """Return the reading of a file, for which the numbers of each family are compared with each other.

        Args:
            known: The facts and caches of the run.
            target: Id of the target edition.
            numbers: All numbers of a file, in order; their meanings are replaced.
        """
        families: dict[str, list[Read]] = defaultdict(list)
        for read in numbers:
            family = family_of(read.number)
            if family is not None and "stamp" not in read.meaning.evidence:
                families[family].append(read)
        for family, members in families.items():
            if len(members) > 1:
                _settle(known, target, family, members)
        dated = date_numbers(known, target, numbers)
        return cls(numbers, [read.meaning for read in numbers], dated, explained_uses(known, target, numbers))

    def settle(self, known: JudgeContext, dating: Dating, target: str, tree: TreeSays) -> None:
        """Settle the meanings that are not certain by the evidence of the file and its tree; meanings are replaced.

        Args:
            known: The facts and caches of the run.
            dating: Derives editions from dated citations.
            target: Id of the target edition.
            tree: The evidence of the tree.
        """
        for read, meaning in zip(self.numbers, self.meanings, strict=True):
            read.meaning = meaning
        _settle_file(known, dating, target, self.numbers, self.dated, tree.wider)
        _settle_uses(known, target, self.numbers, self.uses, tree)


def _settle(known: JudgeContext, target: str, family: str, members: Sequence[Read]) -> None:
    edition = _edition_of_all(known, target, family, members)
    if edition is None:
        return
    by_words = [read for read in members if _is_past(read) and read.meaning.confidence >= CERTAIN and has_words(read)]
    current = 0
    pending: list[tuple[Read, NumberOwnership]] = []
    for read in members:
        then = next(
            (ownership for ownership in known.ownerships(read.number) if ownership.first <= edition <= ownership.last),
            None,
        )
        if read in by_words or then is None or then.lineage == known.where.lineage(target, read.number):
            continue
        if not known.exists(read.number, target):
            continue
        side = decide(known, read.number, target, edition, read.context)
        if side == "now":
            current += 1
        elif (read.meaning.is_open or read.meaning.confidence < CERTAIN) and known.has_left(read.number, target, then):
            pending.append((read, then))
    for read, then in pending:
        near = any(_is_near(read, other) for other in by_words)
        confidence = _CONTESTED if current else _AGREED if near else _FAR if by_words else _RETIRED
        if read.meaning.fault is not None and read.meaning.edition is None:
            continue  # words name another rule
        if read.meaning.fault is not None:
            sure = (
                min(read.meaning.confidence, _CONTESTED)
                if current and not by_words
                else max(read.meaning.confidence, confidence if by_words else 0.0)
            )
            fault = replace(read.meaning.fault, confidence=sure)
            read.meaning = replace(read.meaning, confidence=sure, fault=fault)
        else:
            fault = past_fault(known, read.number, target, then, confidence, "neighbours")
            read.meaning = Meaning(read.number, then.last, confidence, ("neighbours",), fault)


def date_numbers(known: JudgeContext, target: str, numbers: Iterable[Read]) -> dict[int, Dated]:
    """Return the facts that date the numbers of a file: place in `numbers` → the fact.

    A number that had several meanings is dated by the words next to it, with less weight if they only lean to one.
    Otherwise an open or retired number is dated by the editions in which it is in use.
    """
    dated: dict[int, Dated] = {}
    for place, read in enumerate(numbers):
        meaning = read.meaning
        if "stamp" in meaning.evidence or "pin" in meaning.evidence:
            continue
        ownerships = [ownership for ownership in known.ownerships(read.number) if ownership.first <= target]
        by_words = meaning.confidence >= CERTAIN and meaning.edition is not None and has_words(read)
        if by_words and (meaning.fault is not None or meaning.edition == target):
            lineage = known.where.lineage(meaning.edition or "", read.number)
            meant = [ownership for ownership in ownerships if ownership.lineage == lineage]
            if len(meant) < len(ownerships):
                dated[place] = Dated(family_of(read.number), _spans(meant))
                continue
        if not ownerships or not (meaning.is_open or (meaning.fault and meaning.edition)):
            continue
        is_retired = "holder" in meaning.evidence
        leaning = (
            known.where.lineage(meaning.edition or "", read.number)
            if meaning.fault is not None and not is_retired
            else _find_leaning(known, read, target)
        )
        if leaning is not None:
            meant = [ownership for ownership in ownerships if ownership.lineage == leaning]
            dated[place] = Dated(family_of(read.number), _spans(meant), _LEANS)
        else:
            dated[place] = Dated(family_of(read.number), _spans(ownerships), float(is_retired))
    return dated


def explained_uses(known: JudgeContext, target: str, numbers: Sequence[Read]) -> dict[int, NumberUse]:
    """Return the uses of numbers that words explain in a file, as past or as present: place in `numbers` → use."""
    uses: dict[int, NumberUse] = {}
    for place, read in enumerate(numbers):
        meaning = read.meaning
        if "stamp" in meaning.evidence or not read.context.words:
            continue
        if meaning.fault is None:
            former = known.former(read.number, target)
            # Little evidence is enough for a present use: it prevents faults of other numbers.
            is_now = bool(former) and decide(known, read.number, target, former[0].last, read.context) == "now"
            edition = target if is_now else None
        else:
            edition = meaning.edition if _is_certain(read) else None
        lineage = known.where.lineage(edition, read.number) if edition else None
        if lineage is not None:
            uses[place] = NumberUse(read.number, lineage)
    return uses


def _settle_uses(
    known: JudgeContext, target: str, numbers: Sequence[Read], explained: Mapping[int, NumberUse], tree: TreeSays
) -> None:
    """Settle numbers without a certain meaning by the uses that words explain elsewhere."""
    chapters = tree.uses.old_chapters | tree.uses.chapters_of_old(frozenset(explained.values()))
    uses, counted = by_chapter(explained.values()), by_chapter(tree.own)
    for place, read in enumerate(numbers):
        meaning, chapter = read.meaning, chapter_of(read.number)
        if chapter not in chapters or "stamp" in meaning.evidence or meaning.confidence >= CERTAIN:
            continue
        if (
            not is_number(read.number)
            or not known.exists(read.number, target)
            or (meaning.fault is not None and meaning.edition is None)
        ):
            continue
        own = explained.get(place)
        others = frozenset(use for use, count in uses.get(chapter, NO_USES).items() if count > (use == own))
        holders = tree.uses.holders(read.number)
        if meaning.fault is not None:
            meant = known.where.lineage(meaning.edition or "", read.number)
            holders = tuple(ownership for ownership in holders if ownership.lineage == meant)
        shares = [
            (tree.uses.share(read.number, ownership, others, counted.get(chapter, NO_USES).keys()), ownership)
            for ownership in holders
        ]
        likely = [(share, ownership) for share, ownership in shares if share >= EVEN]
        if len({ownership.lineage for _, ownership in likely}) == 1:
            is_here = any(use.number == read.number for use in others)
            _follow_uses(known, target, read, likely[0][1], likely[0][0], is_here=is_here)


def _follow_uses(
    known: JudgeContext, target: str, read: Read, then: NumberOwnership, share: float, *, is_here: bool
) -> None:
    side = decide(known, read.number, target, then.last, read.context)
    if side == "now":
        return
    meaning = read.meaning
    support = 1 - (1 - share) * (1 - _LEANS) if side == "then" else share if is_here else min(share, _ELSEWHERE)
    if meaning.fault is not None:
        # The tree's dates are derived from the same places; only words next to the number are further evidence.
        both = 1 - (1 - meaning.confidence) * (1 - share) if has_words(read) else max(meaning.confidence, support)
        sure = round(both, 2)
        read.meaning = replace(meaning, confidence=sure, fault=replace(meaning.fault, confidence=sure))
        return
    if side is None and is_about_another(known, read.number, then.last, read.context):
        return
    if meaning.is_open and support >= LIKELY:
        fault = past_fault(known, read.number, target, then, round(support, 2), "neighbours")
        read.meaning = Meaning(read.number, then.last, fault.confidence, ("neighbours",), fault)


def _find_leaning(known: JudgeContext, read: Read, target: str) -> str | None:
    """Return the lineage that has clearly more of the words than all others that had the number; None if none has."""
    former = known.former(read.number, target)
    if not former or not read.context.words:
        return None
    lineages = {known.where.lineage(target, read.number) or "", *(ownership.lineage for ownership in former)}
    weights = sorted(((read.context.weight_of(lineage), lineage) for lineage in lineages), reverse=True)
    (most, first), (second, _) = weights[:2]
    return first if first and most >= ENOUGH / 2 and most >= 2 * second else None


def _spans(ownerships: Iterable[NumberOwnership]) -> Spans:
    return frozenset((ownership.first, ownership.last) for ownership in ownerships)


def _settle_file(  # noqa: PLR0917
    known: JudgeContext,
    dating: Dating,
    target: str,
    numbers: Sequence[Read],
    dated: Mapping[int, Dated],
    wider: Sequence[Unit],
) -> None:
    """Settle the numbers that words do not decide by the facts that date the citations of the file and of its tree."""
    own = frozenset(dated.values())
    whole = dating.unit((fact, 1) for fact in own)
    if whole.past_facts < _FEW_PAST * max(1.0, whole.word_facts) and not dating.opinion([whole, *wider]):
        return
    opinions: dict[tuple[frozenset[Dated], frozenset[Dated]], Opinion | None] = {}
    supporters: dict[str, tuple[list[Read], int]] = {}
    places = list(dated)
    starts = [numbers[place].context.citation.start for place in places]
    for place, read in enumerate(numbers):
        if "stamp" in read.meaning.evidence or not is_number(read.number) or _is_certain(read):
            continue
        if len(known.ownerships(read.number)) < 2:
            continue
        start = read.context.citation.start
        window = places[bisect_left(starts, start - _NEAR) : bisect_right(starts, start + _NEAR)]
        itself = {dated[place]} if place in dated else set[Dated]()
        near = frozenset(dated[other] for other in window) - itself
        apart = near | itself
        if (near, apart) not in opinions:
            beside = dating.unit((fact, 1) for fact in near)
            beyond = dating.unit((fact, 1) for fact in apart) if itself else beside
            # All weights are sums of halves and quarters, so that the difference is exact.
            opinions[near, apart] = dating.opinion([beside, whole.minus(beyond), *wider])
        opinion = opinions[near, apart]
        if opinion is None:
            continue
        if not known.exists(read.number, target):
            _date_retired(known, target, read, opinion)
            continue
        edition = max(opinion.editions)
        if edition not in supporters:
            supporters[edition] = _supporters(dating, edition, numbers, dated)
        _follow(known, target, read, opinion, *supporters[edition])


def _is_certain(read: Read) -> bool:
    return read.meaning.confidence >= CERTAIN and has_words(read)


def _is_near(one: Read, other: Read) -> bool:
    return abs(one.context.citation.start - other.context.citation.start) <= _NEAR


def _supporters(
    dating: Dating, edition: str, numbers: Sequence[Read], dated: Mapping[int, Dated]
) -> tuple[list[Read], int]:
    """Return a number for each fact that words show to be true of an edition, and how many facts contradict it."""
    ours: dict[Dated, Read] = {}
    contrary: set[Dated] = set()
    for place, fact in dated.items():
        fits = dating.holds(fact, edition)
        if fits and fact.weight == 1.0 and has_words(numbers[place]):
            ours[fact] = numbers[place]
        elif not fits:
            contrary.add(fact)
    return list(ours.values()), len(contrary)


def _date_retired(known: JudgeContext, target: str, read: Read, opinion: Opinion) -> None:
    """Choose a retired number's ownership by the editions of the opinion."""
    meaning = read.meaning
    if meaning.fault is None or meaning.evidence != ("holder",) or opinion.share < LIKELY:
        return
    fault = judge_missing(known, read.number, target, read.context, opinion.editions)
    read.meaning = replace(meaning, edition=fault.edition, fault=fault)


def _follow(  # noqa: PLR0917
    known: JudgeContext, target: str, read: Read, opinion: Opinion, supporters: Sequence[Read], contrary: int
) -> None:
    """Settle a number by the dated numbers around it."""
    owners = {
        ownership.lineage: ownership
        for ownership in known.ownerships(read.number)
        if _overlaps(ownership, opinion.editions)
    }
    then = next(iter(owners.values())) if len(owners) == 1 else None
    if then is None or then.lineage == known.where.lineage(target, read.number):
        return
    meaning = read.meaning
    near = any(_is_near(other, read) for other in supporters)
    by_file = (0.0, _ONE, _TWO, _MANY)[min(len(supporters), 3)] + (_BESIDE if near else 0.0) - (_ONE if contrary else 0)
    if contrary * _FEW_CONTRARY > len(supporters):
        by_file = 0.0
    support = max(by_file, opinion.share)
    if meaning.fault is not None:
        same = meaning.edition is not None and known.where.lineage(meaning.edition, read.number) == then.lineage
        if (
            same
            and meaning.confidence < CERTAIN
            and decide(known, read.number, target, then.last, read.context) != "now"
        ):
            sure = round(1 - (1 - meaning.confidence) * (1 - support), 2)
            read.meaning = replace(meaning, confidence=sure, fault=replace(meaning.fault, confidence=sure))
        return
    side = decide(known, read.number, target, then.last, read.context)
    if not meaning.is_open or side == "now" or not known.has_left(read.number, target, then):
        return
    if side is None and is_about_another(known, read.number, then.last, read.context):
        return
    if side == "then":
        support = 1 - (1 - support) * (1 - _LEANS)
    if support >= LIKELY:
        fault = past_fault(known, read.number, target, then, round(support, 2), "neighbours")
        read.meaning = Meaning(read.number, then.last, fault.confidence, ("neighbours",), fault)


def _overlaps(ownership: NumberOwnership, editions: Iterable[str]) -> bool:
    return any(ownership.first <= edition <= ownership.last for edition in editions)


def _edition_of_all(known: JudgeContext, target: str, family: str, members: Sequence[Read]) -> str | None:
    """Return the edition that fits most members of a family with a certain past meaning; None if there are none."""
    editions: Counter[str] = Counter()
    for read in members:
        if not _is_past(read):
            continue
        if read.meaning.confidence < CERTAIN or not _moved_with(known, target, family, read):
            continue
        lineage = known.where.lineage(read.meaning.edition or "", read.number)
        spans = [ownership for ownership in known.ownerships(read.number) if ownership.lineage == lineage]
        for edition in known.where.editions:
            if any(ownership.first <= edition <= ownership.last for ownership in spans):
                editions[edition] += 1
    return max(editions, key=lambda day: (editions[day], day)) if editions else None


def _moved_with(known: JudgeContext, target: str, family: str, read: Read) -> bool:
    """Return whether a family member with a certain past meaning is evidence for the others.

    It is if words show the meaning, or if the family's rule had another lineage then; a deleted subrule alone is not.
    """
    if has_words(read):
        return True
    edition = read.meaning.edition or ""
    return known.where.lineage(edition, family) != known.where.lineage(target, family)


def _is_past(read: Read) -> bool:
    return read.meaning.fault is not None and read.meaning.edition is not None


def has_words(read: Read) -> bool:
    """Return whether words next to a number show what it means."""
    return bool({"quote", "title", "words"} & set(read.meaning.evidence))
