"""What to say of files for which no edition is declared."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from comprules.lint.findings import PlacedCitation
    from graph.citations.judge import Judge


def describe_undeclared(cited: Sequence[PlacedCitation], judge: Judge) -> str | None:  # noqa: ARG001 - a hook
    """Return for which edition the citations look written, in words; None if nothing is to be said.

    It changes neither a finding nor the exit status.

    Args:
        cited: All citations of the run, by file and place.
        judge: The judge of the run.
    """
    return None
