"""References in the rules' own text: found with exact spans, then resolved inside their edition.

Finding and resolving are apart: `find_references` knows how references are printed and nothing of any edition;
`resolve_references` knows one edition's numbers, headings and glossary.
"""

from graph.references.expand import expand
from graph.references.find import PrintedReference, find_references
from graph.references.resolve import left_out, resolve_records, resolve_references

__all__ = ["PrintedReference", "expand", "find_references", "left_out", "resolve_records", "resolve_references"]
