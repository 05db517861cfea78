"""The search for the tokens of a newer text in an older text, by their normal forms (`rules.change.normal_forms`).

A token of the newer text *continues* a token of the older text if the word was kept. Words stay in place, or move as a
*run* of several tokens. Example: `Paint a wall. Take a rest.` became `Take a rest. Paint a wall.` Then one of the two
sentences stayed in place, and the other is a run that moved.
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
_MOVED_CONTENT = 3
"""Minimum number of content words of a run of four tokens that moved (`_WordSearch._is_move`)."""
_FEW_MOVED_CONTENT = 2
"""Minimum number of content words of a run of five tokens that moved."""
_COSTLY = 100
"""Cost of the search for moved runs, as a multiple of the cost of a comparison in place. Because of this factor the
search is left out for texts of more than about 1,000 words."""
_MOST_PLACES = 50
"""Maximum number of places in the older text that are tried for the same three tokens; real texts have fewer."""
_OUTWEIGHED = 2
"""A block of small words is a coincidence if the changes on both sides of it are at least this many times its size."""

Age = Callable[[int], tuple[str, str]]
"""Takes the index of a token of the older text; returns edition and key of its origin, by which the oldest sorts
first."""


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

    def rank(self) -> tuple[int, tuple[str, str], int, int]:
        """Return a sort value by which the longest run comes first, and of equally long runs the oldest."""
        return -self.size, self.age, self.old, self.new


def sort_sources(sources: Sequence[NormalForms], new: NormalForms) -> list[int]:
    """Return the indices of the sources of a merge in the order in which the new text has their words.

    Each source has one place: the middle of its words in the new text. So a few words at another place do not matter.

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

    Each token of the older text is continued at most once.

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

    To *place* a token of the newer text is to decide which token of the older text it continues, and to *use* that old
    token. Tokens that certainly stayed are placed first, then those next to them, then runs that moved, and last the
    tokens between these.

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
        # For each token of the older text: whether it is not used yet. Tokens without a normal form are never used.
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

        A full stop at the beginning of such a block is not placed, except at the beginning of both texts.
        """
        for block in find_equal_blocks(self._old, self._new):
            if count_content_words(self._old[block.a : block.a + block.size]) < _ANCHOR:
                continue
            # A full stop at the beginning of a block belongs to the word before it, which is outside the block.
            is_at_start = block.a == block.b == 0
            skipped_count = 1 if self._old[block.a] in SENTENCE_ENDS and not is_at_start else 0
            self._place(block.a + skipped_count, block.b + skipped_count, block.size - skipped_count)

    def _place(self, old: int, new: int, size: int = 1) -> None:
        """Place a run of `size` tokens that begins at two indices, except tokens without a form and used ones."""
        for step in range(size):
            if self._new[new + step] and self._free[old + step]:
                self.old_indices[new + step] = old + step
                self._free[old + step] = False

    def _is_free_pair(self, old: int, new: int) -> bool:
        """Return whether the tokens at two indices exist, are equal, and are neither used nor placed."""
        if not (0 <= old < len(self._old) and 0 <= new < len(self._new)):
            return False
        return self._free[old] and self.old_indices[new] is None and self._old[old] == self._new[new]

    def _extend_to_next(self) -> None:
        """Extend the placed blocks to equal tokens right after them, which the blocks may have paired with others."""
        for index in range(len(self._new)):
            old_index = self.old_indices[index]
            if old_index is not None and self._is_free_pair(old_index + 1, index + 1):
                self._place(old_index + 1, index + 1)

    def _extend_to_previous(self) -> None:
        """Extend the placed blocks to equal tokens right before them, but not beyond the beginning of a sentence."""
        for index in reversed(range(len(self._new))):
            old_index = self.old_indices[index]
            if old_index is None or _begins_sentence(self._old, old_index):
                continue
            if self._is_free_pair(old_index - 1, index - 1):
                self._place(old_index - 1, index - 1)

    def _move_runs(self) -> None:
        """Place runs that moved, the best first, until there is none."""
        was_placed = True
        while was_placed:
            was_placed = self._move_best_run()

    def _move_best_run(self) -> bool:
        """Place the longest run that moved; of several equally long runs, the oldest.

        Returns:
            Whether there was a run.
        """
        best: _Run | None = None
        for run in self._list_runs():
            is_better = best is None or run.rank() < best.rank()
            if is_better and self._is_move(run):
                best = run
        if best is None:
            return False
        self._place(best.old, best.new, best.size)
        return True

    def _list_runs(self) -> Iterator[_Run]:
        """Yield the runs of equal tokens that are neither used nor placed."""
        index = grouped((triple, old) for old, triple in _list_triples(self._old) if self._may_begin_move(old))
        for new, triple in _list_triples(self._new):
            for old in index.get(triple, ())[:_MOST_PLACES]:
                size = 0
                while self._is_free_pair(old + size, new + size):
                    size += 1
                yield _Run(size, self._age(old), old, new)

    def _may_begin_move(self, old: int) -> bool:
        """Return whether a run that moved may begin at a token of the older text.

        The token and the two after it must be unused, and it must not be the full stop of the sentence before.
        """
        return all(self._free[old : old + _SHORTEST_MOVE]) and self._old[old] not in SENTENCE_ENDS

    def _is_move(self, run: _Run) -> bool:
        """Return whether a run is enough evidence of a move.

        Three content words in four tokens or more are enough, and so are two in five tokens or more. If a sentence
        begins at the run in both texts, three content words alone are enough, or a whole sentence with a content word.
        """
        if run.size < _SHORTEST_MOVE:
            return False
        forms = self._old[run.old : run.old + run.size]
        content_count = count_content_words(forms)
        if content_count >= _MOVED_CONTENT and run.size > _SHORTEST_MOVE:
            return True
        if content_count == _FEW_MOVED_CONTENT and run.size > _SHORTEST_MOVE + 1:
            return True
        begins_sentence = _begins_sentence(self._old, run.old) and _begins_sentence(self._new, run.new)
        if not begins_sentence:
            return False
        is_whole_sentence = content_count > 0 and forms[-1] in SENTENCE_ENDS
        return content_count >= _MOVED_CONTENT or is_whole_sentence

    def _list_unplaced(self) -> list[range]:
        """Return the runs of consecutive tokens of the newer text that are not placed so far, by their indices."""
        placed = [index for index, old_index in enumerate(self.old_indices) if old_index is not None]
        borders = pairwise([-1, *placed, len(self.old_indices)])
        return [range(before + 1, after) for before, after in borders if before + 1 < after]

    def _fill_between(self, unplaced: range) -> None:
        """Compare unplaced tokens with the unused tokens between the two that their neighbours continue.

        Nothing is compared if those two are in another order, because one of the neighbours moved. The beginning and
        the end of the text have the beginning and the end of the older text in place of a neighbour.

        Example: the older text is `a c X b`, the newer one `a X b`, and `a` and `b` are placed. Then the unplaced `X`
        is compared with `c X`.
        """
        start, end = unplaced.start, unplaced.stop
        old_before = self.old_indices[start - 1] if start else -1
        old_after = self.old_indices[end] if end < len(self._new) else len(self._old)
        if old_before is not None and old_after is not None and old_before < old_after:
            self._compare(range(old_before + 1, old_after), unplaced)

    def _fill_sentence(self, unplaced: range) -> None:
        """Compare unplaced tokens with the rest of the sentences that their two neighbours continue.

        The token before them continues an old token; the tokens after that old token are compared first, up to the end
        of their sentence. Then the same is done backwards from the token after the unplaced ones. At an end of the
        text, there is only one neighbour.

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
        """Return the unused tokens right after a token of the older text, up to the end of its sentence."""
        rest: list[int] = []
        for index in range(old + 1, len(self._old)):
            if not self._free[index] or self._old[index - 1] in SENTENCE_ENDS:
                break
            rest.append(index)
        return rest

    def _list_rest_before(self, old: int) -> list[int]:
        """Return the unused tokens right before a token of the older text, from the beginning of its sentence."""
        rest: list[int] = []
        for index in reversed(range(old)):
            if not self._free[index] or self._old[index] in SENTENCE_ENDS:
                break
            rest.append(index)
        return rest[::-1]

    def _compare(self, olds: Sequence[int], news: Sequence[int]) -> None:
        """Place the unused tokens that two stretches have in common.

        Args:
            olds: Indices of tokens of the older text.
            news: Indices of tokens of the newer text.
        """
        free_olds = [index for index in olds if self._free[index]]
        free_news = [index for index in news if self.old_indices[index] is None]
        old_forms = [self._old[index] for index in free_olds]
        new_forms = [self._new[index] for index in free_news]
        for block in _drop_small_words(find_equal_blocks(old_forms, new_forms), old_forms, new_forms):
            for step in range(block.size):
                self._place(free_olds[block.a + step], free_news[block.b + step])


def _begins_sentence(forms: NormalForms, index: int) -> bool:
    """Return whether a sentence begins at a token."""
    return index == 0 or forms[index - 1] in SENTENCE_ENDS


def _drop_small_words(blocks: Sequence[MatchingBlock], old: NormalForms, new: NormalForms) -> Iterator[MatchingBlock]:
    """Yield the blocks, except those of small words between two larger changes, which are equal by chance.

    Example: of `steer two of three boats` and `paint ten of nine sails`, the block `of` is left out, because two tokens
    changed on either side of it.
    """
    before = MatchingBlock(0, 0, 0)
    end_of_texts = MatchingBlock(len(old), len(new), 0)
    for block, after in pairwise((*blocks, end_of_texts)):
        has_content = count_content_words(old[block.a : block.a + block.size]) > 0
        smaller_change = min(gap_between(before, block).size, gap_between(block, after).size)
        if has_content or smaller_change < _OUTWEIGHED * block.size:
            yield block
            before = block
