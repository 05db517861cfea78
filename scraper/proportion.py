"""The proportions of a document: whether its records look like those of an edition.

A reader that misunderstands a document loses nothing, but puts it in the wrong places: a whole chapter in one rule, a
heading at the end of a text, tags between words. Each measure here is a figure of the whole document with the range
that editions have; a figure outside of it is reported with its number, and the document is not called good.

The limits were measured on the 161 copies of 136 editions, 1999 to 2026, and leave a wide margin around them. Small
documents have no proportions: they are not measured.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from statistics import median

from msgspec import Struct
from msgspec.structs import replace

from rules.numbers import is_number, sort_key
from rules.records import COMPREHENSIVE_RULES, Diagnostic, ParsedDocument, Rule
from scraper.labels import read_heading, read_label

ENOUGH = 60
"""Minimum number of rules and subrules of a document that is measured."""
MANY_CHAPTERS = 15
"""Minimum number of chapters with rules for the figures that only a whole edition, or much of one, has."""

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
_EXAMPLE_INSIDE = re.compile(r"\S\s*\bExample:\s")
_WORD = re.compile(r"[^\W\d_]+")


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
    take: Callable[[ParsedDocument], float | None]
    of_edition: bool = False


def check_proportions(document: ParsedDocument) -> ParsedDocument:
    """Return a document with what is out of proportion in its diagnostics, and a condition that follows from that."""
    problems = [*find_disproportions(document)]
    if not problems:
        return document
    condition = "damaged" if document.condition == "good" else document.condition
    return replace(document, condition=condition, diagnostics=(*document.diagnostics, *problems))


def find_disproportions(document: ParsedDocument) -> Iterator[Diagnostic]:
    """Yield what is out of proportion in a document of the Comprehensive Rules."""
    numbered = _numbered(document)
    if document.work != COMPREHENSIVE_RULES or len(numbered) < ENOUGH:
        return
    is_edition = len({rule.number[:3] for rule in numbered}) >= MANY_CHAPTERS
    for measure in MEASURES:
        figure = measure.take(document) if is_edition or not measure.of_edition else None
        if figure is not None and not measure.least <= figure <= measure.most:
            shown = f"{figure:,.0f}" if figure > 10 or figure == int(figure) else f"{figure:.3f}"
            message = measure.message.format(shown)
            yield Diagnostic(measure.code, "warning", message, document.name, hint=HINT)


def _numbered(document: ParsedDocument) -> list[Rule]:
    """Return the rules and subrules."""
    return [rule for rule in document.rules if rule.kind in {"rule", "subrule"}]


def _passages(document: ParsedDocument) -> list[str]:
    """Return all texts: of rules, their examples, and glossary entries."""
    texts = [text for rule in document.rules for text in (rule.text, *rule.examples) if text]
    return texts + [entry.text for entry in document.glossary if entry.text]


def _letters(texts: Sequence[str]) -> int:
    return sum(map(len, texts))


def _share(part: float, whole: float) -> float:
    return part / whole if whole else 0.0


def _longest_passage(document: ParsedDocument) -> float:
    """Return the letters of the longest text or example."""
    return max(map(len, _passages(document)), default=0)


def _longest_heading(document: ParsedDocument) -> float:
    return max((len(rule.heading) for rule in document.rules if rule.heading), default=0)


def _longest_headword(document: ParsedDocument) -> float | None:
    return max((len(entry.term) for entry in document.glossary), default=None)


def _usual_length(document: ParsedDocument) -> float:
    """Return the median length of the texts of rules and subrules."""
    return median(len(rule.text) + len(rule.heading or "") for rule in _numbered(document))


def _empty_share(document: ParsedDocument) -> float:
    """Return the share of rules and subrules without text and heading."""
    numbered = _numbered(document)
    return _share(sum(not rule.text and not rule.heading for rule in numbered), len(numbered))


def _empty_entries(document: ParsedDocument) -> float | None:
    """Return the share of glossary entries without text."""
    entries = document.glossary
    return _share(sum(not entry.text for entry in entries), len(entries)) if entries else None


def _chapters(document: ParsedDocument) -> float:
    """Return the share of chapters that have rules here and also their heading."""
    chapters = {rule.number for rule in document.rules if rule.kind == "chapter"}
    used = {rule.number[:3] for rule in _numbered(document)}
    return _share(len(used & chapters), len(used))


def _markup(document: ParsedDocument) -> float:
    """Return how many tags, entities and marks of markdown are in 1,000 texts."""
    passages = _passages(document)
    marked = sum(bool(_TAG.search(text) or _MARKDOWN.search(text)) for text in passages)
    return 1000 * _share(marked, len(passages))


def _headings_inside(document: ParsedDocument) -> float:
    """Return how many lines inside 1,000 texts are headings or begin with the number of a rule."""
    inside = 0
    for text in _passages(document):
        lines = text.split("\n")
        inside += sum(read_heading(line) is not None or read_label(line) is not None for line in lines[1:])
    return 1000 * _share(inside, len(_passages(document)))


def _labels_inside(document: ParsedDocument) -> float:
    """Return how many of 1,000 texts have a rule's number where a sentence begins."""
    passages = _passages(document)
    return 1000 * _share(sum(_LABEL_INSIDE.search(text) is not None for text in passages), len(passages))


def _glued_headings(document: ParsedDocument) -> float:
    """Return how many of 1,000 rules have the heading of the next chapter or rule at the end of their text."""
    glued = 0
    rules = document.rules
    for rule in rules:
        chapter = int(rule.number[:3]) if rule.number[:3].isdigit() else 0
        tail = rule.text[-120:]
        glued += re.search(rf"(?:\s|^){chapter + 1}\.\s+[A-Z][^.]*$", tail) is not None if chapter else False
    return 1000 * _share(glued, len(rules))


def _examples_inside(document: ParsedDocument) -> float:
    """Return how many of 1,000 texts of rules contain an example."""
    texts = [rule.text for rule in document.rules if rule.text]
    return 1000 * _share(sum(_EXAMPLE_INSIDE.search(text) is not None for text in texts), len(texts))


def _example_share(document: ParsedDocument) -> float:
    """Return the number of examples for 1,000 rules."""
    return 1000 * _share(sum(len(rule.examples) for rule in document.rules), len(_numbered(document)))


def _dropped_share(document: ParsedDocument) -> float:
    """Return the share of the letters that were dropped."""
    dropped = _letters([row.text for row in document.dropped])
    kept = _letters(_passages(document)) + _letters([part.text for part in document.matter])
    return _share(dropped, dropped + kept)


def _matter_share(document: ParsedDocument) -> float:
    """Return the share of the letters that are in matter around the rules."""
    matter = _letters([part.text for part in document.matter])
    return _share(matter, matter + _letters(_passages(document)))


def _disorder(document: ParsedDocument) -> float:
    """Return how many of 1,000 numbers are lower than the one before."""
    keys = [sort_key(rule.number) for rule in _numbered(document) if is_number(rule.number)]
    falls = sum(after < before for before, after in pairwise(keys))
    return 1000 * _share(falls, len(keys))


def _doubled_numbers(document: ParsedDocument) -> float:
    numbered = _numbered(document)
    return 1000 * _share(len(numbered) - len({rule.number for rule in numbered}), len(numbered))


def _repeated_texts(document: ParsedDocument) -> float:
    """Return how many of 1,000 texts of more than 80 letters occur before."""
    texts = [rule.text for rule in _numbered(document) if len(rule.text) > 80]
    return 1000 * _share(len(texts) - len(set(texts)), len(texts))


def _lost_subrules(document: ParsedDocument) -> float:
    """Return how many of 1,000 subrules lack the subrule, or the rule, before them."""
    numbers = {rule.number for rule in document.rules}
    subrules = [rule.number for rule in document.rules if rule.kind == "subrule"]
    lost = sum(number.rstrip("abcdefghijklmnopqrstuvwxyz") not in numbers for number in subrules)
    return 1000 * _share(lost, len(subrules))


def _gap_share(document: ParsedDocument) -> float:
    """Return the rules that are missing between rules of the same chapter, for 1,000 rules."""
    highest: Counter[str] = Counter()
    rules = {rule.number for rule in document.rules if rule.kind == "rule"}
    for number in rules:
        chapter, _, count = number.partition(".")
        if count.isdigit():
            highest[chapter] = max(highest[chapter], int(count))
    expected = sum(highest.values())
    return 1000 * _share(expected - len(rules), expected)


def _space_share(document: ParsedDocument) -> float:
    """Return the share of white space in the texts."""
    text = "".join(_passages(document))
    return _share(sum(map(str.isspace, text)), len(text))


def _capital_share(document: ParsedDocument) -> float:
    """Return the share of capitals among the letters of the texts."""
    counts = Counter("".join(_passages(document)))
    letters = sum(count for char, count in counts.items() if char.isalpha())
    return _share(sum(count for char, count in counts.items() if char.isupper()), letters)


def _stop_share(document: ParsedDocument) -> float:
    """Return the share of texts that end like a sentence."""
    passages = _passages(document)
    return _share(sum(text.rstrip()[-1:] in ".!?:;)]\"”’'" for text in passages), len(passages))


def _foreign_share(document: ParsedDocument) -> float:
    """Return the share of letters beyond Latin-1 among all letters of the texts."""
    counts = Counter("".join(_passages(document)))
    letters = sum(count for char, count in counts.items() if char.isalpha())
    return _share(sum(count for char, count in counts.items() if char.isalpha() and char > "\u00ff"), letters)


def _digit_share(document: ParsedDocument) -> float:
    counts = Counter("".join(_passages(document)))
    return _share(sum(count for char, count in counts.items() if char.isdigit()), counts.total())


def _word_length(document: ParsedDocument) -> float:
    words = _WORD.findall(" ".join(_passages(document)))
    return _share(_letters(words), len(words))


def _rules_per_chapter(document: ParsedDocument) -> float:
    chapters = {rule.number[:3] for rule in _numbered(document)}
    return _share(len(_numbered(document)), len(chapters))


def _entry_length(document: ParsedDocument) -> float | None:
    entries = document.glossary
    return median(len(entry.text) for entry in entries) if len(entries) > 20 else None


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
    Measure("lost-headings", 0.8, 1, "only a share of {} of the chapters has a heading", _chapters, of_edition=True),
    Measure("markup-in-text", 0, 5, "{} of 1,000 texts have markup in them; in editions none", _markup),
    Measure("headings-in-text", 0, 3, "{} of 1,000 texts have a number or heading on a line in them", _headings_inside),
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
