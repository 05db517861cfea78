"""Detached halves of the rules: JSON files and tables that have the records without their texts, or the reverse.

Exports of a database often have each text once, in a table of texts, and name it by its hash in the other tables.
"""

from __future__ import annotations

from collections.abc import Sequence

from rules.json_files.load import load
from rules.json_files.objects import walk_value
from rules.json_files.records import JsonObject
from rules.json_files.rules import ENOUGH
from rules.json_files.strings import is_hash, is_sentence
from rules.json_files.tables import read_table

WITHOUT_TEXTS = "its records name their texts by hashes, and the texts are in another file"
WITHOUT_NUMBERS = "its texts have hashes instead of numbers, and the numbers are in another file"


def describe_detached(text: str) -> str:
    """Return which half of the rules a file lacks, as a clause for a message; empty if it is no half of the rules.

    A file with hashes in at least `ENOUGH` records is a half: that of the texts if most of these records have a
    sentence, else that of the numbers.
    """
    hashed = [node for node in _list_objects(text) if _has_hash(node)]
    if len(hashed) < ENOUGH:
        return ""
    text_count = sum(_has_sentence(node) for node in hashed)
    return WITHOUT_NUMBERS if 2 * text_count > len(hashed) else WITHOUT_TEXTS


def _list_objects(text: str) -> Sequence[JsonObject]:
    """Return the records of a JSON list, or the rows of a table."""
    value = load(text).value
    if isinstance(value, list):
        return walk_value(text, value).list_records()
    table = read_table(text) if value is None else None
    return table.rows if table is not None else ()


def _has_hash(node: JsonObject) -> bool:
    """Return whether a field of an object is a hash, or its key is one."""
    return any(is_hash(leaf.text) for _, leaf in node.named_strings())


def _has_sentence(node: JsonObject) -> bool:
    """Return whether a field of an object is a sentence."""
    return any(is_sentence(leaf.text) for leaf in node.fields.values())
