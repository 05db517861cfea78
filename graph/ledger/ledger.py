"""The ledger, open for questions. Without the texts it says what a knowledge base says, in the same words."""

from __future__ import annotations

import os
from collections import defaultdict
from functools import cached_property, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, cast

import platformdirs

from graph.ledger import tables
from graph.ledger.columns import summed, value_at
from graph.ledger.container import LedgerError
from graph.ledger.history import History
from rules.keys import is_term, number_of
from rules.links import RenamedTerm
from rules.numbers import is_number, kind_of, parent_of
from rules.records import COMPREHENSIVE_RULES

if TYPE_CHECKING:
    from graph.ledger.fingerprint_index import FingerprintIndex
    from graph.ledger.sheaves import SheafReader
    from graph.terms.records import Term, TermKind
    from rules.correspondence import Correspondence
    from rules.links import Version
    from rules.records import Resolution, RuleKind

SHIPPED = Path(__file__).with_name("comprules.ledger")
"""The ledger of the package."""
LEDGER_VARIABLE = "COMPRULES_LEDGER"
USER_LEDGER = "comprules.ledger"

_Runs = dict[int, list[tuple[int, int]]]


@lru_cache(maxsize=4096)
def _plain(title: str) -> str:
    from graph.references.resolve import plain  # noqa: PLC0415 - slow to import, and not every question has titles

    return plain(title)


def open_ledger(path: Path | None = None) -> Ledger:
    """Open a ledger: the one named, else the one that `$COMPRULES_LEDGER` names, else the newest at hand.

    The newest is the user's own, which `comprules update` makes, if it knows a later edition than the one that ships.
    One that cannot be read does not count; `user_ledger_problem` tells why.

    Raises:
        LedgerError: There is none, or the one that is named is damaged, foreign or of another version.
    """
    named = os.environ.get(LEDGER_VARIABLE)
    if path is not None or named:
        return Ledger(path or Path(named or ""))
    shipped = Ledger(SHIPPED)
    own = user_ledger_path()
    if not own.is_file() or user_ledger_problem() is not None:
        return shipped
    users = Ledger(own)
    if users.editions_of()[-1:] > shipped.editions_of()[-1:]:
        shipped.close()
        return users
    users.close()
    return shipped


def user_ledger_path() -> Path:
    """Return where the user's own ledger stands, whether or not it is there."""
    return platformdirs.user_data_path("comprules", appauthor=False) / USER_LEDGER


def user_ledger_problem() -> str | None:
    """Return why the user's ledger cannot be used; None where it can, or where there is none."""
    path = user_ledger_path()
    if not path.is_file():
        return None
    try:
        with Ledger(path) as own:
            own.check()
    except (LedgerError, OSError) as error:
        return str(error)
    return None


class Ledger(History):
    """An open ledger: a `Chronicle` and `Hashes` of `graph.compare.source`, and more.

    Methods that take an edition take its id (`2009-07-11`) and raise `LookupError` for one that is not there. What is
    read is kept; a `Ledger` may be shared by threads and by processes that fork, and pickled.
    """

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self._bearers = lru_cache(maxsize=None)(self._find_bearers)

    def text_sha256(self, edition: str, key: str) -> str | None:
        """SHA-256, in hexadecimal, of what is shown of a record; None where the edition does not have it."""
        version = self._version_at(edition, key)
        if version is None:
            return None
        start = self._wordings[version] * tables.HASH_BYTES
        return self._hashes[start : start + tables.HASH_BYTES].hex()

    def heading(self, edition: str, key: str) -> str | None:
        """The own heading of a rule; None where it has none, and for glossary entries, which have their term."""
        version = self._version_at(edition, key)
        return None if version is None else self._heading_of(version)

    def title(self, edition: str, key: str) -> str | None:
        """The own heading of a rule, else that of the nearest rule above it that has one."""
        above: str | None = key
        seen: set[str] = set()
        while above is not None and above not in seen:
            seen.add(above)
            found = self.heading(edition, above)
            if found is not None:
                return found
            above = self.parent(edition, above)
        return None

    def parent(self, edition: str, key: str) -> str | None:
        """The number that a rule hangs under; None for sections, glossary entries and what is not there."""
        version = self._version_at(edition, key)
        if version is None or is_term(key):
            return None
        names, runs = self._parents
        unusual = value_at(runs, version, self._since(edition, version))
        number = number_of(key)
        return names[unusual] if unusual else parent_of(number) if is_number(number) else None

    def kind(self, edition: str, key: str) -> RuleKind | None:
        """Section, chapter, rule, subrule or ruling; None for glossary entries and what is not there."""
        version = self._version_at(edition, key)
        if version is None or is_term(key):
            return None
        names, runs = self._kinds
        unusual = names[value_at(runs, version, self._since(edition, version))]
        number = number_of(key)
        return unusual or (kind_of(number) if is_number(number) else "ruling")

    def bearers(self, edition: str, title: str) -> tuple[str, ...]:
        """The numbers of the rules whose heading is a title, whatever its typography, in the order of the document."""
        return self._bearers(edition).get(_plain(title), ())

    def titled(self, edition: str, words: str) -> tuple[tuple[str, str], ...]:
        """Number and heading of the rules that some words are the heading of, whatever the typography."""
        return tuple((number, self.heading(edition, number) or words) for number in self.bearers(edition, words))

    def all_titles(self) -> dict[str, tuple[tuple[str, str, str], ...]]:
        """Every heading of the Comprehensive Rules in plain letters, and where it ever stood.

        Returns:
            Heading as `graph.references.resolve.plain` has it, to (key, first edition, last edition), by key, then
            oldest first; editions between the two have it there as well.
        """
        return self._titles

    def references(self, edition: str, source: str | None = None) -> tuple[Resolution, ...]:
        """The references of an edition, or of one record of it, in the order of the document."""
        place = self._place(edition)
        if source is None:
            versions = self._alive(place)
        else:
            version = self._version_at(edition, source)
            versions = [] if version is None else [version]
        read, names, first = self._sheaves.references, self._keys_of_versions, self._table.first
        return tuple(one for version in versions for one in read(names[version], version, place - first[version]))

    def terms(self, first: str, last: str) -> tuple[RenamedTerm, ...]:
        """The terms that were renamed or retired after one edition, up to and with a later one, oldest first."""
        self._place(first)
        self._place(last)
        rows = [row for row in self._term_rows if first < row.edition <= last]
        return tuple(
            RenamedTerm(row.old, row.new, row.edition, row.kind, row.score, row.curated, row.forms)
            for row in sorted(rows, key=lambda row: row.edition)
        )

    def all_terms(self) -> tuple[Term, ...]:
        """Renamed and retired terms with their evidence, the surest first."""
        from graph.terms.records import Sighting, Term  # noqa: PLC0415 - slow to import, and one command asks for it

        return tuple(
            Term(
                row.old,
                row.new,
                row.edition,
                cast("TermKind", row.kind),
                row.support,
                row.score,
                tuple(Sighting(*seen) for seen in row.evidence),
                row.forms,
                row.curated,
                row.note,
            )
            for row in self._term_rows
        )

    def correspondences_of(self, lineage: str) -> tuple[Correspondence, ...]:
        """What the rules of a lineage restate of another work, and what restates them."""
        from rules.correspondence import Correspondence  # noqa: PLC0415 - only `trace` asks for it

        at = {(version.key, place) for version in self.versions(lineage) for place in self._editions_in(version)}
        rows = self._file.read(tables.CORRESPONDENCES, list[tables.CorrespondenceRow])
        restating = [row for row in rows if (row.key, row.edition) in at]
        restated = [row for row in rows if (row.other, row.other_edition) in at]
        return tuple(
            Correspondence(row.edition, row.key, row.other_edition, row.other, row.method, row.score)
            for row in (*restating, *restated)
        )

    def resembling(self, text: str) -> dict[str, float]:
        """Lineage id to the share of a text's fingerprints that the versions of that lineage have, 0 to 1.

        Args:
            text: Quoted words, five or more. What is quoted letter by letter has a share of 1; of fewer than five
                words in a row that a rule shares with the text the ledger may know nothing.

        Returns:
            The greatest share first; lineages that share nothing are left out.
        """
        found = self._fingerprints.resembling(text)
        return {self._lineage_ids[one]: found[one] for one in sorted(found, key=lambda one: (-found[one], one))}

    def telling_words(self) -> dict[str, frozenset[int]]:
        """Lineage id to the telling words of its rules, all versions together; see `graph.citations.judge.subjects`."""
        from graph.ledger.telling import read_telling_words  # noqa: PLC0415 - a section of its own, seldom read

        return read_telling_words(self._file, self._lineage_ids)

    def wording_at(self, edition: str, key: str, text: str) -> float | None:
        """The share of a text's fingerprints that the version which stands under a key has, 0 to 1.

        Args:
            edition: Id of the edition.
            key: Key of the record.
            text: Quoted words, five or more, as for `resembling`.

        Returns:
            None where the edition has no such key.
        """
        version = self._version_at(edition, key)
        return None if version is None else self._fingerprints.share(version, text)

    def _heading_of(self, version: int) -> str | None:
        names, headings = self._headings
        return names[headings.get(version, 0)]

    def _since(self, edition: str, version: int) -> int:
        return self._place(edition) - self._table.first[version]

    def _editions_in(self, version: Version) -> list[str]:
        return self._line[self._place(version.first) : self._place(version.last) + 1]

    def _find_bearers(self, edition: str) -> dict[str, tuple[str, ...]]:
        names, headings = self._headings
        found: dict[str, list[str]] = defaultdict(list)
        for version in self._alive(self._place(edition)):
            heading = names[headings.get(version, 0)]
            if heading is not None:
                found[_plain(heading)].append(number_of(self._keys_of_versions[version]))
        return {title: tuple(numbers) for title, numbers in found.items()}

    @cached_property
    def _wordings(self) -> list[int]:
        return summed(self._file.read(tables.WORDINGS, list[int]))

    @cached_property
    def _hashes(self) -> bytes:
        return self._file.section(tables.HASHES)

    @cached_property
    def _headings(self) -> tuple[list[str | None], dict[int, int]]:
        named = self._file.read(tables.HEADINGS, tables.Named)
        return named.names, dict(zip(summed(named.of.at), summed(named.of.value), strict=True))

    @cached_property
    def _parents(self) -> tuple[list[str | None], _Runs]:
        named = self._file.read(tables.PARENTS, tables.Named)
        return named.names, named.of.by_version()

    @cached_property
    def _kinds(self) -> tuple[list[RuleKind | None], _Runs]:
        named = self._file.read(tables.KINDS, tables.Kinds)
        return named.names, named.of.by_version()

    @cached_property
    def _sheaves(self) -> SheafReader:
        from graph.ledger.sheaves import SheafReader  # noqa: PLC0415 - a section of its own, seldom read

        return SheafReader(self._file.read(tables.REFERENCES, tables.References))

    @cached_property
    def _term_rows(self) -> list[tables.TermRow]:
        return self._file.read(tables.TERMS, list[tables.TermRow])

    @cached_property
    def _fingerprints(self) -> FingerprintIndex:
        from graph.ledger.fingerprint_index import FingerprintIndex  # noqa: PLC0415 - likewise

        return FingerprintIndex(self._file, self._versions_of)

    @cached_property
    def _titles(self) -> dict[str, tuple[tuple[str, str, str], ...]]:
        """Runs of versions of a key with the same heading are joined where no edition lies between."""
        found: dict[str, list[tuple[int, int, int]]] = defaultdict(list)
        names, headings = self._headings
        plain = [_plain(name or "") for name in names]
        for version, heading in headings.items():
            first, last = self._table.first[version], self._table.last[version]
            if self._rows[first].work != COMPREHENSIVE_RULES:
                continue
            key = self._numbers[self._keys_of_versions[version]]
            runs = found[plain[heading]]
            if runs and runs[-1][0] == key and runs[-1][2] == first - 1:
                runs[-1] = (key, runs[-1][1], last)
            else:
                runs.append((key, first, last))
        return {
            title: tuple((self._names[key], self._line[first], self._line[last]) for key, first, last in runs)
            for title, runs in found.items()
        }
