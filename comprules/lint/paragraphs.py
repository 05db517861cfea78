"""Paragraphs: the citations of a file that a reader takes for citations of one edition, because they are read together.

Those are the citations of one line, and of one table, list, comment or paragraph of prose, with its heading. If only
some of their numbers were replaced, the rows of a table would be of two editions. Each line of code is read by itself.
"""

from collections.abc import Collection, Iterator, Sequence

from graph.citations.find.layout import Region, find_region, line_around
from graph.citations.records import Citation
from rules.late_patterns import compile_late

_LONGEST_GAP = 2_000
"""Maximum characters between two citations of a paragraph."""
_MARKS = r"[ \t]*(?:(?://+!?|\#+!?|\*+/?|/\*+|--+|;+|%+|>+|<!--)[ \t]*)?"
_BLANK = compile_late(rf"{_MARKS}\Z")
_ITEM = compile_late(rf"{_MARKS}(?:(?:[-•+*]|\d{{1,2}}[.)])[ \t]+\S|\|)")
"""The start of an item of a list, or of a row of a table."""
_HEADING = compile_late(r"#{1,6}[ \t]+\S")
_WORD = compile_late(r"[^\W\d_]")


def find_paragraphs(text: str, citations: Sequence[Citation]) -> Iterator[list[int]]:
    """Yield the indexes of the citations of each paragraph with several citations.

    Args:
        text: The text of the file.
        citations: All citations of the file, in order.
    """
    paragraph: list[int] = []
    for index, citation in enumerate(citations):
        if paragraph and not _are_read_together(text, citations[paragraph[-1]], citation):
            if len(paragraph) > 1:
                yield paragraph
            paragraph = []
        paragraph.append(index)
    if len(paragraph) > 1:
        yield paragraph


def _are_read_together(text: str, first: Citation, last: Citation) -> bool:
    """Return whether two citations are in the same paragraph; the second is the next one after the first."""
    if last.start - first.end > _LONGEST_GAP:
        return False
    starts = _list_lines(text, first.start, last.start)
    lines = [_line_at(text, start) for start in starts]
    regions = {find_region(text, first.start)}
    if _HEADING.match(lines[0]):
        regions.add("prose")
    return all(_continues(text, starts[index], lines, index, regions) for index in range(1, len(lines)))


def _continues(text: str, start: int, lines: Sequence[str], index: int, regions: Collection[Region]) -> bool:
    """Return whether a line between two citations, or that of the second one, continues the paragraph of the first one.

    Args:
        text: The text of the file.
        start: The offset at which the line begins.
        lines: The lines from the first citation to the second one.
        index: The index of the line among them.
        regions: The regions in which the paragraph of the first citation can go on.
    """
    line = lines[index]
    if _BLANK.match(line):
        return _continues_after_blank(lines, index)
    if _ITEM.match(line):
        return True
    region = _find_region(text, start, line)
    return region in {"comment", "prose"} and region in regions


def _list_lines(text: str, first: int, last: int) -> list[int]:
    """Return the offsets at which the lines from one offset to another begin."""
    starts = [line_around(text, first, first).start]
    while (newline := text.find("\n", starts[-1], last)) >= 0:
        starts.append(newline + 1)
    return starts


def _line_at(text: str, start: int) -> str:
    """Return the line that begins at an offset, without its line end."""
    end = text.find("\n", start, start + _LONGEST_GAP)
    return text[start : end if end >= 0 else start + _LONGEST_GAP].rstrip("\r")


def _continues_after_blank(lines: Sequence[str], index: int) -> bool:
    """Return whether a blank line separates two items of a list, or a heading and what is below it.

    Args:
        lines: The lines from one citation to the next one.
        index: The index of the blank line, which is neither the first nor the last.
    """
    before, after = lines[index - 1], lines[index + 1]
    if _HEADING.match(before):
        return True
    return _ITEM.match(before) is not None and _ITEM.match(after) is not None


def _find_region(text: str, start: int, line: str) -> Region:
    """Return the region of the first word of a line that begins at an offset; of its start if it has no word."""
    word = _WORD.search(line)
    return find_region(text, start + (word.start() if word else 0))
