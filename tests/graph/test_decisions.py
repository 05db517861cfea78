"""The format of `links.toml`, and its decisions in the whole archive."""

from __future__ import annotations

from itertools import groupby
from pathlib import Path

import pytest

from graph.decisions import LinksError, decided_links, read_decisions, read_shipped_decisions
from rules.align import align
from rules.store import open_store

GOOD = """
[[link]]
from = "2001-01-01"
to = "2002-01-01"
old = "100.1"
new = ["200.1", "glossary:Wharf"]
reason = "Told by us."
"""


def test_reads_decisions() -> None:
    (decision,) = read_decisions(GOOD)
    assert (decision.first, decision.last, decision.old) == ("2001-01-01", "2002-01-01", "100.1")
    assert decision.new == ("200.1", "glossary:Wharf")


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('new = ["200.1", "glossary:Wharf"]', "new = []", "non-empty list"),
        ('new = ["200.1", "glossary:Wharf"]', 'new = "200.1"', "non-empty list"),
        ('"glossary:Wharf"', '"200.1"', "different keys"),
        ('"glossary:Wharf"', "2", "different keys"),
        ('old = "100.1"\n', "", "old must be a non-empty str"),
        ("reason =", "why =", "unknown field 'why'"),
        ("[[link]]", "[[links]]", "unknown table 'links'"),
        ("[[link]]", "[[link", "not valid TOML"),
    ],
)
def test_refuses_what_is_wrong(old: str, new: str, message: str) -> None:
    with pytest.raises(LinksError, match=message):
        read_decisions(GOOD.replace(old, new, 1))


def test_refuses_a_record_decided_twice() -> None:
    with pytest.raises(LinksError, match="stands twice"):
        read_decisions(GOOD + GOOD)


def test_decisions_are_of_one_step() -> None:
    first = read_shipped_decisions()[0]
    assert decided_links(first.first, first.last)[first.old] == first.new
    assert not decided_links(first.last, first.first)


@pytest.mark.archive
def test_every_decision_is_of_neighbours_and_differs_from_what_is_found(whole: Path) -> None:
    wrong = []
    with open_store(whole) as store:
        editions = store.editions_of()
        for (first, last), decisions in groupby(read_shipped_decisions(), lambda each: (each.first, each.last)):
            old = store.rules(first), store.glossary(first)
            new = store.rules(last), store.glossary(last)
            known = [{record.key for records in side for record in records} for side in (old, new)]
            found: dict[str | None, set[str | None]] = {}
            for link in align(*old, *new).links:
                found.setdefault(link.old, set()).add(link.new)
            wrong += [
                decision
                for decision in decisions
                if editions.index(last) != editions.index(first) + 1
                or decision.old not in known[0]
                or not known[1].issuperset(decision.new)
                or found[decision.old] == set(decision.new)
            ]
    assert wrong == []
