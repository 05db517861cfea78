"""Read the words of a citation, which show what rule its author meant.

They are those of its own clause, within its own comment, item of a list, cell of a table or string. The values beside a
number in an object are its words.

Guarantees: words are read at most `REACH` characters before a citation and `LONGEST_TEXT` after it, and not beyond
the neighbouring citations, so that the length of other numbers changes nothing. The work for each citation is bounded.
"""

from graph.citations.find.clauses import read_clauses
from graph.citations.find.layout import NEW_LINE, find_comment_after, find_part, find_region
from graph.citations.find.objects import StringOfNumber, read_object
from graph.citations.find.quoted import find_text_after, find_title_after, find_title_before
from graph.citations.find.remarks import TELLING_WORD
from graph.citations.records import DIRECTIVE, LONGEST_TEXT, REACH, Citation, Evidence


def read_evidence(
    text: str, printed: Citation, cue_start: int, after_previous: int, next_start: int
) -> tuple[Evidence, ...]:
    """Return the words of a citation: first its title, then quoted text, then the clauses after and before it.

    Args:
        text: The whole text.
        printed: The citation.
        cue_start: Offset of the citation, including its cue.
        after_previous: Offset after the previous citation; 0 if there is none.
        next_start: Offset of the next citation, including its cue; the text's length if there is none.
    """
    string: StringOfNumber | None = None
    if find_region(text, cue_start) == "string":
        string = read_object(text, printed.start, printed.end)
    if string is None:
        part = find_part(text, cue_start, printed.end, LONGEST_TEXT)
    elif _tells_more(text, string.inside, printed):
        part = string.inside
    elif string.values:
        return string.values
    else:
        comment = find_comment_after(text, printed.end)
        part = range(cue_start, printed.end) if comment is None else comment
    part = _exclude_directives(text, part, cue_start, printed.end)
    low = max(part.start, after_previous, cue_start - REACH)
    high = min(part.stop, next_start)
    if text[max(0, cue_start - len(NEW_LINE)) : cue_start] == NEW_LINE:
        low = cue_start
    return _read_between(text, cue_start, printed.end, low, high)


def _tells_more(text: str, inside: range, printed: Citation) -> bool:
    """Return whether a string with a number has words that say something about the rule."""
    around = f"{text[inside.start : printed.start]} {text[printed.end : inside.stop]}"
    return TELLING_WORD.search(around) is not None


def _exclude_directives(text: str, part: range, start: int, end: int) -> range:
    """Return the bounds of the words around `text[start:end]`, without comments to the linter."""
    low, high = part.start, part.stop
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
    """Return the words around the citation `text[start:end]` that are between two offsets."""
    title = find_title_after(text, end, high)
    quoted = find_text_after(text, end, start, high)
    clauses = read_clauses(text, start, end, range(low, min(high, end + REACH)))
    if title is None and all(clause.kind != "prose" for clause in clauses):
        title = find_title_before(text, low, start)
    return tuple(evidence for evidence in (title, quoted, *clauses) if evidence is not None)
