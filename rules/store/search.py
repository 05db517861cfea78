"""What a search through all editions reads: the words of all texts, every text of every rule, and what changed."""

from __future__ import annotations

from collections import defaultdict
from itertools import groupby
from typing import TYPE_CHECKING

from rules.numbers import chapter_of_key, is_term, number_of, without_letters
from rules.records import COMPREHENSIVE_RULES
from rules.store.schema import CHANGES

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from rules.links import ChangedPassage, Version
    from rules.store.read import Store

Run = tuple[str, str, int, int | None]
"""Consecutive editions in which a key has one text: the first and the last, the text, and its list of passages."""
_RUNS = """
    SELECT key, start.edition, stop.edition, text_id, passages
    FROM runs JOIN keys ON keys.id = key_id
        JOIN line AS start ON start.place = first JOIN line AS stop ON stop.place = last
"""
Wording = tuple[str, str, str, tuple[str, ...], str, tuple[tuple[str, str], ...], dict[str, str]]
"""A text of a lineage: its latest key, heading, text with notes, examples, the lineage, the first and the last edition
of each period in which it has them, oldest first, and the headings of the rule and the chapter above it in the last."""


def vocabulary(store: Store) -> tuple[str, ...]:
    """Return the words of all texts, in small letters and without accents."""
    store.select("CREATE VIRTUAL TABLE IF NOT EXISTS temp.vocabulary USING fts5vocab (main, search, row)")
    return tuple(row[0] for row in store.select("SELECT term FROM temp.vocabulary"))


def read_wordings(store: Store) -> list[Wording]:
    """Return every text of every lineage of the Comprehensive Rules, by lineage, the newest first."""
    texts = {number: (title or "", text) for number, title, text in store.select("SELECT id, title, text FROM texts")}
    notes: dict[int | None, list[str]] = defaultdict(list)
    examples: dict[int | None, list[str]] = defaultdict(list)
    for number, is_note, text in store.select("SELECT id, note, text_id FROM passage_lists ORDER BY id, note, item"):
        (notes if is_note else examples)[number].append(texts[text][1])
    runs: dict[str, list[Run]] = defaultdict(list)
    for key, *run in store.select(_RUNS):
        runs[key].append((run[0], run[1], run[2], run[3]))

    def run_at(key: str, edition: str) -> Run | None:
        return next((run for run in runs.get(key, ()) if run[0] <= edition <= run[1]), None)

    def heading_of(key: str, edition: str) -> str:
        run = run_at(key, edition)
        return texts[run[2]][0] if run else ""

    found: list[Wording] = []
    versions = (version for version in store.all_versions() if store.works[version.first] == COMPREHENSIVE_RULES)
    for lineage, of_lineage in groupby(versions, lambda version: version.lineage):
        periods: dict[tuple[str, str, tuple[str, ...]], list[Version]] = {}
        for version in reversed(list(of_lineage)):
            if run := run_at(version.key, version.first):
                _, _, text, lists = run
                heading, words = texts[text]
                content = (heading, "\n".join((words, *notes.get(lists, ()))), tuple(examples.get(lists, ())))
                periods.setdefault(content, []).append(version)
        for (heading, words, cases), newest_first in periods.items():
            key, last = newest_first[0].key, newest_first[0].last
            above = (
                {}
                if is_term(key)
                else {n: heading_of(n, last) for n in (without_letters(number_of(key)), chapter_of_key(key))}
            )
            spans = tuple((version.first, version.last) for version in reversed(newest_first))
            found.append((key, heading, words, cases, lineage, spans, above))
    return found


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
