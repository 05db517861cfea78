"""What a search through all editions reads: the words of all texts, and the texts that have some of them.

The index holds each distinct text once; its places are looked up afterwards. So a search through the whole history
costs little more than a search in a single edition.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from rules.numbers import is_term, key_of_rule, key_of_term, number_of, ordinal_of, term_of
from rules.store.rows import CHANGE_COLUMNS, change_from

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from rules.links import ChangedPassage
    from rules.store.read import Store

_MOST = 3000
"""Maximum number of texts, the best by bm25, that a search through all editions looks at."""
_LATEST = """
    SELECT rules.number, rules.ordinal, {item} AS item, own.title, words.text, above.title, max(rules.edition)
    FROM {table} JOIN texts AS words ON words.id = {table}.text_id {join}
    JOIN texts AS own ON own.id = rules.text_id
    LEFT JOIN rules AS up ON up.edition = rules.edition AND up.number = rules.parent AND up.ordinal = 1
    LEFT JOIN texts AS above ON above.id = up.text_id
    WHERE {table}.text_id IN (SELECT value FROM json_each(?)) GROUP BY {table}.text_id
"""
_JOIN = "JOIN rules USING (edition, position)"


class FoundPassage(NamedTuple):
    """A text at its latest place."""

    key: str
    field: str
    heading: str
    text: str
    above: str
    edition: str


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
    found: list[FoundPassage] = []
    for table, field, join in (("rules", "text", ""), ("examples", "example", _JOIN), ("notes", "note", _JOIN)):
        query = _LATEST.format(table=table, join=join, item="item" if join else 0)
        for number, ordinal, item, title, text, above, edition in store.select(query, chosen):
            name = f"{field}:{item}" if join else field
            found.append(FoundPassage(key_of_rule(number, ordinal), name, title or "", text, above or "", edition))
    query = """SELECT title, ordinal, text, max(edition) FROM glossary JOIN texts ON texts.id = text_id
               WHERE text_id IN (SELECT value FROM json_each(?)) GROUP BY text_id"""
    for term, ordinal, text, edition in store.select(query, chosen):
        found.append(FoundPassage(key_of_term(term, ordinal), "text", term, text, "", edition))
    return sorted(found, key=lambda passage: passage.edition)


def span_of(store: Store, edition: str, key: str) -> tuple[str, str]:
    """Return the first and the last edition that have the text of a record under the same key."""
    if is_term(key):
        query = """SELECT min(edition), max(edition) FROM glossary WHERE (text_id, ordinal) =
                   (SELECT text_id, ordinal FROM glossary JOIN texts ON texts.id = text_id
                    WHERE edition = ? AND title = ? AND ordinal = ?)"""
        values = (edition, term_of(key), ordinal_of(key))
    else:
        query = """SELECT min(edition), max(edition) FROM rules WHERE (text_id, number, ordinal) =
                   (SELECT text_id, number, ordinal FROM rules WHERE edition = ? AND number = ? AND ordinal = ?)"""
        values = (edition, number_of(key), ordinal_of(key))
    first, last = store.select(query, *values)[0]
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
    query = f"SELECT edition, {CHANGE_COLUMNS} FROM changes WHERE {where} ORDER BY rowid"  # noqa: S608 - marks only
    for edition, *row in store.select(query, *values):
        yield edition, change_from(tuple(row))


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
