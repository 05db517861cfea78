"""Records as JSON for the command line; users' scripts rely on the field names."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from comprules.cli.corresponding import correspondence_json
from graph import documents
from graph.documents import reference_json
from graph.history.since import words_since

if TYPE_CHECKING:
    from rules.links import Version
    from rules.records import Diagnostic, Edition, ParsedDocument, Rule
    from rules.store import Store


def edition_json(edition: Edition, counts: tuple[int, int, int]) -> dict[str, Any]:
    """Return an edition and its copies; `counts` are those of its rules, glossary entries and references."""
    return {
        **documents.edition_json(edition, counts),
        "copies": [
            {
                "file": witness.file,
                "origin": witness.origin,
                "sha256": witness.sha256,
                "bytes": witness.size,
                "encoding": witness.encoding,
                "condition": witness.condition,
                "reason": witness.reason or None,
                "stated_edition": witness.stated_edition,
                "rules": witness.rules,
                "glossary": witness.glossary,
                "chosen": witness.chosen,
            }
            for witness in edition.witnesses
        ],
    }


def history_of(store: Store, rule: Rule) -> tuple[str | None, str | None, tuple[Version, ...]]:
    """Return a rule's lineage, the edition since which its text is unchanged, and the versions of the lineage.

    How old the words of a retyped edition are is not told.
    """
    lineage = store.lineage_at(rule.edition, rule.key)
    versions = store.versions(lineage) if lineage else ()
    if rule.edition in store.retyped:
        return lineage, None, versions
    return lineage, words_since(versions, rule.edition), versions


def rule_json(store: Store, rule: Rule, *, tree: bool) -> dict[str, Any]:
    """Return a rule with its references, what cites it, and where its history begins.

    `versions` is the number of versions of the whole lineage.
    """
    edition = rule.edition
    lineage, since, versions = history_of(store, rule)
    subrules = store.subrules(edition, rule.number)
    return {
        **_words_of(rule),
        "edition": edition,
        "condition": store.edition(edition).condition,
        "parent": rule.parent,
        "lineage": lineage,
        "since": since,
        "versions": len(versions),
        "corresponds": [
            correspondence_json(correspondence)
            for correspondence in (store.correspondences_of(lineage) if lineage else ())
        ],
        "references": [reference_json(reference) for reference in store.references(edition, rule.key)],
        "cited_by": [{"number": key, "edition": edition} for key in store.cited_by(edition, rule.key)],
        "subrules": [rule_json(store, subrule, tree=True) if tree else subrule.key for subrule in subrules],
    }


def _words_of(rule: Rule) -> dict[str, Any]:
    """Return the fields of a rule that need no knowledge base; `provenance` only if it has tags."""
    words: dict[str, Any] = {
        "number": rule.number,
        "ordinal": rule.ordinal,
        "kind": rule.kind,
        "heading": rule.heading,
        "text": rule.text,
        "examples": list(rule.examples),
        "notes": list(rule.notes),
        "tags": list(rule.tags),
    }
    if rule.tags:
        from rules.provenance import provenance_of  # noqa: PLC0415 - only the rulings summaries have tags

        words["provenance"] = [msgspec.structs.asdict(tag) for tag in provenance_of(rule)]
    return words


def document_json(document: ParsedDocument) -> dict[str, Any]:
    """Return a parsed document."""
    from graph.references.term_index import index_entries  # noqa: PLC0415 - slow to import and only used here

    return {
        "work": document.work,
        "dialect": document.dialect,
        "encoding": document.encoding,
        "edition": document.edition,
        "condition": document.condition,
        "rules": [
            {
                **_words_of(rule),
                "label": rule.label,
                "line": rule.span.first_line if rule.span else None,
            }
            for rule in document.rules
        ],
        "glossary": [
            {"term": entry.term, "text": entry.text, "line": entry.span.first_line if entry.span else None}
            for entry in document.glossary
        ],
        "matter": [
            {"name": part.name, "text": part.text, "line": part.span.first_line if part.span else None}
            for part in document.matter
        ],
        "index": [
            {
                "term": entry.term,
                "under": entry.under,
                "references": [entry.text[start:end] for start, end in entry.numbers],
                "see": entry.see,
            }
            for entry in index_entries(document.matter)
        ],
        "dropped": [{"line": line.line, "reason": line.reason, "text": line.text} for line in document.dropped],
        "diagnostics": [diagnostic_json(diagnostic) for diagnostic in document.diagnostics],
    }


def diagnostic_json(diagnostic: Diagnostic) -> dict[str, Any]:
    """Return a problem of the content."""
    return {
        "code": diagnostic.code,
        "name": diagnostic.code,
        "severity": diagnostic.severity,
        "message": diagnostic.message,
        "path": diagnostic.path,
        "line": diagnostic.line or None,
        "column": diagnostic.column or None,
        "end_column": None,
        "number": None,
        "suggestion": None,
        "edition_broken": None,
        "hint": diagnostic.hint or None,
    }
