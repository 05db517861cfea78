"""Crystal Keep's rulings summary with letters for sections, 1998 and 1999: another work than the Comprehensive Rules.

History: Stephen D'Angelo's summary of rulings numbered its rules by topic, `A.2.1`, its rulings `A.2.Ruling.1`, and
closed paragraphs with tags that name their source, `[D'Angelo 02/03/98]`. The last issue under the Fifth Edition
rules survives as a text with a paragraph a line, contents in front, index and acknowledgements behind.

Notes: tags are kept in the text where they stand, and listed in `Rule.tags`; a `Note -` paragraph belongs to the rule
or ruling it follows. Its references are not resolved here.
Guarantees: every line is in a rule, in matter, or left over.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from rules.records import RULINGS_SUMMARY, Diagnostic, Matter, ParsedDocument, Rule, RuleKind
from scraper.claims import Claims
from scraper.dialects.common import left_over, without_rules
from scraper.layout import paragraphs
from scraper.lines import Paragraph
from scraper.source import SourceDocument
from scraper.truncation import find_cut

NAME = "rulings-summary"
ENOUGH_RULES = 3

_LABEL = re.compile(r"(?P<number>[A-Z](?:\.\d{1,2}(?:\.(?P<ruling>Rulings?\.)?\d{1,3})?)?)\s?-\s+(?=\S)")
_NOTE = re.compile(r"Note\s?-\s+")
_TAG = re.compile(r"\[[^\[\]]{2,80}\d[^\[\]]{0,20}\]")
_RULE_LABEL = re.compile(r"[A-Z]\.\d{1,2}\.(?:Rulings?\.)?\d{1,3}\s?-\s")
_MATTER = re.compile(r"(?:table of contents|index|acknowledgements(?: and disclaimers)?|credits):?$", re.IGNORECASE)


@dataclass(slots=True)
class _Draft:
    number: str
    kind: RuleKind
    heading: str | None
    paragraphs: list[Paragraph]
    texts: list[str]
    notes: list[str] = field(default_factory=list)


def claims_document(source: SourceDocument) -> float:
    """How surely this dialect's: by rule labels with letters."""
    labelled = sum(_RULE_LABEL.match(line.text) is not None for line in source.lines)
    return 0.9 if labelled >= ENOUGH_RULES else 0.0


def parse(source: SourceDocument) -> ParsedDocument:
    """Read a document of this dialect as records."""
    found = paragraphs(list(source.lines))
    claims = Claims(source.lines)
    if not any(_RULE_LABEL.match(paragraph.text) for paragraph in found):
        return without_rules(source, RULINGS_SUMMARY, NAME)
    start, stop = _body(found)
    matter = _matter(found[:start], "title", claims)
    rules = _rules(found[start:stop], claims)
    matter += _matter(found[stop:], "end", claims)
    cut = [] if stop < len(found) else find_cut(found, source.name)
    no_date = Diagnostic("no-date", "info", "the document states no effective date", source.name)
    return ParsedDocument(
        name=source.name,
        work=RULINGS_SUMMARY,
        dialect=NAME,
        encoding=source.encoding,
        edition=None,
        condition="truncated" if cut else source.condition,
        rules=rules,
        glossary=(),
        matter=matter,
        dropped=claims.dropped,
        diagnostics=(*source.diagnostics, no_date, *cut, *left_over(claims, source.name)),
    )


def _body(found: Sequence[Paragraph]) -> tuple[int, int]:
    """From the headings just before the first rule to the first framing matter after it."""
    first = next(i for i, paragraph in enumerate(found) if _RULE_LABEL.match(paragraph.text))
    start = first
    while start and first - start < 2 and _LABEL.match(found[start - 1].text):  # its chapter, its section
        start -= 1
    stop = next((i for i in range(first, len(found)) if _MATTER.match(found[i].text)), len(found))
    return start, stop


def _rules(region: Sequence[Paragraph], claims: Claims) -> tuple[Rule, ...]:
    drafts: list[_Draft] = []
    for paragraph in region:
        label = _LABEL.match(paragraph.text)
        if label is not None:
            drafts.append(_begin(label, paragraph))
        elif drafts:
            note = _NOTE.match(paragraph.text)
            drafts[-1].paragraphs.append(paragraph)
            (drafts[-1].notes if note else drafts[-1].texts).append(paragraph.text[note.end() if note else 0 :])
    seen: dict[str, int] = {}
    rules = []
    for draft in drafts:
        seen[draft.number] = seen.get(draft.number, 0) + 1
        words = "\n".join([*draft.texts, *draft.notes])
        rules.append(
            Rule(
                edition="",
                number=draft.number,
                kind=draft.kind,
                heading=draft.heading,
                text="\n".join(draft.texts),
                notes=tuple(draft.notes),
                tags=tuple(_TAG.findall(words)),
                parent=_parent(draft.number),
                ordinal=seen[draft.number],
                span=claims.claim(draft.paragraphs),
            )
        )
    return tuple(rules)


def _begin(label: re.Match[str], paragraph: Paragraph) -> _Draft:
    number, rest = label["number"].replace("Rulings", "Ruling"), paragraph.text[label.end() :]
    depth = number.count(".")
    if label["ruling"]:
        return _Draft(number, "ruling", None, [paragraph], [rest])
    if depth < 2:
        return _Draft(number, "chapter" if depth else "section", rest, [paragraph], [])
    return _Draft(number, "rule", None, [paragraph], [rest])


def _parent(number: str) -> str | None:
    """`A.2.Ruling.1` and `A.2.1` hang under `A.2`, which hangs under `A`."""
    parts = [part for part in number.split(".") if part != "Ruling"]
    return ".".join(parts[:-1]) or None


def _matter(region: Sequence[Paragraph], name: str, claims: Claims) -> tuple[Matter, ...]:
    found: list[Matter] = []
    kept: list[Paragraph] = []

    def close() -> None:
        if kept:
            found.append(Matter(name, "\n".join(paragraph.text for paragraph in kept), claims.claim(kept)))
            kept.clear()

    for paragraph in region:
        if _MATTER.match(paragraph.text):
            close()
            claims.drop(paragraph, "heading")
            name = {"t": "contents", "i": "index"}.get(paragraph.text[0].lower(), "acknowledgements")
        else:
            kept.append(paragraph)
    close()
    return tuple(found)
