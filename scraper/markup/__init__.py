"""Documents with tags as blocks of text that a dialect reads as it reads lines.

History: the rules survive on pages of web sites whose tags are unbalanced, doubled or never closed, inside JSON, and in
one case with a megabyte of scripts around them.

How a dialect uses it:

    page = read_page(source)             # None where the document has no tags: read `source.lines` then
    parsed = ...                         # read `page.source.lines` as if they were a text file's lines
    return page.relocate(parsed)         # the spans, dropped lines and diagnostics now name lines of the file

- `page.blocks` are the blocks in the order of the document. A `MarkupBlock` has its `text` (entities decoded, space
  collapsed), `first` and `last` (lines of the file as an editor shows them), `role` (`text`, `heading` with `level`,
  `item` with `depth`, `cell`, `preformatted`), `within` (the innermost element around it that is not the page's text:
  `script`, `style`, `comment`, `nav`, `header`, `footer`, `aside`, `form`, `title`, `field` …, else empty), `anchor`
  (the id or name of the nearest element), `linked` (all of it is the text of links) and `after_blank`.
- `page.source` is a `SourceDocument` whose line number n is `page.blocks[n - 1]`: the numbers are unique and rise,
  whatever the file's own lines are, so the account in `scraper.claims` works. It carries no diagnostics; `relocate`
  adds the file's own and those of the markup (`page.diagnostics`), which name lines of the file already.
- `page.block(line)` is the block of a line or paragraph of `page.source`.
- A block with a `within` is chrome, but a page may have forgotten to close its menu: from the first rule on what stands
  in it is the page's own, and so are headings with numbers. `page.chrome(line)` is the reason to drop a line by
  (`page-script`, `page-nav` …), empty where it must not be dropped.
- `<br>` ends a block and one `<br>` leaves `after_blank` False on the next; two, or any block element, make it True.

Guarantees: no text between tags is lost: what is no tag (`<`, `<-cost->`, an element that HTML does not have) stays as
text; comments, scripts and styles are blocks of their own, shortened to their beginning; unclosed comments and scripts
hide nothing. Time and memory are linear: a page with more than `MOST_TAGS` tags is read up to there, with a diagnostic
that says where (`markup-cut`). Nothing is recursive.
"""

from __future__ import annotations

from scraper.markup.blocks import MarkupBlock
from scraper.markup.page import MarkupPage, has_markup, read_page
from scraper.markup.prepare import MOST_TAGS

__all__ = ["MOST_TAGS", "MarkupBlock", "MarkupPage", "has_markup", "read_page"]
