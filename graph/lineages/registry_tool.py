"""Bring the registry of lineages up to date: `python -m graph.lineages.registry_tool KNOWLEDGE_BASE [--write]`.

For maintainers. Adds the lineages of the knowledge base that are not registered yet, and lists on standard error the
registered ones that it does not have. A registered lineage whose passage changed (by a better reading of the sources)
keeps its id and gets the new digest; its later anchor stays, and so do the lines of lineages that the knowledge base
lacks. Without `--write` the text goes to standard output. The exit status is 1 if an id no longer resolves.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from pathlib import Path

from msgspec.structs import replace

from graph.lineages.chains import digest
from graph.lineages.registry import (
    REGISTRY_FILE,
    Anchor,
    LineageRegistryError,
    Registered,
    anchor_of,
    format_registry,
    read_registry,
)
from rules.change import Passage, passage_of
from rules.files import write_file
from rules.store import Store, StoreError, open_store

LOST = "no longer resolves"


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the tool; return 0 if all is well, 1 if a registered id no longer resolves, 2 if a file cannot be used."""
    parser = argparse.ArgumentParser(
        prog="python -m graph.lineages.registry_tool", description=(__doc__ or "").split("\n", maxsplit=1)[0]
    )
    parser.add_argument("store", type=Path, help="the knowledge base, made from the real editions")
    parser.add_argument("--registry", type=Path, default=REGISTRY_FILE, help="the file to bring up to date")
    parser.add_argument("--write", action="store_true", help="replace the registry instead of printing it")
    options = parser.parse_args(arguments)
    try:
        with open_store(options.store) as store:
            lineages, changes = update_registry(store, read_registry(options.registry))
        text = format_registry(lineages)
        if options.write:
            write_file(options.registry, text.encode())
        else:
            sys.stdout.write(text)
    except (LineageRegistryError, StoreError, OSError) as error:
        sys.stderr.write(f"{error}\n")
        return 2
    for what, ids in changes.items():
        sys.stderr.writelines(f"{what}: {name}\n" for name in ids)
    return 1 if changes[LOST] else 0


def update_registry(
    store: Store, registered: Sequence[Registered]
) -> tuple[tuple[Registered, ...], dict[str, list[str]]]:
    """Return the registry with the additions of the knowledge base, and the ids of what changed, by what it is.

    Args:
        store: A knowledge base made from the real editions with the present registry.
        registered: The present registry.

    Raises:
        LineageRegistryError: The knowledge base is made from the sample.
    """
    if store.is_sample:
        raise LineageRegistryError(f"{store.path}: made from the sample, whose lineages are not registered")
    places = _AnchorMaker(store)
    known = {lineage.id: lineage for lineage in registered}
    ids = {row[0] for row in store.select("SELECT id FROM lineages")}
    aliases = {row[0] for row in store.select("SELECT alias FROM lineage_aliases")}
    mended = {name: places.mend_digest(known[name]) for name in sorted(ids & known.keys())}
    mended = {name: lineage for name, lineage in mended.items() if lineage != known[name]}
    added = {name: places.register_lineage(name) for name in sorted(ids - known.keys())}
    lost = [lineage.id for lineage in registered if lineage.id not in ids and lineage.id not in aliases]
    changes = {"added": [*added], "new digest": [*mended], LOST: lost}
    return tuple({**known, **mended, **added}.values()), changes


class _AnchorMaker:
    """Makes anchors from the knowledge base."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._passages: Callable[[str], Mapping[str, Passage]] = cache(
            lambda edition: (
                {rule.key: passage_of(rule) for rule in store.rules(edition)}
                | {entry.key: passage_of(entry) for entry in store.glossary(edition)}
            )
        )
        newest = {store.chained(work)[-1] for work in set(store.works.values())}
        rows = store.select("SELECT id, first_edition, last_edition, last_key FROM lineages")
        self._alive = {name: (last, key) for name, first, last, key in rows if first != last and last in newest}

    def register_lineage(self, name: str) -> Registered:
        """Return a lineage of the knowledge base in the form of the registry."""
        alive = self._alive.get(name)
        later = None if alive is None else self._make_anchor(*alive)
        first = anchor_of(name, "")
        return Registered(name, self._make_anchor(first.edition, first.key), later)

    def mend_digest(self, lineage: Registered) -> Registered:
        """Return a registered lineage with the present digest of its first anchor, if it is still there."""
        edition, key = lineage.first.edition, lineage.first.key
        if edition not in self._store.works or self._store.lineage_at(edition, key) != lineage.id:
            return lineage
        return replace(lineage, first=self._make_anchor(edition, key))

    def _make_anchor(self, edition: str, key: str) -> Anchor:
        return Anchor(edition, key, digest(self._passages(edition)[key]))


if __name__ == "__main__":
    sys.exit(main())
