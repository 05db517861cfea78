"""Editions written to do harm: everything reads them, and nothing that they hold acts as a command or as markup."""

# ruff: noqa: E501 - tables of inputs are read by the row

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from bs4 import BeautifulSoup

from tests.attack.editions import FILLER, NEW, OLD, edition_text, write_archive
from tests.attack.rounds import rounds
from tests.comprules.running import run

MARK = "harm7"
PIECES = (
    f"<script>{MARK}()</script>", f"<img src=x onerror={MARK}()>", f"</p><svg onload={MARK}()>", f"[a](javascript:{MARK}())",
    f"![x](//{MARK}.example/y.png)", f"{{{{ {MARK} }}}}", f"{{% include '{MARK}' %}}", f"<a href='javascript:{MARK}()'>",
    "\x1b[2J\x1b]0;x\x07", "\u202e\u2066", "\u2028", "::error::x", "##[error]x", "\x00", "\ufffe", "&#x202e;", "&lt;b&gt;",
    "\\u003c", "`" * 30, "*" * 40, "_" * 40, "|" * 20, "--8<--", "```html", "{#id .class}", "[[x]]", "[TOC]", "'; DROP TABLE rules;--",
    "%s%n", "../../../etc/passwd", "x" * 3000, "a " * 2000, "\u0301" * 60, "\U0001f600", "=cmd|' /C calc'!A0", "{T}{W/U}{2/", "{" * 50,
)  # fmt: skip
NUMBERS = (
    "100.1", "100.1a", "100.1aa", "999.999z", "100.0", "100.01", "1000.1", "100.1.1", "99.1", "100.1a.", "702.40a", "2.", "9.", "100.",
    "100.1l", "١٠٠.١", "100.1-100.3", "100." + "9" * 40, "-1.1", "100.1a-b",
)  # fmt: skip


def hostile_edition(chance: random.Random, day: str) -> str:
    def sentence() -> str:
        words = ("The stone", "See rule 100.1,", "a player", "of 702.40a")
        return " ".join(chance.choice((*words, chance.choice(PIECES))) for _ in range(6))

    filler = [f"{text[:-1]} {chance.choice(PIECES)}." for text in FILLER[:3]]
    rules = [*filler, *(sentence() for _ in range(chance.randrange(2, 12)))]
    rules += [f"\n{chance.choice(NUMBERS)} {sentence()}\nExample: {sentence()}" for _ in range(chance.randrange(8))]
    chance.shuffle(rules)
    terms = {f"{chance.choice(PIECES)[:80]} term {number}": sentence() for number in range(chance.randrange(1, 5))}
    return edition_text(day, {f"General {chance.choice(PIECES)[:60]}": rules, "Stones": filler}, terms)


def write_hostile(folder: Path, chance: random.Random) -> Path:
    texts = {day: hostile_edition(chance, day).encode("utf-8", "replace") for day in (OLD, NEW)}
    return write_archive(folder, texts)


COMMANDS = (
    ("show", "100.1"), ("show", "100.2", "--json"), ("diff", OLD, NEW), ("diff", OLD, NEW, "--json"), ("trace", "100.1"), ("blame", "100.1"),
    ("search", "stone"), ("audit",), ("refs", "100.1"), ("terms",), ("map", "--from", OLD, "--to", NEW), ("digest", NEW),
)  # fmt: skip


@pytest.mark.long
def test_hostile_editions_in_the_commands(tmp_path: Path) -> None:
    ingested = 0
    for seed, chance in rounds(6, "hostile"):
        folder = tmp_path / str(seed)
        write_hostile(folder, chance)
        store = str(folder / "kb.sqlite")
        result = run("ingest", "--archive", str(folder), "--db", store, "--jobs", "1")
        assert_harmless(seed, "ingest", result.exit_code, result.output)
        if not (folder / "kb.sqlite").exists():
            continue
        ingested += 1
        for command in COMMANDS:
            result = run(*command, "--db", store)
            assert_harmless(seed, " ".join(command), result.exit_code, result.output)
            if "--json" in command and result.exit_code == 0:
                json.loads(result.stdout)
        for copy in folder.rglob("copy.txt"):
            for options in (("check", "--no-config"), ("parse",), ("identify", "--db", store)):
                command = (*options, str(copy))
                result = run(*command)
                assert_harmless(seed, " ".join(command), result.exit_code, result.output)
    assert ingested


@pytest.mark.long
def test_hostile_editions_on_the_site(tmp_path: Path) -> None:
    """Nothing that a rule says becomes markup that acts: no script, no handler, no address but of pages and sources."""
    for seed, chance in rounds(1, "hostile site"):
        folder = tmp_path / str(seed)
        write_hostile(folder, chance)
        store = str(folder / "kb.sqlite")
        result = run("ingest", "--archive", str(folder), "--db", store, "--jobs", "1")
        result = run("site", "--db", store, "--out", str(folder / "site"))
        assert result.exit_code == 0, f"seed {seed}: {result.output}"
        pages = list((folder / "site").rglob("*.html"))
        assert len(pages) > 10, f"seed {seed}"
        assert any(MARK in page.read_text(encoding="utf-8") for page in pages), "the hostile words are shown"
        for page in pages:
            acting = list(find_active_content(BeautifulSoup(page.read_bytes(), "lxml")))
            assert not acting, f"seed {seed}, {page.relative_to(folder)}: {acting}"


def find_active_content(soup: BeautifulSoup) -> Iterator[str]:
    for tag in soup.find_all(True):
        is_data = tag.get("type") in {"application/json", "application/ld+json"}
        if tag.name == "script" and not is_data and MARK in str(tag):
            yield str(tag)
        for name, value in tag.attrs.items():
            address = "".join(value).strip().casefold()
            leads = address.startswith("javascript:") or f"{MARK}.example" in address
            if name.startswith("on") or (name in {"href", "src", "action"} and leads):
                yield f"{tag.name} {name}={value}"


def assert_harmless(seed: int, command: str, status: int, output: str) -> None:
    assert status in {0, 1, 2}, f"seed {seed}, {command}: status {status}"
    assert "unexpectedly" not in output, f"seed {seed}, {command}: {output[-400:]}"
    if "--json" in command:  # that is for programs, which want the text as it is
        return
    assert not re.search("[\x00-\x08\x0b-\x1f\x7f\u202e\u2066]", output), f"seed {seed}, {command}: a control character"
    assert not re.search("^(?:::|.*##\\[)", output, re.MULTILINE), f"seed {seed}, {command}: a command of a log"
