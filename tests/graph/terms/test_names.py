"""From a term to the names it had before and after."""

from __future__ import annotations

from graph.terms import Term, TermNames

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
    assert NAMES.chain("Keeper") == ("host", "guard", "warden", "keeper", "host"), "a word may come back"
    assert [term.old for term in NAMES.taken_up("keeper")] == ["guard", "warden"]
