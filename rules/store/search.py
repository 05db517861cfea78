"""What a search through all editions reads: the words of all texts, every text of every rule, and what changed."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby

from msgspec import Struct

from rules.grouping import grouped
from rules.links import ChangedPassage, Version
from rules.numbers import chapter_of_key, is_term, number_of, without_letters
from rules.records import COMPREHENSIVE_RULES
from rules.store.read import Store
from rules.store.schema import CHANGES

_RUNS = """
    SELECT key, start.edition, stop.edition, text_id, passages
    FROM runs JOIN keys ON keys.id = key_id
        JOIN line AS start ON start.place = first JOIN line AS stop ON stop.place = last
"""


class Searched(Struct, frozen=True):
    """A rule or glossary entry, as it is searched; in a search of all editions, a text of a lineage under its last key.

    Attributes:
        key: `702.40a`, `glossary:Storm`.
        heading: Its heading or term; may be empty.
        text: Its text, then its notes.
        examples: Its examples.
        lineage: The lineage; empty in a search of one edition.
        uses: The versions with the text, oldest first.
        headings: The headings of the rule and of the chapter above it by their numbers, in the last of its editions.
    """

    key: str
    heading: str
    text: str
    examples: tuple[str, ...]
    lineage: str = ""
    uses: tuple[Version, ...] = ()
    headings: Mapping[str, str] = {}


def vocabulary(store: Store) -> tuple[str, ...]:
    """Return the words of all texts, in small letters and without accents."""
    store.select("CREATE VIRTUAL TABLE IF NOT EXISTS temp.vocabulary USING fts5vocab (main, search, row)")
    return tuple(row[0] for row in store.select("SELECT term FROM temp.vocabulary"))


def read_wordings(store: Store) -> Iterator[Searched]:
    """Yield every text of every lineage of the Comprehensive Rules, by lineage, the newest first."""
    texts = {number: (title or "", text) for number, title, text in store.select("SELECT id, title, text FROM texts")}
    items = store.select("SELECT id, note, text_id FROM passage_lists ORDER BY id, note, item")
    passages = grouped(((number, note), texts[text][1]) for number, note, text in items)
    runs = grouped((key, run) for key, *run in store.select(_RUNS))

    def texts_at(key: str, edition: str) -> Iterator[tuple[int, int | None]]:
        return ((text, listed) for first, last, text, listed in runs[key] if first <= edition <= last)

    versions = (version for version in store.all_versions() if store.works[version.first] == COMPREHENSIVE_RULES)
    for lineage, of_lineage in groupby(versions, lambda version: version.lineage):
        uses = reversed(list(of_lineage))
        for (text, listed), newest_first in grouped((next(texts_at(use.key, use.first)), use) for use in uses).items():
            key = newest_first[0].key
            numbers = () if is_term(key) else (without_letters(number_of(key)), chapter_of_key(key))
            yield Searched(
                key,
                texts[text][0],
                "\n".join((texts[text][1], *passages[listed, 1])),
                tuple(passages[listed, 0]),
                lineage,
                tuple(reversed(newest_first)),
                {number: texts[above][0] for number in numbers for above, _ in texts_at(number, newest_first[0].last)},
            )


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
