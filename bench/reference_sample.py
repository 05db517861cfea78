"""`python -m bench.reference_sample DB FOLDER --seed WORD EDITION…`: passages whose references are to be labelled.

For each edition it writes a file with the references that the program finds in the drawn passages, to be corrected by
hand, and prints the passages for the person who labels them. The sample is random with a fixed seed. A quarter is drawn
from each of four kinds of passages: with several references or a range, a dash or quotes beside one; with any
reference; with digits or "see" and no reference; glossary entries with "See".
"""

from __future__ import annotations

import argparse
import json
import random
import re
from pathlib import Path
from typing import TYPE_CHECKING

from bench.references import FIRST, ReferenceItem, item_of, load_references
from graph.references import resolve_records
from graph.references.resolve import passages
from rules.numbers import is_term
from rules.store import open_store

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from bench.references import Place
    from rules.store import Store

_SUSPECT = re.compile(r"\d\d|\d\.\d|\b[Ss]ee\b|\b[Rr]ules? \d|lossary")


def sample(store: Store, edition: str, seed: str, count: int, without: Collection[Place]) -> list[Place]:
    """Return the places of passages to label, in document order.

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
    for record in resolve_records(rules, glossary):
        by_place.setdefault((record.reference.source, record.reference.field), []).append(item_of(record))
    free = [place for place in texts if place not in without]
    strata = (
        [place for place in free if len(by_place.get(place, ())) > 1 or any(map(_is_rich, by_place.get(place, ())))],
        [place for place in free if place in by_place],
        [place for place in free if place not in by_place and _SUSPECT.search(texts[place])],
        [place for place in free if is_term(place[0]) and "See" in texts[place]],
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
    pairs = [(record.reference, item_of(record)) for record in resolve_records(rules, glossary)]
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


def main() -> None:
    """Write the files to correct, and print the passages."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("db", type=Path)
    parser.add_argument("folder", type=Path)
    parser.add_argument("edition", nargs="+")
    parser.add_argument("--seed", default="first")
    parser.add_argument("--count", type=int, default=16, help="passages to draw from each edition")
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    before = load_references(FIRST)
    with open_store(options.db) as store:
        for edition in options.edition:
            known = {passage.place for passage in before.get(edition, ())} if options.folder != FIRST else set()
            places = sample(store, edition, options.seed, options.count, known)
            (options.folder / f"{edition}.toml").write_text("".join(_as_toml(store, edition, places)), encoding="utf-8")


if __name__ == "__main__":
    main()
