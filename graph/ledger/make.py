"""From a knowledge base to the file of a ledger."""

from __future__ import annotations

import json
import sqlite3
from collections import Counter, defaultdict
from functools import lru_cache
from itertools import chain
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from graph.ledger import schema
from graph.ledger.errors import LedgerError
from graph.ledger.order import common_order, ranked
from graph.ledger.words import WordTables
from rules.keys import is_term, key_of_rule, key_of_term, number_of
from rules.numbers import is_number, kind_of, parent_of
from rules.records import COMPREHENSIVE_RULES
from rules.store import seal

if TYPE_CHECKING:
    from collections.abc import Collection, Hashable, Iterable, Iterator, Sequence

    from rules.links import Link, Version
    from rules.store import Store

    T = TypeVar("T", bound=Hashable)
else:
    T = TypeVar("T")


def ledger_of(store: Store) -> bytes:
    """The ledger of all editions of a knowledge base. The same version of SQLite gives the same bytes.

    Raises:
        LedgerError: The knowledge base is incomplete: a record lies on no lineage, or on two.
    """
    connection = sqlite3.connect(":memory:", isolation_level=None)
    try:
        connection.execute(f"PRAGMA page_size = {schema.PAGE_SIZE}")
        connection.execute(f"PRAGMA application_id = {schema.APPLICATION_ID}")
        connection.execute(f"PRAGMA user_version = {schema.FORMAT}")
        connection.execute("BEGIN")
        _Maker(store, connection).fill()
        connection.execute("COMMIT")
        return seal.sealed(connection.serialize())
    finally:
        connection.close()


class _Numbered(Generic[T]):
    """Gives every distinct value a number, in the order in which they come."""

    def __init__(self, *known: T) -> None:
        self.numbers: dict[T, int] = {value: number for number, value in enumerate(known)}

    def __call__(self, value: T) -> int:
        return self.numbers.setdefault(value, len(self.numbers))

    def __iter__(self) -> Iterator[tuple[int, T]]:
        return ((number, value) for value, number in self.numbers.items())


class _Maker:
    """Fills an empty file."""

    def __init__(self, store: Store, connection: sqlite3.Connection) -> None:
        self._store = store
        self._connection = connection
        works = store.works
        self._line = sorted(works, key=lambda one: (works[one] != COMPREHENSIVE_RULES, works[one], one))
        self._place = {edition: place for place, edition in enumerate(self._line)}
        documents = {edition: store.keys(edition) for edition in self._line}
        self._keys = _Numbered(*common_order(documents.values()))
        self._ranks = {
            edition: ranked(list(map(self._keys, keys)), schema.RANK_STEP) for edition, keys in documents.items()
        }
        self._links = {edition: store.links(edition) for edition in self._line}
        self._versions = store.all_versions()  # by lineage, then oldest first
        self._ways = self._counted_ways()
        self._texts = _Numbered[int]()
        self._texts_of: dict[int, int] = {}
        self._refs = _Numbered[tuple[Any, ...]]()
        self._ref_lists = _Numbered[tuple[tuple[int, int], ...]](())
        self._lineages = self._lineage_rows()
        self._lineage_of = {row[1]: row[0] for row in self._lineages}
        self._words = WordTables(store)

    def fill(self) -> None:
        """Write all tables."""
        self._create()
        self._copy()
        spans = self._spans()
        self._insert("line", enumerate(self._line))
        self._insert("keys", self._key_rows())
        self._insert("packed_texts", self._text_rows())
        self._insert("ways", ((number, *way) for number, way in self._ways))
        self._insert("packed_lineages", self._lineages)
        self._insert("packed_versions", self._version_rows())
        self._insert("spans", sorted(spans, key=lambda span: (span[0], span[1])))
        self._insert("packed_links", self._link_rows())
        self._insert("packed_refs", ((number, *row) for number, row in self._refs))
        self._insert(
            "ref_lists",
            ((number, item, *one) for number, found in self._ref_lists for item, one in enumerate(found)),
        )
        self._insert("fingerprints", self._words.fingerprint_rows())
        self._insert("telling_words", self._words.telling_rows())
        sample = "yes" if self._store.is_sample else "no"
        self._insert("meta", [("sample", sample), (seal.KEY, seal.EMPTY)])
        for script in (schema.INDEXES, schema.VIEWS):
            self._script(script)

    def _create(self) -> None:
        for table in ("meta", *schema.COPIED):
            ((statement,),) = self._store.select("SELECT sql FROM sqlite_master WHERE name = ?", table)
            self._connection.execute(statement)
        self._script(schema.TABLES)

    def _script(self, script: str) -> None:
        for statement in script.split(";\n"):
            self._connection.execute(statement)

    def _copy(self) -> None:
        for table in schema.COPIED:
            names = [row[1] for row in self._store.select(f"PRAGMA table_info({table})")]
            columns = ", ".join("''" if name == "fingerprint" else name for name in names)
            self._insert(table, self._store.select(f"SELECT {columns} FROM {table}"))  # noqa: S608 - fixed words

    def _insert(self, table: str, rows: Iterable[Sequence[Any]]) -> None:
        found = list(rows)
        if found:
            marks = ", ".join("?" * len(found[0]))
            self._connection.executemany(f"INSERT INTO {table} VALUES ({marks})", found)  # noqa: S608 - fixed words

    def _counted_ways(self) -> _Numbered[tuple[Any, ...]]:
        """How versions came to be and what links say, the most frequent first: small numbers are short."""
        links = (_way_of_link(link) for links in self._links.values() for link in links)
        counted = Counter(chain(map(_way_of_version, self._versions), links))
        return _Numbered(*sorted(counted, key=lambda way: (-counted[way], repr(way))))

    def _versions_at(self) -> dict[str, dict[str, int]]:
        """Edition to key to the version that stands there."""
        found: dict[str, dict[str, int]] = {edition: {} for edition in self._line}
        for number, version in enumerate(self._versions):
            for edition in self._line[self._place[version.first] : self._place[version.last] + 1]:
                if found[edition].setdefault(version.key, number) != number:
                    raise self._incomplete(edition, version.key, "lies on two lineages")
        for edition in self._line:
            for key in self._store.keys(edition):
                if key not in found[edition]:
                    raise self._incomplete(edition, key, "lies on no lineage")
        return found

    def _incomplete(self, edition: str, key: str, problem: str) -> LedgerError:
        return LedgerError(f"{self._store.path}: edition {edition}: {key!r} {problem}; make it anew: comprules ingest")

    def _spans(self) -> list[tuple[Any, ...]]:
        """Runs of editions in which a version stands in the same place with the same references."""
        spans: list[tuple[Any, ...]] = []
        open_spans: dict[int, tuple[int, int, tuple[Any, ...]]] = {}
        versions_at = self._versions_at()
        for place, edition in enumerate(self._line):
            lists = self._lists_of(edition, versions_at[edition])
            standing = open_spans
            open_spans = {}
            for rank, record in zip(self._ranks[edition], self._records(edition), strict=True):
                key, kind, parent, text, words = record
                version = versions_at[edition][key]
                if self._versions[version].first == edition:
                    self._texts_of[version] = self._texts(text)
                    lineage = self._lineage_of[self._versions[version].lineage]
                    self._words.add(lineage, words)
                    if not is_term(key):
                        self._words.tell(lineage, text)
                usual_kind, usual_parent = _usual(key)
                facts = (
                    None if rank == self._keys(key) * schema.RANK_STEP else rank,
                    None if kind == usual_kind else kind,
                    None if parent == usual_parent else parent or "",
                    lists.get(key),
                )
                before = standing.get(version)
                start = place
                if before is not None and before[2] == facts:
                    start = before[0]
                    del standing[version]
                open_spans[version] = (start, place, facts)
            spans.extend((version, first, last, *facts) for version, (first, last, facts) in standing.items())
        spans.extend((version, first, last, *facts) for version, (first, last, facts) in open_spans.items())
        return spans

    def _records(self, edition: str) -> Iterator[tuple[str, str | None, str | None, int, Sequence[int]]]:
        """Key, kind, parent, id of the text, and the ids of it and its examples and notes."""
        below: dict[int, list[int]] = defaultdict(list)
        for table in ("examples", "notes"):
            query = f"SELECT position, text_id FROM {table} WHERE edition = ? ORDER BY position, item"  # noqa: S608
            for position, text in self._store.select(query, edition):
                below[position].append(text)
        query = "SELECT position, number, ordinal, kind, parent, text_id FROM rules WHERE edition = ? ORDER BY position"
        for position, number, ordinal, kind, parent, text in self._store.select(query, edition):
            yield key_of_rule(number, ordinal), kind, parent, text, (text, *below[position])
        query = """SELECT title, ordinal, text_id FROM glossary JOIN texts ON texts.id = text_id
                   WHERE edition = ? ORDER BY position"""
        for term, ordinal, text in self._store.select(query, edition):
            yield key_of_term(term, ordinal), None, None, text, (text,)

    def _lists_of(self, edition: str, records: Collection[str]) -> dict[str, int]:
        """The list of references of each record that has any."""
        found: dict[str, list[tuple[int, int]]] = defaultdict(list)
        query = """SELECT source, start_offset, end_offset, field, raw, kind, targets, quoted_title, status,
                   nullif(found, targets), suggestion FROM refs WHERE edition = ? ORDER BY position"""
        for source, start, end, *row in self._store.select(query, edition):
            if end != start + len(row[1]):
                raise ValueError(f"{edition}: {source}: {row[1]!r} does not end where it should")
            if source not in records:
                raise ValueError(f"{edition}: {source}: a reference of what is no rule and no glossary entry")
            found[source].append((self._refs(tuple(row)), start))
        return {source: self._ref_lists(tuple(refs)) for source, refs in found.items()}

    def _key_rows(self) -> Iterator[tuple[Any, ...]]:
        for number, key in self._keys:
            ordinal = int(key.partition("#")[2] or 1)
            yield number, key, None if is_term(key) else number_of(key), ordinal, *_usual(key)

    def _text_rows(self) -> Iterator[tuple[Any, ...]]:
        known = {
            row[0]: (row[1], bytes.fromhex(row[2])) for row in self._store.select("SELECT id, title, sha256 FROM texts")
        }
        return ((number, *known[text]) for number, text in self._texts)

    def _lineage_rows(self) -> list[tuple[int, str, int, int]]:
        """Number, id, first and last version of each lineage."""
        bounds: dict[str, tuple[int, int]] = {}
        for number, version in enumerate(self._versions):
            bounds[version.lineage] = (bounds.get(version.lineage, (number,))[0], number)
        return [(number, lineage, *found) for number, (lineage, found) in enumerate(bounds.items())]

    def _version_rows(self) -> Iterator[tuple[Any, ...]]:
        for number, version in enumerate(self._versions):
            sources = json.dumps(version.sources, ensure_ascii=False, separators=(",", ":"))
            yield (
                number,
                self._lineage_of[version.lineage],
                self._keys(version.key),
                self._place[version.first],
                self._place[version.last],
                self._ways(_way_of_version(version)),
                None if version.sources == (version.key,) else sources,
                self._texts_of[number],
            )

    def _link_rows(self) -> Iterator[tuple[Any, ...]]:
        for place, edition in enumerate(self._line):
            for position, link in enumerate(self._links[edition]):
                old, new = (None if key is None else self._keys(key) for key in (link.old, link.new))
                yield place, position, old, new, self._ways(_way_of_link(link))


@lru_cache(maxsize=1 << 14)  # more keys than all editions have
def _usual(key: str) -> tuple[str | None, str | None]:
    """Kind and parent of a rule as its number tells."""
    if is_term(key):
        return None, None
    number = number_of(key)
    return (kind_of(number), parent_of(number)) if is_number(number) else ("ruling", None)


def _way_of_version(version: Version) -> tuple[Any, ...]:
    return version.kind, version.change, version.method, version.score, 1


def _way_of_link(link: Link) -> tuple[Any, ...]:
    return link.kind, link.change, link.method, link.score, int(link.main)
