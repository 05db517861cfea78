"""Making the file of a ledger from a knowledge base."""

from __future__ import annotations

import json
import sqlite3
from collections import Counter, defaultdict
from functools import lru_cache
from itertools import chain
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from graph.ledger import schema
from graph.ledger.errors import LedgerError
from graph.ledger.order import common_order, rank_numbers
from graph.ledger.words import distinctive_term_rows, fingerprint_rows, records_of
from rules.links import Version
from rules.numbers import is_number, is_term, kind_of, number_of, parent_of
from rules.records import COMPREHENSIVE_RULES, RETYPED
from rules.store import seal
from rules.workers import map_in_pool

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Sequence
    from pathlib import Path

    from rules.links import Link
    from rules.store import Store

    T = TypeVar("T", bound=Hashable)
else:
    T = TypeVar("T")


def ledger_of(store: Store, jobs: int = 1) -> bytes:
    """Return the ledger of all editions of a knowledge base. The same version of SQLite gives the same bytes.

    Args:
        store: The knowledge base.
        jobs: Maximum number of worker processes that read the texts; with 1 everything runs in this process.

    Raises:
        LedgerError: The knowledge base is inconsistent: a record is in no lineage, or in two.
        WorkerError: A worker process was killed from outside.
    """
    connection = sqlite3.connect(":memory:", isolation_level=None)
    try:
        connection.execute(f"PRAGMA page_size = {schema.PAGE_SIZE}")
        connection.execute(f"PRAGMA application_id = {schema.APPLICATION_ID}")
        connection.execute(f"PRAGMA user_version = {schema.FORMAT}")
        connection.execute("BEGIN")
        with map_in_pool(_rows_of_words, [(table, store.path) for table in _OF_WORDS], jobs) as rows:
            _Maker(store, connection).fill(zip(_OF_WORDS, rows, strict=True))
        connection.execute("COMMIT")
        ledger = bytearray(connection.serialize())
    finally:
        connection.close()
    seal.seal(ledger)
    return bytes(ledger)


_OF_WORDS: dict[str, Callable[[Path], Sequence[tuple[Any, ...]]]] = {
    "fingerprints": fingerprint_rows,
    "distinctive_terms": distinctive_term_rows,
}
"""Tables made from the texts, each independently; together they take nearly as long as all others."""


def _rows_of_words(task: tuple[str, Path]) -> Sequence[tuple[Any, ...]]:
    table, path = task
    return _OF_WORDS[table](path)


class _Numbered(Generic[T]):
    """Numbers distinct values in the order of their first occurrence."""

    def __init__(self, *known: T) -> None:
        self.numbers: dict[T, int] = {value: number for number, value in enumerate(known)}

    def __call__(self, value: T) -> int:
        return self.numbers.setdefault(value, len(self.numbers))

    def __iter__(self) -> Iterator[tuple[int, T]]:
        return ((number, value) for value, number in self.numbers.items())


class _Maker:
    """Fills an empty ledger."""

    def __init__(self, store: Store, connection: sqlite3.Connection) -> None:
        self._store = store
        self._connection = connection
        works = store.works
        self._line = sorted(works, key=self._rank_edition)
        self._place = {edition: place for place, edition in enumerate(self._line)}
        self._documents = {edition: store.keys(edition) for edition in self._line}
        self._keys = _Numbered(*common_order(self._documents.values()))
        self._ranks = {
            edition: rank_numbers([self._keys.numbers[key] for key in keys], schema.RANK_STEP)
            for edition, keys in self._documents.items()
        }
        self._steps = tuple(store.step_fingerprints())
        self._links = {step: store.links(step.edition, step.previous) for step in self._steps}
        versions = store.all_versions()  # by lineage, then oldest first
        self._lineages = _make_lineage_rows(versions)
        self._versions = (*versions, *self._make_retyped_versions(versions))
        self._link_attributes = self._counted_attributes()
        self._texts = _Numbered[int]()
        self._texts_of: dict[int, int] = {}
        self._refs = _Numbered[tuple[Any, ...]]()
        self._ref_lists = _Numbered[tuple[tuple[int, int], ...]](())
        self._lineage_of = {row[1]: row[0] for row in self._lineages}

    def _rank_edition(self, edition: str) -> tuple[bool, str, bool, str]:
        work = self._store.works[edition]
        return work != COMPREHENSIVE_RULES, work, edition in self._store.retyped, edition

    def fill(self, of_words: Iterable[tuple[str, Iterable[Sequence[Any]]]]) -> None:
        """Write all tables; the rows of those made from the words are given."""
        self._create()
        self._copy()
        spans = self._list_spans()
        self._insert("line", enumerate(self._line))
        self._insert("keys", self._key_rows())
        self._insert("packed_texts", self._text_rows())
        self._insert("link_attributes", ((number, *attributes) for number, attributes in self._link_attributes))
        self._insert("packed_lineages", self._lineages)
        self._insert("packed_versions", self._version_rows())
        self._insert("spans", sorted(spans, key=lambda span: (span[0], span[1])))
        self._insert(
            "packed_steps",
            ((number, self._place[new], self._place[old]) for number, (old, new) in enumerate(self._steps)),
        )
        self._insert("packed_links", self._link_rows())
        self._insert("packed_refs", ((number, *row) for number, row in self._refs))
        self._insert(
            "ref_lists",
            ((number, item, *reference) for number, items in self._ref_lists for item, reference in enumerate(items)),
        )
        for table, rows in of_words:
            self._insert(table, rows)
        sample = "yes" if self._store.is_sample else "no"
        self._insert("meta", [("sample", sample), (seal.KEY, seal.EMPTY)])
        for script in (schema.INDEXES, schema.VIEWS):
            self._run_script(script)

    def _create(self) -> None:
        for table in ("meta", *schema.COPIED):
            ((statement,),) = self._store.select("SELECT sql FROM sqlite_master WHERE name = ?", table)
            self._connection.execute(statement)
        self._run_script(schema.TABLES)

    def _run_script(self, script: str) -> None:
        for statement in script.split(";\n"):
            self._connection.execute(statement)

    def _copy(self) -> None:
        for table in schema.COPIED:
            names = [row[1] for row in self._store.select(f"PRAGMA table_info({table})")]
            columns = ", ".join("''" if name == "fingerprint" else name for name in names)
            self._insert(table, self._store.select(f"SELECT {columns} FROM {table}"))  # noqa: S608 - fixed words

    def _insert(self, table: str, rows: Iterable[Sequence[Any]]) -> None:
        values = list(rows)
        if values:
            marks = ", ".join("?" * len(values[0]))
            self._connection.executemany(f"INSERT INTO {table} VALUES ({marks})", values)  # noqa: S608 - fixed words

    def _counted_attributes(self) -> _Numbered[tuple[Any, ...]]:
        """Return the attributes of all versions and links, the most frequent first: small numbers are short."""
        links = (_attributes_of_link(link) for links in self._links.values() for link in links)
        counted = Counter(chain(map(_attributes_of_version, self._versions), links))
        return _Numbered(*sorted(counted, key=lambda attributes: (-counted[attributes], repr(attributes))))

    def _versions_at(self) -> dict[str, dict[str, int]]:
        """Return edition → key → the number of the version that has the key there."""
        versions_at: dict[str, dict[str, int]] = {edition: {} for edition in self._line}
        for number, version in enumerate(self._versions):
            first, last, _ = self._find_places(version)
            for edition in self._line[first : last + 1]:
                if versions_at[edition].setdefault(version.key, number) != number:
                    raise self._incomplete_error(edition, version.key, "lies on two lineages")
        for edition in self._line:
            for key in self._documents[edition]:
                if key not in versions_at[edition]:
                    raise self._incomplete_error(edition, key, "lies on no lineage")
        return versions_at

    def _find_places(self, version: Version) -> tuple[int, int, int | None]:
        """Return the run of places of a version, and that of its first edition if it lies elsewhere.

        A version that goes on after the retyped edition in which it began has the run of the others.
        """
        first, last = self._place[version.first], self._place[version.last]
        retyped = self._store.retyped
        if version.first not in retyped or version.last in retyped:
            return first, last, None
        work = self._store.works[version.first]
        chained = (name for name in self._line if self._store.works[name] == work and name not in retyped)
        return self._place[next(name for name in chained if name > version.first)], last, first

    def _make_retyped_versions(self, versions: Sequence[Version]) -> Iterator[Version]:
        """Yield a version for each record of a retyped edition that is in no version of retyped editions alone."""
        own = {(version.lineage, version.key): version for version in versions if version.last in self._store.retyped}
        for edition in sorted(self._store.retyped):
            for key, lineage in self._store.lineages(edition).items():
                version = own.get((lineage, key))
                if version is None or not version.first <= edition <= version.last:
                    yield Version(lineage, key, edition, edition, "kept", None, RETYPED, 1.0, (key,))

    def _incomplete_error(self, edition: str, key: str, problem: str) -> LedgerError:
        return LedgerError(f"{self._store.path}: edition {edition}: {key!r} {problem}; make it anew: comprules ingest")

    def _list_spans(self) -> list[tuple[Any, ...]]:
        """Return the runs of editions in which a version has the same place and the same references."""
        spans: list[tuple[Any, ...]] = []
        open_spans: dict[int, tuple[int, int, tuple[Any, ...]]] = {}
        versions_at = self._versions_at()
        numbers = self._keys.numbers
        for place, edition in enumerate(self._line):
            lists = self._lists_of(edition, versions_at[edition])
            standing = open_spans
            open_spans = {}
            records = records_of(self._store, edition)
            for rank, (key, kind, parent, text, _) in zip(self._ranks[edition], records, strict=True):
                version = versions_at[edition][key]
                if version not in self._texts_of:
                    self._texts_of[version] = self._texts(text)
                usual_kind, usual_parent = _predict_kind_and_parent(key)
                facts = (
                    None if rank == numbers[key] * schema.RANK_STEP else rank,
                    None if kind == usual_kind else kind,
                    None if parent == usual_parent else parent or "",
                    lists.get(key),
                )
                before = standing.get(version)
                start = place
                if before is not None and before[2] == facts and edition not in self._store.retyped:
                    start = before[0]
                    del standing[version]
                open_spans[version] = (start, place, facts)
            spans.extend((version, first, last, *facts) for version, (first, last, facts) in standing.items())
        spans.extend((version, first, last, *facts) for version, (first, last, facts) in open_spans.items())
        return spans

    def _lists_of(self, edition: str, records: Collection[str]) -> dict[str, int]:
        """Return the list of references of each record that has any."""
        lists: dict[str, list[tuple[int, int]]] = defaultdict(list)
        query = """SELECT source, start_offset, end_offset, field, raw, kind, targets, quoted_title, status,
                   nullif(found, targets), suggestion FROM refs WHERE edition = ? ORDER BY position"""
        for source, start, end, *row in self._store.select(query, edition):
            if end != start + len(row[1]):
                raise ValueError(f"{edition}: {source}: {row[1]!r} does not end where it should")
            if source not in records:
                raise ValueError(f"{edition}: {source}: a reference of what is no rule and no glossary entry")
            lists[source].append((self._refs(tuple(row)), start))
        return {source: self._ref_lists(tuple(refs)) for source, refs in lists.items()}

    def _key_rows(self) -> Iterator[tuple[Any, ...]]:
        for number, key in self._keys:
            ordinal = int(key.partition("#")[2] or 1)
            yield number, key, None if is_term(key) else number_of(key), ordinal, *_predict_kind_and_parent(key)

    def _text_rows(self) -> Iterator[tuple[Any, ...]]:
        known = {
            row[0]: (row[1], bytes.fromhex(row[2])) for row in self._store.select("SELECT id, title, sha256 FROM texts")
        }
        return ((number, *known[text]) for number, text in self._texts)

    def _version_rows(self) -> Iterator[tuple[Any, ...]]:
        for number, version in enumerate(self._versions):
            sources = json.dumps(version.sources, ensure_ascii=False, separators=(",", ":"))
            yield (
                number,
                self._lineage_of[version.lineage],
                self._keys(version.key),
                *self._find_places(version),
                self._link_attributes(_attributes_of_version(version)),
                None if version.sources == (version.key,) else sources,
                self._texts_of[number],
            )

    def _link_rows(self) -> Iterator[tuple[Any, ...]]:
        for number, step in enumerate(self._steps):
            for position, link in enumerate(self._links[step]):
                old, new = (None if key is None else self._keys(key) for key in (link.old, link.new))
                yield number, position, old, new, self._link_attributes(_attributes_of_link(link))


def _make_lineage_rows(versions: Sequence[Version]) -> list[tuple[int, str, int, int]]:
    """Return number, id, first and last version of each lineage."""
    bounds: dict[str, tuple[int, int]] = {}
    for number, version in enumerate(versions):
        bounds[version.lineage] = (bounds.get(version.lineage, (number,))[0], number)
    return [(number, lineage, *ends) for number, (lineage, ends) in enumerate(bounds.items())]


@lru_cache(maxsize=1 << 14)  # larger than the number of keys of all editions
def _predict_kind_and_parent(key: str) -> tuple[str | None, str | None]:
    """Return kind and parent of a rule as its number implies."""
    if is_term(key):
        return None, None
    number = number_of(key)
    return (kind_of(number), parent_of(number)) if is_number(number) else ("ruling", None)


def _attributes_of_version(version: Version) -> tuple[Any, ...]:
    return version.kind, version.change, version.method, version.score, 1


def _attributes_of_link(link: Link) -> tuple[Any, ...]:
    return link.kind, link.change, link.method, link.score, int(link.main)
