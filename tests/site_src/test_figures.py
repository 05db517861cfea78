"""One figure for one thing: pages, pictures, comparisons in the browser and the command line count the same changes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from msgspec import to_builtins

from comprules.cli.commands.diff import _summarize_changes
from graph.answers.comparison import answer_comparison
from graph.compare.categories import category_of, count_categories
from graph.history import History
from rules.links import StepEnds
from rules.store import Store, open_store
from site_src.data.corpus import Corpus
from site_src.data.documents import list_documents
from site_src.markup.changes import in_words, steps_of
from site_src.pages.compare import pair_values
from site_src.pages.pictures.changes import CHOICES, changes
from site_src.pages.pictures.picture import Picture
from site_src.pages.pictures.survey import PictureData
from tests.site_src.scripts import run_program

PROGRAM = """
import { readFileSync } from "node:fs";
const { Versions } = await import(`${process.argv[1]}/compare/versions.js`);
const { between } = await import(`${process.argv[1]}/compare/between.js`);
const { history, works, pairs } = JSON.parse(readFileSync(0, "utf8"));
const versions = new Versions(history, new Map(Object.entries(works)));
console.log(JSON.stringify(await Promise.all(pairs.map(async ([from, to]) => {
  const { changes, same } = await between(versions, from, to);
  return { same, changes: changes.map((one) => [one.kind, one.change]) };
}))));
"""


def count_in_the_browser(store: Store, steps: Iterable[StepEnds]) -> list[tuple[int, Counter[str]]]:
    history = dict(islice(list_documents(store, Corpus(store), {}), 4))["history"]
    pairs = list(steps)
    answers = run_program(PROGRAM, {"history": to_builtins(history), "works": dict(store.work_of), "pairs": pairs})
    return [(answer["same"], Counter(category_of(*change) for change in answer["changes"])) for answer in answers]


def count_on_the_command_line(store: Store, step: StepEnds) -> tuple[int, int, Counter[str]]:
    printed: dict[str, Any] = to_builtins(answer_comparison(History(store), *step))
    categories = Counter(category_of(change["kind"], change["class"]) for change in printed["changes"])
    assert categories == Counter(printed["summary"]["rules"]) + Counter(printed["summary"]["glossary"])
    return printed["summary"]["same"], printed["summary"]["changes"], categories


def say_on_the_command_line(store: Store, step: StepEnds) -> tuple[str, ...]:
    """The sentences of `diff` below the number of all changes."""
    head, *lines = _summarize_changes(answer_comparison(History(store), *step))
    assert head.startswith(f"{step.previous} to {step.edition}: ")
    return tuple(line.strip() for line in lines if line.endswith("."))


def count_on_the_picture(picture: Picture, edition: str) -> Counter[str]:
    at = picture.document["editions"].index(edition)
    cells = [cell[2:] for cell in picture.document["cells"] if cell[1] == at]
    sums = (sum(column) for column in zip(*cells, strict=True))
    return Counter({name: size for (name, _), size in zip(CHOICES, sums, strict=False) if size})


def check(store: Store) -> None:
    """Every step of the rules, in all the places that tell of it."""
    steps = {step: groups for step, groups in steps_of(store).items() if step.edition in store.chained()}
    assert len(steps) == len(store.chained()) - 1
    editions = {edition.id: edition for edition in store.editions()}
    picture = changes(store, PictureData(store), steps)
    for (step, groups), (same, in_browser) in zip(steps.items(), count_in_the_browser(store, steps), strict=True):
        counts = count_categories(groups)
        pair = pair_values(store, editions[step.previous], editions[step.edition])
        assert {category.name: size for category, size in pair["counts"]} == counts, step.edition
        assert pair["sentences"] == in_words(groups), step.edition
        assert pair["sentences"] == say_on_the_command_line(store, step), step.edition
        assert (same, in_browser) == (pair["same"], counts), step.edition
        assert count_on_the_command_line(store, step) == (pair["same"], counts.total(), counts), step.edition
        assert count_on_the_picture(picture, step.edition) == counts, step.edition


def test_every_step_of_the_sample_has_one_set_of_figures(sample_kb: Path) -> None:
    with open_store(sample_kb) as store:
        check(store)


@pytest.mark.archive
@pytest.mark.long
def test_every_real_step_has_one_set_of_figures(whole_store: Store) -> None:
    check(whole_store)
