"""Sightings: the versions of rules on pages of issues that the archive lacks, with the days these can be from."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import replace

from graph.documents.partial_days import describe_days
from graph.history import History
from graph.restatements.restated import RestatedAnswer, follow_correspondence
from rules.links import ChangeClass, ChangeKind, Link
from rules.partial import PartialIssue
from rules.provenance import without_tags
from rules.records import COMPREHENSIVE_RULES, Rule
from rules.segment import Segment


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
        kind: How the rule on the page differs from the rule in the edition nearest to the page; null if only the
            numbers match, or if no edition shares text with the page.
        change: How much the words of the rule changed; null for an addition, or if only the number is the same.
        segments: A comparison of the text in that edition with the text on the page, without provenance tags; empty for
            an addition.
        restated: The rules of the Comprehensive Rules that the rule on the page restates, and where they are now; only
            for a page of another work.
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
    restated: tuple[RestatedAnswer, ...] | UnsetType = UNSET

    @property
    def is_same(self) -> bool:
        """Return whether number and words of the rule are those of the edition nearest to the page."""
        return self.kind == "kept" and self.change == "unchanged"


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
    record = history.store.record(edition, key)
    text = plain_text(record) if isinstance(record, Rule) else ""
    found: list[SightingAnswer] = []
    for issue in history.store.partial_issues:
        if issue.nearest == edition:
            for rule, link in _find_on_page(issue, key):
                found.append(answer_sighting(history, issue, rule, link, text=text, day=day))
    return tuple(found)


def _find_on_page(issue: PartialIssue, key: str) -> Iterator[tuple[Rule, Link | None]]:
    """Yield the rules of a page that continue a rule of the nearest edition, each with the link that leads to it.

    A rule of the page that only has the same number comes last, without a link.

    Args:
        issue: The page.
        key: The key of the rule in the edition.
    """
    rules = {rule.key: rule for rule in issue.rules}
    links = {link.new: link for link in issue.links if link.old == key and link.new}
    for new, link in links.items():
        yield rules[new], link
    if key in rules and key not in links:
        yield rules[key], None


def answer_sighting(
    history: History, issue: PartialIssue, rule: Rule, link: Link | None, *, text: str, day: str | None
) -> SightingAnswer:
    """Return a rule as a page has it.

    Args:
        history: The history.
        issue: The page.
        rule: Its rule.
        link: The link to the rule from the edition nearest to the page; None if there is none.
        text: The words of the rule in that edition, as `plain_text` returns them; empty if the edition lacks the rule.
        day: Id of the edition in which what the rule restates is looked up; by default the newest.
    """
    from rules.change import segments  # noqa: PLC0415 - few rules have sightings

    text_on_page = plain_text(rule)
    restated: tuple[RestatedAnswer, ...] | UnsetType = UNSET
    if issue.work != COMPREHENSIVE_RULES:
        restated = tuple(_list_restated(history, issue, rule, text_on_page, day))
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
        restated=restated,
    )


def _list_restated(
    history: History, issue: PartialIssue, rule: Rule, text_on_page: str, day: str | None
) -> Iterator[RestatedAnswer]:
    """Yield the rules of the Comprehensive Rules that a rule of a page restates, as they are in the edition of a day.

    The arguments are those of `answer_sighting`, except for `text_on_page`, the text of the rule on the page.
    """
    if not history.calendar.editions:  # a store of summaries alone
        return
    for found in issue.restated:
        if found.key == rule.key:
            link_of_page = replace(found, edition=issue.file)
            yield follow_correspondence(history, link_of_page, day or history.calendar.newest, text_on_page)


def plain_text(rule: Rule) -> str:
    """Return the text of a rule, or its heading if it has no text, without provenance tags."""
    return without_tags(rule.text or rule.heading or "").strip()


def describe_sighting(sighting: SightingAnswer) -> str:
    """Return in words where and when a version was seen: `A.2.3 (renumbered) in fragments/page.txt, not before …`."""
    if sighting.kind is None and not sighting.segments:
        return f"{sighting.number} in {sighting.file}, {sighting.days}"
    how = sighting.kind or "the same number, another rule"
    return f"{sighting.number} ({how}) in {sighting.file}, {sighting.days}"
