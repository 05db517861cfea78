"""Tables of text with a row of values for each rule or glossary entry: CSV with commas, semicolons, bars or tabs.

Values are in quotation marks if they have a delimiter, a line end or a quotation mark in them, which is doubled then.
"""

import re
from collections import Counter
from collections.abc import Sequence

from msgspec import Struct

from rules.json_files.load import MOST_COMMAS
from rules.json_files.records import JsonObject, Leaf
from rules.json_files.strings import REFERENCE, is_hash, is_number, is_sentence, is_title

DELIMITERS = "\t;|,"
REGULAR = 0.98
"""Minimum share of the rows of a table that have the same number of values; the lines of other texts differ."""
LIKELY = 0.8
"""The same for the beginning of a text, which may have a title and breaks off inside a value."""
_FEWEST_ROWS = 3
_FEWEST_COLUMNS = 2
_LOOKED_AT = 4_000
"""Number of characters at the beginning of a text that are looked at first."""


class Table(Struct, frozen=True):
    """A table.

    Attributes:
        strings: Its values, row by row.
        rows: Its rows, each with its values by the number of their column.
    """

    strings: tuple[Leaf, ...]
    rows: tuple[JsonObject, ...]


def read_table(text: str) -> Table | None:
    """Return the table in a text; None if it is none, or has neither rules, a glossary nor hashes of texts."""
    beginning, _, _ = text[:_LOOKED_AT].rpartition("\n")
    for delimiter in DELIMITERS:
        if delimiter not in beginning or text.count(delimiter) > MOST_COMMAS:
            continue
        is_likely = _split_rows(beginning, delimiter, least=LIKELY) is not None
        rows = _split_rows(text, delimiter, least=REGULAR) if is_likely else None
        if rows is not None:
            return _make_table(rows)
    return None


def _split_rows(text: str, delimiter: str, *, least: float) -> list[list[Leaf]] | None:
    """Return the rows of a table with one delimiter; None if the text has no such table of rules or of a glossary.

    Args:
        text: The text.
        delimiter: The character between two values.
        least: Minimum share of the rows that have the same number of values.
    """
    rows = list(filter(_has_words, _list_rows(text, delimiter)))
    widths = Counter(map(len, rows))
    if not widths:
        return None
    ((usual_width, count),) = widths.most_common(1)
    if usual_width < _FEWEST_COLUMNS or count < max(_FEWEST_ROWS, least * len(rows)):
        return None
    return rows if _has_numbers(rows) or _has_entries(rows) or _has_hashes(rows) else None


def _list_rows(text: str, delimiter: str) -> list[list[Leaf]]:
    """Return the values of a text, row by row; each value has its offset, but no index yet."""
    value = re.compile(
        rf"""(?:"(?P<quoted>(?:[^"]++|"")*+)"(?=[{delimiter}\r\n]|\Z)  # in quotation marks, which are doubled inside
        |(?P<plain>[^{delimiter}\r\n]*+))
        (?P<end>[{delimiter}]|\r\n|\r|\n|\Z)""",
        re.VERBOSE,
    )
    rows: list[list[Leaf]] = [[]]
    for match in value.finditer(text):  # the last one is an empty value at the end of the text
        words = match["plain"]
        if words is None:
            words = match["quoted"].replace('""', '"')
        rows[-1].append(Leaf(0, match.start(), words))
        if match["end"] != delimiter:
            rows.append([])
    return rows


def _has_words(row: Sequence[Leaf]) -> bool:
    return any(leaf.text.strip() for leaf in row)


def _has_numbers(rows: Sequence[Sequence[Leaf]]) -> bool:
    """Return whether a column has the numbers of rules, with a dot, in half of the rows."""
    columns: Counter[int] = Counter()
    for row in rows:
        columns.update([column for column, leaf in enumerate(row) if "." in leaf.text and is_number(leaf.text)])
    return max(columns.values(), default=0) >= max(_FEWEST_ROWS, len(rows) / 2)


def _has_hashes(rows: Sequence[Sequence[Leaf]]) -> bool:
    """Return whether half of the rows have a hash, which stands for a text in another table."""
    hashed = sum(map(_has_hash, rows))
    return hashed >= max(_FEWEST_ROWS, len(rows) / 2)


def _has_hash(row: Sequence[Leaf]) -> bool:
    return any(is_hash(leaf.text) for leaf in row)


def _has_entries(rows: Sequence[Sequence[Leaf]]) -> bool:
    """Return whether one column has titles and another one sentences in half of the rows, and one refers to a rule."""
    titles: Counter[int] = Counter()
    sentences: Counter[int] = Counter()
    refers = False
    for row in rows:
        titles.update([column for column, leaf in enumerate(row) if is_title(leaf.text) and _is_whole(leaf.text)])
        texts = [column for column, leaf in enumerate(row) if is_sentence(leaf.text)]
        sentences.update(texts)
        refers = refers or any(REFERENCE.search(row[column].text) for column in texts)
    least = max(_FEWEST_ROWS, len(rows) / 2)
    of_titles = {column for column, count in titles.items() if count >= least}
    of_sentences = {column for column, count in sentences.items() if count >= least}
    return refers and bool(of_titles - of_sentences) and bool(of_sentences)


def _is_whole(value: str) -> bool:
    """Return whether a value is whole, and was not cut at a delimiter between its quotation marks.

    That happens if the table has another delimiter.
    """
    return value.count('"') % 2 == 0


def _make_table(rows: Sequence[Sequence[Leaf]]) -> Table:
    """Return rows as records, with their values numbered."""
    strings: list[Leaf] = []
    records: list[JsonObject] = []
    for row in rows:
        record = JsonObject(None)
        for column, leaf in enumerate(row):
            numbered = Leaf(len(strings), leaf.offset, leaf.text)
            strings.append(numbered)
            record.add(str(column), numbered)
        records.append(record)
    return Table(tuple(strings), tuple(records))
