"""Read the evidence of a citation: the words next to it, which show which rule its author meant.

A *unit* of text is one comment, paragraph, item of a list, cell of a table or string. In prose the evidence is the
clause around the citation within its unit. In an object, an array or a call they are the other values next to the
number. If a number is alone in a heading or a paragraph, they are in the paragraph below.

Words are read at most `REACH` characters before a citation and `LONGEST_TEXT` after it, and never beyond the
neighbouring citations. So the work for each citation is bounded, and renumbering one citation does not change the words
of another.
"""

from graph.citations.find.below import find_comment_below, find_text_below
from graph.citations.find.clauses import read_clauses
from graph.citations.find.layout import NEW_LINE, ends_line, find_comment_after, find_region, find_unit
from graph.citations.find.linked_titles import find_linked_after, find_linked_before
from graph.citations.find.mappings import read_mapping
from graph.citations.find.objects import StringOfNumber, read_object
from graph.citations.find.quoted import (
    find_text_after,
    find_title_after,
    find_title_before,
    find_title_before_bracket,
    make_text,
)
from graph.citations.find.remarks import TELLING_WORD
from graph.citations.records import DIRECTIVE, REACH, Citation, Evidence
from rules.late_patterns import compile_late

_INDENT_AND_MARKS = compile_late(r"[ \t]*(?:[^\w\s]+[ \t]+)?")
"""The indentation of a line, and marks that a blank separates from its words."""


def read_evidence(
    text: str, printed: Citation, cue_start: int, after_previous: int, next_start: int
) -> tuple[Evidence, ...]:
    """Return the evidence of a citation: first its title, then quoted text, then the clauses after and before it.

    The first of these that has any is read: the object around the string of the number, if no other words are in the
    string; the mapping of YAML around it; the text around it; the paragraph or comment below it.

    Args:
        text: The whole text.
        printed: The citation.
        cue_start: Offset of the citation, including its cue.
        after_previous: End of the previous citation; 0 if there is none.
        next_start: Offset of the next citation, including its cue; the length of the text if there is none.

    Returns:
        Empty if no words say anything about the rule, and for an open range: words next to it are about any of its
        rules.
    """
    if printed.is_open:
        return ()
    string: StringOfNumber | None = None
    if find_region(text, printed.start) == "string":
        string = read_object(text, printed.start, printed.end)
    if string is not None and string.values and not _has_other_words(text, string.inside, printed):
        return string.values  # {"rule": "702.40", "title": "Storm"}
    mapped = read_mapping(text, range(after_previous, next_start), printed.start, printed.end)
    if mapped:
        return mapped  # rule: 702.40
    unit = _find_unit(text, cue_start, printed, string)
    unit = _exclude_directives(text, unit, cue_start, printed.end)
    low = max(unit.start, after_previous, cue_start - REACH)
    high = min(unit.stop, next_start)
    if _begins_line_of_string(text, cue_start):
        low = cue_start
    evidence = _read_between(text, cue_start, printed.end, low, high)
    if not evidence and string is None:
        return _read_below(text, cue_start, printed.end, next_start)
    return (*_read_comment_below(text, printed, next_start), *evidence)


def _begins_line_of_string(text: str, start: int) -> bool:
    r"""Return whether a line end in a string is directly before a citation, so that no words before it are its own.

    In `"It copies.\n702.40 Storm"` the words `It copies` are on another line.
    """
    return text[max(0, start - len(NEW_LINE)) : start] == NEW_LINE


def _find_unit(text: str, cue_start: int, printed: Citation, string: StringOfNumber | None) -> range:
    """Return the bounds of the unit of text that may be about a number.

    For a number alone in its string it is the comment after it on the line; without one, the number itself.

    Args:
        text: The whole text.
        cue_start: Offset of the citation, including its cue.
        printed: The citation.
        string: The string around the number; None if no string is there.
    """
    if string is not None and _has_other_words(text, string.inside, printed):
        return string.inside  # "copies, see 702.40"
    if string is not None and find_region(text, cue_start) == "string":
        comment = find_comment_after(text, printed.end)
        return range(cue_start, printed.end) if comment is None else comment  # check("702.40");  // copies
    unit = find_unit(text, cue_start, printed.end)  # // copies, see 702.40
    return _exclude_code_below(text, unit, printed.end) if printed.form == "identifier" else unit


def _exclude_code_below(text: str, unit: range, end: int) -> range:
    """Return the bounds around an identifier up to the first line of code below it.

    In `void test_702_40_copies() {` the name says what the number means; the lines of the function are about anything.

    Args:
        text: The whole text.
        unit: The bounds of the unit around the identifier.
        end: Offset after the number in it.
    """
    line_end = text.find("\n", end, unit.stop)
    while line_end >= 0:
        if find_region(text, _skip_leader(text, line_end + 1, unit.stop)) == "code":
            return range(unit.start, line_end)
        line_end = text.find("\n", line_end + 1, unit.stop)
    return unit


def _skip_leader(text: str, start: int, stop: int) -> int:
    """Return the offset after the indentation of a line and the marks in it that a blank separates from its words.

    These may be the marks of a comment, in which brackets are no sign of code: `// (copied)`.
    """
    found = _INDENT_AND_MARKS.match(text, start, stop)
    return start if found is None else found.end()


def _read_below(text: str, start: int, end: int, next_start: int) -> tuple[Evidence, ...]:
    """Return the evidence in the paragraph below a citation `text[start:end]` that is alone on its line."""
    below = find_text_below(text, start, end, next_start)
    if below is None:
        return ()
    title = find_title_after(text, below.start, below.stop)
    clauses = read_clauses(text, below.start, below.start, below)
    return tuple(evidence for evidence in (title, *clauses) if evidence is not None)


def _read_comment_below(text: str, printed: Citation, next_start: int) -> tuple[Evidence, ...]:
    """Return the text of the comment below a number that is the heading of a rule of a program, if it has any."""
    below = find_comment_below(text, printed.start, printed.end, next_start)
    if below is None:
        return ()
    quoted = make_text(text, below.start, below.stop)
    return () if quoted is None else (quoted,)


def _has_other_words(text: str, inside: range, printed: Citation) -> bool:
    """Return whether the string around a number has other words that say something about the rule.

    Args:
        text: The whole text.
        inside: The bounds of the string, without its quotes.
        printed: The number.
    """
    around = f"{text[inside.start : printed.start]} {text[printed.end : inside.stop]}"
    return TELLING_WORD.search(around) is not None


def _exclude_directives(text: str, unit: range, start: int, end: int) -> range:
    """Return the bounds around `text[start:end]` without directives to the linter, such as `comprules: ignore[CR002]`.

    A directive reaches from its first word to the end of the line.

    Args:
        text: The whole text.
        unit: The bounds, perhaps with directives before and after the citation.
        start: Offset of the citation, including its cue.
        end: Offset after the citation.
    """
    low, high = unit.start, unit.stop
    before = text.rfind(DIRECTIVE, low, start)
    if before >= 0:
        low = text.find("\n", before, start)
        if low < 0:
            low = start
    after = text.find(DIRECTIVE, end, high)
    if after >= 0:
        high = after
    return range(low, high)


def _read_between(text: str, start: int, end: int, low: int, high: int) -> tuple[Evidence, ...]:
    """Return the evidence of a citation: its title, then quoted text, then the clauses.

    A title after the number counts before one in front of it. In a sentence of which the number is a part, a title in
    front of the number is none, unless a verb links the two: `the Storm of 702.40` names anything. A full stop at the
    end of its line ends the words of a number.

    Args:
        text: The whole text.
        start: Offset of the citation, including its cue.
        end: Offset after the citation.
        low: The offset from which to read.
        high: The offset up to which to read.
    """
    if ends_line(text, start, end):
        high = end
    title = find_title_after(text, end, high) or find_linked_after(text, end, high)
    quoted = find_text_after(text, end, start, high)
    clauses = read_clauses(text, start, end, range(low, min(high, end + REACH)))
    if title is None and all(clause.kind != "prose" for clause in clauses):
        title = find_title_before(text, low, start) or find_title_before_bracket(text, low, start, end)
    title = title or find_linked_before(text, low, start)
    return tuple(evidence for evidence in (title, quoted, *clauses) if evidence is not None)
