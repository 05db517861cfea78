"""The bytes of a PDF file: what they show about its completeness, and how a file without its end is opened.

History: a download that broke off lacks the end of the file, where a PDF has its directory; the pages come before it. A
file made for the web ("linearized") has a directory at its beginning too, and states its own length there. Text and
fonts are in compressed streams; each ends with a checksum.

Guarantees: a file that lost its end is recognized unless it was cut exactly where an older version of it ended. Every
compressed stream is unpacked once, up to a limit. Of a file that was cut nothing is made up: a page is recognized by
its own type entry. Pages inside compressed object streams cannot be found this way.
"""

import base64
import re
import zlib
from collections.abc import Iterator

from msgspec import Struct

from scraper.documents.limits import MOST_UNPACKED

END_MARK = b"%%EOF"
_TAIL = 2048
"""Number of bytes at the end of the file in which the end mark is looked for; servers and mail programs add lines."""

_STATED_LENGTH = re.compile(rb"/Linearized\b.{0,200}?/L[\s\0]+(?P<length>\d{1,12})", re.DOTALL)
_LINEARIZED_HEAD = 2048

_STREAM = re.compile(rb"(?<!end)stream\r?\n")
_FILTERS = re.compile(rb"/Filter[\s\0]*\[?[\s\0]*(?P<names>(?:/[A-Za-z0-9]+[\s\0]*)+)")
_DICTIONARY = 4000
"""Number of bytes before a stream in which its dictionary is looked for."""
_ASCII85_END = b"~>"
_ASCII85, _DEFLATED = b"ASCII85Decode", b"FlateDecode"

UNPACKED_IN_ALL = 2 * MOST_UNPACKED
UNPACKED_SHARE = 20
"""All streams together have at most `UNPACKED_IN_ALL` bytes plus `UNPACKED_SHARE` times the file's own. In 106 files of
the publisher they have at most seven times the file's bytes, and one stream at most 180,000."""

_OBJECT = re.compile(rb"(?:^|[\r\n\s])(\d{1,7}) 0 obj\b")
_END = re.compile(rb"endobj|stream")
_PAGE = re.compile(rb"/Type\s*/Page\b")
_HEAD = 4000
"""Number of bytes at the start of an object in which the type entry of a page is looked for."""


class StreamSurvey(Struct):
    """What unpacking every compressed stream of a file showed.

    Attributes:
        count: Number of compressed streams.
        broken: Number of those that end early or have a wrong checksum.
        unpacked: Number of bytes of all of them after unpacking.
        too_large: Whether a stream, or all together, exceed the limits; the rest was not unpacked.
    """

    count: int = 0
    broken: int = 0
    unpacked: int = 0
    too_large: bool = False


def lost_its_end(data: bytes) -> bool:
    """Return whether the end of a PDF file is missing."""
    if END_MARK not in data[-_TAIL:]:
        return True
    stated = _STATED_LENGTH.search(data[:_LINEARIZED_HEAD])
    return stated is not None and int(stated["length"]) > len(data)


def is_encrypted(data: bytes) -> bool:
    """Return whether the streams of a PDF file may be encrypted, so that they cannot be unpacked without the key."""
    return b"/Encrypt" in data


def survey_streams(data: bytes) -> StreamSurvey:
    """Unpack the deflated streams of a PDF file that is not encrypted, until they are too large, and count them."""
    survey = StreamSurvey()
    budget = UNPACKED_IN_ALL + UNPACKED_SHARE * len(data)
    for packed in _find_deflated(data):
        survey.count += 1
        unpacker = zlib.decompressobj()
        try:
            size = len(unpacker.decompress(packed, MOST_UNPACKED + 1))
        except zlib.error:
            survey.broken += 1
            continue
        survey.unpacked += size
        if size > MOST_UNPACKED or survey.unpacked > budget:
            survey.too_large = True
            return survey
        if not unpacker.eof:
            survey.broken += 1
    return survey


def _find_deflated(data: bytes) -> Iterator[memoryview | bytes]:
    """Yield the bytes from the beginning of each deflated stream on; what follows its end is not part of it."""
    view = memoryview(data)
    for match in _STREAM.finditer(data):
        head = data[max(0, match.start() - _DICTIONARY) : match.start()]
        dictionary = head[head.rfind(b"obj") + 1 :]
        filters = _FILTERS.search(dictionary)
        names = filters["names"].replace(b"/", b" ").split() if filters else []
        if names[:1] == [_DEFLATED]:
            yield view[match.end() :]
        elif names[:2] == [_ASCII85, _DEFLATED]:
            end = data.find(_ASCII85_END, match.end())
            # Without its end it is damaged, which unpacking nothing shows.
            yield _decode_ascii85(data[match.end() : end]) if end >= 0 else b""


def _decode_ascii85(text: bytes) -> bytes:
    """Return the bytes that the text stands for; none if it is damaged."""
    try:
        return base64.a85decode(text.removeprefix(b"<~"))
    except ValueError:
        return b""


def with_new_table(data: bytes) -> tuple[bytes, int]:
    """Return a PDF that lost its end, with a new list of its pages and a new table of its objects.

    Returns:
        The file, and the number of pages found; 0 if nothing can be recovered.
    """
    offsets, pages = _find_objects(data)
    root = max(offsets, default=0) + 1
    page_list = root + 1
    kids = b" ".join(b"%d 0 R" % number for number in pages)
    new_objects = {
        root: b"<</Type/Catalog/Pages %d 0 R>>" % page_list,
        page_list: b"<</Type/Pages/Count %d/Kids[%s]>>" % (len(pages), kids),
    }
    file = bytearray(data + b"\n")
    for number, body in new_objects.items():
        offsets[number] = len(file)
        file += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    start_of_table = len(file)
    file += b"xref\n" + b"".join(b"%d 1\n%010d 00000 n \n" % row for row in sorted(offsets.items()))
    file += b"trailer\n<</Size %d/Root %d 0 R>>\nstartxref\n%d\n%%%%EOF\n" % (page_list + 1, root, start_of_table)
    return bytes(file), len(pages)


def _find_objects(data: bytes) -> tuple[dict[int, int], list[int]]:
    """Return the offset of each object of a file by its number, and the numbers of the objects that are pages.

    An edited file has several versions of an object: the last one counts.
    """
    offsets: dict[int, int] = {}
    pages: dict[int, None] = {}
    for match in _OBJECT.finditer(data):
        number = int(match[1])
        offsets[number] = match.start(1)
        end = _END.search(data, match.end(), match.end() + _HEAD)
        if end and _PAGE.search(data, match.end(), end.start()):
            # removed first, so that the page moves to the place of its last version
            pages.pop(number, None)
            pages[number] = None
    return offsets, list(pages)
