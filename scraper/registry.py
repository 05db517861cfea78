"""The registry: which editions exist, under which names, and where their copies can be downloaded.

The facts are in `editions.toml` next to this module, curated by hand and by `scraper.registry_tool`. This module reads
and checks them and finds editions by name. It never accesses the network.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import cache
from itertools import pairwise
from pathlib import Path
from urllib.parse import quote, urlsplit

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from rules.edition_names import as_day, edition_named, is_iso_date
from rules.errors import ComprulesError
from rules.records import COMPREHENSIVE_RULES, RULINGS_SUMMARY, CardSet
from scraper.archive import ArchiveEntry, Copy, check_condition, check_relative

REGISTRY_FILE = Path(__file__).with_name("editions.toml")

_WORKS = (COMPREHENSIVE_RULES, RULINGS_SUMMARY)
_FILE_DATE = re.compile(r"\d{8}")
_SET_CODE = re.compile(r"(?!\d+$)[A-Z0-9]{2,5}")
_SHA256 = re.compile(r"[0-9a-f]{64}")


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


class RegistryEdition(Struct, frozen=True):
    """An edition in the registry.

    Attributes:
        id: Effective date, ISO.
        sets: The sets it was published with, the main one first.
        work: `comprehensive-rules` or `rulings-summary`.
        aliases: Dates in the names of its files, `YYYYMMDD`, if they differ from `id`.
        publisher: The publisher's address of the text, or None if unknown.
        publisher_lives: Whether that address is still served.
        witnesses: Its known copies.
    """

    id: str
    sets: tuple[CardSet, ...]
    work: str
    aliases: tuple[str, ...]
    publisher: str | None
    publisher_lives: bool
    witnesses: tuple[RegistryWitness, ...]

    @property
    def set_code(self) -> str | None:
        """Return the code of its main set, or None."""
        return self.sets[0].code if self.sets else None


class Registry(Struct, frozen=True):
    """All known editions, oldest first, and the address of the page that links to the newest one, or None."""

    editions: tuple[RegistryEdition, ...]
    publisher_page: str | None = None

    def get(self, edition: str) -> RegistryEdition | None:
        """Return the edition with exactly this id, or None."""
        return next((known for known in self.editions if known.id == edition), None)

    def state_conditions(self, entry: ArchiveEntry) -> ArchiveEntry:
        """Return an archive's entry with the conditions that the registry states of its copies, by their bytes."""
        edition = self.get(entry.edition)
        stated = {witness.copy.sha256: witness.copy for witness in edition.witnesses} if edition else {}
        return replace(
            entry,
            copies=tuple(
                replace(copy, condition=known.condition, reason=known.reason)
                if copy.condition is None and (known := stated.get(copy.sha256)) is not None
                else copy
                for copy in entry.copies
            ),
        )

    def resolve(self, name: str, known: Sequence[str]) -> str:
        """Return the id of the edition that `name` means among those at hand; see `rules.edition_names.edition_named`.

        Args:
            name: The user's input; case does not matter.
            known: Ids of the editions at hand, in any order. They need not be in the registry.

        Raises:
            UnknownEdition: No edition at hand matches `name`.
        """
        return edition_named(name, self.editions, known)


class _Origin(msgspec.Struct, forbid_unknown_fields=True):
    repository: str
    commit: str


class _Witness(msgspec.Struct, forbid_unknown_fields=True):
    at: str
    bytes: int
    sha256: str
    same: tuple[str, ...] = ()
    condition: str | None = None
    reason: str | None = None


class _Set(msgspec.Struct, forbid_unknown_fields=True):
    code: str
    name: str
    words: tuple[str, ...] = ()


class _Published(msgspec.Struct, forbid_unknown_fields=True):
    bytes: int
    sha256: str


class _Edition(msgspec.Struct, forbid_unknown_fields=True):
    id: str
    work: str = COMPREHENSIVE_RULES
    sets: tuple[_Set, ...] = ()
    aliases: tuple[str, ...] = ()
    publisher: str | None = None
    published: _Published | None = None
    witnesses: tuple[_Witness, ...] = ()


class _File(msgspec.Struct, forbid_unknown_fields=True):
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
    ids = [edition.id for edition in raw.edition]
    for earlier, later in pairwise(ids):
        if earlier >= later:
            raise RegistryError(f"{path}: edition {later} comes after {earlier}; sort editions by date, each once")
    _check_aliases(raw.edition, path)
    _check_sets(raw.edition, path)
    return Registry(tuple(_read_edition(edition, raw, path) for edition in raw.edition), raw.publisher_page)


def raw_address(repository: str, commit: str, path: str) -> str:
    """Return the address of a file's bytes in a public repository, percent-encoded."""
    return f"https://raw.githubusercontent.com/{repository}/{commit}/{quote(path)}"


def entry_of(edition: RegistryEdition) -> ArchiveEntry:
    """Return the manifest entry of an archive that holds every known witness of `edition`."""
    return ArchiveEntry(edition.id, edition.set_code, tuple(witness.copy for witness in edition.witnesses))


def _read_edition(raw: _Edition, file: _File, path: Path) -> RegistryEdition:
    def refuse(problem: str) -> RegistryError:
        return RegistryError(f"{path}: edition {raw.id}: {problem}")

    if not is_iso_date(raw.id):
        raise refuse("the id is no date; write it as YYYY-MM-DD")
    if raw.work not in _WORKS:
        raise refuse(f"work {raw.work!r} is unknown; use one of {', '.join(_WORKS)}")
    host = urlsplit(raw.publisher or "").hostname
    if raw.publisher is not None and (host is None or not raw.publisher.startswith(("https://", "http://"))):
        raise refuse(f"publisher {raw.publisher!r} is no web address")
    witnesses = tuple(_read_witness(witness, raw.id, file, path) for witness in raw.witnesses)
    if raw.published is not None:
        if raw.publisher is None or host is None:
            raise refuse("published names a file whose address is missing; add publisher")
        _check_facts(raw.published, "published", raw.id, path)
        copy = Copy(f"editions/{raw.id}/publisher.txt", host, raw.published.bytes, raw.published.sha256)
        witnesses = (*witnesses, RegistryWitness(copy, ()))
    files = [witness.copy.file for witness in witnesses]
    if len(set(files)) != len(files):
        raise refuse("two witnesses come from one origin; give each its own")
    return RegistryEdition(
        raw.id,
        tuple(CardSet(each.code, each.name, each.words) for each in raw.sets),
        raw.work,
        raw.aliases,
        raw.publisher,
        raw.publisher is not None and host not in file.retired_hosts,
        witnesses,
    )


def _read_witness(raw: _Witness, edition: str, file: _File, path: Path) -> RegistryWitness:
    _check_facts(raw, raw.at, edition, path)
    problem = check_condition(raw.condition, raw.reason)
    if problem is not None:
        raise RegistryError(f"{path}: edition {edition}: {raw.at}: {problem}")
    places = [_place(place, edition, file, path) for place in (raw.at, *raw.same)]
    name, origin, origin_path = places[0]
    copy = Copy(
        file=f"editions/{edition}/{name}.txt",
        origin=f"github.com/{origin.repository}",
        bytes=raw.bytes,
        sha256=raw.sha256,
        origin_path=origin_path,
        origin_commit=origin.commit,
        same_text=tuple(f"github.com/{other.repository}:{place}" for _, other, place in places[1:]),
        condition=raw.condition,
        reason=raw.reason,
    )
    return RegistryWitness(
        copy, tuple(raw_address(other.repository, other.commit, place) for _, other, place in places)
    )


def _check_facts(raw: _Witness | _Published, name: str, edition: str, path: Path) -> None:
    if not _SHA256.fullmatch(raw.sha256) or raw.bytes <= 0:
        raise RegistryError(f"{path}: edition {edition}: {name}: sha256 or bytes is malformed")


def _place(place: str, edition: str, file: _File, path: Path) -> tuple[str, _Origin, str]:
    """Split `ORIGIN:PATH` and look the origin up."""
    name, colon, origin_path = place.partition(":")
    origin = file.origins.get(name)
    if origin is None or not colon or check_relative(origin_path) is not None:
        raise RegistryError(f"{path}: edition {edition}: {place!r} must be ORIGIN:PATH with an origin of [origins]")
    return name, origin, origin_path


def _check_aliases(editions: Iterable[_Edition], path: Path) -> None:
    owners = {edition.id.replace("-", ""): edition.id for edition in editions}
    for edition in editions:
        for alias in edition.aliases:
            if as_day(alias) is None or not _FILE_DATE.fullmatch(alias):
                raise RegistryError(f"{path}: edition {edition.id}: alias {alias!r} is no date YYYYMMDD")
            owner = owners.setdefault(alias, edition.id)
            if owner != edition.id or alias == edition.id.replace("-", ""):
                raise RegistryError(f"{path}: edition {edition.id}: alias {alias} belongs to edition {owner} already")


def _check_sets(editions: Iterable[_Edition], path: Path) -> None:
    """Check that each code is no other name, names one set, and has its words at its first edition only."""
    first: dict[str, tuple[str, _Set]] = {}
    for edition in editions:

        def refuse(problem: str, edition: _Edition = edition) -> RegistryError:
            return RegistryError(f"{path}: edition {edition.id}: {problem}")

        codes = [each.code for each in edition.sets]
        for each in edition.sets:
            if not _SET_CODE.fullmatch(each.code):
                raise refuse(f"set code {each.code!r} is malformed; write two to five capital letters or digits")
            if codes.count(each.code) > 1:
                raise refuse(f"set {each.code} is given twice")
            since, known = first.setdefault(each.code, (edition.id, each))
            if since == edition.id:
                continue
            if known.name != each.name:
                raise refuse(f"set {each.code} is {each.name!r} here and {known.name!r} in edition {since}")
            if each.words:
                raise refuse(f"set {each.code} came with edition {since}; its words belong there")
