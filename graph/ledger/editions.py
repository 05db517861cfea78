"""The ledger as a file, and what it knows of the editions as such."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Self

from graph.ledger import tables
from graph.ledger.container import Container
from rules.edition_names import edition_named
from rules.records import COMPREHENSIVE_RULES, Edition, Witness

if TYPE_CHECKING:
    from pathlib import Path
    from types import TracebackType


class Editions:
    """The file, opened. Nothing but its table is read before it is asked for."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._file = Container(path)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def __reduce__(self) -> tuple[type[Self], tuple[Path]]:
        """A worker process opens the file for itself."""
        return type(self), (self.path,)

    def close(self) -> None:
        """Lets go of the file."""
        self._file.close()

    def checksums(self) -> dict[str, int]:
        """The CRC-32 of each section, by its name."""
        return self._file.checksums()

    def check(self) -> None:
        """Read the whole file.

        Raises:
            LedgerError: It is damaged somewhere.
        """
        for name in self._file.checksums():
            self._file.section(name)

    @property
    def is_sample(self) -> bool:
        """Whether it was made from the sample editions that ship with comprules."""
        return self._file.read(tables.META, dict[str, str])["sample"] == "yes"

    @cached_property
    def editions(self) -> tuple[Edition, ...]:
        """All editions, oldest first."""
        return tuple(sorted(map(_edition, self._rows), key=lambda edition: edition.id))

    @cached_property
    def edition_ids(self) -> tuple[str, ...]:
        """The ids of all editions, oldest first."""
        return tuple(sorted(row.id for row in self._rows))

    @cached_property
    def works(self) -> dict[str, str]:
        """The work of each edition, by its id, oldest first."""
        works = {row.id: row.work for row in self._rows}
        return {edition: works[edition] for edition in self.edition_ids}

    def editions_of(self, work: str = COMPREHENSIVE_RULES) -> tuple[str, ...]:
        """The ids of a work's editions, oldest first."""
        return tuple(row.id for row in self._rows if row.work == work)

    def counts(self) -> dict[str, tuple[int, int, int]]:
        """How many rules, glossary entries and references each edition has, by its id."""
        found = {row.id: (row.rules, row.glossary, row.references) for row in self._rows}
        return {edition: found[edition] for edition in self.edition_ids}

    def previous(self, edition: str) -> str | None:
        """The edition of the same work that comes before; None for the first of a work."""
        return self._rows[self._place(edition)].previous

    def resolve(self, name: str) -> str:
        """The id of the edition that a date, a set code, a file date, `latest` or `first` means.

        Raises:
            UnknownEdition: None does; see `rules.edition_names.edition_named`.
        """
        return edition_named(name, self.editions, self.edition_ids)

    @cached_property
    def _rows(self) -> list[tables.EditionRow]:
        """The editions in the line, where those of a work follow one another."""
        return self._file.read(tables.EDITIONS, list[tables.EditionRow])

    @cached_property
    def _line(self) -> list[str]:
        return [row.id for row in self._rows]

    @cached_property
    def _places(self) -> dict[str, int]:
        return {edition: place for place, edition in enumerate(self._line)}

    def _place(self, edition: str) -> int:
        """Where an edition stands in the line.

        Raises:
            LookupError: There is no such edition.
        """
        place = self._places.get(edition)
        if place is None:
            raise LookupError(f"{self.path}: the ledger has no edition {edition}")
        return place


def _edition(row: tables.EditionRow) -> Edition:
    witnesses = tuple(
        Witness(
            file=one.file,
            origin=one.origin,
            sha256=one.sha256,
            size=one.size,
            encoding=one.encoding,
            condition=one.condition,
            stated_edition=one.stated_edition,
            rules=one.rules,
            glossary=one.glossary,
            chosen=one.chosen,
        )
        for one in row.witnesses
    )
    return Edition(
        row.id, row.work, row.set_code, row.set_name, row.dialect, witnesses, row.condition, tuple(row.aliases)
    )
