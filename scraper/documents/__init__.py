"""The publisher's PDF and Word files, read as the lines of a `SourceDocument`.

`kind_of(data)` says whether bytes are such a file, `read_document(data, kind, name)` reads one. The lines are those of
the text taken out of it, numbered from 1; `SourceDocument.pages` has the first line of each page of a PDF, and
`with_pages` puts the page into the messages about a line.

Guarantees: the file is opened in a process of its own with limits on time, memory and output (`worker.py`), so that a
hostile one costs five seconds and half a gigabyte at most; what was read before a limit is kept, and the loss reported.
Running heads and page numbers are in the text, out of the lines, and in `SourceDocument.dropped` by name.
"""

from scraper.documents.kinds import kind_of, other_kind
from scraper.documents.reading import UnreadableFile, read_document, with_pages

__all__ = ["UnreadableFile", "kind_of", "other_kind", "read_document", "with_pages"]
