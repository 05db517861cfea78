"""Bring `editions.toml` up to date with an archive: `python -m scraper.registry_tool ARCHIVE [--write]`.

For maintainers. The witnesses come from the archive's manifest; facts curated by hand (set names, publisher's
addresses, works, conditions of copies, the table of origins) are kept from the present registry. Without `--write` the
text goes to standard output. A set without a name is an error, and so is a new origin: look the name up, and add the
edition or the origin by hand first.
"""

import argparse
import json
import re
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

import msgspec
from msgspec.structs import replace

from rules.files import write_file
from rules.records import CardSet
from scraper.archive import ArchiveEntry, ArchiveError, Copy, load_archive
from scraper.registry import (
    REGISTRY_FILE,
    Registry,
    RegistryEdition,
    RegistryError,
    RegistryWitness,
    parse_registry,
    read_registry,
)

_DATE_IN_NAME = re.compile(r"(?<!\d)(\d{4})-?(\d{2})-?(\d{2})(?!\d)")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the tool, and return 0, or 2 if the archive or the registry cannot be used."""
    parser = argparse.ArgumentParser(prog="python -m scraper.registry_tool", description=(__doc__ or "").split("\n")[0])
    parser.add_argument("archive", type=Path, help="the archive: a folder with manifest.json")
    parser.add_argument("--registry", type=Path, default=REGISTRY_FILE, help="the file to update")
    parser.add_argument("--write", action="store_true", help="replace the registry instead of printing it")
    options = parser.parse_args(arguments)
    try:
        text = update_registry(options.registry, load_archive(options.archive).entries)
        if options.write:
            content = text.encode()
            parse_registry(content, options.registry)  # no registry is replaced by a file that cannot be read
            write_file(options.registry, content)
        else:
            sys.stdout.write(text)
    except (ArchiveError, RegistryError, OSError) as error:
        sys.stderr.write(f"{error}\n")
        return 2
    return 0


def update_registry(registry: Path, entries: Sequence[ArchiveEntry]) -> str:
    """Return the registry's text with the witnesses of `entries`; everything curated is kept.

    Raises:
        RegistryError: An edition's set has no name yet, or an origin is not in the table.
    """
    head, mark, _ = registry.read_text(encoding="utf-8").partition("[[edition]]")
    if not mark:
        # a registry without editions: the first one follows after a blank line
        head = f"{head.rstrip()}\n\n"
    recorded = read_registry(registry)
    curated = {edition.id: edition for edition in recorded.editions}
    in_archive = {entry.edition: entry for entry in entries}
    ids = sorted({*curated, *in_archive})
    texts = []
    for edition_id in ids:
        edition = curated.get(edition_id, RegistryEdition(edition_id))
        if edition_id in in_archive:
            edition = _with_copies(edition, in_archive[edition_id], ids, recorded)
        texts.append(_format_edition(edition))
    return head + "\n\n".join(texts) + "\n"


def _with_copies(
    edition: RegistryEdition, entry: ArchiveEntry, ids: Sequence[str], recorded: Registry
) -> RegistryEdition:
    """Return an edition with the set, the file dates and the copies that the archive has; what is curated is kept."""
    sets = edition.sets
    if not sets and entry.set_code:
        sets = (CardSet(entry.set_code, _name_of_set(entry, entry.set_code, recorded)),)
    origins = {f"github.com/{row['repository']}": name for name, row in recorded.origins.items()}
    copies = recorded.with_conditions(entry).copies
    witnesses = [_witness_of(entry, copy, origins) for copy in copies]
    aliases = tuple(sorted({*file_dates(entry, ids), *edition.aliases}))
    return replace(edition, sets=sets, aliases=aliases, witnesses=tuple(witnesses))


def _name_of_set(entry: ArchiveEntry, code: str, recorded: Registry) -> str | None:
    """Return the name of a set, as another edition of the registry has it.

    Raises:
        RegistryError: No edition has it.
    """
    for edition in recorded.editions:
        for card_set in edition.sets:
            if card_set.code == code:
                return card_set.name
    raise RegistryError(f"edition {entry.edition}: set {code} has no name yet; add it with its name first")


def _witness_of(entry: ArchiveEntry, copy: Copy, origins: Mapping[str, str]) -> RegistryWitness:
    """Return a copy as the registry keeps it.

    Args:
        entry: The copy's edition in the archive.
        copy: The copy.
        origins: The registry's name of each origin.

    Raises:
        RegistryError: An origin has no name.
    """
    locations = [(copy.origin, copy.origin_path or "")]
    for same_text in copy.same_text:
        origin, path = same_text.split(":", 1)
        locations.append((origin, path))
    named: list[str] = []
    for origin, path in locations:
        if origin not in origins:
            raise RegistryError(
                f"edition {entry.edition}: origin {origin} is not in [origins]; add repository and commit"
            )
        named.append(f"{origins[origin]}:{path}")
    return RegistryWitness(
        at=named[0],
        bytes=copy.bytes,
        sha256=copy.sha256,
        same=tuple(named[1:]),
        condition=copy.condition,
        reason=copy.reason,
    )


def file_dates(entry: ArchiveEntry, editions: Sequence[str]) -> tuple[str, ...]:
    """Return the dates `YYYYMMDD` in the names of an edition's files, without its effective date, sorted.

    If another edition lies between a date and this edition, the date is a mistake in a file name and is left out. The
    edition of 2003-07-01 may have a file `rules20030815.txt`; if there is an edition of 2003-08-01, that date is a day
    of the later edition, which an alias of the earlier one would hide.

    Args:
        entry: The edition's entry in the archive.
        editions: Ids of all editions.
    """
    own_day = entry.edition.replace("-", "")
    other_days = [edition.replace("-", "") for edition in editions if edition != entry.edition]
    dates = set()
    for copy in entry.copies:
        for location in (copy.origin_path or "", *copy.same_text):
            name = location.rpartition("/")[2]
            dates |= {"".join(match.groups()) for match in _DATE_IN_NAME.finditer(name)}
    dates.discard(own_day)
    return tuple(date for date in sorted(dates) if not _lies_between(other_days, date, own_day))


def _lies_between(days: Sequence[str], start: str, end: str) -> bool:
    """Return whether one of some days lies between two others or equals one of them; either may be the earlier one."""
    earlier, later = sorted((start, end))
    return any(earlier <= day <= later for day in days)


def _format_edition(edition: RegistryEdition) -> str:
    """Return one `[[edition]]`, with a line for each set and witness."""
    lines = ["[[edition]]"]
    for key, value in msgspec.to_builtins(edition).items():
        if key in {"sets", "witnesses"}:
            lines += [f"{key} = [", *(f"  {_format(each)}," for each in value), "]"]
        else:
            lines.append(f"{key} = {_format(value)}")
    return "\n".join(lines)


def _format(value: object) -> str:
    """Return a value as TOML on one line, tables without their empty values; JSON's strings are a subset of TOML's."""
    if isinstance(value, dict):
        return f"{{ {', '.join(f'{key} = {_format(each)}' for key, each in value.items() if each)} }}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(_format, value))}]"
    return json.dumps(value, ensure_ascii=False)


if __name__ == "__main__":
    sys.exit(main())
