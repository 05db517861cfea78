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
from collections.abc import Mapping, Sequence
from itertools import pairwise
from types import ModuleType

from msgspec import Struct, field
from msgspec.structs import replace

from rules.counts import format_count
from rules.json_files.copies import JsonCopy, read_json_copy
from rules.json_files.records import JsonRule, Leaf
from rules.json_files.strings import is_sentence
from rules.keys import ordinals
from rules.numbers import chapter_of, kind_of, parent_of, sort_key
from rules.records import GlossaryEntry, ParsedDocument, Rule, Span
from scraper.claims import Claims
from scraper.dialects import official, rules_site
from scraper.labels import EXCLAIMED, Label, check_numbers, is_title, read_heading, read_label
from scraper.layout import LINE_END, Line, SourceDocument
from scraper.lost_characters import CONTROLS, INVISIBLE
from scraper.markup.page import is_json
from scraper.parts.dates import report_undated, stated_edition
from scraper.parts.whole import judge

NAME = "records"

SHUFFLED = 0.02
"""Minimum share of numbers lower than the one before for the records to be sorted; in editions it is 0.0014."""

FEW_LEFT_OUT = 5
LEFT_OUT = 0.01
"""Maximum number of sentences of a file that are in no record, and maximum for each record if that is more: what a file
says of itself, its introduction and its credits."""
_COMPARED = 60
"""Number of letters and digits at the beginning of two texts that are compared."""
_EXAMINED = 3 * _COMPARED
"""Number of characters in which these letters and digits are looked for; the others are spaces, marks and symbols."""

_EXAMPLE = re.compile(r"[*_]{0,3}examples?\s?:[*_]{0,3}\s*", re.IGNORECASE)
"""The label of an example, with the asterisks or underscores of bold and italic type in Markdown."""


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
    if copy is None or (copy.running and _find_reader(_join_running(source, copy)) is None):
        return 0.0
    return 0.9


def parse(source: SourceDocument) -> ParsedDocument:
    """Read a document of this dialect as records."""
    copy = read_json_copy(source.text) or JsonCopy((), (), (), False, "this JSON contains no rules")
    if copy.running:
        return _read_running(source, copy)
    unclaimed = _list_lines(source.text, copy.leaves)
    document = replace(source, lines=tuple(unclaimed.values()))
    claims = Claims(document, NAME)
    edition = stated_edition(document.lines, claims)
    _report_controls(copy.leaves, claims)
    if copy.problem:
        claims.report("unclear-records", "error", copy.problem, hint="name or cut out the part that is one edition")
        return claims.close_without_rules(edition)
    _report_cut(copy, claims)
    rules = _read_rules(copy, unclaimed, edition, claims)
    glossary = _read_glossary(copy, unclaimed, edition, claims)
    report_undated(edition, claims)
    if not rules:
        claims.report("glossary-alone", "info", "the document has a glossary but no rules")
    claims.problems += check_numbers(rules, source.name)
    _drop_unclaimed(unclaimed, rules, glossary, claims)
    return claims.close(edition, judge(source, claims), rules=rules, glossary=glossary)


def _report_cut(copy: JsonCopy, claims: Claims) -> None:
    if copy.is_cut:
        claims.report("json-cut", "warning", "the end of this JSON is missing", hint="fetch another copy of it")


def _read_rules(copy: JsonCopy, unclaimed: dict[int, Line], edition: str | None, claims: Claims) -> tuple[Rule, ...]:
    """Return the rules of a file, and claim their strings, which are taken out of those that are unclaimed."""
    drafts: list[_Draft] = []
    for rule in _in_order(copy.rules, claims):
        # A string is in one record only: what a second record names again is part of the first one.
        if rule.label.position in unclaimed:
            drafts += _read_rule(rule, _claim(_list_leaves(rule), unclaimed, claims))
    counted = ordinals(draft.number for draft in drafts)
    return tuple(_make_rule(draft, ordinal, edition or "") for draft, ordinal in zip(drafts, counted, strict=True))


def _read_glossary(
    copy: JsonCopy, unclaimed: dict[int, Line], edition: str | None, claims: Claims
) -> tuple[GlossaryEntry, ...]:
    """Return the glossary entries of a file, and claim their strings, taken out of those that are unclaimed."""
    glossary: list[GlossaryEntry] = []
    terms = ordinals(entry.term.text.strip() for entry in copy.glossary)
    for entry, ordinal in zip(copy.glossary, terms, strict=True):
        span = _claim([entry.term, entry.text], unclaimed, claims)
        term, text = entry.term.text.strip(), _clean(entry.text.text)
        glossary.append(GlossaryEntry(edition=edition or "", term=term, text=text, ordinal=ordinal, span=span))
    return tuple(glossary)


def _read_running(source: SourceDocument, copy: JsonCopy) -> ParsedDocument:
    """Return the records of the text that strings of a file are together, with the glossary beside that text."""
    text = _join_running(source, copy)
    reader = _find_reader(text) or official
    document: ParsedDocument = reader.parse(text)
    positions_in_text = {leaf.position for leaf in copy.running}
    leaves_around = [leaf for leaf in copy.leaves if leaf.position not in positions_in_text]
    unclaimed = _list_lines(source.text, leaves_around)
    # The strings around the text have an account of their own; that of the text was closed by the reader.
    claims = Claims(replace(source, lines=tuple(unclaimed.values()), diagnostics=()), NAME)
    glossary = document.glossary
    if not glossary:
        glossary = _read_glossary(copy, unclaimed, document.edition, claims)
    _report_cut(copy, claims)
    _drop_unclaimed(unclaimed, document.rules, glossary, claims)
    condition = judge(replace(source, condition=document.condition), claims)
    account = claims.close(document.edition, condition)
    return replace(
        document,
        dialect=NAME,
        condition=condition,
        glossary=glossary,
        dropped=tuple(sorted((*document.dropped, *account.dropped), key=lambda row: row.line)),
        diagnostics=(*document.diagnostics, *account.diagnostics),
    )


def _find_reader(running: SourceDocument) -> ModuleType | None:
    """Return the dialect that reads a text, in Markdown or not; None if none does."""
    return next((dialect for dialect in (official, rules_site) if dialect.claims_document(running)), None)


def _join_running(source: SourceDocument, copy: JsonCopy) -> SourceDocument:
    """Return the text that strings of a file are together, as a document whose spans are lines of the file.

    A string is a line of it, or several paragraphs: then each string begins a paragraph.
    """
    breaks = _find_breaks(source.text)
    are_lines = all("\n" not in leaf.text for leaf in copy.running)
    lines: list[Line] = []
    after_blank = True
    for leaf in copy.running:
        span = _find_span(leaf, breaks)
        for text in LINE_END.split(INVISIBLE.sub("", CONTROLS.sub("", leaf.text))):
            if not text.strip():
                after_blank = True
                continue
            number = len(lines) + 1
            lines.append(Line(number, number, text.strip(), after_blank=after_blank, span=span))
            after_blank = False
        if not are_lines:
            after_blank = True
    joined = "\n".join(line.text for line in lines)
    return replace(source, text=joined, lines=tuple(lines))


def _list_lines(text: str, leaves: Sequence[Leaf]) -> dict[int, Line]:
    """Return the strings that are not blank as lines, by their places; their spans are lines of the file.

    Args:
        text: The file.
        leaves: Its strings.
    """
    breaks = _find_breaks(text)
    lines: dict[int, Line] = {}
    for leaf in leaves:
        shown = _clean(leaf.text)
        if shown:
            first = leaf.position + 1
            lines[leaf.position] = Line(first, first, shown, after_blank=True, span=_find_span(leaf, breaks))
    return lines


def _find_breaks(text: str) -> list[int]:
    """Return the offsets at which the lines of a file end."""
    return [match.start() for match in LINE_END.finditer(text)]


def _find_span(leaf: Leaf, breaks: Sequence[int]) -> Span:
    """Return the line of a file on which a string begins, by the offsets at which its lines end."""
    number = bisect_right(breaks, leaf.offset) + 1
    return Span(number, number)


def _drop_unclaimed(
    unclaimed: Mapping[int, Line], rules: Sequence[Rule], glossary: Sequence[GlossaryEntry], claims: Claims
) -> None:
    """Drop the strings that are in no record, and report it if many of them are sentences that no record repeats."""
    passages = [passage for rule in rules for passage in (rule.text, *rule.examples, *rule.notes)]
    passages += [entry.text for entry in glossary]
    beginnings = {_find_beginning(passage) for passage in passages}
    lost: list[Line] = []
    for line in unclaimed.values():
        reason = "other-field"
        if is_sentence(line.text):
            if _find_beginning(line.text) in beginnings:
                reason = "repeated-text"
            else:
                lost.append(line)
        claims.drop(line, reason)
    if len(lost) > max(FEW_LEFT_OUT, LEFT_OUT * len(passages)):
        sentences = format_count(len(lost), "sentence of the file is", "sentences of the file are")
        message = f"{sentences} in no record, such as {lost[0].text[:_COMPARED]!r}"
        claims.report("sentences-left-out", "warning", message, lost[0].line, "compare with another copy")


def _find_beginning(text: str) -> str:
    """Return the first letters and digits of a text, after its number or the word `Example`."""
    label = read_label(text)
    words = text
    if label:
        words = text[label.end :]
    words = _EXAMPLE.sub("", words, count=1)
    return "".join(filter(str.isalnum, words[:_EXAMINED]))[:_COMPARED]


def _report_controls(leaves: Sequence[Leaf], claims: Claims) -> None:
    """Report control characters, which a string of JSON has as escapes and no record takes over."""
    found = sum(CONTROLS.search(leaf.text) is not None for leaf in leaves)
    if found:
        message = f"control characters in {format_count(found, 'string')} were removed"
        claims.report("control-characters", "warning", message)


def _clean(text: str) -> str:
    """Return a text with the line ends of a record, without blank lines, control characters and space around lines."""
    shown = INVISIBLE.sub("", CONTROLS.sub("", text.replace("\v", " ")))
    lines = (line.strip() for line in LINE_END.split(shown))
    return "\n".join(line for line in lines if line)


def _in_order(rules: Sequence[JsonRule], claims: Claims) -> Sequence[JsonRule]:
    """Return the rules in the order of the file, or by their numbers if the file has them mixed."""
    falls = sum(sort_key(after.number) < sort_key(before.number) for before, after in pairwise(rules))
    if falls <= SHUFFLED * len(rules):
        return rules
    claims.report(
        "sorted-by-number", "info", f"the records were sorted; {falls:,} had a lower number than the one before"
    )
    return sorted(rules, key=lambda rule: sort_key(rule.number))


def _claim(leaves: Sequence[Leaf], unclaimed: dict[int, Line], claims: Claims) -> Span:
    """Claim the strings of a record, and return the lines of the file on which they begin.

    Args:
        leaves: The strings; what is blank or in an earlier record is left alone.
        unclaimed: Position → string that is in no record yet; those that are claimed are taken out.
        claims: The account of the file.
    """
    positions = dict.fromkeys(leaf.position for leaf in leaves)
    own = [unclaimed.pop(position) for position in positions if position in unclaimed]
    for line in own:
        claims.claim([line])
    numbers = [line.line for line in own]
    return Span(min(numbers), max(numbers))


def _list_leaves(rule: JsonRule) -> list[Leaf]:
    """Return all strings of a record."""
    leaves = [rule.label, rule.heading, rule.text, *rule.further, *rule.examples, *rule.notes]
    return [leaf for leaf in leaves if leaf is not None]


def _read_rule(rule: JsonRule, span: Span) -> list[_Draft]:
    """Return the rule of a record, and those that begin on further lines of its text.

    The examples and notes that the record has in fields of their own belong to the first of them.
    """
    first = _Draft(rule.number, span)
    if rule.heading is not None:
        first.heading = rule.heading.text.strip() or None
    drafts = [first]
    for index, line in enumerate(_list_text_lines(rule)):
        is_first = index == 0
        label = read_label(line)
        if label is None and is_first:
            label = read_heading(line)
        is_new = label is not None and label.number != drafts[-1].number
        if label is not None and is_new and not is_first and _follows(label.number, rule.number):
            drafts.append(_Draft(label.number, span))
        _add_paragraph(drafts[-1], _without_own_label(line, label, drafts[-1]))
    first.examples += [_EXAMPLE.sub("", _clean(leaf.text), count=1) for leaf in rule.examples if leaf.text.strip()]
    first.notes += [_clean(leaf.text) for leaf in rule.notes if leaf.text.strip()]
    return drafts


def _list_text_lines(rule: JsonRule) -> list[str]:
    """Return the lines of the text of a record that are not blank; none if it has no text."""
    texts = [leaf for leaf in (rule.text, *rule.further) if leaf is not None]
    return [line for leaf in texts for line in _clean(leaf.text).split("\n") if line]


def _without_own_label(line: str, label: Label | None, draft: _Draft) -> str:
    """Return a line of text without its label, if that is the number of the rule before its first passage."""
    is_begun = bool(draft.texts or draft.examples)
    if label is not None and label.number == draft.number and not is_begun:
        return line[label.end :]
    return line


def _follows(number: str, before: str) -> bool:
    """Return whether a number after a line end is that of the next rule, not one that a sentence mentions."""
    return chapter_of(number) == chapter_of(before) and sort_key(number) > sort_key(before)


def _add_paragraph(draft: _Draft, line: str) -> None:
    """Add a line of text to a rule: its heading, an example, or a paragraph."""
    example = _EXAMPLE.match(line)
    follows_bare_label = bool(draft.examples) and not draft.examples[-1]
    can_have_heading = not draft.texts and draft.heading is None and kind_of(draft.number) != "subrule"
    if example:
        draft.examples.append(line[example.end() :])
    elif follows_bare_label:
        draft.examples[-1] = line
    elif can_have_heading and (is_title(line) or EXCLAIMED.fullmatch(line)):
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
