"""The glossary of a JSON file: the objects with a title and a sentence, some of which refer to rules."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from rules.json_files.records import KEY, JsonEntry, JsonObject
from rules.json_files.rules import DISTINCT, ENOUGH, MOST_PAIRS
from rules.json_files.strings import REFERENCE, is_sentence, is_title


class _EntryFields(NamedTuple):
    """The names of two fields that some objects have: one with titles, one with sentences."""

    title: str
    text: str


def count_references(entries: Sequence[JsonEntry]) -> int:
    """Return the number of entries that refer to a rule."""
    return sum(REFERENCE.search(entry.text.text) is not None for entry in entries)


def read_glossary(nodes: Sequence[JsonObject]) -> tuple[JsonEntry, ...]:
    """Return the glossary entries of some objects; empty if no two fields are a glossary.

    Two fields are a glossary if the first has titles, most of them different, and the second has sentences, at least
    `ENOUGH` of which refer to rules: `{"name": "Storm", "meaning": "A keyword ability. See rule 702.40."}`. Objects
    with more than `MOST_PAIRS` pairs of fields are no glossary.
    """
    entries_of: dict[_EntryFields, list[JsonEntry]] = defaultdict(list)
    for node in nodes:
        if len(entries_of) > MOST_PAIRS:
            return ()
        _pair_titles(node, entries_of)
    chosen = _choose_fields(entries_of)
    return tuple(_list_entries(nodes, chosen)) if chosen is not None else ()


def _choose_fields(entries_of: Mapping[_EntryFields, Sequence[JsonEntry]]) -> _EntryFields | None:
    """Return the two fields that are the glossary; None if no two fields are one.

    Args:
        entries_of: Names of two fields → the pairs of a title and a sentence in them.
    """
    good = {fields: entries for fields, entries in entries_of.items() if _is_glossary(entries)}

    def rank(fields: _EntryFields) -> tuple[int, bool, _EntryFields]:
        """Return a sort value that is greatest for the best fields: the most entries, then titles that are no keys."""
        return len(good[fields]), fields.title != KEY, fields

    return max(good, key=rank, default=None)


def _list_entries(nodes: Iterable[JsonObject], chosen: _EntryFields) -> Iterator[JsonEntry]:
    """Yield the glossary entries of the objects that have both of two fields, even if they look like no entries."""
    for node in nodes:
        term = node.key if chosen.title == KEY else node.fields.get(chosen.title)
        text = node.fields.get(chosen.text)
        if term is not None and text is not None and term.text.strip():
            yield JsonEntry(term, text)


def _pair_titles(node: JsonObject, entries_of: dict[_EntryFields, list[JsonEntry]]) -> None:
    """Add each pair of a title and a sentence in an object to the entries.

    Args:
        node: The object.
        entries_of: Names of the two fields → the pairs found in them.
    """
    titles = [(name, leaf) for name, leaf in node.named_strings() if is_title(leaf.text)]
    if not titles:
        return
    for name, leaf in node.fields.items():
        if not is_sentence(leaf.text):
            continue
        for title_name, title in titles:
            entries_of[_EntryFields(title_name, name)].append(JsonEntry(title, leaf))


def _is_glossary(entries: Sequence[JsonEntry]) -> bool:
    """Return whether pairs of a title and a sentence are a glossary: some refer to rules, and most titles differ."""
    titles = {entry.term.text for entry in entries}
    return count_references(entries) >= ENOUGH and len(titles) >= DISTINCT * len(entries)
