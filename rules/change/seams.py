"""Seams: the places of a text where an edition removed words, or joined words that were apart.

A deletion leaves no word that could have a date, so the date is kept at the place where the deleted words were. A seam
is newer than the words on both sides of it. If the word on one side is as new, the date of that word shows the change,
and there is no seam. Example: `Draw a card and rest.` became `Draw a card.` in 2009. The text has one seam, before the
full stop, of the edition of 2009, with `and rest` as the words that were between `card` and the full stop.

A token is *new* if no token of the edition before became it, else *old*. A *mark* is a token that is no word, such as a
comma. An *ignored* mark, such as `™`, has no normal form (`rules.change.normal_forms`), and is not compared.
"""

from collections.abc import Sequence
from itertools import pairwise

from msgspec import Struct
from msgspec.structs import replace

from rules.change.normal_forms import normal_form, split_tokens
from rules.tokens import is_word


class Seam(Struct, frozen=True, rename={"key": "number", "offset": "at"}):
    """A place where an edition removed words, moved them away, or joined the words of two texts.

    Attributes:
        offset: Offset in the text, in characters: 0 for words removed before the text, its length for words removed
            after it.
        since: The first edition in which the words on both sides are next to each other.
        key: Key of the rule in that edition.
        between: The words that were at this place in the edition before; empty if the words on both sides came from
            different texts or changed their order.
    """

    offset: int
    since: str
    key: str = ""
    between: str = ""


Seams = dict[int, Seam]
"""Index of a token → the seam before the token. The seam at the end of the text has the number of tokens as index."""


class SeamSource(Struct, frozen=True, eq=False):
    """A text of the edition before.

    Attributes:
        text: The text.
        seams: Its seams.
    """

    text: str
    seams: Seams

    def count_tokens(self) -> int:
        """Return the number of tokens of the text."""
        return len(split_tokens(self.text).strings)

    def cut(self, start: int, end: int) -> str:
        """Return the text of the tokens from the index `start` up to `end`.

        Returns:
            Empty if there are none, or only marks without a normal form, which are not compared.
        """
        if start == end:
            return ""
        tokens = split_tokens(self.text)
        if not any(map(normal_form, tokens.strings[start:end])):
            return ""
        return self.text[tokens.starts[start] : tokens.end(end - 1)]

    def newest_seam(self, start: int, end: int) -> Seam | None:
        """Return the newest of the seams before the tokens from the index `start` to `end`, `end` included, or None."""
        seams = [self.seams[index] for index in range(start, end + 1) if index in self.seams]
        return max(seams, key=lambda seam: seam.since, default=None)


OldToken = tuple[SeamSource, int]
"""A text of the edition before, and the index of one of its tokens. It is a plain tuple for speed: a rule has
thousands."""


class SeamSearch:
    """The search for the seams of a text that was made from texts of the edition before.

    Args:
        text: The text.
        old_tokens: For each token of the text, the token that it continues; None for a new one.
        edition: Id of the edition that made the change.
        key: Key of the rule in that edition.
    """

    def __init__(self, text: str, old_tokens: Sequence[OldToken | None], edition: str, key: str) -> None:
        self._old_tokens = old_tokens
        self._tokens, self._starts = split_tokens(text)
        self._length = len(text)
        self._edition = edition
        self._key = key

    def find_seams(self, former: SeamSource | None) -> Seams:
        """Return the seams of the text: at its start, between two old tokens, and at its end.

        Both neighbours of a seam must be old, each up to the nearest word: of `a , B` with the new word `B`, the comma
        is old but gets no seam after it. Ignored marks are skipped, and a text of nothing else has no seam.

        Args:
            former: The rule's own former text, or None if the rule is a part of a split. Words of this text that came
                before or after those that were kept were removed. Such words of other texts may still be in their
                rules.
        """
        with_form = [index for index, token in enumerate(self._tokens) if normal_form(token)]
        if not with_form:
            return {}
        first, last = with_form[0], with_form[-1]
        # Otherwise a mark that stayed between new words would get a seam, although no word next to it is older.
        is_old_back_to_word = _list_old_back_to_word(self._tokens, self._old_tokens)
        is_old_on_to_word = _list_old_on_to_word(self._tokens, self._old_tokens)
        found: dict[int, Seam | None] = {}
        if is_old_on_to_word[first]:
            found[0] = self._find_at_start(first, former)
        for before, after in pairwise(with_form):
            if is_old_back_to_word[before] and is_old_on_to_word[after]:
                found[after] = self._find_between(before, after)
        if is_old_back_to_word[last]:
            found[len(self._tokens)] = self._find_at_end(last, former)
        return self._keep_newest({index: seam for index, seam in found.items() if seam})

    def _keep_newest(self, seams: Seams) -> Seams:
        """Return the newest seam of each run of seams without a word between them; several if they are equally new.

        Example: `a ) .` has a seam of 2009 before the bracket and one of 2012 before the full stop. Only the one of
        2012 is kept. If only a comma was removed in 2012, but words were in 2009, the one of 2009 is kept instead:
        seams of marks count only in a run without other seams.
        """
        newest_seams: Seams = {}
        for run in self._list_runs(seams):
            without_marks = [index for index in run if not _is_marks(seams[index].between)]
            candidates = without_marks or run
            newest = max(seams[index].since for index in candidates)
            for index in candidates:
                if seams[index].since == newest:
                    newest_seams[index] = seams[index]
        return newest_seams

    def _list_runs(self, seams: Seams) -> list[list[int]]:
        """Return the indices of seams, which must be in order, as runs without a word between them."""
        runs: list[list[int]] = []
        for index in seams:
            is_same_run = bool(runs) and not any(map(is_word, self._tokens[runs[-1][-1] : index]))
            if is_same_run:
                runs[-1].append(index)
            else:
                runs.append([index])
        return runs

    def _find_between(self, before: int, after: int) -> Seam | None:
        """Return the seam between two neighbouring old tokens; None if they were neighbours before, without a seam.

        If the two come from different texts, or in another order, the seam is new and has no words between.
        """
        source, start = self._old_token(before)
        source_after, end = self._old_token(after)
        are_joined_now = source is not source_after or start > end
        if are_joined_now:
            return Seam(self._starts[after], self._edition, self._key)
        return self._find_in_source(source, start + 1, end, self._starts[after])

    def _find_at_start(self, first: int, former: SeamSource | None) -> Seam | None:
        """Return the seam before the first token, which is old; None if no edition removed words there.

        There is none either if the token comes from the middle of a text of another rule, which may still have the
        words before it.
        """
        source, end = self._old_token(first)
        is_from_middle_of_another = source is not former and source.cut(0, end) != ""
        if is_from_middle_of_another:
            return None
        return self._find_in_source(source, 0, end, 0)

    def _find_at_end(self, last: int, former: SeamSource | None) -> Seam | None:
        """Return the seam after the last token, which is old; None if no edition removed words there.

        There is none either if the token comes from the middle of a text of another rule, which may still have the
        words after it.
        """
        source, start = self._old_token(last)
        end = source.count_tokens()
        is_from_middle_of_another = source is not former and source.cut(start + 1, end) != ""
        if is_from_middle_of_another:
            return None
        return self._find_in_source(source, start + 1, end, self._length)

    def _old_token(self, index: int) -> OldToken:
        """Return the old token that a token continues.

        Raises:
            LookupError: The token is new.
        """
        old = self._old_tokens[index]
        if old is None:
            raise LookupError(f"token {index} is new")
        return old

    def _find_in_source(self, source: SeamSource, start: int, end: int, offset: int) -> Seam | None:
        """Return the seam at the place from which tokens of a source were removed; None if there is none.

        - If words were removed, the seam is new.
        - If only marks were removed, it is new if the source has no seam there, else the newest seam that it has there.
        - If nothing was removed, or only ignored marks, it is the newest seam that the source has there.

        Args:
            source: The source.
            start: Index of the first removed token.
            end: Index after the last removed token; equal to `start` if none was removed.
            offset: Offset of the place in the new text.
        """
        removed = source.cut(start, end)
        older_seam = source.newest_seam(start, end)
        has_new_seam = bool(removed) and (older_seam is None or not _is_marks(removed))
        if has_new_seam:
            return Seam(offset, self._edition, self._key, removed)
        return None if older_seam is None else replace(older_seam, offset=offset)


def _list_old_on_to_word(tokens: Sequence[str], old_tokens: Sequence[OldToken | None]) -> list[bool]:
    """Return for each token whether it is old, and so are the tokens after it up to the nearest word.

    With new words in capitals, the tokens `a , B . c` have the values True, False, False, True, True. The arguments are
    those of `_list_old_back_to_word`.
    """
    return _list_old_back_to_word(tokens[::-1], old_tokens[::-1])[::-1]


def _list_old_back_to_word(tokens: Sequence[str], old_tokens: Sequence[OldToken | None]) -> list[bool]:
    """Return for each token whether it is old, and so are the tokens before it back to the nearest word.

    With new words in capitals, the tokens `a , B . c` have the values True, True, False, False, True: the comma comes
    after the old word `a`, the full stop after the new word `B`. An ignored mark always counts as old. Marks before the
    first word have no word to go back to, and are old if they and the marks before them are.

    Args:
        tokens: The tokens of a text: words and marks.
        old_tokens: For each of them, the token that it continues; None for a new one.
    """
    are_old = []
    is_old_since_word = True  # whether the nearest word before, and all tokens since, are old
    for token, old in zip(tokens, old_tokens, strict=True):
        is_new = bool(normal_form(token)) and old is None
        if is_word(token):
            is_old_since_word = not is_new
        elif is_new:
            is_old_since_word = False
        are_old.append(is_old_since_word)
    return are_old


def _is_marks(text: str) -> bool:
    """Return whether a text has tokens, but no word."""
    tokens = split_tokens(text).strings
    return bool(tokens) and not any(map(is_word, tokens))
