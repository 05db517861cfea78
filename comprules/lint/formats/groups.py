"""Groups of equal findings: one number and one meaning, with all places."""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import TYPE_CHECKING

import msgspec

from comprules.lint.codes import INTERNAL
from comprules.lint.formats.wording import format_count

if TYPE_CHECKING:
    from collections.abc import Iterable

    from comprules.lint.findings import Finding

_GRAVEST = ("error", "warning", "note")


class FindingGroup(msgspec.Struct, frozen=True):
    """Findings of one code about one number, with one suggestion.

    Attributes:
        first: The finding that represents the group.
        places: All findings, those in the files with the most findings first.
    """

    first: Finding
    places: tuple[Finding, ...]

    @property
    def often(self) -> str:
        """Return how often and in how many files a group occurs: `once`, `3 times in 2 files`."""
        if len(self.places) == 1:
            return "once"
        files = {place.path for place in self.places}
        return f"{format_count(len(self.places), 'time')} in {format_count(len(files), 'file')}"


def group_findings(findings: Iterable[Finding]) -> list[FindingGroup]:
    """Return the groups of findings, the most severe and most frequent first.

    Args:
        findings: Sorted by file and line.
    """
    groups: dict[tuple[str, str, str | None], list[Finding]] = defaultdict(list)
    weight: Counter[str] = Counter()
    for finding in findings:
        message = finding.message if finding.code == INTERNAL else ""  # these have no number; grouped by message
        groups[finding.code, finding.number + message, finding.suggestion].append(finding)
        weight[finding.path] += 1
    all_groups = [
        FindingGroup(its[0], tuple(sorted(its, key=lambda finding: -weight[finding.path])))  # stable: in a file by line
        for its in groups.values()
    ]
    return sorted(all_groups, key=_rank_group)


def _rank_group(group: FindingGroup) -> tuple[int, int, str, int]:
    first = group.first
    return _GRAVEST.index(first.severity), -len(group.places), first.path, first.line
