"""The gold verdicts are well formed, and files that are not are refused with the place."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from bench.alignment_figures import Sides, check_keys, gold_figures
from bench.alignment_table import gold_table
from bench.gold.verdicts import SECOND, GoldError, GoldPair, load_gold, load_pair
from bench.scoring import Truth
from rules.records import Rule

_KEY = re.compile(r"[1-9](\d\d(\.[\da-z]+(#\d)?)?)?")  # 408.f of 1999 has no regular number
GOLD = load_gold()
AGAIN = load_gold(SECOND)


def test_there_are_verdicts() -> None:
    assert len({pair.name for pair in GOLD}) == len(GOLD) >= 12
    assert sum(len(pair.truth.old) + len(pair.truth.new) for pair in GOLD) > 1000


@pytest.mark.parametrize(
    "pair",
    [*GOLD, *AGAIN],
    ids=[*(f"first {gold_pair.name}" for gold_pair in GOLD), *(f"second {pair.name}" for pair in AGAIN)],
)
def test_verdicts_hold_keys(pair: GoldPair) -> None:
    assert pair.old < pair.new
    keys = {*pair.truth.old, *pair.truth.new, *(key for link in pair.truth.links() for key in link)}
    for key in keys:
        assert key.startswith("glossary:") or _KEY.fullmatch(key), key


def write_gold(folder: Path, body: str, name: str = "2000-01-01..2001-01-01.toml") -> Path:
    path = folder / name
    path.write_text(f'from = "2000-01-01"\nto = "2001-01-01"\n{body}', encoding="utf-8")
    return path


def test_a_verdict_file_is_read(tmp_path: Path) -> None:
    body = '[old]\n"1.1" = ["1.2"]\n"1.3" = []\n"1.9" = []\n[new]\n"1.2" = ["1.1"]\n[unsure]\n"old 1.9" = "why"\n'
    pair = load_pair(write_gold(tmp_path, body))
    assert pair.truth == Truth({"1.1": frozenset({"1.2"}), "1.3": frozenset()}, {"1.2": frozenset({"1.1"})})
    assert pair.unsure == ("old 1.9",)


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ('[old]\n"1.1" = "1.2"\n', "a list of keys"),
        ('[old]\n"1.1" = ["1.2"]\n[new]\n"1.2" = []\n', "contradict"),
        ('[old]\n"1.1" = []\n[new]\n"1.2" = ["1.1"]\n', "contradict"),
        ("[older]\n", "unknown name older"),
        ("[old\n", "not TOML"),
        ('[unsure]\n"1.1" = "why"\n', "old KEY or new KEY"),
    ],
)
def test_a_bad_verdict_file_is_refused(tmp_path: Path, body: str, words: str) -> None:
    with pytest.raises(GoldError, match=words):
        load_pair(write_gold(tmp_path, body))


def test_a_verdict_file_is_named_as_its_pair(tmp_path: Path) -> None:
    with pytest.raises(GoldError, match="is about"):
        load_pair(write_gold(tmp_path, "", "2000-01-01..2002-01-01.toml"))


def test_keys_that_do_not_exist_are_told() -> None:
    pair = GoldPair("2000-01-01", "2001-01-01", Truth({"1": frozenset({"2"})}, {}), ())
    old, new = Rule("2000-01-01", "1", "section", heading="One"), Rule("2001-01-01", "1", "section", heading="One")
    with pytest.raises(GoldError, match="2001-01-01 has no 2"):
        check_keys(pair, ([old], []), ([new], []))


def test_a_pair_is_aligned_and_told() -> None:
    pair = GoldPair("2000-01-01", "2001-01-01", Truth({"1": frozenset({"1"})}, {}), ())
    sides: dict[str, Sides] = {day: ([Rule(day, "1", "section", heading="One")], []) for day in (pair.old, pair.new)}
    figures = gold_figures(lambda edition: sides[edition], pair)
    assert figures.score.f1 == figures.decided.f1 == 1
    assert any(line.startswith(pair.name) and "100.0" in line for line in gold_table([figures]))
