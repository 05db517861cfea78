"""The paragraphs of a page's own text."""

import re
from collections.abc import Iterable, Iterator, Sequence

from msgspec.structs import replace

from scraper.claims import Claims
from scraper.labels import read_heading, read_label
from scraper.layout import Line, Paragraph, paragraphs

BARE_EXAMPLE = re.compile(r":\s+(?=[A-Z“\"])")
"""The beginning of an example whose first word a site lost."""
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


def join_numbers(lines: Iterable[Line]) -> list[Paragraph]:
    """Return the paragraphs of a page, each number that is alone in its block joined to the block after it.

    Numbers are alone in cells and on `See also` pages.
    """
    merged: list[Paragraph] = []
    for paragraph in paragraphs(list(lines)):
        joined = None
        if merged and merged[-1].last + 1 == paragraph.first:
            joined = _join(merged[-1], paragraph)
        if joined is None:
            merged.append(paragraph)
        else:
            merged[-1] = joined
    return merged


def _join(before: Paragraph, paragraph: Paragraph) -> Paragraph | None:
    """Return a paragraph joined to the one right before it; None if it is one of its own."""
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
    """Return whether a paragraph that begins with a bare colon is inside the quotation that the one before opened."""
    opened = before.text.count("“") > before.text.count("”") or before.text.count('"') % 2 == 1
    return opened and before.text[-1] in '“"' and BARE_EXAMPLE.match(after.text) is not None


def without_doubled_headings(read: Sequence[Paragraph], claims: Claims) -> list[Paragraph]:
    """Return the paragraphs without those titles of a page that the page's text repeats as its own headings."""
    remaining = dict(enumerate(read))
    headings: dict[str, int] = {}  # those since the last rule
    for index, paragraph in enumerate(read):
        heading = read_heading(paragraph.text)
        if heading is not None:
            words = f"{heading.number} {paragraph.text[heading.end :].casefold()}"
            if words in headings:
                claims.drop(remaining.pop(headings[words]), "doubled-heading")
            headings[words] = index
        elif read_label(paragraph.text):
            headings.clear()
    return list(remaining.values())
