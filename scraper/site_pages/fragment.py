"""Reading a page with a part of an edition.

Its headings and numbered paragraphs are read as in an edition. Text before the first rule is the site's, with two
exceptions: an edition's own framing matter keeps its names, and sentences right before the first rule, if no heading
precedes it, continue a rule of the previous page, whose number is unknown: they are kept as matter named
`fragment-start`. A last rule without its end stays a rule, with the diagnostic `ends-mid-rule`.

Guarantee: every block is in a record, dropped with a named reason, or reported as unclaimed.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import takewhile

from msgspec.structs import replace

from rules.records import ParsedDocument
from scraper.claims import Claims
from scraper.labels import EXAMPLE, read_heading, read_label
from scraper.layout import Paragraph, SourceDocument
from scraper.parts.alone import divide_any
from scraper.parts.dates import report_undated, stated_edition
from scraper.parts.region import RULES, Region
from scraper.parts.whole import check_parts, judge_parts, read_parts
from scraper.site_pages.chrome import FindChrome, chrome_reason, is_translation
from scraper.site_pages.lines import BARE_EXAMPLE, join_paragraphs, own_lines, without_doubled_headings
from scraper.site_pages.losses import in_site_style, report_lost_characters

FRAGMENT_START = "fragment-start"
SENTENCE_END = re.compile(r"[.!?:;][\"”’')\]]{0,3}$")


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
    own_paragraphs = claims.keep(
        join_paragraphs(own_lines(page.lines, claims)),
        lambda row: chrome_reason(row, find_chrome, translated=translated),
    )
    paragraphs = without_doubled_headings(own_paragraphs, claims)
    stated = stated_edition(paragraphs, claims)
    day = edition or stated
    # The lines of a page are joined to paragraphs above, so that a document without rules is recognised by these.
    regions = divide_any(paragraphs, lines=paragraphs)
    if not regions:
        return claims.close_without_rules(day)
    report_undated(day, claims)
    if _has_labels(regions):
        _fit_to_page(regions, claims)
    read = read_parts(regions, claims, day or "")
    parts = replace(read, rules=in_site_style(read.rules))
    check_parts(parts, regions, page, claims, is_page=True)
    report_lost_characters(parts.rules, claims)
    condition = judge_parts(parts, page, claims)
    return claims.close(day, condition, rules=parts.rules, glossary=parts.glossary, matter=parts.matter)


def _has_labels(regions: Iterable[Region]) -> bool:
    """Return whether a paragraph of the rules begins with a number."""
    paragraphs = (row for region in regions if region.name == RULES for row in region.paragraphs)
    return any(read_label(row.text) for row in paragraphs)


def _fit_to_page(regions: list[Region], claims: Claims) -> None:
    """Change the regions for what only pages have.

    The end of the rule on the page before becomes a region, examples get back a lost first word, and the site's last
    words are dropped.
    """
    index = next(index for index, region in enumerate(regions) if region.name == RULES)
    rules = regions[index]
    begins_in_rule = not read_heading(rules.paragraphs[0].text)
    if index > 0 and regions[index - 1].name == "title" and begins_in_rule:
        regions.insert(index, _cut_fragment(regions[index - 1]))
    # Only a labelled example is recognised as part of the edition when the site's last words are dropped.
    rules.paragraphs = list(_label_examples(rules.paragraphs, claims))
    if regions[-1] is rules:
        _drop_end(rules, claims)


def _cut_fragment(title: Region) -> Region:
    """Cut the sentences from the end of the matter before the rules: they continue a rule of the page before."""
    sentences = takewhile(_is_sentence, reversed(title.paragraphs))
    start = len(title.paragraphs) - len(list(sentences))
    fragment = Region(FRAGMENT_START, has_heading=False, paragraphs=title.paragraphs[start:])
    del title.paragraphs[start:]
    return fragment


def _drop_end(rules: Region, claims: Claims) -> None:
    """Drop the site's words after the last rule: from the first paragraph on that is no sentence or is linked."""
    body = rules.paragraphs
    last = max(index for index, row in enumerate(body) if read_label(row.text) or EXAMPLE.match(row.text))
    end = last + 1
    while end < len(body) and not body[end].linked and _ends_sentence(body[end]):
        end += 1
    for paragraph in body[end:]:
        claims.drop(paragraph, "page-end")
    del body[end:]


def _ends_sentence(paragraph: Paragraph) -> bool:
    return SENTENCE_END.search(paragraph.text) is not None


def _is_sentence(paragraph: Paragraph) -> bool:
    return _ends_sentence(paragraph) and read_heading(paragraph.text) is None


def _label_examples(body: Sequence[Paragraph], claims: Claims) -> Iterator[Paragraph]:
    """Yield the paragraphs of a body; one that begins with a bare colon is an example whose first word a site lost."""
    for paragraph in body:
        is_bare = BARE_EXAMPLE.match(paragraph.text) is not None
        if is_bare:
            message = "a paragraph begins with a colon: the word `Example` before it was lost"
            claims.report("example-label-lost", "warning", message, paragraph.line)
            yield replace(paragraph, text=f"Example{paragraph.text}")
        else:
            yield paragraph
