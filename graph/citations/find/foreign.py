"""Recognise files whose numbers are no citations of the rules: copies of the rules, and the rules of other games.

Each file is judged by itself: by the order of the numbers with which its lines begin, in any language; by a title or
heading; by chapters that no edition ever had.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise, starmap

from msgspec import Struct

from graph.citations.records import SEVERAL, Citation
from rules.json_files import is_json_copy
from rules.late_patterns import compile_late
from rules.numbers import LETTERS

_COPY = "it is a copy of the Comprehensive Rules; for its own faults: comprules audit FILE"
_LEAST_RULES = 12
"""Rules with their text that make a copy; fewer are an excerpt in somebody's notes."""
_USUAL_BYTES = 80
"""Least bytes from most numbers to the next, in UTF-8, in which all scripts are about equally dense; whole editions
have 200, an index or a list of numbers 20 to 60."""
_IN_ORDER = 0.9
"""Share of the numbers of a copy that are followed by a later one."""
_UNKNOWN = 0.4
"""Share of chapters that never existed in all that are cited: files that cite the rules had at most 0.11, the rules of
other games 0.5."""

_Number = tuple[int, int, str]
"""Chapter, rule and letter of a number."""

_HEAD = compile_late(
    r"""
    ^(?![ \t]*(?://|--|;|/?\*[ /\d]|\#[ \d]|\||[-*+][ ]\[))              # no comment, table, or list of tasks
    (?:<[^<>\n]{1,300}>|[^\w\n<]){0,12}                                  # tags and marks
    (?:[\w-]{1,20}(?:[\"']?[:=]{1,2}[ \t]?|[ \t](?=\"))[\"']?)?          # a key of data
    ([1-9][0-4]\d)\.([1-9]\d{0,2})([a-z]?)(?![\w%])
    """,
    re.MULTILINE | re.VERBOSE,
)
"""A rule's number at the beginning of a line of a document or of data, not of a comment, table or checklist."""
_NUMBER = compile_late(r"\.[1-9](?<=[1-9][0-4]\d\.[1-9])")
_LINE = compile_late(r"\n(?=(?:<[^<>\n]{1,80}>)*[^<\n].{19})")
"""A line with words, not one of tags alone, such as the anchor above a rule."""
_OTHER_TITLE = compile_late(
    r"""
    ^(?:
        \#{1,3}[ \t]+ | =+[ \t]*                                          # a heading of Markdown, of a wiki
        | [ \t]*<(?:title|h1)[^<>]{0,80}>[ \t]*                            # of HTML
        | [\"']?title[\"']?[ \t]*[:=][ \t]*[\"']?                          # the value of a key
        | (?<![\s\S])                                                     # the first line
    )
    (?:The[ ]|Official[ ]|Complete[ ])*(?!Official|Complete|Comprehensive|Game|\w+(?:ing|ed)\b)
    [A-Z][\w!'’-]*(?:[ :-]{1,3}(?:[A-Z\d][\w!'’-]*|of|the|and)){0,6}?      # the name of the game
    [ :–—-]{1,3}
    (?:
        (?:TCG|CCG|LCG|(?:Trading[ ]|Collectible[ ]|Living[ ])?Card[ ]Game)[ :–—-]{1,3}
        (?:[\w.]+[ ]){0,3}?Rul(?:es?|ebook)
        | Comprehensive[ ]Rul(?:es|ebook)(?=[^\w\n]*(?:$|<|[vV]?(?:er)?(?:sion)?[. ]?\d))
    )
    """,
    re.MULTILINE | re.VERBOSE,
)
"""A title or heading such as `Force of Will Comprehensive Rules`."""
_IN_TITLES = ("Comprehensive Rul", "Card Game", "TCG", "CCG", "LCG")
_OF_MAGIC = compile_late(r"Magic|MTG|mtg|laneswalker|[Ss]cryfall|[Ww]izards|[Gg]atherer")


class ForeignNumbers(Struct, frozen=True):
    """Why the numbers of a file are no citations: a reason that many files may share, and what holds for this one."""

    reason: str
    aside: str = ""


def describe_foreign(text: str, citations: Iterable[Citation], exists: Callable[[str], bool]) -> ForeignNumbers | None:
    """Return why the numbers of a file are no citations; None if they are.

    Args:
        text: The whole file.
        citations: The citations found in it.
        exists: Returns whether any edition has a rule or chapter.
    """
    if _is_copy(text):
        return ForeignNumbers(_COPY)
    title = _find_other_title(text)
    if title is not None:
        return ForeignNumbers(f'it has the rules of another game: "{title}"')
    chapters = {number[:3] for citation in citations for number in citation.numbers}
    never = sum(not exists(chapter) for chapter in chapters)
    if never >= max(SEVERAL, _UNKNOWN * len(chapters)):
        aside = f", for {never} of {len(chapters)} chapters never were Magic's"
        return ForeignNumbers("it cites the rules of something else", aside)
    return None


def _find_other_title(text: str) -> str | None:
    """Return a title or heading that is of the rules of another game; None if there is none, or a word of Magic."""
    if not any(words in text for words in _IN_TITLES):
        return None
    title = _OTHER_TITLE.search(text)
    if title is None or _OF_MAGIC.search(text):
        return None
    return " ".join(title[0].split())


def _is_copy(text: str) -> bool:
    """Return whether numbers of rules begin the lines of a text in order, with as much text as rules have.

    In JSON the fields decide, whatever their order.
    """
    written = len(_NUMBER.findall(text))  # these searches are much cheaper than that for the beginnings of lines
    if written < _LEAST_RULES:
        return False
    if is_json_copy(text, _LEAST_RULES):
        return True
    text = "\n" + text.replace("\r", "\n")
    lines = len(_LINE.findall(text))
    if written * _LEAST_RULES < lines:
        return False
    heads = _list_heads(text)
    steps = [(_read_number(head), _read_number(following)) for head, following in pairwise(heads)]
    if not _are_in_order(steps) or not _have_texts(text, heads):
        return False
    begin_most_lines = len(heads) >= _LEAST_RULES and 2 * len(heads) >= lines
    return begin_most_lines or _run_through_chapters(steps)


def _list_heads(text: str) -> list[re.Match[str]]:
    """Return the numbers with which lines begin, each once where several lines in a row begin with it."""
    heads: list[re.Match[str]] = []
    for head in _HEAD.finditer(text):
        if not heads or _read_number(head) != _read_number(heads[-1]):
            heads.append(head)
    return heads


def _read_number(head: re.Match[str]) -> _Number:
    return int(head[1]), int(head[2]), head[3]


def _are_in_order(steps: Sequence[tuple[_Number, _Number]]) -> bool:
    """Return whether nearly all numbers are followed by a later one."""
    return sum(number < following for number, following in steps) >= _IN_ORDER * len(steps)


def _have_texts(text: str, heads: Sequence[re.Match[str]]) -> bool:
    """Return whether there is as much text from most numbers to the next as rules have."""
    between = [text[head.end() : following.start()] for head, following in pairwise(heads)]
    with_text = sum(len(words.encode("utf-8", "replace")) >= _USUAL_BYTES for words in between)
    return 2 * with_text > len(between)


def _run_through_chapters(steps: Sequence[tuple[_Number, _Number]]) -> bool:
    """Return whether numbers run through the chapters, each mostly the very next one.

    They also do so in the catalogue of a translator, and in a page with much else between the rules.
    """
    chapters = {chapter for (chapter, _, _), _ in steps}
    return len(chapters) >= _LEAST_RULES and 2 * sum(starmap(_is_next, steps)) > len(steps)


def _is_next(number: _Number, following: _Number) -> bool:
    """Return whether no number of the rules can be between two of them, but for the rest of a chapter."""
    chapter, rule, letter = number
    rank = f" {LETTERS}".find(letter or " ")
    nearest = {(chapter, rule, LETTERS[rank : rank + 1]), (chapter, rule + 1, "")}
    begins_chapter = following[0] > chapter and following[1:] == (1, "")
    return begins_chapter or following in nearest
