"""Whether a document breaks off, judged by its table of contents and by the end of its last sentence.

History: two copies of the archive stop in the glossary, one at a headword. A web page with a part of the rules may stop
anywhere.

Guarantees: diagnostics only. A document without contents that stops at the end of a sentence cannot be recognised.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from rules.records import Diagnostic, Rule
from scraper.labels import read_heading
from scraper.layout import is_rule_line, without_leader
from scraper.lines import Paragraph
from scraper.regions import Regions, matter_name

_SENTENCE_END = re.compile(r"[.:!?;)\]\"”’'*]\W{0,8}$")

HINT = "fetch another copy of this edition"


def find_truncation(body: Sequence[Paragraph], regions: Regions, rules: Sequence[Rule], name: str) -> list[Diagnostic]:
    """Report what is missing: the end (`truncated`, `cut-mid-sentence`), or a part before it (`contents-disagree`).

    Args:
        body: All paragraphs of the document.
        regions: How it is divided.
        rules: Its rules.
        name: Its name in messages.
    """
    lacking, whole = _promised_and_lacking(regions, rules)
    last = body[-1].last
    if lacking and not whole:
        message = f"the contents promise {', '.join(lacking)}; the document ends before"
        return [Diagnostic("truncated", "warning", message, name, last, hint=HINT)]
    problems = []
    if lacking:
        message = f"the contents promise {', '.join(lacking)}, which the text does not have"
        problems.append(Diagnostic("contents-disagree", "warning", message, name, hint=HINT))
    # Framing matter after the rules may end without a full stop, for example with a name.
    return problems if regions.back else [*problems, *find_cut(body, name)]


def find_cut(body: Sequence[Paragraph], name: str) -> list[Diagnostic]:
    """Report a last rule or entry that has no end."""
    last = next(paragraph for paragraph in reversed(body) if not is_rule_line(paragraph.text))
    if _SENTENCE_END.search(last.text):
        return []
    message = "the document ends in mid-sentence, or at a heading with nothing below it"
    return [Diagnostic("cut-mid-sentence", "warning", message, name, last.last, hint=HINT)]


def _promised_and_lacking(regions: Regions, rules: Sequence[Rule]) -> tuple[list[str], bool]:
    """Return what the contents promise and the document lacks, and whether the document has the last promised part."""
    entries = [
        without_leader(paragraph.text)
        for region in regions.front
        if region.name == "contents"
        for paragraph in region.paragraphs
    ]
    named = (matter_name(entry) for entry in entries)
    parts = [part for part in named if part is not None and part not in ("introduction", "contents")]
    held = {region.name for region in regions.back} | ({"glossary"} if regions.glossary_heading else set())
    numbers = {rule.number for rule in rules}
    headings = (read_heading(entry) for entry in entries)
    lacking = sorted(set(parts) - held)
    lacking += [heading.number for heading in headings if heading is not None and heading.number not in numbers]
    return lacking, bool(parts) and parts[-1] in held
