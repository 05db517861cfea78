"""A finding as an editor shows it."""

from collections.abc import Sequence

from lsprotocol import types as lsp
from pygls.workspace import TextDocument

from comprules.lint.records import Finding
from comprules.lsp.places import span_of
from comprules.printable import printable

_SEVERITIES = {
    "error": lsp.DiagnosticSeverity.Error,
    "warning": lsp.DiagnosticSeverity.Warning,
    "note": lsp.DiagnosticSeverity.Information,
}


def make_diagnostic(document: TextDocument, lines: Sequence[str], finding: Finding) -> lsp.Diagnostic:
    """Return a finding as the editor shows it; `lines` are those of the document, as for `span_of`."""
    return lsp.Diagnostic(
        range=span_of(document, lines, finding),
        message=printable(finding.message),
        severity=_SEVERITIES[finding.severity],
        code=finding.code,
        source="comprules",
        data={"replacement": finding.replacement, "marked": finding.marked},
    )
