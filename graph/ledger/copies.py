"""Whether a text is a copy of the rules, whole or in part: a copy is a text whose sentences are the rules' own.

The sentences are compared with the fingerprints of every wording that any edition ever had, of its rules, its glossary
or the text around them, such as the introduction. So neither the form of a file nor the edition of its text counts. A
test plan that is organised by the numbers of rules has sentences of its own; a chapter on a web page, a glossary, the
introduction alone, or a list of records in JSON has none. A list of contents has no sentences: its lines are the
numbers and titles of chapters.

A damaged copy has fewer sentences of the rules, because letters were misread or chapters are somebody else's. If most
sentences are left, it is recognised by the numbers of a whole edition at the beginnings of its lines. No sentence of a
translation is known (`graph.ledger.translations`).

`comprules check`, `parse`, `identify` and `archive add` all ask `is_copy`.

Of the 160 readable copies of 136 editions, at least 95 % of the words are in sentences of the rules; of the other files
of 54 public trees at most 91 %, for a program that quotes four chapters.
"""

import html
import re
from collections.abc import Collection, Iterable, Sequence
from typing import Protocol

from msgspec import Struct

from graph.ledger.heads import are_in_order, count_chapters, count_lines, list_heads, unify_line_ends
from graph.ledger.translations import is_translation
from graph.ledger.words import fingerprints
from rules.json_files import blank_assignment, read_table
from rules.late_patterns import compile_late
from rules.text import plain_words, strip_title

ENOUGH_SENTENCES = 3
"""Minimum number of the rules' sentences in a copy; a text with fewer quotes a rule."""
ENOUGH_WORDS = 40
"""Minimum number of words in these sentences."""
WORDS_OF_FEW = 100
"""Minimum number of words in fewer sentences without the heading of their chapter; with nothing else in the file they
are a short chapter."""
OWN_WORDS = 0.93
"""Minimum share of the words of a copy that are in sentences of the rules."""
DAMAGED_WORDS = 0.7
"""Minimum share of these words in a damaged copy of a whole edition. In editions damaged on purpose it was at least
0.73, in notes with a remark below every rule about as much; their lines seldom begin with a number."""
QUOTED_WORDS = 0.1
"""Minimum share of these words in a text with quotations; titles of chapters alone have up to 0.03."""
_RULES_OF_EDITION = 250
"""Minimum number of rules of a damaged copy; the smallest edition has 347."""
_CHAPTERS_OF_EDITION = 30
"""Minimum number of its chapters; the smallest edition has 68."""
ENOUGH_CHAPTERS = 5
"""Minimum number of chapters in a list of contents."""
_FRAME = 5
"""Maximum number of other lines of several words in it, such as its heading and the edition's, besides a tenth."""

_OWN_FINGERPRINTS = 0.7
"""Minimum share of the fingerprints of a sentence that the rules have. Copies of a sentence that lost a word, or an
apostrophe, keep as many; a paraphrase seldom has a third."""
_SHORTEST = 5
"""Minimum number of words of a sentence; a shorter line is a heading, a headword, or the name of a field."""
_STATEMENT = 25
"""Number of words for which a statement of a program counts, about those of a sentence of the rules."""
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
_LONGEST_CONTENTS = 50_000
"""Maximum number of characters of a list of contents with the addresses of its links; without them it has 5,000."""
_LONG_LINE = 2_000
"""Maximum number of characters of a line in the sample."""

_JSON = compile_late(r'\s{0,10000}(?:\{\s*"[^"]{0,200}"\s*:|\[\s*[\[{"])')
"""The beginning of a JSON file, or of a line of JSON."""
_STRING = compile_late(r'"(?P<text>(?:[^"\\]++|\\.)*+)"(?P<is_name>\s*:)?', re.DOTALL)
"""A string of JSON; the name of a field is followed by a colon."""
_ESCAPE = compile_late(r"\\u(?P<code>[0-9a-fA-F]{4})")
_HIDDEN = compile_late(r"<(script|style|nav|header|footer)\b.*?</\1\s*>|<!--.*?-->", re.DOTALL | re.IGNORECASE)
"""Parts of a page that are not its text."""
_TAG = compile_late(r"</?(?P<name>[a-zA-Z!]\w*)[^<>]{0,1000}>")
_BROKEN_TAG = compile_late(r"<[a-zA-Z/][^<>\n]{0,1000}\n[^<>]{0,1000}>")
"""A tag that goes on in the next line, as word processors write them."""
_INLINE = frozenset(["a", "abbr", "b", "code", "em", "font", "i", "mark", "small", "span", "strong", "sub", "sup", "u"])
_ADDRESS = compile_late(r"\]\([^()\s]{1,200}\)| ?<(?:#|https?:)[^<>\n]{0,200}>")
"""The address of a link in Markdown or reStructuredText."""
_DIRECTIVE = compile_late(r"^\s*\.\. [\w-]+::|:[a-z]+:(?=`)|`__?(?!\w)")
"""A mark of reStructuredText: the name of a directive or a role, or the end of a link."""
_LOST_APOSTROPHE = compile_late("(?<=[A-Za-z])[?\ufffd\x92](?=[a-z])")
_LINE_ENDS = compile_late(r"[\r\n\v\f]+|\\[nr]")
_LABEL = compile_late(r"[\W_]*(?:[1-9]\d\d\.\d{1,3}[a-z]{0,2}\b)?[\W_]*")
"""The number at the beginning of a line, with the marks around it."""
_DONE = compile_late(r"^\W*\[[ xX]\]|[✅❌☑☒✓✔✗✘⬜]")
"""The mark of a task; somebody wrote such a line, whatever it quotes."""
_STATEMENT_FORM = compile_late(
    r"^\s*(?:async|class|const|def|fn|for|from|func|if|import|let|package|private|public|return|var|while)\b"
    r"|\w.*(?:[;{(]|(?<!=)=)$|\w\(.*\)$"
)
"""A line that begins with a word of programs, or ends as their lines do; the heading of a wiki ends in several `=`."""
_CHAPTER = compile_late(r"\W*(?P<number>[1-9]\d{0,2})(?!\.?\w)\W+(?P<title>[A-Z].{1,70}?)(?:[\s.]*\d*)\W*$")
_DOTS = compile_late(r"\.{3,}.*$|\t.*$")


class KnownSentences(Protocol):
    """The fingerprints and titles of the rules of all editions; a ledger has them."""

    def select_known(self, wanted: Collection[int]) -> frozenset[int]:
        """Return those of some fingerprints that a wording of the rules has, or the text around the rules."""

    @property
    def chapter_titles(self) -> frozenset[str]:
        """Return the titles that sections and chapters ever had, by `rules.text.strip_title`."""


class SentenceCounts(Struct, frozen=True):
    """How many of the words of some lines are in sentences of the rules.

    Attributes:
        sentences: Number of the rules' sentences.
        own: Number of words in them.
        foreign: Number of words in other sentences; a statement of a program counts as `_STATEMENT` words at least.
        short: Number of words in lines that are too short for a sentence.
    """

    sentences: int
    own: int
    foreign: int
    short: int

    @property
    def share(self) -> float:
        """Return the share of words that are in sentences of the rules, 0 to 1."""
        return self.own / max(1, self.own + self.foreign)


def is_copy(text: str, ledger: KnownSentences) -> bool:
    """Return whether a text is a copy of the rules, whole, in part or damaged, in any form and language.

    Args:
        text: The whole file.
        ledger: The ledger.
    """
    return _has_words_of_rules(text, ledger) or is_translation(text)


def has_quotes(text: str, ledger: KnownSentences) -> bool:
    """Return whether at least a tenth of a text is sentences of the rules, whatever else is in it.

    Args:
        text: The whole file.
        ledger: The ledger.
    """
    return count_sentences(_spread(_split(text), _MOST_LINES), ledger).share >= QUOTED_WORDS


def _has_words_of_rules(text: str, ledger: KnownSentences) -> bool:
    """Return whether a text is a copy in the words of any edition."""
    lines = _split(text)
    if _is_contents(lines, ledger):
        return True
    # For nearly all files a few lines are enough to see that they are no copy, so that no others need be read.
    sample = _choose_sample(lines)
    statements = sum(map(_is_statement, sample))
    if statements > _MOST_STATEMENTS * _SAMPLE_LINES:
        return False
    if count_sentences(sample, ledger).share < _LEAST_OF_SAMPLE:
        return False
    counts = count_sentences(_spread(lines, _MOST_LINES), ledger)
    if counts.sentences < ENOUGH_SENTENCES:
        # Few sentences are a copy only if nothing else is in the file: then they are a short chapter.
        if not counts.sentences or counts.foreign:
            return False
        return counts.own >= WORDS_OF_FEW or any(_is_heading(line, ledger) for line in lines)
    # Lines too short for a sentence are headings and names of fields; a copy has more words in sentences.
    has_enough_words = counts.own >= ENOUGH_WORDS and counts.own >= counts.short
    if not has_enough_words or counts.share < DAMAGED_WORDS:
        return False
    return counts.share >= OWN_WORDS or _has_numbers_of_edition(text)


def _has_numbers_of_edition(text: str) -> bool:
    """Return whether most lines of a text begin with the numbers of a whole edition, in order."""
    text = unify_line_ends(text)
    heads = list_heads(text)
    if len(heads) < _RULES_OF_EDITION or count_chapters(heads) < _CHAPTERS_OF_EDITION:
        return False
    return are_in_order(heads) and len(heads) > count_lines(text) / 2


def count_sentences(lines: Iterable[str], ledger: KnownSentences) -> SentenceCounts:
    """Return how many of the words of some lines are in sentences of the rules.

    Args:
        lines: Lines, which may have tags and escapes.
        ledger: The ledger.
    """
    clean_lines = [clean for line in lines for clean in _clean(line)]
    texts = [_LABEL.sub("", line, count=1) for line in clean_lines]
    of_sentence = {text: fingerprints(text) for text in texts if _is_sentence(text)}
    known_fingerprints = ledger.select_known(frozenset().union(*of_sentence.values()))
    sentences = own = foreign = short = 0
    for line, text in zip(clean_lines, texts, strict=True):
        words = len(plain_words(text))
        own_fingerprints = of_sentence.get(text, frozenset())
        least_known = _OWN_FINGERPRINTS * len(own_fingerprints)
        has_words_of_rules = bool(own_fingerprints) and len(own_fingerprints & known_fingerprints) >= least_known
        if has_words_of_rules and not _DONE.search(line):
            sentences += 1
            own += words
        elif not has_words_of_rules and _STATEMENT_FORM.search(line):
            foreign += max(words, _STATEMENT)
        elif text in of_sentence:  # a sentence of somebody else, or a task that quotes the rules
            foreign += words
        else:
            short += words
    return SentenceCounts(sentences, own, foreign, short)


def _is_statement(line: str) -> bool:
    """Return whether the beginning of a line has the form of a statement of a program.

    The line is judged as a reader sees it, since the semicolon of `&quot;` is not the end of a statement.
    """
    parts = _clean(line)
    return bool(parts) and _STATEMENT_FORM.search(parts[0]) is not None


def _is_sentence(text: str) -> bool:
    """Return whether a line has enough words for a sentence; numbers, as in an entry of an index, do not count."""
    return sum(word != "#" and not word.isdecimal() for word in plain_words(text)) >= _SHORTEST


def _is_contents(lines: Sequence[str], ledger: KnownSentences) -> bool:
    """Return whether lines are a list of contents: numbers and titles of chapters in order, and hardly more."""
    if sum(map(len, lines)) > _LONGEST_CONTENTS:
        return False
    numbers: list[int] = []  # the numbers of chapters, without those of the sections between them
    count_of_others = 0
    for line in (clean for printed in lines for clean in _clean(printed)):
        entry = _CHAPTER.match(_DOTS.sub("", line))
        if entry is None:
            has_several_words = len(line.split()) > 1
            if has_several_words:
                count_of_others += 1
        elif strip_title(entry["title"]) not in ledger.chapter_titles:
            return False
        elif len(entry["number"]) > 1:
            numbers.append(int(entry["number"]))
        if count_of_others > len(numbers) + _FRAME:
            return False
    is_rising = numbers == sorted(numbers)
    has_few_others = count_of_others <= (1 - OWN_WORDS) * len(numbers) + _FRAME
    return is_rising and len(numbers) >= ENOUGH_CHAPTERS and has_few_others


def _is_heading(line: str, ledger: KnownSentences) -> bool:
    """Return whether a line is the number and the title of a chapter."""
    headings = [_CHAPTER.match(shown) for shown in _clean(line)]
    return any(heading is not None and strip_title(heading["title"]) in ledger.chapter_titles for heading in headings)


def _split(text: str) -> list[str]:
    """Return the lines of a text that are not blank; for JSON or a table, the values instead."""
    text = blank_assignment(text)
    if _JSON.match(text):
        strings = [string["text"] for string in _STRING.finditer(text) if string["text"] and not string["is_name"]]
        if strings:
            return strings
    table = read_table(text)
    if table is not None:
        return [leaf.text for leaf in table.strings if leaf.text.strip()]
    if "<" in text:
        text = _BROKEN_TAG.sub(_join_tag, _HIDDEN.sub("\n", text))
    return [line for line in text.splitlines() if line.strip()]


def _join_tag(tag: re.Match[str]) -> str:
    return " ".join(tag[0].split())


def _clean(line: str) -> list[str]:
    """Return a line as the lines that a reader sees: without tags, addresses and escapes."""
    shown = line.replace('\\"', '"')
    if "\\u" in shown:
        shown = _ESCAPE.sub(lambda escape: chr(int(escape["code"], 16)), shown)
    if "<" in shown or "](" in shown:
        shown = _TAG.sub(_replace_tag, _ADDRESS.sub(" ", shown))
    if "&" in shown:
        shown = html.unescape(shown)
    if ":" in shown or "`_" in shown:
        shown = _DIRECTIVE.sub(" ", _ADDRESS.sub(" ", shown))
    shown = _LOST_APOSTROPHE.sub("'", shown)
    return [part for part in _LINE_ENDS.split(shown) if part.strip()]


def _replace_tag(tag: re.Match[str]) -> str:
    """Return what stands for a tag: a space, or the end of a line if the tag ends a paragraph."""
    return " " if tag["name"].lower() in _INLINE else "\n"


def _choose_sample(lines: Sequence[str]) -> Sequence[str]:
    """Return a sample of the lines: some that have enough words for a sentence, cut if they are long."""
    chosen = _spread(lines, _MOST_CHOSEN)
    long_enough = [line[:_LONG_LINE] for line in chosen if line.count(" ") + 1 >= _SHORTEST]
    return _spread(long_enough, _SAMPLE_LINES)


def _spread(lines: Sequence[str], most: int) -> Sequence[str]:
    """Return lines that are evenly spread over all lines: at most as many as `most`, or all if there are no more."""
    if len(lines) <= most:
        return lines
    return [lines[step * len(lines) // most] for step in range(most)]
