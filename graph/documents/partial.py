"""Placing a page of an issue that no archive has: the part of its work that it covers, and the days it can be from.

The earliest day follows from the page's citations: a page with a tag that names a day is not older than that day. The
latest day is only presumed: a page that cites an edition of the rules, and never the next edition, was probably written
before the next edition took effect.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from itertools import groupby
from typing import Protocol

from msgspec import Struct
from msgspec.structs import replace

from graph.documents.identify import Identification
from graph.history.days import day_before
from graph.restatements.correspond import correspondences
from graph.restatements.tagged_editions import find_tagged_edition
from rules.align.align import align
from rules.conversion import extend
from rules.links import Correspondence, Link
from rules.numbers import chapter_of
from rules.partial import PartialIssue, Stretch
from rules.provenance import provenance_of, without_tags
from rules.records import COMPREHENSIVE_RULES, ParsedDocument, Provenance, Rule
from rules.store import Store

ENOUGH = 1 / 3
"""Minimum share of the rules of a page that some edition must have for it to be of an edition of the Comprehensive
Rules; a rulings summary is known by its form."""
_WHOLE_DATE = len("1999-04-23")
_UNKNOWN = "it has no date and cites no dated edition"


class _Bounds(Struct, frozen=True):
    """When a page can have been published.

    Attributes:
        earliest: The first possible day; None if unknown.
        earliest_reason: Why the page is not older, in words; if the day is unknown, why it is unknown.
        latest: The last possible day; None if unknown.
        latest_reason: Why the page is not younger, in words; if the day is unknown, why it is unknown.
    """

    earliest: str | None
    earliest_reason: str
    latest: str | None
    latest_reason: str


_UNBOUND = _Bounds(None, _UNKNOWN, None, _UNKNOWN)


class Page(Protocol):
    """The file of a page."""

    @property
    def file(self) -> str:
        """Return its path inside the archive."""

    @property
    def origin(self) -> str:
        """Return the origin of the page: where it was found."""

    @property
    def sha256(self) -> str:
        """Return the SHA-256 of its bytes."""


def make_partial(
    document: ParsedDocument, page: Page, identification: Identification, store: Store
) -> PartialIssue | None:
    """Return a page as a partial issue of its work.

    Args:
        document: The page, which belongs to no edition of the store.
        page: What is known of its file.
        identification: The editions that the page may be from.
        store: The knowledge base with all editions.

    Returns:
        None if the page has no rules, or too few of the Comprehensive Rules to be a page of these.
    """
    if not document.rules:
        return None
    candidates = (candidate for candidate in identification.candidates if candidate.work == document.work)
    best = next(candidates, None)
    if document.work == COMPREHENSIVE_RULES and (best is None or best.rules_matched < ENOUGH * best.rules_total):
        return None
    nearest = best.edition if best is not None else None
    bounds = _find_bounds(document, nearest, store)
    rules = tuple(replace(rule, edition="", span=None) for rule in document.rules)
    return extend(
        bounds,
        PartialIssue,
        file=page.file,
        work=document.work,
        dialect=document.dialect,
        origin=page.origin,
        sha256=page.sha256,
        condition=document.condition,
        nearest=nearest,
        covers=_list_stretches(document.rules),
        rules=rules,
        links=_align(document.rules, store.rules(nearest)) if nearest else (),
        restated=_list_restated(document, store),
    )


def _list_restated(document: ParsedDocument, store: Store) -> tuple[Correspondence, ...]:
    """Return the rules that a page of a rulings summary restates.

    There are none for a page of the Comprehensive Rules, or if the store has no edition of these.
    """
    if document.work == COMPREHENSIVE_RULES or not store.chained():
        return ()
    restated = correspondences(document.rules, document.edition, store.chained(), store.rules)
    return tuple(replace(correspondence, edition=None) for correspondence in restated)


def may_be_of(document: ParsedDocument, edition: str) -> bool:
    """Return whether a page can be of an edition: not if the page cites something younger, however alike they are.

    Only pages of rulings summaries have tags with dates, so a page of the Comprehensive Rules can be of any edition.
    """
    if document.work == COMPREHENSIVE_RULES:
        return True
    return all(tag.date is None or tag.date <= edition for tag in _list_dated(document))


def _list_dated(document: ParsedDocument) -> list[Provenance]:
    """Return the tags of a page that name a whole day, not only a month or year."""
    tags = (tag for rule in document.rules for tag in provenance_of(rule))
    return [tag for tag in tags if tag.date is not None and len(tag.date) == _WHOLE_DATE]


def _find_bounds(document: ParsedDocument, nearest: str | None, store: Store) -> _Bounds:
    """Return the days that a page can be from: by its own date, else by its text or its tags.

    Args:
        document: The page.
        nearest: Id of the edition of its work that has most of its text; None if none has some.
        store: The knowledge base with all editions.
    """
    if document.edition is not None:
        reason = "it states that date"
        return _Bounds(document.edition, reason, document.edition, reason)
    if document.work == COMPREHENSIVE_RULES:
        return find_bounds_by_text(nearest, store.chained())
    return _find_bounds_by_tags(document, store.chained())


def find_bounds_by_text(nearest: str | None, editions: Sequence[str]) -> _Bounds:
    """Return the days that a page of the Comprehensive Rules can be from, by the edition with most of its text.

    Args:
        nearest: Id of the edition that has most of its text, which may be a retyped one; None if none has some.
        editions: All editions that are not retyped, oldest first.
    """
    if nearest is None:
        return _UNBOUND
    older, newer = editions[: bisect_left(editions, nearest)], editions[bisect_right(editions, nearest) :]
    before = older[-1] if older else None
    after = newer[0] if newer else None
    return _Bounds(
        earliest=before,
        earliest_reason=f"presumably after the edition before {nearest}, which has most of its text",
        latest=None if after is None else day_before(after),
        latest_reason=f"presumably before the edition after {nearest}, which has most of its text",
    )


def _find_bounds_by_tags(document: ParsedDocument, editions: Sequence[str]) -> _Bounds:
    """Return the days that a page of another work can be from, by the days that its tags cite."""
    dated = _list_dated(document)
    if not dated:
        return _UNBOUND
    youngest = max(dated, key=lambda tag: tag.date or "")
    tagged = [find_tagged_edition(rule, editions) for rule in document.rules]
    newest_cited = max((edition for edition in tagged if edition is not None), default=None)
    bounds = _Bounds(
        earliest=youngest.date,
        earliest_reason=_describe_citing(youngest, newest_cited),
        latest=None,
        latest_reason="it cites no edition of the rules",
    )
    if newest_cited is None:
        return bounds
    edition_after = next((edition for edition in editions if edition > newest_cited), None)
    if edition_after is None:
        return replace(bounds, latest_reason=f"it cites the newest edition, of {newest_cited}")
    reason = f"presumably: it cites the edition of {newest_cited}, and never that of {edition_after}"
    return replace(bounds, latest=day_before(edition_after), latest_reason=reason)


def _describe_citing(tag: Provenance, edition: str | None) -> str:
    """Return why a page is not older than the day of its youngest tag.

    Args:
        tag: The tag.
        edition: The newest edition of the rules that the page cites; None if it cites none.
    """
    return "it cites that edition" if tag.date == edition else f"it cites {tag.source} of that day"


def chapter_of_rule(number: str) -> str:
    """Return the chapter of a number of any work: `A.2.Ruling.1` → `A.2`, `702.40a` → `702`."""
    return chapter_of(number) if number[:1].isdigit() else ".".join(number.split(".")[:2])


def _list_stretches(rules: Sequence[Rule]) -> tuple[Stretch, ...]:
    """Return the first and the last rule of each run of rules of one chapter."""
    stretches: list[Stretch] = []
    for _, members in groupby(rules, lambda rule: chapter_of_rule(rule.number)):
        keys = [rule.key for rule in members]
        stretches.append(Stretch(keys[0], keys[-1]))
    return tuple(stretches)


def _align(page_rules: Sequence[Rule], issue_rules: Sequence[Rule]) -> tuple[Link, ...]:
    """Return the links from the rules of an issue to those of a page.

    Of each chapter of the page, only the part of the issue is aligned that lies between the first and the last rule
    that both have. Otherwise all rules that the page does not cover would count as deleted.

    Args:
        page_rules: The rules of the page.
        issue_rules: The rules of the issue.
    """
    position_of = {rule.key: position for position, rule in enumerate(issue_rules)}
    covered: list[Rule] = []
    for _, members in groupby(page_rules, lambda rule: chapter_of_rule(rule.number)):
        positions = [position_of[rule.key] for rule in members if rule.key in position_of]
        if positions:
            covered += issue_rules[min(positions) : max(positions) + 1]
    return align(_without_tags(covered), (), _without_tags(page_rules), ()).links


def _without_tags(rules: Sequence[Rule]) -> list[Rule]:
    """Return rules without their tags, which change while the words stay."""
    return [
        replace(rule, text=without_tags(rule.text).strip(), notes=tuple(map(without_tags, rule.notes)), tags=())
        for rule in rules
    ]
