"""The framing matter of an edition: introduction, contents, index, credits and whatever else is around its records.

Guarantee: every paragraph of framing matter is in a record, or is a heading, which is dropped.
"""

import re
from collections.abc import Sequence

from rules.records import Matter
from scraper.claims import Claims
from scraper.labels import read_heading
from scraper.layout import Paragraph, without_leader
from scraper.parts.region import Region

_MATTER = re.compile(
    r"(?P<name>introduction|contents|table\sof\scontents|glossary|index|credits|questions\?|contact\sinformation"
    r"|copyrights?|customer\sservice\sinformation)\s?:?$",
    re.IGNORECASE,
)
_UNTITLED = re.compile(
    r"(?:(?P<notice>in\sresponse\sto\splay\sissues|changes\smay\shave\sbeen\smade)"
    r"|(?P<imprint>these\srules\sare\s(?:current|effective)\sas\sof|published\sby))\b",
    re.IGNORECASE,
)
"""The beginnings of framing matter without a heading; each group is named as the matter is."""


def split_matter(paragraphs: Sequence[Paragraph], first_name: str) -> list[Region]:
    """Cut framing matter where its name changes; what comes before a heading has the first name."""
    matter: list[Region] = []
    for paragraph in paragraphs:
        current = first_name
        if matter:
            current = matter[-1].name
        name = _name_begun(paragraph.text, current)
        if name is not None or not matter:
            is_heading = matter_name(paragraph.text) is not None
            matter.append(Region(name or first_name, has_heading=is_heading))
        matter[-1].paragraphs.append(paragraph)
    return matter


def matter_name(text: str) -> str | None:
    """Return the name of the framing matter that a paragraph is the heading of, None if it is none."""
    match = _MATTER.match(text)
    if match is None:
        return None
    name = "-".join(match["name"].casefold().rstrip("?").split())
    if name == "table-of-contents":
        return "contents"
    return name


def is_contents_entry(text: str) -> bool:
    """Return whether a paragraph can be a line of the contents."""
    entry = without_leader(text)
    return matter_name(entry) is not None or read_heading(entry) is not None


def read_matter(region: Region, claims: Claims) -> tuple[Matter, ...]:
    """Return framing matter without its heading, which is dropped; none if it has only that."""
    region.drop_heading(claims)
    if not region.has_body:
        return ()
    if region.name == "index":
        texts = _indent_index(region.body)
    else:
        texts = [paragraph.text for paragraph in region.body]
    return (Matter(region.name, "\n".join(texts), claims.claim(region.body)),)


def _name_begun(text: str, current: str) -> str | None:
    """Return the name of the matter that begins with this paragraph, None if the current matter continues."""
    if current == "contents":
        # In the contents these words are entries: only a paragraph that cannot be an entry ends them.
        if is_contents_entry(text):
            return None
        # Text without a name that is no entry of the contents is kept as a notice, not as a part of the contents.
        return _name_untitled(text) or "notice"
    name = matter_name(text)
    if name is not None:
        return name
    if is_contents_entry(text):
        return "contents"
    return _name_untitled(text)


def _name_untitled(text: str) -> str | None:
    """Return the name of matter without a heading that begins with this paragraph, None if none does."""
    match = _UNTITLED.match(text)
    if match is None:
        return None
    return match.lastgroup


def _indent_index(body: Sequence[Paragraph]) -> list[str]:
    """Return the lines of an index: those of subordinate entries after one tab, whatever indentation the copy uses."""
    margin = min(paragraph.indent for paragraph in body)
    lines: list[str] = []
    for paragraph in body:
        if paragraph.indent > margin:
            lines.append(f"\t{paragraph.text}")
        else:
            lines.append(paragraph.text)
    return lines
