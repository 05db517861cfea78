"""Whether a document ends where it should.

History: a web page with a part of the rules may stop anywhere. A document without contents that stops at the end of a
sentence cannot be recognised.
"""

import re
from collections.abc import Sequence

from rules.records import Diagnostic, Rule
from scraper.labels import read_heading
from scraper.layout import Paragraph, without_leader
from scraper.parts.matter import matter_name
from scraper.parts.region import GLOSSARY, RULES, Region

HINT = "fetch another copy of this edition"
_END = re.compile(r"[.:!?;)\]\"”’'*]\W{0,8}$")
_NEVER_AFTER_RULES = ("introduction", "contents")
"""Framing matter that the contents may list and that comes before the rules."""


def find_truncation(regions: Sequence[Region], rules: Sequence[Rule], name: str) -> list[Diagnostic]:
    """Report what is missing: the end (`truncated`, `cut-mid-sentence`), or a part before it (`contents-disagree`).

    Args:
        regions: The document, divided.
        rules: Its rules.
        name: Its name in messages.
    """
    names = [region.name for region in regions]
    last = regions[-1].paragraphs[-1]
    start_of_rules = names.index(RULES)
    present_parts = set(names[start_of_rules:])
    entries = _list_entries(regions[:start_of_rules])
    promised_parts = _list_promised_parts(entries)
    lacking = [*sorted(set(promised_parts) - present_parts), *_list_missing_headings(entries, rules)]
    has_last_part = bool(promised_parts) and promised_parts[-1] in present_parts
    if lacking and not has_last_part:
        message = f"the contents promise {', '.join(lacking)}; the document ends before"
        return [Diagnostic("truncated", "warning", message, name, last.place.last_line, hint=HINT)]
    problems = []
    if lacking:
        message = f"the contents promise {', '.join(lacking)}, which the text does not have"
        problems.append(Diagnostic("contents-disagree", "warning", message, name, hint=HINT))
    # Framing matter after the rules may end without a full stop, for example with a name; so may a second glossary.
    ends_with_records = names[-1] == RULES or names[-2:] == [RULES, GLOSSARY]
    if ends_with_records:
        problems += find_cut(last, name)
    return problems


def find_cut(last: Paragraph, name: str) -> list[Diagnostic]:
    """Report a last rule or entry that has no end."""
    if _END.search(last.text):
        return []
    message = "the document ends in mid-sentence, or at a heading with nothing below it"
    return [Diagnostic("cut-mid-sentence", "warning", message, name, last.place.last_line, hint=HINT)]


def _list_entries(front: Sequence[Region]) -> list[str]:
    """Return the entries of the contents, without their page numbers."""
    entries: list[str] = []
    for region in front:
        if region.name == "contents":
            entries += [without_leader(paragraph.text) for paragraph in region.paragraphs]
    return entries


def _list_promised_parts(entries: Sequence[str]) -> list[str]:
    """Return the names of the parts that contents promise after the rules."""
    names = map(matter_name, entries)
    return [name for name in names if name is not None and name not in _NEVER_AFTER_RULES]


def _list_missing_headings(entries: Sequence[str], rules: Sequence[Rule]) -> list[str]:
    """Return the numbers of the sections and chapters that contents promise and the rules do not have."""
    numbers = {rule.number for rule in rules}
    headings = [heading for heading in map(read_heading, entries) if heading is not None]
    return [heading.number for heading in headings if heading.number not in numbers]
