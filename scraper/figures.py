"""The figures of a document: lengths, shares and numbers of what its records contain.

Shares are from 0 to 1; rates are for 1,000 texts, rules or words, as each function says. A text is one of a rule, an
example or a glossary entry.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import cached_property
from itertools import pairwise
from operator import attrgetter
from statistics import median
from string import ascii_lowercase

from rules.numbers import is_number, sort_key
from rules.order import count_misplaced
from rules.records import ParsedDocument, Rule
from scraper.labels import first_below
from scraper.letters import CharacterCounts, add_counts
from scraper.text_figures import TextFigures, measure_text

ENOUGH_ENTRIES = 21
"""Minimum number of glossary entries whose length is measured."""
SEVERAL_RULES = 2
"""Minimum number of rules of a chapter that must have a heading."""
LONG_TEXT = 80
"""Texts with more letters than this are not repeated by chance."""
LONG_WORD = 6
"""Minimum number of letters of a word that may have been parted; two short words are often another one when joined."""
TAIL = 120
"""How many characters at the end of a text are searched for the heading of the next chapter."""

_HYPHENATED = re.compile(r"[a-z]{2,}-[a-z]{2,}")
_SMALL_WORD = re.compile(r"[a-z]+")
_DIGITS = re.compile(r"\d+")
_MARKED_NUMBER = re.compile(r"\W{0,9}[1-9]\d\d\.\d{1,3}[a-z]?\b")
_EXAMPLE = "Example:"
_EXAMPLE_INSIDE = re.compile(r"\S\s*\bExample:\s")


class Contents:
    """What the measures read in a document, each part collected once.

    Attributes:
        document: The document.
    """

    def __init__(self, document: ParsedDocument) -> None:
        """Read a document."""
        self.document = document

    @cached_property
    def numbered(self) -> list[Rule]:
        """The rules and subrules."""
        return [rule for rule in self.document.rules if rule.kind in {"rule", "subrule"}]

    @cached_property
    def chapters(self) -> set[str]:
        """The numbers of the chapters that have rules."""
        return {rule.number[:3] for rule in self.numbered}

    @cached_property
    def passages(self) -> list[str]:
        """All texts: of rules, their examples, and glossary entries."""
        passages: list[str] = []
        for rule in self.document.rules:
            passages += [text for text in (rule.text, *rule.examples) if text]
        return passages + [entry.text for entry in self.document.glossary if entry.text]

    @cached_property
    def text_figures(self) -> list[TextFigures]:
        """The figures of each text, in the order of `passages`."""
        return [measure_text(text) for text in self.passages]

    @cached_property
    def characters(self) -> CharacterCounts:
        """The characters of all texts, by kind."""
        return add_counts(figures.characters for figures in self.text_figures)

    @cached_property
    def words(self) -> list[str]:
        """The words of all texts, in their order and with their punctuation."""
        return " ".join(self.passages).split()

    @cached_property
    def pieces(self) -> set[str]:
        """The different words of the texts, with their punctuation; there are far fewer than words."""
        return set(self.words)

    @cached_property
    def length(self) -> int:
        """The number of characters of all texts."""
        return _add_lengths(self.passages)


def _add_lengths(texts: Iterable[str]) -> int:
    return sum(map(len, texts))


def _share(part: float, whole: float) -> float:
    if whole:
        return part / whole
    return 0.0


def _rate(part: float, whole: float) -> float:
    return 1000 * _share(part, whole)


def rate_per_text(field: str) -> Callable[[Contents], float]:
    """Return the figure that is the total of a field of `TextFigures`, for 1,000 texts.

    Of `has_markup`, it is the rate of texts with markup; of `braces`, the rate of opening braces.
    """
    read = attrgetter(field)
    return lambda contents: _rate(sum(map(read, contents.text_figures)), len(contents.passages))


def character_share(part: str, whole: str) -> Callable[[Contents], float]:
    """Return the figure that is the share of one field of `CharacterCounts` in another one, over all texts."""
    read = attrgetter(part, whole)
    return lambda contents: _share(*read(contents.characters))


def longest_passage(contents: Contents) -> float:
    """Return the letters of the longest text or example."""
    return max(map(len, contents.passages), default=0)


def longest_heading(contents: Contents) -> float:
    """Return the letters of the longest heading."""
    return max((len(rule.heading) for rule in contents.document.rules if rule.heading), default=0)


def longest_headword(contents: Contents) -> float | None:
    """Return the letters of the longest headword; None without a glossary."""
    return max((len(entry.term) for entry in contents.document.glossary), default=None)


def usual_length(contents: Contents) -> float | None:
    """Return the median length of the texts of rules and subrules; None without any."""
    if not contents.numbered:
        return None
    return median(len(rule.text) + len(rule.heading or "") for rule in contents.numbered)


def empty_share(contents: Contents) -> float:
    """Return the share of rules and subrules without text and heading."""
    empty = [rule for rule in contents.numbered if not rule.text and not rule.heading]
    return _share(len(empty), len(contents.numbered))


def empty_entries(contents: Contents) -> float | None:
    """Return the share of glossary entries without text; None without entries."""
    entries = contents.document.glossary
    if not entries:
        return None
    empty = [entry for entry in entries if not entry.text]
    return _share(len(empty), len(entries))


def lost_headings(contents: Contents) -> float:
    """Return how many chapters that have several rules have no heading; a single rule may be misprinted."""
    headed = {rule.number for rule in contents.document.rules if rule.kind == "chapter"}
    counts = Counter(rule.number[:3] for rule in contents.numbered)
    return sum(count >= SEVERAL_RULES and chapter not in headed for chapter, count in counts.items())


def glued_headings(contents: Contents) -> float:
    """Return the rate of rules with the heading of the next chapter or rule at their end, for 1,000 rules."""
    rules = contents.document.rules
    glued = [rule for rule in rules if _ends_in_next_heading(rule)]
    return _rate(len(glued), len(rules))


def _ends_in_next_heading(rule: Rule) -> bool:
    """Return whether a rule's text ends in a heading with the number after that of its chapter."""
    chapter = rule.number[:3]
    if not chapter.isdecimal() or int(chapter) == 0:
        return False
    label = f"{int(chapter) + 1}."
    tail = rule.text[-TAIL:]
    return label in tail and re.search(rf"(?:\s|^){re.escape(label)}\s+[A-Z][^.]*$", tail) is not None


def examples_inside(contents: Contents) -> float:
    """Return the rate of texts of rules that contain an example, for 1,000 texts."""
    texts = [rule.text for rule in contents.document.rules if rule.text]
    mixed = [text for text in texts if _EXAMPLE in text and _EXAMPLE_INSIDE.search(text)]
    return _rate(len(mixed), len(texts))


def example_rate(contents: Contents) -> float:
    """Return the number of examples for 1,000 rules."""
    examples = sum(len(rule.examples) for rule in contents.document.rules)
    return _rate(examples, len(contents.numbered))


def dropped_share(contents: Contents) -> float:
    """Return the share of the letters that were dropped; a text that a file has twice is not lost."""
    dropped = _add_lengths(row.text for row in contents.document.dropped if row.reason != "repeated-text")
    remaining = contents.length + _add_lengths(part.text for part in contents.document.matter)
    return _share(dropped, dropped + remaining)


def dropped_rules(contents: Contents) -> float:
    """Return the number of dropped lines that begin with a rule's number, perhaps behind marks, and go on as a text."""
    lines = (row.text for row in contents.document.dropped if row.reason != "repeated-text")
    return sum(len(line) >= LONG_TEXT and _MARKED_NUMBER.match(line) is not None for line in lines)


def matter_share(contents: Contents) -> float:
    """Return the share of the letters that are in matter around the rules."""
    matter = _add_lengths(part.text for part in contents.document.matter)
    return _share(matter, matter + contents.length)


def disorder(contents: Contents) -> float:
    """Return the rate of numbers that are lower than the one before, for 1,000 numbers."""
    keys = [sort_key(rule.number) for rule in contents.numbered if is_number(rule.number)]
    falls = sum(after < before for before, after in pairwise(keys))
    return _rate(falls, len(keys))


def doubled_numbers(contents: Contents) -> float:
    """Return the rate of rules and subrules with the number of another one, for 1,000 of them."""
    different = {rule.number for rule in contents.numbered}
    return _rate(len(contents.numbered) - len(different), len(contents.numbered))


def misplaced_numbers(contents: Contents) -> float:
    """Return the number of rules and subrules that would have to move for all numbers to be in order."""
    keys = [sort_key(rule.number) for rule in contents.numbered if is_number(rule.number)]
    return count_misplaced(keys)


def doubled_records(contents: Contents) -> float:
    """Return the number of records that occur twice.

    These are the records with equal number, heading and text, and the long ones whose text is also printed around the
    rules.
    """
    document = contents.document
    records = [(rule.number, rule.heading, rule.text) for rule in document.rules if rule.heading or rule.text]
    records += [(entry.term, None, entry.text) for entry in document.glossary if entry.text]
    matter = "\n".join(part.text for part in document.matter)
    around = [text for _, _, text in records if len(text) > LONG_TEXT and text in matter]
    return len(records) - len(set(records)) + len(around)


def repeated_texts(contents: Contents) -> float:
    """Return the rate of long texts that repeat an earlier one, for 1,000 long texts."""
    texts = [rule.text for rule in contents.numbered if len(rule.text) > LONG_TEXT]
    return _rate(len(texts) - len(set(texts)), len(texts))


def lost_subrules(contents: Contents) -> float:
    """Return the rate of subrules without the rule above them, for 1,000 subrules."""
    rules = contents.document.rules
    numbers = {rule.number for rule in rules}
    subrules = [rule.number for rule in rules if rule.kind == "subrule"]
    lost = [number for number in subrules if number.rstrip(ascii_lowercase) not in numbers]
    return _rate(len(lost), len(subrules))


def gap_rate(contents: Contents) -> float:
    """Return the rules that are missing below the highest rule of their chapter, for 1,000 rules."""
    highest: Counter[str] = Counter()
    rules = {rule.number for rule in contents.document.rules if rule.kind == "rule"}
    for number in rules:
        chapter, _, count = number.partition(".")
        if count.isdecimal():
            highest[chapter] = max(highest[chapter], int(count))
    expected = highest.total()
    return _rate(expected - len(rules), expected)


def stop_share(contents: Contents) -> float:
    """Return the share of texts that end like a sentence."""
    ended = [figures for figures in contents.text_figures if figures.ends_sentence]
    return _share(len(ended), len(contents.passages))


def rules_per_chapter(contents: Contents) -> float:
    """Return the average number of rules and subrules of a chapter."""
    return _share(len(contents.numbered), len(contents.chapters))


def entry_length(contents: Contents) -> float | None:
    """Return the median length of the glossary's entries."""
    entries = contents.document.glossary
    if len(entries) < ENOUGH_ENTRIES:
        return None
    return median(len(entry.text) for entry in entries)


def first_chapter(contents: Contents) -> float:
    """Return the lowest number of a chapter with rules; 0 if no number can be read."""
    numbers = [int(chapter) for chapter in contents.chapters if chapter.isdecimal()]
    return min(numbers, default=0)


def lost_sections(contents: Contents) -> float:
    """Return the number of sections with rules and without a heading."""
    sections = {rule.number for rule in contents.document.rules if rule.kind == "section"}
    return len({rule.number[0] for rule in contents.numbered} - sections)


def lost_first_rules(contents: Contents) -> float:
    """Return the number of chapters without the rule with the number 1."""
    begun = {rule.number[:3] for rule in contents.numbered if rule.number == first_below(rule.number[:3])}
    return len(contents.chapters - begun)


def subrule_share(contents: Contents) -> float:
    """Return the share of subrules among rules and subrules."""
    subrules = [rule for rule in contents.numbered if rule.kind == "subrule"]
    return _share(len(subrules), len(contents.numbered))


def broken_words(contents: Contents) -> float:
    """Return the rate of words that occur both with a hyphen inside and without it, for 1,000 texts."""
    pieces = " ".join(contents.pieces)
    hyphenated = set(_HYPHENATED.findall(" ".join(piece for piece in contents.pieces if "-" in piece)))
    broken = [word for word in hyphenated if _has_small_word(pieces, word.replace("-", ""))]
    return _rate(len(broken), len(contents.passages))


def _has_small_word(text: str, word: str) -> bool:
    """Return whether a text has a word of small letters with no other small letter next to it."""
    if word not in text:
        return False  # most words; a pattern takes far longer to search for
    return re.search(rf"(?<![a-z]){word}(?![a-z])", text) is not None


def parted_words(contents: Contents) -> float:
    """Return the rate of neighbouring words that are one long word of the texts when joined, for 1,000 texts."""
    partings = set(_find_partings(contents.pieces))
    # Most words are in no parting, and to look up a word is faster than to look up a pair.
    first_words = {first for first, _ in partings}
    parted = [pair for pair in pairwise(contents.words) if pair[0] in first_words and pair in partings]
    return _rate(len(parted), len(contents.passages))


def _find_partings(pieces: set[str]) -> Iterator[tuple[str, str]]:
    """Yield the two words of which a long word consists, if they occur too; neither is a single letter."""
    for word in pieces:
        if len(word) < LONG_WORD or not _SMALL_WORD.fullmatch(word):
            continue
        for end in range(2, len(word) - 1):
            if word[:end] in pieces and word[end:] in pieces:
                yield word[:end], word[end:]


def repeated_lines(contents: Contents) -> float:
    """Return the rate of lines inside texts that repeat an earlier line, as running titles do, for 1,000 texts.

    Digits do not count, since a running title may have the number of its page.
    """
    lines: Counter[str] = Counter()
    for text in contents.passages:
        lines.update(_DIGITS.sub("", line) for line in text.split("\n")[1:])
    return _rate(lines.total() - len(lines), len(contents.passages))


def apostrophes(contents: Contents) -> float:
    """Return the number of apostrophes for 1,000 words."""
    marks = sum(figures.apostrophes for figures in contents.text_figures)
    return _rate(marks, contents.characters.words)
