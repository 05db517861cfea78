"""The form in which words are printed, with capitals and hyphens."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from itertools import islice

_ENOUGH = 60
"""Maximum number of texts that are counted; more would hardly change which form is the most frequent."""
_BEGINNING = 0.001
"""Weight of words at the beginning of a sentence or a title, where a capital letter means nothing."""
_JOINED = 0.02
"""Weight of words with hyphens between them, as before a noun (`tower-top guard`), or with commas, which may not be a
phrase at all. It is not 0, because some words are always printed so."""
_BETWEEN = r"(?:[\s\-‐‑–—]+|[”,]+ [“]?| [“])"
"""The characters between two words of a phrase: blanks or hyphens; in names of several parts also commas and quotes."""
_INTERRUPTED = re.compile("[,“”]")
_INSIDE = re.compile(r"[\w,;)’'] $")
"""The characters before words that are inside a sentence."""


def printed_form(phrase: str, texts: Iterable[str]) -> str:
    """Return the form in which folded words are most often printed; the phrase itself if no text has them.

    Example: `timing priority and the stack` → `Timing, Priority, and the Stack`, if texts print it so.

    Args:
        phrase: Folded words.
        texts: Texts that may have them.
    """
    if not phrase:
        return phrase
    pattern = _make_pattern(phrase)
    weights: defaultdict[str, float] = defaultdict(float)
    for text in islice(_find_texts(phrase, pattern, texts), _ENOUGH):
        for match in pattern.finditer(text):
            form = re.sub(r"\s+", " ", match[0]).replace("'", "’")
            is_part_of_quote = form.count("“") != form.count("”")
            if not is_part_of_quote:
                weights[form] += _weigh(form, phrase, text, match.start())
    return max(weights, key=lambda form: (weights[form], form), default=phrase)


def _weigh(form: str, phrase: str, text: str, start: int) -> float:
    """Return how much an occurrence of a form counts, 0 to 1.

    Args:
        form: The printed form.
        phrase: The folded words.
        text: The text that has the form.
        start: Where the form begins in the text.
    """
    weight = 1.0
    is_inside_sentence = _INSIDE.search(text, max(0, start - 2), start)
    if not is_inside_sentence:
        weight *= _BEGINNING
    has_hyphens = form.count(" ") < phrase.count(" ")
    if has_hyphens or _INTERRUPTED.search(form):
        weight *= _JOINED
    return weight


def _make_pattern(phrase: str) -> re.Pattern[str]:
    """Return the pattern of all printed forms of some folded words."""
    words = [re.escape(word).replace("'", "['’‘]") for word in phrase.split()]
    return re.compile(rf"(?<!\w){_BETWEEN.join(words)}(?!\w)", re.IGNORECASE)


def _find_texts(phrase: str, pattern: re.Pattern[str], texts: Iterable[str]) -> Iterator[str]:
    """Yield the texts that have the words of a phrase."""
    longest_word = max(phrase.split(), key=len)
    # Up to the apostrophe, which texts print in several forms.
    letters, _, _ = longest_word.partition("'")
    for text in texts:
        if letters in text.casefold() and pattern.search(text):  # the first test is fast
            yield text
