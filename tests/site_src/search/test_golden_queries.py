"""The golden queries are answered as recorded, by Python and to the letter by the script of the site."""

from __future__ import annotations

import os
from itertools import zip_longest
from pathlib import Path

import msgspec
from msgspec.structs import replace

from graph.answers.search import SearchAnswer
from graph.search.searcher import Searcher
from rules.records import COMPREHENSIVE_RULES
from rules.store import Store
from tests.site_src.scripts import run_program
from tests.site_src.search.golden_queries import GOLDEN, GoldenQuery, Outcome, Shown, read_golden, record, write_golden
from tests.site_src.search.sample_data import SEARCHER

COMPARED = 5
"""So many first answers must be equal to the letter."""
NUMBERED = 50_000
"""The least score of a rule whose number is in the query."""
LEAST_QUERIES = 500
PAGES = ("edition", "term", "bulletin", "number", "history", "references", "compare", "changes")
"""The kinds of answer that are no records."""
DESCRIBED = (
    "edition", "changes", "last-edition", "first-edition", "term", "bulletin", "meant-before", "all-meanings",
    "history", "references",
)  # fmt: skip
"""The kinds of reason of answers that the site describes and does not quote."""
PROGRAM = (
    SEARCHER
    + """
const latest = read("jump").editions.at(-1)[0];
const [compared, queries] = JSON.parse(readFileSync(0, "utf8"));
const dated = (index, place) => index.words.editions[place][0];
const spanOf = (index, runs) =>
  runs ? `${dated(index, runs[0].first)}..${dated(index, runs.at(-1).last)}` : "";
const dateOf = ({ key, edition }) => edition ?? (key.startsWith("edition:") ? key.slice(8) : latest);
const shown = (answer, index) => ({
  key: answer.key,
  edition: dateOf(answer),
  chapter: answer.chapter ?? "",
  heading: answer.heading ?? "",
  field: answer.field ?? "",
  text: answer.text,
  marked: (answer.marks ?? []).map(([begin, end]) => answer.text.slice(begin, end)),
  why: answer.why ? `${answer.why.kind} ${answer.why.name ?? ""}`.trim() : "",
  span: spanOf(index, answer.runs),
});
const outcomes = [];
for (const [typed, edition, options] of queries) {
  const { index, ...result } = await searcher.search(typed, edition, options);
  // as the worker of the search sends it to a page
  const { answers, offer } = structuredClone(result);
  const rows = answers.slice(0, compared);
  outcomes.push({ offer, answers: rows.map((row) => shown(row, index)) });
}
console.log(JSON.stringify(outcomes));
"""
)


def show(answer: SearchAnswer, query: GoldenQuery) -> Shown:
    is_of_runs = query.option == "history" and answer.kind not in PAGES and answer.score < NUMBERED
    return Shown(
        key=answer.source,
        edition=answer.edition,
        chapter=answer.chapter,
        heading=answer.heading or "",
        field=answer.field,
        text=answer.text,
        marked=tuple(answer.text[begin:end] for begin, end in answer.marks),
        why=f"{answer.why_kind} {answer.why_name}".strip(),
        span=f"{answer.first}..{answer.last}" if is_of_runs else "",
    )


def is_listed(store: Store, answer: SearchAnswer) -> bool:
    """Return whether the site lists an answer among the rules; it lists rulings by themselves, below them."""
    return answer.kind in PAGES or store.work_of[answer.edition] == COMPREHENSIVE_RULES


def answer_in_python(store: Store, queries: list[GoldenQuery]) -> list[Outcome]:
    searcher = Searcher(store)
    outcomes = []
    for query in queries:
        result = searcher.search(
            query.typed,
            query.edition,
            COMPARED,
            history=query.option == "history",
            typing=query.option == "typing",
            changed_since=query.changed_since,
        )
        answers = [show(answer, query) for answer in result.answers if is_listed(store, answer)]
        outcomes.append(Outcome(result.offer, tuple(answers)))
    return outcomes


def answer_in_node(queries: list[GoldenQuery], folder: Path) -> list[Outcome]:
    requests = []
    for query in queries:
        options = {
            "history": query.option == "history",
            "typing": query.option == "typing",
            "changedSince": query.changed_since,
        }
        requests.append((query.typed, query.edition, options))
    return msgspec.convert(run_program(PROGRAM, [COMPARED, requests], folder), list[Outcome])


def without_passage(answer: Shown) -> Shown:
    """Return an edition, or what a number meant, as the site shows it: with a description in place of the passage."""
    return replace(answer, chapter="", heading="", field="", text="", marked=())


def as_on_the_site(python: Outcome, node: Outcome) -> Outcome:
    """Return what Python found, without the passages that the site leaves to the page of an edition or history."""
    answers = []
    for answer, shown in zip_longest(python.answers, node.answers):
        if answer is None:
            continue
        is_described = shown is not None and shown.text == "" and shown.why.split()[0] in DESCRIBED
        answers.append(without_passage(answer) if is_described else answer)
    return Outcome(python.offer, tuple(answers))


def test_the_golden_queries_are_answered_alike(sample_store: Store, data: Path) -> None:
    """With UPDATE_GOLDENS=1 the file is written again."""
    lines = GOLDEN.read_text(encoding="utf-8").splitlines()
    recorded = read_golden(lines)
    queries = list(recorded)
    assert len(queries) >= LEAST_QUERIES
    in_python = answer_in_python(sample_store, queries)
    in_node = answer_in_node(queries, data)
    different = {}
    for query, python, node in zip(queries, in_python, in_node, strict=True):
        expected = as_on_the_site(python, node)
        if node != expected:
            different[query] = (node, expected)
    assert different == {}
    outcomes = dict(zip(queries, in_python, strict=True))
    if os.environ.get("UPDATE_GOLDENS"):
        GOLDEN.write_text("\n".join(write_golden(lines, outcomes)) + "\n", encoding="utf-8")
    else:
        assert {query: record(outcome) for query, outcome in outcomes.items()} == recorded, "run `make goldens`"
