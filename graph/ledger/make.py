"""From a knowledge base to the bytes of a ledger. The same knowledge base gives the same bytes on every machine."""

from __future__ import annotations

from collections import Counter, defaultdict
from hashlib import sha256
from itertools import chain
from typing import TYPE_CHECKING, Any

import msgspec

from graph.compare.passages import shown_text
from graph.ledger import tables
from graph.ledger.columns import Interned, Runs, differences
from graph.ledger.container import LedgerError, packed
from graph.ledger.fingerprint_tables import FingerprintTables
from graph.ledger.order import Move, common_order, moves
from graph.ledger.sheaves import Sheaves
from graph.ledger.telling import TellingTables
from graph.terms.rows import COLUMNS, term_from
from rules.change import passage_of
from rules.numbers import is_number, kind_of, parent_of
from rules.records import COMPREHENSIVE_RULES, GlossaryEntry

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from rules.links import Link, Version
    from rules.records import Edition, Rule
    from rules.store import Store


def ledger_of(store: Store) -> bytes:
    """The ledger of all editions of a knowledge base.

    Raises:
        LedgerError: The knowledge base is incomplete: a record lies on no lineage, or on two.
    """
    maker = _Maker(store)
    encode = msgspec.msgpack.Encoder().encode
    return packed({name: one if isinstance(one, bytes) else encode(one) for name, one in maker.sections().items()})


def line_of(works: dict[str, str]) -> list[str]:
    """The editions sorted by work, the Comprehensive Rules first, then by date."""
    return sorted(works, key=lambda edition: (works[edition] != COMPREHENSIVE_RULES, works[edition], edition))


class _Maker:
    """The tables, as they grow."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.editions = {edition.id: edition for edition in store.editions()}
        self.line = line_of(store.works)
        self.place = {edition: place for place, edition in enumerate(self.line)}
        self.documents = {edition: store.keys(edition) for edition in self.line}
        self.keys = Interned[str](*common_order(self.documents.values()))
        self.versions = sorted(store.all_versions(), key=lambda one: (self.keys(one.key), self.place[one.first]))
        self.lineages = Interned[str]()
        for version in self.versions:
            self.lineages(version.lineage)
        self.links = {edition: store.links(edition) for edition in self.line}
        self.ways = self._ways()
        self.versions_at = self._versions_at()

    def sections(self) -> dict[str, Any]:
        """All sections, those first that every question needs."""
        records = _Records(self)
        for edition in self.line:
            records.read(edition)
        lineages, versions = self._lineages(), self._versions()
        return {
            tables.META: {"sample": "yes" if self.store.is_sample else "no"},
            tables.EDITIONS: [self._edition(self.editions[edition]) for edition in self.line],
            tables.KEYS: self.keys.values,
            tables.LINEAGES: lineages,
            tables.VERSIONS: versions,
            tables.WAYS: self.ways.values,
            tables.ORDER: [self._order(edition) for edition in self.line],
            tables.WORDINGS: differences(records.wordings[version] for version in range(len(self.versions))),
            tables.HASHES: b"".join(records.hashes.values),
            **records.sections(),
            tables.TERMS: [tables.TermRow(*term_row(row)) for row in self._term_rows()],
            tables.CORRESPONDENCES: [
                tables.CorrespondenceRow(one.edition, one.key, one.other_edition, one.other, one.method, one.score)
                for edition in self.line
                for one in self.store.correspondences(edition)
            ],
            **records.marks.sections(),
            **records.telling.sections(len(self.lineages.values)),
            **{tables.LINKS.format(edition=edition): self._links(links) for edition, links in self.links.items()},
        }

    def _edition(self, edition: Edition) -> tables.EditionRow:
        witnesses = tuple(
            tables.WitnessRow(
                one.file,
                one.origin,
                one.sha256,
                one.size,
                one.encoding,
                one.condition,
                one.stated_edition,
                one.rules,
                one.glossary,
                one.chosen,
            )
            for one in edition.witnesses
        )
        return tables.EditionRow(
            edition.id,
            edition.work,
            edition.set_code,
            edition.set_name,
            edition.dialect,
            edition.condition,
            edition.aliases,
            *self.store.counts()[edition.id],
            self.store.previous(edition.id),
            witnesses,
        )

    def _ways(self) -> Interned[tables.Way]:
        """All ways, the most frequent first: a small number is a single byte."""
        links = (_way_of_link(link) for links in self.links.values() for link in links)
        counted = Counter(chain(map(_way_of_version, self.versions), links))
        return Interned(*sorted(counted, key=lambda way: (-counted[way], msgspec.msgpack.encode(way))))

    def _versions_at(self) -> dict[str, dict[str, int]]:
        """Edition to key to the version that stands there."""
        found: dict[str, dict[str, int]] = {edition: {} for edition in self.line}
        for number, version in enumerate(self.versions):
            for edition in self.line[self.place[version.first] : self.place[version.last] + 1]:
                if found[edition].setdefault(version.key, number) != number:
                    raise self._incomplete(edition, version.key, "lies on two lineages")
        for edition, keys in self.documents.items():
            for key in keys:
                if key not in found[edition]:
                    raise self._incomplete(edition, key, "lies on no lineage")
        return found

    def _incomplete(self, edition: str, key: str, problem: str) -> LedgerError:
        return LedgerError(f"{self.store.path}: edition {edition}: {key!r} {problem}; make it anew: comprules ingest")

    def _lineages(self) -> tables.Lineages:
        dates = Interned(*self.line)
        keys: list[int] = []
        editions: list[int] = []
        for lineage in self.lineages.values:
            key, _, date = lineage.rpartition("@")
            keys.append(self.keys(key))
            editions.append(dates(date))
        aliases = {
            alias: self.lineages(lineage)
            for alias, lineage in self.store.select("SELECT alias, lineage FROM lineage_aliases ORDER BY alias")
        }
        return tables.Lineages(differences(keys), editions, dates.values, aliases)

    def _versions(self) -> tables.Versions:
        counted = Counter(version.key for version in self.versions)
        exceptions = [
            (number, [self.keys(key) for key in version.sources]) for number, version in self._with_unusual_sources()
        ]
        return tables.Versions(
            [counted[key] for key in self.keys.values],
            differences(self.lineages(version.lineage) for version in self.versions),
            [self.place[version.first] for version in self.versions],
            [self.place[version.last] for version in self.versions],
            [self.ways(_way_of_version(version)) for version in self.versions],
            differences(number for number, _ in exceptions),
            [sources for _, sources in exceptions],
        )

    def generations(self) -> list[list[int]]:
        """The versions of each lineage, oldest first."""
        found: list[list[int]] = [[] for _ in self.lineages.values]
        for number in sorted(range(len(self.versions)), key=lambda one: self.place[self.versions[one].first]):
            found[self.lineages(self.versions[number].lineage)].append(number)
        return found

    def _with_unusual_sources(self) -> Iterable[tuple[int, Version]]:
        """The versions whose sources are not just the key of the version before."""
        unusual = []
        for numbers in self.generations():
            usual: tuple[str, ...] = ()
            for number in numbers:
                if self.versions[number].sources != usual:
                    unusual.append(number)
                usual = (self.versions[number].key,)
        return [(number, self.versions[number]) for number in sorted(unusual)]

    def _order(self, edition: str) -> list[Move]:
        keys = self.documents[edition]
        order = {key: rank for rank, key in enumerate(sorted(keys, key=self.keys))}
        return moves([order[key] for key in keys])

    def _links(self, links: Sequence[Link]) -> tables.Links:
        old = [0 if link.old is None else self.keys(link.old) + 1 for link in links]
        new = [0 if link.new is None else self.keys(link.new) + 1 for link in links]
        ways = [self.ways(_way_of_link(link)) for link in links]
        return tables.Links(differences(old), [b - a for a, b in zip(old, new, strict=True)], ways)

    def _term_rows(self) -> Iterable[Sequence[Any]]:
        return self.store.select(f"SELECT {COLUMNS} FROM terms ORDER BY position")  # noqa: S608 - fixed words only


class _Records:
    """What the records of the editions say, one edition after the other."""

    def __init__(self, maker: _Maker) -> None:
        self._maker = maker
        self.hashes = Interned[bytes]()
        self.wordings: dict[int, int] = {}
        self.marks = FingerprintTables(maker.generations())
        self.telling = TellingTables()
        self._headings = Interned[str | None](None)
        self._heading_runs: dict[int, int] = {}
        self._kinds, self._kind_runs = Interned[str | None](None), _Growing()
        self._parents, self._parent_runs = Interned[str | None]("", None), _Growing()
        self._sheaves, self._sheaf_runs = Sheaves(), _Growing()

    def read(self, edition: str) -> None:
        """Takes in an edition; they come in the order of the line."""
        store, numbers = self._maker.store, self._maker.versions_at[edition]
        references: dict[str, list[Any]] = defaultdict(list)
        for one in store.references(edition):
            references[one.reference.source].append(one)
        rules: Sequence[Rule | GlossaryEntry] = (*store.rules(edition), *store.glossary(edition))
        for record in rules:
            number = numbers[record.key]
            version = self._maker.versions[number]
            since = self._maker.place[edition] - self._maker.place[version.first]
            if since == 0:
                self._read_words(number, record)
            self._sheaf_runs.add(number, since, self._sheaves(references.get(record.key, ())))
            if not isinstance(record, GlossaryEntry):
                usual = kind_of(record.number) if is_number(record.number) else "ruling"
                self._kind_runs.add(number, since, 0 if record.kind == usual else self._kinds(record.kind))
                above = parent_of(record.number) if is_number(record.number) else None
                self._parent_runs.add(number, since, 0 if record.parent == above else self._parents(record.parent))

    def _read_words(self, number: int, record: Rule | GlossaryEntry) -> None:
        self.wordings[number] = self.hashes(sha256(shown_text(passage_of(record)).encode()).digest())
        passages = [record.text]
        if not isinstance(record, GlossaryEntry):
            passages = [text for _, text in record.passages]
            if record.heading:
                self._heading_runs[number] = self._headings(record.heading)
            lineage = self._maker.lineages(self._maker.versions[number].lineage)
            self.telling.add(lineage, f"{record.heading or ''} {record.text}")
        self.marks.add(number, passages)

    def sections(self) -> dict[str, Any]:
        """Headings, kinds, parents, references."""
        headings = Runs.of((number, 0, name) for number, name in sorted(self._heading_runs.items()))
        return {
            tables.HEADINGS: tables.Named(self._headings.values, headings),
            tables.KINDS: tables.Named(self._kinds.values, self._kind_runs.runs()),
            tables.PARENTS: tables.Named(self._parents.values, self._parent_runs.runs()),
            tables.REFERENCES: self._sheaves.table(self._sheaf_runs.runs()),
        }


class _Growing:
    """What versions have, edition by edition; 0 is what one has that was never told of."""

    def __init__(self) -> None:
        self._found: list[tuple[int, int, int]] = []
        self._last: dict[int, int] = {}

    def add(self, version: int, since: int, value: int) -> None:
        """Tells what a version has so many editions after its first one."""
        if self._last.get(version, 0) != value:
            self._last[version] = value
            self._found.append((version, since, value))

    def runs(self) -> Runs:
        """All that was told."""
        return Runs.of(sorted(self._found))


def term_row(row: Sequence[Any]) -> Iterable[Any]:
    """The fields of `tables.TermRow` from a row of the table of terms."""
    term = term_from(row)
    evidence = tuple((seen.key, seen.edition) for seen in term.evidence)
    facts = (term.old, term.new, term.edition, term.kind, term.support, term.score)
    return (*facts, evidence, term.forms, term.curated, term.note)


def _way_of_version(version: Version) -> tables.Way:
    return tables.Way(version.kind, version.change, version.method, version.score, True)


def _way_of_link(link: Link) -> tables.Way:
    return tables.Way(link.kind, link.change, link.method, link.score, link.main)
