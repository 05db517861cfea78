"""The registry: which editions exist, under which names, and where their copies can be downloaded.

The facts are in `editions.toml` next to this module, curated by hand and by `scraper.registry_tool`. This module reads
and checks them and finds editions by name. It never accesses the network.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import chain, pairwise
from pathlib import Path
from urllib.parse import quote, urlsplit

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from rules.edition_names import as_day, edition_named, is_iso_date
from rules.errors import ComprulesError
from rules.records import COMPREHENSIVE_RULES, RULINGS_SUMMARY, CardSet, NamedEdition
from scraper.archive import SHA256, ArchiveEntry, Copy, check_condition, check_relative

REGISTRY_FILE = Path(__file__).with_name("editions.toml")

_WORKS = (COMPREHENSIVE_RULES, RULINGS_SUMMARY)
_FILE_DATE = re.compile(r"\d{8}")
_SET_CODE = re.compile(r"(?!\d+$)[A-Z0-9]{2,5}")


class RegistryError(ComprulesError):
    """`editions.toml` contradicts itself. The message names the file, the edition and the fact."""


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


class _Origin(Struct, forbid_unknown_fields=True):
    repository: str
    commit: str


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
    origins: dict[str, _Origin]
    edition: tuple[_Edition, ...]
    retired_hosts: tuple[str, ...] = ()
    publisher_page: str | None = None


@cache
def load_registry() -> Registry:
    """Return the registry that ships with the package.

    Raises:
        RegistryError: `editions.toml` is damaged or contradicts itself.
    """
    return read_registry(REGISTRY_FILE)


def read_registry(path: Path) -> Registry:
    """Read and check a registry file.

    Raises:
        RegistryError: It is damaged or contradicts itself: unsorted or duplicate ids, an alias of two editions, a
            set code given twice, an unknown origin or condition, a condition without a reason, a malformed hash,
            address or date.
    """
    try:
        raw = msgspec.toml.decode(path.read_bytes(), type=_File)
    except (msgspec.MsgspecError, ValueError) as error:
        raise RegistryError(f"{path}: {error}; compare it with the committed file") from error
    for earlier, later in pairwise(edition.id for edition in raw.edition):
        if earlier >= later:
            raise RegistryError(f"{path}: edition {later} comes after {earlier}; sort editions by date, each once")
    owners = {edition.id.replace("-", ""): edition.id for edition in raw.edition}
    first: dict[str, tuple[str, CardSet]] = {}
    for edition in raw.edition:
        problems = chain(
            _check_names(edition, owners), _check_sets(edition, first), _check_copies(edition, raw.origins)
        )
        for problem in problems:
            raise RegistryError(f"{path}: edition {edition.id}: {problem}")
    return Registry(tuple(_make_edition(edition, raw) for edition in raw.edition), raw.publisher_page)


def _check_names(edition: _Edition, owners: dict[str, str]) -> Iterator[str]:
    """Yield what is wrong with id, work and aliases; `owners` has the edition of each date, and grows."""
    if not is_iso_date(edition.id):
        yield "the id is no date; write it as YYYY-MM-DD"
    if edition.work not in _WORKS:
        yield f"work {edition.work!r} is unknown; use one of {', '.join(_WORKS)}"
    for alias in edition.aliases:
        if as_day(alias) is None or not _FILE_DATE.fullmatch(alias):
            yield f"alias {alias!r} is no date YYYYMMDD"
        owner = owners.setdefault(alias, edition.id)
        if owner != edition.id or alias == edition.id.replace("-", ""):
            yield f"alias {alias} belongs to edition {owner} already"


def _check_sets(edition: _Edition, first: dict[str, tuple[str, CardSet]]) -> Iterator[str]:
    """Yield what is wrong with the sets: each code names one set, which has its words at its first edition only."""
    codes = [each.code for each in edition.sets]
    for each in edition.sets:
        if not _SET_CODE.fullmatch(each.code):
            yield f"set code {each.code!r} is malformed; write two to five capital letters or digits"
        if codes.count(each.code) > 1:
            yield f"set {each.code} is given twice"
        since, before = first.setdefault(each.code, (edition.id, each))
        if before.name != each.name:
            yield f"set {each.code} is {each.name!r} here and {before.name!r} in edition {since}"
        if since != edition.id and each.words:
            yield f"set {each.code} came with edition {since}; its words belong there"


def _check_copies(edition: _Edition, origins: Mapping[str, _Origin]) -> Iterator[str]:
    """Yield what is wrong with the publisher's address and with the copies."""
    address = urlsplit(edition.publisher or "")
    if edition.publisher is not None and (address.hostname is None or address.scheme not in {"https", "http"}):
        yield f"publisher {edition.publisher!r} is no web address"
    if edition.published is not None and edition.publisher is None:
        yield "published names a file whose address is missing; add publisher"
    copies: dict[str, _Published | None] = {
        "published": edition.published,
        **{row.at: row for row in edition.witnesses},
    }
    for name, copy in copies.items():
        if copy is not None and (not SHA256.fullmatch(copy.sha256) or copy.bytes <= 0):
            yield f"{name}: sha256 or bytes is malformed"
    for witness in edition.witnesses:
        problem = check_condition(witness.condition, witness.reason)
        if problem is not None:
            yield f"{witness.at}: {problem}"
        for place in (witness.at, *witness.same):
            name, colon, path = place.partition(":")
            if name not in origins or not colon or check_relative(path) is not None:
                yield f"{place!r} must be ORIGIN:PATH with an origin of [origins]"
    names = [witness.at.partition(":")[0] for witness in edition.witnesses]
    if len(set(names)) != len(names):
        yield "two witnesses come from one origin; give each its own"


def _make_edition(raw: _Edition, file: _File) -> RegistryEdition:
    host = urlsplit(raw.publisher or "").hostname
    witnesses = [_make_witness(witness, raw.id, file.origins) for witness in raw.witnesses]
    if raw.published is not None and host is not None:
        copy = Copy(f"editions/{raw.id}/publisher.txt", host, raw.published.bytes, raw.published.sha256)
        witnesses.append(RegistryWitness(copy, ()))
    lives = raw.publisher is not None and host not in file.retired_hosts
    return RegistryEdition(raw.id, raw.work, raw.sets, raw.aliases, raw.publisher, lives, tuple(witnesses))


def _make_witness(raw: _Witness, edition: str, origins: Mapping[str, _Origin]) -> RegistryWitness:
    places = [(origins[name], path) for name, _, path in (place.partition(":") for place in (raw.at, *raw.same))]
    (origin, origin_path), *others = places
    copy = Copy(
        file=f"editions/{edition}/{raw.at.partition(':')[0]}.txt",
        origin=f"github.com/{origin.repository}",
        bytes=raw.bytes,
        sha256=raw.sha256,
        origin_path=origin_path,
        origin_commit=origin.commit,
        same_text=tuple(f"github.com/{other.repository}:{path}" for other, path in others),
        condition=raw.condition,
        reason=raw.reason,
    )
    addresses = (
        f"https://raw.githubusercontent.com/{each.repository}/{each.commit}/{quote(path)}" for each, path in places
    )
    return RegistryWitness(copy, tuple(addresses))
