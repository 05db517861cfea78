"""Documents with tags, read as blocks of text that a dialect processes like lines.

History: the rules survive on web pages whose tags are unbalanced, duplicated or never closed, inside JSON, and in one
case with a megabyte of scripts around them.

How a dialect uses it:

    page = read_page(source)             # None if the document has no tags: read `source.lines` then
    parsed = ...                         # read `page.source.lines` as if they were a text file's lines
    return page.relocate(parsed)         # the spans, dropped lines and diagnostics now name lines of the file

- `page.blocks` are the blocks in the order of the document. A `MarkupBlock` has its `text` (entities decoded, space
  collapsed), `first` and `last` (lines of the file as an editor shows them), `role` (`text`, `heading` with `level`,
  `item` with `depth`, `cell`, `preformatted`), `within` (the innermost element around it that is not the page's text:
  `script`, `style`, `comment`, `nav`, `header`, `footer`, `aside`, `form`, `title`, `field` …, else empty), `anchor`
  (the id or name of the nearest element), `linked` (all of it is the text of links) and `after_blank`.
- `page.source` is a `SourceDocument` whose line number n is `page.blocks[n - 1]`: the numbers are unique and ascending,
  whatever the lines of the file are, as `scraper.claims` requires. It has no diagnostics; `relocate` adds those of
  decoding and of the markup (`page.diagnostics`), which already name lines of the file.
- `page.block(line)` is the block of a line or paragraph of `page.source`.
- A block with a `within` is chrome. But a page may have an unclosed menu: from the first rule on its blocks are the
  page's own text, and so are headings with numbers. `page.chrome(line)` is the reason to drop a line (`page-script`,
  `page-nav` …), empty if it must not be dropped.
- `<br>` ends a block; after one `<br>` the next block has `after_blank` False, after two or any block element True.

Guarantees: no text between tags is lost: `<` that begins no HTML tag (`<-cost->`, unknown elements) stays as text;
comments, scripts and styles are separate blocks, shortened to their beginning; unclosed comments and scripts hide
nothing. Time and memory are linear: a page with more than `MOST_TAGS` tags is read up to that point, with a diagnostic
(`markup-cut`). There is no recursion.
"""
