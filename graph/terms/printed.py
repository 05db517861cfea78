"""Words as they are printed, from their folded form: `paris mulligan` → `Paris Mulligan`, `edh` → `EDH`."""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import islice

_ENOUGH = 60
"""Number of texts after which more would not change the form."""
_BEGINNING = 0.001
"""Weight of a place where a sentence or a title begins, so that its capital says nothing."""
_JOINED = 0.02
"""Weight of words joined by hyphens, as before a noun; words that are always joined have no other form."""
_BETWEEN = r"[\s\-‐‑–—]+"
_INSIDE = re.compile(r"[\w,;)’'] $")
"""What stands before words inside a sentence."""


def printed_form(phrase: str, texts: Iterable[str]) -> str:
    """Return the form in which folded words are most often printed; `phrase` itself where no text has them.

    Args:
        phrase: Folded words.
        texts: Texts that may have them.
    """
    if not phrase:
        return phrase
    longest = max(phrase.split(), key=len).partition("'")[0]
    words = (re.escape(word).replace("'", "['’‘]") for word in phrase.split())
    pattern = re.compile(rf"(?<!\w){_BETWEEN.join(words)}(?!\w)", re.IGNORECASE)
    forms: dict[str, float] = {}
    likely = (text for text in texts if longest in text.casefold())
    for text in islice((text for text in likely if pattern.search(text)), _ENOUGH):
        for match in pattern.finditer(text):
            form = re.sub(r"\s+", " ", match[0]).replace("'", "’")
            inside = _INSIDE.search(text, max(0, match.start() - 2), match.start())
            weight = (1 if inside else _BEGINNING) * (_JOINED if form.count(" ") < phrase.count(" ") else 1)
            forms[form] = forms.get(form, 0) + weight
    return max(forms, key=lambda form: (forms[form], form)) if forms else phrase
