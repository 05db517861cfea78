"""The rules as JSON: records with a number and a text in fields of any name.

History: programs take the rules from JSON far more often than from the publisher's text: objects by number with the
neighbours of each rule named in it, lists, trees of chapters, chunks for retrieval whose text begins with the number.

Notes: `rules.json_files` finds the fields by their values. Records whose numbers are mixed are sorted, which is
reported; a text with the numbers of further rules on lines of its own is cut there. The strings of a file are its
lines: those that belong to no record are dropped as `other-field`.

Guarantees: every string is in a record or dropped with a named reason. A file with the rules of several editions, or
with two fields of numbers that contradict each other, yields no rules and an error.
"""

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import pairwise

from msgspec import Struct, field
from msgspec.structs import replace

from rules.json_files import JsonCopy, JsonRule, Leaf, read_json_copy
from rules.numbers import chapter_of, kind_of, ordinals, parent_of, sort_key
from rules.records import GlossaryEntry, ParsedDocument, Rule, Span
from scraper.claims import EXAMPLE, Claims
from scraper.decode import CONTROLS, INVISIBLE
from scraper.dialects.official import judge, report_undated, stated_edition
from scraper.labels import EXCLAIMED, check_numbers, is_title, read_heading, read_label
from scraper.layout import Line, SourceDocument
from scraper.markup.page import is_json

NAME = "records"

SHUFFLED = 0.02
"""Minimum share of numbers lower than the one before for the records to be sorted; in editions it is 0.0014."""

_LINE_END = re.compile(r"\r\n|\r|\n")


class _Draft(Struct):
    """A rule under construction; see `rules.records.Rule` for the fields."""

    number: str
    span: Span
    heading: str | None = None
    texts: list[str] = field(default_factory=list)
    examples: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)


def claims_document(source: SourceDocument) -> float:
    """Return the confidence that the document is of this dialect: JSON with numbers beside texts, or a glossary."""
    if is_json(source.text):
        return 0.0  # it holds whole pages
    return 0.9 if read_json_copy(source.text) else 0.0


def parse(source: SourceDocument) -> ParsedDocument:
    """Read a document of this dialect as records."""
    copy = read_json_copy(source.text) or JsonCopy((), (), (), False, "this JSON contains no rules")
    lines = _list_lines(source.text, copy.leaves)
    document = replace(source, lines=tuple(lines.values()))
    claims = Claims(document, NAME)
    edition = stated_edition(document.lines, claims)
    _report_controls(copy.leaves, claims)
    if copy.problem:
        claims.report("unclear-records", "error", copy.problem, hint="name or cut out the part that is one edition")
        return claims.close_without_rules(edition)
    if copy.is_cut:
        claims.report("json-cut", "warning", "the end of this JSON is missing", hint="fetch another copy of it")
    drafts = [draft for rule in _in_order(copy.rules, claims) for draft in _read_rule(rule, lines, claims)]
    rules = tuple(
        _make_rule(draft, ordinal, edition or "")
        for draft, ordinal in zip(drafts, ordinals(draft.number for draft in drafts), strict=True)
    )
    terms = ordinals(entry.term.text.strip() for entry in copy.glossary)
    glossary = []
    for entry, ordinal in zip(copy.glossary, terms, strict=True):
        span = _claim([entry.term, entry.text], lines, claims)
        term, text = entry.term.text.strip(), _clean(entry.text.text)
        glossary.append(GlossaryEntry(edition=edition or "", term=term, text=text, ordinal=ordinal, span=span))
    report_undated(edition, claims)
    if not rules:
        claims.report("glossary-alone", "info", "the document has a glossary and no rules")
    claims.problems += check_numbers(rules, source.name)
    claims.keep(lines.values(), lambda _: "other-field")
    return claims.close(edition, judge(source, claims), rules=rules, glossary=tuple(glossary))


def _list_lines(text: str, leaves: Sequence[Leaf]) -> dict[int, Line]:
    """Return the strings that are not blank as lines, by their places; their spans are the lines of the file."""
    breaks = [match.start() for match in _LINE_END.finditer(text)]
    lines: dict[int, Line] = {}
    for leaf in leaves:
        if _clean(leaf.text):
            number = bisect_right(breaks, leaf.offset) + 1
            first = leaf.place + 1
            lines[leaf.place] = Line(first, first, _clean(leaf.text), after_blank=True, span=Span(number, number))
    return lines


def _report_controls(leaves: Sequence[Leaf], claims: Claims) -> None:
    """Report control characters, which a string of JSON has as escapes and no record takes over."""
    found = sum(CONTROLS.search(leaf.text) is not None for leaf in leaves)
    if found:
        claims.report("control-characters", "warning", f"control characters in {found:,} strings were left out")


def _clean(text: str) -> str:
    """Return a text with the line ends of a record, without blank lines, control characters and space around lines."""
    shown = INVISIBLE.sub("", CONTROLS.sub("", text.replace("\v", " ")))
    lines = (line.strip() for line in _LINE_END.split(shown))
    return "\n".join(line for line in lines if line)


def _in_order(rules: Sequence[JsonRule], claims: Claims) -> Sequence[JsonRule]:
    """Return the rules in the order of their numbers, if the file has them mixed."""
    falls = sum(sort_key(after.number) < sort_key(before.number) for before, after in pairwise(rules))
    if falls <= SHUFFLED * len(rules):
        return rules
    claims.report(
        "sorted-by-number", "info", f"the records were sorted; {falls:,} had a lower number than the one before"
    )
    return sorted(rules, key=lambda rule: sort_key(rule.number))


def _claim(leaves: Sequence[Leaf], lines: dict[int, Line], claims: Claims) -> Span:
    """Claim the strings of a record, and return its lines in the file."""
    own = [lines.pop(place) for place in dict.fromkeys(leaf.place for leaf in leaves) if place in lines]
    for line in own:
        claims.claim([line])
    numbers = [line.line for line in own]
    return Span(min(numbers), max(numbers))


def _read_rule(rule: JsonRule, lines: dict[int, Line], claims: Claims) -> Iterator[_Draft]:
    """Yield the rule of a record, and those that begin on further lines of its text."""
    leaves = [rule.label, *(leaf for leaf in (rule.heading, rule.text) if leaf), *rule.examples, *rule.notes]
    if rule.label.place not in lines:
        return
    draft = _Draft(rule.number, _claim(leaves, lines, claims))
    draft.heading = rule.heading.text.strip() if rule.heading and rule.heading.text.strip() else None
    first = draft
    text = _clean(rule.text.text) if rule.text else ""
    for place, line in enumerate(text.split("\n") if text else ()):
        label = read_label(line) or (read_heading(line) if place == 0 else None)
        if label is not None and label.number != draft.number and place > 0 and _follows(label.number, rule.number):
            yield draft
            draft = _Draft(label.number, draft.span)
        if label is not None and label.number == draft.number and not (draft.texts or draft.examples):
            line = line[label.end :]  # noqa: PLW2901 - the rest of the line
        _add_paragraph(draft, line)
    first.examples += [EXAMPLE.sub("", _clean(leaf.text), count=1) for leaf in rule.examples if leaf.text.strip()]
    first.notes += [_clean(leaf.text) for leaf in rule.notes if leaf.text.strip()]
    yield draft


def _follows(number: str, before: str) -> bool:
    """Return whether a number after a line end is that of the next rule, not one that a sentence mentions."""
    return chapter_of(number) == chapter_of(before) and sort_key(number) > sort_key(before)


def _add_paragraph(draft: _Draft, line: str) -> None:
    """Add a line of text to a rule: its heading, an example, or a paragraph."""
    example = EXAMPLE.match(line)
    if example:
        draft.examples.append(line[example.end() :])
    elif (
        not draft.texts
        and draft.heading is None
        and kind_of(draft.number) != "subrule"
        and (is_title(line) or EXCLAIMED.fullmatch(line))
    ):
        draft.heading = line
    elif line and line != draft.heading:
        draft.texts.append(line)


def _make_rule(draft: _Draft, ordinal: int, edition: str) -> Rule:
    return Rule(
        edition=edition,
        number=draft.number,
        kind=kind_of(draft.number),
        heading=draft.heading,
        text="\n".join(draft.texts),
        examples=tuple(draft.examples),
        notes=tuple(draft.notes),
        parent=parent_of(draft.number),
        ordinal=ordinal,
        span=draft.span,
    )
