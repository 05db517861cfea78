"""The form in which words are printed, with capitals and hyphens."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from itertools import islice

_ENOUGH = 60
"""Number of texts after which more would not change the form."""
_BEGINNING = 0.001
"""Weight of words at the beginning of a sentence or a title, where a capital letter means nothing."""
_JOINED = 0.02
"""Weight of words joined by hyphens, as before a noun, or parted by commas, which may be no phrase; words that are
always printed so have no other form."""
_BETWEEN = r"(?:[\s\-‐‑–—]+|[”,]+ [“]?| [“])"
"""What stands between the words of a phrase: blanks or hyphens; in names of several parts also commas and quotes."""
_INTERRUPTED = re.compile("[,“”]")
_INSIDE = re.compile(r"[\w,;)’'] $")
"""The characters before words that are inside a sentence."""


def printed_form(phrase: str, texts: Iterable[str]) -> str:
    """Return the form in which folded words are most often printed; the phrase itself if no text has them.

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
            if form.count("“") != form.count("”"):
                # a part of what is quoted
                continue
            is_inside = _INSIDE.search(text, max(0, match.start() - 2), match.start())
            is_joined = form.count(" ") < phrase.count(" ")
            is_odd = is_joined or _INTERRUPTED.search(form) is not None
            weights[form] += (1 if is_inside else _BEGINNING) * (_JOINED if is_odd else 1)
    return max(weights, key=lambda form: (weights[form], form), default=phrase)


def _make_pattern(phrase: str) -> re.Pattern[str]:
    """Return the pattern of all printed forms of some folded words."""
    words = [re.escape(word).replace("'", "['’‘]") for word in phrase.split()]
    return re.compile(rf"(?<!\w){_BETWEEN.join(words)}(?!\w)", re.IGNORECASE)


def _find_texts(phrase: str, pattern: re.Pattern[str], texts: Iterable[str]) -> Iterator[str]:
    """Yield the texts that have the words of a phrase."""
    longest = max(phrase.split(), key=len).partition("'")[0]
    for text in texts:
        if longest in text.casefold() and pattern.search(text):  # the first test is fast
            yield text
