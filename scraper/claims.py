"""The parts of an edition, the records in them, and the account of a document's lines.

The account: every non-blank line is claimed once, dropped for a reason, or left over. A line cannot be claimed twice,
and the lines left over are known exactly. This enforces "lossless or loud": a dialect claims paragraphs for its
records, and all remaining lines are reported as errors.

History: sections, chapters, rules and subrules have kept their form since 1999; examples became separate paragraphs in
2001; a few rules have an unnumbered second paragraph (509.1b since 2009), once after an example (410.10d, 1999). An
emptied chapter has a sentence in place of its title (215 in 2004, 211 in 2007). In the glossary a headword is alone on
its line, with its text below; blank lines separate entries, and in some copies also headword and text, or two senses.
In 1999 text is indented under its headword. Lists of set names inside entries had lines as short as headwords. In one
modern edition, headwords with several senses are joined to the first sense. "Glossary" and "Credits" occur twice in
every edition, in the contents and as headings; the index came and went; the parts after it (contact, copyright, the
date line) have changed places a dozen times. Two copies of the archive stop in the glossary, one at a headword. A web
page with a part of the rules may stop anywhere.

Guarantees: the regions partition the paragraphs in order; none is left out. Every paragraph of a region is in exactly
one record, or is a heading, or is left over before the first label or headword. A document without contents that stops
at the end of a sentence cannot be recognised.
"""

import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise, zip_longest

from msgspec import Struct, field
from msgspec.structs import replace

from rules.numbers import ordinals, parent_key
from rules.records import (
    COMPREHENSIVE_RULES,
    Condition,
    Diagnostic,
    Dropped,
    GlossaryEntry,
    Matter,
    ParsedDocument,
    Rule,
    Severity,
    Span,
)
from scraper.inline_entries import InlineForm, find_inline_form
from scraper.labels import EXAMPLE, EXCLAIMED, Label, is_title, read_heading, read_label
from scraper.layout import Line, Paragraph, SourceDocument, without_leader

ENOUGH_RULES = 3
"""Minimum number of rules for a document to be one of a dialect."""

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
"""Framing matter without a heading."""

RULES, GLOSSARY = "rules", "glossary"
"""Names of the regions that are read as records."""
_BARE_CHAPTER = re.compile(r"(?P<number>[1-9]\d\d)\.\s+(?=[\[A-Z])")
_GLUED = re.compile(r"(?P<term>[A-Z“\"][^.:;!?]{1,40}?[a-z)”\"])(?P<text>1\.\s.+)", re.DOTALL)
_END = re.compile(r"[.:!?;)\]\"”’'*]\W{0,8}$")

HINT = "fetch another copy of this edition"


class Claims:
    """The lines of a document that are in a record, were dropped, or are still unused; and what is odd about it.

    Attributes:
        problems: What was reported, in that order.
    """

    def __init__(self, source: SourceDocument, dialect: str, work: str = COMPREHENSIVE_RULES) -> None:
        """Open the account over the non-blank lines of a document of this dialect."""
        self.problems: list[Diagnostic] = []
        self._source, self._dialect, self._work = source, dialect, work
        self._open = {line.first: line for line in source.lines}
        self._all = frozenset(self._open)
        self._dropped: dict[int, Dropped] = {}

    def claim(self, paragraphs: Sequence[Paragraph]) -> Span:
        """Claim all lines of these paragraphs for one record, and return the span from the first to the last.

        Raises:
            ValueError: A line is claimed already: a bug of the dialect.
        """
        for paragraph in paragraphs:
            self._take(paragraph)
        return Span(paragraphs[0].line, paragraphs[-1].place.last_line)

    def claim_matter(self, name: str, paragraphs: Sequence[Paragraph]) -> Matter:
        """Return paragraphs as framing matter, and claim them."""
        return Matter(name, "\n".join(paragraph.text for paragraph in paragraphs), self.claim(paragraphs))

    def drop(self, paragraph: Paragraph, reason: str) -> None:
        """Drop a paragraph's lines for a named reason."""
        self._dropped |= {line.first: Dropped(line.line, reason, line.text) for line in self._take(paragraph)}

    def keep(self, paragraphs: Iterable[Paragraph], reason_to_drop: Callable[[Paragraph], str]) -> list[Paragraph]:
        """Return the paragraphs without those that there is a reason to drop (not an empty one), and drop these."""
        judged = [(paragraph, reason_to_drop(paragraph)) for paragraph in paragraphs]
        for paragraph, reason in judged:
            if reason:
                self.drop(paragraph, reason)
        return [paragraph for paragraph, reason in judged if not reason]

    def _take(self, paragraph: Paragraph) -> list[Line]:
        numbers = self._all.intersection(range(paragraph.first, paragraph.last + 1))
        if not numbers <= self._open.keys():
            raise ValueError(f"lines {paragraph.first} to {paragraph.last} are claimed twice")
        return [self._open.pop(number) for number in numbers]

    def report(
        self, code: str, severity: Severity, message: str, line: int = 0, hint: str = "", *, column: int = 0
    ) -> None:
        """Report what is odd about the document; see `rules.records.Diagnostic` for the arguments."""
        self.problems.append(
            Diagnostic(
                code=code,
                severity=severity,
                message=message,
                path=self._source.name,
                line=line,
                column=column,
                hint=hint,
            )
        )

    def close(
        self,
        edition: str | None,
        condition: Condition,
        *,
        rules: tuple[Rule, ...] = (),
        glossary: tuple[GlossaryEntry, ...] = (),
        matter: tuple[Matter, ...] = (),
    ) -> ParsedDocument:
        """Return the document's records, and report every line that no record claims and nothing dropped."""
        for number in sorted(self._open):
            message = "no record claims this line, and there is no reason to drop it"
            self.report("unclaimed-line", "error", message, self._open[number].line, column=1)
        source, own = self._source, (self._dropped[number] for number in sorted(self._dropped))
        # Nobody can see the lines of an extracted text: its messages name the page.
        return ParsedDocument(
            name=source.name,
            work=self._work,
            dialect=self._dialect,
            encoding=source.encoding,
            edition=edition,
            condition=condition,
            rules=rules,
            glossary=glossary,
            matter=matter,
            dropped=tuple(sorted((*source.dropped, *own), key=lambda row: row.line)),
            diagnostics=tuple(
                replace(row, message=f"{row.message} (page {bisect_right(source.pages, row.line)})")
                if source.pages and row.line
                else row
                for row in (*source.diagnostics, *self.problems)
            ),
        )

    def close_without_rules(self, edition: str | None = None) -> ParsedDocument:
        """Return the records of a document without any rule: its lines are dropped, and an error says so."""
        for line in tuple(self._open.values()):
            self.drop(line, "no-rule")
        message = f"no numbered rule of the dialect {self._dialect} in this document"
        self.report("no-rules", "error", message, hint="try another copy of it, or another dialect")
        return self.close(edition, "destroyed")


class Draft(Struct):
    """A rule under construction; see `rules.records.Rule` for the fields."""

    label: Label
    heading: str | None
    paragraphs: list[Paragraph]
    texts: list[str] = field(default_factory=list)
    examples: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)


def build_rules(
    drafts: Sequence[Draft], edition: str, claims: Claims, parent_of: Callable[[str], str | None]
) -> tuple[Rule, ...]:
    """Return the rules, and claim their paragraphs; `parent_of` returns the number one level above another."""
    return tuple(
        Rule(
            edition=edition,
            number=draft.label.number,
            kind=draft.label.kind,
            heading=draft.heading,
            text="\n".join(draft.texts),
            examples=tuple(draft.examples),
            notes=tuple(draft.notes),
            tags=(draft.paragraphs[0].tag,) if draft.paragraphs[0].tag else (),
            parent=parent_of(draft.label.number),
            label=draft.label.printed,
            ordinal=ordinal,
            span=claims.claim(draft.paragraphs),
        )
        for draft, ordinal in zip(drafts, ordinals(draft.label.number for draft in drafts), strict=True)
    )


class Region(Struct):
    """A named part of a document; `heading` says whether its first paragraph is only its heading."""

    name: str
    heading: bool
    paragraphs: list[Paragraph] = field(default_factory=list)


def divide(paragraphs: Sequence[Paragraph]) -> list[Region]:
    """Divide a document into its regions: framing matter, `RULES`, perhaps `GLOSSARY` right after them, other matter.

    There are none if the document holds no numbered rule.
    """
    first_rule = next((i for i, paragraph in enumerate(paragraphs) if read_label(paragraph.text)), None)
    if first_rule is None:
        return []
    start = _body_start(paragraphs, first_rule)
    ends = [i for i in range(first_rule, len(paragraphs)) if _MATTER.match(paragraphs[i].text)]
    ends.append(len(paragraphs))
    stop = back = ends[0]
    regions = [
        *_split_matter(paragraphs[:start], "title"),
        Region(RULES, heading=False, paragraphs=[*paragraphs[start:stop]]),
    ]
    if stop < len(paragraphs) and matter_name(paragraphs[stop].text) == GLOSSARY:
        back = ends[1]
        regions.append(Region(GLOSSARY, heading=True, paragraphs=[*paragraphs[stop:back]]))
    return [*regions, *_split_matter(paragraphs[back:], "end")]


def divide_glossary(paragraphs: Sequence[Paragraph]) -> list[Region]:
    """Divide a document that is a glossary alone: matter before it, `GLOSSARY`, other matter.

    A glossary without its heading begins with the first headword.
    """
    start = next((i for i, paragraph in enumerate(paragraphs) if matter_name(paragraph.text) == GLOSSARY), None)
    has_heading = start is not None
    if start is None:
        start = _find_first_entry(paragraphs)
    back = next((i for i in range(start + 1, len(paragraphs)) if _MATTER.match(paragraphs[i].text)), len(paragraphs))
    glossary = Region(GLOSSARY, heading=has_heading, paragraphs=[*paragraphs[start:back]])
    return [*_split_matter(paragraphs[:start], "title"), glossary, *_split_matter(paragraphs[back:], "end")]


def _find_first_entry(paragraphs: Sequence[Paragraph]) -> int:
    """Return the index of the first entry of a glossary without a heading; 0 if none is seen."""
    read_inline = find_inline_form(paragraphs)
    for place, paragraph in enumerate(paragraphs):
        if read_inline is None:
            begins = _is_headword_at(paragraphs, place)
        else:
            begins = read_inline(paragraph) is not None
        if begins:
            return place
    return 0


def _is_headword_at(paragraphs: Sequence[Paragraph], place: int) -> bool:
    """Return whether a paragraph is a headword with its text below."""
    following = paragraphs[place + 1 : place + 2]
    return is_title(paragraphs[place].text) and any(not is_title(paragraph.text) for paragraph in following)


def divide_contents(paragraphs: Sequence[Paragraph]) -> list[Region]:
    """Divide a document that is a list of contents alone: its headings are read as rules, all else is matter.

    An entry loses the dots and the page number after it.
    """
    entries = [
        replace(paragraph, text=without_leader(paragraph.text))
        for paragraph in paragraphs
        if read_heading(without_leader(paragraph.text))
    ]
    if not entries:
        return []
    own = {entry.first for entry in entries}
    remaining = [paragraph for paragraph in paragraphs if paragraph.first not in own]
    return [Region(RULES, heading=False, paragraphs=entries), *_split_matter(remaining, "contents")]


def _body_start(paragraphs: Sequence[Paragraph], first_rule: int) -> int:
    """Return where the body starts: the first rule, or its own chapter heading and section heading above the rule."""
    start, wanted = first_rule, ["chapter", "section"]
    for i in range(first_rule - 1, -1, -1):
        text = paragraphs[i].text
        heading = read_heading(text)
        if heading is None or without_leader(text) != text or heading.kind not in wanted:
            break
        start, wanted = i, wanted[wanted.index(heading.kind) + 1 :]
    return start


def _split_matter(paragraphs: Sequence[Paragraph], first_name: str) -> list[Region]:
    """Cut framing matter where its name changes."""
    matter: list[Region] = []
    for paragraph in paragraphs:
        current = first_name
        if matter:
            current = matter[-1].name
        name = _matter_begun(paragraph.text, current)
        if name is not None or not matter:
            matter.append(Region(name or first_name, _MATTER.match(paragraph.text) is not None))
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


def _matter_begun(text: str, current: str) -> str | None:
    """Return the name of the matter that begins with this paragraph, None if the current matter continues."""
    further = None
    if untitled := _UNTITLED.match(text):
        further = untitled.lastgroup
    if current == "contents":
        # In the contents these words are entries: only a paragraph that cannot be an entry ends them.
        if is_contents_entry(text):
            return None
        return further or "notice"
    name = matter_name(text)
    if name is not None:
        return name
    entry = without_leader(text)
    if read_heading(entry) or (entry != text and is_contents_entry(text)):
        return "contents"
    return further


def is_contents_entry(text: str) -> bool:
    """Return whether a paragraph can be a line of the contents."""
    entry = without_leader(text)
    return bool(_MATTER.match(entry) or read_heading(entry))


def read_matter(region: Region, claims: Claims) -> tuple[Matter, ...]:
    """Return framing matter without its heading, which is dropped; none if it has only that."""
    lines = region.paragraphs[region.heading :]
    for heading in region.paragraphs[: region.heading]:
        claims.drop(heading, "heading")
    if not lines:
        return ()
    # Subordinate entries of an index are after one tab, whatever indentation the copy uses.
    least = min(row.indent for row in lines)
    rows = (f"\t{row.text}" if region.name == "index" and row.indent > least else row.text for row in lines)
    return (Matter(region.name, "\n".join(rows), claims.claim(lines)),)


def read_body(region: Sequence[Paragraph], edition: str, claims: Claims) -> tuple[Rule, ...]:
    """Read the paragraphs of the body as rules, in their order, and claim them.

    Args:
        region: From the first heading or rule to the glossary.
        edition: Id given to the rules.
        claims: Records which lines of the document are used.
    """
    drafts: list[Draft] = []
    for paragraph, following in zip_longest(region, region[1:]):
        draft = _begin(paragraph, following, drafts)
        if draft is not None:
            drafts.append(draft)
        elif drafts:
            _continue(drafts[-1], paragraph)
    for rule, after in pairwise(drafts):
        # A keyword with an exclamation mark is short, alone in its rule, and explained by subrules (702.163, 2023).
        alone = rule.label.kind == "rule" and len(rule.texts) == 1 and not rule.examples
        if alone and EXCLAIMED.fullmatch(rule.texts[0]) and after.label.number == f"{rule.label.number}a":
            rule.heading, rule.texts = rule.texts[0], []
    return build_rules(drafts, edition, claims, parent_key)


def _continue(draft: Draft, paragraph: Paragraph) -> None:
    """Add a paragraph that begins no rule to the last one: its title, an example or more of its text."""
    text = paragraph.text
    example = EXAMPLE.match(text)
    if _is_title_below_number(draft, paragraph):
        draft.heading = text
    elif example:
        draft.examples.append(text[example.end() :])
    elif draft.examples[-1:] == [""]:  # the label was alone on its line
        draft.examples[-1] = text
    else:
        draft.texts.append(text)
    draft.paragraphs.append(paragraph)


def _is_title_below_number(draft: Draft, paragraph: Paragraph) -> bool:
    """Return whether a paragraph is the title of a rule whose number is alone on the line above."""
    first = draft.paragraphs[0].text
    is_bare = draft.label.kind == "rule" and len(draft.paragraphs) == 1 and draft.label.end == len(first)
    return is_bare and is_title(paragraph.text)


def _begin(paragraph: Paragraph, following: Paragraph | None, drafts: Sequence[Draft]) -> Draft | None:
    """Return the rule that begins with this paragraph, or None if the paragraph continues the last rule."""
    text = paragraph.text
    label = read_label(text)
    if label is not None:
        rest = text[label.end :]
        if label.kind == "rule" and is_title(rest):
            return Draft(label, rest, [paragraph])
        draft = Draft(label, None, [paragraph])
        if rest:
            draft.texts.append(rest)
        return draft
    heading = read_heading(text)
    if heading is not None and (heading.kind == "chapter" or _heads_section(heading, following)):
        return Draft(heading, text[heading.end :], [paragraph])
    bare = _BARE_CHAPTER.match(text)
    if bare and paragraph.after_blank and drafts and int(drafts[-1].label.number[:3]) + 1 == int(bare["number"]):
        return Draft(Label(bare["number"], "chapter", "", bare.end()), None, [paragraph], [text[bare.end() :]])
    return None


def _heads_section(heading: Label, following: Paragraph | None) -> bool:
    """Return whether a heading heads a section: a chapter or rule of that section follows.

    Numbered lines inside a rule look like section headings too.
    """
    if following is None:
        return False
    label = read_heading(following.text) or read_label(following.text)
    return label is not None and label.kind != "section" and label.number[0] == heading.number


def read_glossary(glossary: Region, edition: str, claims: Claims) -> tuple[GlossaryEntry, ...]:
    """Read the paragraphs of a glossary as entries, and claim them.

    Args:
        glossary: The glossary, perhaps with its heading.
        edition: Id given to the entries.
        claims: Records which lines of the document are used, and what is odd.
    """
    region = glossary.paragraphs[glossary.heading :]
    for heading in glossary.paragraphs[: glossary.heading]:
        claims.drop(heading, "heading")
    read_inline = find_inline_form(region)
    entries = _divide_stacked(region, claims) if read_inline is None else _divide_inline(region, read_inline)
    texts = ("\n".join(row.text for row in entry.paragraphs[entry.heading :]) for entry in entries)
    numbered = zip(entries, texts, ordinals(entry.name for entry in entries), strict=True)
    return tuple(
        GlossaryEntry(edition, entry.name, text, ordinal, claims.claim(entry.paragraphs))
        for entry, text, ordinal in numbered
    )


def _divide_inline(paragraphs: Sequence[Paragraph], read_inline: InlineForm) -> list[Region]:
    """Return the entries of a glossary whose headwords are on the line of their text."""
    entries: list[Region] = []
    for paragraph in paragraphs:
        inline = read_inline(paragraph)
        if inline is not None:
            entries.append(Region(inline.term, heading=False, paragraphs=[replace(paragraph, text=inline.text)]))
        elif entries:
            entries[-1].paragraphs.append(paragraph)
    return entries


def _divide_stacked(paragraphs: Sequence[Paragraph], claims: Claims) -> list[Region]:
    """Return the entries of a glossary whose headwords are above their text."""
    entries: list[Region] = []
    margin = _find_margin(paragraphs)
    for paragraph, following in zip_longest(paragraphs, paragraphs[1:]):
        if paragraph.after_blank and paragraph.indent <= margin + 1 and (glued := _GLUED.fullmatch(paragraph.text)):
            entries.append(Region(glued["term"], heading=False, paragraphs=[replace(paragraph, text=glued["text"])]))
            message = f"the headword {glued['term']!r} is glued to its text"
            claims.report("glued-headword", "info", message, paragraph.line)
        elif _is_headword(paragraph, following, _last_of(entries), margin):
            entries.append(Region(paragraph.text, heading=True, paragraphs=[paragraph]))
        elif entries:
            entries[-1].paragraphs.append(paragraph)
    return entries


def _is_headword(paragraph: Paragraph, following: Paragraph | None, entry: Region | None, margin: int) -> bool:
    """Return whether a paragraph is the headword of a new entry; `entry` is the one being read."""
    text = paragraph.text
    titled = is_title(text)
    text_follows = following is not None and not is_title(following.text)
    adjoins = following is not None and not following.after_blank
    # On a page nothing adjoins; there the entry before must have ended, in the order of the alphabet.
    is_next = adjoins or (
        entry is not None and len(entry.paragraphs) > entry.heading and _adjoins_name(entry.name, text)
    )
    exclaimed = not titled and text_follows and is_next and EXCLAIMED.fullmatch(text)
    # A subheading inside an entry heads an indented list (2001, set names).
    heads_list = following is not None and not text_follows and not adjoins and following.indent > margin + 1
    if paragraph.indent > margin + 1 or not (titled or exclaimed) or heads_list:
        return False
    if paragraph.after_blank:
        return True
    if entry is None:
        return text_follows
    # Without a blank line before it, this is a headword only if the last entry has ended, its own text follows, and the
    # alphabetical order allows it.
    return (
        text_follows
        and len(entry.paragraphs) > entry.heading
        and not is_title(entry.paragraphs[-1].text)
        and _find_initial(entry.name) <= _find_initial(text)
    )


def _adjoins_name(before: str, term: str) -> bool:
    """Return whether a term begins with the letter of the one before, and comes after it in the alphabet."""
    return before[:1].casefold() == term[:1].casefold() and before.casefold() < term.casefold()


def _find_margin(region: Sequence[Paragraph]) -> int:
    """Return the least indentation of a glossary's paragraphs, but for one in twenty that may be a slip."""
    if not region:
        return 0
    indents = sorted(paragraph.indent for paragraph in region)
    return indents[len(indents) // 20]


def _last_of(entries: Sequence[Region]) -> Region | None:
    """Return the last entry; None if there is none yet."""
    if not entries:
        return None
    return entries[-1]


def _find_initial(term: str) -> str:
    """Return the letter under which a dictionary has a term."""
    letter = re.search(r"[a-z0-9]", re.sub(r"^\W*the\s", "", term.casefold()))
    if letter is None:
        return ""
    return letter[0]


def find_truncation(regions: Sequence[Region], rules: Sequence[Rule], name: str) -> list[Diagnostic]:
    """Report what is missing: the end (`truncated`, `cut-mid-sentence`), or a part before it (`contents-disagree`).

    Args:
        regions: The document, divided.
        rules: Its rules.
        name: Its name in messages.
    """
    names, last = [region.name for region in regions], regions[-1].paragraphs[-1]
    front = regions[: names.index(RULES)]
    contents = (row for region in front if region.name == "contents" for row in region.paragraphs)
    entries = [without_leader(row.text) for row in contents]
    parts = [part for part in map(matter_name, entries) if part not in (None, "introduction", "contents")]
    held = set(names[len(front) :])
    numbers = {rule.number for rule in rules}
    headings = (heading.number for entry in entries if (heading := read_heading(entry)))
    lacking = [*sorted({*parts} - held), *(number for number in headings if number not in numbers)]
    if lacking and not (parts and parts[-1] in held):
        message = f"the contents promise {', '.join(lacking)}; the document ends before"
        return [Diagnostic("truncated", "warning", message, name, last.place.last_line, hint=HINT)]
    problems = []
    if lacking:
        message = f"the contents promise {', '.join(lacking)}, which the text does not have"
        problems.append(Diagnostic("contents-disagree", "warning", message, name, hint=HINT))
    # Framing matter after the rules may end without a full stop, for example with a name; so may a second glossary.
    is_read = names[-1] == RULES or names[-2:] == [RULES, GLOSSARY]
    if is_read:
        problems += find_cut(last, name)
    return problems


def find_cut(last: Paragraph, name: str) -> list[Diagnostic]:
    """Report a last rule or entry that has no end."""
    if _END.search(last.text):
        return []
    message = "the document ends in mid-sentence, or at a heading with nothing below it"
    return [Diagnostic("cut-mid-sentence", "warning", message, name, last.place.last_line, hint=HINT)]
