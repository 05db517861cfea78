"""Blame: the edition in which each phrase of a rule first appeared.

Guarantees: the spans of a `Blame` cover its text without gaps; the words of a span are consecutive in one text of the
edition that it names, except for typography and rule numbers, and have been ever since; a word that no source has gets
the edition that introduced it; no word gets an older date than it has in the sources.

Decided here:
- A word that changed only in typography (quotes, dashes, letter case, a trade mark, a lost character) keeps its date.
- A number keeps its date if it is printed unchanged, or if `same_rule` says that it still names the same rule.
- Words that stay in place keep their date; but small words that a rewritten passage shares with the old one by chance
  do not.
- Words that moved, inside the rule or from another source, keep their date if they are a run of at least four words,
  three of them content words, or a whole sentence; around such a run the sentence is compared word by word.
- Where words were removed, or moved away, the phrase ends, and a seam has the edition that removed them.
- A text of more than 40,000 characters, which no rule has, is dated as a whole.
- Spaces and marks that the normal form drops belong to the word before.
"""

from collections.abc import Sequence
from itertools import accumulate
from operator import eq

from msgspec import Struct

from rules.change.classes import SameRule
from rules.change.origins import Origin
from rules.change.phrases import Blamed, list_phrases
from rules.change.seams import OldToken, Seam, Seams, SeamSearch, SeamSource
from rules.change.word_keys import key_of, split_tokens
from rules.change.word_search import WordSearch, sort_sources
from rules.text import fold


class Blame(Struct, frozen=True):
    """A text with the origin of each of its tokens, ready to be carried on to the next edition.

    Attributes:
        text: The text.
        origins: Origin of each token of `rules.text.tokens`. A text of only spaces, which has no token, has one origin
            all the same; an empty text has none.
        seams: The places where words were removed or joined since the words next to them were printed.
    """

    text: str
    origins: tuple[Origin, ...]
    seams: Seams = {}

    def spans(self) -> tuple[Blamed, ...]:
        """Return the phrases of the text in order."""
        return list_phrases(self.text, self.origins, self.seams)

    def list_seams(self) -> tuple[Seam, ...]:
        """Return the seams of the text in order."""
        return tuple(seam for _, seam in sorted(self.seams.items()))


def start_blame(text: str, edition: str, key: str = "") -> Blame:
    """Return the blame of a text that is new in an edition: every token has its origin there."""
    # The position of a token is the number of tokens with a key up to it, so a mark without one has that of the token
    # before it.
    positions = accumulate(1 if key_of(token) else 0 for token in split_tokens(text).strings)
    origins = tuple(Origin(edition, key, text, position) for position in positions)
    if text and not origins:
        return Blame(text, (Origin(edition, key, text, 0),))
    return Blame(text, origins)


def carry(
    sources: Sequence[Blame],
    text: str,
    edition: str,
    key: str = "",
    same_rule: SameRule = eq,
    *,
    continues_first: bool = True,
) -> Blame:
    """Return the blame of a text that was made from other texts.

    Args:
        sources: The texts of the edition before that the text came from: its own former text first, then those that
            were merged into it; for a part of a split, the text that was split.
        text: The text in `edition`.
        edition: Id of the edition that made the change.
        key: Number or key that the rule has there.
        same_rule: Whether a number of the edition before and a number of this edition name the same rule; by default
            only equal numbers do.
        continues_first: Whether the first source is the rule's own former text. If it is a text that was split, the
            words before and after the part went to other rules, and no seam shows them.
    """
    for source in sources:
        if source.text == text:
            return source
    all_new = start_blame(text, edition, key)
    new_tokens = split_tokens(text).strings
    if not new_tokens:
        return all_new
    new_keys = [key_of(token) for token in new_tokens]
    old = _OldTokens(sources, new_keys)
    search = WordSearch([key_of(token) for token in old.tokens], old.age_of, new_keys)
    # Every token is new until a token of a source is found that it continues.
    origins = list(all_new.origins)
    old_tokens: list[OldToken | None] = [None] * len(new_tokens)
    for index, old_index in enumerate(search.old_indices):
        if old_index is not None and _is_same_token(old.tokens[old_index], new_tokens[index], same_rule):
            origins[index] = old.origins[old_index]
            old_tokens[index] = old.in_sources[old_index]
    _give_marks_origins(origins, new_tokens)
    former = old.seam_sources[0] if sources and continues_first else None
    seams = SeamSearch(text, old_tokens, edition, key).find_seams(former)
    return Blame(text, tuple(origins), seams)


class _OldTokens:
    """The tokens of all sources in one sequence, source after source in the order in which the new text has them.

    Args:
        sources: The sources.
        new_keys: The keys of the tokens of the new text.

    Attributes:
        tokens: The tokens.
        origins: Origin of each token.
        in_sources: Source of each token, and its index among the tokens of the source.
        seam_sources: The sources with their seams, in the order given.
    """

    def __init__(self, sources: Sequence[Blame], new_keys: Sequence[str]) -> None:
        tokens_of = [split_tokens(source.text).strings for source in sources]
        keys_of = [list(map(key_of, tokens)) for tokens in tokens_of]
        self.tokens: list[str] = []
        self.origins: list[Origin] = []
        self.in_sources: list[OldToken] = []
        self.seam_sources = [SeamSource(source.text, source.seams) for source in sources]
        for index in sort_sources(keys_of, new_keys):
            tokens = tokens_of[index]
            self.tokens += tokens
            # A source of only spaces has an origin but no token.
            self.origins += sources[index].origins[: len(tokens)]
            self.in_sources += [(self.seam_sources[index], position) for position in range(len(tokens))]

    def age_of(self, index: int) -> tuple[str, str]:
        """Return the edition and the key at which a token was first printed; the oldest sorts first."""
        origin = self.origins[index]
        return origin.edition, origin.key


def _is_same_token(old: str, new: str, same_rule: SameRule) -> bool:
    """Return whether two tokens with the same key are the same token: all rule numbers have the same key."""
    if key_of(new) != "#" or old == new:
        return True
    return same_rule(fold(old), fold(new))


def _give_marks_origins(origins: list[Origin], tokens: Sequence[str]) -> None:
    """Give each mark that the normal form drops the origin of the word before it.

    Marks before the first word count as the token before it in the text that it comes from: with a first word of index
    5 there, they get index 4. Tokens with consecutive indices are one phrase, so the phrase begins with these marks.

    Args:
        origins: Origin of each token; changed in place.
        tokens: The tokens.
    """
    first_with_key = next((index for index, token in enumerate(tokens) if key_of(token)), 0)
    origin = origins[first_with_key]
    origins[:first_with_key] = [origin._replace(position=origin.position - 1)] * first_with_key
    for index in range(first_with_key + 1, len(tokens)):
        if not key_of(tokens[index]):
            origins[index] = origins[index - 1]
