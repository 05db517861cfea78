"""The edition that introduced each phrase of a rule, traced through all its versions and those of its sources."""

from collections.abc import Sequence
from functools import partial

from msgspec import Struct
from rapidfuzz import fuzz

from graph.answers.history import origins
from graph.compare.passages import passage_at
from graph.history import History
from graph.history.paths import SAME_TEXT
from rules.caching import cached_method
from rules.change.blame import Blame, Blamed, carry
from rules.links import Version
from rules.records import RETYPED


class _State(Struct, frozen=True):
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
    state = _States(history).find_state(lineage, edition, key)
    return BlameAnswer(
        key,
        edition,
        lineage,
        state.text.text,
        state.text.spans(),
        tuple(PassageBlame(example.text, example.spans()) for example in state.examples),
        tuple(PassageBlame(note.text, note.spans()) for note in state.notes),
    )


class _States:
    """The states of a lineage and of all lineages that it came from, each computed once.

    A state is computed from the state of the version before and from those of the version's sources.
    """

    def __init__(self, history: History) -> None:
        self.history = history

    def find_state(self, lineage: str, edition: str, key: str) -> _State:
        """Return the state of a lineage in an edition.

        Words that only a retyped edition has are dated by that edition, though only in answers about that edition: its
        words are no version of the lineage.

        Args:
            lineage: Id of the lineage.
            edition: Id of the edition.
            key: The key of the lineage there.
        """
        state = self._find_chained(lineage, edition)
        versions = self.history.versions(lineage)
        if any(version.first == edition for version in versions):
            return state
        # The words of a version are those of its first edition, and the typography is that of each edition's own copy.
        method = RETYPED if edition in self.history.retyped else SAME_TEXT
        return self._make_next(state, Version(lineage, key, edition, edition, "kept", None, method, 1.0, ()))

    def _find_chained(self, lineage: str, edition: str) -> _State:
        """Return the state of a lineage in an edition, by the versions of the lineage.

        Raises:
            LookupError: The lineage began after that edition.
        """
        state: _State | None = None
        for begun, version in enumerate(self.history.versions(lineage), 1):
            if version.first <= edition:
                # From the oldest to the newest: each needs the one before it, and recursion has a limit.
                state = self._after(lineage, begun)
        if state is None:
            raise LookupError(f"lineage {lineage} is not in edition {edition}")
        return state

    @cached_method
    def _after(self, lineage: str, versions: int) -> _State:
        """Return the state of a lineage after its first `versions` versions."""
        before = self._after(lineage, versions - 1) if versions > 1 else None
        return self._make_next(before, self.history.versions(lineage)[versions - 1])

    def _make_next(self, before: _State | None, version: Version) -> _State:
        """Return the state of a version, given the state of the version before; None for the first one."""
        passage = passage_at(self.history, version.first, version.key)
        sources = [] if before is None else [before]
        # Other lineages are requested for an earlier edition, so the recursion ends.
        sources.extend(
            self._find_chained(source.lineage, source.edition)
            for source in origins(self.history, version)
            if source.lineage
        )
        same_rule = partial(self._same_rule, self.history.previous(version.first) or "", version.first)

        def carry_blame(text: str, past: Sequence[Blame]) -> Blame:
            return carry(past, text, version.first, version.key, same_rule)

        examples = [example for source in sources for example in source.examples]
        notes = [note for source in sources for note in source.notes]
        return _State(
            carry_blame(passage.shown, [source.text for source in sources]),
            tuple(carry_blame(text, _most_similar_first(text, examples)) for text in passage.examples),
            tuple(carry_blame(text, _most_similar_first(text, notes)) for text in passage.notes),
        )

    def _same_rule(self, before: str, edition: str, old: str, new: str) -> bool:
        lineage = self.history.lineage(before, old)
        return lineage is not None and lineage == self.history.lineage(edition, new)


def _most_similar_first(text: str, sources: Sequence[Blame]) -> list[Blame]:
    """Return the sources with the one that is most similar to a text first."""
    return sorted(sources, key=lambda source: -fuzz.ratio(source.text, text))
