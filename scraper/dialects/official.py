"""The publisher's own text of the Comprehensive Rules, 1999 to today.

History: 1999 as 80-column text with ruled headings, indented contents, glossary and index; then with dotted contents;
from 2001 hard-wrapped at page width; from 2002 one paragraph per line; straight quotes until 2014 (curly in 2005),
curly since. Numbers, headings, examples and glossary have the same form throughout, so one module reads them all once
`scraper.layout` has found the paragraphs.

Notes: the effective date is what the document itself says, never its file name; `edition` is None unless it states one.
Guarantees: every line is in a record, dropped with a named reason, or reported as unclaimed.
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise, zip_longest

from rules.records import ParsedDocument
from scraper.claims import ENOUGH_RULES, Claims
from scraper.labels import Label, read_label
from scraper.layout import Line, SourceDocument, is_rule_line, paragraphs
from scraper.markup.page import in_markdown, is_page
from scraper.parts.alone import divide_any, is_chapter, is_contents, is_glossary
from scraper.parts.dates import DATE_LINE, report_undated, stated_edition
from scraper.parts.whole import check_parts, judge_parts, read_parts

NAME = "official"


def claims_document(source: SourceDocument) -> float:
    """Return the confidence that the document is of this dialect, 0 to 1.

    Signs are rule labels with numbers, and the line that states the date.
    """
    if is_page(source.text) or in_markdown(source.text):
        return 0.0
    numbers = [*_numbers_with_words(source.lines)]
    if not numbers and is_glossary(source.lines):
        return 0.6
    if not numbers and is_contents(source.lines):
        return 0.55
    is_too_short = len(set(numbers)) < ENOUGH_RULES and not is_chapter(source.lines)
    rising = sum(before < after for before, after in pairwise(numbers))
    is_mostly_in_order = 2 * rising >= len(numbers) - 1
    if is_too_short or not is_mostly_in_order:
        return 0.0
    if any(DATE_LINE.search(line.text) for line in source.lines):
        return 1.0
    return 0.6


def _numbers_with_words(lines: Sequence[Line]) -> Iterator[str]:
    """Yield the numbers that words follow, on the same line or, after a number that is alone, on the next one."""
    for line, following in zip_longest(lines, lines[1:]):
        label = read_label(line.text)
        if label is None:
            continue
        is_alone = label.end == len(line.text)
        if is_alone and following is not None and not following.after_blank:
            is_worded = following.text[:1].isalpha() and " " in following.text and read_label(following.text) is None
        else:
            is_worded = _has_words(line.text, label)
        if is_worded:
            yield label.number


def _has_words(text: str, label: Label) -> bool:
    """Return whether words follow a label; in a table of figures and in a program none do."""
    words = text[label.end :]
    if words.startswith(("- ", "– ", "— ")):  # the format of the rulings summaries
        return False
    if words[:1].isalnum():
        return words[0].isalpha()
    # A rule may begin with a symbol or a quotation mark, but then a letter is near.
    return any(char.isalpha() for char in words[:9])


def parse(source: SourceDocument) -> ParsedDocument:
    """Read a document of this dialect as records.

    Args:
        source: A document that `claims_document` accepts; another one yields no rules and an error in `diagnostics`.
    """
    claims = Claims(source, NAME)
    read = paragraphs(list(source.lines), source.wrapped)
    words = claims.keep(read, lambda row: "rule-line" if is_rule_line(row.text) else "")
    edition = stated_edition(words, claims)
    regions = divide_any(words, source.lines)
    if not regions:
        return claims.close_without_rules(edition)
    report_undated(edition, claims)
    parts = read_parts(regions, claims, edition or "")
    check_parts(parts, regions, source, claims, is_page=False)
    condition = judge_parts(parts, source, claims)
    return claims.close(edition, condition, rules=parts.rules, glossary=parts.glossary, matter=parts.matter)
