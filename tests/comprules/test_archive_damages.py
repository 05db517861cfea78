"""The condition of real editions that were damaged on purpose, each in another way."""

from __future__ import annotations

import html
import re
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path

import pytest

from bench.damages import DAMAGES, HARMLESS, RULE, Damage
from comprules.known_texts import judge_by_known_texts
from rules.records import COMPREHENSIVE_RULES, Condition
from scraper.archive import load_archive, read_copy
from scraper.decode import decode_text
from scraper.layout import UnknownDialect
from scraper.parse import parse_bytes

pytestmark = pytest.mark.archive

LONG_LINE = 120
"""Letters of the long lines of a text without line breaks inside its paragraphs."""
TAKEN = 10
FIRST = "2009-07-11"
"""Entries of older glossaries have several paragraphs, which pages without headings do not keep together."""
_HEADING = re.compile(r"[1-9]\d{0,2}\. +[A-Z][^.]*|Glossary|Credits")


@cache
def read_texts(archive: Path) -> Mapping[str, str]:
    """Ten editions of different years, as text in one line for each paragraph and without wrapped glossary entries."""
    entries = [entry for entry in load_archive(archive).entries if entry.edition >= FIRST]
    texts: dict[str, str] = {}
    for entry in entries[:: len(entries) // (TAKEN + 2)]:
        for copy in entry.copies:
            data = read_copy(load_archive(archive), copy)
            document = parse_bytes(data, copy.file)
            text = decode_text(data, copy.file)[0].replace("\r\n", "\n").replace("\r", "\n")
            lengths = sorted(len(rule[0]) for rule in RULE.finditer(text))
            is_plain = document.dialect == "official" and "<p" not in text and lengths[-20:][:1] > [LONG_LINE]
            if is_plain and document.work == COMPREHENSIVE_RULES and document.condition == "good":
                texts.setdefault(entry.edition, text)
    assert len(texts) >= TAKEN
    return texts


def as_text(text: str) -> bytes:
    return text.encode("utf-8", "replace")


def as_page(text: str) -> bytes:
    """A page with a paragraph for each line."""
    rows = [f"<p>{html.escape(line.strip(), quote=False)}</p>" for line in text.split("\n") if line.strip()]
    return as_text("\n".join(["<html><head><title>Rules</title></head><body>", *rows, "</body></html>"]))


def as_markdown(text: str) -> bytes:
    """Markdown with headings, and with numbers in bold."""
    lines = [f"## {line}" if _HEADING.fullmatch(line.strip()) else line for line in text.split("\n")]
    return as_text(RULE.sub(r"**\g<label>** \g<text>", "\n".join(lines)))


FORMS: dict[str, Callable[[str], bytes]] = {"text": as_text, "page": as_page, "Markdown": as_markdown}


def judge(data: bytes) -> Condition | None:
    """The condition of a copy; None if it is refused."""
    try:
        return judge_by_known_texts(parse_bytes(data, "copy")).condition
    except UnknownDialect:
        return None


def list_records(data: bytes) -> list[tuple[str, str, tuple[str, ...]]]:
    """The number, text and examples of each rule of a copy."""
    return [(rule.number, rule.text, rule.examples) for rule in parse_bytes(data, "copy").rules]


def damage_one(name: str, real_archive: Path) -> tuple[str, str, str]:
    """Another edition for each damage, if it changes this one: its id, its text and the damaged text."""
    texts = read_texts(real_archive)
    start = list(DAMAGES).index(name) % len(texts)
    for edition in (*list(texts)[start:], *list(texts)[:start]):
        damaged = DAMAGES[name](texts[edition])
        if damaged != texts[edition]:
            return edition, texts[edition], damaged
    pytest.fail("no edition has what this damage changes")


@pytest.mark.parametrize("name", DAMAGES)
def test_each_damage_is_told(name: str, real_archive: Path) -> None:
    edition, _, damaged = damage_one(name, real_archive)
    assert judge(as_text(damaged)) != "good", edition


@pytest.mark.long
@pytest.mark.parametrize("name", DAMAGES)
def test_each_damage_is_told_in_the_other_forms(name: str, real_archive: Path) -> None:
    """Tags and links are Markdown, so the reader undoes these two damages in a document in Markdown."""
    edition, text, damaged = damage_one(name, real_archive)
    assert judge(as_page(damaged)) != "good", edition
    if judge(as_markdown(damaged)) == "good":
        assert name in {"tags in texts", "links in texts"}
        assert list_records(as_markdown(damaged)) == list_records(as_markdown(text))


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("name", HARMLESS)
def test_what_is_no_damage_is_not_told(name: str, form: str, real_archive: Path) -> None:
    if (name, form) == ("lines wrapped", "page"):
        pytest.skip("a page with a paragraph for each line of a paragraph has lost these")
    change: Damage = HARMLESS[name]
    for text in list(read_texts(real_archive).values())[::6]:
        assert judge(FORMS[form](change(text))) == "good"


def test_no_known_copy_is_worse_than_it_was(real_archive: Path) -> None:
    """The comparison with its edition takes nothing from a copy that is good."""
    archive = load_archive(real_archive)
    for entry in archive.entries:
        for copy in entry.copies:
            document = parse_bytes(read_copy(archive, copy), copy.file)
            judgement = judge_by_known_texts(document)
            assert judgement.condition == document.condition, copy.file
            assert judgement.extent is None or judgement.extent.edition == entry.edition, copy.file
            assert judgement.condition != "good" or not judgement.differing, copy.file
