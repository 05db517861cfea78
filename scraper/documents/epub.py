"""Read an e-book (.epub) as the markup of its pages, in the order of reading.

History: an e-book is a zip archive of web pages. `META-INF/container.xml` names the package, a file that lists all
parts (the manifest) and the pages in the order of reading (the spine). Readers and converters also wrote pages that
the spine does not name, such as tables of contents, and spines that name pages which are not there.

Guarantees: the sizes that the archive states are checked before anything is unpacked, and no part is unpacked beyond
its stated size. A name never leads outside the archive. Entities of the lists are not expanded. Each page is read
once; what cannot be read, is not there or is not in the order of reading is reported.
"""

import io
import posixpath
import zipfile
import zlib
from collections.abc import Iterator, Sequence
from urllib.parse import unquote, urlsplit
from xml.parsers import expat

from msgspec import Struct
from msgspec.structs import replace

from rules.counts import format_count
from rules.errors import ComprulesError
from scraper.decode import decode_text
from scraper.documents.limits import MOST_PAGES, MOST_UNPACKED
from scraper.documents.messages import PAGE_UNREADABLE, REFUSED, Part, problem_part

MOST_ELEMENTS = 100_000
"""Maximum number of elements of a list; a book of as many pages as can be read has a few thousand."""

_CONTAINER = "META-INF/container.xml"
_ENCRYPTION = "META-INF/encryption.xml"
_PAGE_TYPES = frozenset(("application/xhtml+xml", "text/html"))
_CHECK_WHAT_IT_IS = "is it the text of an edition?"
_COMPARE_COPIES = "compare with another copy of the book"


class _NoBook(ComprulesError):
    """Error: the file cannot be read as an e-book; the message is a clause."""


class _Item(Struct, frozen=True):
    """A part that the manifest lists.

    Attributes:
        path: Its path in the archive.
        is_page: Whether it is a page.
        is_navigation: Whether it only lists other pages, as a table of contents does.
    """

    path: str
    is_page: bool
    is_navigation: bool


class _Book(Struct, frozen=True):
    """The lists of a package.

    Attributes:
        items: The parts by their id.
        spine: Ids in the order of reading.
    """

    items: dict[str, _Item]
    spine: tuple[str, ...]


def read_epub(data: bytes) -> Iterator[Part]:
    """Read an e-book.

    Raises:
        Exception: Any exception that zipfile and expat raise for invalid bytes; `scraper.documents.worker` turns it
        into a message.
    """
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        members = {member.filename: member for member in archive.infolist()}
        try:
            book = _read_package(archive, members, _find_package(archive, members))
            pages = _list_pages(book, members)
            _check_protection(archive, members, pages)
        except _NoBook as error:
            yield problem_part(REFUSED, str(error), _CHECK_WHAT_IT_IS)
            return
        yield from _report_missing(book, members)
        for path in pages:
            yield from _read_page(archive, members[path])


def _find_package(archive: zipfile.ZipFile, members: dict[str, zipfile.ZipInfo]) -> str:
    """Return the path of the package that the container names."""
    for name, attributes in _read_list(archive, members, _CONTAINER):
        if name == "rootfile" and attributes.get("full-path"):
            return attributes["full-path"]
    raise _NoBook("its container names no package")


def _read_package(archive: zipfile.ZipFile, members: dict[str, zipfile.ZipInfo], path: str) -> _Book:
    folder = posixpath.dirname(path)
    items: dict[str, _Item] = {}
    spine: dict[str, None] = {}
    for name, attributes in _read_list(archive, members, path):
        if name == "item":
            items.setdefault(attributes.get("id", ""), _read_item(folder, attributes))
        elif name == "itemref":
            spine.setdefault(attributes.get("idref", ""))
    if not spine:
        raise _NoBook("its package lists no pages in reading order")
    if len(spine) > MOST_PAGES:
        raise _NoBook(f"it has {len(spine):,} pages; at most {MOST_PAGES:,} are read")
    return _Book(items, tuple(spine))


def _read_item(folder: str, attributes: dict[str, str]) -> _Item:
    return _Item(
        path=_resolve(folder, attributes.get("href", "")),
        is_page=attributes.get("media-type", "") in _PAGE_TYPES,
        is_navigation="nav" in attributes.get("properties", "").split(),
    )


def _resolve(folder: str, address: str) -> str:
    """Return the path in the archive of an address that is relative to a folder: `OEBPS`, `../a%20b.html` → `a b.html`.

    A path that leads out of the archive begins with `..`, so that no part has it.
    """
    return posixpath.normpath(posixpath.join(folder, unquote(urlsplit(address).path)))


def _list_pages(book: _Book, members: dict[str, zipfile.ZipInfo]) -> list[str]:
    """Return the paths of the pages that are there, each once, in the order of reading."""
    found = (book.items[name] for name in book.spine if name in book.items)
    pages = list(dict.fromkeys(item.path for item in found if item.is_page and item.path in members))
    if sum(members[path].file_size for path in pages) > MOST_UNPACKED:
        raise _NoBook("unpacked it is larger than any edition")
    if not pages:
        raise _NoBook("none of its pages is in the file")
    return pages


def _check_protection(archive: zipfile.ZipFile, members: dict[str, zipfile.ZipInfo], pages: list[str]) -> None:
    """Raise `_NoBook` if pages are encrypted, by the archive or by a seller's protection.

    Fonts alone are encrypted in many free books.
    """
    if any(members[path].flag_bits & 1 for path in pages):
        raise _NoBook("it is encrypted; save it without a password")
    if _ENCRYPTION not in members:
        return
    listed = _read_list(archive, members, _ENCRYPTION)
    encrypted = {_resolve("", attributes.get("URI", "")) for name, attributes in listed if name == "CipherReference"}
    if not encrypted.isdisjoint(pages):
        raise _NoBook("its pages are protected by the seller (DRM)")


def _read_list(
    archive: zipfile.ZipFile, members: dict[str, zipfile.ZipInfo], path: str
) -> list[tuple[str, dict[str, str]]]:
    """Return the elements of a list in XML: the name of each, without its namespace, and its attributes."""
    if path not in members:
        raise _NoBook(f"{path!r} is not in it")
    if members[path].file_size > MOST_UNPACKED:
        raise _NoBook("unpacked it is larger than any edition")
    elements: list[tuple[str, dict[str, str]]] = []

    def begin(name: str, attributes: dict[str, str]) -> None:
        if len(elements) == MOST_ELEMENTS:
            raise _NoBook(f"{path!r} lists more than {MOST_ELEMENTS:,} parts")
        elements.append((name.rpartition(" ")[2], attributes))

    def refuse(*_: object) -> None:
        raise _NoBook(f"{path!r} defines entities, which no list of an e-book needs")

    parser = expat.ParserCreate(namespace_separator=" ")
    parser.UseForeignDTD(True)  # then an entity of HTML is no error
    parser.StartElementHandler = begin
    parser.EntityDeclHandler = refuse
    parser.Parse(archive.read(path), True)
    return elements


def _report_missing(book: _Book, members: dict[str, zipfile.ZipInfo]) -> Iterator[Part]:
    """Yield messages about parts of the spine that are missing or are no pages, and about pages that it leaves out."""
    paths_in_spine = {book.items[name].path for name in book.spine if name in book.items}
    unknown_ids = [name for name in book.spine if name not in book.items]
    missing_paths = sorted(path for path in paths_in_spine if path not in members)
    yield from _report_absent([*missing_paths, *unknown_ids])
    present = [item for item in book.items.values() if item.path in members]
    no_pages = [item.path for item in present if item.path in paths_in_spine and not item.is_page]
    yield from _report_left_out(no_pages, "parts are not pages")
    # A page that only lists other pages may be left out.
    pages = [item.path for item in present if item.is_page and not item.is_navigation]
    not_in_spine = [path for path in pages if path not in paths_in_spine]
    yield from _report_left_out(not_in_spine, "pages are not in the reading order")


def _report_absent(names: Sequence[str]) -> Iterator[Part]:
    """Yield a message about pages that the spine lists and the archive lacks, if there are any.

    Args:
        names: Their paths, or the ids of those that the manifest lacks, too.
    """
    if names:
        absent = format_count(len(names), "page that the book lists is", "pages that the book lists are")
        message = f"{absent} not in it; the first is {names[0][:80]!r}"
        yield problem_part(PAGE_UNREADABLE, message, _COMPARE_COPIES)


def _report_left_out(paths: Sequence[str], reason: str) -> Iterator[Part]:
    """Yield a message about parts that were not read, if there are any; `reason` is a clause about them."""
    if paths:
        message = f"{len(paths):,} {reason} and were not read, the first is {paths[0][:80]!r}"
        yield problem_part("pages-left-out", message, "compare with the book on a reader")


def _read_page(archive: zipfile.ZipFile, member: zipfile.ZipInfo) -> Iterator[Part]:
    try:
        data = archive.read(member)
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError) as error:
        message = f"page {member.filename[:80]!r} cannot be unpacked ({error})"
        yield problem_part(PAGE_UNREADABLE, message[:300], _COMPARE_COPIES)
        return
    text, _, problems = decode_text(data, member.filename)
    yield Part(markup=text)
    for row in problems:
        yield Part(problem=replace(row, message=f"{member.filename[:80]}: {row.message}", line=0, column=0))
