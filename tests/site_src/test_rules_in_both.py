"""A rule that the browser draws on the page of an old edition is the one that other pages have."""

from __future__ import annotations

from typing import Any

import pytest
from bs4 import BeautifulSoup
from markupsafe import Markup
from msgspec.structs import asdict, replace

from rules.records import Reference, Resolution, Rule, Span
from site_src.addresses import anchor_of
from site_src.markup.passages import passage_html, problems_of
from site_src.markup.templates import make_environment
from site_src.pages.records import RecordView
from tests.site_src.drawn import draw_nodes, list_nodes

PROGRAM = """
const { rule } = await import(`${scripts}/asof/records.js`);
const { Edition } = await import(`${scripts}/asof/edition.js`);
const edition = new Edition(request.manifest);
const drawn = request.records.map(({ row, words }) => [rule(edition, row, words)]);
"""
EDITION = "2009-07-11"
SPAN = Span(1, 1)
MISSING = Resolution(Reference("602.1", "text", "rule 602.99", "rule", ("602.99",), None, 4, 15), "missing", ())
RULES = [
    Rule(EDITION, "602", "chapter", "Rowing Boats", "", span=SPAN),
    Rule(EDITION, "602.1", "rule", None, "See rule 602.99, and {T} a boat.", span=SPAN),
    Rule(EDITION, "602.1a", "subrule", None, "Oars _float_.", ("A {W} oar floats.",), ("So do boats.",), span=SPAN),
    Rule(EDITION, "602.2", "rule", "Harbour", "A boat\nrests here.", label="602. 2.", span=SPAN),
]
FINDINGS = {"602.1": (MISSING,)}


def describe_finding(resolution: Resolution) -> list[Any]:
    """Return a reference without a target as the manifest lists it."""
    reference = resolution.reference
    ((_, problem),) = problems_of([resolution])
    return [reference.source, reference.field, reference.start, resolution.status, [], None, problem]


def list_references(resolution: Resolution) -> list[Any]:
    """Return a reference as the texts of an edition list it."""
    reference = resolution.reference
    return [reference.field, reference.start, reference.end, reference.kind, reference.targets, None]


def view_rule(rule: Rule) -> RecordView:
    """Return the view of a rule that shows neither its past nor the rules that cite it."""
    findings = FINDINGS.get(rule.key, ())
    text = passage_html(rule.text, findings, lambda _key: None)
    view = RecordView(rule, anchor_of(rule.key), rule.heading, text, problems_of(findings), ())
    return replace(view, examples=draw(rule.examples), notes=draw(rule.notes))


def draw(texts: tuple[str, ...]) -> tuple[Markup, ...]:
    """Return examples or notes without references."""
    return tuple(passage_html(text, (), lambda _key: None) for text in texts)


def draw_in_browser(rules: list[Rule]) -> list[Any]:
    """Return the rules as the script of old editions draws them, without what it adds for the keyboard."""
    records = []
    for rule in rules:
        words = {name: value for name, value in asdict(rule).items() if name in {"text", "examples", "notes"} and value}
        if rule.heading:
            words["heading"] = rule.heading
        words["references"] = [list_references(found) for found in FINDINGS.get(rule.key, ())]
        row = {"key": rule.key, "kind": rule.kind, "lineage": None, "bucket": "602", "text": 1}
        records.append({"row": row, "words": words})
    manifest = {
        "edition": {"id": EDITION, "work": "comprehensive-rules"},
        "columns": [],
        "rules": [],
        "glossary": [],
        "headings": {},
        "labels": {rule.key: rule.label for rule in rules if rule.label},
        "references": [describe_finding(found) for findings in FINDINGS.values() for found in findings],
    }
    drawn = [node for nodes in draw_nodes(PROGRAM, {"manifest": manifest, "records": records}) for node in nodes]
    for _tag, attributes, _children in drawn:
        assert attributes.pop("tabindex") == "-1"
    return drawn


def without_blanks(nodes: list[Any]) -> list[Any]:
    """Return nodes without the texts between elements, and without the empty line about a record's past."""
    kept: list[Any] = []
    for node in nodes:
        if isinstance(node, str):
            if node.strip():
                kept.append(node)
        elif node[1].get("class") != "quiet":
            tag, attributes, inner = node
            kept.append([tag, attributes, without_blanks(inner)])
    return kept


@pytest.mark.parametrize("number", range(len(RULES)))
def test_both_draw_the_same_rule(number: int) -> None:
    rule = RULES[number]
    macros = make_environment().get_template("macros.html.j2").module
    html = BeautifulSoup(macros.rule_block(view_rule(rule)), "html.parser")  # type: ignore[attr-defined]
    assert without_blanks(list_nodes(html.children)) == without_blanks(draw_in_browser([rule]))
