"""The plausibility of the characters beyond ASCII in their places in an English text.

History: eight-bit codecs decode nearly every byte, so a wrong one shows only in the result: an apostrophe becomes an
accented letter inside a word, a quotation mark a capital at the end of a word. Names with accents occur only in a few
examples, typographic marks on every line.

Guarantees: the weight of a text depends only on neighbouring characters and a short list of names, never on the
frequency of a codec.
"""

import re
from collections.abc import Iterator
from itertools import islice

from scraper.lost_characters import ACCENTED_WORDS, INVISIBLE, NOT_ASCII

_ALPHA = r"[^\W\d_¹²³¼½¾]"
"""A letter; to `\\w` the signs for powers and fractions are letters too."""
_ALNUM = r"[^\W_]"
"""A letter or digit."""
_LOWER = "a-zß-öø-ÿ"
"""The lower-case letters of Latin-1."""
_RUSSIAN = "А-яЁё"
_PLACES = re.compile(
    rf"""(?:
        (?P<invisible> {INVISIBLE.pattern})
      | (?P<usual>
          # An apostrophe, or the end of a quotation inside another one.
            (?<={_ALNUM})’ | (?<=[.,!?)\]}}”])’ | ’(?={_ALPHA})
          # The beginning and the end of a quotation.
          | (?<!{_ALNUM})[“‘](?=\S)
          | (?<=\S)(?: (?<!{_ALPHA})” | ”(?!{_ALPHA}) )
          | [–—]
          # A trade mark after a name or a power, or the sign before a year.
          | (?:^|(?<=[\w)”\n\ ]))[®™©] | [®™©](?=[\d¹²³])
          # A bullet or dots inside a word are probably a misread letter; a hard space may be one.
          | (?: (?<!{_ALPHA})[•−×½∞] | [•−×½∞](?!{_ALPHA}) | …(?!{_ALPHA}) ) )
      | (?P<possible>
            […•−×½∞\u00a0]
          # The sign that a tool puts behind a heading as a link to it.
          | [¶§🔗](?=</a>|\]\()
          # Text of a site around its copy. An English mark misread as Cyrillic is next to letters that Russian lacks.
          | (?<![^\W_{_RUSSIAN}])[{_RUSSIAN}](?![^\W_{_RUSSIAN}])
          # A French or Italian word of one letter.
          | (?<=\s)[àè](?=\s)
          # A small letter inside, at the end or at the beginning of a word, and a capital at the beginning.
          | (?<={_ALPHA})[ß-öø-ÿ](?!\d) | (?<!{_ALNUM})[ß-öø-ÿ](?=[{_LOWER}])
          | (?<![{_LOWER}])[À-ÖØ-Þ](?={_ALPHA}) )
      | (?P<senseless> .))""",
    re.VERBOSE | re.DOTALL,
)
"""A character beyond ASCII, by how plausible it is in its place; the first row that fits counts."""
_FOREIGN_QUOTES = re.compile(
    rf"""(?<!{_ALNUM})(?:
        „ {_ALNUM}[^„“”\n]{{0,80}} [“”]   # German and Polish
      | « \s?{_ALNUM}[^«»\n]{{0,80}} »   # French and Russian
      | » {_ALNUM}[^«»\n]{{0,80}} «      # German in books, and Danish
    )(?!{_ALNUM})""",
    re.VERBOSE,
)
"""Words in the quotes of other languages, which make no sense in English; at most a line of them."""
_OPENING_FOREIGN_QUOTES = "„«»"
POINTS: dict[str | None, int] = {"invisible": 0, "usual": 2, "possible": 1, "senseless": -3}
"""Points of a typographic mark in a usual place, a possible letter or sign, and what makes no sense in its place."""
NAMED = 4
"""Points of a letter of a known name, in addition to the others."""
_ACCENTED = re.compile(r"[ß-öø-ÿ]")
"""A small letter of Latin-1 beyond ASCII."""
_ACCENTS_OF_NAMES = "".join(sorted(set(_ACCENTED.findall(" ".join(ACCENTED_WORDS)))))
"""The accented letters of the known names; each name has at least one of them."""
_NEAR_ACCENT = 12
"""Number of characters on either side of an accent in which a known name is looked for; the longest has 7 letters."""
MOST_ACCENTS = 5000
"""Maximum number of accented letters checked for names; English text does not have more."""


def weigh(text: str) -> int:
    """Return the plausibility of a text's non-ASCII characters in their places: the sum of their points."""
    return sum(POINTS[place.lastgroup] for place in _find_places(text)) + NAMED * _count_named(text)


def _find_places(text: str) -> Iterator[re.Match[str]]:
    """Yield the match of `_PLACES` for each character beyond ASCII.

    To search for these characters first takes half as long as to search for the whole pattern.
    """
    text = _without_foreign_quotes(text)
    for character in NOT_ASCII.finditer(text):
        place = _PLACES.match(text, character.start())
        if place is not None:  # always so, since the last row of the pattern matches every character
            yield place


def _count_named(text: str) -> int:
    """Return how many of the first `MOST_ACCENTS` accented letters are in or next to a known name."""
    lower = text.lower()
    # Most texts have no name with an accent. A search for a character is far faster than one for a name.
    if not any(letter in lower for letter in _ACCENTS_OF_NAMES) or not any(word in lower for word in ACCENTED_WORDS):
        return 0
    count = 0
    for accent in islice(_ACCENTED.finditer(lower), MOST_ACCENTS):
        around = lower[max(0, accent.start() - _NEAR_ACCENT) : accent.end() + _NEAR_ACCENT]
        if not ACCENTED_WORDS.isdisjoint(re.split(r"\W+", around)):
            count += 1
    return count


def find_senseless(text: str) -> list[int]:
    """Return the offsets of the characters that make no sense in their places, without those known to be lost."""
    senseless = [place for place in _find_places(text) if place.lastgroup == "senseless"]
    return [place.start() for place in senseless if place[0] != "\ufffd"]


def _without_foreign_quotes(text: str) -> str:
    """Return a text with plain quotes, at the same offsets, in place of those of other languages."""
    if all(quote not in text for quote in _OPENING_FOREIGN_QUOTES):
        return text
    return _FOREIGN_QUOTES.sub(lambda match: f'"{match[0][1:-1]}"', text)
