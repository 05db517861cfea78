"""The audit of a rules document in files, with its faults as findings with line and column.

The document is compared with itself. If it is of a known edition, the ledger, which ships with comprules, knows the
numbers of that edition, so that references out of a part of it can be checked too. A knowledge base also knows the
faults that only the history shows.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import NamedTuple

from msgspec import Struct

from comprules.lint.records import Audited, Checked, Finding
from comprules.rules_document import RulesDocument
from graph.answers.references import all_references
from graph.audit.document import (
    DocumentAudit,
    DocumentFault,
    audit_document,
    list_spans,
    looks_whole,
    resolve_document,
)
from graph.audit.known import compare_with_faults
from graph.audit.wording import describe_fault, describe_meant
from graph.citations.codes import AUDIT_CODES
from graph.documents.extent import measure_extent
from graph.references.outline import resolve_outline
from graph.references.printed_index import read_printed_index
from graph.references.translated import add_translated
from rules.faults import FaultStatus
from rules.records import ParsedDocument, Resolution, Span
from rules.store import Store
from scraper import outline

CODE_OF_STATUS: Mapping[FaultStatus, str] = {
    "missing": "CR201",
    "title-mismatch": "CR202",
    "ambiguous": "CR203",
    "drifted": "CR204",
    "mistaken": "CR205",
    "duplicate-number": "CR206",
    "missing-number": "CR207",
    "misplaced-number": "CR208",
    "misprinted-number": "CR209",
    "untidy-number": "CR210",
    "contents-mismatch": "CR211",
}
"""The code of the finding for each kind of fault."""
NEARLY_WHOLE = 0.9
"""Minimum share of an edition's rules with which a document with gaps counts as whole, such as a draft."""
_AROUND = 120
"""Maximum number of characters that are kept of a line before the mark and after it."""


class FileAudit(Struct, frozen=True):
    """The audit of a document in files.

    Attributes:
        edition: The edition that it is of; empty if none is known.
        is_whole: Whether every reference had to lead to a record of the document.
        audit: The faults and references.
    """

    edition: str
    is_whole: bool
    audit: DocumentAudit


class _Mark(NamedTuple):
    """The part of a passage that a fault is about, from `start` up to `end`."""

    passage: str
    start: int
    end: int


def audit_files(
    document: RulesDocument, facts: Store, *, edition: str | None = None, is_whole: bool | None = None
) -> FileAudit:
    """Audit a document.

    Args:
        document: The document.
        facts: The knowledge base, or the ledger.
        edition: Id of the edition that it is of; None for the one that it states. An edition that the facts do not
            know is ignored.
        is_whole: Whether it is a whole rule book; None to find out.
    """
    parsed = document.parsed
    known_edition = edition or parsed.edition
    if known_edition not in facts.editions_of(parsed.work):
        known_edition = None
    if is_whole is None:
        is_whole = _is_whole(document, known_edition, facts)
    # The references of a part may lead out of it, to other records of its edition.
    keys: Collection[str] = frozenset()
    if known_edition is not None and not is_whole:
        keys = frozenset(facts.keys(known_edition))
    references = _list_references(parsed)
    audit = audit_document(parsed, references, is_whole=is_whole, existing=keys)
    # A retyped copy does not have the publisher's text, so a document is not compared with it.
    if known_edition is not None and facts.has_texts and known_edition not in facts.retyped:
        references_of_edition = all_references(facts, known_edition)
        audit = compare_with_faults(audit, facts.faults([known_edition]), references_of_edition, list_spans(parsed))
    return FileAudit(known_edition or "", is_whole, audit)


def _list_references(parsed: ParsedDocument) -> Sequence[Resolution]:
    """Return the references of a document, resolved within it.

    An outline has numbers such as 1.2.3. Other documents may be translations, whose references, such as `Kapitel 702`,
    are added.
    """
    if parsed.dialect == outline.NAME:
        return resolve_outline(parsed.rules, parsed.glossary)
    return add_translated(resolve_document(parsed), parsed.rules, parsed.glossary)


def _is_whole(document: RulesDocument, edition: str | None, facts: Store) -> bool:
    """Return whether a document has all of its edition's rules, or, if that is unknown, seems to be whole."""
    if edition is None:
        return looks_whole(document.parsed)
    rules = measure_extent(document.parsed, edition, facts).rules
    return rules.form == "whole" or (rules.form == "gaps" and rules.present >= NEARLY_WHOLE * rules.total)


def report_audit(document: RulesDocument, audited: FileAudit, statuses: Collection[FaultStatus]) -> Checked:
    """Return the report of an audit.

    Args:
        document: The document.
        audited: Its audit.
        statuses: The kinds of faults to report.
    """
    parsed = document.parsed
    audit = audited.audit
    passages = _read_passages(document)
    faults = [fault for fault in audit.faults if fault.status in statuses]
    findings = [_make_finding(document, fault, passages) for fault in faults]
    counts = Audited(
        audited.edition,
        audited.is_whole,
        len(parsed.rules) + len(parsed.glossary),
        len(audit.references),
        len(audit.outside),
    )
    return Checked(
        findings=tuple(_in_order(findings, [file.path for file in document.files])),
        files=len(document.files),
        audited=counts,
    )


def _in_order(findings: Iterable[Finding], paths: Sequence[str]) -> list[Finding]:
    """Return findings in the order in which the files were named, then by place."""
    order = {path: index for index, path in enumerate(paths)}
    return sorted(findings, key=lambda finding: (order[finding.path], finding.line, finding.column))


def _read_passages(document: RulesDocument) -> dict[tuple[str, str], str]:
    """Return the passages of a document by key of the record and name of the passage: `("702.19a", "text")`."""
    parsed = document.parsed
    passages = {(rule.key, field): text for rule in parsed.rules for field, text in rule.passages}
    passages |= {(entry.key, "text"): entry.text for entry in parsed.glossary}
    passages |= {(entry.key, "text"): entry.text for entry in read_printed_index(parsed.matter)}
    return passages


def _make_finding(document: RulesDocument, fault: DocumentFault, passages: Mapping[tuple[str, str], str]) -> Finding:
    """Return a fault as a finding, with its place and the line around it.

    Args:
        document: The document.
        fault: The fault.
        passages: The passages, as from `_read_passages`.
    """
    mark = _find_mark(document, fault, passages)
    file, place = document.locate(_narrow(fault), mark.passage, mark.start, mark.end)
    line = ""
    if place.line <= len(file.lines):
        line = file.lines[place.line - 1]
    start, end = place.column - 1, place.end_column - 1
    shown_start = max(start - _AROUND, 0)
    code = AUDIT_CODES[CODE_OF_STATUS[fault.status]]
    suggestion = None
    if fault.suggestion != fault.raw:
        suggestion = fault.suggestion
    # Only a reference can be replaced where it stands; another number of a rule would change what it is.
    is_reference = fault.field not in ("number", "contents")
    return Finding(
        code=code.code,
        name=code.name,
        severity=code.severity,
        message=_describe(fault),
        path=file.path,
        line=place.line,
        column=place.column,
        end_column=place.end_column,
        number=fault.raw,
        suggestion=suggestion,
        edition_broken=fault.since or None,
        confidence=1.0,
        fix="place" if suggestion is not None and is_reference else None,
        marked=line[start:end],
        source=line[shown_start : end + _AROUND],
        source_column=shown_start + 1,
    )


def _narrow(fault: DocumentFault) -> Span | None:
    """Return the lines to search for the words of a fault: for a number only the first line of its record."""
    if fault.lines is None or fault.field != "number":
        return fault.lines
    return Span(fault.lines.first_line, fault.lines.first_line)


def _find_mark(document: RulesDocument, fault: DocumentFault, passages: Mapping[tuple[str, str], str]) -> _Mark:
    """Return the part to mark, with the passage to look for in the document."""
    if fault.field == "contents":
        return _mark_whole(fault.quoted_title or fault.raw)
    if fault.status == "missing-number" and fault.lines is not None:
        # A missing number cannot be marked, so the number after the gap is.
        line = fault.lines.first_line
        after = next((rule for rule in document.parsed.rules if rule.line == line), None)
        if after is None:
            return _mark_whole("")
        return _mark_whole(after.label or after.number)
    if fault.field == "number":
        return _mark_whole(fault.raw)
    return _Mark(passages.get((fault.source, fault.field), fault.raw), fault.start, fault.end)


def _mark_whole(passage: str) -> _Mark:
    return _Mark(passage, 0, len(passage))


def _describe(fault: DocumentFault) -> str:
    """Return the message about a fault: what is wrong, what was probably meant, whether the edition has it too."""
    parts = [describe_fault(fault, "document")]
    meant = describe_meant(fault)
    if meant:
        parts.append(meant)
    if fault.in_edition is False:
        parts.append("the edition does not have this fault")
    return "; ".join(parts)
