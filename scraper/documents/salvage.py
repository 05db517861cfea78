"""Recovering the readable part of a truncated file.

History: a download that broke off lacks the end of the file, which is where a PDF or a zip archive has its directory.
The pages and the text come before it.

Guarantees: nothing is made up; a page is recognised by its own type entry. Pages inside compressed object streams
cannot be found this way.
"""

from __future__ import annotations

import re
import zipfile
import zlib

_OBJECT = re.compile(rb"(?:^|[\r\n\s])(\d{1,7}) 0 obj\b")
_END = re.compile(rb"endobj|stream")
_PAGE = re.compile(rb"/Type\s*/Page\b")
_HEAD = 4000
"""Number of bytes at the start of an object in which the type entry of a page is looked for."""

_LOCAL = b"PK\x03\x04"


def pdf_with_table(data: bytes) -> tuple[bytes, int]:
    """Return a PDF that lost its end, with a new list of its pages and a new table of its objects.

    Returns:
        The file, and the number of pages found; 0 if nothing can be recovered.
    """
    places: dict[int, int] = {}
    pages: dict[int, None] = {}
    for match in _OBJECT.finditer(data):
        # An edited file has several versions of an object; the last one counts.
        number = int(match[1])
        places[number] = match.start(1)
        end = _END.search(data, match.end(), match.end() + _HEAD)
        if end and _PAGE.search(data, match.end(), end.start()):
            pages.pop(number, None)
            pages[number] = None
    root = max(places, default=0) + 1
    kids = b" ".join(b"%d 0 R" % number for number in pages)
    new = {root: b"<</Type/Catalog/Pages %d 0 R>>" % (root + 1)}
    new[root + 1] = b"<</Type/Pages/Count %d/Kids[%s]>>" % (len(pages), kids)
    out = bytearray(data + b"\n")
    for number, body in new.items():
        places[number] = len(out)
        out += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    table = len(out)
    out += b"xref\n" + b"".join(b"%d 1\n%010d 00000 n \n" % row for row in sorted(places.items()))
    out += b"trailer\n<</Size %d/Root %d 0 R>>\nstartxref\n%d\n%%%%EOF\n" % (root + 2, root, table)
    return bytes(out), len(pages)


def zip_part(data: bytes, name: str, most: int) -> bytes | None:
    """Return the rest of one part of a zip archive that lost its directory; None if the part is not there.

    Args:
        data: The archive.
        name: Name of the part.
        most: Maximum number of bytes to unpack.
    """
    wanted = name.encode()
    at = data.find(_LOCAL)
    while at >= 0 and at + 30 <= len(data):
        flags, method = data[at + 6], data[at + 8]
        length = int.from_bytes(data[at + 26 : at + 28], "little")
        start = at + 30 + length + int.from_bytes(data[at + 28 : at + 30], "little")
        if data[at + 30 : at + 30 + length] == wanted:
            if method != zipfile.ZIP_DEFLATED or flags & 1:
                return None
            try:
                return zlib.decompressobj(-zlib.MAX_WBITS).decompress(data[start:], most)
            except zlib.error:
                return None
        at = data.find(_LOCAL, at + 4)
    return None
