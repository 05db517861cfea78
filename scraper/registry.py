"""The registry: which editions exist, under which names, and where their copies can be downloaded.

The facts are in `editions.toml` next to this module, curated by hand and by `scraper.registry_tool`. This module reads
them and finds editions by name. It never accesses the network.
"""

from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple
from urllib.parse import quote, urlsplit

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from rules.conversion import decode_toml
from rules.edition_names import edition_named
from rules.errors import ComprulesError
from rules.records import COMPREHENSIVE_RULES, CardSet, NamedEdition
from scraper.archive import ArchiveEntry, Copy

REGISTRY_FILE = Path(__file__).with_name("editions.toml")


class Source(NamedTuple):
    """A place from which copies of an edition can be downloaded or read.

    Attributes:
        address: A web address, or a path on this machine.
        sha256: The SHA-256 of the bytes there; None if they may be those of any copy of the edition.
    """

    address: str
    sha256: str | None


class RegistryError(ComprulesError):
    """`editions.toml` is damaged, or lacks a fact. The message names the file or the edition."""


class RegistryWitness(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A copy of an edition, as `editions.toml` has it.

    Attributes:
        at: Where the copy is, ORIGIN:PATH; empty for the publisher's own file.
        bytes: Size of the copy.
        sha256: SHA-256 of the copy.
        same: Other places with the same text.
        condition: See `scraper.archive.Copy`.
        reason: See there.
    """

    at: str = ""
    bytes: int
    sha256: str
    same: tuple[str, ...] = ()
    condition: str | None = None
    reason: str | None = None


class RegistryEdition(NamedEdition, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """An edition in the registry.

    Attributes:
        publisher: The publisher's address of the text, or None if unknown.
        published: The publisher's own file, if no archive is known to have a copy.
        witnesses: The known copies of the edition.
    """

    work: str = COMPREHENSIVE_RULES
    sets: tuple[CardSet, ...] = ()
    aliases: tuple[str, ...] = ()
    publisher: str | None = None
    published: RegistryWitness | None = None
    witnesses: tuple[RegistryWitness, ...] = ()


class Location(NamedTuple):
    """Where a copy is.

    Attributes:
        origin: The name of an origin of the registry.
        path: The path of the copy there.
    """

    origin: str
    path: str

    @classmethod
    def read(cls, text: str) -> "Location":
        """Read a location as witnesses have it: ORIGIN:PATH."""
        origin, path = text.split(":", 1)
        return cls(origin, path)


class Registry(Struct, frozen=True, forbid_unknown_fields=True, rename={"editions": "edition"}):
    """All known editions.

    Attributes:
        editions: The editions, oldest first.
        publisher_page: Address of the page that links to the newest one, or None.
        origins: Repository and commit of each place that has copies, by the name that witnesses use.
        retired_hosts: Hosts that no longer serve what was published there.
    """

    editions: tuple[RegistryEdition, ...] = ()
    publisher_page: str | None = None
    origins: dict[str, dict[str, str]] = {}
    retired_hosts: tuple[str, ...] = ()

    def entry_of(self, edition: RegistryEdition) -> ArchiveEntry:
        """Return the entry of an archive that has all known copies of an edition."""
        copies = [self._copy_of(edition, witness) for witness in edition.witnesses]
        host = urlsplit(edition.publisher or "").hostname
        published = edition.published
        if published is not None and host is not None:
            copies.append(Copy(f"editions/{edition.id}/publisher.txt", host, published.bytes, published.sha256))
        return ArchiveEntry(edition.id, tuple(copies), edition.set_code)

    def _copy_of(self, edition: RegistryEdition, witness: RegistryWitness) -> Copy:
        """Return a copy as the manifest of an archive records it."""
        location = Location.read(witness.at)
        doubles = map(Location.read, witness.same)
        return Copy(
            file=f"editions/{edition.id}/{location.origin}.txt",
            origin=self._name_repository(location),
            bytes=witness.bytes,
            sha256=witness.sha256,
            origin_path=location.path,
            origin_commit=self.origins[location.origin]["commit"],
            same_text=tuple(f"{self._name_repository(double)}:{double.path}" for double in doubles),
            condition=witness.condition,
            reason=witness.reason,
        )

    def sources_of(self, edition: RegistryEdition) -> Iterator[Source]:
        """Yield the addresses of an edition's copies: the publisher's, unless its host is retired, then the others."""
        if edition.publisher is not None and urlsplit(edition.publisher).hostname not in self.retired_hosts:
            yield Source(edition.publisher, None)  # the hash shows which witness the publisher's copy equals
        for witness in edition.witnesses:
            for location in (witness.at, *witness.same):
                yield Source(self.address_of(location), witness.sha256)

    def addresses(self) -> Iterator[str]:
        """Yield the publisher's page, then where each edition's copies can be downloaded, the newest edition first."""
        if self.publisher_page is not None:
            yield self.publisher_page
        for edition in reversed(self.editions):
            yield from (address for address, _ in self.sources_of(edition))

    def _name_repository(self, location: Location) -> str:
        return f"github.com/{self.origins[location.origin]['repository']}"

    def address_of(self, at: str) -> str:
        """Return the web address of a location, as a witness has it: ORIGIN:PATH."""
        location = Location.read(at)
        origin = self.origins[location.origin]
        return f"https://raw.githubusercontent.com/{origin['repository']}/{origin['commit']}/{quote(location.path)}"

    def with_conditions(self, entry: ArchiveEntry) -> ArchiveEntry:
        """Return an archive's entry with the conditions that the registry states of its copies, by their bytes.

        A copy whose condition the archive states keeps it.
        """
        editions = (edition for edition in self.editions if edition.id == entry.edition)
        witnesses = {witness.sha256: witness for edition in editions for witness in edition.witnesses}
        copies = []
        for copy in entry.copies:
            witness = witnesses.get(copy.sha256)
            if witness is None or copy.condition:
                copies.append(copy)
            else:
                copies.append(replace(copy, condition=witness.condition, reason=witness.reason))
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
        OSError: It cannot be read.
    """
    return parse_registry(path.read_bytes(), path)


def parse_registry(content: bytes, path: Path) -> Registry:
    """Return the registry that the content of a file is.

    Args:
        content: The content.
        path: The file, which messages name. It is not read.

    Raises:
        RegistryError: The content is no registry.
    """
    try:
        return decode_toml(content, Registry)
    except (msgspec.MsgspecError, ValueError) as error:
        raise RegistryError(f"{path}: {error}; compare it with the committed file") from error
