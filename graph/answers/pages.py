"""Answers about a number on a page of an issue that the archive lacks.

Most of these answers are about a number that no edition has. Where other answers name an edition, these name the page
by its path in the archive. The sightings say when the page can be from.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from msgspec import UnsetType
from msgspec.structs import replace

from graph.answers.history import HistoryAnswer
from graph.answers.rule import MeaningAnswer, RuleAnswer, answer_passage
from graph.answers.rule_links import CitingAnswer
from graph.answers.sightings import SightingAnswer, answer_sighting, plain_text
from graph.documents.partial_days import describe_days
from graph.history import History
from graph.restatements.restated import describe_restated
from rules.conversion import extend
from rules.links import Link, Place
from rules.partial import PartialIssue
from rules.records import Rule
from rules.store import Store
from rules.store.query import number_in

if TYPE_CHECKING:
    from graph.answers.page_references import PageReferences


class PageRule(NamedTuple):
    """A page, and the rule on it that has a number."""

    issue: PartialIssue
    rule: Rule


def find_on_pages(store: Store, typed: str) -> tuple[PageRule, ...]:
    """Return the pages that have a number which no edition has, the newest page first.

    Args:
        store: The knowledge base, or the ledger.
        typed: What the user typed.
    """
    if not store.partial_issues:
        return ()
    number = number_in(typed)
    if number is None or store.editions_with(number) is not None:
        return ()
    return list_pages_with(store, number)


def list_pages_with(store: Store, number: str) -> tuple[PageRule, ...]:
    """Return the pages that have a number, the newest page first, whether or not an edition has the number too.

    Pages have no certain date; the newest is the one with the latest `earliest` day.
    """
    found = (PageRule(issue, rule) for issue in store.partial_issues for rule in issue.rules if rule.number == number)
    return tuple(sorted(found, key=lambda page: (page.issue.earliest or "", page.issue.latest or ""), reverse=True))


def answer_page_rule(store: Store, pages: Sequence[PageRule], *, tree: bool, day: str | None = None) -> RuleAnswer:
    """Return the rule of a number that only pages have, in the words of the first of them.

    Args:
        store: The knowledge base.
        pages: The pages, as `find_on_pages` returns them; at least one.
        tree: Whether the rules below it are returned whole.
        day: Id of the edition in which what it restates is looked up; by default the newest.
    """
    from graph.answers.page_references import PageReferences  # noqa: PLC0415 - compiles many patterns

    references = PageReferences(store, pages[0].issue)
    return _answer_rule(History(store), references, pages, tree=tree, day=day)


def _answer_rule(
    history: History, references: PageReferences, pages: Sequence[PageRule], *, tree: bool, day: str | None
) -> RuleAnswer:
    """Return the rule of a number that only pages have, and with `tree` the rules below it.

    Args:
        history: The history of a knowledge base.
        references: The references of the first page; they and the history are the same for all rules below.
        pages: The pages that have the number, the newest first; at least one.
        tree: Whether the rules below it are returned whole; if not, only their keys are.
        day: Id of the edition in which what it restates is looked up; None for the newest.
    """
    issue, rule = pages[0]
    below = [PageRule(issue, subrule) for subrule in issue.rules if subrule.parent == rule.number]
    subrules: list[str | RuleAnswer] = []
    for page_rule in below:
        if tree:
            subrules.append(_answer_rule(history, references, [page_rule], tree=True, day=day))
        else:
            subrules.append(page_rule.rule.key)
    return extend(
        answer_page_meaning(history, pages, day),
        RuleAnswer,
        corresponds=(),
        references=references.references_of(rule.key),
        cited_by=tuple(Place(source, issue.file) for source in references.citing(rule.key)),
        subrules=tuple(subrules),
    )


def answer_page_meaning(history: History, pages: Sequence[PageRule], day: str | None) -> MeaningAnswer:
    """Return the meaning of a number that only pages have, with what the newest page restates in an edition.

    Args:
        history: The history of a knowledge base, or of the ledger.
        pages: The pages, as `find_on_pages` returns them; at least one.
        day: Id of the edition in which what they restate is looked up; None for the newest.
    """
    issue, rule = pages[0]
    sightings = _list_sightings(history, pages, day)
    passage = answer_passage(rule)
    if not history.store.has_texts:
        # The ledger keeps the numbers of a page, but empties its texts (`graph.ledger.make`).
        passage = replace(passage, text=None)
    return extend(
        passage,
        MeaningAnswer,
        edition=issue.file,
        set_name=None,
        condition=issue.condition,
        latest=_find_latest(history, issue),
        title=_find_title(issue, rule),
        parent=rule.parent,
        # Only editions have lineages, so a rule of a page has no versions and no place in other editions.
        lineage=None,
        since=None,
        versions=0,
        now=None,
        now_in=(),
        standing=_describe_standing(issue, sightings[0]),
        restated=sightings[0].restated,
        sightings=sightings,
    )


def _find_latest(history: History, issue: PartialIssue) -> str:
    """Return the newest edition of a page's work, or the page itself if the store has no edition of this work."""
    editions = history.store.chained(issue.work)
    return editions[-1] if editions else issue.file


def _describe_standing(issue: PartialIssue, sighting: SightingAnswer) -> str:
    """Return in words where a number that only pages have was found, and what its rule restates.

    Args:
        issue: The newest page that has the number.
        sighting: The rule as this page has it.
    """
    clauses = [f"no edition has this number, but a page of another issue has, {describe_days(issue)}"]
    if not isinstance(sighting.restated, UnsetType):
        clauses.extend(map(describe_restated, sighting.restated))
    return "; ".join(clauses)


def answer_page_history(store: Store, pages: Sequence[PageRule]) -> HistoryAnswer:
    """Return the history of a number that only pages have: no versions, but sightings."""
    sightings = _list_sightings(History(store), pages, None)
    return HistoryAnswer(
        lineage=None,
        status="sighted",
        number=None,
        ended=None,
        ended_announced=(),
        into=(),
        restated=sightings[0].restated,
        sightings=sightings,
        entries=(),
    )


def answer_page_citing(store: Store, page: PageRule) -> CitingAnswer:
    """Return the numbers that a rule of a page refers to, and the rules of that page that refer to it."""
    issue, rule = page
    from graph.answers.page_references import PageReferences  # noqa: PLC0415 - compiles many patterns

    references = PageReferences(store, issue)
    targets = dict.fromkeys(target for found in references.references_of(rule.key) for target in found.targets)
    citing = references.citing(rule.key)
    return CitingAnswer(rule.number, issue.file, tuple(targets), citing, len(citing))


def _find_title(issue: PartialIssue, rule: Rule) -> str | None:
    """Return the heading of a rule of a page, or else that of the rule above it; None if neither has a heading."""
    if rule.heading:
        return rule.heading
    above = next((candidate for candidate in issue.rules if candidate.number == rule.parent), None)
    return above.heading if above else None


def _list_sightings(history: History, pages: Sequence[PageRule], day: str | None) -> tuple[SightingAnswer, ...]:
    """Return a sighting for each page, with its rule compared to the edition nearest to the page.

    Args:
        history: The history.
        pages: The pages, each with its rule of the number.
        day: Id of the edition in which restated rules are looked up; None for the newest.
    """
    sightings: list[SightingAnswer] = []
    for issue, rule in pages:
        link = issue.find_link(rule.key)
        text = _find_text_before(history, issue, link)
        sightings.append(answer_sighting(history, issue, rule, link, text=text, day=day))
    return tuple(sightings)


def _find_text_before(history: History, issue: PartialIssue, link: Link | None) -> str:
    """Return the text that a rule of a page has in the edition nearest to the page; empty if that edition lacks it.

    Args:
        history: The history.
        issue: The page.
        link: The link from that edition to the rule of the page; None if there is none.
    """
    if issue.nearest is None or link is None or link.old is None:
        return ""
    before = history.store.record(issue.nearest, link.old)
    return plain_text(before) if isinstance(before, Rule) else ""
