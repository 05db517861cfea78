"""How plausible the non-ASCII characters are in English rules text: the evidence that distinguishes encodings.

History: eight-bit codecs decode nearly every byte, so a wrong one shows only in the result: an apostrophe becomes an
accented letter inside a word, a quotation mark a capital at the end of a word. Names with accents occur only in a few
examples, typographic marks on every line.

Guarantees: the weight depends only on neighbouring characters and a short list of names, never on the frequency of a
codec; the same text always has the same weight.
"""

from __future__ import annotations

import re
from collections import Counter
from itertools import islice

from msgspec import Struct

from scraper.losses import INVISIBLE

_LOWER = re.compile(r"[a-zß-öø-ÿ]")
_UPPER = re.compile(r"[A-ZÀ-ÖØ-Þ]")
_RUSSIAN = re.compile(r"[А-яЁё]")
NOT_ASCII = re.compile(r"[^\x00-\x7f]")
_PLACE = re.compile(r"(?<=(.))([^\x00-\x7f])(?=(.))", re.DOTALL)
_ACCENTED = re.compile(r"[ß-öø-ÿ]")

ACCENTED_WORDS = frozenset(
    ("hajjâj", "juzám", "khabál", "ghazbán", "dandân", "dûl", "jötun", "æther", "séance", "déjà", "élan")
)
"""Words with accents that occur in card names, and so in the rules' examples; evidence if a single character must
decide."""

MOST_ACCENTS = 5000
"""Maximum number of accented letters checked for names; English text does not have more."""

NAMED, USUAL, POSSIBLE, SENSELESS = 4, 2, 1, -3
"""Points of a character: a letter of a known name (in addition to the other points), a typographic mark in a usual
place, a possible letter or sign, and a character that makes no sense in its place."""


class Weight(Struct, frozen=True):
    """The plausibility of a text's non-ASCII characters.

    Attributes:
        points: Sum of their points.
        count: Their number, without lost ones (U+FFFD).
        odd: How many of them make no sense in their places.
    """

    points: int
    count: int
    odd: int

    @property
    def doubtful(self) -> bool:
        """Return whether so many characters make no sense that the reading itself is in doubt.

        Fewer may be a legitimate sign that this module does not know yet.
        """
        return self.odd > 0 and 20 * self.odd >= self.count


def weigh(text: str) -> Weight:
    """Return the plausibility of a text's non-ASCII characters in their places."""
    padded = f"\n{text}\n"
    places = Counter(map(re.Match.groups, _PLACE.finditer(padded)))
    points = NAMED * _count_named(padded) if places else 0
    count = odd = 0
    for (before, char, after), times in places.items():
        sense = _rate_character(char, before, after)
        points += times * sense
        if char != "\ufffd":
            count += times
            odd += times * (sense == SENSELESS)
    return Weight(points, count, odd)


def odd_places(text: str) -> list[int]:
    """Return the offsets of the characters that make no sense in their places, lost ones left out."""
    padded = f"\n{text}\n"
    starts = (m.start() for m in NOT_ASCII.finditer(padded) if m[0] != "\ufffd")
    return [at - 1 for at in starts if _rate_character(padded[at], padded[at - 1], padded[at + 1]) == SENSELESS]


def _count_named(text: str) -> int:
    """Return how many accented letters are in a known name."""
    lower = text.lower()
    accented = islice(_ACCENTED.finditer(lower), MOST_ACCENTS)
    around = (re.split(r"\W+", lower[max(0, m.start() - 12) : m.end() + 12]) for m in accented)
    return sum(not ACCENTED_WORDS.isdisjoint(words) for words in around)


def _rate_character(char: str, before: str, after: str) -> int:
    """Return the points of `char` between these neighbours."""
    inside = before.isalpha() and after.isalpha()
    if INVISIBLE.match(char):
        return 0
    if char == "’":
        return USUAL if before.isalnum() or before in ".,!?)]}”" or after.isalpha() else SENSELESS
    if char in "“‘":
        return USUAL if not before.isalnum() and not after.isspace() else SENSELESS
    if char == "”":
        return USUAL if not before.isspace() and not inside else SENSELESS
    if char in "–—":
        return USUAL
    if char in "®™©":
        return USUAL if before.isalnum() or before in "_)”\n " or after.isdigit() else SENSELESS
    if char in "…•−×½∞\u00a0":
        # A bullet or dots inside a word are probably a misread letter; a hard space may be one.
        return POSSIBLE if inside or char == "\u00a0" or (char == "…" and after.isalpha()) else USUAL
    return POSSIBLE if _possible_letter(char, before, after) else SENSELESS


def _possible_letter(char: str, before: str, after: str) -> bool:
    """Return whether `char` is a letter that may occur between these neighbours."""
    if _RUSSIAN.match(char):
        # Text of a site around its copy. An English mark misread as Cyrillic is next to letters that Russian lacks.
        return all(_RUSSIAN.match(side) is not None or not side.isalnum() for side in (before, after))
    if _LOWER.match(char):
        starts = not before.isalnum() and _LOWER.match(after) is not None
        return (before.isalpha() and not after.isdigit()) or starts
    return _UPPER.match(char) is not None and _LOWER.match(before) is None and after.isalpha()
