"""The search for the tokens of a newer text in an older text, by their normal forms (`rules.change.normal_forms`).

A token of the newer text *continues* a token of the older text if the word was kept. Words stay in place, or move as a
*run* of several tokens. Example: `Paint a wall. Take a rest.` became `Take a rest. Paint a wall.` Then one of the two
sentences stayed in place, and the other is a run that moved.

Tokens are given by their indices. A full stop, comma or bracket is a token too: the example has eight. *Content words*
are tokens that are neither such marks nor small words like `a` and `of`.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from rapidfuzz.distance import MatchingBlock

from rules.change.blocks import SENTENCE_ENDS, can_compare_in_full, find_equal_blocks, gap_between
from rules.change.normal_forms import NormalForms, count_content_words
from rules.grouping import grouped

_SHORTEST_MOVE = 3
"""Minimum number of tokens of a run that moved, such as two words and a full stop."""
_ANCHOR = 2
"""Minimum number of content words of a block of equal tokens that certainly stayed in place."""
_ENOUGH_CONTENT = 3
"""Number of content words from which on more of them are no better evidence of a move."""
_LEAST_SIZES = {2: 5, _ENOUGH_CONTENT: 4}
"""Number of content words of a run → minimum number of its tokens for it to be a run that moved. At the beginning of a
sentence, shorter runs are enough (`_WordSearch._is_move`)."""
_COSTLY = 100
"""Cost of the search for moved runs, as a multiple of the cost of a comparison in place. With this factor the search is
too costly for texts of more than about 1,000 words (`can_compare_in_full`), and is left out."""
_MOST_PLACES = 50
"""Maximum number of places in the older text that are tried for the same three tokens; real texts have fewer."""
_OUTWEIGHED = 2
"""A block of equal small words is a coincidence if the change before it and the change after it are both at least this
many times as long as the block."""

Age = Callable[[int], tuple[str, str]]
"""Takes the index of a token of the older text; returns the edition and the key of the record in which its word first
stood, such as `("2003-07-01", "502.30a")`. The oldest sorts first."""


class _Run(NamedTuple):
    """A run of equal tokens that may have moved.

    Attributes:
        size: Number of tokens.
        age: Age of its first token; see `Age`.
        old: Index of its first token in the older text.
        new: Index of its first token in the newer text.
    """

    size: int
    age: tuple[str, str]
    old: int
    new: int

    def sort_value(self) -> tuple[int, tuple[str, str], int, int]:
        """Return a value by which the longest run sorts first, and of equally long runs the oldest."""
        return -self.size, self.age, self.old, self.new


def sort_sources(sources: Sequence[NormalForms], new: NormalForms) -> list[int]:
    """Return the indices of the sources of a merge in the order in which the new text has their words.

    Example: the new text has most words of source 1, then those of source 0 → `[1, 0]`. The middle of a source's words
    in the new text decides, so that a few words elsewhere do not matter.

    Args:
        sources: The normal forms of each older text.
        new: The normal forms of the newer text. A source comes last if the newer text has no three of its tokens in a
            row.
    """
    triples = _list_triples(new)
    index_of = {triple: index for index, triple in reversed(triples)}  # of equal triples, the first one is kept

    def find_middle(source: int) -> int:
        """Return the median index at which the new text has three tokens of a source."""
        indices = sorted(index_of[triple] for _, triple in _list_triples(sources[source]) if triple in index_of)
        return indices[len(indices) // 2] if indices else len(new)

    return sorted(range(len(sources)), key=find_middle)


def _list_triples(forms: NormalForms) -> list[tuple[int, tuple[str, ...]]]:
    """Return each run of three tokens with the index of its first token: `a b c d` → (0, `a b c`), (1, `b c d`)."""
    return [(index, tuple(forms[index : index + _SHORTEST_MOVE])) for index in range(len(forms) - _SHORTEST_MOVE + 1)]


def find_old_indices(old: NormalForms, new: NormalForms, age: Age) -> list[int | None]:
    """Return, for each token of a newer text, the index of the token in an older text that it continues, or None.

    Each token of the older text is continued at most once. Example: for the older text `paint a wall .` and the newer
    one `paint the old wall .` the result is `[0, None, None, 2, 3]`.

    Args:
        old: Normal forms of the older text.
        new: Normal forms of the newer text.
        age: Returns the age of a token of the older text. If the newer text has a run that the older text has twice, it
            continues the older run.
    """
    search = _WordSearch(old, new, age)
    search.run()
    return search.old_indices


class _WordSearch:
    """The comparison of two texts. Make an object for each comparison, and call `run` once.

    To *place* a token of the newer text is to decide which token of the older text it continues. That old token is then
    *used*, and before it is *free*. Tokens that certainly stayed are placed first, then those next to them, then runs
    that moved, and last the tokens between these.

    Args:
        old: Normal forms of the older text.
        new: Normal forms of the newer text.
        age: Returns the age of a token of the older text.

    Attributes:
        old_indices: For each token of the newer text, the index of the old token that it continues; None if it is not
            placed.
    """

    def __init__(self, old: NormalForms, new: NormalForms, age: Age) -> None:
        self._old = old
        self._new = new
        self._age = age
        self.old_indices: list[int | None] = [None] * len(new)
        # For each token of the older text: whether it is free. Tokens without a normal form, such as `™`, never are.
        self._free = [bool(form) for form in old]

    def run(self) -> None:
        """Place the tokens of the newer text, the most certain ones first.

        The search for runs that moved is left out for long texts (`_COSTLY`).
        """
        self._place_anchors()
        self._extend_to_next()
        self._extend_to_previous()
        if can_compare_in_full(_COSTLY * len(self._old), len(self._new)):
            self._move_runs()
        for unplaced in self._list_unplaced():
            self._fill_between(unplaced)
        for unplaced in self._list_unplaced():
            self._fill_sentence(unplaced)

    def _place_anchors(self) -> None:
        """Place the blocks of equal tokens that have at least `_ANCHOR` content words, which is enough to be certain.

        Example: for `Paint a wall . Take a rest .` and `Take a rest . Paint a wall .` the only block is one of the
        sentences, such as `Take a rest .`, which has the content words `Take` and `rest`.
        """
        for block in find_equal_blocks(self._old, self._new):
            if count_content_words(self._old[block.a : block.a + block.size]) >= _ANCHOR:
                anchor = self._drop_leading_stop(block)
                self._place(anchor.a, anchor.b, anchor.size)

    def _drop_leading_stop(self, block: MatchingBlock) -> MatchingBlock:
        """Return a block without a full stop at its beginning, which belongs to the word before the block.

        Example: the block `. Take a rest` becomes `Take a rest`. At the beginning of both texts, no word is before it,
        and the block stays as it is.
        """
        is_at_start = block.a == block.b == 0
        if is_at_start or self._old[block.a] not in SENTENCE_ENDS:
            return block
        return MatchingBlock(block.a + 1, block.b + 1, block.size - 1)

    def _place(self, old: int, new: int, size: int = 1) -> None:
        """Place the tokens of the newer text from index `new` on: they continue those of the older text from `old` on.

        Tokens without a normal form, and those for which the old token is used already, are not placed.

        Args:
            old: Index of the first token in the older text.
            new: Index of the first token in the newer text.
            size: Number of tokens.
        """
        for step in range(size):
            if self._new[new + step] and self._free[old + step]:
                self.old_indices[new + step] = old + step
                self._free[old + step] = False

    def _is_free_pair(self, old: int, new: int) -> bool:
        """Return whether two tokens exist, are equal, and the old one is free and the new one not placed yet."""
        if not (0 <= old < len(self._old) and 0 <= new < len(self._new)):
            return False
        return self._free[old] and self.old_indices[new] is None and self._old[old] == self._new[new]

    def _extend_to_next(self) -> None:
        """Extend the placed blocks to the equal tokens right after them.

        Example: the older text is `boats wait boats`, the newer one `here boats wait boats boats`. The blocks of equal
        tokens are `boats wait` and `boats`, of which the second one has the last token of the newer text. Only the
        first one is certain and placed. Now the token after it is placed too, since both texts have `boats` there.
        """
        for index in range(len(self._new)):
            old_index = self.old_indices[index]
            if old_index is not None and self._is_free_pair(old_index + 1, index + 1):
                self._place(old_index + 1, index + 1)

    def _extend_to_previous(self) -> None:
        """Extend the placed blocks to the equal tokens right before them, up to the beginning of a sentence."""
        for index in reversed(range(len(self._new))):
            old_index = self.old_indices[index]
            if old_index is None or _begins_sentence(self._old, old_index):
                continue
            if self._is_free_pair(old_index - 1, index - 1):
                self._place(old_index - 1, index - 1)

    def _move_runs(self) -> None:
        """Place runs that moved, the best first, until there is none."""
        run = self._find_best_move()
        while run is not None:
            self._place(run.old, run.new, run.size)
            run = self._find_best_move()

    def _find_best_move(self) -> _Run | None:
        """Return the longest run that moved, of several equally long runs the oldest; None if there is none."""
        best: _Run | None = None
        for run in self._list_runs():
            is_better = best is None or run.sort_value() < best.sort_value()
            if is_better and self._is_move(run):
                best = run
        return best

    def _list_runs(self) -> Iterator[_Run]:
        """Yield the runs of equal tokens of which the old ones are free and the new ones not placed yet.

        They are found by their first three tokens, of which the older text is searched once.
        """
        olds_of = grouped((triple, old) for old, triple in _list_triples(self._old) if self._may_begin_move(old))
        for new, triple in _list_triples(self._new):
            for old in olds_of.get(triple, ())[:_MOST_PLACES]:
                size = 0
                while self._is_free_pair(old + size, new + size):
                    size += 1
                yield _Run(size, self._age(old), old, new)

    def _may_begin_move(self, old: int) -> bool:
        """Return whether a run that moved may begin at a token of the older text.

        The token and the two after it must be free, and it must not be the full stop of the sentence before.
        """
        return all(self._free[old : old + _SHORTEST_MOVE]) and self._old[old] not in SENTENCE_ENDS

    def _is_move(self, run: _Run) -> bool:
        """Return whether a run of equal tokens is enough evidence of a move.

        - Anywhere: three content words in four tokens or more (`pay two copper coins`), or two content words in five
          tokens or more (`at the edge of town`).
        - If a sentence begins with the run in both texts: three content words (`Boats pay tolls`), or a whole sentence
          with a content word (`Take it .`).
        - Fewer than three tokens never are.
        """
        if run.size < _SHORTEST_MOVE:
            return False
        forms = self._old[run.old : run.old + run.size]
        content_count = min(count_content_words(forms), _ENOUGH_CONTENT)
        least_size = _LEAST_SIZES.get(content_count)
        if least_size is not None and run.size >= least_size:
            return True
        begins_sentence = _begins_sentence(self._old, run.old) and _begins_sentence(self._new, run.new)
        is_whole_sentence = content_count > 0 and forms[-1] in SENTENCE_ENDS
        return begins_sentence and (content_count == _ENOUGH_CONTENT or is_whole_sentence)

    def _list_unplaced(self) -> list[range]:
        """Return the ranges of indices of the newer text whose tokens are not placed so far.

        Example: of five tokens, those at 0 and 3 are placed → `range(1, 3)` and `range(4, 5)`.
        """
        placed = [index for index, old_index in enumerate(self.old_indices) if old_index is not None]
        borders = pairwise([-1, *placed, len(self.old_indices)])
        return [range(before + 1, after) for before, after in borders if before + 1 < after]

    def _fill_between(self, unplaced: range) -> None:
        """Compare unplaced tokens with the free tokens between the two old tokens that their neighbours continue.

        Example: the older text is `a c X b`, the newer one `a X b`, and `a` and `b` are placed. Then the unplaced `X`
        is compared with `c X`.

        If the first or last token of the newer text is unplaced, it is compared up to the beginning or the end of the
        older text. Nothing is compared if the old tokens are in the reverse order, because a neighbour moved.
        """
        start, end = unplaced.start, unplaced.stop
        old_before = self.old_indices[start - 1] if start else -1
        old_after = self.old_indices[end] if end < len(self._new) else len(self._old)
        if old_before is not None and old_after is not None and old_before < old_after:
            self._compare(range(old_before + 1, old_after), unplaced)

    def _fill_sentence(self, unplaced: range) -> None:
        """Compare unplaced tokens with the rest of the two old sentences that their neighbours continue.

        The neighbour before them continues an old token, and the rest is what follows that old token in its sentence.
        The neighbour after them continues another one, and the rest is what precedes it in its sentence. At the
        beginning or end of the newer text, there is only one neighbour.

        Example: the older text is `b. a X.`, the newer one `a X. b`, and `a` and `b` are placed. Then the unplaced `X.`
        are compared with the rest of the sentence after the old `a`, which is `X.`.
        """
        start, end = unplaced.start, unplaced.stop
        before = self.old_indices[start - 1] if start else None
        if before is not None:
            self._compare(self._list_rest_after(before), unplaced)
        after = self.old_indices[end] if end < len(self._new) else None
        if after is not None:
            self._compare(self._list_rest_before(after), unplaced)

    def _list_rest_after(self, old: int) -> list[int]:
        """Return the free tokens right after a token of the older text, up to the end of its sentence.

        Example: for the first token of `a X . b` they are those of `X .`, the indices 1 and 2.
        """
        rest: list[int] = []
        for index in range(old + 1, len(self._old)):
            if not self._free[index] or self._old[index - 1] in SENTENCE_ENDS:
                break
            rest.append(index)
        return rest

    def _list_rest_before(self, old: int) -> list[int]:
        """Return the free tokens right before a token of the older text, from the beginning of its sentence on.

        Example: for the last token of `b . X a` they are those of `X`, the index 2.
        """
        rest: list[int] = []
        for index in reversed(range(old)):
            if not self._free[index] or self._old[index] in SENTENCE_ENDS:
                break
            rest.append(index)
        return rest[::-1]

    def _compare(self, olds: Sequence[int], news: Sequence[int]) -> None:
        """Place those of some tokens that are equal to some old tokens in the same order.

        Args:
            olds: Indices of tokens of the older text; those that are used are left out.
            news: Indices of tokens of the newer text; those that are placed are left out.
        """
        free_olds = [index for index in olds if self._free[index]]
        free_news = [index for index in news if self.old_indices[index] is None]
        old_forms = [self._old[index] for index in free_olds]
        new_forms = [self._new[index] for index in free_news]
        for block in _drop_small_words(find_equal_blocks(old_forms, new_forms), old_forms, new_forms):
            for step in range(block.size):
                self._place(free_olds[block.a + step], free_news[block.b + step])


def _begins_sentence(forms: NormalForms, index: int) -> bool:
    """Return whether a sentence begins at a token: at the first one of a text, or after a full stop."""
    return index == 0 or forms[index - 1] in SENTENCE_ENDS


def _drop_small_words(blocks: Sequence[MatchingBlock], old: NormalForms, new: NormalForms) -> Iterator[MatchingBlock]:
    """Yield the blocks, except those of small words between two larger changes, which are equal by chance.

    Example: of `steer two of three boats` and `paint ten of nine sails`, the block `of` is left out: two tokens changed
    before it and two after it, and both are twice as many as the one token of the block. The length of a change is that
    of its longer side, if it deleted more tokens than it inserted or the reverse.

    Args:
        blocks: Blocks of equal tokens, in order.
        old: The older text.
        new: The newer text.
    """
    before = MatchingBlock(0, 0, 0)
    end_of_texts = MatchingBlock(len(old), len(new), 0)
    for block, after in pairwise((*blocks, end_of_texts)):
        has_content = count_content_words(old[block.a : block.a + block.size]) > 0
        smaller_change = min(gap_between(before, block).longer_side, gap_between(block, after).longer_side)
        if has_content or smaller_change < _OUTWEIGHED * block.size:
            yield block
            before = block
