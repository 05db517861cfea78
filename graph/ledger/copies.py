"""Whether a text is a copy of the rules, whole or in part: a copy is a text whose sentences are the rules' own.

The sentences are compared with the fingerprints of every wording that any edition ever had, of its rules, its glossary
or the text around them, such as the introduction. So neither the form of a file nor the edition of its text counts. A
test plan that is organised by the numbers of rules has sentences of its own; a chapter on a web page, a glossary, the
introduction alone, or a list of records in JSON has none. A list of contents has no sentences: its lines are the
numbers and titles of chapters.

A damaged copy has fewer sentences of the rules, because letters were misread or chapters are somebody else's. If most
sentences are left, it is recognised by the numbers of a whole edition at the beginnings of its lines. No sentence of a
translation is known (`graph.ledger.translations`).

A comparison of two editions has the sentences of both, but is no copy of either (`graph.ledger.comparisons`).

`comprules check`, `parse`, `identify` and `archive add` all ask `is_copy`.

Of the 160 readable copies of 136 editions, at least 95 % of the words are in sentences of the rules; of the other files
of 54 public trees at most 91 %, for a program that quotes four chapters.
"""

from collections.abc import Iterable, Sequence

from msgspec import Struct

from graph.ledger.comparisons import shows_changes
from graph.ledger.contents_lists import is_caption, is_contents, is_heading
from graph.ledger.heads import are_in_order, count_chapters, count_lines, list_heads, unify_line_ends
from graph.ledger.known_sentences import KnownSentences
from graph.ledger.shown_lines import list_lines, list_shown_lines
from graph.ledger.translations import is_translation
from graph.ledger.words import fingerprints
from rules.late_patterns import compile_late
from rules.sampling import spread
from rules.text import plain_words

ENOUGH_SENTENCES = 3
"""Minimum number of the rules' sentences in a copy. A text with fewer of them only quotes a rule, unless it has nothing
else: see `WORDS_OF_FEW`."""
ENOUGH_WORDS = 40
"""Minimum number of words that a copy has in sentences of the rules."""
WORDS_OF_FEW = 100
"""Minimum number of words in fewer than `ENOUGH_SENTENCES` sentences for a text to be a short chapter, if it has
nothing but these sentences. If it has the heading of the chapter too, any number of words is enough."""
OWN_WORDS = 0.93
"""Minimum share of the words of a copy that are in sentences of the rules."""
DAMAGED_WORDS = 0.7
"""Minimum share of the words of a damaged copy of a whole edition that are in sentences of the rules. In editions
damaged on purpose it was at least 0.73. Notes with a remark below every rule have about the same share, but their lines
seldom begin with a number."""
QUOTED_WORDS = 0.1
"""Minimum share of the words of a text with quotations that are in sentences of the rules. In texts with only the
titles of chapters it is up to 0.03."""
COMPARED_WORDS = 0.5
"""Minimum share of the words of a comparison of two editions that are in sentences of the rules. A changed sentence may
have too many words of both to be recognised."""
_RULES_OF_EDITION = 250
"""Minimum number of rules of a damaged copy; the smallest edition has 347."""
_CHAPTERS_OF_EDITION = 30
"""Minimum number of chapters of a damaged copy; the smallest edition has 68."""

_OWN_FINGERPRINTS = 0.7
"""Minimum share of the fingerprints of a sentence that the rules have. Copies of a sentence that lost a word, or an
apostrophe, keep as many; a paraphrase seldom has a third."""
_SHORTEST = 5
"""Minimum number of words of a sentence; a shorter line is a heading, a headword, or the name of a field."""
_STATEMENT = 25
"""Minimum number of words for which a statement of a program counts: about as many as a sentence of the rules has."""
_SAMPLE_LINES = 16
"""Number of lines, spread over the whole text, in a sample of it. The sample shows of most files that they are no copy.
"""
_MOST_CHOSEN = 400
"""Number of lines, spread over the whole text, from which the sample is chosen; to go through all lines takes long."""
_MOST_STATEMENTS = 0.25
"""Maximum share of the lines of the sample that are statements of a program. A copy has fewer, so that in a file with
more of them no sentences need be looked up."""
_LEAST_OF_SAMPLE = 0.25
"""Minimum share of the words of the sample that are in sentences of the rules, for a text to be a copy."""
_MOST_LINES = 1_000
"""Maximum number of lines, spread over the whole text, that are read if the sample does not decide."""
_LONG_LINE = 2_000
"""Maximum number of characters of a line in the sample."""

_LABEL = compile_late(r"[\W_]*(?:[1-9]\d\d\.\d{1,3}[a-z]{0,2}\b)?[\W_]*")
"""The number at the beginning of a line, with the marks around it."""
_DONE = compile_late(r"^\W*\[[ xX]\]|[✅❌☑☒✓✔✗✘⬜]")
"""The mark of a task: `[x]`, `✅`. A line with such a mark is not of a copy, even if it quotes a rule."""
_STATEMENT_WORD = compile_late(
    r"^\s*(?:async|class|const|def|fn|for|from|func|if|import|let|package|private|public|return|var|while)\b"
)
"""The beginning of a line of a program."""
_STATEMENT_ENDS = (";", "{", "(", "=")
_CALL = compile_late(r"\w\(")
_WORD = compile_late(r"\w")


class SentenceCounts(Struct, frozen=True):
    """How many of the words of some lines are in sentences of the rules.

    Attributes:
        sentences: Number of the rules' sentences.
        own: Number of words in them.
        foreign: Number of words in other sentences; a statement of a program counts as `_STATEMENT` words at least.
        short: Number of words in lines that are too short for a sentence.
    """

    sentences: int = 0
    own: int = 0
    foreign: int = 0
    short: int = 0

    def add(self, counts: "SentenceCounts") -> "SentenceCounts":
        """Return the sum of these counts and those of further lines."""
        return SentenceCounts(
            sentences=self.sentences + counts.sentences,
            own=self.own + counts.own,
            foreign=self.foreign + counts.foreign,
            short=self.short + counts.short,
        )

    @property
    def share(self) -> float:
        """Return the share of words that are in sentences of the rules, 0 to 1."""
        return self.own / max(1, self.own + self.foreign)


_NO_SENTENCES = SentenceCounts()


def is_copy(text: str, ledger: KnownSentences) -> bool:
    """Return whether a text is a copy of the rules, whole, in part or damaged, in any form and language.

    A text that shows the changes between two editions is no copy.

    Args:
        text: The whole file.
        ledger: The ledger.
    """
    has_rules = _has_words_of_rules(text, ledger) or is_translation(text)
    return has_rules and not shows_changes(text)


def is_comparison(text: str, ledger: KnownSentences) -> bool:
    """Return whether a text shows the changes between two texts of the rules.

    Args:
        text: The whole file.
        ledger: The ledger.
    """
    if not shows_changes(text):
        return False
    counts = count_sentences(spread(list_lines(text), _MOST_LINES), ledger)
    return counts.sentences >= ENOUGH_SENTENCES and counts.share >= COMPARED_WORDS


def has_quotes(text: str, ledger: KnownSentences) -> bool:
    """Return whether at least a tenth of a text is sentences of the rules, whatever else is in it.

    Args:
        text: The whole file.
        ledger: The ledger.
    """
    return count_sentences(spread(list_lines(text), _MOST_LINES), ledger).share >= QUOTED_WORDS


def _has_words_of_rules(text: str, ledger: KnownSentences) -> bool:
    """Return whether a text is a copy in the words of any edition.

    It is one if it is a list of contents; if it has at least three sentences of the rules with at least 40 words, and
    hardly any others; or if it has fewer, and is a short chapter. A text with more sentences of its own is a damaged
    copy if its lines begin with the numbers of a whole edition.
    """
    lines = list_lines(text)
    if is_contents(lines, ledger):
        return True
    # For nearly all files a few lines are enough to see that they are no copy, so that no others need be read.
    sample = _choose_sample(lines)
    statements = sum(map(_is_statement, sample))
    if statements > _MOST_STATEMENTS * _SAMPLE_LINES:
        return False
    if count_sentences(sample, ledger).share < _LEAST_OF_SAMPLE:
        return False
    counts = count_sentences(spread(lines, _MOST_LINES), ledger)
    if counts.sentences < ENOUGH_SENTENCES:
        return bool(counts.sentences) and _is_short_chapter(lines, ledger)
    # Lines too short for a sentence are headings and names of fields; a copy has more words in sentences.
    has_enough_words = counts.own >= ENOUGH_WORDS and counts.own >= counts.short
    if not has_enough_words or counts.share < DAMAGED_WORDS:
        return False
    return counts.share >= OWN_WORDS or _has_numbers_of_edition(text)


def _is_short_chapter(lines: Sequence[str], ledger: KnownSentences) -> bool:
    """Return whether a few sentences of the rules are a short chapter: nothing else is below its heading.

    A caption with the title of the section, which programs write below the heading, does not count.
    """
    without_captions = [line for line in lines if not is_caption(line, ledger)]
    counts = count_sentences(spread(without_captions, _MOST_LINES), ledger)
    if counts.foreign:
        return False
    return counts.own >= WORDS_OF_FEW or any(is_heading(line, ledger) for line in lines)


def _has_numbers_of_edition(text: str) -> bool:
    """Return whether most lines of a text begin with the numbers of a whole edition, in order."""
    text = unify_line_ends(text)
    heads = list_heads(text)
    if len(heads) < _RULES_OF_EDITION or count_chapters(heads) < _CHAPTERS_OF_EDITION:
        return False
    return are_in_order(heads) and len(heads) > count_lines(text) / 2


def count_sentences(lines: Iterable[str], ledger: KnownSentences) -> SentenceCounts:
    """Return the number of words of some lines that are in sentences of the rules.

    Args:
        lines: Lines, which may have tags and escapes.
        ledger: The ledger.
    """
    shown_lines = [shown for line in lines for shown in list_shown_lines(line)]
    texts = [_LABEL.sub("", line, count=1) for line in shown_lines]
    fingerprints_of = {text: fingerprints(text) for text in texts if _is_sentence(text)}
    known_fingerprints = ledger.select_known(frozenset().union(*fingerprints_of.values()))
    counts = _NO_SENTENCES
    for line, text in zip(shown_lines, texts, strict=True):
        words = len(plain_words(text))
        is_sentence = text in fingerprints_of
        is_of_rules = _has_known_words(fingerprints_of.get(text, frozenset()), known_fingerprints)
        counts = counts.add(_count_line(line, words, is_sentence=is_sentence, is_of_rules=is_of_rules))
    return counts


def _has_known_words(fingerprints_of_text: frozenset[int], known_fingerprints: frozenset[int]) -> bool:
    """Return whether the rules have enough of the fingerprints of a text; not if it has none."""
    if not fingerprints_of_text:
        return False
    return len(fingerprints_of_text & known_fingerprints) >= _OWN_FINGERPRINTS * len(fingerprints_of_text)


def _count_line(line: str, words: int, *, is_sentence: bool, is_of_rules: bool) -> SentenceCounts:
    """Return the counts of one line: all its words count as own, foreign or short.

    Args:
        line: The line as a reader sees it.
        words: The number of its words, without the label.
        is_sentence: Whether it is long enough for a sentence.
        is_of_rules: Whether it has the words of a sentence of the rules.
    """
    if is_of_rules:
        is_task = _DONE.search(line) is not None  # a task that quotes the rules
        return SentenceCounts(foreign=words) if is_task else SentenceCounts(sentences=1, own=words)
    if _has_form_of_statement(line):
        return SentenceCounts(foreign=max(words, _STATEMENT))
    return SentenceCounts(foreign=words) if is_sentence else SentenceCounts(short=words)


def _is_statement(line: str) -> bool:
    """Return whether the beginning of a line has the form of a statement of a program.

    The line is judged as a reader sees it, since the semicolon of `&quot;` is not the end of a statement.
    """
    shown_lines = list_shown_lines(line)
    return bool(shown_lines) and _has_form_of_statement(shown_lines[0])


def _has_form_of_statement(line: str) -> bool:
    """Return whether a line begins with a word of programs, or ends as their lines do.

    The heading of a wiki ends in several equals signs. The end is looked at before the rest, which may be long.
    """
    if _STATEMENT_WORD.search(line) is not None:
        return True
    if line.endswith(")"):
        return _CALL.search(line) is not None
    if line.endswith(_STATEMENT_ENDS) and not line.endswith("=="):
        return _WORD.search(line) is not None
    return False


def _is_sentence(text: str) -> bool:
    """Return whether a line has enough words for a sentence; numbers, as in an entry of an index, do not count."""
    return sum(word != "#" and not word.isdecimal() for word in plain_words(text)) >= _SHORTEST


def _choose_sample(lines: Sequence[str]) -> Sequence[str]:
    """Return a sample of the lines: some that have enough words for a sentence, cut if they are long."""
    chosen = spread(lines, _MOST_CHOSEN)
    long_enough = [line[:_LONG_LINE] for line in chosen if line.count(" ") + 1 >= _SHORTEST]
    return spread(long_enough, _SAMPLE_LINES)
