"""Bring `editions.toml` up to date with an archive: `python -m scraper.registry_tool ARCHIVE [--write]`.

For maintainers. The witnesses come from the archive's manifest; facts curated by hand (set names, publisher's
addresses, works, conditions of copies, the table of origins) are kept from the present registry. Without `--write` the
text goes to standard output. A set without a name is an error, and so is a new origin: look the name up, and add the
edition or the origin by hand first.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import msgspec

from rules.files import write_file
from rules.records import COMPREHENSIVE_RULES
from scraper.archive import ArchiveEntry, ArchiveError, Copy, load_archive
from scraper.registry import REGISTRY_FILE, RegistryError, read_registry

_DATE_IN_NAME = re.compile(r"(?<!\d)(\d{4})-?(\d{2})-?(\d{2})(?!\d)")
_HOST = "github.com/"


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the tool, and return 0, or 2 if the archive or the registry cannot be used."""
    parser = argparse.ArgumentParser(prog="python -m scraper.registry_tool", description=(__doc__ or "").split("\n")[0])
    parser.add_argument("archive", type=Path, help="the archive: a folder with manifest.json")
    parser.add_argument("--registry", type=Path, default=REGISTRY_FILE, help="the file to bring up to date")
    parser.add_argument("--write", action="store_true", help="replace the registry instead of printing it")
    options = parser.parse_args(arguments)
    try:
        text = update_registry(options.registry, load_archive(options.archive).entries)
        if options.write:
            write_file(options.registry, text.encode())
            read_registry(options.registry)
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
    old = registry.read_text(encoding="utf-8")
    head, mark, _ = old.partition("[[edition]]")
    table = msgspec.toml.decode(old)
    curated: dict[str, dict[str, object]] = {str(row["id"]): row for row in table.get("edition", ())}
    names = {each["code"]: each["name"] for row in table.get("edition", ()) for each in row.get("sets", ())}
    origins = {f"{_HOST}{row['repository']}": name for name, row in table["origins"].items()}
    if not mark:
        head = f"{old.rstrip()}\n\n"
    entry_of = {entry.edition: entry for entry in entries}
    ids = sorted({*curated, *entry_of})
    blocks = [
        "\n".join(_format_block(edition, entry_of.get(edition), curated.get(edition, {}), names, origins, ids))
        for edition in ids
    ]
    return head + "\n\n".join(blocks) + "\n"


def file_dates(entry: ArchiveEntry, editions: Sequence[str]) -> tuple[str, ...]:
    """Return the dates `YYYYMMDD` in the names of an edition's files, without its effective date, sorted.

    Args:
        entry: The edition's entry in the archive.
        editions: Ids of all editions. If another edition lies between a date and this edition, the date is a mistake in
            a file name and is left out: as an alias, a day of the other edition would mean this one.
    """
    own = entry.edition.replace("-", "")
    days = [edition.replace("-", "") for edition in editions]
    places = [place for copy in entry.copies for place in (copy.origin_path or "", *copy.same_text)]
    dates = {"".join(match.groups()) for place in places for match in _DATE_IN_NAME.finditer(place.rpartition("/")[2])}
    return tuple(sorted(date for date in dates - {own} if not any(_is_between(day, own, date) for day in days)))


def _is_between(day: str, own: str, date: str) -> bool:
    return min(own, date) <= day <= max(own, date) and day != own


def _format_block(  # noqa: PLR0917
    edition: str,
    entry: ArchiveEntry | None,
    curated: Mapping[str, object],
    names: Mapping[object, object],
    origins: Mapping[str, str],
    editions: Sequence[str],
) -> Iterator[str]:
    """Yield the lines of one `[[edition]]`; an edition that the archive lacks keeps its curated witnesses."""
    yield "[[edition]]"
    yield f"id = {_quote(edition)}"
    work = curated.get("work", COMPREHENSIVE_RULES)
    if work != COMPREHENSIVE_RULES:
        yield f"work = {_quote(work)}"
    sets = curated.get("sets", ())
    if not sets and entry and entry.set_code:
        if entry.set_code not in names:
            raise RegistryError(f"edition {edition}: set {entry.set_code} has no name yet; add it with its name first")
        sets = [{"code": entry.set_code, "name": names[entry.set_code]}]
    if isinstance(sets, list) and sets:
        yield "sets = ["
        yield from (f"  {{ {_format_table(each)} }}," for each in sets)
        yield "]"
    kept = curated.get("aliases", ())
    aliases = {*(file_dates(entry, editions) if entry else ()), *(kept if isinstance(kept, list) else ())}
    if aliases:
        yield f"aliases = {_quote_all(sorted(aliases))}"
    if "publisher" in curated:
        yield f"publisher = {_quote(curated['publisher'])}"
    published = curated.get("published")
    if isinstance(published, dict):
        yield f"published = {{ {_format_table(published)} }}"
    if entry is not None:
        stated = {row.get("sha256"): row for row in _list_rows(curated) if "condition" in row}
        rows = [_format_witness(copy, edition, origins, stated.get(copy.sha256, {})) for copy in entry.copies]
    else:
        rows = [_format_table(row) for row in _list_rows(curated)]
    if rows:
        yield from ("witnesses = [", *(f"  {{ {row} }}," for row in rows), "]")


def _list_rows(curated: Mapping[str, object]) -> list[dict[str, object]]:
    rows = curated.get("witnesses", [])
    return rows if isinstance(rows, list) else []


def _format_witness(copy: Copy, edition: str, origins: Mapping[str, str], stated: Mapping[str, object]) -> str:
    """Return the row of a copy; its condition and the reason are the copy's own, else those of the curated row."""

    def place(origin: str, path: str) -> str:
        if origin not in origins:
            raise RegistryError(f"edition {edition}: origin {origin} is not in [origins]; add repository and commit")
        return f"{origins[origin]}:{path}"

    row: dict[str, object] = {
        "at": place(copy.origin, copy.origin_path or ""),
        "bytes": copy.bytes,
        "sha256": copy.sha256,
    }
    if copy.same_text:
        row["same"] = [place(*same.split(":", 1)) for same in copy.same_text]
    condition, reason = copy.condition or stated.get("condition"), copy.reason or stated.get("reason")
    if condition:
        row |= {"condition": condition, "reason": reason}
    return _format_table(row)


def _format_table(row: Mapping[str, object]) -> str:
    return ", ".join(
        f"{key} = {_quote_all(cell) if isinstance(cell, list) else cell if isinstance(cell, int) else _quote(cell)}"
        for key, cell in row.items()
    )


def _quote_all(values: Sequence[object]) -> str:
    return f"[{', '.join(_quote(value) for value in values)}]"


def _quote(value: object) -> str:
    """Return a TOML basic string: JSON's escapes are a subset of TOML's."""
    return json.dumps(str(value), ensure_ascii=False)


if __name__ == "__main__":
    sys.exit(main())
