"""Addresses of the site in answers: a citation has the address that the site's own menu copies."""

from comprules.site_links import wording_link
from tests.site_src.scripts import run_program

KEYS = ["702.40a", "502.35b#2", "A.2.1", "glossary:Mana Ability", "glossary:“Ash” & Oak's (50%)", "glossary:Élan#2"]
PROGRAM = """
import { readFileSync } from "node:fs";
const { hrefOf } = await import(`${process.argv[1]}/lib/record-key.js`);
console.log(JSON.stringify(JSON.parse(readFileSync(0, "utf8")).map(hrefOf)));
"""


def test_the_link_of_a_wording_is_that_of_the_site() -> None:
    anchors = run_program(PROGRAM, KEYS)
    links = [wording_link("2009-07-11", key, "https://rules.example/") for key in KEYS]
    assert links == [f"https://rules.example/e/2009-07-11/{anchor}" for anchor in anchors]
    assert links[1].endswith("#502.35b-2")


def test_without_a_site_there_is_no_link() -> None:
    assert wording_link("2009-07-11", "702.40a", "") == ""
