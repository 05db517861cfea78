"""A small book in four editions whose rules refer to each other, as a knowledge base."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from rules.links import Link, Sighting, Term
from rules.store import Store, open_store
from tests.graph.lineages.small import deleted, link, sort_texts
from tests.rules.histories import Retyped, write_history

A, B, C, D = "2001-01-01", "2002-02-02", "2003-03-03", "2004-04-04"
LATE_COPY = "2003-06-06"
BOATS = {
    "1": "Town|",
    "100": "Water|",
    "100.1": "Boats pay, see rules 101.1a–b.",
    "100.2": "Ferries do not. See rule 100.1.",
    "100.2a": "But see rule 101.1a.",
    "100.3": "Nobody swims.",
    "101": "Land|",
    "101.1": "Tolls|Tolls are these.",
    "101.1a": "Copper, as in rule 100.2.",
    "101.1b": "Silver, see rule 109.9.",
    "glossary:Ferry": "A boat. See rule 100.2. See also Toll.",
    "glossary:Toll": "What one pays. See rule 101.1, “Tolls.”",
}
_MOVED = sort_texts(
    {key: text for key, text in BOATS.items() if not key.startswith("101.1")}
    | {
        "100.1": "Boats pay, see rules 101.4a–b.",
        "100.2a": "But see rule 101.4a.",
        "101.4": BOATS["101.1"],
        "101.4a": BOATS["101.1a"],
        "101.4b": BOATS["101.1b"],
        "glossary:Toll": "What one pays. See rule 101.4, “Tolls.”",
    }
)
"""The tolls move from 101.1 to 101.4."""
_DRY = {key: text for key, text in _MOVED.items() if key != "100.2a"} | {"100.2": "Ferries do not."}
"""A ferry rule is gone, and another refers to nothing any more."""
EDITIONS: Mapping[str, Mapping[str, str]] = {A: BOATS, B: _MOVED, C: _MOVED, LATE_COPY: Retyped(_MOVED), D: _DRY}
_TOLLS = [
    link("101.1", "101.4"),
    link("101.1a", "101.4a"),
    link("101.1b", "101.4b"),
    link("100.1", "100.1", "kept", "reference"),
    link("100.2a", "100.2a", "kept", "reference"),
    link("glossary:Toll", "glossary:Toll", "kept", "reference"),
]
LINKS: Mapping[str, Sequence[Link]] = {B: _TOLLS, D: [*deleted("100.2a"), link("100.2", "100.2", "kept", "wording")]}
TERMS = (
    Term("fare", "toll", B, "renamed", 4, 0.9, (Sighting("101.4a", B),)),
    Term("toll", "fee", D, "renamed", 3, 0.8),
    Term("raft", None, C, "retired", 1, 0.5),
)


def boats(folder: Path) -> Store:
    """The book as a knowledge base."""
    return open_store(write_history(folder / "boats.sqlite", EDITIONS, LINKS, terms=TERMS))


def single(folder: Path, texts: Mapping[str, str]) -> Store:
    """A knowledge base of one edition."""
    return open_store(write_history(folder / "single.sqlite", {A: texts}, {}, terms=()))
