"""The scripts of the site over the real editions: what they compute of two editions, and what queries find."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from random import Random

import pytest

from rules.records import COMPREHENSIVE_RULES
from rules.store import Store
from site_src.data.corpus import Corpus
from tests.browser.conftest import require_assets
from tests.site_src.pages.compare.test_between import check
from tests.site_src.search.test_queries import TABLE, find_misses, write_data

pytestmark = pytest.mark.archive


@pytest.fixture(scope="module")
def corpus(whole_store: Store) -> Corpus:
    return Corpus(whole_store)


@pytest.mark.long
def test_any_two_editions_agree_with_the_graph_in_every_change(whole_store: Store, corpus: Corpus) -> None:
    """Near and far, forwards and backwards."""
    editions = whole_store.editions_of(COMPREHENSIVE_RULES)
    chosen = Random(2009)
    far = [(editions[-1], editions[0]), (editions[0], editions[-1])]
    steps = [*pairwise(editions)][::9]
    pairs = ((one, other) for one, other in (chosen.sample(editions, 2) for _ in range(60)))
    check(whole_store, [*far, *steps, *pairs], corpus)


@pytest.mark.long
def test_queries_find_what_they_should(whole_store: Store, corpus: Corpus, tmp_path: Path) -> None:
    require_assets()
    write_data(whole_store, corpus, tmp_path)
    assert find_misses(tmp_path, [*TABLE["real"], *TABLE["held"]]) == {}
