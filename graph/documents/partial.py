"""Placing a page of an issue that no archive has: the part of its work that it covers, as a partial issue.

A *work* is a series of documents: the Comprehensive Rules, or a rulings summary; an *issue* is one of them, such as an
edition. A page *covers* the rules between the first and the last rule of a chapter that it has in common with the
issue.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import Protocol

from msgspec.structs import replace

from graph.documents.identify import Identification
from graph.documents.page_days import find_days
from graph.restatements.correspond import correspondences
from rules.align.align import align
from rules.align.edition_columns import EditionColumns
from rules.conversion import extend
from rules.grouping import grouped
from rules.links import Correspondence, Link
from rules.numbers import chapter_of
from rules.partial import PartialIssue, Stretch
from rules.provenance import without_tags
from rules.records import COMPREHENSIVE_RULES, ParsedDocument, Rule
from rules.store import Store

ENOUGH = 1 / 3
"""Minimum share of the rules of a page that some edition must have for it to be of an edition of the Comprehensive
Rules; a rulings summary is known by its form."""


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
    rules = tuple(replace(rule, edition="", span=None) for rule in document.rules)
    return extend(
        find_days(document, nearest, store.chained()),  # the fields `earliest`, `latest` and their reasons
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
        links=_link_covered(document.rules, store.rules(nearest)) if nearest else (),
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


def _chapter_of_rule(number: str) -> str:
    """Return the chapter of a number of any work: `A.2.Ruling.1` → `A.2`, `702.40a` → `702`."""
    return chapter_of(number) if number[:1].isdigit() else ".".join(number.split(".")[:2])


def _list_stretches(rules: Sequence[Rule]) -> tuple[Stretch, ...]:
    """Return the first and the last rule of each run of rules of one chapter."""
    stretches: list[Stretch] = []
    for _, members in groupby(rules, lambda rule: _chapter_of_rule(rule.number)):
        keys = [rule.key for rule in members]
        stretches.append(Stretch(keys[0], keys[-1]))
    return tuple(stretches)


def _link_covered(page_rules: Sequence[Rule], issue_rules: Sequence[Rule]) -> tuple[Link, ...]:
    """Return the links from the rules of an issue that a page covers to those of the page.

    Args:
        page_rules: The rules of the page.
        issue_rules: The rules of the issue.
    """
    covered = [issue_rules[position] for position in sorted(_find_covered(page_rules, issue_rules))]
    return align(EditionColumns(_strip_tags(covered), ()), EditionColumns(_strip_tags(page_rules), ())).links


def _find_covered(page_rules: Sequence[Rule], issue_rules: Sequence[Rule]) -> set[int]:
    """Return the positions of the rules of an issue that a page covers.

    Of each chapter of the page, it covers only the part that lies between the first and the last rule that both have.
    Otherwise all rules that the page does not cover would count as deleted.

    Args:
        page_rules: The rules of the page; rules of other chapters may be among those of a chapter.
        issue_rules: The rules of the issue.
    """
    position_of = {rule.key: position for position, rule in enumerate(issue_rules)}
    positions_by_chapter = grouped(
        (_chapter_of_rule(rule.number), position_of[rule.key]) for rule in page_rules if rule.key in position_of
    )
    covered: set[int] = set()
    for positions in positions_by_chapter.values():
        covered.update(range(min(positions), max(positions) + 1))
    return covered


def _strip_tags(rules: Sequence[Rule]) -> list[Rule]:
    """Return rules without their tags, which change while the words stay."""
    return [
        replace(rule, text=without_tags(rule.text).strip(), notes=tuple(map(without_tags, rule.notes)), tags=())
        for rule in rules
    ]
