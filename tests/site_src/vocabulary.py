"""The part of the vocabulary of schema.org that the site uses, stated apart from the code; a check of JSON-LD."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

DATE = re.compile(r"\d{4}-\d\d-\d\d")
PERIOD = re.compile(r"\d{4}-\d\d-\d\d/(\d{4}-\d\d-\d\d|\.\.)")
ADDRESS = re.compile(r"https://[^\s]+|(?:\.\./)*[^\s:]*(?:#\S+)?|[^\s:]+/")
LANGUAGE = re.compile(r"[a-z]{2}")
TEXT = re.compile(r"\S(?:.*\S)?")
FORCE = re.compile(r"https://schema\.org/(InForce|NotInForce|PartiallyInForce)")

THING: dict[str, object] = {"name": TEXT, "url": ADDRESS, "description": TEXT}
CREATIVE_WORK: dict[str, object] = {
    **THING,
    "inLanguage": LANGUAGE,
    "isPartOf": "CreativeWork",
    "publisher": "Organization",
    "temporalCoverage": PERIOD,
}
PROPERTIES: dict[str, dict[str, object]] = {
    "Organization": THING,
    "CreativeWork": CREATIVE_WORK,
    "Legislation": {
        **CREATIVE_WORK,
        "legislationIdentifier": TEXT,
        "legislationDate": DATE,
        "legislationDateVersion": DATE,
        "legislationLegalForce": FORCE,
        "legislationConsolidates": "Legislation",
    },
}
"""Properties of each type, its own and inherited ones, with the pattern of a text or the type of what it names."""
PARENTS = {"Legislation": "CreativeWork", "CreativeWork": "Thing", "Organization": "Thing"}
REQUIRED = {"Legislation": {"name"}, "Organization": {"name"}}
KEYWORDS = {"@type", "@id", "@context"}


def is_a(name: str, ancestor: str) -> bool:
    """Whether a type is another one or below it."""
    return name == ancestor or (name in PARENTS and is_a(PARENTS[name], ancestor))


def faults_of_document(document: Mapping[str, Any]) -> list[str]:
    """What is wrong with a document of JSON-LD."""
    if document.get("@context") != "https://schema.org":
        return [f"context {document.get('@context')}"]
    nodes = document.get("@graph", [document])
    if "@graph" in document and set(document) != {"@context", "@graph"}:
        return ["a graph has only nodes"]
    wrong = [fault for node in nodes for fault in faults_of_node(node, is_top=True)]
    ids = [node["@id"] for node in nodes if "@id" in node]
    return [*wrong, *(["an id twice"] if len(ids) != len(set(ids)) else [])]


def faults_of_node(node: Mapping[str, Any], *, is_top: bool = False) -> Iterator[str]:
    """What is wrong with a node and those in it."""
    kind = node.get("@type")
    if kind not in PROPERTIES:
        yield f"type {kind}"
        return
    required = REQUIRED.get(kind, set()) | ({"url", "legislationIdentifier"} if is_top else set())
    yield from (f"{kind} without {name}" for name in sorted(required - set(node)))
    for name, value in node.items():
        if name in KEYWORDS:
            continue
        expected = PROPERTIES[kind].get(name)
        if expected is None:
            yield f"{kind} has no {name}"
        else:
            for one in value if isinstance(value, list) else [value]:
                yield from faults_of_value(name, one, expected)


def faults_of_value(name: str, value: Any, expected: Any) -> Iterator[str]:
    """What is wrong with a value of a property."""
    if isinstance(expected, str):
        if not isinstance(value, dict) or not is_a(str(value.get("@type")), expected):
            yield f"{name} is no {expected}: {value}"
        else:
            yield from faults_of_node(value)
    elif not isinstance(value, str) or not expected.fullmatch(value):
        yield f"{name}: {value!r}"
