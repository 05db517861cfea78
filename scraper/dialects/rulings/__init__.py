"""What the two dialects of the rulings summary share: 1998-1999 with letters, 2003-2009 with the rules' own numbers.

Both are one compiler's work in one form: `LABEL - words [tag]`, rulings between the rules, `Note -` paragraphs, tags
that name the source of what stands before them. They differ in how they number (`scraper.dialects.rulings.numbering`).

The way of a document: `lines.py` takes bullets, marks and the chrome of pages away and parts what an extraction glued
together; `items.py` makes drafts of rules from the paragraphs; `reading.py` finds where the rules begin and end and
writes the records; `checks.py` says what is odd about them.
"""

from __future__ import annotations

from scraper.dialects.rulings.numbering import LETTERS, NUMBERS, Numbering
from scraper.dialects.rulings.reading import document_lines, read_summary

__all__ = ["LETTERS", "NUMBERS", "Numbering", "document_lines", "read_summary"]
