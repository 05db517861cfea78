"""Citations of a rule: each form as its readers parse it, and the site's script writes what Python writes."""

import json
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graph.answers.citing import FORMS, Citable, cite
from tests.site_src.scripts import run_program

STORM = Citable("702.40a", "Storm", "2012-07-01", "Magic 2013", "https://rules.example/id/x/#2012-07-01", "2026-11-28")
BARE = Citable("101.1", "", "1999-04-23", "", "", "2026-01-02")
HOSTILE = Citable(
    "a|b]]}} {{x", "T_%&$#~^\\{}<b>'='\n*`[y](z)", "2005-08-01", "S & T", "https://x.example/", "2026-11-28"
)
SECOND = Citable("502.35b", "", "2004-06-01", "", "", "2026-01-02", ordinal=2)
PROGRAM = """
import { readFileSync } from "node:fs";
const { FORMS, cite } = await import(`${process.argv[1]}/lib/cite.js`);
const rows = JSON.parse(readFileSync(0, "utf8"));
const citeAll = (row) => Object.fromEntries(Object.keys(FORMS).map((form) => [form, cite(row, form)]));
console.log(JSON.stringify(rows.map(citeAll)));
"""


def test_each_form_names_number_title_edition_address_and_day() -> None:
    for form in FORMS:
        citation = cite(STORM, form)
        for part in ("702.40a", "Storm", "2012", "Magic 2013", STORM.link, "2026"):
            assert part in citation, form
    assert cite(STORM, "plain") == (
        "Wizards of the Coast. Magic: The Gathering Comprehensive Rules, 702.40a (Storm), edition of 1 July 2012 "
        "(Magic 2013). Accessed 28 November 2026. https://rules.example/id/x/#2012-07-01"
    )


def test_without_title_set_and_address() -> None:
    assert cite(BARE, "markdown") == (
        "CR 101.1, *Magic: The Gathering Comprehensive Rules*, edition of 23 April 1999, accessed 2 January 2026."
    )
    assert cite(BARE, "plain").endswith("edition of 23 April 1999. Accessed 2 January 2026.")
    assert "url" not in cite(BARE, "cite-web")
    assert "access-date" not in cite(BARE, "cite-web"), "it has no meaning without an address"
    assert {"URL", "edition"} & json.loads(cite(BARE, "csl-json"))[0].keys() == set()


def test_no_character_of_a_title_is_markup() -> None:
    web = cite(HOSTILE, "cite-web")
    assert web.count("{{") == web.count("}}") == 1
    assert len(re.findall(r"\|\w", web)) == 7
    bibtex = cite(HOSTILE, "bibtex")
    assert bibtex.count("{") - bibtex.count("\\{") == bibtex.count("}") - bibtex.count("\\}")
    assert bibtex.startswith("@misc{cr-a-b-x-2005-08-01,\n")
    assert "<b>" not in cite(HOSTILE, "wikitext")
    assert json.loads(cite(HOSTILE, "csl-json"))[0]["section"] == HOSTILE.number


def test_two_rules_of_one_number_have_two_ids() -> None:
    assert cite(SECOND, "bibtex").startswith("@misc{cr-502-35b-2-2004-06-01,\n")
    assert json.loads(cite(SECOND, "csl-json"))[0]["id"] == "cr-502.35b-2-2004-06-01"
    assert cite(SECOND, "plain").count("502.35b,") == 1


def test_an_unknown_form_is_an_error() -> None:
    with pytest.raises(KeyError):
        cite(STORM, "apa")


@settings(max_examples=1, deadline=None)
@given(
    st.lists(
        st.tuples(st.text(min_size=1, max_size=8), st.text(max_size=12), st.text(max_size=8)), min_size=40, max_size=60
    )
)
def test_the_script_writes_the_same(drawn: list[tuple[str, str, str]]) -> None:
    citables = [STORM, BARE, HOSTILE, SECOND]
    citables += [
        Citable(number, title, "2005-08-01", name, "https://x.example/", "2026-11-28") for number, title, name in drawn
    ]
    rows = [
        {
            "number": citable.number,
            "title": citable.title,
            "edition": citable.edition,
            "setName": citable.set_name,
            "link": citable.link,
            "accessed": citable.accessed,
            "ordinal": citable.ordinal,
        }
        for citable in citables
    ]
    written = run_program(PROGRAM, rows)
    assert written == [{form: cite(citable, form) for form in FORMS} for citable in citables]
