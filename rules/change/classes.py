"""Change classes: how much the words of a rule changed.

Guarantees: the class is the slightest that explains the whole change of heading, text, examples and notes together;
`classify` of equal passages is `unchanged`; a class slighter than `wording` requires equality apart from the
differences that the class allows, similarity is not enough.

Decided here: a passage whose heading became the first words of its text (or the reverse) has the same words. Examples
that only changed their order are `typographic`, added or lost ones `wording`. If a printed number stayed the same but
now means another rule, the change is `wording` if anything besides typography changed; a rule with identical words is
`unchanged` whatever its references mean now. Passages of more than 40,000 characters are compared only as a whole: any
change beyond typography is `wording`.
"""

from __future__ import annotations

from collections.abc import Sequence

from rules.change.passages import Passage, folded_both, tokens_of
from rules.change.renamings import NO_RENAMINGS, Renamings, SameRule, explains, same_token
from rules.links import CLASSES, ChangeClass
from rules.text import LONG, fold

_UNCHANGED, _TYPOGRAPHIC, _REFERENCE, _TERMINOLOGY, _WORDING = range(5)


def classify(
    old: Sequence[Passage], new: Sequence[Passage], same_rule: SameRule, renamed: Renamings = NO_RENAMINGS
) -> ChangeClass:
    """Return the class of the change from `old` to `new`.

    Args:
        old: The passages of the older edition; several for a merge.
        new: The passages of the newer edition; several for a split. The words of several passages are compared as one
            text, in the order given or, if that gives a slighter class, in the order in which they begin on the other
            side.
        same_rule: Whether a number of the older edition and one of the newer name the same rule (chapter, section). It
            should return True for equal numbers that neither edition has.
        renamed: The terms renamed between the two.
    """
    if len(old) == len(new) == 1:
        return CLASSES[_level_of_one(old[0], new[0], same_rule, renamed)]
    level = _level_of_one(_join_passages(old), _join_passages(new), same_rule, renamed)
    if level == _WORDING and 1 in {len(old), len(new)}:
        if len(old) > 1:
            old = _in_order_of(old, new[0])
        else:
            new = _in_order_of(new, old[0])
        level = _level_of_one(_join_passages(old), _join_passages(new), same_rule, renamed)
    return CLASSES[level]


def _join_passages(passages: Sequence[Passage]) -> Passage:
    """Return several passages as one that no longer shows where they were divided."""
    return Passage(
        None,
        " ".join(" ".join(passage.body for passage in passages).split()),
        tuple(example for passage in passages for example in passage.examples),
        tuple(note for passage in passages for note in passage.notes),
    )


def _in_order_of(pieces: Sequence[Passage], whole: Passage) -> list[Passage]:
    """Return the pieces in the order in which `whole` has their first words; after those, the pieces not found."""
    text = fold(whole.body)

    def place(piece: Passage) -> int:
        at = text.find(" ".join(fold(piece.body).split()[:4]))
        return at if at >= 0 else len(text)

    return sorted(pieces, key=place)


def _level_of_one(old: Passage, new: Passage, same_rule: SameRule, renamed: Renamings) -> int:
    if old == new:
        return _UNCHANGED
    if len(old.examples) != len(new.examples) or len(old.notes) != len(new.notes):
        return _WORDING
    level = _find_level(old.body, new.body, same_rule, renamed)
    if level == _UNCHANGED and old.heading != new.heading:
        level = _TYPOGRAPHIC
    for before, after in ((old.notes, new.notes), (old.examples, new.examples)):
        if level < _WORDING and before != after:
            level = max(level, _level_of_list(before, after, same_rule, renamed))
    return level


def _level_of_list(old: Sequence[str], new: Sequence[str], same_rule: SameRule, renamed: Renamings) -> int:
    level = max(_find_level(before, after, same_rule, renamed) for before, after in zip(old, new, strict=True))
    if level > _TYPOGRAPHIC and sorted(map(fold, old)) == sorted(map(fold, new)):
        return _TYPOGRAPHIC
    return level


def _find_level(old: str, new: str, same_rule: SameRule, renamed: Renamings) -> int:
    if old == new:
        return _UNCHANGED
    old, new = folded_both(old, new)
    if old == new:
        return _TYPOGRAPHIC
    if not old or not new or len(old) > LONG or len(new) > LONG:
        return _WORDING
    old_tokens, new_tokens = tokens_of(old), tokens_of(new)
    if old_tokens == new_tokens:
        return _TYPOGRAPHIC  # only the spaces between words and marks differ
    if len(old_tokens) == len(new_tokens) and all(
        map(same_token, old_tokens, new_tokens, [same_rule] * len(old_tokens))
    ):
        return _REFERENCE
    return _TERMINOLOGY if renamed and explains(renamed, old_tokens, new_tokens, same_rule) else _WORDING
