"""The format of `links.toml`, and its decisions in the whole archive."""

from __future__ import annotations

from itertools import groupby

import pytest

from graph.curated.decisions import decided_links, decisions
from graph.curated.file import CuratedFileError
from rules.align.align import align
from rules.align.edition_columns import EditionColumns
from rules.store import Store

GOOD = """
[[link]]
from = "2001-01-01"
to = "2002-01-01"
old = "100.1"
new = ["200.1", "glossary:Wharf"]
reason = "Told by us."
"""


def test_reads_decisions_which_are_of_one_step() -> None:
    first, second = decisions(GOOD + GOOD.replace("100.1", "100.2"))
    assert (first.first, first.last, first.old) == ("2001-01-01", "2002-01-01", "100.1")
    assert first.new == ("200.1", "glossary:Wharf")
    assert second.old == "100.2", "the tables keep their order"
    (dropped,) = decisions(GOOD.replace('["200.1", "glossary:Wharf"]', "[]"))
    assert dropped.new == ()
    assert decisions("") == ()
    first = decisions()[0]
    assert decided_links(first.first, first.last)[first.old] == first.new
    assert not decided_links(first.last, first.first)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('new = ["200.1", "glossary:Wharf"]', 'new = "200.1"', r"got `str` - at `\$\.new"),
        ('"glossary:Wharf"', '"200.1"', "different keys"),
        ('"glossary:Wharf"', "2", r"got `int` - at `\$\.new\[1\]"),
        ('old = "100.1"\n', "", "missing required field `old`"),
        ("reason =", "why =", "unknown field `why`"),
        ("", GOOD, "is listed twice"),
        # what all files of curated facts refuse
        ("[[link]]", "[[link", "links.toml: not valid TOML"),
        ("[[link]]", "[[links]]", r"unknown table 'links'; everything belongs under \[\[link\]\]"),
        ("[[link]]", "[link]", "link must be a list of tables"),
        (GOOD, "link = ['100.1']\n", "link must be a list of tables"),
    ],
)
def test_refuses_what_is_wrong(old: str, new: str, message: str) -> None:
    with pytest.raises(CuratedFileError, match=message):
        decisions(GOOD.replace(old, new, 1))


@pytest.mark.archive
def test_every_decision_is_about_records_of_neighbours(whole_store: Store) -> None:
    editions = whole_store.chained()
    keys = {edition: set(whole_store.keys(edition)) for edition in editions}
    assert [
        decision
        for decision in decisions()
        if editions.index(decision.last) != editions.index(decision.first) + 1
        or decision.old not in keys[decision.first]
        or not keys[decision.last].issuperset(decision.new)
    ] == []


@pytest.mark.archive
@pytest.mark.long
def test_every_decision_differs_from_what_is_found(whole_store: Store) -> None:
    idle = []
    for (first, last), of_step in groupby(decisions(), lambda each: (each.first, each.last)):
        old, new = (EditionColumns(whole_store.rules(day), whole_store.glossary(day)) for day in (first, last))
        found: dict[str | None, list[str | None]] = {}
        for link in align(old, new).links:  # the main one first
            found.setdefault(link.old, []).append(link.new)
        for decision in of_step:
            links = found[decision.old]
            decided = decision.new or (None,)
            idle += [decision] if links[0] == decided[0] and set(links) == set(decided) else []
    assert idle == []
