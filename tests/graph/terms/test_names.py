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


def test_an_old_term_leads_to_all_newer_ones() -> None:
    assert NAMES.newer_names("guard") == ("keeper", "sentry", "host")
    assert NAMES.newer_names("warden") == ("keeper", "host")


def test_a_new_term_leads_back() -> None:
    assert NAMES.older_names("host") == ("keeper", "warden", "guard"), "the latest first"


def test_case_typography_and_inflection_do_not_matter() -> None:
    assert NAMES.newer_names("Wardens") == ("keepers", "host")
    assert NAMES.newer_names("Warden’s") == ("keeper", "host")


def test_a_chain_goes_one_way_in_time() -> None:
    assert "warden" not in NAMES.newer_names("keeper"), "host became warden before keeper became host"


def test_a_chain_has_all_names_oldest_first() -> None:
    assert NAMES.chain("Keeper") == ("host", "guard", "warden", "keeper", "host"), (
        "a word may come back as another name"
    )


def test_the_terms_themselves_are_found() -> None:
    assert [term.new for term in NAMES.given_up("guard")] == ["keeper", "sentry"]
    assert [term.old for term in NAMES.taken_up("keeper")] == ["guard", "warden"]
    assert [term.kind for term in NAMES.given_up("Night Watch")] == ["retired"]


def test_what_is_retired_or_unknown_has_no_newer_name() -> None:
    assert NAMES.newer_names("night watch") == ()
    assert NAMES.newer_names("teapot") == ()
    assert NAMES.older_names("") == ()
