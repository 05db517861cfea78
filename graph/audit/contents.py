"""Faults of an edition's table of contents, compared with the headings of the body."""

import re
from collections.abc import Iterable, Iterator
from functools import partial
from typing import NamedTuple

from msgspec.structs import replace

from graph.audit.numbering import make_number_fault
from graph.audit.record_cache import RecordCache
from graph.references.resolve import EditionIndex, heading_of
from rules.faults import AuditFault, FaultStatus
from rules.numbers import RuleKind
from rules.records import Matter
from rules.text import strip_title

_CONTENTS_LINE = re.compile(
    r"""
    ^\s*(?P<number>[1-9]\d{0,2}(?:\.[1-9]\d{0,2}){0,5})\.\s+(?P<title>\S.*?)\s*
    (?:
          \.{2,}[ .]*\d*      # dots up to the number of the page
        | \t.*
        | \s\d+              # the number of the page after a blank
    )?
    \s*$
    """,
    re.MULTILINE | re.VERBOSE,
)
"""A line of the contents; the number of its page does not belong to the title."""


class ContentsEntry(NamedTuple):
    """An entry of the contents that differs from the body.

    Attributes:
        number: Number of the heading.
        title: Title in the contents.
        heading: The heading of the number in the body; None if the body has no such number.
    """

    number: str
    title: str
    heading: str | None


def find_contents_faults(records: RecordCache, edition: str) -> Iterator[AuditFault]:
    """Yield the faults of an edition's contents, each with its lineage and the editions through which it persists.

    An entry of the contents is at fault if its title differs from the body or the body lacks its number; a section or
    chapter of the body, if the contents leave it out.
    """
    yield from _find_entry_faults(records, edition)
    yield from _find_unlisted_faults(records, edition)


def _find_entry_faults(records: RecordCache, edition: str) -> Iterator[AuditFault]:
    """Yield the faults of entries whose titles differ from the body, or whose numbers the body lacks."""
    for entry in _find_differing_titles_of_edition(records, edition):
        since, until = records.find_span(edition, partial(_has_differing_title, records, entry))
        fault = make_contents_fault(edition, entry)
        is_in_body = entry.heading is not None
        lineage = records.lineage_at(edition, entry.number) if is_in_body else None
        yield replace(fault, lineage=lineage, since=since, until=until)


def _find_unlisted_faults(records: RecordCache, edition: str) -> Iterator[AuditFault]:
    """Yield the faults of sections and chapters that the contents leave out."""
    for fault in _list_unlisted_of_edition(records, edition):
        number = fault.raw
        since, until = records.find_span(edition, partial(_has_unlisted, records, number))
        yield replace(fault, lineage=records.lineage_at(edition, number), since=since, until=until)


def _has_unlisted(records: RecordCache, number: str, edition: str) -> bool:
    """Return whether the contents of an edition leave out a section or chapter."""
    return any(fault.raw == number for fault in _list_unlisted_of_edition(records, edition))


def _list_unlisted_of_edition(records: RecordCache, edition: str) -> list[AuditFault]:
    """Return the faults of sections or chapters that the contents of an edition leave out."""
    return list_unlisted(edition, records.store.matter(edition), records.index(edition))


def list_unlisted(edition: str, matter: Iterable[Matter], index: EditionIndex) -> list[AuditFault]:
    """Return the faults of sections or chapters with a title that the contents leave out.

    Sections before the first listed section, and chapters before the first listed chapter, may be left out. If the
    contents list chapter 102 first, it is no fault that they lack 100 and 101: the program that read the document may
    have dropped the first entries as repeated headings. A chapter without a title needs no entry.

    Args:
        edition: Id of the edition; empty for a document that is of none.
        matter: The matter around the rules; the contents are among it.
        index: The index of the rules.
    """
    listed_numbers = {number for number, _ in list_contents(matter)}
    rules = [rule for holders in index.rules.values() for rule in holders if rule.kind in ("section", "chapter")]
    kinds_listed: set[RuleKind] = set()  # whether the contents have listed a section, or a chapter, so far
    faults: list[AuditFault] = []
    for rule in rules:
        heading = heading_of(rule)
        if rule.number in listed_numbers:
            kinds_listed.add(rule.kind)
        elif rule.kind in kinds_listed and heading:
            place = f"the body has {rule.number}. {heading}; the contents do not list it"
            faults.append(make_number_fault(edition, "contents-mismatch", rule.key, rule.number, place))
    return faults


def _has_differing_title(records: RecordCache, entry: ContentsEntry, edition: str) -> bool:
    """Return whether an edition has the same entry in its contents with the same heading in its body."""
    return entry in _find_differing_titles_of_edition(records, edition)


def make_contents_fault(edition: str, entry: ContentsEntry) -> AuditFault:
    """Return the fault of an entry of the contents that differs from the body."""
    number, title, heading = entry
    status: FaultStatus
    if heading is None:
        status, difference = "missing-number", "has no such number"
    else:
        status, difference = "contents-mismatch", f"calls it {heading}"
    place = f"the contents have {number}. {title}; the body {difference}"
    fault = make_number_fault(edition, status, number, number, place)
    return replace(fault, field="contents", quoted_title=title, heading=heading)


def _find_differing_titles_of_edition(records: RecordCache, edition: str) -> list[ContentsEntry]:
    """Return the entries of an edition's contents whose titles differ from those of the body."""
    return find_differing_titles(records.store.matter(edition), records.index(edition))


def find_differing_titles(matter: Iterable[Matter], index: EditionIndex) -> list[ContentsEntry]:
    """Return the entries of the contents whose titles differ from those of the body, or whose numbers the body lacks.

    An entry does not differ if its title is the beginning of the heading, because contents break off long titles. A
    rule without a heading is compared by its text. If the body has a number twice, the entry may agree with either
    rule.

    Args:
        matter: The matter around the rules; the contents are among it.
        index: The index of the rules.
    """
    differing: list[ContentsEntry] = []
    for number, title in list_contents(matter):
        headings = [heading_of(rule) or rule.text for rule in index.rules.get(number, ())]
        if not any(strip_title(heading).startswith(strip_title(title)) for heading in headings):
            differing.append(ContentsEntry(number, title, headings[0] if headings else None))
    return differing


def list_contents(matter: Iterable[Matter]) -> list[tuple[str, str]]:
    """Return the numbers and titles that the contents list, such as `("702", "Keyword Abilities")`.

    A number at the end of a line is read as that of a page, even if it belongs to the title: `103. Magic 2010` has the
    title `Magic`. Since a title may be the beginning of the heading, that makes no fault.
    """
    contents = "\n".join(part.text for part in matter if part.name == "contents")
    return [(line["number"], line["title"]) for line in _CONTENTS_LINE.finditer(contents)]
