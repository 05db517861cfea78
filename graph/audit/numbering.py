"""Faults of an edition's numbers: those that its reader reported, and those of its table of contents."""

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache, partial

from msgspec.structs import replace

from graph.audit.slips import SLIPS_IN_WORDS, find_slip
from graph.audit.times import Times
from graph.references.resolve import EditionIndex, heading_of
from rules.conversion import extend
from rules.faults import AuditEvidence, AuditFault, FaultStatus
from rules.numbers import RuleKind, is_number, number_beside, number_of, parent_of
from rules.records import Diagnostic, Matter, Reference, Rule
from rules.text import strip_title

_STATUSES: dict[str, FaultStatus] = {
    "duplicate-number": "duplicate-number",
    "missing-number": "missing-number",
    "out-of-order-number": "misplaced-number",
    "misprinted-number": "misprinted-number",
}
"""Code of a diagnostic → status of the fault."""
_CONTENTS_LINE = re.compile(
    r"(?m)^\s*(?P<number>[1-9]\d{0,2}(?:\.[1-9]\d{0,2}){0,5})\.\s+(?P<title>\S.*?)\s*(?:\.{2,}[ .]*\d*|\t.*|\s\d+)?\s*$"
)
ContentsEntry = tuple[str, str, str | None]
"""A number, its title in the contents, and its heading in the body: None if the body has no such number."""
MANY, EXCERPT = 10, 50
"""If more than `MANY` numbers are missing, and at least one per `EXCERPT` rules, the document is an excerpt, and
missing numbers are no faults. In the worst edition of 1999-2026 three are missing, one per 800 rules."""


def number_faults(times: Times, edition: str) -> Iterator[AuditFault]:
    """Yield the faults of an edition's numbers, each with its lineage and the editions through which it persists."""
    excerpt = is_excerpt(times.diagnostics(edition), len(times.index(edition).rules))
    for fault in _list_stated(times, edition):
        if not (excerpt and fault.status == "missing-number"):
            yield _placed_in_time(times, fault)
    yield from _contents(times, edition)


def is_excerpt(diagnostics: Iterable[Diagnostic], numbers: int) -> bool:
    """Return whether a document misses so many numbers that it is an excerpt, whose gaps are no faults.

    Args:
        diagnostics: What the reader reported.
        numbers: How many different numbers the document has.
    """
    gaps = sum(diagnostic.code == "missing-number" for diagnostic in diagnostics)
    return gaps > MANY and gaps * EXCERPT >= numbers


def _list_stated(times: Times, edition: str) -> Iterator[AuditFault]:
    for diagnostic in times.diagnostics(edition):
        yield from faults_of(edition, diagnostic)


@lru_cache(1 << 12)
def faults_of(edition: str, diagnostic: Diagnostic) -> tuple[AuditFault, ...]:
    """Return the faults that one diagnostic of the reader states; none if it is not about numbers."""
    status = _STATUSES.get(diagnostic.code)
    if status is None:
        return ()
    if diagnostic.missing:
        gaps = [_fault(edition, status, number, number, diagnostic.place) for number in diagnostic.missing]
        return tuple(gaps)
    key = diagnostic.number
    evidence = (AuditEvidence("order", diagnostic.meant),) if diagnostic.meant else ()
    if status != "misprinted-number":
        fault = _fault(edition, status, key, number_of(key), diagnostic.message)
        return (replace(fault, evidence=evidence),)
    slip = find_slip(key, diagnostic.label)
    if slip is None:
        fault = _fault(edition, status, key, diagnostic.label, diagnostic.message)
    else:
        fault = _fault(edition, "untidy-number", key, diagnostic.label, SLIPS_IN_WORDS[slip])
    return (replace(fault, evidence=evidence),)


def _fault(edition: str, status: FaultStatus, key: str, raw: str, place: str) -> AuditFault:
    """Return the fault of a number.

    Args:
        edition: Id of the edition; empty for a document that is of none.
        status: The kind of fault.
        key: The key of the rule, or the missing number.
        raw: The number as printed.
        place: The problem in words; for a missing number the numbers on either side of the gap.
    """
    number = Reference(key, "number", raw, "rule", (number_of(key),), None, 0, len(raw))
    return extend(number, AuditFault, edition=edition, status=status, place=place)


def _placed_in_time(times: Times, fault: AuditFault) -> AuditFault:
    """Return the fault with its lineage, the editions through which it persists, and what was probably meant."""
    edition = fault.edition
    fault = replace(fault, lineage=times.lineage_at(edition, fault.source))
    since, until = times.run(edition, lambda neighbour: _stands(times, neighbour, fault))
    fault = replace(fault, since=since, until=until)
    if fault.status == "missing-number":
        return fault
    if is_only_misprinted(fault):
        return replace(fault, suggestion=fault.source, evidence=())
    if fault.status == "duplicate-number":
        fault = _the_wrong_one(times, fault)
    suggestions = (*_find_later(times, fault), *fault.evidence, *_find_next(times, fault))
    # The rule's later number is better evidence than the gap that it fills: there may be two misprints in a row.
    return replace(fault, evidence=suggestions, suggestion=suggestions[0].meant if suggestions else None)


def is_only_misprinted(fault: AuditFault) -> bool:
    """Return whether the number of a fault is known although it is printed in another form."""
    return fault.status in ("untidy-number", "misprinted-number") and fault.source != fault.raw


def _stands(times: Times, edition: str, fault: AuditFault) -> bool:
    """Return whether an edition has the same fault, in the same lineage or, for a gap, in the same place."""
    alike = (there for there in _list_stated(times, edition) if (there.status, there.raw) == (fault.status, fault.raw))
    if fault.status == "missing-number":
        return any(alike)
    return any(fault.lineage and times.lineage_at(edition, there.source) == fault.lineage for there in alike)


def _the_wrong_one(times: Times, fault: AuditFault) -> AuditFault:
    """Return the fault of whichever of two rules with one number is wrong.

    The wrong one is the rule whose number a later edition changed, if only one of the two was changed.
    """
    number = fault.targets[0]
    first = replace(fault, source=number, lineage=times.lineage_at(fault.edition, number))
    changed = [audit_fault for audit_fault in (first, fault) if any(_find_later(times, audit_fault))]
    return changed[0] if len(changed) == 1 else fault


def _find_later(times: Times, fault: AuditFault) -> Iterator[AuditEvidence]:
    """Yield the number that the rule had in the first edition without the fault, translated to this edition.

    Its parent may have another number by then, and rules may have been inserted before it.
    """
    after = times.history.edition_after(fault.until)
    number = times.key_in(after, fault.lineage) if after else None
    if after is None or number is None or not is_number(number):
        return
    parent = parent_of(number)
    own_parent = _number_of(times, fault.edition, times.lineage_at(after, parent), after) if parent else None
    if parent is None or not own_parent:
        return
    meant = own_parent + number.removeprefix(parent)
    if not is_number(meant):
        return
    taken = times.index(fault.edition).rules
    before = number_beside(meant, -1)
    continues = before is None or before in taken or before in _find_soon(times, fault.edition, after)
    if meant != fault.targets[0] and meant not in taken and continues:
        yield AuditEvidence("later", meant, after, number)


def _number_of(times: Times, edition: str, lineage: str | None, after: str) -> str | None:
    """Return the number that a lineage should have in an edition; for a duplicate number, the later one."""
    key = times.key_in(edition, lineage)
    return times.key_in(after, lineage) if key is None or "#" in key else key


def _find_soon(times: Times, edition: str, after: str) -> set[str]:
    """Return the numbers that the misprinted and misplaced rules of an edition have in a later one."""
    wrong = _list_stated(times, edition)
    keys = (times.key_in(after, times.lineage_at(edition, fault.source)) for fault in wrong)
    return {key for key in keys if key is not None}


def _find_next(times: Times, fault: AuditFault) -> Iterator[AuditEvidence]:
    """Yield the number after a doubled one, as `find_next` does."""
    if fault.status == "duplicate-number":
        yield from find_next(fault, times.rules(fault.edition), times.index(fault.edition))


def find_next(fault: AuditFault, document: Sequence[Rule], index: EditionIndex) -> Iterator[AuditEvidence]:
    """Yield the number after a doubled one, if it fits between the neighbours of the second rule with that.

    Args:
        fault: The fault of a number.
        document: The rules, in the order of the document.
        index: The index of these rules.
    """
    if fault.status != "duplicate-number" or not is_number(fault.targets[0]):
        return
    rules = index.rules
    number = fault.targets[0]
    following = number_beside(number, 1)
    places = [place for place, rule in enumerate(document) if rule.number == number]
    adjoin = bool(places) and places[-1] - places[0] == len(places) - 1
    if fault.source != number and following and following not in rules and adjoin:
        yield AuditEvidence("order", following)


def _contents(times: Times, edition: str) -> Iterator[AuditFault]:
    """Yield the sections and chapters whose titles in the contents differ from the body, or that the body lacks."""
    for entry in _find_differing_titles(times, edition):
        since, until = times.run(edition, partial(_has_differing_title, times, entry))
        fault = make_contents_fault(edition, entry)
        lineage = times.lineage_at(edition, fault.raw) if fault.heading is not None else None
        yield replace(fault, lineage=lineage, since=since, until=until)
    for fault in _list_unlisted(times, edition):
        since, until = times.run(edition, partial(_has_unlisted, times, fault.raw))
        yield replace(fault, lineage=times.lineage_at(edition, fault.raw), since=since, until=until)


def _has_unlisted(times: Times, number: str, edition: str) -> bool:
    return any(fault.raw == number for fault in _list_unlisted(times, edition))


def _list_unlisted(times: Times, edition: str) -> list[AuditFault]:
    return list_unlisted(edition, times.library.matter(edition), times.index(edition))


def list_unlisted(edition: str, matter: Iterable[Matter], index: EditionIndex) -> list[AuditFault]:
    """Return the faults of sections or chapters with a title that the contents leave out.

    Contents leave out nothing before their first entry of that kind, which a reader of pages may have taken for a
    doubled heading; an empty chapter without a title needs no entry.

    Args:
        edition: Id of the edition; empty for a document that is of none.
        matter: The matter around the rules; the contents are among it.
        index: The index of the rules.
    """
    listed = {number for number, _ in list_contents(matter)}
    rules = [rule for holders in index.rules.values() for rule in holders if rule.kind in ("section", "chapter")]
    begun: set[RuleKind] = set()
    faults: list[AuditFault] = []
    for rule in rules:
        heading = heading_of(rule)
        if rule.number in listed:
            begun.add(rule.kind)
        elif rule.kind in begun and heading:
            place = f"the body has {rule.number}. {heading}; the contents do not list it"
            faults.append(_fault(edition, "contents-mismatch", rule.key, rule.number, place))
    return faults


def _has_differing_title(times: Times, entry: ContentsEntry, edition: str) -> bool:
    return entry in _find_differing_titles(times, edition)


def make_contents_fault(edition: str, entry: ContentsEntry) -> AuditFault:
    """Return the fault of an entry of the contents that differs from the body."""
    number, title, heading = entry
    place = f"the contents have {number}. {title}; the body "
    place += "has no such number" if heading is None else f"calls it {heading}"
    status: FaultStatus = "missing-number" if heading is None else "contents-mismatch"
    fault = _fault(edition, status, number, number, place)
    return replace(fault, field="contents", quoted_title=title, heading=heading)


def _find_differing_titles(times: Times, edition: str) -> list[ContentsEntry]:
    return find_differing_titles(times.library.matter(edition), times.index(edition))


def find_differing_titles(matter: Iterable[Matter], index: EditionIndex) -> list[ContentsEntry]:
    """Return the entries of the contents whose titles differ from those of the body.

    Args:
        matter: The matter around the rules; the contents are among it.
        index: The index of the rules.
    """
    unlike: list[ContentsEntry] = []
    for number, title in list_contents(matter):
        headings = [heading_of(rule) or rule.text for rule in index.rules.get(number, ())]
        if not any(strip_title(heading).startswith(strip_title(title)) for heading in headings):
            unlike.append((number, title, headings[0] if headings else None))
    return unlike


def list_contents(matter: Iterable[Matter]) -> list[tuple[str, str]]:
    """Return the numbers and titles that the contents list."""
    contents = "\n".join(part.text for part in matter if part.name == "contents")
    return [(line["number"], line["title"]) for line in _CONTENTS_LINE.finditer(contents)]
