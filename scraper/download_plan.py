"""Plans of what to download and from where, from the registry or another archive's manifest. No network access."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import PurePosixPath
from urllib.parse import quote

from msgspec import Struct

from scraper.archive import MANIFEST, ArchiveEntry, Copy
from scraper.registry import RegistryEdition


class Source(Struct, frozen=True):
    """An address, and the copy whose bytes are expected there; None if it may be any copy of the edition."""

    address: str
    copy: Copy | None


class EditionPlan(Struct, frozen=True):
    """One edition's part of a fetch.

    Attributes:
        edition: Its id.
        set_code: Code of its set, or None.
        present: Copies that the archive already has, verified.
        wanted: Copies still to download.
        sources: Where to download them, in the order in which they are tried.
        new_file: Path for a copy whose hash is not known yet; None if the edition has known copies, because then bytes
            that match none of them are refused.
    """

    edition: str
    set_code: str | None
    present: tuple[Copy, ...]
    wanted: tuple[Copy, ...]
    sources: tuple[Source, ...]
    new_file: str | None = None

    @property
    def size(self) -> int:
        """Return the bytes of the wanted copies together."""
        return sum(copy.bytes for copy in self.wanted)


def plan_from_registry(
    edition: RegistryEdition, has: Callable[[Copy], bool], recorded: Sequence[Copy] = ()
) -> EditionPlan:
    """Plan an edition from the registry: the publisher first, then each witness's own addresses.

    Args:
        edition: The edition.
        has: Whether the archive has a copy, with the right bytes.
        recorded: The edition's copies in the archive's manifest. Used only if the registry knows no copy, because an
            earlier fetch may have downloaded the publisher's.
    """
    copies = [witness.copy for witness in edition.witnesses] or list(recorded)
    present, wanted = _split_present(copies, has)
    sources: list[Source] = []
    if edition.publisher is not None and edition.publisher_lives and (wanted or not copies):
        # The hash shows which witness the publisher's copy equals; with one witness it can only be that one.
        sources.append(Source(edition.publisher, wanted[0] if len(copies) == 1 else None))
    sources += [
        Source(address, witness.copy)
        for witness in edition.witnesses
        if witness.copy in wanted
        for address in witness.addresses
    ]
    new_file = None if copies else f"editions/{edition.id}/publisher.txt"
    return EditionPlan(edition.id, edition.set_code, present, wanted, tuple(sources), new_file)


def plan_from_manifest(entry: ArchiveEntry, base: str, has: Callable[[Copy], bool]) -> EditionPlan:
    """Plan an edition from another archive, whose folder is served at `base` (with its final slash)."""
    present, wanted = _split_present(entry.copies, has)
    sources = tuple(Source(base + quote(copy.file), copy) for copy in wanted)
    return EditionPlan(entry.edition, entry.set_code, present, wanted, sources)


def base_of(address: str) -> str:
    """Return the folder of an archive served over HTTP, with its final slash.

    `address` names the folder or its manifest.
    """
    folder = address.rstrip("/")
    if PurePosixPath(folder).name == MANIFEST:
        folder = folder[: -len(MANIFEST)].rstrip("/")
    return f"{folder}/"


def _split_present(copies: Sequence[Copy], has: Callable[[Copy], bool]) -> tuple[tuple[Copy, ...], tuple[Copy, ...]]:
    present = tuple(copy for copy in copies if has(copy))
    return present, tuple(copy for copy in copies if copy not in present)
