"""What a search through all editions reads: the words of all texts, and the texts that have some of them.

The index holds each distinct text once; its places are looked up afterwards. So a search through the whole history
costs little more than a search in a single edition.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from rules.store.schema import CHANGES

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from rules.links import ChangedPassage
    from rules.store.read import Store

_MOST = 3000
"""Maximum number of texts, the best by bm25, that a search through all editions looks at."""
_LATEST = """
    WITH latest AS (
        SELECT key, number, parent, runs.text_id AS own, {text_id} AS text_id,
            max(line.edition) AS edition
        FROM {runs} JOIN line ON line.place = runs.last JOIN keys ON keys.id = runs.key_id
        WHERE {text_id} IN (SELECT value FROM json_each(?)) {condition} GROUP BY {text_id}
    )
    SELECT key, number, titled.title, words.text, parent, edition
    FROM latest JOIN texts AS titled ON titled.id = own JOIN texts AS words ON words.id = latest.text_id
"""
_OF_LISTS = "passage_lists JOIN runs ON runs.passages = passage_lists.id"
_RULE, _ENTRY = (
    _LATEST.format(text_id="runs.text_id", runs="runs", condition=f"AND number IS {which}")
    for which in ("NOT NULL", "NULL")
)
_EXAMPLE, _NOTE = (
    _LATEST.format(text_id="passage_lists.text_id", runs=_OF_LISTS, condition=f"AND note = {note}") for note in (0, 1)
)


FoundPassage = tuple[str, str, str, str, str]
"""The latest place of a text: key and own heading of its record, the text, its edition, and the heading above."""


def vocabulary(store: Store) -> tuple[str, ...]:
    """Return the words of all texts, in small letters and without accents."""
    store.select("CREATE VIRTUAL TABLE IF NOT EXISTS temp.vocabulary USING fts5vocab (main, search, row)")
    return tuple(row[0] for row in store.select("SELECT term FROM temp.vocabulary"))


def passages_with(store: Store, words: Iterable[str]) -> list[FoundPassage]:
    """Return the texts of all editions that have some of the words, oldest first, each at its latest place."""
    match = " OR ".join(f'"{word}"' for word in dict.fromkeys(words) if any(map(str.isalnum, word)) and '"' not in word)
    if not match:
        return []
    ids = [
        r[0] for r in store.select("SELECT rowid FROM search WHERE search MATCH ? ORDER BY rank LIMIT ?", match, _MOST)
    ]
    chosen = f"[{','.join(map(str, sorted(ids)))}]"
    heading = lru_cache(None)(store.heading)
    found: list[FoundPassage] = []
    for query in (_RULE, _EXAMPLE, _NOTE, _ENTRY):
        for key, number, title, text, parent, edition in store.select(query, chosen):
            above = heading(edition, parent) if parent and number else None
            found.append((key, title or "", text, edition, above or ""))
    return sorted(found, key=lambda passage: passage[3])


def span_of(store: Store, edition: str, key: str) -> tuple[str, str]:
    """Return the first and the last edition that have the text of a record under the same key."""
    query = """SELECT min(edition), max(edition) FROM records WHERE (text_id, key) =
               (SELECT text_id, key FROM records WHERE edition = ? AND key = ?)"""
    first, last = store.select(query, edition, key)[0]
    return first or edition, last or edition


def changes_with(store: Store, words: Iterable[Sequence[str]]) -> Iterator[tuple[str, ChangedPassage]]:
    """Yield the changed passages that may have some words, each with the edition that changed it, oldest first.

    Args:
        store: The knowledge base.
        words: For each word, beginnings of which a passage must have one, in letters of ASCII.
    """
    conditions = [" OR ".join("words LIKE ?" for _ in beginnings) for beginnings in words]
    values = [f"%{beginning}%" for beginnings in words for beginning in beginnings]
    where = " AND ".join(f"({condition})" for condition in conditions) or "1"
    query = f"SELECT edition, {CHANGES.columns} FROM changes WHERE {where} ORDER BY rowid"  # noqa: S608 - marks only
    for edition, *row in store.select(query, *values):
        yield edition, CHANGES.records_of([row])[0]


def words_since(store: Store, edition: str) -> dict[str, str]:
    """Return for each key of an edition the edition since which its record has its words.

    Numbers, typography and references to renumbered rules are no words.
    What was split off a rule without a new word has none.
    """
    query = """SELECT now.key, max(step.first_edition) FROM versions AS now JOIN versions AS step USING (lineage)
               JOIN editions ON editions.id = now.first_edition
               WHERE work = ?2 AND now.first_edition <= ?1 AND now.last_edition >= ?1 AND step.first_edition <= ?1
                   AND (step.class IS NULL OR step.class IN ('terminology', 'wording'))
               GROUP BY now.key"""
    return dict(store.select(query, edition, store.works[edition]))
