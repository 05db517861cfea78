"""The comparison of an edition with a page of an issue that the archive lacks."""

from __future__ import annotations

from msgspec import UNSET, Struct, UnsetType

from graph.answers.retyped import add_retyped_editions
from graph.answers.sightings import plain_text
from graph.history import History
from rules.errors import NotFound
from rules.links import ChangeClass, ChangeKind
from rules.partial import PartialIssue, Stretch
from rules.segment import Segment


class PartialComparisonAnswer(Struct, frozen=True, kw_only=True, rename={"old": "from", "new": "to"}):
    """The differences between an edition and a page, in the part of the edition that the page covers.

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
    """A difference between an edition and a page in one rule.

    Attributes:
        kind: What happened to the rule.
        change: How much the words of the rule changed; null for additions and deletions.
        old: Number of the rule in the edition; null for an addition.
        new: Number of the rule on the page; null if the page lacks the rule, although it has the rules around it.
        segments: A comparison of both texts, without provenance tags.
    """

    kind: ChangeKind
    change: ChangeClass | None
    old: str | None
    new: str | None
    segments: tuple[Segment, ...]


def compare_partial(history: History, edition: str, issue: PartialIssue) -> PartialComparisonAnswer:
    """Compare an edition with a page of another issue. Rules that the page does not cover are left out.

    Args:
        history: The history of a knowledge base with texts.
        edition: Id of the edition. It must be the one nearest to the page, because only that one is linked with it.
        issue: The page.

    Raises:
        NotFound: The edition is not the one nearest to the page.
    """
    from rules.change import segments  # noqa: PLC0415 - only needed for comparisons

    if issue.nearest != edition:
        nearest = f"; it was compared with {issue.nearest}" if issue.nearest else ""
        raise NotFound(f"{issue.file} has no known relation to {edition}{nearest}")
    edition_texts = {rule.key: plain_text(rule) for rule in history.store.rules(edition)}
    page_texts = {rule.key: plain_text(rule) for rule in issue.rules}
    changes: list[SightedChange] = []
    for link in issue.links:
        before, after = edition_texts.get(link.old or "", ""), page_texts.get(link.new or "", "")
        is_same = link.old == link.new and before == after
        if not is_same:
            changes.append(SightedChange(link.kind, link.change, link.old, link.new, tuple(segments(before, after))))
    covered = {link.old for link in issue.links if link.old}
    answer = PartialComparisonAnswer(
        old=edition,
        new=issue.file,
        by="partial-issue",
        covers=issue.covers,
        not_covered=len(edition_texts) - len(covered),
        same=len(issue.links) - len(changes),
        changes=tuple(changes),
    )
    return add_retyped_editions(history.store, answer, edition)
