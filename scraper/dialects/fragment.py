"""Pages with a part of the rules: which text is rules, which is the site's, and where the rules begin and end.

How a page becomes records: headings and numbered paragraphs are read as in an edition (`scraper.body`). Text before the
first rule is the site's, with two exceptions: an edition's own framing matter keeps its names, and sentences right
before the first rule, if no heading precedes it, continue a rule of the previous page, whose number is unknown: they
are kept as matter named `fragment-start`. A last rule without its end stays a rule, with the diagnostic
`ends-mid-rule`. `edition` is None unless the page states it.

Guarantees: every block is in a record, dropped with a named reason, or reported as unclaimed.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from itertools import compress, pairwise, takewhile

from msgspec.structs import replace

from rules.records import (
    COMPREHENSIVE_RULES,
    Diagnostic,
    Matter,
    ParsedDocument,
    Rule,
)
from scraper.body import read_body, read_glossary
from scraper.claims import Claims, without_rules
from scraper.dialects.official import stated_edition
from scraper.labels import read_heading, read_label
from scraper.layout import Line, Paragraph, is_rule_line, paragraphs
from scraper.markup.page import MarkupPage
from scraper.regions import Region, divide, find_truncation
from scraper.sequence import check_numbers

FRAGMENT_START = "fragment-start"

FindChrome = Callable[[Paragraph, MarkupPage], str]
"""Returns the reason to drop a paragraph of a page, or an empty string to keep it."""

CUTTING = frozenset(("truncated", "markup-cut", "json-cut"))
DAMAGING = frozenset(("apostrophes-lost", "dash-lost", "example-label-lost"))
"""Codes of diagnostics that make a page `truncated` (CUTTING) or `damaged` (DAMAGING)."""

SENTENCE_END = re.compile(r"[.!?:;][\"”’')\]]{0,3}$")
_CYRILLIC = re.compile(r"[А-яЁё]")
_LATIN = re.compile(r"[A-Za-z]")
_FOOTER = re.compile(r"(?:.{0,80}\S\s)?page\s\d{1,4}(?:\s?(?:of|/)\s?\d{1,4})?\s*$", re.IGNORECASE)
_EXAMPLE = re.compile(r"examples?\s?:", re.IGNORECASE)
_BARE_EXAMPLE = re.compile(r":\s+(?=[A-Z“\"])")
_NO_APOSTROPHE = re.compile(
    r"\b(?:cant|dont|doesnt|didnt|isnt|arent|wasnt|werent|wont|wouldnt|couldnt|hasnt|havent|thats|theyre|its owners)\b"
)
_NO_DASH = re.compile(r"\b[1-9]\d\d\.\d{1,3}(?P<first>[a-z])(?P<last>[a-z])\b")


def rising_rules(lines: Iterable[Line]) -> int:
    """Return how many different rule numbers lines begin with, 0 if they mostly fall.

    On a page of differences, each number occurs twice in a row.
    """
    numbers = [label.number for line in lines if (label := read_label(line.text))]
    rising = sum(before <= after for before, after in pairwise(numbers))
    return len(set(numbers)) if 2 * rising >= len(numbers) - 1 else 0


def is_foreign(text: str) -> bool:
    """Return whether a text is mostly in another script: the words of a site, never of the rules."""
    letters = len(_CYRILLIC.findall(text))
    return letters >= 3 and letters > len(_LATIN.findall(text)) / 2


def is_footer(text: str) -> bool:
    """Return whether a text is a page's running title with its number."""
    return len(text) <= 120 and _FOOTER.fullmatch(text) is not None and read_label(text) is None


def chrome_reason(paragraph: Paragraph, page: MarkupPage, find_chrome: FindChrome) -> str:
    """Return the reason to drop a paragraph as the site's; empty if there is none."""
    text = paragraph.text
    reasons = {
        "rule-line": is_rule_line(text),
        "page-footer": is_footer(text),
        "site-chrome": is_foreign(text) and read_label(text) is None,
    }
    reason = next((reason for reason, is_so in reasons.items() if is_so), "") or find_chrome(paragraph, page)
    is_link = page.block(paragraph).linked and not (read_label(text) or read_heading(text))
    return reason or ("page-links" if is_link else "")


def join_numbers(lines: Sequence[Line], page: MarkupPage) -> list[Paragraph]:
    """Return the paragraphs of a page, each number that is alone in its block joined to the block after it.

    Numbers are alone in cells and on `See also` pages.
    """
    merged: list[Paragraph] = []
    for paragraph in paragraphs(list(lines)):
        adjoins = bool(merged) and merged[-1].last + 1 == paragraph.first
        if adjoins and _is_alone(merged[-1], page) and not (read_label(paragraph.text) or read_heading(paragraph.text)):
            before = merged[-1]
            merged[-1] = replace(before, last=paragraph.last, text=f"{before.text} {paragraph.text}")
        elif adjoins and _goes_on_in_quotes(merged[-1], paragraph):
            merged[-1] = replace(merged[-1], last=paragraph.last, text=merged[-1].text + paragraph.text)
        else:
            merged.append(paragraph)
    return merged


def _is_alone(paragraph: Paragraph, page: MarkupPage) -> bool:
    label = read_label(paragraph.text)
    return label is not None and label.end == len(paragraph.text) and page.block(paragraph).role != "heading"


def _goes_on_in_quotes(before: Paragraph, after: Paragraph) -> bool:
    """Return whether a paragraph that begins with a bare colon is inside the quotation that the one before opened."""
    opened = before.text.count("“") > before.text.count("”") or before.text.count('"') % 2 == 1
    return opened and before.text[-1] in '“"' and _BARE_EXAMPLE.match(after.text) is not None


def read_fragment(
    page: MarkupPage,
    dialect: str,
    find_chrome: FindChrome,
    claims: Claims,
    edition: str | None = None,
) -> ParsedDocument:
    """Read a page as records.

    Args:
        page: The page, as `scraper.markup.page` returns it.
        dialect: The name of the dialect that reads it.
        find_chrome: Returns what the dialect knows as the site's.
        claims: The account of `page.source`.
        edition: The effective date found by the dialect, ISO, or None.
    """
    source, name = page.source, page.source.name
    lines_kept = _without_chrome(page, find_chrome, claims)
    regions = divide(lines_kept)
    if regions is None:
        parsed = without_rules(source, COMPREHENSIVE_RULES, dialect, edition)
        return page.relocate(replace(parsed, diagnostics=(*claims.problems, *parsed.diagnostics)))
    stated = stated_edition(lines_kept, claims)
    edition = edition or stated
    if edition is None:
        claims.report("no-date", "info", "the document states no effective date")
    front = _read_front(regions.front, regions.body[0], claims)
    last_part = not regions.back and regions.glossary is None
    end = _find_tail(regions.body, page) if last_part else len(regions.body)
    tail = regions.body[end:]
    for paragraph in tail:
        claims.drop(paragraph, "page-end")
    rules = _in_site_style(read_body([*map(_label_example, regions.body[:end])], edition or "", claims))
    if page.form == "wiki":  # the template around a rule may name its edition
        named = ((rule, page.blocks[rule.line - 1].anchor) for rule in rules)
        rules = tuple(replace(rule, tags=(anchor,)) if anchor else rule for rule, anchor in named)
    glossary = read_glossary(regions.glossary, edition or "", claims)
    back = tuple(_read_matter(region, claims) for region in regions.back)
    for paragraph in regions.body[:end]:
        if _BARE_EXAMPLE.match(paragraph.text):
            message = "a paragraph begins with a colon: the word `Example` before it was lost"
            claims.report("example-label-lost", "warning", message, paragraph.first)
    claims.problems += check_numbers(rules, name)
    for missing in find_truncation(lines_kept[: len(lines_kept) - len(tail)], regions, rules, name):
        claims.problems.append(_mid_rule(missing, rules))
    _report_lost_characters(rules, claims)
    claims.report_left_over()
    codes = {problem.code for problem in (*claims.problems, *page.diagnostics)}
    parsed = ParsedDocument(
        name=name,
        work=COMPREHENSIVE_RULES,
        dialect=dialect,
        encoding=source.encoding,
        edition=edition,
        # A page that begins or ends inside a rule is not damaged by that.
        condition="truncated" if codes & CUTTING else "damaged" if codes & DAMAGING else source.condition,
        rules=rules,
        glossary=glossary,
        matter=(*front, *back),
        dropped=claims.dropped,
        diagnostics=tuple(claims.problems),
    )
    return page.relocate(parsed)


def _without_chrome(page: MarkupPage, find_chrome: FindChrome, claims: Claims) -> list[Paragraph]:
    """Return the paragraphs of a page that are not the site's; the site's are dropped."""
    kept: list[Line] = []
    for line in page.source.lines:
        reason = page.chrome(line)
        if reason:
            claims.drop(line, reason)
        else:
            # No paragraph continues after a dropped line.
            adjoins = bool(kept) and kept[-1].first + 1 == line.first
            kept.append(line if adjoins else replace(line, after_blank=True))
    without = []
    for paragraph in join_numbers(kept, page):
        reason = chrome_reason(paragraph, page, find_chrome)
        if reason:
            claims.drop(paragraph, reason)
        else:
            without.append(paragraph)
    return _without_doubled_headings(without, claims)


def _without_doubled_headings(read: Sequence[Paragraph], claims: Claims) -> list[Paragraph]:
    """Return the paragraphs without those titles of a page that the page's text repeats as its own headings."""
    kept: list[Paragraph] = []
    headings: dict[str, int] = {}
    for i, paragraph in enumerate(read):
        heading = read_heading(paragraph.text)
        if heading is not None:
            words = f"{heading.number} {paragraph.text[heading.end :].casefold()}"
            earlier = headings.get(words)
            if earlier is not None and not any(read_label(row.text) for row in read[earlier:i]):
                claims.drop(read[earlier], "doubled-heading")
                kept.remove(read[earlier])
            headings[words] = i
        kept.append(paragraph)
    return kept


def _read_front(regions: Sequence[Region], first: Paragraph, claims: Claims) -> tuple[Matter, ...]:
    """Return the matter before the first rule: framing matter, or the end of the rule on the page before."""
    matter: list[Matter] = []
    for position, region in enumerate(regions):
        going_on: list[Paragraph] = []
        if position == len(regions) - 1 and region.name == "title" and read_heading(first.text) is None:
            going_on = _going_on(region.paragraphs)
        rest = region.paragraphs[: len(region.paragraphs) - len(going_on)]
        if rest:
            matter.append(_read_matter(replace(region, paragraphs=rest), claims))
        if going_on:
            matter.append(claims.claim_matter(FRAGMENT_START, going_on))
    return tuple(matter)


def _going_on(before: Sequence[Paragraph]) -> list[Paragraph]:
    """Return the sentences right before the first rule."""
    sentences = takewhile(lambda row: SENTENCE_END.search(row.text) and not read_heading(row.text), reversed(before))
    return list(sentences)[::-1]


def _read_matter(region: Region, claims: Claims) -> Matter:
    """Return framing matter; its heading is its first paragraph, and part of its span."""
    texts = region.texts or [region.paragraphs[0].text]
    return Matter(region.name, "\n".join(texts), claims.claim(region.paragraphs))


def _find_tail(body: Sequence[Paragraph], page: MarkupPage) -> int:
    """Return where a body ends: before the first paragraph after the last rule that is no sentence or is linked.

    Those words are the site's.
    """
    last = max(i for i, row in enumerate(body) if read_label(row.text) or _EXAMPLE.match(row.text))
    chrome = (
        i for i in range(last + 1, len(body)) if page.block(body[i]).linked or not SENTENCE_END.search(body[i].text)
    )
    return next(chrome, len(body))


def _label_example(paragraph: Paragraph) -> Paragraph:
    """Return a paragraph that begins with a bare colon as an example: a site lost the word before it, in italics."""
    return replace(paragraph, text=f"Example{paragraph.text}") if _BARE_EXAMPLE.match(paragraph.text) else paragraph


def _in_site_style(rules: Sequence[Rule]) -> tuple[Rule, ...]:
    """Return the rules without those labels that only show how the site prints all of its numbers.

    A rule without the publisher's full stop, or a subrule with one, is a misprint only if most others are regular.
    """
    stops = {"rule": "", "subrule": "."}
    printed_so = [rule.kind in stops and rule.label == rule.number + stops[rule.kind] for rule in rules]
    all_of, so_of = Counter(rule.kind for rule in rules), Counter(compress((rule.kind for rule in rules), printed_so))
    return tuple(
        replace(rule, label="") if so and 2 * so_of[rule.kind] > all_of[rule.kind] else rule
        for rule, so in zip(rules, printed_so, strict=True)
    )


def _mid_rule(missing: Diagnostic, rules: Sequence[Rule]) -> Diagnostic:
    if missing.code != "cut-mid-sentence":
        return missing
    message = f"the page ends inside {rules[-1].number}" if rules else "the page ends inside a rule"
    return replace(missing, code="ends-mid-rule", message=message, hint="the next page of the same site goes on")


def _report_lost_characters(rules: Sequence[Rule], claims: Claims) -> None:
    """Report apostrophes and dashes that a site left out, so that words and ranges run together."""
    for code, pattern, what in (
        ("apostrophes-lost", _NO_APOSTROPHE, "words that lost their apostrophe"),
        ("dash-lost", _NO_DASH, "ranges that lost their dash"),
    ):
        places = []
        for rule in rules:
            for passage in (rule.text, *rule.examples):
                matches = pattern.finditer(passage)
                places += [(rule, m[0]) for m in matches if code != "dash-lost" or m["first"] < m["last"]]
        if places:
            rule, words = places[0]
            message = f"{what}: {len(places)}, first `{words}` in {rule.number}"
            claims.report(code, "warning", message, rule.line, "another copy of the same edition may have them")
