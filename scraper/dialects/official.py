"""The publisher's own text of the Comprehensive Rules, 1999 to today, in all formats of surviving copies.

History: 1999 as 80-column text with ruled headings, indented contents, glossary and index; then with dotted contents;
from 2001 hard-wrapped at page width; from 2002 one paragraph per line; straight quotes until 2014 (curly in 2005),
curly since. Numbers, headings, examples and glossary have the same form throughout, so one module reads them all once
`scraper.layout` has found the paragraphs.

Notes: the effective date is what the document itself says ("effective" since 2009, "current" before), never its file
name.
Guarantees: see `scraper.body` and `scraper.regions`; unclaimed lines are reported.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from rules.provenance import iso_date
from rules.records import (
    COMPREHENSIVE_RULES,
    Condition,
    Matter,
    ParsedDocument,
)
from scraper.body import read_body, read_glossary
from scraper.claims import ENOUGH_RULES, Claims, without_rules
from scraper.labels import Label, read_label
from scraper.layout import Paragraph, SourceDocument, is_rule_line, paragraphs
from scraper.regions import Region, divide, find_truncation
from scraper.sequence import check_numbers

NAME = "official"

_DATE_LINE = re.compile(r"(?:effective|current)\sas\sof\s+([A-Z][a-z]+\s\d{1,2},\s\d{4})")


def claims_document(source: SourceDocument) -> float:
    """Return the confidence that the document is of this dialect, 0 to 1.

    Signs are rule labels with numbers, and the line that states the date.
    """
    numbers = [
        label.number for line in source.lines if (label := read_label(line.text)) and _has_words(line.text, label)
    ]
    rising = sum(before < after for before, after in pairwise(numbers))
    if len(set(numbers)) < ENOUGH_RULES or 2 * rising < len(numbers) - 1:
        return 0.0
    return 1.0 if any(_DATE_LINE.search(line.text) for line in source.lines) else 0.6


def _has_words(text: str, label: Label) -> bool:
    """Return whether words follow a label; in a table of figures and in a program none do."""
    first = text[label.end : label.end + 1]
    if text.startswith(("- ", "– ", "— "), label.end):  # the format of the rulings summaries
        return False
    return first.isalpha() or (not first.isalnum() and any(char.isalpha() for char in text[label.end : label.end + 9]))


def parse(source: SourceDocument) -> ParsedDocument:
    """Read a document of this dialect as records.

    Args:
        source: A document that `claims_document` accepts; another one yields no rules and an error in `diagnostics`.
    """
    body = paragraphs(list(source.lines), source.wrapped)
    regions = divide(body)
    claims = Claims(source)
    edition = stated_edition(body, claims)
    if regions is None:
        return without_rules(source, COMPREHENSIVE_RULES, NAME, edition)
    if edition is None:
        claims.report("no-date", "info", "the document states no effective date")
    label = edition or ""
    front = _read_matter(regions.front, claims)
    rules = read_body(regions.body, label, claims)
    glossary = read_glossary(regions.glossary, label, claims)
    back = _read_matter(regions.back, claims)
    missing = find_truncation(body, regions, rules, source.name)
    claims.problems += (*check_numbers(rules, source.name), *missing)
    condition: Condition = "damaged" if missing and source.condition == "good" else source.condition
    if any(problem.code != "contents-disagree" for problem in missing):
        condition = "truncated"
    claims.report_left_over()
    return ParsedDocument(
        name=source.name,
        work=COMPREHENSIVE_RULES,
        dialect=NAME,
        encoding=source.encoding,
        edition=edition,
        condition=condition,
        rules=rules,
        glossary=glossary,
        matter=front + back,
        dropped=claims.dropped,
        diagnostics=(*source.diagnostics, *claims.problems),
    )


def stated_edition(body: Sequence[Paragraph], claims: Claims, pattern: re.Pattern[str] = _DATE_LINE) -> str | None:
    """Return the effective date that the document states (ISO), None if it states none; report what is odd about it.

    Args:
        body: Its paragraphs.
        claims: Its account.
        pattern: Words that state it, with the date as their group.
    """
    stated: dict[str, int] = {}
    for paragraph in body:
        for match in pattern.finditer(paragraph.text):
            day = iso_date(match[1])
            if day is None:
                claims.report("bad-date", "warning", f"{match[1]!r} is not a date", paragraph.first)
            else:
                stated.setdefault(day, paragraph.first)
    first = next(iter(stated), None)
    for other in list(stated)[1:]:
        message = f"the document states two effective dates, {first} and {other}"
        claims.report("two-dates", "warning", message, stated[other], "the first one was taken")
    return first


def _read_matter(regions: Sequence[Region], claims: Claims) -> tuple[Matter, ...]:
    matter = []
    for region in regions:
        kept = []
        for position, paragraph in enumerate(region.paragraphs):
            if is_rule_line(paragraph.text):
                claims.drop(paragraph, "rule-line")
            elif region.heading and position == 0:
                claims.drop(paragraph, "heading")
            else:
                kept.append(paragraph)
        if kept:
            # Subordinate entries of an index are after one tab, whatever indentation the copy uses.
            least = min(row.indent for row in kept)
            rows = (f"\t{row.text}" if region.name == "index" and row.indent > least else row.text for row in kept)
            matter.append(Matter(region.name, "\n".join(rows), claims.claim(kept)))
    return tuple(matter)
