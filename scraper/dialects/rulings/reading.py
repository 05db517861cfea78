"""Reading a rulings summary of either numbering as records.

Guarantees: every line is in a rule, in matter, dropped for a named reason, or reported.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from rules.numbers import chapter_of
from rules.provenance import has_unread_date, iso_date, provenance_of, tags_in
from rules.records import RULINGS_SUMMARY, Diagnostic, Matter, ParsedDocument, Rule
from scraper.claims import Claims, build_rules
from scraper.dialects.common import left_over, without_rules
from scraper.dialects.rulings.items import drafts_of, is_heading, read_label, restore_headings
from scraper.dialects.rulings.lines import prepare
from scraper.dialects.rulings.numbering import Numbering, is_under, parent_of, sort_key
from scraper.layout import paragraphs
from scraper.markup.page import read_page
from scraper.regions import find_cut
from scraper.source import Line, Paragraph, SourceDocument

DEEPEST = 4
"""Maximum number of headings right above the first rule that belong to the body."""

_MATTER = re.compile(
    r"(?P<contents>table of contents)|(?P<index>index)"
    r"|(?P<acknowledgements>acknowledge?ments(?: and disclaimers)?|credits(?: and disclaimers?)?|disclaimers?)",
    re.IGNORECASE,
)
_RELEASE = re.compile(
    r"\bbased on the (?P<on>.{6,24}?) release\b|^Updated:? (?P<updated>.{6,24}?)(?=[.\s]*$)", re.IGNORECASE
)
_SINCE = re.compile(r"\(\s*changes only\s*\)", re.IGNORECASE)


def document_lines(source: SourceDocument) -> tuple[Line, ...]:
    """Return the lines of a text, or the blocks of a page as lines."""
    page = read_page(source)
    return page.source.lines if page else source.lines


def read_summary(source: SourceDocument, numbering: Numbering, dialect: str) -> ParsedDocument:
    """Read a document of the rulings summary.

    Args:
        source: A document that one of the two dialects claims; another one yields no rules and an error.
        numbering: Its numbering scheme.
        dialect: Name of the dialect.
    """
    page, dropped = prepare(source, numbering)
    paragraphs_read = paragraphs(list(page.source.lines), source.wrapped)
    start, stop = _find_body(paragraphs_read, numbering)
    if start == stop:
        return without_rules(source, RULINGS_SUMMARY, dialect)
    claims = Claims(page.source.lines)
    front, body, back = paragraphs_read[:start], paragraphs_read[start:stop], paragraphs_read[stop:]
    edition, problems = _release(front, source.name)
    matter = _read_matter(front, "title", claims)
    drafts, moved = restore_headings(drafts_of(body, numbering))
    rules = tuple(
        replace(rule, tags=tags_in([passage for _, passage in rule.passages]))
        for rule in build_rules(drafts, edition or "", claims, parent_of)
    )
    matter += _read_matter(back, "end", claims)
    for draft in moved:
        message = f"the heading of {draft.number} is before rules of another one; it was moved to its own"
        problems.append(Diagnostic("shifted-heading", "info", message, source.name, draft.paragraphs[0].first))
    problems += check_rules(rules, source.name)
    lost = lost_placeholders(page.source.lines, source.name)
    cut = [] if back else find_cut(paragraphs_read, source.name)
    condition = "damaged" if lost and source.condition == "good" else source.condition
    parsed = ParsedDocument(
        name=source.name,
        work=RULINGS_SUMMARY,
        dialect=dialect,
        encoding=source.encoding,
        edition=edition,
        condition="truncated" if cut else condition,
        rules=rules,
        glossary=(),
        matter=matter,
        dropped=claims.dropped,
        diagnostics=(*problems, *lost, *cut, *left_over(claims, source.name)),
    )
    placed = page.relocate(parsed)
    return replace(placed, dropped=tuple(sorted((*placed.dropped, *dropped), key=lambda row: row.line)))


def _find_body(body: Sequence[Paragraph], numbering: Numbering) -> tuple[int, int]:
    """Return where the body begins and ends; without a rule it is empty.

    It reaches from the headings just above the first rule to the first framing matter after it.
    """
    # In the contents there are only titles.
    items = (i for i, row in enumerate(body) if numbering.item.match(row.text) and not is_heading(row.text, numbering))
    first = next(items, None)
    if first is None:
        return 0, 0
    start = first
    above = _number(body[first].text, numbering)
    while start and first - start < DEEPEST:
        number = _number(body[start - 1].text, numbering)
        is_above = number and above and _is_heading_of(number, above)
        if not is_above or not is_heading(body[start - 1].text, numbering):
            break
        start, above = start - 1, number
    stop = next((i for i in range(first, len(body)) if _matter_name(body[i].text)), len(body))
    return start, stop


def _number(text: str, numbering: Numbering) -> str | None:
    label = read_label(text, numbering)
    return label.number if label else None


def _is_heading_of(number: str, above: str) -> bool:
    """Return whether a heading can come right above a number: as its ancestor, or shifted up next to an ancestor."""
    chapter = chapter_of(above)
    shifted = "." in above and number.startswith(f"{chapter}.") and parent_of(number) == chapter
    return number != above and (shifted or is_under(above, number))


def _matter_name(text: str) -> str | None:
    match = _MATTER.fullmatch(text.rstrip(": "))
    return match.lastgroup if match else None


def _read_matter(region: Sequence[Paragraph], name: str, claims: Claims) -> tuple[Matter, ...]:
    """Return the paragraphs that frame the rules, under their headings; those before the first heading under `name`."""
    matter: list[Matter] = []
    kept: list[Paragraph] = []
    for paragraph in (*region, None):
        heading = _matter_name(paragraph.text) if paragraph else ""
        if heading is None and paragraph:
            kept.append(paragraph)
            continue
        if kept:
            matter.append(Matter(name, "\n".join(row.text for row in kept), claims.claim(kept)))
            kept.clear()
        if paragraph:
            claims.drop(paragraph, "heading")
        name = heading or name
    return tuple(matter)


def _release(front: Sequence[Paragraph], name: str) -> tuple[str | None, list[Diagnostic]]:
    """Return the date of the issue that the document states (ISO), and diagnostics."""
    problems = []
    edition = None
    for paragraph in front:
        release = _RELEASE.search(paragraph.text)
        if release and edition is None:
            edition = iso_date(release["on"] or release["updated"])
            if edition is None:
                message = f"{release['on'] or release['updated']!r} is not a date"
                problems.append(Diagnostic("bad-date", "warning", message, name, paragraph.first))
        if _SINCE.search(paragraph.text):
            message = "the document has only the changes since the issue before"
            problems.append(Diagnostic("changes-only", "info", message, name, paragraph.first))
    if edition is None:
        problems.append(Diagnostic("no-date", "info", "the document states no date of issue", name))
    return edition, problems


PLACEHOLDER = re.compile(r"<-[^<>\n]{1,80}-?>")
"""A placeholder, as the summaries print it: `<-cost->`."""

_HOLE = re.compile(r"(?:(?<=[\s(])|^)[\"“](?:[:;,.](?=[\s\"”])|[\"”](?!\w))|(?<=\w)\s[.,;:](?=[\"”])")
"""A place where words before a colon or full stop are missing: `": "`, `is in ."`, `""`."""


def lost_placeholders(lines: Sequence[Line], name: str) -> tuple[Diagnostic, ...]:
    """Report paragraphs in which words in angle brackets were taken for tags of HTML and lost.

    Args:
        lines: The lines of the summary. If one of them still has such words, nothing was lost.
        name: The document's name in messages.
    """
    if any(PLACEHOLDER.search(line.text) for line in lines):
        return ()
    holes = [(line, hole) for line in lines if (hole := _HOLE.search(line.text))]
    message = "words in angle brackets were lost here, since an HTML page takes them for tags"
    hint = "another copy may have them"
    return tuple(
        Diagnostic("lost-placeholder", "warning", message, name, line.first, hole.start() + 1, hint)
        for line, hole in holes
    )


def check_rules(rules: Sequence[Rule], name: str) -> Iterator[Diagnostic]:
    """Report duplicate, misprinted and misplaced numbers, and tags with an impossible date."""
    before: dict[tuple[str | None, bool], Rule] = {}
    for rule in rules:
        if rule.label.removeprefix("+").strip() not in ("", rule.number):
            message = f"{rule.number} is printed {rule.label!r}"
            yield Diagnostic("misprinted-number", "info", message, name, rule.line)
        if rule.ordinal > 1:
            message = f"{rule.number} is printed {'twice' if rule.ordinal == 2 else f'{rule.ordinal} times'}"
            yield Diagnostic("duplicate-number", "warning", message, name, rule.line)
        family = (parent_of(rule.number), rule.kind == "ruling")
        last = before.get(family)
        if last is not None and sort_key(rule.number) < sort_key(last.number):
            message = f"{rule.number} is printed after {last.number}"
            yield Diagnostic("out-of-order-number", "warning", message, name, rule.line)
        before[family] = rule
        for tag in provenance_of(rule):
            if has_unread_date(tag):
                yield Diagnostic("bad-date", "warning", f"the date in {tag.raw} is none", name, rule.line)
