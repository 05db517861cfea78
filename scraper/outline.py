"""Rule books with a numbering of their own, in Markdown or plain text: 1, 1.2, 1.2.3, 1.2.3a, to any depth.

No edition of the Magic rules has this form, and no table of dialects has this reader: so many documents have numbered
headings that it would claim pages that are no rules. It is for documents that a user names.

A heading `## 1.2 Title` or `## 1.2. Title` is a rule with that heading; a paragraph, a quotation or an item of a list
that begins with a number with a dot in it is a rule with its text. What follows, up to the next number, continues the
rule. Lines before the first rule are its title, and numbered lines among them the contents. A part that is headed
"Glossary", in any of several languages, has entries: a term in bold type or before a colon, then its text.

Guarantees: every line that is not blank is in a record, or in `dropped` with a reason.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from msgspec.structs import replace

from rules.numbers import RuleKind
from rules.records import Dropped, GlossaryEntry, Matter, ParsedDocument, Rule, Span
from scraper.layout import Line, SourceDocument, is_rule_line
from scraper.ordinals import with_ordinals_of_entries, with_ordinals_of_rules
from scraper.outline_lines import Beginning, find_beginnings, read_contents
from scraper.outline_numbers import check_numbers, order, parent_of, split_number

NAME = "outline"
WORK = "rule-book"
LEAST_RULES = 4
"""Minimum number of numbers in rising order that make a document a rule book."""
GLOSSARY_TITLES = frozenset(
    {
        "glossary",
        "glossar",
        "glossaire",
        "glosario",
        "glossário",
        "glossario",
        "woordenlijst",
        "begriffe",
        "глоссарий",
        "словарь",
        "słownik",
        "słowniczek",
        "用語集",
        "术语表",
        "詞彙表",
        "용어집",
    }
)
"""Titles of a glossary, in lower case."""
_OTHER_HEADING = re.compile(r"#{1,6}\s+(?P<title>\S.*?)\s*#*$")
"""A heading of Markdown that begins no rule."""
# A term in bold type, or before a colon, and its text: `**Ball**: a round thing`, `Ball: a round thing`.
_TERM = re.compile(
    r"(?:[-*+]\s+)?(?:\*\*(?P<bold>[^*]+?)[:.：]?\*\*[:.：]?|(?P<plain>[^\W\d_][^:：]{1,60}?)\s?[:：])\s*(?P<text>\S.*)$"
)


def claims_document(source: SourceDocument) -> bool:
    """Return whether a document has enough different numbers, one of them with a dot, and mostly in rising order."""
    numbers = [found.number for found in find_beginnings(source.lines)]
    if len(set(numbers)) < LEAST_RULES or not any("." in number for number in numbers):
        return False
    rising = sum(order(before) < order(after) for before, after in pairwise(numbers))
    return 2 * rising >= len(numbers) - 1


def parse(source: SourceDocument) -> ParsedDocument:
    """Read a document of this form as records."""
    beginnings = {beginning.index: beginning for beginning in find_beginnings(source.lines)}
    read = _Reading()
    for index, line in enumerate(source.lines):
        if index in beginnings:
            read.begin_rule(beginnings[index], line)
        else:
            read.add(line)
    rules = with_ordinals_of_rules(read.rules)
    glossary = with_ordinals_of_entries(read.glossary)
    return ParsedDocument(
        name=source.name,
        work=WORK,
        dialect=NAME,
        encoding=source.encoding,
        edition=None,
        condition=source.condition,
        rules=rules,
        glossary=glossary,
        matter=tuple(_divide_matter(read.before)),
        dropped=tuple(read.dropped),
        diagnostics=(*source.diagnostics, *check_numbers(rules, source.name)),
    )


class _Reading:
    """The records of the lines read so far.

    Attributes:
        rules: The rules.
        glossary: The entries of the glossary.
        before: The lines before the first rule.
        dropped: The lines that are in no record.
    """

    def __init__(self) -> None:
        self.rules: list[Rule] = []
        self.glossary: list[GlossaryEntry] = []
        self.before: list[Line] = []
        self.dropped: list[Dropped] = []
        self._in_glossary = False

    def begin_rule(self, beginning: Beginning, line: Line) -> None:
        """Add the first line of a rule."""
        self._in_glossary = False
        self.rules.append(_make_rule(beginning, line))

    def add(self, line: Line) -> None:
        """Add a line that begins no rule."""
        heading = _OTHER_HEADING.match(line.text)
        title = heading["title"] if heading else line.text
        if is_rule_line(line.text):
            self._drop(line, "rule-line")
        elif title.casefold() in GLOSSARY_TITLES:
            self._in_glossary = True
            self._drop(line, "heading")
        elif self._in_glossary:
            self._add_to_glossary(line)
        elif not self.rules:
            self.before.append(line)
        elif heading:
            self._drop(line, "heading")
        else:
            self.rules[-1] = _continue_rule(self.rules[-1], line)

    def _drop(self, line: Line, reason: str) -> None:
        self.dropped.append(Dropped(line.line, reason, line.text))

    def _add_to_glossary(self, line: Line) -> None:
        """Add a line to the glossary as an entry or as more of the last one; drop a line before the first entry."""
        entry = _TERM.match(line.text)
        if entry and (entry["bold"] or not entry["plain"][0].islower()):
            self.glossary.append(GlossaryEntry("", entry["bold"] or entry["plain"], entry["text"], span=line.place))
        elif self.glossary:
            last = self.glossary[-1]
            first = last.span.first_line if last.span else line.line
            span = Span(first, line.place.last_line)
            self.glossary[-1] = replace(last, text=f"{last.text}\n{line.text}", span=span)
        else:
            self._drop(line, "before-glossary")


def _make_rule(beginning: Beginning, line: Line) -> Rule:
    """Return a rule with its first line: a section if its number is 1, a rule if 1.2, a subrule if 1.2a."""
    number = beginning.number
    parts = split_number(number)
    kind: RuleKind = "rule"
    if not parts[-1].isdecimal():
        kind = "subrule"
    elif len(parts) == 1:
        kind = "section"
    return Rule("", number, kind, beginning.heading, beginning.text, parent=parent_of(number), span=line.place)


def _continue_rule(rule: Rule, line: Line) -> Rule:
    """Return a rule with one more line, which is a paragraph of its own after a blank line."""
    between = " "
    if line.after_blank:
        between = "\n"
    text = f"{rule.text}{between}{line.text}" if rule.text else line.text
    first = rule.span.first_line if rule.span else line.line
    return replace(rule, text=text, span=Span(first, line.place.last_line))


def _divide_matter(lines: Sequence[Line]) -> Iterator[Matter]:
    """Yield the title and the contents before the first rule."""
    entries = read_contents(lines)
    in_contents = {entry.line.line for entry in entries}
    remaining = [line for line in lines if line.line not in in_contents]
    if remaining:
        text = "\n".join(line.text for line in remaining)
        yield Matter("title", text, Span(remaining[0].line, remaining[-1].place.last_line))
    if entries:
        text = "\n".join(f"{entry.number}. {entry.title}" for entry in entries)
        yield Matter("contents", text, Span(entries[0].line.line, entries[-1].line.place.last_line))
