"""Rules and editions as legislation: by the vocabulary of schema.org, with every former wording."""

from __future__ import annotations

import json
from typing import Any

import pytest

from site_src.addresses import SitePlace
from site_src.layout import BookPart
from site_src.markup.legislation import Law, Wording, as_json_ld, describe_law
from site_src.pages.writer import legislation
from tests.site_src.tiny import make_rule
from tests.site_src.vocabulary import faults_of_document

OLD = Wording("CR 502.3a", "2001-05-01", SitePlace("e/2001-05-01/", "502.3a"))
NEW = Wording("CR 702.4a", "2011-05-01", SitePlace("e/2011-05-01/", "702.4a"))
PIER = Law("702.4a Piers", "The Rules of the Harbor", SitePlace("id/502.3a@2001-05-01/"), "2001-05-01", [OLD, NEW])


def read(*nodes: dict[str, Any]) -> dict[str, Any]:
    document: dict[str, Any] = json.loads(as_json_ld(nodes))
    assert faults_of_document(document) == []
    return document


@pytest.mark.parametrize(
    ("site_url", "address", "former"),
    [
        ("", "../../id/502.3a@2001-05-01/", "../../e/2001-05-01/#502.3a"),
        ("https://harbor.example/", "https://harbor.example/id/502.3a@2001-05-01/",
         "https://harbor.example/e/2001-05-01/#502.3a"),
    ],
)  # fmt: skip
def test_a_rule_consolidates_its_former_wordings(site_url: str, address: str, former: str) -> None:
    law = read(describe_law(PIER, "history/702.4/", site_url))
    assert law["@id"] == law["url"] == address
    assert (law["legislationDate"], law["legislationDateVersion"]) == ("2001-05-01", "2011-05-01")
    assert law["legislationLegalForce"] == "https://schema.org/InForce"
    assert law["temporalCoverage"] == "2001-05-01/.."
    (before,) = law["legislationConsolidates"]
    assert before["url"] == former
    assert before["legislationIdentifier"] == "CR 502.3a"
    assert before["legislationDateVersion"] == "2001-05-01"


def test_what_is_gone_is_not_in_force() -> None:
    gone = Law("502.3a", "The Rules", SitePlace("id/502.3a/"), "2001-05-01", [OLD], "2004-01-31")
    law = read(describe_law(gone, "history/502.3/"))
    assert law["legislationLegalForce"] == "https://schema.org/NotInForce"
    assert law["temporalCoverage"] == "2001-05-01/2004-01-31"
    assert "legislationConsolidates" not in law


def test_an_address_has_no_spaces() -> None:
    entry = Wording("CR Glossary: Old “Pier”", "2001-05-01", SitePlace("e/2001-05-01/", "glossary:Old “Pier”"))
    newer = Wording("CR Glossary: Pier", "2011-05-01", SitePlace("e/2011-05-01/", "glossary:Pier"))
    law = read(
        describe_law(Law("Pier", "The Rules", SitePlace("id/x@2001-05-01/"), "2001-05-01", [entry, newer]), "h/x/")
    )
    assert law["legislationConsolidates"][0]["url"].endswith("/e/2001-05-01/#glossary:Old%20%E2%80%9CPier%E2%80%9D")


def test_a_page_of_rules_and_several_laws() -> None:
    page = BookPart("702", [make_rule("702", heading="Piers")])
    assert read(legislation(page, "2011-05-01"))["legislationIdentifier"] == "CR 702"
    assert "legislationDateVersion" not in read(legislation(page, ""))
    both = read(legislation(page, ""), describe_law(PIER, "history/702.4/"))
    assert len(both["@graph"]) == 2
    assert as_json_ld([]) == ""


def test_the_check_finds_faults() -> None:
    law = describe_law(PIER, "history/702.4/")
    wrong = [
        {**law, "@type": "Statute"},
        {**law, "legislationDate": "May 2001"},
        {**law, "legislationPort": "x"},
        {**law, "legislationConsolidates": {"@type": "Organization", "name": "x"}},
        {**law, "legislationLegalForce": "InForce"},
        {name: value for name, value in law.items() if name != "name"},
    ]
    assert all(faults_of_document({"@context": "https://schema.org", **node}) for node in wrong)
    assert faults_of_document({"@context": "https://schema.org", "@graph": [law, law]})
