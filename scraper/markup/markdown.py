"""Markdown as blocks: the marks of Markdown and the tags inside it taken off the lines of a text.

History: converters and wikis write the rules as headings with hashes, numbers in bold, in code, or as links to
themselves, tables of number and text, lists of definitions, and chapters that open and close (`<details>`).

Guarantees: the words of every line are in a block, in their order. What shows nothing of its own (the rule below a
head of a table, a line of only tags or comments) is a block with its kind as `chrome`. A link becomes its words; a line
that is one link is `linked`, unless its words are a rule's number or it links a heading to its own page.
"""

import html
import re
from collections.abc import Iterator, Sequence
from itertools import chain, pairwise

from msgspec.structs import replace

from scraper.labels import EXAMPLE, read_label
from scraper.layout import Line
from scraper.markup.elements import KNOWN

ENOUGH_MARKS = 3
"""Minimum number of marked numbers of a document without a heading with hashes; a plain text may have a stray one."""
_EXAMPLES = ("example", "examples")
"""Kinds of a box that has an example."""
ENOUGH_TERMS = 12
"""Minimum number of lines that begin with words in bold, of a glossary without a heading."""
ENOUGH_DEFINITIONS = 3
"""Minimum number of definitions below a number or a term of a document that has lists of them."""

_FIRST_LINE = 2_000
"""Number of characters at the beginning of a text that are compared with a pattern for its first line."""

# A search for a pattern that begins with a line break took a sixth to a ninth of the time of one that begins with `^`.
_HEADING = re.compile(r"\n\#{1,6}\s+(?:\[|`|\*\*){0,9}(?:(?:CR\s+)?[1-9]\d{0,2}\.|Glossary\b)")
_MARKED_NUMBER = re.compile(
    r"""\n[ \t]{0,12}(?:>\s?)?(?:[*+-]\s+(?:\*\*|__|`|\[|<a\s[^<>\n]{0,200}></a>){0,9}  # in a list
        |(?:\*\*|__|`|\[|<a\s[^<>\n]{0,200}></a>){1,9}  # in bold, in code, in a link, after an anchor
        |\|\s*(?:\*\*|__|`|\[){0,9}                                        # in a table
        )(?:CR\s+)?[1-9]\d\d\.""",
    re.VERBOSE,
)
"""The marks are counted: a repetition without a limit takes a hundred bytes of memory for each mark in a row."""
_SUMMARIZED = re.compile(r"\n<summary(?:\s[^<>\n]{0,200})?>\s*[1-9]\d{0,2}\.\s", re.IGNORECASE)
_PLAIN_NUMBER = re.compile(r"\n[1-9]\d\d\.\d{1,3}[a-z]?\.?\s")
_BOLD_TERM = re.compile(r"\n(?:[*+-]\s+)?\*\*[A-Z“\"][^*\n]{1,80}\*\*")
_DEFINED_NUMBER = re.compile(r"\n[1-9]\d\d\.\d{1,3}[a-z]?\.?\s?\n(?:\s*\n)?:\s+\S")
_BACKSLASH = "\\"
_ESCAPED_WORDS = re.compile(r"\n[1-9]\d{0,2}\\\.\s|(?<![\\\w])\\_\w|\w\\_(?!\w)|(?<!\\)\\\*")
"""A number at the beginning of a line whose full stop is escaped, so that it begins no list; or a name in underscores
or an asterisk that is escaped, so that it makes no italics."""

_QUOTE = re.compile(r"[?!]?(?:>\s?)+")
_ADMONITION = re.compile(
    r"(?:>\s?)?(?:!!!|\?\?\?\+?|:::)\s{0,3}(?P<kind>\w{1,20})(?:\s\"[^\"\n]{0,80}\")?$"
    r"|>\s?\[!(?P<called>\w{1,20})\][+-]?(?:\s.{0,80})?$|:::$"
)
"""The head of a box, such as `!!! example`, or its end."""
_HASHES = re.compile(r"#{1,6}\s+(?=\S)")
_CLOSING_HASHES = re.compile(r"\s+#+$")
_ATTRIBUTES = re.compile(
    r"\s{0,3}\{:?\s?[#.][\w.:-][^{}\n]{0,120}\}|\s\{?docsify-ignore(?:-all)?\}?$|\s:id=[\w-]{1,80}$|\s\^[\w-]{1,80}$"
)
"""What a tool reads about a line and does not show: its name, which links lead to, or its class."""
_BULLET = re.compile(
    r"(?:[*+•-]|\d{1,2}\.)\s+(?=(?:\*\*|__|`|\[|<a\s){0,9}(?:[1-9]\d\d\.|[1-9]\.\s+[A-Z]|\*?Examples?\b))"
    r"|[*+-]\s+(?=\*\*[^*\n]{1,80}\*\*)|•\s*"
)
_DEFINITION = re.compile(r":\s+(?=\S)")
_ROW = re.compile(r"\|(?P<cells>.+)\|")
_CELL_END = re.compile(r"(?<!\\)\|")
_RULED_ROW = re.compile(r"[|:\s-]{3,}")
_LINE_BLOCK = re.compile(r"\|\s{1,9}(?=[^|\s])(?=[^|]{1,9000}$)")
"""The beginning of a line of a line block, in which line ends are kept."""
_BREAK = re.compile(r"<br\s{0,5}/?>", re.IGNORECASE)
_TAG = re.compile(rf"</?(?:{'|'.join(sorted(KNOWN))})(?:\s[^<>]{{0,300}})?/?>", re.IGNORECASE)
_SUMMARY = re.compile(r"<summary(?:\s[^<>]{0,300})?>", re.IGNORECASE)
_COMMENT = re.compile(r"<!--(?:(?!<!--).){0,2000}?-->")

_LINK = re.compile(
    r"(?<!!)\[(?P<words>[^\[\]\n]{1,300})\](?:\((?P<target>[^()\s]{0,300})(?:\s\"[^\"\n]{0,200}\")?\)|\[\])"
)
_PERMALINK = re.compile(r"\s*\[[^\w\[\]]{1,3}\]\(#[^()\s]{0,300}\)$")
"""A sign behind a heading that leads to the heading itself."""
_CODE = re.compile(r"(?<!`)`(?P<words>[^`\n]{1,300})`(?!`)")
_STRONG = re.compile(r"(?<!\\)\*\*(?=\S)(?P<starred>[^*\n]{1,9000}+)(?<!\\)\*\*|__(?=\S)(?P<ruled>[^_\n]{1,9000}+)__")
_EMPHASIS = re.compile(r"(?<![\w*\\])\*(?=[^\s*])(?P<words>[^*\n]{1,9000}+)(?<![\\\s])\*(?![\w*])")
_RULED_EXAMPLE = re.compile(r"_(?P<label>Examples?\s?:)_|_(?P<whole>Examples?\s?:.{1,9000})_(?=$)")
"""An example in italics, or its label alone; other words in underscores are the publisher's own."""
_OPENED_EXAMPLE = re.compile(r"(?:\*{1,3}|_{1,3}|''|/)(?=Examples?\s?:)")
"""The mark before an example whose italics end on another line."""
_CLOSED_LINE = re.compile(r"(?<=[.!?)\"”’])(?:\*{1,3}|''|/)$")
"""The mark at the end of a sentence in italics that began on another line."""
_ESCAPED = re.compile(r"\\(?=[!-/:-@\[-`{-~]|$)")
"""A backslash before a mark, which it makes a letter, or at the end of a line, which it breaks."""
_ENTITY = re.compile(r"&(?:[a-zA-Z]\w{1,8}|#\d{1,6}|#x[0-9a-fA-F]{1,5});")


def is_markdown(text: str) -> bool:
    """Return whether a text has rules, or a glossary, in Markdown.

    Signs are a heading with hashes and a number, chapters that open and close around plain lines, several marked
    numbers, or many headwords in bold.
    """
    if _occurs(_HEADING, text) or (_occurs(_SUMMARIZED, text) and _occurs(_PLAIN_NUMBER, text)):
        return True
    marked = chain(_find_at_lines(_MARKED_NUMBER, text), _find_at_lines(_DEFINED_NUMBER, text))
    if any(count == ENOUGH_MARKS for count, _ in enumerate(marked, 1)):
        return True
    return any(count == ENOUGH_TERMS for count, _ in enumerate(_find_at_lines(_BOLD_TERM, text), 1))


def is_escaped(text: str) -> bool:
    """Return whether marks in a text are escaped, as a program does that writes plain paragraphs as Markdown."""
    if _BACKSLASH not in text:
        return False
    return any(count == ENOUGH_MARKS for count, _ in enumerate(_ESCAPED_WORDS.finditer(text), 1))


def _occurs(pattern: re.Pattern[str], text: str) -> bool:
    """Return whether a pattern that begins with a line break matches at the beginning of a line."""
    return next(_find_at_lines(pattern, text), None) is not None


def _find_at_lines(pattern: re.Pattern[str], text: str) -> Iterator[re.Match[str]]:
    """Yield the matches of a pattern that begins with a line break, also one with the first line of the text."""
    first = pattern.match(f"\n{text[:_FIRST_LINE]}")
    if first is not None:
        yield first
    yield from pattern.finditer(text)


def markdown_blocks(lines: Sequence[Line]) -> Iterator[Line]:
    """Yield the blocks of a document in Markdown.

    Args:
        lines: Its lines that are not blank.
    """
    defines = _has_definitions(lines)
    in_example = False
    for line, following in pairwise((*lines, None)):
        if line is None:
            continue
        box = _ADMONITION.match(line.text)
        if line.chrome:
            yield line
        elif box:
            in_example = (box["kind"] or box["called"] or "").casefold() in _EXAMPLES
            yield replace(line, chrome="tag")
        elif in_example:
            in_example = False
            yield from _read_line(_label_example(line), defines=defines)
        elif _RULED_ROW.fullmatch(line.text) and "|" in line.text:
            yield replace(line, chrome="rule")
        elif _is_head_of_table(line, following):
            yield replace(line, text=_take_off_marks(line.text)[0], chrome="th")
        else:
            yield from _read_line(line, defines=defines)


def _label_example(line: Line) -> Line:
    """Return the first line of a box of examples with the word that the box has as its head."""
    words = _QUOTE.sub("", line.text, count=1)
    return line if EXAMPLE.match(words) else replace(line, text=f"Example: {words}")


def _has_definitions(lines: Sequence[Line]) -> bool:
    """Return whether a document has lists of definitions, each a line with a colon below what it defines."""
    found = (
        _DEFINITION.match(after.text) is not None and not after.after_blank and not _DEFINITION.match(before.text)
        for before, after in pairwise(lines)
    )
    return sum(found) >= ENOUGH_DEFINITIONS


def _is_head_of_table(line: Line, following: Line | None) -> bool:
    if following is None or following.after_blank or not _ROW.fullmatch(line.text):
        return False
    return "|" in following.text and _RULED_ROW.fullmatch(following.text) is not None


def _read_line(line: Line, *, defines: bool) -> Iterator[Line]:
    """Yield the blocks of one line: one, or if the line has `<br>`, one for each part between them."""
    quote = _QUOTE.match(line.text)
    text = _ATTRIBUTES.sub("", line.text[quote.end() :] if quote else line.text)
    is_heading = _HASHES.match(text) is not None or _SUMMARY.match(text) is not None
    is_definition = defines and _DEFINITION.match(text) is not None
    is_row = _ROW.fullmatch(text) is not None or _LINE_BLOCK.match(text) is not None
    place = replace(line, role="heading" if is_heading else line.role)
    after_blank = line.after_blank or is_heading or is_definition or is_row
    for part in _BREAK.split(_take_off_beginning(text, defines=defines)):
        words, target = _take_off_marks(part)
        if words:
            leads_away = target is not None and not (is_heading and target.startswith("#"))
            lead = _measure_lead(part, words)
            yield replace(place, text=words, linked=leads_away, after_blank=after_blank, lead=lead)
        elif part.strip():
            yield replace(place, text=part.strip(), chrome="tag")
        after_blank = True


def _take_off_beginning(text: str, *, defines: bool) -> str:
    """Return a line without the marks at its beginning, as of a heading, a definition, a row of a table or an item."""
    hashes = _HASHES.match(text)
    if hashes:
        return _CLOSING_HASHES.sub("", text[hashes.end() :])
    if defines and _DEFINITION.match(text):
        return _DEFINITION.sub("", text, count=1)
    row = _ROW.fullmatch(text)
    if row:
        return " ".join(cell.strip() for cell in _CELL_END.split(row["cells"]))
    bullet = _BULLET.match(text) or _LINE_BLOCK.match(text)
    if bullet:
        return text[bullet.end() :]
    return text


def _take_off_marks(text: str) -> tuple[str, str | None]:
    """Return the words of a line, and the target of the link if all of them are one link; else None.

    `**[702.40a](#702.40a)** Storm is` gives `702.40a Storm is` and None.
    """
    bare = _PERMALINK.sub("", _TAG.sub("", _COMMENT.sub("", text)).strip())
    unmarked = _CODE.sub(r"\g<words>", _STRONG.sub(_words_of, bare))
    link = _LINK.fullmatch(unmarked)
    words = _CODE.sub(r"\g<words>", _STRONG.sub(_words_of, _LINK.sub(r"\g<words>", unmarked)))
    words = _RULED_EXAMPLE.sub(_words_of_example, _EMPHASIS.sub(r"\g<words>", words))
    if "&" in words and _ENTITY.search(words):
        words = html.unescape(words)
    words = _CLOSED_LINE.sub("", _OPENED_EXAMPLE.sub("", words, count=1))
    words = _ESCAPED.sub("", words).strip()
    if link is None or read_label(words) is not None:
        return words, None
    return words, link["target"] or ""


def _measure_lead(marked: str, words: str) -> int:
    """Return the number of characters at the beginning of a line that are in bold; 0 if all of them are.

    Args:
        marked: The line with its marks.
        words: The line without them.
    """
    strong = _STRONG.match(marked.lstrip())
    if strong is None:
        return 0
    bold, _ = _take_off_marks(_words_of(strong))
    return len(bold) if bold != words and words.startswith(bold) else 0


def _words_of_example(match: re.Match[str]) -> str:
    return match["label"] or match["whole"]


def _words_of(match: re.Match[str]) -> str:
    return match["starred"] or match["ruled"]
