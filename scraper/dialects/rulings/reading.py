"""Reading a rulings summary of either numbering as records.

Guarantees: every line is in a rule, in matter, dropped for a named reason, or reported.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from rules.numbers import chapter_of, ordinals
from rules.provenance import iso_date, tags_in
from rules.records import RULINGS_SUMMARY, Diagnostic, Matter, ParsedDocument, Rule
from scraper.claims import Claims
from scraper.dialects.common import left_over, without_rules
from scraper.dialects.rulings.checks import check_rules, lost_placeholders
from scraper.dialects.rulings.items import Draft, drafts_of, is_heading, read_label, restore_headings
from scraper.dialects.rulings.lines import prepare
from scraper.dialects.rulings.numbering import Numbering, RulingLabel, is_under, parent_of
from scraper.layout import paragraphs
from scraper.lines import Line, Paragraph
from scraper.markup import read_page
from scraper.markup.page import relocate_document
from scraper.source import SourceDocument
from scraper.truncation import find_cut

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


class _Regions(Struct, frozen=True):
    """Indices of the paragraph where the rules begin and of the one after their end."""

    start: int
    stop: int


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
    sheet = prepare(source, numbering)
    paragraphs_read = paragraphs(list(sheet.lines), source.wrapped)
    regions = _divide(paragraphs_read, numbering)
    if regions is None:
        return without_rules(source, RULINGS_SUMMARY, dialect)
    claims = Claims(sheet.lines)
    front, body, back = (
        paragraphs_read[: regions.start],
        paragraphs_read[regions.start : regions.stop],
        paragraphs_read[regions.stop :],
    )
    edition, problems = _release(paragraphs_read[: regions.start], source.name)
    matter = _read_matter(front, "title", claims)
    drafts, moved = restore_headings(drafts_of(body, numbering))
    rules = _build_rules(drafts, edition or "", claims)
    matter += _read_matter(back, "end", claims)
    problems += _report_shifted(moved, source.name)
    problems += check_rules(rules, source.name)
    lost = lost_placeholders(sheet.lines, source.name)
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
    placed = relocate_document(parsed, sheet.find_first_line, sheet.find_last_line, sheet.diagnostics)
    dropped = sorted((*placed.dropped, *sheet.dropped), key=lambda row: row.line)
    return replace(placed, dropped=tuple(dropped))


def _divide(body: Sequence[Paragraph], numbering: Numbering) -> _Regions | None:
    """Return the regions of the body, or None without a rule.

    The body reaches from the headings just above the first rule to the first framing matter after it.
    """
    first = next((i for i, row in enumerate(body) if _is_item(row.text, numbering)), None)
    if first is None:
        return None
    start = first
    above = _number(body[first].text, numbering)
    while start and first - start < DEEPEST:
        number = _number(body[start - 1].text, numbering)
        if number is None or above is None or not is_heading(body[start - 1].text, numbering):
            break
        if not _is_heading_of(number, above):
            break
        start, above = start - 1, number
    stop = next((i for i in range(first, len(body)) if _matter_name(body[i].text)), len(body))
    return _Regions(start, stop)


def _is_item(text: str, numbering: Numbering) -> bool:
    """Return whether a paragraph is a rule or ruling with words; the contents have titles only."""
    return numbering.item.match(text) is not None and not is_heading(text, numbering)


def _number(text: str, numbering: Numbering) -> str | None:
    label: RulingLabel | None = read_label(text, numbering)
    return label.number if label else None


def _is_heading_of(number: str, above: str) -> bool:
    """Return whether a heading can come right above a number: as its ancestor, or shifted up next to an ancestor."""
    if number == above:
        return False
    chapter = chapter_of(above)
    return is_under(above, number) or (
        "." in above and number.startswith(f"{chapter}.") and parent_of(number) == chapter
    )


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


def _build_rules(drafts: Sequence[Draft], edition: str, claims: Claims) -> tuple[Rule, ...]:
    rules = []
    for draft, ordinal in zip(drafts, ordinals(draft.number for draft in drafts), strict=True):
        text, examples, notes = (
            "\n".join(_join_passages(draft.texts)),
            _join_passages(draft.examples),
            _join_passages(draft.notes),
        )
        rules.append(
            Rule(
                edition=edition,
                number=draft.number,
                kind=draft.kind,
                heading=draft.heading,
                text=text,
                examples=examples,
                notes=notes,
                tags=tags_in([text, *examples, *notes]),
                parent=parent_of(draft.number),
                label=draft.label,
                ordinal=ordinal,
                span=claims.claim(draft.paragraphs),
            )
        )
    return tuple(rules)


def _join_passages(passages: Sequence[Sequence[str]]) -> tuple[str, ...]:
    return tuple(" ".join(pieces) for pieces in passages)


def _report_shifted(moved: Sequence[Draft], name: str) -> list[Diagnostic]:
    return [
        Diagnostic(
            "shifted-heading",
            "info",
            f"the heading of {draft.number} is before rules of another one; it was moved to its own",
            name,
            draft.paragraphs[0].first,
        )
        for draft in moved
    ]


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
