"""Checks of a summary: irregular numbers and tags, and words that a copy lost.

Guarantees: diagnostics only; the text is never changed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from rules.provenance import has_unread_date, provenance_of
from rules.records import Diagnostic, Rule
from scraper.dialects.rulings.numbering import parent_of, sort_key
from scraper.lines import Line

PLACEHOLDER = re.compile(r"<-[^<>\n]{1,80}-?>")
"""A placeholder, as the summaries print it: `<-cost->`."""

_HOLE = re.compile(r"(?:(?<=[\s(])|^)[\"“](?:[:;,.](?=[\s\"”])|[\"”](?!\w))|(?<=\w)\s[.,;:](?=[\"”])")
"""A place where words before a colon or full stop are missing: `": "`, `is in ."`, `""`."""


def lost_placeholders(lines: Sequence[Line], name: str) -> tuple[Diagnostic, ...]:
    """Report paragraphs in which words in angle brackets were taken for tags of HTML and lost.

    Args:
        lines: The lines of the summary. If one of them still has such words, nothing was lost.
        name: The document's name in messages.
    """
    if any(PLACEHOLDER.search(line.text) for line in lines):
        return ()
    holes = [(line, hole) for line in lines if (hole := _HOLE.search(line.text))]
    message = "words in angle brackets were lost here, since an HTML page takes them for tags"
    hint = "another copy may have them"
    return tuple(
        Diagnostic("lost-placeholder", "warning", message, name, line.number, hole.start() + 1, hint)
        for line, hole in holes
    )


def check_rules(rules: Sequence[Rule], name: str) -> Iterator[Diagnostic]:
    """Report duplicate, misprinted and misplaced numbers, and tags with an impossible date."""
    before: dict[tuple[str | None, bool], Rule] = {}
    for rule in rules:
        if rule.label.removeprefix("+").strip() not in ("", rule.number):
            message = f"{rule.number} is printed {rule.label!r}"
            yield Diagnostic("misprinted-number", "info", message, name, rule.line)
        if rule.ordinal > 1:
            message = f"{rule.number} is printed {'twice' if rule.ordinal == 2 else f'{rule.ordinal} times'}"
            yield Diagnostic("duplicate-number", "warning", message, name, rule.line)
        family = (parent_of(rule.number), rule.kind == "ruling")
        last = before.get(family)
        if last is not None and sort_key(rule.number) < sort_key(last.number):
            message = f"{rule.number} is printed after {last.number}"
            yield Diagnostic("out-of-order-number", "warning", message, name, rule.line)
        before[family] = rule
        for tag in provenance_of(rule):
            if has_unread_date(tag):
                yield Diagnostic("bad-date", "warning", f"the date in {tag.raw} is none", name, rule.line)
