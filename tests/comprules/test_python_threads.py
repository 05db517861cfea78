"""The API called from many threads gives the answers that one thread has."""

from __future__ import annotations

import os
import random
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import TYPE_CHECKING

import pytest

import comprules
from tests.comprules.running import ROOT

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

STARTS = 10
PREPARES = re.compile(
    r"msgspec\.convert\(|from msgspec import [^\n]*\bconvert\b"
    r"|\b(?:json|msgpack|toml|yaml)\.(?:Decoder\(|decode\([^\n]*\btype=)"
)
"""What msgspec does with a type other than to encode records of it."""
FIRST_CALLS = """
import sys
from concurrent.futures import ThreadPoolExecutor
import comprules

sys.setswitchinterval(1e-6)
with comprules.open_store() as store, ThreadPoolExecutor(8) as threads:
    for history in threads.map(lambda number: comprules.trace(store, number), ["702.40a", "702.40"] * 4):
        print(history.lineage)
"""

THREADS = 8
CALLS_OF_EACH = 40
LONG_CALLS_OF_EACH = 1_000


def list_calls(store: comprules.Store) -> list[Callable[[], object]]:
    """All kinds of calls, many with values of their own."""
    calls: list[Callable[[], object]] = [
        partial(comprules.terms, store),
        partial(comprules.differences, store, "2005-08-01", "latest", ["added"]),
        partial(comprules.search_changes, store, "mana value"),
        *(partial(comprules.search, store, words) for words in ("storm", "converted mana cost", "702.40a", "copy")),
    ]
    for edition in store.edition_ids:
        for key in store.keys(edition)[::40]:
            text = f"// CR {key}, CR 702.36e (Storm)"
            calls.append(partial(store.rule, edition, key))
            calls.append(partial(store.cited_by, edition, key))
            calls.append(partial(comprules.find_citations, text))
            calls.append(partial(comprules.check_text, text, edition=edition))
    for key in store.keys(store.edition_ids[-1])[::40]:
        calls.append(partial(comprules.trace, store, key))
        calls.append(partial(comprules.blame, store, key))
        calls.append(partial(comprules.compare, store, "latest", "first", [key]))
    return calls


def compare_with_one_thread(store: comprules.Store, calls_of_each: int) -> None:
    calls = list_calls(store)

    def call_often(seed: int) -> list[tuple[int, object]]:
        places = random.Random(seed).choices(range(len(calls)), k=calls_of_each)
        return [(place, calls[place]()) for place in places]

    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)  # threads alternate as often as they would in days of use
    try:
        with ThreadPoolExecutor(THREADS) as threads:
            answered = [answer for answers in threads.map(call_often, range(THREADS)) for answer in answers]
    finally:
        sys.setswitchinterval(interval)
    assert len(answered) == THREADS * calls_of_each
    expected = {place: calls[place]() for place, _ in answered}
    assert [calls[place] for place, answer in answered if answer != expected[place]] == []


def test_threads_have_the_answers_of_one(sample_kb: Path) -> None:
    with comprules.open_store(sample_kb) as store:
        compare_with_one_thread(store, CALLS_OF_EACH)


@pytest.mark.long
def test_threads_have_the_answers_of_one_after_thousands_of_calls(sample_kb: Path) -> None:
    with comprules.open_store(sample_kb) as store:
        compare_with_one_thread(store, LONG_CALLS_OF_EACH)


@pytest.mark.long
def test_the_first_calls_of_all_may_come_from_threads(sample_kb: Path) -> None:
    """Before anything was read or prepared: that crashed one start in twenty."""
    for _ in range(STARTS):
        completed = subprocess.run(
            [sys.executable, "-c", FIRST_CALLS],
            cwd=ROOT,
            env=os.environ | {"COMPRULES_DB": str(sample_kb)},
            capture_output=True,
            text=True,
            check=False,
        )
        assert (completed.returncode, len(completed.stdout.splitlines())) == (0, 8), completed.stderr


def test_only_one_module_prepares_types() -> None:
    """msgspec prepares a type when it is first used; two threads that do so at once end the process."""
    own_module = ROOT / "rules/conversion.py"
    packages = ("rules", "graph", "comprules", "scraper", "site_src")
    modules = [path for package in packages for path in (ROOT / package).rglob("*.py")]
    preparing = [path for path in modules if PREPARES.search(path.read_text(encoding="utf-8"))]
    assert preparing == [own_module]
