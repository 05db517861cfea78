"""The two dialects of Crystal Keep's rulings summary, a separate work: of 1998 and 1999, and of 2003 to 2009.

History: Stephen D'Angelo's summary of rulings numbered its rules by topic until 1999: section `A`, chapter `A.2`, rule
`A.2.1`, ruling `A.2.Ruling.1`. The last issue under the Fifth Edition rules survives as a text with one paragraph per
line, contents before the rules, index and acknowledgements after them; of the Sixth Edition's issues there are web
pages, `A.2.1- …`, with a link `Top` after each rule. From July 2003 on the summary held the whole text of the
Comprehensive Rules, each paragraph as `502.2a - …` with a tag that names the edition from which it was copied
(`[CompRules 2003/07/01]`), and rulings between the rules (`502.3.Ruling.1 - …`); other topics have letter and digit
(`G6.4`). It was published as a text, as a text of the changes (`+` before each change), and as one page per chapter, in
HTML and later PHP, with a line at the top that dates the issue. One label of 1999 has `Rulings` for `Ruling`.

The pages were lists in tables. A text extracted from one keeps the bullets (`•`, `-`), the bars between cells
and the links (`Top`, `Go To:`), and sometimes joins things: a heading to the next item, a number to the trail of links
that ends in it (`General Rulings - 702702 - …`).

Notes: the editions of the work are its issues. A page has paragraphs of several editions of the Comprehensive Rules,
because only changed ones were copied again; `rules.provenance` reads from the tags from which each piece of text is.
Tags stay in the text and are also in `Rule.tags`; the `+` of a changed rule is in `Rule.label`. A `Note -` paragraph
belongs to the rule or ruling before it. The author wrote placeholders as `<-cost->`; some copies of the pages lost them
as HTML tags, which is reported as `lost-placeholder` where it can be recognised.

Only layout marks are removed from a line, never words; a line with nothing else is dropped for a named reason. Lines
get new numbers, because a line may be split; the page maps them to those of the source.

Guarantees: every line is in a rule, in matter, dropped for a named reason, or reported.
"""

import re
from collections.abc import Iterable, Iterator, Sequence

from msgspec.structs import replace

from rules.numbers import chapter_of
from rules.provenance import has_unread_date, is_tags_alone, provenance_of, tags_in
from rules.records import RULINGS_SUMMARY, Diagnostic, Matter, ParsedDocument, Rule
from rules.summary_numbers import kind_of_summary, parent_of_summary, regular_ruling
from scraper.claims import ENOUGH_RULES, Claims
from scraper.labels import Label, is_title, report_misplaced, report_misprint
from scraper.layout import Line, Paragraph, SourceDocument, is_rule_line, paragraphs
from scraper.markup.page import HIDDEN, read_page
from scraper.parts.dates import stated_edition
from scraper.parts.drafts import Draft, build_rules
from scraper.parts.ending import find_cut
from scraper.parts.region import Region

DASH = r"\s?[-–—]\s+(?=\S)"
"""The dash between a number and its words. The pages of 1999 have no space before it."""

_AFTER_ALL_NUMBERS = 10_000
"""Sorts rulings after the rules below the same number; no summary has as many."""
_PART = re.compile(r"\d+|[A-Za-z]+")
"""A part of a number: digits, a letter, or the word `Ruling`."""

LETTERS = re.compile(rf"(?:\+\s+)?(?P<number>[A-Z]\.\d{{1,2}}\.(?:Rulings?\.)?\d{{1,3}}|[A-Z](?:\.\d{{1,2}})?){DASH}")
"""A label of 1998 and 1999, with its dash."""

_RULING = r"(?:\.Rulings?\.\d{1,3})"
"""A regular expression for the end of a ruling's number: `.Ruling.1`."""
NUMBERS = re.compile(
    rf"(?:\+\s+)?(?P<number>(?:[1-9]\d\d|[A-Z]\d{{1,2}})(?:(?:\.\d{{1,3}}[a-z]{{0,2}}){{1,2}}{_RULING}?|{_RULING})"
    rf"|[1-9]\d\d|[A-Z]\d{{1,2}}|[1-9A-Z]){DASH}"
)
"""A label of 2003 to 2009, with its dash."""

NOTE = re.compile(r"Note\s?-\s+")
EXAMPLE = re.compile(r"Examples?\s?:\s*")

_BAR = re.compile(r"[|\s]+")
"""The bars between the cells of a table."""
_BULLET = re.compile(r"[•*◦○·-]\s+")
_NAVIGATION = re.compile(
    r"(?:back to )?top|(?:return|back) to .{0,40}(?:index|contents)|(?:previous|next)(?: (?:page|section|chapter))?"
    r"|go to:.{0,200}|new search\b.{0,60}|sponsored links|general rulings - \w{1,3}",
    re.IGNORECASE,
)
_TRAIL = re.compile(r"(?P<trail>General Rulings - (?P<number>\w{1,3}))(?P=number)\s?-\s")
"""The trail of links at the head of a page, joined to the heading below it: `General Rulings - 702702 - Keywords`."""
_GLUED = re.compile(
    r"(?P<heading>\S{1,8}\s?[-–—]\s+[^.\[\]:;?!]{2,80}?)\s+(?=\+?\s?(?:[1-9]\d\d|[A-Z]\d{0,2})\.\S{1,16}\s?[-–—]\s)"
)
"""A heading that is joined to the rule after it: `502 - Keyword Abilities 502.1 - Most abilities …`."""
_MATTER = re.compile(
    r"(?P<contents>table of contents)|(?P<index>index)"
    r"|(?P<acknowledgements>acknowledge?ments(?: and disclaimers)?|credits(?: and disclaimers?)?|disclaimers?)",
    re.IGNORECASE,
)
_RELEASE = re.compile(
    r"(?:\bbased on the (?=.{6,24} release\b)|^Updated:? (?=.{6,24}$))(.{6,24}?)(?: release\b|[.\s]*$)", re.IGNORECASE
)
# See `_is_signed`, which looks for a word of these three first.
_SIGN = re.compile(r"\[CompRules \d|\brelease of the Rulings\b|\bGeneral Rulings\b")
_SINCE = re.compile(r"\(\s*changes only\s*\)", re.IGNORECASE)
"""The words by which an issue says that it has only what changed since the one before."""
PLACEHOLDER = re.compile(r"<-[^<>\n]{1,80}-?>")
"""A placeholder, as the summaries print it: `<-cost->`."""

_HOLE = re.compile(r"(?:(?<=[\s(])|^)[\"“](?:[:;,.](?=[\s\"”])|[\"”](?!\w))|(?<=\w)\s[.,;:](?=[\"”])")
"""A place where words before a colon or full stop are missing: `": "`, `is in ."`, `""`."""


def read_number(text: str, numbering: re.Pattern[str]) -> Label | None:
    """Return the label at the start of a paragraph, None if there is none.

    A `+` in `printed` marks a change since the previous issue.

    Args:
        text: The paragraph.
        numbering: `LETTERS` or `NUMBERS`.
    """
    match = numbering.match(text)
    if match is None:
        return None
    printed = match[0].rstrip().rstrip("-–—").rstrip()
    number = regular_ruling(match["number"])
    if printed == number:
        printed = ""
    return Label(number, kind_of_summary(number), printed, match.end())


def begins_item(text: str, numbering: re.Pattern[str]) -> bool:
    """Return whether a text begins with the label of a rule or ruling, not with that of a section or chapter."""
    label = read_number(text, numbering)
    return label is not None and label.kind not in ("section", "chapter")


def _is_signed(text: str) -> bool:
    """Return whether a line has the tag of an issue, or the line that dates it; most lines lack a word of both."""
    return ("Rulings" in text or "CompRules" in text) and _SIGN.search(text) is not None


def is_under(number: str, ancestor: str) -> bool:
    """Return whether a number is under another one, at any depth, or is that number."""
    level: str | None = number
    while level is not None and level != ancestor:
        level = parent_of_summary(level)
    return level == ancestor


def sort_key(number: str) -> tuple[tuple[int, str], ...]:
    """Return the key that sorts numbers in the order of a summary: rules before the rulings of the same number."""
    return tuple(map(_sort_part, _PART.findall(number)))


def _sort_part(part: str) -> tuple[int, str]:
    """Return the key that sorts a part of a number among others at its place: letters, numbers, then rulings."""
    if part.isdigit():
        return int(part), ""
    if part == "Ruling":
        return _AFTER_ALL_NUMBERS, part
    return 0, part


def _split_lines(page: SourceDocument, numbering: re.Pattern[str]) -> tuple[SourceDocument, dict[int, str]]:
    """Return a text or a page with lines as a summary has them, and the reasons to drop some.

    Returns:
        The document, whose lines are renumbered, because a line may be split.
        The reason to drop each line, by its new number; empty to keep it.
    """
    lines: list[Line] = []
    reasons: dict[int, str] = {}
    after_blank = False
    for line in page.lines:
        after_blank |= line.after_blank
        bare = _without_marks(line.text, numbering)
        # A menu that is never closed holds rules, too.
        is_text = not line.chrome or (line.chrome not in HIDDEN and begins_item(bare, numbering))
        parts: Iterable[str] = [line.text]
        if is_text and bare:
            parts = _split_line(bare, numbering)
        for part in parts:
            number = len(lines) + 1
            begins_paragraph = after_blank or part != line.text or _begins(part, numbering)
            new_line = replace(
                line, first=number, last=number, span=line.place, text=part, after_blank=begins_paragraph
            )
            lines.append(new_line)
            reasons[number] = _find_layout(line, bare, part, is_text=is_text)
            after_blank = bool(reasons[number])  # text before and after a link is not one paragraph
    return replace(page, lines=tuple(lines)), reasons


def _find_layout(line: Line, bare: str, part: str, *, is_text: bool) -> str:
    """Return the reason to drop a part of a line, which is `bare` without its marks; empty if there is none."""
    if not is_text:
        return f"page-{line.chrome}"
    if not bare:
        return "table-mark"
    if is_rule_line(part):
        return "rule-line"
    if _NAVIGATION.fullmatch(part):
        return "navigation"
    return ""


def _without_marks(text: str, numbering: re.Pattern[str]) -> str:
    """Return a line without the bar of a table and the bullet of a list.

    `-` and `*` are bullets only if a label or a note follows; the `+` of a changed rule belongs to its label.
    """
    bar = _BAR.match(text)
    if bar and "|" in bar[0]:
        text = text[bar.end() :]
    bullet = _BULLET.match(text)
    if bullet is None:
        return text
    rest = text[bullet.end() :]
    if text[0] in "•◦○·" or _begins(rest, numbering):
        return rest
    return text


def _begins(text: str, numbering: re.Pattern[str]) -> bool:
    """Return whether a line begins a paragraph, whatever precedes it."""
    if begins_item(text, numbering) or NOTE.match(text) or EXAMPLE.match(text):
        return True
    label = read_number(text, numbering)
    return label is not None and len(label.number) > 1 and is_title(text[label.end :])


def _split_line(text: str, numbering: re.Pattern[str]) -> Iterator[str]:
    """Yield the parts of a line: a trail of links, a heading, and text that an extraction joined to it."""
    trail = _TRAIL.match(text)
    if trail:
        yield trail["trail"]
        text = text[trail.end("trail") :]
    glued = _GLUED.match(text)
    if glued and numbering.match(text) and numbering.match(text[glued.end() :]):
        yield glued["heading"]
        text = text[glued.end() :]
    yield text


def _find_body(body: Sequence[Paragraph], numbering: re.Pattern[str]) -> tuple[int, int]:
    """Return where the body begins and ends; without a rule it is empty.

    It reaches from the headings just above the first rule to the first framing matter after it.
    """
    numbers = [_read_number_of(row.text, numbering) for row in body]
    are_headings = [is_heading(row.text, numbering) for row in body]
    # In the contents there are only titles.
    are_rules = [
        begins_item(row.text, numbering) and not is_title_only
        for row, is_title_only in zip(body, are_headings, strict=True)
    ]
    if not any(are_rules):
        return 0, 0
    first_rule = are_rules.index(True)
    start = first_rule
    while start and are_headings[start - 1] and _is_heading_of(numbers[start - 1], numbers[start]):
        start -= 1
    end = first_rule
    while end < len(body) and not _matter_name(body[end].text):
        end += 1
    return start, end


def _read_number_of(text: str, numbering: re.Pattern[str]) -> str:
    """Return the number that begins a paragraph; empty if none does."""
    label = read_label(text, numbering)
    if label is None:
        return ""
    return label.number


def _is_heading_of(number: str, following: str) -> bool:
    """Return whether a heading can come right above a number: as its ancestor, or shifted up next to an ancestor.

    Args:
        number: The number of the heading: for the rule 502.3a, `5`, `502` and `502.3` are ancestors, and `502.4` may be
            shifted.
        following: The number of the paragraph below it.
    """
    if number == following:
        return False
    if is_under(following, number):
        return True
    chapter = chapter_of(following)
    return "." in following and number.startswith(f"{chapter}.") and parent_of_summary(number) == chapter


def _matter_name(text: str) -> str | None:
    match = _MATTER.fullmatch(text.rstrip(": "))
    if match is None:
        return None
    return match.lastgroup


def _read_matter(region: Sequence[Paragraph], name: str, claims: Claims) -> tuple[Matter, ...]:
    """Return the paragraphs that frame the rules, under their headings; those before the first heading under `name`."""
    parts = [Region(name, has_heading=False)]
    for paragraph in region:
        heading = _matter_name(paragraph.text)
        if heading is None:
            parts[-1].paragraphs.append(paragraph)
        else:
            claims.drop(paragraph, "heading")
            parts.append(Region(heading, has_heading=True))
    return tuple(claims.claim_matter(part.name, part.paragraphs) for part in parts if part.paragraphs)


def check_rules(rules: Sequence[Rule], name: str) -> Iterator[Diagnostic]:
    """Report duplicate, misprinted and misplaced numbers, and tags with an impossible date."""
    # the rule before each one under the same number; rulings are counted apart from rules
    last_in_series: dict[tuple[str | None, bool], Rule] = {}
    for rule in rules:
        misprinted_label = rule.label
        if rule.label.removeprefix("+").strip() in ("", rule.number):
            misprinted_label = ""
        yield from report_misprint(rule, name, misprinted_label)
        series = (parent_of_summary(rule.number), rule.kind == "ruling")
        last = last_in_series.get(series)
        if last is not None and sort_key(rule.number) < sort_key(last.number):
            yield report_misplaced(rule, name, f"{rule.number} is printed after {last.number}")
        last_in_series[series] = rule
        for tag in provenance_of(rule):
            if has_unread_date(tag):
                yield Diagnostic("bad-date", "warning", f"the date in {tag.raw} does not exist", name, rule.line)


def read_label(text: str, numbering: re.Pattern[str]) -> Label | None:
    """Return the label that begins a rule here; None if a paragraph only looks like one (`A - what a day`)."""
    label = read_number(text, numbering)
    if label is None or "." in label.number:
        return label
    tagged = len(label.number) > 1 and tags_in([text])
    if tagged or _is_title_without_tags(text[label.end :]):
        return label
    return None


def is_heading(text: str, numbering: re.Pattern[str]) -> bool:
    """Return whether a paragraph is a heading: a label that can have a title, and a title."""
    label = read_number(text, numbering)
    if label is None or label.kind in ("subrule", "ruling"):
        return False
    # With letters, `A.2` is a title even if it has a colon, and `A.2.1` is never one, however short.
    if _is_lettered(label) and label.kind == "chapter":
        return True
    if _is_lettered(label) and label.kind == "rule":
        return False
    return _is_title_without_tags(text[label.end :])


def drafts_of(region: Sequence[Paragraph], numbering: re.Pattern[str]) -> list[Draft]:
    """Return the drafts of the rules in a region, whose first paragraph is a heading or begins a rule."""
    drafts: list[Draft] = []
    # the passages of the last rule, its texts, its examples or its notes, to which one was added last
    passages: list[str] = []
    for paragraph in region:
        text = paragraph.text
        label = read_label(text, numbering)
        if label is None:
            drafts[-1].paragraphs.append(paragraph)
        else:
            words = text[label.end :]
            passages = []
            if is_heading(text, numbering):
                drafts.append(Draft(label, words, [paragraph]))
                continue
            drafts.append(Draft(label, None, [paragraph]))
            text = words
        if passages and is_tags_alone(text):
            passages[-1] += f" {text}"
        else:
            passages, passage = _choose_passages(drafts[-1], text)
            passages.append(passage)
    return drafts


def _choose_passages(draft: Draft, text: str) -> tuple[list[str], str]:
    """Return the passages of a draft to which a text belongs, and the text without the word that says so."""
    note = NOTE.match(text)
    if note:
        return draft.notes, text[note.end() :]
    example = EXAMPLE.match(text)
    if example:
        return draft.examples, text[example.end() :]
    return draft.texts, text


def _is_lettered(label: Label) -> bool:
    """Return whether a number is one of the numbering by letters, such as `A.2.1`."""
    return label.number[1:2] == "."


def _is_title_without_tags(words: str) -> bool:
    return is_title(words) and not tags_in([words])


def restore_headings(drafts: Sequence[Draft]) -> tuple[list[Draft], list[Draft]]:
    """Return the drafts with each heading before its own rules, and the headings that were moved for that.

    Some extractions print a heading before the last block of rules of the previous heading. This shows because the
    rules right after it are not under it and sort before it.
    """
    ordered: list[Draft] = []
    moved: list[Draft] = []
    for draft in drafts:
        heading = draft
        if ordered:
            heading = ordered[-1]
        if _is_early(heading, draft):
            ordered.insert(-1, draft)
            if not moved or moved[-1] is not heading:
                moved.append(heading)
        else:
            ordered.append(draft)
    return ordered, moved


def _is_early(heading: Draft, draft: Draft) -> bool:
    """Return whether a heading is before a rule that belongs to the heading before it."""
    if heading.heading is None or heading.label.kind != "rule" or draft.heading is not None:
        return False
    number, above = draft.label.number, heading.label.number
    return not is_under(number, above) and sort_key(number) < sort_key(above)


def _report_lost_placeholders(lines: Sequence[Line | Paragraph], claims: Claims) -> bool:
    """Report where words in angle brackets are missing; return whether there is such a place.

    A copy that still has some lost none.
    """
    if any(PLACEHOLDER.search(line.text) for line in lines):
        return False
    has_lost = False
    for line in lines:
        hole = _HOLE.search(line.text)
        if hole:
            has_lost = True
            message = "words in angle brackets were lost here, because HTML treats them as tags"
            hint = "another copy may have them"
            claims.report("lost-placeholder", "warning", message, line.line, hint, column=hole.start() + 1)
    return has_lost


def _report_moved(headings: Sequence[Draft], claims: Claims) -> None:
    """Report the headings that were moved to their own rules."""
    for heading in headings:
        message = (
            f"the heading of {heading.label.number} is printed before the rules of another number; it was moved to "
            "its own rules"
        )
        claims.report("shifted-heading", "info", message, heading.paragraphs[0].line)


def _add_tags(rule: Rule) -> Rule:
    """Return a rule with the tags in its passages."""
    return replace(rule, tags=tags_in([passage for _, passage in rule.passages]))


class RulingsDialect:
    """One of the two dialects; see `scraper.dialects`.

    Args:
        name: Its name.
        numbering: Its numbering scheme.
    """

    def __init__(self, name: str, numbering: re.Pattern[str]) -> None:
        self.NAME = name
        self._numbering = numbering

    def claims_document(self, source: SourceDocument) -> float:
        """Return the confidence that the document is of this dialect, 0 to 1.

        Signs are rule labels with a dash; with the rules' own numbers also tags, or the line that dates the issue.
        """
        lines = (read_page(source) or source).lines
        labelled = sum(begins_item(line.text.lstrip("•◦○|- "), self._numbering) for line in lines)
        signed = self._numbering is NUMBERS and any(_is_signed(line.text) for line in lines)
        if signed and labelled >= 1:
            return 0.95
        if labelled < ENOUGH_RULES:
            return 0.0
        if self._numbering is LETTERS:
            return 0.95
        return 0.65

    def parse(self, source: SourceDocument) -> ParsedDocument:
        """Read a document of this dialect as records; another one yields no rules and an error."""
        page, reasons = _split_lines(read_page(source) or source, self._numbering)
        claims = Claims(page, self.NAME, RULINGS_SUMMARY)
        kept = claims.keep(page.lines, lambda line: reasons[line.first])
        words = paragraphs(kept, source.wrapped)
        start, stop = _find_body(words, self._numbering)
        if start == stop:
            return claims.close_without_rules()
        edition = self._read_title(words[:start], claims)
        matter = _read_matter(words[:start], "title", claims)
        drafts, moved = restore_headings(drafts_of(words[start:stop], self._numbering))
        rules = tuple(map(_add_tags, build_rules(drafts, edition or "", claims, parent_of_summary)))
        matter += _read_matter(words[stop:], "end", claims)
        _report_moved(moved, claims)
        claims.problems += check_rules(rules, source.name)
        has_lost = _report_lost_placeholders(kept, claims)
        condition = source.condition
        if has_lost and condition == "good":
            condition = "damaged"
        if stop == len(words) and (cut := find_cut(words[-1], source.name)):
            claims.problems += cut
            condition = "truncated"
        return claims.close(edition, condition, rules=rules, matter=matter)

    @staticmethod
    def _read_title(title: Sequence[Paragraph], claims: Claims) -> str | None:
        """Return the day of the issue that the words before the rules state, and report what they say besides."""
        edition = stated_edition(title, claims, _RELEASE)
        if edition is None:
            claims.report("no-date", "info", "the document states no date of issue")
        since = next((row for row in title if _SINCE.search(row.text)), None)
        if since is not None:
            message = "the document has only the changes since the issue before"
            claims.report("changes-only", "info", message, since.line)
        return edition


RULINGS_DIALECTS = RulingsDialect("rulings-summary", LETTERS), RulingsDialect("crystal-keep", NUMBERS)
