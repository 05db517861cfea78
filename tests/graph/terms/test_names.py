"""From a term to the names it had before and after; and terms as rows and as JSON."""

from __future__ import annotations

from msgspec import to_builtins
from msgspec.structs import replace

from graph.answers.terms import answer_term
from graph.terms.names import TermNames
from rules.links import Sighting, Term
from rules.store.tables import TERMS as TERMS_TABLE

TERMS = (
    Term("warden", "keeper", "2003-01-01", "renamed", 9, 0.9, forms=(("warden", "keeper"), ("wardens", "keepers"))),
    Term("keeper", "host", "2009-01-01", "renamed", 9, 0.8, forms=(("keeper", "host"),)),
    Term("guard", "keeper", "2001-01-01", "split", 5, 0.7, forms=(("guard", "keeper"),)),
    Term("guard", "sentry", "2001-01-01", "split", 3, 0.5, forms=(("guard", "sentry"),)),
    Term("host", "warden", "1999-01-01", "renamed", 3, 0.4, forms=(("host", "warden"),)),
    Term("night watch", None, "2004-01-01", "retired", 1, 0.3, forms=(("night watch", ""),)),
)
NAMES = TermNames(TERMS)


NEWER: dict[str, tuple[str, ...]] = {
    "guard": ("keeper", "sentry", "host"),
    "warden": ("keeper", "host"),
    "Wardens": ("keepers", "host"),  # case, inflection and typography do not matter
    "Warden’s": ("keeper", "host"),
    "keeper": ("host",),  # host became warden before keeper became host
    "night watch": (),  # retired
    "teapot": (),
}


def test_an_old_term_leads_to_all_newer_ones() -> None:
    assert {name: NAMES.newer_names(name) for name in NEWER} == NEWER
    assert [term.new for term in NAMES.given_up("guard")] == ["keeper", "sentry"]
    assert [term.kind for term in NAMES.given_up("Night Watch")] == ["retired"]


def test_a_new_term_leads_back_and_a_chain_has_all_names() -> None:
    assert NAMES.older_names("host") == ("keeper", "warden", "guard"), "the latest first"
    assert NAMES.older_names("") == ()
    assert NAMES.list_names("Keeper") == ("host", "guard", "warden", "keeper", "host"), "a word may come back"
    assert [term.old for term in NAMES.taken_up("keeper")] == ["guard", "warden"]


ROWS = (
    replace(
        TERMS[0],
        evidence=(Sighting("100.1", "2003-01-01"), Sighting("glossary:Keeper", "2003-01-01")),
        curated=True,
        note="Told by us.",
    ),
    Term("night watch", None, "2004-01-01", "retired", 1, 0.3, (Sighting("100.2", "2003-01-01"),), dated=False),
)


def test_rows_come_back_as_terms() -> None:
    assert TERMS_TABLE.records_of(map(TERMS_TABLE.row_of, ROWS)) == ROWS


def test_json_is_as_contracted() -> None:
    lineages = {("2003-01-01", "100.1"): "90.1@1999-01-01", ("2003-01-01", "100.2"): "100.2@2003-01-01"}
    first, second = (answer_term(row, lambda edition, key: lineages.get((edition, key))) for row in ROWS)
    sightings = tuple(
        {"lineage": name, "edition": "2003-01-01"} for name in ("90.1@1999-01-01", "glossary:Keeper@2003-01-01")
    )
    facts = {"old": "warden", "new": "keeper", "edition": "2003-01-01", "dated": True, "kind": "renamed", "support": 9}
    assert {**to_builtins(first), **facts, "evidence": sightings} == to_builtins(first)
    assert (second.new, second.dated) == (None, False)
