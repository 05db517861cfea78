"""Change classes: how much the words of a rule changed.

From slight to grave, with an example of each: `unchanged`; `typographic` (`card,` → `card`); `reference` (`see rule
502.30` → `see rule 702.37`, the same rule under its new number); `terminology` (`in play` → `on the battlefield`, a
renamed term); `wording`, for all other changes. A *level* is the number of a class in this order, from 0.

Guarantees: the class is the slightest that explains the whole change of heading, text, examples and notes together;
`classify` of equal passages is `unchanged`; in a class slighter than `wording`, the passages are equal except for the
differences that the class allows.

Decided here: a passage whose heading became the first words of its text (or the reverse) has the same words. Examples
that only changed their order are `typographic`, added or lost ones `wording`. If a printed number stayed the same but
now means another rule, the change is `wording` if anything besides typography changed; a rule with identical words is
`unchanged` whatever its references mean now. Typography that two documents print differently throughout is due to their
copies, and no change of any passage. Passages of more than `LONGEST_PASSAGE` characters are compared only as a whole:
any change beyond typography is `wording`.

`renamings` decides whether renamed terms explain a change.
"""

from collections.abc import Callable, Sequence
from itertools import chain, repeat

from rules.change.compared_tokens import Token, tokens_of
from rules.change.passages import Passage
from rules.change.renamings import NO_RENAMINGS, Renamings, SameRule, explains, is_same_token
from rules.links import CLASSES, ChangeClass
from rules.text import fold, remove_fragile_characters
from rules.text_sizes import LONGEST_PASSAGE

_UNCHANGED, _TYPOGRAPHIC, _REFERENCE, _TERMINOLOGY, _WORDING = range(5)
"""The change classes as indices into `CLASSES`, called levels here: a graver class has a higher level."""
_FIRST_WORDS = 4
"""Minimum number of words at the beginning of a part by which the part is found in the whole rule."""
_LOST = "\ufffd"
"""The character that replaces a lost one."""


def classify(
    old: Sequence[Passage],
    new: Sequence[Passage],
    same_rule: SameRule,
    renamed: Renamings = NO_RENAMINGS,
    make_plain: Callable[[str], str] | None = None,
) -> ChangeClass:
    """Return the class of the change from `old` to `new`.

    Args:
        old: The passages of the older edition; several for a merge.
        new: The passages of the newer edition; several for a split. The words of several passages are compared as one
            text, in the order given or, if that gives a slighter class, in the order in which they begin on the other
            side.
        same_rule: Returns whether two numbers name the same rule, chapter or section. It should return True for equal
            numbers that neither edition has.
        renamed: The terms renamed between the two editions.
        make_plain: Returns a text without the typography in which the two documents differ throughout
            (`rules.typography`). A passage that is the same without it is `unchanged`; this holds only for one passage
            on each side, not for a merge or a split.
    """
    if len(old) == len(new) == 1:
        level = _level_of_one(old[0], new[0], same_rule, renamed)
        if level == _TYPOGRAPHIC and make_plain and old[0].map(make_plain) == new[0].map(make_plain):
            level = _UNCHANGED
        return CLASSES[level]
    return CLASSES[_level_of_several(old, new, same_rule, renamed)]


def _level_of_several(old: Sequence[Passage], new: Sequence[Passage], same_rule: SameRule, renamed: Renamings) -> int:
    """Return the level of the change from some passages to others, each side compared as one text.

    If the level is `_WORDING` in the order given, and one side is a single passage, the parts on the other side are put
    in the order in which they begin in that passage, and compared again.
    """
    level = _level_of_one(_join_passages(old), _join_passages(new), same_rule, renamed)
    is_one_side_single = len(old) == 1 or len(new) == 1
    if level < _WORDING or not is_one_side_single:
        return level
    # The order of the parts may be the only difference.
    ordered_old = _in_order_of(old, new[0]) if len(old) > 1 else old
    ordered_new = _in_order_of(new, old[0]) if len(new) > 1 else new
    return _level_of_one(_join_passages(ordered_old), _join_passages(ordered_new), same_rule, renamed)


def _join_passages(passages: Sequence[Passage]) -> Passage:
    """Return several passages as one, with a space where one ends and the next begins."""
    words = " ".join(passage.body for passage in passages).split()
    return Passage(
        None,
        " ".join(words),
        tuple(chain.from_iterable(passage.examples for passage in passages)),
        tuple(chain.from_iterable(passage.notes for passage in passages)),
    )


def _in_order_of(parts: Sequence[Passage], whole: Passage) -> list[Passage]:
    """Return the parts of a rule in the order in which they begin in the whole rule.

    Args:
        parts: The passages of the parts.
        whole: The passage of the whole rule. Parts whose first words it lacks come last.
    """
    text = fold(whole.body)
    return sorted(parts, key=lambda part: _find_start(fold(part.body), text))


def _find_start(part: str, whole: str) -> int:
    """Return where a part of a rule begins in the whole rule: the index of the longest beginning that the whole has.

    `if you swim far, rest.` begins at 23 in `if you row far, sleep. if you swim far, eat.`, as `if you swim far,` does.
    Parts of a rule often begin with the same words, so the first words alone may be those of another part.

    Args:
        part: The folded text of the part.
        whole: The folded text of the whole rule.

    Returns:
        The length of the whole if it does not even have the first words (`_FIRST_WORDS`) of the part.
    """
    words = part.split()
    found_count = 0
    lacking_count = len(words) + 1
    # If the whole has a beginning of the part, it has every shorter one.
    while lacking_count - found_count > 1:
        count = (found_count + lacking_count) // 2
        if " ".join(words[:count]) in whole:
            found_count = count
        else:
            lacking_count = count
    if found_count < min(_FIRST_WORDS, len(words)):
        return len(whole)
    return whole.find(" ".join(words[:found_count]))


def _level_of_one(old: Passage, new: Passage, same_rule: SameRule, renamed: Renamings) -> int:
    """Return the level of the change from one passage to another: the gravest of its heading, text, examples and notes.

    It is `_WORDING` if the number of examples or of notes changed. If only the border between heading and text moved,
    it is `_TYPOGRAPHIC`.
    """
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
    """Return the gravest level of the changes from examples, or notes, to as many examples, or notes, in order.

    It is `_TYPOGRAPHIC` at most if their order changed, but none of their words.
    """
    level = max(_find_level(before, after, same_rule, renamed) for before, after in zip(old, new, strict=True))
    if level > _TYPOGRAPHIC and sorted(map(fold, old)) == sorted(map(fold, new)):
        return _TYPOGRAPHIC
    return level


def _find_level(old: str, new: str, same_rule: SameRule, renamed: Renamings) -> int:
    """Return the level of the change from one text to another.

    It is `_WORDING` if one of the two has no words, or is too long to be compared token by token.
    """
    if old == new:
        return _UNCHANGED
    old, new = _fold_both(old, new)
    if old == new:
        return _TYPOGRAPHIC
    if not old or not new or len(old) > LONGEST_PASSAGE or len(new) > LONGEST_PASSAGE:
        return _WORDING  # one is empty, or too long to be compared token by token
    old_tokens, new_tokens = tokens_of(old), tokens_of(new)
    if old_tokens == new_tokens:
        return _TYPOGRAPHIC  # only the spaces between words and marks differ
    if _are_same_tokens(old_tokens, new_tokens, same_rule):
        return _REFERENCE
    if renamed and explains(renamed, old_tokens, new_tokens, same_rule):
        return _TERMINOLOGY
    return _WORDING


def _fold_both(old: str, new: str) -> tuple[str, str]:
    """Return two texts folded, in a form in which damage of one of them makes no difference.

    If a copy seems to have lost quotation marks or dashes of one text, these are left out of both: for `it?s here` and
    `it's here` the result is `it s here`, twice.
    """
    old, new = fold(old), fold(new)
    if old != new and (_LOST in old or _LOST in new or old.count("?") != new.count("?")):
        return remove_fragile_characters(old), remove_fragile_characters(new)
    return old, new


def _are_same_tokens(old: Sequence[Token], new: Sequence[Token], same_rule: SameRule) -> bool:
    """Return whether two texts have the same words, and cite the same rules under whatever numbers."""
    if len(old) != len(new):
        return False
    return all(map(is_same_token, old, new, repeat(same_rule)))
