"""The sample editions hold what `expected.toml` says, counted without our parser."""

from __future__ import annotations

import hashlib
import json
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
from msgspec import Struct

SAMPLE = Path(__file__).parents[2] / "comprules" / "sample"
FACTS: dict[str, Any] = tomllib.loads(Path(__file__).with_name("expected.toml").read_text(encoding="utf-8"))
MANIFEST: list[dict[str, Any]] = json.loads((SAMPLE / "manifest.json").read_text(encoding="utf-8"))
ALL_DATES = [entry["edition"] for entry in MANIFEST]
DATES = [edition["id"] for edition in FACTS["edition"]]
"""Those of the rules; `test_sample_records.py` reads the issue of a rulings summary."""
LINE_ENDS = {"lf": "\n", "crlf": "\r\n"}
NUMBERED = re.compile(r" *(\d{3}\.\d+)(?:\.|([a-z])) (.*)")
CHAPTER = re.compile(r"(\d{3})\. (.*)")
CITED = re.compile(r"\b(\d{3})(?:\.(\d+)([a-z])?)?(?:[-–]([a-z])\b|[-–](\d{3}\.\d+)[a-z]?)?(?!\d)")


class Facts(Struct, frozen=True):
    """What a plain reading of a sample's lines finds; `rules` maps each number to its first line."""

    contents: list[str]
    chapters: list[str]
    rules: dict[str, str]
    examples: dict[str, int]
    body: str


def facts_of(date: str) -> Facts:
    settings = next(edition for edition in FACTS["edition"] if edition["id"] == date)
    text = (SAMPLE / "editions" / date / "sample.txt").read_bytes().decode(settings["encoding"])
    lines = text.replace("\r\n", "\n").split("\n")
    start = [i for i, line in enumerate(lines) if re.match(r"1\. ", line)][1]
    end = [i for i, line in enumerate(lines) if line == "Glossary"][1]
    contents = [line.strip() for line in lines[:start] if CHAPTER.match(line.strip())]
    rules: dict[str, str] = {}
    examples: dict[str, int] = {}
    chapters: list[str] = []
    number = ""
    for line in lines[start:end]:
        if match := NUMBERED.match(line):
            number = match[1] + (match[2] or "")
            assert number not in rules, f"{date}: {number} stands twice"
            rules[number] = match[3]
        elif CHAPTER.match(line):
            chapters.append(line)
        elif re.match(r" *(?:EXAMPLE|Example): ", line):
            examples[number] = examples.get(number, 0) + 1
    stop = max((i for i, line in enumerate(lines) if line in ("Index", "Credits")), default=len(lines))
    if "Index" in lines:
        stop = max(i for i, line in enumerate(lines) if line == "Index")
    return Facts(contents, chapters, rules, examples, "\n".join(lines[start:stop]))


def paragraph(date: str, number: str) -> str:
    """The rule's whole paragraph on one line, examples and blanks excepted."""
    body = facts_of(date).body
    start = re.search(rf"(?m)^ *{re.escape(number)}\.? ", body)
    assert start
    return " ".join(re.split(r"\n *(?:\n|EXAMPLE:|Example:)", body[start.end() :])[0].split())


def cited_numbers(facts: Facts) -> set[str]:
    """Every number that the body refers to, ranges written out the short way, headings left out."""
    prose = re.sub(r"(?m)^ *\d{3}(?:\.\d+[a-z]?)?\.? ", "", facts.body)
    numbers: set[str] = set()
    for chapter, rule, letter, last, last_rule in CITED.findall(prose):
        number = f"{chapter}.{rule}" if rule else chapter
        if last:
            letters = "abcdefghijkmnpqrstuvwxyz"
            numbers.update(number + between for between in letters[letters.index(letter) : letters.index(last) + 1])
        elif last_rule:
            numbers.update(f"{chapter}.{i}" for i in range(int(rule), int(last_rule.partition(".")[2]) + 1))
        else:
            numbers.add(number + letter)
    return numbers


@pytest.mark.parametrize("entry", MANIFEST, ids=ALL_DATES)
def test_the_manifest_tells_the_bytes(entry: dict[str, Any]) -> None:
    (copy,) = entry["copies"]
    data = (SAMPLE / copy["file"]).read_bytes()
    assert (len(data), hashlib.sha256(data).hexdigest()) == (copy["bytes"], copy["sha256"])
    assert copy["origin"] == "comprules:sample"
    assert copy["effective_phrase"].encode() in data


@pytest.mark.parametrize("edition", FACTS["edition"], ids=[edition["id"] for edition in FACTS["edition"]])
def test_counts_and_dialect(edition: dict[str, Any]) -> None:
    facts = facts_of(edition["id"])
    assert sum(number[-1].isdigit() for number in facts.rules) == edition["rules"]
    assert sum(number[-1].isalpha() for number in facts.rules) == edition["subrules"]
    assert sum(facts.examples.values()) == edition["examples"]
    assert max(facts.examples.values()) == edition["most_examples"]
    assert len(facts.chapters) == edition["chapters"]
    assert facts.contents == facts.chapters
    data = (SAMPLE / "editions" / edition["id"] / "sample.txt").read_bytes()
    assert data.startswith(b"\xef\xbb\xbf") == (edition["encoding"] == "utf-8-sig")
    assert data.count(b"\n") == data.count(LINE_ENDS[edition["line_ends"]].encode())
    assert data.count(b"\r") == data.count(b"\r\n")


@pytest.mark.parametrize("pair", FACTS["pair"], ids=[f"{pair['from']}..{pair['to']}" for pair in FACTS["pair"]])
def test_every_number_is_accounted_for(pair: dict[str, Any]) -> None:
    """Old numbers are kept, renumbered, merged or retired; new ones kept, renumbered, split off or added."""
    old, new = set(facts_of(pair["from"]).rules), set(facts_of(pair["to"]).rules)
    removed = {number for number, _ in pair["renumbered"]} | set(pair["retired"])
    come = {number for _, number in pair["renumbered"]} | set(pair["added"])
    for merge in FACTS["merge"]:
        if merge["from"] == pair["from"]:
            removed |= set(merge["old"])
    for split in FACTS["split"]:
        if split["from"] == pair["from"]:
            come |= set(split["new"])
    unchanged = {number for number in old - removed if number in new}
    assert old - removed - unchanged == set()
    assert new - come - unchanged == set()
    assert removed <= old
    assert come <= new


def test_swap_move_and_renaming_are_in_the_words() -> None:
    before, after = facts_of("2009-07-11").rules, facts_of("2021-04-22").rules
    assert "mix your deck" in before["103.1"]
    assert "mix your deck" in after["103.2"]
    assert "settle who begins" in before["103.2"]
    assert "settle who begins" in after["103.1"]
    assert facts_of("2005-08-01").rules["502.36"] == before["701.16"] == after["701.18"] == "Scry"


@pytest.mark.parametrize("renamed", FACTS["renamed"], ids=[renamed["new"] for renamed in FACTS["renamed"]])
def test_renamed_terms_are_in_the_words(renamed: dict[str, Any]) -> None:
    old, new = renamed["evidence"]
    before, after = paragraph(renamed["from"], old), paragraph(renamed["to"], new)
    assert renamed["old"] in before
    assert renamed["new"] in after
    assert renamed["old"] not in after


def test_one_reference_is_broken_and_only_one() -> None:
    broken = FACTS["broken_reference"]
    missing: list[tuple[str, str]] = []
    for date in DATES:
        facts = facts_of(date)
        known = set(facts.rules) | {line.partition(".")[0] for line in facts.chapters}
        missing += [(date, number) for number in sorted(cited_numbers(facts) - known)]
    assert missing == [(broken["edition"], broken["target"])]
    assert broken["raw"] in facts_of(broken["edition"]).rules[broken["source"]]


@pytest.mark.parametrize(
    "mark", ["*", "_", "[", "<this creature>", "|", "&", "\\", "{W}", "{T}", "{2}", "<b>", "&amp;"]
)
def test_characters_that_look_like_markup_stand_in_the_newest_sample(mark: str) -> None:
    assert mark in facts_of(DATES[-1]).body
