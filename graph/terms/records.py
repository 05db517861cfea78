"""The records of renamed terms, and what they are mined from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from graph.lineages import Inventory
from rules.links import Link, Replacement

TermKind = Literal["renamed", "split", "reworded", "retired", "heading", "keyword", "reclassified"]
"""`renamed`: the old words are given up for the new ones; `split`: the new words took over one sense of the old ones,
which stay for another; `reworded`: a turn of phrase, no term ("his or her" to "their"); `retired`: given up, and
nothing takes their place; `heading`: a rule, chapter or section goes on under another heading, whatever becomes of the
words elsewhere; `keyword`: cards say in one word what took a phrase before, and the phrase stays what the word means;
`reclassified`: the same name for another class of words, as when a keyword ability becomes an ability word."""

INSTEAD: frozenset[TermKind] = frozenset({"renamed", "split", "reworded"})
"""Kinds of which the new words may be read for the old ones in a text."""


class Sighting(NamedTuple):
    """A record in which the words were seen to change.

    Attributes:
        key: `Rule.key` or `GlossaryEntry.key` in `edition`.
        edition: Id of the first edition with the new words; of a record that was dropped, its last edition.
    """

    key: str
    edition: str


@dataclass(frozen=True, slots=True)
class Term:
    """Words of the rules that were given up for others, in all inflections together.

    Attributes:
        old: The old words, folded, in their most frequent form.
        new: The new words, folded; None for what was retired.
        edition: Id of the first edition with the new words, or without the old ones.
        kind: What became of the old words.
        support: In how many records the words were seen to change.
        score: How sure it is that this is a renaming, 0 to 1: for ranking, not a probability.
        evidence: Where it was seen, at most twelve.
        forms: All forms seen (old, new), the most frequent first; the new one is empty for what was retired.
        curated: Whether `terms.toml` has it too.
        note: An explanation from `terms.toml`, or nothing.
    """

    old: str
    new: str | None
    edition: str
    kind: TermKind
    support: int
    score: float
    evidence: tuple[Sighting, ...] = ()
    forms: tuple[tuple[str, str], ...] = ()
    curated: bool = False
    note: str = ""


@dataclass(frozen=True, slots=True)
class StepText:
    """An edition and the one before it, as far as terms need them.

    Attributes:
        old: The older edition.
        new: The newer one.
        links: The links between them; trivial ones (same key, nothing changed) may be left out.
        replacements: What the aligner saw.
    """

    old: Inventory
    new: Inventory
    links: Sequence[Link]
    replacements: Sequence[Replacement] = ()
