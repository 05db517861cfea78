"""Change classes: how much the words of a rule changed.

Guarantees: the class is the slightest that explains the whole change of heading, text, examples and notes together;
`classify` of equal passages is `unchanged`; in a class slighter than `wording`, the passages are equal except for the
differences that the class allows.

Decided here: a passage whose heading became the first words of its text (or the reverse) has the same words. Examples
that only changed their order are `typographic`, added or lost ones `wording`. If a printed number stayed the same but
now means another rule, the change is `wording` if anything besides typography changed; a rule with identical words is
`unchanged` whatever its references mean now. Typography that two documents print differently throughout is due to their
copies, and no change of any passage. Passages of more than `LONGEST_PASSAGE` characters are compared only as a whole:
any change beyond typography is `wording`.

Renamed terms explain a change only if the tokens differ in nothing but renamings and the numbers and articles that
follow from them. Each renaming may apply to any of its occurrences, because a term is seldom renamed in all its senses.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain, repeat
from typing import NamedTuple

from rules.change.compared_tokens import CitedNumbers, folded_both, tokens_of
from rules.change.passages import Passage
from rules.grouping import grouped
from rules.links import CLASSES, ChangeClass
from rules.text import fold
from rules.text_sizes import LONGEST_PASSAGE

Token = str | CitedNumbers
Words = tuple[str, ...]
SameRule = Callable[[str, str], bool]
"""Returns whether a number of the older edition and a number of the newer edition name the same rule."""

_UNCHANGED, _TYPOGRAPHIC, _REFERENCE, _TERMINOLOGY, _WORDING = range(5)
"""The change classes as indices into `CLASSES`, called levels here: a graver class has a higher level."""
_ARTICLES = {"a": "an", "an": "a"}
"""Article → the article that may replace it before a renamed term."""
_FIRST_WORDS = 4
"""Number of words at the beginning of a part by which the part is found in the whole rule."""
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
        longest_first = sorted(inflected, key=lambda pair: (-len(pair[0]), -len(pair[1]), pair))
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


NO_RENAMINGS = Renamings()


def explains(renamed: Renamings, old: Sequence[Token], new: Sequence[Token], same_rule: SameRule) -> bool:
    """Return whether two texts differ only in renamed terms, their articles, and new numbers of the same rules.

    Args:
        renamed: The renamings.
        old: The tokens of the older text.
        new: The tokens of the newer text.
        same_rule: Returns whether two numbers name the same rule.
    """
    # At each place a term may be renamed or not, so all ways are tried until one explains both texts to their ends.
    start, end = _State(0, 0, needs_renaming=False), _State(len(old), len(new), needs_renaming=False)
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
    """Yield the states that follow a state, by one more explained token or one more renaming.

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
    """Return whether two tokens are the same word, or two numbers that name the same rule."""
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
            (`rules.typography`). Passages that are the same without it are `unchanged`.
    """
    if len(old) == len(new) == 1:
        level = _level_of_one(old[0], new[0], same_rule, renamed)
        if level == _TYPOGRAPHIC and make_plain and old[0].map(make_plain) == new[0].map(make_plain):
            level = _UNCHANGED
        return CLASSES[level]
    level = _level_of_one(_join_passages(old), _join_passages(new), same_rule, renamed)
    is_one_side_single = len(old) == 1 or len(new) == 1
    if level == _WORDING and is_one_side_single:
        # The order of the parts may be the only difference.
        ordered_old = _in_order_of(old, new[0]) if len(old) > 1 else old
        ordered_new = _in_order_of(new, old[0]) if len(new) > 1 else new
        level = _level_of_one(_join_passages(ordered_old), _join_passages(ordered_new), same_rule, renamed)
    return CLASSES[level]


def _join_passages(passages: Sequence[Passage]) -> Passage:
    """Return several passages as one, with a space where one ends and the next begins."""
    words = " ".join(passage.body for passage in passages).split()
    return Passage(
        None,
        " ".join(words),
        tuple(chain.from_iterable(passage.examples for passage in passages)),
        tuple(chain.from_iterable(passage.notes for passage in passages)),
    )


def _in_order_of(pieces: Sequence[Passage], whole: Passage) -> list[Passage]:
    """Return the parts of a rule in the order in which the whole rule has their first words.

    Args:
        pieces: The passages of the parts.
        whole: The passage of the whole rule. Parts whose first words it lacks come last.
    """
    text = fold(whole.body)

    def find_start(piece: Passage) -> int:
        start = text.find(" ".join(fold(piece.body).split()[:_FIRST_WORDS]))
        return start if start >= 0 else len(text)

    return sorted(pieces, key=find_start)


def _level_of_one(old: Passage, new: Passage, same_rule: SameRule, renamed: Renamings) -> int:
    """Return the level of the change from one passage to another."""
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
    """Return the level of the change from one text to another."""
    if old == new:
        return _UNCHANGED
    old, new = folded_both(old, new)
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


def _are_same_tokens(old: Sequence[Token], new: Sequence[Token], same_rule: SameRule) -> bool:
    if len(old) != len(new):
        return False
    return all(map(is_same_token, old, new, repeat(same_rule)))
