"""Whether a text is a copy of the rules, whole or in part: a copy is a text whose sentences are the rules' own.

The text is compared passage by passage with the fingerprints of every wording that any edition ever had, of its rules,
its glossary or the text around them, such as the introduction (`graph.ledger.passage_counts`). So neither the form of a
file nor the edition of its text counts. A test plan that is organised by the numbers of rules has passages of its own;
a chapter on a web page, a glossary, the introduction alone, or a list of records in JSON has none. A list of contents
has no passages: its lines are the numbers and titles of chapters.

A damaged copy has fewer passages of the rules, because letters were misread or chapters are somebody else's. If most
passages are left, it is recognised by the numbers of a whole edition at the beginnings of its lines. No passage of a
translation is known (`graph.ledger.translations`).

A comparison of two editions has the passages of both, but is no copy of either (`graph.ledger.comparisons`).

`comprules check`, `parse`, `identify` and `archive add` all ask `is_copy`.

Of the 160 readable copies of 136 editions, at least 98 % of the words are in passages of the rules; of the other files
of 54 public trees at most 91 %, for a program that quotes four chapters.
"""

from collections.abc import Sequence

from graph.ledger.comparisons import shows_changes
from graph.ledger.contents_lists import is_caption, is_contents, is_heading
from graph.ledger.heads import are_in_order, count_chapters, count_lines, list_heads, unify_line_ends
from graph.ledger.known_sentences import KnownSentences
from graph.ledger.passage_counts import SHORTEST_PASSAGE, PassageCounts, count_passages
from graph.ledger.shown_lines import list_lines, list_shown_lines
from graph.ledger.statements import is_statement
from graph.ledger.translations import is_translation
from rules.late_patterns import compile_late
from rules.sampling import spread

ENOUGH_PASSAGES = 3
"""Minimum number of the rules' passages in a copy. A text with fewer of them only quotes a rule, unless it has
`WORDS_OF_SEVERAL`, or has nothing else: see `WORDS_OF_FEW`."""
ENOUGH_WORDS = 40
"""Minimum number of words that a copy has in passages of the rules."""
WORDS_OF_SEVERAL = 200
"""Minimum number of words that are several rules even in fewer than `ENOUGH_PASSAGES` passages, as in a paragraph
without numbers: 98 % of the texts of rules are shorter."""
WORDS_OF_FEW = 100
"""Minimum number of words in fewer than `ENOUGH_PASSAGES` passages for a text to be a short chapter, if it has no other
passages. If it has the heading of the chapter too, any number of words is enough."""
COPIED_WORDS = 0.93
"""Minimum share of the words of a copy that are in passages of the rules."""
DAMAGED_WORDS = 0.7
"""Minimum share of the words of a damaged copy of a whole edition that are in passages of the rules. In editions
damaged on purpose it was at least 0.73. Notes with a remark below every rule have about the same share, but their lines
seldom begin with a number."""
QUOTED_WORDS = 0.1
"""Minimum share of the words of a text with quotations that are in passages of the rules. In texts with only the titles
of chapters it is up to 0.03."""
COMPARED_WORDS = 0.5
"""Minimum share of the words of a comparison of two editions that are in passages of the rules. A changed rule may have
too many words of both to be recognised."""
_RULES_OF_EDITION = 250
"""Minimum number of rules of a damaged copy; the smallest edition has 347."""
_CHAPTERS_OF_EDITION = 30
"""Minimum number of chapters of a damaged copy; the smallest edition has 68."""

_SAMPLE_LINES = 16
"""Number of lines, spread over the whole text, in a sample of it. The sample shows of most files that they are no copy.
"""
_MOST_CHOSEN = 400
"""Number of lines, spread over the whole text, from which the sample is chosen; to go through all lines takes long."""
_MOST_STATEMENTS = 4
"""Maximum number of statements of a program among the lines of the sample (`_SAMPLE_LINES`). A copy has fewer, so no
passages need be looked up in a file with more of them."""
_LEAST_OF_SAMPLE = 0.25
"""Minimum share of the words of the sample that are in passages of the rules, for a text to be a copy."""
_MOST_LINES = 1_000
"""Maximum number of lines, spread over the whole text, that are read if the sample does not decide."""
_LONG_LINE = 2_000
"""Maximum number of characters of a line in the sample."""
_ENOUGH_FOR_PASSAGE = compile_late(rf"(?<!\w)(?:\w++\W++){{{SHORTEST_PASSAGE - 1}}}\w")
"""As many words as a passage has at least; to count all words of a line takes longer."""


def is_copy(text: str, ledger: KnownSentences) -> bool:
    """Return whether a text is a copy of the rules, whole, in part or damaged, in any form and language.

    A text that shows the changes between two editions is no copy.

    Args:
        text: The whole file.
        ledger: The ledger.
    """
    is_of_rules = _has_words_of_rules(text, ledger) or is_translation(text)
    return is_of_rules and not shows_changes(text)


def is_comparison(text: str, ledger: KnownSentences) -> bool:
    """Return whether a text shows the changes between two texts of the rules.

    Args:
        text: The whole file.
        ledger: The ledger.
    """
    if not shows_changes(text):
        return False
    counts = count_passages(spread(list_lines(text), _MOST_LINES), ledger)
    return counts.passages >= ENOUGH_PASSAGES and counts.share >= COMPARED_WORDS


def has_quotes(text: str, ledger: KnownSentences) -> bool:
    """Return whether at least a tenth of the words in the passages of a text is the rules' own.

    Short lines do not count: a checklist of 300 short lines that quotes one rule, and has no other passage, has quotes.

    Args:
        text: The whole file.
        ledger: The ledger.
    """
    return count_passages(spread(list_lines(text), _MOST_LINES), ledger).share >= QUOTED_WORDS


def _has_words_of_rules(text: str, ledger: KnownSentences) -> bool:
    """Return whether a text is a list of contents, or has the words of the rules of any edition and hardly any others.

    Args:
        text: The whole file.
        ledger: The ledger.
    """
    lines = list_lines(text)
    if is_contents(lines, ledger):
        return True
    # For nearly all files a few lines are enough to see that they are no copy, so that no others need be read.
    if not _may_be_copy(_choose_sample(lines), ledger):
        return False
    counts = count_passages(spread(lines, _MOST_LINES), ledger)
    if counts.passages < ENOUGH_PASSAGES and counts.known_words < WORDS_OF_SEVERAL:
        return _is_short_chapter(lines, ledger)
    if counts.known_words < ENOUGH_WORDS or _is_mostly_short(counts):
        return False
    if counts.share >= COPIED_WORDS:
        return True
    return counts.share >= DAMAGED_WORDS and _has_numbers_of_edition(text)


def _choose_sample(lines: Sequence[str]) -> Sequence[str]:
    """Return a sample of the lines: some that have enough words for a passage, cut if they are long."""
    chosen = (line[:_LONG_LINE] for line in spread(lines, _MOST_CHOSEN))
    long_enough = [line for line in chosen if _has_enough_words(line)]
    return spread(long_enough, _SAMPLE_LINES)


def _has_enough_words(line: str) -> bool:
    """Return whether a line has enough words for a passage, as a reader sees it, by whatever they are parted.

    `<b>Row</b>&nbsp;now` has two words, and the name `row-the-boat-to-us` in a page has five.
    """
    return any(_ENOUGH_FOR_PASSAGE.search(shown) is not None for shown in list_shown_lines(line))


def _may_be_copy(sample: Sequence[str], ledger: KnownSentences) -> bool:
    """Return whether a text may be a copy, by a sample of its lines: not if it is a program, or has few known words."""
    statements = sum(is_statement(shown) for line in sample for shown in list_shown_lines(line)[:1])
    if statements > _MOST_STATEMENTS:
        return False
    return count_passages(sample, ledger).share >= _LEAST_OF_SAMPLE


def _is_short_chapter(lines: Sequence[str], ledger: KnownSentences) -> bool:
    """Return whether a few passages of the rules are a short chapter: no other passage is below its heading.

    A caption with the title of the section, which programs write below the heading, does not count.
    """
    without_captions = [line for line in lines if not is_caption(line, ledger)]
    counts = count_passages(spread(without_captions, _MOST_LINES), ledger)
    if not counts.known_words or counts.foreign_words or _is_mostly_short(counts):
        return False
    return counts.known_words >= WORDS_OF_FEW or any(is_heading(line, ledger) for line in lines)


def _is_mostly_short(counts: PassageCounts) -> bool:
    """Return whether most words are in lines too short for a passage, as in a checklist.

    In a copy such lines are headings and names of fields, which have fewer words than the rules.
    """
    return counts.short_words > counts.known_words


def _has_numbers_of_edition(text: str) -> bool:
    """Return whether most lines of a text begin with the numbers of a whole edition, in order."""
    text = unify_line_ends(text)
    heads = list_heads(text)
    if len(heads) < _RULES_OF_EDITION or count_chapters(heads) < _CHAPTERS_OF_EDITION:
        return False
    return are_in_order(heads) and len(heads) > count_lines(text) / 2
