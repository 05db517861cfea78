"""Links of the real editions that were once wrong, each of which stands for a cause."""

from __future__ import annotations

from itertools import pairwise

import pytest

from rules.store import Store

pytestmark = [pytest.mark.archive]

LINKS = {
    # Two rules of one sentence that share only a turn of phrase.
    ("2003-03-15", "2003-07-01", "415.1"): [],
    # Most words of the two are not the same.
    ("2003-03-15", "2003-07-01", "214.5"): [],
    # A new rule repeats a sentence of another keyword.
    ("2026-01-16", "2026-02-27", "702.49c"): ["702.49c"],
    # A rule about two things was split, and one half was reworded.
    ("2009-05-01", "2009-07-11", "409.4"): ["601.5", "602.5"],
    # Decisions: the words mislead.
    ("2003-03-15", "2003-07-01", "214.9f"): ["212.6e"],
    ("2003-03-15", "2003-07-01", "214.9g"): ["212.6f"],
    ("2003-03-15", "2003-07-01", "214.9h"): [],
    ("2003-03-15", "2003-07-01", "309.3"): ["309.2"],
    ("2007-05-01", "2007-07-13", "506.3"): ["506.2"],
    ("2007-05-01", "2007-07-13", "506.3a"): ["506.3"],
    ("2015-03-27", "2015-07-17", "711.1a"): ["711.1b"],
    ("2016-01-16", "2016-04-08", "711.1a"): [],
    ("2016-01-16", "2016-04-08", "711.1b"): ["711.1a", "711.1b"],
    ("2019-01-25", "2019-05-03", "701.26b"): [],
    ("2025-09-19", "2025-11-14", "500.5"): ["500.4", "500.5", "500.5a", "500.5b"],
}


@pytest.mark.parametrize("step", LINKS, ids=" ".join)
def test_what_continues_a_rule(step: tuple[str, str, str], whole_store: Store) -> None:
    previous, edition, old = step
    links = [link for link in whole_store.links(edition, previous) if link.old == old]
    assert sorted(link.new for link in links if link.new is not None) == LINKS[step]


def test_a_link_by_pieces_that_carries_a_lineage_rests_on_its_words(whole_store: Store) -> None:
    editions = whole_store.chained()
    pieces = [
        (edition, link)
        for previous, edition in pairwise(editions)
        for link in whole_store.links(edition, previous)
        if link.method == "piece"
    ]
    assert pieces
    assert [(edition, link) for edition, link in pieces if link.score < 0.08] == []
    assert sum(link.score == 1.0 for _, link in pieces) < len(pieces) / 3
