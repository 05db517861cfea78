"""Functions shared by all dialects: report unclaimed lines, and documents without any rule."""

from __future__ import annotations

from rules.records import Diagnostic, ParsedDocument
from scraper.claims import Claims
from scraper.layout import paragraphs
from scraper.source import SourceDocument

ENOUGH_RULES = 3
"""Minimum number of rules for a document to be one of a dialect."""


def left_over(claims: Claims, name: str) -> list[Diagnostic]:
    """Return an error for every line that no record claims and nothing dropped."""
    message = "no record claims this line, and there is no reason to drop it"
    return [Diagnostic("unclaimed-line", "error", message, name, line.first, 1) for line in claims.left_over]


def without_rules(source: SourceDocument, work: str, dialect: str, edition: str | None = None) -> ParsedDocument:
    """Return the records of a document without any rule.

    Its lines are dropped as `no-rule`, and an error says that it has no rule.
    """
    claims = Claims(source.lines)
    for paragraph in paragraphs(list(source.lines)):
        claims.drop(paragraph, "no-rule")
    message = f"no numbered rule of the dialect {dialect} in this document"
    problem = Diagnostic("no-rules", "error", message, source.name, hint="try another copy of it, or another dialect")
    return ParsedDocument(
        name=source.name,
        work=work,
        dialect=dialect,
        encoding=source.encoding,
        edition=edition,
        condition="destroyed",
        rules=(),
        glossary=(),
        matter=(),
        dropped=claims.dropped,
        diagnostics=(*source.diagnostics, problem),
    )
