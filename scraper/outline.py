"""Rule books with a numbering of their own, in Markdown or plain text: 1, 1.2, 1.2.3, 1.2.3a, to any depth.

No edition of the Magic rules has this form, and no table of dialects has this reader: so many documents have numbered
headings that it would claim pages that are no rules. It is for documents that a user names.

A heading `## 1.2 Title` or `## 1.2. Title` is a rule with that heading; a paragraph, a quotation or an item of a list
that begins with a number with a dot in it is a rule with its text. What follows, up to the next number, continues the
rule. Lines before the first rule are its title; among them, items that repeat numbers of headings are the contents. A
part that is headed "Glossary" has entries: a term in bold type or before a colon, then its text.

Guarantees: every line that is not blank is in a record, or in `dropped` with a reason.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from msgspec import Struct
from msgspec.structs import replace

from rules.numbers import RuleKind, ordinals
from rules.records import Diagnostic, Dropped, GlossaryEntry, Matter, ParsedDocument, Rule, Span
from scraper.labels import report_gap, report_misplaced
from scraper.layout import Line, SourceDocument, is_rule_line

NAME = "outline"
WORK = "rule-book"
LEAST_RULES = 4
"""Minimum number of numbers in rising order that make a document a rule book."""
MOST_SKIPPED = 3
"""Maximum length of a gap between two numbers; if more are missing, they were left out on purpose, as in an excerpt."""
_NUMBER = r"[1-9]\d{0,2}(?:\.[1-9]\d{0,2}){0,5}(?:\.?[a-z])?"
_HEADING = re.compile(rf"(?:>\s*)?#{{1,6}}\s+(?:§\s*)?(?P<number>{_NUMBER})[.):]?\s+(?P<title>\S.*?)\s*#*$")
_OTHER_HEADING = re.compile(r"#{1,6}\s+(?P<title>\S.*?)\s*#*$")
_ITEM = re.compile(
    rf"(?:>\s*)?(?:[-*+]\s+)?(?:\*\*|__)?(?:§\s*)?(?P<number>(?=\d+\.\d){_NUMBER})(?P<mark>[.):]?(?:\*\*|__)?[.:)]?)(?:\s+(?P<text>\S.*)|$)"
)
_CONTENTS = re.compile(
    rf"(?:[-*+]\s+)?\[?(?P<number>{_NUMBER})[.):]?\s+(?P<title>[^\]|]+?)(?:\]\([^()]*\))?(?:\s*\.{{3,}}\s*\d*)?$"
)
_FENCE = re.compile(r"(?:```|~~~)")
_TERM = re.compile(r"(?:[-*+]\s+)?(?:\*\*(?P<bold>[^*]+?)[:.]?\*\*[:.]?|(?P<plain>[A-Z][^:]{1,60}):)\s+(?P<text>\S.*)$")
_PART = re.compile(r"(?P<number>\d+|[a-z])")


class _Found(Struct, frozen=True):
    """The beginning of a rule: its number, its heading or its text, and its place among the lines."""

    number: str
    heading: str | None
    text: str
    place: int


def claims_document(source: SourceDocument) -> bool:
    """Return whether a document has enough numbers, and most of them go up."""
    numbers = [found.number for found in _find_rules(source.lines)]
    if len(set(numbers)) < LEAST_RULES or not any("." in number for number in numbers):
        return False
    rising = sum(order(before) < order(after) for before, after in pairwise(numbers))
    return 2 * rising >= len(numbers) - 1


def order(number: str) -> tuple[tuple[int, str], ...]:
    """Return the key that sorts numbers: 1.2 < 1.2a < 1.2.1 < 1.10."""
    parts = _PART.findall(number)
    return tuple((int(part), "") if part.isdecimal() else (0, part) for part in parts)


def parent_of(number: str) -> str | None:
    """Return the number one level up: 1.2.3a → 1.2.3 → 1.2 → 1 → None."""
    parts = _PART.findall(number)
    if len(parts) == 1:
        return None
    return number[: len(number) - len(parts[-1])].rstrip(".")


def parse(source: SourceDocument) -> ParsedDocument:
    """Read a document of this form as records."""
    found = _find_rules(source.lines)
    heads = {each.place: each for each in found}
    rules: list[Rule] = []
    glossary: list[GlossaryEntry] = []
    dropped: list[Dropped] = []
    before: list[Line] = []
    region = "before"
    for place, line in enumerate(source.lines):
        head, heading = heads.get(place), _OTHER_HEADING.match(line.text)
        if head is not None:
            region = "rules"
            rules.append(_make_rule(head, line))
        elif is_rule_line(line.text):
            dropped.append(Dropped(line.line, "rule-line", line.text))
        elif heading and heading["title"].casefold() == "glossary":
            region = "glossary"
            dropped.append(Dropped(line.line, "heading", line.text))
        elif region == "before":
            before.append(line)
        elif region == "glossary":
            _add_to_glossary(glossary, line, dropped)
        elif heading:
            dropped.append(Dropped(line.line, "heading", line.text))
        else:
            rules[-1] = _continue_rule(rules[-1], line)
    counted = tuple(
        replace(rule, ordinal=ordinal)
        for rule, ordinal in zip(rules, ordinals(rule.number for rule in rules), strict=True)
    )
    entries = tuple(
        replace(entry, ordinal=ordinal)
        for entry, ordinal in zip(glossary, ordinals(entry.term for entry in glossary), strict=True)
    )
    return ParsedDocument(
        name=source.name,
        work=WORK,
        dialect=NAME,
        encoding=source.encoding,
        edition=None,
        condition=source.condition,
        rules=counted,
        glossary=entries,
        matter=tuple(_divide_matter(before)),
        dropped=tuple(dropped),
        diagnostics=(*source.diagnostics, *check_numbers(counted, source.name)),
    )


def check_numbers(rules: Sequence[Rule], name: str) -> Iterator[Diagnostic]:
    """Yield what is odd about the numbers of a document: those that are doubled, skipped or out of order.

    Args:
        rules: All rules, in the order of the document.
        name: The document's name in messages.
    """
    numbers = {rule.number for rule in rules}
    last_under: dict[str | None, str] = {}
    highest: Rule | None = None
    for rule in rules:
        if rule.ordinal > 1:
            times = "twice" if rule.ordinal == 2 else f"{rule.ordinal} times"
            message = f"{rule.number} is printed {times}"
            following = _number_after(rule.number)
            adjoins = highest is not None and highest.number == rule.number and following not in numbers
            meant = following if adjoins else ""
            hint = f"probably meant: {meant}" if meant else ""
            yield Diagnostic(
                "duplicate-number", "warning", message, name, rule.line, hint=hint, number=rule.key, meant=meant
            )
            continue
        if highest is not None and order(rule.number) < order(highest.number):
            yield report_misplaced(rule, name, f"{rule.number} is printed after {highest.number}")
            continue
        missing = _list_missing(last_under.get(rule.parent), rule.number)
        if 0 < len(missing) <= MOST_SKIPPED and highest is not None:
            place = f"{highest.number} is followed by {rule.number}"
            yield report_gap(rule, name, place, missing, severity="warning")
        last_under[rule.parent] = rule.number
        highest = rule


def _number_after(number: str) -> str:
    """Return the next number under the same parent: 1.2 → 1.3, 1.2a → 1.2b."""
    last = _PART.findall(number)[-1]
    following = str(int(last) + 1) if last.isdecimal() else chr(ord(last) + 1)
    return number[: len(number) - len(last)] + following


def _list_missing(before: str | None, number: str) -> list[str]:
    """Return the numbers that are skipped between a number and the one before it under the same parent."""
    stem = parent_of(number) or ""
    last = _PART.findall(number)[-1]
    lead = number[: len(number) - len(last)]
    if before is not None and before[: len(lead)] != lead:
        return []
    previous = _PART.findall(before)[-1] if before is not None else None
    if last.isdecimal():
        first = int(previous) if previous else 0
        return [f"{lead}{count}" for count in range(first + 1, int(last))] if stem or previous else []
    begin = ord(previous) + 1 if previous else ord("a")
    return [f"{lead}{chr(code)}" for code in range(begin, ord(last))]


def _find_rules(lines: Sequence[Line]) -> list[_Found]:
    """Return the beginnings of the rules; of numbers that occur in the contents and in the body, those of the body."""
    found: list[_Found] = []
    fenced = False
    for place, line in enumerate(lines):
        if _FENCE.match(line.text):
            fenced = not fenced
        if fenced:
            continue
        heading, item = _HEADING.match(line.text), _ITEM.match(line.text)
        if heading:
            found.append(_Found(heading["number"], heading["title"], "", place))
        elif item:
            found.append(_Found(item["number"], None, item["text"] or "", place))
    headings = [each for each in found if each.heading is not None]
    if not headings:
        return found
    first = headings[0].place
    return [each for each in found if each.place >= first]


def _make_rule(head: _Found, line: Line) -> Rule:
    parts = _PART.findall(head.number)
    kind: RuleKind = "rule"
    if not parts[-1].isdecimal():
        kind = "subrule"
    elif len(parts) == 1:
        kind = "section"
    return Rule("", head.number, kind, head.heading, head.text, parent=parent_of(head.number), span=line.place)


def _continue_rule(rule: Rule, line: Line) -> Rule:
    between = "\n" if line.after_blank else " "
    text = f"{rule.text}{between}{line.text}" if rule.text else line.text
    first = rule.span.first_line if rule.span else line.line
    return replace(rule, text=text, span=Span(first, line.place.last_line))


def _add_to_glossary(glossary: list[GlossaryEntry], line: Line, dropped: list[Dropped]) -> None:
    """Add a line to the glossary: as an entry, or as the continuation of the last one."""
    entry = _TERM.match(line.text)
    if entry:
        glossary.append(GlossaryEntry("", entry["bold"] or entry["plain"], entry["text"], span=line.place))
    elif glossary:
        last = glossary[-1]
        first = last.span.first_line if last.span else line.line
        span = Span(first, line.place.last_line)
        glossary[-1] = replace(last, text=f"{last.text}\n{line.text}", span=span)
    else:
        dropped.append(Dropped(line.line, "before-glossary", line.text))


def _divide_matter(lines: Sequence[Line]) -> Iterator[Matter]:
    """Yield the title and the contents before the first rule."""
    contents = [(line, _CONTENTS.match(line.text)) for line in lines]
    entries = [(line, match) for line, match in contents if match is not None]
    remaining = [line for line, match in contents if match is None]
    if remaining:
        text = "\n".join(line.text for line in remaining)
        yield Matter("title", text, Span(remaining[0].line, remaining[-1].place.last_line))
    if entries:
        text = "\n".join(f"{match['number']}. {match['title']}" for _, match in entries)
        yield Matter("contents", text, Span(entries[0][0].line, entries[-1][0].place.last_line))
