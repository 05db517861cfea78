"""Rules that move: headed rules change places, one is renamed, one merged, one goes."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from rules.links import Link
from rules.store import Store, open_store
from tests.graph.lineages.small import deleted, link
from tests.rules.histories import write_history
from tests.site_src.tiny import HOSTILE

A, B, C = "2001-01-01", "2005-05-05", "2011-11-11"
LADDERS = "A ladder leans against a tree until nobody is on it."
BASKETS = "Every basket is emptied in the evening."
BEFORE = {
    "7": "Orchard|",
    "702": "Tools|",
    "702.1": "Tools lie in the shed.",
    "702.2": "Ladder|",
    "702.2a": LADDERS,
    "702.3": "Basket|",
    "702.3a": BASKETS,
    "702.3b": "Apples are counted {W} by hand.",
    "702.4": "Scythe|",
    "702.4a": "Nobody mows alone.",
    "702.4b": HOSTILE[1],
    "glossary:Old & <New>": "A word for both.",
}
# ladder and basket change places, the scythe goes, one rule of the baskets is merged into the other
AFTER = {
    "7": "Orchard|",
    "702": "Tools|",
    "702.1": "Tools lie in the shed, and nowhere else.",
    "702.2": "Basket|",
    "702.2a": "Every basket is emptied in the evening, apples are counted {W} by hand.",
    "702.3": "Ladder|",
    "702.3a": LADDERS,
    "702.5": HOSTILE[1],
    "glossary:Old & <New>": "A word for both.",
}
RENAMED = {"702.2": "Crate|", "702.2a": AFTER["702.2a"].replace("basket", "crate")}
EDITIONS: dict[str, dict[str, str]] = {
    A: BEFORE,
    B: AFTER,
    C: {**AFTER, **RENAMED, "702.3a": LADDERS.replace("a tree", "“a tree”")},
}
LINKS: dict[str, Sequence[Link]] = {
    B: [
        link("702.1", "702.1", "kept", "wording"),
        link("702.2", "702.3"),
        link("702.2a", "702.3a"),
        link("702.3", "702.2"),
        link("702.3a", "702.2a", "merged", "wording"),
        link("702.3b", "702.2a", "merged", "wording", main=False),
        *deleted("702.4", "702.4a"),
        link("702.4b", "702.5", "moved"),
    ],
    C: [
        link("702.2", "702.2", "kept", "terminology"),
        link("702.2a", "702.2a", "kept", "terminology"),
        link("702.3a", "702.3a", "kept", "typographic"),
    ],
}


def moved_rules(folder: Path) -> Store:
    """The history as a knowledge base."""
    return open_store(write_history(folder / "moved_rules.sqlite", EDITIONS, LINKS))
