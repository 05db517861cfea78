"""The evidence of what a broken reference was meant to be: its title, and the editions around it.

A correction in a later edition is the best evidence; the edition before the fault is evidence too, if the rule cited
then has another number now. Numbers of other editions are translated by lineage. If two pieces of evidence disagree,
no number is suggested, but both are reported.
"""

from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from typing import Literal

from rapidfuzz import fuzz

from graph.audit.faults import normalize_reference, passage_kind, printed_form
from graph.audit.record_cache import RecordCache
from graph.references.resolve import EditionIndex, heading_of
from rules.faults import AuditEvidence
from rules.keys import name_of
from rules.number_ranges import list_between
from rules.records import Resolution
from rules.text import strip_title

NEAR = 80
"""Minimum similarity in percent of a heading and a misquoted title: misspelt, in the plural, with a word left out. In
the editions of 1999-2026, misquoted titles have 84 and more, others 72 and less."""
_LETTERS_BEFORE = 25
"""Number of letters before a reference that must agree for it to correspond to one in another edition."""


def find_by_title(index: EditionIndex, broken: Resolution) -> Iterator[AuditEvidence]:
    """Yield the evidence of the title quoted next to a broken reference: none, or one piece.

    Either exactly one rule has the title, and its number is meant; or the rule that is referred to has nearly that
    title, and only the title is wrong. The latter is not looked for if the reference is a range.

    Args:
        index: The index of the edition or document with the reference.
        broken: The reference.
    """
    title, targets = broken.reference.quoted_title, broken.reference.targets
    if title is None:
        return
    holder = index.number_with_title(title)
    if holder is not None:
        yield AuditEvidence("title", holder, printed=title)
    elif len(targets) == 1:
        heading = _find_near_heading(index, targets[0], title)
        if heading is not None:
            yield AuditEvidence("near-title", targets[0], printed=heading)


def _find_near_heading(index: EditionIndex, number: str, title: str) -> str | None:
    """Return the first heading under a number of which a title is a misspelling; None if there is none."""
    for rule in index.rules.get(number, ()):
        heading = heading_of(rule)
        if heading and is_misspelling(heading, title):
            return heading
    return None


def is_misspelling(heading: str, title: str) -> bool:
    """Return whether a title is a misspelt heading: `Endure` for `Endures`, or `Costs` for `Additional Costs`.

    In the second case one of the two is the beginning or the end of the other, in whole words.
    """
    heading_words, title_words = heading.casefold().split(), title.casefold().split()
    short, long = sorted((heading_words, title_words), key=len)
    beginning = long[: len(short)]
    end = long[len(long) - len(short) :]
    return short in (beginning, end) or fuzz.ratio(strip_title(heading), strip_title(title)) >= NEAR


def find_in_neighbour(
    records: RecordCache, edition: str, broken: Resolution, by: Literal["later", "earlier"], end: str
) -> Iterator[AuditEvidence]:
    """Yield the evidence in the edition directly before or after those with a fault: none, or one piece.

    There is none if no such edition exists, if it lacks the record, or if no reference there surely corresponds to the
    broken one and leads somewhere. If the record has no reference at all in the edition after the fault, the evidence
    means no number.

    If a rule got the missing number while the reference stayed as it is, the reference was not corrected; then the
    first later edition that prints another number counts.

    Args:
        records: The records of all editions.
        edition: An edition with the fault.
        broken: The reference in that edition.
        by: `later` to read the edition after the fault, `earlier` to read the edition before it.
        end: The last edition with the fault for `later`, the first edition with the fault for `earlier`.
    """
    calendar = records.history.calendar
    neighbour = calendar.edition_after(end) if by == "later" else calendar.previous(end)
    if neighbour is None:
        return
    key = records.key_in(neighbour, records.lineage_at(edition, broken.reference.source))
    if key is None:
        return
    if by == "later" and key not in records.references(neighbour):
        yield AuditEvidence(by, None, neighbour)  # the record no longer refers to anything
        return
    counterpart = _find_counterpart(records, edition, broken, neighbour, key)
    if counterpart is None or counterpart.status != "ok":
        return
    meant = _translate_targets(records, counterpart, neighbour, edition)
    is_printed_alike = printed_form(counterpart) == printed_form(broken)
    if by == "later" and meant is None and is_printed_alike:
        # A rule got the missing number, which is no correction: read the edition after.
        yield from find_in_neighbour(records, edition, broken, by, neighbour)
    else:
        yield AuditEvidence(by, meant, neighbour, counterpart.reference.raw)


def _translate_targets(records: RecordCache, resolution: Resolution, neighbour: str, edition: str) -> str | None:
    """Return the targets of a reference by the numbers that they have in another edition.

    Args:
        records: The records of all editions.
        resolution: The reference, which leads to records of `neighbour`.
        neighbour: The edition with the reference.
        edition: The edition whose numbers are wanted.

    Returns:
        One number, term or range, as `join_targets` returns it; None if the edition lacks a target.
    """
    lineages = [records.lineage_at(neighbour, target) for target in resolution.found_keys]
    keys = [records.key_in(edition, lineage) for lineage in lineages]
    return join_targets([key for key in keys if key], len(keys))


def join_targets(keys: list[str], count: int) -> str | None:
    """Return the targets of a reference as one number, term or range; None if that is impossible.

    `["702.4a", "702.4b", "702.4c"]` gives `702.4a-702.4c`; `["702.4a", "702.4c"]` gives None.

    Args:
        keys: The keys of the targets that exist.
        count: The number of all targets. If some do not exist, or are not in a row, the result is None.
    """
    if len(keys) != count:
        return None
    if count == 1:
        return name_of(keys[0])
    return f"{keys[0]}-{keys[-1]}" if tuple(keys) == list_between(keys[0], keys[-1]) else None


def _find_counterpart(
    records: RecordCache, edition: str, broken: Resolution, neighbour: str, key: str
) -> Resolution | None:
    """Return the reference of a neighbouring edition that corresponds to a broken one; None if none surely does.

    If the broken one quotes a title, it is the only reference that quotes the same title. Otherwise the references of
    the two records are aligned (`_find_block`), and it is the only one at that place after the same letters.

    Args:
        records: The records of all editions.
        edition: The edition with the broken reference.
        broken: The reference.
        neighbour: The neighbouring edition.
        key: The key that the record with the reference has there.
    """
    references = _list_like(records.references(edition)[broken.reference.source], broken)
    candidates = _list_like(records.references(neighbour).get(key, ()), broken)
    title = broken.reference.quoted_title
    if title is not None:
        with_title = [candidate for candidate in candidates if _has_title(candidate, title)]
        if len(with_title) == 1:
            return with_title[0]
    block = _find_block(
        [_name_target(records, edition, reference) for reference in references],
        [_name_target(records, neighbour, candidate) for candidate in candidates],
        references.index(broken),
    )
    before = _letters_before(records, edition, broken)
    alike = [candidates[index] for index in block if _letters_before(records, neighbour, candidates[index]) == before]
    return alike[0] if len(alike) == 1 else None


def _list_like(references: Sequence[Resolution], broken: Resolution) -> list[Resolution]:
    """Return the references of the same kind in the same kind of passage as a broken one."""
    kind, passage = broken.reference.kind, passage_kind(broken.reference.field)
    return [
        resolution
        for resolution in references
        if resolution.reference.kind == kind and passage_kind(resolution.reference.field) == passage
    ]


def _has_title(resolution: Resolution, title: str) -> bool:
    """Return whether a reference quotes a title, except for typography."""
    return strip_title(resolution.reference.quoted_title or "") == strip_title(title)


def _find_block(targets: Sequence[str], candidates: Sequence[str], index: int) -> range:
    """Return the indices of the candidates that may correspond to a target; empty if the target was deleted.

    Targets and candidates are aligned. In `A B C` and `A D C` the candidate D replaces the target B, so that the index
    1 gives `range(1, 2)`. In `A B C` and `A D E C` two candidates replace B, and either may correspond to it:
    `range(1, 3)`. In `A B C` and `A C` the target B was deleted: `range(1, 1)`, which is empty.

    Args:
        targets: The targets of the references of a passage.
        candidates: The targets of the references of the same passage in the neighbouring edition.
        index: The index of the target.
    """
    matcher = SequenceMatcher(None, targets, candidates, autojunk=False)
    for _, first_target, end_of_targets, first_candidate, end_of_candidates in matcher.get_opcodes():
        if not first_target <= index < end_of_targets:
            continue
        if end_of_targets - first_target != end_of_candidates - first_candidate:
            return range(first_candidate, end_of_candidates)
        counterpart = first_candidate + index - first_target
        return range(counterpart, counterpart + 1)
    raise IndexError(index)


def _name_target(records: RecordCache, edition: str, resolution: Resolution) -> str:
    """Return the lineages that a resolved reference leads to, or the printed text of a reference that leads nowhere."""
    if resolution.status != "ok":
        return normalize_reference(resolution.reference.raw)
    return " ".join(records.lineage_at(edition, target) or "" for target in resolution.found_keys)


def _letters_before(records: RecordCache, edition: str, resolution: Resolution) -> str:
    """Return the last `_LETTERS_BEFORE` letters before a reference, in lower case and without blanks."""
    reference = resolution.reference
    before = records.passage(edition, reference.source, reference.field)[: reference.start]
    return "".join(filter(str.isalpha, before.casefold()))[-_LETTERS_BEFORE:]
