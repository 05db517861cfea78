"""Turn the faults of a file into findings with line, column, and the text around them."""

from pathlib import Path

from msgspec import Struct
from msgspec.structs import asdict

from comprules.lint.records import Finding, PlacedCitation
from comprules.lint.scan import ScannedFile
from graph.citations.codes import CODES, INTERNAL, LIKELY_ANOTHER
from graph.citations.records import LONGEST_TEXT, Citation, Fault, Severity

_AROUND = 120
"""Characters around the mark that are kept of a line longer than `LONGEST_TEXT`: the width of a line of code."""
CONFIDENCE = 0.99
"""Confidence of every finding with evidence: the share of them that were right, 685 of 691 in public trees. It is one
figure for all of them, so it does not rank them; the share hardly differs between the codes."""
_CONFIDENCE_OF_PARAPHRASE = 0.9
"""Confidence of a finding of CR010: 27 of 30 were right in public trees that were not used to choose its limits."""


class _Span(Struct, frozen=True):
    """A part of a line: the line and its columns, from 1; `end_column` is after the last character."""

    line: int
    column: int
    end_column: int


class JudgedFault(Struct, frozen=True):
    """A fault as it was judged.

    Attributes:
        fault: The fault.
        index: The index of its citation among those of the file.
    """

    fault: Fault
    index: int


def internal_error(error: Exception, start: int = 0, end: int = 0) -> Fault:
    """Return an internal error as a fault, with the facts needed to report it."""
    import traceback  # noqa: PLC0415 - rarely needed

    frames = traceback.extract_tb(error.__traceback__)
    location = ""
    if frames:
        location = f" at {Path(frames[-1].filename).name}:{frames[-1].lineno}"
    description = f"{type(error).__name__}{location}: {str(error)[:LONGEST_TEXT]}"
    message = (
        f"comprules failed here and continued ({description}). Please report this line, with the words next "
        "to it and what `comprules --version` says."
    )
    return Fault(INTERNAL, message, start=start, end=end)


def make_finding(scanned: ScannedFile, fault: Fault, severity: Severity) -> Finding:
    """Return a fault as a finding, with its place and the text around it.

    Args:
        scanned: The file.
        fault: The fault.
        severity: How serious it is, as the settings of the file say.
    """
    code = CODES[fault.code]
    span = _find_span(scanned, fault.start, fault.end)
    line_start, line_end = scanned.span(span.line)
    # Of a very long line, only the part around the mark is kept.
    source_start = line_start
    source_end = line_end
    if line_end - line_start > LONGEST_TEXT:
        source_start = max(line_start, fault.start - _AROUND)
        source_end = min(fault.end + _AROUND, line_end)
    return Finding(
        code=code.code,
        name=code.name,
        severity=severity,
        message=fault.message,
        path=scanned.path,
        line=span.line,
        column=span.column,
        end_column=span.end_column,
        number=fault.number,
        suggestion=fault.suggestion,
        edition_broken=fault.broken,
        confidence=_find_confidence(fault),
        fix=fault.fix,
        marked=scanned.text[fault.start : fault.end][:LONGEST_TEXT],
        source=scanned.text[source_start:source_end],
        source_column=source_start - line_start + 1,
    )


def _find_confidence(fault: Fault) -> float:
    """Return the share of findings such as a fault that were right in public trees."""
    if fault.code == LIKELY_ANOTHER:
        return _CONFIDENCE_OF_PARAPHRASE
    return CONFIDENCE if fault.evidence else 1.0


def place_citation(scanned: ScannedFile, citation: Citation) -> PlacedCitation:
    """Return a citation of a file with its place."""
    span = _find_span(scanned, citation.start, citation.end)
    return PlacedCitation(**asdict(citation), **asdict(span), path=scanned.path)


def _find_span(scanned: ScannedFile, start: int, end: int) -> _Span:
    """Return the place of a part of a text; if the part has several lines, that of its first line."""
    line, column = scanned.place(start)
    line_start, line_end = scanned.span(line)
    end_column = min(end, line_end) - line_start + 1
    return _Span(line, column, max(end_column, column))
