"""How many words of a text are in passages of the rules.

A *passage* is a line with at least five words, as a reader sees it: a rule, an entry of the glossary, a paragraph. If
several numbered rules are in one line, each of them is a passage. A passage is *known* if most of its fingerprints are
those of one or more wordings that the rules of any edition ever had; otherwise it is *foreign*. So the passage `702.2.
Whoever rows keeps both oars.` is known or foreign as a whole, whether it has one sentence or five. A shorter line, such
as `Boats`, is neither.
"""

from collections.abc import Iterable, Iterator

from msgspec import Struct

from graph.ledger.fingerprints import fingerprints
from graph.ledger.known_sentences import KnownSentences
from graph.ledger.shown_lines import list_shown_lines
from graph.ledger.statements import is_statement
from rules.late_patterns import compile_late
from rules.text import plain_words

SHORTEST_PASSAGE = 5
"""Minimum number of words of a passage; a shorter line is a heading, a headword, or the name of a field."""
_KNOWN_FINGERPRINTS = 0.7
"""Minimum share of the fingerprints of a known passage that the rules have. Copies of a rule that lost a word, or an
apostrophe, keep as many; a paraphrase seldom has a third."""
_WORDS_OF_STATEMENT = 25
"""Minimum number of words for which a statement of a program counts: about as many as a passage of the rules has."""

_LABEL = compile_late(r"[\W_]*(?:[1-9]\d\d\.\d{1,3}[a-z]{0,2}\b)?[\W_]*")
"""The number at the beginning of a passage, with the marks around it."""
_BETWEEN_RULES = compile_late(r"(?<=[.!?)\"”])\s+(?=[1-9]\d\d\.\d{1,3}[a-z]{0,2}\b\.?\s)")
"""The space between the end of a sentence and the number of the next rule: `… both oars. 702.3 Whoever …`."""
_TASK = compile_late(r"^\W*\[[ xX]\]|[✅❌☑☒✓✔✗✘⬜]")
"""The mark of a task: `[x]`, `✅`. A passage with such a mark is foreign, even if it quotes a rule."""


class PassageCounts(Struct, frozen=True):
    """How many of the words of some lines are in known passages.

    Attributes:
        passages: Number of known passages.
        known_words: Number of words in them.
        foreign_words: Number of words in foreign passages and statements of programs; a statement counts as
            `_WORDS_OF_STATEMENT` words at least.
        short_words: Number of words in lines that are too short for a passage.
    """

    passages: int = 0
    known_words: int = 0
    foreign_words: int = 0
    short_words: int = 0

    def add(self, counts: "PassageCounts") -> "PassageCounts":
        """Return the sum of these counts and those of further lines."""
        return PassageCounts(
            passages=self.passages + counts.passages,
            known_words=self.known_words + counts.known_words,
            foreign_words=self.foreign_words + counts.foreign_words,
            short_words=self.short_words + counts.short_words,
        )

    @property
    def share(self) -> float:
        """Return the share of the words in passages that are in known ones, 0 to 1; short lines do not count."""
        return self.known_words / max(1, self.known_words + self.foreign_words)


_NO_WORDS = PassageCounts()


def count_passages(lines: Iterable[str], ledger: KnownSentences) -> PassageCounts:
    """Return how many words of some lines are in known passages, in foreign ones, and in short lines.

    Args:
        lines: Lines, which may have tags and escapes (`graph.ledger.shown_lines.list_lines`).
        ledger: The ledger.
    """
    parts = [part for line in lines for part in list_parts(line)]
    texts = [strip_label(part) for part in parts]
    fingerprints_of = {text: fingerprints(text) for text in texts if _is_passage(text)}
    known_fingerprints = ledger.select_known(frozenset().union(*fingerprints_of.values()))
    counts = _NO_WORDS
    for part, text in zip(parts, texts, strict=True):
        words = len(plain_words(text))
        is_passage = text in fingerprints_of
        is_known = _has_known_words(fingerprints_of.get(text, frozenset()), known_fingerprints)
        counts = counts.add(_count_part(part, words, is_passage=is_passage, is_known=is_known))
    return counts


def list_parts(line: str) -> Iterator[str]:
    """Yield the lines that a reader sees of a line, divided where the number of another rule follows a sentence.

    `<p>702.2 Row. 702.3 Swim.</p><p>Boats</p>` gives `702.2 Row.`, `702.3 Swim.` and `Boats`.
    """
    for shown in list_shown_lines(line):
        yield from _BETWEEN_RULES.split(shown)


def strip_label(part: str) -> str:
    """Return a passage without the number at its beginning and the marks around it."""
    return _LABEL.sub("", part, count=1)


def _is_passage(text: str) -> bool:
    """Return whether a text has enough words for a passage; numbers, as in an entry of an index, do not count."""
    return sum(word != "#" and not word.isdecimal() for word in plain_words(text)) >= SHORTEST_PASSAGE


def _has_known_words(fingerprints_of_text: frozenset[int], known_fingerprints: frozenset[int]) -> bool:
    """Return whether the rules have enough of the fingerprints of a text; not if it has none."""
    if not fingerprints_of_text:
        return False
    return len(fingerprints_of_text & known_fingerprints) >= _KNOWN_FINGERPRINTS * len(fingerprints_of_text)


def _count_part(part: str, words: int, *, is_passage: bool, is_known: bool) -> PassageCounts:
    """Return the counts of one part of a line: all its words are known, foreign or short.

    Args:
        part: The part as a reader sees it.
        words: The number of its words, without the label.
        is_passage: Whether it is long enough for a passage.
        is_known: Whether it has the words of the rules.
    """
    if is_known:
        is_task = _TASK.search(part) is not None
        return PassageCounts(foreign_words=words) if is_task else PassageCounts(passages=1, known_words=words)
    if is_statement(part):
        return PassageCounts(foreign_words=max(words, _WORDS_OF_STATEMENT))
    return PassageCounts(foreign_words=words) if is_passage else PassageCounts(short_words=words)
