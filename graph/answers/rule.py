"""The meaning of a number in an edition: its record, the words, the age and everything related to it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from msgspec import UNSET, Struct, UnsetType

from graph.answers.references import ReferenceAnswer, answer_reference
from graph.answers.sightings import SightingAnswer, list_sightings
from graph.history import History
from graph.history.destination import Destination
from graph.history.rule_versions import words_since
from graph.restatements.restated import RestatedAnswer, describe_restated, find_restated
from rules.conversion import extend
from rules.grouping import grouped
from rules.keys import is_entry, name_of, number_of, ordinal_of, term_of
from rules.links import Correspondence, Place, Version
from rules.numbers import is_number, kind_of, parent_of
from rules.records import COMPREHENSIVE_RULES, Condition, Provenance, Rule
from rules.sentences import join_words
from rules.store import Store
from rules.summary_numbers import kind_of_summary, parent_of_summary


class PassageAnswer(Struct, frozen=True, kw_only=True):
    """The words of a rule.

    Attributes:
        number: Number of the rule, or `glossary:TERM`.
        ordinal: 1 for the first rule of the edition with this number, 2 for the next.
        kind: `section`, `chapter`, `rule`, `subrule`, `ruling` or `glossary`.
        heading: The heading of the rule, or the term of the entry.
        text: The text, without examples; null if only the ledger is available.
        examples: The examples, without the word “Example”.
        notes: The notes, without their label.
        tags: Provenance tags of a rulings summary, as printed.
        provenance: What the tags say; only for rules that have tags.
    """

    number: str
    ordinal: int
    kind: str
    heading: str | None
    text: str | None
    examples: tuple[str, ...]
    notes: tuple[str, ...]
    tags: tuple[str, ...]
    provenance: tuple[Provenance, ...] | UnsetType = UNSET


class MeaningAnswer(PassageAnswer, frozen=True, kw_only=True, rename={"set_name": "set"}):
    """What a number means in an edition, and where its rule is now.

    Attributes:
        edition: The edition; the path of a page if no edition has the number.
        set_name: Name, or else code, of the set that the edition was released with.
        condition: Condition of the edition: `good`, `damaged`, `truncated`, `retyped` or `fragment`.
        latest: The newest edition of the work.
        title: Heading of the rule, or of the nearest rule above it that has one.
        parent: Number of the rule one level up.
        lineage: Id of the rule's lineage; null if no edition has the number.
        since: The edition since which the words of the rule are unchanged; null for a retyped edition.
        versions: Number of versions in the rule's history.
        now: Key of the rule in the newest edition; null if the rule is gone.
        now_in: Keys of all rules in the newest edition that continue the rule or a part of it; empty if it is gone.
        standing: What became of the number since, in a few words.
        restated: The rules of the Comprehensive Rules that this one restates, and where those rules are now; only for
            rules of other works.
        sightings: Versions of the rule on pages of issues that the archive lacks; only if there are any.
        link: Address of the rule's page; empty if no site is configured.
    """

    edition: str
    set_name: str | None
    condition: Condition
    latest: str
    title: str | None
    parent: str | None
    lineage: str | None
    since: str | None
    versions: int
    now: str | None
    now_in: tuple[str, ...]
    standing: str
    restated: tuple[RestatedAnswer, ...] | UnsetType = UNSET
    sightings: tuple[SightingAnswer, ...] | UnsetType = UNSET
    link: str = ""


class RuleAnswer(MeaningAnswer, frozen=True, kw_only=True):
    """A rule or glossary entry, with everything related to it.

    Attributes:
        corresponds: The rules of other works that say the same.
        references: The references in the text of the rule.
        cited_by: The rules and glossary entries that refer to the rule.
        subrules: The rules one level below: their keys, or the rules themselves.
    """

    corresponds: tuple[Correspondence, ...]
    references: tuple[ReferenceAnswer, ...]
    cited_by: tuple[Place, ...]
    subrules: tuple[str | RuleAnswer, ...]


def answer_passage(rule: Rule) -> PassageAnswer:
    """Return the words of a rule."""
    provenance: tuple[Provenance, ...] | UnsetType = UNSET
    if rule.tags:
        from rules.provenance import provenance_of  # noqa: PLC0415 - only the rulings summaries have tags

        provenance = provenance_of(rule)
    return PassageAnswer(
        number=rule.number,
        ordinal=rule.ordinal,
        kind=rule.kind,
        heading=rule.heading,
        text=rule.text,
        examples=rule.examples,
        notes=rule.notes,
        tags=rule.tags,
        provenance=provenance,
    )


def answer_meaning(store: Store, edition: str, key: str, day: str | None = None) -> MeaningAnswer:
    """Return the meaning of a record's key in an edition.

    Args:
        store: The knowledge base, or the ledger, which has no texts.
        edition: Id of the edition.
        key: The key.
        day: Id of the edition in which to look up what a rule of another work restates; by default the newest.
    """
    about = store.edition(edition)
    latest = store.chained(about.work)[-1]
    history = History(store)
    lineage = store.lineage_at(edition, key)
    versions: Sequence[Version] = ()
    destination: Destination | None = None
    if lineage:
        versions = store.versions(lineage)
        destination = history.destinations.of_lineage(lineage, edition, latest)
    restated: tuple[RestatedAnswer, ...] | UnsetType
    if about.work == COMPREHENSIVE_RULES:
        restated = UNSET
        standing = _describe_standing(key, edition, destination, latest)
    else:
        restated = _list_restated(history, edition, key, day)
        standing = "; ".join([f"in the issue of {latest}, the last one known", *map(describe_restated, restated)])
    words = _read_words(store, edition, key)
    title = words.passage.heading or _find_title(history, edition, key)
    # The words of a retyped edition may be those of its typist, so they are not dated.
    since = None if edition in store.retyped else words_since(versions, edition)
    return extend(
        words.passage,
        MeaningAnswer,
        edition=edition,
        set_name=about.set_name or about.set_code,
        condition=about.condition,
        latest=latest,
        title=title,
        parent=words.parent,
        lineage=lineage,
        since=since,
        versions=len(versions),
        now=_find_present_key(versions, latest),
        now_in=destination.keys if destination else (),
        standing=standing,
        restated=restated,
        sightings=list_sightings(history, edition, key, day) or UNSET,
    )


def _find_present_key(versions: Sequence[Version], latest: str) -> str | None:
    """Return the key of a lineage in the newest edition, given all its versions; None if it is gone."""
    if not versions or versions[-1].last < latest:
        return None
    return versions[-1].key


def _list_restated(history: History, edition: str, key: str, day: str | None) -> tuple[RestatedAnswer, ...]:
    """Return the rules that a rule of another work restates; none if the store has no Comprehensive Rules."""
    if not history.calendar.editions:
        return ()
    return find_restated(history, edition, key, day)


def answer_rule(store: Store, edition: str, key: str, *, tree: bool = False, day: str | None = None) -> RuleAnswer:
    """Return a record of an edition with everything related to it.

    Args:
        store: The knowledge base, or the ledger.
        edition: Id of the edition.
        key: The key of the record.
        tree: Whether to return the rules below it in full, instead of their keys.
        day: Id of the edition in which to look up what a rule of another work restates; by default the newest.
    """
    if not tree or is_entry(key):
        return _answer_alone(store, edition, key, day)
    rules_below = grouped((rule.parent, rule.key) for rule in store.rules(edition))
    return _answer_with_rules_below(store, edition, key, day, rules_below)


def _answer_alone(store: Store, edition: str, key: str, day: str | None) -> RuleAnswer:
    """Return the answer about a record, with the keys of the rules right below it."""
    meaning = answer_meaning(store, edition, key, day)
    below: tuple[str, ...] = ()
    if not is_entry(key):
        below = tuple(rule.key for rule in store.subrules(edition, meaning.number))
    return _complete(store, edition, key, meaning, below)


def _answer_with_rules_below(
    store: Store, edition: str, key: str, day: str | None, rules_below: Mapping[str | None, Sequence[str]]
) -> RuleAnswer:
    """Return the answer about a record, with all rules below it, at any depth.

    Args:
        store: The knowledge base, or the ledger.
        edition: Id of the edition.
        key: The key of the record.
        day: Id of the edition in which to look up what a rule of another work restates.
        rules_below: Number → the keys of the rules right below it, for all rules of the edition.
    """
    meaning = answer_meaning(store, edition, key, day)
    below = rules_below.get(meaning.number, ())
    subrules = tuple(_answer_with_rules_below(store, edition, subrule, day, rules_below) for subrule in below)
    return _complete(store, edition, key, meaning, subrules)


def _complete(
    store: Store, edition: str, key: str, meaning: MeaningAnswer, subrules: Sequence[str | RuleAnswer]
) -> RuleAnswer:
    """Return the answer about a record, given what it means and the rules below it."""
    return extend(
        meaning,
        RuleAnswer,
        corresponds=store.correspondences_of(meaning.lineage) if meaning.lineage else (),
        references=tuple(map(answer_reference, store.references(edition, key))),
        cited_by=tuple(Place(source, edition) for source in store.cited_by(edition, key)),
        subrules=tuple(subrules),
    )


def _find_title(history: History, edition: str, key: str) -> str | None:
    """Return the nearest title at or above a key; None if there is none."""
    shown = history.titles.shown(edition, key)
    if shown is None:
        return None
    title, _ = shown
    return title


class _Words(NamedTuple):
    """The words of a record, and the number of the rule above it."""

    passage: PassageAnswer
    parent: str | None


def _read_words(store: Store, edition: str, key: str) -> _Words:
    """Return the words of a record and the number of the rule above it.

    A store without texts only gives the heading; everything else is then read from the key: `702.40a` is a subrule of
    702.40.
    """
    if is_entry(key):
        return _read_entry_words(store, edition, key)
    if store.has_texts and (rule := store.rule(edition, key)) is not None:
        return _Words(answer_passage(rule), rule.parent)
    number = number_of(key)
    if is_number(number):
        kind, parent = kind_of(number), parent_of(number)
    else:
        kind, parent = kind_of_summary(number), parent_of_summary(number)
    passage = PassageAnswer(
        number=number,
        ordinal=ordinal_of(key),
        kind=kind,
        heading=store.heading(edition, key),
        text=None,
        examples=(),
        notes=(),
        tags=(),
    )
    return _Words(passage, parent)


def _read_entry_words(store: Store, edition: str, key: str) -> _Words:
    """Return the words of a glossary entry, which has no parent; without texts only its term."""
    text = None
    if store.has_texts and (entry := store.entry(edition, key)) is not None:
        text = entry.text
    passage = PassageAnswer(
        number=key,
        ordinal=ordinal_of(key),
        kind="glossary",
        heading=term_of(key),
        text=text,
        examples=(),
        notes=(),
        tags=(),
    )
    return _Words(passage, None)


def _describe_standing(key: str, edition: str, destination: Destination | None, latest: str) -> str:
    """Return in a few words what became of a record: `current in 2026-04-17`, `now 702.40a in 2026-04-17`.

    Args:
        key: Its key.
        edition: The edition of the key.
        destination: Where it is in the latest edition; None if no edition has it.
        latest: The latest edition.
    """
    if destination is None or not destination.keys:
        return f"gone from {latest}; it had this number in {edition}"
    names = list(map(name_of, destination.keys))
    if not destination.sure:
        return f"perhaps {join_words(names, 'or')} in {latest}"
    if not destination.lineage_continues:
        return f"its words are in {join_words(names)} in {latest}"
    standing = f"now {names[0]} in {latest}"
    if destination.keys[0] == key:
        standing = f"current in {latest}"
    if destination.parts:
        standing += f", and parts of it in {join_words(names[1:])}"
    return standing
