"""The days that a page of an issue can be from, in words."""

from rules.partial import PartialIssue


def describe_days(issue: PartialIssue) -> str:
    """Return the days that a page can be from in words, with the reasons."""
    if issue.earliest is None and issue.latest is None:
        return f"of unknown date, because {issue.earliest_reason}"
    parts = []
    if issue.earliest:
        parts.append(f"not before {issue.earliest} ({issue.earliest_reason})")
    if issue.latest:
        parts.append(f"not after {issue.latest} ({issue.latest_reason})")
    return ", ".join(parts)
