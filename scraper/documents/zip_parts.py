"""The parts of a zip archive that holds one document: whether they may be unpacked, and the remains of a cut one."""

import io
import re
import zipfile
import zlib

from scraper.documents.limits import MOST_UNPACKED
from scraper.documents.messages import REFUSED, Part, problem_part

_DEFLATED = rb"\x08\x00"


def find_obstacle(data: bytes, body: str, kind: str) -> Part | None:
    """Return why an archive cannot be read, by the sizes and flags that its parts state; None if it can.

    zipfile never unpacks more of a part than its stated size.

    Args:
        data: The archive.
        body: The path of the part that has the text.
        kind: What an archive with this part is called, as in `a Word document`.

    Raises:
        BadZipFile: The archive is cut or damaged.
    """
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        parts = archive.infolist()
    if body not in {part.filename for part in parts}:
        return problem_part(REFUSED, f"it is a zip archive without {kind} in it", "unpack it and read the files in it")
    if any(part.flag_bits & 1 for part in parts):
        return problem_part(REFUSED, "it is encrypted", "save it without a password")
    if sum(part.file_size for part in parts if part.filename.endswith((".xml", ".rels"))) > MOST_UNPACKED:
        return problem_part(REFUSED, "unpacked it is larger than any edition", "is it the text of an edition?")
    return None


def salvage_part(data: bytes, path: str) -> bytes | None:
    """Return the remains of a part of an archive that was cut; None if there are none.

    A zip archive has its directory at the end, so the part is found by its own header: deflated, with its name.

    Args:
        data: The archive.
        path: The path of the part.
    """
    name = path.encode()
    header = rb"PK\x03\x04..(?P<flags>..)%b.{16}%b(?P<extra>..)%b" % (
        _DEFLATED,
        re.escape(len(name).to_bytes(2, "little")),
        re.escape(name),
    )
    part = re.search(header, data, re.DOTALL)
    if part is None or part["flags"][0] & 1:
        return None
    start = part.end() + int.from_bytes(part["extra"], "little")
    try:
        return zlib.decompressobj(-zlib.MAX_WBITS).decompress(data[start:], MOST_UNPACKED)
    except zlib.error:
        return None
