"""Reading PDF, files of word processors, and e-books, as the lines of a `SourceDocument`.

`kinds.readable_kind` says whether bytes are such a file, `reading.read_document` reads one. The lines are those of the
extracted text, numbered from 1; `SourceDocument.pages` has the first line of each page of a PDF, and
`scraper.claims` adds the page to the messages about a line.

Guarantees: what a file may cost is counted (pages, paragraphs, characters, bytes unpacked), and a file that exceeds a
limit is refused. It is opened in a separate process (`worker.py`), so that a hostile file which defeats the counting
costs a time proportional to its size and half a gigabyte, and is then refused too. So the same file always gives the
same text. Page headers, footers and page numbers are in `SourceDocument.text` but not in its lines;
`SourceDocument.dropped` lists them.
"""
