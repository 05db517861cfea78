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


def test_verdicts_are_of_pairs_of_editions_and_hold_keys() -> None:
    assert len({pair.name for pair in GOLD}) == len(GOLD) >= 12
    assert sum(len(pair.truth.old) + len(pair.truth.new) for pair in GOLD) > 1000
    for pair in (*GOLD, *load_gold(SECOND)):
        assert pair.old < pair.new
        for key in {*pair.truth.old, *pair.truth.new, *(key for link in pair.truth.links() for key in link)}:
            assert key.startswith("glossary:") or _KEY.fullmatch(key), (pair.name, key)


def write_gold(folder: Path, body: str, name: str = "2000-01-01..2001-01-01.toml") -> Path:
    path = folder / name
    path.write_text(f'from = "2000-01-01"\nto = "2001-01-01"\n{body}', encoding="utf-8")
    return path


def test_a_verdict_file_is_read(tmp_path: Path) -> None:
    body = '[old]\n"1.1" = ["1.2"]\n"1.3" = []\n"1.9" = []\n[new]\n"1.2" = ["1.1"]\n[unsure]\n"old 1.9" = "why"\n'
    pair = load_pair(write_gold(tmp_path, body))
    assert pair.truth == Truth({"1.1": frozenset({"1.2"}), "1.3": frozenset()}, {"1.2": frozenset({"1.1"})})
    assert pair.unsure == ("old 1.9",)


def test_a_bad_verdict_file_is_refused(tmp_path: Path) -> None:
    bad = {
        '[old]\n"1.1" = "1.2"\n': "a list of keys",
        '[old]\n"1.1" = ["1.2"]\n[new]\n"1.2" = []\n': "contradict",
        '[old]\n"1.1" = []\n[new]\n"1.2" = ["1.1"]\n': "contradict",
        "[older]\n": "unknown name older",
        "[old\n": "not TOML",
        '[unsure]\n"1.1" = "why"\n': "old KEY or new KEY",
    }
    for body, words in bad.items():
        with pytest.raises(GoldError, match=words):
            load_pair(write_gold(tmp_path, body))
    with pytest.raises(GoldError, match="is about"):
        load_pair(write_gold(tmp_path, "", "2000-01-01..2002-01-01.toml"))


def test_a_pair_is_aligned_and_told_and_keys_that_do_not_exist_are() -> None:
    old, new = "2000-01-01", "2001-01-01"
    sides: dict[str, Sides] = {day: ([Rule(day, "1", "section", heading="One")], []) for day in (old, new)}
    with pytest.raises(GoldError, match="2001-01-01 has no 2"):
        check_keys(GoldPair(old, new, Truth({"1": frozenset({"2"})}, {}), ()), sides[old], sides[new])
    pair = GoldPair(old, new, Truth({"1": frozenset({"1"})}, {}), ())
    figures = gold_figures(lambda edition: sides[edition], pair)
    assert figures.score.f1 == figures.decided.f1 == 1
    assert any(line.startswith(pair.name) and "100.0" in line for line in gold_table([figures]))
