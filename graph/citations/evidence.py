"""Words beside a number that tell of another rule: CR004, CR005, and the lost digits of CR006.

Accusing takes more than acquitting. A number is acquitted by any word that may be about its rule, by an older title of
it, by a quote of an older wording. It is accused by a quote that is plainly of another rule; by words for what the
number once was, since history confirms them (here); or by the title of another rule set beside it as its own
(`graph.citations.elsewhere`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from graph.citations.elsewhere import misquoted, named_elsewhere
from graph.citations.messages import Fault, fate, is_what, present, same_title, whereto
from rules.numbers import is_number

if TYPE_CHECKING:
    from collections.abc import Iterator

    from graph.citations.known import Known, Tenure
    from graph.citations.remarks import Remark


def mismatch(known: Known, number: str, target: str, remark: Remark, pinned: bool = False) -> Fault | None:
    """What the words beside a number that exists say against it, if anything.

    Args:
        known: What the judge knows.
        number: A number of the target edition.
        target: Id of the edition held against.
        remark: The words.
        pinned: Whether the edition is known that the citation was written for; then the history of the number tells
            nothing more.
    """
    if not is_number(number) or not remark.citation.evidence:
        return None
    quoted = (None if pinned else _quoted_past(known, number, target, remark)) or misquoted(
        known, number, target, remark
    )
    if quoted is not None or remark.quotes_family(target, number):
        return quoted
    rule, chapter = known.titles.above(target, number)
    if not remark.is_about(rule or chapter):
        fault = None if pinned else _named_past(known, number, target, remark)
        fault = fault or named_elsewhere(known, number, target, remark)
        if fault is not None:
            return fault
    return None if pinned else _told_past(known, number, target, remark)


def _quoted_past(known: Known, number: str, target: str, remark: Remark) -> Fault | None:
    """A quote of what the number was, and not of what it is; of two sister rules that changed places, too."""
    now = known.where.lineage(target, number) or ""
    for tenure in _past(known, number, target) if remark.quotes else ():
        if remark.quotes_rather(tenure.lineage, now) and _left(known, number, target, tenure):
            return _of_the_past(known, number, target, tenure, "CR004")
    return None


def _named_past(known: Known, number: str, target: str, remark: Remark) -> Fault | None:
    """The title of what the number was, named beside it."""
    now = frozenset[str]().union(*known.titles.above(target, number))
    held = [(tenure, _titles(known, number, tenure) - now) for tenure in _past(known, number, target)]
    held = [(tenure, titles) for tenure, titles in held if titles and _left(known, number, target, tenure)]
    for wanted in (_as_its_own, _in_passing):
        for place, (tenure, titles) in enumerate(held):
            families = known.family(target, number), known.family(tenure.last, number)
            name = wanted(known, titles, families, remark)
            if name is not None:
                before = any(one.before for one in remark.named if one.name == name)
                later = (one for one, its in held[:place] if _mentioned(remark, its, before=before))
                code = "CR005" if name in known.titles.keywords else "CR004"
                return _of_the_past(known, number, target, next(later, tenure), code)
    return None


def _titles(known: Known, number: str, tenure: Tenure) -> frozenset[str]:
    """The titles under which a number stood: its rule's, else its chapter's."""
    rule, chapter = known.titles.above(tenure.last, number)
    return rule or chapter


def _mentioned(remark: Remark, titles: frozenset[str], *, before: bool) -> bool:
    """Whether another title is named on the same side: who held the number later is the likelier of two."""
    return any(one.name in titles and one.before is before for one in remark.named)


def _as_its_own(
    _known: Known, titles: frozenset[str], _families: tuple[frozenset[str], frozenset[str]], remark: Remark
) -> str | None:
    """Which of some titles is set beside the number."""
    told = (one for one in remark.named if one.name in titles)
    return next((one.name for one in told if one.kind == "title" or (one.touching and remark.is_name(one))), None)


def _in_passing(
    known: Known, titles: frozenset[str], families: tuple[frozenset[str], frozenset[str]], remark: Remark
) -> str | None:
    """Which of some titles is named near the number, where the words do not lean to what the number is."""
    if remark.leans_to(*families):
        return None
    told = (one for one in remark.named if one.name in titles)
    near = next((one.name for one in told if one.near and one.same_clause), None)
    return near or known.titles.told_of(remark.close, titles)


def _told_past(known: Known, number: str, target: str, remark: Remark) -> Fault | None:
    """Words that have nothing of what a number holds or stands among, and much of what it held once."""
    now = known.where.lineage(target, number)
    for tenure in _past(known, number, target):
        if not now or not remark.speaks_for(tenure.lineage, now):
            continue
        among_others = remark.is_clearly_of(known.family(target, number), known.family(tenure.last, number))
        if not among_others and _left(known, number, target, tenure):
            return _of_the_past(known, number, target, tenure, "CR004")
    return None


def _past(known: Known, number: str, target: str) -> Iterator[Tenure]:
    """Who held a number before its present holder, the latest first."""
    now = known.where.lineage(target, number)
    return (one for one in reversed(known.tenures(number)) if one.lineage != now and one.last < target)


def _left(known: Known, number: str, target: str, tenure: Tenure) -> bool:
    """Whether nothing of what a number once was is there still."""
    gone = number not in known.where.place(tenure.lineage, tenure.last, target).keys
    return gone and number not in known.where.descendants(number, tenure.last, target)


def _of_the_past(known: Known, number: str, target: str, tenure: Tenure, code: str) -> Fault:
    fated = fate(known, tenure.lineage, tenure.last, target, known.where.after(tenure.last))
    was = "" if same_title(known, target, number, tenure.last) else f", {is_what(known, tenure.last, number)}"
    return Fault(
        code,
        number,
        f"{number} is {present(known, target, number, tenure.last)}; the words beside it fit what it was "
        f"until {tenure.last}{was}: {fated.told}.",
        fated.suggestions,
        fated.broken,
        ("past", *fated.cause, *known.titles.above(tenure.last, number)[0]),
        f"{number}: {whereto(fated.place)}",
    )
