"""Runs of rules that a text prints as the rules do, one below the other: 702.40, 702.40a and 702.40b.

A run is copied from one edition. If only some of its numbers were renumbered, it would be of two editions. So either
all of them are, or none is.
"""

from collections.abc import Sequence

from graph.citations.find.layout import NEW_LINE
from graph.citations.records import LONGEST_LINE, Citation
from graph.citations.renumber.outcomes import Outcome
from rules.late_patterns import compile_late
from rules.numbers import sort_key, without_letters

_HEAD = compile_late(r"[\s>*/#|`\"'_\[(•+-]*\Z")
"""The marks on a line before a number at the head of it."""
_LONGEST_RULE = 1_500
"""Maximum characters between two rules of a run. The text of a rule is hardly longer."""
_LEAST = 2
"""Minimum number of rules of a run."""


def leave_broken_runs(text: str, outcomes: Sequence[Outcome]) -> list[Outcome]:
    """Return the outcomes of a file, with the status `left` for the runs of which not all rules can be renumbered.

    Args:
        text: The whole text.
        outcomes: The outcome for each citation of the text, in order.
    """
    broken: set[int] = set()
    for run in find_runs(text, [outcome.citation for outcome in outcomes]):
        if any(outcomes[index].status in {"left", "ignored"} for index in run):
            broken.update(run)
    return [outcome.leave("run") if index in broken else outcome for index, outcome in enumerate(outcomes)]


def find_runs(text: str, citations: Sequence[Citation]) -> list[list[int]]:
    """Return the indexes of the citations of each run, in order. Citations within the text of a rule are left out.

    Args:
        text: The whole text.
        citations: All citations of the text, in order.
    """
    runs: list[list[int]] = []
    for index, citation in enumerate(citations):
        if not _is_at_head(text, citation):
            continue
        if runs and _continues(citations[runs[-1][-1]], citation):
            runs[-1].append(index)
        else:
            runs.append([index])
    return [run for run in runs if len(run) >= _LEAST]


def _continues(last: Citation, citation: Citation) -> bool:
    """Return whether a number at the head of a line is in the same run as the last one before it."""
    if citation.start - last.end > _LONGEST_RULE:
        return False
    number, last_number = citation.numbers[0], last.numbers[0]
    return without_letters(number) == without_letters(last_number) and sort_key(last_number) < sort_key(number)


def _is_at_head(text: str, citation: Citation) -> bool:
    """Return whether a number is printed as in the rules: at the head of a line, also in a string, without a cue."""
    if citation.form != "number" or not citation.dotted:
        return False
    lowest = max(0, citation.start - LONGEST_LINE)
    newline = text.rfind("\n", lowest, citation.start) + 1
    escaped = text.rfind(NEW_LINE, lowest, citation.start)
    quote = text.rfind('"', lowest, citation.start) + 1
    begin = max(newline, quote, escaped + len(NEW_LINE) if escaped >= 0 else 0)
    return _HEAD.match(text, begin, citation.start) is not None
