"""The table of kinds of page, from which the frame, the builder, the documentation and other tests derive theirs."""

from __future__ import annotations

from site_src import page_kinds
from site_src.builder.site import GENERATORS
from site_src.page_kind import PageKind
from site_src.page_kinds import FOOTER, PAGE_KINDS, TABS, list_addresses


def test_every_kind_with_a_phase_has_generators_and_no_other() -> None:
    assert {kind.name for kind in PAGE_KINDS if kind.phase} == set(GENERATORS)
    generators = [generator for several in GENERATORS.values() for generator in several]
    assert len(set(generators)) == len(generators)


def test_every_kind_that_is_declared_is_in_the_table() -> None:
    assert [kind for kind in vars(page_kinds).values() if isinstance(kind, PageKind)] == list(PAGE_KINDS)


def test_every_kind_is_looked_at_and_described_once() -> None:
    names = [kind.name for kind in PAGE_KINDS]
    assert len(set(names)) == len(names)
    samples = [sample.address for kind in PAGE_KINDS for sample in kind.samples]
    assert len(set(samples)) == len(samples)
    for kind in PAGE_KINDS:
        assert kind.addresses, kind.name
        assert kind.samples, kind.name


def test_every_link_of_the_frame_is_a_sample() -> None:
    samples = {sample.address for kind in PAGE_KINDS for sample in kind.samples}
    assert {link.address for link in (*TABS, *FOOTER)} <= samples


def test_the_table_has_a_row_for_each_address() -> None:
    rows = list_addresses().splitlines()
    assert rows[:2] == ["| address | page |", "|---|---|"]
    assert len(rows) - 2 == sum(len(kind.addresses) for kind in PAGE_KINDS)
    assert all(row.count("|") == 3 for row in rows[2:])
