"""The pages of issues that the archive lacks."""

from collections.abc import Iterable
from pathlib import PurePosixPath

from msgspec import Struct

from graph.documents.partial_days import describe_days
from rules.errors import NotFound
from rules.partial import PartialIssue, Stretch
from rules.records import Condition
from rules.store import Store


class PartialIssueAnswer(Struct, frozen=True, kw_only=True):
    """A page of an issue that the archive lacks.

    Attributes:
        file: The page, by its path in the archive.
        work: The work: `comprehensive-rules` or `rulings-summary`.
        condition: Condition of the page itself.
        earliest: The earliest possible day of the page; null if unknown.
        latest: The latest possible day of the page; null if unknown.
        days: The possible days of the page, in words, with the reasons.
        nearest: The edition that shares the most text with the page; null if none shares any.
        covers: The parts of the work that the page has.
        rules: Number of rules on the page.
        origin: Where the page was found.
    """

    file: str
    work: str
    condition: Condition
    earliest: str | None
    latest: str | None
    days: str
    nearest: str | None
    covers: tuple[Stretch, ...]
    rules: int
    origin: str


def answer_partial_issues(store: Store) -> tuple[PartialIssueAnswer, ...]:
    """Return the pages of issues that the archive lacks, by file."""
    return tuple(
        PartialIssueAnswer(
            file=issue.file,
            work=issue.work,
            condition=issue.condition,
            earliest=issue.earliest,
            latest=issue.latest,
            days=describe_days(issue),
            nearest=issue.nearest,
            covers=issue.covers,
            rules=len(issue.rules),
            origin=issue.origin,
        )
        for issue in store.partial_issues
    )


def find_partial(store: Store, name: str) -> PartialIssue | None:
    """Return the page with a name: its path, its file name, or its file name without extension; None if there is none.

    Raises:
        NotFound: Several pages have that name.
    """
    paths = {PurePosixPath(issue.file): issue for issue in store.partial_issues}
    found = [issue for path, issue in paths.items() if name in (issue.file, path.name, path.stem)]
    if len(found) > 1:
        raise NotFound(f"{name!r} is the name of several pages: {', '.join(issue.file for issue in found)}")
    return found[0] if found else None


def describe_stretches(stretches: Iterable[Stretch]) -> str:
    """Return in words which rules a page has: `A.2 to A.2.Ruling.1`."""
    described: list[str] = []
    for stretch in stretches:
        is_single = stretch.first == stretch.last
        described.append(stretch.first if is_single else f"{stretch.first} to {stretch.last}")
    return ", ".join(described)
