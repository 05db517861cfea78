"""The paragraphs of a page's own text."""

import re
from collections.abc import Iterable, Iterator, Sequence

from msgspec.structs import replace

from scraper.claims import Claims
from scraper.labels import read_heading, read_label
from scraper.layout import Line, Paragraph, paragraphs

BARE_EXAMPLE = re.compile(r":\s+(?=[A-Z“\"])")
"""The beginning of a paragraph whose first word a site lost: `: Draw a card.”`, or an example without `Example`."""
_HEADING_NUMBER = re.compile(r"[1-9](?:\d\d)?\.")
"""The number of a section or chapter in a cell of its own."""


def own_lines(lines: Iterable[Line], claims: Claims) -> Iterator[Line]:
    """Yield the lines of a page that are its own text, and drop the others."""
    adjoins = False
    for line in lines:
        if line.chrome:
            claims.drop(line, f"page-{line.chrome}")
            adjoins = False
            continue
        if adjoins:
            yield line
        else:
            yield replace(line, after_blank=True)  # no paragraph continues after a dropped line
        adjoins = True


def join_paragraphs(lines: Iterable[Line]) -> list[Paragraph]:
    """Return the paragraphs of a page, with those joined that its blocks divide.

    A number that is alone in its block, as in a cell or on a `See also` page, is joined to the block after it:
    `702.40a` and `Storm is a triggered ability.` become `702.40a Storm is a triggered ability.` The halves of a
    quotation are joined, too; see `_goes_on_in_quotes`.
    """
    joined: list[Paragraph] = []
    for paragraph in paragraphs(list(lines)):
        longer = None
        if joined and joined[-1].last + 1 == paragraph.first:
            longer = _join(joined[-1], paragraph)
        if longer is None:
            joined.append(paragraph)
        else:
            joined[-1] = longer
    return joined


def _join(before: Paragraph, paragraph: Paragraph) -> Paragraph | None:
    """Return a paragraph joined to the one right before it; None if it does not belong to that one."""
    text = paragraph.text
    if _is_alone(before) and not (read_label(text) or read_heading(text)):
        return before.joined(paragraph, f"{before.text} {text}")
    if _goes_on_in_quotes(before, paragraph):
        return before.joined(paragraph, before.text + text)
    return None


def _is_alone(paragraph: Paragraph) -> bool:
    """Return whether a paragraph is only the number of a rule, or in a cell that of a section or chapter."""
    if paragraph.role == "cell" and _HEADING_NUMBER.fullmatch(paragraph.text):
        return True
    label = read_label(paragraph.text)
    return label is not None and label.end == len(paragraph.text) and paragraph.role != "heading"


def _goes_on_in_quotes(before: Paragraph, after: Paragraph) -> bool:
    """Return whether a paragraph continues the quotation that the one before it opened.

    Example: `Some rules read “` and `: Draw a card.”`, where the site lost the first word of the quotation.
    """
    opened = before.text.count("“") > before.text.count("”") or before.text.count('"') % 2 == 1
    return opened and before.text[-1] in '“"' and BARE_EXAMPLE.match(after.text) is not None


def without_doubled_headings(page: Sequence[Paragraph], claims: Claims) -> list[Paragraph]:
    """Return the paragraphs without those titles of a page that the page's text repeats as its own headings."""
    remaining = dict(enumerate(page))
    headings: dict[str, int] = {}  # those since the last rule, with their positions on the page
    for index, paragraph in enumerate(page):
        heading = read_heading(paragraph.text)
        if heading is not None:
            words = f"{heading.number} {paragraph.text[heading.end :].casefold()}"
            if words in headings:
                claims.drop(remaining.pop(headings[words]), "doubled-heading")
            headings[words] = index
        elif read_label(paragraph.text):
            headings.clear()
    return list(remaining.values())
