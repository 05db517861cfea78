"""Where a text occurs: from texts of unknown origin to the editions and keys that have them."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, NamedTuple

from rules.numbers import name_of
from rules.store.base import OpenFile

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

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


class Occurrence(NamedTuple):
    """The editions in which a text occurs under one name.

    Attributes:
        text: Id of the text, in `texts`.
        name: Number of the rule, or `glossary:TERM` of the entry; empty for a rule's example or note.
        editions: Ids of the editions, joined by commas. Many texts share the same list, so callers can cache the split.
    """

    text: int
    name: str
    editions: str


class TextsToEditions(OpenFile):
    """The part of `Store` that looks up the editions of texts."""

    def texts_like(self, imprints: Collection[int]) -> dict[int, tuple[int, ...]]:
        """Return the ids of the texts that have these imprints (`rules.imprint`), by imprint."""
        texts_of: dict[int, list[int]] = {}
        query = """SELECT imprint, text_id FROM imprints
                   WHERE imprint IN (SELECT value FROM json_each(?)) ORDER BY imprint, text_id"""
        for imprint, text in self.select(query, json.dumps(sorted(imprints))):
            texts_of.setdefault(imprint, []).append(text)
        return {imprint: tuple(texts) for imprint, texts in texts_of.items()}

    def texts(self, ids: Collection[int]) -> dict[int, tuple[str | None, str]]:
        """Return the title and the words of texts, by id."""
        query = "SELECT id, title, text FROM texts WHERE id IN (SELECT value FROM json_each(?)) ORDER BY id"
        return {row[0]: (row[1], row[2]) for row in self.select(query, json.dumps(sorted(ids)))}

    def find_occurrences(self, ids: Collection[int]) -> Iterator[Occurrence]:
        """Yield the places of texts: as rules, glossary entries, examples and notes; in no order."""
        chosen = json.dumps(sorted(ids))
        for query in _OCCURRENCES:
            yield from map(Occurrence._make, self.select(query, chosen))

    def texts_at(self, edition: str, names: Collection[str]) -> dict[str, tuple[int, ...]]:
        """Return the ids of the texts under numbers, or under `glossary:TERM`, in an edition."""
        self._check(edition)
        texts_of: dict[str, list[int]] = {}
        of_rules = """SELECT number, text_id FROM rules
                      WHERE edition = ? AND number IN (SELECT value FROM json_each(?)) ORDER BY +position"""
        of_entries = """SELECT 'glossary:' || title, text_id FROM texts JOIN glossary ON texts.id = text_id
                        WHERE edition = ? AND title IN (SELECT value FROM json_each(?)) ORDER BY +position"""
        for query in (of_rules, of_entries):
            for name, text in self.select(query, edition, json.dumps(sorted(map(name_of, names)))):
                texts_of.setdefault(name, []).append(text)
        return {name: tuple(texts) for name, texts in texts_of.items()}

    def positions(self, edition: str) -> tuple[tuple[int, str, int, int], ...]:
        """Return the rules and then the glossary entries of an edition, in document order.

        Returns:
            For each its text, its name, its place among the rules or entries from 0, and how many examples and notes it
            has.
        """
        self._check(edition)
        query = """SELECT text_id, number, (SELECT count(*) FROM passage_lists WHERE id = passages)
                   FROM records WHERE edition = ? AND number IS NOT NULL ORDER BY +position"""
        terms = """SELECT text_id, 'glossary:' || title, 0 FROM glossary JOIN texts ON texts.id = text_id
                   WHERE edition = ? ORDER BY +position"""
        return tuple(
            (text, name, place, below)
            for selected in (self.select(query, edition), self.select(terms, edition))
            for place, (text, name, below) in enumerate(selected)
        )

    def texts_sharing(self, words: Collection[str], limit: int) -> tuple[int, ...]:
        """Return the ids of the texts that share most of the distinctive words among some words, best first.

        Args:
            words: Letters and digits only.
            limit: Maximum number of ids.
        """
        if not words:
            return ()
        query = " OR ".join(f'"{word}"' for word in sorted(words))
        rows = self.select("SELECT rowid FROM search WHERE search MATCH ? ORDER BY rank, rowid LIMIT ?", query, limit)
        return tuple(row[0] for row in rows)
