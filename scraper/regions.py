"""Division of an edition into contents, body, glossary and the rest, and whether it breaks off.

History: "Glossary" and "Credits" occur twice in every edition, in the contents and as headings; the index came and
went; the parts after it (contact, copyright, the date line) have changed places a dozen times. Two copies of the
archive stop in the glossary, one at a headword. A web page with a part of the rules may stop anywhere.

Guarantees: the regions partition the paragraphs in order; none is left out. A document without contents that stops at
the end of a sentence cannot be recognised.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from msgspec import Struct, field

from rules.records import Diagnostic, Rule
from scraper.labels import read_heading, read_label
from scraper.layout import Paragraph, is_rule_line, without_leader

_MATTER = re.compile(
    r"(?P<name>introduction|contents|table\sof\scontents|glossary|index|credits|questions\?|contact\sinformation"
    r"|copyrights?|customer\sservice\sinformation)\s?:?$",
    re.IGNORECASE,
)
_NOTICE = re.compile(r"(?:in\sresponse\sto\splay\sissues|changes\smay\shave\sbeen\smade)\b", re.IGNORECASE)
_IMPRINT = re.compile(r"(?:these\srules\sare\s(?:current|effective)\sas\sof|published\sby)\b", re.IGNORECASE)


class Region(Struct):
    """A named part of a document; `heading` says whether its first paragraph is only its heading."""

    name: str
    heading: bool
    paragraphs: list[Paragraph] = field(default_factory=list)

    @property
    def texts(self) -> list[str]:
        """Return the texts of its paragraphs, without its heading."""
        return [paragraph.text for paragraph in self.paragraphs[self.heading :]]


class Regions(Struct, frozen=True):
    """A document divided into its regions.

    Attributes:
        front: Framing matter before the rules, contents included.
        body: Headings and rules.
        glossary: The glossary, or None.
        back: Framing matter after the rules and the glossary.
    """

    front: tuple[Region, ...]
    body: tuple[Paragraph, ...]
    glossary: Region | None
    back: tuple[Region, ...]


def divide(paragraphs: Sequence[Paragraph]) -> Regions | None:
    """Divide a document into its regions; None if the document holds no numbered rule."""
    first_rule = next((i for i, paragraph in enumerate(paragraphs) if read_label(paragraph.text)), None)
    if first_rule is None:
        return None
    start = _body_start(paragraphs, first_rule)
    ends = [i for i in range(first_rule, len(paragraphs)) if _MATTER.match(paragraphs[i].text)]
    stop = ends[0] if ends else len(paragraphs)
    glossary, back = None, stop
    if ends and matter_name(paragraphs[stop].text) == "glossary":
        back = ends[1] if len(ends) > 1 else len(paragraphs)
        glossary = Region("glossary", heading=True, paragraphs=[*paragraphs[stop:back]])
    front, body = _split_matter(paragraphs[:start], "title"), tuple(paragraphs[start:stop])
    return Regions(front, body, glossary, _split_matter(paragraphs[back:], "end"))


def _body_start(paragraphs: Sequence[Paragraph], first_rule: int) -> int:
    """Return where the body starts: the first rule, or its own chapter heading and section heading above the rule."""
    start, wanted = first_rule, ["chapter", "section"]
    for i in range(first_rule - 1, -1, -1):
        if is_rule_line(paragraphs[i].text):
            continue
        text = paragraphs[i].text
        heading = read_heading(text)
        if heading is None or without_leader(text) != text or heading.kind not in wanted:
            break
        start, wanted = i, wanted[wanted.index(heading.kind) + 1 :]
    return start


def _split_matter(paragraphs: Sequence[Paragraph], first_name: str) -> tuple[Region, ...]:
    """Cut framing matter where its name changes."""
    matter: list[Region] = []
    for paragraph in paragraphs:
        name = _matter_begun(paragraph.text, matter[-1].name if matter else first_name)
        if name is not None or not matter:
            matter.append(Region(name or first_name, _MATTER.match(paragraph.text) is not None))
        matter[-1].paragraphs.append(paragraph)
    return tuple(matter)


def matter_name(text: str) -> str | None:
    """Return the name of the framing matter that a paragraph is the heading of, None if it is none."""
    match = _MATTER.match(text)
    if match is None:
        return None
    name = "-".join(match["name"].casefold().rstrip("?").split())
    return "contents" if name == "table-of-contents" else name


def _matter_begun(text: str, current: str) -> str | None:
    """Return the name of the matter that begins with this paragraph, None if the current matter continues."""
    if current == "contents":
        # In the contents these words are entries: only a paragraph that cannot be an entry ends them.
        return None if is_contents_entry(text) else _other_name(text) or "notice"
    name = matter_name(text)
    if name is not None:
        return name
    entry = without_leader(text)
    if read_heading(entry) or (entry != text and is_contents_entry(text)):
        return "contents"
    return _other_name(text)


def _other_name(text: str) -> str | None:
    if _NOTICE.match(text):
        return "notice"
    return "imprint" if _IMPRINT.match(text) else None


def is_contents_entry(text: str) -> bool:
    """Return whether a paragraph can be a line of the contents."""
    entry = without_leader(text)
    return bool(_MATTER.match(entry) or read_heading(entry) or is_rule_line(text))


_END = re.compile(r"[.:!?;)\]\"”’'*]\W{0,8}$")

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
    if _END.search(last.text):
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
    held = {region.name for region in regions.back} | ({"glossary"} if regions.glossary else set())
    numbers = {rule.number for rule in rules}
    headings = (read_heading(entry) for entry in entries)
    lacking = sorted(set(parts) - held)
    lacking += [heading.number for heading in headings if heading is not None and heading.number not in numbers]
    return lacking, bool(parts) and parts[-1] in held
