"""The publisher's own text of the Comprehensive Rules, 1999 to today: whole editions, and pages with a part of one.

History: 1999 as 80-column text with ruled headings, indented contents, glossary and index; then with dotted contents;
from 2001 hard-wrapped at page width; from 2002 one paragraph per line; straight quotes until 2014 (curly in 2005),
curly since. Numbers, headings, examples and glossary have the same form throughout, so one module reads them all once
`scraper.layout` has found the paragraphs.

How a page becomes records: its headings and numbered paragraphs are read as in an edition. Text before the first rule
is the site's, with two exceptions: an edition's own framing matter keeps its names, and sentences right before the
first rule, if no heading precedes it, continue a rule of the previous page, whose number is unknown: they are kept as
matter named `fragment-start`. A last rule without its end stays a rule, with the diagnostic `ends-mid-rule`.

Notes: the effective date is what the document itself says ("effective" since 2009, "current" before), never its file
name; `edition` is None unless it states one.
Guarantees: every line and block is in a record, dropped with a named reason, or reported as unclaimed.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import pairwise, takewhile, zip_longest

from msgspec.structs import replace

from rules.provenance import iso_date
from rules.records import Condition, GlossaryEntry, Matter, ParsedDocument, Rule
from rules.text import strip_title
from scraper.claims import ENOUGH_RULES, Claims
from scraper.inline_entries import find_inline_form
from scraper.labels import EXAMPLE, Label, check_numbers, is_title, read_heading, read_label
from scraper.layout import Line, Paragraph, SourceDocument, is_rule_line, paragraphs, without_leader
from scraper.markup.page import in_markdown, is_page
from scraper.parts.body import read_body
from scraper.parts.divide import divide, divide_contents, divide_glossary
from scraper.parts.ending import find_cut, find_truncation
from scraper.parts.glossary import read_glossary
from scraper.parts.matter import is_contents_entry, matter_name, read_matter
from scraper.parts.region import GLOSSARY, RULES, Region

NAME = "official"
FRAGMENT_START = "fragment-start"

FindChrome = Callable[[Paragraph], str]
"""Returns the reason to drop a paragraph of a page, or an empty string to keep it."""

CUTTING = frozenset(("truncated", "cut-mid-sentence", "markup-cut", "json-cut"))
DAMAGING = frozenset(
    ("many-dates", "contents-disagree", "apostrophes-lost", "dash-lost", "example-label-lost", "sentences-left-out")
)
"""Codes of diagnostics that make a document `truncated` (CUTTING) or `damaged` (DAMAGING)."""

MOST_DATES = 2
"""Maximum number of effective dates of an edition; all copies of the archive state one at most, a revised one may state
two. A document with more is a collection or a list, and none of them is its own."""
ENOUGH_CHAPTERS = 5
"""Minimum number of chapters of a list of contents."""
ENOUGH_HEADWORDS = 12
IN_ORDER = 0.9
"""Minimum number of headwords of a glossary without a heading, and minimum share of them that are in order."""
MOST_NUMBERED = 0.1
"""Maximum share of lines that begin with a number behind marks, for each headword of a glossary; where there are more,
the text has rules in a form that is not known."""
MOST_ENTRIES = 0.8
"""Minimum share of the lines of a list of contents that can be its entries."""

DATE_LINE = re.compile(r"(?:effective|current)\sas\sof\s+([A-Z][a-z]+\s\d{1,2},\s\d{4})")
SENTENCE_END = re.compile(r"[.!?:;][\"”’')\]]{0,3}$")
_SEE_RULE = re.compile(r"\b[Ss]ee (?:also )?(?:rules?|sections?|chapters?) \d")
_MARKED_NUMBER = re.compile(r"\W{0,9}(?:\w{1,12}\W{1,9})?[1-9]\d\d\.\d{1,3}[a-z]?\b")
_CYRILLIC = re.compile(r"[А-яЁё]")
_LATIN = re.compile(r"[A-Za-z]")
_HEADING_NUMBER = re.compile(r"[1-9](?:\d\d)?\.")
"""The number of a section or chapter in a cell of its own."""
_FOOTER = re.compile(r"(?:.{0,80}\S\s)?page\s\d{1,4}(?:\s?(?:of|/)\s?\d{1,4})?\s*$", re.IGNORECASE)
_BARE_EXAMPLE = re.compile(r":\s+(?=[A-Z“\"])")
_NO_APOSTROPHE = re.compile(
    r"\b(?:cant|dont|doesnt|didnt|isnt|arent|wasnt|werent|wont|wouldnt|couldnt|hasnt|havent|thats|theyre|its owners)\b"
)
_NO_DASH = re.compile(r"\b[1-9]\d\d\.\d{1,3}(?P<first>[a-z])(?P<last>[a-z])\b")


def claims_document(source: SourceDocument) -> float:
    """Return the confidence that the document is of this dialect, 0 to 1.

    Signs are rule labels with numbers, and the line that states the date.
    """
    if is_page(source.text) or in_markdown(source.text):
        return 0.0
    numbers = [*_numbers_with_words(source.lines)]
    rising = sum(before < after for before, after in pairwise(numbers))
    if not numbers and is_glossary(source.lines):
        return 0.6
    if not numbers and is_contents(source.lines):
        return 0.55
    is_too_short = len(set(numbers)) < ENOUGH_RULES and not is_chapter(source.lines)
    if is_too_short or 2 * rising < len(numbers) - 1:
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
    first = text[label.end : label.end + 1]
    if text.startswith(("- ", "– ", "— "), label.end):  # the format of the rulings summaries
        return False
    return first.isalpha() or (not first.isalnum() and any(char.isalpha() for char in text[label.end : label.end + 9]))


def parse(source: SourceDocument) -> ParsedDocument:
    """Read a document of this dialect as records.

    Args:
        source: A document that `claims_document` accepts; another one yields no rules and an error in `diagnostics`.
    """
    claims = Claims(source, NAME)
    read = paragraphs(list(source.lines), source.wrapped)
    words = claims.keep(read, lambda row: "rule-line" if is_rule_line(row.text) else "")
    regions = divide(words)
    if not regions and is_glossary(source.lines):
        regions = divide_glossary(words)
    elif not regions and is_contents(source.lines):
        regions = divide_contents(words)
    return _read_regions(source, regions, claims, stated_edition(words, claims), is_page=False)


def is_glossary(lines: Sequence[Line]) -> bool:
    """Return whether a text without rules is a glossary alone: its heading, headwords, references in entries.

    Without the heading its headwords must be in alphabetical order.
    """
    start = next((place for place, line in enumerate(lines) if matter_name(line.text) == GLOSSARY), None)
    entries = lines
    if start is not None:
        entries = lines[start + 1 :]
    read_inline = find_inline_form(entries)
    if read_inline is None:
        headwords = [line.text for line in entries if line.after_blank and is_title(line.text)]
    else:
        headwords = [entry.term for line in entries if (entry := read_inline(line))]
    if start is None and not _are_alphabetical(headwords):
        return False
    numbered = sum(_MARKED_NUMBER.match(line.text) is not None for line in lines)
    if numbered >= ENOUGH_RULES and numbered > MOST_NUMBERED * len(headwords):
        return False
    references = sum(_SEE_RULE.search(line.text) is not None for line in entries)
    return min(len(headwords), references) >= ENOUGH_RULES


def _are_alphabetical(headwords: Sequence[str]) -> bool:
    """Return whether there are enough headwords, and hardly any comes before the previous one in the alphabet.

    Headwords with the marks of Markdown would be read with these marks, so they do not count.
    """
    names = [strip_title(headword) for headword in headwords if not headword.startswith(("*", "_", "#"))]
    rising = sum(before <= after for before, after in pairwise(names))
    return len(names) >= ENOUGH_HEADWORDS and rising >= IN_ORDER * (len(names) - 1)


def is_contents(lines: Sequence[Line]) -> bool:
    """Return whether a text without rules is a list of contents alone: chapters that rise, each in its own section."""
    headings = [heading for line in lines if (heading := read_heading(without_leader(line.text)))]
    section = ""
    chapters: list[str] = []
    for heading in headings:
        if heading.kind == "section":
            section = heading.number
        elif heading.number[0] != section:
            return False
        else:
            chapters.append(heading.number)
    is_rising = all(before < after for before, after in pairwise(chapters))
    entries = sum(is_contents_entry(line.text) for line in lines)
    return is_rising and len(chapters) >= ENOUGH_CHAPTERS and entries >= MOST_ENTRIES * len(lines)


def is_chapter(lines: Sequence[Line]) -> bool:
    """Return whether a text with few rules is a short chapter: its heading, and rules of this chapter only."""
    headings = {heading.number for line in lines if (heading := read_heading(line.text))}
    chapters = {label.number[:3] for line in lines if (label := read_label(line.text))}
    return len(chapters) == 1 and chapters <= headings


def rising_rules(lines: Iterable[Line]) -> int:
    """Return how many different rule numbers lines begin with, 0 if they mostly fall.

    On a page of differences, each number occurs twice in a row.
    """
    numbers = [label.number for line in lines if (label := read_label(line.text))]
    rising = sum(before <= after for before, after in pairwise(numbers))
    if 2 * rising >= len(numbers) - 1:
        return len(set(numbers))
    return 0


def is_foreign(text: str) -> bool:
    """Return whether a text is mostly in another script: the words of a site, never of the rules."""
    letters = len(_CYRILLIC.findall(text))
    return letters >= 3 and letters > len(_LATIN.findall(text)) / 2


def is_translation(lines: Sequence[Line]) -> bool:
    """Return whether most of the rules of a text are in another script, so that this is not the script of a site."""
    rules = [line.text for line in lines if read_label(line.text)]
    return sum(is_foreign(text) for text in rules) > len(rules) / 2


def is_footer(text: str) -> bool:
    """Return whether a text is a page's running title with its number."""
    return len(text) <= 120 and _FOOTER.fullmatch(text) is not None and read_label(text) is None


def chrome_reason(paragraph: Paragraph, find_chrome: FindChrome, *, translated: bool = False) -> str:
    """Return the reason to drop a paragraph as the site's; empty if there is none.

    Args:
        paragraph: The paragraph.
        find_chrome: Returns what the dialect knows as the site's.
        translated: Whether the rules themselves are in another script.
    """
    text = paragraph.text
    if is_rule_line(text):
        return "rule-line"
    if is_footer(text):
        return "page-footer"
    if not translated and is_foreign(text) and read_label(text) is None:
        return "site-chrome"
    reason = find_chrome(paragraph)
    if not reason and paragraph.linked and not (read_label(text) or read_heading(text)):
        return "page-links"
    return reason


def stated_edition(body: Sequence[Paragraph], claims: Claims, pattern: re.Pattern[str] = DATE_LINE) -> str | None:
    """Return the effective date that the document states (ISO), and report what is odd about it.

    Of two dates the first one is returned, of more dates None, as of no date.

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
                claims.report("bad-date", "warning", f"{match[1]!r} is not a date", paragraph.line)
            else:
                stated.setdefault(day, paragraph.line)
    first = next(iter(stated), None)
    if len(stated) > MOST_DATES:
        message = f"the document states {len(stated):,} effective dates, {min(stated)} to {max(stated)}; none was used"
        claims.report("many-dates", "warning", message, stated[min(stated)], "cut out the text of one edition")
        return None
    for further in list(stated)[1:]:
        message = f"the document states two effective dates, {first} and {further}"
        claims.report("two-dates", "warning", message, stated[further], "the first one was used")
    return first


def report_undated(edition: str | None, claims: Claims) -> None:
    """Report a document that states no effective date; one that states too many was reported as that."""
    if edition is None and all(problem.code != "many-dates" for problem in claims.problems):
        claims.report("no-date", "info", "the document states no effective date")


def read_fragment(
    page: SourceDocument, find_chrome: FindChrome, claims: Claims, edition: str | None = None
) -> ParsedDocument:
    """Read a page with a part of an edition as records.

    Args:
        page: The page, as `scraper.markup.page` returns it.
        find_chrome: Returns what the dialect knows as the site's.
        claims: The account of the page.
        edition: The effective date found by the dialect, ISO, or None.
    """
    translated = is_translation(page.lines)
    text = claims.keep(
        join_numbers(own_lines(page.lines, claims)), lambda row: chrome_reason(row, find_chrome, translated=translated)
    )
    words = _without_doubled_headings(text, claims)
    stated = stated_edition(words, claims)
    regions = divide(words)
    if not regions and is_glossary(words):
        regions = divide_glossary(words)
    elif not regions and is_contents(words):
        regions = divide_contents(words)
    return _read_regions(page, regions, claims, edition or stated, is_page=True)


def _has_labels(regions: Iterable[Region]) -> bool:
    """Return whether a paragraph of the rules begins with a number."""
    paragraphs = (row for region in regions if region.name == RULES for row in region.paragraphs)
    return any(read_label(row.text) for row in paragraphs)


def _read_regions(
    source: SourceDocument,
    regions: list[Region],
    claims: Claims,
    edition: str | None,
    *,
    is_page: bool,
) -> ParsedDocument:
    """Return the records of the regions of an edition, or of a page with a part of one."""
    if not regions:
        return claims.close_without_rules(edition)
    report_undated(edition, claims)
    if is_page and _has_labels(regions):
        _prepare_page(regions, claims)
    rules, glossary, matter = _read_records(regions, claims, edition or "")
    if is_page:
        rules = _in_site_style(rules)
    claims.problems += check_numbers(rules, source.name)
    has_rules = any(region.name == RULES for region in regions)
    is_list = has_rules and all(rule.kind in {"section", "chapter"} for rule in rules)
    if is_list:
        claims.report("contents-alone", "info", "the document has headings of chapters but no rules")
    elif has_rules:
        _report_losses(regions, rules, claims, source.name, is_page=is_page)
    else:
        claims.report("glossary-alone", "info", "the document has a glossary but no rules")
        claims.problems += find_cut(regions[-1].paragraphs[-1], source.name)
    if is_page:
        _report_lost_characters(rules, claims)
    condition: Condition = "fragment" if is_list else judge(source, claims)
    return claims.close(edition, condition, rules=rules, glossary=glossary, matter=matter)


def _read_records(
    regions: Sequence[Region], claims: Claims, edition: str
) -> tuple[tuple[Rule, ...], tuple[GlossaryEntry, ...], tuple[Matter, ...]]:
    """Return rules, glossary and what frames them; a glossary comes right after the rules, if there are any."""
    rules: tuple[Rule, ...] = ()
    glossary: tuple[GlossaryEntry, ...] = ()
    matter: list[Matter] = []
    has_rules = any(region.name == RULES for region in regions)
    before = ""
    for region in regions:
        if region.name == RULES:
            rules = read_body(region.paragraphs, edition, claims)
        elif region.name == GLOSSARY and (before == RULES or not has_rules):
            glossary = read_glossary(region, edition, claims)
        else:
            matter += read_matter(region, claims)
        before = region.name
    return rules, glossary, tuple(matter)


def _report_losses(
    regions: Sequence[Region], rules: Sequence[Rule], claims: Claims, name: str, *, is_page: bool
) -> None:
    """Report what a document with rules lacks: its end, or what its contents promise."""
    for missing in find_truncation(regions, rules, name):
        if is_page and missing.code == "cut-mid-sentence":
            # A page that begins or ends inside a rule is not damaged by that.
            message = "the page ends inside a rule"
            if rules:
                message = f"the page ends inside {rules[-1].number}"
            claims.report(
                "ends-mid-rule",
                "warning",
                message,
                missing.line,
                "the text continues on the next page of the same site",
            )
        else:
            claims.problems.append(missing)


def judge(source: SourceDocument, claims: Claims) -> Condition:
    """Return the condition of a document by what was reported about it."""
    codes = {problem.code for problem in (*claims.problems, *source.diagnostics)}
    if codes & CUTTING:
        return "truncated"
    if codes & DAMAGING and source.condition == "good":
        return "damaged"
    return source.condition


def own_lines(lines: Iterable[Line], claims: Claims) -> Iterator[Line]:
    """Yield the lines of a page that are its own text, and drop the others."""
    adjoins = False
    for line in lines:
        if line.within:
            claims.drop(line, f"page-{line.within}")
        else:
            # No paragraph continues after a dropped line.
            yield line if adjoins else replace(line, after_blank=True)
        adjoins = not line.within


def join_numbers(lines: Iterable[Line]) -> list[Paragraph]:
    """Return the paragraphs of a page, each number that is alone in its block joined to the block after it.

    Numbers are alone in cells and on `See also` pages.
    """
    merged: list[Paragraph] = []
    for paragraph in paragraphs(list(lines)):
        before, text = merged[-1] if merged else None, paragraph.text
        if before is None or before.last + 1 != paragraph.first:
            merged.append(paragraph)
        elif _is_alone(before) and not (read_label(text) or read_heading(text)):
            merged[-1] = before.joined(paragraph, f"{before.text} {text}")
        elif _goes_on_in_quotes(before, paragraph):
            merged[-1] = before.joined(paragraph, before.text + text)
        else:
            merged.append(paragraph)
    return merged


def _is_alone(paragraph: Paragraph) -> bool:
    if paragraph.role == "cell" and _HEADING_NUMBER.fullmatch(paragraph.text):
        return True
    label = read_label(paragraph.text)
    return label is not None and label.end == len(paragraph.text) and paragraph.role != "heading"


def _goes_on_in_quotes(before: Paragraph, after: Paragraph) -> bool:
    """Return whether a paragraph that begins with a bare colon is inside the quotation that the one before opened."""
    opened = before.text.count("“") > before.text.count("”") or before.text.count('"') % 2 == 1
    return opened and before.text[-1] in '“"' and _BARE_EXAMPLE.match(after.text) is not None


def _without_doubled_headings(read: Sequence[Paragraph], claims: Claims) -> list[Paragraph]:
    """Return the paragraphs without those titles of a page that the page's text repeats as its own headings."""
    remaining = dict(enumerate(read))
    headings: dict[str, int] = {}  # those since the last rule
    for i, paragraph in enumerate(read):
        heading = read_heading(paragraph.text)
        if heading is not None:
            words = f"{heading.number} {paragraph.text[heading.end :].casefold()}"
            if words in headings:
                claims.drop(remaining.pop(headings[words]), "doubled-heading")
            headings[words] = i
        elif read_label(paragraph.text):
            headings.clear()
    return list(remaining.values())


def _prepare_page(regions: list[Region], claims: Claims) -> None:
    """Part from the regions what only pages have: the end of the rule on the page before, and the site's last words."""
    at = next(i for i, region in enumerate(regions) if region.name == RULES)
    before, rules = regions[at - 1], regions[at]
    if at and before.name == "title" and not read_heading(rules.paragraphs[0].text):
        begins = len(before.paragraphs) - len([*takewhile(_is_sentence, reversed(before.paragraphs))])
        regions.insert(at, Region(FRAGMENT_START, has_heading=False, paragraphs=before.paragraphs[begins:]))
        del before.paragraphs[begins:]
    if regions[-1] is rules:
        # The first paragraph after the last rule that is no sentence or is linked, and all after it, are the site's.
        body = rules.paragraphs
        last = max(i for i, row in enumerate(body) if read_label(row.text) or EXAMPLE.match(row.text))
        chrome = (i for i in range(last + 1, len(body)) if body[i].linked or not SENTENCE_END.search(body[i].text))
        end = next(chrome, len(body))
        for paragraph in body[end:]:
            claims.drop(paragraph, "page-end")
        del body[end:]
    rules.paragraphs = list(_label_examples(rules.paragraphs, claims))


def _is_sentence(paragraph: Paragraph) -> bool:
    return SENTENCE_END.search(paragraph.text) is not None and read_heading(paragraph.text) is None


def _label_examples(body: Sequence[Paragraph], claims: Claims) -> Iterator[Paragraph]:
    """Yield the paragraphs of a body; one that begins with a bare colon is an example whose first word a site lost."""
    for paragraph in body:
        is_bare = _BARE_EXAMPLE.match(paragraph.text) is not None
        if is_bare:
            message = "a paragraph begins with a colon: the word `Example` before it was lost"
            claims.report("example-label-lost", "warning", message, paragraph.line)
        yield replace(paragraph, text=f"Example{paragraph.text}") if is_bare else paragraph


def _in_site_style(rules: Sequence[Rule]) -> tuple[Rule, ...]:
    """Return the rules without those labels that only show how the site prints all of its numbers.

    A rule without the publisher's full stop, or a subrule with one, is a misprint only if most others are regular.
    """
    styles = {"rule": "", "subrule": "."}
    so = [rule.kind for rule in rules if rule.kind in styles and rule.label == rule.number + styles[rule.kind]]
    usual = {kind for kind, count in Counter(so).items() if 2 * count > sum(rule.kind == kind for rule in rules)}
    return tuple(
        replace(rule, label="") if rule.kind in usual and rule.label == rule.number + styles[rule.kind] else rule
        for rule in rules
    )


def _report_lost_characters(rules: Sequence[Rule], claims: Claims) -> None:
    """Report apostrophes and dashes that a site left out, so that words and ranges run together."""
    for code, pattern, losses in (
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
            message = f"{losses}: {len(places)}, first `{words}` in {rule.number}"
            claims.report(code, "warning", message, rule.line, "another copy of the same edition may have them")
