"""The aligner on synthetic shake-ups of the sample editions, where the truth is known."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bench.alignment import Sides
from bench.scoring import Score, score
from comprules.facts import SAMPLE
from rules.align.align import align
from rules.align.edition_columns import EditionColumns
from rules.links import StepRecords
from rules.records import GlossaryEntry, Rule
from scraper.parse import parse_bytes
from tests.rules.align.shakeup import INTENSITIES, Intensity, shake

ROOT = Path(__file__).parents[3]
ISSUE = "1999-04-21"
"""The issue of a rulings summary, which is not shaken."""
EDITIONS = sorted(folder.name for folder in (SAMPLE / "editions").iterdir() if folder.name != ISSUE)
FLOORS = {"quiet": 0.998, "busy": 0.99, "upheaval": 0.98}
"""F1 of the links, over all sample editions; the best that a matcher by number and exact text reaches is 0.9."""
DIGEST = """
import hashlib, sys
from tests.rules.align.test_shakeup import align_shaken
alignment = align_shaken(sys.argv[1], 1, "upheaval")
print(hashlib.sha256(repr(alignment).encode()).hexdigest())
"""


@cache
def sides(edition: str) -> Sides:
    document = parse_bytes((SAMPLE / "editions" / edition / "sample.txt").read_bytes(), edition)
    return document.rules, document.glossary


def align_sides(old: Sides, new: Sides) -> StepRecords:
    return align(EditionColumns(*old), EditionColumns(*new))


def align_shaken(edition: str, seed: int, intensity: Intensity) -> StepRecords:
    old = sides(edition)
    new = shake(*old, seed, intensity)
    return align_sides(old, (new.rules, new.glossary))


def keys(side: Sides) -> set[str]:
    rules, glossary = side
    return {rule.key for rule in rules} | {entry.key for entry in glossary}


def pairs(alignment: StepRecords) -> set[tuple[str, str]]:
    return {(link.old, link.new) for link in alignment.links if link.old and link.new and link.kind != "ambiguous"}


def check_shape(alignment: StepRecords, old: Sides, new: Sides) -> None:
    """What `StepRecords` and `Link` promise, whatever the editions."""
    links = alignment.links
    assert {link.old for link in links if link.old} == keys(old)
    assert {link.new for link in links if link.new} == keys(new)
    assert len({(link.old, link.new) for link in links}) == len(links)
    assert all(0 <= link.score <= 1 and link.method for link in links)
    decided = [link for link in links if link.kind != "ambiguous"]
    for link in decided:
        assert (link.new is None) == (link.kind == "deleted"), link
        assert (link.old is None) == (link.kind == "added"), link
    continued = [link for link in decided if link.old and link.new]
    assert not {link.old for link in continued} & {link.old for link in links if link.kind == "deleted"}
    assert not {link.new for link in continued} & {link.new for link in links if link.kind == "added"}
    # A merge carries on one lineage only, so the other rules that went into it have no main link.
    carried = [(link.old, link.new) for link in continued if link.main]
    assert len({old for old, _ in carried}) == len({new for _, new in carried}) == len(carried)


@pytest.mark.parametrize("seed", [1, pytest.param(2, marks=pytest.mark.long), pytest.param(3, marks=pytest.mark.long)])
@pytest.mark.parametrize("intensity", INTENSITIES)
def test_links_are_found(intensity: Intensity, seed: int) -> None:
    whole, classes = Score(), Counter[bool]()
    for edition in EDITIONS:
        new = shake(*sides(edition), seed, intensity)
        links = align_sides(sides(edition), (new.rules, new.glossary)).links
        whole.add(score(links, new.truth))
        classes.update(
            new.classes[link.old, link.new] == link.change
            for link in links
            if link.old and link.new and link.kind != "ambiguous" and (link.old, link.new) in new.classes
        )
    assert whole.judged.total() > 1600
    assert whole.f1 is not None
    assert whole.f1 >= FLOORS[intensity], [str(failure) for failure in whole.failures]
    assert classes[True] >= 0.97 * classes.total() > 0, classes


@pytest.mark.parametrize("edition", EDITIONS)
def test_an_edition_aligned_with_itself_is_unchanged_and_with_another_the_same_both_ways(edition: str) -> None:
    same = sides(edition)
    alignment = align_sides(same, same)
    assert {(link.old, link.new, link.kind, link.change, link.main) for link in alignment.links} == {
        (key, key, "kept", "unchanged", True) for key in keys(same)
    }
    assert alignment.replacements == ()
    shaken = shake(*same, 4, "busy")
    shaken_sides = (shaken.rules, shaken.glossary)
    forth = pairs(align_sides(same, shaken_sides))
    back = {(old, new) for new, old in pairs(align_sides(shaken_sides, same))}
    assert len(forth & back) >= 0.98 * max(len(forth), len(back)), sorted(forth ^ back)


@pytest.mark.long
@settings(max_examples=15)
@given(edition=st.sampled_from(EDITIONS), seed=st.integers(0, 10**6), intensity=st.sampled_from(INTENSITIES))
def test_every_record_has_its_place(edition: str, seed: int, intensity: Intensity) -> None:
    new = shake(*sides(edition), seed, intensity)
    check_shape(align_sides(sides(edition), (new.rules, new.glossary)), sides(edition), (new.rules, new.glossary))


@pytest.mark.parametrize(("old", "new"), [("2005-08-01", "2009-07-11"), ("1999-04-23", "2026-04-17")])
def test_every_record_of_distant_editions_has_its_place(old: str, new: str) -> None:
    check_shape(align_sides(sides(old), sides(new)), sides(old), sides(new))


def test_nothing_aligned_with_something_is_an_addition() -> None:
    whole = sides(EDITIONS[0])
    heading = (Rule("2000-01-01", "1", "section", heading="Unlike"),)
    entry = (GlossaryEntry("2000-01-01", "Unlike", "Nothing of the kind."),)
    assert {link.kind for link in align_sides((heading, ()), whole).links if link.old is None} == {"added"}
    assert sum(link.kind == "deleted" for link in align_sides(whole, (heading, entry)).links) >= len(whole[0])


@pytest.mark.long
def test_the_hash_seed_changes_nothing() -> None:
    digests = set()
    for seed in ("0", "1", "4711"):
        environment = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(ROOT)}
        command = [sys.executable, "-c", DIGEST, "2005-08-01"]
        digests.add(subprocess.check_output(command, cwd=ROOT, env=environment, text=True))
    assert len(digests) == 1
