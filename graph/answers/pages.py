"""Answers about a number that no edition has, but a page of an issue that the archive lacks.

Where other answers name an edition, these name the page by its path in the archive. The sightings say when the page can
be from.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple

from msgspec import UNSET
from msgspec.structs import replace

from graph.answers.history import HistoryAnswer
from graph.answers.moves import MoveAnswer, make_restated, make_unmatched
from graph.answers.retyped import add_retyped_editions
from graph.answers.rule import MeaningAnswer, RuleAnswer, answer_passage
from graph.answers.rule_links import CitingAnswer
from graph.answers.sightings import SightingAnswer, answer_sighting
from graph.documents.partial_days import describe_days
from graph.history import History
from graph.restatements.restated import describe_restated, follow
from rules.conversion import extend
from rules.links import Link, Place
from rules.partial import PartialIssue
from rules.provenance import without_tags
from rules.records import COMPREHENSIVE_RULES, Rule
from rules.store import Store
from rules.store.query import number_in


class PageRule(NamedTuple):
    """A page, and the rule on it that has a number."""

    issue: PartialIssue
    rule: Rule


def find_on_pages(store: Store, typed: str) -> tuple[PageRule, ...]:
    """Return the pages that have a number which no edition has, the newest page first.

    Pages have no certain date; the newest is the one with the latest `earliest` day.

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
    """Return the pages that have a number, the newest page first, whether or not an edition has the number too."""
    found = (PageRule(issue, rule) for issue in store.partial_issues for rule in issue.rules if rule.number == number)
    return tuple(sorted(found, key=lambda page: (page.issue.earliest or "", page.issue.latest or ""), reverse=True))


def answer_page_rule(
    store: Store, pages: Sequence[PageRule], *, tree: bool = False, day: str | None = None
) -> RuleAnswer:
    """Return the rule of a number that only pages have, in the words of the first of them.

    Args:
        store: The knowledge base.
        pages: The pages, as `find_on_pages` returns them; at least one.
        tree: Whether the rules below it are returned whole.
        day: Id of the edition in which what it restates is looked up; by default the newest.
    """
    issue, rule = pages[0]
    meaning = answer_page_meaning(store, pages, day)
    subrules = [subrule for subrule in issue.rules if subrule.parent == rule.number]
    from graph.answers.page_references import PageReferences  # noqa: PLC0415 - compiles many patterns

    references = PageReferences(store, issue)
    return extend(
        meaning,
        RuleAnswer,
        corresponds=(),
        references=references.references_of(rule.key),
        cited_by=tuple(Place(source, issue.file) for source in references.citing(rule.key)),
        subrules=tuple(
            answer_page_rule(store, [PageRule(issue, subrule)], tree=True, day=day) if tree else subrule.key
            for subrule in subrules
        ),
    )


def answer_page_meaning(store: Store, pages: Sequence[PageRule], day: str | None = None) -> MeaningAnswer:
    """Return the meaning of a number that only pages have; the arguments are those of `answer_page_rule`."""
    issue, rule = pages[0]
    history = History(store)
    sightings = _list_sightings(history, pages, day)
    restated = sightings[0].restated
    passage = answer_passage(rule)
    above = next((heading for heading in issue.rules if heading.number == rule.parent), None)
    title_above = above.heading if above else None
    found_where = f"no edition has this number, but a page of another issue has, {describe_days(issue)}"
    standing = "; ".join([found_where, *map(describe_restated, restated)])
    latest = (store.chained(issue.work) or (issue.file,))[-1]
    if not store.has_texts:
        passage = replace(passage, text=None)
    restated_field = UNSET if issue.work == COMPREHENSIVE_RULES else restated
    return extend(
        passage,
        MeaningAnswer,
        edition=issue.file,
        set_name=None,
        condition=issue.condition,
        latest=latest,
        title=rule.heading or title_above,
        parent=rule.parent,
        lineage=None,
        since=None,
        versions=0,
        now=None,
        now_in=(),
        standing=standing,
        restated=restated_field,
        sightings=sightings,
    )


def answer_page_history(store: Store, pages: Sequence[PageRule]) -> HistoryAnswer:
    """Return the history of a number that only pages have: no versions, but sightings."""
    sightings = _list_sightings(History(store), pages, None)
    is_of_rules = pages[0].issue.work == COMPREHENSIVE_RULES
    return HistoryAnswer(
        lineage=None,
        status="sighted",
        number=None,
        ended=None,
        ended_announced=(),
        into=(),
        restated=UNSET if is_of_rules else sightings[0].restated,
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


def answer_page_moves(
    history: History, issue: PartialIssue, new: str, keys: Collection[str] | None = None
) -> list[MoveAnswer]:
    """Return the places of a page's rules in an edition, in the order of the page.

    In the edition that has most of the page's text, the rules are found by links; in an edition of the Comprehensive
    Rules, by what they restate there. In any other edition nothing is known of them, so they are `unmatched`.

    Args:
        history: The history.
        issue: The page.
        new: Id of the edition.
        keys: Keys of the page; None for all.
    """
    wanted = [rule for rule in issue.rules if keys is None or rule.key in keys]
    if new == issue.nearest:
        moves = [_move_by_link(history, rule, _find_link(issue, rule), new) for rule in wanted]
    elif issue.work != COMPREHENSIVE_RULES and history.calendar.work_of[new] == COMPREHENSIVE_RULES:
        moves = [_move_by_restating(history, issue, rule, new) for rule in wanted]
    else:
        moves = [make_unmatched(rule.key, "") for rule in wanted]
    return [add_retyped_editions(history.store, move, new) for move in moves]


def _find_link(issue: PartialIssue, rule: Rule) -> Link | None:
    """Return the link from the edition nearest to a page to one of its rules, the main one if there are several."""
    links = [link for link in issue.links if link.new == rule.key]
    return max(links, key=lambda link: link.main, default=None)


def _move_by_link(history: History, rule: Rule, link: Link | None, new: str) -> MoveAnswer:
    """Return where a rule of a page is in the edition that has most of the page's text.

    Args:
        history: The history.
        rule: The rule.
        link: The link from that edition to the rule; None if there is none.
        new: Id of that edition.
    """
    if link is None or link.old is None:
        return make_unmatched(rule.key, "")
    # The link leads from the edition to the page, and the move from the page to the edition.
    return MoveAnswer(
        old=rule.key,
        new=(link.old,),
        kind=link.kind,
        change=link.change,
        method=link.method,
        score=link.score,
        lineage=history.lineages.find(new, link.old) or "",
    )


def _move_by_restating(history: History, issue: PartialIssue, rule: Rule, new: str) -> MoveAnswer:
    """Return where the rules that a rule of a page restates are in an edition of the Comprehensive Rules.

    Args:
        history: The history.
        issue: The page.
        rule: The rule.
        new: Id of the edition.
    """
    restated = [follow(history, found, new, "") for found in issue.restated if found.key == rule.key]
    numbers = tuple(dict.fromkeys(number for answer in restated for number in answer.numbers))
    if not numbers:
        return make_unmatched(rule.key, "")
    best = max(restated, key=lambda answer: answer.score)
    return make_restated(rule.key, numbers, best, "")


def _list_sightings(history: History, pages: Sequence[PageRule], day: str | None) -> tuple[SightingAnswer, ...]:
    """Return the rule of a number as each of some pages has it, compared with the edition nearest to the page."""
    sightings: list[SightingAnswer] = []
    for issue, rule in pages:
        link = _find_link(issue, rule)
        before = history.store.record(issue.nearest, link.old) if link and link.old and issue.nearest else None
        text = without_tags(before.text).strip() if isinstance(before, Rule) else ""
        sightings.append(answer_sighting(history, issue, rule, link, text=text, day=day))
    return tuple(sightings)
