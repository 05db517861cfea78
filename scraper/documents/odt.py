"""Reading OpenDocument text (.odt, .fodt) as the lines of its text.

History: LibreOffice and its predecessors save a zip archive in which `content.xml` has the text and `styles.xml` has
page headers and footers; a flat file is both as one XML document. A run of spaces, a tab or a line break is an element,
because white space between words counts as one space.

Guarantees: the sizes in the archive are checked before anything is unpacked, and entities are not expanded. Each
paragraph is a line, and each line break inside it starts another one. Tracked deletions are not in the text; numbers of
lists are, as a word processor would show them; other automatic numbers are reported.
"""

import io
import re
import zipfile
from collections.abc import Iterable, Iterator
from itertools import chain
from typing import Any

from lxml import etree
from msgspec import Struct

from rules.counts import format_count
from scraper.documents.limits import MOST_PARAGRAPHS
from scraper.documents.messages import REFUSED, Part, problem_part, report_notes
from scraper.documents.odt_lists import (
    LIST_ITEM,
    PARAGRAPHS,
    STYLE,
    TEXT,
    ItemMarks,
    list_counted_headings,
    mark_items,
    read_list_styles,
)
from scraper.documents.paragraph_lines import space_paragraphs
from scraper.documents.zip_parts import find_obstacle, salvage_part

MOST_SPACES = 100
"""Maximum number of spaces that one element stands for."""

_CONTENT, _STYLES, _MANIFEST = "content.xml", "styles.xml", "META-INF/manifest.xml"
_KIND = "an OpenDocument text"
_ENCRYPTED = (b"encryption-data", b"encrypted-package")
_OFFICE = "{urn:oasis:names:tc:opendocument:xmlns:office:1.0}"
_TABLE = "{urn:oasis:names:tc:opendocument:xmlns:table:1.0}"
_DRAWING = "{urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0}"
_BODY = f"{_OFFICE}body/{_OFFICE}text"
_NOTE, _COMMENT = f"{TEXT}note", f"{_OFFICE}annotation"
_SKIPPED = frozenset((
    f"{TEXT}tracked-changes", _NOTE, _COMMENT, f"{TEXT}number", f"{_OFFICE}binary-data",
    f"{_DRAWING}title", f"{_DRAWING}desc",
))  # fmt: skip
"""Elements whose text is not shown where they are: deletions, notes, and the data and descriptions of pictures."""

# Signs that no XML contains, for white space that is kept.
_SPACE, _TAB, _BREAK = "\x01", "\x02", "\x03"
_SHOWN = str.maketrans({_SPACE: " ", _TAB: "\t", _BREAK: "\n"})
_WHITE = re.compile(r"[ \t\r\n]+")
_SIGNS = {f"{TEXT}tab": _TAB, f"{TEXT}line-break": _BREAK}
_SPACES = f"{TEXT}s"


class _File(Struct):
    """The parts of a file.

    Attributes:
        content: The part with the text.
        styles: The part with the styles; the same one in a flat file, None if it is missing.
        is_cut: Whether the end of the file is missing.
    """

    content: Any
    styles: Any
    is_cut: bool


def read_odt(data: bytes) -> Iterator[Part]:
    """Read OpenDocument text, in an archive or flat.

    Raises:
        Exception: Any exception that zipfile and lxml raise for invalid bytes; `scraper.documents.worker` turns it into
        a message.
    """
    if data.startswith(b"PK"):
        obstacle = _find_obstacle(data)
        if obstacle is not None:
            yield obstacle
            return
        file = _open_archive(data)
    else:
        file = _open_flat(data)
    body = None if file.content is None else file.content.find(_BODY)
    if body is None:
        yield problem_part(REFUSED, "it has no text; it may be a sheet, a drawing or a cut file", "is it an edition?")
        return
    if sum(1 for _ in body.iter(*PARAGRAPHS)) > MOST_PARAGRAPHS:
        yield problem_part(REFUSED, "it has far more paragraphs than any edition", "is it the text of an edition?")
        return
    yield from _read_file(file, body)


def _find_obstacle(data: bytes) -> Part | None:
    """Return why an archive cannot be read; None if it can, or was cut."""
    try:
        obstacle = find_obstacle(data, _CONTENT, _KIND)
        if obstacle is None and any(sign in _read_part(data, _MANIFEST) for sign in _ENCRYPTED):
            return problem_part(REFUSED, "it is encrypted", "save it without a password")
    except zipfile.BadZipFile:
        return None
    return obstacle


def _read_part(data: bytes, path: str) -> bytes:
    """Return a part of an archive; nothing if it is not there."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        if path not in archive.namelist():
            return b""
        return archive.read(path)


def _open_archive(data: bytes) -> _File:
    try:
        content, styles = _read_part(data, _CONTENT), _read_part(data, _STYLES)
    except zipfile.BadZipFile:
        return _salvage(data)
    return _File(_parse(content), _parse(styles) if styles else None, is_cut=False)


def _salvage(data: bytes) -> _File:
    """Return what is left of an archive that was cut.

    Raises:
        BadZipFile: No text is left.
    """
    content = salvage_part(data, _CONTENT)
    if not content:
        raise zipfile.BadZipFile("none of its text could be read")
    styles = salvage_part(data, _STYLES)
    return _File(_parse(content, recover=True), _parse(styles, recover=True) if styles else None, is_cut=True)


def _open_flat(data: bytes) -> _File:
    try:
        root, is_cut = _parse(data), False
    except etree.XMLSyntaxError:
        root, is_cut = _parse(data, recover=True), True
    return _File(root, root, is_cut)


def _parse(xml: bytes, *, recover: bool = False) -> Any:
    return etree.fromstring(xml, etree.XMLParser(resolve_entities=False, no_network=True, recover=recover))


def _read_file(file: _File, body: Any) -> Iterator[Part]:
    """Yield the text of a file and what is not in it.

    Args:
        file: The file.
        body: The element with its text.
    """
    styled = [part for part in (file.content, file.styles) if part is not None]
    items = mark_items(body, read_list_styles(styled))
    counted = {*items.unknown, *list_counted_headings(body, styled)}
    read = _Paragraphs(items, counted)
    for paragraph in body.iter(*PARAGRAPHS):
        if not _is_skipped(paragraph, body):
            read.add(paragraph)
    lines, first_lines = space_paragraphs(read.groups)
    yield Part(lines=tuple(lines), framing=tuple(_list_framing(file.styles)))
    for kind, element in (("footnotes", _NOTE), ("comments", _COMMENT)):
        yield from report_notes(kind, _list_words(body.iter(element)))
    if read.counted:
        paragraphs = format_count(len(read.counted), "paragraph has", "paragraphs have")
        message = f"{paragraphs} numbers that a word processor counts and that were not read"
        yield problem_part("counted-numbers", message, "save it as text, which has them", first_lines[read.counted[0]])
    if file.is_cut:
        message = "the end of the file is missing; running heads and notes may be missing too"
        yield problem_part("file-cut", message, "fetch it again")


class _Paragraphs:
    """The paragraphs of a text, each with its lines; the cells of a row in a table are one paragraph.

    Args:
        items: The marks of the items of lists.
        uncounted: Items and headings with a number that is not known.

    Attributes:
        groups: The lines of each paragraph.
        counted: Indexes of the paragraphs with such a number.
    """

    def __init__(self, items: ItemMarks, uncounted: set[Any]) -> None:
        self.groups: list[list[str]] = []
        self.counted: list[int] = []
        self._items = items
        self._uncounted = uncounted
        # the row of the last paragraph, if each of its cells has one paragraph at most
        self._last_short_row: Any = None

    def add(self, paragraph: Any) -> None:
        """Add the next paragraph."""
        item = _find_item(paragraph)
        lines = _read_lines(paragraph)
        mark = self._items.marks.get(item, "")
        if mark:
            lines[0] = f"{mark} {lines[0]}"
        row = next(paragraph.iterancestors(f"{_TABLE}table-row"), None)
        if row is not None and row is self._last_short_row:
            self.groups[-1] += [line for line in lines if line.strip()]
        else:
            self.groups.append(lines)
        self._last_short_row = None
        if row is not None and _has_short_cells(row):
            self._last_short_row = row
        if paragraph in self._uncounted or item in self._uncounted:
            self.counted.append(len(self.groups) - 1)


def _find_item(paragraph: Any) -> Any:
    """Return the item of a list that begins with a paragraph; None if there is none."""
    item = paragraph.getparent()
    if item.tag != LIST_ITEM:
        return None
    first = next(child for child in item if child.tag in PARAGRAPHS)
    return item if first is paragraph else None


def _has_short_cells(row: Any) -> bool:
    """Return whether each cell of a row has at most one paragraph, as in a table of numbers and texts."""
    return all(len(list(cell.iter(*PARAGRAPHS))) < 2 for cell in row)


def _is_skipped(element: Any, body: Any) -> bool:
    """Return whether an element is inside of one that is not shown as a part of the text."""
    for ancestor in element.iterancestors():
        if ancestor is body:
            return False
        if ancestor.tag in _SKIPPED:
            return True
    return False


def _read_lines(paragraph: Any) -> list[str]:
    """Return the text of a paragraph without that of paragraphs inside it (text boxes), which come separately."""
    words = _WHITE.sub(" ", "".join(_list_pieces(paragraph))).strip(" ")
    return words.translate(_SHOWN).split("\n")


def _list_pieces(element: Any) -> Iterator[str]:
    """Yield the texts in an element, with signs for white space that is kept."""
    yield element.text or ""
    for child in element:
        if child.tag == _SPACES:
            yield _SPACE * _count_spaces(child)
        elif child.tag in _SIGNS:
            yield _SIGNS[child.tag]
        elif isinstance(child.tag, str) and child.tag not in _SKIPPED and child.tag not in PARAGRAPHS:
            yield from _list_pieces(child)
        yield child.tail or ""


def _count_spaces(element: Any) -> int:
    """Return the number of spaces that an element stands for."""
    count = element.get(f"{TEXT}c", "1")
    if not count.isdecimal() or len(count) > len(str(MOST_SPACES)):
        return 1
    return min(int(count), MOST_SPACES)


def _list_framing(styles: Any) -> Iterator[tuple[str, str]]:
    """Yield the lines of page headers and footers, each with the reason to drop it."""
    if styles is None:
        return
    for name in ("header", "footer"):
        frames = styles.iter(*(f"{STYLE}{name}{page}" for page in ("", "-left", "-first")))
        for line in dict.fromkeys(_list_words(frames)):
            yield f"page-{name}", line


def _list_words(elements: Iterable[Any]) -> list[str]:
    """Return the lines of elements that are not blank."""
    paragraphs = chain.from_iterable(element.iter(*PARAGRAPHS) for element in elements)
    lines = chain.from_iterable(map(_read_lines, paragraphs))
    return [line.strip() for line in lines if line.strip()]
