"""What the browser computes between any two editions is what `graph.compare` says of them, change by change."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import islice, pairwise
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec import Struct, json, to_builtins

from graph.announcements.answers import answer_announcement, by_bulletin
from graph.announcements.changes import announced_changes
from graph.announcements.unannounced import find_unannounced_steps
from graph.compare.comparison import compare
from graph.history import History
from rules.links import Group
from rules.records import COMPREHENSIVE_RULES
from rules.store import Store, open_store
from site_src.data.announcements import Announcements, pack_announcements
from site_src.data.corpus import Corpus, Manifest
from site_src.data.documents import list_documents
from site_src.data.history import HistoryColumns
from site_src.data.packed_history import pack_history
from site_src.data.packed_manifest import pack_manifest
from tests.graph.compare.histories import A, B, C, D, town
from tests.graph.lineages.small import deleted, link
from tests.rules.histories import write_history
from tests.site_src.pages.history.moved_rules import moved_rules
from tests.site_src.scripts import run_program

PROGRAM = """
import { readFileSync } from "node:fs";
const { Versions } = await import(`${process.argv[1]}/compare/versions.js`);
const { between } = await import(`${process.argv[1]}/compare/between.js`);
const { unpackAnnouncements, unpackHistory } = await import(`${process.argv[1]}/compare/unpack.js`);
const { announcedBetween, reasonsOf, unannouncedBetween } = await import(`${process.argv[1]}/compare/reasons.js`);
const { sortKeys } = await import(`${process.argv[1]}/compare/keys.js`);
const { packed, announced: packedAnnouncements, lineages, keys, works, pairs } = JSON.parse(readFileSync(0, "utf8"));
const history = await unpackHistory(packed);
const announcements = unpackAnnouncements(packedAnnouncements, history.lineages);
const versions = new Versions(history, new Map(Object.entries(works)));
console.log(JSON.stringify(await Promise.all(pairs.map(async ([from, to]) => {
  const { changes, same } = await between(versions, from, to);
  sortKeys(changes, keys[from], keys[to]);
  const announced = announcedBetween(announcements, from, to);
  const named = (edition, keys) => keys.map((key) => lineages[edition][key]);
  const why = (one) => reasonsOf(announcements, announced, [...named(from, one.old), ...named(to, one.new)]);
  const told = (one) => why(one).map(({ title, subjects }) => [title, subjects]);
  const steps = unannouncedBetween(announcements, from, to).map((step) => [step.from, step.to]);
  return { same, steps, changes: changes.map((one) => [one.old, one.new, one.kind, one.change, told(one)]) };
}))));
"""
UNPACK = """
import { readFileSync } from "node:fs";
const { unpackAnnouncements, unpackHistory } = await import(`${process.argv[1]}/compare/unpack.js`);
const [packed, announced] = JSON.parse(readFileSync(0, "utf8"));
const history = await unpackHistory(packed);
console.log(JSON.stringify([history, unpackAnnouncements(announced, history.lineages)]));
"""
UNPACK_MANIFEST = """
import { readFileSync } from "node:fs";
const { unpackManifest } = await import(`${process.argv[1]}/compare/unpack.js`);
console.log(JSON.stringify(unpackManifest(JSON.parse(readFileSync(0, "utf8")))));
"""
Reasons = tuple[tuple[str, tuple[str, ...]], ...]
Change = tuple[tuple[str, ...], tuple[str, ...], str, str | None, Reasons]


class Found(Struct, frozen=True):
    """How many records stand unchanged, which steps nobody announced, and what became of the others.

    That is keys in the order of the documents, kind, class, who announced it.
    """

    same: int
    unannounced: tuple[tuple[str, str], ...]
    changes: frozenset[Change]


def documents_of(store: Store) -> tuple[HistoryColumns, Announcements]:
    some = dict(islice(list_documents(store, Corpus(store), {}), 4))
    return some["history"], some["announcements"]


def keys_of(store: Store, edition: str) -> list[str]:
    """The keys of an edition in its order, as its manifest has them for the browser."""
    return [*(rule.key for rule in store.rules(edition)), *(entry.key for entry in store.glossary(edition))]


def in_the_browser(store: Store, pairs: Sequence[tuple[str, str]]) -> list[Found]:
    columns, announcements = documents_of(store)
    requests = {
        "packed": json.decode(json.encode(pack_history(columns))),
        "announced": to_builtins(pack_announcements(columns.lineages, announcements)),
        "lineages": {edition: store.lineages(edition) for pair in pairs for edition in pair},
        "keys": {edition: keys_of(store, edition) for pair in pairs for edition in pair},
        "works": dict(store.work_of),
        "pairs": pairs,
    }

    def change_of(old: list[str], new: list[str], kind: str, change: str | None, why: list[Any]) -> Change:
        reasons = tuple((title, tuple(subjects)) for title, subjects in why)
        return tuple(old), tuple(new), kind, change, reasons

    return [
        Found(
            answer["same"],
            tuple(map(tuple, answer["steps"])),
            frozenset(change_of(*change) for change in answer["changes"]),
        )
        for answer in run_program(PROGRAM, requests)
    ]


def by_the_graph(store: Store, old: str, new: str) -> Found:
    groups = compare(History(store), old, new).groups
    changed = [group for group in groups if not group.is_same]
    announced = announced_changes(History(store), old, new, changed)

    def why(group: Group) -> Reasons:
        return tuple(
            (several[0].title, tuple(f"{one.subject} ({one.rule.replace('-', '–')})" for one in several))
            for several in by_bulletin(map(answer_announcement, announced.get(group, ())))
        )

    return Found(
        len(groups) - len(changed),
        tuple((step.old, step.new) for step in find_unannounced_steps(store.chained(), old, new)),
        frozenset((group.old, group.new, group.kind, group.change, why(group)) for group in changed),
    )


def check(store: Store, pairs: Sequence[tuple[str, str]]) -> None:
    for pair, from_browser in zip(pairs, in_the_browser(store, pairs), strict=True):
        from_graph = by_the_graph(store, *pair)
        assert from_browser.changes ^ from_graph.changes == frozenset(), pair
        assert from_browser == from_graph, pair


def all_pairs(store: Store) -> list[tuple[str, str]]:
    works = [store.editions_of(work) for work in set(store.work_of.values())]
    return [(edition, other) for editions in works for edition in editions for other in editions]


EDITIONS = {
    A: {"1": "Reeds grow.", "2": "Boats wait for a pilot.", "glossary:Reed": "A plant.", "glossary:Bank": "Of mud."},
    B: {"1": "Reeds grow.", "glossary:Reed": "A plant. Boats wait for a pilot.", "3": "Of mud."},
    C: {"1": "Reeds “grow”.", "glossary:Reed": "A tall plant. Boats wait for a pilot."},
    D: {"1": "Reeds grow.", "glossary:Reed": "A tall plant, cut in winter.", "4": "Boats wait for a pilot."},
}
LINKS = {
    B: [
        link("2", "glossary:Reed", "merged", "wording", main=False),
        link("glossary:Reed", "glossary:Reed", "merged", "wording"),
        link("glossary:Bank", "3", "moved"),
    ],
    C: [
        link("1", "1", "kept", "typographic"),
        link("glossary:Reed", "glossary:Reed", "kept", "wording"),
        *deleted("3"),
    ],
    D: [
        link("1", "1", "kept", "typographic"),
        link("glossary:Reed", "glossary:Reed", "split", "wording"),
        link("glossary:Reed", "4", "split", "wording", main=False),
    ],
}


def reeds(folder: Path) -> Store:
    """Rules and entries that part and meet."""
    return open_store(write_history(folder / "reeds.sqlite", EDITIONS, LINKS))


@pytest.mark.parametrize("history", [moved_rules, town, reeds], ids=["moved_rules", "town", "reeds"])
def test_small_histories_agree_in_every_change(history: Callable[[Path], Store], tmp_path: Path) -> None:
    with history(tmp_path) as store:
        check(store, all_pairs(store))
        deletion = (("2",), (), "deleted", None, ())
        assert history is not reeds or deletion in by_the_graph(store, A, C).changes, "a rule is no part of an entry"


def test_the_sample_editions_agree_in_every_change(sample_kb: Path) -> None:
    with open_store(sample_kb) as store:
        check(store, all_pairs(store))
        whole = by_the_graph(store, "1999-04-23", "2026-04-17").changes
        assert any(change[4] for change in whole), "some are announced"


def resolve(document: dict[str, Any]) -> dict[str, Any]:
    """The columns with names in the place of numbers that packing changes, and which words are alike."""
    versions, links, keys = document["versions"], document["links"], document["keys"]
    beside = [row for rows in document["retyped"].values() for row in rows]

    def find_alike(form: str, column: int) -> list[int]:
        numbers = [first or text for first, text in zip(versions[form], versions["text"], strict=True)]
        numbers += [row[column] or row[2] for row in beside]
        return list(map(numbers.index, numbers))

    name: dict[int | None, str | None] = {None: None, **dict(enumerate(keys))}
    return {
        **{part: document[part] for part in ("editions", "lineages", "kinds", "classes")},
        **{column: versions[column] for column in ("lineage", "first", "last", "kind", "class")},
        "key": [name[key] for key in versions["key"]],
        "words": find_alike("words", 3),
        "plain": find_alike("plain", 4),
        "sources": [from_ and [name[key] for key in from_] for from_ in versions["sources"]],
        "links": links | {end: [name[key] for key in links[end]] for end in ("old", "new")},
        "retyped": {edition: [(name[row[0]], row[1]) for row in rows] for edition, rows in document["retyped"].items()},
        "remnants": sorted(map(tuple, document["remnants"])),
    }


def check_packing(store: Store) -> None:
    columns, announcements = documents_of(store)
    packed = [pack_history(columns), pack_announcements(columns.lineages, announcements)]
    unpacked, announced = run_program(UNPACK, json.decode(json.encode(packed)))
    assert resolve(unpacked) == resolve(json.decode(json.encode(columns)))
    assert announced == json.decode(json.encode(announcements))


@pytest.mark.parametrize("history", [moved_rules, town, reeds], ids=["moved_rules", "town", "reeds"])
def test_what_is_packed_is_the_same_when_unpacked(history: Callable[[Path], Store], tmp_path: Path) -> None:
    with history(tmp_path) as store:
        check_packing(store)


def test_the_packed_sample_is_the_same_when_unpacked(sample_store: Store) -> None:
    check_packing(sample_store)


def test_a_packed_manifest_says_where_the_words_are(sample_store: Store) -> None:
    found = [
        document
        for _, document in list_documents(sample_store, Corpus(sample_store), {})
        if isinstance(document, Manifest)
    ]
    assert len(found) > 4
    for manifest in found:
        unpacked = run_program(UNPACK_MANIFEST, to_builtins(pack_manifest(manifest)))
        assert unpacked["columns"] == ["key", "bucket", "text"]
        for part in ("rules", "glossary"):
            assert unpacked[part] == [[row.key, row.bucket, row.text] for row in getattr(manifest, part)]
        assert unpacked["headings"] == manifest.headings
        assert (unpacked["labels"], unpacked["references"]) == ({}, []), "a page reads them as of any manifest"


@pytest.mark.archive
@pytest.mark.long
def test_any_two_real_editions_agree_in_every_change(whole_store: Store) -> None:
    """Near and far, forwards and backwards."""
    editions = whole_store.editions_of(COMPREHENSIVE_RULES)
    chosen = Random(2009)
    far = [(editions[-1], editions[0]), (editions[0], editions[-1])]
    steps = [*pairwise(editions)][::9]
    pairs = ((one, other) for one, other in (chosen.sample(editions, 2) for _ in range(60)))
    check(whole_store, [*far, *steps, *pairs])
