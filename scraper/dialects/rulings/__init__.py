"""Code shared by the two dialects of the rulings summary: 1998-1999 with letters, 2003-2009 with the rules' numbers.

Both have the same author and format: `LABEL - words [tag]`, rulings between the rules, `Note -` paragraphs, tags that
name the source of the words before them. They differ in numbering (`scraper.dialects.rulings.reading`).

The steps: bullets, marks and page chrome are removed and lines split that an extraction joined; paragraphs become
drafts of rules; where the rules begin and end is found, the records are built and irregularities reported.
"""
