"""Bring the registry of lineages up to date: `python -m graph.lineages.registry_tool KNOWLEDGE_BASE [--write]`.

For maintainers. Adds the lineages of the knowledge base that are not registered yet, and lists on standard error the
registered ones that it does not have. A registered lineage whose passage changed (by a better reading of the sources)
keeps its id and gets the new digest; its later anchor stays, and so do the lines of lineages that the knowledge base
lacks. Without `--write` the text goes to standard output. The exit code is 1 if an id no longer resolves.
"""

import argparse
import sys
from collections.abc import Callable, Collection, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from msgspec.structs import replace

from graph.compare.passages import read_passages
from graph.lineages.inventory import Place
from graph.lineages.registry import (
    REGISTRY_FILE,
    LineageRegistryError,
    Registered,
    digest,
    format_registry,
    place_of,
    read_registry,
)
from rules.files import write_file
from rules.store import Store, StoreError, open_store

ADDED = "added"
CHANGED = "new digest"
LOST = "no longer resolves"


class _Row(NamedTuple):
    """A lineage of the knowledge base: its id, its first edition, its last edition and its key there."""

    id: str
    first_edition: str
    last_edition: str
    last_key: str


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the tool; return 0 if all is well, 1 if a registered id no longer resolves, 2 if a file cannot be used."""
    options = _make_parser().parse_args(arguments)
    try:
        with open_store(options.store) as store:
            update = update_registry(store, read_registry(options.registry))
        text = format_registry(update.lineages)
        if options.write:
            write_file(options.registry, text.encode())
        else:
            sys.stdout.write(text)
    except (LineageRegistryError, StoreError, OSError) as error:
        sys.stderr.write(f"{error}\n")
        return 2
    for change, ids in update.changes.items():
        sys.stderr.writelines(f"{change}: {name}\n" for name in ids)
    return 1 if update.changes[LOST] else 0


def _make_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m graph.lineages.registry_tool", description=(__doc__ or "").split("\n", maxsplit=1)[0]
    )
    parser.add_argument("store", type=Path, help="the knowledge base, made from the real editions")
    parser.add_argument("--registry", type=Path, default=REGISTRY_FILE, help="the file to update")
    parser.add_argument("--write", action="store_true", help="replace the registry instead of printing it")
    return parser


class RegistryUpdate(NamedTuple):
    """A new registry, compared with the present one.

    Attributes:
        lineages: All lineages of the new registry.
        changes: `ADDED`, `CHANGED` and `LOST` → the ids of the lineages concerned.
    """

    lineages: tuple[Registered, ...]
    changes: dict[str, list[str]]


def update_registry(store: Store, registered: Sequence[Registered]) -> RegistryUpdate:
    """Return the registry with the additions of the knowledge base, and what changed in it.

    Args:
        store: A knowledge base made from the real editions with the present registry.
        registered: The present registry.

    Raises:
        LineageRegistryError: The knowledge base is made from the sample.
    """
    if store.is_sample:
        raise LineageRegistryError(f"{store.path}: made from the sample, whose lineages are not registered")
    by_id = {lineage.id: lineage for lineage in registered}
    rows = [
        _Row(*row) for row in store.select("SELECT id, first_edition, last_edition, last_key FROM lineages ORDER BY id")
    ]
    current = _list_current(store, rows, by_id)
    changed = [name for name, lineage in current.items() if name in by_id and lineage != by_id[name]]
    resolving = {row.id for row in rows}
    resolving.update(alias for (alias,) in store.select("SELECT alias FROM lineage_aliases"))
    changes = {
        ADDED: [name for name in current if name not in by_id],
        CHANGED: changed,
        LOST: [name for name in by_id if name not in resolving],
    }
    return RegistryUpdate(tuple({**by_id, **current}.values()), changes)


def _list_current(store: Store, rows: Sequence[_Row], registered: Mapping[str, Registered]) -> dict[str, Registered]:
    """Return the lines that the knowledge base adds to the registry or confirms, by id.

    These are the lines of lineages that are not registered yet, and those of registered lineages with the digest of the
    passage as it reads now. Registered lineages whose first anchor the knowledge base lacks, or has in another lineage,
    are left out: their lines stay as they are.
    """
    passage_at = read_passages(store)

    def digest_at(place: Place) -> str:
        return digest(passage_at(place.edition, place.key))

    newest_editions = {store.chained(work)[-1] for work in set(store.work_of.values())}
    current: dict[str, Registered] = {}
    for row in rows:
        first = place_of(row.id)
        if row.id not in registered:
            current[row.id] = _register(row, newest_editions, digest_at)
        elif first.edition in store.work_of and store.lineage_at(first.edition, first.key) == row.id:
            current[row.id] = replace(registered[row.id], digest=digest_at(first))
    return current


def _register(row: _Row, newest_editions: Collection[str], digest_at: Callable[[Place], str]) -> Registered:
    """Return the line of a lineage that is not registered yet.

    Args:
        row: The lineage.
        newest_editions: The newest edition of each work: a lineage that is in one of them gets a later anchor there.
        digest_at: Returns the digest of the passage at a place.
    """
    digest_of_first = digest_at(place_of(row.id))
    is_in_newest = row.last_edition in newest_editions
    if not is_in_newest or row.first_edition == row.last_edition:
        return Registered(row.id, digest_of_first)
    digest_of_later = digest_at(Place(row.last_edition, row.last_key))
    return Registered(row.id, digest_of_first, f"{row.last_key}@{row.last_edition}", digest_of_later)


if __name__ == "__main__":
    sys.exit(main())
