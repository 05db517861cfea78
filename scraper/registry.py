"""The registry: which editions exist, under which names, and where their copies can be downloaded.

The facts are in `editions.toml` next to this module, curated by hand and by `scraper.registry_tool`. This module reads
them and finds editions by name. It never accesses the network.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlsplit

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from rules.edition_names import edition_named
from rules.errors import ComprulesError
from rules.records import COMPREHENSIVE_RULES, NamedEdition
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


class RegistryEdition(NamedEdition, frozen=True, forbid_unknown_fields=True):
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
        file = msgspec.toml.decode(path.read_bytes())
        editions = [_read_edition(row, file) for row in file.pop("edition")]
        return msgspec.convert({"editions": editions, "publisher_page": file.get("publisher_page")}, Registry)
    except (msgspec.MsgspecError, KeyError, TypeError, ValueError) as error:
        raise RegistryError(f"{path}: {error}; compare it with the committed file") from error


def _read_edition(row: dict[str, Any], file: Mapping[str, Any]) -> dict[str, Any]:
    """Return an edition of the file with what its witnesses and its address imply; the types check the rest."""
    edition, published, publisher = row["id"], row.pop("published", None), row.get("publisher")
    host = urlsplit(publisher or "").hostname
    witnesses = [_read_witness(witness, edition, file["origins"]) for witness in row.pop("witnesses", ())]
    if published is not None:
        copy = {"file": f"editions/{edition}/publisher.txt", "origin": host, **published}
        witnesses.append({"copy": copy, "addresses": ()})
    lives = publisher is not None and host not in file.get("retired_hosts", ())
    known = {"work": COMPREHENSIVE_RULES, "sets": (), "aliases": (), "publisher": None, **row}
    return {**known, "publisher_lives": lives, "witnesses": witnesses}


def _read_witness(row: dict[str, Any], edition: str, origins: Mapping[str, Mapping[str, str]]) -> dict[str, Any]:
    places = [place.split(":", 1) for place in (row.pop("at"), *row.pop("same", ()))]
    (name, origin_path), *others = places
    copy = {
        "file": f"editions/{edition}/{name}.txt",
        "origin": f"github.com/{origins[name]['repository']}",
        "origin_path": origin_path,
        "origin_commit": origins[name]["commit"],
        "same_text": [f"github.com/{origins[other]['repository']}:{path}" for other, path in others],
        **row,
    }
    addresses = [
        f"https://raw.githubusercontent.com/{origins[each]['repository']}/{origins[each]['commit']}/{quote(path)}"
        for each, path in places
    ]
    return {"copy": copy, "addresses": addresses}
