"""Bring the registry of lineages up to date: `python -m graph.lineages.registry_tool KNOWLEDGE_BASE [--write]`.

For maintainers. Adds the lineages of the knowledge base that are not registered yet, and lists on standard error the
registered ones that it does not have. A registered lineage whose passage changed (by a better reading of the sources)
keeps its id and gets the new digest; its later anchor stays, and so do the lines of lineages that the knowledge base
lacks. Without `--write` the text goes to standard output. The exit status is 1 if an id no longer resolves.
"""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from msgspec.structs import replace

from graph.compare.comparison import read_passages
from graph.lineages.chains import digest
from graph.lineages.registry import (
    REGISTRY_FILE,
    LineageRegistryError,
    Registered,
    format_registry,
    place_of,
    read_registry,
)
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
    words = read_passages(store)
    known = {lineage.id: lineage for lineage in registered}
    newest = {store.chained(work)[-1] for work in set(store.works.values())}
    now: dict[str, Registered] = {}
    rows = store.select("SELECT id, first_edition, last_edition, last_key FROM lineages ORDER BY id")
    for name, first, last, last_key in rows:
        edition, key = place_of(name)
        if name not in known:
            alive = first != last and last in newest
            later = (f"{last_key}@{last}", digest(words(last, last_key))) if alive else ()
            now[name] = Registered(name, digest(words(edition, key)), *later)
        elif edition in store.works and store.lineage_at(edition, key) == name:
            now[name] = replace(known[name], digest=digest(words(edition, key)))
    held = {name for name, *_ in (*rows, *store.select("SELECT alias FROM lineage_aliases"))}
    changes = {
        "added": [name for name in now if name not in known],
        "new digest": [name for name in now if name in known and now[name] != known[name]],
        LOST: [name for name in known if name not in held],
    }
    return tuple({**known, **now}.values()), changes


if __name__ == "__main__":
    sys.exit(main())
