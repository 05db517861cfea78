"""The gold verdicts on alignment are well formed, and links are compared with them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from bench.alignment import Sides, gold_table, measure_pair
from bench.gold.verdicts import SECOND, GoldError, GoldPair, load_gold, load_pair
from bench.scoring import Score, Truth, kind_of, score
from rules.links import ChangeKind, Link
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
        measure_pair(sides.__getitem__, GoldPair(old, new, Truth({"1": frozenset({"2"})}, {}), ()))
    pair = GoldPair(old, new, Truth({"1": frozenset({"1"})}, {}), ())
    figures = measure_pair(sides.__getitem__, pair)
    assert figures.score.f1 == figures.decided.f1 == 1
    assert any(line.startswith(pair.name) and "100.0" in line for line in gold_table([figures]))


def link(old: str | None, new: str | None, kind: ChangeKind = "moved") -> Link:
    if old is None:
        kind = "added"
    elif new is None and kind != "ambiguous":
        kind = "deleted"
    return Link(old, new, kind, None, "test", 1.0)


def truth(old: dict[str, str], new: dict[str, str] | None = None) -> Truth:
    def sets(verdicts: dict[str, str]) -> dict[str, frozenset[str]]:
        return {key: frozenset(words.split()) for key, words in verdicts.items()}

    return Truth(sets(old), sets(new or {}))


def test_all_is_right() -> None:
    scores = score(
        [link("1", "1"), link("2", "3"), link("2", "4"), link("5", None), link(None, "6")],
        truth({"1": "1", "2": "3 4", "5": ""}, {"3": "2", "6": ""}),
    )
    assert (scores.precision, scores.recall, scores.f1) == (1, 1, 1)
    assert scores.exact == scores.judged == {"kept": 1, "split": 1, "deleted": 1, "from elsewhere": 1, "added": 1}
    assert scores.precision_of("deleted") == scores.precision_of("added") == 1
    assert not scores.failures


def test_links_are_counted() -> None:
    cases = {
        "half a split": ([link("2", "3")], truth({"2": "3 4"}), (2, 1, 1)),
        "not judged": ([link("2", "3"), link("9", "9")], truth({"2": "3"}), (1, 1, 1)),
        "wrong source": ([link("9", "3")], truth({}, {"3": "2"}), (1, 1, 0)),
        "ambiguous": ([link("2", "3", "ambiguous")], truth({"2": "3"}), (1, 0, 0)),
        "not deleted": ([link("2", "3")], truth({"2": ""}), (0, 1, 0)),
        "judged from both sides": ([link("2", "3")], truth({"2": "3"}, {"3": "2"}), (1, 1, 1)),
    }
    for name, (links, judged, counts) in cases.items():
        scores = score(links, judged)
        assert (scores.true_links, scores.found_links, scores.right_links) == counts, name


def test_a_deletion_must_be_said() -> None:
    left_open = score([link("2", None, "ambiguous")], truth({"2": ""}))
    assert (left_open.exact.total(), left_open.claimed["deleted"], left_open.ambiguous) == (0, 0, 1)
    wrong = score([link("2", None)], truth({"2": "3"}))
    assert wrong.precision_of("deleted") == 0
    assert str(wrong.failures[0]).split() == ["elsewhere", "2", "→", "3;", "found", "nothing"]


def test_scores_add_up_and_shares_without_anything_are_none() -> None:
    whole = Score()
    assert (whole.f1, whole.precision, whole.recall, whole.exact_of("split")) == (None, None, None, None)
    whole.add(score([link("1", "1")], truth({"1": "1"})))
    whole.add(score([link("1", "2")], truth({"1": "1"})))
    assert (whole.true_links, whole.found_links, whole.right_links, len(whole.failures)) == (2, 2, 1, 1)
    assert whole.exact_of("kept") == 0.5


def test_kinds() -> None:
    kinds = {
        "": ("deleted", "added"),
        "5": ("kept", "same"),
        "6": ("elsewhere", "from elsewhere"),
        "5 6": ("split", "merged"),
    }
    for counterparts, expected in kinds.items():
        these = frozenset(counterparts.split())
        assert (kind_of("old", "5", these), kind_of("new", "5", these)) == expected
