"""Chance blocks: small blocks of equal tokens, such as a `the`, that two changed passages have in common by chance.

If `steer two of three boats` became `paint ten of nine sails`, the block `of` is equal by chance, and the sentence
reads better as one change. A *gap* is the change before or after a block (`rules.change.blocks`); its size is the
number of tokens on its longer side.
"""

from itertools import pairwise

from rapidfuzz.distance import MatchingBlock

from rules.change.blocks import SENTENCE_ENDS, Gap, gap_between
from rules.tokens import Tokens, is_word
from rules.word_lists import LIGHT

_MOST_WORDS = 3
"""Maximum number of words of a block that may be equal by chance."""
_MOST_TOKENS = 2 * _MOST_WORDS
"""Maximum number of tokens of such a block, marks included."""
_CHANGED_PER_WORD = 2
"""Minimum number of changed tokens around a chance block for each word of the block, in addition to
`_CHANGED_BESIDES`."""
_CHANGED_BESIDES = 2
"""Minimum number of changed tokens around a chance block, in addition to those for its words."""
_CHANGED_AROUND_MARKS = 2
"""Minimum number of tokens of each of the two changes around a chance block without a word."""
_LETTERS = 5
"""Number of letters of an average token, which is the weight of a changed token."""
_CONTENT_FACTOR = 2
"""How many times the weight of a small word a content word of the same length has."""


def drop_chance_blocks(blocks: list[MatchingBlock], old_tokens: Tokens, new_tokens: Tokens) -> list[MatchingBlock]:
    """Return the blocks without the chance blocks, so that the changes around each of these become one change.

    Args:
        blocks: The blocks of equal tokens, in order.
        old_tokens: The tokens of the older text.
        new_tokens: The tokens of the newer text.
    """
    kept_blocks: list[MatchingBlock] = []
    end_of_texts = MatchingBlock(len(old_tokens.strings), len(new_tokens.strings), 0)
    for block, after in pairwise((*blocks, end_of_texts)):
        kept_blocks.append(block)
        # Dropping a block enlarges the change before it, which may now outweigh the block before that one too.
        while kept_blocks:
            before = kept_blocks[-2] if len(kept_blocks) > 1 else MatchingBlock(0, 0, 0)
            if not _is_chance(before, kept_blocks[-1], after, old_tokens):
                break
            kept_blocks.pop()
    return kept_blocks


def _is_chance(before: MatchingBlock, block: MatchingBlock, after: MatchingBlock, old_tokens: Tokens) -> bool:
    """Return whether a block is equal by chance, because it is less visible than the changes before and after it.

    All of these conditions must hold:

    - It has at most `_MOST_TOKENS` tokens, and at most `_MOST_WORDS` of them are words.
    - Enough tokens changed on both sides of it (`_is_enough_changed`).
    - It does not separate two sentences each of which was replaced by a sentence.
    - Its weight is at most that of the smaller change. A mark weighs 1, a small word the number of its letters, a
      content word twice that number, and a changed token the number of letters of an average token.

    Args:
        before: The block before it.
        block: The block.
        after: The block after it.
        old_tokens: The tokens of the older text.
    """
    if block.size > _MOST_TOKENS:
        return False
    left, right = gap_between(before, block), gap_between(block, after)
    block_tokens = old_tokens.strings[block.a : block.a + block.size]
    words = [token for token in block_tokens if is_word(token)]
    if len(words) > _MOST_WORDS or not _is_enough_changed(left, right, len(words)):
        return False
    are_both_replaced = left.is_replacement and right.is_replacement
    if are_both_replaced and any(token in SENTENCE_ENDS for token in block_tokens):
        return False  # the block separates two sentences, each of which was replaced by a sentence
    mark_count = len(block_tokens) - len(words)
    block_weight = sum(map(_weigh_word, words)) + mark_count
    change_weight = _LETTERS * min(left.longer_side, right.longer_side)
    return block_weight <= change_weight


def _is_enough_changed(left: Gap, right: Gap, word_count: int) -> bool:
    """Return whether the changes on both sides of a block have enough tokens for the block to be equal by chance.

    There must be a change on both sides, and together they must have a number of tokens that grows with the words of
    the block. For a block of marks, each change must have `_CHANGED_AROUND_MARKS` tokens.

    Args:
        left: The change before the block.
        right: The change after it.
        word_count: The number of words of the block.
    """
    smaller = min(left.longer_side, right.longer_side)
    if smaller == 0:  # no change on one side
        return False
    if word_count == 0 and smaller < _CHANGED_AROUND_MARKS:
        return False
    least_changed = _CHANGED_PER_WORD * max(word_count, 1) + _CHANGED_BESIDES
    return left.longer_side + right.longer_side >= least_changed


def _weigh_word(word: str) -> int:
    """Return how visible a word is: its number of letters, times `_CONTENT_FACTOR` if it is no small word."""
    return len(word) if word.lower() in LIGHT else _CONTENT_FACTOR * len(word)
