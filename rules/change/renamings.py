"""The terms that were renamed between two editions, as explanation of a change.

Renamed terms explain a change only if the tokens differ in nothing but renamings, the articles before them, and the
numbers of rules that were renumbered. With the renaming `local enchantment` → `aura`, the change of `a local
enchantment (see rule 502.30)` to `an aura (see rule 702.37)` is explained if 702.37 is the former 502.30. Each renaming
may apply to any of its occurrences, because a term is seldom renamed in all its senses.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import NamedTuple

from rules.change.compared_tokens import Token, tokens_of
from rules.grouping import grouped

Words = tuple[str, ...]
SameRule = Callable[[str, str], bool]
"""Returns whether a number of the older edition and a number of the newer edition name the same rule."""

_ARTICLES = {"a": "an", "an": "a"}
"""Article → the article that may replace it before a renamed term."""
_MOST_STATES = 20_000
"""Maximum number of states that are tried for one passage; the longest rule needs some 2,000."""


class _State(NamedTuple):
    """How far two texts are explained, from their first token on.

    Attributes:
        old: Number of explained tokens of the old text.
        new: Number of explained tokens of the new text.
        needs_renaming: Whether a renamed term must follow, because the last explained token is an article that changed.
    """

    old: int
    new: int
    needs_renaming: bool


class Renamings:
    """An index of the terms renamed between two editions. Make it once for a pair of editions.

    It adds the plurals and possessives of each term: with `local enchantment` → `aura`, `local enchantments` → `auras`
    is a renaming as well. Other inflections need pairs of their own.

    Args:
        pairs: Old words and new words, folded.
    """

    def __init__(self, pairs: Iterable[tuple[str, str]] = ()) -> None:
        inflected = set(chain.from_iterable(_inflect_renaming(*pair) for pair in pairs))
        longest_first = sorted(inflected, key=_rank_renaming)
        # First old word of a term → old words and new words.
        self._by_first: Mapping[Token, Sequence[tuple[Words, Words]]] = grouped(
            (old[0], (old, new)) for old, new in longest_first if old and old != new
        )

    def __bool__(self) -> bool:
        return bool(self._by_first)

    def find_ends(
        self, old: Sequence[Token], old_start: int, new: Sequence[Token], new_start: int
    ) -> Iterator[tuple[int, int]]:
        """Yield the indices after the old and the new words of each renaming made here, the longest renaming first.

        Example: with the renaming `low tide` → `ebb`, the tokens `at low tide` and `at ebb` give (3, 2) for the starts
        1 and 1.

        Args:
            old: The tokens of the older text.
            old_start: Index at which the old words must begin.
            new: The tokens of the newer text.
            new_start: Index at which the new words must begin.
        """
        for old_words, new_words in self._by_first.get(old[old_start], ()):
            old_end, new_end = old_start + len(old_words), new_start + len(new_words)
            if tuple(old[old_start:old_end]) == old_words and tuple(new[new_start:new_end]) == new_words:
                yield old_end, new_end


def _rank_renaming(renaming: tuple[Words, Words]) -> tuple[int, int, Words, Words]:
    """Return a sort value by which the renaming with the most old words comes first, then the one with the most new."""
    old, new = renaming
    return -len(old), -len(new), old, new


NO_RENAMINGS = Renamings()


def explains(renamed: Renamings, old: Sequence[Token], new: Sequence[Token], same_rule: SameRule) -> bool:
    """Return whether two texts differ only in renamed terms, their articles, and new numbers of the same rules.

    False also if there are more than `_MOST_STATES` ways in which the texts could be explained and none was found yet.

    Args:
        renamed: The renamings.
        old: The tokens of the older text.
        new: The tokens of the newer text.
        same_rule: Returns whether two numbers name the same rule.
    """
    # At each place a term may be renamed or not, so all ways are tried until one explains both texts to their ends.
    start = _State(0, 0, needs_renaming=False)
    end = _State(len(old), len(new), needs_renaming=False)
    waiting = [start]
    seen = {start}
    while waiting and len(seen) < _MOST_STATES:
        state = waiting.pop()
        if state == end:
            return True
        for following in _list_steps(renamed, old, new, state, same_rule):
            if following not in seen:
                seen.add(following)
                waiting.append(following)
    return False


def _list_steps(
    renamed: Renamings, old: Sequence[Token], new: Sequence[Token], state: _State, same_rule: SameRule
) -> Iterator[_State]:
    """Yield the states that follow a state.

    - Each renaming that both texts have at this place leads to a state after its words.
    - A token that is the same in both texts leads to the state after it, and so does an article that may have changed
      because a renamed term follows (`a` → `an`). After such an article only a renaming may follow.

    The other arguments are those of `explains`.
    """
    if state.old == len(old):
        return
    for old_end, new_end in renamed.find_ends(old, state.old, new, state.new):
        yield _State(old_end, new_end, needs_renaming=False)
    if state.needs_renaming or state.new == len(new):
        return
    old_token, new_token = old[state.old], new[state.new]
    if is_same_token(old_token, new_token, same_rule):
        yield _State(state.old + 1, state.new + 1, needs_renaming=False)
    elif isinstance(old_token, str) and _ARTICLES.get(old_token) == new_token:
        yield _State(state.old + 1, state.new + 1, needs_renaming=True)


def is_same_token(old: Token, new: Token, same_rule: SameRule) -> bool:
    """Return whether two tokens are the same word, or numbers with the same meaning.

    Numbers have the same meaning if they name the same rule. So do numbers that are printed alike, if at least one of
    them may be a count, such as the 100 of `100 cards`. The two ends of a range are both compared.
    """
    if isinstance(old, str) or isinstance(new, str):
        return old == new
    is_printed_alike = old.first == new.first and old.last == new.last
    if is_printed_alike and not (old.certain and new.certain):
        return True  # it may be a count, such as 100 cards, which means the same in both editions
    return same_rule(old.first, new.first) and same_rule(old.last, new.last)


def _inflect_renaming(old: str, new: str) -> Iterator[tuple[Words, Words]]:
    """Yield the words of a renaming, then those of its possessive and its plural.

    `aura` → `enchantment` gives `("aura",)` → `("enchantment",)`, `("aura's",)` → `("enchantment's",)` and `("auras",)`
    → `("enchantments",)`.
    """
    old_words, new_words = _words_of(old), _words_of(new)
    yield old_words, new_words
    if old_words and new_words and old_words[-1].isalpha() and new_words[-1].isalpha():
        # The apostrophe of `auras' controllers` is punctuation, so it needs no case here.
        for inflect in (_make_possessive, _pluralize):
            yield (*old_words[:-1], inflect(old_words[-1])), (*new_words[:-1], inflect(new_words[-1]))


def _words_of(side: str) -> Words:
    return tuple(token for token in tokens_of(side) if isinstance(token, str))


def _make_possessive(word: str) -> str:
    return f"{word}'s"


def _pluralize(word: str) -> str:
    if word.endswith("y") and not word.endswith(("ay", "ey", "oy", "uy")):
        return f"{word[:-1]}ies"
    return f"{word}es" if word.endswith(("s", "x", "ch", "sh")) else f"{word}s"
