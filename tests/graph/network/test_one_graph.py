"""The whole graph, each day and the tables say the same about every reference."""

from __future__ import annotations

from collections import Counter

import pytest

from graph.export.tables import TABLES
from graph.network.assemble import assemble
from graph.network.parts import graph_of_all_editions, graph_of_edition
from rules.store import Store

Ends = Counter[tuple[str, str]]


def list_printed(store: Store, edition: str) -> Ends:
    """Each reference of an edition by the lineages of its ends, as the table of references has it."""
    lineages = store.lineages(edition)
    return Counter(
        (lineages[found.reference.source], lineages[target])
        for found in store.references(edition)
        for target in found.found_keys
    )


def compare_editions(store: Store, editions: tuple[str, ...]) -> None:
    whole = assemble(graph_of_all_editions(store))
    in_whole: dict[str, Ends] = {edition: Counter() for edition in editions}
    for source, target, facts in whole.edges(data=True):
        if facts["type"] != "refers-to" or whole.nodes[target]["type"] == "missing":
            continue
        rule = whole.nodes[source]["lineage"]
        for edition, ends in in_whole.items():
            apart = edition in store.retyped or facts["first"] in store.retyped
            same_work = store.work_of[edition] == store.work_of[facts["first"]]
            within = facts["first"] <= edition <= facts["last"] if not apart else facts["first"] == edition
            if within and same_work:
                ends[rule, target] += 1
    for edition in editions:
        day = assemble(graph_of_edition(store, edition, ["refers-to"]))
        in_day: Ends = Counter()
        for source, target, facts in day.edges(data=True):
            if day.nodes[target]["type"] != "missing":
                in_day[source, target] += 1
                assert facts["first"] <= edition <= facts["last"]
        printed = list_printed(store, edition)
        assert in_day == printed, edition
        assert in_whole[edition] == printed, edition


def test_sample(sample_store: Store) -> None:
    compare_editions(sample_store, sample_store.edition_ids)


def test_books(book: Store, store: Store) -> None:
    compare_editions(book, book.edition_ids)
    compare_editions(store, store.edition_ids)


def test_the_table_of_citations_has_the_same_pairs(sample_store: Store) -> None:
    (table,) = (table for table in TABLES if table.name == "citations")
    rows = Counter[tuple[str, str, str]]()
    for edition, source, target, count in table.rows(sample_store):
        rows[edition.isoformat(), source, target] = count
    expected = Counter[tuple[str, str, str]]()
    for edition in sample_store.edition_ids:
        day = assemble(graph_of_edition(sample_store, edition, ["refers-to"]))
        numbers = {name: facts["number"] for name, facts in day.nodes(data=True)}
        for source, target in day.edges():
            if day.nodes[target]["type"] != "missing":
                expected[edition, numbers[source], numbers[target]] += 1
    assert rows == expected


@pytest.mark.archive
@pytest.mark.long
def test_archive(whole_store: Store) -> None:
    compare_editions(whole_store, whole_store.edition_ids)
