"""The places of a page's rules in an edition, for a page of an issue that the archive lacks."""

from collections.abc import Collection

from graph.answers.moves import MoveAnswer, make_restated, make_unmatched
from graph.answers.retyped import add_retyped_editions
from graph.history import History
from graph.restatements.restated import follow_correspondence
from rules.links import Link
from rules.partial import PartialIssue
from rules.records import COMPREHENSIVE_RULES, Rule


def answer_page_moves(
    history: History, issue: PartialIssue, new: str, keys: Collection[str] | None
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
        moves = [_move_by_link(history, rule, issue.find_link(rule.key), new) for rule in wanted]
    elif issue.work != COMPREHENSIVE_RULES and history.calendar.work_of[new] == COMPREHENSIVE_RULES:
        moves = [_move_by_restating(history, issue, rule, new) for rule in wanted]
    else:
        moves = [make_unmatched(rule.key) for rule in wanted]
    return [add_retyped_editions(history.store, move, new) for move in moves]


def _move_by_link(history: History, rule: Rule, link: Link | None, new: str) -> MoveAnswer:
    """Return where a rule of a page is in the edition that has most of the page's text.

    Args:
        history: The history.
        rule: The rule.
        link: The link from that edition to the rule; None if there is none.
        new: Id of that edition.
    """
    if link is None or link.old is None:
        return make_unmatched(rule.key)
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
    # Without a text no shared phrases are looked for, which a move does not have.
    restated = [
        follow_correspondence(history, found, new, text="") for found in issue.restated if found.key == rule.key
    ]
    numbers = tuple(dict.fromkeys(number for answer in restated for number in answer.numbers))
    if not numbers:
        return make_unmatched(rule.key)
    best = max(restated, key=lambda answer: answer.score)
    return make_restated(rule.key, numbers, best)
