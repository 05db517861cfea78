"""The copy of an edition in a JSON file or a table: its rules and its glossary."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import lru_cache

from msgspec import Struct

from rules.json_files.glossary import count_references, read_glossary
from rules.json_files.load import blank_assignment, load
from rules.json_files.objects import JsonWalk, walk_value
from rules.json_files.records import JsonEntry, JsonObject, JsonRule, Leaf
from rules.json_files.rules import ReadRules, read_rules
from rules.json_files.running import count_beginnings, find_running_text
from rules.json_files.strings import is_sentence
from rules.json_files.tables import read_table

MORE_BEGINNINGS = 1.2
"""Maximum number of lines that begin with a number, for each record with a number. If there are more, the records are
no rules, but pieces of a text with several rules in each."""
USUAL = 80
"""Minimum number of characters that most rules of an edition have; remarks on rules are shorter."""
_ENDS = (".", "!", "?", ")", "”", '"')
"""Characters at the end of a sentence."""


class JsonCopy(Struct, frozen=True):
    """The rules and the glossary in a JSON file.

    Attributes:
        rules: Its rules, in the order of the file.
        glossary: Its glossary entries, in the order of the file.
        leaves: All of its strings. Keys of objects are among them only if they are numbers of rules, or terms.
        is_cut: Whether the end of the file is missing.
        problem: Why its rules cannot be recognised; empty if they can.
        running: The strings that are together the text of an edition: its lines, or pieces of it with the numbers of
            rules at the beginning of lines. Empty if the rules are records.
    """

    rules: tuple[JsonRule, ...]
    glossary: tuple[JsonEntry, ...]
    leaves: tuple[Leaf, ...]
    is_cut: bool
    problem: str
    running: tuple[Leaf, ...] = ()


@lru_cache(maxsize=2)
def read_json_copy(text: str) -> JsonCopy | None:
    """Return the rules and the glossary in a text: JSON, a program that assigns JSON to a name, or a table.

    Returns:
        None if the text is neither JSON nor a table, or if nothing is found in it: no rules, no glossary, no running
        text, and no numbers that cannot be trusted (`JsonCopy.problem`).
    """
    text = blank_assignment(text)
    loaded = load(text)
    if not isinstance(loaded.value, list):  # the value of a JSON object is a list, too: its `Pairs`
        return _read_table(text)
    walk = walk_value(text, loaded.value)
    records = walk.list_records()
    found, running = _read_rules_or_running(walk, records)
    rule_positions = _list_positions(found.rules) | {leaf.position for leaf in running}
    glossary = read_glossary([node for node in records if not _has_string(node, rule_positions)])
    if not (found.rules or glossary or found.problem or running):
        return None
    terms = {entry.term.position for entry in glossary}
    return JsonCopy(
        rules=found.rules,
        glossary=glossary,
        leaves=_list_leaves(walk, rule_positions | terms),
        is_cut=loaded.is_cut,
        problem=found.problem,
        running=running,
    )


def _read_rules_or_running(walk: JsonWalk, records: Sequence[JsonObject]) -> tuple[ReadRules, tuple[Leaf, ...]]:
    """Return the rules of a JSON value, and its running text (`rules.json_files.running`); one of the two is empty.

    A value with both has running text, if the records are only pieces of it: then the text has clearly more lines that
    begin with a number than there are records.

    Args:
        walk: The walk through the value.
        records: The objects that may be records.
    """
    found = read_rules(records)
    running = find_running_text(walk.paths)
    are_records_pieces = count_beginnings(running) > MORE_BEGINNINGS * len(found.rules)
    if running and are_records_pieces:
        return ReadRules(), running
    return found, ()


def _list_leaves(walk: JsonWalk, read_positions: Collection[int]) -> tuple[Leaf, ...]:
    """Return the strings of a value; its keys only if they are numbers of rules, or terms.

    Args:
        walk: The walk through the value.
        read_positions: The positions of the strings that are numbers or texts of rules, or terms.
    """
    return tuple(leaf for leaf in walk.strings if leaf.position not in walk.keys or leaf.position in read_positions)


def _read_table(text: str) -> JsonCopy | None:
    """Return the rules and the glossary in a table; None if the text is no table, or the table has neither of them."""
    table = read_table(text)
    if table is None:
        return None
    found = read_rules(table.rows)
    rule_positions = _list_positions(found.rules)
    other_rows = [row for row in table.rows if not _has_string(row, rule_positions)]
    if other_rows and other_rows[0] is table.rows[0] and _is_head(other_rows[0]):
        del other_rows[0]
    glossary = read_glossary(other_rows)
    if not (found.rules or glossary or found.problem):
        return None
    return JsonCopy(rules=found.rules, glossary=glossary, leaves=table.strings, is_cut=False, problem=found.problem)


def _is_head(row: JsonObject) -> bool:
    """Return whether the first row of a table has the names of its columns: none of its values ends like a sentence."""
    return not any(leaf.text.rstrip().endswith(_ENDS) for _, leaf in row.named_strings())


def is_json_copy(text: str, least: int) -> bool:
    """Return whether a text is JSON with enough rules or glossary entries to be a copy of an edition.

    Args:
        text: The text.
        least: Minimum number of rules with a sentence, more than half of which must be as long as those of an edition
            (`USUAL`). Also the minimum number of glossary entries that refer to rules, which must be more than half of
            the entries. One of the two is enough.
    """
    copy = read_json_copy(text)
    if copy is None or copy.problem:
        return False
    lengths = [len(rule.text.text) for rule in copy.rules if rule.text and is_sentence(rule.text.text)]
    long_count = sum(length >= USUAL for length in lengths)
    if len(lengths) >= least and 2 * long_count > len(lengths):
        return True
    referring = count_references(copy.glossary)
    return referring >= least and 2 * referring > len(copy.glossary)


def _list_positions(rules: Collection[JsonRule]) -> set[int]:
    """Return the positions of the strings that are numbers or texts of rules."""
    positions: set[int] = set()
    for rule in rules:
        positions.add(rule.label.position)
        if rule.text is not None:
            positions.add(rule.text.position)
    return positions


def _has_string(node: JsonObject, positions: Collection[int]) -> bool:
    """Return whether an object has one of some strings, which are given by their `Leaf.position`."""
    return any(leaf.position in positions for _, leaf in node.named_strings())
