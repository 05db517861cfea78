"""Full-text search in one edition or in all of them.

The index holds each distinct text once; its places are looked up afterwards, only for the best hits. So a search
through the whole history costs little more than a search in a single edition.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from rules.numbers import key_of_rule, key_of_term
from rules.store.query import parse_query, prefixes

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterator

    from rules.store.rows import Text

_TITLE_WEIGHT = 8.0
"""Weight of a word in a heading or glossary term relative to one in a text; found by trying the sample's keywords."""

_PLACES = """
    SELECT 'rule' AS type, number, ordinal, kind, 'text' AS field, position, edition, 0 AS item
        FROM rules WHERE text_id = :text
    UNION ALL
    SELECT 'rule', rules.number, rules.ordinal, rules.kind, 'example:' || item, examples.position, examples.edition,
        1 + item
        FROM examples JOIN rules USING (edition, position) WHERE examples.text_id = :text
    UNION ALL
    SELECT 'rule', rules.number, rules.ordinal, rules.kind, 'note:' || item, notes.position, notes.edition, 1000 + item
        FROM notes JOIN rules USING (edition, position) WHERE notes.text_id = :text
    UNION ALL
    SELECT 'glossary', '', ordinal, 'glossary', 'text', position, edition, 0 FROM glossary WHERE text_id = :text
"""


class Hit(Struct, frozen=True):
    """A passage that a search found.

    Attributes:
        edition: The edition that contains it; for a search through the history, the latest one that has it under this
            key.
        key: `Rule.key` or `GlossaryEntry.key`.
        number: The rule's number, None for a glossary entry.
        kind: `section`, `chapter`, `rule`, `subrule`, `ruling` or `glossary`.
        heading: The rule's heading or the glossary term, or None.
        text: The passage that was found.
        field: Which passage of the rule: `text`, `example:0`, `note:0` ….
        first: Id of the first edition that has this passage under this key.
        last: Id of the last one.
        score: Higher is better; only comparable within one search.
    """

    edition: str
    key: str
    number: str | None
    kind: str
    heading: str | None
    text: str
    field: str
    first: str
    last: str
    score: float


def search(connection: sqlite3.Connection, query: str, edition: str | None, limit: int) -> tuple[Hit, ...]:
    """Find passages; see `Store.search`."""
    understood = parse_query(query)
    hits: dict[tuple[str, str, str], Hit] = {}
    if understood.number is not None:
        for hit in _find_numbered(connection, understood.number, edition):
            hits.setdefault((hit.edition, hit.key, hit.field), hit)
    for match in (understood.match, prefixes(understood)):
        if match is None:
            break
        for hit in _find_matching(connection, match, understood.text, edition):
            if len(hits) >= limit:
                break
            hits.setdefault((hit.edition, hit.key, hit.field), hit)
        if hits:
            break
    return tuple(hits.values())[:limit]


def _find_numbered(connection: sqlite3.Connection, number: str, edition: str | None) -> Iterator[Hit]:
    """Yield the rules with the number: in the history each text once, latest first."""
    rows = connection.execute(
        """SELECT DISTINCT text_id, texts.title, texts.text FROM rules JOIN texts ON texts.id = rules.text_id
           WHERE number = ? AND (? IS NULL OR edition = ?) ORDER BY edition DESC, ordinal""",
        (number, edition, edition),
    ).fetchall()
    for text_id, title, text in rows:
        for hit in _find_places(connection, text_id, (title, text), edition, 1000.0):
            if hit.number == number and hit.field == "text":
                yield hit


def _find_matching(connection: sqlite3.Connection, match: str, typed: str, edition: str | None) -> Iterator[Hit]:
    """Yield the passages that match an FTS5 expression: those whose title is the query first, then by bm25."""
    rows = connection.execute(
        """SELECT texts.id, texts.title, texts.text, -bm25(search, ?), texts.title = ? COLLATE NOCASE
           FROM search JOIN texts ON texts.id = search.rowid
           WHERE search MATCH ? ORDER BY 5 DESC, 4 DESC, texts.id DESC""",
        (_TITLE_WEIGHT, typed, match),
    )
    for text_id, title, text, score, exact in rows:
        yield from _find_places(connection, text_id, (title, text), edition, score + (100.0 if exact else 0.0))


def _find_places(
    connection: sqlite3.Connection, text_id: int, passage: Text, edition: str | None, score: float
) -> list[Hit]:
    """Return the places of a text, one hit for each key and field, in the order of the (latest) edition."""
    title, text = passage
    hits: dict[tuple[str, str], tuple[Hit, tuple[str, int, int]]] = {}
    rows = connection.execute(
        f"SELECT * FROM ({_PLACES}) WHERE :edition IS NULL OR edition = :edition ORDER BY edition, position, item",  # noqa: S608
        {"text": text_id, "edition": edition},
    )
    for kind_of_record, number, ordinal, kind, field, position, where, item in rows:
        is_rule = kind_of_record == "rule"
        key = key_of_rule(number, ordinal) if is_rule else key_of_term(title or "", ordinal)
        earlier = hits.get((key, field))
        hit = Hit(
            edition=where,
            key=key,
            number=number if is_rule else None,
            kind=kind,
            heading=title,
            text=text,
            field=field,
            first=earlier[0].first if earlier else where,
            last=where,
            score=round(score, 4),
        )
        hits[key, field] = (hit, (where, -position, -item))
    return [hit for hit, _ in sorted(hits.values(), key=lambda pair: pair[1], reverse=True)]
