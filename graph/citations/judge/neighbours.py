"""Citations of one file, read together: 702.62 and its letters were written from one edition, mostly the whole file.

What is certain of one member of a family is likely of the others, unless the words beside them speak against it. What
little tells against one is not believed where the others are certain of the opposite. Then all that words tell in a
file votes for editions; where none speaks for the target, the numbers that nothing else tells follow.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from graph.citations.judge.evidence import decide, has_left, past_fault
from graph.citations.judge.meaning import CERTAIN, LIKELY, Meaning
from rules.numbers import is_number, kind_of, parent_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from graph.citations.judge.citation_context import CitationContext
    from graph.citations.judge.judge_context import JudgeContext, NumberOwnership

_AGREED, _FAR, _RETIRED, _CONTESTED = 0.93, 0.85, 0.8, 0.6
"""Confidence in what a family says of a member without words: where words are certain of another member near by; of
one elsewhere in the file; where all that is known is that another member is retired; where the family disagrees."""
_NEAR = 2500
"""Characters: what can be seen on one screen."""
_ONE, _TWO, _MANY, _BESIDE = 0.6, 0.82, 0.88, 0.05
"""How often a number without words meant what it was when one, two or more other families of its file were written, if
nothing in the file says otherwise; and what it adds that one of them is near by."""
_LEANS = 0.5
"""The same for words that lean to the past rule."""
_FEW_CONTRARY = 5
"""For each family that says otherwise there must be so many that agree."""
Spans = frozenset[tuple[str, str]]
"""When a number named something: the first and the last edition of each time."""


@dataclass(slots=True)
class Read:
    """A number of a file, with the words beside it and what they say it means."""

    number: str
    context: CitationContext
    meaning: Meaning


def family_of(number: str) -> str | None:
    """The number whose rule a citation is of: 702.62 for 702.62a; None for chapters and sections."""
    if not is_number(number) or kind_of(number) not in {"rule", "subrule"}:
        return None
    return parent_of(number) if kind_of(number) == "subrule" else number


def agree(known: JudgeContext, target: str, numbers: Sequence[Read]) -> tuple[Spans, ...]:
    """Settle what the numbers of a file mean with regard to one another.

    Args:
        known: What the judge knows.
        target: Id of the edition held against.
        numbers: All numbers of a file, in order; their meanings are replaced.

    Returns:
        For each number of which words tell what it means, when it meant that.
    """
    families: dict[str, list[Read]] = defaultdict(list)
    for one in numbers:
        family = family_of(one.number)
        if family is not None and "stamp" not in one.meaning.evidence:
            families[family].append(one)
    for family, members in families.items():
        if len(members) > 1:
            _settle(known, target, family, members)
    spans = telling_spans(known, target, numbers)
    _settle_file(known, target, numbers, spans)
    return tuple(spans.values())


def _settle(known: JudgeContext, target: str, family: str, members: Sequence[Read]) -> None:
    edition = _edition_of_all(known, target, family, members)
    if edition is None:
        return
    by_words = [one for one in members if _is_past(one) and one.meaning.confidence >= CERTAIN and _has_words(one)]
    current = 0
    pending: list[tuple[Read, NumberOwnership]] = []
    for one in members:
        then = next((it for it in known.ownerships(one.number) if it.first <= edition <= it.last), None)
        if one in by_words or then is None or then.lineage == known.where.lineage(target, one.number):
            continue
        if not known.exists(one.number, target):
            continue
        side = decide(known, one.number, target, edition, one.context)
        if side == "now":
            current += 1
        elif (one.meaning.is_open or one.meaning.confidence < CERTAIN) and has_left(known, one.number, target, then):
            pending.append((one, then))
    for one, then in pending:
        near = any(abs(it.context.citation.start - one.context.citation.start) <= _NEAR for it in by_words)
        confidence = _CONTESTED if current else _AGREED if near else _FAR if by_words else _RETIRED
        if one.meaning.fault is not None and one.meaning.edition is None:
            continue  # words name another rule
        if one.meaning.fault is not None:
            sure = (
                min(one.meaning.confidence, _CONTESTED)
                if current and not by_words
                else max(one.meaning.confidence, confidence if by_words else 0.0)
            )
            fault = replace(one.meaning.fault, confidence=sure)
            one.meaning = replace(one.meaning, confidence=sure, fault=fault)
        else:
            fault = past_fault(known, one.number, target, then, confidence, "neighbours")
            one.meaning = Meaning(one.number, then.last, confidence, ("neighbours",), fault)


def telling_spans(known: JudgeContext, target: str, numbers: Iterable[Read]) -> dict[int, Spans]:
    """Return when the numbers meant what words beside them say: place in `numbers` to the first and last editions.

    Only numbers count that named something else at another time.
    """
    found: dict[int, Spans] = {}
    for place, one in enumerate(numbers):
        meaning = one.meaning
        if meaning.confidence < CERTAIN or meaning.edition is None or not _has_words(one):
            continue
        if "pin" in meaning.evidence or (meaning.fault is None and meaning.edition != target):
            continue
        lineage = known.where.lineage(meaning.edition, one.number)
        ownerships = known.ownerships(one.number)
        if any(it.lineage != lineage for it in ownerships):
            found[place] = frozenset((it.first, it.last) for it in ownerships if it.lineage == lineage)
    return found


def _settle_file(known: JudgeContext, target: str, numbers: Sequence[Read], spans: Mapping[int, Spans]) -> None:
    """Let the words of a file decide for the numbers in it that have none, or few."""
    told = {(family_of(numbers[place].number), its): numbers[place] for place, its in spans.items()}
    votes = Counter(edition for _, its in told for edition in known.where.editions_in(its))
    if not votes or votes[target] == max(votes.values()):
        return
    edition = max(votes, key=lambda one: (votes[one], one))
    contrary = len(told) - votes[edition] + len(_newer_families(known, target, edition, numbers))
    if contrary * _FEW_CONTRARY > votes[edition]:
        return
    supporters = [one for (_, its), one in told.items() if any(first <= edition <= last for first, last in its)]
    for place, one in enumerate(numbers):
        if place in spans or "stamp" in one.meaning.evidence or not known.exists(one.number, target):
            continue
        then = next((it for it in known.ownerships(one.number) if it.first <= edition <= it.last), None)
        if then is None or then.lineage == known.where.lineage(target, one.number):
            continue
        _follow(known, target, one, then, supporters, contrary)


def _newer_families(known: JudgeContext, target: str, edition: str, numbers: Iterable[Read]) -> set[str | None]:
    """The families that the target has and the edition has not: who cites them did not write from that edition."""
    return {
        family_of(one.number)
        for one in numbers
        if known.exists(one.number, target) and not known.exists(one.number, edition)
    }


def _follow(  # noqa: PLR0917
    known: JudgeContext, target: str, one: Read, then: NumberOwnership, supporters: Sequence[Read], contrary: int
) -> None:
    """Read one number as those of its file that words tell."""
    meaning = one.meaning
    near = any(abs(it.context.citation.start - one.context.citation.start) <= _NEAR for it in supporters)
    support = (_ONE, _TWO, _MANY)[min(len(supporters), 3) - 1] + (_BESIDE if near else 0.0) - (_ONE if contrary else 0)
    if meaning.fault is not None:
        same = meaning.edition is not None and known.where.lineage(meaning.edition, one.number) == then.lineage
        if same and meaning.confidence < CERTAIN and decide(known, one.number, target, then.last, one.context) != "now":
            sure = round(1 - (1 - meaning.confidence) * (1 - max(0.0, support)), 2)
            one.meaning = replace(meaning, confidence=sure, fault=replace(meaning.fault, confidence=sure))
        return
    side = decide(known, one.number, target, then.last, one.context)
    if not meaning.is_open or side == "now" or not has_left(known, one.number, target, then):
        return
    if side == "then":
        support = 1 - (1 - support) * (1 - _LEANS)
    if support >= LIKELY:
        fault = past_fault(known, one.number, target, then, round(support, 2), "neighbours")
        one.meaning = Meaning(one.number, then.last, fault.confidence, ("neighbours",), fault)


def _edition_of_all(known: JudgeContext, target: str, family: str, members: Sequence[Read]) -> str | None:
    """The edition in which most of what is certain of a family holds; None where all is as it is in the target."""
    editions: Counter[str] = Counter()
    for one in members:
        if not _is_past(one):
            continue
        if one.meaning.confidence < CERTAIN or not _moved_with(known, target, family, one):
            continue
        lineage = known.where.lineage(one.meaning.edition or "", one.number)
        spans = [it for it in known.ownerships(one.number) if it.lineage == lineage]
        for edition in known.where.editions:
            if any(it.first <= edition <= it.last for it in spans):
                editions[edition] += 1
    return max(editions, key=lambda one: (editions[one], one)) if editions else None


def _moved_with(known: JudgeContext, target: str, family: str, one: Read) -> bool:
    """Whether what is certain of a member tells anything of the others: the words do; a lost letter alone does not."""
    if _has_words(one):
        return True
    edition = one.meaning.edition or ""
    return known.where.lineage(edition, family) != known.where.lineage(target, family)


def _is_past(one: Read) -> bool:
    return one.meaning.fault is not None and one.meaning.edition is not None


def _has_words(one: Read) -> bool:
    return bool({"quote", "title", "words"} & set(one.meaning.evidence))
