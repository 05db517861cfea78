"""Pages of the site that are no rules, as answers of the search on the site."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import msgspec
import pytest

from site_src.page_kinds import PAGE_KINDS, SUBJECTS
from tests.site_src.scripts import run_program
from tests.site_src.search.sample_data import SEARCHER

PROGRAM = (
    SEARCHER
    + """
const found = {};
for (const query of JSON.parse(readFileSync(0, "utf8"))) {
  const { answers, notes } = await searcher.search(query);
  const direct = await searcher.direct(query, null);
  found[query] = [answers.map(({ key }) => key), direct.answers.map(({ key }) => key), notes];
}
console.log(JSON.stringify(found));
"""
)
FIRST = {
    "offline": "page:offline/",
    "how do I use it offline?": "page:offline/",
    "api json": "page:api/",
    "download": "page:download/",
    "how to cite": "page:docs/following/#cite-a-rule",
    "about": "page:about/",
    "keyboard shortcuts": "page:about/#how-to-use-it",
    "renamed terms": "page:terms/",
    "Editions": "page:editions/",
    "since my exam": "page:#exam",
    "what changed since my exam?": "page:#exam",
    "rss": "page:docs/api/#feeds-and-download",
}
"""Queries for pages, with the key of the first answer."""
RULES = ("stormy weather", "download a storm", "cite a commander", "702.40a", "data stack", "stack")
"""Queries for rules, which find no page."""


@pytest.fixture(scope="module")
def found(data: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, tuple[list[str], list[str], list[str]]]:
    folder = tmp_path_factory.mktemp("pages") / "data"
    shutil.copytree(data, folder)
    table = json.loads((folder / "jump.json").read_text(encoding="utf-8"))
    table["site"] = [(subject.name, subject.address, subject.phrases) for subject in SUBJECTS]
    table["site"].append(("Weather", "weather/", "storm"))
    (folder / "jump.json").write_text(json.dumps(table), encoding="utf-8")
    answer = run_program(PROGRAM, [*FIRST, *RULES, "storm"], folder)
    return msgspec.convert(answer, dict[str, tuple[list[str], list[str], list[str]]])


def test_a_query_for_a_page_finds_it_first(found: dict[str, tuple[list[str], list[str], list[str]]]) -> None:
    assert {query: found[query][0][0] for query in FIRST} == FIRST
    # without the words of the rules too, as without a network
    assert {query: found[query][1][0] for query in FIRST} == FIRST
    assert not any(found[query][2] for query in FIRST), "no word of these queries is called unknown"


def test_a_query_for_rules_finds_no_page(found: dict[str, tuple[list[str], list[str], list[str]]]) -> None:
    assert [key for query in RULES for key in found[query][0] if key.startswith("page:")] == []


def test_a_rule_with_the_name_of_a_page_comes_before_it(
    found: dict[str, tuple[list[str], list[str], list[str]]],
) -> None:
    assert found["storm"][0][:2] == ["702.40", "page:weather/"]


def test_every_page_of_the_frame_has_a_subject() -> None:
    linked = {link.address for kind in PAGE_KINDS for link in (kind.tab, kind.footer) if link}
    assert linked <= {subject.address for subject in SUBJECTS}


def test_each_subject_is_found_by_its_name_alone() -> None:
    names = [subject.name for subject in SUBJECTS]
    assert len(set(names)) == len(names)
    phrases = [phrase.strip() for subject in SUBJECTS for phrase in subject.phrases.split(",")]
    assert all(phrases)
