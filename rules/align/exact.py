"""Links between records with the same words; all later stages build on them.

A passage that occurs once in each edition is linked immediately. Twins (the same words several times; many keywords say
that multiple instances are redundant) are linked if their parents are, and stay unlinked as long as the parents are
not.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence

from rules.align.matching import NONE, AlignmentSide, Matching
from rules.grouping import grouped

_DISTINCTIVE = 6
"""Minimum number of words for a passage that occurs once in each edition to be certainly the same passage. Shorter ones
(`See rule #`) may belong to different rules."""


def link_exact(matching: Matching) -> None:
    """Link rules with the same words: first as they are printed, then without typography and numbers."""
    old, new = matching.old, matching.new
    _link_terms(matching)
    # the cheap comparison of printed texts links most records
    for old_form, new_form, method in (
        (old.content, new.content, "text"),
        (old.mask_content, new.mask_content, "text-masked"),
    ):
        _link_unique(matching, old_form, new_form, method)
        _link_twins(matching, old_form, new_form)


def _link_terms(matching: Matching) -> None:
    """Link glossary entries of the same term, because an entry is known by its term."""
    old, new = matching.old, matching.new
    for position in range(old.rule_count, len(old)):
        target = new.positions.get(old.keys[position], NONE)
        if target != NONE:
            matching.link(position, target, "term", 1.0 if old.texts[position] == new.texts[target] else 0.95)


Form = Callable[[int], Hashable]


def _link_unique(matching: Matching, old_form: Form, new_form: Form, method: str) -> None:
    before, after = _group_by_form(matching, old_form, new_form)
    for form, olds in before.items():
        news = after.get(form)
        if news is None or len(olds) > 1 or len(news) > 1:
            continue
        old, position, target = matching.old, olds[0], news[0]
        distinctive = old.texts[position].count(" ") + 1 >= _DISTINCTIVE
        if not old.is_rule(position):
            matching.link(position, target, method, 0.9)
        elif not old.is_heading(position) and (distinctive or old.keys[position] == matching.new.keys[target]):
            matching.link(position, target, method, 1.0)


def _link_twins(matching: Matching, old_form: Form, new_form: Form) -> None:
    """Link equal passages under parents that belong together, until none is left to link."""
    while True:
        before, after = _group_by_form(matching, old_form, new_form)
        groups = [(olds, after[form]) for form, olds in before.items() if form in after]
        if not groups:
            return
        matching.count_links()
        done = 0
        for olds, news in groups:
            done += _link_group(matching, olds, news)
        if not done:
            return


def _link_group(matching: Matching, olds: Sequence[int], news: Sequence[int]) -> int:
    old, new = matching.old, matching.new
    by_parent = grouped((new.parents[position], position) for position in news)
    done = 0
    for parent, twins in grouped((old.parents[position], position) for position in olds).items():
        image = matching.families.image.get(parent, NONE)
        successors = by_parent.get(image, []) if image != NONE or parent == NONE else []
        if not successors or matching.families.preimage.get(image, parent) != parent:
            continue
        for position, target in _in_order(old, new, twins, successors):
            matching.link(position, target, "heading" if old.is_heading(position) else "twin", 0.98)
            done += 1
        by_parent[image] = [target for target in successors if matching.old_of[target] == NONE]
    return done


def _in_order(
    old: AlignmentSide, new: AlignmentSide, twins: Sequence[int], successors: Sequence[int]
) -> list[tuple[int, int]]:
    """Pair interchangeable records under one parent: in order if their counts agree, else those that keep their key."""
    if len(twins) == len(successors):
        return list(zip(twins, successors, strict=True))
    kept = [(position, new.positions.get(old.keys[position], NONE)) for position in twins]
    free = set(successors)
    return [(position, target) for position, target in kept if target in free]


def _group_by_form(
    matching: Matching, old_form: Form, new_form: Form
) -> tuple[dict[Hashable, list[int]], dict[Hashable, list[int]]]:
    """Return the free records of both sides by form and by kind: rule, heading or glossary entry."""
    return (
        grouped(((matching.old.sorts[old], old_form(old)), old) for old in matching.free_old()),
        grouped(((matching.new.sorts[new], new_form(new)), new) for new in matching.free_new()),
    )
