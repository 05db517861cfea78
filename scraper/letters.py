"""The characters of texts, counted by kind.

The texts of an edition have some 700,000 characters, and looking at each of them in Python is slow. So each is mapped
to a letter for its kind, and the kinds are counted by the methods of `bytes`.
"""

import re
from collections import Counter
from collections.abc import Iterable, Sequence

from msgspec import Struct
from msgspec.structs import astuple

CAPITAL = "A"
LETTER = "a"
DIGIT = "0"
SPACE = " "
OTHER = "."

FIRST_FOREIGN = "\u0100"
"""First character beyond Latin-1."""
_FOREIGN = re.compile(f"[{FIRST_FOREIGN}-\U0010ffff]")


def _find_kind(char: str) -> str:
    """Return the kind of a character."""
    if char.isalpha():
        if char.isupper():
            return CAPITAL
        return LETTER
    if char.isdigit():
        return DIGIT
    if char.isspace():
        return SPACE
    return OTHER


def _make_table(kinds: dict[str, str]) -> bytes:
    """Return the table for `bytes.translate` from Latin-1 to kinds, where `kinds` replaces one kind by another."""
    found = (_find_kind(chr(code)) for code in range(256))
    return "".join(kinds.get(kind, kind) for kind in found).encode("ascii")


_KINDS = _make_table({})
_WORDS_ONLY = _make_table({CAPITAL: LETTER, DIGIT: SPACE, OTHER: SPACE})


class CharacterCounts(Struct, frozen=True):
    """How many characters of each kind some texts have.

    Attributes:
        characters: All characters.
        letters: Letters of any alphabet.
        capitals: Capital letters.
        foreign: Letters beyond Latin-1.
        digits: Digits.
        spaces: White space, line breaks included.
        words: Runs of letters.
    """

    characters: int
    letters: int
    capitals: int
    foreign: int
    digits: int
    spaces: int
    words: int


def count_characters(texts: Sequence[str]) -> CharacterCounts:
    """Count the characters of texts by kind; no word goes on from one text into the next."""
    joined = SPACE.join(texts)
    separators = max(0, len(texts) - 1)
    foreign = Counter(_FOREIGN.findall(joined))
    stand_ins = {char: _find_kind(char) for char in foreign}
    latin = _FOREIGN.sub(lambda match: stand_ins[match[0]], joined).encode("latin-1")
    kinds = latin.translate(_KINDS)
    capitals = kinds.count(CAPITAL.encode())
    return CharacterCounts(
        characters=len(joined) - separators,
        letters=capitals + kinds.count(LETTER.encode()),
        capitals=capitals,
        foreign=sum(count for char, count in foreign.items() if char.isalpha()),
        digits=kinds.count(DIGIT.encode()),
        spaces=kinds.count(SPACE.encode()) - separators,
        words=len(latin.translate(_WORDS_ONLY).split()),
    )


def add_counts(counts: Iterable[CharacterCounts]) -> CharacterCounts:
    """Return the sums of the counts of several texts."""
    sums = [sum(numbers) for numbers in zip(*map(astuple, counts), strict=True)]
    if not sums:
        return count_characters([])
    return CharacterCounts(*sums)
