"""What a new edition changes: the whole site of 24 made-up editions beside that of 25, file by file."""

from __future__ import annotations

import json
import re
import shutil
from datetime import date, timedelta
from pathlib import Path

import pytest
from msgspec.structs import replace

from comprules.facts import SAMPLE
from comprules.ingest import ingest
from comprules.reference import fill_in
from scraper.archive import ArchiveEntry, load_archive, write_manifest
from site_src.builder.site import build_site
from site_src.paths import ROOT
from tests.conftest import made_once
from tests.scraper.archives import write_edition

pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(
        not (ROOT / "node_modules" / "esbuild").is_dir(), reason="the browser libraries are not installed (make setup)"
    ),
]

SETS = (
    "WAR", "ELD", "THB", "IKO", "ZNR", "KHM", "AFR", "MID", "NEO", "SNC",
    "DMU", "BRO", "ONE", "MOM", "WOE", "LCI", "MKM", "OTJ", "BLB", "DSK",
)  # fmt: skip
"""Sets of the editions behind those of the sample. Each rewords a rule, some add a keyword or delete a rule."""

CHANGED = {
    r"\.comprules-folder": "the list of the files that comprules wrote, with their hashes",
    r"assets/(editions\.css|latest\.js)|e/latest/.*": "which edition is the latest, and the symbol of its set",
    r"assets/keyrune\..*|_headers": "the file with the symbols of the newest sets has another name",
    r"e/2026-10-05/.*": "it was the latest edition until now",
    r"compare/2026-09-26\.\.2026-10-05/index\.html": "the step before it leads on to it",
    r"(index|editions/index|n/index|download/index|api/index)\.html": "figures of all editions",
    r"(audit|bulletins|compare|kw)/index\.html": "lists of all editions, steps, headings",
    r"feed(/607|/702)?\.xml": "what is new; of a chapter, if it changed",
    r"download/comprules\.sqlite\.xz": "the knowledge base",
    r"offline/(\w+\.json|index\.html)|sw\.js": "which files there are, and how large",
    r"search/all/(contents|words|(uses|texts)/\d+)\.json": "the words of all editions",
    r"(search/(now|times)|assets/(jump|editions)|n/numbers)\.json": "tables over all editions",
    r"search/changes/(index|(words|pairs)/\d+)\.json": "the words of the changes of all editions",
    r"search/index\.html": "from which day on the words of today are fetched ahead",
    r"search/definition\.json": "the first edition of each year, among them a new one; the words of no year before",
    r"search/(names|lineages)\.json": "a saying whose rule is new",
    r"compare/(history|announced)\.json": "what compares any two of them",
    r"pictures/(growth|changes|cited|flow)/.*|pictures/index\.html": "pictures of all editions",
    r"api/v1/(editions|codes|now|history|retired|keywords|announcements)\.json": "lists of all editions, what is now",
    # what is about the rules: 607.5a has other words, 702.62 is new and refers to 406.1
    r"api/v1/rule/(607\.5a|702|406\.1)\.json": "the rule itself, the chapter of the new one, what it refers to",
    r"api/v1/(texts/(607-1|702\.60-1)|lineages/(17|18))\.json": "new words are behind those that stay",
    r"history/(607\.5|607|702)/index\.html": "the rule, and the chapters that list it",
    r"id/607\.5a@2021-04-22/index\.html": "the permanent address of the rule says how many wordings it had",
    r"cr/(406|607|702|702\.5[2-9]|702\.6[01])/index\.html": "the same, and ten keywords beside the new one",
    r"references/(406|607|702)/index\.html|references/index\.html": "what refers to what, with the words",
    r"api/v1/(graph/latest|referenced|references/(406\.1|607\.5|702(\.\d+)?))\.json": "the same as data",
    r"api/v1/(lineages/(12|21|28|47|54)|rulings/1999-04-21)\.json": "rulings, and where what they restate is now",
    r"compare/1999-04-21\.\.2026-10-05/index\.html": "it led to the latest edition until now",
    r"pictures/neighbourhood/(4|7)/index\.html|pictures/neighbourhood/(index|neighbourhood)\..*": "what refers to what",
}
"""All files that may change, each with the reason. No other of an older edition or of another rule does."""


def write_editions(folder: Path) -> list[ArchiveEntry]:
    """Write the sample and the editions behind it; return all entries."""
    shutil.copytree(SAMPLE, folder)
    entries = list(load_archive(SAMPLE).entries)
    text = (folder / entries[-1].copies[0].file).read_text(encoding="utf-8-sig")
    rules = re.findall(r"^\d{3}\.\d+(?:[a-z] .*|[.] .*[.])$", text, re.MULTILINE)
    day = date.fromisoformat(entries[-1].edition)
    for at, code in enumerate(SETS):
        # the last one in another year
        day += timedelta(days=9 if code != SETS[-1] else 200)
        rule = rules[at * 5 % len(rules)]
        text = text.replace(rule, f"{rule} So it is since {code}.")
        if at % 3 == 1:
            number = f"702.{56 + at // 3}"
            added = (
                f"{number}. Tiding {code.title()}\n\n{number}a Tidings of {code} are read aloud. See rule 406.1.\n\n"
            )
            text = text.replace("\nGlossary\n\nAbility", f"\n{added}Glossary\n\nAbility")
        if at % 7 == 3:
            text = text.replace(next(one for one in rules[at * 11 % 90 :: 2] if f"{one}\n\n" in text) + "\n\n", "")
        text = re.sub(r"effective as of .*\.", f"effective as of {day:%B} {day.day}, {day.year}.", text, count=1)
        entries.append(replace(write_edition(folder, day.isoformat(), {"copy.txt": text.encode()}), set_code=code))
    return entries


def build_both(folder: Path) -> None:
    entries = write_editions(folder / "archive")
    with pytest.MonkeyPatch.context() as patched:
        # a few editions of many: ids come from these alone, as those of the real editions come from all of them
        patched.setattr("comprules.ingest_history.read_registry", tuple)
        for name, some in (("before", entries[:-1]), ("after", entries)):
            write_manifest(folder / "archive", some)
            ingest(folder / "archive", folder / "kb.sqlite", jobs=1)
            build_site(folder / "kb.sqlite", folder / name, fill_in, progress=lambda _: None)


@pytest.fixture(scope="module")
def sites(tmp_path_factory: pytest.TempPathFactory) -> tuple[dict[str, bytes], dict[str, bytes]]:
    """All files of the site of 25 editions, an issue among them, and of that of 26."""
    folder = made_once(tmp_path_factory, "lasting", build_both)
    before, after = (read_files(folder / name) for name in ("before", "after"))
    return before, after


def read_files(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_a_new_edition_changes_only_what_it_is_about(sites: tuple[dict[str, bytes], dict[str, bytes]]) -> None:
    before, after = sites
    changed = {name for name, content in before.items() if after.get(name) != content}
    assert {name for name in changed if not any(re.fullmatch(pattern, name) for pattern in CHANGED)} == set()
    idle = {pattern for pattern in CHANGED if not any(re.fullmatch(pattern, name) for name in changed)}
    assert idle == set(), "the list names no more than there is"
    assert len(json.loads(after["api/v1/editions.json"])) == 26
    assert len(before) > 1200


def test_a_new_edition_adds_words_behind_those_of_a_file(sites: tuple[dict[str, bytes], dict[str, bytes]]) -> None:
    before, after = sites
    for name, content in before.items():
        if name.startswith("api/v1/texts/"):
            old, new = (json.loads(document)["texts"] for document in (content, after[name]))
            assert list(new)[: len(old)] == list(old), name
            assert old.items() <= new.items(), name
