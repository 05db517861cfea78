"""The phrases of a rule as people see them: of at least three words, so that each says something by itself.

`blame_rule` dates every word exactly. Shown like that, a rule has many phrases of one or two words: of `A player can't
activate the abilities of ...`, only `activate` may be of 2009. A phrase of fewer than three words is a *crumb*. It is
shown with words next to it, as `activate the abilities`, and such a *widened* phrase has the date of its newest word,
or of the newest removal between its words. Its pieces keep their exact dates.

A widened phrase is true: the rule to which it is dated has these words next to each other, which is looked up there.
Nothing is widened beyond its sentence, so a sentence of one or two words is a phrase of its own. Of all ways to cut a
sentence, the best is that in which the fewest words have a later date than their own (`graph.answers.phrase_cuts`).
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from graph.answers.aged_text import Age, AgedText
from graph.answers.blame import BlameAnswer, PassageBlame
from graph.answers.phrase_cuts import FEWEST, Cut, IsTrue, cut_sentence
from graph.compare.passages import passage_at
from graph.history import History
from rules.caching import cached_method
from rules.change.normal_forms import normal_form, split_tokens
from rules.change.phrases import Blamed
from rules.change.seams import Seam
from rules.tokens import is_word


class ShownPhrase(NamedTuple):
    """A phrase as people see it.

    Attributes:
        start: Offset of the phrase in the text, in characters.
        text: The words of the phrase.
        since: The first edition that has these words next to each other.
        key: Key of the rule that had them in that edition.
        pieces: The exact phrases that it consists of, and the seams between them, in order. A phrase that was not
            widened is its only piece.
    """

    start: int
    text: str
    since: str
    key: str
    pieces: tuple[Blamed | Seam, ...]

    @property
    def is_widened(self) -> bool:
        """Return whether it has words that are older than its date."""
        return any(span.since < self.since for span in self.spans)

    @property
    def spans(self) -> tuple[Blamed, ...]:
        """Return the exact phrases that it consists of."""
        return tuple(piece for piece in self.pieces if isinstance(piece, Blamed))

    @property
    def newer(self) -> tuple[Blamed, ...]:
        """Return those of its exact phrases that are newer than the oldest of them."""
        oldest = min(span.since for span in self.spans)
        return tuple(span for span in self.spans if span.since > oldest)


class ShownPhrases:
    """The phrases of rules as people see them.

    Args:
        history: The history, with the texts of all editions.
    """

    def __init__(self, history: History) -> None:
        self._history = history

    def list_shown(self, part: BlameAnswer | PassageBlame) -> list[ShownPhrase | Seam]:
        """Return the phrases of a text in order, and between them the seams that no phrase has among its pieces.

        Args:
            part: A rule, or one of its examples or notes, with the exact phrases of its text.
        """
        phrases = self._list_phrases(part)
        within = {piece.offset for phrase in phrases for piece in phrase.pieces if isinstance(piece, Seam)}
        seams = [seam for seam in part.seams if seam.offset not in within]
        return sorted([*seams, *phrases], key=lambda piece: piece.offset if isinstance(piece, Seam) else piece.start)

    def _list_phrases(self, part: BlameAnswer | PassageBlame) -> list[ShownPhrase]:
        """Return the phrases of a text in order; together they cover it."""
        text = AgedText(part.text, part.spans, part.seams)
        has_crumb = any(_count_words(span.text) < FEWEST for span in part.spans)
        if not has_crumb or len(part.spans) < 2:
            return [ShownPhrase(span.start, span.text, span.since, span.key, (span,)) for span in part.spans]

        def is_true(start: int, end: int, age: Age) -> bool:
            return self._has_run(age, text.list_forms(start, end))

        cuts: list[Cut] = []
        for borders in text.list_sentences():
            for cut in cut_sentence(text, borders, is_true):
                _append(cuts, cut, text, is_true)
        offsets = [*(text.offset(cut.start) for cut in cuts), len(part.text)]
        return [
            ShownPhrase(start, part.text[start:end], *cut.age, tuple(text.list_pieces(cut.start, cut.end)))
            for cut, (start, end) in zip(cuts, pairwise(offsets), strict=True)
        ]

    def _has_run(self, age: Age, forms: Sequence[str]) -> bool:
        """Return whether a rule of an edition has tokens, given by their normal forms, next to each other."""
        run = f" {' '.join(forms)} "
        return any(run in text for text in self._read_forms(age))

    @cached_method
    def _read_forms(self, age: Age) -> list[str]:
        """Return the normal forms of the tokens of each text of a rule of an edition, joined by spaces."""
        passage = passage_at(self._history, age.since, age.key)
        texts = (passage.shown, *passage.examples, *passage.notes)
        return [f" {' '.join(filter(None, map(normal_form, split_tokens(text).strings)))} " for text in texts]


def _append(cuts: list[Cut], cut: Cut, text: AgedText, is_true: IsTrue) -> None:
    """Append a phrase to those before it, or join it to the last of them if they are one phrase.

    They are one if they have the same age, there is no seam between them, and the rule of that age has all their words
    next to each other. Two exact phrases remain two.
    """
    if cuts and _may_join(text, cuts[-1], cut):
        joined = Cut(cuts[-1].start, cut.end, cut.age)
        if text.is_exact(joined.start, joined.end) or is_true(joined.start, joined.end, cut.age):
            cuts[-1] = joined
            return
    cuts.append(cut)


def _may_join(text: AgedText, former: Cut, cut: Cut) -> bool:
    """Return whether two phrases are one if that is true: see `_append`."""
    if former.age != cut.age or text.has_seam(cut.start):
        return False
    are_exact = text.is_exact(former.start, former.end) and text.is_exact(cut.start, cut.end)
    return not (are_exact and text.begins_exact(cut.start))


def _count_words(text: str) -> int:
    """Return the number of words of a text."""
    return sum(map(is_word, split_tokens(text).strings))


def list_unseen(pieces: Sequence[ShownPhrase | Seam]) -> list[Blamed]:
    """Return the exact phrases that came between older words, but whose editions no phrase and no seam of a rule names.

    Such a phrase is within one that has the date of a still newer edition.

    Args:
        pieces: The phrases and seams of all texts of the rule.
    """
    phrases = [piece for piece in pieces if isinstance(piece, ShownPhrase)]
    named = {phrase.since for phrase in phrases} | {seam.since for seam in list_seams(pieces)}
    return [span for phrase in phrases for span in phrase.newer if span.since not in named]


def list_seams(pieces: Iterable[ShownPhrase | Seam]) -> Iterator[Seam]:
    """Yield all seams of a text in order, also those within phrases."""
    for piece in pieces:
        if isinstance(piece, Seam):
            yield piece
        else:
            yield from (part for part in piece.pieces if isinstance(part, Seam))
