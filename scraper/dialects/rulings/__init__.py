"""Code shared by the two dialects of the rulings summary: 1998-1999 with letters, 2003-2009 with the rules' numbers.

Both have the same author and format: `LABEL - words [tag]`, rulings between the rules, `Note -` paragraphs, tags that
name the source of the words before them. They differ in numbering (`scraper.dialects.rulings.lines`).

The steps: `lines.py` removes bullets, marks and page chrome and splits lines that an extraction joined; `reading.py`
makes drafts of rules from the paragraphs, finds where the rules begin and end, builds the records and reports
irregularities.
"""
