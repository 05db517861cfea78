"""Light markup other than Markdown, rewritten as Markdown.

History: converters, wikis and outliners mark headings as `== 100. Title` (AsciiDoc), `== 100. Title ==` (MediaWiki,
DokuWiki), `* 100. Title` (Org, Muse), `h2. 100. Title` (Textile, Jira) or `!! 100. Title` (TiddlyWiki), and bold words
with one or two asterisks, three apostrophes or two underscores.

Notes: a line is a heading if its marks are those of a heading and its words are those of a heading of the rules, so no
markup has to be recognised as a whole. Words in italics keep underscores, which are also the publisher's own.

Guarantees: only marks change. A line that shows nothing, such as the name of the heading below it, is a block of its
own with `tag` as `chrome`.
"""

import re
from collections.abc import Iterable, Iterator
from itertools import islice

from msgspec.structs import replace

from scraper.labels import read_heading
from scraper.layout import Line
from scraper.parts.matter import matter_name

ENOUGH_MARKS = 3
"""Minimum number of marked headings, or of marked numbers, of such a document; a plain text may have a stray one."""

_MARKS = r"""(?:={1,6}|\*{1,6}|\+{1,6}|!{1,6}|---\+{1,6}!{0,2}
    |h[1-6](?:\([^()\n]{1,120}\)|\{[^{}\n]{1,120}\}|\[[^\[\]\n]{1,20}\]|[<>=]{1,2}){0,4}\.)[ \t]{0,9}"""
"""The marks before a heading; those of Textile may have a class, a style or a language."""
_NAME = r"(?:\{anchor:[^{}\n]{1,120}\}|\[\[[^\[\]\n]{1,120}\]\])?"
"""The name to which links lead, between the marks and the words."""
# A search for a pattern that begins with a line break takes a fraction of the time of one that begins with `^`. No
# pattern includes the line break at the end of its line, because a match on the next line begins with it.
_NUMBERED_HEADING = re.compile(rf"\n{_MARKS}{_NAME}[1-9]\d{{0,2}}\.\s+[A-Z]", re.VERBOSE)
_CERTAIN_HEADING = re.compile(rf"\n(?:(?:={{2,6}}\s|h[1-6]\.\s){_NAME}|\{{empty\}})[1-9]\d\d\.\s+[A-Z]")
"""A heading of a chapter with marks that nothing else has, unlike the asterisk of lists."""
_TARGET = re.compile(r"\n\.\. _[^:\n]{1,120}:[ \t]*$", re.MULTILINE)
"""A name to which links of reStructuredText lead, on the line above a heading."""
_MARKED_NUMBER = re.compile(
    r"\n(?P<mark>'''|\*|__|_|=|~|\+|@)(?:CR\s)?[1-9]\d\d\.\d{1,3}[a-z]{0,2}\.?(?P=mark)\.?(?=\s)"
)
_HEADING = re.compile(
    rf"""(?P<marks>{_MARKS}){_NAME}(?P<words>[^\s=*+!].{{0,150}}?)
    (?:\s*\{{\{{\s?id\s[^{{}}]{{1,120}}\}}\}}|\s*\{{\#[\w-]{{1,120}}\}}|\s*\#[\w.-]{{1,120}}\#)?\s*[=!]{{0,6}}$""",
    re.VERBOSE,
)
_ALWAYS_HEADING = re.compile(r"={2,6}|h[1-6]")
"""Marks that begin headings only, whatever their words are."""
_BARE = re.compile(
    r"""\[\[[\w.-]{1,120}\]\] | \[\#[\w.-]{1,120}\] | \{(?:id:\s?|\#)[\w.-]{1,120}\} | \#[\w.-]{1,120}\#
    | :(?:PROPERTIES|END|CUSTOM_ID):.{0,120} | \#\+(?:begin|end|BEGIN|END)_\w{1,20} | \{quote\} | \[quote\] | _{4,}
    | \.\.\s_[^:\n]{1,120}:""",
    re.VERBOSE,
)
"""A line that shows nothing: the name of a heading, or the beginning or the end of a quotation."""
_EMPTY = re.compile(r"^\{empty\}")
"""What AsciiDoc has before a number that begins no item of a list."""
_STRONG = re.compile(r"(?P<mark>'''|\*\*|\*|__)(?=[^\s*'_])(?P<words>[^\n]{1,200}?)(?P=mark)(?=$|[\s.:,])")
_CODE = re.compile(r"(?P<mark>[=~+@])(?P<words>(?:CR\s)?[1-9]\d\d\.\d{1,3}[a-z]{0,2}\.?)(?P=mark)(?=\.?\s)")
_STRONG_INSIDE = re.compile(r"'''(?=\S)(?P<words>[^'\n]{1,2000})'''")
_ITALIC = re.compile(
    r"''(?=[^\s'])(?P<wiki>[^\n]{1,9000}?)(?<=\S)''(?!')"
    r"|(?<![:/\w])//(?=\S)(?P<slashed>[^\n]{1,9000}?)(?<=\S)//"
)
_SLASHED_EXAMPLE = re.compile(r"/(?P<words>Examples?:[^\n]{0,9000})/$|/(?P<label>Examples?:)/")
_LINE_BREAK = re.compile(r"(?<=\S)\s\+$|(?<=[^\s\\])\s?\\\\(?=\s|$)|(?<=[^\s\\])\\\\(?!\\)")
"""The mark at which a line breaks: ` +` at the end of a line in AsciiDoc, two backslashes in Creole and others."""
_VERBATIM = re.compile(r"</?(?:verbatim|nowiki)>", re.IGNORECASE)
"""The tags around words whose marks are letters, in Muse and in wikis."""
_QUOTED = re.compile(r"^bq\.\s+|\{quote\}")
_LINK = re.compile(r"\[\[[^\[\]|\n]{1,200}(?:\||\]\[)(?P<words>[^\[\]|\n]{1,200})\]\]")


def is_light(text: str) -> bool:
    """Return whether a text has headings of the rules, or numbers, with the marks of a light markup."""
    lines = f"\n{text}"
    if _CERTAIN_HEADING.search(lines) is not None:
        return True
    return any(_has_enough(pattern, lines) for pattern in (_NUMBERED_HEADING, _MARKED_NUMBER, _TARGET))


def _has_enough(pattern: re.Pattern[str], lines: str) -> bool:
    return len(list(islice(pattern.finditer(lines), ENOUGH_MARKS))) == ENOUGH_MARKS


def as_markdown(lines: Iterable[Line]) -> Iterator[Line]:
    """Yield the lines of a document in a light markup as those of one in Markdown.

    Args:
        lines: Its lines that are not blank.
    """
    follows_marks = False
    for line in lines:
        place = replace(line, after_blank=line.after_blank or follows_marks)
        words = read_marked_heading(line.text)
        is_bare = _BARE.fullmatch(line.text) is not None
        if words:
            yield replace(place, text=f"## {words}")
        elif is_bare:
            yield replace(place, chrome="tag")
        else:
            yield replace(place, text=_rewrite_marks(line.text))
        follows_marks = bool(words) or is_bare


def read_marked_heading(text: str) -> str:
    """Return the words of a line that is a marked heading; empty if it is none."""
    heading = _HEADING.fullmatch(text)
    if heading is None:
        return ""
    words = heading["words"]
    if _ALWAYS_HEADING.match(heading["marks"]) is not None:
        return words
    if read_heading(words) is not None or matter_name(words) is not None:
        return words
    return ""


def _rewrite_marks(text: str) -> str:
    """Return a line with the marks of bold type, of italics, of quotations and of links as Markdown has them."""
    shown = _VERBATIM.sub("", text)
    shown = _LINE_BREAK.sub("<br>", shown)
    shown = _QUOTED.sub("", shown)
    shown = _EMPTY.sub("", shown)
    shown = _SLASHED_EXAMPLE.sub(lambda match: match["words"] or match["label"], shown, count=1)
    strong = _STRONG.match(shown) or _CODE.match(shown)
    if strong:
        shown = f"**{strong['words']}**{shown[strong.end() :]}"
    shown = _STRONG_INSIDE.sub(r"\g<words>", shown)
    shown = _ITALIC.sub(lambda match: match["wiki"] or match["slashed"], shown)
    return _LINK.sub(r"\g<words>", shown)
