"""`comprules check --infer-edition`: which edition the citations of a tree were written for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from comprules.cli.check_output import OutputOptions, print_text
from comprules.cli.output import table
from comprules.lint.formats.json_document import build_document
from graph.citations.judge.infer import infer_edition

if TYPE_CHECKING:
    from comprules.lint.findings import CheckReport
    from graph.citations.judge.infer import Inference
    from graph.ledger import Ledger

_ROWS = 10


def print_inferred(ledger: Ledger, report: CheckReport, options: OutputOptions) -> bool:
    """Print which editions fit best: as JSON, or as a sentence and the ten best.

    Returns:
        Whether there was a citation to judge by.

    Raises:
        OSError: The file of the output cannot be written.
    """
    inferred = infer_edition(ledger, (citation.citation for citation in report.checked.cited))
    if options.style == "json":
        value = build_document(report) | {"inferred": _build_json(inferred)}
        text = msgspec.json.format(msgspec.json.encode(value), indent=2).decode() + "\n"
    else:
        head = ("edition", "numbers that exist", "explained and right", "score")
        rows = [(fit.edition, f"{fit.existing:,}", f"{fit.fitting:,}", f"{fit.score:.4f}") for fit in inferred.fits]
        lines = table(head, rows[:_ROWS], numeric=frozenset({1, 2, 3})) if inferred.numbers else ()
        text = "".join(f"{line}\n" for line in (inferred.describe_result(), *lines))
    print_text(text, options)
    return inferred.numbers > 0


def _build_json(inferred: Inference) -> dict[str, Any]:
    return {
        "best": [list(run) for run in inferred.best],
        "numbers": inferred.numbers,
        "telling": inferred.telling,
        "fits": [
            {"edition": fit.edition, "existing": fit.existing, "fitting": fit.fitting, "score": round(fit.score, 6)}
            for fit in inferred.fits
        ],
    }
