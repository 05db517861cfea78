"""The words of a rule in each of its versions, each word with its origin."""

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from typing import Literal, NamedTuple

from msgspec import Struct
from msgspec.structs import replace
from rapidfuzz import fuzz

from graph.answers.history import list_origins
from graph.compare.passages import passage_at
from graph.history import History
from graph.history.paths import SAME_TEXT
from rules.caching import cached_method
from rules.change import Passage
from rules.change.blame import Blame, carry
from rules.change.renamings import SameRule
from rules.links import Version, make_version_of_edition
from rules.records import RETYPED


class RemovedPassage(Struct, frozen=True, rename={"key": "number"}):
    """An example or note that a rule had.

    Attributes:
        kind: Whether the passage was an example or a note.
        text: The last text of the passage.
        since: The edition that removed the passage, or moved it to another rule.
        key: Key of the rule in that edition.
    """

    kind: Literal["example", "note"]
    text: str
    since: str
    key: str


class RuleState(Struct, frozen=True):
    """The words of a rule in an edition, each with its origin: the edition and the number under which it was new.

    Attributes:
        text: The text.
        examples: The examples.
        notes: The notes.
        removed: The examples and notes that the rule had before.
    """

    text: Blame
    examples: tuple[Blame, ...]
    notes: tuple[Blame, ...]
    removed: tuple[RemovedPassage, ...] = ()


_NO_STATE = RuleState(Blame("", ()), (), ())
"""The state before the first version of a rule."""


class RuleStates:
    """The states of a lineage and of all lineages that it came from, each computed once.

    The state of a version is computed from the state of the version before, and from the states of the other lineages
    that the version came from. So the computation goes back to the first version of each of them.
    """

    def __init__(self, history: History) -> None:
        self.history = history

    def find_state(self, lineage: str, edition: str, key: str) -> RuleState:
        """Return the state of a lineage in an edition.

        The state of the version gives the words as the first edition of that version prints them. A later edition of
        the version may print them in another typography, and a retyped edition may have other words, which are no
        version. For these editions another state is made that continues the version's, and only answers about the
        edition itself use it.

        Args:
            lineage: Id of the lineage.
            edition: Id of the edition.
            key: The key of the lineage there.
        """
        state = self._find_state_of_version(lineage, edition)
        versions = self.history.versions.of_lineage(lineage)
        if any(version.first == edition for version in versions):
            return state
        is_retyped = edition in self.history.calendar.retyped
        method = RETYPED if is_retyped else SAME_TEXT
        following = self._continue_state(state, make_version_of_edition(lineage, key, edition, method))
        return following if is_retyped else _without_seams_of(following, edition)

    def _find_state_of_version(self, lineage: str, edition: str) -> RuleState:
        """Return the state of the version that a lineage has in an edition.

        Raises:
            LookupError: The lineage began after that edition.
        """
        state: RuleState | None = None
        for index, version in enumerate(self.history.versions.of_lineage(lineage)):
            if version.first <= edition:
                # A state needs the state before it. Computing them from the oldest to the newest fills the cache, so
                # that a lineage with many versions doesn't reach the limit of recursion.
                state = self._compute_state(lineage, index)
        if state is None:
            raise LookupError(f"lineage {lineage} is not in edition {edition}")
        return state

    @cached_method
    def _compute_state(self, lineage: str, index: int) -> RuleState:
        """Return the state of a version of a lineage: of the first version for the index 0."""
        before = self._compute_state(lineage, index - 1) if index else None
        return self._continue_state(before, self.history.versions.of_lineage(lineage)[index])

    def _continue_state(self, before: RuleState | None, version: Version) -> RuleState:
        """Return the state of a version, given the state of the version before; None for the first version."""
        passage = passage_at(self.history, version.first, version.key)
        former = before or _NO_STATE
        sources = self._list_sources(before, version)
        examples = [example for source in sources for example in source.examples]
        notes = [note for source in sources for note in source.notes]
        same_rule = partial(self._same_rule, self.history.calendar.previous(version.first) or "", version.first)
        carrier = _Carrier(version, same_rule)
        return RuleState(
            text=carrier.carry_text(passage.shown, [source.text for source in sources], [former.text]),
            examples=carrier.carry_passages(passage.examples, examples, former.examples),
            notes=carrier.carry_passages(passage.notes, notes, former.notes),
            removed=_list_all_removed(former, passage, version),
        )

    def _list_sources(self, before: RuleState | None, version: Version) -> list[RuleState]:
        """Return the states of all rules from which a version has words: its own former state first, if it has one."""
        sources = [] if before is None else [before]
        # The states of other lineages are those of an earlier edition, so the recursion ends.
        sources += [
            self._find_state_of_version(source.lineage, source.edition)
            for source in list_origins(self.history, version)
            if source.lineage
        ]
        return sources

    def _same_rule(self, before: str, edition: str, old: str, new: str) -> bool:
        """Return whether a number of an edition and a number of a later one name the same lineage."""
        lineage = self.history.lineages.find(before, old)
        return lineage is not None and lineage == self.history.lineages.find(edition, new)


class _Carrier(NamedTuple):
    """Carries the origins of words from earlier texts to the texts of a version.

    Attributes:
        version: The version.
        same_rule: Returns whether a number of the edition before, and one of the version, name the same rule.
    """

    version: Version
    same_rule: SameRule

    def carry_text(self, text: str, sources: Sequence[Blame], former: Sequence[Blame]) -> Blame:
        """Return a text of the version with the origin of each word.

        Args:
            text: The text.
            sources: The texts from which it may have words. If several have the same words, the first one counts.
            former: The sources that the rule itself had before; the others are texts of other lineages. If the first
                source is the rule's own, the text continues it.
        """
        continues_first = bool(sources) and _is_among(sources[0], former)
        first, key = self.version.first, self.version.key
        return carry(sources, text, first, key, self.same_rule, continues_first=continues_first)

    def carry_passages(
        self, texts: Sequence[str], sources: Sequence[Blame], former: Sequence[Blame]
    ) -> tuple[Blame, ...]:
        """Return examples or notes of the version with the origin of each word; see `carry_text`."""
        return tuple(self.carry_text(text, _most_similar_first(text, sources), former) for text in texts)


def _list_all_removed(former: RuleState, passage: Passage, version: Version) -> tuple[RemovedPassage, ...]:
    """Return the examples and notes that a version lacks and that any earlier version of the rule had.

    Args:
        former: The state of the version before, with the passages that had been removed by then.
        passage: The words of the version.
        version: The version.
    """
    removed = [
        *former.removed,
        *_list_removed("example", former.examples, passage.examples, version),
        *_list_removed("note", former.notes, passage.notes, version),
    ]
    present = {*passage.examples, *passage.notes}
    # A passage that was removed once may have come back since.
    return tuple(removal for removal in removed if removal.text not in present)


def _without_seams_of(state: RuleState, edition: str) -> RuleState:
    """Return a state without the seams that are dated to an edition.

    An edition in the middle of a version removed no words. A seam appears there only because the copy of that edition
    lacks a mark, such as a comma, that the copies of other editions have.
    """

    def drop_seams(blame: Blame) -> Blame:
        seams = {index: seam for index, seam in blame.seams.items() if seam.since != edition}
        return replace(blame, seams=seams)

    return replace(
        state,
        text=drop_seams(state.text),
        examples=tuple(map(drop_seams, state.examples)),
        notes=tuple(map(drop_seams, state.notes)),
    )


def _list_removed(
    kind: Literal["example", "note"], old: Sequence[Blame], new: Sequence[str], version: Version
) -> Iterator[RemovedPassage]:
    """Yield the old examples (or notes) that no new example continues.

    Each new example continues the old example that is most similar to it.

    Args:
        kind: The kind of the passages.
        old: The passages in the version before.
        new: The texts of the passages in the version.
        version: The version, which dates the removal.
    """
    if not old:
        return
    continued = [_most_similar_first(text, old)[0] for text in new]
    for blame in old:
        if not _is_among(blame, continued):
            yield RemovedPassage(kind, blame.text, version.first, version.key)


def _is_among(blame: Blame, blames: Iterable[Blame]) -> bool:
    """Return whether a text is one of several: the same object, since two examples may have equal words."""
    return any(blame is member for member in blames)


def _most_similar_first(text: str, sources: Sequence[Blame]) -> list[Blame]:
    """Return the sources with the one that is most similar to a text first."""
    return sorted(sources, key=lambda source: -fuzz.ratio(source.text, text))
