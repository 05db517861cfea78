"""Links between records with the same words; all later stages build on them.

A passage that occurs once in each edition is linked immediately. Twins (the same words several times; many keywords say
that multiple instances are redundant) are linked if their parents are, and stay unlinked as long as the parents are
not.
"""

from collections.abc import Callable, Iterator, Sequence

from rules.align.matching import NONE, AlignmentSide, Matching, mask_passage
from rules.grouping import grouped

_DISTINCTIVE = 6
"""Minimum number of words for a passage that occurs once in each edition to be certainly the same passage. Shorter ones
(`See rule #`) may belong to different rules."""


def link_exact(matching: Matching) -> None:
    """Link rules with the same words: first as they are printed, then without typography and numbers."""
    old, new = matching.old, matching.new
    # Glossary entries of the same term are linked whatever they say, because an entry is known by its term.
    for position in range(old.rule_count, len(old)):
        target = new.positions.get(old.keys[position], NONE)
        if target != NONE:
            matching.link(position, target, "term", 1.0 if old.texts[position] == new.texts[target] else 0.95)
    # the cheap comparison of printed texts links most records
    forms: dict[str, Form] = {
        "text": AlignmentSide.content,
        "text-masked": lambda side, position: mask_passage(side.content(position)),
    }
    for method, form in forms.items():
        _link_unique(matching, form, method)
        _link_twins(matching, form)


Form = Callable[[AlignmentSide, int], str]


def _link_unique(matching: Matching, form: Form, method: str) -> None:
    old, new = matching.old, matching.new
    for (position, *twins), (target, *others) in _group_by_form(matching, form):
        if twins or others:
            continue
        distinctive = old.texts[position].count(" ") + 1 >= _DISTINCTIVE
        if not old.is_rule(position):
            matching.link(position, target, method, 0.9)
        elif not old.is_heading(position) and (distinctive or old.keys[position] == new.keys[target]):
            matching.link(position, target, method, 1.0)


def _link_twins(matching: Matching, form: Form) -> None:
    """Link equal passages under parents that belong together, until none is left to link."""
    done = True
    while done:
        matching.count_links()
        pairs = [pair for olds, news in _group_by_form(matching, form) for pair in _pair_twins(matching, olds, news)]
        for position, target in pairs:
            matching.link(position, target, "heading" if matching.old.is_heading(position) else "twin", 0.98)
        done = bool(pairs)


def _pair_twins(matching: Matching, olds: Sequence[int], news: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Yield the pairs of interchangeable records under parents that belong together.

    They are paired in order if their counts agree, else those that keep their key.
    """
    old, new = matching.old, matching.new
    by_parent = grouped((new.parents[target], target) for target in news)
    for parent, twins in grouped((old.parents[position], position) for position in olds).items():
        image = matching.image.get(parent, NONE)
        successors = by_parent.get(image, [])
        if (image == NONE) != (parent == NONE) or matching.preimage.get(image, parent) != parent:
            continue
        if len(twins) == len(successors):
            yield from zip(twins, successors, strict=True)
        else:
            free = set(successors)
            kept = ((position, new.positions.get(old.keys[position], NONE)) for position in twins)
            yield from ((position, target) for position, target in kept if target in free)


def _group_by_form(matching: Matching, form: Form) -> list[tuple[list[int], list[int]]]:
    """Return the free records of both sides that have the same form and kind: rule, heading or glossary entry."""
    old, new = matching.old, matching.new
    before = grouped(((old.sorts[position], form(old, position)), position) for position in matching.free_old())
    after = grouped(((new.sorts[position], form(new, position)), position) for position in matching.free_new())
    return [(olds, after[key]) for key, olds in before.items() if key in after]
