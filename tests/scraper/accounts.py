"""What a document that was read says of its source: the problems that were reported, the lines accounted for."""

from __future__ import annotations

from rules.records import ParsedDocument


def codes_of(document: ParsedDocument) -> list[str]:
    """The codes of all problems, in their order."""
    return [problem.code for problem in document.diagnostics]


def accounted_lines(document: ParsedDocument) -> set[int]:
    """The lines that are in a record's span, or dropped for a named reason."""
    spans = [rule.span for rule in document.rules] + [entry.span for entry in document.glossary]
    spans += [matter.span for matter in document.matter]
    lines = {line for span in spans if span for line in range(span.first_line, span.last_line + 1)}
    assert all(dropped.reason for dropped in document.dropped)
    return lines | {dropped.line for dropped in document.dropped}


def without_blanks(text: str) -> str:
    """A text in which all white space is one blank."""
    return " ".join(text.split())
