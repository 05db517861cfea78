"""Words in what changed: which of them a change brought to where they are.

A word stands for all words with its stem, `begin*` for all that begin so, a phrase in double quotes for itself. A
change inserts words if all of them are in what it inserts into a passage, or if it makes them stand next to each other
there; it inserts a phrase if it makes the phrase stand there. Likewise it deletes them.
"""

import re
from collections.abc import Iterable, Sequence

from msgspec import Struct
from msgspec.structs import replace

from graph.answers.search import Marks, Match, Side
from graph.compare.trimming import GAP
from graph.search.definition import read_definition
from graph.search.marks import overlaps
from graph.search.text import PlacedWord, fold, phrase_places, places_in, stem_of
from rules.change.typography import list_slight

SIDES: tuple[Side, ...] = ("inserted", "deleted")
Part = tuple[str, str]
"""An op (`equal`, `delete`, `insert`) and a text."""
_OPS: dict[Side, str] = {"inserted": "insert", "deleted": "delete"}
_ANY = "*"
"""Stands for the rest of a word of which the beginning is given."""
_LINE = re.compile(r"\S(?:.*\S)?")
"""A line without the white space around it."""
_PHRASE = re.compile(r'["“”]([^"“”]*)(?:["“”]|$)')


class Wanted(Struct, frozen=True):
    """Words that are looked for next to each other, or a phrase.

    Attributes:
        typed: As typed.
        words: Stems in the order of the words, or beginnings with a star; none for a phrase.
        phrase: The folded phrase; empty for words.
    """

    typed: str
    words: tuple[str, ...] = ()
    phrase: str = ""


def read_wanted(typed: str) -> tuple[Wanted, ...]:
    """Return what a text typed by a user looks for: its words, if any, and each phrase."""
    typed = fold(typed[: read_definition().limits["query"]])
    rest = _PHRASE.sub(" ", typed)
    wanted: list[Wanted] = []
    words = tuple(_read_word(rest, word) for word in places_in(rest))
    if words:
        wanted.append(Wanted(" ".join(rest.split()), words))
    phrases = dict.fromkeys(" ".join(phrase.split()) for phrase in _PHRASE.findall(typed))
    wanted += [Wanted(f'"{phrase}"', phrase=phrase) for phrase in phrases if phrase]
    return tuple(wanted)


def _read_word(text: str, word: PlacedWord) -> str:
    """Return the stem of a word of a text, or the word with a star if one is behind it."""
    if text.startswith(_ANY, word.end):
        return f"{word.word}{_ANY}"
    return stem_of(word.word)


def read_side(field: str, parts: Iterable[Part], side: Side) -> Match:
    """Return one side of a passage; its marks are where it has what changed, and where only the other side has it."""
    text = ""
    changed: list[tuple[int, int]] = []
    for op, words in parts:
        start = len(text)
        if op in {"equal", _OPS[side]}:
            text += words
        if op != "equal":
            changed.append((start, len(text)))
    return Match(side, field, text, tuple(changed))


def list_changed_places(parts: Sequence[Part], side: Side) -> Marks:
    """Return where a side of a passage has inserted or deleted words, as `comprules diff` marks them.

    White space around them is no part of a place, and none goes beyond the end of a line. Typographic changes count
    only if there are no others.
    """
    places: list[tuple[int, int]] = []
    length = 0
    for (op, words), is_slight in zip(parts, list_slight(parts), strict=True):
        if op == _OPS[side] and not is_slight:
            places += [(length + line.start(), length + line.end()) for line in _LINE.finditer(words)]
        if op in {"equal", _OPS[side]}:
            length += len(words)
    return tuple(places)


def find_changed(changed: Match, wanted: Sequence[Wanted]) -> Marks:
    """Return where a side of a passage has what is wanted, if the change brought it there; else nothing."""
    words = places_in(changed.text)
    return _merge([find_standing(changed, words, part) | _find_scattered(changed, words, part) for part in wanted])


def find_anywhere(changed: Match, wanted: Sequence[Wanted]) -> Marks:
    """Return where a side of a passage has all that is wanted; else nothing."""
    words = places_in(changed.text)
    whole = replace(changed, marks=((0, len(changed.text)),))
    found = []
    for part in wanted:
        if part.words:
            found.append(_find_scattered(whole, words, part))
        else:
            found.append(find_standing(whole, words, part))
    return _merge(found)


def _merge(found: Sequence[set[tuple[int, int]]]) -> Marks:
    """Return places in order, those that overlap as one; nothing if there are none of one kind."""
    if not all(found):
        return ()
    merged: list[tuple[int, int]] = []
    for begin, end in sorted(set().union(*found)):
        last_begin, last_end = merged[-1] if merged else (0, 0)
        if begin < last_end:
            merged[-1] = last_begin, max(end, last_end)
        else:
            merged.append((begin, end))
    return tuple(merged)


def _is_form(word: str, wanted: str) -> bool:
    if wanted.endswith(_ANY):
        return word.startswith(wanted.removesuffix(_ANY))
    return stem_of(word) == wanted


def find_standing(changed: Match, words: Sequence[PlacedWord], wanted: Wanted) -> set[tuple[int, int]]:
    """Return where the change made a phrase stand, or words next to each other.

    Args:
        changed: A side of a passage.
        words: The words of its text.
        wanted: The phrase or the words.
    """
    if wanted.phrase:
        places = phrase_places(fold(changed.text), wanted.phrase)
        return {(begin, end) for begin, end in places if overlaps(begin, end, changed.marks)}
    different = {word.word for word in words}
    forms = [_list_forms(different, wanted_word) for wanted_word in wanted.words]
    if not all(forms):
        return set()
    found = set()
    for start, first in enumerate(words[: len(words) - len(forms) + 1]):
        if first.word not in forms[0]:
            continue
        run = words[start : start + len(forms)]
        begin, end = first.begin, run[-1].end
        is_wanted = all(word.word in of_word for word, of_word in zip(run, forms, strict=True))
        if is_wanted and overlaps(begin, end, changed.marks) and GAP not in changed.text[begin:end]:
            found.add((begin, end))
    return found


def _list_forms(words: Iterable[str], wanted: str) -> set[str]:
    """Return the words that are forms of a wanted one."""
    return {word for word in words if _is_form(word, wanted)}


def _find_scattered(changed: Match, words: Sequence[PlacedWord], wanted: Wanted) -> set[tuple[int, int]]:
    """Return all wanted words in what changed, if it has each of them; none of a phrase."""
    marks = [(start, stop) for start, stop in changed.marks if start < stop]
    found: set[tuple[int, int]] = set()
    for wanted_word in wanted.words:
        places = {
            (word.begin, word.end)
            for word in words
            if _is_form(word.word, wanted_word) and overlaps(word.begin, word.end, marks)
        }
        if not places:
            return set()
        found |= places
    return found
