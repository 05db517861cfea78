"""References in the rules' own text: found with exact spans, then resolved inside their edition.

Finding and resolving are separate: `find_references` knows only how references are printed; `resolve_references` uses
the numbers, headings and glossary of one edition. `printed_index` reads the index at the end of an edition, whose
numbers are references too.
"""
