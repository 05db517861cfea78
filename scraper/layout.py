"""A source document: its bytes decoded and split into lines, and its lines joined to paragraphs.

History: the publisher's text files have one paragraph per line; some copies (1999 to 2004, and copies from mail or an
editor) were wrapped at a column or at page width in a proportional font, so that a full line may have 85 or 115
characters. A reference may wrap so that a line starts with a number; a word may wrap at its hyphen.

Guarantees: line numbers are those of an editor (CRLF, LF, CR and any mixture each end one line). A paragraph never
crosses a blank line; no characters but white space at line ends are added or removed.
"""

from __future__ import annotations

import re
from itertools import pairwise
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from rules.errors import ComprulesError
from rules.records import Condition, Diagnostic, Dropped, Span

Role = Literal["text", "heading", "item", "cell", "preformatted"]
Form = Literal["text", "html", "json", "wiki", "markdown"]

DOUBLED_SHARE = 0.1
"""Minimum share of gaps wider than one blank line for line ends to count as doubled, if no two lines are adjacent. In
copies with doubled line ends one gap in five is wider; in a text with a blank line between all paragraphs, only gaps
before chapters could be."""

LINE_END = re.compile(r"\r\n|\r|\n")

LONG = 60
"""Minimum number of characters of a line that is evidence about wrapping; headings and addresses are shorter."""

STRAY = 45
"""Minimum number of characters of a line in an unwrapped document that may have been broken in mid-sentence."""

FULL_SHARE = 0.70
"""If a line and the next word fill less than this share of the width, the line was not wrapped there. In a proportional
font, the longest full line of all copies has 115 characters and the shortest 83; `_measure_wrapping` finds the value
of each copy."""

NEAR = 0.97
"""Tolerance relative to the shortest full line seen, because there may be a shorter one. 2004-02-01, rule 418.5a, needs
0.976."""

_SENTENCE_END = re.compile(r"(?:[.:!?;][\"”’')\]*_\ufffd]*|\d[^\[\]]{0,20}\])$")
_STARTS_PARAGRAPH = re.compile(
    r"""(?i:examples?\s?:|(?:glossary|index|credits|questions\?)\s?:?$|notes?\s?-\s)
    # A label of a rulings summary; its dash distinguishes it from a reference.
    |[A-Z]\.\d{1,2}(?:\.(?:Rulings?\.)?\d{1,3})?\s?-\s|[A-Z]\s-\s+[A-Z][^.,:;]{2,60}$""",
    re.VERBOSE,
)
_BULLET = re.compile(r"[*•]\s?")
_BEGINS_AFTER_SENTENCE = re.compile(r"[1-9]\d\d\.\s?\d{1,3}\s?[a-z]?\b|[*•]|\d{1,2}\.\s+[A-Z\"“(]|[1-9]\d\d\.\s+[A-Z]")
"""A rule's number, a bullet, the number of a sense or of a chapter."""
_CHAPTER = re.compile(r"(?P<number>[1-9]\d\d)\.\s+[A-Z]")
_CHAPTER_OR_RULE = re.compile(r"[1-9]\d\d\.(?:\d{1,3}[a-z]?\.?)?\s+")
_EXPECTS_NUMBER = re.compile(r"\b(?:rules?|sections?|chapters?|and|or|to|through|see)$", re.IGNORECASE)
_BROKEN_AT_MARK = re.compile(r"(?:[\w/][-/]|(?<!\s)[–—]|(?<![\s-])--)$")
"""The end of a line that was broken after a hyphen, a slash or a dash. A dash with a space before it also had a space
after it, so it is excluded."""
_INDEX_ENTRY = re.compile(r"[^\d]{3,60}(?:, \d{3}(?:\.\d+[a-z]?)?(?:[-–]\w{1,3})?)+$")
_FEWEST_DOTS = 4
"""Minimum number of dots of a leader between an entry of the contents and its page number; an ellipsis has three."""
_LINES_PER_OVERLONG = 40
"""Minimum number of lines for each line that is longer than the width at which a document was wrapped."""
_LEAST_INDENT = 3
"""Minimum number of columns by which a line is indented more than the one before if it begins a paragraph."""
_LONGEST_END = 80
"""Maximum number of characters at the end of a line in which a pattern for its end is looked for."""
_SUSPENDED = re.compile(r"(?:and|or|to)\b")
"""The word after a suspended hyphen, as in `first- and second-`."""

_HANGING_SHARE = 0.9
"""Minimum share of lines that surely continue the first line of a paragraph and are indented more, in a document with
hanging indents."""
_FEWEST_HANGING = 10
"""Minimum number of such lines; a single list may be indented."""
_MID_SENTENCE = re.compile(r"[(\[<{\"“‘']{0,3}(?:[a-z]|[A-Za-z][\w-]{0,60}\.[A-Za-z]{2})")
"""The beginning of a line with which no sentence begins: a small letter, perhaps in brackets, or a web address."""
_TITLE_WORD = re.compile(r"[^\W\d_][\w'’-]*")
_TITLE_END = re.compile(r"(?<![\w'’-])[A-Z\d][\w'’-]*[)\]\"”]{0,3}$")
"""A capitalised word; after a comma or a small word a title goes on."""
_SMALL_WORDS = frozenset(
    ("a", "an", "and", "at", "by", "for", "from", "in", "into", "of", "on", "or", "the", "to", "with")
)
_SENTENCE_WORDS = 2
"""Minimum number of words in lower case that tell a sentence from a title."""


class _Wrapping(Struct, frozen=True):
    """The measures by which a line of a wrapped document is full.

    A line that was broken because it was full would not have held the first word of the next line. If `in_sentence` is
    56 and a line of 50 columns is followed by `creature`, both would fill 59 columns, so the paragraph may go on.

    Attributes:
        in_sentence: Minimum number of columns that a full line and the next word fill, if it ends in mid-sentence.
        after_sentence: The same for a line that ends with a sentence, where a paragraph may end as well.
        hanging: Whether all lines of a paragraph but the first are indented.
    """

    in_sentence: float
    after_sentence: float
    hanging: bool


class Paragraph(Struct, frozen=True):
    """A non-blank line or a block of a page, or several of them joined.

    Attributes:
        first: Number of its first line, 1-based; of a page, number of its first block.
        last: Number of its last line; all lines between belong to it, including blank ones if line ends were doubled.
        text: The lines joined as they were before wrapping, without white space at the ends.
        after_blank: Whether a blank line (or the start of the document) is before it; if every line end was doubled, a
            single blank line does not count.
        indent: Columns of white space before the text of the first line; a tab counts as eight.
        open_end: Whether white space followed the text of a line: editors that wrap keep the space at which they broke
            the line.
        span: The lines of the file, where `first` and `last` count the blocks of a page; else None.
        role: The kind of element of a page that contains it.
        chrome: Innermost element around it whose text is not the page's own (`script`, `comment`, `nav` …), or empty.
        linked: Whether all of it is the text of links.
        tag: Tag of provenance that a page has around it, or empty.
        lead: Number of characters at its beginning that are in bold; 0 if none or all of them are.
    """

    first: int
    last: int
    text: str
    after_blank: bool
    indent: int = 0
    open_end: bool = False
    span: Span | None = None
    role: Role = "text"
    chrome: str = ""
    linked: bool = False
    tag: str = ""
    lead: int = 0

    @property
    def place(self) -> Span:
        """Return its lines in the file."""
        return self.span or Span(self.first, self.last)

    @property
    def line(self) -> int:
        """Return its first line in the file."""
        return self.place.first_line

    def joined(self, following: Paragraph, text: str) -> Paragraph:
        """Return this paragraph up to the end of another one, with the text of both."""
        return replace(self, last=following.last, text=text, span=Span(self.line, following.place.last_line))


Line = Paragraph
"""A paragraph of one line, before lines are joined."""


def split_lines(text: str) -> list[Line]:
    """Return the lines of a text that are not blank, with their numbers."""
    rows = [(number, raw) for number, raw in enumerate(LINE_END.split(text), 1) if raw.strip()]
    gaps = _count_blank_lines([number for number, _ in rows])
    usual_gap = 1 if _are_ends_doubled(gaps) else 0
    return [
        Line(
            first=number,
            last=number,
            text=raw.strip(),
            after_blank=gap > usual_gap,
            indent=_measure_indent(raw),
            open_end=raw != raw.rstrip(),
        )
        # the start of the document counts like blank lines before the first line
        for (number, raw), gap in zip(rows, [2, *gaps], strict=False)
    ]


def _count_blank_lines(numbers: list[int]) -> list[int]:
    """Return the number of blank lines between the lines with these numbers: `[1, 2, 5]` → `[0, 2]`."""
    return [after - before - 1 for before, after in pairwise(numbers)]


def _measure_indent(raw: str) -> int:
    """Return the number of columns of white space at the beginning of a line; a tab counts as eight."""
    white_space = raw[: len(raw) - len(raw.lstrip())]
    return len(white_space.expandtabs(8))


def _are_ends_doubled(gaps: list[int]) -> bool:
    """Return whether every line end of a text was doubled (CR CR LF), by the numbers of blank lines between lines.

    Then each number is odd: one between two lines of the original, three where the original has a blank line.
    """
    narrow = gaps.count(1)
    wide = len(gaps) - narrow
    are_odd = all(gap % 2 for gap in gaps)
    return narrow > 0 and wide > DOUBLED_SHARE * len(gaps) and are_odd


class UnknownDialect(ComprulesError):
    """A document has no readable text, no dialect claims it, or the requested dialect does not exist.

    Attributes:
        reason: The reason, as a clause, with a remedy if there is one: `the file is empty; fetch it again`.
        name: The document's name in messages; empty if the error is not about one document.
    """

    def __init__(self, reason: str, name: str = "") -> None:
        super().__init__(reason, name)
        self.reason = reason
        self.name = name

    def __str__(self) -> str:
        if self.name:
            return f"{self.name}: {self.reason}"
        return self.reason


class UnreadForm(UnknownDialect):
    """A document is in a form that is not read, and that another program converts."""


class UnclaimedDocument(UnknownDialect):
    """A document has text, but no dialect claims it, and nothing that it lost or lacks explains that.

    Attributes:
        cause: The reason without a remedy.
    """

    def __init__(self, cause: str, name: str) -> None:
        super().__init__(f"{cause}; is it the text of an edition?", name)
        self.args = (cause, name)  # the arguments with which pickle makes the error again
        self.cause = cause


class SourceDocument(Struct, frozen=True):
    """A document as dialects read it.

    Attributes:
        name: Its name in messages.
        text: The text with its original line ends; without byte order mark and, if reported, without control
            characters, invisible characters and padding.
        encoding: `ascii`, `utf-8`, `utf-8-sig`, `utf-16-le`, `utf-16-be`, an eight-bit codec, or
            `utf-8 of mac-roman read as cp1252` if an earlier wrong decoding was undone; `pdf` or `docx` for such a
            file.
        condition: Its condition, judged by its characters; for PDF and Word files also by missing parts.
        lines: The non-blank lines.
        diagnostics: Diagnostics of decoding and of the file reader.
        dropped: Lines that the file reader left out of `lines` for a named reason, such as page headers.
            `scraper.parse` adds it to what the dialect drops.
        pages: Number of the first line of each page, for documents that have pages.
        wrapped: Whether paragraphs continue over several lines; None if that must be detected from the text.
        form: The form of a web site's document, see `scraper.markup`; its lines are blocks, numbered by their order.
    """

    name: str
    text: str
    encoding: str
    condition: Condition
    lines: tuple[Line, ...]
    diagnostics: tuple[Diagnostic, ...]
    dropped: tuple[Dropped, ...] = ()
    pages: tuple[int, ...] = ()
    wrapped: bool | None = None
    form: Form = "text"


def without_leader(text: str) -> str:
    """Return a line of the contents without the dots (or the tab) and the page number at its end.

    `702. Keyword Abilities ..... 61` becomes `702. Keyword Abilities`. Any other line is returned as it is.
    """
    unnumbered = text.rstrip("0123456789")
    entry_with_dots = unnumbered.rstrip()
    has_page_number = len(unnumbered) < len(text)
    if has_page_number and "\t" in unnumbered[len(entry_with_dots) :]:
        return entry_with_dots
    entry = entry_with_dots.rstrip(".")
    if len(entry_with_dots) - len(entry) >= _FEWEST_DOTS:
        return entry.rstrip()
    return text


def is_rule_line(text: str) -> bool:
    """Return whether a line is a typographic rule: only dashes, equals signs, underscores or asterisks."""
    return len(text) >= 3 and not text.strip("-=_*~–— ")


def is_wrapped(lines: list[Line]) -> bool:
    """Return whether paragraphs of this document go over several lines: if most long lines continue on the next one.

    In 153 copies, of wrapped ones 79 % and more do, of the others 2 % and less.
    """
    long_lines = 0
    continued = 0
    for line, following in pairwise(lines):
        if len(line.text) >= LONG and without_leader(line.text) == line.text:
            long_lines += 1
            continued += not following.after_blank and not _search_end(_SENTENCE_END, line.text)
    return long_lines > 0 and 2 * continued >= long_lines


def paragraphs(lines: list[Line], wrapped: bool | None = None) -> list[Paragraph]:
    """Join the lines of a document into its paragraphs.

    Args:
        lines: The non-blank lines.
        wrapped: Whether paragraphs continue over several lines; None to detect it.
    """
    if not lines:
        return []
    if wrapped is None:
        wrapped = is_wrapped(lines)
    wrapping = _measure_wrapping(lines) if wrapped else None
    keeps_spaces = wrapped and _keeps_spaces(lines)
    groups: list[list[Line]] = []
    for line in lines:
        if groups and not line.after_blank and _is_continuation(groups[-1], line, wrapping):
            groups[-1].append(line)
        else:
            groups.append([line])
    return [_join_lines(group, keeps_spaces) for group in groups]


def _keeps_spaces(lines: list[Line]) -> bool:
    """Return whether the lines that continue mostly end in the space at which they were broken."""
    continued = [line for line, after in pairwise(lines) if len(line.text) >= LONG and not after.after_blank]
    return sum(line.open_end for line in continued) > len(continued) // 2


def _measure_wrapping(lines: list[Line]) -> _Wrapping:
    """Return the measures of a wrapped document.

    Full lines are measured on the lines that certainly continue: in mid-sentence, followed by a lower-case letter.
    """
    lengths = sorted((line.indent + len(line.text) for line in lines if not is_rule_line(line.text)), reverse=True)
    # One line in forty may be longer than the width, such as a web address that could not be broken.
    width = lengths[len(lengths) // _LINES_PER_OVERLONG]
    least = FULL_SHARE * width
    filled = (
        _count_filled_columns(before, after)
        for before, after in pairwise(lines)
        if not after.after_blank and after.text[0].islower() and not _search_end(_SENTENCE_END, before.text)
    )
    shortest = min((columns for columns in filled if columns > least), default=least)
    # A document that was wrapped at a column has no full line shorter than the width.
    after_sentence = shortest
    if shortest <= width:
        # In a proportional font there may be a full line shorter than those seen here, hence the tolerance.
        after_sentence = max(least, NEAR * shortest)
    return _Wrapping(in_sentence=least, after_sentence=after_sentence, hanging=_has_hanging_indents(lines))


def _has_hanging_indents(lines: list[Line]) -> bool:
    """Return whether the second lines of paragraphs are indented, by those that begin with a lower-case letter."""
    indented = [
        after.indent > before.indent
        for before, after in pairwise(lines)
        if _begins_rule(before) and not after.after_blank and after.text[0].islower()
    ]
    return len(indented) >= _FEWEST_HANGING and sum(indented) >= _HANGING_SHARE * len(indented)


def _begins_rule(line: Line) -> bool:
    """Return whether a line begins a paragraph in any document: with the number of a rule, or as an example."""
    return _STARTS_PARAGRAPH.match(line.text) is not None or _CHAPTER_OR_RULE.match(line.text) is not None


def _count_filled_columns(before: Line, after: Line) -> int:
    """Return the columns that a line would fill with the first word of the next line.

    A word counts up to its hyphen, at which it may be broken: `first-strike` counts as `first-`.
    """
    first_word = after.text.split(maxsplit=1)[0]
    unbreakable = re.split(r"(?<=[-–—])", first_word, maxsplit=1)[0]
    return before.indent + len(before.text) + 1 + len(unbreakable)


def _is_continuation(group: list[Line], line: Line, wrapping: _Wrapping | None) -> bool:
    """Return whether `line` continues the paragraph of `group`.

    `wrapping` is None in a document that is not wrapped.
    """
    before = group[-1]
    ended = _search_end(_SENTENCE_END, before.text) is not None
    if _STARTS_PARAGRAPH.match(line.text) or is_rule_line(line.text) or is_rule_line(before.text):
        return False
    if _INDEX_ENTRY.match(before.text) or (ended and _BEGINS_AFTER_SENTENCE.match(line.text)):
        return False
    chapter = _CHAPTER.match(group[0].text)
    if chapter is not None and line.text.startswith(f"{chapter['number']}.1. "):
        # The first rule of a chapter below its heading, which may be long.
        return False
    if _BULLET.match(line.text) and _BULLET.match(group[0].text):
        return False
    if wrapping is None:
        return not ended and _continues_unwrapped(before, line)
    return _continues_wrapped(group, line, wrapping, ended=ended)


def _continues_unwrapped(before: Line, line: Line) -> bool:
    """Return whether a line continues the one before in a document that is not wrapped, after a stray line break.

    That can be recognised only in mid-sentence.
    """
    is_mid_sentence = line.text[0].islower() or _search_end(_EXPECTS_NUMBER, before.text) is not None
    return is_mid_sentence and len(before.text) >= STRAY


def _continues_wrapped(group: list[Line], line: Line, wrapping: _Wrapping, *, ended: bool) -> bool:
    """Return whether a line continues the paragraph of `group` in a wrapped document, by its indent and its words.

    Args:
        group: The lines of the paragraph so far.
        line: The line.
        wrapping: How the document was wrapped.
        ended: Whether a sentence ends before the line.
    """
    before = group[-1]
    if wrapping.hanging and line.indent > group[0].indent:
        return True
    # The second line of a paragraph with a hanging indent may be indented in mid-sentence.
    may_be_hanging = len(group) == 1 and not ended
    if line.indent >= before.indent + _LEAST_INDENT and not may_be_hanging:
        return False
    if _is_title_before_sentence(group, line):
        return False
    return _count_filled_columns(before, line) >= (wrapping.after_sentence if ended else wrapping.in_sentence)


def _is_title_before_sentence(group: list[Line], line: Line) -> bool:
    """Return whether the lines of a paragraph are a title as long as a line, and the next one begins a sentence."""
    if _begins_rule(group[0]) or _MID_SENTENCE.match(line.text) or not _search_end(_TITLE_END, group[-1].text):
        return False
    if any(_list_plain_words(part.text) for part in group):
        return False
    return len(_list_plain_words(line.text)) >= _SENTENCE_WORDS


def _list_plain_words(text: str) -> list[str]:
    """Return the words of a line that a title would have with a capital letter."""
    return [word for word in _TITLE_WORD.findall(text) if word[0].islower() and word not in _SMALL_WORDS]


def _search_end(pattern: re.Pattern[str], text: str) -> re.Match[str] | None:
    """Return the match of a pattern for the end of a line; only the last characters of the line are searched."""
    return pattern.search(text, max(0, len(text) - _LONGEST_END))


def _join_lines(group: list[Line], keeps_spaces: bool) -> Paragraph:
    """Return the lines of a paragraph as one.

    Args:
        group: The lines.
        keeps_spaces: Whether lines of the document mostly keep the space at which they were broken.
    """
    if len(group) == 1:
        return group[0]
    pieces = [group[0].text]
    for before, line in pairwise(group):
        if _had_space(before, line, keeps_spaces):
            pieces.append(" ")
        pieces.append(line.text)
    return group[0].joined(group[-1], "".join(pieces))


def _had_space(before: Line, line: Line, keeps_spaces: bool) -> bool:
    """Return whether there was a space where a line was broken, and not a hyphen, dash or slash inside a word."""
    if before.open_end or not _search_end(_BROKEN_AT_MARK, before.text):
        return True
    # "first-⏎and second-" has a space after its hyphen, unless a copy that keeps spaces at line breaks has none there.
    is_suspended = before.text.endswith("-") and _SUSPENDED.match(line.text) is not None
    return is_suspended and not keeps_spaces
