"""Phrases of a few words, such as `the`, shown with words next to them, so that every phrase says something by itself.

A phrase of fewer than three words is *short*. It is widened as follows, and stays true: the wider phrase has the date
of the newest of its words, and since no words were removed between them, that edition was the first that had all of
them next to each other.

1. A phrase without a word, such as a full stop, belongs to the phrase before it. The words on both sides of it may have
   met with the seam before it, or with the mark itself; that counts as a seam before the words after it.
2. A short phrase that is newer than a phrase next to it borrows words from that one: the phrases `A player can't `
   (1999), `activate ` (2009) and `the abilities of ...` (1999) become `A `, `player can't activate ` and the rest, if
   three words would be left in each. Otherwise it takes all the words of the shorter one.
3. A short phrase that is older than the phrases next to it is shown as a part of the older of these.
4. A short phrase with a seam on each side, or with a seam and the end of a sentence, borrows words across a seam. The
   wider phrase is dated to the edition of the seam if that is newer, because only then the words met.

Nothing is joined from one sentence to the next: a sentence of one or two words stays a phrase.
"""

from bisect import bisect_left
from collections.abc import Container, Iterator, Sequence
from itertools import islice
from typing import NamedTuple

from rules.change.blocks import SENTENCE_ENDS
from rules.change.normal_forms import split_tokens
from rules.change.phrases import Blamed
from rules.change.seams import Seam
from rules.tokens import is_word

FEWEST = 3
"""The fewest words of a phrase that says something by itself."""


class _Piece(NamedTuple):
    """A phrase by the indexes of its first token and of the token after its last one.

    Attributes:
        start: Index of its first token.
        end: Index after its last token.
        since: The edition to which it is dated.
        key: Key of the rule in that edition.
        seam: The seam before it; None if there is none.
    """

    start: int
    end: int
    since: str
    key: str
    seam: Seam | None = None

    def dated_after(self, since: str, key: str) -> "_Piece":
        """Return it with the date of another phrase or of a seam if that is newer."""
        return self._replace(since=since, key=key) if since > self.since else self


def widen_short_phrases(text: str, phrases: Sequence[Blamed], seams: Sequence[Seam]) -> tuple[Blamed, ...]:
    """Return the phrases of a text with short ones widened; together they still cover the text.

    Args:
        text: The text.
        phrases: Its phrases in order, which cover it.
        seams: Its seams.
    """
    tokens, starts = split_tokens(text)
    if len(phrases) < 2 or not tokens:
        return tuple(phrases)
    widened: list[_Piece] = []
    for section in _cut_into_sections(tokens, starts, phrases, seams):
        widened += _Section(tokens, section).widen()
    widened = _join_sentences(widened, _list_borders(tokens, starts, phrases))
    offsets = [0, *(starts[piece.start] for piece in widened[1:]), len(text)]
    return tuple(
        Blamed(start, end, text[start:end], piece.since, piece.key)
        for piece, start, end in zip(widened, offsets, offsets[1:], strict=False)
    )


def _cut_into_sections(
    tokens: Sequence[str], starts: Sequence[int], phrases: Sequence[Blamed], seams: Sequence[Seam]
) -> Iterator[list[_Piece]]:
    """Yield the phrases of each sentence; a phrase of several sentences is cut.

    Args:
        tokens: The tokens of the text.
        starts: The offset of each token.
        phrases: The phrases of the text.
        seams: Its seams.
    """
    seam_at = {seam.offset: seam for seam in seams}
    section: list[_Piece] = []
    first = 0
    for phrase in phrases:
        end = bisect_left(starts, phrase.end)
        for start, stop in _cut_at_sentences(tokens, first, end):
            if section and _begins_sentence(tokens, start):
                yield section
                section = []
            section.append(_Piece(start, stop, phrase.since, phrase.key, seam_at.get(starts[start])))
        first = end
    yield section


def _list_borders(tokens: Sequence[str], starts: Sequence[int], phrases: Sequence[Blamed]) -> set[int]:
    """Return the indexes of the first token and of the first word of each phrase.

    Args:
        tokens: The tokens of the text.
        starts: The offset of each token.
        phrases: The phrases of the text.
    """
    borders: set[int] = set()
    for phrase in phrases:
        first, end = bisect_left(starts, phrase.start), bisect_left(starts, phrase.end)
        borders.add(first)
        borders.update(islice((index for index in range(first, end) if is_word(tokens[index])), 1))
    return borders


def _join_sentences(pieces: Sequence[_Piece], borders: Container[int]) -> list[_Piece]:
    """Return phrases with the sentences of one phrase joined again, if they still have the same date.

    Args:
        pieces: The phrases.
        borders: The indexes of the first token and of the first word of each phrase before short ones were widened. If
            a sentence begins with the first word, the marks before it now belong to another phrase.
    """
    joined: list[_Piece] = []
    for piece in pieces:
        has_same_date = bool(joined) and (joined[-1].since, joined[-1].key) == (piece.since, piece.key)
        if has_same_date and piece.start not in borders:
            joined[-1] = joined[-1]._replace(end=piece.end)
        else:
            joined.append(piece)
    return joined


def _cut_at_sentences(tokens: Sequence[str], first: int, end: int) -> Iterator[tuple[int, int]]:
    """Yield the parts of some tokens between the ends of sentences, each as the indexes of its first and next token."""
    start = first
    for index in range(first + 1, end):
        if _begins_sentence(tokens, index):
            yield start, index
            start = index
    if start < end:
        yield start, end


def _begins_sentence(tokens: Sequence[str], index: int) -> bool:
    """Return whether a sentence begins at a token: with a word, after the end of another sentence."""
    return index > 0 and tokens[index - 1] in SENTENCE_ENDS and is_word(tokens[index])


class _Section:
    """The phrases of a sentence.

    Args:
        tokens: The tokens of the text.
        pieces: The phrases.
    """

    def __init__(self, tokens: Sequence[str], pieces: Sequence[_Piece]) -> None:
        self._pieces = list(pieces)
        first, end = pieces[0].start, pieces[-1].end
        self._word_indexes = [index for index in range(first, end) if is_word(tokens[index])]

    def widen(self) -> list[_Piece]:
        """Return the phrases with short ones widened.

        Each step leaves fewer short phrases, or fewer phrases and no more short ones, so this ends.
        """
        index = 0
        while index < len(self._pieces) and len(self._pieces) > 1:
            if self._count_words(self._pieces[index]) < FEWEST:
                self._widen_at(index)
                index = max(0, index - 1)  # a phrase joined with the one before it may still be short
            else:
                index += 1
        return self._pieces

    def _count_words(self, piece: _Piece) -> int:
        """Return the number of words of a phrase."""
        return bisect_left(self._word_indexes, piece.end) - bisect_left(self._word_indexes, piece.start)

    def _widen_at(self, index: int) -> None:
        """Widen a short phrase; across a seam only if there is a seam, or nothing, on each of its sides."""
        neighbours = [at for at in (index - 1, index + 1) if 0 <= at < len(self._pieces)]
        if not self._count_words(self._pieces[index]):
            self._join_marks(index, neighbours[0])
            return
        joinable = [at for at in neighbours if self._pieces[max(index, at)].seam is None]
        if joinable:
            self._widen_without_seam(index, joinable)
        else:
            self._widen_across_seam(index, neighbours)

    def _join_marks(self, index: int, neighbour: int) -> None:
        """Join a phrase without a word with the one next to it, by which it is dated.

        If that is the one before it, the phrase after it keeps the newest seam between the words on both sides.
        """
        marks, joined = self._pieces[index], self._pieces[neighbour]
        self._join(index, neighbour, joined)
        is_before_words = neighbour < index < len(self._pieces)
        if not is_before_words:
            return
        after = self._pieces[index]
        seams = [seam for seam in (marks.seam, after.seam) if seam is not None]
        if marks.since > max(joined.since, after.since):
            seams.append(Seam(0, marks.since, marks.key))
        self._pieces[index] = after._replace(seam=max(seams, key=lambda seam: seam.since, default=None))

    def _widen_without_seam(self, index: int, neighbours: Sequence[int]) -> None:
        """Widen a short phrase with words of a phrase next to it, without a seam between them."""
        piece = self._pieces[index]
        lenders = [at for at in neighbours if self._pieces[at].since <= piece.since]
        if lenders:
            self._borrow_or_join(index, lenders)
        else:
            oldest = min(neighbours, key=lambda at: self._pieces[at].since)
            self._join(index, oldest, self._pieces[oldest])

    def _widen_across_seam(self, index: int, neighbours: Sequence[int]) -> None:
        """Widen a short phrase with words across the oldest seam next to it."""
        seams = {at: self._pieces[max(index, at)].seam for at in neighbours}
        lender = min(neighbours, key=lambda at: seam.since if (seam := seams[at]) else "")
        lending, seam = self._pieces[lender], seams[lender]
        piece = self._pieces[index].dated_after(lending.since, lending.key)
        if seam is not None:
            piece = piece.dated_after(seam.since, seam.key)
        self._pieces[index] = piece
        self._borrow_or_join(index, [lender])

    def _borrow_or_join(self, index: int, lenders: Sequence[int]) -> None:
        """Give a short phrase words of a phrase next to it, or all words if too few were left there."""
        if any(self._borrow(index, lender) for lender in lenders):  # until one can
            return
        fewest = min(lenders, key=lambda at: self._count_words(self._pieces[at]))
        self._join(index, fewest, self._pieces[index])

    def _join(self, index: int, neighbour: int, dated: _Piece) -> None:
        """Join a phrase with one next to it, as one phrase with the date of `dated`."""
        first, last = sorted((index, neighbour))
        begin = self._pieces[first]
        joined = _Piece(begin.start, self._pieces[last].end, dated.since, dated.key, begin.seam)
        self._pieces[first : last + 1] = [joined]

    def _borrow(self, index: int, lender: int) -> bool:
        """Give a short phrase words of the phrase next to it, if that keeps enough of its own.

        Returns:
            Whether it could lend them.
        """
        piece, lending = self._pieces[index], self._pieces[lender]
        needed = FEWEST - self._count_words(piece)
        if self._count_words(lending) < needed + FEWEST:
            return False
        if lender < index:
            border = self._word_indexes[bisect_left(self._word_indexes, lending.end) - needed]
            self._pieces[lender] = lending._replace(end=border)
            self._pieces[index] = piece._replace(start=border, seam=None)
        else:
            # marks after the last word that is lent belong to it
            border = self._word_indexes[bisect_left(self._word_indexes, lending.start) + needed]
            self._pieces[index] = piece._replace(end=border)
            self._pieces[lender] = lending._replace(start=border, seam=None)
        return True
