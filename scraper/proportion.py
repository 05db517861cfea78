"""The proportions of a document: whether its records look like those of an edition.

A reader that misunderstands a document loses nothing, but puts it in the wrong places: a whole chapter in one rule, a
heading at the end of a text, tags between words. Each measure here is a figure of the whole document with the range
that editions have; a figure outside of it is reported with its number, and the document is not called good.

The limits were measured on the 161 copies of 136 editions, 1999 to 2026, and leave a wide margin around them. Small
documents have no proportions: they are not measured.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import cached_property
from itertools import pairwise
from statistics import median
from string import ascii_lowercase

from msgspec import Struct
from msgspec.structs import replace

from rules.numbers import is_number, sort_key
from rules.records import COMPREHENSIVE_RULES, Diagnostic, ParsedDocument, Rule
from scraper.labels import read_heading, read_label
from scraper.letters import CharacterCounts, count_characters

ENOUGH = 60
"""Minimum number of rules and subrules of a document that is measured."""
MANY_CHAPTERS = 15
"""Minimum number of chapters with rules for the figures that only a whole edition, or much of one, has."""
ENOUGH_ENTRIES = 21
"""Minimum number of glossary entries whose length is measured."""
LONG_TEXT = 80
"""Texts with more letters than this are not repeated by chance."""
TAIL = 120
"""How many characters at the end of a text are searched for the heading of the next chapter."""
STOPS = ".!?:;)]\"”’'"
"""Characters that end a sentence."""

HINT = "look at the records (comprules parse FILE --json); try another copy, or another dialect with --dialect"

_TAG = re.compile(
    r"</?(?:a|abbr|b|big|blockquote|br|center|code|dd|details|div|dl|dt|em|font|h[1-6]|hr|i|img|li|mark|nav|o:p|ol|p|pre"
    r"|section|small|span|strong|sub|summary|sup|table|tbody|td|th|tr|tt|u|ul)(?:\s[^<>]{0,300})?/?>"
    r"|&(?:[a-z]{2,8}|#\d{2,5});",
    re.IGNORECASE,
)
"""Tags of web pages. The edition of 1999-04-23 has placeholders in angle brackets, such as a card's name."""
_MARKDOWN = re.compile(r"\*\*\w[^*\n]*\*\*|\]\(#?[\w./:#-]+\)|^#{1,6}\s", re.MULTILINE)
_LABEL_INSIDE = re.compile(r"(?:[.!?:”\")]\s+|\n)(?P<number>[1-9]\d\d\.\d{1,3}[a-z]?)\.?\s+(?=[A-Z“\"])")
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
    def characters(self) -> CharacterCounts:
        """The characters of all texts, by kind."""
        return count_characters(self.passages)

    @cached_property
    def length(self) -> int:
        """The number of characters of all texts."""
        return _add_lengths(self.passages)


class Measure(Struct, frozen=True):
    """A figure of a document and the range that editions have.

    Attributes:
        code: Code of the diagnostic.
        least: Smallest usual figure.
        most: Largest usual figure.
        message: What is wrong; `{}` is the figure.
        take: Returns the figure; None if the document has nothing to measure.
        of_edition: Whether only a whole edition, or much of one, has this figure.
    """

    code: str
    least: float
    most: float
    message: str
    take: Callable[[Contents], float | None]
    of_edition: bool = False


def check_proportions(document: ParsedDocument) -> ParsedDocument:
    """Return a document with what is out of proportion in its diagnostics, and a condition that follows from that."""
    problems = list(find_disproportions(document))
    if not problems:
        return document
    condition = "damaged" if document.condition == "good" else document.condition
    return replace(document, condition=condition, diagnostics=(*document.diagnostics, *problems))


def find_disproportions(document: ParsedDocument) -> Iterator[Diagnostic]:
    """Yield what is out of proportion in a document of the Comprehensive Rules."""
    contents = Contents(document)
    if document.work != COMPREHENSIVE_RULES or len(contents.numbered) < ENOUGH:
        return
    is_edition = len(contents.chapters) >= MANY_CHAPTERS
    for measure in MEASURES:
        if measure.of_edition and not is_edition:
            continue
        figure = measure.take(contents)
        if figure is None or measure.least <= figure <= measure.most:
            continue
        message = measure.message.format(_show(figure))
        yield Diagnostic(measure.code, "warning", message, document.name, hint=HINT)


def _show(figure: float) -> str:
    """Return a figure as it is told: whole where it is large, with three decimals where it is a share."""
    is_whole = figure > 10 or figure == int(figure)
    return f"{figure:,.0f}" if is_whole else f"{figure:.3f}"


def _add_lengths(texts: Iterable[str]) -> int:
    return sum(map(len, texts))


def _share(part: float, whole: float) -> float:
    return part / whole if whole else 0.0


def _longest_passage(contents: Contents) -> float:
    """Return the letters of the longest text or example."""
    return max(map(len, contents.passages), default=0)


def _longest_heading(contents: Contents) -> float:
    return max((len(rule.heading) for rule in contents.document.rules if rule.heading), default=0)


def _longest_headword(contents: Contents) -> float | None:
    return max((len(entry.term) for entry in contents.document.glossary), default=None)


def _usual_length(contents: Contents) -> float:
    """Return the median length of the texts of rules and subrules."""
    return median(len(rule.text) + len(rule.heading or "") for rule in contents.numbered)


def _empty_share(contents: Contents) -> float:
    """Return the share of rules and subrules without text and heading."""
    empty = [rule for rule in contents.numbered if not rule.text and not rule.heading]
    return _share(len(empty), len(contents.numbered))


def _empty_entries(contents: Contents) -> float | None:
    """Return the share of glossary entries without text."""
    entries = contents.document.glossary
    if not entries:
        return None
    empty = [entry for entry in entries if not entry.text]
    return _share(len(empty), len(entries))


def _chapters_with_heading(contents: Contents) -> float:
    """Return the share of chapters that have rules here and also their heading."""
    headed = {rule.number for rule in contents.document.rules if rule.kind == "chapter"}
    return _share(len(contents.chapters & headed), len(contents.chapters))


def _markup(contents: Contents) -> float:
    """Return how many of 1,000 texts have tags, entities or marks of Markdown."""
    marked = [text for text in contents.passages if _has_tag(text) or _MARKDOWN.search(text)]
    return 1000 * _share(len(marked), len(contents.passages))


def _has_tag(text: str) -> bool:
    """Return whether a text has a tag or an entity; most texts lack the characters that begin one."""
    if "<" not in text and "&" not in text:
        return False
    return _TAG.search(text) is not None


def _headings_inside(contents: Contents) -> float:
    """Return how many lines inside 1,000 texts are headings or begin with the number of a rule."""
    inside = 0
    for text in contents.passages:
        lines = text.split("\n")
        inside += sum(read_heading(line) is not None or read_label(line) is not None for line in lines[1:])
    return 1000 * _share(inside, len(contents.passages))


def _labels_inside(contents: Contents) -> float:
    """Return how many of 1,000 texts have a rule's number where a sentence begins."""
    labelled = [text for text in contents.passages if _LABEL_INSIDE.search(text)]
    return 1000 * _share(len(labelled), len(contents.passages))


def _glued_headings(contents: Contents) -> float:
    """Return how many of 1,000 rules have the heading of the next chapter or rule at the end of their text."""
    rules = contents.document.rules
    glued = [rule for rule in rules if _ends_in_next_heading(rule)]
    return 1000 * _share(len(glued), len(rules))


def _ends_in_next_heading(rule: Rule) -> bool:
    """Return whether a rule's text ends in a heading with the number after that of its chapter."""
    chapter = rule.number[:3]
    if not chapter.isdecimal() or int(chapter) == 0:
        return False
    label = f"{int(chapter) + 1}."
    tail = rule.text[-TAIL:]
    return label in tail and re.search(rf"(?:\s|^){re.escape(label)}\s+[A-Z][^.]*$", tail) is not None


def _examples_inside(contents: Contents) -> float:
    """Return how many of 1,000 texts of rules contain an example."""
    texts = [rule.text for rule in contents.document.rules if rule.text]
    mixed = [text for text in texts if _EXAMPLE in text and _EXAMPLE_INSIDE.search(text)]
    return 1000 * _share(len(mixed), len(texts))


def _example_share(contents: Contents) -> float:
    """Return the number of examples for 1,000 rules."""
    examples = sum(len(rule.examples) for rule in contents.document.rules)
    return 1000 * _share(examples, len(contents.numbered))


def _dropped_share(contents: Contents) -> float:
    """Return the share of the letters that were dropped."""
    dropped = _add_lengths(row.text for row in contents.document.dropped)
    remaining = contents.length + _add_lengths(part.text for part in contents.document.matter)
    return _share(dropped, dropped + remaining)


def _matter_share(contents: Contents) -> float:
    """Return the share of the letters that are in matter around the rules."""
    matter = _add_lengths(part.text for part in contents.document.matter)
    return _share(matter, matter + contents.length)


def _disorder(contents: Contents) -> float:
    """Return how many of 1,000 numbers are lower than the one before."""
    keys = [sort_key(rule.number) for rule in contents.numbered if is_number(rule.number)]
    falls = sum(after < before for before, after in pairwise(keys))
    return 1000 * _share(falls, len(keys))


def _doubled_numbers(contents: Contents) -> float:
    """Return how many of 1,000 rules and subrules have the number of another one."""
    different = {rule.number for rule in contents.numbered}
    return 1000 * _share(len(contents.numbered) - len(different), len(contents.numbered))


def _repeated_texts(contents: Contents) -> float:
    """Return how many of 1,000 long texts occur before."""
    texts = [rule.text for rule in contents.numbered if len(rule.text) > LONG_TEXT]
    return 1000 * _share(len(texts) - len(set(texts)), len(texts))


def _lost_subrules(contents: Contents) -> float:
    """Return how many of 1,000 subrules lack the rule above them."""
    rules = contents.document.rules
    numbers = {rule.number for rule in rules}
    subrules = [rule.number for rule in rules if rule.kind == "subrule"]
    lost = [number for number in subrules if number.rstrip(ascii_lowercase) not in numbers]
    return 1000 * _share(len(lost), len(subrules))


def _gap_share(contents: Contents) -> float:
    """Return the rules that are missing between rules of the same chapter, for 1,000 rules."""
    highest: Counter[str] = Counter()
    rules = {rule.number for rule in contents.document.rules if rule.kind == "rule"}
    for number in rules:
        chapter, _, count = number.partition(".")
        if count.isdecimal():
            highest[chapter] = max(highest[chapter], int(count))
    expected = highest.total()
    return 1000 * _share(expected - len(rules), expected)


def _space_share(contents: Contents) -> float:
    """Return the share of white space in the texts."""
    return _share(contents.characters.spaces, contents.characters.characters)


def _capital_share(contents: Contents) -> float:
    """Return the share of capitals among the letters of the texts."""
    return _share(contents.characters.capitals, contents.characters.letters)


def _stop_share(contents: Contents) -> float:
    """Return the share of texts that end like a sentence."""
    ended = [text for text in contents.passages if text.rstrip()[-1:] in STOPS]
    return _share(len(ended), len(contents.passages))


def _foreign_share(contents: Contents) -> float:
    """Return the share of letters beyond Latin-1 among all letters of the texts."""
    return _share(contents.characters.foreign, contents.characters.letters)


def _digit_share(contents: Contents) -> float:
    """Return the share of digits among the characters of the texts."""
    return _share(contents.characters.digits, contents.characters.characters)


def _word_length(contents: Contents) -> float:
    """Return the average number of letters of a word."""
    return _share(contents.characters.letters, contents.characters.words)


def _rules_per_chapter(contents: Contents) -> float:
    """Return the average number of rules and subrules of a chapter."""
    return _share(len(contents.numbered), len(contents.chapters))


def _entry_length(contents: Contents) -> float | None:
    """Return the median length of the glossary's entries."""
    entries = contents.document.glossary
    if len(entries) < ENOUGH_ENTRIES:
        return None
    return median(len(entry.text) for entry in entries)


MEASURES: tuple[Measure, ...] = (
    Measure(
        "oversized-passage", 0, 8_000, "the longest text has {} letters; in editions it has 3,922", _longest_passage
    ),
    Measure("oversized-heading", 0, 120, "the longest heading has {} letters; in editions it has 52", _longest_heading),
    Measure("oversized-headword", 0, 150, "the longest headword has {} letters; in editions 68", _longest_headword),
    Measure(
        "unusual-length", 50, 450, "half of the rules have more than {} letters; in editions 161 to 214", _usual_length
    ),
    Measure("empty-rules", 0, 0.03, "a share of {} of the rules has no text; in editions none", _empty_share),
    Measure(
        "empty-entries", 0, 0.1, "a share of {} of the glossary entries has no text; in editions none", _empty_entries
    ),
    Measure(
        "lost-headings",
        0.8,
        1,
        "only a share of {} of the chapters has a heading",
        _chapters_with_heading,
        of_edition=True,
    ),
    Measure("markup-in-text", 0, 5, "{} of 1,000 texts have markup in them; in editions none", _markup),
    Measure(
        "headings-in-text",
        0,
        3,
        "1,000 texts have {} lines with a heading or number",
        _headings_inside,
    ),
    Measure(
        "numbers-in-text", 0, 5, "{} of 1,000 texts have a rule's number before a sentence in them", _labels_inside
    ),
    Measure("glued-headings", 0, 2, "{} of 1,000 texts end in the heading of the next chapter", _glued_headings),
    Measure("examples-in-text", 0, 5, "{} of 1,000 texts have an example in them; in editions none", _examples_inside),
    Measure(
        "unusual-examples",
        30,
        400,
        "{} examples for 1,000 rules; in editions 88 to 161",
        _example_share,
        of_edition=True,
    ),
    Measure(
        "much-dropped",
        0,
        0.25,
        "a share of {} of all letters was dropped; in editions 0.026",
        _dropped_share,
        of_edition=True,
    ),
    Measure(
        "much-matter",
        0,
        0.25,
        "a share of {} of all letters is around the rules; in editions 0.093",
        _matter_share,
        of_edition=True,
    ),
    Measure("shuffled-numbers", 0, 20, "{} of 1,000 numbers are lower than the one before; in editions 1.4", _disorder),
    Measure("doubled-numbers", 0, 20, "{} of 1,000 numbers occur twice; in editions 2.1", _doubled_numbers),
    Measure("repeated-texts", 0, 60, "{} of 1,000 texts are repeated; in editions 13", _repeated_texts),
    Measure(
        "orphaned-subrules",
        0,
        60,
        "{} of 1,000 subrules lack the rule above; in editions 13",
        _lost_subrules,
        of_edition=True,
    ),
    Measure(
        "lost-rules",
        0,
        600,
        "{} of 1,000 rules are missing inside chapters; in editions 60",
        _gap_share,
        of_edition=True,
    ),
    Measure(
        "lost-spaces", 0.14, 0.22, "a share of {} of the texts is white space; in editions 0.167 to 0.169", _space_share
    ),
    Measure(
        "unusual-capitals",
        0.008,
        0.06,
        "a share of {} of the letters is capital; in editions 0.019 to 0.025",
        _capital_share,
    ),
    Measure("lost-sentence-ends", 0.75, 1, "only a share of {} of the texts ends like a sentence", _stop_share),
    Measure(
        "foreign-letters",
        0,
        0.02,
        "a share of {} of the letters is of another script; in editions none",
        _foreign_share,
    ),
    Measure("many-digits", 0, 0.04, "a share of {} of the texts is digits; in editions 0.010", _digit_share),
    Measure("unusual-words", 3.8, 5.4, "words have {} letters on average; in editions 4.5", _word_length),
    Measure(
        "unusual-chapters",
        3,
        45,
        "chapters have {} rules on average; in editions 6 to 22",
        _rules_per_chapter,
        of_edition=True,
    ),
    Measure(
        "unusual-entries",
        50,
        700,
        "half of the glossary entries have more than {} letters; in editions 118 to 286",
        _entry_length,
    ),
)
