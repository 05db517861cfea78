"""Sightings: the versions of rules on pages of issues that the archive lacks, with the days these can be from."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import PurePosixPath

from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import replace

from graph.answers.retyped import add_retyped_editions
from graph.documents.partial_days import describe_days
from graph.history import History
from graph.restatements.restated import RestatedAnswer, follow
from rules.errors import NotFound
from rules.links import ChangeClass, ChangeKind, Link
from rules.partial import PartialIssue, Stretch
from rules.provenance import without_tags
from rules.records import Condition, Rule
from rules.segment import Segment
from rules.store import Store


class SightingAnswer(Struct, frozen=True, kw_only=True):
    """A rule as a page of another issue has it.

    Attributes:
        file: The page, by its path in the archive.
        earliest: The earliest possible day of the page; null if unknown.
        latest: The latest possible day of the page; null if unknown.
        days: The possible days of the page, in words, with the reasons.
        number: Number of the rule on the page.
        heading: Heading of the rule on the page.
        text: Text of the rule on the page; empty if only the ledger is available.
        kind: What happened to the rule from the whole edition to the page; null if only the number is the same, or if
            no whole edition has anything of the page.
        change: How much the words of the rule changed; null for an addition, or if only the number is the same.
        segments: The text in the whole edition and on the page, without provenance tags; empty for an addition.
        restated: The rules of the Comprehensive Rules that the rule on the page restates, and where they are now.
    """

    file: str
    earliest: str | None
    latest: str | None
    days: str
    number: str
    heading: str | None
    text: str
    kind: ChangeKind | None
    change: ChangeClass | None
    segments: tuple[Segment, ...]
    restated: tuple[RestatedAnswer, ...]

    @property
    def is_same(self) -> bool:
        """Return whether the page has the rule of the whole edition, with its number and words."""
        return self.kind == "kept" and self.change == "unchanged"


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


class PartialComparisonAnswer(Struct, frozen=True, kw_only=True, rename={"old": "from", "new": "to"}):
    """What a page has otherwise than an edition, of what it covers.

    Attributes:
        old: The edition compared from.
        new: The page compared to.
        by: `partial-issue`.
        covers: The ranges of the edition that the page covers; only these are compared.
        not_covered: Number of rules of the edition that the page does not cover.
        same: Number of rules with the same words under the same number.
        changes: The differences.
        retyped_editions: The retyped editions that the answer involves; only if there are any.
    """

    old: str
    new: str
    by: str
    covers: tuple[Stretch, ...]
    not_covered: int
    same: int
    changes: tuple[SightedChange, ...]
    retyped_editions: tuple[str, ...] | UnsetType = UNSET


class SightedChange(Struct, frozen=True, rename={"change": "class"}):
    """A rule that a page has otherwise than an edition.

    Attributes:
        kind: What happened to the rule.
        change: How much the words of the rule changed; null for additions and deletions.
        old: Number of the rule in the edition; null for an addition.
        new: Number of the rule on the page; null if the page lacks the rule, although it has the rules around it.
        segments: Both texts, without provenance tags.
    """

    kind: ChangeKind
    change: ChangeClass | None
    old: str | None
    new: str | None
    segments: tuple[Segment, ...]


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


def list_sightings(history: History, edition: str, key: str, day: str | None = None) -> tuple[SightingAnswer, ...]:
    """Return the versions of a rule of an edition that pages of other issues have.

    Args:
        history: The history of a knowledge base with texts.
        edition: Id of the edition.
        key: Key of the rule.
        day: Id of the edition in which what they restate is looked up; by default the newest.
    """
    if not history.store.has_texts:
        return ()
    record = history.record(edition, key)
    text = _plain(record) if isinstance(record, Rule) else ""
    found: list[SightingAnswer] = []
    for issue in history.store.partial_issues:
        if issue.nearest != edition:
            continue
        rules = {rule.key: rule for rule in issue.rules}
        links: dict[str, Link | None] = {link.new: link for link in issue.links if link.old == key and link.new}
        if key in rules:
            links.setdefault(key, None)  # a rule that only has the same number
        for new, link in links.items():
            found.append(answer_sighting(history, issue, rules[new], link, text=text, day=day))
    return tuple(found)


def answer_sighting(
    history: History, issue: PartialIssue, rule: Rule, link: Link | None, *, text: str, day: str | None
) -> SightingAnswer:
    """Return a rule as a page has it.

    Args:
        history: The history.
        issue: The page.
        rule: Its rule.
        link: The link to the rule from the edition that has most of the page's text; None if there is none.
        text: The words of the rule there, without tags; empty if it is not there.
        day: Id of the edition in which what the rule restates is looked up; by default the newest.
    """
    from rules.change import segments  # noqa: PLC0415 - few rules have sightings

    text_on_page = _plain(rule)
    restated: list[RestatedAnswer] = []
    if history.editions:
        for found in issue.restated:
            if found.key == rule.key:
                link_of_page = replace(found, edition=issue.file)
                restated.append(follow(history, link_of_page, day or history.newest, text_on_page))
    return SightingAnswer(
        file=issue.file,
        earliest=issue.earliest,
        latest=issue.latest,
        days=describe_days(issue),
        number=rule.number,
        heading=rule.heading,
        text=rule.text,
        kind=link.kind if link else None,
        change=link.change if link else None,
        segments=tuple(segments(text, text_on_page)) if text else (),
        restated=tuple(restated),
    )


def _plain(rule: Rule) -> str:
    """Return the text of a rule, or its heading if it has no text, without provenance tags."""
    return without_tags(rule.text or rule.heading or "").strip()


def describe_sighting(sighting: SightingAnswer) -> str:
    """Return in words where and when a version was seen: `A.2.3 (renumbered) in fragments/page.txt, not before …`."""
    if sighting.kind is None and not sighting.segments:
        return f"{sighting.number} in {sighting.file}, {sighting.days}"
    how = sighting.kind or "the same number, another rule"
    return f"{sighting.number} ({how}) in {sighting.file}, {sighting.days}"


def compare_partial(history: History, edition: str, issue: PartialIssue) -> PartialComparisonAnswer:
    """Compare an edition with a page of another issue. Rules that the page does not cover are left out.

    Raises:
        NotFound: The page has nothing in common with the edition.
    """
    from rules.change import segments  # noqa: PLC0415 - only needed for comparisons

    if issue.nearest != edition:
        nearest = f"; it was compared with {issue.nearest}" if issue.nearest else ""
        raise NotFound(f"{issue.file} has no known relation to {edition}{nearest}")
    whole = {rule.key: _plain(rule) for rule in history.store.rules(edition)}
    page = {rule.key: _plain(rule) for rule in issue.rules}
    changes: list[SightedChange] = []
    same = 0
    for link in issue.links:
        before, after = whole.get(link.old or "", ""), page.get(link.new or "", "")
        if link.old == link.new and before == after:
            same += 1
            continue
        changes.append(SightedChange(link.kind, link.change, link.old, link.new, tuple(segments(before, after))))
    covered = {link.old for link in issue.links if link.old}
    answer = PartialComparisonAnswer(
        old=edition,
        new=issue.file,
        by="partial-issue",
        covers=issue.covers,
        not_covered=len(whole) - len(covered),
        same=same,
        changes=tuple(changes),
    )
    return add_retyped_editions(history.store, answer, edition)


def describe_stretches(stretches: Iterable[Stretch]) -> str:
    """Return in words which rules a page has: `A.2 to A.2.Ruling.1`."""
    described: list[str] = []
    for stretch in stretches:
        is_single = stretch.first == stretch.last
        described.append(stretch.first if is_single else f"{stretch.first} to {stretch.last}")
    return ", ".join(described)
