"""Reading the publisher's PDF and Word files as the lines of a `SourceDocument`.

`reading.kind_of` says whether bytes are such a file, `reading.read_document` reads one. The lines are those of the
extracted text, numbered from 1; `SourceDocument.pages` has the first line of each page of a PDF, and
`reading.with_pages` adds the page to the messages about a line.

Guarantees: the file is opened in a separate process with limits on time, memory and output (`worker.py`), so that a
hostile file costs at most five seconds and half a gigabyte; text read before a limit is reached is kept, and the loss
is reported. Page headers, footers and page numbers are in `SourceDocument.text` but not in its lines;
`SourceDocument.dropped` lists them.
"""
