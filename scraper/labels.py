"""Numbers as documents print them: the labels before rules, and irregularities in their order.

History: the publisher's numbering was never completely regular. Numbers are kept as printed: misprinted, duplicate,
missing and misplaced ones are only reported.

Guarantees: a label is normalised only by removing white space and full stops; digits and letters are never changed, so
a wrong number (605.2c for 609.2c) stays. Each report names the line and the number; of a misplaced number also the one
that fits, if only one does.
"""

import re
from collections.abc import Collection, Iterator, Sequence
from functools import lru_cache
from itertools import zip_longest

from msgspec import Struct

from rules.keys import with_parents
from rules.number_ranges import list_between
from rules.numbers import RuleKind, is_number, kind_of, number_beside, sort_key
from rules.records import Diagnostic, Rule, Severity
from rules.text_sizes import LONGEST_HEADING

_LABEL = re.compile(
    r"""(?P<label>(?P<chapter>[1-9]\d\d)\.\s?(?:
            (?P<rule>\d{1,3})(?:(?P<letter>[a-z]{1,2})(?![a-z0-9]))?  # 702.40, 702.40a
          | (?P<bare>[a-z])(?=[\s.])                                   # 408.f: the rule's digits were lost
        )\.?)(?=[\s"“‘'(\[{<—–]|[A-Z]|$)\s*""",
    re.VERBOSE,
)
_CHAPTER = re.compile(r"(?P<number>[1-9]\d\d)\.?\s+(?=\S)")
_SECTION = re.compile(r"(?P<number>[1-9])\.\s+(?=\S)")
_SENTENCE_END = re.compile(r"[.:!?;,][\"”’')\]\ufffd]*$")
_QUOTED_END = re.compile(r"(?:^|[\s(])\?\w[^?]*\?$")
"""A question mark before a word, and one at the end of the text: the quotation marks of a quotation."""
EXAMPLE = re.compile(r"examples?\s?:\s*", re.IGNORECASE)
"""The beginning of an example."""
EXCLAIMED = re.compile(r"[^.:;?,!]{2,40}!")
"""A keyword with an exclamation mark."""


class Label(Struct, frozen=True):
    """A label at the start of a paragraph.

    Attributes:
        number: The number in regular form; for `408.f` as printed, because its digits are lost.
        kind: The kind of rule that the number names.
        printed: The label as printed if that is not the usual form; else empty.
        end: Offset in the paragraph at which the text begins.
    """

    number: str
    kind: RuleKind
    printed: str
    end: int


def read_label(text: str) -> Label | None:
    """Return the rule or subrule label at the start of a paragraph, None if there is none.

    `702.40a Storm is` has the number 702.40a, and `702.40. Storm` the number 702.40.
    """
    match = _LABEL.match(text)
    if match is None:
        return None
    chapter, rule, letter = match["chapter"], match["rule"], match["letter"] or match["bare"] or ""
    number = f"{chapter}.{rule or ''}{letter}"
    after = text[match.end("label") : match.end("label") + 1]
    kind: RuleKind = "rule"
    usual_label = f"{number}."
    if letter:
        kind = "subrule"
        usual_label = number
    printed = match["label"]
    if printed == usual_label and (not after or after.isspace()):
        printed = ""
    return Label(number, kind, printed, match.end())


def read_heading(text: str) -> Label | None:
    """Return the label of a chapter or section heading that fills a paragraph, None if there is none."""
    match = _CHAPTER.match(text) or _SECTION.match(text)
    if match is None or not is_title(text[match.end() :]):
        return None
    number = match["number"]
    kind: RuleKind = "section"
    if len(number) > 1:
        kind = "chapter"
    return Label(number, kind, "", match.end())


def is_title(text: str) -> bool:
    """Return whether a text reads as a title: short, and not a sentence."""
    if not 0 < len(text) <= LONGEST_HEADING or text[0].islower():
        return False
    return not _SENTENCE_END.search(_remove_closing_quote(text))


def _remove_closing_quote(text: str) -> str:
    """Return a title without the question mark at its end, if a program wrote it in place of a closing quotation mark.

    It did so if another question mark stands where an opening one was: `Landing ?Ships?` → `Landing ?Ships`.
    """
    if text.endswith("?") and _QUOTED_END.search(text):
        return text[:-1]
    return text


def check_numbers(rules: Sequence[Rule], name: str) -> tuple[Diagnostic, ...]:
    """Report misprinted, repeated, misplaced and missing numbers of rules, in the order of the document.

    Args:
        rules: All rules of one document, in its order.
        name: The document's name in messages.
    """
    # By key, not by line: all rules of a page may be on one line.
    misplaced = dict(_find_misplaced(rules, name))
    gaps = dict(_report_gaps(rules, misplaced, name))
    problems: list[Diagnostic] = []
    for rule in rules:
        misprinted_label = rule.label
        if not misprinted_label and not is_number(rule.number):
            misprinted_label = rule.number
        problems += report_misprint(rule, name, misprinted_label)
        for problem_by_key in (misplaced, gaps):
            if rule.key in problem_by_key:
                problems.append(problem_by_key[rule.key])
    return tuple(problems)


def report_misprint(rule: Rule, name: str, label: str) -> Iterator[Diagnostic]:
    """Report a number with an irregular label, and a number that an earlier rule has.

    Args:
        rule: The rule.
        name: The document's name in messages.
        label: The label as printed if it is irregular, such as `702.40 a`; else empty.
    """
    if label:
        message = f"{rule.number} is printed {label!r}"
        yield Diagnostic("misprinted-number", "info", message, name, rule.line, number=rule.number, label=label)
    if rule.ordinal > 1:
        message = f"{rule.number} is printed {in_times(rule.ordinal)}"
        yield Diagnostic("duplicate-number", "warning", message, name, rule.line, number=rule.key)


def in_times(count: int) -> str:
    """Return the number of times something is printed, in words: `twice`, `3 times`."""
    if count == 2:
        return "twice"
    return f"{count} times"


def format_meant(meant: str) -> str:
    """Return the hint that names what was probably meant; empty if that is unknown."""
    if not meant:
        return ""
    return f"probably meant: {meant}"


def report_misplaced(rule: Rule, name: str, message: str, meant: str = "") -> Diagnostic:
    """Report a number that is out of order; `meant` is the one that was probably meant, empty if it is unknown."""
    hint = format_meant(meant)
    return Diagnostic(
        "out-of-order-number", "warning", message, name, rule.line, hint=hint, number=rule.number, meant=meant
    )


def report_gap(rule: Rule, name: str, neighbours: str, missing: Sequence[str], *, severity: Severity) -> Diagnostic:
    """Report numbers that are left out before a rule.

    Args:
        rule: The rule.
        name: The document's name in messages.
        neighbours: A clause about the rule and the one before, such as `702.3 is followed by 702.5`.
        missing: The numbers.
        severity: The severity of the diagnostic.
    """
    message = f"{neighbours}: {', '.join(missing)} missing"
    return Diagnostic("missing-number", severity, message, name, rule.line, missing=tuple(missing), place=neighbours)


def _find_misplaced(rules: Sequence[Rule], name: str) -> Iterator[tuple[str, Diagnostic]]:
    """Yield the keys of rules whose numbers are out of order, each with a diagnostic; repeated numbers are left out."""
    regular = [rule for rule in rules if is_number(rule.number)]
    before: Rule | None = None
    for rule, after in zip_longest(regular, regular[1:]):
        if before is None:
            before = rule
        elif rule.ordinal > 1:
            continue
        elif _is_misplaced(before, rule, after):
            message = f"{rule.number} is printed after {before.number}"
            yield rule.key, report_misplaced(rule, name, message, _suggest_number(before, rule, after))
        else:
            before = rule


def _is_misplaced(before: Rule, rule: Rule, after: Rule | None) -> bool:
    """Return whether a number is lower than the one before, or its neighbours fit together without it.

    In 609.2b, 609.9, 609.2c the number 609.9 is misplaced: 609.2c may follow 609.2b.
    """
    if _may_follow(rule, before.number):
        return False
    if sort_key(rule.number) < sort_key(before.number):
        return True
    if after is None or _may_follow(after, rule.number):
        return False
    return after.number in successors(before.number) or sort_key(after.number) < sort_key(rule.number)


def _may_follow(rule: Rule, number: str) -> bool:
    """Return whether a rule may regularly come right after a number."""
    return rule.number in successors(number) or rule.parent == number


def _suggest_number(before: Rule, rule: Rule, after: Rule | None) -> str:
    """Return the only number that fits between two rules; empty if there are several or none."""
    between = [number for number in successors(before.number) if after and _may_follow(after, number)]
    if len(between) == 1 and between[0] != rule.number:
        return between[0]
    return ""


@lru_cache(maxsize=1 << 14)
def successors(number: str) -> tuple[str, ...]:
    """Return the numbers that may regularly follow one: 702.40a → 702.40b, 702.41, 703, 8; 702.40 → 702.40a too."""
    following = [number_beside(level, 1) for level in with_parents(number)]
    if kind_of(number) != "subrule":
        following.insert(0, first_below(number))
    return tuple(filter(None, following))


def first_below(number: str) -> str:
    """Return the first number under a section, chapter or rule: 7 → 700, 702 → 702.1, 702.40 → 702.40a."""
    if "." in number:
        return f"{number}a"
    if len(number) > 1:
        return f"{number}.1"
    return f"{number}00"


def _report_gaps(rules: Sequence[Rule], misplaced: Collection[str], name: str) -> Iterator[tuple[str, Diagnostic]]:
    """Yield the keys of rules before which numbers are left out, each with a diagnostic.

    Numbers can be left out between two siblings, before the first rule under another one, or above a subrule. Gaps
    of more than three numbers, and gaps next to a misplaced number, are not reported.
    """
    present = {rule.number for rule in rules}
    last_sibling: dict[str | None, str] = {}
    regular = [rule for rule in rules if is_number(rule.number)]
    for previous, rule in zip([None, *regular], regular, strict=False):
        before = last_sibling.get(rule.parent)
        last_sibling[rule.parent] = rule.number
        # Report each misprint once: no gap is reported next to a misplaced number.
        if previous is None or rule.key in misplaced or previous.key in misplaced:
            continue
        missing, neighbours = _missing_before(rule, before, present)
        # If more are missing, the document is an excerpt.
        if 0 < len(missing) <= 3 and not present.intersection(missing):
            yield rule.key, report_gap(rule, name, neighbours, missing, severity="info")


def _missing_before(rule: Rule, before: str | None, present: Collection[str]) -> tuple[Sequence[str], str]:
    """Return the numbers that are missing before a rule, and a clause about the rule and the one before.

    Args:
        rule: The rule.
        before: The number of its last sibling before it; None if it is the first one.
        present: All numbers of the document.
    """
    if before is not None:
        start, neighbours = number_beside(before, 1), f"{before} is followed by {rule.number}"
    elif rule.kind != "subrule" or rule.parent is None:  # an excerpt may begin anywhere in a chapter
        return (), ""
    elif rule.parent in present:
        start, neighbours = first_below(rule.parent), f"the first number under {rule.parent} is {rule.number}"
    else:
        return (rule.parent,), f"{rule.number} has no rule above it"
    if not start:
        return (), neighbours
    return list_between(start, rule.number)[:-1], neighbours
