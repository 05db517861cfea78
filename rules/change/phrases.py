"""The phrases of a text: stretches of words that were first printed together.

The *origin* of a token is the edition, the rule and the position at which the token was first printed. The tokens of a
phrase have consecutive positions in one text: if a rule of 1999 said `Paint each wall that faces the sea.`, and the
same rule of 2009 says `At dawn, paint each wall that faces the sea.`, the phrases of the latter are `At dawn, ` (2009)
and the rest (1999). A *seam* is a place where an edition removed words, or joined two phrases
(`rules.change.seams`); a phrase ends there. A *newer* phrase is one of a later edition.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import pairwise
from operator import attrgetter

from msgspec import Struct

from rules.change.blocks import SENTENCE_ENDS
from rules.change.normal_forms import normal_form, split_tokens
from rules.change.origins import Origin, follow
from rules.change.seams import Seams
from rules.tokens import is_word

_SHORT = 3
"""A phrase of fewer words than this is short. Unrelated sentences share such phrases, so its date says little."""


class Blamed(Struct, frozen=True, rename={"key": "number"}):
    """A phrase that was introduced by one edition.

    Attributes:
        start: Offset of the phrase in the text, in characters.
        end: Offset after the phrase.
        text: The words of the phrase.
        since: The first edition with the phrase in this form.
        key: Key of the rule that had the phrase in that edition.
    """

    start: int
    end: int
    text: str
    since: str
    key: str = ""


def list_phrases(text: str, origins: Sequence[Origin], seams: Seams) -> tuple[Blamed, ...]:
    """Return the phrases of a text in order.

    A phrase ends before a token that did not follow it in the text of its origin, and at a seam. A short phrase (see
    `_SHORT`) that has only newer phrases next to it in its sentence is joined to one of them, if the text in which that
    phrase was first printed has both next to each other. So if an old rule happened to have `of the`, a sentence of
    2009 with these words is still one phrase.

    Args:
        text: The text.
        origins: Origin of each token.
        seams: Its seams.
    """
    tokens, starts = split_tokens(text)
    cut = _PhraseCut(tokens, origins, seams)
    cut.join_short_phrases()
    borders = cut.list_borders()
    # The first phrase also has the spaces before its first token.
    offsets = [0, *(starts[border] for border in borders[1:]), len(text)]
    phrases = []
    # An empty text has offsets, but no border.
    for border, (start, end) in zip(borders, pairwise(offsets), strict=False):
        origin = cut.origins[border]
        phrases.append(Blamed(start, end, text[start:end], origin.edition, origin.key))
    return tuple(phrases)


class _PhraseCut:
    """A text cut into phrases.

    Args:
        tokens: The tokens of the text.
        origins: Origin of each token.
        seams: The seams of the text.

    Attributes:
        origins: Origin of each token; those of joined phrases are changed.
    """

    def __init__(self, tokens: Sequence[str], origins: Sequence[Origin], seams: Seams) -> None:
        self._tokens = tokens
        self._seams = seams
        self.origins = list(origins)

    def list_borders(self) -> list[int]:
        """Return the index of the first token of each phrase."""
        return [index for index in range(len(self.origins)) if self._begins_phrase(index)]

    def join_short_phrases(self) -> None:
        """Join short phrases to newer ones next to them, until no more can be joined.

        A joined phrase may be next to others that can be joined only now. Joined tokens get a newer date each time, so
        this ends.
        """
        was_joined = True
        while was_joined:
            was_joined = self._join_each_short_phrase()

    def _join_each_short_phrase(self) -> bool:
        """Join each short phrase to a newer one next to it, if possible.

        Returns:
            Whether any was joined.
        """
        was_joined = False
        for start, end in pairwise([*self.list_borders(), len(self.origins)]):
            word_count = sum(map(is_word, self._tokens[start:end]))
            if word_count < _SHORT and self._join_phrase(start, end):
                was_joined = True
        return was_joined

    def _begins_phrase(self, index: int) -> bool:
        """Return whether a phrase begins at a token.

        One begins at the first token, at a seam, and at a token whose origin does not follow that of the token before.
        """
        if index == 0 or index in self._seams:
            return True
        return self.origins[index] != follow(self.origins[index - 1], self._tokens[index])

    def _join_phrase(self, start: int, end: int) -> bool:
        """Join a phrase to the phrase before it or after it, if both of these are newer.

        The older of the two is tried first. A phrase of marks without a word is joined even if only one of the two is
        newer. A neighbour beyond a seam or the end of a sentence is ignored (`_may_join`), and so is one whose text
        does not have the phrase next to it (`_continue_origin`).

        Args:
            start: Index of the first token of the phrase.
            end: Index after its last token.

        Returns:
            Whether it was joined.
        """
        possible = self._list_origins_before(start, end)
        newer = [origin for origin in possible if origin.edition > self.origins[start].edition]
        are_all_newer = len(newer) == len(possible)
        are_marks = not any(map(is_word, self._tokens[start:end]))
        may_join = are_all_newer or are_marks
        if not may_join:
            return False
        oldest_first = sorted(newer, key=attrgetter("edition"))
        return any(self._continue_origin(start, end, before) for before in oldest_first)  # until one fits

    def _list_origins_before(self, start: int, end: int) -> list[Origin]:
        """Return the origins that the token before a phrase would have if the phrase were joined to a neighbour.

        If it is joined to the phrase before it, that is the origin of that phrase's last token. For the phrase after
        it, see `_find_origin_before_next`. Neighbours to which the phrase may not be joined are left out.

        Args:
            start: Index of the first token of the phrase.
            end: Index after its last token.
        """
        origins: list[Origin] = []
        if self._may_join(start):
            origins.append(self.origins[start - 1])
        if self._may_join(end):
            origins.append(self._find_origin_before_next(start, end))
        return origins

    def _find_origin_before_next(self, start: int, end: int) -> Origin:
        """Return the origin that the token before a phrase would have if the phrase were joined to the one after it.

        The tokens of the joined phrase must come right before the phrase after it in the text of that phrase. Example:
        if the phrase after it begins at position 5, a phrase of two tokens gets the positions 3 and 4, so the origin
        before it has position 2. The position is below 0 if the text has too few tokens there.

        Args:
            start: Index of the first token of the phrase.
            end: Index after its last token, which is the index of the first token of the phrase after it.
        """
        after = self.origins[end]
        size = len(_list_forms(self._tokens[start:end]))
        return after._replace(position=after.position - size - 1)

    def _may_join(self, border: int) -> bool:
        """Return whether phrases may be joined across a border, which is the index of the token after it.

        They may not be joined at the start or the end of the text, at a seam, or between the end of a sentence and a
        word. A mark after a full stop, such as a closing bracket, still belongs to the sentence.
        """
        if border in (0, len(self.origins)) or border in self._seams:
            return False
        begins_sentence = self._tokens[border - 1] in SENTENCE_ENDS and is_word(self._tokens[border])
        return not begins_sentence

    def _continue_origin(self, start: int, end: int, before: Origin) -> bool:
        """Give a phrase the origins that follow an origin, if the text of that origin has the phrase there.

        Args:
            start: Index of the first token of the phrase.
            end: Index after its last token.
            before: The origin that the token before the phrase would have.

        Returns:
            Whether the text has the phrase there.
        """
        forms = _list_forms(self._tokens[start:end])
        forms_there = _forms_of_text(before.text)[before.position : before.position + len(forms)]
        if before.position < 0 or forms_there != forms:
            return False
        origin = before
        for index in range(start, end):
            origin = follow(origin, self._tokens[index])
            self.origins[index] = origin
        return True


def _list_forms(tokens: Iterable[str]) -> list[str]:
    """Return the normal forms of tokens, without the empty forms of marks."""
    return [form for form in map(normal_form, tokens) if form]


@lru_cache(maxsize=64)
def _forms_of_text(text: str) -> list[str]:
    """Return the normal forms of a text's tokens, without empty ones: position i of an `Origin` is at index i - 1."""
    return _list_forms(split_tokens(text).strings)
