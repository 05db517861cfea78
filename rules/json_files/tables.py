"""Tables with a row for each rule or glossary entry: text with commas, semicolons, bars or tabs between the values.

A value that contains a delimiter, a line end or a quotation mark is in quotation marks, and those inside are doubled.
"""

import re
from collections import Counter
from collections.abc import Sequence

from msgspec import Struct

from rules.json_files.load import MOST_COMMAS
from rules.json_files.records import JsonObject, Leaf
from rules.json_files.strings import REFERENCE, is_hash, is_printed_number, is_sentence, is_title

DELIMITERS = "\t;|,"
REGULAR = 0.98
"""Minimum share of the rows of a table that have the same number of values."""
LIKELY = 0.8
"""As `REGULAR`, for the beginning of a text, which may have a title and may end inside a value."""
_FEWEST_ROWS = 3
"""Minimum number of rows of a table."""
_FEWEST_COLUMNS = 2
"""Minimum number of columns of a table."""
_BEGINNING = 4_000
"""Number of characters at the beginning of a text that show whether the rest is worth reading as a table."""


class Table(Struct, frozen=True):
    """A table.

    Attributes:
        strings: Its values, row by row.
        rows: Its rows; the name of a field is the number of its column: `0`, `1` ….
    """

    strings: tuple[Leaf, ...]
    rows: tuple[JsonObject, ...]


def read_table(text: str) -> Table | None:
    """Return the table in a text; None if the text is no table of rules, glossary entries or hashed texts."""
    beginning = text
    if len(text) > _BEGINNING:
        beginning, _, _ = text[:_BEGINNING].rpartition("\n")  # without the last line, which may be cut
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

    Rows without words are left out. The others must have the same number of values, at least two, with few exceptions.
    There must be a column with numbers of rules, two columns with the titles and sentences of a glossary, or a hash in
    half of the rows.

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
    """Return the values of a text, row by row: `702.40,"Draw, then discard."` is one row of two values.

    Empty rows are among them, always one at the end. All values have the position 0; `_make_table` gives each its own.
    """
    value = re.compile(
        rf"""(?:"(?P<quoted>(?:[^"]++|"")*+)"(?=[{delimiter}\r\n]|\Z)  # in quotation marks, which are doubled inside
        |(?P<plain>[^{delimiter}\r\n]*+))
        (?P<end>[{delimiter}]|\r\n|\r|\n|\Z)""",
        re.VERBOSE,
    )
    rows: list[list[Leaf]] = [[]]
    for match in value.finditer(text):  # the last match is an empty value, since the end of the text ends a row
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
        columns.update([column for column, leaf in enumerate(row) if "." in leaf.text and is_printed_number(leaf.text)])
    return max(columns.values(), default=0) >= max(_FEWEST_ROWS, len(rows) / 2)


def _has_hashes(rows: Sequence[Sequence[Leaf]]) -> bool:
    """Return whether half of the rows have a hash, as those of a detached table do (`rules.json_files.detached`)."""
    hashed = sum(map(_has_hash, rows))
    return hashed >= max(_FEWEST_ROWS, len(rows) / 2)


def _has_hash(row: Sequence[Leaf]) -> bool:
    return any(is_hash(leaf.text) for leaf in row)


def _has_entries(rows: Sequence[Sequence[Leaf]]) -> bool:
    """Return whether the rows may be glossary entries.

    One column must have titles in half of the rows, another column sentences in half of the rows, and a sentence must
    refer to a rule.
    """
    title_counts: Counter[int] = Counter()  # column → number of rows with a title in it
    sentence_counts: Counter[int] = Counter()  # column → number of rows with a sentence in it
    has_reference = False
    for row in rows:
        title_counts.update([column for column, leaf in enumerate(row) if is_title(leaf.text) and _is_whole(leaf.text)])
        sentences = [column for column, leaf in enumerate(row) if is_sentence(leaf.text)]
        sentence_counts.update(sentences)
        has_reference = has_reference or any(REFERENCE.search(row[column].text) for column in sentences)
    least = max(_FEWEST_ROWS, len(rows) / 2)
    title_columns = {column for column, count in title_counts.items() if count >= least}
    sentence_columns = {column for column, count in sentence_counts.items() if count >= least}
    return has_reference and bool(title_columns - sentence_columns) and bool(sentence_columns)


def _is_whole(value: str) -> bool:
    """Return whether a value is whole.

    If the table has another delimiter than the one that is tried, a value in quotation marks may be cut in the middle.
    Then only one of its two quotation marks is left.
    """
    return value.count('"') % 2 == 0


def _make_table(rows: Sequence[Sequence[Leaf]]) -> Table:
    """Return the table of some rows, with the position of each value."""
    strings: list[Leaf] = []
    records: list[JsonObject] = []
    for row in rows:
        record = JsonObject()
        for column, leaf in enumerate(row):
            numbered = Leaf(len(strings), leaf.offset, leaf.text)
            strings.append(numbered)
            record.add(str(column), numbered)
        records.append(record)
    return Table(tuple(strings), tuple(records))
