"""The audit of one document against itself: its broken references, its faulty numbers.

The document may be a draft, a translation, a fan-made rule book, or a part of one of these. No knowledge base is
needed; what only a comparison of editions shows is added by `graph.audit.known`.

A part of a rule book refers to rules that it does not have. Such a reference is outside, which is no fault: in a part,
a number is judged only if the part has its chapter; of a chapter that it has only from the middle on, only the numbers
between its first and its last one. If it is known which numbers the whole rule book has, all references of a part are
judged.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from graph.audit.contents import ContentsEntry, find_differing_titles, list_contents, list_unlisted, make_contents_fault
from graph.audit.evidence import find_by_title
from graph.audit.faults import FaultSpan, conclude_fault, make_fault
from graph.audit.numbering import faults_of, find_number_after_double, is_excerpt, is_only_misprinted
from graph.references.printed_index import read_printed_index, resolve_printed_index
from graph.references.resolve import EditionIndex, resolve_references
from rules.conversion import extend
from rules.faults import AuditFault
from rules.keys import is_entry
from rules.numbers import chapter_of, is_number, sort_key
from rules.records import Diagnostic, Matter, ParsedDocument, Resolution, Span
from rules.summary_numbers import RULING

_ENDS_EARLY = frozenset({"truncated", "fragment", "destroyed"})
"""Conditions of a document whose end is missing."""
_LONG_NUMBER = re.compile(r"\d{4}")
"""A number that lost its dot, which no part can have."""
_RULING = re.compile(RULING)
AGREEING_SHARE = 0.5
"""Minimum share of the entries of contents with the title of the body; the others are faults."""
_NO_SPAN = FaultSpan("", "")
"""The editions with a fault of a document, which only the history of an edition knows."""
_FIRST_NUMBERS = frozenset({"1", "100", "1.1", "100.1"})
"""Numbers that a whole rule book may begin with."""


class DocumentFault(AuditFault, frozen=True, kw_only=True):
    """A fault of a document.

    Attributes:
        lines: The lines of the record that has it; None if they are unknown.
        in_edition: Whether the edition that the document is of has it too; None if that is not known.
    """

    lines: Span | None = None
    in_edition: bool | None = None


class DocumentAudit(Struct, frozen=True):
    """The result of the audit of one document.

    Attributes:
        faults: The faults, in the order of the document.
        references: All references.
        outside: Those of a part that were not judged, since they lead out of it.
    """

    faults: tuple[DocumentFault, ...]
    references: tuple[Resolution, ...]
    outside: tuple[Resolution, ...]


class _JudgedReferences(Struct):
    """The references of a document that are not right.

    Attributes:
        faulty: Those that are faults.
        outside: Those that cannot be judged, since they lead out of the part of a rule book that the document is.
    """

    faulty: list[Resolution] = []
    outside: list[Resolution] = []


def resolve_document(document: ParsedDocument) -> tuple[Resolution, ...]:
    """Return the references of a document's rules, glossary and index, resolved in the document itself."""
    of_text = resolve_references(document.rules, document.glossary)
    of_index = resolve_printed_index(read_printed_index(document.matter), document.rules, document.glossary)
    return *of_text, *of_index


def looks_whole(document: ParsedDocument) -> bool:
    """Return whether a document seems to be a whole rule book: it begins with the first number and has its end."""
    if document.condition in _ENDS_EARLY or not document.rules:
        return False
    return document.rules[0].number in _FIRST_NUMBERS


def audit_document(
    document: ParsedDocument,
    references: Sequence[Resolution],
    *,
    is_whole: bool,
    existing: Collection[str] = frozenset(),
) -> DocumentAudit:
    """Return the faults of a document.

    Args:
        document: The document.
        references: Its references, such as `resolve_document` returns.
        is_whole: Whether every reference must lead to a record of this document.
        existing: All keys of the rule book that a part is of; empty if they are unknown.
    """
    index = EditionIndex(document.rules, document.glossary)
    spans = list_spans(document)
    if is_whole:
        judged = _JudgedReferences(faulty=[reference for reference in references if reference.status != "ok"])
    elif existing:
        judged = _judge_by_numbers(references, existing)
    else:
        judged = _judge_by_range(references, document, index)
    faults: list[DocumentFault] = []
    for reference in judged.faulty:
        fault = _make_reference_fault(document.edition or "", reference, index)
        faults.append(_place_fault(fault, spans.get(fault.source)))
    faults += _list_number_faults(document, index, spans)
    faults += _list_contents_faults(document, index, spans, is_whole=is_whole)
    return DocumentAudit(order_faults(faults), tuple(references), tuple(judged.outside))


def _judge_by_numbers(references: Iterable[Resolution], existing: Collection[str]) -> _JudgedReferences:
    """Return the references of a part of a rule book, judged by the keys of the whole rule book."""
    judged = _JudgedReferences()
    for reference in references:
        is_right = reference.status == "ok"
        is_right_in_whole_book = reference.status == "missing" and _exists(reference, existing)
        if not is_right and not is_right_in_whole_book:
            judged.faulty.append(reference)
    return judged


def _judge_by_range(
    references: Iterable[Resolution], document: ParsedDocument, index: EditionIndex
) -> _JudgedReferences:
    """Return the references of a part of an unknown rule book, judged by the range of numbers that the part covers.

    Args:
        references: The references of the part.
        document: The part.
        index: The index of its rules.
    """
    judged = _JudgedReferences()
    for reference in references:
        if reference.status == "missing" and _is_outside(reference, document, index):
            judged.outside.append(reference)
        elif reference.status != "ok":
            judged.faulty.append(reference)
    return judged


def order_faults(faults: Iterable[DocumentFault]) -> tuple[DocumentFault, ...]:
    """Return the faults of a document in the order of their lines."""
    return tuple(sorted(faults, key=lambda fault: fault.lines.first_line if fault.lines else 0))


def list_spans(document: ParsedDocument) -> dict[str, Span | None]:
    """Return the lines of each record, by its key; entries of the index have those of the whole index."""
    spans: dict[str, Span | None] = {rule.key: rule.span for rule in document.rules}
    spans |= {entry.key: entry.span for entry in document.glossary}
    matter = next((part for part in document.matter if part.name == "index"), None)
    if matter is not None:
        spans |= {entry.key: matter.span for entry in read_printed_index(document.matter)}
    return spans


def _is_outside(reference: Resolution, document: ParsedDocument, index: EditionIndex) -> bool:
    """Return whether all targets that a part lacks may be in another part of the rule book.

    Args:
        reference: A reference of the part, with the status `missing`.
        document: The part.
        index: The index of its rules.
    """
    if reference.reference.kind == "glossary":
        return not document.glossary
    lacking = [number for number in reference.reference.targets if number not in index.rules]
    return all(_is_beyond(number, document) for number in lacking)


def _is_beyond(number: str, document: ParsedDocument) -> bool:
    """Return whether a number that a part lacks may be outside of the range that the part covers.

    A part with 702.3 to 702.9 may lack 702.12, which comes later, but not 702.5, which must be among its rules. It may
    lack 702.1 too, since it begins inside the chapter; a part that begins with 702.1 lacks nothing before. A number
    after the last one may only be outside if the part ends inside the chapter. Of a chapter that the part lacks
    altogether, any number may be in another part, except `7024`, which lost its dot.
    """
    chapter = chapter_of(number)
    in_chapter = [rule.number for rule in document.rules if chapter_of(rule.number) == chapter]
    if not in_chapter:
        return _LONG_NUMBER.match(number) is None  # another part may have the whole chapter
    if _RULING.fullmatch(number):
        return True  # the number of a ruling does not show where its chapter begins and ends
    regular = [own_number for own_number in in_chapter if is_number(own_number)]
    if not regular or not is_number(number):
        return False
    first, last = regular[0], regular[-1]
    begins_inside_chapter = first not in {chapter, f"{chapter}.1"}
    if begins_inside_chapter and sort_key(number) < sort_key(first):
        return True
    is_last_chapter = chapter_of(document.rules[-1].number) == chapter
    # A part that was cut out of its chapter at the beginning is probably cut out at the end as well.
    may_end_inside_chapter = is_last_chapter and (begins_inside_chapter or document.condition in _ENDS_EARLY)
    return may_end_inside_chapter and sort_key(number) > sort_key(last)


def _exists(reference: Resolution, existing: Collection[str]) -> bool:
    """Return whether the whole rule book has every target of a reference."""
    printed = reference.reference
    if printed.kind == "glossary":
        folded = {key.casefold() for key in existing if is_entry(key)}
        return all(f"glossary:{term}".casefold() in folded for term in printed.targets)
    return all(number in existing for number in printed.targets)


def _make_reference_fault(edition: str, broken: Resolution, index: EditionIndex) -> AuditFault:
    """Return the fault of a broken reference, with the evidence of the title next to it."""
    # The status of a resolution that is not ok is always a `FaultStatus`.
    fault = make_fault(edition, broken, broken.status, _NO_SPAN)  # type: ignore[arg-type]
    return conclude_fault(replace(fault, evidence=tuple(find_by_title(index, broken))), index)


def _list_number_faults(
    document: ParsedDocument, index: EditionIndex, spans: dict[str, Span | None]
) -> Iterator[DocumentFault]:
    """Yield the faults of numbers that the reader reported; those of an excerpt without its missing numbers."""
    are_gaps_faults = not is_excerpt(document.diagnostics, len(index.rules))
    for diagnostic in document.diagnostics:
        for fault in faults_of(document.edition or "", diagnostic):
            if fault.status == "missing-number" and not are_gaps_faults:
                continue
            yield _place_fault(_suggest_number(fault, document, index), _span_of(diagnostic) or spans.get(fault.source))


def _span_of(diagnostic: Diagnostic) -> Span | None:
    return Span(diagnostic.line, diagnostic.line) if diagnostic.line else None


def _suggest_number(fault: AuditFault, document: ParsedDocument, index: EditionIndex) -> AuditFault:
    """Return the fault of a number, completed by the number that was probably meant, if the document alone shows it."""
    if fault.status == "missing-number":
        return fault
    if is_only_misprinted(fault):
        return replace(fault, suggestion=fault.source, evidence=())
    evidence = (*fault.evidence, *find_number_after_double(fault, document.rules, index))
    return replace(fault, evidence=evidence, suggestion=evidence[0].meant if evidence else None)


def _list_contents_faults(
    document: ParsedDocument, index: EditionIndex, spans: dict[str, Span | None], *, is_whole: bool
) -> Iterator[DocumentFault]:
    """Yield the entries of the contents that differ from the body, and the sections that the contents leave out.

    The contents of a part may be those of the whole rule book, so that they list numbers that the part lacks.
    """
    contents = [part for part in document.matter if part.name == "contents"]
    differing = find_differing_titles(contents, index)
    if not _are_contents(contents, index, differing):
        return
    for entry in differing:
        fault = make_contents_fault(document.edition or "", entry)
        if is_whole or fault.status != "missing-number":
            yield _place_fault(fault, _span_of_contents(contents))
    for fault in list_unlisted(document.edition or "", contents, index):
        yield _place_fault(fault, spans.get(fault.source))


def _are_contents(contents: Sequence[Matter], index: EditionIndex, differing: Sequence[ContentsEntry]) -> bool:
    """Return whether enough entries have the titles of the body.

    A numbered list in a preface looks like contents, but has other titles than the body.

    Args:
        contents: The matter that was read as contents.
        index: The index of the rules.
        differing: The entries whose titles differ from those of the body.
    """
    in_body = sum(number in index.rules for number, _ in list_contents(contents))
    differing_in_body = sum(entry.heading is not None for entry in differing)
    agreeing = in_body - differing_in_body
    return in_body > 0 and agreeing >= AGREEING_SHARE * in_body


def _span_of_contents(contents: Sequence[Matter]) -> Span | None:
    spans = [part.span for part in contents if part.span]
    return Span(spans[0].first_line, spans[-1].last_line) if spans else None


def _place_fault(fault: AuditFault, lines: Span | None) -> DocumentFault:
    """Return a fault with the lines of the record that has it."""
    return extend(fault, DocumentFault, lines=lines)
