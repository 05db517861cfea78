"""Dividing a document into its regions.

History: sections, chapters and rules have kept their form since 1999. "Glossary" and "Credits" occur twice in every
edition, in the contents and as headings; the index came and went; the parts after it (contact, copyright, the date
line) have changed places a dozen times. Two copies of the archive stop in the glossary, one at a headword.

Guarantee: the regions partition the paragraphs in order; none is left out.
"""

from collections.abc import Sequence

from msgspec.structs import replace

from rules.numbers import RuleKind
from scraper.inline_entries import find_inline_form
from scraper.labels import is_title, read_heading, read_label
from scraper.layout import Paragraph, without_leader
from scraper.parts.matter import matter_name, split_matter
from scraper.parts.region import GLOSSARY, RULES, Region


def divide(paragraphs: Sequence[Paragraph]) -> list[Region]:
    """Divide a document into its regions: framing matter, `RULES`, perhaps `GLOSSARY` right after them, other matter.

    There are none if the document holds no numbered rule.
    """
    first_rule = next((index for index, paragraph in enumerate(paragraphs) if read_label(paragraph.text)), None)
    if first_rule is None:
        return []
    start = _find_body_start(paragraphs, first_rule)
    rules_end = _find_matter(paragraphs, first_rule)
    regions = split_matter(paragraphs[:start], "title")
    regions.append(Region(RULES, has_heading=False, paragraphs=[*paragraphs[start:rules_end]]))
    back_start = rules_end
    if rules_end < len(paragraphs) and matter_name(paragraphs[rules_end].text) == GLOSSARY:
        back_start = _find_matter(paragraphs, rules_end + 1)
        regions.append(Region(GLOSSARY, has_heading=True, paragraphs=[*paragraphs[rules_end:back_start]]))
    return [*regions, *split_matter(paragraphs[back_start:], "end")]


def divide_glossary(paragraphs: Sequence[Paragraph]) -> list[Region]:
    """Divide a document that is a glossary alone: matter before it, `GLOSSARY`, other matter.

    A glossary without its heading begins with the first headword.
    """
    headings = (index for index, paragraph in enumerate(paragraphs) if matter_name(paragraph.text) == GLOSSARY)
    heading = next(headings, None)
    start = heading
    if start is None:
        start = _find_first_entry(paragraphs)
    back_start = _find_matter(paragraphs, start + 1)
    glossary = Region(GLOSSARY, has_heading=heading is not None, paragraphs=[*paragraphs[start:back_start]])
    return [*split_matter(paragraphs[:start], "title"), glossary, *split_matter(paragraphs[back_start:], "end")]


def divide_contents(paragraphs: Sequence[Paragraph]) -> list[Region]:
    """Divide a document that is a list of contents alone: its headings are read as rules, all else is matter.

    An entry loses the dots and the page number after it.
    """
    entries: list[Paragraph] = []
    remaining: list[Paragraph] = []
    for paragraph in paragraphs:
        entry = without_leader(paragraph.text)
        if read_heading(entry):
            entries.append(replace(paragraph, text=entry))
        else:
            remaining.append(paragraph)
    if not entries:
        return []
    return [Region(RULES, has_heading=False, paragraphs=entries), *split_matter(remaining, "contents")]


def _find_matter(paragraphs: Sequence[Paragraph], start: int) -> int:
    """Return the index of the first heading of the glossary or of framing matter from `start` on.

    If there is none, it is the end of the document.
    """
    for index in range(start, len(paragraphs)):
        if matter_name(paragraphs[index].text) is not None:
            return index
    return len(paragraphs)


def _find_body_start(paragraphs: Sequence[Paragraph], first_rule: int) -> int:
    """Return where the body starts: at the first rule, or at its own headings of section and chapter right above it."""
    start = first_rule
    kinds: tuple[RuleKind, ...] = ("chapter", "section")
    for kind in kinds:
        if start > 0 and _is_heading_of_kind(paragraphs[start - 1].text, kind):
            start -= 1
    return start


def _is_heading_of_kind(text: str, kind: RuleKind) -> bool:
    """Return whether a text is a heading in the body; one with a leader of dots is an entry of the contents."""
    heading = read_heading(text)
    return heading is not None and heading.kind == kind and without_leader(text) == text


def _find_first_entry(paragraphs: Sequence[Paragraph]) -> int:
    """Return the index of the first entry of a glossary without a heading; 0 if none is seen."""
    read_inline = find_inline_form(paragraphs)
    for index, paragraph in enumerate(paragraphs):
        if read_inline is None:
            begins = _is_headword_at(paragraphs, index)
        else:
            begins = read_inline(paragraph) is not None
        if begins:
            return index
    return 0


def _is_headword_at(paragraphs: Sequence[Paragraph], index: int) -> bool:
    """Return whether a paragraph is a headword with its text below."""
    if index + 1 == len(paragraphs):
        return False
    return is_title(paragraphs[index].text) and not is_title(paragraphs[index + 1].text)
