"""The words of a rule in each of its versions, each word with its origin.

A lineage is one rule through all editions, whatever its number. A version of it is a run of editions in which its
number and its words stay the same. The origin of a word is the edition in which the word was new, and the rule's number
there. Origins are found from version to version: each word of a version gets the origin of the word that it continues
in the version before, or in another rule that was merged into this one; a word that continues none is new in this
version.

Example: 702.5 reads "Draw a card." in 2001, and "You may draw a card." as 702.6 in 2003. In the state of the second
version, "You may" has the origin (2003, 702.6), and "draw a card." has the origin (2001, 702.5).

Where an edition removed words, no word is left that could have a date. The date is kept at the place instead: a seam
names the edition in which the words on both sides were first next to each other (`rules.change.seams`).
"""

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Literal, NamedTuple

from msgspec import Struct
from msgspec.structs import replace
from rapidfuzz import fuzz

from graph.answers.history import list_origins
from graph.compare.examples import find_sources
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
    """The words of a rule in a version, each with its origin.

    Attributes:
        text: The text.
        examples: The examples.
        notes: The notes.
        removed: The examples and notes that earlier versions of the rule had, and that it no longer has.
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

        The state of a version has the words as the first edition of that version prints them. Two kinds of editions may
        print them differently without making a version: a later edition of the version may have another typography, and
        a retyped edition (one of which there is no copy of the publisher's own text) may have other words. For such an
        edition, the state of the version is continued once more, and only the answer about this edition uses the
        result.

        Args:
            lineage: Id of the lineage.
            edition: Id of the edition.
            key: The key of the lineage there.
        """
        state = self._find_state_of_version(lineage, edition)
        if any(version.first == edition for version in self.history.versions.of_lineage(lineage)):
            return state
        if edition in self.history.calendar.retyped:
            return self._continue_state(state, make_version_of_edition(lineage, key, edition, RETYPED))
        following = self._continue_state(state, make_version_of_edition(lineage, key, edition, SAME_TEXT))
        return _without_seams_dated(following, edition)

    def _find_state_of_version(self, lineage: str, edition: str) -> RuleState:
        """Return the state of the last version of a lineage that began in an edition or before it.

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
        former = self._compute_state(lineage, index - 1) if index else None
        return self._continue_state(former, self.history.versions.of_lineage(lineage)[index])

    def _continue_state(self, former: RuleState | None, version: Version) -> RuleState:
        """Return the state of a version.

        Args:
            former: The state of the rule's version before; None for the first version.
            version: The version, which may also be that of a single edition (`make_version_of_edition`).
        """
        passage = passage_at(self.history, version.first, version.key)
        texts: list[_Source] = []
        examples: list[_Source] = []
        notes: list[_Source] = []
        for state in self._list_source_states(former, version):
            is_own = state is former
            texts.append(_Source(state.text, is_own))
            examples += [_Source(example, is_own) for example in state.examples]
            notes += [_Source(note, is_own) for note in state.notes]
        same_rule = partial(self._same_rule, self.history.calendar.previous(version.first) or "", version.first)
        carrier = _Carrier(version, same_rule)
        return RuleState(
            text=carrier.carry_text(passage.shown, texts),
            examples=carrier.carry_passages(passage.examples, examples),
            notes=carrier.carry_passages(passage.notes, notes),
            removed=_list_all_removed(former or _NO_STATE, passage, version),
        )

    def _list_source_states(self, former: RuleState | None, version: Version) -> list[RuleState]:
        """Return the states of all rules from which a version has words: the rule's own former state is the first."""
        states = [] if former is None else [former]
        # The states of other lineages are those of an earlier edition, so the recursion ends.
        states += [
            self._find_state_of_version(origin.lineage, origin.edition)
            for origin in list_origins(self.history, version)
            if origin.lineage
        ]
        return states

    def _same_rule(self, before: str, edition: str, old: str, new: str) -> bool:
        """Return whether a number of an edition and a number of a later one name the same lineage."""
        lineage = self.history.lineages.find(before, old)
        return lineage is not None and lineage == self.history.lineages.find(edition, new)


class _Source(NamedTuple):
    """A text from which a text of a version may have words.

    Attributes:
        blame: The text, with the origin of each word.
        is_own: Whether the rule itself had the text in its version before; False for a text of another lineage, which
            was merged into the rule or split.
    """

    blame: Blame
    is_own: bool


class _Carrier(NamedTuple):
    """Gives the words of a version's texts the origins that they have in the texts before.

    Attributes:
        version: The version.
        same_rule: Returns whether a number of the edition before, and one of the version, name the same rule.
    """

    version: Version
    same_rule: SameRule

    def carry_text(self, text: str, sources: Sequence[_Source]) -> Blame:
        """Return a text of the version with the origin of each word.

        Args:
            text: The text.
            sources: The texts from which it may have words. If several have the same words, the first one counts. If
                the first one is the rule's own, words that are missing at the start and the end of the text count as
                removed; otherwise they may have gone to another part of the rule that was split.
        """
        blames = [source.blame for source in sources]
        continues_first = bool(sources) and sources[0].is_own
        first, key = self.version.first, self.version.key
        return carry(blames, text, first, key, self.same_rule, continues_first=continues_first)

    def carry_passages(self, texts: Sequence[str], sources: Sequence[_Source]) -> tuple[Blame, ...]:
        """Return the examples, or the notes, of the version with the origin of each word.

        For each of them, the source that is most similar to it comes first; see `carry_text` for what that means.
        """
        return tuple(self.carry_text(text, _most_similar_first(text, sources)) for text in texts)


def _list_all_removed(former: RuleState, passage: Passage, version: Version) -> tuple[RemovedPassage, ...]:
    """Return the examples and notes that any earlier version of the rule had, and that a version lacks.

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


def _list_removed(
    kind: Literal["example", "note"], old: Sequence[Blame], new: Sequence[str], version: Version
) -> Iterator[RemovedPassage]:
    """Yield the examples (or notes) of the version before that no example of a version continues.

    The examples are paired as in a comparison of two editions: see `graph.compare.examples.find_sources`. So an old
    example is also removed if a new one, which is not similar to it, was added in the same edition.

    Args:
        kind: The kind of the passages.
        old: The passages in the version before.
        new: The texts of the passages in the version.
        version: The version, which dates the removal.
    """
    continued = set(find_sources([blame.text for blame in old], new).values())
    for index, blame in enumerate(old):
        if index not in continued:
            yield RemovedPassage(kind, blame.text, version.first, version.key)


def _without_seams_dated(state: RuleState, edition: str) -> RuleState:
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


def _most_similar_first(text: str, sources: Sequence[_Source]) -> list[_Source]:
    """Return the sources, the most similar to a text first; equally similar ones keep their order."""
    return sorted(sources, key=lambda source: -fuzz.ratio(source.blame.text, text))
