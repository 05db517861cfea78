"""`python -m bench.sample rules|passages|places …`: what is to be judged or labelled by a reader, drawn at random.

The seeds are fixed, so that nobody picks. What is drawn depends on what is printed and on which numbers moved, not on
what the program makes of it. The verdicts go into `bench/gold`, without words of the texts.
"""

from __future__ import annotations

import argparse
import json
import random
import re
from collections import defaultdict
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct

from bench.references import ReferenceItem, item_of, load_references
from graph.ledger import open_ledger
from graph.references.resolve import passages, resolve_references
from rules.keys import is_entry
from rules.store import open_store

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from bench.references import Place
    from graph.ledger import Ledger
    from rules.store import Store

_NUMBER = re.compile(r"\b[1-9]\d\d(?:\.\d+[a-z]{0,2})?\b")
_SUSPECT = re.compile(r"\d\d|\d\.\d|\b[Ss]ee\b|\b[Rr]ules? \d|lossary")
_CUED = re.compile(
    r"\b(?:CR|C\.R\.|[Rr]ules?|Comprehensive Rules|MagicCompRules|section)[ :#§-]{0,3}"
    r"([1-9]\d\d(?:\.[1-9]\d{0,2}[a-z]?)?)(?![\w%]|\.\d)"
)
_BARE = re.compile(r"(?<![\w.$/-])([1-9][0-4]\d\.[1-9]\d{0,2}[a-z]?)(?![\w%]|\.\d)")
_UNLETTERED_BARE = 0.15
"""Share of the numbers with neither cue nor letter that are kept: in most trees such numbers are amounts."""
_RULES_COPY = 60
"""A file with this many lines that begin with a rule's number is a copy of the rules."""
_BEGINS = re.compile(rb"^\W{0,6}[1-9]\d\d\.\d{1,3}[a-z]?\.?\s", re.MULTILINE)
_LARGEST = 1_500_000
_LONGEST_LINE = 2000
"""Longer lines are treated as data."""
_HEAD = 8192
"""Number of bytes of a file that tell whether it is text."""


def draw_rules(store: Store, old: str, new: str, rules: int, additions: int) -> tuple[list[str], list[str]]:
    """Return the keys of old rules, and of new ones, whose counterparts are to be judged.

    Rules that keep number and words are left out: they are nine in ten and show nothing. Three quarters are drawn from
    rules whose exact words the new edition lacks, a quarter from those whose words it has under another number;
    additions are drawn from the new rules whose words the old edition lacks.

    Args:
        store: A knowledge base with both editions.
        old: Id of the older edition.
        new: Id of the newer one.
        rules: Number of old rules; fewer if there are not as many candidates.
        additions: Number of new rules; fewer if there are not as many candidates.
    """
    before, after = _mask_rules(store, old), _mask_rules(store, new)
    texts_before, renumbered = set(before.values()), set(after.values())
    draw = random.Random(f"{old}..{new}")  # noqa: S311 - random sample, not for secrets
    reworded = [key for key, text in before.items() if text not in renumbered]
    elsewhere = [key for key, text in before.items() if text in renumbered and after.get(key) != text]
    fresh = [key for key, text in after.items() if text not in texts_before]
    many = min(len(reworded), max(rules - rules // 4, rules - len(elsewhere)))
    few = min(len(elsewhere), rules - many)
    picked = draw.sample(reworded, many) + draw.sample(elsewhere, few)
    return sorted(picked, key=list(before).index), sorted(
        draw.sample(fresh, min(additions, len(fresh))), key=list(after).index
    )


def _mask_rules(store: Store, edition: str) -> dict[str, str]:
    return {rule.key: _NUMBER.sub("#", f"{rule.heading}\n{rule.text}") for rule in store.rules(edition)}


def draw_passages(store: Store, edition: str, seed: str, count: int, without: Collection[Place]) -> list[Place]:
    """Return the places of passages whose references are to be labelled, in document order.

    A quarter is drawn from each of four kinds: with several references, a range or a title beside one; with any
    reference; with digits or "see" and no reference; glossary entries with "See".

    Args:
        store: A knowledge base with the edition.
        edition: Its id.
        seed: Another word draws other passages.
        count: Number of passages.
        without: Passages labelled before.
    """
    rules, glossary = store.rules(edition), store.glossary(edition)
    texts = {(source, field): text for source, field, text in passages(rules, glossary)}
    by_place: dict[Place, list[ReferenceItem]] = {}
    for record in resolve_references(rules, glossary):
        by_place.setdefault((record.reference.source, record.reference.field), []).append(item_of(record))
    free = [place for place in texts if place not in without]
    strata = (
        [place for place in free if len(by_place.get(place, ())) > 1 or any(map(_is_rich, by_place.get(place, ())))],
        [place for place in free if place in by_place],
        [place for place in free if place not in by_place and _SUSPECT.search(texts[place])],
        [place for place in free if is_entry(place[0]) and "See" in texts[place]],
    )
    draw = random.Random(f"{seed} {edition}")  # noqa: S311 - random sample, not for secrets
    picked: dict[Place, None] = {}
    for stratum in strata:
        rest = [place for place in stratum if place not in picked]
        picked |= dict.fromkeys(draw.sample(rest, min(count // len(strata), len(rest))))
    return sorted(picked, key=list(texts).index)


def _is_rich(item: ReferenceItem) -> bool:
    return len(item.targets) > 1 or item.title is not None


def _as_toml(store: Store, edition: str, places: list[Place]) -> Iterator[str]:
    rules, glossary = store.rules(edition), store.glossary(edition)
    texts = {(source, field): text for source, field, text in passages(rules, glossary)}
    pairs = [(record.reference, item_of(record)) for record in resolve_references(rules, glossary)]
    for place in places:
        yield f"[[passage]]\nsource = {_quote(place[0])}\nfield = {_quote(place[1])}\nlength = {len(texts[place])}\n"
        items = [item for reference, item in pairs if (reference.source, reference.field) == place]
        yield "references = [\n" + "".join(f"    {_format_item(item)},\n" for item in items) + "]\n\n"
        print(f"{edition} {' '.join(place)}\n    {_mark_references(texts[place], items)}")


def _mark_references(text: str, items: list[ReferenceItem]) -> str:
    for item in reversed(items):
        title = f"|{item.title}" if item.title else ""
        status = "" if item.status == "ok" else f"|{item.status}"
        text = f"{text[: item.start]}«{item.raw}{title}{status}»{text[item.start + len(item.raw) :]}"
    return text


def _format_item(item: ReferenceItem) -> str:
    targets = ", ".join(map(_quote, item.targets))
    title = f", title = {_quote(item.title)}" if item.title is not None else ""
    return (
        f"{{ at = {item.start}, raw = {_quote(item.raw)}, kind = {_quote(item.kind)}, targets = [{targets}]{title}, "
        f"status = {_quote(item.status)} }}"
    )


def _quote(value: str) -> str:
    return json.dumps(value, ensure_ascii=False)  # JSON strings are valid TOML strings


class PrintedPlace(Struct, frozen=True, order=True):
    """A printed number: its file relative to the tree, line and column from 1."""

    path: str
    line: int
    column: int
    number: str


def draw_places(tree: Path, count: int, seed: str, ledger: Ledger, per_file: int = 2) -> list[PrintedPlace]:
    """Draw places of a source tree where a number is printed.

    Half are drawn from all, half from numbers that have named several rules, or name none in the newest edition: these
    show most.

    Args:
        tree: Its folder.
        count: Number of places; fewer if there are not as many.
        seed: The same seed draws the same places.
        ledger: The ledger, which has the numbers that moved.
        per_file: Maximum number of places per file.

    Returns:
        The places by file and line.
    """
    chance = random.Random(seed)  # noqa: S311 - random sample, not for secrets
    by_file: dict[str, list[PrintedPlace]] = defaultdict(list)
    for place in _find_places(tree):
        by_file[place.path].append(place)
    drawn = [place for path in sorted(by_file) for place in _draw_some(by_file[path], chance, per_file)]
    moved = [place for place in drawn if _has_moved(place.number, ledger)]
    half = min(len(moved), count // 2)
    chosen = set(chance.sample(moved, half))
    rest = [place for place in drawn if place not in chosen]
    return sorted(chosen | set(chance.sample(rest, min(count - half, len(rest)))))


def _draw_some(places: list[PrintedPlace], chance: random.Random, most: int) -> list[PrintedPlace]:
    if len(places) <= most:
        return places
    return sorted(chance.sample(places, most))


def _has_moved(number: str, ledger: Ledger) -> bool:
    """Return whether several rules have had a number, or the newest edition has no rule with it."""
    holders = {holder.lineage for holder in ledger.holders(number)}
    return len(holders) > 1 or ledger.lineages(ledger.resolve("latest")).get(number) is None


def _find_places(tree: Path) -> Iterator[PrintedPlace]:
    """Yield the printed numbers of a tree; of bare numbers without a letter, most of which are no rules, only some."""
    chance = random.Random(tree.name)  # noqa: S311 - random sample, not for secrets
    for file in sorted(tree.rglob("*")):
        if not _is_read(file):
            continue
        data = file.read_bytes()
        if _is_binary_or_copy(data):
            continue
        path = file.relative_to(tree).as_posix()
        for row, line in enumerate(data.decode("utf-8", "replace").splitlines(), 1):
            for start, (number, is_sure) in sorted(_find_numbers(line).items()):
                if is_sure or chance.random() < _UNLETTERED_BARE:
                    yield PrintedPlace(path, row, start + 1, number)


def _is_read(file: Path) -> bool:
    if file.is_symlink() or not file.is_file() or ".git" in file.parts:
        return False
    return file.stat().st_size <= _LARGEST


def _is_binary_or_copy(data: bytes) -> bool:
    """Return whether a file is no text, or a copy of the rules, whose lines begin with their numbers."""
    return b"\0" in data[:_HEAD] or len(_BEGINS.findall(data)) >= _RULES_COPY


def _find_numbers(line: str) -> dict[int, tuple[str, bool]]:
    """Return the numbers of a line by their places, each with whether it is surely the number of a rule.

    It is if a word before it says so, or if it has a letter. A long line has no numbers.
    """
    if len(line) > _LONGEST_LINE:
        return {}
    numbers = {}
    for match in _CUED.finditer(line):
        numbers[match.start(1)] = (match[1], True)
    for match in _BARE.finditer(line):
        number = match[1]
        numbers.setdefault(match.start(1), (number, number[-1].isalpha()))
    return numbers


def main() -> None:
    """Draw and print; passages also go to files with the references that the program finds, to be corrected."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    kinds = parser.add_subparsers(dest="kind", required=True)
    rules = kinds.add_parser("rules", help="rules of a pair of editions, for the alignment")
    rules.add_argument("db", type=Path)
    rules.add_argument("old")
    rules.add_argument("new")
    rules.add_argument("--rules", type=int, default=30)
    rules.add_argument("--additions", type=int, default=15)
    labels = kinds.add_parser("passages", help="passages of editions, for the references")
    labels.add_argument("db", type=Path)
    labels.add_argument("folder", type=Path, help="where the files of labels go")
    labels.add_argument("edition", nargs="+")
    labels.add_argument(
        "--without", type=Path, action="append", default=[], help="a folder of passages labelled before"
    )
    labels.add_argument("--seed", default="first")
    labels.add_argument("--count", type=int, default=16, help="passages to draw from each edition")
    places = kinds.add_parser("places", help="printed numbers of source trees, for the citations")
    places.add_argument("trees", nargs="+", type=Path)
    places.add_argument("--count", type=int, default=25, help="places to draw from each tree")
    places.add_argument("--per-file", type=int, default=2, help="maximum number of places from each file")
    places.add_argument("--seed", default="field")
    options = parser.parse_args()
    {"rules": _print_rules, "passages": _write_passages, "places": _print_places}[options.kind](options)


def _print_rules(options: argparse.Namespace) -> None:
    with open_store(options.db) as store:
        old, new = draw_rules(store, options.old, options.new, options.rules, options.additions)
    print("\n".join(["old: " + " ".join(old), "new: " + " ".join(new)]))


def _write_passages(options: argparse.Namespace) -> None:
    options.folder.mkdir(parents=True, exist_ok=True)
    before = [load_references(folder) for folder in options.without]
    with open_store(options.db) as store:
        for edition in options.edition:
            labelled = {passage.place for labels in before for passage in labels.get(edition, ())}
            places = draw_passages(store, edition, options.seed, options.count, labelled)
            (options.folder / f"{edition}.toml").write_text("".join(_as_toml(store, edition, places)), encoding="utf-8")


def _print_places(options: argparse.Namespace) -> None:
    ledger = open_ledger()
    for tree in options.trees:
        for place in draw_places(tree, options.count, f"{options.seed}:{tree.name}", ledger, options.per_file):
            print(tree.name, place.path, place.line, place.column, place.number, sep="\t")


if __name__ == "__main__":
    main()
