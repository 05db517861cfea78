"""Find the words and phrases that a change inserted into a passage, or deleted from it.

A change has two *sides*: the text after it (`inserted`) and the text before it (`deleted`). The *marks* of a side are
its changed places, each as a begin and an end. The words and phrases of the query are *wanted*.

A word stands for itself and its inflections, `begin*` for all words that begin in this way, a phrase in double quotes
for itself. A change inserts some words if it inserts all of them, or if it brings them next to each other. It inserts a
phrase if the passage has the phrase only because of the change, and more often than before: a sentence that was
rewritten around the phrase keeps it. Deleted words and phrases are found in the same way.
"""

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from graph.answers.search import Marks, Match, Side
from graph.compare.trimming import GAP
from graph.search.definition import read_definition
from graph.search.marks import overlaps
from graph.search.text import PlacedWord, fold, inflection_stem_of, phrase_places, places_in
from rules.change.typography import list_slight

SIDES: tuple[Side, ...] = ("inserted", "deleted")
Part = tuple[str, str]
"""An operation (`equal`, `delete`, `insert`) and a text."""
_OPERATIONS: dict[Side, str] = {"inserted": "insert", "deleted": "delete"}
_ANY = "*"
"""The sign after the beginning of a word, in place of its other letters."""
_LINE = re.compile(r"\S(?:.*\S)?")
"""A line without the white space around it."""
_PHRASE = re.compile(r'["“”]([^"“”]*)(?:["“”]|$)')


class Wanted(Struct, frozen=True):
    """Words that are looked for next to each other, or a phrase.

    Attributes:
        typed: The words as typed.
        words: For each word, in order, the stem that its inflections share, or its beginning with a star; none for a
            phrase.
        phrase: The folded phrase; empty for words.
    """

    typed: str
    words: tuple[str, ...] = ()
    phrase: str = ""


def read_wanted(typed: str) -> tuple[Wanted, ...]:
    """Return the words that a typed text looks for: first all its words together, if it has any, then each phrase.

    Example: `folded boat* "late boat"` → the words `fold` and `boat*`, and the phrase `late boat`.
    """
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
    """Return the stem that the inflections of a word of a text share; if a star follows the word, the word with it."""
    if text.startswith(_ANY, word.end):
        return f"{word.word}{_ANY}"
    return inflection_stem_of(word.word)


def read_side(field: str, parts: Iterable[Part], side: Side) -> Match:
    """Return one side of a passage, whose marks are the changed parts.

    Where only the other side has words, this side has an empty mark: a change there may bring words next to each other.

    Args:
        field: The passage.
        parts: The parts of the passage, equal, deleted or inserted.
        side: The side.
    """
    placed = _place_parts(parts, side)
    text = "".join(part.text for part in placed)
    marks = tuple((part.begin, part.end) for part in placed if part.operation != "equal")
    return Match(side, field, text, marks)


class _PlacedPart(NamedTuple):
    """A part of a passage in the text of a side.

    Attributes:
        operation: The operation of the part.
        text: The words that the side has; empty if only the other side has them.
        begin: Offset of the part in the text of the side.
        end: Offset after the part.
    """

    operation: str
    text: str
    begin: int
    end: int


def _place_parts(parts: Iterable[Part], side: Side) -> list[_PlacedPart]:
    """Return the parts of a passage with their offsets in the text of a side.

    Example: equal `a `, delete `b `, insert `new ` and equal `c` have the offsets 0 to 2, 2 to 2, 2 to 6 and 6 to 7 in
    the inserted text `a new c`.
    """
    operations_of_side = {"equal", _OPERATIONS[side]}
    placed: list[_PlacedPart] = []
    begin = 0
    for operation, words in parts:
        text = words if operation in operations_of_side else ""
        placed.append(_PlacedPart(operation, text, begin, begin + len(text)))
        begin += len(text)
    return placed


def list_changed_places(parts: Sequence[Part], side: Side) -> Marks:
    """Return the begin and end of the inserted or deleted words of a side, as `comprules diff` marks them.

    A change of several lines gives a pair for each line, without the white space around it. Typographic changes count
    only if there are no others.
    """
    places: list[tuple[int, int]] = []
    for part, is_slight in zip(_place_parts(parts, side), list_slight(parts), strict=True):
        if part.operation == _OPERATIONS[side] and not is_slight:
            lines = _LINE.finditer(part.text)
            places += [(part.begin + line.start(), part.begin + line.end()) for line in lines]
    return tuple(places)


def find_changed(changed: Match, wanted: Sequence[Wanted], parts: Sequence[Part]) -> Marks:
    """Return the places of all wanted words in a side of a passage; empty unless the change brought all of them.

    A phrase must also be more frequent in this side than in the other one.

    Args:
        changed: The side.
        wanted: The words and phrases.
        parts: The parts of the passage.
    """
    words = places_in(changed.text)
    found = []
    for part in wanted:
        if part.phrase and not _is_more_frequent(part.phrase, changed, parts):
            return ()
        found.append(find_adjacent(changed, words, part) | _find_scattered(changed, words, part))
    return _merge(found)


def _is_more_frequent(phrase: str, changed: Match, parts: Iterable[Part]) -> bool:
    """Return whether a side of a passage has a phrase more often than the other side."""
    other_side = "".join(words for operation, words in parts if operation != _OPERATIONS[changed.side])
    return len(phrase_places(fold(changed.text), phrase)) > len(phrase_places(fold(other_side), phrase))


def find_anywhere(changed: Match, wanted: Sequence[Wanted]) -> Marks:
    """Return the places of all wanted words in a side of a passage, changed or not; empty if some are missing."""
    words = places_in(changed.text)
    wholly_changed = replace(changed, marks=((0, len(changed.text)),))
    found = []
    for part in wanted:
        if part.words:
            found.append(_find_scattered(wholly_changed, words, part))
        else:
            found.append(find_adjacent(wholly_changed, words, part))
    return _merge(found)


def _merge(found: Sequence[set[tuple[int, int]]]) -> Marks:
    """Return the places of all wanted words in order, joined where they overlap; empty if some words were not found.

    Example: the places {(0, 4), (10, 14)} of one phrase and {(2, 6)} of another → (0, 6), (10, 14).

    Args:
        found: The places of each wanted group of words.
    """
    if not all(found):
        return ()
    merged: list[tuple[int, int]] = []
    for begin, end in sorted(set().union(*found)):
        last_begin, last_end = merged[-1] if merged else (begin, begin)
        overlaps_last = begin < last_end
        if overlaps_last:
            merged[-1] = last_begin, max(end, last_end)
        else:
            merged.append((begin, end))
    return tuple(merged)


def _is_form(word: str, wanted: str) -> bool:
    """Return whether a word is an inflection of the wanted one, or has the wanted beginning."""
    if wanted.endswith(_ANY):
        return word.startswith(wanted.removesuffix(_ANY))
    return inflection_stem_of(word) == wanted


def find_adjacent(changed: Match, words: Sequence[PlacedWord], wanted: Wanted) -> set[tuple[int, int]]:
    """Return the places of a phrase, or of words next to each other, that a change has made.

    A place counts if any of its words changed: `arrives folded` was made by deleting the words between the two. Words
    with a gap between them, where an equal part was left out, are not next to each other.

    Args:
        changed: A side of a passage, whose marks are the changed parts.
        words: The words of its text.
        wanted: The phrase, or the words in order.
    """
    if wanted.phrase:
        places = phrase_places(fold(changed.text), wanted.phrase)
    else:
        runs = _find_runs(words, wanted.words)
        places = [(begin, end) for begin, end in runs if GAP not in changed.text[begin:end]]
    return {(begin, end) for begin, end in places if overlaps(begin, end, changed.marks)}


def _find_runs(words: Sequence[PlacedWord], wanted: Sequence[str]) -> list[tuple[int, int]]:
    """Return the begin and end of each run of words that are forms of the wanted ones, in their order."""
    different = {word.word for word in words}
    forms = [_list_forms(different, wanted_word) for wanted_word in wanted]
    if not all(forms):
        return []
    runs: list[tuple[int, int]] = []
    for start, first in enumerate(words[: len(words) - len(forms) + 1]):
        if first.word not in forms[0]:
            continue  # most words end here
        run = words[start : start + len(forms)]
        if all(word.word in forms_of_word for word, forms_of_word in zip(run, forms, strict=True)):
            runs.append((first.begin, run[-1].end))
    return runs


def _list_forms(words: Iterable[str], wanted: str) -> set[str]:
    """Return the words that are forms of a wanted one."""
    return {word for word in words if _is_form(word, wanted)}


def _find_scattered(changed: Match, words: Sequence[PlacedWord], wanted: Wanted) -> set[tuple[int, int]]:
    """Return the places of all wanted words in the changed parts; empty if one of them is not there, and for a phrase.

    Args:
        changed: A side of a passage, whose marks are the changed parts.
        words: The words of its text.
        wanted: The words.
    """
    # Where only the other side has words, no word of this side changed.
    changed_parts = [(begin, end) for begin, end in changed.marks if begin < end]
    found: set[tuple[int, int]] = set()
    for wanted_word in wanted.words:
        places = {
            (word.begin, word.end)
            for word in words
            if _is_form(word.word, wanted_word) and overlaps(word.begin, word.end, changed_parts)
        }
        if not places:
            return set()
        found |= places
    return found
