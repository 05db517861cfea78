"""The registry: which editions exist, under which names, and where their copies can be downloaded.

The facts are in `editions.toml` next to this module, curated by hand and by `scraper.registry_tool`. This module reads
them and finds editions by name. It never accesses the network.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from urllib.parse import quote, urlsplit

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from rules.edition_names import edition_named
from rules.errors import ComprulesError
from rules.records import COMPREHENSIVE_RULES, CardSet, NamedEdition
from scraper.archive import ArchiveEntry, Copy

REGISTRY_FILE = Path(__file__).with_name("editions.toml")


class RegistryError(ComprulesError):
    """`editions.toml` is damaged, or lacks a fact. The message names the file or the edition."""


class RegistryWitness(Struct, frozen=True):
    """A copy of an edition and where it can be downloaded.

    Attributes:
        copy: Its facts as in an archive's manifest, including `file`.
        addresses: Web addresses of exactly these bytes, without the publisher's, best first.
    """

    copy: Copy
    addresses: tuple[str, ...]


class RegistryEdition(NamedEdition, frozen=True):
    """An edition in the registry.

    Attributes:
        publisher: The publisher's address of the text, or None if unknown.
        publisher_lives: Whether that address is still served.
        witnesses: Its known copies.
    """

    publisher: str | None
    publisher_lives: bool
    witnesses: tuple[RegistryWitness, ...]


class Registry(Struct, frozen=True):
    """All known editions, oldest first, and the address of the page that links to the newest one, or None."""

    editions: tuple[RegistryEdition, ...]
    publisher_page: str | None = None

    def get(self, edition: str) -> RegistryEdition | None:
        """Return the edition with exactly this id, or None."""
        return next((row for row in self.editions if row.id == edition), None)

    def state_conditions(self, entry: ArchiveEntry) -> ArchiveEntry:
        """Return an archive's entry with the conditions that the registry states of its copies, by their bytes."""
        edition = self.get(entry.edition)
        stated = {witness.copy.sha256: witness.copy for witness in edition.witnesses} if edition else {}
        copies = []
        for copy in entry.copies:
            row = copy if copy.condition else stated.get(copy.sha256, copy)
            copies.append(replace(copy, condition=row.condition, reason=row.reason))
        return replace(entry, copies=tuple(copies))

    def resolve(self, name: str, ids: Sequence[str]) -> str:
        """Return the id of the edition that `name` means among those at hand; see `rules.edition_names.edition_named`.

        Args:
            name: The user's input; case does not matter.
            ids: Ids of the editions at hand, in any order. They need not be in the registry.

        Raises:
            UnknownEdition: No edition at hand matches `name`.
        """
        return edition_named(name, self.editions, ids)


class _Published(Struct, forbid_unknown_fields=True):
    bytes: int
    sha256: str


class _Witness(_Published, forbid_unknown_fields=True):
    at: str
    same: tuple[str, ...] = ()
    condition: str | None = None
    reason: str | None = None


class _Edition(Struct, forbid_unknown_fields=True):
    id: str
    work: str = COMPREHENSIVE_RULES
    sets: tuple[CardSet, ...] = ()
    aliases: tuple[str, ...] = ()
    publisher: str | None = None
    published: _Published | None = None
    witnesses: tuple[_Witness, ...] = ()


class _File(Struct, forbid_unknown_fields=True):
    origins: dict[str, dict[str, str]]
    edition: tuple[_Edition, ...]
    retired_hosts: tuple[str, ...] = ()
    publisher_page: str | None = None


@cache
def load_registry() -> Registry:
    """Return the registry that ships with the package.

    Raises:
        RegistryError: `editions.toml` is damaged.
    """
    return read_registry(REGISTRY_FILE)


def read_registry(path: Path) -> Registry:
    """Read a registry file.

    Raises:
        RegistryError: It is no such file. That its facts do not contradict each other is tested.
    """
    try:
        raw = msgspec.toml.decode(path.read_bytes(), type=_File)
    except (msgspec.MsgspecError, ValueError) as error:
        raise RegistryError(f"{path}: {error}; compare it with the committed file") from error
    return Registry(tuple(_make_edition(edition, raw) for edition in raw.edition), raw.publisher_page)


def _make_edition(raw: _Edition, file: _File) -> RegistryEdition:
    host = urlsplit(raw.publisher or "").hostname
    witnesses = [_make_witness(witness, raw.id, file.origins) for witness in raw.witnesses]
    if raw.published is not None and host is not None:
        copy = Copy(f"editions/{raw.id}/publisher.txt", host, raw.published.bytes, raw.published.sha256)
        witnesses.append(RegistryWitness(copy, ()))
    lives = raw.publisher is not None and host not in file.retired_hosts
    return RegistryEdition(raw.id, raw.work, raw.sets, raw.aliases, raw.publisher, lives, tuple(witnesses))


def _make_witness(raw: _Witness, edition: str, origins: Mapping[str, Mapping[str, str]]) -> RegistryWitness:
    places = [place.split(":", 1) for place in (raw.at, *raw.same)]
    (name, origin_path), *others = places
    copy = Copy(
        file=f"editions/{edition}/{name}.txt",
        origin=f"github.com/{origins[name]['repository']}",
        bytes=raw.bytes,
        sha256=raw.sha256,
        origin_path=origin_path,
        origin_commit=origins[name]["commit"],
        same_text=tuple(f"github.com/{origins[other]['repository']}:{path}" for other, path in others),
        condition=raw.condition,
        reason=raw.reason,
    )
    addresses = (
        f"https://raw.githubusercontent.com/{origins[each]['repository']}/{origins[each]['commit']}/{quote(path)}"
        for each, path in places
    )
    return RegistryWitness(copy, tuple(addresses))
