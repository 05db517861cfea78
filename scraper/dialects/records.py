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
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from types import ModuleType

from msgspec import Struct, field
from msgspec.structs import replace

from rules.json_files import JsonCopy, JsonRule, Leaf, is_sentence, read_json_copy
from rules.numbers import chapter_of, kind_of, ordinals, parent_of, sort_key
from rules.records import GlossaryEntry, ParsedDocument, Rule, Span
from scraper.claims import Claims
from scraper.decode import CONTROLS, INVISIBLE
from scraper.dialects import official, rules_site
from scraper.dialects.official import judge, report_undated, stated_edition
from scraper.labels import EXCLAIMED, check_numbers, is_title, read_heading, read_label
from scraper.layout import Line, SourceDocument
from scraper.markup.page import is_json

NAME = "records"

SHUFFLED = 0.02
"""Minimum share of numbers lower than the one before for the records to be sorted; in editions it is 0.0014."""

FEW_LEFT_OUT = 5
LEFT_OUT = 0.01
"""Maximum number of sentences of a file that are in no record, and maximum for each record if that is more: what a file
says of itself, its introduction and its credits."""
_COMPARED = 60
"""Number of letters and digits at the beginning of two texts that are compared."""

_EXAMPLE = re.compile(r"[*_]{0,3}examples?\s?:[*_]{0,3}\s*", re.IGNORECASE)
_CUT, _FETCH_AGAIN = "the end of this JSON is missing", "fetch another copy of it"
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
    copy = read_json_copy(source.text)
    if copy is None or (copy.running and _find_reader(_list_running(source, copy)) is None):
        return 0.0
    return 0.9


def parse(source: SourceDocument) -> ParsedDocument:
    """Read a document of this dialect as records."""
    copy = read_json_copy(source.text) or JsonCopy((), (), (), False, "this JSON contains no rules")
    if copy.running:
        return _read_running(source, copy)
    lines = _list_lines(source.text, copy.leaves)
    document = replace(source, lines=tuple(lines.values()))
    claims = Claims(document, NAME)
    edition = stated_edition(document.lines, claims)
    _report_controls(copy.leaves, claims)
    if copy.problem:
        claims.report("unclear-records", "error", copy.problem, hint="name or cut out the part that is one edition")
        return claims.close_without_rules(edition)
    if copy.is_cut:
        claims.report("json-cut", "warning", _CUT, hint=_FETCH_AGAIN)
    drafts = [draft for rule in _in_order(copy.rules, claims) for draft in _read_rule(rule, lines, claims)]
    rules = tuple(
        _make_rule(draft, ordinal, edition or "")
        for draft, ordinal in zip(drafts, ordinals(draft.number for draft in drafts), strict=True)
    )
    glossary = _read_glossary(copy, lines, edition, claims)
    report_undated(edition, claims)
    if not rules:
        claims.report("glossary-alone", "info", "the document has a glossary and no rules")
    claims.problems += check_numbers(rules, source.name)
    _drop_others(lines, (rules, glossary), claims)
    return claims.close(edition, judge(source, claims), rules=rules, glossary=glossary)


def _read_glossary(
    copy: JsonCopy, lines: dict[int, Line], edition: str | None, claims: Claims
) -> tuple[GlossaryEntry, ...]:
    """Return the glossary entries of a file, and claim their strings."""
    glossary: list[GlossaryEntry] = []
    terms = ordinals(entry.term.text.strip() for entry in copy.glossary)
    for entry, ordinal in zip(copy.glossary, terms, strict=True):
        span = _claim([entry.term, entry.text], lines, claims)
        term, text = entry.term.text.strip(), _clean(entry.text.text)
        glossary.append(GlossaryEntry(edition=edition or "", term=term, text=text, ordinal=ordinal, span=span))
    return tuple(glossary)


def _read_running(source: SourceDocument, copy: JsonCopy) -> ParsedDocument:
    """Return the records of the text that the strings of a file are together."""
    running = _list_running(source, copy)
    document: ParsedDocument = (_find_reader(running) or official).parse(running)
    own = {leaf.place for leaf in copy.running}
    lines = _list_lines(source.text, [leaf for leaf in copy.leaves if leaf.place not in own])
    claims = Claims(replace(source, lines=tuple(lines.values()), diagnostics=()), NAME)
    glossary = () if document.glossary else _read_glossary(copy, lines, document.edition, claims)
    if copy.is_cut:
        claims.report("json-cut", "warning", _CUT, hint=_FETCH_AGAIN)
    _drop_others(lines, (document.rules, (*document.glossary, *glossary)), claims)
    condition = judge(replace(source, condition=document.condition), claims)
    around = claims.close(document.edition, condition)
    return replace(
        document,
        dialect=NAME,
        condition=condition,
        glossary=(*document.glossary, *glossary),
        dropped=tuple(sorted((*document.dropped, *around.dropped), key=lambda row: row.line)),
        diagnostics=(*document.diagnostics, *around.diagnostics),
    )


def _find_reader(running: SourceDocument) -> ModuleType | None:
    """Return the dialect that reads a text, in Markdown or not; None if none does."""
    return next((dialect for dialect in (official, rules_site) if dialect.claims_document(running)), None)


def _list_running(source: SourceDocument, copy: JsonCopy) -> SourceDocument:
    """Return the text that the strings of a file are together, as a document with the places of the file."""
    breaks = [match.start() for match in _LINE_END.finditer(source.text)]
    are_lines = not any("\n" in leaf.text for leaf in copy.running)
    lines: list[Line] = []
    after_blank = True
    for leaf in copy.running:
        number = bisect_right(breaks, leaf.offset) + 1
        for words in _LINE_END.split(INVISIBLE.sub("", CONTROLS.sub("", leaf.text))):
            if words.strip():
                place = len(lines) + 1
                lines.append(Line(place, place, words.strip(), after_blank=after_blank, span=Span(number, number)))
            after_blank = not words.strip()
        after_blank = after_blank or not are_lines
    text = "\n".join(line.text for line in lines)
    return replace(source, text=text, lines=tuple(lines))


def _drop_others(
    lines: Mapping[int, Line], records: tuple[Sequence[Rule], Sequence[GlossaryEntry]], claims: Claims
) -> None:
    """Drop the strings that are in no record, and report sentences that no record repeats."""
    rules, glossary = records
    passages = [passage for rule in rules for passage in (rule.text, *rule.examples, *rule.notes)]
    passages += [entry.text for entry in glossary]
    beginnings = set(map(_beginning, passages))
    lost: list[Line] = []
    for line in lines.values():
        if not is_sentence(line.text):
            claims.drop(line, "other-field")
        elif _beginning(line.text) in beginnings:
            claims.drop(line, "repeated-text")
        else:
            claims.drop(line, "other-field")
            lost.append(line)
    if len(lost) > max(FEW_LEFT_OUT, LEFT_OUT * len(passages)):
        message = f"{len(lost):,} sentences of the file are in no record, such as {lost[0].text[:_COMPARED]!r}"
        claims.report("sentences-left-out", "warning", message, lost[0].line, "compare with another copy")


def _beginning(text: str) -> str:
    """Return the beginning of a text without its number and the word `Example`."""
    label = read_label(text)
    words = _EXAMPLE.sub("", text[label.end :] if label else text, count=1)
    return "".join(filter(str.isalnum, words[: 3 * _COMPARED]))[:_COMPARED]


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
    texts = [leaf for leaf in (rule.text, *rule.further) if leaf is not None]
    leaves = [rule.label, *([rule.heading] if rule.heading else ()), *texts, *rule.examples, *rule.notes]
    if rule.label.place not in lines:
        return
    draft = _Draft(rule.number, _claim(leaves, lines, claims))
    draft.heading = rule.heading.text.strip() if rule.heading and rule.heading.text.strip() else None
    first = draft
    text = "\n".join(filter(None, (_clean(leaf.text) for leaf in texts)))
    for place, line in enumerate(text.split("\n") if text else ()):
        label = read_label(line) or (read_heading(line) if place == 0 else None)
        if label is not None and label.number != draft.number and place > 0 and _follows(label.number, rule.number):
            yield draft
            draft = _Draft(label.number, draft.span)
        if label is not None and label.number == draft.number and not (draft.texts or draft.examples):
            line = line[label.end :]  # noqa: PLW2901 - the rest of the line
        _add_paragraph(draft, line)
    first.examples += [_EXAMPLE.sub("", _clean(leaf.text), count=1) for leaf in rule.examples if leaf.text.strip()]
    first.notes += [_clean(leaf.text) for leaf in rule.notes if leaf.text.strip()]
    yield draft


def _follows(number: str, before: str) -> bool:
    """Return whether a number after a line end is that of the next rule, not one that a sentence mentions."""
    return chapter_of(number) == chapter_of(before) and sort_key(number) > sort_key(before)


def _add_paragraph(draft: _Draft, line: str) -> None:
    """Add a line of text to a rule: its heading, an example, or a paragraph."""
    example = _EXAMPLE.match(line)
    if example:
        draft.examples.append(line[example.end() :])
    elif draft.examples[-1:] == [""]:  # the label was alone on its line
        draft.examples[-1] = line
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
