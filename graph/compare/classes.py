"""How much the words changed over several steps: what `rules.change.classify` says, sooner where it is plain."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from rules.change import classify, gravest
from rules.links import SLIGHT
from rules.normal import fold

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from graph.compare.pair import Words
    from graph.compare.paths import Path
    from rules.change import Passage
    from rules.change.renamings import SameRule
    from rules.links import ChangeClass

_WORD = re.compile(r"[a-z]{3,}")
"""Part of a token. Rule numbers and symbols have fewer letters, and so have articles and the marks of a trade."""
_DIGITS = re.compile(r"\d+")
_ALIKE = re.compile("[\ufffd?\u00c6\u00e6]")
"""What may stand for other letters: of a damaged copy, and one that a fold spells out."""


def class_of(
    words: Words, olds: Sequence[str], news: Sequence[str], ways: Sequence[Path], same_rule: SameRule
) -> ChangeClass:
    """The class of the change that several paths make of some records of the older edition.

    Args:
        words: The words of the two editions.
        olds: Keys in the older one.
        news: Keys in the newer one.
        ways: The paths between them; none of them ambiguous.
        same_rule: As `classify` has it.
    """
    before = [words.older[key] for key in olds]
    after = [words.newer[key] for key in news]
    if before == after:
        return "unchanged"
    known = gravest([path.change for path in ways if path.change is not None])
    if len(ways) == 1 and ways[0].alone and known in SLIGHT:
        if known == "typographic":
            return known
        # Several slight changes in a row are the gravest of them, or less where they undid each other.
        ours, theirs = _whole(before), _whole(after)
        undone = _DIGITS.findall(ours) == _DIGITS.findall(theirs) and fold(ours) == fold(theirs)
        return "typographic" if undone else known
    # Passages that were split or merged, and examples, may have changed places.
    in_order = len(olds) == len(news) == 1 and len(before[0].examples) < 2 and len(before[0].notes) < 2
    if is_plain_rewording(_whole(before), _whole(after), words.vocabulary, in_order=in_order):
        return "wording"
    return classify(before, after, same_rule, words.renamed)


def is_plain_rewording(before: str, after: str, terms: frozenset[str], *, in_order: bool = True) -> bool:
    """Whether other words than those of renamed terms differ, so that no renaming explains the change.

    That is so for most rewordings, and much quicker seen than tried: what is left of both sides without the words of
    any term, old or new, has to be the same where renamings explain all.

    Args:
        before: A text.
        after: The other.
        terms: The `vocabulary` of the terms that were given up and of those that took their place.
        in_order: Whether words in another order are other words.
    """
    if _ALIKE.search(before) or _ALIKE.search(after):
        return False
    ours, theirs = ([word for word in _WORD.findall(side.casefold()) if word not in terms] for side in (before, after))
    return ours != theirs and (in_order or sorted(ours) != sorted(theirs))


def vocabulary(terms: Iterable[str]) -> frozenset[str]:
    """All words of some renamed terms, as far as they count here, in any inflection that `Renamings` understands."""
    found = {word for term in terms for word in term.split()}
    found |= {f"{word}{end}" for word in found for end in ("s", "es")} | {f"{word[:-1]}ies" for word in found}
    return frozenset(part for word in found for part in _WORD.findall(word))


def _whole(passages: Sequence[Passage]) -> str:
    return "\n".join(part for one in passages for part in (one.body, *one.examples, *one.notes))
