"""The generator of synthetic shake-ups says the truth about what it did."""

from __future__ import annotations

import random
import re
from collections import Counter
from functools import cache

import msgspec
import pytest

from bench.alignment import Sides
from comprules.facts import SAMPLE
from rules.numbers import is_number, kind_of, parent_of
from rules.records import GlossaryEntry, Rule
from rules.text import fold, mask
from scraper.parse import parse_bytes
from tests.rules.align.shakeup import INTENSITIES, Shakeup, shake
from tests.rules.align.shakeup.tree import harvest, number_anew, plant
from tests.rules.align.shakeup.wording import Vocabulary, exchange, noise, normalize_passages, rename, reword, sentences

EDITION = "2009-07-11"


@cache
def sides() -> Sides:
    document = parse_bytes((SAMPLE / "editions" / EDITION / "sample.txt").read_bytes(), EDITION)
    return document.rules, document.glossary


def passages(side: Sides) -> dict[str, tuple[str, ...]]:
    rules, glossary = side
    texts = {rule.key: (rule.heading or "", rule.text, *rule.examples, *rule.notes) for rule in rules}
    return texts | {entry.key: (entry.term, entry.text) for entry in glossary}


@pytest.fixture(scope="module", params=INTENSITIES)
def shaken(request: pytest.FixtureRequest) -> Shakeup:
    return shake(*sides(), 3, request.param)


def test_a_tree_that_nobody_shook_gives_the_same_rules() -> None:
    rules, _ = sides()
    root = plant(rules)
    harvested = harvest(root, number_anew(root), EDITION)
    assert [msgspec.structs.replace(rule, label="") for rule in rules] == list(harvested.values())


def test_numbers_are_regular_and_hang_together(shaken: Shakeup) -> None:
    keys = [rule.key for rule in shaken.rules]
    assert len(set(keys)) == len(keys)
    present = set(keys)
    for rule in shaken.rules:
        assert is_number(rule.number)
        assert kind_of(rule.number) == rule.kind
        assert parent_of(rule.number) == rule.parent
        assert rule.parent is None or rule.parent in present


def test_truth_tells_of_every_record_but_twins_and_the_same_from_both_sides(shaken: Shakeup) -> None:
    assert set(shaken.truth.old) == set(passages(sides())) - shaken.twins
    new = passages((shaken.rules, shaken.glossary))
    assert set(shaken.truth.new) <= set(new)
    assert not shaken.twins or len(shaken.truth.new) < len(new)
    forth = {(old, new) for old, news in shaken.truth.old.items() for new in news if new in shaken.truth.new}
    back = {(old, new) for new, olds in shaken.truth.new.items() for old in olds if old in shaken.truth.old}
    assert forth == back


def test_classes_are_what_they_are_called(shaken: Shakeup) -> None:
    old, new = passages(sides()), passages((shaken.rules, shaken.glossary))
    for (old_key, new_key), change in shaken.classes.items():
        before, after = old[old_key], new[new_key]
        if change == "unchanged":
            assert before == after, (old_key, new_key)
        elif change == "typographic":
            assert before != after, (old_key, new_key)
            assert [fold(text) for text in before] == [fold(text) for text in after], (old_key, new_key)
        elif change == "reference":
            assert [fold(text) for text in before] != [fold(text) for text in after], (old_key, new_key)
            assert [mask(fold(text)) for text in before] == [mask(fold(text)) for text in after], (old_key, new_key)
        else:
            assert normalize_passages(before) != normalize_passages(after), (old_key, new_key)


def test_all_kinds_of_change_occur_harder_is_harder_and_a_seed_gives_one_edition() -> None:
    upheaval = shake(*sides(), 1, "upheaval")
    fates = Counter(min(len(news), 2) for news in upheaval.truth.old.values())
    origins = Counter(min(len(olds), 2) for olds in upheaval.truth.new.values())
    assert all(counts[count] for count in (0, 1, 2) for counts in (fates, origins))
    moved = [key for key, news in upheaval.truth.old.items() if len(news) == 1 and key not in news]
    assert len(moved) > len(upheaval.truth.old) / 4
    assert set(upheaval.classes.values()) == {"unchanged", "typographic", "reference", "terminology", "wording"}
    assert upheaval.terms
    unchanged_counts = []
    for intensity in INTENSITIES:
        first, again, other = (shake(*sides(), seed, intensity) for seed in (2, 2, 6))
        assert first == again, intensity
        assert first.rules != other.rules, intensity
        unchanged_counts.append(sum(news == {key} for key, news in first.truth.old.items()))
    assert unchanged_counts == sorted(unchanged_counts, reverse=True)
    assert unchanged_counts[0] > 2 * unchanged_counts[-1]


def test_twins_are_left_out_of_the_truth() -> None:
    day = "2001-01-01"
    twin = {"edition": day, "kind": "subrule", "text": "This one is said twice.", "parent": "100.1"}
    rules = (
        Rule(day, "1", "section", heading="First"),
        Rule(day, "100", "chapter", heading="Chapter", parent="1"),
        Rule(day, "100.1", "rule", heading="Rule", parent="100"),
        Rule(number="100.1a", **twin),  # type: ignore[arg-type]
        Rule(number="100.1b", **twin),  # type: ignore[arg-type]
        Rule(day, "100.1c", "subrule", text="This one is said only once.", parent="100.1"),
    )
    shaken_edition = shake(rules, (GlossaryEntry(day, "Word", "What it means."),), 1, "quiet")
    assert {"100.1a", "100.1b"} <= shaken_edition.twins
    assert not {"100.1a", "100.1b"} & set(shaken_edition.truth.old)
    assert "100" in shaken_edition.truth.old


def test_references_follow_what_they_name() -> None:
    day = "2001-01-01"
    rules = (
        Rule(day, "1", "section", heading="First"),
        *(Rule(day, f"10{n}", "chapter", heading=f"Chapter {'abcdefgh'[n]}", parent="1") for n in range(6)),
        *(
            Rule(day, f"105.{n}", "rule", text=f"The {word} names a chapter, see rule 100 about it.", parent="105")
            for n, word in enumerate(("lamp", "rope", "bell", "boat", "stone", "oar", "sail", "mast"), 1)
        ),
    )
    moves = set()
    for seed in range(4):
        shaken_edition = shake(rules, (), seed, "upheaval")
        cited = {number for rule in shaken_edition.rules for number in re.findall(r"see rule (\d+)", rule.text)}
        assert cited == shaken_edition.truth.old["100"], seed
        moves |= cited
    assert len(moves) > 1, "it moved"


def test_renamed_terms_keep_number_and_capitals_and_rewording_changes_about_so_many_words() -> None:
    terms = {"permanent": "vornal"}
    assert rename("Permanents, a permanent, impermanent", terms) == "Vornals, a vornal, impermanent"
    assert rename("nothing", {}) == "nothing"
    assert exchange("Storm and storm", "Storm", "Gostlis") == "Gostlis and gostlis"
    draw = random.Random(1)
    text = " ".join(f"word{'abcdefghij'[n // 10]}{'abcdefghij'[n % 10]}" for n in range(100))
    vocabulary = Vocabulary(["other words come in here and there"], draw)
    left = len(set(text.split()) & set(reword(text, 0.3, vocabulary, draw).split()))
    assert 65 <= left < 100


def test_noise_is_noise_and_sentences_are_told_apart() -> None:
    text = "A player’s “own” card — see Rule 100(TM), page 2-3™."
    for seed in range(20):
        assert fold(noise(text, random.Random(seed))) == fold(text)
    parted = ["One of them.", '"Two" of them.', "(Three.) 1.5 of them."]
    assert sentences(" ".join(parted)) == parted
