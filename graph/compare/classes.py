"""How much the words changed over several steps: what `rules.change.classify` says, sooner where it is plain."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from rules.change import classify, gravest
from rules.normal import fold

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from graph.compare.pair import Words
    from graph.compare.paths import Path
    from rules.change import Passage
    from rules.change.renamings import SameRule
    from rules.links import ChangeClass

_SLIGHT = frozenset({"unchanged", "typographic", "reference"})
"""Classes whose compositions are none but these: quotes stay quotes, and numbers that moved with their rules too."""
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
    if len(ways) == 1 and ways[0].alone and known in _SLIGHT:
        if known == "typographic":
            return known
        # Several slight changes in a row are the gravest of them, or less where they undid each other.
        ours, theirs = _whole(before), _whole(after)
        undone = _DIGITS.findall(ours) == _DIGITS.findall(theirs) and fold(ours) == fold(theirs)
        return "typographic" if undone else known
    if is_plain_rewording(_whole(before), _whole(after), words.vocabulary):
        return "wording"
    return classify(before, after, same_rule, words.renamed)


def is_plain_rewording(before: str, after: str, terms: tuple[frozenset[str], frozenset[str]]) -> bool:
    """Whether one side has a word that neither stands on the other nor belongs to a renamed term.

    Then no renaming explains the change. That is so for most rewordings, and much quicker seen than tried.

    Args:
        before: A text.
        after: The other.
        terms: The `vocabulary` of the terms that were given up, and of those that took their place.
    """
    if _ALIKE.search(before) or _ALIKE.search(after):
        return False
    ours, theirs = set(_WORD.findall(before.casefold())), set(_WORD.findall(after.casefold()))
    given_up, taken_up = terms
    return not (ours - theirs <= given_up and theirs - ours <= taken_up)


def vocabulary(terms: Iterable[str]) -> frozenset[str]:
    """All words of some renamed terms, as far as they count here, in any inflection that `Renamings` understands."""
    found = {word for term in terms for word in term.split()}
    found |= {f"{word}{end}" for word in found for end in ("s", "es")} | {f"{word[:-1]}ies" for word in found}
    return frozenset(part for word in found for part in _WORD.findall(word))


def _whole(passages: Sequence[Passage]) -> str:
    return "\n".join(part for one in passages for part in (one.body, *one.examples, *one.notes))
