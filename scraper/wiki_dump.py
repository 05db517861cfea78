"""The wikitext in the XML that a MediaWiki exports (`Special:Export`, or a dump of a whole wiki).

Each page has its text in an element `text`, with `<` and `&` as entities, and names, dates and authors around it. The
lines of the texts keep their numbers, and the others are dropped as `page-field`.
"""

import html
import re

from msgspec.structs import replace

from rules.records import Dropped
from scraper.layout import SourceDocument, split_lines

_DUMP = re.compile(r"\s{0,20}(?:<\?xml[^<>]{0,200}>\s{0,20})?<mediawiki\b")
_TEXT = re.compile(r"<text\b(?:[^<>/]|/(?!>)){0,300}>(?P<words>[^<]*)")
"""The text of a page, up to its end or that of the file."""
_SHOWN = 120
"""Number of characters kept of a line that is dropped."""


def unwrap_dump(source: SourceDocument) -> SourceDocument:
    """Return a document without the elements of an export of MediaWiki; any other document is returned as it is."""
    if _DUMP.match(source.text) is None:
        return source
    plain = source.text.replace("\r\n", "\n").replace("\r", "\n")
    # Two documents with the lines of the file: each has blank lines where the other one has words.
    texts: list[str] = []
    fields: list[str] = []
    end = 0
    for text in _TEXT.finditer(plain):
        field = plain[end : text.start("words")]
        fields += [field, _blank_lines(text["words"])]
        texts += [_blank_lines(field), html.unescape(text["words"])]
        end = text.end("words")
    fields.append(plain[end:])
    words = "".join(texts)
    dropped = tuple(Dropped(line.line, "page-field", line.text[:_SHOWN]) for line in split_lines("".join(fields)))
    return replace(source, text=words, lines=tuple(split_lines(words)), dropped=(*source.dropped, *dropped))


def _blank_lines(text: str) -> str:
    """Return as many line ends as a text has."""
    return "\n" * text.count("\n")
