"""What a tree of files says about the places in one of them that are not certain by themselves.

A number without a cue is a citation in a file that cites the rules; many files of a citing tree have no other citation.
The tree is read first, quickly, for the rules that it cites beyond doubt.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

_CERTAIN = re.compile(
    rb"(?:(?:\bCRs?|C\.R\.|omp(?:rehensive )?[Rr]ules?)[ \t_:#-]{0,3}(?P<sure>[1-9][0-4]\d(?:\.[1-9]\d{0,2})?)[a-z]?"
    rb"|[Rr]ules?[ _](?P<lettered>[1-9][0-4]\d\.[1-9]\d{0,2})[a-z]"
    rb"|^[ \t]*(?://[/!]?|\*|#+|--|;+)[ \t]*(?P<heading>[1-9][0-4]\d\.[1-9]\d{0,2})[a-z][.:]?(?=\s+[A-Z\"(]))"
    rb"(?![\w%]|\.\d)",
    re.MULTILINE,
)
"""A number behind a cue, or one with a letter that heads the sentence of a comment."""
_UNCERTAIN = re.compile(
    rb"\.(?<=[1-9]\d\d\.)(?<![\w.$][1-9]\d\d\.)[1-9]\d{0,2}(?:[dfgklmsx](?![A-Za-z0-9_])|(?=\. {1,2}[A-Z][a-z ]))"
)
_LEAST_CITATIONS = 8
_LEAST_RULES = 4
"""A tree with so many certain citations of so many rules cites them; one slip in a tree of physics does not."""


@dataclass(frozen=True, slots=True)
class TreeContext:
    """What is known of a tree.

    Attributes:
        cites: Whether its files are about Magic and cite its rules.
        rules: The rules that it cites beyond doubt, without letters, and their chapters.
    """

    cites: bool = False
    rules: frozenset[str] = frozenset()

    def knows(self, number: str) -> bool:
        """Whether a number is one of a rule that the tree cites elsewhere."""
        return self.cites and rule_of(number) in self.rules


ALONE = TreeContext()
"""Nothing is known but the file itself."""


def rule_of(number: str) -> str:
    """A number without its letter: `702.40` of `702.40a`."""
    return number.rstrip("abcdefghijklmnopqrstuvwxyz")


def certain_rules(data: bytes) -> Counter[str]:
    """The rules that a file cites beyond doubt, without letters, each with how often."""
    return Counter((one["sure"] or one["lettered"] or one["heading"]).decode() for one in _CERTAIN.finditer(data))


def uncertain_rules(data: bytes) -> frozenset[str]:
    """Numbers that are citations only where the tree cites their rules, without letters.

    The letter of some may be a unit or a literal's type; others have none and head a sentence.
    """
    return frozenset(
        data[one.start() - 3 : one.end()].rstrip(b"dfgklmsx").decode() for one in _UNCERTAIN.finditer(data)
    )


def tree_of(counts: Iterable[Counter[str]], *, said: bool | None = None) -> TreeContext:
    """What the files of a tree say together.

    Args:
        counts: Of each file its certain rules.
        said: Whether the configuration says that the tree cites the rules; None where it says nothing.
    """
    whole: Counter[str] = Counter()
    for one in counts:
        whole.update(one)
    cites = whole.total() >= _LEAST_CITATIONS and len(whole) >= _LEAST_RULES if said is None else said
    return TreeContext(cites, frozenset(whole) | {number[:3] for number in whole} if cites else frozenset())
