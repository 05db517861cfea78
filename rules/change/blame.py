"""Blame: the edition in which each phrase of a rule first appeared.

Words used here and in the modules that this one imports:

- A *token* is a word, a number, a symbol or a mark (`rules.tokens`).
- The *origin* of a token is the edition, the rule and the position at which the token was first printed. Its *date* is
  that of the edition.
- A *source* is a text of the edition before that a text was made from: its own former text, those that were merged into
  it, or the text that it was split from.
- A *seam* is a place where an edition removed words, or joined two phrases: if `Draw a card and rest.` became `Draw a
  card.` in 2009, the seam before the full stop has the date 2009 (`rules.change.seams`).

Guarantees: the spans of a `Blame` cover its text without gaps; the words of a span are consecutive in one text of the
edition that it names, except for typography and rule numbers, and have been ever since; a word that no source has gets
the edition that introduced it; no word gets an older date than it has in the sources.

Decided here:
- A word that changed only in typography (quotes, dashes, letter case, a trade mark, a lost character) keeps its date.
- A number keeps its date if it is printed unchanged, or if `same_rule` says that it still names the same rule.
- Words that stay in place keep their date, except small words that a rewritten passage shares with the old passage by
  chance.
- Words that moved, inside the rule or from another source, keep their date if they are a run of at least four words,
  three of them content words, or a whole sentence. Around such a run the sentence is compared word by word.
- Where words were removed, or moved away, the phrase ends, and a seam names the edition that removed them.
- A text of more than `LONGEST_PASSAGE` characters, which no rule has, is dated as a whole.
- Spaces, and marks without a normal form, belong to the word before them.
"""

from collections.abc import Sequence
from itertools import accumulate
from operator import eq

from msgspec import Struct

from rules.change.normal_forms import normal_form, split_tokens
from rules.change.origins import Origin
from rules.change.phrases import Blamed, list_phrases
from rules.change.renamings import SameRule
from rules.change.seams import OldToken, Seam, Seams, SeamSearch, SeamSource
from rules.change.word_search import find_old_indices, sort_sources
from rules.text import fold


class Blame(Struct, frozen=True):
    """A text with the origin of each of its tokens, from which `carry` makes that of the next edition.

    Attributes:
        text: The text.
        origins: Origin of each token (`split_tokens`). A text of only spaces has no token, but one origin, so that its
            edition is known; an empty text has none.
        seams: Index of a token → the seam before it (`rules.change.seams.Seams`).
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
    """Return the blame of a text that is new in an edition: all tokens have their origin in this edition.

    Args:
        text: The text.
        edition: Id of the edition.
        key: Key of the rule.
    """
    tokens = split_tokens(text).strings
    if text and not tokens:
        return Blame(text, (Origin(edition, key, text, 0),))
    # The position of a token is the number of tokens with a normal form so far (`Origin.position`).
    positions = accumulate(1 if normal_form(token) else 0 for token in tokens)
    return Blame(text, tuple(Origin(edition, key, text, position) for position in positions))


def carry(
    sources: Sequence[Blame],
    text: str,
    edition: str,
    key: str = "",
    same_rule: SameRule = eq,
    *,
    continues_first: bool = True,
) -> Blame:
    """Return the blame of a text that was made from other texts, by finding the token that each token continues.

    A token that continues a token of a source has the origin of that token; any other token is new in the edition. If
    one of the sources has the very same text, its blame is returned unchanged, including its seams.

    Example: `At dawn, paint each wall that faces the sea.` of 2009 is made from `Paint each wall that faces the sea.`
    of 1999. `At dawn,` gets the origin 2009, all other tokens keep that of 1999.

    Args:
        sources: The texts of the edition before that the text came from: its own former text first, then those that
            were merged into it. For a part of a split, the text that was split.
        text: The text in `edition`.
        edition: Id of the edition that made the change.
        key: Key of the rule in that edition.
        same_rule: Returns whether a number of the edition before and a number of this edition name the same rule; by
            default, only equal numbers do.
        continues_first: Whether the first source is the rule's own former text. It is False for a part of a split: the
            words before and after the part went to other rules, so there are no seams at the start and the end.
    """
    for source in sources:
        if source.text == text:
            return source  # no word changed, so no date and no seam does
    all_new = start_blame(text, edition, key)
    new_tokens = split_tokens(text).strings
    if not new_tokens:
        return all_new
    new_forms = list(map(normal_form, new_tokens))
    old = _OldTokens(sources, new_forms)
    # Every token is new until a token of a source is found that it continues.
    origins = list(all_new.origins)
    old_tokens: list[OldToken | None] = [None] * len(new_tokens)
    for index, old_index in enumerate(find_old_indices(old.forms, new_forms, old.age_of)):
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
        new_forms: The normal forms of the tokens of the new text.

    Attributes:
        tokens: The tokens.
        forms: Normal form of each token.
        origins: Origin of each token.
        in_sources: Source of each token, and its index among the tokens of that source.
        seam_sources: The sources with their seams, in the order of `sources`.
    """

    def __init__(self, sources: Sequence[Blame], new_forms: Sequence[str]) -> None:
        tokens_of = [split_tokens(source.text).strings for source in sources]
        forms_of = [list(map(normal_form, tokens)) for tokens in tokens_of]
        self.tokens: list[str] = []
        self.forms: list[str] = []
        self.origins: list[Origin] = []
        self.in_sources: list[OldToken] = []
        self.seam_sources = [SeamSource(source.text, source.seams) for source in sources]
        for index in sort_sources(forms_of, new_forms):
            tokens = tokens_of[index]
            self.tokens += tokens
            self.forms += forms_of[index]
            # A source of only spaces has an origin but no token.
            self.origins += sources[index].origins[: len(tokens)]
            self.in_sources += [(self.seam_sources[index], position) for position in range(len(tokens))]

    def age_of(self, index: int) -> tuple[str, str]:
        """Return edition and key of the origin of a token; the oldest sorts first."""
        origin = self.origins[index]
        return origin.edition, origin.key


def _is_same_token(old: str, new: str, same_rule: SameRule) -> bool:
    """Return whether two tokens with the same normal form are the same.

    They are, unless they are rule numbers, which all have the form `#`. Numbers are the same if they are printed alike,
    or if `same_rule` says that they name the same rule.
    """
    if normal_form(new) != "#" or old == new:
        return True
    return same_rule(fold(old), fold(new))


def _give_marks_origins(origins: list[Origin], tokens: Sequence[str]) -> None:
    """Give each mark without a normal form the origin of the token before it.

    Marks before the first token with a normal form get its origin with a position that is lower by 1: if that token has
    position 5 in the text that it comes from, the marks get position 4. Tokens with consecutive positions are one
    phrase, so the phrase begins with these marks. If no token has a normal form, all of them get the origin of the
    first one.

    Args:
        origins: Origin of each token; changed in place.
        tokens: The tokens.
    """
    first_with_form = next((index for index, token in enumerate(tokens) if normal_form(token)), 0)
    origin_of_first = origins[first_with_form]
    for index in range(first_with_form):
        origins[index] = origin_of_first._replace(position=origin_of_first.position - 1)
    for index in range(first_with_form + 1, len(tokens)):
        if not normal_form(tokens[index]):
            origins[index] = origins[index - 1]
