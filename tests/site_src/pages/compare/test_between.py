"""What the browser computes between any two editions, beside what `graph.compare` says of them."""

from __future__ import annotations

import json
import subprocess
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import pytest

from graph.compare import compare
from rules.store import Store
from site_src.builder.assets import find_node
from site_src.data.corpus import Corpus
from site_src.data.documents import history_document
from site_src.errors import AssetsError
from site_src.pages.history.annals import Annals
from site_src.paths import ROOT
from tests.site_src.pages.history.orchard import A, B, C

MODULE = ROOT / "site_src" / "assets" / "js" / "compare" / "between.js"
PROGRAM = """
import { readFileSync } from "node:fs";
const { Versions, between } = await import(process.argv[1]);
const { history, works, pairs } = JSON.parse(readFileSync(0, "utf8"));
const versions = new Versions(history, new Map(Object.entries(works)));
console.log(JSON.stringify(pairs.map(([from, to]) => {
  const { changes, same } = between(versions, from, to);
  return { same, changes: changes.map((one) => [one.old, one.new, one.kind, one.change]) };
})));
"""
Records = tuple[frozenset[str], frozenset[str]]
Fate = tuple[str, str | None]


@dataclass(frozen=True)
class Found:
    """How many records stand unchanged, and what became of which of the others."""

    same: int
    changes: dict[Records, Fate]

    def of(self, place: int) -> Counter[str | None]:
        """How many changes there are of each kind (0) or class (1)."""
        return Counter(fate[place] for fate in self.changes.values())


def in_the_browser(store: Store, pairs: Sequence[tuple[str, str]]) -> list[Found]:
    try:
        node = find_node()
    except AssetsError:
        pytest.skip("node is not installed (make setup)")
    corpus = Corpus(store)
    texts = {(edition, row.key): row.text for edition, content in corpus.contents.items() for row in content.rows}
    versions = [one for found in Annals(store).by_lineage.values() for one in found]
    asked = {"history": history_document(corpus, versions, texts), "works": dict(store.works), "pairs": pairs}
    done = subprocess.run(
        [node, "--input-type=module", "-e", PROGRAM, MODULE.as_uri()],
        input=json.dumps(asked), capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    answers: list[dict[str, Any]] = json.loads(done.stdout)
    return [
        Found(
            one["same"],
            {(frozenset(old), frozenset(new)): (kind, change) for old, new, kind, change in one["changes"]},
        )
        for one in answers
    ]


def by_the_graph(store: Store, old: str, new: str) -> Found:
    groups = compare(store, old, new).groups
    changed = [one for one in groups if not one.is_same]
    return Found(
        len(groups) - len(changed),
        {(frozenset(one.old), frozenset(one.new)): (one.kind, one.change) for one in changed},
    )


@pytest.mark.parametrize("pair", [(A, B), (B, A), (B, C), (C, B), (A, A)], ids="..".join)
def test_one_step_agrees_to_the_change(store: Store, pair: tuple[str, str]) -> None:
    (found,) = in_the_browser(store, [pair])
    assert found == by_the_graph(store, *pair)


@pytest.mark.parametrize("pair", [(A, C), (C, A)], ids="..".join)
def test_several_steps_find_the_same_records(store: Store, pair: tuple[str, str]) -> None:
    (found,) = in_the_browser(store, [pair])
    assert found.changes.keys() == by_the_graph(store, *pair).changes.keys()


@pytest.mark.archive
def test_the_archive_agrees_with_the_command_line(whole_store: Store) -> None:
    """Exactly over one step; over many, where texts decide what the graph counts, to 3 in 100."""
    editions = whole_store.editions_of("comprehensive-rules")
    steps = [*pairwise(editions)][::9]
    steps += [(other, one) for one, other in steps[::3]]
    ways = [(editions[0], editions[-1]), (editions[-1], editions[len(editions) // 3]), (editions[-10], editions[-1])]
    ways += [(editions[len(editions) // 4], editions[len(editions) // 2])]
    found = in_the_browser(whole_store, [*steps, *ways])
    for pair, one in zip(steps, found, strict=False):
        assert one == by_the_graph(whole_store, *pair), pair
    for pair, one in zip(ways, found[len(steps) :], strict=True):
        told = by_the_graph(whole_store, *pair)
        alike = sum(told.changes.get(records) == fate for records, fate in one.changes.items())
        assert alike >= 0.97 * len(told.changes), pair
        for place in (0, 1):
            counts, known = one.of(place), told.of(place)
            assert sum(abs(counts[name] - known[name]) for name in {*counts, *known}) <= 0.03 * len(told.changes), pair
