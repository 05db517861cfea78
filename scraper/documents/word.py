"""Reading a Word file (.docx) as the lines of its text.

History: Word 2007 and later save a zip archive of XML parts; the text is in one of them, page headers, footers and
notes in others. python-docx opens it; this module walks the paragraphs itself, because python-docx leaves out text
boxes and tracked insertions.

Guarantees: the sizes in the archive are checked before anything is unpacked. Each paragraph is a line, and each line
break inside it starts another one. Tracked deletions are not in the text; automatic numbers are not stored in the file,
which is reported.
"""

import io
import re
import zipfile
from collections.abc import Iterator
from itertools import chain, islice
from typing import Any

import docx
from docx.oxml.ns import qn
from docx.oxml.parser import parse_xml
from lxml import etree

from rules.counts import format_count
from scraper.documents.limits import MOST_PARAGRAPHS
from scraper.documents.messages import REFUSED, Part, problem_part, report_notes
from scraper.documents.paragraph_lines import space_paragraphs
from scraper.documents.zip_parts import find_obstacle, salvage_part

_BODY = "word/document.xml"
_PARAGRAPH, _TEXT, _TAB = qn("w:p"), qn("w:t"), qn("w:tab")
_CHARACTERS = {qn("w:noBreakHyphen"): "-", qn("w:softHyphen"): "\u00ad", qn("w:br"): "\n", qn("w:cr"): "\n"}
_SYMBOL = qn("w:sym")
_RUN = qn("w:r")
_SKIPPED = {
    "{http://schemas.openxmlformats.org/markup-compatibility/2006}Fallback",  # repeats the content of Choice
    qn("w:del"),
    qn("w:moveFrom"),
}
_STYLE = f"{qn('w:pPr')}/{qn('w:pStyle')}"
_NUMBERING = f"{qn('w:pPr')}/{qn('w:numPr')}"
_SYMBOL_FONT = range(0xF000, 0xF100)

_FRAMING = {"header": "page-header", "footer": "page-footer"}
_NOTES = ("footnotes", "endnotes", "comments")


def read_word(data: bytes) -> Iterator[Part]:
    """Read a Word file.

    Raises:
        Exception: Any exception that zipfile, lxml and python-docx raise for invalid bytes; `scraper.documents.worker`
        turns it into a message.
    """
    try:
        refusal = find_obstacle(data, _BODY, "a Word document")
    except zipfile.BadZipFile:
        yield from _salvage_text(data)
        return
    if refusal is not None:
        yield refusal
        return
    document = docx.Document(io.BytesIO(data))
    if _count_paragraphs(document.element.body) > MOST_PARAGRAPHS:
        yield problem_part(REFUSED, "it has far more paragraphs than any edition", "is it the text of an edition?")
        return
    lines, counted = _read_text(document.element.body, document.styles.element)
    framing: list[tuple[str, str]] = []
    for part in sorted(document.part.package.iter_parts(), key=lambda part: str(part.partname)):
        kind = str(part.partname).removeprefix("/word/").removesuffix(".xml").rstrip("0123456789")
        if kind in _FRAMING:
            framing += [(_FRAMING[kind], line) for line in _list_words(part.blob)]
        elif kind in _NOTES:
            yield from report_notes(kind, _list_words(part.blob))
    yield Part(lines=tuple(lines), framing=tuple(framing))
    if counted:
        paragraphs = format_count(len(counted), "paragraph has", "paragraphs have")
        message = f"{paragraphs} numbers or bullets that Word counts and the file does not contain"
        yield problem_part("counted-numbers", message, "save it as text from Word, which writes them out", counted[0])


def _list_words(content: bytes) -> list[str]:
    """Return the lines of a part that are not blank."""
    lines = chain.from_iterable(_read_lines(paragraph) for paragraph in parse_xml(content).iter(_PARAGRAPH))
    return [line for line in lines if line.strip()]


def _count_paragraphs(body: Any) -> int:
    """Return the number of paragraphs, `MOST_PARAGRAPHS` + 1 if there are more."""
    return sum(1 for _ in islice(body.iter(_PARAGRAPH), MOST_PARAGRAPHS + 1))


def _salvage_text(data: bytes) -> Iterator[Part]:
    """Yield the text that is left of an archive that was cut.

    Raises:
        BadZipFile: No text is left.
    """
    part = salvage_part(data, _BODY)
    root = None if not part else etree.fromstring(part, etree.XMLParser(recover=True, resolve_entities=False))
    if root is None or _count_paragraphs(root) > MOST_PARAGRAPHS:
        raise zipfile.BadZipFile("none of its text could be read")
    yield Part(lines=tuple(_read_text(root, None)[0]))
    yield problem_part(
        "file-cut", "the end of the file is missing; running heads and notes were not read", "fetch it again"
    )


def _read_text(body: Any, styles: Any) -> tuple[list[str], list[int]]:
    """Return the lines of a text, and the numbers of those to which Word itself adds a number or a bullet."""
    paragraphs: list[list[str]] = []
    counted: list[int] = []
    for paragraph in body.iter(_PARAGRAPH):
        if any(ancestor.tag in _SKIPPED for ancestor in paragraph.iterancestors()):
            continue
        if _is_counted(paragraph, styles):
            counted.append(len(paragraphs))
        paragraphs.append(_read_lines(paragraph))
    lines, first_lines = space_paragraphs(paragraphs)
    return lines, [first_lines[index] for index in counted]


def _read_lines(paragraph: Any) -> list[str]:
    """Return the text of a paragraph without that of paragraphs inside it (text boxes), which come separately."""
    text: list[str] = []
    stack = list(reversed(paragraph))
    while stack:
        element = stack.pop()
        tag = element.tag
        if tag == _PARAGRAPH or tag in _SKIPPED:
            continue
        if tag == _TEXT:
            text.append(" ".join(re.split("[\r\n]", "".join(element.itertext()))))
        elif tag == _TAB and element.getparent().tag == _RUN:
            text.append("\t")
        elif tag == _SYMBOL:
            text.append(_decode_symbol(element.get(qn("w:char"), "")))
        else:
            text.append(_CHARACTERS.get(tag, ""))
            stack += reversed(element)
    return "".join(text).split("\n")


def _decode_symbol(code: str) -> str:
    """Return a character of a symbol face, U+FFFD for one in the private area, which is the face's own."""
    try:
        number = int(code, 16)
    except ValueError:
        return "\ufffd"
    if number in _SYMBOL_FONT or not chr(number % 0x110000).isprintable():
        return "\ufffd"
    return chr(number % 0x110000)


def _is_counted(paragraph: Any, styles: Any) -> bool:
    """Return whether Word puts a number or a bullet before a paragraph, by the paragraph itself or by its style."""
    numbering = paragraph.find(_NUMBERING)
    style_name = paragraph.find(_STYLE)
    if numbering is None and style_name is not None and styles is not None:
        style = styles.get_by_id(style_name.get(qn("w:val")))
        if style is not None:
            numbering = style.find(_NUMBERING)
    if numbering is None:
        return False
    number = numbering.find(qn("w:numId"))
    # Number 0 switches off the numbering of a style.
    return number is not None and number.get(qn("w:val")) != "0"
