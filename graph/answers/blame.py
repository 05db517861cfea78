"""The edition that introduced each phrase of a rule, traced through all its versions and those of its sources."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from msgspec import Struct
from rapidfuzz import fuzz

from graph.answers.history import origins, passage_at
from graph.history import History
from rules.change.blame import Blame, Blamed, carry
from rules.links import Version
from rules.records import RETYPED


class State(Struct, frozen=True):
    """The words of a rule in an edition, each with its origin."""

    text: Blame
    examples: tuple[Blame, ...]
    notes: tuple[Blame, ...]


class PassageBlame(Struct, frozen=True, rename={"spans": "tokens"}):
    """An example or note, with the edition of each of its phrases; `spans` cover the text."""

    text: str
    spans: tuple[Blamed, ...]


class BlameAnswer(Struct, frozen=True, rename={"key": "number", "spans": "tokens"}):
    """Since when a rule of an edition has each of its phrases; the spans cover each text.

    Attributes:
        key: Its number, or `glossary:TERM`.
        edition: The edition.
        lineage: Its lineage.
        text: Its text, or its heading if it has no text.
        spans: The phrases of the text.
        examples: Its examples.
        notes: Its notes.
    """

    key: str
    edition: str
    lineage: str
    text: str
    spans: tuple[Blamed, ...]
    examples: tuple[PassageBlame, ...]
    notes: tuple[PassageBlame, ...]


def blame_rule(history: History, edition: str, key: str) -> BlameAnswer:
    """Return since when a rule has each of its phrases, and under which number each was first printed.

    Raises:
        LookupError: The edition does not exist, or has no such rule.
    """
    history.store.edition(edition)  # raises for one that does not exist
    lineage = history.lineage(edition, key)
    if lineage is None:
        raise LookupError(f"edition {edition} has no {key}")
    state = _Past(history).in_edition(lineage, edition, key)
    return BlameAnswer(
        key,
        edition,
        lineage,
        state.text.text,
        state.text.spans(),
        tuple(PassageBlame(example.text, example.spans()) for example in state.examples),
        tuple(PassageBlame(note.text, note.spans()) for note in state.notes),
    )


class _Past:
    """The states of a lineage and of all lineages it came from, each computed once."""

    def __init__(self, history: History) -> None:
        self.history = history
        self.states: dict[tuple[str, str], State] = {}

    def in_edition(self, lineage: str, edition: str, key: str) -> State:
        """Return the state of a lineage under its key in an edition.

        A retyped edition's own words are dated by it, in answers about that edition alone.
        """
        state = self.at(lineage, edition)
        versions = self.history.versions(lineage)
        if edition not in self.history.retyped or versions[0].first == edition:
            return state
        return self._make_next(state, Version(lineage, key, edition, edition, "kept", None, RETYPED, 1.0, ()))

    def at(self, lineage: str, edition: str) -> State:
        """Return the state of a lineage in an edition that has it."""
        state: State | None = None
        for version in self.history.versions(lineage):
            if version.first <= edition:
                place = (lineage, version.first)
                if place not in self.states:
                    self.states[place] = self._make_next(state, version)
                state = self.states[place]
        if state is None:
            raise LookupError(f"lineage {lineage} is not in edition {edition}")
        return state

    def _make_next(self, before: State | None, version: Version) -> State:
        """Return the state that follows from a version, the state before it and the lineages that are its sources."""
        passage = passage_at(self.history, version.first, version.key)
        sources = [] if before is None else [before]
        # Other lineages are requested for an earlier edition, so the recursion ends.
        sources.extend(
            self.at(place.lineage, place.edition) for place in origins(self.history, version) if place.lineage
        )
        same_rule = partial(self._same_rule, self.history.previous(version.first) or "", version.first)

        def carry_blame(text: str, past: Sequence[Blame]) -> Blame:
            return carry(past, text, version.first, version.key, same_rule)

        examples = [example for source in sources for example in source.examples]
        notes = [note for source in sources for note in source.notes]
        return State(
            carry_blame(passage.shown, [source.text for source in sources]),
            tuple(carry_blame(text, _likest_first(text, examples)) for text in passage.examples),
            tuple(carry_blame(text, _likest_first(text, notes)) for text in passage.notes),
        )

    def _same_rule(self, before: str, edition: str, old: str, new: str) -> bool:
        lineage = self.history.lineage(before, old)
        return lineage is not None and lineage == self.history.lineage(edition, new)


def _likest_first(text: str, sources: Sequence[Blame]) -> list[Blame]:
    """Return the sources, the one most like the text first."""
    return sorted(sources, key=lambda source: -fuzz.ratio(source.text, text))
