r"""Find the line that begins a new clause between two citations, although no mark ends the clause before it.

In `# CR 701.8 Discard\n# CR 115.2a play a land` each line is a clause with its own citation. In `# CR 701.8 as said
by\n# CR 115.2a` the sentence goes on in the second line.
"""

from graph.citations.find.layout import LEADER, is_placed_as_in_rules
from graph.citations.find.possible import PossibleCitation
from graph.citations.records import REACH
from rules.late_patterns import compile_late
from rules.numbers import without_letters
from rules.word_lists import FUNCTION_WORDS

_NEXT_LINE = rf"[ \t]*\r?\n(?P<line>[ \t]*)(?:{LEADER}[ \t]*)?"
_END_OF_CLAUSE = compile_late(rf"[)\]`*_\"'”’]{{0,4}}{_NEXT_LINE}(?P<words>(?:The|An?)\s|[A-Z][a-z])")
"""The end of a line with the citation that ends it, and the capitalised word that begins the next line."""
_OPEN_END = compile_late(r"(?:[,;:(\[&+/–—-]|->|→|(?<![^\W\d_])(?P<word>[^\W\d_][\w’']*))[ \t\r]*\Z")
"""The end of a line whose sentence may go on in the next line: a mark, or a word, `word`."""
_ROW = compile_late(r"[ \t]*(?:(?://+|\#+|\*)[ \t]*)?\|[^|\n]*\|")
"""The beginning of a row of a table, which may be in a comment."""
_ANNOUNCING = FUNCTION_WORDS | {"see", "rule", "rules", "cr", "cf"}
"""Words at the end of a line after which the sentence goes on."""


def find_separate_line(text: str, first: PossibleCitation, second: PossibleCitation) -> int | None:
    """Return the offset of the line that begins the clause of the second of two citations; None if no line does.

    A line begins it in three cases:

    - The line is a row of a table.
    - Both citations begin their lines, and the line before the second one does not end in the middle of a sentence.
      The first must not be the rule of the second one, or above it, so that it may be a heading.
    - The first citation ends its line, and the next line, which has the second one, begins with a capital letter.

    Args:
        text: The whole text.
        first: The first citation.
        second: The next citation in the text.
    """
    if "\n" not in text[first.end : second.start]:
        return None
    line_start = text.rfind("\n", first.end, second.start) + 1
    if _ROW.match(text, line_start):
        return line_start
    ended = _END_OF_CLAUSE.match(text, first.end, second.end)
    if ended is not None and ended.start("line") == line_start:
        return line_start
    begin_lines = _begins_line(text, first) and _begins_line(text, second)
    if begin_lines and not _share_rule(first, second) and not _is_open(text, first.end, line_start - 1):
        return line_start
    return None


def _begins_line(text: str, place: PossibleCitation) -> bool:
    """Return whether a citation begins its line, without a bracket before it."""
    return is_placed_as_in_rules(text, place.start) and text[place.start - 1 : place.start] not in ("(", "[")


def _share_rule(first: PossibleCitation, second: PossibleCitation) -> bool:
    """Return whether two citations are of one rule, or the second one is below the first."""
    if not (first.printed.numbers and second.printed.numbers):
        return True  # a placeholder can stand for any rule
    first_rule = without_letters(first.printed.numbers[0])
    second_rule = without_letters(second.printed.numbers[0])
    return f"{second_rule}.".startswith(f"{first_rule}.")


def _is_open(text: str, low: int, high: int) -> bool:
    """Return whether the line that ends at `high` may end in the middle of a sentence.

    Args:
        text: The whole text.
        low: Offset before which no word is looked at.
        high: Offset of the end of the line.
    """
    end = _OPEN_END.search(text[max(low, high - REACH) : high])
    if end is None:
        return False
    word = end["word"]
    return word is None or word.lower() in _ANNOUNCING
