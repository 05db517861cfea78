"""The texts of all editions, each stored once under its id, and the records that have them.

A text of the knowledge base is a title (a heading or a glossary term, or None) and the words below it. An *imprint* is
a hash of the words without typography, by which a passage of an unknown document is found (`rules.imprints`).
"""

from collections.abc import Collection, Iterator
from typing import NamedTuple

from rules.grouping import grouped
from rules.keys import name_of
from rules.records import Text
from rules.store.history import HistoryReader
from rules.store.record_table import encode_array

_OCCURRENCES = (
    """SELECT text_id, number, group_concat(edition) FROM rules
       WHERE text_id IN (SELECT value FROM json_each(?)) GROUP BY text_id, number""",
    """SELECT text_id, 'glossary:' || title, group_concat(edition) FROM glossary JOIN texts ON texts.id = text_id
       WHERE text_id IN (SELECT value FROM json_each(?)) GROUP BY text_id""",
    """SELECT text_id, '', group_concat(edition) FROM examples
       WHERE text_id IN (SELECT value FROM json_each(?)) GROUP BY text_id""",
    """SELECT text_id, '', group_concat(edition) FROM notes
       WHERE text_id IN (SELECT value FROM json_each(?)) GROUP BY text_id""",
)
"""The queries for the occurrences of some texts: as rules, as glossary entries, as examples and as notes."""

Occurrence = tuple[int, str, str]
"""The editions in which a text occurs under one name: `(17, "702.40a", "2009-07-11,2009-10-01")`.

The three parts are the id of the text in `texts`, the name, which is the number of a rule or `glossary:TERM`, and empty
for examples and notes, and the ids of the editions, joined by commas. Many texts have the same string of editions, so
callers can cache how they split it."""


class RecordPosition(NamedTuple):
    """The position of a record in its edition.

    Attributes:
        text: Id of its text in `texts`.
        name: Its number, or `glossary:TERM`.
        position: Index among the rules, or among the glossary entries, of the edition.
        passage_count: How many examples and notes it has.
    """

    text: int
    name: str
    position: int
    passage_count: int


class TextReader(HistoryReader):
    """The part of `Store` that reads texts by their ids, and finds them by their words."""

    def imprints(self) -> dict[Text, int]:
        """Return title and text → imprint; a new knowledge base takes them over, because reading them is faster."""
        query = "SELECT title, text, imprint FROM imprints JOIN texts ON texts.id = text_id"
        return {(title, text): imprint for title, text, imprint in self.select(query)}

    def texts_like(self, imprints: Collection[int]) -> dict[int, tuple[int, ...]]:
        """Return imprint (`rules.imprints.imprint`) → the ids of the texts with this imprint, for some imprints."""
        query = """SELECT imprint, text_id FROM imprints
                   WHERE imprint IN (SELECT value FROM json_each(?)) ORDER BY imprint, text_id"""
        texts_of: dict[int, list[int]] = grouped(self.select(query, encode_array(sorted(imprints))))
        return {imprint: tuple(texts) for imprint, texts in texts_of.items()}

    def texts(self, ids: Collection[int]) -> dict[int, tuple[str | None, str]]:
        """Return id of a text → its title and its words."""
        query = "SELECT id, title, text FROM texts WHERE id IN (SELECT value FROM json_each(?)) ORDER BY id"
        rows = self.select(query, encode_array(sorted(ids)))
        return {number: (title, text) for number, title, text in rows}

    def find_occurrences(self, ids: Collection[int]) -> Iterator[Occurrence]:
        """Yield all occurrences of texts as rules, glossary entries, examples and notes, in no particular order."""
        chosen = encode_array(sorted(ids))
        for query in _OCCURRENCES:
            yield from self.select(query, chosen)

    def texts_at(self, edition: str, names: Collection[str]) -> dict[str, tuple[int, ...]]:
        """Return number, or `glossary:TERM` → the ids of the texts that an edition has under it.

        Args:
            edition: Its id.
            names: Numbers of rules and keys of glossary entries (`glossary:TERM`).
        """
        of_rules = """SELECT number, text_id FROM rules
                      WHERE edition = ? AND number IN (SELECT value FROM json_each(?)) ORDER BY +position"""
        of_entries = """SELECT 'glossary:' || title, text_id FROM texts JOIN glossary ON texts.id = text_id
                        WHERE edition = ? AND title IN (SELECT value FROM json_each(?)) ORDER BY +position"""
        chosen = encode_array(sorted(map(name_of, names)))
        rows = [
            *self.select(of_rules, self._checked(edition), chosen),
            *self.select(of_entries, self._checked(edition), chosen),
        ]
        return {name: tuple(texts) for name, texts in grouped(rows).items()}

    def positions(self, edition: str) -> tuple[RecordPosition, ...]:
        """Return the positions of the rules, then those of the glossary entries of an edition, in document order."""
        of_rules = """SELECT text_id, number, (SELECT count(*) FROM passage_lists WHERE id = passages)
                      FROM records WHERE edition = ? AND number IS NOT NULL ORDER BY +position"""
        of_entries = """SELECT text_id, 'glossary:' || title, 0 FROM glossary JOIN texts ON texts.id = text_id
                        WHERE edition = ? ORDER BY +position"""
        positions: list[RecordPosition] = []
        for query in (of_rules, of_entries):
            rows = self.select(query, self._checked(edition))
            positions += [RecordPosition(text, name, index, count) for index, (text, name, count) in enumerate(rows)]
        return tuple(positions)

    def texts_sharing(self, words: Collection[str], limit: int) -> tuple[int, ...]:
        """Return the ids of the texts that have any of some words: those with most of the words, and rare ones, first.

        Args:
            words: The words, of letters and digits only.
            limit: Maximum number of ids.
        """
        if not words:
            return ()
        query = " OR ".join(f'"{word}"' for word in sorted(words))
        rows = self.select("SELECT rowid FROM search WHERE search MATCH ? ORDER BY rank, rowid LIMIT ?", query, limit)
        return tuple(row[0] for row in rows)
