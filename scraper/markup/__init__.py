"""Documents with tags, read as blocks of text that a dialect processes like lines.

History: the rules survive on web pages whose tags are unbalanced, duplicated or never closed, inside JSON, and in one
case with a megabyte of scripts around them.

How a dialect uses it: `read_page(source)` returns None if the document has no tags, else a `SourceDocument` whose lines
are the blocks of the page, in its order. The dialect reads them like lines of a text file; `scraper.claims` gives
records and messages the lines of the file, as an editor shows them.

- A block's `first` and `last` are its own number in that order, whatever its lines in the file (`span`) are.
- A block with a `chrome` is not the page's own, and `own_lines` drops it. But a page may have an unclosed menu: from
  the first rule on its blocks are the page's own text, and so are headings with numbers.
- `<br>` ends a block; after one `<br>` the next block has `after_blank` False, after two or any block element True.

Guarantees: no text between tags is lost: `<` that begins no HTML tag (`<-cost->`, unknown elements) stays as text;
comments, scripts and styles are separate blocks, shortened to their beginning; unclosed comments and scripts hide
nothing. Time and memory are linear: a page with more than `MOST_TAGS` tags is read up to that point, with a diagnostic
(`markup-cut`). There is no recursion.
"""
