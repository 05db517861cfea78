"""Reading an RTF file as the lines of its text.

History: the publisher issued RTF next to Word until 2012. It is text with commands: groups in braces, paragraphs that
end with a command, characters beyond ASCII as numbers. striprtf removes the commands.

Guarantees: each paragraph is a line; a blank line is put between paragraphs if the file has none there. A file whose
groups are not all closed lost its end, which is reported. So is text after the brace that closes the whole document,
which is not read: a surplus brace within the text ends the document there. What striprtf unpacks is never larger than
the file.
"""

import re
from collections.abc import Iterator

from msgspec import Struct
from striprtf.striprtf import rtf_to_text

from rules.counts import format_count
from scraper.documents.limits import LARGEST_TEXT, MOST_PARAGRAPHS
from scraper.documents.messages import REFUSED, Part, problem_part
from scraper.documents.paragraph_lines import space_lines

_BINARY = re.compile(rb"\\[\\{}]|\\bin(?P<length>\d{1,10}) ?")
"""Binary data of a picture, of which the command states the number of bytes; an escaped character is passed over."""
_BRACE = re.compile(rb"\\[\\{}]|[{}]")
DEEPEST = 500
"""Maximum depth of groups; a file of Word has 12."""


class _Groups(Struct, frozen=True):
    """The groups of a file.

    Attributes:
        deepest: How many groups are open at most.
        unclosed: How many groups are open at the end of the document.
        end: Offset of the end of the document: after the brace that closes its first group, or the end of the file.
    """

    deepest: int
    unclosed: int
    end: int


def read_rtf(data: bytes) -> Iterator[Part]:
    """Read an RTF file.

    Raises:
        Exception: Any exception that striprtf raises for invalid bytes; `scraper.documents.worker` turns it into a
        message.
    """
    # The braces in binary data are no groups, but striprtf takes them for some.
    document = _remove_binary(data)
    groups = _find_groups(document)
    if groups.deepest > DEEPEST:
        yield problem_part(REFUSED, "its groups are nested deeper than in any edition", "is it the text of an edition?")
        return
    source = document[: groups.end].decode("latin-1")
    text: str = rtf_to_text(source, encoding="cp1252", errors="replace")  # type: ignore[no-untyped-call]
    if len(text) > LARGEST_TEXT or text.count("\n") > MOST_PARAGRAPHS:
        yield problem_part(REFUSED, "it has more text than any edition", "is it the text of an edition?")
        return
    yield Part(lines=tuple(space_lines(text.split("\n"))))
    if groups.unclosed > 0:
        yield problem_part("file-cut", "the end of the file is missing", "fetch it again")
    unread = document[groups.end :].strip(b"\0\x1a \t\r\n{}")
    if unread:
        count = format_count(len(unread), "byte after its last brace was", "bytes after its last brace were")
        message = f"{count} not read, beginning with {unread[:40]!r}"
        yield problem_part("file-damaged", message, "fetch it again")


def _remove_binary(data: bytes) -> bytes:
    r"""Return a file without its binary data: `{\pict\bin4 {{{{}` becomes `{\pict}`."""
    parts: list[bytes] = []
    kept_from = position = 0
    while match := _BINARY.search(data, position):
        position = match.end()
        if match["length"] is not None:
            parts.append(data[kept_from : match.start()])
            kept_from = position = match.end() + int(match["length"])
    parts.append(data[kept_from:])
    return b"".join(parts)


def _find_groups(document: bytes) -> _Groups:
    """Return the groups of a file without binary data, up to the end of the document."""
    depth = deepest = 0
    for match in _BRACE.finditer(document):
        if match[0] == b"{":
            depth += 1
            deepest = max(deepest, depth)
        elif match[0] == b"}":
            depth -= 1
            if depth <= 0:
                return _Groups(deepest, unclosed=0, end=match.end())
    return _Groups(deepest, unclosed=depth, end=len(document))
