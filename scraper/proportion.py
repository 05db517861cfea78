"""The proportions of a document: whether its records look like those of an edition.

A reader that misunderstands a document loses nothing, but puts it in the wrong places: a whole chapter in one rule, a
heading at the end of a text, tags between words. Each measure here is a figure of the whole document with the range
that editions have; a figure outside of it is reported with its number, and the document is not called good.

The limits were measured on the 161 copies of 136 editions, 1999 to 2026, and leave a wide margin around them. Small
documents have hardly any proportions: most figures need many rules.
"""

from collections.abc import Callable, Iterator
from math import inf

from msgspec import Struct
from msgspec.structs import replace

from rules.records import COMPREHENSIVE_RULES, Condition, Diagnostic, ParsedDocument, choose_worst
from scraper.figures import (
    Contents,
    apostrophes,
    broken_words,
    character_share,
    disorder,
    doubled_numbers,
    doubled_records,
    dropped_rules,
    dropped_share,
    empty_entries,
    empty_share,
    entry_length,
    example_rate,
    examples_inside,
    first_chapter,
    gap_rate,
    glued_headings,
    longest_heading,
    longest_headword,
    longest_passage,
    lost_first_rules,
    lost_headings,
    lost_sections,
    lost_subrules,
    matter_share,
    misplaced_numbers,
    parted_words,
    rate_per_text,
    repeated_lines,
    repeated_texts,
    rules_per_chapter,
    stop_share,
    subrule_share,
    usual_length,
)

ENOUGH = 60
"""Minimum number of rules and subrules of a document that is measured."""
MANY_RULES = 250
"""Minimum number of rules and subrules for the figures that need many texts; the smallest edition has 347."""
WITH_BRACES = 580
"""Minimum number of rules and subrules of a document whose symbols are in braces. Editions up to 2003-05-26 have no
braces and at most 514 rules; later ones have 647 or more."""
MANY_CHAPTERS = 15
"""Minimum number of chapters with rules for the figures that only a whole edition, or much of one, has."""

HINT = "look at the records (comprules parse FILE --json); try another copy, or another dialect with --dialect"


class Measure(Struct, frozen=True):
    """A figure of a document and the range that editions have.

    Attributes:
        code: Code of the diagnostic.
        least: Smallest usual figure.
        most: Largest usual figure.
        message: What is wrong; `{}` is the figure, `{percent}` a share in percent.
        take: Returns the figure; None if the document has nothing to measure.
        of_edition: Whether only a whole edition, or much of one, has this figure.
        fewest: Minimum number of rules and subrules of a document that has this figure.
        of_glossary: Whether a glossary alone has this figure too.
        condition: The condition of a document with another figure.
    """

    code: str
    least: float
    most: float
    message: str
    take: Callable[[Contents], float | None]
    of_edition: bool = False
    fewest: int = ENOUGH
    of_glossary: bool = False
    condition: Condition = "damaged"


def check_proportions(document: ParsedDocument) -> ParsedDocument:
    """Return a document with what is out of proportion in its diagnostics, and a condition that follows from that."""
    conditions = [document.condition]
    problems = list(document.diagnostics)
    for measure, problem in find_disproportions(document):
        conditions.append(measure.condition)
        problems.append(problem)
    return replace(document, condition=choose_worst(conditions), diagnostics=tuple(problems))


def find_disproportions(document: ParsedDocument) -> Iterator[tuple[Measure, Diagnostic]]:
    """Yield each measure that is out of proportion in a document of the Comprehensive Rules, and its diagnostic."""
    if document.work != COMPREHENSIVE_RULES:
        return
    contents = Contents(document)
    for measure in _list_measures(contents):
        figure = measure.take(contents)
        if figure is None or measure.least <= figure <= measure.most:
            continue
        message = measure.message.format(_show(figure), percent=f"{100 * figure:.1f}")
        yield measure, Diagnostic(measure.code, "warning", message, document.name, hint=HINT)


def _list_measures(contents: Contents) -> list[Measure]:
    """Return the measures that a document is large enough for; a glossary alone has some of them."""
    document = contents.document
    if not document.rules and len(document.glossary) >= ENOUGH:
        return [measure for measure in MEASURES if measure.of_glossary]
    rules = len(contents.numbered)
    is_edition = len(contents.chapters) >= MANY_CHAPTERS
    return [measure for measure in MEASURES if rules >= measure.fewest and (is_edition or not measure.of_edition)]


def _show(figure: float) -> str:
    """Return a figure for people: whole where it is large, else with three decimals."""
    is_whole = figure > 10 or figure == int(figure)
    if is_whole:
        return f"{figure:,.0f}"
    return f"{figure:.3f}"


MEASURES: tuple[Measure, ...] = (
    Measure(
        "oversized-passage",
        0,
        8_000,
        "the longest text has {} letters (known editions: at most 3,922)",
        longest_passage,
    ),
    Measure(
        "oversized-heading", 0, 120, "the longest heading has {} letters (known editions: at most 52)", longest_heading
    ),
    Measure(
        "oversized-headword",
        0,
        150,
        "the longest headword has {} letters (known editions: at most 68)",
        longest_headword,
    ),
    Measure(
        "unusual-length",
        50,
        450,
        "half of the rules have more than {} letters (known editions: 161 to 214)",
        usual_length,
    ),
    Measure("empty-rules", 0, 0.03, "{percent} % of the rules have no text (known editions: none)", empty_share),
    Measure(
        "empty-entries",
        0,
        0.1,
        "{percent} % of the glossary entries have no text (known editions: none)",
        empty_entries,
        of_glossary=True,
    ),
    Measure(
        "lost-headings",
        0,
        0,
        "{} chapters have several rules but no heading (known editions: none)",
        lost_headings,
        of_edition=True,
    ),
    Measure(
        "lost-sections",
        0,
        0,
        "{} sections have rules but no heading (known editions: none)",
        lost_sections,
        of_edition=True,
    ),
    Measure(
        "markup-in-text",
        0,
        5,
        "{} of 1,000 texts have markup in them (known editions: none)",
        rate_per_text("has_markup"),
        of_glossary=True,
    ),
    Measure(
        "headings-in-text",
        0,
        3,
        "there are {} lines with a heading or number per 1,000 texts",
        rate_per_text("labelled_lines"),
    ),
    Measure(
        "numbers-in-text",
        0,
        5,
        "{} of 1,000 texts have a rule number in the middle, in front of a sentence",
        rate_per_text("has_number_inside"),
    ),
    Measure("glued-headings", 0, 2, "{} of 1,000 texts end in the heading of the next chapter", glued_headings),
    Measure(
        "examples-in-text", 0, 5, "{} of 1,000 texts have an example in them (known editions: none)", examples_inside
    ),
    Measure(
        "unusual-examples",
        30,
        400,
        "there are {} examples per 1,000 rules (known editions: 88 to 161)",
        example_rate,
        of_edition=True,
    ),
    Measure(
        "much-dropped",
        0,
        0.25,
        "{percent} % of all letters were dropped (known editions: at most 2.6 %)",
        dropped_share,
        of_edition=True,
    ),
    Measure(
        "much-matter",
        0,
        0.25,
        "{percent} % of all letters are outside the rules and the glossary (known editions: at most 9.3 %)",
        matter_share,
        of_edition=True,
    ),
    Measure(
        "shuffled-numbers",
        0,
        20,
        "{} of 1,000 numbers are lower than the one before (known editions: at most 1.4)",
        disorder,
    ),
    Measure("doubled-numbers", 0, 20, "{} of 1,000 numbers occur twice (known editions: at most 2.1)", doubled_numbers),
    Measure(
        "misplaced-numbers",
        0,
        10,
        "{} rules are not where their numbers belong (known editions: at most 5)",
        misplaced_numbers,
    ),
    Measure(
        "rules-left-out",
        0,
        3,
        "{} lines that begin with the number of a rule are in no record (known editions: none)",
        dropped_rules,
        fewest=1,
    ),
    Measure(
        "texts-broken-off",
        0,
        20,
        "{} of 1,000 texts end in an ellipsis (known editions: none)",
        rate_per_text("breaks_off"),
        fewest=1,
        of_glossary=True,
    ),
    Measure("doubled-records", 0, 1, "{} headings, rules or glossary entries occur twice", doubled_records),
    Measure("repeated-texts", 0, 60, "{} of 1,000 texts are repeated (known editions: at most 13)", repeated_texts),
    Measure(
        "orphaned-subrules",
        0,
        60,
        "{} of 1,000 subrules have no parent rule (known editions: at most 13)",
        lost_subrules,
        of_edition=True,
    ),
    Measure(
        "lost-rules",
        0,
        600,
        "{} of 1,000 rules are missing inside chapters (known editions: at most 60)",
        gap_rate,
        of_edition=True,
    ),
    Measure(
        "lost-spaces",
        0.14,
        0.22,
        "{percent} % of the text is white space (known editions: 16.7 to 16.9 %)",
        character_share("spaces", "characters"),
    ),
    Measure(
        "unusual-capitals",
        0.008,
        0.06,
        "{percent} % of the letters are capitals (known editions: 1.9 to 2.5 %)",
        character_share("capitals", "letters"),
    ),
    Measure("lost-sentence-ends", 0.75, 1, "only {percent} % of the texts end like a sentence", stop_share),
    Measure(
        "foreign-letters",
        0,
        0.02,
        "{percent} % of the letters belong to another script (known editions: none)",
        character_share("foreign", "letters"),
    ),
    Measure(
        "many-digits",
        0,
        0.04,
        "{percent} % of the characters are digits (known editions: at most 1.0 %)",
        character_share("digits", "characters"),
    ),
    Measure(
        "unusual-words",
        3.8,
        5.4,
        "words have {} letters on average (known editions: 4.5)",
        character_share("letters", "words"),
    ),
    Measure(
        "unusual-chapters",
        3,
        45,
        "chapters have {} rules on average (known editions: 6 to 22)",
        rules_per_chapter,
        of_edition=True,
    ),
    Measure(
        "unusual-entries",
        50,
        700,
        "half of the glossary entries have more than {} letters (known editions: 118 to 286)",
        entry_length,
    ),
    Measure(
        "lost-beginning",
        100,
        104,
        "the rules begin with chapter {} (known editions: with chapter 100)",
        first_chapter,
        of_edition=True,
        condition="fragment",
    ),
    Measure(
        "lost-first-rules",
        0,
        1,
        "{} chapters lack their first rule (known editions: at most one)",
        lost_first_rules,
        of_edition=True,
        fewest=MANY_RULES,
    ),
    Measure(
        "unusual-subrules",
        0.25,
        0.85,
        "{percent} % of the rules are subrules (known editions: 44 to 63 %)",
        subrule_share,
        of_edition=True,
    ),
    Measure(
        "joined-words",
        0,
        5,
        "{} of 1,000 texts have a word of 30 letters or more (known editions: none)",
        rate_per_text("has_long_word"),
    ),
    Measure(
        "broken-words",
        0,
        10,
        "{} words per 1,000 texts are broken by a hyphen (known editions: at most 2)",
        broken_words,
    ),
    Measure(
        "parted-words",
        0,
        25,
        "{} words per 1,000 texts are cut in two by a space (known editions: at most 8)",
        parted_words,
    ),
    Measure(
        "repeated-lines",
        0,
        8,
        "there are {} repeated lines per 1,000 texts (known editions: at most 1.4)",
        repeated_lines,
    ),
    Measure(
        "stray-marks",
        0,
        22,
        "{} of 1,000 texts have punctuation marks without a word before them (known editions: 3 to 16)",
        rate_per_text("has_stray_mark"),
    ),
    Measure(
        "lost-quotation-marks",
        400,
        inf,
        "there are {} quotation marks per 1,000 texts (known editions: 1,179 to 1,956)",
        rate_per_text("quotation_marks"),
        of_edition=True,
        fewest=MANY_RULES,
    ),
    Measure(
        "lost-apostrophes",
        8,
        inf,
        "there are {} apostrophes per 1,000 words (known editions: 19 to 22)",
        apostrophes,
        of_edition=True,
        fewest=MANY_RULES,
    ),
    Measure(
        "lost-parentheses",
        150,
        inf,
        "there are {} parentheses per 1,000 texts (known editions: 241 to 461)",
        rate_per_text("parentheses"),
        of_edition=True,
        fewest=MANY_RULES,
    ),
    Measure(
        "lost-braces",
        50,
        inf,
        "there are {} symbols in braces per 1,000 texts (editions since 2003-07-01: 96 to 174)",
        rate_per_text("braces"),
        of_edition=True,
        fewest=WITH_BRACES,
    ),
)
