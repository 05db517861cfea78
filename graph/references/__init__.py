"""References in the rules' own text: found with exact spans, then resolved inside their edition.

Finding and resolving are separate: `find_references` knows only how references are printed; `resolve_references` uses
the numbers, headings and glossary of one edition.
"""
