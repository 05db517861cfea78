"""The texts that a search through all editions needs: those of every lineage, and the changed passages.

A *lineage* is a rule, followed through all its numbers, and a *version* is a lineage for as long as its key and its
words stay the same. A *wording* is the words alone: if 502.30a became 702.37a without a change of words, and got its
old words back after another change, these are several versions, and two wordings.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from operator import attrgetter
from typing import NamedTuple

from msgspec import Struct

from rules.grouping import grouped
from rules.keys import chapter_of_key, is_entry, number_of
from rules.links import ChangedPassage, Version
from rules.numbers import without_letters
from rules.records import COMPREHENSIVE_RULES
from rules.store.read import Store
from rules.store.schema import EXAMPLE, NOTE
from rules.store.tables import CHANGES

_RUNS = """
    SELECT key, start.edition, stop.edition, text_id, passages
    FROM runs JOIN keys ON keys.id = key_id
        JOIN line AS start ON start.place = first JOIN line AS stop ON stop.place = last
"""


class Searched(Struct, frozen=True):
    """A rule or glossary entry as it is searched: in one edition, or one wording of a lineage in all editions.

    Attributes:
        key: Its key; in a search of all editions, the last key with this wording.
        heading: Its heading or term; may be empty.
        text: Its text and its notes, joined by newlines.
        examples: Its examples.
        lineage: Id of the lineage; empty in a search of one edition.
        uses: The versions with this wording, oldest first; none in a search of one edition.
        headings: Number → heading, for the rule itself and its chapter, in the last edition with this wording.
    """

    key: str
    heading: str
    text: str
    examples: tuple[str, ...]
    lineage: str = ""
    uses: tuple[Version, ...] = ()
    headings: Mapping[str, str] = {}


def vocabulary(store: Store) -> tuple[str, ...]:
    """Return the words of all texts that searches find, in small letters and without accents."""
    store.select("CREATE VIRTUAL TABLE IF NOT EXISTS temp.vocabulary USING fts5vocab (main, search, row)")
    return tuple(row[0] for row in store.select("SELECT term FROM temp.vocabulary"))


class _Placed(NamedTuple):
    """The texts of a record in the editions of a run, from `first` to `last`.

    Attributes:
        first: Id of the first edition.
        last: Id of the last edition.
        text: Id of its text.
        passages: Id of its list of examples and notes, or None.
    """

    first: str
    last: str
    text: int
    passages: int | None


class _Wording(NamedTuple):
    """All words of a record: the id of its text, and the id of its list of examples and notes, or None."""

    text: int
    passages: int | None


def read_wordings(store: Store) -> Iterator[Searched]:
    """Yield every wording of every lineage of the Comprehensive Rules, by lineage, the newest wording first.

    The editions of a version may differ in the typography of their copies. The wording is that of the last edition.
    """
    versions = [version for version in store.all_versions() if store.work_of[version.first] == COMPREHENSIVE_RULES]
    wordings = _Wordings(store, versions)
    for _, versions_of_lineage in groupby(versions, attrgetter("lineage")):
        newest_first = reversed(list(versions_of_lineage))
        by_wording = grouped((wordings.wording_of(version), version) for version in newest_first)
        for wording, uses in by_wording.items():
            yield wordings.make_searched(wording, uses)


class _Wordings:
    """The wordings of all versions of the Comprehensive Rules, read at once.

    Args:
        store: The knowledge base.
        versions: All versions of the Comprehensive Rules.
    """

    def __init__(self, store: Store, versions: Iterable[Version]) -> None:
        self._versions = grouped((version.key, version) for version in versions)
        texts = store.select("SELECT id, title, text FROM texts")
        self._texts = {number: (title or "", text) for number, title, text in texts}
        passages = store.select("SELECT id, note, text_id FROM passage_lists ORDER BY id, note, item")
        self._passages = grouped(((number, note), self._texts[text][1]) for number, note, text in passages)
        self._placed = grouped(
            (key, _Placed(first, last, text, passages)) for key, first, last, text, passages in store.select(_RUNS)
        )

    def wording_of(self, version: Version) -> _Wording:
        """Return the wording of a version, as its last edition prints it."""
        edition = version.last
        placed = next(placed for placed in self._placed[version.key] if placed.first <= edition <= placed.last)
        return _Wording(placed.text, placed.passages)

    def make_searched(self, wording: _Wording, uses: Sequence[Version]) -> Searched:
        """Return a wording as it is searched.

        Args:
            wording: The wording.
            uses: The versions with the wording, newest first.
        """
        newest, oldest_first = uses[0], tuple(reversed(uses))
        heading, text = self._texts[wording.text]
        notes = self._passages[wording.passages, NOTE]
        return Searched(
            key=newest.key,
            heading=heading,
            text="\n".join((text, *notes)),
            examples=tuple(self._passages[wording.passages, EXAMPLE]),
            lineage=newest.lineage,
            uses=oldest_first,
            headings=self._read_headings(newest),
        )

    def _read_headings(self, version: Version) -> dict[str, str]:
        """Return number → heading, for the rule without its letters and its chapter; none for glossary entries.

        `502.35b` → `{"502.35": "Storm", "502": "Keyword Abilities"}`. The headings are those of the last edition of the
        version; a number without a record in that edition is left out.
        """
        if is_entry(version.key):
            return {}
        headings = {}
        rule, chapter = without_letters(number_of(version.key)), chapter_of_key(version.key)
        for number in (rule, chapter):
            for above in self._versions[number]:
                if above.first <= version.last <= above.last:
                    headings[number], _ = self._texts[self.wording_of(above).text]
        return headings


def span_of(store: Store, edition: str, key: str) -> tuple[str, str]:
    """Return the first and the last edition that have the text of a record under the same key.

    Editions between the two may lack it. Both are the given edition if that has no such record.
    """
    query = """SELECT min(edition), max(edition) FROM records WHERE (text_id, key) =
               (SELECT text_id, key FROM records WHERE edition = ? AND key = ?)"""
    first, last = store.select(query, edition, key)[0]
    return first or edition, last or edition


def changes_with(store: Store, words: Iterable[Sequence[str]]) -> Iterator[tuple[str, ChangedPassage]]:
    """Yield the changed passages that may have some words, each with the edition that changed it, oldest first.

    Args:
        store: The knowledge base.
        words: For each searched word, some beginnings, in letters of ASCII. A passage must have one of them for each
            word: `(("play",), ("tap", "untap"))` finds passages with "played" and "untapped".
    """
    conditions: list[str] = []
    values: list[str] = []
    for beginnings in words:
        alternatives = " OR ".join("words LIKE ?" for _ in beginnings)
        conditions.append(f"({alternatives})")
        values += [f"%{beginning}%" for beginning in beginnings]
    where = " AND ".join(conditions) or "1"
    query = f"SELECT edition, {CHANGES.columns} FROM changes WHERE {where} ORDER BY rowid"  # noqa: S608 - marks only
    for edition, *row in store.select(query, *values):
        yield edition, CHANGES.records_of([row])[0]


def changes_of(store: Store, number: str) -> Iterator[tuple[str, ChangedPassage]]:
    """Yield the changed passages of rules that have a number before a change or after it, as `changes_with` does."""
    columns = CHANGES.columns
    query = f"""SELECT edition, {columns} FROM changes
                WHERE old = ?1 OR new = ?1 OR old LIKE ?2 OR new LIKE ?2 ORDER BY rowid"""  # noqa: S608 - no input
    for edition, *row in store.select(query, number, f"{number}#%"):
        yield edition, CHANGES.records_of([row])[0]


def words_since(store: Store, edition: str) -> dict[str, str]:
    """Return key → the edition that last changed the words of the record, for the records of an edition.

    Changes of numbers, of typography and of references to renumbered rules do not count. A record is missing if all its
    versions came from such changes, as after a split that changed no word.
    """
    # `now` is the version of a record in the edition, `past` each version of its lineage up to this one.
    query = """SELECT now.key, max(past.first_edition) FROM versions AS now JOIN versions AS past USING (lineage)
               JOIN editions ON editions.id = now.first_edition
               WHERE work = ?2 AND now.first_edition <= ?1 AND now.last_edition >= ?1 AND past.first_edition <= ?1
                   AND (past.class IS NULL OR past.class IN ('terminology', 'wording'))
               GROUP BY now.key"""
    return dict(store.select(query, edition, store.work_of[edition]))
