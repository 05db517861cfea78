"""The history of one rule: all its numbers and wordings, where it came from and how it ended.

And the edition that introduced each phrase of it, traced through all its versions and those of its sources.
"""

from collections.abc import Sequence
from functools import partial
from hashlib import sha256
from typing import Literal

from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import replace
from rapidfuzz import fuzz

from graph.announcements.answers import AnnouncementAnswer, answer_announcement
from graph.announcements.changes import announcements_of_versions
from graph.announcements.records import Announcement, UnannouncedAnswer
from graph.announcements.unannounced import find_unannounced_steps
from graph.answers.sightings import SightingAnswer, list_sightings
from graph.compare.passages import passage_at
from graph.history import History
from graph.restatements.restated import RestatedAnswer, find_restated
from rules.caching import cached_method
from rules.change import Passage
from rules.change.blame import Blame, Blamed, carry
from rules.links import ChangeClass, ChangeKind, Correspondence, Version
from rules.records import COMPREHENSIVE_RULES, RETYPED

Status = Literal["current", "deleted", "merged", "split", "ambiguous", "sighted"]
"""`current`: it is in the newest edition of its work; the other values say how it ended."""


class RelatedRecord(Struct, frozen=True):
    """A record of another lineage that is a source of this lineage, or that this lineage went into."""

    edition: str
    number: str
    lineage: str | None


class HistoryEntry(
    Struct,
    frozen=True,
    kw_only=True,
    rename={
        "first": "edition_first",
        "last": "edition_last",
        "key": "number",
        "kind": "change",
        "change": "class",
        "sources": "from",
    },
):
    """A version of a rule: consecutive editions in which its number and words stay the same.

    Attributes:
        first: The first of these editions.
        last: The last of them.
        key: Its number, or `glossary:TERM`.
        kind: What happened to the rule when the version began.
        change: How much its words changed then; null if they cannot be compared.
        heading: Its heading.
        text: Its text, or its heading if it has no text; null if the texts are not at hand.
        text_sha256: SHA-256 of that text; null if it is unknown.
        examples: Its examples.
        notes: Its notes.
        sources: Its numbers in the edition before: several for a merge, none for an addition.
        others: Records of other lineages that it came from: the other rules of a merge, or the rule that was split.
        method: How the aligner found the step.
        score: Confidence in the step, 0 to 1.
        announced: The publisher's announcements of the change that made it, the oldest first.
        retyped: Whether a retyped edition dates its beginning.
    """

    first: str
    last: str
    key: str
    kind: ChangeKind
    change: ChangeClass | None
    heading: str | None = None
    text: str | None = None
    text_sha256: str | None = None
    examples: tuple[str, ...] | None = None
    notes: tuple[str, ...] | None = None
    sources: tuple[str, ...] = ()
    others: tuple[RelatedRecord, ...] = ()
    method: str
    score: float
    announced: tuple[AnnouncementAnswer, ...] = ()
    retyped: bool = False

    @property
    def passage(self) -> Passage | None:
        """Return its words; None if the texts are not at hand."""
        if self.text is None:
            return None
        text = "" if self.text == self.heading else self.text
        return Passage(self.heading, text, self.examples or (), self.notes or ())

    @property
    def is_typography(self) -> bool:
        """Return whether only its typography differs from the version before."""
        return self.kind == "kept" and self.change == "typographic" and not self.others


class HistoryAnswer(Struct, frozen=True, kw_only=True):
    """The history of a rule through every number it had.

    Attributes:
        lineage: Its lineage; null if no edition has it.
        aliases: Former ids of the lineage.
        status: Whether it still exists, and if not, how it ended; `sighted` if no edition has it, but a page.
        number: Its number in the newest edition; null if it is no longer there.
        ended: The last edition that has it; null if it still exists.
        into: The record that it was merged into, its parts, or its possible continuations, in the edition after its
            end.
        now_in: All numbers in the newest edition that continue it, or that took a part of it at any time.
        corresponds: The rules of other works that say the same.
        restated: What a rule of another work restates, and where that is now; only of such a work.
        sightings: Versions of it on pages of issues that the archive has not; only if there are some.
        ended_announced: The publisher's announcements of its end.
        unannounced: The steps that changed it and of which no announcement is known.
        entries: Its versions, oldest first.
        link: Address of its page; empty if no site is configured.
    """

    lineage: str | None
    aliases: tuple[str, ...] = ()
    status: Status
    number: str | None
    ended: str | None
    into: tuple[RelatedRecord, ...]
    now_in: tuple[str, ...] = ()
    corresponds: tuple[Correspondence, ...] = ()
    restated: tuple[RestatedAnswer, ...] | UnsetType = UNSET
    sightings: tuple[SightingAnswer, ...] | UnsetType = UNSET
    ended_announced: tuple[AnnouncementAnswer, ...]
    unannounced: tuple[UnannouncedAnswer, ...] = ()
    entries: tuple[HistoryEntry, ...]
    link: str = ""


def answer_history(history: History, lineage: str) -> HistoryAnswer:
    """Return the history of a lineage.

    Args:
        history: The history; that of a store without texts gives entries without texts, but with their hashes.
        lineage: Its id, or anything that `Store.find_lineage` accepts.

    Raises:
        LookupError: There is no such lineage.
    """
    versions = history.versions(lineage)
    if not versions:
        raise LookupError(f"there is no lineage {lineage}")
    lineage = versions[0].lineage
    *announced, end_announced = announcements_of_versions(versions)
    status, into = _end(history, versions[-1])
    entries = tuple(map(partial(_make_entry, history), versions, announced))
    aliases = history.store.select("SELECT alias FROM lineage_aliases WHERE lineage = ? ORDER BY alias", lineage)
    answer = HistoryAnswer(
        lineage=lineage,
        aliases=tuple(alias for (alias,) in aliases),
        status=status,
        number=versions[-1].key,
        ended=None,
        into=into,
        now_in=_list_continuations(history, versions),
        corresponds=history.store.correspondences_of(lineage),
        restated=_find_restated(history, versions[-1]),
        sightings=_list_sightings(history, versions) or UNSET,
        ended_announced=(),
        unannounced=_list_unannounced(history.editions, entries),
        entries=entries,
    )
    if status == "current":
        return answer
    ended_announced = tuple(map(answer_announcement, end_announced))
    return replace(answer, number=None, ended=versions[-1].last, ended_announced=ended_announced)


def _list_continuations(history: History, versions: Sequence[Version]) -> tuple[str, ...]:
    """Return the keys in the newest edition of all that continues a lineage, the own one first."""
    newest = history.line(history.work_of[versions[-1].last])[-1]
    keys: dict[str, None] = {}
    for version in reversed(versions):
        if version.last <= newest:
            keys.update(dict.fromkeys(history.follow_lineage(version.lineage, version.last, newest).keys))
    return tuple(keys)


def _list_sightings(history: History, versions: Sequence[Version]) -> tuple[SightingAnswer, ...]:
    """Return the versions of a lineage on pages of other issues, by the edition that each page is nearest to."""
    nearest = dict.fromkeys(issue.nearest for issue in history.store.partial_issues if issue.nearest)
    sightings: list[SightingAnswer] = []
    for edition in nearest:
        for version in versions:
            is_within = version.first <= edition <= version.last
            if is_within and history.work_of[edition] == history.work_of[version.first]:
                sightings += list_sightings(history, edition, version.key)
    return tuple(sightings)


def _find_restated(history: History, last: Version) -> tuple[RestatedAnswer, ...] | UnsetType:
    if history.work_of[last.last] == COMPREHENSIVE_RULES:
        return UNSET
    return find_restated(history, last.last, last.key) if history.editions else ()


def _make_entry(history: History, version: Version, announced: Sequence[Announcement]) -> HistoryEntry:
    entry = HistoryEntry(
        first=version.first,
        last=version.last,
        key=version.key,
        kind=version.kind,
        change=version.change,
        sources=version.sources,
        others=origins(history, version),
        method=version.method,
        score=version.score,
        announced=tuple(map(answer_announcement, announced)),
        retyped=version.first in history.retyped,
    )
    if not history.store.has_texts:
        return replace(entry, text_sha256=history.store.text_sha256(version.first, version.key))
    passage = passage_at(history, version.first, version.key)
    return replace(
        entry,
        heading=passage.heading,
        text=passage.shown,
        text_sha256=sha256(passage.shown.encode()).hexdigest(),
        examples=passage.examples,
        notes=passage.notes,
    )


def _list_unannounced(editions: tuple[str, ...], entries: Sequence[HistoryEntry]) -> tuple[UnannouncedAnswer, ...]:
    """Return the steps that added, ended or changed a rule, not only in typography, without a known announcement."""
    began = {entry.first: not entry.is_typography for entry in entries}
    ended = {entry.last for entry in entries}
    steps = find_unannounced_steps(editions, editions[0], editions[-1])
    return tuple(step for step in steps if began.get(step.new, step.old in ended))


def origins(history: History, version: Version) -> tuple[RelatedRecord, ...]:
    """Return the records of other lineages from which a version came."""
    before = history.previous(version.first)
    if before is None or not version.sources or version.kind == "returned":
        return ()
    places = [RelatedRecord(before, key, history.lineage(before, key)) for key in version.sources]
    return tuple(place for place in places if place.lineage != version.lineage)


def _end(history: History, last: Version) -> tuple[Status, tuple[RelatedRecord, ...]]:
    if history.is_current(last.lineage):
        return "current", ()
    after, links = history.links_onward(last)
    into = tuple(RelatedRecord(after, link.new, history.lineage(after, link.new)) for link in links if link.new)
    kinds = {link.kind for link in links}
    if not links:
        return "deleted", ()
    if "ambiguous" in kinds:
        return "ambiguous", into
    if "split" in kinds:
        return "split", into
    # Whatever the kind of the link: a rule that continues in another lineage was merged into it.
    return "merged", into


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
        for begun, version in enumerate(self.history.versions(lineage), 1):
            if version.first <= edition:
                # Oldest first: each needs the one before it, and the depth of recursion is limited.
                state = self._after(lineage, begun)
        if state is None:
            raise LookupError(f"lineage {lineage} is not in edition {edition}")
        return state

    @cached_method
    def _after(self, lineage: str, versions: int) -> State:
        """Return the state of a lineage after the first versions of it."""
        before = self._after(lineage, versions - 1) if versions > 1 else None
        return self._make_next(before, self.history.versions(lineage)[versions - 1])

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
