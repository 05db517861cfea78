"""Reading an RTF file as the lines of its text.

History: the publisher issued RTF next to Word until 2012. It is text with commands: groups in braces, paragraphs that
end with a command, characters beyond ASCII as numbers. striprtf removes the commands.

Guarantees: each paragraph is a line; a blank line is put between paragraphs if the file has none there. A file whose
groups are not all closed lost its end, which is reported. What striprtf unpacks is never larger than the file.
"""

import re
from collections.abc import Iterator

from striprtf.striprtf import rtf_to_text

from scraper.documents.limits import LARGEST_TEXT, MOST_PARAGRAPHS
from scraper.documents.messages import REFUSED, Part, problem_part
from scraper.documents.paragraph_lines import space_lines

_BRACE = re.compile(rb"\\[\\{}]|[{}]")
DEEPEST = 500
"""Maximum depth of groups; a file of Word has 12."""


def read_rtf(data: bytes) -> Iterator[Part]:
    """Read an RTF file.

    Raises:
        Exception: Any exception that striprtf raises for invalid bytes; `scraper.documents.worker` turns it into a
        message.
    """
    depth, deepest = _measure_groups(data)
    if deepest > DEEPEST:
        yield problem_part(REFUSED, "its groups are nested deeper than in any edition", "is it the text of an edition?")
        return
    text: str = rtf_to_text(data.decode("latin-1"), encoding="cp1252", errors="replace")  # type: ignore[no-untyped-call]
    if len(text) > LARGEST_TEXT or text.count("\n") > MOST_PARAGRAPHS:
        yield problem_part(REFUSED, "it has more text than any edition", "is it the text of an edition?")
        return
    yield Part(lines=tuple(space_lines(text.split("\n"))))
    if depth > 0:
        yield problem_part("file-cut", "the end of the file is missing", "fetch it again")


def _measure_groups(data: bytes) -> tuple[int, int]:
    """Return how many groups are open at the end of the file, and how many are open at most."""
    depth = deepest = 0
    for match in _BRACE.finditer(data):
        if match[0] == b"{":
            depth += 1
            deepest = max(deepest, depth)
        elif match[0] == b"}":
            depth -= 1
    return depth, deepest
