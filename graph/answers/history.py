"""The history of one rule: all its numbers and wordings, where it came from and how it ended."""

from collections.abc import Sequence
from hashlib import sha256
from typing import Literal, NamedTuple

from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import replace

from graph.announcements.answers import AnnouncementAnswer, answer_announcement
from graph.announcements.changes import announcements_of_versions
from graph.announcements.records import Announcement, UnannouncedAnswer
from graph.announcements.unannounced import find_unannounced_steps
from graph.answers.sightings import SightingAnswer, list_sightings
from graph.compare.passages import passage_at
from graph.history import History
from graph.restatements.restated import RestatedAnswer, find_restated
from rules.change import Passage
from rules.links import ChangeClass, ChangeKind, Correspondence, Version
from rules.records import COMPREHENSIVE_RULES

Status = Literal["current", "deleted", "merged", "split", "ambiguous", "sighted"]
"""`current`: the rule is in the newest edition of its work; `sighted`: it is only on a page of another issue. The other
values say how it ended."""


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
        "change_kind": "change",
        "change_class": "class",
        "sources": "from",
    },
):
    """A version of a rule: consecutive editions in which its number and words stay the same.

    Attributes:
        first: The first edition of the version.
        last: The last edition of the version.
        key: Key of the rule: its number, with `#2` for the second rule of that number, or `glossary:TERM`.
        change_kind: What happened to the rule when the version began.
        change_class: How much the words changed at the beginning of the version; null if they cannot be compared.
        heading: The heading.
        text: The text, or the heading if the rule has no text; null if no texts are available.
        text_sha256: SHA-256 of that text; null if it is unknown.
        examples: The examples.
        notes: The notes.
        sources: Keys of the rules that the version came from, in the edition before: several after a merge, none for an
            addition, and otherwise one (after a split, the rule that was split).
        others: The rules in `from` that have other lineages: the other rules of a merge, or the rule that was split.
        method: How the aligner found the step.
        score: Confidence in the step, 0 to 1.
        announced: The publisher's announcements of the change that began the version, oldest first.
        retyped: Whether the date of the beginning comes from a retyped edition.
    """

    first: str
    last: str
    key: str
    change_kind: ChangeKind
    change_class: ChangeClass | None
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
        """Return the words of the version; None without texts."""
        if self.text is None:
            return None
        text = "" if self.text == self.heading else self.text
        return Passage(self.heading, text, self.examples or (), self.notes or ())

    @property
    def is_typography(self) -> bool:
        """Return whether the version differs from the one before only in typography."""
        return self.change_kind == "kept" and self.change_class == "typographic" and not self.others


class HistoryAnswer(Struct, frozen=True, kw_only=True):
    """The history of a rule through every number it had.

    Attributes:
        lineage: Id of the rule's lineage; null if no edition has the rule.
        aliases: Former ids of the lineage.
        status: Whether the rule still exists, and if not, how it ended; `sighted` if the rule occurs only on a
            page of an issue that the archive lacks.
        number: Key of the rule in the newest edition; null if the rule is gone.
        ended: The last edition that has the rule; null if the rule still exists.
        into: What the rule became in the edition after its last one: the record it was merged into, the parts it was
            split into, or the possible continuations.
        now_in: Keys of all rules in the newest edition that continue the rule, or that took a part of it at any time.
        corresponds: The rules of other works that say the same.
        restated: The rules of the Comprehensive Rules that this one restates, and where those rules are now; only for
            rules of other works.
        sightings: Versions of the rule on pages of issues that the archive lacks; only if there are any.
        ended_announced: The publisher's announcements of the rule's end.
        unannounced: The steps that changed the rule and for which no announcement is known.
        entries: The versions, oldest first.
        link: Address of the rule's page; empty if no site is configured.
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
    versions = history.versions.of_lineage(lineage)
    if not versions:
        raise LookupError(f"there is no lineage {lineage}")
    lineage = versions[0].lineage
    last_version = versions[-1]
    end = _find_end(history, versions)
    is_current = end.status == "current"
    number = last_version.key if is_current else None
    ended = None if is_current else last_version.last
    # The announcements of each version in turn, and last those of the end of the lineage.
    *announced_versions, announced_end = announcements_of_versions(versions)
    entries = tuple(
        _make_entry(history, version, announced)
        for version, announced in zip(versions, announced_versions, strict=True)
    )
    ended_announced = () if is_current else tuple(map(answer_announcement, announced_end))
    return HistoryAnswer(
        lineage=lineage,
        aliases=_list_aliases(history, lineage),
        status=end.status,
        number=number,
        ended=ended,
        into=end.into,
        now_in=_list_continuations(history, versions),
        corresponds=history.store.correspondences_of(lineage),
        restated=_find_restated(history, last_version),
        sightings=_list_sightings(history, versions) or UNSET,
        ended_announced=ended_announced,
        unannounced=_list_unannounced(history.calendar.editions, entries),
        entries=entries,
    )


def _list_aliases(history: History, lineage: str) -> tuple[str, ...]:
    """Return the former ids of a lineage."""
    rows = history.store.select("SELECT alias FROM lineage_aliases WHERE lineage = ? ORDER BY alias", lineage)
    return tuple(alias for (alias,) in rows)


def _list_continuations(history: History, versions: Sequence[Version]) -> tuple[str, ...]:
    """Return the keys, in the newest edition, of the lineage and of all records that have parts of it.

    The key of the lineage itself comes first.
    """
    newest = history.calendar.chain(history.calendar.work_of[versions[-1].last])[-1]
    # A version that only a retyped edition after the newest one has cannot be followed back to the newest.
    followed = [version for version in versions if version.last <= newest]
    return history.destinations.of_versions(followed, newest).keys if followed else ()


def _list_sightings(history: History, versions: Sequence[Version]) -> tuple[SightingAnswer, ...]:
    """Return the versions of a lineage on pages of other issues, by the edition that each page is nearest to."""
    nearest = dict.fromkeys(issue.nearest for issue in history.store.partial_issues if issue.nearest)
    sightings: list[SightingAnswer] = []
    for edition in nearest:
        for version in versions:
            is_within = version.first <= edition <= version.last
            if is_within and history.calendar.work_of[edition] == history.calendar.work_of[version.first]:
                sightings += list_sightings(history, edition, version.key)
    return tuple(sightings)


def _find_restated(history: History, last: Version) -> tuple[RestatedAnswer, ...] | UnsetType:
    """Return the rules of the Comprehensive Rules that the last version of a rule restates.

    Returns:
        `UNSET` if the rule itself is of the Comprehensive Rules: the field is then left out of the JSON.
    """
    if history.calendar.work_of[last.last] == COMPREHENSIVE_RULES:
        return UNSET
    return find_restated(history, last.last, last.key) if history.calendar.editions else ()


def _make_entry(history: History, version: Version, announced: Sequence[Announcement]) -> HistoryEntry:
    """Return the entry of a version, with its words if the store has texts, else only with the hash of its text."""
    entry = HistoryEntry(
        first=version.first,
        last=version.last,
        key=version.key,
        change_kind=version.kind,
        change_class=version.change,
        sources=version.sources,
        others=list_origins(history, version),
        method=version.method,
        score=version.score,
        announced=tuple(map(answer_announcement, announced)),
        retyped=version.first in history.calendar.retyped,
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
    """Return the steps that added, ended or changed a rule, and for which no announcement is known.

    Changes of typography alone do not count.

    Args:
        editions: The editions of the Comprehensive Rules that are not retyped, oldest first.
        entries: The versions of the rule, oldest first.
    """
    entry_begun_in = {entry.first: entry for entry in entries}
    last_editions = {entry.last for entry in entries}
    unannounced: list[UnannouncedAnswer] = []
    for step in find_unannounced_steps(editions, editions[0], editions[-1]):
        begun = entry_begun_in.get(step.new)
        has_ended = begun is None and step.old in last_editions
        has_changed = begun is not None and not begun.is_typography
        if has_ended or has_changed:
            unannounced.append(step)
    return tuple(unannounced)


def list_origins(history: History, version: Version) -> tuple[RelatedRecord, ...]:
    """Return the records, in the edition before a version, that it came from and that have other lineages.

    These are the other rules of a merge, or the rule that was split. There are none if the version only continues its
    own lineage.
    """
    before = history.calendar.previous(version.first)
    # The sources of a returned rule are in the edition that last had it, not in the edition before.
    if before is None or not version.sources or version.kind == "returned":
        return ()
    sources = [RelatedRecord(before, key, history.lineages.find(before, key)) for key in version.sources]
    return tuple(source for source in sources if source.lineage != version.lineage)


class _End(NamedTuple):
    """How a lineage ended, and the records that it went into."""

    status: Status
    into: tuple[RelatedRecord, ...]


def _find_end(history: History, versions: Sequence[Version]) -> _End:
    """Return how a lineage ended after its last version; `current` if it did not end.

    The last version may have been deleted although other parts of the rule, split off before, still exist. Such a rule
    ended by a split, and these parts are what it went into.
    """
    last = versions[-1]
    if history.lineages.is_current(last.lineage):
        return _End("current", ())
    after, links = history.links.onward(last)
    if not links:
        return _find_end_of_deleted(history, versions, after)
    into = tuple(RelatedRecord(after, link.new, history.lineages.find(after, link.new)) for link in links if link.new)
    kinds = {link.kind for link in links}
    if "ambiguous" in kinds:
        return _End("ambiguous", into)
    if "split" in kinds:
        return _End("split", into)
    # Whatever the kind of the link is: a rule that continues in another lineage was merged into it.
    return _End("merged", into)


def _find_end_of_deleted(history: History, versions: Sequence[Version], after: str) -> _End:
    """Return the end of a lineage whose last version was deleted: `split` if parts of the rule still existed then.

    Args:
        history: The history.
        versions: All versions of the lineage.
        after: The edition after its last one; empty if there is none.
    """
    parts = history.destinations.of_versions(versions, after).keys if after else ()
    into = tuple(RelatedRecord(after, part, history.lineages.find(after, part)) for part in parts)
    return _End("split" if into else "deleted", into)
