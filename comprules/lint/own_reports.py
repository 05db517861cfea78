"""Recognise files that comprules wrote, which are never checked themselves."""

import re

from comprules.lint.baseline import OPENING
from comprules.lint.decode import HEAD
from graph.citations.records import LONGEST_LINE
from rules.late_patterns import compile_late

_SUMMARY = compile_late(
    rb"^[\d,]+ citations?(?: of [\d,]+ numbers?)? in [\d,]+ of [\d,]+ files? checked against \d{4}-\d\d-\d\d",
    re.MULTILINE,
)
"""The sentence of `formats.words.summary` about a check, at the beginning of a line; formats for people end with it."""
_AUDIT_SUMMARY = compile_late(
    rb"^[\d,]+ references? of [\d,]+ records? in [\d,]+ files? audited against ", re.MULTILINE
)
"""The sentence of `summary` about the audit of a document."""
_OPENINGS: tuple[tuple[bytes, bytes], ...] = (
    # check --format json, sarif, gitlab, junit
    (b"{", rb'\{\s*"edition":[^{}\[\]]{0,400}"files_citing":'),
    (b"{", rb'\{[^{}\[\]]{0,300}"runs":\s*\[\s*\{\s*"tool":\s*\{\s*"driver":\s*\{\s*"name":\s*"comprules"'),
    (b"[", rb'\[\s*\{\s*"description":\s*"CR\d{3} [a-z-]+: (?:[^"\\]|\\.){0,2000}",\s*"check_name":\s*"CR\d{3}"'),
    (b"<", rb'(?:<\?xml[^>]{0,80}\?>\s*)?<testsuites name="comprules"'),
    # audit --json
    (b"{", rb'\{\s*"edition":[^{}\[\]]{0,400}"references_outside":'),
    # audit --summary, check --summary
    (b"## ", rb"## References of a rules document\n\n[\d,]+ references?"),
    (b"## ", rb"## Citations of the Comprehensive Rules\n\n[\d,]+ citations?"),
    # coverage --format json, html
    (b"{", rb'\{\s*"edition":\s*"[\d-]+",\s*"rules":\s*\[\s*\{\s*"number":'),
    (b"<!", rb"<!doctype html>\s*<!-- comprules coverage -->"),
    # diff --json
    (b"{", rb'\{\s*"from":\s*"[\d-]+",\s*"to":\s*"[\d-]+",\s*"summary":\s*\{\s*"same":'),
    # upgrade --json
    (b"{", rb'\{\s*"from":\s*"\d{4}-\d\d-\d\d",\s*"to":\s*"\d{4}-\d\d-\d\d",\s*"pin":'),
)
"""The beginnings of reports that end with neither of these sentences: the first bytes, by which most other files are
excluded quickly, and a pattern."""


def describe_own(data: bytes) -> str | None:
    """Return `a baseline of comprules` or `a report of comprules` for such files; None for others."""
    if OPENING.match(data):
        return "a baseline of comprules"
    if is_report(data):
        return "a report of comprules"
    return None


def is_report(data: bytes) -> bool:
    """Return whether a file is a report that comprules wrote, in any format."""
    end = data[-LONGEST_LINE:]
    if b" checked against " in end and _SUMMARY.search(end):
        return True
    if b" audited against " in end and _AUDIT_SUMMARY.search(end):
        return True
    head = data[:HEAD].lstrip()
    return any(head.startswith(first) and re.match(opening, head) for first, opening in _OPENINGS)
