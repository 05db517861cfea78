"""Names of rules and glossary entries in the words of a query.

A *name* is the heading of a rule or chapter, or the term of a glossary entry: `first strike` in `first strike damage`.
"""

from collections.abc import Sequence
from typing import NamedTuple

from graph.search.definition import read_definition
from graph.search.index import Index
from graph.search.text import content_words
from rules.keys import is_entry


class Name(NamedTuple):
    """A name in a query.

    Attributes:
        words: The words of the query that are the name.
        rules: Positions, in the index, of the rules that have the name.
        entries: Positions of the glossary entries that have the name.
    """

    words: list[str]
    rules: list[int]
    entries: list[int]


class Names(NamedTuple):
    """The names in a query.

    Attributes:
        found: Each name, in the order of the words.
        cover_all: Whether all words that say what the query is about are in a name; False if there is no name.
    """

    found: list[Name]
    cover_all: bool


def find_glossary_name(index: Index, words: Sequence[str]) -> Name | None:
    """Return the name whose glossary entry a query asks for: `glossary fight`, `trample glossary entry`.

    It is None if the query does not name the glossary, and if its other words are more than a name, or no entry's name.
    """
    definition = read_definition()
    if definition.glossary.isdisjoint(words):
        return None
    names = find_names(index, [word for word in words if word not in definition.of_glossary])
    if not names.cover_all or len(names.found) > 1:
        return None
    name = names.found[0]
    return name if name.entries else None


def find_names(index: Index, words: Sequence[str]) -> Names:
    """Return the names in the words of a query, which do not overlap; where several begin, the longest counts.

    A word after a name that only says what kind of thing it names is covered by the name: in `storm keyword`, "keyword"
    is no second name, although the glossary has an entry for it.
    """
    content = frozenset(content_words(words))
    found: list[Name] = []
    covered: set[str] = set()
    start = 0
    end_of_name = None
    while start < len(words):
        name = _find_name_at(index, words, start, content)
        is_kind = start == end_of_name and words[start] in read_definition().after_name
        if is_kind and (name is None or len(name.words) == 1):
            covered.add(words[start])
            start += 1
        elif name is None:
            start += 1
        else:
            found.append(name)
            covered.update(name.words)
            start += len(name.words)
            end_of_name = start
    return Names(found, bool(found) and content <= covered)


def _find_name_at(index: Index, words: Sequence[str], start: int, content: frozenset[str]) -> Name | None:
    """Return the longest name that begins at `words[start]`; None if there is none.

    If the words are not the whole query, one of them must say what the query is about, and not all may be stop words.

    Args:
        index: The passages, whose headings are the names.
        words: The words of the query.
        start: The index of the first word.
        content: The words that say what the query is about.
    """
    definition = read_definition()
    longest = min(definition.limits["name"], len(words) - start)
    for length in range(longest, 0, -1):
        part = list(words[start : start + length])
        is_whole = length == len(words)
        # Among other words, a stop word is no name, although the glossary has an entry "If".
        has_content = not definition.stop.issuperset(part) and not content.isdisjoint(part)
        positions = index.called(part) if is_whole or has_content else []
        if positions:
            return _make_name(index, part, positions)
    return None


def _make_name(index: Index, words: list[str], positions: Sequence[int]) -> Name:
    """Return the name that some words are, given the positions of the rules and entries that have the name."""
    entries = [position for position in positions if is_entry(index.records[position].key)]
    rules = [position for position in positions if position not in entries]
    return Name(words, rules, entries)
