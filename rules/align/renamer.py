"""The renamer, which replaces renamed terms in the words of the older edition."""

import re
from collections.abc import Callable, Iterable

from rules.align.passage_words import Words

RenamedTerm = tuple[str, str]
"""Old words, new words; both folded."""


def make_renamer(terms: Iterable[RenamedTerm]) -> Callable[[Words], Words]:
    """Return a function that replaces renamed terms in the words of a sentence.

    With the term ("in play", "on the battlefield") it turns `("is", "in", "play")` into `("is", "on", "the",
    "battlefield")`. If several terms begin with the same word of a sentence, the longest is replaced.

    Args:
        terms: The renamed terms; the last one counts if several have the same old words.
    """
    new_words = {old: new for old, new in terms if old}
    longest_first = sorted(new_words, key=lambda old: (-len(old.split()), old))
    matches_nothing = "(?!)"
    alternatives = "|".join(map(re.escape, longest_first)) or matches_nothing
    pattern = re.compile(rf"(?<!\S)(?:{alternatives})(?!\S)")

    def rename(words: Words) -> Words:
        return tuple(pattern.sub(lambda match: new_words[match[0]], " ".join(words)).split())

    return rename
