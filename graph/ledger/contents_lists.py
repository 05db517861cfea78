"""Lists of contents of the rules, which have the numbers and the titles of chapters, but no sentences."""

from collections.abc import Sequence

from graph.ledger.known_sentences import KnownSentences
from graph.ledger.shown_lines import list_shown_lines
from rules.late_patterns import compile_late
from rules.text import strip_title

ENOUGH_CHAPTERS = 5
"""Minimum number of chapters in a list of contents."""
_FRAME = 5
"""Number of other lines of several words that any list of contents may have, such as its heading."""
_OTHERS_PER_CHAPTER = 0.07
"""Maximum number of further lines of several words for each chapter: 7 for 100 chapters, in addition to `_FRAME`."""
_LONGEST_CONTENTS = 50_000
"""Maximum number of characters of a list of contents with the addresses of its links; without them it has 5,000."""
_CHAPTER = compile_late(r"\W*(?P<number>[1-9]\d{0,2})(?!\.?\w)\W+(?P<title>[A-Z].{1,70}?)(?:[\s.]*\d*)\W*$")
"""The number and the title of a chapter, perhaps with the number of its page: `702. Keyword Abilities ... 120`."""
_DOTS = compile_late(r"\.{3,}.*$|\t.*$")
"""The dots or the tab after a title, up to the number of its page."""


def is_contents(lines: Sequence[str], ledger: KnownSentences) -> bool:
    """Return whether lines are a list of contents: numbers and titles of chapters in order, and hardly more.

    They are none if a number is followed by a title that no chapter has. Single words never count as other lines, such
    as `Contents`.

    Args:
        lines: All lines of the file, as `list_lines` returns them.
        ledger: The ledger, which knows the titles.
    """
    if sum(map(len, lines)) > _LONGEST_CONTENTS:
        return False
    numbers: list[int] = []  # the numbers of chapters, without those of the sections between them
    count_of_others = 0
    for line in (shown for printed in lines for shown in list_shown_lines(printed)):
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
            return False  # most texts end here, before all of their lines are read
    is_rising = numbers == sorted(numbers)
    has_few_others = count_of_others <= _OTHERS_PER_CHAPTER * len(numbers) + _FRAME
    return is_rising and len(numbers) >= ENOUGH_CHAPTERS and has_few_others


def is_heading(line: str, ledger: KnownSentences) -> bool:
    """Return whether a line is the number and the title of a chapter: `702. Keyword Abilities`."""
    headings = [_CHAPTER.match(shown) for shown in list_shown_lines(line)]
    return any(heading is not None and strip_title(heading["title"]) in ledger.chapter_titles for heading in headings)


def is_caption(line: str, ledger: KnownSentences) -> bool:
    """Return whether a line is the name of a field with the title of a chapter or section: `Chapter: Game Concepts`."""
    for shown in list_shown_lines(line):
        name, colon, title = shown.partition(":")
        if colon and len(name.split()) == 1 and strip_title(title) in ledger.chapter_titles:
            return True
    return False
