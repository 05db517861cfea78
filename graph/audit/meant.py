"""What a broken reference was probably meant to be, judged by its title and by the editions around it.

A correction in a later edition is the best evidence; the edition before the fault is evidence too, if the rule cited
then has another number now. Numbers of other editions are translated by lineage. If the evidence does not agree,
nothing is suggested, but all of it is reported.
"""

from __future__ import annotations

from collections.abc import Iterator
from difflib import SequenceMatcher
from typing import Literal

from rapidfuzz import fuzz

from graph.audit.times import AuditEvidence, Times, normalize_reference, passage_kind
from graph.references.resolve import heading_of
from rules.numbers import list_between, name_of
from rules.records import Resolution
from rules.text import strip_title

NEAR = 80
"""Minimum similarity in percent of a heading and a misquoted title: misspelt, in the plural, with a word left out. In
the editions of 1999-2026, misquoted titles have 84 and more, others 72 and less."""
_BEFORE = 25
"""Number of letters before a reference that must agree for it to correspond to one in another edition."""


def evidence_for(times: Times, edition: str, broken: Resolution, run: tuple[str, str]) -> tuple[AuditEvidence, ...]:
    """Return the reasons for what was meant, the strongest first.

    Args:
        times: The editions.
        edition: The edition audited.
        broken: One of its references.
        run: The first and the last edition with the same fault.
    """
    return (
        *find_in_neighbour(times, edition, broken, "later", run[1]),
        *_by_title(times, edition, broken),
        *find_in_neighbour(times, edition, broken, "earlier", run[0]),
    )


def find_agreed(evidence: tuple[AuditEvidence, ...]) -> str | None:
    """Return the number that all reasons support; None if they differ or there is none."""
    meant = {audit_evidence.meant for audit_evidence in evidence if audit_evidence.meant is not None}
    return meant.pop() if len(meant) == 1 else None


def _by_title(times: Times, edition: str, broken: Resolution) -> Iterator[AuditEvidence]:
    title = broken.reference.quoted_title
    if title is None:
        return
    index = times.index(edition)
    holder = index.holder(title)
    if holder is not None:
        yield AuditEvidence("title", holder, printed=title)
        return
    if len(broken.reference.targets) != 1:
        return
    number = broken.reference.targets[0]
    for rule in index.rules.get(number, ()):
        heading = heading_of(rule)
        if heading and is_misspelling(heading, title):
            yield AuditEvidence("near-title", number, printed=heading)
            return


def is_misspelling(heading: str, title: str) -> bool:
    """Return whether a title is a misspelt heading, or one of the two is the beginning or the end of the other."""
    heading_words, title_words = heading.casefold().split(), title.casefold().split()
    short, long = sorted((heading_words, title_words), key=len)
    within = short in (long[: len(short)], long[len(long) - len(short) :])
    return within or fuzz.ratio(strip_title(heading), strip_title(title)) >= NEAR


def find_in_neighbour(
    times: Times, edition: str, broken: Resolution, by: Literal["later", "earlier"], end: str
) -> Iterator[AuditEvidence]:
    """Yield what the edition before or after the fault's run has in this place, if that leads to one rule.

    If a missing number comes into existence while the reference stays unchanged, that is no correction; then the first
    edition that prints another number counts.
    """
    other = times.history.edition_after(end) if by == "later" else times.history.previous(end)
    lineage = times.lineage_at(edition, broken.reference.source)
    key = times.key_in(other, lineage) if other else None
    if other is None or lineage is None or key is None:
        return
    counterpart = _find_counterpart(times, edition, broken, other, key)
    if counterpart is None and by == "later" and not times.references(other, key):
        yield AuditEvidence(by, None, other)
    elif counterpart is not None and counterpart.status == "ok":
        keys = [times.key_in(edition, times.lineage_at(other, target)) for target in counterpart.target]
        meant = join_targets([key for key in keys if key], len(keys))
        reference = counterpart.reference
        if (
            by == "later"
            and meant is None
            and normalize_reference(reference.raw) == normalize_reference(broken.reference.raw)
        ):
            yield from find_in_neighbour(times, edition, broken, by, other)
        else:
            yield AuditEvidence(by, meant, other, reference.raw)


def join_targets(keys: list[str], count: int) -> str | None:
    """Return the keys of a reference's targets as one item; None if a target is missing or they are not a range."""
    if len(keys) != count:
        return None
    if count == 1:
        return name_of(keys[0])
    return f"{keys[0]}-{keys[-1]}" if tuple(keys) == list_between(keys[0], keys[-1]) else None


def _find_counterpart(times: Times, edition: str, broken: Resolution, other: str, key: str) -> Resolution | None:
    """Return the reference of another edition that corresponds to the broken reference."""
    reference = broken.reference
    family = passage_kind(reference.field), reference.kind
    mine = [resolution for resolution in times.references(edition, reference.source) if _family(resolution) == family]
    theirs = [resolution for resolution in times.references(other, key) if _family(resolution) == family]
    if reference.quoted_title is not None:
        title = strip_title(reference.quoted_title)
        same = [resolution for resolution in theirs if strip_title(resolution.reference.quoted_title or "") == title]
        if len(same) == 1:
            return same[0]
    here, there = (
        [_name_target(times, edition, resolution) for resolution in mine],
        [_name_target(times, other, resolution) for resolution in theirs],
    )
    place = mine.index(broken)
    for tag, first, last, start, stop in SequenceMatcher(None, here, there, autojunk=False).get_opcodes():
        if first <= place < last and tag != "delete":
            even = last - first == stop - start
            block = theirs[start + place - first : start + place - first + 1] if even else theirs[start:stop]
            before = _words_before(times, edition, broken)
            alike = [resolution for resolution in block if _words_before(times, other, resolution) == before]
            return alike[0] if len(alike) == 1 else None
    return None


def _family(resolution: Resolution) -> tuple[str, str]:
    return passage_kind(resolution.reference.field), resolution.reference.kind


def _name_target(times: Times, edition: str, resolution: Resolution) -> str:
    """Return the lineages that a resolved reference leads to, or the printed text of a reference that leads nowhere."""
    lineages = [times.lineage_at(edition, target) for target in resolution.target]
    return (
        " ".join(lineage or "" for lineage in lineages)
        if resolution.status == "ok"
        else normalize_reference(resolution.reference.raw)
    )


def _words_before(times: Times, edition: str, resolution: Resolution) -> str:
    reference = resolution.reference
    before = times.passage(edition, reference.source, reference.field)[: reference.start]
    return "".join(filter(str.isalpha, before.casefold()))[-_BEFORE:]
